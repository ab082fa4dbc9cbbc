"""The title screen: a new game, saved games, options. Menus of lines, painted by one widget."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING

from textual import work
from textual.events import Key, Paste

from westwall_tui import __version__
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.folders import saves_folder
from westwall_tui.files.joined import has_joined
from westwall_tui.files.reach import files_in
from westwall_tui.files.seats import Seat
from westwall_tui.files.settings import Settings
from westwall_tui.files.words import DRAWN, MANUAL, SEEDED
from westwall_tui.ui.screens.front import FrontPage
from westwall_tui.ui.screens.hosted_games import (
    HOST,
    JOIN,
    join_menu,
    linger_item,
    save_items,
    waiting_menu,
    who_items,
)
from westwall_tui.ui.screens.lobby import Lobby, SeatRequest
from westwall_tui.ui.screens.menus import CONTINUE, Menu, MenuItem, lines, option_items, quick_item
from westwall_tui.ui.screens.newgame import COLUMNS, GUEST, NewGame, scenario_line
from westwall_tui.ui.screens.saved_games import SavedGames
from westwall_tui.ui.terminal.keymap import OF_THE_APP, Keymap
from westwall_tui.ui.terminal.page import PaperScreen
from westwall_tui.ui.terminal.rows import Row, Span, first_line, row

if TYPE_CHECKING:
    from westwall_tui.ui.screens.lastgame import LastGame

INFO = 7
"""Lines below a menu about the item under the cursor; a fault may need some of them."""
MESSAGE = 2
"""Lines below those, for faults."""
LONGEST_PATH = 60


def briefly(fault: Fault) -> str:
    """A fault with a long path cut, so that the fault itself stays in sight."""
    file = fault.file if len(fault.file) <= LONGEST_PATH else f"...{fault.file[3 - LONGEST_PATH :]}"
    return str(fault._replace(file=file))


class TitleScreen(PaperScreen):
    """The title, a stack of menus, and what the item under the cursor means."""

    def __init__(self, lobby: Lobby, faults: Sequence[Fault] = ()) -> None:
        """`faults`: what is wrong with the settings file."""
        super().__init__()
        self.lobby = lobby
        self.menus = [Menu("", self._main)]
        self.trouble = f"Settings: {briefly(faults[0])}" if faults else ""
        self._saved: bool | None = None
        """Whether there are saved games; None if that must be looked up."""
        self._joined = False
        """Whether a game at another user's host was joined."""
        self._last: LastGame | None = None
        """The game at the menu's side, once it is there."""
        self._saves = SavedGames(self)

    def on_screen_resume(self) -> None:
        """The first time, and back from a game: it is among the saved ones now, and the last."""
        self._saved = None
        self._paper.palette = self.lobby.preferences.palette
        if self.size.width:
            self.paint()
        self.call_after_refresh(self._find_last)

    # -- painting

    def paint(self) -> None:
        """Show the menu on top."""
        width, height = self.size
        menu = self.menus[-1]
        items = menu.items()
        menu.at = max(0, min(menu.at, len(items) - 1))
        if len(self.menus) == 1:
            front = FrontPage(items, menu.at, self._last, self.lobby.preferences)
            self._paper.show([*front.rows(self.size, self.trouble), self._keys(items[menu.at], width)])
            return
        left = " " * max(1, (width - 78) // 2)
        inner = max(20, min(78, width - 2))
        name = f"WESTWALL {__version__} "
        title = f"{left}{menu.title}"[: width - len(name) - 1]
        rows: list[Row] = [row(f"{title:<{width - len(name)}}{name}", "heading@bar"), row()]
        if menu.head:
            rows += [row(f"{left}  {menu.head}"[:width], "dim"), row()]
        room = max(1, height - len(rows) - INFO - 3)
        first = max(0, min(menu.at - room // 2, len(items) - room))
        rows += [self._line(item, first + i == menu.at, left, inner) for i, item in enumerate(items[first:][:room])]
        rows += [row()] * (height - INFO - MESSAGE - 1 - len(rows))
        about = [line for text in (items[menu.at].info() if items else ()) for line in wrap(text, inner) or [""]]
        message = wrap(self.trouble, inner)[: INFO + MESSAGE] if self.trouble else []
        room = INFO + MESSAGE - max(len(message), MESSAGE)
        rows += [row(left + line) for line in (about + [""] * INFO)[:room]]
        rows += [row(left + line, "danger") for line in message] + [row()] * (MESSAGE - len(message))
        rows = [*rows[: height - 1], self._keys(items[menu.at] if items else MenuItem(""), width)]
        self._paper.show(rows)

    def _keys(self, item: MenuItem, width: int) -> Row:
        """The last line: at the left what can be done with the item, at the right how to get out."""
        key = self.keymap.first
        left = [(f"{key('up')} {key('down')}", "choose")]
        left += [(f"{key('west')} {key('east')}", "change")] if item.turn else []
        left += [(key("confirm"), "pick")] if item.enter else []
        out = (key("back"), "back") if len(self.menus) > 1 else (key("leave"), "quit")
        parts = [
            [span for name, word in keys for span in (Span(f"  {name}", "key@bar"), Span(f" {word}", "text@bar"))]
            for keys in (left, [(key("help"), "rules"), out])
        ]
        taken = sum(len(span.text) for part in parts for span in part)
        return (*parts[0], Span(" " * max(0, width - taken - 1), "text@bar"), *parts[1], Span(" ", "text@bar"))

    @work(thread=True, exclusive=True, exit_on_error=False, group="last game")
    def _find_last(self) -> None:
        """Look the last game up while the menu is there already; a title without it is one without a map."""
        from westwall_tui.ui.screens.lastgame import find_last_game

        found = find_last_game()
        self.app.call_from_thread(self._show_last, found)

    def _show_last(self, found: "LastGame") -> None:
        self._last = found
        self.paint_again()

    def _line(self, item: MenuItem, here: bool, left: str, inner: int) -> Row:
        text = f"{'>' if here else ' '} {item.label}"[:inner]
        return (Span(left), *row(text.ljust(inner) if here else text, "text@here" if here else ""))

    # -- keys

    def on_key(self, event: Key) -> None:
        if event.key in OF_THE_APP:
            return
        event.stop()
        self.trouble = ""
        self.press(event.key, event.character or "", event.aliases)
        if self.is_current:
            self.paint()

    def on_paste(self, event: Paste) -> None:
        """Pasted digits go into the item under the bar, if it takes any."""
        event.stop()
        menu = self.menus[-1]
        items = menu.items()
        digits = first_line(event.text)
        if self.is_current and items and digits.isascii() and digits.isdigit():
            for digit in digits:
                self.press("", digit)
            self.paint()

    def interrupted(self) -> None:
        """Ctrl+C."""
        self.trouble = f"{self.keymap.first('leave')}: quit"
        self.paint()

    @property
    def keymap(self) -> Keymap:
        """The player's keys: those of boxes, and left and right of the map."""
        return Keymap(self.lobby.preferences.settings.keys)

    def press(self, key: str, character: str, aliases: Sequence[str] = ()) -> None:
        """What a key does; `aliases` are its other names."""
        menu = self.menus[-1]
        items = menu.items()
        item = items[menu.at] if items else MenuItem("")
        names, keymap = (key, *aliases), self.keymap
        way = keymap.action(names, box=False)
        action = way if way in ("west", "east") else keymap.action(names, box=True)
        digit = character.isascii() and character.isdigit()
        if item.typed is not None and (digit or (item.letters and character.isprintable() and character)):
            item.typed(character)
        elif item.typed is not None and item.erase and key == "backspace":
            item.typed("")
        elif action in ("up", "down"):
            menu.at = (menu.at + (1 if action == "down" else -1)) % max(len(items), 1)
        elif action in ("first", "last"):
            menu.at = 0 if action == "first" else len(items) - 1
        elif action in ("west", "east") and item.turn is not None:
            item.turn(1 if action == "east" else -1)
        elif action in ("confirm", "put", "east"):
            self._enter(item)
        elif action in ("back", "west", "leave") and len(self.menus) > 1:
            self.menus.pop()
        elif action == "help":
            self.lobby.show_rules()
        elif action == "leave":
            self.lobby.quit()

    def _enter(self, item: MenuItem) -> None:
        try:
            if item.enter is not None:
                item.enter()
            elif item.turn is not None:
                item.turn(1)
        except FileError as error:
            self.complain(error)

    def complain(self, error: FileError) -> None:
        more = len(error.faults) - 1
        faults = "one fault" if more == 1 else f"{more} faults"
        self.trouble = briefly(error.faults[0]) + (f" ({faults} more; westwall check lists them)" if more else "")

    def resume(self, name: str) -> None:
        self.lobby.resume(name)
        self._rewind()

    def _rewind(self) -> None:
        """A game has begun: after it comes the first menu."""
        del self.menus[1:]
        self.menus[0].at = 0

    def open_menu(self, menu: Menu) -> None:
        self.menus.append(menu)

    # -- the menus

    def _main(self) -> Sequence[MenuItem]:
        if self._saved is None:
            self._saved, self._joined = self._has_saves(), has_joined()
        last = MenuItem(CONTINUE, self._saves.go_on, info=lines("The game you played last."))
        saved = MenuItem(
            "Saved games", lambda: self.open_menu(self._saves.menu()), info=lines("All saved games, newest first.")
        )
        yours = MenuItem("Your games", self.lobby.show_your_games, info=lines("Wins and losses, by scenario and side."))
        return [
            *([last] if self._saved or self._joined else []),
            MenuItem(
                "New game",
                lambda: self.open_menu(self._scenarios()),
                info=lambda: ("Choose a battle and a scenario, and who plays.",),
            ),
            *([saved, yours] if self._saved else []),
            MenuItem("Host a game", lambda: self.open_menu(self._hosts()), info=lines(HOST)),
            MenuItem("Join a game", self._join, info=lines(JOIN)),
            MenuItem(
                "Options",
                lambda: self.open_menu(Menu("Options", self._options)),
                info=lambda: ("Characters, hexes, colours, keys.",),
            ),
            MenuItem("Rules", self.lobby.show_rules, info=lambda: ("The rules by case, with the rulings.",)),
            MenuItem("Keys", self.lobby.show_keys, info=lambda: ("All keys of the playing screen.",)),
            MenuItem("Quit", self.lobby.quit, info=lambda: ("Your games are saved.",)),
        ]

    def _join(self) -> None:
        self.open_menu(join_menu(self.lobby, self.open_menu, self.sit, self.paint_again))

    def sit(self, begin: Callable[[SeatRequest], None]) -> None:
        """SitDown down at a table; who goes back a menu before the host has answered gives up."""
        menu = waiting_menu(self.menus[-1].title, self.keymap.first("back"))

        def done(fault: FileError | None) -> None:
            self.menus.pop()
            if fault is not None:
                self.complain(fault)
            else:
                self._rewind()
            self.paint_again()

        self.open_menu(menu)
        begin(SeatRequest(lambda: self.menus[-1] is menu, done))

    def paint_again(self) -> None:
        """Something has come in meanwhile."""
        if self.is_attached and self.is_current:
            self.paint()

    def _has_saves(self) -> bool:
        """Whether there is a saved game; why nobody can tell goes below the menu."""
        try:
            return bool(files_in(saves_folder(), ".toml"))
        except FileError as error:
            self.trouble = briefly(error.faults[0])
            return False

    def _scenarios(self) -> Menu:
        items = self._scenario_items(hosted=False)
        return Menu("New game: which battle?", lambda: items, head=COLUMNS)

    def _hosts(self) -> Menu:
        from westwall_tui.files.session import list_saves

        items = [*save_items(list_saves(), self._saves.open_hosting_menu), *self._scenario_items(hosted=True)]
        return Menu("Host a game: which one?", lambda: items, head=COLUMNS)

    def _scenario_items(self, *, hosted: bool) -> list[MenuItem]:
        from westwall_tui.files.scenarios import listed

        items, battle = [], ""
        for entry in listed():
            shipped = entry.shipped
            name = f"{shipped.battle}: {shipped.name}" if shipped.battle else shipped.name
            label = scenario_line(entry, name if shipped.battle != battle else f"  {shipped.name}")
            info = entry.evening.told if entry.evening is not None else " ".join(shipped.about)
            items.append(MenuItem(label, partial(self._open_setup, shipped.key, name, hosted=hosted), info=lines(info)))
            battle = shipped.battle
        return items

    def _open_setup(self, key: str, name: str, *, hosted: bool) -> None:
        from westwall_tui.engine.game import options_of
        from westwall_tui.files.scenarios import load_scenario

        scenario = load_scenario(key)
        chosen = NewGame(key, name, [side.name for side in scenario.sides], choices=options_of(scenario))
        chosen.coach = self.lobby.preferences.settings.coach or not self._saved  # for a first game he is there
        if hosted:
            chosen.hosted, chosen.seats = True, [Seat(), GUEST]
        turns = f"Game-Turns {scenario.first_turn} to {scenario.last_turn}"
        self.open_menu(
            Menu(
                f"{name}, {turns}",
                lambda: [
                    *chosen.items(partial(self._start, chosen)),
                    *((linger_item(self.lobby), *who_items(self.lobby)) if hosted else (self._quick(),)),
                ],
            )
        )

    def _quick(self) -> MenuItem:
        return quick_item(self.lobby.preferences.settings, self._change)

    def _start(self, chosen: NewGame) -> None:
        if chosen.hosted:
            self.sit(partial(self.lobby.host, chosen))
            return
        settings = self.lobby.preferences.settings
        against = [seat.is_person for seat in chosen.seats].count(True) == 1
        if against and chosen.coach != settings.coach:
            self._change(replace(settings, coach=chosen.coach))
        seed = int(chosen.seed) if chosen.seed and chosen.dice == SEEDED else None
        self.lobby.start(
            chosen.key,
            seats=chosen.seats,
            seed=seed,
            manual=chosen.dice == MANUAL,
            drawn=chosen.dice == DRAWN,
            strict=chosen.strict,
            options=chosen.options,
        )
        self._rewind()

    def _options(self) -> Sequence[MenuItem]:
        return option_items(self.lobby.preferences.settings, self._change, self.lobby.show_keys)

    def _change(self, settings: Settings) -> None:
        self.trouble = self.lobby.change(settings)
        if self._paper.palette != self.lobby.preferences.palette:
            self._paper.palette = self.lobby.preferences.palette
            self._paper.refresh()
