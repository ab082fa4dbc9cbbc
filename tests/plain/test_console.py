"""Lines at a terminal, byte by byte, with the keys and completion of readline; and the command."""

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.commands import INTERRUPTED
from westwall_tui.plain.console import Console

ROOT = Path(__file__).parents[2]
CONTROLS = {8, 10, 13}
"""Line ends, and the backspace of a correction."""

pytestmark = pytest.mark.usefixtures("folders")
at_terminals = pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")


class Terminal:
    """A program at a terminal."""

    def __init__(self, *words: str, term: str = "xterm-256color") -> None:
        import pty

        self.written = b""
        self.process, self._end = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell ignores it
            os.chdir(ROOT)
            os.environ.update(TERM=term, INPUTRC=os.devnull)
            os.execv(sys.executable, [sys.executable, "-m", "westwall_tui", *words])

    def read(self, *wanted: bytes, seconds: float = 60) -> bytes:
        """Return the output since the last call, as soon as it has all the `wanted` texts, in this order.

        A prompt must be at the end. Readline repeats the prompt during typing, so name the answer before it.
        """
        start, end = len(self.written), time.monotonic() + seconds

        def is_there() -> bool:
            at = start
            for each in wanted:
                at = self.written.find(each, at) + len(each)
                if at < start + len(each):
                    return False
            return not wanted[-1].endswith(b": ") or self.written.endswith(wanted[-1])

        while not is_there():
            assert time.monotonic() < end, self.written[start:]
            if select.select([self._end], [], [], 0.2)[0]:
                try:
                    found = os.read(self._end, 65536)
                except OSError:
                    break
                if not found:
                    break
                self.written += found
        return self.written[start:]

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._end, keys)

    def _wait_until_it_waits(self) -> None:
        """Wait until the system says twice in a row that the program sleeps, with no processor time in between."""
        seen: list[str] = []
        stat = Path(f"/proc/{self.process}/stat")
        while stat.exists() and (now := stat.read_text().rpartition(")")[2].split()[:16]) != seen:
            if now[0] == "Z":
                return  # it has already ended
            seen = now if now[0] == "S" else []
            time.sleep(0.05)

    def status(self, key: bytes = b"") -> int:
        """Return the exit status. CPython loses a Ctrl+C while readline begins to read, so the key is pressed again."""
        for seconds in (3, 15, 60) if key else (60,):
            self._wait_until_it_waits()
            self.type(key)
            with suppress(AssertionError):
                self.read(b"\0", seconds=seconds)
                break
        else:
            raise AssertionError(f"it has not ended: {self.written[-200:]!r}")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@at_terminals
@pytest.mark.slow
@pytest.mark.parametrize("term", ["xterm-256color", "dumb", "vt100"])
def test_no_escape_sequence_is_written(term):
    """Readline can write some at its start (`ESC [ ? 1034 h`) and around each line (`ESC [ ? 2004 h`)."""
    at = Terminal("play", "spearhead", "--plain", "--seed", "3", "--computer", "US=1", term=term)
    at.read(b"German: ")
    at.type(b"loo\t13")
    at.read(b"look 13")
    at.type(b"\x1b[D\x1b[D\x1b[C\x1b[C17\r")
    at.read(b"1317 Bastogne, town", b"German: ")
    at.type(b"en\t")
    at.read(b"You can continue with enemies, enter.", b"German: en")
    at.type(b"ter 1/304 2913 aller\t")
    at.read(b"2813")
    at.type(b"\r")
    at.read(b"German 1/304 enters", b"German: ")
    at.type(b"quit\r")
    assert at.status() == 0
    assert b"\x1b" not in at.written
    assert {byte for byte in at.written if byte < 32 or byte == 127} <= CONTROLS
    at.written.decode("ascii")
    assert LocalSession.resume(find_save("bastogne-spearhead")).game.log[-1] == "enter 1/304 2913 2813"


@at_terminals
@pytest.mark.slow
@pytest.mark.parametrize(("key", "status"), [(b"\x03", INTERRUPTED), (b"\x04", 0)])
def test_it_is_saved_however_it_ends(key, status):
    at = Terminal("play", "spearhead", "--plain")
    at.read(b"U.S.: ")
    at.type(b"deploy 52 2614\r")
    at.read(b"\n", b"U.S.: ")
    assert at.status(key) == status
    assert b"The game is saved. To continue, run:" in at.written
    assert b"Traceback" not in at.written
    assert LocalSession.resume(find_save("bastogne-spearhead")).game.log == ["deploy 52 2614"]


@at_terminals
@pytest.mark.slow
def test_a_terminal_that_can_do_nothing_is_told_of_plain_lines():
    at = Terminal("play", "spearhead", term="dumb")
    assert at.status() == UNUSABLE
    assert b"westwall play SCENARIO --plain" in at.written
    assert b"\x1b" not in at.written


@at_terminals
@pytest.mark.slow
def test_lines_are_no_longer_than_the_terminal_is_wide():
    at = Terminal("play", "spearhead", "--plain")
    at.read(b"U.S.: ")
    at.type(b"briefing\r")
    output = at.read(b"\n", b"U.S.: ").decode()
    assert max(len(line) for line in output.splitlines()) <= 80


# -- through a pipe


def run(words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a shell."""
    line = f"'{sys.executable}' -m westwall_tui {words}"
    return subprocess.run(
        ["sh", "-c", line], cwd=ROOT, input=text, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.slow
def test_a_byte_order_mark_in_a_pipe_is_dropped():
    source = io.StringIO("\ufeffdone\n\ufeffmap\n")
    console = Console(source, io.StringIO())
    assert [console.ask(""), console.ask(""), console.ask("")] == ["done", "map", None]


def test_a_pipe_gets_only_printable_characters_and_line_ends():
    done = run("play spearhead --plain --seed 3", "deploy auto\ndone\n\nmap\nbriefing\n\x1b[31m\nlook \x00\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert re.fullmatch(r"[\x20-\x7e\n]*", done.stdout)
    again = run("resume --plain", "news\n")
    assert "unit 52 is set up at 2614 Longvilly." in again.stdout


@at_terminals
@pytest.mark.slow
def test_a_game_whose_output_is_closed_is_saved():
    done = run("play spearhead --plain 2>&1 >/dev/full", "deploy 52 2614\n")
    assert done.returncode == UNUSABLE
    assert "Traceback" not in done.stdout
    westwall = f"'{sys.executable}' -m westwall_tui"
    line = f"(echo deploy 52 2614; sleep 2; echo map; echo map) | {westwall} play spearhead --plain"
    done = subprocess.run(
        ["sh", "-c", f"{{ {line}; echo status $? >&2; }} | head -6 >/dev/null"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert "The game is saved. To continue, run: westwall resume bastogne-spearhead.toml --plain" in done.stderr
    assert "status 0" in done.stderr
    assert "Traceback" not in done.stderr
    assert LocalSession.resume(find_save("bastogne-spearhead")).game.log == ["deploy 52 2614"]


@at_terminals
@pytest.mark.slow
def test_a_lesson_whose_output_is_closed_says_how_to_continue():
    line = f"(echo look noville; sleep 2; echo again; echo again) | '{sys.executable}' -m westwall_tui learn 1 --plain"
    done = subprocess.run(
        ["sh", "-c", f"{line} | head -3 >/dev/null"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.stderr.endswith(
        "the output was closed. To continue the lesson at this step, run: westwall learn --plain\n"
    )


@at_terminals
@pytest.mark.slow
def test_closed_standard_input_is_refused():
    done = run("play spearhead --plain <&-")
    assert (done.returncode, done.stdout) == (UNUSABLE, "")
    assert done.stderr == "westwall: standard input is closed, and --plain reads your orders there\n"


@pytest.mark.slow
def test_no_screen_is_loaded():
    code = (
        "import io, sys; sys.stdin = io.StringIO('deploy auto\\ndone\\n\\nmap\\nhint\\nnews\\nquit\\n')\n"
        "from westwall_tui import cli; cli.main(['play', 'spearhead', '--plain', '--computer', 'US=1'])\n"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('textual', 'rich', 'asyncio')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_plain_lines_are_not_loaded_for_the_screen():
    code = (
        "import sys; from westwall_tui import cli, commands; import westwall_tui.ui.app"
        "; import westwall_tui.ui.screens.play.screen"
    )
    code += "; print([name for name in sys.modules if name.startswith('westwall_tui.plain') or name == 'readline'])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "[]\n"


def test_letters_lose_their_accents_where_the_output_has_none():
    import io

    written_as = {"ascii": b"Hurtgen\n", "utf-8": b"H\xc3\xbcrtgen\n", "latin-1": b"H\xfcrtgen\n"}
    for encoding, wanted in written_as.items():
        written = io.BytesIO()
        out = io.TextIOWrapper(written, encoding=encoding)
        Console(io.StringIO(), out).say("H\u00fcrtgen")
        assert written.getvalue() == wanted


def test_the_command_in_this_process(monkeypatch, command):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("deploy auto\nquit\n"))
    assert "unit 52 is set up at 2614 Longvilly." in command("play", "spearhead", "--plain").out
