"""Towns (15.2), and the Lines of Communication by which the U.S. player scores them (15.3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine.rules.answers import NOBODY, Chance, Measure, Objective, Source, by_side
from westwall_tui.engine.rules.lines import Routes, open_routes
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.hurtgen import Hurtgen

ROUGH_IN_A_LINE = 2
"""The maximum number of Rough hexes that a Line of Communication may enter (15.33)."""


def objectives(rules: "Hurtgen", state: State) -> list[Objective]:
    """Return every town, with the line by which it would score now or the reason why it would not (15.21)."""
    lines, at_peace = _routes(rules, state), _routes(rules, _without_germans(rules, state))
    found = []
    for name, hexes, points in rules.towns:
        line = _line_to(rules, state, hexes, lines)
        if line:
            why = f"a Line of Communication leads to {state.number(line[-1])}"
        elif state.phase is Phase.SETUP:
            why = "the armies are being set up"
        elif not at_peace.from_any(hexes):
            why = "terrain allows no Line of Communication"
        else:
            cut = "German units or their Zones of Control cut every Line of Communication"
            why = _enemy_at(rules, state, hexes) or cut
        worth = by_side((rules.us, points))
        now = worth if line else by_side()
        found.append(Objective(name, hexes, worth, rules.us if line else NOBODY, why, line, now))
    return found


def scored(rules: "Hurtgen", state: State) -> list[tuple[str, int]]:
    """Return the towns that the U.S. would score now, with their points (15.21)."""
    lines = _routes(rules, state)
    return [(name, points) for name, hexes, points in rules.towns if _line_to(rules, state, hexes, lines)]


def measures(rules: "Hurtgen", state: State) -> list[Measure]:
    """Return the number and the points of the towns that the U.S. would score now (15.21)."""
    held = [points for _, points in scored(rules, state)]
    us, every = state.scenario.sides[rules.us].people, sum(points for _, _, points in rules.towns)
    return [
        Measure(f"Towns with a line to the west edge, for {us}", rules.us, len(held), len(rules.towns)),
        Measure("Points for towns with a line", rules.us, sum(held), every),
    ]


def source(rules: "Hurtgen", state: State) -> Source:
    """Return the source of points for towns (15.21).

    A town to which terrain allows no Line of Communication can never score.
    """
    towns = objectives(rules, state)
    held = [town for town in towns if town.side != NOBODY]
    open_ground = _open_towns(rules, state)
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


def numbers(rules: "Hurtgen") -> Mapping[str, int]:
    """Return the points of towns, and the maximum number of Rough hexes of a line."""
    towns = [points for _, _, points in rules.towns]
    return {
        "small_town": min(towns, default=0),
        "big_town": max(towns, default=0),
        "small_towns": sum(points == min(towns) for points in towns),
        "big_towns": sum(points == max(towns) for points in towns),
        "two_small_towns": 2 * min(towns, default=0),
        "rough": ROUGH_IN_A_LINE,
    }


def _routes(rules: "Hurtgen", state: State) -> Routes:
    """Return the U.S. Lines of Communication to the western mapedge in the present position (15.3)."""
    return open_routes(state, rules.us, state.scenario.board.edge("west"), ROUGH_IN_A_LINE)


def _open_towns(rules: "Hurtgen", state: State) -> frozenset[str]:
    """Return the towns to which terrain allows a Line of Communication if there are no German units (15.3)."""
    at_peace = _routes(rules, _without_germans(rules, state))
    return frozenset(name for name, hexes, _ in rules.towns if at_peace.from_any(hexes))


def _line_to(rules: "Hurtgen", state: State, hexes: tuple[int, ...], lines: Routes) -> tuple[int, ...]:
    """Return the line by which the U.S. would score a town now (15.21); empty if they would not."""
    if state.phase is Phase.SETUP or _enemy_at(rules, state, hexes):
        return ()
    return lines.from_any(hexes)


def _without_germans(rules: "Hurtgen", state: State) -> State:
    alone = state.copy()
    for unit in state.on_map(rules.german):
        alone.place(unit, ELIMINATED)
    return alone


def _enemy_at(rules: "Hurtgen", state: State, hexes: Sequence[int]) -> str:
    """Return a clause about a German unit that occupies or controls one of the hexes (15.21); empty if none does."""
    germans = state.on_map(rules.german)
    for unit in germans:
        if state.location[unit] in hexes:
            return f"{state.units[unit].name} is in {state.number(state.location[unit])}"
    for unit in germans:
        for h in state.ground.zone[state.location[unit]]:
            if h in hexes:
                return f"{state.number(h)} is in the Zone of Control of {state.units[unit].name}"
    return ""
