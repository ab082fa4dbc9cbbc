"""Scoring ground besides the towns (16.2): the Autobahn and the west bank, and units that score there."""

from typing import TYPE_CHECKING

from westwall_tui.engine.battles.remagen import scoring
from westwall_tui.engine.board import Terrain
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import NOBODY, Concern, Counted, Objective, by_side
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen


def objectives(rules: "Remagen", state: State) -> list[Objective]:
    """16.2: the Autobahn, and the west bank of the Rhine. Towns that stand there are objectives by themselves."""
    towns = {h for _, hexes, _, _ in rules.towns for h in hexes}
    autobahn = tuple(h for h in _rim(state, rules.far_side) if h not in towns)
    bridges = {bridge.west for bridge in rules.standing_bridges(state)} & rules.west_bank
    bank = tuple(sorted(bridges)) or tuple(h for h in _rim(state, rules.west_bank) if h not in towns)
    found = []
    if autobahn:
        found.append(_autobahn(rules, state, autobahn))
    if bank:
        found.append(_west_bank(rules, state, bank))
    return found


def _rim(state: State, area: frozenset[int]) -> tuple[int, ...]:
    """The hexes of an area that lie next to a hex of the map outside it."""
    board = state.scenario.board

    def outside(h: int) -> bool:
        return h != NOWHERE and h not in area and board.terrain[h] is not Terrain.NONE

    return tuple(h for h in sorted(area) if any(outside(n) for n in board.grid.neighbours[h]))


def _autobahn(rules: "Remagen", state: State, hexes: tuple[int, ...]) -> Objective:
    found = scoring.autobahn(rules, state)
    count, free = len(found.infantry), scoring.INFANTRY_FREE
    side, scored = NOBODY, by_side()
    if not found.infantry and not found.cut_off:
        side, why = rules.german, "no U.S. infantry is on or east of it"
        scored = by_side((rules.german, scoring.NO_INFANTRY))
    else:
        why = f"{count} infantry on or east of it with a Line of Communication, and only those above {free} count"
        if found.points:
            side, scored = rules.us, by_side((rules.us, found.points))
    worth = by_side((rules.us, scoring.INFANTRY_POINTS), (rules.german, scoring.NO_INFANTRY))
    per = f"infantry unit above {free} for the U.S., all of it for the German"
    return Objective(scoring.AUTOBAHN, hexes, worth, side, why, (), scored, per, rules.far_side)


def _west_bank(rules: "Remagen", state: State, hexes: tuple[int, ...]) -> Objective:
    across = scoring.west_of_rhine(rules, state)
    if across:
        side, why = rules.german, f"{', '.join(state.ids(across))} there with a Line of Communication"
    else:
        side, why = NOBODY, "no German unit is there with a Line of Communication"
    scored = by_side((rules.german, len(across) * scoring.WEST_OF_RHINE))
    worth = by_side((rules.german, scoring.WEST_OF_RHINE))
    return Objective(scoring.WEST_BANK, hexes, worth, side, why, (), scored, "German unit", rules.west_bank)


def counted(rules: "Remagen", state: State) -> list[Counted]:
    """16.21, 16.24: U.S. infantry on or east of the Autobahn, and German units west of the Rhine.

    The first ten infantry units, in unit order, stand for those that score nothing (16.22).
    """
    found = []
    autobahn, across = scoring.autobahn(rules, state), scoring.west_of_rhine(rules, state)
    for i, unit in enumerate(autobahn.infantry):
        free = i < scoring.INFANTRY_FREE
        how = whereabouts(state, unit) + (f", one of the first {scoring.INFANTRY_FREE}" if free else "")
        points = 0 if free else scoring.INFANTRY_POINTS
        found.append(Counted(unit, "infantry on or east of the Autobahn", how, rules.us, points))
    for unit in autobahn.cut_off:
        how = f"{whereabouts(state, unit)}, without a Line of Communication"
        found.append(Counted(unit, "infantry on or east of the Autobahn", how, rules.us, 0))
    for unit in state.on_map(rules.german):
        if state.location[unit] in rules.west_bank:
            linked = unit in across
            how = whereabouts(state, unit) + ("" if linked else ", without a Line of Communication")
            points = scoring.WEST_OF_RHINE if linked else 0
            found.append(Counted(unit, "west of the Rhine", how, rules.german, points))
    return found


def concerns(rules: "Remagen", state: State) -> list[Concern]:
    """16.2, in the last Game-Turn: U.S. infantry that is missing from the Autobahn, or there without a line."""
    if state.side != rules.us or state.turn != state.scenario.last_turn:
        return []
    found = scoring.autobahn(rules, state)
    if found.cut_off:
        hexes = tuple(state.location[unit] for unit in found.cut_off)
        names = ", ".join(state.ids(found.cut_off))
        return [Concern(f"On or east of the Autobahn without a Line of Communication: {names}", found.cut_off, hexes)]
    if not found.infantry:
        text = f"No infantry on or east of the Autobahn, {scoring.NO_INFANTRY} points"
        return [Concern(text, (), (), scoring.NO_INFANTRY)]
    return []
