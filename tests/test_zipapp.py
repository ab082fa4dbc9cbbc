"""The program as one file, a zipapp with the scenarios, and as a Debian package."""

import ast
import json
import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path
from runpy import run_path
from zipfile import ZipFile

import pytest

from tests.long import sample
from westwall_tui.files.scenarios.catalog import shipped

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
OTHERS = [("referee", "spearhead"), ("board", "remagen")]
"""Commands that share the beginning of their names with others."""
MAIN = ROOT / "westwall_tui" / "__main__.py"
HOSTING = """
import sys
from pathlib import Path
from westwall_tui.net.spawn import host_and_join

guest = host_and_join(["bastogne/spearhead", "--name", "game", "--linger", "1"], Path(sys.argv[1]), "US")
print(guest.game.scenario.name)
guest.leave()
"""

BACKGROUND = """
from westwall_tui.tools.simulate.background import BackgroundGames
from westwall_tui.tools.simulate.games import matched

print(*sorted(game.seed for game in BackgroundGames(matched({"noville": ()}, [1, 2], ("script", "script")), 2)))
"""


def zipapp(path: Path, *, scenarios: bool = True) -> Path:
    """Return the zipapp of our own code; libraries come from the environment of the tests."""
    with ZipFile(path, "w") as archive:
        archive.write(MAIN, "__main__.py")
        for file in sorted((ROOT / "westwall_tui").rglob("*")):
            if file.suffix in (".py", ".txt", ".html"):
                archive.write(file, file.relative_to(ROOT))
            compiled = Path(cache_from_source(str(file)))
            if file.suffix == ".py" and compiled.exists():  # otherwise each program would compile it again
                archive.write(compiled, file.relative_to(ROOT).with_suffix(".pyc"))
        for file in sorted((ROOT / "scenarios").rglob("*.toml")) if scenarios else ():
            archive.write(file, Path("westwall_tui/_scenarios") / file.relative_to(ROOT / "scenarios"))
    return path


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Return the program as one file."""
    return zipapp(tmp_path_factory.mktemp("whole") / "westwall.pyz")


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Return the program without its scenarios."""
    return zipapp(tmp_path_factory.mktemp("bare") / "westwall.pyz", scenarios=False)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the folder for everything that the program writes."""
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python outside the checkout."""
    return subprocess.run(
        [sys.executable, *map(str, words)], cwd="/", env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_the_scenarios_are_in_the_file_and_unpacked_copies_are_removed(program, folder):
    listed = run(program, "list", "--json")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert [entry["key"] for entry in json.loads(listed.stdout)["scenarios"]] == [entry.key for entry in shipped()]
    played = run(program, "simulate", "bastogne/relief", "--games", "2", "--jobs", "2", "--sides", "script,script")
    assert (played.returncode, played.stderr) == (0, "")
    assert list((folder / "temporary").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="hosts need Unix")
def test_the_file_can_host_a_game(program, folder):
    hosted = run("-c", HOSTING, folder / "games", PYTHONPATH=str(program))
    assert (hosted.stdout, hosted.stderr) == ("Spearhead\n", "")


def test_the_file_can_play_games_in_the_background(program, folder):
    played = run("-c", BACKGROUND, PYTHONPATH=str(program))
    assert (played.stdout, played.stderr) == ("1 2\n", "")
    assert list((folder / "temporary").iterdir()) == []


def test_the_file_contains_the_page_for_browsers(program, folder):
    read = "from westwall_tui.web.server import PAGE; print(PAGE, PAGE.read_text(encoding='utf-8'))"
    found = run("-c", read, PYTHONPATH=str(program))
    assert found.stdout.startswith(str(program)), found.stderr


@pytest.mark.parametrize("words", [("list",), ("play", "spearhead"), *sample(OTHERS, [])])
def test_a_file_without_scenarios_reports_that(bare, folder, words):
    lacks = run(bare, *words)
    assert lacks.returncode == 2
    assert lacks.stderr == "westwall: its scenarios are missing; install it again\n"


def test_an_older_python_reports_the_version_it_needs(monkeypatch):
    ast.parse(MAIN.read_bytes(), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(SystemExit, match="needs Python 3"):
        run_path(str(MAIN))


@pytest.mark.skipif(sys.platform == "win32", reason="the variable for the home folder has another name there")
@pytest.mark.parametrize("home", ["/dev/null", "home"])
def test_the_file_needs_no_home_folder_and_leaves_nothing_there(program, folder, monkeypatch, home):
    for name in ("WESTWALL_SAVES", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    (folder / "home").mkdir()
    environment = {"HOME": str(folder / home)}
    assert run(program, "rules", "7.71", **environment).returncode == 0
    played = run(program, "play", "spearhead", "--plain", **environment)
    assert (played.returncode, played.stderr) == (0, "")
    listed = run(program, "list", **environment)
    assert "Traceback" not in listed.stderr
    assert listed.returncode == (2 if home == "/dev/null" else 0)
    assert {path.name for path in (folder / "home").iterdir()} <= {".cache"}  # scenarios, read once
    assert list((folder / "temporary").iterdir()) == []


@pytest.mark.skipif(not (shutil.which("dpkg-deb") and shutil.which("make")), reason="needs dpkg-deb and make")
def test_the_debian_package_has_plain_modules_and_all_licenses(folder):
    """Check the package without libraries, which only the network has; `make deb` takes them from build/single."""
    built, ready = folder / "single", folder / "ready"
    shutil.copytree(ROOT / "westwall_tui", built / "westwall_tui")  # compiled modules too, which saves seconds
    shutil.copytree(ROOT / "scenarios", built / "westwall_tui" / "_scenarios")
    shutil.copyfile(MAIN, built / "__main__.py")
    (built / "textual-1.dist-info").mkdir()
    (built / "textual-1.dist-info" / "LICENSE").write_text("Of a library.")
    values = {"SINGLE": ready, "PROGRAM": built, "DEB": folder / "deb", "WHEELS": folder, "PY": sys.executable}
    words = [f"{name}={value}" for name, value in values.items()]
    ready.touch()
    made = subprocess.run(
        ["make", "--silent", f"--old-file={ready}", "deb", *words],
        cwd=ROOT, env={**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "none", "MAKEFLAGS": ""},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (made.returncode, made.stderr) == (0, "")
    (package,) = folder.glob("westwall_*_all.deb")
    subprocess.run(["dpkg-deb", "-x", package, folder / "installed"], check=True)
    share = folder / "installed" / "usr" / "share"
    listed = run(share / "westwall", "list", HOME="/dev/null")
    assert (listed.returncode, listed.stderr) == (0, "")
    terms = (share / "doc" / "westwall" / "copyright").read_text(encoding="utf-8")
    assert all(text in terms for text in ("MIT License", "ODbL", "CC BY 4.0", "Of a library."))
    starter = (folder / "installed" / "usr" / "games" / "westwall").read_text(encoding="utf-8")
    assert starter.splitlines()[1] == 'exec /usr/bin/python3 /usr/share/westwall "$@"'
    parts = "man/man6/westwall.6.gz", "bash-completion/completions/westwall", "doc/westwall/changelog.gz"
    assert all((share / part).is_file() for part in parts)
