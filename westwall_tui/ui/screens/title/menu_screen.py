"""A screen of menus: the stack of menus, painting, keys and errors. `screen.py` fills the menus.

The first menu is at the left, and if there is room, the map of the last game is at the right.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.events import Key, Paste
from textual.geometry import Size as Extent

from westwall_tui import __version__
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.settings import Settings
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import (
    CONTINUE,
    LAST_GAME,
    LEAST_POSITION,
    NOWHERE,
    YOUR_MOVE,
    Menu,
    MenuItem,
    MenuOfLists,
    Subject,
    beside_each_other,
    texts_of,
    wrap,
)
from westwall_tui.ui.screens.title.lobby import Lobby, SeatRequest
from westwall_tui.ui.terminal.page import PaperScreen, Picture, is_for
from westwall_tui.words.keymap import Keymap, keymap_of
from westwall_tui.words.rows import (
    HARD,
    Row,
    Span,
    chosen_row,
    first_line,
    page_bar,
    row,
    shortened,
    with_more,
)

if TYPE_CHECKING:
    from westwall_tui.ui.screens.title.lastgame import LastGame


MENU, ROOM_FOR_MAP = 28, 76
"""Columns of the first menu; and minimum columns of a screen with room for a map beside that menu."""
LINES_OF_LAST = 3
"""Lines under Continue that stay free until the last game is known."""
LONGEST_TROUBLE = 9
"""Maximum number of lines of an error under the menu."""
FRAMES = (tuple("-|++++"), tuple("\u2500\u2502\u250c\u2510\u2514\u2518"))
"""The lines and corners of a frame, in ASCII and in Unicode."""
HEADS, GAP = ("New game", "Options"), -2
"""Items of the first menu with a blank line above them, and the item number that marks such a line."""
BANNER = (
    "W E S T W A L L",
    "Four battles, 1944-45",
)
"""The heading of the first menu."""


class FrontPage:
    """The first menu in its present state."""

    def __init__(
        self,
        items: Sequence[MenuItem],
        at: int,
        last: "LastGame | None",
        preferences: Preferences,
    ) -> None:
        """Take the number of the item under the bar (`at`) and the `last` game, if it is known."""
        self._items, self._at, self._last, self._preferences = items, at, last, preferences

    def rows(self, extent: Extent, trouble: str) -> list[Row]:
        """Return all lines except the last one, which shows the keys."""
        width, height = extent
        beside = width >= ROOM_FOR_MAP
        error_lines = wrap(trouble, width - 2)[:LONGEST_TROUBLE]
        foot = [row(f" {line}", "danger") for line in error_lines] or [self._line_under_map(width)]
        menu = self._menu_lines(MENU if beside else width, height - len(foot) - 2)
        menu += [row(" " * MENU)] * (height - len(foot) - 2 - len(menu))
        if beside:
            around = self._map_in_frame(Extent(width - MENU - 3, len(menu)))
            menu = [(*own, Span("  "), *right) for own, right in zip(menu, around, strict=True)]
        return [row(f"{__version__:>{width - 1}}", "dim"), *menu, *foot]

    def _menu_lines(self, width: int, room: int) -> list[Row]:
        """Return the lines of the first menu. If they don't fit, leave out blank lines, then those far from the bar."""
        about = self._last.about if self._last is not None else [""] * LINES_OF_LAST
        found = [(BANNER[0], "heading", -1), (BANNER[1], "dim", -1)]
        for number, item in enumerate(self._items):
            if item.label in HEADS or number == 0:
                found.append(("", "", GAP))
            found.append((item.label, "bold@here" if number == self._at else "", number))
            if item.label in (CONTINUE, LAST_GAME):
                for text in about:
                    ink = "good" if text.startswith(YOUR_MOVE) else ""
                    found += [(f"  {line.replace(HARD, ' ')}", ink, -1) for line in wrap(text, width - 4) or [""]]
        if len(found) > room:
            found = [line for line in found if line[2] != GAP]
        bar = next(i for i, (*_, number) in enumerate(found) if number == self._at)
        first = max(0, min(bar - room // 2, len(found) - room))
        return [
            (
                Span("> " if number == self._at else "  ", "key@here" if number == self._at else ""),
                *self._with_letter(text[: width - 2].ljust(width - 2), ink, number),
            )
            for text, ink, number in found[first:][:room]
        ]

    def _with_letter(self, text: str, ink: str, number: int) -> Row:
        """Return a line of the menu; the letter that chooses its item is in the color of keys."""
        if number < 0:
            return (Span(text, ink),)
        return Span(text[:1], "key@here" if number == self._at else "key"), Span(text[1:], ink)

    def _map_in_frame(self, extent: Extent) -> Sequence[Row]:
        """Return the last game's map in a frame of this size; an empty frame until the game is known."""
        preferences = self._preferences
        across, upright, *corners = FRAMES[preferences.fine]
        inner = Extent(extent.width - 2, extent.height - 2)
        lines: Sequence[Row] = [row(" " * inner.width)] * inner.height
        caption = ""
        if self._last is not None:
            lines, caption = self._last.map(inner, preferences), f" {self._last.caption} "[: inner.width - 2]
        side = Span(upright, "frame")
        beyond = across * (inner.width - 1 - len(caption))
        top = (Span(corners[0] + across, "frame"), Span(caption, "heading"), Span(beyond + corners[1], "frame"))
        bottom = f"{corners[2]}{across * inner.width}{corners[3]}"
        return [top, *((side, *line, side) for line in lines), row(bottom, "frame")]

    def _line_under_map(self, width: int) -> Row:
        """Return the line under the map: the status of the last game, or the explanation of the item under the bar."""
        item = self._items[self._at]
        if item.label in (CONTINUE, LAST_GAME) and self._last is not None and self._last.status:
            return shortened((Span(" "), *self._last.status), width)
        return shortened(row(f" {' '.join(item.info())}"), width)


LEAST_BATTLE, LEAST_LIST, LEAST_BELOW = 38, 30, 7
"""Minimum columns of the picture of a battle with its figures beside a list, and of that list; minimum lines of a
picture below a list."""
LEAST_BESIDE_MORE = 58
"""Minimum columns of a picture beside a list that has more columns."""
HIGH_PAGE = 30
"""Minimum lines of a list with room for more than the first text above the picture of a battle beside it."""
NOTED, LEAST_NOTES = frozenset({"scenario", "save", "look"}), 3
"""The kinds of subjects with notes below a list, and minimum lines of such notes."""


class Wanted(NamedTuple):
    """The subject of a picture, and the settings and the palette in which it is drawn."""

    subject: Subject
    settings: Settings
    palette: str
    noted: Extent = NOWHERE
    """Columns and lines of the notes below the list."""


WIDEST, WIDEST_ITEM = 78, 118
"""Maximum columns of text, and of an item of a list, such as the title of a saved game."""
INFO = 7
"""Maximum number of lines below a menu for the item under the bar; an error may need some of them."""
MESSAGE = 2
"""Lines below the explanation of an item for error messages."""
LONGEST_PATH = 60
WAITING = "Waiting for the host ..."


def briefly(fault: Fault) -> str:
    """Return an error with a long path shortened, so that the error itself stays in view."""
    file = fault.file if len(fault.file) <= LONGEST_PATH else f"...{fault.file[3 - LONGEST_PATH :]}"
    return str(fault._replace(file=file))


class MenuScreen(PaperScreen):
    """A stack of menus, with an explanation of the item under the bar."""

    def __init__(self, lobby: Lobby, first: Callable[[], Sequence[MenuItem]]) -> None:
        """Take a function that returns the items of the first menu."""
        super().__init__()
        self.lobby = lobby
        self.menus = [Menu("", first)]
        self.trouble = ""
        self.last: LastGame | None = None
        """The game beside the first menu, once it is known."""
        self._wide = False
        """True if a list has room for all of its columns."""
        self._picture, self._notes = Picture(self, self._draw_picture), Picture(self, self._draw_notes)

    # -- painting

    def paint(self) -> None:
        """Paint the top menu."""
        width = self.size.width
        menu = self.menus[-1]
        items = menu.items()
        menu.at = max(0, min(menu.at, len(items) - 1))
        if len(self.menus) == 1:
            for last in (self.last, None):  # without the last game, if a bug keeps it from being shown
                with Advice(lambda: None):
                    front = FrontPage(items, menu.at, last, self.lobby.preferences)
                    self._paper.show([*front.rows(self.size, self.trouble), self._row_of_keys(items[menu.at], width)])
                    return
            return
        self._paper.show(
            [*self._page(menu, items), self._row_of_keys(items[menu.at] if items else MenuItem(""), width)]
        )

    def _page(self, menu: Menu, items: Sequence[MenuItem]) -> list[Row]:
        """Return all lines of a menu except the last one, which shows the keys."""
        width, height = self.size
        name = f"WESTWALL {__version__} "
        title = f" {menu.title}"[: width - len(name) - 1]
        rows: list[Row] = [row(f"{title:<{width - len(name)}}{name}", "heading@bar")]
        rows.append(shortened((Span(" "), *menu.row_of_names), width) if isinstance(menu, MenuOfLists) else row())
        item = items[menu.at] if items else MenuItem("")
        subject, room = item.subject or menu.subject, height - len(rows) - 1
        texts = texts_of(items, wide=True)
        self._wide = max(map(len, texts), default=0) + 2 <= width - LEAST_BESIDE_MORE - 5
        texts = texts if self._wide else texts_of(items)
        menu.columns = max([menu.columns, *(len(text) + 2 for text in texts)])
        columns = max(menu.columns, LEAST_LIST)
        least = LEAST_BATTLE if subject is not None and subject.kind == "scenario" else LEAST_POSITION
        if subject is not None and columns <= width - least - 4:
            return [*rows, *self._list_beside_picture(menu, items, subject, Extent(columns, room))]
        return [*rows, *self._list_above_text(menu, items, subject, room)]

    def _list_beside_picture(
        self, menu: Menu, items: Sequence[MenuItem], subject: Subject, extent: Extent
    ) -> Iterator[Row]:
        """Return the list, in the columns and lines of `extent`, and beside it the explanation and the picture."""
        pane = self.size.width - extent.width - 5
        shown = self._list(menu, items, extent)
        room = extent.height - len(shown) - 1
        longest = self._longest_words(items, extent.width - 2) if room > LEAST_BELOW else room + 1
        about = items[menu.at].info()
        below = [line for each in about for line in wrap(each, extent.width - 2)]
        left = room - 1 - (len(below) if items[menu.at].subject else longest)  # so that the same notes keep their size
        has_notes = longest <= room and subject.kind in NOTED and left >= LEAST_NOTES
        noted = Extent(extent.width - 2, left) if has_notes else NOWHERE
        if longest <= room:
            inner, text = extent.width - 2, []
            shown += [row(), *(row(f"  {line}", "danger") for line in wrap(self.trouble, inner))]
            shown += [row(f"  {line}") for line in below]
        else:
            text = [row(line, "danger") for line in wrap(self.trouble, pane)] if self.trouble else []
            if subject.kind == "scenario" and extent.height < HIGH_PAGE:
                about = about[:1]
            text += [row(line) for each in about for line in wrap(each, min(pane, WIDEST))]
            text += [row()] if text else []
        if has_notes:
            preferences = self.lobby.preferences
            wanted = Wanted(subject, preferences.settings, preferences.palette)
            notes = self._notes.rows(wanted, noted)
            shown += [row(), *((Span("  "), *line) for line in notes)]
        beside = [*text, *self._picture_rows(subject, Extent(pane, extent.height - len(text)), noted)]
        return beside_each_other(shown, beside, extent, fine=self.lobby.preferences.fine)

    def _longest_words(self, items: Sequence[MenuItem], width: int) -> int:
        """Return the lines of the longest explanation of an item."""
        return max(sum(len(wrap(text, width)) for text in item.info()) for item in items)

    def _list_above_text(
        self, menu: Menu, items: Sequence[MenuItem], subject: Subject | None, height: int
    ) -> list[Row]:
        """Return the list, below it the explanation, then the picture if there is room, and an error at the bottom."""
        width = self.size.width
        inner = max(20, min(WIDEST, width - 2))
        about = [line for text in (items[menu.at].info() if items else ()) for line in wrap(text, inner) or [""]]
        menu.info_lines = min(max(menu.info_lines, len(about)), INFO)
        info = INFO if self.trouble else menu.info_lines
        room = max(1, height - info - MESSAGE - 1)  # and a blank row
        if subject is not None and subject.kind == "save" and room >= 2 * LEAST_BELOW:
            room -= LEAST_BELOW
        rows = [
            (Span(" "), *line)
            for line in self._list(menu, items, Extent(max(inner, min(WIDEST_ITEM, width - 2)), room))
        ]
        message = wrap(self.trouble, inner)[: INFO + MESSAGE] if self.trouble else []
        room = info + MESSAGE - max(len(message), MESSAGE)
        rows += [row(), *(row(f" {line}") for line in (about + [""] * info)[:room])]
        end = height - MESSAGE - max(0, len(message) - MESSAGE)
        if subject is not None and end - len(rows) >= LEAST_BELOW:
            rows += [(Span(" "), *line) for line in self._picture_rows(subject, Extent(width - 2, end - len(rows)))]
        rows += [row()] * (end - len(rows))
        rows += [row(f" {line}", "danger") for line in message] + [row()] * (MESSAGE - len(message))
        return rows[:height]

    def _list(self, menu: Menu, items: Sequence[MenuItem], extent: Extent) -> list[Row]:
        """Return the items of a menu below the heading of their columns, or as many as fit around the chosen one."""
        heading = f"  {menu.head}{menu.more if self._wide else ''}"
        head = [row(heading[: extent.width], "dim")] if menu.head else []
        width, room = extent.width, extent.height - len(head)
        first = max(0, min(menu.at - room // 2, len(items) - room))
        texts = texts_of(items, wide=self._wide)[first:][:room]
        shown = [self._item_row(text, first + i == menu.at, width) for i, text in enumerate(texts)]
        return [*head, *with_more(shown, width, first, len(items) - first - len(shown))]

    def _picture_rows(self, subject: Subject, extent: Extent, noted: Extent = NOWHERE) -> Sequence[Row]:
        preferences = self.lobby.preferences
        wanted = Wanted(subject, preferences.settings, preferences.palette, noted)
        return self._picture.rows(wanted, extent)

    def _draw_picture(self, wanted: Wanted, extent: Extent) -> Sequence[Row]:
        from westwall_tui.ui.screens.title.preview import picture_of  # needs the engine and the map

        return picture_of(wanted.subject, extent, self.lobby.preferences, wanted.noted)

    def _draw_notes(self, wanted: Wanted, extent: Extent) -> Sequence[Row]:
        from westwall_tui.ui.screens.title.preview import notes_of

        return notes_of(wanted.subject, extent, self.lobby.preferences)

    def _row_of_keys(self, item: MenuItem, width: int) -> Row:
        """Return the last line: the keys for the item at the left, and the way back at the right."""
        keys = [("up", ""), ("down", "choose")]
        keys += [("west", ""), ("east", "change")] if item.turn else []
        keys += [("west", ""), ("east", "list")] if isinstance(self.menus[-1], MenuOfLists) else []
        keys += [("confirm", "pick")] if item.enter else []
        out = ("back", "back") if len(self.menus) > 1 else ("leave", "quit")
        return page_bar([*keys, ("help", "rules"), out], self.keymap, width)

    def _item_row(self, text: str, here: bool, inner: int) -> Row:
        return chosen_row(text, inner) if here else shortened(row(f"  {text}"), inner)

    def paint_again(self) -> None:
        """Paint the menu again after something has arrived."""
        if self.is_attached and self.is_active:
            self.paint()

    # -- keys

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        self.trouble = ""
        self.press(event.key, event.character or "", event.aliases)
        if self.is_active:
            self.paint()

    def on_paste(self, event: Paste) -> None:
        """Put pasted digits into the item under the bar, if it takes digits."""
        event.stop()
        menu = self.menus[-1]
        items = menu.items()
        digits = first_line(event.text)
        if self.is_active and items and digits.isascii() and digits.isdigit():
            for digit in digits:
                self.press("", digit)
            self.paint()

    def interrupted(self) -> None:
        """Answer Ctrl+C with the key that quits."""
        self.trouble = f"{self.keymap.first('leave')}: quit"
        self.paint()

    @property
    def keymap(self) -> Keymap:
        """The player's keys: the keys of boxes, and Left and Right of the map."""
        return keymap_of(self.lobby.preferences.settings)

    def _action_of(self, names: Sequence[str]) -> str:
        """Return the action of a key in a menu; `names` are the names of the key."""
        direction = self.keymap.action(names, box=False)
        return direction if direction in ("west", "east") else self.keymap.action(names, box=True)

    def press(self, key: str, character: str, aliases: Sequence[str] = ()) -> None:
        """Carry out what a key does in the top menu; `aliases` are the key's other names."""
        menu = self.menus[-1]
        items = menu.items()
        item = items[menu.at] if items else MenuItem("")
        action = self._action_of((key, *aliases))
        digit = character.isascii() and character.isdigit()
        later = (*range(menu.at + 1, len(items)), *range(menu.at))
        lettered = next((i for i in later if items[i].initial == character.casefold()), menu.at)
        if len(self.menus) == 1 and character.isalpha() and lettered != menu.at and action != "leave":
            menu.at = lettered  # even if the letter moves the bar in other menus
        elif item.typed is not None and (digit or (item.letters and character.isprintable() and character)):
            item.typed(character)
        elif item.typed is not None and item.erase and key == "backspace":
            item.typed("")
        elif action in ("up", "down"):
            menu.at = (menu.at + (1 if action == "down" else -1)) % max(len(items), 1)
        elif action in ("first", "last"):
            menu.at = 0 if action == "first" else len(items) - 1
        elif action in ("west", "east") and item.turn is not None:
            item.turn(1 if action == "east" else -1)
        elif action in ("west", "east") and isinstance(menu, MenuOfLists):
            menu.change(1 if action == "east" else -1)
        elif action == "confirm" and item.letters and item.enter is None:
            menu.at = (menu.at + 1) % len(items)  # the text is complete
        elif action in ("confirm", "put", "east"):
            self._enter_item(item)
        elif action in ("back", "west", "leave") and len(self.menus) > 1:
            self.menus.pop()
        elif action == "help":
            self.lobby.show_rules()
        elif action == "leave":
            self.lobby.quit()
        elif character.isalpha():
            menu.at = lettered

    def _enter_item(self, item: MenuItem) -> None:
        try:
            if item.enter is not None:
                item.enter()
            elif item.turn is not None:
                item.turn(1)
        except FileError as error:
            self.complain(error)

    def complain(self, error: FileError) -> None:
        """Show the errors of a file below the menu."""
        more = len(error.faults) - 1
        others = "one more error" if more == 1 else f"{more} more errors"
        self.trouble = briefly(error.faults[0]) + (f" (and {others}; westwall check lists all)" if more else "")

    def resume(self, name: str) -> None:
        """Resume a saved game. Raises `FileError`."""
        self.begin(lambda passphrase: self.lobby.resume(name, passphrase))

    def begin(self, game: Callable[[str], None], passphrase: str = "") -> None:
        """Begin a game; if it has secret notes, first ask for their passphrase. Raises `FileError`."""
        from westwall_tui.mail.opening import PassphraseWanted

        try:
            game(passphrase)
        except PassphraseWanted as wanted:
            from westwall_tui.ui.screens.title.newgame import passphrase_menu

            self.open_menu(passphrase_menu(wanted.prompt, wanted.is_new, partial(self.begin, game)))
        else:
            self.rewind()

    def rewind(self) -> None:
        """Go back to the first menu, because a game has begun."""
        del self.menus[1:]
        self.menus[0].at = 0

    def open_menu(self, menu: Menu) -> None:
        """Put a menu on top of the stack."""
        self.menus.append(menu)

    def sit(self, begin: Callable[[SeatRequest], None]) -> None:
        """Take a seat at a hosted game. Going back before the host has answered cancels the request."""
        waiting = MenuItem(f"{WAITING} {self.keymap.first('back')}: give up")
        menu = Menu(self.menus[-1].title, lambda: [waiting])

        def done(fault: FileError | None) -> None:
            self.menus.pop()
            if fault is not None:
                self.complain(fault)
            else:
                self.rewind()
            self.paint_again()

        self.open_menu(menu)
        begin(SeatRequest(lambda: self.menus[-1] is menu, done))
