"""Fixtures and settings for all tests."""

import os
import re
import tempfile
from functools import cache
from pathlib import Path

import pytest

from westwall_tui.files.scenarios.catalog import scenario_of
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.files.sessions.local import LocalSession

ROOT = Path(__file__).parents[1]
SLOW_MODULE = re.compile(r"^pytestmark = \[?pytest\.mark\.slow", re.MULTILINE)


def pytest_configure(config: pytest.Config) -> None:
    """Build each scenario once: it is frozen, and games share it. That saves a fifth of the fast tests' time."""
    pytest.MonkeyPatch().setattr("westwall_tui.files.scenarios.catalog.scenario_of", built_once)
    keep_folders_in_memory()
    if not hasattr(config, "workerinput"):  # the workers of pytest-xdist start with the environment of their parent
        folder = tempfile.TemporaryDirectory(prefix="westwall-tests-")
        config.add_cleanup(folder.cleanup)
        os.environ["WESTWALL_TESTS"] = folder.name
    # A test without the fixture `folders` must not write into the saves of this checkout either.
    keep_in(Path(os.environ["WESTWALL_TESTS"], f"process-{os.getpid()}"), pytest.MonkeyPatch())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the club's tests first.

    They wait for servers and clocks; at the end, with nothing else left, processors would idle.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not item.nodeid.startswith("tests/club/"))


@cache
def built_once(texts: Texts, key: str, *, shipped: bool = False) -> LoadedScenario:
    """Return a scenario built from its texts, never from a cache on disk."""
    return build_scenario(texts, key, shipped=shipped)


built_once.__wrapped__ = scenario_of  # for tests that look at that cache


def keep_folders_in_memory() -> None:
    """Keep temporary folders in memory if there is plenty: each save is synced to disk, thousands in all."""
    memory = Path("/dev/shm")
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK):
        return
    room = os.statvfs(memory)
    if room.f_bavail * room.f_frsize > 4e9 and not room.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"], tempfile.tempdir = str(memory), None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip reading a module that is slow as a whole when slow tests are off: some load half the program."""
    skips = config.option.markexpr == "not slow" and collection_path.match("test_*.py")
    return bool(skips and SLOW_MODULE.search(collection_path.read_text(encoding="utf-8"))) or None


@pytest.fixture
def command(capsys):
    """Run a command of the command line, check its exit status, and return what it has written."""
    from westwall_tui.cli import main

    def run(*words: str, status: int = 0):
        assert main([*words]) == status
        return capsys.readouterr()

    return run


@pytest.fixture
def short_folder():
    """Yield a folder whose path is short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="w") as folder:
        yield Path(folder)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Keep the saves, settings and keys of a test in a folder of its own, and ignore the user's settings."""
    keep_in(tmp_path, monkeypatch)
    return tmp_path


def keep_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep all of a player's files in a folder."""
    monkeypatch.setenv("WESTWALL_SAVES", str(folder / "saves"))
    monkeypatch.setenv("WESTWALL_CONFIG", str(folder / "config"))
    for name in ("STATE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
    for name in ("GAMES", "SCENARIOS", "WORD", "TOKEN"):
        monkeypatch.delenv(f"WESTWALL_{name}", raising=False)


@pytest.fixture(scope="session")
def small_board(tmp_path_factory):
    """Return the name of a file with a small board: it takes much less time to draw than a battle's."""
    from tests.files.example import write_example

    return str(write_example(tmp_path_factory.mktemp("mills")).with_name("mills-board.toml"))


@pytest.fixture
def hosted(folders):
    """Host sessions in a thread of the test, in the test's folder or another one, and stop all of them at the end."""
    from tests.net.local import LocalHost

    hosts: list[LocalHost] = []

    def begin(session: LocalSession, folder: Path = folders, token: str = "") -> LocalHost:
        hosts.append(LocalHost(session, folder, token))
        return hosts[-1]

    yield begin
    for host in hosts:
        host.stop()


@pytest.fixture(autouse=True)
def advice_works(request, monkeypatch):
    """Fail a test if a guard hides a failure of advice, unless the test is about that (`advice_fails`)."""
    reports: list[str] = []
    monkeypatch.setattr("westwall_tui.files.disk.writing.report_once", reports.append)
    yield reports
    if request.node.get_closest_marker("advice_fails") is None:
        assert not reports, reports[0]
