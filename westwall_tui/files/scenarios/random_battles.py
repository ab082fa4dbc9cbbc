"""Random battles: a small battle from a seed, and the list of those that come with the game.

The name of a battle holds everything that makes it: `random/7-2-d3` is the second sector of the seed 7, with three
points at the start for the defender. The same name gives the same texts in every process and every Python. `random/7`
is a battle of the shipped list; for other seeds `ai.proof` finds the sector and the points.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple, TypeVar

from westwall_tui.engine.board import FOOT, WHEELS, Board
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.terrain import TERRAIN_KEY, Hexside
from westwall_tui.engine.units import GUNS, VEHICLES, Kind, lower
from westwall_tui.engine.words import capital, people
from westwall_tui.files.disk.folders import find_part, shipped_root
from westwall_tui.files.scenarios.boards import build_board
from westwall_tui.files.scenarios.sheet_part import cut_part
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.scenarios.units import UnitEntry, build_units
from westwall_tui.files.tables import SourceFile, read

RANDOM, DAILY = "random", "daily"
"""The words for a random battle and for the battle of the day, in place of a scenario's name."""
LIST = "random.txt"
"""The shipped list, with one name per line."""
_NAME = re.compile(rf"{RANDOM}/(\d{{1,19}})(?:-([1-9]\d?)(?:-([ad])([1-9]\d?))?)?", re.ASCII)
_PURPOSE = 20
"""Separates the draws of random battles from others of the same seed."""


class RandomBattle(NamedTuple):
    """The name of a random battle."""

    seed: int
    sector: int
    """The number of the sector among those of the seed, from 1."""
    lead: int = 0
    """Points at the start: those of the attacker, or, if negative, of the defender."""

    def __str__(self) -> str:
        lead = f"-{'a' if self.lead > 0 else 'd'}{abs(self.lead)}" if self.lead else ""
        return f"{RANDOM}/{self.seed}-{self.sector}{lead}"


def seed_named(word: str) -> int | None:
    """Return the seed of a name such as `random/7` or `random/7-2-d3`; None for any other word."""
    found = _NAME.fullmatch(lower(word))
    return int(found[1]) if found else None


def battle_named(word: str) -> RandomBattle | None:
    """Return the battle of a whole name, or of a seed in the shipped list; None for any other word."""
    found = _NAME.fullmatch(lower(word))
    if found is None:
        return None
    seed, sector, side, points = found.groups()
    if sector is None:
        return next((battle for battle in listed_battles() if battle.seed == int(seed)), None)
    return RandomBattle(int(seed), int(sector), int(points or 0) * (1 if side == "a" else -1))


def listed_battles() -> Sequence[RandomBattle]:
    """Return the battles that come with the game, which were tried at length. Raises `FileError`."""
    lines = read(shipped_root() / LIST, LIST).text.splitlines()
    found = [battle_named(line) for line in lines if "-" in line and not line.startswith("#")]
    return [battle for battle in found if battle is not None]


def battle_of_the_day(day: int) -> RandomBattle:
    """Return the battle of a day, given by its ordinal. Every battle of the list comes before one comes again."""
    found = listed_battles()
    return found[day % len(found)]


def wanted_battle(word: str, seed: int | None = None) -> RandomBattle | int | None:
    """Return the battle that a word asks for, or the seed of one that must be tried first; None for other words.

    The words are `random`, with a seed or without, `daily`, and the names of random battles. Raises `FileError`.
    """
    word = lower(word)
    if word == DAILY:
        return battle_of_the_day(datetime.now(UTC).toordinal())
    if word == RANDOM and seed is None:
        from secrets import choice  # loads OpenSSL

        return choice(listed_battles())
    if word == RANDOM:
        word = f"{RANDOM}/{seed}"
    return battle_named(word) or seed_named(word)


def dice_seed(word: str, seed: int | None) -> int | None:
    """Return the seed of the dice for the seed that was given with a word; with `random` it is the battle's."""
    return None if lower(word) == RANDOM else seed


# -- what a battle is made of


class _Sheet(NamedTuple):
    """A board with its order of battle."""

    battle: str
    allies: str
    """The name of the side that isn't German."""
    special: str
    """The battle's limits for artillery, as `[special]` has them."""


_SHEETS: Mapping[str, _Sheet] = {
    "arnhem": _Sheet("Arnhem", "Allied", "guns = { Allied = [2, 2], German = [2, 2] }"),
    "bastogne": _Sheet("Bastogne", "US", "guns_per_point = 1"),
    "hurtgen": _Sheet("Hurtgen Forest", "US", "guns = { US = [4, 3], German = [2, 1] }"),
    "remagen": _Sheet("Remagen", "US", "guns_per_point = 1"),
}
GERMAN = "German"
WIDE, HIGH, TURNS = 9, 8, 4
"""Columns and rows of a sector, and Game-Turns."""
TOWNS = ("town", "village")
LAND = 80
"""The least part of a sector that is land, and of the land that can be reached from the town, in percent."""
ROOM = 3
"""The least number of hexes from the attacker's edge to the defender's set-up and to objectives."""
APART = 3
"""The least number of hexes between two objectives."""
PRIZES = ((4, 3), (3, 2), (2, 2))
"""Points for the objectives: the attacker's, the defender's."""
DEFENDERS, ATTACKERS, GUNS_EACH = (4, 5), (4, 6), (1, 2)
"""The units of a side without its guns, and the guns of either side, at least and at most."""
RATIO = (85, 115)
"""The worth of the attacker's force in percent of the defender's, both without guns."""
LEAST_FORMATION, FORMATIONS = 3, 2
"""The least units of a formation, and the formations of a force."""
LATE = (2, 1)
"""The attacker's and the defender's units that arrive on Game-Turn 2."""
FAST = 8
"""Units with more Movement Points are worth a seventh more."""
SUPPORT, SUPPORTED = 2, 3
"""Ground Support Points of a turn, which the Allies have in one battle of so many."""
T = TypeVar("T")
_ROAD, _BRIDGE = int(Hexside.ROAD), int(Hexside.BRIDGE)
_ATTEMPTS = 200


class _Objective(NamedTuple):
    """A place that gives points."""

    name: str
    hex: int


class _Sector(NamedTuple):
    """A part of a sheet with its objectives and the two sides' edges."""

    board: Board
    land: tuple[int, ...]
    """The hexes that can be reached on foot from the town."""
    objectives: tuple[_Objective, ...]
    edges: tuple[str, str]
    """The attacker's and the defender's."""

    def entries(self, side: int) -> tuple[int, ...]:
        """Return the hexes where a road leads off the map at a side's edge; 0 is the attacker."""
        return _entries(self.board, self.land, self.edges[side])

    def to_edge(self, h: int, side: int) -> int:
        """Return the hexes from a hex to a side's edge."""
        return min(self.board.grid.distance(h, n) for n in self.board.edge(self.edges[side]))

    def to_objective(self, h: int) -> int:
        """Return the hexes from a hex to the nearest objective."""
        return min(self.board.grid.distance(h, each.hex) for each in self.objectives)


class _Group(NamedTuple):
    """Units that are set up in some hexes, or that arrive there on a turn."""

    side: str
    units: tuple[UnitEntry, ...]
    hexes: tuple[int, ...]
    suggested: tuple[int, ...] = ()
    turn: int = 0


@cache
def _sheet_files(name: str) -> tuple[SourceFile, SourceFile, Board, tuple[UnitEntry, ...]]:
    """Return the texts of a sheet's board and units, and both as data."""
    board, units = (read(find_part(name, what, None), f"{name}/{what}.toml") for what in ("board", "units"))
    return board, units, build_board(board), build_units(units)


def random_texts(battle: RandomBattle) -> Texts:
    """Return the texts of a battle. Raises `FileError` if the shipped boards cannot be read."""
    draw = Draw.of(_PURPOSE, battle.seed, battle.sector)
    name = draw.pick(tuple(_SHEETS))
    board_file, units_file, board, units = _sheet_files(name)
    for _ in range(_ATTEMPTS):
        sector = _draw_sector(draw, board)
        plan = _draw_plan(draw, name, sector, units) if sector is not None else None
        if plan is not None:
            return Texts(SourceFile(f"{battle}.toml", plan.text(battle)), board_file, units_file)
    raise AssertionError(f"{_ATTEMPTS} attempts found no sector for {battle}")


# -- the sector


def _draw_sector(draw: Draw, board: Board) -> _Sector | None:
    """Draw a sector around a town; None if it is not good enough."""
    towns = [
        place
        for place in board.places
        if place.kind in TOWNS and any(board.terrain[h] in TERRAIN_KEY for h in place.hexes)
    ]
    town = draw.pick(towns)
    grid = board.grid
    center = next(h for h in town.hexes if board.terrain[h] in TERRAIN_KEY)
    column, row = grid.positions[center]
    left = min(max(column - WIDE // 2, 1), grid.columns - WIDE + 1)
    top = min(max(row - HIGH // 2, 1), grid.rows(left) - HIGH + 1)  # both corners exist
    part = cut_part(board, (left, left + WIDE - 1), (top, top + HIGH - 1))
    if grid.numbers[center] not in part.by_number:
        return None  # in the last row, which only odd columns have
    middle = part.hex(grid.numbers[center])
    land = _reached(part, middle)
    if 100 * len(part.playable) < LAND * WIDE * HIGH or 100 * len(land) < LAND * len(part.playable):
        return None
    edges = _draw_edges(draw, part, land, middle)
    if edges is None:
        return None
    near = part.edge(edges[0])
    deep = [h for h in land if all(part.grid.distance(h, n) >= ROOM for n in near)]
    objectives = _draw_objectives(draw, part, deep, middle) if middle in deep else ()
    return _Sector(part, land, objectives, edges) if objectives else None


def _reached(board: Board, start: int) -> tuple[int, ...]:
    """Return the hexes that a unit on foot can reach, apart from bridges over rivers."""
    found, todo = {start}, [start]
    for h in todo:
        for n, _ in board.ground.steps[FOOT][h]:
            if n not in found:
                found.add(n)
                todo.append(n)
    return tuple(h for h in board.playable if h in found)


def _draw_objectives(draw: Draw, board: Board, hexes: Sequence[int], middle: int) -> tuple[_Objective, ...]:
    """Draw the town in the middle and two more objectives: towns, bridges or crossroads; none if there are too few."""
    towns = {h: place.name for place in board.places if place.kind in TOWNS for h in place.hexes}
    values: dict[int, int] = {}
    for h in hexes:
        roads = sum(bool(side & _ROAD) for side in board.sides[h])
        bridge = any(side & _BRIDGE for side in board.sides[h])
        value = 3 * (h in towns) + 2 * (roads >= 3) + 2 * bridge + (roads == 2)
        if value >= 2:
            values[h] = 4 * value + draw.below(4)
    chosen = [middle]
    for _ in PRIZES[1:]:
        used = {towns[h] for h in chosen if h in towns}
        far = [h for h in values if towns.get(h) not in used]
        far = [h for h in far if all(board.grid.distance(h, other) >= APART for other in chosen)]
        if not far:
            return ()
        chosen.append(max(far, key=lambda h: (values[h], h)))
    return tuple(_objective(board, towns.get(h, ""), h) for h in chosen)


def _objective(board: Board, town: str, h: int) -> _Objective:
    if town:
        return _Objective(town, h)
    what = "bridge" if any(side & _BRIDGE for side in board.sides[h]) else "crossroads"
    return _Objective(f"the {what} at {board.number(h)}", h)


def _entries(board: Board, land: Collection[int], edge: str) -> tuple[int, ...]:
    roads = (h for h in board.edge(edge) if h in board.leaving and int(board.leaving[h]) & _ROAD)
    return tuple(h for h in roads if h in land)


def _draw_edges(draw: Draw, board: Board, land: Collection[int], middle: int) -> tuple[str, str] | None:
    """Draw the attacker's edge among the farthest from the town; both edges need a road. None if there is none."""
    distances: dict[str, int] = {}
    for number, edge in enumerate(EDGES):
        if all(_entries(board, land, name) for name in (edge, EDGES[number - 2])):
            hexes = board.edge(edge)
            distances[edge] = 8 * sum(board.grid.distance(h, middle) for h in hexes) // len(hexes) + draw.below(8)
    if not distances:
        return None
    edge = max(distances, key=lambda name: (distances[name], name))
    return edge, EDGES[EDGES.index(edge) - 2]


# -- the forces


def _worth(unit: UnitEntry) -> int:
    """Return the worth of a unit without Barrage Strength in sevenths of a Strength Point."""
    return (unit.strength.attack + unit.strength.defense) * (8 if unit.strength.movement > FAST else 7)


def _draw_force(
    draw: Draw, units: Sequence[UnitEntry], fighters: int, guns: int
) -> tuple[Sequence[UnitEntry], Sequence[UnitEntry]]:
    """Draw so many fighters of one or two formations, and so many of their guns, or as many as they have."""
    formations: dict[str, list[UnitEntry]] = {}
    for unit in units:
        formations.setdefault(unit.formation, []).append(unit)
    large = [pool for pool in formations.values() if len(pool) >= LEAST_FORMATION]
    pool = _shuffled(draw, [unit for found in _shuffled(draw, large)[:FORMATIONS] for unit in found])
    sorts = [unit for unit in pool if unit.kind not in GUNS], [unit for unit in pool if unit.kind in GUNS]
    return sorts[0][:fighters], sorts[1][:guns]


def _shuffled(draw: Draw, items: Sequence[T]) -> list[T]:
    left = list(items)
    return [left.pop(draw.below(len(left))) for _ in items]


def _draw_plan(draw: Draw, name: str, sector: _Sector, entries: Sequence[UnitEntry]) -> "_Plan | None":
    """Draw the forces for a sector and where they are; None if they are too small or have no room."""
    sheet = _SHEETS[name]
    sides = (sheet.allies, GERMAN) if draw.below(2) else (GERMAN, sheet.allies)
    mobile = [unit for unit in entries if unit.strength.movement and unit.kind is not Kind.ENGINEER]
    attack, defense = ([unit for unit in mobile if unit.side == side] for side in sides)
    guns = _between(draw, GUNS_EACH)
    defenders, support = _draw_force(draw, defense, _between(draw, DEFENDERS), guns)
    attackers, barrage = _draw_force(draw, attack, ATTACKERS[1], guns)
    guns = min(len(support), len(barrage))
    worth = sum(map(_worth, defenders)) * _between(draw, RATIO) // 100
    enough = [n for n in range(ATTACKERS[0], len(attackers) + 1) if sum(map(_worth, attackers[:n])) >= worth]
    if not enough or len(defenders) < DEFENDERS[0]:
        return None
    near = [h for h in sector.land if sector.to_edge(h, 0) <= 1]
    inland = [h for h in sector.land if sector.to_edge(h, 0) >= ROOM]
    forces = ((1, defenders, support[:guns], inland), (0, attackers[: enough[0]], barrage[:guns], near))
    groups: list[_Group] = []
    for side, fighters, artillery, hexes in forces:
        now, late = fighters[: -LATE[side]], fighters[-LATE[side] :]
        suggested = _deploy(draw, sector, side, (now, artillery), hexes)
        if not suggested:
            return None
        groups.append(_Group(sides[side], (*now, *artillery), tuple(hexes), suggested))
        groups.append(_Group(sides[side], tuple(late), sector.entries(side), turn=2))
    supported = sheet.allies if draw.below(SUPPORTED) == 0 else ""
    return _Plan(sheet, name, sector, sides, groups, supported)


def _between(draw: Draw, bounds: tuple[int, int]) -> int:
    """Draw a number between two others, both included."""
    return bounds[0] + draw.below(bounds[1] - bounds[0] + 1)


def _deploy(
    draw: Draw,
    sector: _Sector,
    side: int,
    units: tuple[Sequence[UnitEntry], Sequence[UnitEntry]],
    hexes: Iterable[int],
) -> tuple[int, ...]:
    """Return a hex for each unit, fighters first and near the objectives, guns farther back; none without room."""
    free, found = list(hexes), []
    for is_gun, group in enumerate(units):
        for unit in group:
            standing = sector.board.ground.standing[WHEELS if unit.kind in VEHICLES else FOOT]
            room = [h for h in free if h in standing]
            if not room:
                return ()
            ranks = {
                h: 4 * (sector.to_edge(h, side) if is_gun and side else sector.to_objective(h)) + draw.below(3)
                for h in room
            }
            found.append(min(room, key=lambda h: (ranks[h], h)))
            free.remove(found[-1])
    return tuple(found)


# -- the text


def _quoted(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


class _Plan(NamedTuple):
    """Everything of a battle but its name."""

    sheet: _Sheet
    board: str
    sector: _Sector
    sides: tuple[str, str]
    """The attacker, which is the First Player, and the defender."""
    groups: Sequence[_Group]
    supported: str
    """The side with Ground Support; empty for none."""

    def text(self, battle: RandomBattle) -> str:
        """Return the scenario's file."""
        return "\n".join([*self._head(battle), *self._tables(battle)])

    def _numbers(self, hexes: Iterable[int]) -> list[str]:
        return [self.sector.board.number(h) for h in hexes]

    @property
    def _town(self) -> str:
        return self.sector.objectives[0].name

    def _about(self, battle: RandomBattle) -> tuple[str, ...]:
        attacker, defender = map(people, self.sides)
        return (
            f"{capital(attacker)} attack from the {self.sector.edges[0]}, and {defender} hold {self._town}.",
            "This battle isn't historical: the program drew its ground, units and objectives at random.",
            f"To play it again, here or anywhere else, type: westwall play {battle}",
        )

    def _head(self, battle: RandomBattle) -> Iterator[str]:
        shown = [h for h, (column, _) in enumerate(self.sector.board.grid.positions) if self._is_inside(column)]
        yield "format = 1"
        yield 'kind = "scenario"'
        yield f'name = "{self._town}, random battle {battle.seed}"'
        yield f'battle = "{self.sheet.battle}"'
        yield 'rules = "standard"'
        yield f'board = "{self.board}"'
        yield f'units = "{self.board}"'
        yield f"part = {_quoted(self._numbers((shown[0], shown[-1])))}"
        yield f"about = {_quoted(self._about(battle))}"
        yield "first_turn = 1"
        yield f"last_turn = {TURNS}"

    def _is_inside(self, column: int) -> bool:
        return column >= self.sector.board.first_column

    def _tables(self, battle: RandomBattle) -> Iterator[str]:
        attacker, defender = self.sides
        for side in self.sides:
            yield f'\n[[sides]]\nname = "{side}"\nletter = "{"G" if side == GERMAN else "A"}"'
            if side == self.supported:
                yield f"supports = [[1, {TURNS}, {SUPPORT}]]"
        for group in self.groups:
            ids = _quoted(unit.id for unit in group.units)
            yield f'\n[[{"reinforcements" if group.turn else "setup"}]]\nside = "{group.side}"'
            yield from [f"turn = {group.turn}"] * bool(group.turn)
            yield f"units = {ids}\nhexes = {_quoted(self._numbers(group.hexes))}"
            yield from [f"suggest = {_quoted(self._numbers(group.suggested))}"] * bool(group.suggested)
        yield f"\n[special]\n{self.sheet.special}"
        for (own, kept), each in zip(PRIZES, self.sector.objectives, strict=True):
            yield f'\n[[points]]\nkind = "hold"\nname = "{each.name}"\nhexes = {_quoted(self._numbers([each.hex]))}'
            yield f'held = "{defender}"\npoints = {{ {attacker} = {own}, {defender} = {kept} }}'
        for side, other in (self.sides, self.sides[::-1]):
            yield f'\n[[points]]\nkind = "lose"\nside = "{side}"\npoints = {{ {other} = 1 }}'
        if battle.lead:
            yield f"\n[victory]\nstart = {{ {self.sides[battle.lead < 0]} = {abs(battle.lead)} }}"
