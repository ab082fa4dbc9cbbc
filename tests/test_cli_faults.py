"""A file that cannot be reached, read or written costs one sentence and status 2, in every command."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.files.example import write_example
from tests.long import sample
from tests.test_cli import screen  # noqa: F401  a fixture
from westwall_tui import cli
from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.faults import LINE
from westwall_tui.referee import LONGEST_LINE

ROOT = Path(__file__).parents[1]
LONG = "x" * 5000
COMMANDS = (["list"], ["resume"], ["resume", "mine"], ["play", "spearhead"])


pytestmark = pytest.mark.usefixtures("folders")


def one_sentence(capsys, arguments) -> str:
    """Return the error message of a command: it must be one line without a traceback."""
    assert cli.main(arguments) == UNUSABLE
    output: str = capsys.readouterr().err
    assert output.count("\n") == 1
    assert len(output) < 3 * LINE
    return output


# -- files and folders


@pytest.mark.parametrize("command", ["play", "resume", "referee", "board"])
@pytest.mark.parametrize("ending", ["", ".toml"])
def test_names_of_thousands_of_characters(screen, capsys, command, ending):  # noqa: F811
    assert "File name too long" in one_sentence(capsys, [command, LONG + ending])
    assert screen == []


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize("name", ["~nobody-of-that-name", "~nobody-of-that-name/saves"])
def test_an_unknown_users_home_folder(capsys, screen, monkeypatch, arguments, name):  # noqa: F811
    monkeypatch.setenv("WESTWALL_SAVES", name)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    output = one_sentence(capsys, arguments)
    assert output == f"WESTWALL_SAVES: {name!r} cannot be used: there is no such home folder\n"
    assert screen == []


@pytest.mark.parametrize("arguments", [["host", "spearhead"], ["join"], ["join", "--list"], ["watch"]])
def test_games_in_an_unknown_users_home_folder(capsys, monkeypatch, arguments):
    wanted = "--folder or WESTWALL_GAMES: '~nobody-of-that-name' cannot be used: there is no such home folder\n"
    assert one_sentence(capsys, [*arguments, "--folder", "~nobody-of-that-name"]) == wanted
    monkeypatch.setenv("WESTWALL_GAMES", "~nobody-of-that-name")
    assert one_sentence(capsys, arguments) == wanted


@pytest.fixture
def no_home_folder(monkeypatch, tmp_path):
    """Run as a user without a home folder, as in a bare container, with the game installed instead of in a checkout."""
    for name in ("HOME", "WESTWALL_SAVES", "WESTWALL_CONFIG", "WESTWALL_GAMES", *XDG):
        monkeypatch.delenv(name, raising=False)

    def unknown(_: object) -> object:
        raise KeyError("uid not found")

    monkeypatch.setattr("pwd.getpwuid", unknown)
    package = tmp_path / "westwall_tui"
    package.mkdir()
    (package / "_scenarios").symlink_to(ROOT / "scenarios")
    monkeypatch.setattr("westwall_tui.files.disk.folders._HERE", package)


XDG = [f"XDG_{name}" for name in ("CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "RUNTIME_DIR", "STATE_HOME")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no module pwd")
@pytest.mark.parametrize("arguments", [["list"], ["resume"], ["resume", "a"], ["play", "relief"]])
def test_without_a_home_folder_a_message_says_what_to_name(no_home_folder, screen, capsys, monkeypatch, arguments):  # noqa: F811
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "name a folder with WESTWALL_SAVES" in one_sentence(capsys, arguments)
    assert screen == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no module pwd")
def test_a_user_without_a_home_folder_sees_boards_with_a_remark(no_home_folder, command):
    assert "name a folder with WESTWALL_CONFIG" in command("board", "bastogne", "--size", "small").err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no module pwd")
def test_a_user_without_a_home_folder_can_host_with_named_folders(no_home_folder, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("WESTWALL_GAMES", str(tmp_path / "games"))
    assert "name a folder with XDG_STATE_HOME" in one_sentence(capsys, ["host", "relief"])


def test_older_platformdirs_returned_a_folder_called_tilde(no_home_folder, capsys, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: "~/.local/share/westwall")
    assert "name a folder with WESTWALL_SAVES" in one_sentence(capsys, ["list"])


@pytest.mark.parametrize("zone", ["XXX-24:59", "XXX167"])
def test_an_unknown_time_zone_hides_no_save(monkeypatch, capsys, zone):
    monkeypatch.setenv("TZ", zone)
    monkeypatch.setenv("WESTWALL_SAVES", str(ROOT / "tests" / "saves"))
    time.tzset()
    try:
        assert cli.main(["list"]) == 0
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()
    assert "v1" in capsys.readouterr().out


@pytest.mark.slow
def test_settings_fall_back_with_a_remark(command, monkeypatch):
    for config in ("~nobody-of-that-name", LONG):
        monkeypatch.setenv("WESTWALL_CONFIG", config)
        output = command("board", "bastogne", "--size", "small")
        assert len(output.out.splitlines()) > 30
        assert output.err.startswith("remark: ")
        assert output.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["list"], ["resume"], ["resume", "mine"]])
@pytest.mark.parametrize("kind", ["a file", "a loop", "closed"])
def test_folders_that_cannot_be_reached(screen, capsys, monkeypatch, tmp_path, arguments, kind):  # noqa: F811
    saves = tmp_path / "saves"
    wanted = "Permission denied"
    if kind == "a file":
        saves.write_text("")
        wanted = "Not a directory" if len(arguments) == 1 else "is neither a file nor a saved game in"
    elif kind == "a loop":
        saves.symlink_to(saves)
        wanted = "Too many levels of symbolic links"
    elif os.geteuid():
        saves.mkdir(mode=0)
    else:  # root can open everything
        monkeypatch.setattr("os.scandir", _denied)
        monkeypatch.setattr("pathlib.Path.stat", _denied)
    assert wanted in one_sentence(capsys, arguments)
    assert screen == []


def _denied(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_picture_that_cannot_be_written(capsys, small_board):
    assert "File name too long" in one_sentence(capsys, ["board", small_board, "--svg", LONG])


LITTLE_ROOM = """
import resource, sys
from westwall_tui import cli, commands
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
sys.exit(cli.main(["board", sys.argv[1], "--svg", sys.argv[2]]))
"""


@pytest.mark.slow
def test_a_picture_that_fills_the_disk_leaves_the_old_one(tmp_path, small_board):
    picture = tmp_path / "b.svg"
    picture.write_text("<svg>old</svg>")
    run = subprocess.run(
        [sys.executable, "-c", LITTLE_ROOM, small_board, str(picture)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (2, f"{picture} cannot be written: File too large\n")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("b.svg", "<svg>old</svg>")]


@pytest.mark.slow
def test_a_picture_can_be_written_to_a_pipe(small_board):
    run = subprocess.run(
        [sys.executable, "-m", "westwall_tui", "board", small_board, "--svg", "/dev/stdout"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.startswith("<svg")


def test_check_continues_with_the_other_files_and_returns_its_status(capsys, command, tmp_path):
    write_example(tmp_path)
    first, second = command("check", LONG, str(tmp_path / "mills.toml"), status=1).out.splitlines()
    assert first.endswith("x cannot be read: File name too long")
    assert second.endswith("good (scenario)")
    with pytest.raises(SystemExit, match="0"):
        cli.main(["check", "--help"])
    output = " ".join(capsys.readouterr().out.split())
    assert "The exit status is 0 if every file is good, 1 if one has a fault" in output


# -- typed input


@pytest.mark.parametrize("words", [["list"], ["check", "x", "--option"], []], ids=" ".join)
def test_an_unexpected_argument_is_quoted_on_one_line_and_escaped(capsys, words):
    with pytest.raises(SystemExit, match="2"):
        cli.main([*words, "a\x1b[31mb\nc" + "x" * 5000])
    error = capsys.readouterr().err.partition("error: ")[2]
    assert error.count("\n") == 1
    assert "\x1b" not in error
    assert len(error) < 2 * LINE


@pytest.mark.slow
def test_an_endless_line_is_refused_and_not_repeated(tmp_path):
    path = write_example(tmp_path)
    lines = ["x" * 20_000_000, "?" + "y" * 9000, "move " + "z" * 9000 + " 0101", "x" * LONGEST_LINE, "?prompt"]
    run = subprocess.run(
        [sys.executable, "-m", "westwall_tui", "referee", str(path), "--seed", "3"],
        cwd=ROOT, input="\n".join(lines), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    answers = run.stdout.splitlines()[1:]
    assert answers[0] == f"refused syntax: the line is longer than {LONGEST_LINE} characters"
    assert [answer.split(":")[0] for answer in answers[1:4]] == ["refused syntax", "refused 4.1", "refused syntax"]
    assert all(len(answer) < 3 * LINE for answer in answers)
    assert answers[4].startswith("ok combat")


# -- bugs


def break_command(monkeypatch, *words):
    def fails(_):
        raise ValueError("a bug")

    monkeypatch.setattr(sys, "argv", ["westwall", *words])
    monkeypatch.setattr(cli, "_command", fails)


def test_a_bug_in_any_command_gets_a_sentence_and_an_error_report(monkeypatch, capsys, folders):
    break_command(monkeypatch, "play", "spearhead", "--plain")
    assert cli.main() == 1
    errors, report = capsys.readouterr().err, folders / "saves" / "error-report.txt"
    assert errors == f"westwall: the program ended because of a bug. The details are in {report}.\n"
    assert "ValueError: a bug" in report.read_text(encoding="utf-8")


def test_a_servers_log_has_the_full_traceback_of_a_bug(monkeypatch):
    break_command(monkeypatch, "web")
    with pytest.raises(ValueError, match="a bug"):
        cli.main()


@pytest.mark.parametrize(
    "arguments", [["join", "somewhere", "--password"], ["mail", "--new", "spearhead", "--as", "US", "--with", "Eve"]]
)
def test_closed_standard_input_gets_no_questions(monkeypatch, capsys, arguments):
    monkeypatch.setattr("sys.stdin", None)
    one_sentence(capsys, arguments)


# -- streams

WESTWALL = f"'{sys.executable}' -m westwall_tui"
CLOSED = [
    ("referee spearhead <&-", "westwall: standard input is closed, and the referee reads orders there"),
    ("referee spearhead >&- </dev/null", "westwall: standard output is closed"),
    ("list >&-", "westwall: standard output is closed"),
    ("board bastogne >&-", "westwall: standard output is closed"),
    ("<&-", "westwall: the screen needs a terminal"),
    ("join somewhere --password <&-", "--password: there is no keyboard to type it at; set WESTWALL_PASSWORD"),
    ("list > /dev/full", "westwall: standard output: No space left on device"),
    ("board bastogne > /dev/full", "westwall: standard output: No space left on device"),
    ("referee spearhead > /dev/full < /dev/null", "westwall: standard output: No space left on device"),
    ("check scenarios/arnhem/board.toml > /dev/full", "westwall: standard output: No space left on device"),
    ("--version > /dev/full", "westwall: standard output: No space left on device"),
    ("list --help > /dev/full", "westwall: standard output: No space left on device"),
    ("host relief > /dev/full", "westwall: standard output: No space left on device"),
]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")
@pytest.mark.parametrize(
    ("words", "wanted"), CLOSED[:: sample(1, 2)], ids=[words for words, _ in CLOSED[:: sample(1, 2)]]
)
def test_closed_streams(words, wanted):
    if "/dev/full" in words and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    run = subprocess.run(
        ["sh", "-c", f"{WESTWALL} {words}"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == UNUSABLE
    assert run.stderr.startswith(wanted)
    assert run.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")
@pytest.mark.parametrize("words", ["resume nothing 2>&-", "resume nothing 2>/dev/full"])
def test_a_closed_standard_error(words):
    run = subprocess.run(["sh", "-c", f"{WESTWALL} {words}"], cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert (run.returncode, run.stdout, run.stderr) == (UNUSABLE, b"", b"")
