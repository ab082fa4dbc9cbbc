"""Queries to a terminal, and its answers, which are taken out of the typed bytes.

When the program takes the terminal, it asks whether it has left and right margins (DECRQM), and does not wait for the
answer. It also asks what the terminal is (DA1), which every terminal answers: so its answers are complete.

Later the program asks for its status (DSR). The terminal answers once it has shown everything written before: so the
program knows what the player has seen, even over a slow connection.
"""

import re
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from westwall_tui.ui.terminal.internals import get_time

ASK_WHAT = "\x1b[c"
"""What every terminal answers."""
ASK_IF_SHOWN = "\x1b[5n"
"""Query that a terminal answers once it has shown everything written before."""
ASK_FOR_MARGINS = "\x1b[?69$p"


class ModeReport(NamedTuple):
    """How a mode is that it was asked for."""

    number: int
    state: int


class Identity(NamedTuple):
    """What the terminal is: the end of its answers."""


class Ready(NamedTuple):
    """The answer that everything written before the query is shown."""


Answer = ModeReport | Identity | Ready

_ANSWER = rb"\x1b\[\?(?P<identity>[0-9;]{0,80})c|\x1b\[\?(?P<mode>69);(?P<state>[0-4])\$y|\x1b\[(?P<ready>[03])n"
_CUT = rb"\x1b(?:\[(?:\?[0-9;]{0,80}\$?|[03])?)?\Z"
"""An answer of which the rest may still come."""
_NO_KEY = b"\x1b[?"
"""No key begins like this."""
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
        rest = re.sub(_ANSWER, b"", read)
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
    return Identity()


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
