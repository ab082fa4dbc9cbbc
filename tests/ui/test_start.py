"""The terminals that the screen can start on: impossible sizes, Textual's own drivers, and a browser."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import IO

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from benchmarks.terminal import Terminal
from tests.long import sample

WESTWALL = [sys.executable, "-m", "westwall_tui"]
WEB = "textual.drivers.web_driver:WebDriver"
"""The driver that textual-serve sets for its programs."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"COLUMNS": "99999"}, "COLUMNS=99999 in the environment: the screen supports 72 to 1000 columns"),
        *sample(
            [
                ({"COLUMNS": "1"}, "COLUMNS=1 in the environment: the screen supports 72 to 1000 columns"),
                ({"LINES": "1"}, "LINES=1 in the environment: the screen supports 22 to 500 lines"),
            ],
            [],
        ),
    ],
)
def test_a_size_in_the_environment_that_no_screen_has_is_refused_in_a_sentence(environment, says):
    with Terminal(WESTWALL, environment) as terminal:
        assert terminal.process.wait(30) == 2
        terminal.settle()
        shown = " ".join(terminal.text().split())
        assert shown.startswith(f"westwall: {says}. Unset it")
        assert b"\x1b[?1049h" not in terminal.output


def test_a_terminal_that_is_far_too_large_is_refused_in_a_sentence():
    with Terminal(WESTWALL, size=(60_000, 24)) as terminal:
        assert terminal.process.wait(30) == 2
        terminal.settle()
        assert "the terminal has 60000 columns, but the screen supports at most 1000" in terminal.text()


def test_with_redirected_errors_the_screen_is_on_the_terminal(tmp_path):
    errors = tmp_path / "errors"
    with Terminal(["sh", "-c", f"exec {' '.join(WESTWALL)} 2>{errors}"]) as terminal:
        terminal.wait_for("New game")
        terminal.type("q")
        assert terminal.process.wait(30) == 0
    assert errors.read_text() == ""


@pytest.mark.parametrize(
    "how", [">/dev/null", "</dev/null", "<&-", ">&-", "2>&-", "</dev/null >/dev/null 2>/dev/null", "<&- >&- 2>&-"]
)
def test_without_a_terminal_for_input_or_output_there_is_no_screen(how):
    with Terminal(["sh", "-c", f"exec {' '.join(WESTWALL)} {how}"]) as terminal:
        assert terminal.process.wait(30) == 2
        terminal.settle()
        assert b"\x1b[?1049h" not in terminal.output
        assert re.search("needs a terminal|is closed", terminal.text()) or how.endswith(("2>/dev/null", ">&- 2>&-"))


def packets(stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """Return the packets of the web driver, each with its kind and content."""
    while head := stream.read(5):
        yield chr(head[0]), stream.read(int.from_bytes(head[1:], "big"))


def test_a_browser_shows_the_title_and_sends_keys():
    environment = {**os.environ, "TEXTUAL_DRIVER": WEB, "COLUMNS": "80", "ROWS": "24", "TERM_PROGRAM": "textual"}
    program = subprocess.Popen(WESTWALL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert program.stdin is not None
    assert program.stdout is not None
    shown = b""
    try:
        assert program.stdout.readline() == b"__GANGLION__\n"
        for kind, said in packets(program.stdout):
            if kind == "M" and json.loads(said)["type"] == "exit":
                program.stdin.write(b"M" + (15).to_bytes(4, "big") + b'{"type":"exit"}')
                program.stdin.flush()
            elif kind == "D":
                begun, shown = b"ew game" in shown, shown + said  # the letter before has an ink of its own
                if not begun and b"ew game" in shown:
                    program.stdin.write(b"D" + (1).to_bytes(4, "big") + b"q")
                    program.stdin.flush()
        assert program.wait(30) == 0
        assert b"ost a game" in shown
    finally:
        program.kill()
        program.wait()
        program.stdin.close()
        program.stdout.close()


DRIVERS = ("nowhere:Driver", ":", "textual.app:App", "textual.drivers.web_driver")


@pytest.mark.parametrize("driver", DRIVERS[: sample(4, 1)])
def test_an_unknown_driver_is_named_in_a_sentence(driver):
    run = subprocess.run(
        WESTWALL, env={**os.environ, "TEXTUAL_DRIVER": driver}, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 2
    assert run.stderr == f"TEXTUAL_DRIVER: {driver}: isn't a driver of Textual\n"
