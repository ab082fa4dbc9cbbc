"""The menus of the title screen, their items, and the options, which are also a page over the map of a game."""

import os
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from textual.events import Key
from textual.geometry import Size

from westwall_tui.files.disk.folders import settings_file
from westwall_tui.files.faults import FileError
from westwall_tui.files.players.seats import MAX_NAME_LENGTH
from westwall_tui.files.players.settings import SIZES, SPEEDS, Settings
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.terminal.abilities import NO_UNICODE, shows_unicode
from westwall_tui.ui.terminal.page import PaperScreen, Picture, is_for
from westwall_tui.words.keymap import KEYSET_NAMES, keymap_of
from westwall_tui.words.rows import Row, Span, chosen_row, page_bar, row, shortened, width_of, with_more

if TYPE_CHECKING:
    from westwall_tui.engine.game import Game
    from westwall_tui.ui.map.pane.still import GameMap

wrap = partial(textwrap.wrap, break_on_hyphens=False)
"""Wrap a text into lines. Addresses and file names stay whole, so that they can be copied."""


class Subject(NamedTuple):
    """The subject of a picture beside a menu. A subject is plain data, so that a picture is drawn only once."""

    kind: str
    """A kind that `title/preview.py` draws: `scenario`, `board`, `save`, `puzzle`, `lesson`, `example`, `look`."""
    name: str
    """The key, path or other name of the subject."""
    side: int = -1
    """The side that the player has chosen in a scenario; -1 for none or both."""
    changed: int = 0
    """A number that changes with the files of a scenario; always 0 for a scenario that comes with the game."""


def scenario_subject(key: str, side: int = -1) -> Subject:
    """Return the subject of a scenario as its files are now."""
    from westwall_tui.files.scenarios.catalog import last_change

    return Subject("scenario", key, side, last_change(key))


NOWHERE = Size(0, 0)
"""The size of notes that are not shown."""


@dataclass
class MenuItem:
    """A line of a menu."""

    label: str
    enter: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None
    """Change the value by a step: Left is -1, Right is 1."""
    info: Callable[[], Sequence[str]] = lambda: ()
    typed: Callable[[str], None] | None = None
    """Add a typed digit, or delete the last one if the string is empty."""
    erase: bool = False
    """True if there is something to delete."""
    letters: bool = False
    """True if the item takes letters too."""
    subject: Subject | None = None
    """The subject of the picture while the item is chosen; None for the subject of the menu itself."""
    value: str | None = None
    """The value of a choice, in a column beside the labels; None if it has none."""
    more: str = ""
    """Text in more columns, on a wide screen."""

    @property
    def initial(self) -> str:
        """The letter that chooses the item: the first one of its label, in lower case."""
        return next((char.casefold() for char in self.label if char.isalpha()), "")


def texts_of(items: Sequence[MenuItem], *, wide: bool = False) -> list[str]:
    """Return the lines of a menu: the labels and, beside the longest one, the values or, if `wide`, more columns."""
    with_values = (item for item in items if item.value is not None or (wide and item.more))
    width = max((len(item.label) for item in with_values), default=0)
    beside = [f" {item.value}" if item.value is not None else item.more if wide else "" for item in items]
    return [f"{item.label:<{width}}{more}" if more else item.label for item, more in zip(items, beside, strict=True)]


@dataclass
class Menu:
    """A page of the title screen. Whenever something changes, `items` makes the menu's lines again."""

    title: str
    items: Callable[[], Sequence[MenuItem]]
    at: int = 0
    head: str = ""
    """The heading of its columns."""
    more: str = ""
    """The heading of more columns, on a wide screen."""
    subject: Subject | None = None
    """The subject of the picture beside the menu, for items without a subject of their own."""
    columns: int = 0
    """Columns of the list. The number only grows, so that the picture beside the list stays where it is."""
    info_lines: int = 3
    """Lines kept free below the menu for the explanations of its items.

    The number only grows, so that the list moves at most once.
    """


class MenuList(NamedTuple):
    """One of the lists of a menu: the heading of its columns, and its items."""

    head: str
    items: Sequence[MenuItem]
    more: str = ""
    """The heading of more columns, on a wide screen."""


class MenuOfLists(Menu):
    """A menu that shows one of several lists; Left and Right change the list."""

    def __init__(self, title: str, lists: Mapping[str, MenuList], subject: Subject | None = None) -> None:
        """Take the lists by their names, and the subject of the item to begin on, instead of the very first one."""
        self._names, self._lists = tuple(lists), tuple(lists.values())
        places = (
            (shown, at) for shown, found in enumerate(self._lists) for at, item in enumerate(found.items)
            if subject is not None and item.subject == subject
        )  # fmt: skip
        self._shown, at = next(places, (0, 0))
        super().__init__(title, lambda: self._lists[self._shown].items, at)
        self._take_heads()

    def change(self, step: int) -> None:
        """Show the list that is `step` lists farther on; after the last one comes the first."""
        self._shown = (self._shown + step) % len(self._lists)
        self.at = 0
        self._take_heads()

    def _take_heads(self) -> None:
        self.head, self.more = self._lists[self._shown].head, self._lists[self._shown].more

    @property
    def row_of_names(self) -> Row:
        """The names of the lists; the one that is shown is in brackets."""
        return tuple(
            Span(f"[{name}] ", "bold") if number == self._shown else Span(f" {name}  ")
            for number, name in enumerate(self._names)
        )


LEAST_POSITION = 24
"""Minimum columns of the picture of a position beside a list."""


def beside_each_other(shown: Sequence[Row], right: Sequence[Row], extent: Size, *, fine: bool) -> Iterator[Row]:
    """Yield a list, in the columns and lines of `extent`, and beside it a text and a picture.

    With `fine`, the line between them is more than ASCII.
    """
    for y in range(extent.height):
        line, other = (rows[y] if y < len(rows) else () for rows in (shown, right))
        blanks = " " * (extent.width - width_of(line))
        yield (Span(" "), *line, Span(f"{blanks} "), Span("\u2502 " if fine else "| ", "frame"), *other)


WIDE, HIGH = 120, 40
LARGER = f"At {WIDE}x{HIGH}, counters show names."
"""Minimum columns and lines of a window whose counters have room for names, and advice to use such a window."""


def lines(*texts: str) -> Callable[[], Sequence[str]]:
    """Return a function that returns these lines, for the explanation of an item."""
    return lambda: texts


T = TypeVar("T")
YES_NO: Mapping[bool, str] = {True: "yes", False: "no"}


def choice_item(what: str, labels: Mapping[T, str], now: T, choose: Callable[[T], object], *about: str) -> MenuItem:
    """Return an item whose value Left and Right change. An unknown present value counts as the first one."""
    values = tuple(labels)
    at = values.index(now) if now in labels else 0

    def turn(step: int) -> None:
        choose(values[(at + step) % len(values)])

    return MenuItem(what, turn=turn, info=lines(*about), value=str(labels.get(now, now)))


def text_item(
    what: str, text: str, write: Callable[[str], object], about: str, empty: str = "", *,
    secret: bool = False, most: int | None = MAX_NAME_LENGTH,
) -> MenuItem:  # fmt: skip
    """Return an item with a text of at most `most` characters; `empty` is shown while there is none.

    A `secret` text is shown as stars.
    """

    def typed(character: str) -> None:
        write((text + character)[:most] if character else text[:-1])

    shown = "*" * len(text) if secret else text
    return MenuItem(what, info=lines(about), typed=typed, erase=True, letters=True, value=shown or empty)


CONTINUE, LAST_GAME = "Continue", "Last game"
"""The item that continues the game that was played last, and the one that shows it if it is over."""
YOUR_MOVE = "your move"
"""The beginning of the line under `CONTINUE` if that game waits for you."""


# -- the options


THEME_LABELS = {
    "": "automatic",
    "16": "the terminal's 16 colors",
    "night": "night",
    "paper": "paper",
    "colour-blind": "color-blind",
    "mono": "none",
}
"""The themes and their labels."""

MOUSE_LABELS = {"off": "off", "local": "on, but not over SSH", "always": "on, over SSH too"}
"""The settings of the mouse and their labels."""

REACH_LABELS = {"auto": "dim the rest, but not over SSH", "dark": "dim the rest", "numbers": "numbers only"}
"""The settings for showing a unit's reach on the drawn map, and their labels."""

GLYPHS_LABELS = {"ascii": "ASCII", "unicode": "Unicode", "drawn": "drawn"}
"""The styles of the map and their labels."""

BLOCKS_LABELS = {"auto": "fine if supported", "sextants": "fine", "quadrants": "coarse"}
"""The settings for the characters of the drawn map, and their labels."""

QUICK_LABELS: Mapping[bool, str] = {
    False: "each player decides their own",
    True: "the player whose turn it is decides all",
}
"""Labels that say who decides retreats, displacements and advances; True means a quick game."""
HANDOVER_LABELS = {"always": "before each decision", "turn": "when the turn passes", "never": "never"}
QUICK_INFO = (
    "In a quick game, the player whose turn it is also makes the other side's retreats, displacements and advances."
)


def quick_item(quick: bool, choose: Callable[[bool], None]) -> MenuItem:
    """Return the item for quick games: on the page of a new game, and in a game among its options."""
    return choice_item("Retreats, advances:", QUICK_LABELS, quick, choose, QUICK_INFO)


AT_THE_START = ("mouse", "keyset")
"""Options that take effect only at the next start or in the next game."""


def option_items(
    settings: Settings, change: Callable[[Settings], None], keys: Callable[[], None], *, in_game: bool = False
) -> Sequence[MenuItem]:
    """Return the options with their values; `change` switches to other settings, `keys` shows the keys.

    In a game, only the options that take effect at once are among them.
    """
    larger, smaller = map(keymap_of(settings).first, ("larger", "smaller"))
    unicode = "" if shows_unicode(os.environ) else f" {NO_UNICODE}"
    options: Sequence[tuple[str, str, Mapping[Any, str], str]] = (
        ("Characters:", "glyphs", GLYPHS_LABELS,
         "ASCII works in every terminal, Unicode has finer symbols, and drawn looks like a printed map in 256 colors."
         f"{unicode}"),
        ("Drawn map:", "blocks", BLOCKS_LABELS,
         "The fine map needs a font with all of its characters. If it has stripes or gaps, choose the coarse one."),
        ("Reach:", "reach", REACH_LABELS,
         "The drawn map dims the hexes that your unit cannot reach. Showing only numbers sends far fewer bytes."),
        ("Hexes:", "size", dict(zip(SIZES, SIZES, strict=True)),
         f"This is the size of the hexes. During a game, {larger} and {smaller} change it."),
        ("Hand-over notice:", "handover", HANDOVER_LABELS,
         "This notice tells two players at one keyboard whose decision it is. If there are secrets, it always "
         "appears."),
        ("Combat results:", "results", YES_NO,
         "Let the die roll for a moment, and show the result of each of your attacks in a box, unless two players here "
         "have just seen the die. The log always shows it, too."),
        ("Warnings:", "warnings", YES_NO,
         "Before a move, a line in the panel warns you of what it would risk."),
        ("Coach:", "coach", YES_NO,
         "In games against the computer, the coach says what you may regret before you end a phase, and names your "
         "best and worst decision after your turn."),
        ("Computer's orders:", "computer_speed", SPEEDS,
         "Choose how the computer's orders are shown."),
        ("Colors:", "theme", THEME_LABELS,
         "Night, paper and color-blind tint the hexes (256 colors). The variable NO_COLOR turns all colors off."),
        ("Mouse:", "mouse", MOUSE_LABELS,
         "A click moves the cursor, a second click is Enter, and the wheel scrolls. Quit and start again to apply it."),
        ("Keys:", "keyset", KEYSET_NAMES,
         "These keys move the cursor. The left-hand set moves other keys as well; see All keys."),
    )  # fmt: skip

    def choose(key: str, value: object) -> None:
        change(settings._replace(**{key: value}))  # type: ignore[arg-type]  # mypy cannot know that it suits the key

    now = {**settings._asdict(), "theme": "mono" if settings.theme == "plain" else settings.theme}
    items = [
        choice_item(label, labels, now[key], partial(choose, key), about)
        for label, key, labels, about in options
        if not (in_game and key in AT_THE_START)
    ]
    about_keys = f"To change a key, add its action and the new key under [keys] in {_settings_name()}"
    return [*items, MenuItem("All keys", keys, info=lines(about_keys))]


def _settings_name() -> str:
    """Return the path of the settings file, or the reason why there is none."""
    try:
        return str(settings_file())
    except FileError as error:
        return f"the settings file ({error})"


INFO = 4
"""Lines below a list for the explanation of the chosen item."""


class ItemsPage(PaperScreen):
    """A page over a game with a list of items, the explanation of the chosen one, and a picture beside the list."""

    heading = ""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._at = self._columns = 0
        self._trouble = ""
        """The refusal of the last key; empty if it did something."""
        self._picture, self._notes = Picture(self, self.draw_picture), Picture(self, self.draw_notes)

    def items(self) -> Sequence[MenuItem]:
        """Return the items as they are now."""
        raise NotImplementedError

    def subject(self) -> object:
        """Return plain data; with other data the picture and the notes are drawn again."""
        raise NotImplementedError

    def draw_picture(self, subject: Any, extent: Size) -> Sequence[Row]:
        """Draw the picture beside the list, in a thread."""
        raise NotImplementedError

    def map_of(self, game: "Game") -> "GameMap":
        """Return the map of a game, in the size and with the signs that the player has chosen."""
        from westwall_tui.ui.map.geometry import SIZE_CALLED
        from westwall_tui.ui.map.pane.still import GameMap  # the title needs neither map nor engine at its start

        own = self._preferences
        return GameMap(game, SIZE_CALLED[own.settings.size], own.signs, own.drawing)

    def draw_notes(self, subject: Any, extent: Size) -> Sequence[Row]:
        """Draw the notes below the list, in a thread."""
        return ()

    def keys(self, item: MenuItem) -> Sequence[tuple[str, str]]:
        """Return the keys for the chosen item, apart from those for one step back."""
        raise NotImplementedError

    def paint(self) -> None:
        """Paint the items, the explanation of the chosen one, and the keys."""
        width, height = self.page_width, self.size.height
        items = self.items()
        self._at = min(self._at, len(items) - 1)
        texts = texts_of(items, wide=width >= WIDE)
        self._columns = max(self._columns, *(len(text) + 2 for text in texts))
        beside = self._columns <= width - LEAST_POSITION - 4
        inner, pane = (self._columns, width - self._columns - 5) if beside else (max(20, min(78, width - 2)),) * 2
        room = max(1, height - 3 if beside else height - INFO - 4)
        first = max(0, min(self._at - room // 2, len(items) - room))
        shown = [
            chosen_row(text, inner) if first + i == self._at else shortened(row(f"  {text}"), inner)
            for i, text in enumerate(texts[first : first + room])
        ]
        shown = with_more(shown, inner, first, len(items) - first - len(shown))
        about = [row(line) for text in (self._trouble, *items[self._at].info()) for line in wrap(text, min(pane, 78))]
        rows: list[Row] = [row(f" {self.heading:<{width - 1}}", "heading@bar"), row()]
        if beside:
            subject = self.subject()
            texts = [line for text in (self._trouble, *items[self._at].info()) for line in wrap(text, inner - 2)]
            longest = max(sum(len(wrap(text, inner - 2)) for text in item.info()) for item in items)
            is_below = longest < room - len(shown)
            if is_below:
                shown += [row(), *(row(f"  {text}") for text in texts)]
                below = Size(inner - 2, max(0, room - len(items) - longest - 2))
                shown += [row(), *((Span("  "), *line) for line in self._notes.rows(subject, below))]
            above = [] if is_below else [*about, row()]
            picture = self._picture.rows(subject, Size(pane, room - len(above)))
            rows += beside_each_other(shown, [*above, *picture], Size(inner, room), fine=self._preferences.fine)
        else:
            rows += [*shown, row(), *((Span(" "), *line) for line in about[:INFO])]
        rows += [row()] * (height - 1 - len(rows))
        keys = [*self.keys(items[self._at]), ("back", "back")]
        self._paper.show([*rows[: height - 1], page_bar(keys, self.keymap, width)])

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        self._trouble = ""
        self.press(event)
        if self.is_active:
            self.paint()

    def press(self, event: Key) -> None:
        """Do what a key of the list does."""
        items = self.items()
        action = self.keymap.action((event.key, *event.aliases), box=True)
        if action in ("up", "down"):
            self._at = (self._at + (1 if action == "down" else -1)) % len(items)
        elif action in ("first", "last"):
            self._at = 0 if action == "first" else len(items) - 1
        elif action == "confirm" and (enter := items[self._at].enter) is not None:
            enter()
        elif action in ("back", "leave"):
            self.dismiss()


class OptionsScreen(ItemsPage):
    """A page with all options and their values; Left and Right change them."""

    heading = "Options"

    def __init__(
        self,
        preferences: Preferences,
        changed: Callable[[str], None],
        keys: Callable[[], None],
        of_game: Callable[[], Sequence[MenuItem]],
        game: "Game",
    ) -> None:
        """Take callbacks: `changed` redraws the game and gets the error if there was one; `keys` shows all keys.

        `of_game` returns the options of the game itself. The map of `game` shows the look.
        """
        super().__init__(preferences)
        self._game = game.copy()  # a thread draws it
        self._of_game, self._changed, self._show_keys = of_game, changed, keys

    def draw_notes(self, subject: object, extent: Size) -> Sequence[Row]:
        """Draw the legend."""
        from westwall_tui.ui.boxes.help import legend_rows  # needs the map, as the picture

        return legend_rows(self._preferences.signs, extent.width, self._preferences.drawing)[: extent.height]

    def draw_picture(self, subject: object, extent: Size) -> Sequence[Row]:
        """Draw the map of the game."""
        return self.map_of(self._game).rows(extent)

    def subject(self) -> object:
        """Return the look of the map."""
        return self._preferences.settings, self._preferences.palette

    def items(self) -> Sequence[MenuItem]:
        """Return the options of the program, then those of the game."""

        def change(settings: Settings) -> None:
            self._trouble = self._preferences.change(settings)
            self._changed(self._trouble)
            self._paper.palette = self._preferences.palette

        return [*option_items(self._preferences.settings, change, self._show_keys, in_game=True), *self._of_game()]

    def keys(self, item: MenuItem) -> Sequence[tuple[str, str]]:
        """Return the keys that choose and change an option."""
        keys = [("up", ""), ("down", "choose"), ("west", ""), ("east", "change")]
        return [*keys, ("confirm", "pick")] if item.enter else keys

    def press(self, event: Key) -> None:
        """Change the chosen option, or do what a key of the list does."""
        direction = self.keymap.action((event.key, *event.aliases), box=False)
        turn = self.items()[self._at].turn
        if direction in ("west", "east") and turn is not None:
            turn(1 if direction == "east" else -1)
        else:
            super().press(event)
