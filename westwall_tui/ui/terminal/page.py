"""Screens of text to scroll through, such as rules and tables, and the message for a terminal that is too small."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from textwrap import wrap
from time import sleep
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.events import Key, MouseEvent, MouseScrollDown, MouseScrollUp, Paste, Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.faults import FileError
from westwall_tui.ui.terminal.abilities import LIKES, NEEDS
from westwall_tui.ui.terminal.internals import ENDED
from westwall_tui.ui.terminal.pane import Cells, TextPane
from westwall_tui.words.keymap import OF_THE_APP, Keymap
from westwall_tui.words.rows import (
    Keys,
    Row,
    Span,
    first_line,
    more_words,
    page_bar,
    row,
    text_rows,
    width_of,
    with_more,
)

WHEEL = 3
"""Rows that a page scrolls with one step of the wheel."""

RowsAt = Callable[[int], Sequence[Row]]
"""A function that returns the rows of a page for a width."""
Subject = TypeVar("Subject")
"""The data that a picture is drawn from; equal data give the same picture."""


WIDEST = 78
"""Maximum width of text in columns, because longer lines are hard to read."""
BETWEEN = 2
"""Blanks between two columns of text."""
BESIDE_MAP = 160
"""Minimum columns of a screen on which a page over the map leaves part of the map in sight at its left."""
CASE = re.compile(r"\d+\.\d[\d.]*(?=\s)")
"""The number of a case at the beginning of a line."""


def _in_inks(line: Row) -> Row:
    """Return a row in which a case number at the beginning or, without one, a heading has its ink."""
    if line and not line[0].style and (found := CASE.match(line[0].text)):
        text = line[0].text
        return Span(found[0], "case"), Span(text[found.end() :]), *line[1:]
    return tuple(Span(span.text, "heading") if span.style == "bold" else span for span in line)


PAGERS = {"b": "page_up"}
"""Keys that go one page back in every pager, and have no use in a box."""


def is_for(screen: Screen[Any], event: Key) -> bool:
    """Return True if a key is for this screen, and stop the key's event in that case.

    Return False if the app handles the key, or if the screen isn't active.
    """
    if event.key in OF_THE_APP:
        return False
    event.stop()
    return screen.is_active


LINES = str.maketrans("-|", "─│")
"""The lines that replace ASCII in frames."""


class Paper(TextPane):
    """Rows over a whole screen. The map may stay in sight at the left of all rows but the first and the last."""

    DEFAULT_CSS = "Paper { width: 1fr; height: 1fr; }"
    beside: Sequence[Strip] = ()
    """The lines of the map from the second line of the screen on, all of one width."""
    rule = "|"
    """The characters between the map and the page."""
    foot = 2
    """Number of rows at the foot, for prompt and keys, that span the whole screen."""
    fine = False
    """True if the map has more than ASCII, so that frames, which rows have in ASCII, are lines."""

    @property
    def left(self) -> int:
        """Columns of the map and the line beside it."""
        return self.beside[0].cell_length + len(self.rule) if self.beside else 0

    def show(self, rows: Sequence[Row]) -> None:
        if self.beside:
            margin = Span(" " * self.beside[0].cell_length), Span(self.rule, "frame")
            end = len(rows) - self.foot
            rows = [rows[0], *((*margin, *line) for line in rows[1:end]), *rows[end:]]
        super().show(rows)

    def _lay_out_row(self, row: Row, width: int) -> Cells:
        if self.fine:
            row = tuple(Span(s.text.translate(LINES), s.style) if s.style == "frame" else s for s in row)
        return super()._lay_out_row(row, width)

    def line(self, y: int) -> Strip:
        own = super().line(y)
        if not 1 <= y <= min(len(self.beside), self.size.height - self.foot - 1):
            return own
        seen = self.beside[y - 1]
        return Strip.join([seen, own.crop(seen.cell_length, own.cell_length)])


class TellingScreen(Screen[Any]):
    """A screen over a game that only shows information. If a bug stops the screen, it closes and the game continues."""

    async def _dispatch_message(self, message: Message) -> None:
        with self.guarded():
            await super()._dispatch_message(message)

    def begin_work(self, work: Callable[[], None]) -> None:
        """Run a function in a thread after the next paint."""

        def run() -> None:
            # If the page is closed before, there is no app for its answer; Textual would end the program.
            with suppress(*ENDED), Advice(lambda: self.app.call_from_thread(self._leave_for_good), ENDED):
                work()

        self.call_after_refresh(self.run_worker, run, thread=True)

    def guarded(self) -> Advice:
        """Guard a block of this screen; `compose` needs its own guard."""
        return Advice(self._go_away)

    def _go_away(self) -> None:
        if all(type(screen) is Screen for screen in self.app.screen_stack[:-1]):  # Textual's own
            raise  # noqa: PLE0704 - no screen is behind it: the exception under way closes the program
        self.app.call_later(self._leave_for_good)

    def _leave_for_good(self) -> None:
        """Close this screen, and tell the player why on the screen of the game."""
        if self.app.screen is not self:
            return
        self.dismiss()
        if (notice := getattr(self.app.screen, "notice_failure", None)) is not None:
            notice("A bug has closed that page: the error report has the details")


class PaperScreen(Screen[None]):
    """A screen that consists of one paper."""

    AUTO_FOCUS = None
    keeps_map = True
    """True if the map may stay in sight beside this screen; False for a page that has a map itself."""

    def __init__(self) -> None:
        super().__init__()
        self._paper = Paper()
        self._kept_at = Size(0, 0)
        """The size of the screen when the map beside this page was drawn."""

    def keep_map(self, lines: Sequence[Strip], screen: Size, rule: str) -> None:
        """Keep the lines of the map in sight at the left, on a screen of this size."""
        room = screen.width - WIDEST - 1 - len(rule) - 1
        self._paper.beside = [line.crop(0, room).adjust_cell_length(room) for line in lines]
        self._paper.rule, self._kept_at = rule, screen

    @property
    def page_width(self) -> int:
        """Columns of the page, without the map at its left."""
        return self.size.width - self._paper.left

    def compose(self) -> ComposeResult:
        yield self._paper

    def on_mount(self) -> None:
        """Take the colors of the app."""
        preferences = getattr(self.app, "preferences", None)
        self._paper.palette = preferences.palette if preferences is not None else "16"
        self._paper.fine = preferences is not None and preferences.fine

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close this screen only if it is on top: Textual would close the screen on top in its place."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_resize(self, event: Resize) -> None:
        if self.size != self._kept_at:
            self._paper.beside = ()  # its lines are as long as on the other screen
        self.paint()

    @property
    def shown_text(self) -> str:
        """The text on the screen, without styles."""
        return self._paper.text

    @property
    def keymap(self) -> Keymap:
        """The player's keys, of which only the keys of boxes work here (`words/keymap.py`)."""
        found: Keymap | None = getattr(getattr(self.app, "preferences", None), "keymap", None)
        return found or Keymap()

    def paint(self) -> None:
        """Show the current contents."""
        raise NotImplementedError


PAUSE = 0.06
"""Seconds without another subject before a picture is drawn, so that a held key draws none."""


class Picture(Generic[Subject]):
    """A part of a paper that a thread draws. The last picture stays in sight until then, if it has the same size."""

    def __init__(self, screen: PaperScreen, draw: Callable[[Subject, Size], Sequence[Row]]) -> None:
        """Take the screen, and the function that draws a subject in a size.

        If the function raises `FileError`, the picture is the reason. After any other exception, the picture is empty,
        and there is an error report.
        """
        self._screen, self._draw = screen, draw
        self._wanted: tuple[Subject, Size] | None = None
        self._rows: Sequence[Row] = ()
        self._extent = Size(0, 0)

    def rows(self, subject: Subject, extent: Size) -> Sequence[Row]:
        """Return the picture in the columns and lines of `extent`; the screen paints again once it is drawn."""
        wanted = subject, extent
        if wanted != self._wanted:
            self._wanted = wanted
            self._screen.run_worker(partial(self._run, wanted), thread=True, exit_on_error=False, group="picture")
        return self._rows if extent == self._extent else ()

    def _run(self, wanted: tuple[Subject, Size]) -> None:
        sleep(PAUSE)
        if wanted != self._wanted:
            return
        drawn: Sequence[Row] = ()
        with suppress(*ENDED), Advice(lambda: None, ENDED):
            try:
                drawn = self._draw(*wanted)
            except FileError as error:
                fault = error.faults[0]
                text = str(fault._replace(file=Path(fault.file).name))
                drawn = text_rows(text, wanted[1].width, "danger")[: wanted[1].height]
        with suppress(*ENDED):
            self._screen.app.call_from_thread(self._show, wanted, drawn)

    def _show(self, wanted: tuple[Subject, Size], drawn: Sequence[Row]) -> None:
        if wanted != self._wanted:
            return
        if self._screen.is_attached and self._screen.is_active:
            self._rows, self._extent = drawn, wanted[1]
            self._screen.paint()
        else:
            self._wanted = None  # so that the picture is drawn once the screen is in front again


class PageScreen(TellingScreen, PaperScreen):
    """A screen with a title, as many rows as fit, and the keys. If it has anchors, typing a case number jumps to it."""

    columns = 2
    """Maximum number of columns of text on a screen that is wide enough."""
    lines_of_prompt = 1
    """Lines above the keys for the prompt."""

    def __init__(
        self,
        title: str,
        rows_at: RowsAt,
        anchors: Callable[[int], Mapping[str, int]] | None = None,
        case: str = "",
        least: int = WIDEST,
        widest: int = WIDEST,
    ) -> None:
        """Create the page, open at `case`. `anchors` returns the row where each case begins, for a width.

        `least` is the width in columns that the text needs. A screen with room for more shows several columns of text,
        or one column, such as a table, that is up to `widest` columns wide.
        """
        super().__init__()
        self.heading = title
        self.rows_at = rows_at
        self.anchors = anchors
        self.first = 0
        self.typed = ""
        self._case = case
        self._least, self._widest = least, widest
        self._across = 1
        """Number of columns of text on show."""

    def paint(self) -> None:
        width, room = self.size.width, self._room
        self._across, most = 1, min(self.columns, (self.page_width - 2 + BETWEEN) // (self._least + BETWEEN))
        while self._across < most and len(self.rows_at(self._inner_width)) > self.rows_in_sight:
            self._across += 1
        inside = self._inner_width
        if self._case and self.anchors is not None:
            self.first = self.anchors(inside).get(self._case, 0)
            self._case = ""
        rows = [_in_inks(line) for line in self.rows_at(inside)]
        self.first = max(0, min(self.first, len(rows) - self.rows_in_sight))
        shown = rows[self.first : self.first + self.rows_in_sight]
        above, below = self.first, len(rows) - self.first - len(shown)
        up, down = more_words("^", above), more_words("v", below)
        # If the first or last line leaves no room for that, the line beyond it says that the page goes on.
        up = up if up and width_of(shown[0]) + len(up) > inside else ""
        down = down if down and width_of(shown[-1]) + len(down) > inside else ""
        shown = with_more(shown, inside, 0 if up else above, 0 if down else below)
        lines = [row(" ") + line for line in shown[:room]]
        for at, line in enumerate(shown[room:], room):
            column, y = divmod(at, room)
            lines[y] += (Span(" " * (column * (inside + BETWEEN) + 1 - width_of(lines[y]))), *line)
        lines += [row()] * (room - len(lines))
        keys = page_bar(self.footer(long=bool(above or below)), self.keymap, width)
        head = Span(f" {self.heading}"[: width - len(up)].ljust(width - len(up)), "heading@bar"), Span(up, "dim@bar")
        asked = wrap(self.asks(), width - 1 - len(down))[: self.lines_of_prompt]
        prompt = [row(f" {text}", "bold") for text in (*asked, *[""] * (self.lines_of_prompt - len(asked)))]
        prompt[-1] += (Span(" " * (width - len(down) - width_of(prompt[-1]))), Span(down, "dim")) if down else ()
        self._paper.show([head, *lines, *prompt, keys])

    @property
    def _inner_width(self) -> int:
        """Columns of the text."""
        return max(20, min((self.page_width - 2 + BETWEEN) // self._across - BETWEEN, self._widest))

    @property
    def _room(self) -> int:
        """Rows of one column of text."""
        return max(self.size.height - 2 - self.lines_of_prompt, 1)

    @property
    def rows_in_sight(self) -> int:
        """Rows that fit into all columns of text."""
        return self._room * self._across

    def footer(self, *, long: bool) -> Keys:
        """Return the keys and their effects; a `long` page scrolls."""
        if self.typed:
            return (("confirm", "done"), ("back", "done"))
        scroll = (("up", ""), ("down", ""), ("page_up", ""), ("page_down", "scroll"))
        return (*(scroll if long else ()), ("back", "back"))

    def asks(self) -> str:
        """Return the line above the keys."""
        if self.typed:
            return f"Case {self.typed}"
        return "Type a case to go there, such as 7.11" if self.anchors else ""

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        if self.anchors is not None and event.character is not None and event.character in "0123456789.":
            self._jump_to_case(self.typed + event.character)
        elif self.typed and event.key == "backspace":
            self._jump_to_case(self.typed[:-1])
        else:
            self.act(self.keymap.action((event.key, *event.aliases), box=True) or PAGERS.get(event.key, ""))

    def act(self, action: str) -> None:
        """Carry out the action of a key."""
        page = max(self.size.height - 4, 1)
        steps = {"up": -1, "down": 1, "page_up": -page, "page_down": page, "put": page}
        if self.typed and action in ("back", "confirm"):
            self._jump_to_case("")
        elif action in ("back", "confirm", "leave"):
            self.dismiss()
        elif action in steps:
            self.first += steps[action]
            self.paint()
        elif action in ("first", "last"):
            self.first = 0 if action == "first" else 1 << 20
            self.paint()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll, if the mouse is on in the settings."""
        self._turn_wheel(event, -WHEEL)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll down, if the mouse is on in the settings."""
        self._turn_wheel(event, WHEEL)

    def _turn_wheel(self, event: MouseEvent, rows: int) -> None:
        event.stop()
        if self.is_active:
            self.first += rows
            self.paint()

    def on_paste(self, event: Paste) -> None:
        """Go to a pasted case."""
        event.stop()
        case = first_line(event.text)
        if self.is_active and self.anchors is not None and case and not case.strip("0123456789."):
            self._jump_to_case(case)

    def _jump_to_case(self, typed: str) -> None:
        """Go to the first case that begins with the typed digits."""
        self.typed = typed
        found = self.anchors(self._inner_width) if self.anchors and typed else {}
        for case, at in found.items():
            if case == typed or case.startswith(typed):
                self.first = at
                self.went_to(case)
                break
        self.paint()

    def went_to(self, case: str) -> None:
        """React to the jump to a case that was typed."""


def too_small_rows(size: Size) -> Sequence[str]:
    """Return the lines for a terminal that is too small to show anything else."""
    text = (
        f"westwall needs {LIKES.width}x{LIKES.height} characters, or {NEEDS.width}x{NEEDS.height} at least; "
        f"this terminal has {size.width}x{size.height}. Make it larger to go on (Ctrl+Q: quit)."
    )
    return ["", *(f" {line}" for line in wrap(text, max(size.width - 2, 1)))][: size.height]
