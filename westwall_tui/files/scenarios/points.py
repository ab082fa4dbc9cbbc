"""The points of scenarios with the Standard Rules: `[[points]]`, `[victory]`, `[special]` and `[[closed]]`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from westwall_tui.engine.battles import rules_of
from westwall_tui.engine.battles.standard.forces import ExitPoints, InsidePoints, LossPoints
from westwall_tui.engine.battles.standard.places import BridgePoints, HoldPoints, LinePoints
from westwall_tui.engine.battles.standard.points import PointsRule
from westwall_tui.engine.board import Board
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.scenario import Scenario, SideInfo
from westwall_tui.engine.scoring import (
    EACH_TURN,
    VALUES,
    WAYS,
    Both,
    ClosedGround,
    Levels,
    Route,
    SpecialRules,
    VictoryTable,
)
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.units import Kind, Unit, lower
from westwall_tui.engine.words import capital, listed
from westwall_tui.files.scenarios.hexsets import find_name, read_hex_set
from westwall_tui.files.scenarios.sense import Reach, check_sense
from westwall_tui.files.tables import TomlTable

MOST_POINTS = 999
MOST_TABLES = 60
DRAW = "Draw"
LEVELS = '{ ratio = [["US Decisive", 4], ["German Decisive"]] }'


class ScoringReader:
    """The reader of a scenario's tables, with its board, sides and units."""

    def __init__(
        self, top: TomlTable, board: Board, sides: Sequence[SideInfo], units: Sequence[Unit], turns: tuple[int, int]
    ) -> None:
        self.top, self.board, self.sides, self.units = top, board, sides, units
        self.names = [side.name for side in sides]
        self.ids = {unit.id.lower(): i for i, unit in enumerate(units)}
        self.first, self.last = turns
        self.tables: list[tuple[PointsRule, TomlTable]] = []
        """The tables that were read, with their places in the file."""

    # -- points

    def read_points(self) -> tuple[PointsRule, ...]:
        """Read every `[[points]]`, and note its faults."""
        seen: dict[str, str] = {}
        for number, table in enumerate(self.top.tables("points")):
            if number == MOST_TABLES:
                self.top.fault("points", f"has more than {MOST_TABLES} tables")
                break
            before = len(self.top.faults.found)
            rule = self._read_table(table)
            if rule is None:
                continue
            table.finish()
            if rule.title in seen and len(self.top.faults.found) == before:
                table.fault("name", f"{rule.name!r} is also the name of {seen[rule.title]}")
            seen[rule.title] = table.label
            self.tables.append((rule, table))
        return tuple(rule for rule, _ in self.tables)

    def check(self, scenario: Scenario) -> None:
        """Note the tables of a complete scenario that make no sense."""
        state = State.begin(rules_of(scenario), 0)
        reach = Reach(scenario, state)
        for rule, table in self.tables:
            check_sense(scenario, state, rule, reach, table.fault)
            if rule.wins != NOBODY and rule.done(state):
                whose = capital(self.sides[rule.wins].people)
                table.fault("wins", f"{whose} would win at once, because this is so at the start")

    def _read_table(self, table: TomlTable) -> PointsRule | None:
        """Return a table, or None if its kind or its way to hold is wrong; they decide which other keys it has."""
        readers = {
            "hold": self._read_hold,
            "exit": self._read_exit,
            "lose": self._read_lose,
            "line": self._read_line,
            "inside": self._read_inside,
            "bridge": self._read_bridge,
        }
        before = len(self.top.faults.found)
        kind = table.choice("kind", readers)
        if kind == "hold":
            table.choice("by", WAYS, WAYS[0])
        if len(self.top.faults.found) > before:
            return None
        rule = readers[kind](table)
        often = len(rule.name) - len(EACH_TURN)
        # The rule's title adds the words again, and sentences say "Sibret for two more turns".
        return rule.replace(name=rule.name[:often]) if rule.turns and rule.name[often:] == EACH_TURN else rule

    def _read_hold(self, table: TomlTable) -> HoldPoints:
        by = str(table.data.get("by", WAYS[0]))
        place = table.text("place", "")
        table.mean("place", "place", [place.name for place in self.board.places])
        hexes: tuple[int, ...] = ()
        if not table.has("place") and not table.has("hexes"):
            table.refuse_key("hexes", "is missing; give place or hexes")
        else:
            hexes = self._read_place(table, place) if place else read_hex_set(table, "hexes", self.board)
        if place and table.has("hexes"):
            table.refuse_key("hexes", "cannot be combined with place; give one of them")
        name = table.text("name", place or self._numbers(hexes) or "a place")
        points, missed, turns, begins, wins, case = self._read_worth(table)
        side = self._read_side(table, "side") if by == "line" else NOBODY
        route = self._read_route(table) if by == "line" else None
        held = self._read_side(table, "held", required=False)
        if by != "last" and table.has("held"):
            table.fault("held", 'is only for by = "last"')
        each = table.flag("each", False)
        return HoldPoints(name, points, missed, turns, begins, wins, case, hexes, by, each, held, side, route)

    def _read_exit(self, table: TomlTable) -> ExitPoints:
        side = self._read_side(table, "side")
        units = self._read_units(table, side)
        edges = self._read_words(table, "edge")
        table.mean("edge", "edge", EDGES)
        for edge in edges:
            if edge not in EDGES:
                table.refuse_word("edge", edge, EDGES)
        edges = tuple(edge for edge in edges if edge in EDGES)
        hexes = read_hex_set(table, "hexes", self.board) if table.has("hexes") else ()
        along = {h for edge in edges for h in self.board.edge(edge)}
        if hexes and edges and not along.intersection(hexes):
            table.fault("hexes", f"none of these hexes is on the {' or '.join(edges)} edge")
        until = table.number("until", self.last, low=self.first, high=self.last)
        name = table.text("name", f"{self._adjective(side)} units that exit {' or '.join(edges)}")
        points, missed, turns, begins, wins, case = self._read_worth(table, at_turns=False)
        return ExitPoints(name, points, missed, turns, begins, wins, case, side, units, edges, hexes, until)

    def _read_lose(self, table: TomlTable) -> LossPoints:
        side = self._read_side(table, "side")
        units = self._read_units(table, side)
        by, free = table.choice("by", VALUES, VALUES[0]), table.number("free", 0, high=MOST_POINTS)
        name = table.text("name", f"{self._adjective(side)} units lost")
        points, missed, turns, begins, wins, case = self._read_worth(table, at_turns=False, missed=False)
        return LossPoints(name, points, missed, turns, begins, wins, case, side, units, by, free)

    def _read_line(self, table: TomlTable) -> LinePoints:
        side = self._read_side(table, "side")
        hexes, route = read_hex_set(table, "hexes", self.board), self._read_route(table)
        ends = [_area_named(table, key) or self._numbers(part) for key, part in (("hexes", hexes), ("to", route.to))]
        name = table.text("name", f"the {'road' if route.by_road else 'line'} from {' to '.join(ends)}")
        points, missed, turns, begins, wins, case = self._read_worth(table)
        return LinePoints(name, points, missed, turns, begins, wins, case, side, hexes, route)

    def _read_inside(self, table: TomlTable) -> InsidePoints:
        side = self._read_side(table, "side")
        hexes = read_hex_set(table, "hexes", self.board)
        units = self._read_units(table, side, kinds=True)
        free = table.number("free", 0, high=MOST_POINTS)
        line, without = table.flag("line", False), table.flag("without", False)
        if line and without:
            table.fault("without", "cannot be combined with line; give one of them")
        route = self._read_route(table) if line or without else None
        everywhere = len(hexes) == len(self.board.playable)
        where = "the map" if everywhere else _area_named(table, "hexes") or self._numbers(hexes)
        name = table.text("name", f"{where} without a line" if without else where)
        points, missed, turns, begins, wins, case = self._read_worth(table)
        return InsidePoints(
            name, points, missed, turns, begins, wins, case, side, hexes, units, free, route, everywhere, without
        )

    def _read_bridge(self, table: TomlTable) -> BridgePoints:
        pairs = []
        hexsides = self._read_words(table, "hexside")
        table.mean("hexside", "hexside")
        for text in hexsides:
            try:
                a, b = (self.board.hex(number) for number in text.split("/"))
            except ValueError:
                table.fault("hexside", f"{text!r} is not a hexside, such as 1316/1416")
                continue
            if b not in self.board.grid.neighbors[a] or not self.board.hexside(a, b) & Hexside.BRIDGE:
                table.fault("hexside", f"no bridge crosses {text}")
            pairs.append((min(a, b), max(a, b)))
        name = table.text("name", "the bridge")
        points, missed, turns, begins, wins, case = self._read_worth(table, at_turns=False)
        if wins != NOBODY:
            table.fault("wins", "an intact bridge cannot win the game, because it would win at once")
        return BridgePoints(name, points, missed, turns, begins, wins, case, tuple(pairs))

    # -- keys of all kinds

    def _read_worth(
        self, table: TomlTable, *, at_turns: bool = True, missed: bool = True
    ) -> tuple[Both, Both, frozenset[int], bool, int, str]:
        """Return points, points if missed, the Game-Turns, whether they count as they begin, who wins, and the case."""
        before = len(self.top.faults.found)
        wins = self._read_side(table, "wins", required=False)
        points = self._read_points_by_side(table, "points")
        without = self._read_points_by_side(table, "missed") if missed else (0, 0)
        understood = len(self.top.faults.found) == before
        turns, begins = self._read_when(table, at_turns=at_turns)
        if wins != NOBODY and (any(points) or any(without)):
            table.fault("points", "cannot be combined with wins; a table either gives points or wins the game")
        if wins != NOBODY and turns:
            table.fault("when", "cannot be combined with wins, which counts at the end of every Game-Turn")
        if understood and wins == NOBODY and not any(points) and not any(without):
            table.fault("points", f"must give points to a side: {self._example('5')}")
        return points, without, turns, begins, wins, table.text("case", "", longest=12)

    def _read_points_by_side(self, table: TomlTable, key: str) -> Both:
        found = [0, 0]
        for name, points in table.mapping(key, f"points by side: {self._example('5')}").items():
            if name not in self.names:
                self._refuse_side(table, key, name)
            elif not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= MOST_POINTS:
                table.fault(key, f"{name} must be a whole number from 0 to {MOST_POINTS}")
            else:
                found[self.names.index(name)] = points
        return found[0], found[1]

    def _read_when(self, table: TomlTable, *, at_turns: bool) -> tuple[frozenset[int], bool]:
        """Return the Game-Turns in which a table counts (none: only at the end), and whether as they begin."""
        is_list = isinstance(table.data.get("when"), list)
        turns = [*_whole_numbers(table, "when", self.first, self.last)] if is_list else []
        word = "" if is_list else table.choice("when", ("end", "turns", "begins"), "end")
        since = table.number("from", self.first, low=self.first, high=self.last)  # a form asks in this order
        if not is_list:
            turns = [*range(since, self.last + 1)] if word != "end" else []
            if table.data.get("when", "end") == "end" and table.has("from"):
                table.fault("from", 'needs when = "turns" or when = "begins"')
        if turns and not at_turns:
            table.fault("when", "must be left out, because this kind counts only at the end")
            turns = []
        return frozenset(turns), word == "begins"

    def _read_route(self, table: TomlTable) -> Route:
        to = read_hex_set(table, "to", self.board)
        by_road = table.choice("over", ("road", "ground"), "road") == "road"
        rough = table.number("rough", 99, high=99)
        if table.data.get("over", "road") == "road" and table.has("rough"):
            table.fault("rough", 'needs over = "ground"')
        return Route(to, by_road, rough)

    def _read_place(self, table: TomlTable, name: str) -> tuple[int, ...]:
        known = {place.name: place.hexes for place in self.board.places}
        try:
            return tuple(sorted(known[find_name(self.board, "place", name, known)]))
        except ValueError as error:
            table.fault("place", str(error))
            return ()

    def _read_units(self, table: TomlTable, side: int, *, kinds: bool = False) -> tuple[int, ...]:
        """Return the units that a table names by id or, with `kinds`, by kind.

        By default, return all units of the side.
        """
        own = tuple(i for i, unit in enumerate(self.units) if unit.side == side)
        wanted = table.texts("kinds", required=False) if kinds else []
        for word in wanted:
            if word not in [kind.value for kind in Kind]:
                table.fault("kinds", f"{word!r} is not a kind of unit")
        if wanted:
            own = tuple(i for i in own if self.units[i].kind.value in wanted)
        found = []
        words = table.texts("units", required=False)
        table.mean("units", "units")
        for word in words:
            i = self.ids.get(lower(word))
            if i is None:
                table.fault("units", f"there is no unit {word!r} in this scenario")
            elif side != NOBODY and self.units[i].side != side:
                table.fault("units", self.sides[side].refusal(self.units[i].id, self.sides[self.units[i].side]))
            else:
                found.append(i)
        if len(set(found)) < len(found):
            table.fault("units", "names a unit twice")
        if self.names and side != NOBODY and not own:
            table.fault("kinds" if wanted else "side", "there is no such unit in this scenario")
        return tuple(found) if table.has("units") else own

    def _read_side(self, table: TomlTable, key: str, *, required: bool = True) -> int:
        name = table.text(key, None if required else "")
        table.mean(key, "side", self.names)
        if name in self.names:
            return self.names.index(name)
        if name:
            self._refuse_side(table, key, name)
        return NOBODY

    def _refuse_side(self, table: TomlTable, key: str, name: str) -> None:
        """Note that a name is not that of a side, unless the sides have a fault of their own."""
        if self.names:
            table.refuse_word(key, name, self.names, "the sides")

    def _example(self, value: str) -> str:
        """Return a value by side as a file writes it, with this scenario's first side: `{ US = 5 }`."""
        return f"{{ {self.names[0] if self.names else 'German'} = {value} }}"

    def _read_words(self, table: TomlTable, key: str) -> tuple[str, ...]:
        """Return a string, or a list of strings."""
        if isinstance(table.data.get(key), list):
            return tuple(table.texts(key))
        word = table.text(key)
        return (word,) if word else ()

    def _adjective(self, side: int) -> str:
        return self.sides[side].adjective if side != NOBODY and self.sides else ""

    def _numbers(self, hexes: Sequence[int]) -> str:
        return f"{listed(map(self.board.number, hexes[:3]))}{' ...' if len(hexes) > 3 else ''}"

    # -- the winner

    def read_victory(self) -> VictoryTable:
        """Read `[victory]`, and note its faults."""
        table = self.top.table("victory")
        if table is None:
            return VictoryTable()
        weigh, start = [1, 1], self._read_points_by_side(table, "start")
        for name, points in table.mapping("weigh", f"a weight by side: {self._example('2')}").items():
            if name not in self.names or not isinstance(points, int) or not 1 <= points <= 99:
                table.fault("weigh", "must have a whole number from 1 to 99 for a side: { US = 1, German = 2 }")
            else:
                weigh[self.names.index(name)] = points
        tie = self._read_side(table, "tie", required=False)
        otherwise = self._read_side(table, "otherwise", required=False)
        levels = self._read_levels(table)
        if levels is not None and (tie != NOBODY or table.has("weigh")):
            table.fault("levels", "cannot be combined with tie or weigh, because levels decide that")
        all_read = len(self.tables) == len(self.top.items("points"))
        if all_read and otherwise != NOBODY and not any(rule.wins != NOBODY for rule, _ in self.tables):
            table.fault("otherwise", "needs a [[points]] table with wins")
        if otherwise != NOBODY and any(rule.wins == NOBODY for rule, _ in self.tables):
            table.fault("otherwise", "decides the game without points; leave out the tables that give them")
        table.finish()
        return VictoryTable((weigh[0], weigh[1]), start, tie, levels, otherwise)

    def _read_levels(self, table: TomlTable) -> Levels | None:
        found: Mapping[str, object] = table.mapping("levels", LEVELS)
        if not found:
            return None
        key, items = next(iter(found.items()))
        if len(found) > 1 or key not in ("ratio", "difference") or not isinstance(items, list) or len(items) < 2:
            table.fault("levels", f"must be {LEVELS}, or difference")
            return None
        names, least = [], []
        for number, item in enumerate(items, 1):
            last = number == len(items)
            if not _is_level(item, last=last):
                table.fault("levels", f"level {number} must be a name{'' if last else ' and a number'}")
                return None
            names.append(item[0])
            least += [Fraction(str(bound)) for bound in item[1:]]
        for name in names:
            if name != DRAW and not any(name.startswith(f"{side} ") for side in self.names):
                table.fault("levels", f"{name!r} must be {DRAW}, or begin with the name of a side")
        if any(one <= other for one, other in pairwise(least)):
            table.fault("levels", "must decrease from level to level")
        return Levels(key == "ratio", tuple(names), tuple(least))

    # -- special rules

    def read_special(self) -> SpecialRules:
        """Read `[special]` and `[[closed]]`, and note their faults."""
        closed = tuple(self._read_closed(table) for table in self.top.tables("closed"))
        table = self.top.table("special")
        if table is None:
            return SpecialRules(closed=closed)
        guns: Mapping[str, object] = table.mapping("guns", f"two numbers by side: {self._example('[4, 3]')}")
        limits = [(MOST_POINTS, MOST_POINTS), (MOST_POINTS, MOST_POINTS)]
        for name, value in guns.items():
            if name in self.names:
                attacking, protecting = table.check_numbers("guns", value, 2, 0, 99)
                limits[self.names.index(name)] = attacking, protecting
            else:
                self._refuse_side(table, "guns", name)
        night = _whole_numbers(table, "night", self.first, self.last)
        found = SpecialRules(
            guns_per_point=table.number("guns_per_point", 0, high=9),
            guns=(limits[0], limits[1]) if guns else None,
            support_in_a_combat=table.number("support_in_a_combat", 0, high=99),
            support_attacks_only=table.flag("support_attacks_only", False),
            support_one_phase=table.flag("support_one_phase", False),
            night=frozenset(night),
            columns=table.flag("columns", False),
            cities=table.flag("cities", False),
            wired=self._read_side(table, "wired", required=False),
            closed=closed,
        )
        table.finish()
        return found

    def _read_closed(self, table: TomlTable) -> ClosedGround:
        side, hexes = self._read_side(table, "side"), read_hex_set(table, "hexes", self.board)
        until = table.number("until", self.last, low=self.first, high=self.last)
        name = table.text("name")
        table.finish()
        return ClosedGround(side, frozenset(hexes), until, name)


def _area_named(table: TomlTable, key: str) -> str:
    """Return the name of the area, entry area or place that is the only term of a hex set, or nothing."""
    terms = table.data.get(key)
    if not isinstance(terms, list) or len(terms) != 1 or not isinstance(terms[0], str):
        return ""
    word, _, name = terms[0].partition(" ")
    return name if word in ("area", "place") else f"the {terms[0]}" if terms[0].endswith(" edge") else ""


def _whole_numbers(table: TomlTable, key: str, low: int, high: int) -> list[int]:
    """Return a list of whole numbers within limits, without repetition; empty if the key is left out."""
    items = table.items(key)
    found = [n for n in items if isinstance(n, int) and not isinstance(n, bool) and low <= n <= high]
    if len(found) < len(items) or len(set(found)) < len(found):
        table.fault(key, f"must be Game-Turns from {low} to {high}, each once")
    return found


def _is_level(item: object, *, last: bool) -> bool:
    """Return True if an item is a level with its minimum value. The last level has no value."""
    if not isinstance(item, list) or len(item) != (1 if last else 2) or not isinstance(item[0], str):
        return False
    return last or (isinstance(item[1], int | float) and not isinstance(item[1], bool) and abs(item[1]) < 10_000)
