"""The scoring ground beyond the rivers (17.11), and the units that score there."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.arnhem import scoring
from westwall_tui.engine.board import Board, Hexside
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import NOBODY, Concern, Counted, Objective, Score, by_side
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.arnhem import Arnhem


def gates(board: Board, area: Iterable[int]) -> tuple[int, ...]:
    """The hexes of an area with a bridge into it; all of it if there is none."""
    hexes = frozenset(area)

    def led_into(h: int) -> bool:
        sides = zip(board.grid.neighbours[h], board.hexsides[h], strict=True)
        return any(n != NOWHERE and n not in hexes and lies & Hexside.BRIDGE for n, lies in sides)

    return tuple(h for h in sorted(hexes) if led_into(h)) or tuple(sorted(hexes))


def objectives(rules: "Arnhem", state: State) -> list[Objective]:
    """17.11.2, 17.11.3: the ground beyond the Waal and the Neder Rijn, and who counts there now."""
    having, lacking = scoring.supplied(rules, state)
    nets, account = rules.nets(state), scoring.account(rules, state)
    found = []
    for name, area, each in _areas(rules):
        if not area:
            continue
        there = _ground_units(rules, state, having, area)
        cut = _ground_units(rules, state, lacking, area)
        line = rules.line(state, there[0], nets) if there else ()
        if there:
            why = f"{', '.join(state.ids(there))} there with a Line of Communication"
        elif cut:
            why = f"{', '.join(state.ids(cut))} there, but without a Line of Communication"
        else:
            why = "no ground unit of the Allies is there; airborne units do not count"
        points = sum(score.points for score in account if score.place == name)
        worth, scored = by_side((rules.allied, each)), by_side((rules.allied, points))
        side = rules.allied if there else NOBODY
        hexes = gates(state.scenario.board, area)
        found.append(Objective(name, hexes, worth, side, why, line, scored, "ground unit", area))
    return found


def _areas(rules: "Arnhem") -> tuple[tuple[str, frozenset[int], int], ...]:
    """Each area's name, hexes, and points for a unit."""
    return (
        (scoring.BEYOND_WAAL, rules.north_of_waal, scoring.NORTH_OF_WAAL),
        (scoring.BEYOND_RIJN, rules.north_of_rijn, scoring.NORTH_OF_RIJN),
    )


def _ground_units(rules: "Arnhem", state: State, units: Iterable[int], area: frozenset[int]) -> tuple[int, ...]:
    return tuple(unit for unit in units if unit not in rules.airborne and state.location[unit] in area)


def counted(rules: "Arnhem", state: State) -> list[Counted]:
    """17.11.2, 17.11.3: the ground units beyond the rivers, with a Line of Communication or without."""
    having, lacking = scoring.supplied(rules, state)
    found = []
    for name, area, each in _areas(rules):
        what = "at the end of the game" if name == scoring.BEYOND_RIJN else "at the end of each Game-Turn"
        for units, points in ((having, each), (lacking, 0)):
            for unit in _ground_units(rules, state, units, area):
                how = whereabouts(state, unit) + ("" if points else ", without a Line of Communication")
                found.append(Counted(unit, f"{name}, {what}", how, rules.allied, points))
    return sorted(found)


def due(rules: "Arnhem", state: State) -> list[Score]:
    """17.11.2, 17.12.2: what the end of the Game-Turn will score as things stand."""
    return [
        Score(side, f"{cause}: {', '.join(state.ids(units))}", len(units) * each)
        for side, units, each, _, cause in scoring.of_turn(rules, state)
        if units
    ]


def concerns(rules: "Arnhem", state: State) -> list[Concern]:
    """13.24, 15.34: Allied units that are lost; 17.11.2: those beyond the Waal."""
    if state.side == rules.allied:
        return list(_lost_units(rules, state))
    having, _ = scoring.supplied(rules, state)
    north = _ground_units(rules, state, having, rules.north_of_waal)
    if not north:
        return []
    cost = len(north) * scoring.NORTH_OF_WAAL
    text = f"North of the Waal with a Line of Communication: {', '.join(state.ids(north))}, {cost} points"
    return [Concern(text, north, tuple(state.location[unit] for unit in north), cost)]


def _lost_units(rules: "Arnhem", state: State) -> Iterator[Concern]:
    """15.34: units from the air with nowhere to land; 13.24: one that came to assault, and whose enemy is gone."""
    if state.phase is Phase.MOVEMENT:
        units = tuple(unit for unit in rules.landing_due(state) if not rules.landing_hexes(state, unit))
        hexes = tuple(sorted({h for unit in units for h in state.scenario.arrivals[unit].hexes}))
        what = "cannot land"
    else:
        units = tuple(unit for unit in rules.rooted(state) if not _can_assault(rules, state, unit))
        hexes = tuple(state.location[unit] for unit in units)
        what = "cannot assault over the river any more"
    if units:
        cost = len(units) * scoring.ALLIED_LOST
        yield Concern(f"{', '.join(state.ids(units))} {what} and will be lost, {cost} points", units, hexes, cost)


def _can_assault(rules: "Arnhem", state: State, unit: int) -> bool:
    """True if an enemy not yet attacked this phase is across the river from a unit."""
    foes = (state.occupant(h) for h in rules.attacks_into(state, unit) if state.held[1 - state.side][h])
    return any(foe is not None and state.defended[foe] != state.serial for foe in foes)
