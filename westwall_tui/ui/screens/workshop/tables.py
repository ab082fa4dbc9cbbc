"""The tables of a battle: in the panel, in a box to choose one, and what a new one can be."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.words import adjective
from westwall_tui.files.workshop.draft import BOARD, SCENARIO, SINGLE, TABLES, UNITS
from westwall_tui.ui.around.layout import DETAILED
from westwall_tui.ui.boxes.kinds import ChoiceDialog, TextDialog
from westwall_tui.ui.screens.workshop.editing import Editing, Marks, Named
from westwall_tui.ui.screens.workshop.form import FormDialog
from westwall_tui.words.rows import Row, cut, row, shortened, text_rows
from westwall_tui.words.workshop import KINDS_OF_POINTS, TITLES, name_of_table, told_in_short

LISTED = ("scenario", "sides", "start", *(table for table in TABLES[SCENARIO] if table not in ("sides", "start")))
"""The tables of a scenario, in the order of the list."""
STANDARD, OF_STANDARD_RULES = "standard", ("points", "special", "closed")
"""The Standard Rules, and the tables that only they read."""
OWN_OF_COUNTER = ("id", "designation")
"""The keys of a counter that a new counter like it does not have."""
MOST_TABLES = 3
"""Maximum number of rows about the tables of a hex."""
IN_PANEL = ("setup", "reinforcements", "landings", "closed", "points")
"""The tables in the panel."""


def tables_of(editing: Editing, tables: Sequence[str] = LISTED) -> Iterator[Named]:
    """Yield the tables with these names; groups that arrive are in the order of their Game-Turns."""
    draft = editing.draft
    for table in tables:
        found = [Named(table, number) for number in range(1, draft.count(table) + 1)]
        if table in ("reinforcements", "landings"):
            found.sort(key=lambda named: int(str(draft.values(*named)["turn"])))
        yield from found


def line_of(editing: Editing, named: Named) -> str:
    """Return a table in a line: `Set-up 2: U.S., 3 units, west edge`."""
    told = told_in_short(editing.draft, *named)
    return told if named.table in ("units", "place") else f"{name_of_table(*named)}: {told}"


def short_line_of(editing: Editing, named: Named) -> str:
    """Return a table in a line of a narrow panel: `Set-up 1: U.S. 3 units`, `Turn 2: German 2 units`."""
    draft, (table, number) = editing.draft, named
    values = draft.values(table, number)
    side, units = adjective(str(values.get("side", ""))), values.get("units")
    if table == "points" or not isinstance(units, list):
        return f"{TITLES[table]}: {told_in_short(draft, table, number)}"
    head = f"Turn {values['turn']}" if "turn" in values else name_of_table(table, number)
    return f"{head}: {side} {len(units)} unit{'s' * (len(units) != 1)}{' by air' * (table == 'landings')}"


def where_rows(editing: Editing, h: int, width: int) -> list[Row]:
    """Return rows that name the tables of the units in a hex, and the groups that arrive there."""
    draft, rows = editing.draft, list[Row]()
    for unit in queries.units_at(editing.game, h):
        where = draft.where(editing.game.state.units[unit].id)
        if where is not None:
            text = "begins here" if where.table == "place" else f"in {name_of_table(*where)}"
            rows += cut(text, width, 1)
    number = editing.board.number(h)
    board = draft.scenario.board
    arriving = draft.scenario.reinforcements if number in board.by_number else ()
    for group in sorted(arriving, key=lambda group: group.turn):
        if board.by_number[number] in group.hexes:
            side, units = draft.scenario.sides[group.side].adjective, len(group.units)
            rows.append(row(f"turn {group.turn}: {side} {units} unit{'s' * (units != 1)}"))
    return rows[:MOST_TABLES]


def list_rows(editing: Editing, width: int, room: int) -> list[Row]:
    """Return the groups and the points, for the foot of the panel."""
    told = line_of if width >= DETAILED else short_line_of
    lines = [told(editing, named) for named in tables_of(editing, IN_PANEL)]
    if room < 2 or not lines:
        return []
    key = editing.key("parts")
    shown = lines if len(lines) < room else [*lines[: room - 2], f"... {key}: all tables"]
    return [row("-" * width, "frame"), *(shortened(row(line), width) for line in shown)]


class Item(NamedTuple):
    """A line of the list, what Enter does on it, and its table if it is one."""

    line: str
    does: Callable[[], object]
    named: Named | None = None


class TablesDialog(ChoiceDialog):
    """The list of a battle's tables. Enter opens a table as a form; other keys add and remove one."""

    title = "The tables of the battle"
    does = "change"
    wide = True

    def __init__(self, editing: Editing, tables: Sequence[str] = LISTED) -> None:
        super().__init__(editing)
        self.editing, self._tables = editing, tables
        found = [item.named for item in self._items()]
        self.at = found.index(editing.chosen) if editing.chosen in found else 0

    def _items(self) -> list[Item]:
        draft, is_whole = self.editing.draft, self._tables is LISTED
        found = [
            Item(line_of(self.editing, named), partial(self._change, named), named)
            for named in tables_of(self.editing, self._tables)
            if not (is_whole and named.table == "place")
        ]
        if not is_whole:
            return found
        placed, remarks = draft.count("place"), len(draft.remarks)
        others = (
            (placed, f"Units on the map: {placed}", partial(self._list, ("place",))),
            (1, f"Counters: {draft.count('units')}", partial(self._list, TABLES[UNITS][::-1])),
            (1, "Roads, places and areas of the board", partial(self._list, ("board", *TABLES[BOARD]))),
            (remarks, f"Remarks of the check: {remarks}", lambda: self.editing.open(RemarksDialog(self.editing))),
        )
        return [*found, *(Item(line, does) for number, line, does in others if number)]

    @property
    def _named(self) -> Named | None:
        """The table under the bar, or None for another line."""
        items = self._items()
        return items[min(self.at, len(items) - 1)].named if items else None

    def _change(self, named: Named) -> None:
        self.editing.open(FormDialog(self.editing, named, self._again))

    def _list(self, tables: Sequence[str]) -> None:
        self.editing.open(TablesDialog(self.editing, tables))

    def choices(self) -> Sequence[str]:
        return [item.line for item in self._items()]

    def prompt(self) -> str:
        return "Which table do you want to change?"

    def marks(self) -> Marks:
        named = self._named
        return self.editing.marks_of(named.table, self.editing.draft.values(*named)) if named is not None else {}

    def act(self, action: str) -> bool:
        named = self._named
        if action == "more" and named is not None and named.table == "units":
            like = {key: value for key, value in self.editing.draft.values(*named).items() if key not in OWN_OF_COUNTER}
            self.editing.open(FormDialog(self.editing, Named("units", 0), self._again, like))
        elif action == "more":
            self.editing.open(NewTableDialog(self.editing, self._tables))
        elif action == "less" and named is not None:
            line = f"delete {named.table}" + (f" {named.number}" if named.table not in SINGLE else "")
            self.editing.carry_out(line)
            self.at = max(0, min(self.at, len(self._items()) - 1))
        elif action == "back" and self._tables is not LISTED:
            self.editing.open(TablesDialog(self.editing))
        elif action in ("undo", "redo"):
            self.editing.carry_out(action)
            self.at = max(0, min(self.at, len(self._items()) - 1))
        else:
            return super().act(action)
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("confirm", "change"), ("more", "new"), ("less", "remove"),
                ("undo", "undo"), ("back", "back"))  # fmt: skip

    def _again(self) -> None:
        self.editing.open(TablesDialog(self.editing, self._tables))

    def chosen(self, at: int) -> None:
        self._items()[at].does()


class RemarksDialog(TextDialog):
    """The remarks of the check: things that are valid but look wrong."""

    title = "Remarks of the check"
    wide = True

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self._remarks = editing.draft.remarks

    def rows(self, width: int) -> Sequence[Row]:
        return [line for remark in self._remarks for line in text_rows(remark, width, hang="  ")]

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "scroll"), ("back", "back")) if self._room else (("back", "back"),)


class NewTableDialog(ChoiceDialog):
    """The list of tables that a battle may get."""

    title = "A new table"
    does = "make"

    def __init__(self, editing: Editing, tables: Sequence[str] = LISTED) -> None:
        super().__init__(editing)
        self.editing, self._tables = editing, tables
        self._items = [*self._possible(tables)]

    def _possible(self, tables: Sequence[str]) -> Iterator[tuple[str, Callable[[], None]]]:
        draft, side = self.editing.draft, self.editing.draft.scenario.sides[0].name
        here = self.editing.board.number(self.editing.cursor)
        first: Mapping[str, Mapping[str, object]] = {
            "setup": {"side": side, "units": [], "hexes": []},
            "reinforcements": {"side": side, "turn": draft.scenario.first_turn, "units": [], "hexes": []},
            "landings": {"side": side, "turn": draft.scenario.first_turn, "units": [], "hexes": []},
            "closed": {"side": side, "hexes": []},
            "units": {"side": side, "kind": "infantry", "size": "II"},
            "places": {"kind": "village", "hexes": here},
            "areas": {"hexes": [here]},
            "entries": {"hexes": [here]},
        }
        for table in tables:
            lacks = "." in table and not draft.count("briefing")
            lacks = lacks or (table in OF_STANDARD_RULES and draft.scenario.rules != STANDARD)
            if table in ("scenario", "sides", "place", "board") or lacks or (table in SINGLE and draft.count(table)):
                continue
            if table == "points":
                for kind, about in KINDS_OF_POINTS.items():
                    yield f"Points: {about}", partial(self._begin, "points", {"kind": kind})
            else:
                yield TITLES[table], partial(self._begin, table, first.get(table, {}))

    def choices(self) -> Sequence[str]:
        return [line for line, _ in self._items]

    def prompt(self) -> str:
        return "What do you want to add?"

    def chosen(self, at: int) -> None:
        self._items[at][1]()

    def _begin(self, table: str, values: Mapping[str, object]) -> None:
        def back() -> None:
            self.editing.open(TablesDialog(self.editing, self._tables))

        named = Named(table, 0)
        if table == "briefing":
            if not self.editing.carry_out("add briefing"):
                return
            named = Named(table, 1)
        self.editing.open(FormDialog(self.editing, named, back, values if not named.number else None))
