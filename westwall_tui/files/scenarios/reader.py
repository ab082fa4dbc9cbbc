"""Scenarios from the texts of their three files (docs/scenario-files.md)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.battles import RULESETS, rules_of
from westwall_tui.engine.board import Board
from westwall_tui.engine.combinatorics import largest_matching
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules.answers import NOBODY
from westwall_tui.engine.rules.movement import standing_room
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.rules.scenario_data import ScenarioDataError
from westwall_tui.engine.scenario import Phase, Reinforcements, Scenario, SetupGroup, SideInfo, Start
from westwall_tui.engine.scoring import NOTHING_SCORES, Scoring
from westwall_tui.engine.state import State
from westwall_tui.engine.units import Unit, lower
from westwall_tui.engine.words import listed
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.scenarios.boards import build_board
from westwall_tui.files.scenarios.briefings import check_achievements, check_briefing, check_numbers
from westwall_tui.files.scenarios.hexsets import read_hex, read_hex_set, read_place
from westwall_tui.files.scenarios.sheet_part import read_part
from westwall_tui.files.scenarios.texts import BRIEFING, LoadedScenario, Texts
from westwall_tui.files.scenarios.units import UnitEntry, build_units
from westwall_tui.files.tables import TomlTable, header, parse

if TYPE_CHECKING:
    from westwall_tui.files.scenarios.points import ScoringReader

Read = tuple[list[TomlTable], list[TomlTable], list[TomlTable]]
"""The tables that were read of a scenario's three files, in the order of `Texts`."""
LAST_TURN = 99
MOST_POINTS = 99
_MISPLACED = re.compile(r"^\[+(?!briefing)\w", re.MULTILINE)
ABOUT_LINES, ABOUT_LENGTH = 5, 120


def build_scenario(
    texts: Texts, key: str, *, shipped: bool = False, begun: bool = False, tables: Read | None = None
) -> LoadedScenario:
    """Build a scenario from its three texts. Raises `FileError` with every fault of all three.

    If a game has `begun`, values that the rules only doubt are not faults, so that the game can continue. The tables
    that are read are appended to `tables`.
    """
    found: list[Fault] = []  # from three files, each with at most a hundred
    board, entries = None, None
    of_scenario, of_board, of_units = tables or (None, None, None)
    try:
        board = build_board(texts.board, of_board)
    except FileError as error:
        found += error.faults
    try:
        entries = build_units(texts.units, of_units)
    except FileError as error:
        found += error.faults
    scenario = None
    try:
        top = parse(texts.scenario, tables=of_scenario)
        if board is not None and entries is not None:
            scenario = _ScenarioReader(top, board, entries).read(key, texts, shipped=shipped, begun=begun)
    except FileError as error:
        found += error.faults
    else:
        found += top.faults.all()
    if found or scenario is None:
        raise FileError(found)
    return scenario


class _Placing(NamedTuple):
    """A table `[[place]]`. Units are lower-case ids until all tables are read."""

    unit: str
    hex: int
    table: TomlTable


class _Setup(NamedTuple):
    """A table `[[setup]]`."""

    side: int
    units: list[str]
    hexes: tuple[int, ...]
    suggest: list[int]
    table: TomlTable


class _Arrival(NamedTuple):
    """A table `[[reinforcements]]` or `[[landings]]`."""

    side: int
    turn: int
    units: list[str]
    hexes: tuple[int, ...]
    lands: bool
    table: TomlTable

    def resolve(self, units: tuple[int, ...]) -> Reinforcements:
        """Return the engine's record for these units."""
        return Reinforcements(self.side, self.turn, units, self.hexes, self.lands)


class _ScenarioReader:
    """The reader of a scenario file, with its board and its units."""

    def __init__(self, top: TomlTable, board: Board, entries: Sequence[UnitEntry]) -> None:
        self.top = top
        self.board = board
        self.entries = {entry.id.lower(): entry for entry in entries}
        self.order = list(self.entries)
        self.used: dict[str, str] = {}
        """The units in the scenario by lower-case id, each with its table, or with "" after a fault of its side."""
        self.sides: Sequence[SideInfo] = ()
        self.scoring: ScoringReader | None = None

    def read(self, key: str, texts: Texts, *, shipped: bool, begun: bool) -> LoadedScenario | None:
        """Return the scenario, or None if there are faults."""
        top = self.top
        header(top, "scenario")
        self.board = read_part(top, self.board)
        rules = top.choice("rules", tuple(RULESETS))
        top.text("board")
        top.text("units")
        name, battle, about = top.text("name"), top.text("battle", ""), self._read_about()
        first, last = self._read_turns()
        dates = top.texts("dates", required=False, longest=40)
        top.mean("dates", "sentences")
        if len(dates) > last - first + 1:
            top.fault("dates", f"has {len(dates)} dates for {last - first + 1} Game-Turns")
        self.sides = self._read_sides()
        start = self._read_start(first, last)
        placed = list(self._read_placed())
        setups = list(self._read_setups())
        arrivals = [*self._read_reinforcements(first, last), *self._read_landings(first, last)]
        chosen = [word for word in self.order if word in self.used]
        index = {word: i for i, word in enumerate(chosen)}
        units = tuple(self.entries[word].unit(self._side_of_unit(word)) for word in chosen)
        victory, scoring = self._read_scoring(rules, units, (first, last))
        self._check_briefing(texts.scenario.text, begun=begun)
        top.finish()
        if top.faults.found:
            return None

        def numbers(words: Sequence[str]) -> tuple[int, ...]:
            return tuple(index[word] for word in words)

        scenario = LoadedScenario(
            name=name,
            rules=rules,
            board=self.board,
            units=units,
            sides=(self.sides[0], self.sides[1]),
            first_turn=first,
            last_turn=last,
            start=start,
            placed=tuple((index[p.unit], p.hex) for p in placed),
            setup=tuple(SetupGroup(s.side, numbers(s.units), frozenset(s.hexes), tuple(s.suggest)) for s in setups),
            reinforcements=tuple(a.resolve(numbers(a.units)) for a in arrivals),
            dates=tuple(dates),
            victory=MappingProxyType(victory),
            scoring=scoring,
            battle=battle,
            about=about,
            key=key,
            digest=texts.digest(),
            texts=texts,
            shipped=shipped,
        )
        self._check_ground(scenario, placed, setups, arrivals)
        self._check_victory(scenario, begun=begun)
        if self.scoring is not None and not begun and not top.faults.found:
            self.scoring.check(scenario)
        if not top.faults.found:
            check_numbers(top, scenario)
            check_achievements(top, scenario)
        return None if top.faults.found else scenario

    def _check_briefing(self, text: str, *, begun: bool) -> None:
        """Note the faults of `[briefing]`, whose tables refer to the sides."""
        if self.top.table("briefing") is None:
            return
        if BRIEFING not in text and not begun:
            self.top.fault("briefing", "must begin with a line that has only [briefing], or no page shows it")
        if _MISPLACED.search(text.partition(BRIEFING)[2]):
            self.top.fault("briefing", "must come last in the file, together with its tables")
        if self.sides:
            check_briefing(self.top, [side.name for side in self.sides])

    # -- the head

    def _read_about(self) -> tuple[str, ...]:
        about = self.top.texts("about", required=False, longest=ABOUT_LENGTH)
        self.top.mean("about", "sentences")
        if len(about) > ABOUT_LINES:
            self.top.fault("about", f"has {len(about)} lines; the title screen has room for only {ABOUT_LINES}")
        return tuple(about)

    def _read_turns(self) -> tuple[int, int]:
        """Return the first and last Game-Turn.

        After a fault, return the widest range, so that no other fault follows.
        """
        before = len(self.top.faults.found)
        first = self.top.number("first_turn", low=1, high=LAST_TURN)
        last = self.top.number("last_turn", low=1, high=LAST_TURN)
        if len(self.top.faults.found) == before and last < first:
            self.top.fault("last_turn", f"is before first_turn, {first}")
        return (first, last) if len(self.top.faults.found) == before else (1, LAST_TURN)

    # -- the tables

    def _read_sides(self) -> Sequence[SideInfo]:
        """Return the two sides. If there are not exactly two, return none, so that no other fault follows."""
        found = list(self._read_each_side())
        if len(found) == 2:
            return found
        self.top.fault("sides", f"there must be exactly two [[sides]], not {len(found)}; the first moves first")
        return ()

    def _read_each_side(self) -> Iterator[SideInfo]:
        seen: list[str] = []
        for table in self.top.tables("sides"):
            name, letter = table.text("name", longest=12), table.text("letter", longest=1)
            if letter and not (letter.isascii() and letter.isalpha()):
                table.fault("letter", f"{letter!r} must be a letter from A to Z")
            for key, word in (("name", name), ("letter", letter)):
                if word and f"{key} {lower(word)}" in seen:
                    table.fault(key, f"the other side has {word!r}, too")
                seen.append(f"{key} {lower(word)}")
            supports = [
                (first, last, points)
                for first, last, points in (
                    table.check_numbers("supports", item, 3, 0, MOST_POINTS) for item in table.items("supports")
                )
            ]
            if any(first > last for first, last, _ in supports):
                table.fault("supports", "each must be [from turn, to turn, points], in that order")
            table.finish()
            yield SideInfo(name, letter.upper(), tuple(supports))

    def _side_number(self, table: TomlTable) -> int:
        """Return the side that a table names, or -1 after a fault."""
        name = table.text("side")
        names = [side.name for side in self.sides]
        table.mean("side", "side", names)
        if name in names:
            return names.index(name)
        if name and names:
            table.refuse_word("side", name, names, "the sides")
        return -1

    def _side_of_unit(self, word: str) -> int:
        return next((i for i, side in enumerate(self.sides) if side.name == self.entries[word].side), NOBODY)

    def _read_start(self, first: int, last: int) -> Start:
        table = self.top.table("start")
        if table is None:
            return Start(first)
        turn = table.number("turn", first, low=1, high=LAST_TURN)
        if not first <= turn <= last:
            table.fault("turn", f"must be from first_turn to last_turn, {first} to {last}")
        side = self._side_number(table) if table.has("side") else 0
        phase = table.choice("phase", (str(Phase.MOVEMENT), str(Phase.COMBAT)), str(Phase.MOVEMENT))
        table.text("side", "")
        table.mean("side", "side", [side.name for side in self.sides])
        table.finish()
        return Start(turn, max(side, 0), Phase(phase))

    def _claim_unit(self, table: TomlTable, key: str, unit_id: str, side: int | None) -> str | None:
        """Return a unit's lower-case id. Unknown units, the other side's units, and units used before are faults."""
        word = lower(unit_id)
        entry = self.entries.get(word)
        if entry is None:
            table.fault(key, f"there is no unit {unit_id!r} in the units file")
            return None
        if self.used.get(word):
            table.fault(key, f"{entry.id} is already in {self.used[word]}")
            return None
        self.used[word] = ""
        names = [info.name for info in self.sides]
        if names and entry.side not in names:
            table.fault(key, f"the units file gives {entry.id} to {entry.side!r}, but the sides are {listed(names)}")
            return None
        if names and side is not None and side >= 0 and names.index(entry.side) != side:
            table.fault(key, self.sides[side].refusal(entry.id, self.sides[names.index(entry.side)]))
            return None
        self.used[word] = table.label
        return word

    def _read_units(self, table: TomlTable, side: int) -> list[str]:
        ids = table.texts("units")
        table.mean("units", "units")
        if table.has("units") and not ids:
            table.fault("units", "names no unit")
        return [word for unit_id in ids if (word := self._claim_unit(table, "units", unit_id, side))]

    def _read_hex(
        self, table: TomlTable, key: str, number: str, read: Callable[[Board, str], int] = read_hex
    ) -> int | None:
        try:
            return read(self.board, number)
        except ValueError as error:
            table.fault(key, str(error))
            return None

    def _read_placed(self) -> Iterator[_Placing]:
        taken: dict[int, str] = {}
        for table in self.top.tables("place", "unit"):
            unit_id, number = table.text("unit"), table.text("hex")
            table.mean("unit", "units")
            table.mean("hex", "hex")
            word = self._claim_unit(table, "unit", unit_id, None) if unit_id else None
            h = self._read_hex(table, "hex", number, read_place) if number else None
            table.finish()
            if h is not None and h in taken:
                table.fault("hex", f"{number} already has {taken[h]}; two units cannot be in one hex")
            elif h is not None and word is not None:
                taken[h] = self.entries[word].id
                yield _Placing(word, h, table)

    def _read_setups(self) -> Iterator[_Setup]:
        seen: set[int] = set()
        for table in self.top.tables("setup", "side"):
            side = self._side_number(table)
            ids = table.texts("units")
            words = self._read_units(table, side)
            hexes = read_hex_set(table, "hexes", self.board)
            numbers = table.texts("suggest", required=False)
            table.mean("suggest", "numbers")
            if table.has("suggest") and len(numbers) != len(ids):
                table.fault("suggest", f"has {len(numbers)} hexes for {len(ids)} units; it must name one for each")
            suggest = []
            for number in numbers:
                h = self._read_hex(table, "suggest", number)
                if h is None:
                    continue
                if h not in hexes:
                    table.fault("suggest", f"{number} is not one of the hexes where these units may set up")
                if h in seen:
                    table.fault("suggest", f"{number} is suggested twice")
                seen.add(h)
                suggest.append(h)
            table.finish()
            yield _Setup(side, words, hexes, suggest, table)

    def _read_reinforcements(self, first: int, last: int) -> Iterator[_Arrival]:
        for table in self.top.tables("reinforcements", "side"):
            arrival = self._read_arrival(table, first, last, lands=False)
            edge = {h for name in EDGES for h in self.board.edge(name)}
            inland = [self.board.number(h) for h in arrival.hexes if h not in edge]
            if inland:
                more = f" and {len(inland) - 5} more" if len(inland) > 5 else ""
                table.fault("hexes", f"{', '.join(inland[:5])}{more}: reinforcements must enter on the mapedge")
            table.finish()
            yield arrival

    def _read_landings(self, first: int, last: int) -> Iterator[_Arrival]:
        for table in self.top.tables("landings", "side"):
            yield self._read_arrival(table, first, last, lands=True)
            table.finish()

    def _read_arrival(self, table: TomlTable, first: int, last: int, *, lands: bool) -> _Arrival:
        side = self._side_number(table)
        turn = table.number("turn", low=1, high=LAST_TURN)
        if table.has("turn") and not first <= turn <= last:
            table.fault("turn", f"must be from first_turn to last_turn, {first} to {last}")
        words = self._read_units(table, side)
        return _Arrival(side, turn, words, read_hex_set(table, "hexes", self.board), lands, table)

    def _read_scoring(
        self, rules: str, units: Sequence[Unit], turns: tuple[int, int]
    ) -> tuple[dict[str, object], Scoring]:
        """Return `[victory]` for a battle's rules to read, and the scoring of a scenario with the Standard Rules."""
        own = [key for key in ("points", "special", "closed") if self.top.has(key)]
        if rules != "standard":
            for key in own:
                self.top.mapping(key) if key == "special" else self.top.items(key)
                self.top.fault(key, 'needs rules = "standard"')
            return self.top.mapping("victory"), NOTHING_SCORES
        from westwall_tui.files.scenarios.points import ScoringReader  # only the Standard Rules need this module

        self.scoring = scoring = ScoringReader(self.top, self.board, self.sides, units, turns)
        return {}, Scoring(scoring.read_points(), scoring.read_victory(), scoring.read_special())

    # -- checks of the whole scenario

    def _check_ground(
        self,
        scenario: Scenario,
        placed: Sequence[_Placing],
        setups: Sequence[_Setup],
        arrivals: Sequence[_Arrival],
    ) -> None:
        """Check that units are placed, set up and enter only where they may (5.24), and that there is room for all."""
        state = State.begin(Ruleset(replace(scenario, placed=(), victory={})), 0)
        index = scenario.by_id
        taken = {h: scenario.units[unit].id for unit, h in scenario.placed}
        self._check_placed(scenario, state, placed)
        rooms: dict[int, list[int]] = {}
        for _, words, hexes, suggest, table in setups:
            for h in suggest:
                if h in taken:
                    table.fault("suggest", f"{self.board.number(h)} already has {taken[h]}")
            for word, h in zip(words, suggest, strict=False):
                if not standing_room(state, index[word], h):
                    table.fault("suggest", _cannot_stand(scenario, index[word], h))
            room: dict[int, list[int]] = {}  # by kind of movement
            for word in words:
                unit = index[word]
                way = scenario.ways[unit]
                if way not in room:
                    free = (h for h in hexes if h not in taken and standing_room(state, unit, h))
                    room[way] = [h for h in free if not self._is_trapped(scenario, unit, h)]
                rooms[unit] = room[way]
        housed = largest_matching(rooms)
        for _, words, _, _, table in setups:
            for word in words:
                if index[word] not in housed:
                    table.fault("hexes", f"not enough room: no hex is left for {self.entries[word].id}")
        self._check_arrivals(scenario, state, arrivals)

    def _check_placed(self, scenario: Scenario, state: State, placed: Sequence[_Placing]) -> None:
        for word, h, table in placed:
            unit = scenario.by_id[word]
            if not standing_room(state, unit, h):
                table.fault("hex", _cannot_stand(scenario, unit, h))
            elif self._is_trapped(scenario, unit, h):
                table.fault("hex", f"{scenario.units[unit].id} could never leave {self.board.number(h)} (5.24)")

    def _check_arrivals(self, scenario: Scenario, state: State, arrivals: Sequence[_Arrival]) -> None:
        """Check that vehicles land or enter only in hexes where they may be, and from which they can move."""
        for _, _, words, hexes, lands, table in arrivals:
            for word in words:
                unit = scenario.by_id[word]
                if lands:
                    if not any(standing_room(state, unit, h) for h in hexes):
                        table.fault(
                            "hexes", f"{scenario.units[unit].id} is a vehicle and cannot be in any of these hexes"
                        )
                    continue
                way = scenario.ways[unit]
                doors = [h for h in hexes if self.board.ground.edge_cost(h, way) is not None]
                if not doors:
                    table.fault(
                        "hexes", f"{scenario.units[unit].id} is a vehicle and cannot enter at any of these hexes"
                    )
                elif not any(self.board.ground.steps[way][h] for h in doors):
                    table.fault("hexes", f"{scenario.units[unit].id} could never move on from where it enters (5.24)")

    def _is_trapped(self, scenario: Scenario, unit: int, h: int) -> bool:
        """Return True if a unit in a hex could never leave it."""
        return not self.board.ground.steps[scenario.ways[unit]][h]

    def _check_victory(self, scenario: LoadedScenario, *, begun: bool) -> None:
        """Have the rules read `[victory]`. Both unusable and doubtful values are faults."""
        victory = dict(scenario.victory)
        rules = None
        while rules is None:
            try:
                rules = rules_of(
                    replace(scenario, victory=victory) if len(victory) < len(scenario.victory) else scenario
                )
            except ScenarioDataError as error:
                known = error.key in victory
                self.top.faults.add("[victory]" if known else "", error.key, str(error))
                if not known:
                    return
                for key in error.keys:
                    del victory[key]
        for key, reason, needed in () if begun else rules.doubts:
            if needed in victory or needed not in scenario.victory:  # otherwise the needed key has its own fault
                self.top.faults.add("[victory]" if key in rules.victory_keys else "", key, reason)


def _cannot_stand(scenario: Scenario, unit: int, h: int) -> str:
    counter, number = scenario.units[unit], scenario.board.number(h)
    return f"{counter.id} is {'a vehicle' if counter.is_vehicle else 'a unit'} that cannot be in {number} (5.24)"
