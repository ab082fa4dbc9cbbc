"""The scenario on the map: units are placed, taken out, and put into other groups."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from westwall_tui.engine import queries
from westwall_tui.engine.units import lower
from westwall_tui.files.players.seats import LEVELS, Seat
from westwall_tui.files.scenarios.units import UnitEntry
from westwall_tui.files.workshop.draft import GROUPS
from westwall_tui.ui.boxes.kinds import ChoiceDialog, TextDialog
from westwall_tui.ui.boxes.search import SearchDialog
from westwall_tui.ui.decisions.mode import SELECTED
from westwall_tui.ui.screens.workshop.editing import HERE, NO_TABLE, Editing, Marks, Named, WorkshopMode
from westwall_tui.ui.screens.workshop.tables import NewTableDialog, TablesDialog, line_of, tables_of
from westwall_tui.words.keymap import KEYS
from westwall_tui.words.rows import Row, row, text_rows
from westwall_tui.words.workshop import name_of_table

KEY_NAMES = tuple(key.name for key in KEYS)
WORKSHOP_KEYS = "workshop"
"""The group of keys of the workshop, which come first on the page of all keys."""


class ScenarioMode(WorkshopMode):
    """The units, groups and points of a scenario."""

    help = (
        "The map shows how the battle begins. Every change is stored at once. A change that would leave a fault is "
        "refused, with the reason. {undo}: undo a change. {redo}: redo it.",
        "{confirm}: select a unit; on another hex, place it there; on an empty hex, choose a counter that is not on "
        "the map yet. {take_out}: take a unit out of the scenario. {assign}: put it into another group.",
        "Units marked ? begin in a set-up, and the player may choose other hexes for them. A number in a hex is the "
        "Game-Turn in which units enter or land there.",
        "{parts}: all tables of the battle, such as its turns, its part of the board, groups of units, points and the "
        "briefing. {add_part}: make a new table. {board_mode}: change the board.",
        "{objectives} {reinforcements} {briefing}: the battle's pages as in a game. {go_on}: play it from here. "
        "{test_battle}: let the computer play many games.",
        "Type {commands} and a line, such as place 1/506 1317, to change the battle, or to rename, copy or delete it. "
        "To give it to a friend, type westwall pack and its name in a shell: that makes one file.",
    )

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.held = ""
        """The selected unit; empty for none."""

    def unit_here(self) -> str:
        """Return the id of the unit under the cursor, or an empty string."""
        editing = self.editing
        units = queries.units_at(editing.game, editing.cursor)
        return editing.game.state.units[units[-1]].id if units else ""

    def prompt(self) -> str:
        if self.held:
            return f"Where does {self.held} begin?"
        return "Change the scenario: units, groups and points"

    def marks(self) -> Marks:
        editing, word = self.editing, lower(self.held)
        at = editing.game.scenario.by_id.get(word)
        if at is None:
            return editing.chosen_marks()
        group = next((g for g in editing.draft.scenario.setup if at in g.units), None)
        area = dict.fromkeys(group.in_order, HERE) if group is not None else {}
        place = editing.game.state.location[at]
        return {**area, place: SELECTED} if place >= 0 else area

    def panel(self, width: int) -> Sequence[Row]:
        return (row(f"{self.held} is selected", "bold"),) if self.held else ()

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.held:
            return (("confirm", "place here"), ("back", "cancel"))
        unit = self.unit_here()
        of_unit = ("confirm", "select"), ("take_out", "remove"), ("assign", "group")
        first = of_unit if unit else (("confirm", "place"),)
        return (*first, ("parts", "tables"), ("board_mode", "board"), ("add_part", "new"), ("go_on", "play"),
                ("undo", "undo"), ("test_battle", "test"))  # fmt: skip

    def act(self, action: str) -> bool:
        actions: Mapping[str, Callable[[], object]] = {
            "confirm": self._confirm,
            "back": self._drop,
            "place_unit": self._choose_counter,
            "take_out": self._take_out,
            "assign": self._choose_group,
            "parts": lambda: self.editing.open(TablesDialog(self.editing)),
            "add_part": lambda: self.editing.open(NewTableDialog(self.editing)),
            "commands": lambda: self.editing.open(LinesDialog(self.editing)),
        }
        if action not in actions:
            return False
        actions[action]()
        return True

    def _confirm(self) -> None:
        if self.held:
            held, number = self.held, self.editing.board.number(self.editing.cursor)
            if self.editing.carry_out(f"place {held} {number}"):
                self.held = ""
        elif unit := self.unit_here():
            self.held = unit
            where = self.editing.draft.where(unit)
            self.editing.chosen = Named(*where) if where is not None else NO_TABLE
            self.editing.say(f"You have selected {unit}")
        else:
            self._choose_counter()

    def _drop(self) -> None:
        self.held, self.editing.chosen = "", NO_TABLE

    def _choose_counter(self) -> None:
        self.editing.open(CountersDialog(self.editing))

    def _take_out(self) -> None:
        unit = self.held or self.unit_here()
        if not unit:
            self.editing.say("There is no unit here")
        elif self.editing.carry_out(f"remove {unit}"):
            self.held = ""

    def _choose_group(self) -> None:
        unit = self.held or self.unit_here()
        if unit:
            self.held = ""
            self.editing.open(GroupDialog(self.editing, unit))
        else:
            self.editing.say("There is no unit here")


class CountersDialog(SearchDialog):
    """The counters that are not on the map, unused ones first. Enter places one at the cursor."""

    title = "Counters that are not on the map"
    asks = "id, kind, strength or formation"
    does = "place here"

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.editing = editing

    def prompt(self) -> str:
        return f"Which unit begins at {self.editing.board.number(self.editing.cursor)}?"

    def matches(self) -> Sequence[tuple[str, Callable[[], object]]]:
        words, number = lower(self.text).split(), self.editing.board.number(self.editing.cursor)
        found, draft = [], self.editing.draft
        on_map = {lower(unit) for unit, _ in draft.starts()}
        away = [entry for word, entry in draft.entries.items() if word not in on_map and draft.where(word) is not None]
        for entry in (*draft.unused(), *away):
            line = f"{entry.id:<12} {entry.kind:<10} {entry.strength!s:<7} {self._about(entry)}"
            if all(word in lower(f"{line} {entry.side}") for word in words):
                found.append((line, partial(self.editing.carry_out, f"place {entry.id} {number}")))
        return found

    def _about(self, entry: UnitEntry) -> str:
        """Return the formation of an unused counter, or when or where another one comes: `turn 2`, `Set-up 1`."""
        at = self.editing.draft.where(entry.id)
        if at is None:
            return entry.formation
        turn = self.editing.draft.values(*at).get("turn")
        return f"turn {turn}" if turn is not None else name_of_table(*at)

    def without_match(self) -> str:
        return "no such counter"

    def rows(self, width: int) -> Sequence[Row]:
        self.example = "" if self.matches() else "Every counter is on the map; make a new one in the table of counters"
        return super().rows(width)


class LinesDialog(SearchDialog):
    """A line of the language that `westwall edit --plain` takes, too."""

    title = "Type a line that changes the battle"
    asks = "line"
    wide = True

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.editing = editing

    def prompt(self) -> str:
        return "What do you want to change?"

    def matches(self) -> Sequence[tuple[str, Callable[[], object]]]:
        word, _, rest = self.text.strip().partition(" ")
        found = [
            (f"{line.usage:<54} {line.about}", partial(self._begin_with, name))
            for name, line in self.editing.lines.items()
            if name.startswith(lower(word)) and not rest
        ]
        whole = rest or lower(word) in ("undo", "redo", "copy", "delete-battle")
        return [(self.text.strip(), partial(self.editing.carry_out, self.text))] if whole else found

    def _begin_with(self, word: str) -> None:
        self.text = f"{word} "
        self.editing.open(self)

    def head(self, width: int) -> Sequence[Row]:
        line = self.editing.lines.get(lower(self.text.strip().partition(" ")[0]))
        return [*super().head(width), *(text_rows(f"{line.usage}: {line.about}", width) if line is not None else ())]

    def act(self, action: str) -> bool:
        handled = super().act(action)
        if action == "confirm" and self.editing.was_refused:
            self.editing.open(self)  # the line can be corrected
        return handled


class GroupDialog(ChoiceDialog):
    """The groups that a unit can be put into."""

    does = "put there"

    def __init__(self, editing: Editing, unit: str) -> None:
        super().__init__(editing)
        self.editing, self._unit, self.title = editing, unit, f"A group for {unit}"
        side = editing.draft.entries[lower(unit)].side
        self._groups = [n for n in tables_of(editing, GROUPS[1:]) if editing.draft.values(*n)["side"] == side]

    def choices(self) -> Sequence[str]:
        return [line_of(self.editing, named) for named in self._groups] or ["This side has no group yet"]

    def prompt(self) -> str:
        return f"Which group does {self._unit} belong to?"

    def marks(self) -> Marks:
        if not self._groups:
            return {}
        named = self._groups[self.at]
        return self.editing.marks_of(named.table, self.editing.draft.values(*named))

    def chosen(self, at: int) -> None:
        if self._groups:
            named = self._groups[at]
            self.editing.carry_out(f"assign {self._unit} to {named.table} {named.number}")


class PlayDialog(ChoiceDialog):
    """The players of a new game of the battle."""

    title = "Play it from here"
    does = "play"

    def __init__(self, editing: Editing, play: Callable[[Sequence[Seat]], object]) -> None:
        """Take the function that starts the game with the chosen seats."""
        super().__init__(editing)
        self._play = play
        self._games = [("Two people at this keyboard", (Seat(), Seat()))]
        for side, info in enumerate(editing.draft.scenario.sides):
            for level in LEVELS:
                computer = Seat("computer", level=level)
                seats = (Seat(), computer) if side == 0 else (computer, Seat())
                self._games.append((f"You play {info.people}, against level {level}", seats))

    def choices(self) -> Sequence[str]:
        return [line for line, _ in self._games]

    def prompt(self) -> str:
        return "Who plays?"

    def chosen(self, at: int) -> None:
        self._play(self._games[at][1])


class WorkshopHelp(TextDialog):
    """The help with the mode. From here the help key shows all keys."""

    wide = True
    title = "The workshop"

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.editing = editing

    def rows(self, width: int) -> Sequence[Row]:
        key = self.editing.key
        keys = {name: key(name) for name in KEY_NAMES}
        told = (text_rows(paragraph.format_map(keys), width) for paragraph in self.editing.mode.help)
        return [line for i, rows in enumerate(told) for line in ([row()] * (i > 0) + rows)]

    def prompt(self) -> str:
        return self.editing.mode.prompt()

    def act(self, action: str) -> bool:
        if action != "help":
            return super().act(action)
        self.editing.close()
        self.editing.show_page(f"keys:{WORKSHOP_KEYS}")
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        scroll = (("up", ""), ("down", "scroll")) if self._room else ()
        return (*scroll, ("help", "all keys"), ("back", "back"))
