"""How a terminal lends some of its numbers to colors of the map (`numbers.py`), and has them back.

Nobody waits for it: questions are written at the start, and `asking.py` takes the answers out of what is typed.
First it is asked which colors the numbers are (OSC 4), then they are redefined, then it is asked again; only when all
are as they should be, they are used. Behind each row of questions stands one that every terminal answers (DA1), so that
it shows which of them a terminal left alone. tmux answers only for numbers that were redefined; the others are its own.

They are put back as they were answered, or by OSC 104 as the terminal's own settings have them: where they are ours
already, since a line dropped before they could be put back. For a killed program a note says how (`lent.py`).
"""

from collections.abc import Mapping
from enum import Enum

from westwall_tui.files.players.lent import LendingNote, is_color
from westwall_tui.ui.terminal.asking import ASK_WHAT, Color
from westwall_tui.ui.terminal.numbers import NONE, SETS, Numbers, rgb_of

END = "\x1b\\"


class Stage(Enum):
    """How far the lending has come."""

    OWN = 0
    """The terminal has its numbers."""
    ASKED = 1
    """It is asked which colors they are."""
    SET = 2
    """They are redefined, and it is asked whether it has done so."""
    LENT = 3
    """It has."""


class Lender:
    """A terminal's numbers: lent, and put back. Its methods return what is to be written."""

    def __init__(self, note: LendingNote | None = None, *, silent: bool = False) -> None:
        """`note`: where it is kept how to put them back. `silent`: whether numbers of its own are not answered."""
        self._note, self._silent = note, silent
        self._wanted = NONE
        self._stage = Stage.OWN
        self._answered: dict[int, str] = {}
        self._back: Mapping[int, str] = {}

    @property
    def numbers(self) -> Numbers:
        """The numbers that are lent now."""
        return self._wanted if self._stage is Stage.LENT else NONE

    @property
    def waits(self) -> bool:
        """True while answers may still come."""
        return self._stage in (Stage.ASKED, Stage.SET)

    @property
    def is_changed(self) -> bool:
        """True while the terminal has other numbers than it had."""
        return self._stage in (Stage.SET, Stage.LENT)

    def begin(self, numbers: Numbers) -> str:
        """Ask for these; others that were lent are put back. What an ended program left is put back first."""
        codes = self.put_back()
        if self._note is not None:
            codes += _put_back(self._note.left())
        self._wanted = numbers
        if not numbers.colors:
            return codes
        self._stage, self._answered = Stage.ASKED, {}
        return codes + self._questions()

    def again(self) -> str:
        """Redefine them once more, in case that something else on the terminal has put them back."""
        return self._redefinitions() if self._stage is Stage.LENT else ""

    def hear(self, answer: Color | None) -> str:
        """An answer of the terminal; None is the end of a row of them."""
        if not self.waits:
            return ""
        if answer is not None:
            number, color = answer
            if number < 0 and self._stage is Stage.SET:  # it answers for each of them, in their order
                number = next((each for each in self._wanted.colors if each not in self._answered), -1)
            if number in self._wanted.colors and is_color(color):
                self._answered[number] = color
            return ""
        found, self._answered = self._answered, {}
        if self._stage is Stage.SET:
            ours = self._wanted.colors
            if found.keys() == ours.keys() and all(_rgb_in(found[n]) == rgb_of(ours[n]) for n in ours):
                self._stage = Stage.LENT
                return ""
            return self.put_back()
        if found.keys() != self._wanted.colors.keys() and not self._silent:
            self._stage = Stage.OWN
            return ""
        self._back = {
            number: "" if _rgb_in(found.get(number, "")) in _ours(number) else found.get(number, "")
            for number in self._wanted.colors
        }
        if self._note is not None:
            self._note.keep(self._back)
        self._stage = Stage.SET
        return self._redefinitions() + self._questions()

    def put_back(self) -> str:
        """Put all back. When that is written, `forget` the note."""
        codes = _put_back(self._back) if self.is_changed else ""
        self._stage, self._back = Stage.OWN, {}
        return codes

    def forget(self) -> None:
        """They are put back."""
        if self._note is not None and not self.is_changed:
            self._note.forget()

    def _questions(self) -> str:
        return "".join(f"\x1b]4;{number};?{END}" for number in self._wanted.colors) + ASK_WHAT

    def _redefinitions(self) -> str:
        parts = ((number, *rgb_of(color)) for number, color in self._wanted.colors.items())
        return "".join(f"\x1b]4;{number};rgb:{r:02x}/{g:02x}/{b:02x}{END}" for number, r, g, b in parts)


def _put_back(colors: Mapping[int, str]) -> str:
    """The codes that give numbers their colors again; empty ones are those of the terminal's settings."""
    return "".join(
        f"\x1b]4;{number};{color}{END}" if color else f"\x1b]104;{number}{END}" for number, color in colors.items()
    )


def _ours(number: int) -> set[tuple[int, int, int]]:
    """The colors that a number of ours may have."""
    return {rgb_of(colors[number]) for colors in SETS.values() if number in colors}


def _rgb_in(color: str) -> tuple[int, ...]:
    """Red, green and blue up to 255 of a color as terminals answer it, with one to four digits each; else nothing."""
    if not is_color(color):
        return ()
    parts = color.partition(":")[2].split("/")
    return tuple(round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in parts)
