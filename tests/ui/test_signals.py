"""The shell's signals on a pseudo-terminal (stop, continue, hang up, end): screen and terminal are restored."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no such signals", allow_module_level=True)

import termios

from benchmarks.terminal import Terminal
from tests.files.example import write_example
from tests.long import sample
from westwall_tui.ui.terminal.title import RESTORE, SAVE

pytestmark = pytest.mark.slow

SHELL = """
import fcntl, os, signal, subprocess, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-m", "westwall_tui", "play", sys.argv[1], "--seed", "3"], process_group=0)
if sys.argv[2] != "&":
    os.tcsetpgrp(0, child.pid)
while os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    print("STOPPED " + ("cooked" if termios.tcgetattr(0)[3] & termios.ECHO else "raw"), flush=True)
    input()
    os.tcsetpgrp(0, child.pid)
    os.kill(child.pid, signal.SIGCONT)
print("ENDED", flush=True)
"""
"""A shell that runs a program in the foreground or with `&`, reports its stop, and continues it at Enter."""
ON_A_LINE = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "westwall_tui", "play", sys.argv[1], "--seed", "3"])
"""
"""The program as `sshd` starts it, with its own terminal; a lost connection sends SIGHUP."""
TITLE = b"\x1b]2;westwall: "
COUNTER, PROMPT = "Combat Phase", "German"
"""Texts from all over the screen."""


@pytest.fixture
def scenario(tmp_path) -> str:
    return str(write_example(tmp_path))


def begun(command: list[str]) -> Terminal:
    terminal = Terminal(command)
    terminal.wait_for(COUNTER)
    terminal.settle(0.5)
    return terminal


@pytest.fixture
def in_shell(scenario) -> Iterator[Terminal]:
    with begun([sys.executable, "-c", SHELL, scenario, ""]) as terminal:
        yield terminal


@pytest.fixture
def alone(scenario) -> Iterator[Terminal]:
    """Start the program as `ssh -t host westwall` does, without a shell that could continue it."""
    command = [sys.executable, "-m", "westwall_tui", "play", scenario, "--seed", "3"]
    with begun(command) as terminal:
        yield terminal


def child_of(terminal: Terminal) -> int:
    pid = terminal.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def painted(terminal: Terminal, what: Callable[[], object]) -> None:
    """Check that after an action the whole screen is written again, and keys work as before."""
    at = len(terminal.output)
    what()
    terminal.wait_for(COUNTER, at)
    terminal.settle(0.5)
    assert b"\x1b[?1049h" in terminal.output[at:]
    assert terminal.output[at:].count(TITLE) == 1
    shown = terminal.text(at)
    assert PROMPT in shown
    assert len(shown) > 1000
    at = len(terminal.output)
    os.write(terminal.master, b"?")
    terminal.wait_for("Esc", at)
    os.write(terminal.master, b"\x1b")
    terminal.settle(0.5)


def without_title(terminal: Terminal) -> bool:
    """Return True if the program has restored the title of the window each time, and no title of its own is left."""
    output = bytes(terminal.output)
    return (
        output.count(SAVE.encode()) == output.count(RESTORE.encode()) > 0
        and TITLE not in output.rpartition(RESTORE.encode())[2]
    )


def status_of(terminal: Terminal) -> int | None:
    """Return the exit status, or None if the program does not end within ten seconds."""
    for _ in range(200):
        if terminal.process.poll() is not None:
            terminal.settle(0)  # its last output
            break
        terminal.idle(0.05)
    return terminal.process.returncode


def stopped(terminal: Terminal, at: int) -> None:
    """Check that the shell has the terminal, as it was before the game."""
    terminal.wait_for("STOPPED", at)
    terminal.settle()
    assert terminal.text(at).rstrip().endswith("STOPPED cooked")
    assert b"\x1b[?1049l" in terminal.output[at:]
    assert without_title(terminal)


through_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the game is found by way of /proc")


@through_proc
def test_stopped_and_continued(in_shell):
    for stop in ("key", "signal"):
        at = len(in_shell.output)
        if stop == "key":
            in_shell.press("\x1a")
        else:
            os.kill(child_of(in_shell), signal.SIGTSTP)
        stopped(in_shell, at)
        painted(in_shell, lambda: os.write(in_shell.master, b"\n"))
    at = len(in_shell.output)
    os.kill(child_of(in_shell), signal.SIGSTOP)  # the game cannot catch this signal
    in_shell.wait_for("STOPPED", at)
    painted(in_shell, lambda: os.write(in_shell.master, b"\n"))
    painted(in_shell, lambda: os.kill(child_of(in_shell), signal.SIGCONT))  # without a stop before it
    at = len(in_shell.output)
    in_shell.press("\x11")
    in_shell.wait_for("ENDED", at)
    assert termios.tcgetattr(in_shell.master)[3] & termios.ECHO


def test_started_in_the_background_it_waits_for_the_foreground(scenario):
    with Terminal([sys.executable, "-c", SHELL, scenario, "&"]) as terminal:
        terminal.wait_for("STOPPED cooked")
        assert b"\x1b[?1049h" not in terminal.output
        painted(terminal, lambda: os.write(terminal.master, b"\n"))


@through_proc
def test_killed_while_stopped_it_ends_and_does_not_touch_the_terminal(in_shell):
    game, at = child_of(in_shell), len(in_shell.output)
    in_shell.press("\x1a")
    stopped(in_shell, at)
    at = len(in_shell.output)
    for number in (signal.SIGTERM, signal.SIGCONT):  # as `kill %1` does
        os.kill(game, number)
    for _ in range(200):
        in_shell.idle(0.05)
        if Path(f"/proc/{game}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            break
    else:
        raise AssertionError("it has not ended")
    assert in_shell.output[at:] == b""


def test_without_a_shell_ctrl_z_does_not_stop_it(alone):
    painted(alone, lambda: os.write(alone.master, b"\x1a"))
    assert alone.process.poll() is None


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGHUP,
        signal.SIGTERM,
        *sample([signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM], [signal.SIGQUIT]),
    ],
)
def test_after_a_signal_the_terminal_is_as_before(alone, number):
    alone.process.send_signal(number)
    assert status_of(alone) == 0
    assert b"\x1b[?1049l" in alone.output
    assert without_title(alone)
    assert termios.tcgetattr(alone.master)[3] & termios.ECHO


@pytest.mark.parametrize("which", range(sample(4, 2)))
def test_a_lost_connection_hangs_up_and_continues_the_program_which_ends(alone, which):
    alone.process.send_signal(signal.SIGHUP)
    for _ in range(30):  # each try may come at another moment
        if alone.process.poll() is None:
            alone.process.send_signal(signal.SIGCONT)
        alone.idle(0.0005 * which)
    assert status_of(alone) == 0


def test_a_connection_lost_while_output_is_blocked_ends_the_program(scenario):
    with begun([sys.executable, "-c", ON_A_LINE, scenario]) as terminal:
        for _ in range(20):  # fill the output, which is not read
            terminal.type("R")
            time.sleep(0.05)
            terminal.type("\x1b")
            time.sleep(0.05)
        os.dup2(os.open(os.devnull, os.O_RDWR), terminal.master)  # the connection is gone
        terminal.process.wait(60)
    assert terminal.process.returncode == 0
