"""The title screen and the contents of its menus.

Saved and hosted games have modules of their own. `menu_screen.py` paints menus and handles their keys.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import work

from westwall_tui.files.disk.folders import learned_file, saves_folder
from westwall_tui.files.disk.reach import files_in, is_file
from westwall_tui.files.disk.writing import Advice
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.last_table import has_joined
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.ui.screens.menus import (
    CONTINUE,
    HIGH,
    LARGER,
    LAST_GAME,
    WIDE,
    Menu,
    MenuItem,
    MenuList,
    MenuOfLists,
    Subject,
    lines,
    option_items,
    quick_item,
    scenario_subject,
)
from westwall_tui.ui.screens.title.hosted_games import HOST, JOIN, HostedGames, save_items
from westwall_tui.ui.screens.title.lobby import Lobby
from westwall_tui.ui.screens.title.menu_screen import MenuScreen, briefly
from westwall_tui.ui.screens.title.newgame import (
    GUEST,
    MORE_COLUMNS,
    PLAYED,
    NewGame,
    columns_of,
    more_columns,
    scenario_line,
)
from westwall_tui.ui.screens.title.saved_games import SavedGames

if TYPE_CHECKING:
    from westwall_tui.files.scenarios.random_battles import RandomBattle
    from westwall_tui.files.workshop.opening import OpenBattle
    from westwall_tui.ui.screens.title.lastgame import LastGame


def has_learned() -> bool:
    """Return True if the first fight is won; then the lessons no longer come first."""
    try:
        if not is_file(learned_file()):
            return False
    except FileError:
        return False
    from westwall_tui.learn.progress import FIGHT, read_progress

    return FIGHT in read_progress().steps


NEVER = "New to hex games? Learn in about an hour."
AGAIN = "All lessons, and examples of play."
"""The explanation of Learn before the first fight is won, and afterward."""


class TitleScreen(MenuScreen):
    """The title screen."""

    def __init__(self, lobby: Lobby, faults: Sequence[Fault] = ()) -> None:
        """Take the errors of the settings file."""
        super().__init__(lobby, self._main_items)
        self.trouble = f"Settings: {briefly(faults[0])}" if faults else ""
        self._saved: bool | None = None
        """True if there are saved games; None if that must be looked up."""
        self._joined = False
        """True if the player has joined a game at another user's host."""
        self._is_new = True
        """True if there is no game yet and the first fight isn't won."""
        self._saves, self._hosted = SavedGames(self), HostedGames(self)

    def on_screen_resume(self) -> None:
        """Look up the saves and the last game again; a game that was just left is now the last one."""
        self._saved = None
        self._paper.palette = self.lobby.preferences.palette
        if self.size.width:
            self.paint()
        self.call_after_refresh(self._find_last)

    @work(thread=True, exclusive=True, exit_on_error=False, group="last game")
    def _find_last(self) -> None:
        """Look up the last game while the menu is already shown; if that fails, the title has no map."""
        from westwall_tui.ui.screens.title.lastgame import find_last_game

        found: LastGame | None = None
        with Advice(lambda: None, (FileError,)):
            found = find_last_game()
        if found is not None:
            self.app.call_from_thread(self._show_last, found)

    def _show_last(self, found: "LastGame") -> None:
        self.last = found
        self.paint_again()

    # -- the menus

    def _main_items(self) -> Sequence[MenuItem]:
        if self._saved is None:
            self._saved, self._joined = self._has_saves(), has_joined()
            self._is_new = not self._saved and not self._joined and not has_learned()
        is_over = self.last is not None and self.last.game.outcome is not None
        last = MenuItem(LAST_GAME if is_over else CONTINUE, self._saves.go_on, info=lines("The game you played last."))
        yours = MenuItem(
            "Your games",
            lambda: self.open_menu(self._saves.menu()),
            info=lines("Saved games, newest first, and results."),
        )
        learn = MenuItem("Learn", self._open_lessons, info=lambda: (AGAIN,) if has_learned() else (NEVER, self._larger))
        puzzles = MenuItem("Puzzles", self._show_puzzles, info=lines("One decision each, with a proven best answer."))
        new = MenuItem(
            "New game",
            lambda: self.open_menu(self._menu_of_scenarios()),
            info=lines("Choose a battle, short or long, and who plays."),
        )
        return [
            *([last] if self._saved or self._joined else []),
            *((learn, new) if self._is_new else (new, learn)),
            puzzles,
            *([yours] if self._saved else []),
            MenuItem("Workshop", self.open_workshop, info=lines("Make a battle of your own, or change one.")),
            MenuItem("Host a game", lambda: self.open_menu(self._host_menu()), info=lines(HOST)),
            MenuItem("Join a game", lambda: self.open_menu(self._hosted.join_menu()), info=lines(JOIN)),
            MenuItem(
                "Options",
                lambda: self.open_menu(Menu("Options", self._items_of_options, subject=Subject("look", ""))),
                info=lambda: ("Characters, hexes, colors, keys.",),
            ),
            MenuItem("Rules", self.lobby.show_rules, info=lambda: ("The rules by case, with the rulings.",)),
            MenuItem("Keys", self.lobby.show_keys, info=lambda: ("All keys of the game.",)),
            MenuItem("Quit", self.lobby.quit, info=lambda: ("Your games are saved.",)),
        ]

    @property
    def _larger(self) -> str:
        """Advice to use a larger window, if counters have no room for names in this one."""
        return "" if self.size.width >= WIDE and self.size.height >= HIGH else LARGER

    def _open_lessons(self) -> None:
        from westwall_tui.ui.screens.learn.lessons import examples_menu, lessons_menu

        def examples() -> None:
            self.open_menu(examples_menu(self.lobby.show_example))

        self.open_menu(lessons_menu(self.lobby.learn, examples, self._larger))

    def open_workshop(self, name: str = "") -> None:
        """Open the menu of battles to work on, at the player's battle of this name. Raises `FileError`."""
        from westwall_tui.ui.screens.title.workshop_menu import workshop_menu

        self.open_menu(workshop_menu(self.open_menu, self._work_on, name))

    def _work_on(self, battle: "OpenBattle") -> None:
        was_stored = battle.is_stored

        def left(battle: "OpenBattle") -> None:
            if was_stored or battle.is_stored:
                del self.menus[1:]
                try:
                    self.open_workshop(battle.name)
                except FileError as error:
                    self.complain(error)

        self.lobby.work_on(battle, left)

    def _show_puzzles(self) -> None:
        from westwall_tui.ui.screens.learn.puzzle import puzzles_menu

        self.open_menu(puzzles_menu(self.lobby.solve))

    def _has_saves(self) -> bool:
        """Return True if there is a saved game. If that cannot be found out, show the error below the menu."""
        try:
            return bool(files_in(saves_folder(), ".toml"))
        except FileError as error:
            self.trouble = briefly(error.faults[0])
            return False

    def _has_played(self) -> bool:
        """Return True if the player has joined or saved a game, apart from the fights of the lessons."""
        from westwall_tui.ui.screens.learn.lessons import is_named_as_fight

        saves = files_in(saves_folder(), ".toml") if self._saved else []
        return bool(self._joined) or not all(is_named_as_fight(path) for path in saves)

    def _menu_of_scenarios(self) -> Menu:
        from westwall_tui.files.scenarios.catalog import listed_scenarios

        played = self._titles_played()
        keys = {each.entry.title: each.entry.key for each in reversed(listed_scenarios())}
        last = next((keys[title] for title in played if title in keys), "")
        lists = self._lists_of_scenarios(played, hosted=False)
        return MenuOfLists("New game: which battle?", lists, scenario_subject(last))

    def _titles_played(self) -> Sequence[str]:
        """Return the titles of the saved games, the newest first; none if they cannot be listed."""
        from westwall_tui.files.saves.catalog import list_saves

        with Advice(lambda: None, (FileError,)):
            return [save.title for save in list_saves() if not save.trouble] if self._saved else ()
        return ()

    def _host_menu(self) -> Menu:
        from westwall_tui.files.saves.catalog import list_saves

        saved = save_items(list_saves(), self._saves.open_hosting_menu)
        lists = {"Saved games": MenuList("", saved)} if saved else {}
        return MenuOfLists(
            "Host a game: which one?", lists | self._lists_of_scenarios(self._titles_played(), hosted=True)
        )

    def _lists_of_scenarios(self, played: Sequence[str], *, hosted: bool) -> dict[str, MenuList]:
        """Return the lists of scenarios by length, with marks on those whose titles are among `played`."""
        from westwall_tui.files.scenarios.catalog import LENGTHS, YOURS, listed_scenarios

        items: dict[str, list[MenuItem]] = {length: [] for length in LENGTHS}
        battle = ""
        for listed in listed_scenarios():
            entry, group = listed.entry, items.setdefault(listed.length, [])
            follows = group and entry.battle == battle and listed.length != YOURS
            label = entry.name if listed.is_quick else f"  {entry.name}" if follows else entry.title
            info = listed.overview.texts if listed.overview is not None else (" ".join(entry.about),)
            if listed.trouble:
                info = (listed.trouble,)
            fair = listed.overview.fair if listed.overview is not None else ""
            group.append(
                MenuItem(
                    scenario_line(listed, label, played=entry.title in played),
                    None if listed.trouble else partial(self._open_setup, entry.key, entry.title, fair, hosted=hosted),
                    info=lines(*info),
                    subject=scenario_subject(entry.key),
                    more=more_columns(listed),
                )
            )
            battle = entry.battle
        quick = LENGTHS[0]
        items[quick].append(self._random_item(hosted=hosted))
        return {
            length: MenuList(
                columns_of(played=any(PLAYED in item.label for item in found), minutes=length in (quick, YOURS)),
                found,
                MORE_COLUMNS if any(item.more for item in found) else "",
            )
            for length, found in items.items()
        }

    def _random_item(self, *, hosted: bool) -> MenuItem:
        """Return the item of random battles, which leads to a menu of their own."""
        from westwall_tui.files.scenarios.random_battles import DAILY, RANDOM, wanted_battle

        number = ""

        def type_digit(digit: str) -> None:
            nonlocal number
            number = (number + digit)[:18] if digit else number[:-1]

        def take(word: str, seed: int | None = None) -> None:
            wanted = wanted_battle(word, seed)
            if isinstance(wanted, int):
                self._try_battle(wanted, hosted=hosted)
            elif wanted is not None:
                self._open_setup(str(wanted), str(wanted), "", hosted=hosted)

        def items() -> Sequence[MenuItem]:
            about = (
                "Type a number. Your friends get the same battle from the same number. If the number is new, the "
                "computer tries the battle first, which takes about ten seconds."
            )
            return [
                MenuItem(
                    "Any battle", partial(take, RANDOM), info=lines("One of the battles that come with the game.")
                ),
                MenuItem(
                    "The battle of the day", partial(take, DAILY), info=lines("Everyone gets the same battle today.")
                ),
                MenuItem(
                    "Number:",
                    (lambda: take(RANDOM, int(number))) if number else None,
                    info=lines(about),
                    value=number or "type one",
                    typed=type_digit,
                    erase=bool(number),
                ),
            ]

        daily = Subject("scenario", str(wanted_battle(DAILY)))
        menu = Menu("Random battles", items, subject=daily)
        about = (
            "The ground, the units and the places that score are drawn at random. A game takes about 40 minutes. This "
            "is the battle of the day."
        )
        return MenuItem("A random battle", partial(self.open_menu, menu), info=lines(about), subject=daily)

    def _try_battle(self, seed: int, *, hosted: bool) -> None:
        """Show the trial of a random battle; then open the menu of its game."""
        from westwall_tui.ui.screens.title.trial import TrialScreen

        def begin(battle: "RandomBattle") -> None:
            self.app.pop_screen()
            self._open_setup(str(battle), str(battle), "", hosted=hosted)

        self.app.push_screen(TrialScreen(seed, begin, self.app.pop_screen))

    def _open_setup(self, key: str, name: str, fair: str, *, hosted: bool) -> None:
        from westwall_tui.engine.game import options_of
        from westwall_tui.files.scenarios.catalog import load_scenario
        from westwall_tui.ui.screens.title.bid import bid_item

        scenario = load_scenario(key)
        if not scenario.shipped:
            name = scenario.title  # a random battle has been listed by its key
        chosen = NewGame(key, name, [side.name for side in scenario.sides], choices=options_of(scenario), fair=fair)
        chosen.may_mail = not self.lobby.in_browser
        settings = self.lobby.preferences.settings
        chosen.coach, chosen.names = settings.coach, [settings.player, settings.partner]
        chosen.by_mail.me = settings.player
        chosen.take_seats_of_last_game(settings)
        if not self._has_played():
            chosen.begin_gently()
        if hosted:
            chosen.hosted, chosen.seats = True, [Seat(), GUEST]
        turns = f"Game-Turns {scenario.first_turn} to {scenario.last_turn}"

        def more_items() -> Sequence[MenuItem]:
            if hosted:
                return (*self._hosted.linger_items(), *self._hosted.who_items())
            if not chosen.is_shared:
                return ()
            bids = (bid_item(chosen, self.open_menu, self.menus.pop),) if chosen.may_bid else ()
            return (*bids, quick_item(self.lobby.preferences.settings.quick, self._choose_quick))

        def items() -> Sequence[MenuItem]:
            menu.subject = scenario_subject(key, chosen.mine)
            return [*chosen.items(partial(self._start_game, chosen)), *more_items()]

        menu = Menu(f"{name}, {turns}", items)
        self.open_menu(menu)

    def _start_game(self, chosen: NewGame) -> None:
        if chosen.hosted:
            self.sit(partial(self.lobby.host, chosen))
            return
        if chosen.mailed:
            self.begin(partial(self.lobby.start_by_mail, chosen))
            return
        settings = self.lobby.preferences.settings
        changed = chosen.with_seats(settings)
        if chosen.mine >= 0 and not chosen.is_shared:
            changed = changed._replace(coach=chosen.coach)
        if chosen.is_shared and {*chosen.names} != {settings.player, settings.partner}:
            changed = changed._replace(player=chosen.names[0].strip(), partner=chosen.names[1].strip())
        if changed != settings:
            self._change_settings(changed)
        self.lobby.start(chosen)
        self.rewind()

    def _items_of_options(self) -> Sequence[MenuItem]:
        return option_items(self.lobby.preferences.settings, self._change_settings, self.lobby.show_keys)

    def _choose_quick(self, quick: bool) -> None:
        """Set who decides retreats and advances in new games at this keyboard."""
        self._change_settings(self.lobby.preferences.settings._replace(quick=quick))

    def _change_settings(self, settings: Settings) -> None:
        self.trouble = self.lobby.change(settings)
        if self._paper.palette != self.lobby.preferences.palette:
            self._paper.palette = self.lobby.preferences.palette
            self._paper.refresh()
