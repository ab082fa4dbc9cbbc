"""The title screen: what its menus hold. How menus look, and what keys do in them, is in `menu_screen.py`."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import work

from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.folders import learned_file, saves_folder
from westwall_tui.files.last_table import has_joined
from westwall_tui.files.reach import files_in, is_file
from westwall_tui.files.seats import Seat
from westwall_tui.files.settings import Settings
from westwall_tui.files.words import DRAWN, MANUAL, SEEDED
from westwall_tui.ui.screens.hosted_games import (
    HOST,
    JOIN,
    join_menu,
    linger_item,
    save_items,
    who_items,
)
from westwall_tui.ui.screens.lobby import Lobby
from westwall_tui.ui.screens.menu_screen import MenuScreen, briefly
from westwall_tui.ui.screens.menus import CONTINUE, Menu, MenuItem, lines, option_items, quick_item
from westwall_tui.ui.screens.newgame import COLUMNS, GUEST, NewGame, scenario_line
from westwall_tui.ui.screens.saved_games import SavedGames

if TYPE_CHECKING:
    from westwall_tui.ui.screens.lastgame import LastGame


def has_learned() -> bool:
    """Whether the first fight was won: then the lessons no longer come first."""
    try:
        if not is_file(learned_file()):
            return False
    except FileError:
        return False
    from westwall_tui.learn.progress import FIGHT, read_progress

    return FIGHT in read_progress().steps


NEVER = "Never played on hexes? An hour, step by step."
AGAIN = "The lessons again, one by one, and examples of play."
"""What is said of the lessons before their fight was won, and afterwards."""


class TitleScreen(MenuScreen):
    """The title."""

    def __init__(self, lobby: Lobby, faults: Sequence[Fault] = ()) -> None:
        """`faults`: what is wrong with the settings file."""
        super().__init__(lobby, self._main)
        self.trouble = f"Settings: {briefly(faults[0])}" if faults else ""
        self._saved: bool | None = None
        """Whether there are saved games; None if that must be looked up."""
        self._joined = False
        """Whether a game at another user's host was joined."""
        self._is_new = True
        """Whether there is no game yet, and the lessons are still before the player."""
        self._saves = SavedGames(self)

    def on_screen_resume(self) -> None:
        """The first time, and back from a game: it is among the saved ones now, and the last."""
        self._saved = None
        self._paper.palette = self.lobby.preferences.palette
        if self.size.width:
            self.paint()
        self.call_after_refresh(self._find_last)

    @work(thread=True, exclusive=True, exit_on_error=False, group="last game")
    def _find_last(self) -> None:
        """Look the last game up while the menu is there already; a title without it is one without a map."""
        from westwall_tui.ui.screens.lastgame import find_last_game

        found = find_last_game()
        self.app.call_from_thread(self._show_last, found)

    def _show_last(self, found: "LastGame") -> None:
        self.last = found
        self.paint_again()

    # -- the menus

    def _main(self) -> Sequence[MenuItem]:
        if self._saved is None:
            self._saved, self._joined = self._has_saves(), has_joined()
            self._is_new = not self._saved and not self._joined and not has_learned()
        last = MenuItem(CONTINUE, self._saves.go_on, info=lines("The game you played last."))
        saved = MenuItem(
            "Saved games", lambda: self.open_menu(self._saves.menu()), info=lines("All saved games, newest first.")
        )
        yours = MenuItem("Your games", self.lobby.show_your_games, info=lines("Wins and losses, by scenario and side."))
        learn = MenuItem("Learn", self._learn, info=self._about_lessons)
        puzzles = MenuItem("Puzzles", self._puzzles, info=lines("One decision each, and its best chance is proven."))
        new = MenuItem(
            "New game",
            lambda: self.open_menu(self._scenarios()),
            info=lambda: ("Choose a battle and a scenario, and who plays.",),
        )
        return [
            *([last] if self._saved or self._joined else []),
            *((learn, new) if self._is_new else (new, learn)),
            puzzles,
            *([saved, yours] if self._saved else []),
            MenuItem("Host a game", lambda: self.open_menu(self._hosts()), info=lines(HOST)),
            MenuItem("Join a game", self._join, info=lines(JOIN)),
            MenuItem(
                "Options",
                lambda: self.open_menu(Menu("Options", self._options)),
                info=lambda: ("Characters, hexes, colors, keys.",),
            ),
            MenuItem("Rules", self.lobby.show_rules, info=lambda: ("The rules by case, with the rulings.",)),
            MenuItem("Keys", self.lobby.show_keys, info=lambda: ("All keys of the playing screen.",)),
            MenuItem("Quit", self.lobby.quit, info=lambda: ("Your games are saved.",)),
        ]

    def _about_lessons(self) -> Sequence[str]:
        return (AGAIN if has_learned() else NEVER,)

    def _learn(self) -> None:
        from westwall_tui.ui.screens.lesson_list import examples_menu, lessons_menu

        def examples() -> None:
            self.open_menu(examples_menu(self.lobby.show_example))

        self.open_menu(lessons_menu(self.lobby.learn, examples))

    def _puzzles(self) -> None:
        from westwall_tui.ui.screens.puzzle_list import puzzles_menu

        self.open_menu(puzzles_menu(self.lobby.solve))

    def _join(self) -> None:
        self.open_menu(join_menu(self.lobby, self.open_menu, self.sit, self.paint_again))

    def _has_saves(self) -> bool:
        """Whether there is a saved game; why nobody can tell goes below the menu."""
        try:
            return bool(files_in(saves_folder(), ".toml"))
        except FileError as error:
            self.trouble = briefly(error.faults[0])
            return False

    def _has_played(self) -> bool:
        """Whether there is a game that he joined or saved, beside the fights of the lessons."""
        from westwall_tui.ui.screens.first_fight import is_named_as_fight

        saves = files_in(saves_folder(), ".toml") if self._saved else []
        return bool(self._joined) or not all(is_named_as_fight(path) for path in saves)

    def _scenarios(self) -> Menu:
        items = self._scenario_items(hosted=False)
        return Menu("New game: which battle?", lambda: items, head=COLUMNS)

    def _hosts(self) -> Menu:
        from westwall_tui.files.savefiles import list_saves

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
        chosen.may_mail = self.lobby.sends_letters
        chosen.coach = self.lobby.preferences.settings.coach
        if not self._has_played():
            chosen.begin_gently()
        if hosted:
            chosen.hosted, chosen.seats = True, [Seat(), GUEST]
        turns = f"Game-Turns {scenario.first_turn} to {scenario.last_turn}"
        self.open_menu(
            Menu(
                f"{name}, {turns}",
                lambda: [
                    *chosen.items(partial(self._start, chosen)),
                    *(
                        (linger_item(self.lobby), *who_items(self.lobby))
                        if hosted
                        else ()
                        if chosen.mailed
                        else (self._quick(),)
                    ),
                ],
            )
        )

    def _quick(self) -> MenuItem:
        return quick_item(self.lobby.preferences.settings, self._change)

    def _start(self, chosen: NewGame) -> None:
        if chosen.hosted:
            self.sit(partial(self.lobby.host, chosen))
            return
        if chosen.mailed:
            self.begin(partial(self.lobby.start_by_mail, chosen))
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
        self.rewind()

    def _options(self) -> Sequence[MenuItem]:
        return option_items(self.lobby.preferences.settings, self._change, self.lobby.show_keys)

    def _change(self, settings: Settings) -> None:
        self.trouble = self.lobby.change(settings)
        if self._paper.palette != self.lobby.preferences.palette:
            self._paper.palette = self.lobby.preferences.palette
            self._paper.refresh()
