"""The sources of points (14.0, 16.0), the ground that scores apart from towns, and the measures of ground held."""

from functools import lru_cache
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.remagen import score
from westwall_tui.engine.battles.remagen.bank import POINTS_A_GAP, Bank
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import NOBODY, Chance, Concern, Counted, Measure, Objective, Source, by_side
from westwall_tui.engine.rules.losses import attack_value, by_value
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.state import ELIMINATED, State
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind
from westwall_tui.engine.words import listed_with_verb

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen


def sources(rules: "Remagen", state: State) -> list[Source]:
    """Return the sources of both sides: towns, ground and lost units; for the German also the front."""
    towns = score.towns(rules, state)
    return [
        _towns(rules, rules.us, towns),
        _infantry(rules, state),
        _units_lost(rules, state, rules.german),
        _towns(rules, rules.german, towns),
        _nobody_there(rules, state),
        _west_bank(rules, state),
        _units_lost(rules, state, rules.us),
        _gaps(rules, state),
    ]


def _towns(rules: "Remagen", side: int, towns: list[Objective]) -> Source:
    """Return the towns that score for a side (16.1). The U.S. source holds the possible changes of both sides."""
    own = [town for town in towns if town.points[side]]
    held = [town for town in own if town.side == side]
    hexes = tuple(h for town in own for h in town.hexes)
    chances = [] if side != rules.us else [
        Chance(f"{town.name} held by {name}", f"{town.name} held by {name}", 1, _change(town, to))
        for town in towns
        for to, name in enumerate(each.people for each in rules.scenario.sides)
        if to != town.side and any(_change(town, to))
    ]  # fmt: skip
    return Source(
        side, "towns", "16.1", sum(town.points[side] for town in held), 0, sum(town.points[side] for town in own),
        f"{len(held)} of {len(own)} now", hexes, (), tuple(chances),
    )  # fmt: skip


def _change(town: Objective, to: int) -> tuple[int, int]:
    """Return the change of both sides' points if a side takes a town."""
    first, second = ((town.points[side] if side == to else 0) - town.scored[side] for side in (0, 1))
    return first, second


def _infantry(rules: "Remagen", state: State) -> Source:
    """Return the source for U.S. infantry on or east of the Autobahn, from the eleventh unit on (16.22)."""
    found, free, each = score.autobahn(rules, state), score.INFANTRY_FREE, score.INFANTRY_POINTS
    alive = sum(
        state.units[unit].kind is Kind.INFANTRY and state.location[unit] != ELIMINATED
        for unit in state.scenario.of_side[rules.us]
    )
    most = max(alive - free, 0) * each if rules.far_side - rules.closed_hexes(state, rules.us).hexes else 0
    missing = max(free - len(found.infantry), 0)
    once_there = f", once {missing} more are there" if missing else ""
    nobody = not found.infantry and not found.cut_off
    once = by_side((rules.german, -score.NO_INFANTRY)) if nobody else (0, 0)
    chances = (
        Chance(f"one more infantry unit beyond the Autobahn{once_there}",
               f"{{n}} more infantry units beyond the Autobahn{once_there}",
               (most - found.points) // each, by_side((rules.us, each)), once),
        Chance("one fewer infantry unit beyond the Autobahn", "{n} fewer infantry units beyond the Autobahn",
               found.points // each, by_side((rules.us, -each))),
    )  # fmt: skip
    status = f"{len(found.infantry)} infantry, {free} are free"
    return Source(
        rules.us, f"at or past the Autobahn, {each} per unit", "16.22", found.points, 0, most, status,
        tuple(sorted(rules.far_side)), found.infantry, chances,
    )  # fmt: skip


def _nobody_there(rules: "Remagen", state: State) -> Source:
    """Return the source for a lack of U.S. infantry on or east of the Autobahn (16.23)."""
    found, points = score.autobahn(rules, state), score.NO_INFANTRY
    nobody = not found.infantry and not found.cut_off
    text = f"{'one U.S. infantry unit' if nobody else 'no U.S. infantry'} on or east of the Autobahn"
    chance = Chance(text, text, 1, by_side((rules.german, -points if nobody else points)))
    status = "none is there" if nobody else f"{len(found.infantry) + len(found.cut_off)} there"
    return Source(
        rules.german, "no infantry at or past the Autobahn", "16.23", points if nobody else 0, 0, points, status,
        tuple(sorted(rules.far_side)), (), (chance,),
    )  # fmt: skip


def _west_bank(rules: "Remagen", state: State) -> Source:
    """Return the source for German units west of the Rhine (16.24)."""
    there, each = score.west_of_rhine(rules, state), score.WEST_OF_RHINE
    alive = sum(state.location[unit] != ELIMINATED for unit in state.scenario.of_side[rules.german])
    chances = (
        Chance("one more German unit west of the Rhine", "{n} more German units west of the Rhine",
               alive - len(there), by_side((rules.german, each))),
        Chance("one fewer German unit west of the Rhine", "{n} fewer German units west of the Rhine",
               len(there), by_side((rules.german, -each))),
    )  # fmt: skip
    return Source(
        rules.german, f"west of the Rhine, {each} per unit", "16.24", len(there) * each, 0, alive * each,
        f"{len(there)} there with a line", tuple(sorted(rules.west_bank)), tuple(there), chances,
    )  # fmt: skip


def _units_lost(rules: "Remagen", state: State, side: int) -> Source:
    """Return the source for a side's lost units, including those lost beyond the front (14.14, 16.3)."""
    name, other = state.scenario.sides[side].adjective, 1 - side
    twice = 2 if side == rules.german else 1
    lost, beyond = state.eliminated(side), state.facts.get(score.BEYOND_FRONT, 0) if side == rules.us else 0
    now = twice * sum(attack_value(state.units[unit]) for unit in lost)
    alive = [unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED]
    more = twice * sum(attack_value(state.units[unit]) for unit in alive)
    chance = by_value(name, more, by_side((other, 1)), now)
    status = f"{len(lost)} lost" + (f", {beyond} for the front" if beyond else "")
    return Source(other, f"{name} units lost, by their value", "16.3", now, now, now + more, status, (), (),
                  (chance,))  # fmt: skip


def _gaps(rules: "Remagen", state: State) -> Source:
    """Return the source for gaps in the front at the end of each U.S. Player-Turn (14.13)."""
    scored = state.facts.get(score.GAPS, 0) * POINTS_A_GAP
    due = rules.front.is_due(state)
    here = rules.front.propose(state) if due else None
    status = "not to be held yet" if not due else f"{len(here.gaps) if here else 0} as proposed now"
    chance = Chance("one more gap in the front", "{n} more gaps in the front", 10_000,
                    by_side((rules.german, POINTS_A_GAP)), done=scored // POINTS_A_GAP,
                    less=("one fewer gap in the front", "{n} fewer gaps in the front"))  # fmt: skip
    return Source(
        rules.german, f"gaps in the U.S. front, {POINTS_A_GAP} per hex", "14.13", scored, scored, None, status,
        here.hexes if here else (), (), (chance,),
    )  # fmt: skip


# -- the Autobahn and the west bank, 16.2


def objectives(rules: "Remagen", state: State) -> list[Objective]:
    """Return the Autobahn and the west bank of the Rhine (16.2). Their towns are separate objectives."""
    towns = {h for _, hexes, _, _ in rules.towns for h in hexes}
    autobahn = tuple(h for h in _rim(state, rules.far_side) if h not in towns)
    bridges = {bridge.west for bridge in rules.bridging.standing(state)} & rules.west_bank
    bank = tuple(sorted(bridges)) or tuple(h for h in _rim(state, rules.west_bank) if h not in towns)
    found = []
    if autobahn:
        found.append(_autobahn(rules, state, autobahn))
    if bank:
        found.append(_bank_objective(rules, state, bank))
    return found


def _rim(state: State, area: frozenset[int]) -> tuple[int, ...]:
    """Return the hexes of an area that are next to a hex of the map outside it."""
    board = state.scenario.board

    def outside(h: int) -> bool:
        return h != NOWHERE and h not in area and board.terrain[h] is not Terrain.NONE

    return tuple(h for h in sorted(area) if any(outside(n) for n in board.grid.neighbors[h]))


def _autobahn(rules: "Remagen", state: State, hexes: tuple[int, ...]) -> Objective:
    found = score.autobahn(rules, state)
    count, free = len(found.infantry), score.INFANTRY_FREE
    side, scored = NOBODY, by_side()
    if not found.infantry and not found.cut_off:
        side, why = rules.german, "no U.S. infantry is on or east of it"
        scored = by_side((rules.german, score.NO_INFANTRY))
    else:
        why = f"{count} infantry on or east of it with a Line of Communication; those above {free} count"
        if found.points:
            side, scored = rules.us, by_side((rules.us, found.points))
    worth = by_side((rules.us, score.INFANTRY_POINTS), (rules.german, score.NO_INFANTRY))
    per = f"infantry unit above {free} for the U.S., all of it for the Germans"
    return Objective(score.AUTOBAHN, hexes, worth, side, why, (), scored, per, rules.far_side)


def _bank_objective(rules: "Remagen", state: State, hexes: tuple[int, ...]) -> Objective:
    across = score.west_of_rhine(rules, state)
    if across:
        side, why = rules.german, f"{listed_with_verb(state.names(across))} there with a Line of Communication"
    else:
        side, why = NOBODY, "no German unit is there with a Line of Communication"
    scored = by_side((rules.german, len(across) * score.WEST_OF_RHINE))
    worth = by_side((rules.german, score.WEST_OF_RHINE))
    return Objective(score.WEST_BANK, hexes, worth, side, why, (), scored, "German unit", rules.west_bank)


def counted(rules: "Remagen", state: State) -> list[Counted]:
    """Return the U.S. infantry on or east of the Autobahn, and the German units west of the Rhine (16.21, 16.24).

    The first ten infantry units, in unit order, are listed as those that score nothing (16.22).
    """
    found = []
    autobahn, across = score.autobahn(rules, state), score.west_of_rhine(rules, state)
    for i, unit in enumerate(autobahn.infantry):
        free = i < score.INFANTRY_FREE
        how = whereabouts(state, unit) + (f", one of the first {score.INFANTRY_FREE}" if free else "")
        points = 0 if free else score.INFANTRY_POINTS
        found.append(Counted(unit, "infantry on or east of the Autobahn", how, rules.us, points))
    for unit in autobahn.cut_off:
        how = f"{whereabouts(state, unit)}, without a Line of Communication"
        found.append(Counted(unit, "infantry on or east of the Autobahn", how, rules.us, 0))
    for unit in state.on_map(rules.german):
        if state.location[unit] in rules.west_bank:
            linked = unit in across
            how = whereabouts(state, unit) + ("" if linked else ", without a Line of Communication")
            points = score.WEST_OF_RHINE if linked else 0
            found.append(Counted(unit, "west of the Rhine", how, rules.german, points))
    return found


def concerns(rules: "Remagen", state: State) -> list[Concern]:
    """Return a concern, in the last Game-Turn, about missing U.S. infantry or lines at the Autobahn (16.2)."""
    if state.side != rules.us or state.turn != state.scenario.last_turn:
        return []
    found = score.autobahn(rules, state)
    if found.cut_off:
        hexes = tuple(state.location[unit] for unit in found.cut_off)
        names = ", ".join(state.names(found.cut_off))
        return [Concern(f"On or east of the Autobahn without a Line of Communication: {names}", found.cut_off, hexes)]
    if not found.infantry:
        text = f"No infantry on or east of the Autobahn, {score.NO_INFANTRY} points"
        return [Concern(text, (), (), score.NO_INFANTRY)]
    return []


# -- ground held


def measures(rules: "Remagen", state: State) -> list[Measure]:
    """Return the depth of the U.S. bridgehead, and the number of bank hexes on the Rhine that it holds or controls."""
    here = rules.front.bridgehead(state)
    inland = _inland(here.bank)
    deepest = max((inland.get(h, 0) for h, _ in here.units), default=0)
    along = sum(h in here.held for h in here.bank.anchors)
    return [
        Measure("Depth of the bridgehead, in hexes from the Rhine", rules.us, deepest, max(inland.values())),
        Measure("Width of the bridgehead, in hexes along the Rhine", rules.us, along, len(here.bank.anchors)),
    ]


@lru_cache(maxsize=4)
def _inland(bank: Bank) -> dict[int, int]:
    """Return each hex's distance from the river; a hex next to the river has distance 1."""
    found = dict.fromkeys(bank.anchors, 1)
    todo = list(found)
    for h in todo:
        for n in bank.near[h]:
            if n not in found:
                found[n] = found[h] + 1
                todo.append(n)
    return found
