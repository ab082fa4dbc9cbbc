"""Lines in and out: of a terminal, with the keys and the completion of readline, or of a pipe.

Nothing but printable characters and ends of lines is written. Readline writes none either: it believes that the
terminal can do nothing, before it is loaded.
"""

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO
from unicodedata import normalize

from westwall_tui.files.disk.reach import BYTE_ORDER_MARK
from westwall_tui.files.faults import printable

LONGEST_LINE = 10_000
"""The most characters of a line."""
HIDING = 60
"""Empty lines after which nobody sees what was there before."""
FEW = 20
"""Completions that are named."""
HEX = re.compile(r"(?<!unit )(?<![\w/.])(\d\d)(\d\d)(?![\w/])")
ID = re.compile(r"(?<![\w/])(?:\w+/)?\d+[A-Z]\w*(?:/\w+)?")
"""A unit's name in which letters stand behind figures: a voice reads `9S` as nines."""
TYPED = "Write: "
"""Prefix of an order to type, which reaches to the end of the line."""
BETWEEN = re.compile(r"(?<=[0-9A-Z])(?=[A-Z])")
SET: Sequence[str] = (
    "enable-bracketed-paste off",
    "enable-meta-key off",
    "enable-active-region off",
    "show-mode-in-prompt off",
    "colored-stats off",
    "colored-completion-prefix off",
    "blink-matching-paren off",
    "bell-style none",
    "page-completions off",
    "completion-query-items -1",
    "show-all-if-ambiguous on",
)
"""What readline must not do, whatever the player's own settings are."""


def apart(text: str) -> str:
    """Return a text with figures in pairs and letters by themselves: `25 20`, `1/9 S`, `10 S A`.

    An order to type stays unchanged.
    """
    told, write, typed = text.partition(TYPED)
    return _split(told) + write + typed


def _split(text: str) -> str:
    return ID.sub(lambda found: BETWEEN.sub(" ", found[0]), HEX.sub(r"\1 \2", text))


class Console:
    """Where the lines come from and go to."""

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._source, self._out = source or sys.stdin or io.StringIO(), out or sys.stdout
        self.at_terminal = self._source.isatty() and self._out.isatty()
        """True if a person types."""
        self.apart = False
        """True if hexes and units are written as a voice reads them best: `25 20`, `1/9 S`."""
        self._width = get_terminal_size().columns if self.at_terminal else 0
        self._edits = False

    def say(self, *lines: str) -> None:
        """Write lines; at a terminal none is longer than that is wide."""
        for line in lines:
            text = self._as_written(apart(line) if self.apart else line)
            parts = wrap(text, self._width - 1, break_on_hyphens=False) if self._width > 20 else [text]
            for part in parts or [""]:
                self._out.write(f"{part}\n")
        self._out.flush()

    def _as_written(self, text: str) -> str:
        """A text in the characters that the output has: letters without their accents, where it has no others."""
        text = printable(text)
        try:
            text.encode(self._out.encoding or "utf-8")
        except (LookupError, UnicodeEncodeError):
            return "".join(letter for letter in normalize("NFKD", text) if letter.isascii())
        return text

    def hide(self) -> None:
        """Move what was written out of sight, and forget what was typed."""
        self.say(*[""] * HIDING)
        if self._edits:
            import readline

            readline.clear_history()

    def ask(self, prompt: str) -> str | None:
        """The next line; None when there are no more. At a terminal the prompt stands before it."""
        if not self.at_terminal:
            line = self._source.readline(LONGEST_LINE + 2)
            rest = line
            while rest and not rest.endswith("\n"):
                rest = self._source.readline(LONGEST_LINE)
            return line.removeprefix(BYTE_ORDER_MARK).strip() if line else None
        try:
            return input(printable(prompt)).strip()
        except EOFError:
            self.say("")
            return None

    # -- readline

    def edit(self, complete: Callable[[str], Sequence[str]], prompt: Callable[[], str]) -> None:
        """Complete words with Tab: `complete` has the words that may stand at the end of a line that is so far.

        Whoever plays in a pipe needs none of that.
        """
        if not self.at_terminal:
            return
        os.environ["TERM"] = "dumb"
        try:
            import readline
        except ImportError:
            return
        self._edits = True
        found: list[str] = []

        def completion(_: str, number: int) -> str | None:
            if number == 0:
                line = readline.get_line_buffer()[: readline.get_endidx()]
                found[:] = complete(line)
            if number >= len(found):
                return None
            return f"{found[number]} " if len(found) == 1 else found[number]

        def display(_: str, matches: Sequence[str], __: int) -> None:
            more = f" and {len(matches) - FEW} more" if len(matches) > FEW else ""
            self.say("", f"It goes on with {', '.join(matches[:FEW])}{more}.")
            self._out.write(printable(prompt() + readline.get_line_buffer()))
            self._out.flush()

        readline.set_completer(completion)
        readline.set_completer_delims(" \t\n")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
            return
        for setting in SET:
            readline.parse_and_bind(f"set {setting}")
        readline.parse_and_bind("tab: complete")
        with contextlib.suppress(AttributeError):
            readline.set_completion_display_matches_hook(display)
