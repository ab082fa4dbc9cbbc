"""Reads and writes lines: at a terminal, with the keys and the completion of readline, or in a pipe.

The console writes only printable characters and line ends. Readline writes no escape sequences either, because the
console tells it, before it loads, that the terminal has no abilities.
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
"""The maximum number of characters in a line."""
HIDING = 60
"""The number of empty lines that scroll a secret off the screen."""
FEW = 20
"""The maximum number of completions to list."""
HEX = re.compile(r"(?<!unit )(?<![\w/.])(\d\d)(\d\d)(?![\w/])")
ID = re.compile(r"(?<![\w/])(?:\w+/)?\d+[A-Z]\w*(?:/\w+)?")
"""Pattern of a unit's name with letters after digits, which a voice would run together: `9S` sounds like nines."""
TYPED = "Type: "
"""The prefix of an order to be typed, which extends to the end of the line."""
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
"""Settings of readline that override the player's own, so that it writes plain lines."""


def in_parts(text: str) -> str:
    """Return a text with figures in pairs and letters by themselves: `25 20`, `1/9 S`, `10 S A`.

    An order to be typed stays unchanged.
    """
    spoken, prefix, typed = text.partition(TYPED)
    return _split(spoken) + prefix + typed


def _split(text: str) -> str:
    return ID.sub(lambda found: BETWEEN.sub(" ", found[0]), HEX.sub(r"\1 \2", text))


class Console:
    """A source of lines, and an output for lines."""

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._source, self._out = source or sys.stdin or io.StringIO(), out or sys.stdout
        self.at_terminal = self._source.isatty() and self._out.isatty()
        """True at a terminal, false in a pipe."""
        self.in_parts = False
        """True if hexes and units are divided for a voice: `25 20`, `1/9 S`."""
        self._width = get_terminal_size().columns if self.at_terminal else 0
        self._edits = False

    def say(self, *lines: str) -> None:
        """Write lines, wrapped to the width of a terminal."""
        for line in lines:
            text = self._as_written(in_parts(line) if self.in_parts else line)
            parts = wrap(text, self._width - 1, break_on_hyphens=False) if self._width > 20 else [text]
            for part in parts or [""]:
                self._out.write(f"{part}\n")
        self._out.flush()

    def _as_written(self, text: str) -> str:
        """Return a text in the characters of the output's encoding; letters lose accents that the encoding lacks."""
        text = printable(text)
        try:
            text.encode(self._out.encoding or "utf-8")
        except (LookupError, UnicodeEncodeError):
            return "".join(letter for letter in normalize("NFKD", text) if letter.isascii())
        return text

    def hide(self) -> None:
        """Scroll the text on the screen out of sight, and forget the lines that were typed."""
        self.say(*[""] * HIDING)
        if self._edits:
            import readline

            readline.clear_history()

    def ask(self, prompt: str) -> str | None:
        """Return the next line, or None at the end of input. A terminal shows the prompt first."""
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
        """Complete words with Tab at a terminal. `complete` returns the words that can end the line so far."""
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
            self.say("", f"You can continue with {', '.join(matches[:FEW])}{more}.")
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
