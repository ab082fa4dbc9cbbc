"""Briefings: texts of a scenario's file with numbers from its rules (docs/scenario-files.md).

A text has the names of numbers in braces, such as `{exited}` or `{units.US.2 words}`. `briefings_of` fills in the
numbers, so that no briefing can contradict the rules. This module also reads the achievements (small prizes after a
game) and their conditions, which `history.achievements` judges.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.rules.victory import AT_THE_START
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import in_words
from westwall_tui.files.faults import Faults
from westwall_tui.files.scenarios.overview import TEXT, Overview, overview_of, read_overview
from westwall_tui.files.scenarios.texts import BRIEFING, Briefing, LoadedScenario, PointsSource
from westwall_tui.files.tables import TomlTable, parse

LINE, MAX_ACHIEVEMENTS = 100, 20
"""The maximum number of characters of an achievement's line, and the maximum number of achievements."""
TEXTS, NUMBERS = ("hexes", "units"), ("by", "first", "last", "lost", "laid", "times")
"""The keys of conditions whose values are lists, and the keys whose values are numbers; `place` is a string."""
CONDITIONS: Mapping[str, Collection[str]] = {
    "nobody entered": ("hexes",),
    "won": ("by", "lost", "laid"),
    "left the map": ("units", "by"),
    "scored at the end": ("place",),
    "never cut": (),
    "stayed": ("hexes", "first", "last"),
    "bridges stood": ("times",),
}
"""For each condition, its keys. They are required, except for the condition `won`."""


class Achievement(NamedTuple):
    """An achievement in a game."""

    name: str
    line: str
    """A description."""
    side: str
    """The name of the side that can earn it; empty for either."""
    when: str
    """The condition, one of `CONDITIONS`."""
    lists: Mapping[str, Sequence[str]]
    """The hexes by number and units by id of the condition, by their keys in `TEXTS`."""
    place: str
    numbers: Mapping[str, int]
    """The numbers of the condition, by their keys in `NUMBERS`. Numbers that the file leaves out are missing."""


def read_achievements(table: TomlTable, sides: Sequence[str]) -> Sequence[Achievement]:
    """Read the achievements of a table `[briefing]`, and note its faults."""
    found = [_read_achievement(each, sides) for each in table.tables("achievement")]
    if len(found) > MAX_ACHIEVEMENTS:
        table.fault("achievement", f"has more than {MAX_ACHIEVEMENTS} items")
    names = [each.name for each in found]
    if len({*names}) < len(names):
        table.fault("achievement", "uses a name twice")
    return found


def _read_achievement(table: TomlTable, sides: Sequence[str]) -> Achievement:
    name, line, side = table.text("name", longest=40), table.text("line", longest=LINE), table.choice("side", sides)
    when = table.choice("when", tuple(CONDITIONS))
    keys = CONDITIONS.get(when, ())
    lists = {key: table.texts(key) for key in TEXTS if key in keys}
    table.mean("units", "units")
    table.mean("hexes", "numbers")
    place = table.text("place") if "place" in keys else ""
    numbers = {
        key: table.number(key, low=0, high=99) for key in NUMBERS if key in keys and (when != "won" or table.has(key))
    }
    table.finish()
    return Achievement(name, line, side, when, lists, place, numbers)


def check_achievements(top: TomlTable, scenario: Scenario) -> None:
    """Note a fault for each hex and unit in achievements that the scenario does not have."""
    for each in _of_scenario(top.data, scenario):
        for number in each.lists.get("hexes", ()):
            if number not in scenario.board.grid.numbers:
                top.faults.add(
                    "[briefing]", "achievement", f"{each.name!r} names {number}, which isn't a hex of the board"
                )
        for unit in each.lists.get("units", ()):
            if unit.lower() not in scenario.by_id:
                top.faults.add(
                    "[briefing]", "achievement", f"{each.name!r} names {unit}, which isn't a unit of the scenario"
                )


def achievements_of(scenario: Scenario) -> Sequence[Achievement]:
    """Return the achievements of a scenario's file; none if it has no briefing."""
    if not isinstance(scenario, LoadedScenario) or scenario.texts is None:
        return ()
    if "\n[[briefing.achievement]]\n" not in scenario.texts.scenario.text:
        return ()
    return _of_scenario(parse(scenario.texts.scenario).data, scenario)


def _of_scenario(data: Mapping[str, object], scenario: Scenario) -> Sequence[Achievement]:
    table = TomlTable(dict(data), "", Faults("")).table("briefing")
    return () if table is None else read_achievements(table, [side.name for side in scenario.sides])


ITEM = 260
"""The maximum number of characters of an item of a page."""
MAX_ITEMS = 14
"""The maximum number of items of one kind."""
PLACEHOLDER = re.compile(r"\{([^{} ]*)( words| Words)?\}")


def check_briefing(top: TomlTable, sides: Sequence[str]) -> None:
    """Note the faults of a scenario's `[briefing]`, apart from its numbers (`check_numbers`)."""
    _read_briefings(top, sides)


def check_numbers(top: TomlTable, scenario: Scenario) -> None:
    """Note a fault for each number in a briefing that the rules do not have."""
    names = [side.name for side in scenario.sides]
    read = _read_briefings(TomlTable(top.data, "", Faults("")), names)
    numbers = BriefingNumbers(scenario) if read else {}
    for briefing in read:
        for table, key, text in _texts_of(briefing, names[briefing.side]):
            for found in PLACEHOLDER.finditer(text):
                if not _is_number(numbers, found[1]):
                    top.faults.add(table, key, f"names {found[0]}, which isn't a number of these rules")


def _is_number(numbers: Mapping[str, int], name: str) -> bool:
    """Return True if a briefing may use the name. `in` would only find the numbers from the rules."""
    try:
        numbers[name]
    except LookupError:
        return False
    return True


def has_briefing(scenario: Scenario) -> bool:
    """Return True if a scenario has briefings, in its file or written from its tables of points."""
    return bool(scenario.scoring.points) or _has_own(scenario)


def _has_own(scenario: Scenario) -> bool:
    """Return True if a scenario's file has briefings."""
    texts = scenario.texts if isinstance(scenario, LoadedScenario) else None
    return texts is not None and BRIEFING in texts.scenario.text


def what_happened(scenario: Scenario) -> str:
    """Return what really happened in a scenario's battle, or an empty string."""
    overview = _overview(scenario)
    return overview.history if overview else ""


def year_of(scenario: Scenario) -> int:
    """Return the year of a scenario's battle; 0 if its file does not say it."""
    overview = _overview(scenario)
    return overview.year if overview else 0


def _overview(scenario: Scenario) -> Overview | None:
    """Return the head of the briefing in a scenario's file; None if it has none."""
    if not isinstance(scenario, LoadedScenario) or scenario.texts is None or not _has_own(scenario):
        return None
    return read_overview(parse(scenario.texts.scenario), [side.name for side in scenario.sides])


def briefings_of(scenario: Scenario) -> Sequence[Briefing]:
    """Return the briefings of both sides with their numbers filled in; empty if the scenario has no briefing.

    If a scenario has points but no briefing in its file, its briefings are written from its tables.
    """
    if not isinstance(scenario, LoadedScenario) or scenario.texts is None or not _has_own(scenario):
        if not scenario.scoring.points:
            return ()
        from westwall_tui.files.scenarios.written import written_briefings  # few scenarios need it

        return written_briefings(scenario)
    top = parse(scenario.texts.scenario)
    read = _read_briefings(top, [side.name for side in scenario.sides])
    if not read:
        return ()
    numbers = BriefingNumbers(scenario)

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(lambda found: numbers.text(found[1], found[2] or ""), text)

    return [_with_numbers(briefing, fill) for briefing in read]


def head_start(game: Game, side: int) -> Sequence[PointsSource]:
    """Return the points that a side has at the start, if any: those of the scenario and those that were agreed on."""
    points = game.rules.start[side]
    return [PointsSource(str(points), AT_THE_START, "")] if points else []


def _with_numbers(raw: Briefing, fill: Callable[[str], str]) -> Briefing:
    own, other = ([PointsSource(*map(fill, source)) for source in sources] for sources in (raw.own, raw.other))
    clock = [(fill(when), fill(what)) for when, what in raw.clock]
    wins, tips = ([*map(fill, texts)] for texts in (raw.wins, raw.tips))
    return Briefing(raw.side, fill(raw.situation), own, other, wins, clock, tips, fill(raw.special), fill(raw.enemy))


def _texts_of(briefing: Briefing, side: str) -> Iterator[tuple[str, str, str]]:
    """Yield every text of a side's briefing with its table and key; `side` is the side's name."""
    for key in ("situation", "special", "enemy", "wins", "tips", "clock"):
        texts = getattr(briefing, key)
        for text in (texts,) if isinstance(texts, str) else texts:
            yield from (
                (f'[[briefing.side]] "{side}"', key, part) for part in ((text,) if isinstance(text, str) else text)
            )
    for source in briefing.own:
        yield from (("[briefing.points]", side, text) for text in source)


# -- reading


def _read_briefings(top: TomlTable, sides: Sequence[str]) -> Sequence[Briefing]:
    table = top.table("briefing")
    if table is None:
        return ()
    overview_of(table, sides)
    read_achievements(table, sides)
    points = table.table("points") or TomlTable({}, "[briefing.points]", table.faults)
    sources = [list(_read_sources(points, name)) for name in sides]
    points.finish()
    found: dict[int, Briefing] = {}
    for each in table.tables("side", "side"):
        side = sides.index(each.choice("side", sides))
        if side in found:
            each.fault("side", f"{sides[side]} has a briefing already")
        wins, tips = (each.texts(key, longest=ITEM) for key in ("wins", "tips"))
        for key, texts in (("wins", wins), ("tips", tips)):
            each.mean(key, "sentences")
            if len(texts) > MAX_ITEMS:
                each.fault(key, f"has more than {MAX_ITEMS} items")
        clock = [(when, what) for when, what in _read_strings(each, "clock", 2)]
        situation, special, enemy = (each.text(key, longest=TEXT) for key in ("situation", "special", "enemy"))
        own, other = sources[side], sources[1 - side]
        found[side] = Briefing(side, situation, own, other, wins, clock, tips, special, enemy)
        each.finish()
    table.finish()
    if len(found) != len(sides):
        table.fault("side", "must be one [[briefing.side]] for each side")
    return [found[side] for side in sorted(found)]


def _read_sources(table: TomlTable, name: str) -> Iterator[PointsSource]:
    for item in _read_strings(table, name, 3):
        yield PointsSource(*item)


def _read_strings(table: TomlTable, key: str, count: int) -> Iterator[Sequence[str]]:
    """Yield the items of a list whose items are lists of `count` strings each."""
    items = table.items(key)
    if len(items) > MAX_ITEMS:
        table.fault(key, f"has more than {MAX_ITEMS} items")
    for item in items[:MAX_ITEMS]:
        good = isinstance(item, list) and len(item) == count and all(isinstance(part, str) for part in item)
        if not good or not isinstance(item, list):
            table.fault(key, f"must be a list of lists of {count} strings")
        elif any(len(part) > ITEM for part in item):
            table.fault(key, f"contains a string longer than {ITEM} characters")
        else:
            yield item


# -- the numbers


class BriefingNumbers(Mapping[str, int]):
    """The numbers that a briefing may name, as whole numbers. Movement Points are counted in halves."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._own = dict(queries.numbers(Game(scenario, seed=1)))
        self._own |= {"turns": scenario.last_turn - scenario.first_turn + 1, "last_turn": scenario.last_turn}

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)

    def __getitem__(self, name: str) -> int:
        """Return a number by its name. Raises `LookupError` for an unknown name."""
        if name in self._own:
            return self._own[name]
        kind, *parts = name.split(".")
        known: Mapping[str, Callable[..., int]] = {
            "units": self._count_units,
            "support": self._count_support,
            "mp": self._count_mp,
        }
        if kind not in known:
            raise LookupError(name)
        try:
            return known[kind](*parts)
        except (TypeError, ValueError):
            raise LookupError(name) from None

    def text(self, name: str, how: str) -> str:
        """Return a number as text; `?` for an unknown name. ` words` and ` Words` spell out numbers up to nine."""
        try:
            number = self[name]
        except LookupError:
            return "?"
        if name.startswith("mp."):
            return f"{number // 2}.5" if number % 2 else str(number // 2)
        words = in_words(number) if how else str(number)
        return words.capitalize() if how == " Words" else words

    def _count_units(self, side: str, turns: str = "") -> int:
        """Count a side's units: all, those at the start (turn 0), or those that arrive on some Game-Turns (`7-9`)."""
        scenario, number = self.scenario, self.scenario.side(side)
        if not turns:
            return len(scenario.of_side[number])
        first, _, last = turns.partition("-")
        stretch = range(int(first), int(last or first) + 1)
        late = {unit: group.turn for group in scenario.reinforcements for unit in group.units}
        count = sum(late.get(unit, 0) in stretch for unit in scenario.of_side[number])
        if not count:
            raise ValueError(turns)  # a text about no units is a mistake
        return count

    def _count_support(self, side: str, turn: str) -> int:
        points = self.scenario.sides[self.scenario.side(side)].support(int(turn))
        if not points:
            raise ValueError(turn)
        return points

    def _count_mp(self, unit: str, start: str = "", goal: str = "") -> int:
        """Return a unit's allowance, or the cost of a path on an empty map, in half Movement Points.

        The path begins in a hex or, as `+1231`, beyond the edge there, and ends in a hex or off an edge of the map.
        """
        scenario = self.scenario
        number = scenario.unit(unit)
        if not start:
            return 2 * scenario.units[number].strength.movement
        board, way = scenario.board, scenario.ways[number]
        ground, first = board.ground, board.hex(start.removeprefix("+"))
        goals = board.edge(goal) if goal in EDGES else (board.hex(goal),)
        beyond = ground.edge_cost(first, way) or 0 if start.startswith("+") else 0
        costs, todo = {first: beyond}, [(beyond, first)]
        while todo:
            cost, h = heappop(todo)
            for n, step in ground.steps[way][h]:
                if cost + step < costs.get(n, cost + step + 1):
                    costs[n] = cost + step
                    heappush(todo, (cost + step, n))
        off = {h: (ground.edge_cost(h, way) if goal in EDGES else 0) for h in goals}
        found = [costs[h] + out for h, out in off.items() if out is not None and h in costs]
        if not found:
            raise ValueError(goal)
        return min(found)
