"""A page of the club: lists of lines, a bar on one of them, and what that line means at the foot."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.events import Key, Paste

from westwall_tui.club.command_line import command_lines
from westwall_tui.club.context import Context
from westwall_tui.club.database.people import AWAY_EACH_YEAR
from westwall_tui.files.faults import FileError
from westwall_tui.ui.terminal.page import PageScreen, PaperScreen, is_for
from westwall_tui.words.rows import Row, Span, chosen_row, first_line, row, width_of, with_more

Keyed = tuple[str, str]
"""A key, and what it does in a word or two."""
HELP_ROWS: Sequence[Row] = [
    row(text)
    for text in (
        "",
        "The club saves every order at once, so a lost connection loses nothing.",
        "Games in which it is your move come first, the one that waits longest on top.",
        "",
        "Enter  shows a game's page: recent orders, who defends, talk, draw offers",
        "n      challenges anyone, one player, or the computer, which accepts at once",
        "p      shows the ladder          o   shows your finished games",
        "m      sets the address to which the club writes when it is your move",
        "h      says for how many days you are away; clocks that count days then stop.",
        f"       You have {AWAY_EACH_YEAR} such days per year.",
        "",
        "On a game's page, r offers a draw or withdraws it; x declines a challenge.",
        "",
        "In your opponent's turn you decide about Final Protective Fire and retreats.",
        "While you are away, the game waits, or the computer decides for you, at once",
        "or after some hours. Press d to choose this for one game, D for all games.",
        "",
        "Commands that work without the lobby, such as ssh club.example games:",
        *(f"  {line}" for line in command_lines()),
        "",
    )
]
"""The help of the club."""


class Item(NamedTuple):
    """A line of a list that can be chosen."""

    text: str
    about: str
    enter: Callable[[], None]


class Chapter(NamedTuple):
    """A list with its head."""

    head: str
    items: Sequence[Item]
    columns: str = ""


class ClubPage(PaperScreen):
    """A page of the club: lists of lines, a bar on one of them, and what that line means at the foot."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.at = 0
        self.said = ""
        """Shown at the foot until the next key: why something could not be done."""
        self.typing: Callable[[str], None] | None = None
        """Takes the line that is typed, while one is."""
        self.typed = ""
        self.asked = ""
        """What the line that is typed is for."""

    def on_screen_resume(self) -> None:
        """Back from a page or a game: things have happened."""
        self.look()

    def changed(self, game: int) -> None:
        """A game has changed while the page is shown."""

    def look(self) -> None:
        """Read the page's content and show it. If that fails, keep the old content and say why at the foot."""
        try:
            self.read()
        except FileError as error:
            self.said = error.faults[0].reason
        self.paint()

    # -- what a page is

    def read(self) -> None:
        """Read what the page shows. Raises `FileError`, and keeps the old content, if it is gone."""
        raise NotImplementedError

    def caption(self) -> str:
        """The head of the page, at the left."""
        raise NotImplementedError

    def stand(self) -> str:
        """The head of the page, at the right."""
        return f"you: {self.context.player.name}"

    def chapters(self) -> Sequence[Chapter]:
        """The lists."""
        raise NotImplementedError

    def before(self, width: int) -> Sequence[Row]:
        """What stands above the lists."""
        return ()

    def after(self, width: int) -> Sequence[Row]:
        """What stands under them."""
        return ()

    def keys(self) -> Sequence[Keyed]:
        """What the keys do, most wanted first."""
        raise NotImplementedError

    def fixed_keys(self) -> Sequence[Keyed]:
        """The keys at the right, which never go."""
        return (("?", "help"), ("Esc", "back"))

    def act(self, key: str, action: str) -> None:
        """Do what a key does; `action` is what it means on every page."""

    def show_page(self, page: "ClubPage") -> None:
        """Go on to another page once it has read its content. Raises `FileError` if that is gone, or not allowed."""
        page.read()
        self.app.push_screen(page)

    # -- how it looks

    @property
    def items(self) -> list[Item]:
        """All lines that can be chosen."""
        return [item for chapter in self.chapters() for item in chapter.items]

    def paint(self) -> None:
        """Show the lists; where they are too long, the part round the bar."""
        width, height = self.size
        inside, room = max(20, width - 2), max(4, height - 4)
        items = self.items
        self.at = max(0, min(self.at, len(items) - 1))
        lines: list[Row] = [*self.before(inside)]
        chosen, number = 0, 0
        for chapter in self.chapters():
            if lines:
                lines.append(row())
            gap = " " * max(1, inside - len(chapter.head) - len(chapter.columns))
            lines.append((Span(chapter.head, "heading"), Span(gap + chapter.columns, "dim")))
            for item in chapter.items:
                if number == self.at:
                    chosen = len(lines)
                    lines.append(chosen_row(item.text, inside))
                else:
                    lines.append(row(f"  {item.text}"[:inside]))
                number += 1
        lines += self.after(inside)
        first = max(0, min(chosen - room // 2, len(lines) - room))
        shown = with_more(lines[first : first + room], inside, first, max(0, len(lines) - first - room))
        shown += [row()] * (room - len(shown))
        foot = self._words_at_foot(items)
        about = foot[:inside] if self.typing is None else foot[-inside:]  # the typed text is at the end
        head = f" {self.caption()}"
        gap = " " * max(1, width - len(head) - len(self.stand()) - 1)
        bar = (Span(head, "heading@bar"), Span(f"{gap}{self.stand()} "[: max(0, width - len(head))], "text@bar"))
        self._paper.show([bar, *[row(" ") + line for line in shown], row(), row(f" {about}"), self._bar_row(width)])

    def _bar_row(self, width: int) -> Row:
        """The key bar: as many keys as there is room for, and at the right the ways on."""
        right = [*_row_of_keys(self.fixed_keys()), Span(" ")]
        left = [*self.keys()]
        while left and width_of((*_row_of_keys(left), *right)) + 2 > width:
            del left[-1]
        bar = (Span(" "), *_row_of_keys(left))
        return (*bar, Span(" " * (width - width_of((*bar, *right)))), *right)

    def _words_at_foot(self, items: Sequence[Item]) -> str:
        """What the chosen line means, what is asked, or why something could not be done."""
        if self.typing is not None:
            return f"{self.asked} {self.typed}_"
        return self.said or (items[self.at].about if items else "")

    # -- keys

    def ask(self, asked: str, then: Callable[[str], None]) -> None:
        """Have a line typed."""
        self.asked, self.typed, self.typing = asked, "", then
        self.paint()

    def on_key(self, event: Key) -> None:
        """The bar, a line that is typed, or what a key of the page does."""
        if not is_for(self, event):
            return
        if self.typing is not None:
            self._take_typed(event)
            return
        self.said = ""
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
                self.app.push_screen(PageScreen("The club", lambda _: HELP_ROWS))
            else:
                self.act(own, action)
        except FileError as error:
            self._say_why_not(error)
        if self.is_active:
            self.paint()

    def _say_why_not(self, error: FileError) -> None:
        """Read the page again, and say at the foot why something could not be done."""
        if self.is_active:
            self.look()
        self.said = error.faults[0].reason

    def _jump_to_item(self, step: int) -> None:
        """Go to the first line of the next list that has one."""
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
        if event.key == "escape":
            self.typing = None
        elif event.key == "enter":
            self.typing = None
            try:
                then(self.typed)
            except FileError as error:
                self._say_why_not(error)
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
        elif event.is_printable and event.character:
            self.typed = (self.typed + event.character)[:400]
        if self.is_active:
            self.paint()

    def on_paste(self, event: Paste) -> None:
        """Pasted text goes into the line that is typed."""
        event.stop()
        if self.typing is not None:
            self.typed = (self.typed + first_line(event.text))[:400]
            self.paint()

    def interrupted(self) -> None:
        """Ctrl+C: say which key goes back or quits."""
        key, does = self.fixed_keys()[-1]
        self.said = f"{key}: {does}"
        self.paint()


def _row_of_keys(keys: Sequence[Keyed]) -> Row:
    """`Enter go in  n new`."""
    spans = [span for key, word in keys for span in (Span(key, "key"), Span(f" {word}  "))]
    return (*spans[:-1], Span(spans[-1].text.rstrip())) if spans else ()
