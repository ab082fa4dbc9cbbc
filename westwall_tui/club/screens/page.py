"""The base of the club's pages: lists of items, a bar on one of them, and a note on that item at the foot."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from textual.events import Key, Paste
from textual.geometry import Size

from westwall_tui.club.command_line import COMMANDS, command_lines
from westwall_tui.club.context import Context
from westwall_tui.club.database.people import AWAY_EACH_YEAR
from westwall_tui.files.faults import FileError
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.terminal.page import WIDEST, PageScreen, PaperScreen, is_for
from westwall_tui.ui.terminal.typed import TypedLine
from westwall_tui.words.rows import (
    Row,
    Span,
    chosen_row,
    fits_bar,
    on_bar,
    row,
    shortened,
    spread,
    text_rows,
    width_of,
    with_more,
)

Keyed = tuple[str, str]
"""A key, and a word or two for its action."""
HELP_ROWS: Sequence[Row] = [
    row(text)
    for text in (
        "",
        "The club saves every order at once, so a lost connection loses nothing.",
        "Games in which it is your move come first, with the longest wait on top.",
        "",
        "Enter  shows a game's page: recent orders, who defends, talk, draw offers",
        "n      challenges anyone, one player, or the computer, which accepts at once",
        "p      shows the ladder          o   shows your finished games",
        "r      shows the report of a month: best attack, luckiest die, finished games",
        "t      shows the tournaments: join one, or make one or a series of your own",
        "m      sets the address to which the club writes when it is your move",
        "h      sets how many days you are away; clocks that count days then stop.",
        f"       You have {AWAY_EACH_YEAR} such days per year.",
        "",
        "On a game's page, r offers a draw or withdraws it, G gives up, and x declines",
        "a challenge.",
        "p offers a pause, agrees to one or ends it; g gives your opponent time;",
        "c claims a win on time, if the challenge said so.",
        "",
        "In your opponent's turn you decide on Final Protective Fire and retreats.",
        "While you are away, the game waits, or the computer decides for you, at once",
        "or after some hours; or your conditions decide, whether you are away or not.",
        "Press d to choose this for one game, D for all games.",
        "",
        "Commands that work without the lobby, such as ssh club.example games:",
        *(f"  {line}" for line in command_lines()),
        "",
    )
]
"""The text of the club's help page."""


def help_rows(width: int) -> list[Row]:
    """Return the club's help page; the description of a command continues below its beginning."""
    hang = " " * (2 + len(command_lines()[0]) - len(COMMANDS["games"][1]))
    return [part for line in HELP_ROWS for part in text_rows(line[0].text, width, hang=hang) or [line]]


class Item(NamedTuple):
    """An item of a list, with a note about it and the action for Enter."""

    text: str
    about: str
    enter: Callable[[], None]
    game: int = 0
    """The number of the game in the item; 0 if there is none."""


class Chapter(NamedTuple):
    """A list with its heading."""

    head: str
    items: Sequence[Item]
    columns: str = ""
    note: str = ""
    """A line between the heading and the items."""


MAX_TYPED = 400
"""Maximum characters of a typed line."""
BESIDE = 100
"""Minimum columns of a screen with a part beside the lists."""
LEAST_LIST, LEAST_BESIDE, LEAST_BENEATH = 58, 30, 7
"""Minimum columns of the lists beside that part, and of that part; minimum lines of a picture beneath the lists."""


def in_columns(lines: Sequence[Sequence[str]], heads: Sequence[str] = ()) -> Sequence[str]:
    """Return lines of cells as texts, each column as wide as its longest cell.

    `heads` are the words above the last columns, whose cells are at the right.
    """
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    first = len(wide) - len(heads)
    wide[first:] = [max(len(head), own) for head, own in zip(heads, wide[first:], strict=bool(lines))]
    gap = " " * (1 + (sum(wide) + 2 * len(wide) <= WIDEST))
    return [gap.join(f"{cell:{'<>'[at >= first]}{wide[at]}}" for at, cell in enumerate(line)) for line in lines]


def rating_bar(rating: int, highest: int, width: int, *, fine: bool) -> str:
    """Return a bar for a rating, which is as wide as `width` for the highest one."""
    return ("\u2588" if fine else "#") * max(0, round(width * max(0, rating) / max(1, highest)))


def cut(text: str, width: int) -> str:
    """Return a text in at most `width` columns; a longer text ends in `...`."""
    return text if len(text) <= width else f"{text[: width - 3]}..."


class ClubPage(PaperScreen):
    """A page of the club: lists of items, a bar on one of them, and a note on that item at the foot."""

    has_part_beside = False
    """True if a screen that is wide enough shows a part beside the lists."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.at = 0
        self.is_beside = False
        """True if there is a part beside the lists now."""
        self.message = ""
        """A message shown at the foot until the next key press, such as the reason for a refusal."""
        self.typing: Callable[[str], None] | None = None
        """The function to call with the typed line; None if no line is being typed."""
        self.typed = TypedLine(MAX_TYPED)
        self.prompt = ""
        """The prompt of the line that is being typed."""

    def on_screen_resume(self) -> None:
        """Read the page again after returning from another page or a game."""
        self.reload()

    def changed(self, game: int) -> None:
        """Show the effect of a change in a game."""

    def reload(self) -> None:
        """Read the page's content and show it. If that fails, keep the old content and show the reason at the foot."""
        try:
            self.read()
        except FileError as error:
            self.message = error.faults[0].reason
        self.paint()

    @property
    def preferences(self) -> Preferences:
        """The player's settings at this terminal."""
        return self._game_app.preferences

    @property
    def _game_app(self) -> GameApp:
        app = self.app
        assert isinstance(app, GameApp)
        return app

    # -- the content of a page

    def read(self) -> None:
        """Read the content of the page. If it is gone, raise `FileError` and keep the old content."""
        raise NotImplementedError

    def caption(self) -> str:
        """Return the left part of the title bar."""
        raise NotImplementedError

    def status(self) -> str:
        """Return the right part of the title bar."""
        return f"you: {self.context.player.name}"

    def chapters(self) -> Sequence[Chapter]:
        """Return the lists."""
        raise NotImplementedError

    def before(self, width: int) -> Sequence[Row]:
        """Return the rows above the lists."""
        return ()

    def after(self, width: int) -> Sequence[Row]:
        """Return the rows below the lists."""
        return ()

    def below(self, extent: Size) -> Sequence[Row]:
        """Return what fills the lines that remain below the lists, if there is a part beside them."""
        return ()

    def beneath(self, extent: Size) -> Sequence[Row]:
        """Return what fills the lines that remain below the lists, if there is no part beside them."""
        return ()

    def beside(self, extent: Size) -> Sequence[Row]:
        """Return the part beside the lists, in the columns and lines of `extent`."""
        return ()

    def keys(self) -> Sequence[Keyed]:
        """Return the keys of the page for the key bar, the most important first."""
        raise NotImplementedError

    def fixed_keys(self) -> Sequence[Keyed]:
        """Return the keys at the right end of the bar, which are always shown."""
        return (("?", "help"), ("Esc", "back"))

    def act(self, key: str, action: str) -> None:
        """Carry out a key of the page. `action` is the action that the key has on all pages."""

    def show_page(self, page: "ClubPage") -> None:
        """Show another page once it has read its content. Raises `FileError` if the content is gone or not allowed."""
        page.read()
        self.app.push_screen(page)

    # -- painting

    @property
    def items(self) -> list[Item]:
        """The items of all lists."""
        return [item for chapter in self.chapters() for item in chapter.items]

    def paint(self) -> None:
        """Paint the page. If the lists are too long, show the part around the bar."""
        width, height = self.size
        items = self.items
        widest = max((len(item.text) for item in items), default=0) + 2
        left = max(LEAST_LIST, widest)
        self.is_beside = self.has_part_beside and width >= max(BESIDE, left + LEAST_BESIDE + 5)
        inside, room = left if self.is_beside else max(20, min(width - 2, max(WIDEST, widest))), max(4, height - 3)
        self.at = max(0, min(self.at, len(items) - 1))
        lines: list[Row] = [*self.before(inside)]
        chosen, number = 0, 0
        for chapter in self.chapters():
            if lines:
                lines.append(row())
            end = 2 + max((len(item.text) for item in chapter.items), default=0)
            gap = " " * max(1, min(inside, end) - len(chapter.head) - len(chapter.columns))
            if chapter.head:
                columns = gap + chapter.columns if chapter.items else ""
                lines.append((Span(chapter.head, "heading"), Span(columns, "dim")))
            lines += [row(f"  {chapter.note}"[:inside])] if chapter.note else []
            for item in chapter.items:
                if number == self.at:
                    chosen = len(lines)
                    lines.append(chosen_row(item.text, inside))
                else:
                    lines.append(shortened(row(f"  {item.text}"), inside))
                number += 1
        lines += self.after(inside)
        if self.is_beside:
            below = self.below(Size(inside - 2, max(0, room - len(lines) - 1)))
            lines += [row(), *((Span("  "), *line) for line in below)] if below else []
        elif room - len(lines) > LEAST_BENEATH:
            lines += [row(), *self.beneath(Size(inside, room - len(lines) - 1))]
        is_last = self.at == len(items) - 1  # then what is below the lists comes into sight
        first = max(0, min(chosen if is_last else chosen - room // 2, len(lines) - room))
        shown = with_more(lines[first : first + room], inside, first, max(0, len(lines) - first - room))
        shown += [row()] * (room - len(shown))
        if self.is_beside:
            part = self.beside(Size(width - inside - 5, room))[:room]
            down = "\u2502" if self.preferences.fine else "|"
            shown = [
                (*line, Span(" " * (inside - width_of(line) + 1)), Span(down, "frame"), Span(" "), *other)
                for line, other in zip_longest(shown, part, fillvalue=())
            ]
        foot = self._foot(items)
        about = cut(foot, width - 2) if self.typing is None else foot[2 - width :]  # the end of the typed text
        head = f" {self.caption()}"
        gap = " " * max(1, width - len(head) - len(self.status()) - 1)
        bar = (Span(head, "heading@bar"), Span(f"{gap}{self.status()} "[: max(0, width - len(head))], "text@bar"))
        self._paper.show([bar, *[row(" ") + line for line in shown], row(f" {about}", "bold"), self._bar_row(width)])

    def _bar_row(self, width: int) -> Row:
        """Return the key bar: as many of the page's keys as fit, and the fixed keys at the right."""
        right, left = _row_of_keys(self.fixed_keys()), [*self.keys()]
        if self.typing is not None:
            right, left = (), [("Enter", "confirm"), ("Esc", "cancel")]
        while left and not fits_bar(_row_of_keys(left), right, width):
            del left[-1]
        return on_bar(spread((Span(" "), *_row_of_keys(left)), right, width), width)

    def _foot(self, items: Sequence[Item]) -> str:
        """Return the prompt with the typed text, the message, or the note on the chosen item."""
        if self.typing is not None:
            return f"{self.prompt} {self.typed.text}_"
        return self.message or (items[self.at].about if items else "")

    # -- keys

    def ask(self, prompt: str, then: Callable[[str], None]) -> None:
        """Ask the user to type a line, and call `then` with the line."""
        self.prompt, self.typed, self.typing = prompt, TypedLine(MAX_TYPED), then
        self.paint()

    def ask_word(self, word: str, why: str, act: Callable[[], object]) -> None:
        """Ask the user to type a word that confirms an act, which any other text cancels. `why` follows the word."""

        def then(typed: str) -> None:
            if typed.strip().lower() == word:
                act()

        self.ask(f"Type {word} {why}:", then)

    def on_key(self, event: Key) -> None:
        """Move the bar, edit the typed line, or carry out a key of the page."""
        if not is_for(self, event):
            return
        if self.typing is not None:
            self._take_typed(event)
            return
        self.message = ""
        action = self.keymap.action((event.key, *event.aliases), box=True)
        own = event.character or event.key
        steps = {"up": -1, "down": 1, "page_up": -10, "page_down": 10, "first": -(1 << 20), "last": 1 << 20}
        try:
            if own in (key for key, _ in self.keys()):
                self.act(own, action)
            elif event.key in ("tab", "shift+tab"):
                self._jump_to_item(1 if event.key == "tab" else -1)
            elif action in steps:
                self.at = max(0, self.at + steps[action])
            elif action == "confirm" and self.items:
                self.items[self.at].enter()
            elif action == "help":
                self.app.push_screen(PageScreen("The club", help_rows))
            else:
                self.act(own, action)
        except FileError as error:
            self._show_error(error)
        if self.is_active:
            self.paint()

    def _show_error(self, error: FileError) -> None:
        """Read the page again, and show the reason for a failure at the foot."""
        if self.is_active:
            self.reload()
        self.message = error.faults[0].reason

    def _jump_to_item(self, step: int) -> None:
        """Move the bar to the first item of the next list that has items."""
        starts, at = [], 0
        for chapter in self.chapters():
            if chapter.items:
                starts.append(at)
            at += len(chapter.items)
        if not starts:
            return
        if step > 0:
            self.at = next((start for start in starts if start > self.at), starts[0])
        else:
            self.at = next((start for start in reversed(starts) if start < self.at), starts[-1])

    def _take_typed(self, event: Key) -> None:
        then = self.typing
        assert then is not None
        end = self.typed.take(event)
        if end:
            self.typing = None
        if end == "enter":
            try:
                then(self.typed.text)
            except FileError as error:
                self._show_error(error)
        if self.is_active:
            self.paint()

    def on_paste(self, event: Paste) -> None:
        """Add pasted text to the typed line."""
        event.stop()
        if self.typing is not None:
            self.typed.paste(event.text)
            self.paint()

    def interrupted(self) -> None:
        """On Ctrl+C, show the key that goes back or quits."""
        key, does = self.fixed_keys()[-1]
        self.message = f"{key}: {does}"
        self.paint()


def _row_of_keys(keys: Sequence[Keyed]) -> Row:
    """Return keys as a row: `Enter open  n new`."""
    spans = [span for key, word in keys for span in (Span(key, "key"), Span(f" {word}  "))]
    return (*spans[:-1], Span(spans[-1].text.rstrip())) if spans else ()
