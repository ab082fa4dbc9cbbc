"""The menus in which a player chooses a battle to work on: an own one, a new one, or a copy of any other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from westwall_tui.files.disk.folders import battles
from westwall_tui.files.faults import refuse
from westwall_tui.files.saves.catalog import list_saves
from westwall_tui.files.scenarios.catalog import YOURS, ListedScenario, listed_scenarios
from westwall_tui.files.scenarios.own import OWN
from westwall_tui.files.scenarios.random_battles import RANDOM, wanted_battle
from westwall_tui.files.workshop.opening import OpenBattle, new_battle, new_on_board, open_battle
from westwall_tui.ui.screens.menus import (
    Menu,
    MenuItem,
    MenuList,
    MenuOfLists,
    Subject,
    choice_item,
    lines,
    scenario_subject,
    text_item,
)

SMALLEST, LARGEST = 3, 99
"""Limits of the columns and rows of a board."""
OWN_COUNTERS = "of two sides of your own"
ABOUT_PART = "You choose its part of the board, its units and its points. It uses the Standard Rules."


def workshop_menu(open_menu: Callable[[Menu], None], begin: Callable[[OpenBattle], None], name: str = "") -> Menu:
    """Return the menu of battles to work on, at the player's battle of this name. Raises `FileError`.

    `begin` opens a battle in the workshop.
    """

    def work_on(word: str) -> None:
        begin(open_battle(word))

    listed = listed_scenarios()
    yours = [_item_of(each, work_on) for each in listed if each.length == YOURS]
    others = [_item_of(each, work_on) for each in listed if each.length != YOURS]
    saves = [
        MenuItem(
            f"{save.local_time}  {save.title}",
            partial(work_on, str(save.path)),
            info=lines("A new battle begins with the position of this game."),
            subject=Subject("save", str(save.path)),
        )
        for save in list_saves()
        if not save.trouble
    ]
    lists: dict[str, MenuList] = {"Yours": MenuList("", yours)} if yours else {}
    lists |= {"New": MenuList("", _new_items(open_menu, begin)), "Copies": MenuList("", others)}
    lists |= {"Saved games": MenuList("", saves)} if saves else {}
    return MenuOfLists("Workshop: which battle?", lists, scenario_subject(f"{OWN}/{name}") if name else None)


def _item_of(listed: ListedScenario, work_on: Callable[[str], None]) -> MenuItem:
    entry = listed.entry
    about = listed.overview.texts if listed.overview is not None else (" ".join(entry.about),)
    subject = scenario_subject(entry.key)
    if listed.trouble:
        return MenuItem(entry.title, info=lines(listed.trouble), subject=subject)
    return MenuItem(entry.title, partial(work_on, entry.key), info=lines(*about), subject=subject)


def _new_items(open_menu: Callable[[Menu], None], begin: Callable[[OpenBattle], None]) -> Sequence[MenuItem]:
    def on_board(battle: str) -> MenuItem:
        first = next(each.entry for each in listed_scenarios() if each.entry.key.startswith(f"{battle}/"))
        name = first.battle
        about = f"An empty scenario on the board of {name}, with its counters. {ABOUT_PART}"
        return MenuItem(
            f"On the board of {name}",
            lambda: begin(new_on_board(battle)),
            info=lines(about),
            subject=Subject("board", battle),
        )

    board = NewBoard(begin)
    empty = MenuItem(
        "On an empty board",
        lambda: open_menu(Menu("Workshop: an empty board", board.items)),
        info=lines("You choose the size of the board and the counters, and paint the ground yourself."),
    )

    def begin_random() -> None:
        begin(open_battle(str(wanted_battle(RANDOM))))

    about = "One of the random battles, with its ground, units and places that score."
    return [*map(on_board, battles()), empty, MenuItem("A random battle", begin_random, info=lines(about))]


@dataclass
class NewBoard:
    """The size of a new board, and the counters on it."""

    begin: Callable[[OpenBattle], None]
    columns: str = "20"
    rows: str = "15"
    counters: str = ""
    """The battle whose counters you use; empty to make your own."""
    sides: str = "Red, Blue"

    def items(self) -> Sequence[MenuItem]:
        """Return the lines of the menu."""
        named = {battle: f"of {battle.capitalize()}" for battle in battles()}
        labels: Mapping[str, str] = {"": OWN_COUNTERS, **named}
        found = [
            self._number_item("columns"),
            self._number_item("rows"),
            choice_item("Counters:", labels, self.counters, partial(setattr, self, "counters"),
                        "You can change counters and make more later."),
        ]  # fmt: skip
        if not self.counters:
            about = "The names of both sides. The first one moves first."
            found.append(text_item("Sides:", self.sides, partial(setattr, self, "sides"), about, most=26))
        return [*found, MenuItem("Begin", self._begin, info=lines("Open the new battle in the workshop."))]

    def _number_item(self, name: str) -> MenuItem:
        """Return an item for a number of two digits; another digit begins a new number."""

        def write(text: str) -> None:
            setattr(self, name, text[-1:] if len(text) > len(str(LARGEST)) else text)

        about = f"Type a number from {SMALLEST} to {LARGEST}. Each hex is 1000 m across unless you change it."
        return text_item(f"{name.capitalize()}:", getattr(self, name), write, about, most=None)

    def _begin(self) -> None:
        sizes = [int(text) if text.isascii() and text.isdigit() else 0 for text in (self.columns, self.rows)]
        if not all(SMALLEST <= size <= LARGEST for size in sizes):
            refuse("", f"A board has from {SMALLEST} to {LARGEST} columns and rows")
        sides = [side.strip() for side in self.sides.split(",")] if not self.counters else []
        columns, rows = sizes
        self.begin(new_battle(columns, rows, self.counters, sides))
