"""All that gives points (15.0, 12.11), and how much it can still give; with Lines of Communication (15.3), over open
ground to a mapedge, with few Rough hexes on the way.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.board import Ground
from westwall_tui.engine.rules.answers import NOBODY, Chance, Source, by_side
from westwall_tui.engine.rules.zones import shut
from westwall_tui.engine.state import ELIMINATED, State
from westwall_tui.engine.terrain import Terrain

if TYPE_CHECKING:
    from westwall_tui.engine.battles.hurtgen import Hurtgen


class Routes(NamedTuple):
    """The shortest lines to some goals; a node is a hex with the number of Rough hexes that its line still enters."""

    onward: Mapping[tuple[int, int], tuple[int, int]]
    """For each node the next one on its line; a goal leads to itself."""
    shortest: Mapping[int, tuple[int, int]]
    """For each hex the node where its shortest line starts."""

    def line(self, h: int) -> tuple[int, ...]:
        """The shortest line from a hex, that hex first; empty if there is none."""
        node = self.shortest.get(h)
        if node is None:
            return ()
        line = [node[0]]
        while self.onward[node] != node:
            node = self.onward[node]
            line.append(node[0])
        return tuple(line)

    def from_any(self, hexes: Iterable[int]) -> tuple[int, ...]:
        """The shortest line from any of the hexes, the first if several are equal; empty if there is none."""
        return min((line for line in map(self.line, hexes) if line), key=len, default=())


def open_routes(state: State, side: int, goals: tuple[int, ...], most_rough: int) -> Routes:
    """A side's lines to the goals, clear of enemies and their zones, even where a friend stands (a ruling).

    They enter at most `most_rough` Rough hexes, cross water only by bridge, and stay off prohibited ground.
    """
    return _routes(state.ground, shut(state, 1 - side), goals, most_rough)


@lru_cache(maxsize=8)
def _routes(ground: Ground, closed: bytes, goals: tuple[int, ...], most_rough: int) -> Routes:
    """The lines around hexes that are closed; one screen asks for those of one position again and again."""
    terrain = ground.board.terrain
    onward = {(h, 0): (h, 0) for h in goals if not closed[h]}
    shortest = {node[0]: node for node in onward}
    fewest = dict.fromkeys(shortest, 0)
    todo = list(onward)
    for node in todo:
        h, entered = node
        rough = entered + (terrain[h] is Terrain.ROUGH)
        if rough > most_rough:
            continue
        for n in ground.dry[h]:
            if closed[n] or fewest.get(n, rough + 1) <= rough:
                continue
            fewest[n] = rough
            onward[n, rough] = node
            shortest.setdefault(n, (n, rough))
            todo.append((n, rough))
    return Routes(onward, shortest)


def sources(rules: "Hurtgen", state: State) -> list[Source]:
    """Towns, the 116th Panzer Division and units lost."""
    return [_towns(rules, state), _withdrawal(rules, state), _units_lost(rules, state, rules.german),
            _units_lost(rules, state, rules.us)]  # fmt: skip


def _towns(rules: "Hurtgen", state: State) -> Source:
    """15.21: all towns; a town without ground for a Line of Communication can never score."""
    towns = rules.objectives(state)
    held = [town for town in towns if town.side != NOBODY]
    open_ground = rules.open_towns(state)
    worth = {town.name: town.points[rules.us] for town in towns}
    could = Counter(worth[town.name] for town in towns if town.side == NOBODY and town.name in open_ground)
    have = Counter(worth[town.name] for town in held)
    chances = [
        Chance(f"one more town of {each}", f"{{n}} more towns of {each}", count, by_side((rules.us, each)))
        for each, count in sorted(could.items(), reverse=True)
    ]
    chances += [
        Chance(f"one town of {each} lost", f"{{n}} towns of {each} lost", count, by_side((rules.us, -each)))
        for each, count in sorted(have.items(), reverse=True)
    ]
    now = sum(worth[town.name] for town in held)
    most = sum(worth[town.name] for town in towns if town in held or town.name in open_ground)
    hexes = tuple(h for town in towns for h in town.hexes)
    return Source(
        rules.us, "towns with a line to the west edge", "15.21", now, 0, most, f"{len(held)} of {len(towns)} now",
        hexes, (), tuple(chances),
    )  # fmt: skip


def _withdrawal(rules: "Hurtgen", state: State) -> Source:
    """12.11: the 116th Panzer Division, a unit on the map at the beginning of a Game-Turn after the fourth."""
    stand, each = rules.withdrawal(state), rules.not_withdrawn
    to_come = max(0, state.scenario.last_turn + 1 - stand.due) if stand.due else 0
    alive = [unit for unit in rules.withdrawing if unit not in stand.left and unit not in stand.lost]
    times = to_come * len(alive)
    chance = Chance("one more unit-turn of the 116th on the map", "{n} more unit-turns of the 116th on the map",
                    times, by_side((rules.us, each)), done=stand.points // each,
                    less=("one unit-turn fewer of the 116th", "{n} unit-turns fewer of the 116th"))  # fmt: skip
    stands = f"{len(stand.left)} of {len(rules.withdrawing)} out, {len(alive)} to go"
    return Source(
        rules.us, f"116th Panzer on the map, {each} a turn", "12.11", stand.points, stand.points,
        stand.points + times * each, stands, (), rules.withdrawing, (chance,),
    )  # fmt: skip


def _units_lost(rules: "Hurtgen", state: State, side: int) -> Source:
    """15.12: what a side's lost units give its enemy."""
    name, other = state.scenario.sides[side].name, 1 - side
    lost = state.eliminated(side)
    now = sum(rules.worth(state, unit) for unit in lost)
    alive = [unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED]
    more = sum(rules.worth(state, unit) for unit in alive)
    chance = Chance(f"{name} losses worth one point more", f"{name} losses worth {{n}} points more", more,
                    by_side((other, 1)), done=now,
                    less=(f"{name} losses worth one point less", f"{name} losses worth {{n}} points less"))  # fmt: skip
    return Source(
        other, f"{name} units lost, at their worth", "15.12", now, now, now + more, f"{len(lost)} lost", (), (),
        (chance,),
    )  # fmt: skip
