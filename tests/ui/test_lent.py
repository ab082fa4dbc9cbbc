"""The numbers that a terminal lends on a pseudo-terminal: at every way out it has them back."""

import os
import signal
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from benchmarks.terminal import XTERM, Terminal
from tests.files.example import write_example
from tests.long import sample
from tests.ui.test_signals import COUNTER, SHELL, child_of, painted, stopped, through_proc
from westwall_tui.ui.terminal.numbers import SETS, rgb_of

pytestmark = pytest.mark.slow

COLORS = {"TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "256"}
CRASHES = """
import sys
from westwall_tui.ui.screens.play.screen import PlayScreen
PlayScreen.on_key = lambda *_: 1 / 0
from westwall_tui.cli import main
sys.exit(main(sys.argv[1:]))
"""
OWN = {number: f"rgb:{number:02x}{number:02x}/1111/2222" for number in XTERM}
"""The colors of somebody who has chosen his own."""


def while_lent(*, drawn):
    """The numbers as a terminal has them while it lends them to the map."""
    colors = SETS["night", drawn].items()
    return OWN | {number: "rgb:" + "/".join(f"{part:02x}" * 2 for part in rgb_of(color)) for number, color in colors}


LENT, DRAWN = while_lent(drawn=False), while_lent(drawn=True)


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch):
    """No settings, saves and notes but these."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path / "settings.toml"))
    configure(tmp_path, 'terminals = "xterm-256color=ascii screen-256color=ascii"')


def configure(folder, *lines):
    (folder / "settings.toml").write_text("\n".join(("format = 1", 'kind = "settings"', *lines, "")))


@pytest.fixture
def game(tmp_path):
    return [sys.executable, "-m", "westwall_tui", "play", str(write_example(tmp_path)), "--seed", "3"]


def notes(tmp_path):
    return [*tmp_path.glob("state/westwall/terminals/*")]


def until(terminal, has_come):
    """Read until something has come about; false if it does not."""
    end = time.monotonic() + 30
    while not has_come() and time.monotonic() < end:
        terminal.idle(0.05)
    return has_come()


def begun(command, extra=None, numbers=OWN, colors=COLORS):
    terminal = Terminal(command, extra, colours=colors, numbers=numbers)
    terminal.wait_for(COUNTER)
    return terminal


def ended(terminal):
    """It has ended, and all that it has written is read."""
    found = until(terminal, lambda: terminal.process.poll() is not None)
    terminal.settle()
    return found


def quit_it(terminal):
    terminal.type("\x11")


def crash(terminal):
    terminal.type("x")


def send(name):
    return lambda terminal: terminal.process.send_signal(getattr(signal, name))


WAYS = {"quit": quit_it, "crash": crash, "HUP": send("SIGHUP"), "TERM": send("SIGTERM")}


@pytest.mark.parametrize("way", sample([*WAYS.values()], [*WAYS.values()][:3]), ids=sample([*WAYS], [*WAYS][:3]))
def test_at_every_way_out_they_are_as_they_were(game, tmp_path, way):
    command = [sys.executable, "-c", CRASHES, *game[3:]] if way is crash else game
    with begun(command) as terminal:
        assert until(terminal, lambda: terminal.numbers == LENT)
        assert len(notes(tmp_path)) == 1
        terminal.settle(0.5)
        way(terminal)
        assert ended(terminal)
        assert terminal.numbers == OWN
        assert notes(tmp_path) == []


@through_proc
def test_a_stopped_program_has_put_them_back_and_takes_them_again(game):
    with begun([sys.executable, "-c", SHELL, game[4], ""]) as terminal:
        assert until(terminal, lambda: terminal.numbers == LENT)
        terminal.settle(0.5)
        at = len(terminal.output)
        terminal.type("\x1a")
        stopped(terminal, at)
        assert terminal.numbers == OWN
        painted(terminal, lambda: os.write(terminal.master, b"\n"))
        assert until(terminal, lambda: terminal.numbers == LENT)
        at = len(terminal.output)
        os.kill(child_of(terminal), signal.SIGSTOP)  # of which the game learns nothing
        terminal.wait_for("STOPPED", at)
        assert terminal.numbers == LENT
        painted(terminal, lambda: os.write(terminal.master, b"\n"))
        assert until(terminal, lambda: terminal.numbers == LENT)
        terminal.type("\x11")
        terminal.wait_for("ENDED")
        assert terminal.numbers == OWN


AGAIN = """
import fcntl, os, signal, subprocess, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
for extra in ({}, {"NO_COLOR": sys.argv[2]}):
    child = subprocess.Popen(
        [sys.executable, "-m", "westwall_tui", "play", sys.argv[1]], process_group=0, env={**os.environ, **extra}
    )
    os.tcsetpgrp(0, child.pid)
    child.wait()
    os.tcsetpgrp(0, os.getpgrp())
    print("ENDED", flush=True)
    input()
"""
"""A shell in which a game is started twice, the second time perhaps without colors."""


@through_proc
@pytest.mark.parametrize("colorless", ["1", *sample([""], [])])
def test_after_a_kill_the_next_start_puts_them_back(game, tmp_path, colorless):
    with begun([sys.executable, "-c", AGAIN, game[4], colorless]) as terminal:
        assert until(terminal, lambda: terminal.numbers == LENT)
        terminal.settle(0.5)
        os.kill(child_of(terminal), signal.SIGKILL)
        terminal.wait_for("ENDED")
        assert terminal.numbers == LENT
        at = len(terminal.output)
        terminal.type("\n")
        assert until(terminal, lambda: b"\x1b]4;2;" + OWN[2].encode() in terminal.output[at:])
        assert until(terminal, lambda: terminal.numbers == (OWN if colorless else LENT))
        terminal.wait_for(COUNTER, at)
        terminal.settle(0.5)
        at = len(terminal.output)
        terminal.type("\x11")
        terminal.wait_for("ENDED", at)
        assert terminal.numbers == OWN
        assert notes(tmp_path) == []


def test_what_a_dropped_line_left_goes_back_to_the_settings_of_the_terminal(game):
    """There is no note for this terminal: the line was another one."""
    with Terminal(game, colours=COLORS, numbers=OWN) as terminal:
        terminal.numbers.update(LENT)
        terminal.wait_for(COUNTER)
        terminal.settle(0.5)
        quit_it(terminal)
        assert ended(terminal)
        assert terminal.numbers == OWN
        assert b"\x1b]104;2\x1b\\" in terminal.output


@pytest.mark.parametrize(
    ("extra", "colors"),
    [
        ({}, {"TERM": "screen-256color", "TEXTUAL_COLOR_SYSTEM": "256"}),
        ({"TMUX": "/run/tmux"}, COLORS),
        ({"off": "1"}, COLORS),
        *sample(
            [
                ({}, {**COLORS, "NO_COLOR": "1"}),
                ({}, {"TERM": "linux", "TEXTUAL_COLOR_SYSTEM": "256"}),
                ({}, {"TERM": "xterm-16color", "TEXTUAL_COLOR_SYSTEM": "standard"}),
            ],
            [],
        ),
    ],
)
def test_where_they_are_of_no_use_nothing_is_asked(game, tmp_path, extra, colors):
    if "off" in extra:
        configure(tmp_path, 'terminals = "xterm-256color=ascii"', "short_colors = false")
    with begun(game, {**extra, **colors}, colors=colors) as terminal:
        terminal.settle(0.5)
        assert b"\x1b]4;" not in terminal.output
        assert terminal.numbers == OWN


def test_a_terminal_that_does_not_answer_is_left_alone_and_nobody_waits_for_it(game):
    with begun(game, numbers={}) as terminal:
        terminal.settle(0.5)
        assert b"rgb:" not in terminal.output
        at = len(terminal.output)
        terminal.type("?")
        terminal.wait_for("Esc", at)


class Late(Terminal):
    """A terminal that answers for its numbers when it is told to."""

    waiting: list[bytes] | None = None

    def _answer_color(self, found):
        answer = super()._answer_color(found)
        if self.waiting is None or not answer:
            return answer
        self.waiting.append(answer)
        return b""


@pytest.mark.parametrize(
    "rubbish",
    [b"\x1b]4;1;what\x07\x1b]4;99;rgb:0/0/0\x1b\\\x1b]4;", *sample([b"", b"\x1b[?1;2c\x1b[?62;1c"], [])],
)
def test_answers_that_come_late_or_make_no_sense_are_no_keys(game, rubbish):
    """Nothing is lent then: the end of the row had come."""
    terminal = Late(game, colours=COLORS, numbers=OWN)
    terminal.waiting = []
    with terminal:
        terminal.wait_for(COUNTER)
        terminal.settle(0.5)
        at = len(terminal.output)
        assert terminal.waiting
        os.write(terminal.master, rubbish + b"".join(terminal.waiting))
        terminal.settle(0.5)
        assert terminal.numbers == OWN
        assert b"]4;" not in terminal.output[at:]
        assert len(terminal.output) == at, "no key has come"
        quit_it(terminal)
        assert ended(terminal)


def test_they_suit_the_map_that_is_chosen_and_come_back_with_ctrl_l(game, tmp_path):
    configure(tmp_path)
    with Terminal(game, colours=COLORS, numbers=OWN) as terminal:  # it asks how the map should look
        assert until(terminal, lambda: terminal.numbers == LENT)
        terminal.settle(0.5)
        terminal.type("2")
        assert until(terminal, lambda: terminal.numbers == DRAWN)
        terminal.wait_for(COUNTER)
        terminal.settle(0.5)
        terminal.numbers.update(OWN)  # something else on it has done that
        terminal.type("\x0c")
        assert until(terminal, lambda: terminal.numbers == DRAWN)
        quit_it(terminal)
        assert ended(terminal)
        assert terminal.numbers == OWN
