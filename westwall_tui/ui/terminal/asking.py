"""Queries to a terminal, and its answers, which are taken out of the typed bytes.

When the program takes the terminal, it asks for its abilities, and does not wait for the answers:
whether it has left and right margins (DECRQM), moves columns between them (DA1: the extension of VT420s for horizontal
scrolling), and whether its tabs stop at every eighth column. Stops are set there (HTS), where all terminals have them
from the start; somebody may have set others between them, so it goes from stop to stop, and is asked each time in which
column it is (CPR). DA1, which every terminal answers, ends the row of its answers. What it answers of its colors is for
`lending.py`.

Later the program asks for its status (DSR). The terminal answers once it has shown everything written before: so the
program knows what the player has seen, even over a slow connection.
"""

import re
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from textual._time import get_time

from westwall_tui.ui.terminal.ways import STOP

ASK_WHAT = "\x1b[c"
"""What every terminal answers."""
ASK_IF_SHOWN = "\x1b[5n"
"""Query that a terminal answers once it has shown everything written before."""
ASK_FOR_MARGINS = "\x1b[?69$p"
SET_STOP, ASK_AT_STOP = f"\x1b[{STOP}C\x1bH", "\t\x1b[6n"
"""Goes to the next eighth column, and has tabs stop there; goes to the next stop, and asks in which column that is."""
SCROLLS_SIDEWAYS = 21
"""The extension for horizontal scrolling, by its number in what a terminal is."""


class Color(NamedTuple):
    """A number's color. tmux 3.3 leaves the number out, which is -1 then."""

    number: int
    color: str


class ModeReport(NamedTuple):
    """How a mode is that it was asked for."""

    number: int
    state: int


class Column(NamedTuple):
    """Where its cursor is in the second line; no key is written so, as F3 is where that is the first."""

    number: int


class Extensions(NamedTuple):
    """What it is, and what else it knows: the end of a row of answers."""

    numbers: frozenset[int]


class Ready(NamedTuple):
    """The answer that everything written before the query is shown."""


Answer = Color | ModeReport | Column | Extensions | Ready

_ANSWER = (
    rb"\x1b\]4;(?:(?P<number>[0-9]{1,3});)?(?P<color>[ -~]{0,64})(?:\x07|\x1b\\)|\x1b\[\?(?P<extensions>[0-9;]{0,80})c"
    rb"|\x1b\[\?(?P<mode>69);(?P<state>[0-4])\$y|\x1b\[2;(?P<column>[0-9]{1,4})R|\x1b\[(?P<ready>[03])n"
)
_CUT = rb"\x1b(?:\](?:4[ -~]{0,70}\x1b?)?|\[(?:\?[0-9;]{0,80}\$?|2(?:;[0-9]{0,4})?|[03])?)?\Z"
"""An answer of which the rest is still to come, perhaps."""
_NO_KEY = b"\x1b]4", b"\x1b[?"
"""So begins no key."""
_BROKEN = rb"\x1b\]4;[ -~]*(?=[^ -~\x07\x1b]|\x1b[^\\])"
"""An answer into which something else has come."""
_AFTER_READY = rb"(?<=\x1b\[[03]n)"
_LOST = 1.0
"""Seconds after which the rest does not come any more."""


def up_to_ready(read: bytes) -> Sequence[bytes]:
    """Split bytes after each `Ready`: those before it were typed before the player could see the screen."""
    return re.split(_AFTER_READY, read)


class Answers:
    """Takes a terminal's answers out of what is typed."""

    def __init__(self) -> None:
        self._found: list[Answer] = []
        self._cut, self._since = b"", 0.0

    def typed(self, read: bytes, *, waits: bool) -> bytes:
        """What of the bytes that were read was typed; `waits`: whether answers are under way."""
        read, self._cut = self._cut + read, b""
        self._found += [_answer_in(found) for found in re.finditer(_ANSWER, read)]
        rest = re.sub(_BROKEN, b"", re.sub(_ANSWER, b"", read))
        cut = re.search(_CUT, rest)
        if cut is None or not (waits or cut[0].startswith(_NO_KEY)):
            return rest
        self._cut, self._since = cut[0], monotonic()
        return rest[: cut.start()]

    def given_up(self) -> bytes:
        """Nothing came for a moment: what was kept back, if it may be a key. What is lost of an answer is dropped."""
        cut, is_key = self._cut, not self._cut.startswith(_NO_KEY)
        if is_key or monotonic() > self._since + _LOST:
            self._cut = b""
        return cut if is_key else b""

    def taken(self) -> Sequence[Answer]:
        """The answers that have come since they were last taken."""
        found, self._found = self._found, []
        return found


def _answer_in(found: re.Match[bytes]) -> Answer:
    parts = found.groupdict()
    if parts["mode"] is not None:
        return ModeReport(int(parts["mode"]), int(parts["state"]))
    if parts["ready"] is not None:
        return Ready()
    if parts["column"] is not None:
        return Column(int(parts["column"]))
    if parts["extensions"] is not None:
        return Extensions(frozenset(int(number) for number in parts["extensions"].split(b";") if number))
    return Color(int(parts["number"] or -1), parts["color"].decode())


class Survey:
    """What a terminal can, as it answers."""

    def __init__(self, width: int, *, margins: bool = True, tabs: bool = True) -> None:
        """`width`: of its screen. `margins`, `tabs`: whether it is asked for them."""
        self.waits = True
        """True while answers may still come."""
        self.has_margins = False
        """True if it has left and right margins (`updates.py`)."""
        self.has_columns = False
        """True if it moves columns between them."""
        self.has_tabs = False
        """True if its tabs stop at every eighth column (`ways.py`); they do where it never says in which it is."""
        stops = range(STOP, width, STOP) if tabs else ()
        self._columns, self._found = [stop + 1 for stop in stops], list[int]()
        tabbing = f"{SET_STOP * len(stops)}\r{ASK_AT_STOP * len(stops)}" if stops else ""
        self.questions = "\x1b[2;1H" + tabbing + (ASK_FOR_MARGINS if margins else "") + ASK_WHAT
        """What is to be written."""

    def hear(self, answer: Answer) -> None:
        """An answer of the terminal."""
        match answer:
            case ModeReport(69, state):
                self.has_margins = state in (1, 2)  # set or not, but no mode that it does not know, or never has
            case Column(number):
                self._found.append(number)
            case Extensions(numbers):
                self.has_columns = self.has_margins and SCROLLS_SIDEWAYS in numbers
                self.has_tabs = bool(self._columns) and self._found in ([], self._columns)
                self.waits = False


MUTE = 1.0
"""Seconds after which output counts as shown on a terminal that never answers."""
SLOW = 5.0
"""Seconds after which output counts as shown on one that does answer: an answer may be lost."""


class Sight:
    """A watch that reports when the terminal has shown the output."""

    def __init__(self, loop: AbstractEventLoop, write: Callable[[str], object]) -> None:
        self._loop, self._write = loop, write
        self._then: Callable[[float], object] | None = None
        self._limit: TimerHandle | None = None
        self._unanswered = 0
        self.answers = False
        """True if the terminal has answered anything lately."""

    def when_shown(self, then: Callable[[float], object]) -> None:
        """Call `then` with the time, once everything written so far is shown; a later call replaces it."""
        self._then = then
        if self._limit is not None:
            self._limit.cancel()
        self._limit = self._loop.call_later(SLOW if self.answers else MUTE, self._give_up)
        self._unanswered += 1
        self._write(ASK_IF_SHOWN)

    def hear(self, at: float) -> None:
        """Count one answer of the terminal, at a time."""
        self.answers = True
        self._unanswered = max(0, self._unanswered - 1)
        if not self._unanswered:
            self._go_on(at)

    def _give_up(self) -> None:
        self.answers, self._unanswered = False, 0
        self._go_on(get_time())

    def _go_on(self, at: float) -> None:
        if self._limit is not None:
            self._limit.cancel()
        then, self._then, self._limit = self._then, None, None
        if then is not None:
            then(at)
