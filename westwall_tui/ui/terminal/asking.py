"""Queries to a terminal, and its answers, which are removed from the typed bytes.

When the program takes the terminal, it asks for left and right margins (DECRQM) and for the terminal's identity (DA1).
It does not wait. Every terminal answers DA1, so that answer ends all answers to the first queries.

Later the program asks for the terminal's status (DSR). The terminal answers once it has shown everything written
before, so the program knows what the player has seen, even over a slow connection.
"""

import re
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from westwall_tui.ui.terminal.internals import get_time

ASK_WHAT = "\x1b[c"
"""Query that every terminal answers (DA1)."""
ASK_IF_SHOWN = "\x1b[5n"
"""Query that a terminal answers once it has shown everything written before the query (DSR)."""
ASK_FOR_MARGINS = "\x1b[?69$p"
CLIPBOARD = b"52"
"""The number in an identity, after the terminal's class, that stands for a clipboard that programs may set (OSC 52)."""


class ModeReport(NamedTuple):
    """The answer about one mode of the terminal."""

    number: int
    state: int


class Identity(NamedTuple):
    """The terminal's identity, which ends its answers."""

    has_clipboard: bool = False
    """True if programs may put text on the terminal's clipboard."""


class Ready(NamedTuple):
    """The answer that the terminal has shown everything written before the query."""


Answer = ModeReport | Identity | Ready

_ANSWER = rb"\x1b\[\?(?P<identity>[0-9;]{0,80})c|\x1b\[\?(?P<mode>69);(?P<state>[0-4])\$y|\x1b\[(?P<ready>[03])n"
_CUT = rb"\x1b(?:\[(?:\?[0-9;]{0,80}\$?|[03])?)?\Z"
"""The beginning of an answer whose rest may still come."""
_NO_KEY = b"\x1b[?"
"""Bytes with which no key begins."""
_AFTER_READY = rb"(?<=\x1b\[[03]n)"
_LOST = 1.0
"""Seconds after which the rest of an answer counts as lost."""


def up_to_ready(read: bytes) -> Sequence[bytes]:
    """Split bytes after each `Ready`. Keys before a `Ready` were typed before the player could see the screen."""
    return re.split(_AFTER_READY, read)


class Answers:
    """A filter that removes a terminal's answers from the bytes that are read."""

    def __init__(self) -> None:
        self._found: list[Answer] = []
        self._cut, self._since = b"", 0.0

    def typed(self, read: bytes, *, waits: bool) -> bytes:
        """Return the typed bytes among those that were read; `waits` is True while answers are expected."""
        read, self._cut = self._cut + read, b""
        self._found += [_answer_in(found) for found in re.finditer(_ANSWER, read)]
        rest = re.sub(_ANSWER, b"", read)
        cut = re.search(_CUT, rest)
        if cut is None or not (waits or cut[0].startswith(_NO_KEY)):
            return rest
        self._cut, self._since = cut[0], monotonic()
        return rest[: cut.start()]

    def given_up(self) -> bytes:
        """Return the bytes kept back so far if they may be a key, because nothing followed them.

        If the rest of an answer is lost, drop the part of that answer that was kept back.
        """
        cut, is_key = self._cut, not self._cut.startswith(_NO_KEY)
        if is_key or monotonic() > self._since + _LOST:
            self._cut = b""
        return cut if is_key else b""

    def taken(self) -> Sequence[Answer]:
        """Return the answers since the last call."""
        found, self._found = self._found, []
        return found


def _answer_in(found: re.Match[bytes]) -> Answer:
    parts = found.groupdict()
    if parts["mode"] is not None:
        return ModeReport(int(parts["mode"]), int(parts["state"]))
    if parts["ready"] is not None:
        return Ready()
    return Identity(CLIPBOARD in parts["identity"].split(b";")[1:])


MUTE = 1.0
"""Seconds after which output counts as shown on a terminal that never answers."""
SLOW = 5.0
"""Seconds after which output counts as shown on a terminal that does answer, since an answer may be lost."""


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
        """Call `then` with the time once everything written so far is shown. A later call replaces an earlier one."""
        self._then = then
        if self._limit is not None:
            self._limit.cancel()
        self._limit = self._loop.call_later(SLOW if self.answers else MUTE, self._give_up)
        self._unanswered += 1
        self._write(ASK_IF_SHOWN)

    def hear(self, at: float) -> None:
        """Count one answer of the terminal, which came at a given time."""
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
