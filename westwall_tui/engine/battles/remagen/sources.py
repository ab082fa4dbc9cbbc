"""All that gives points (14.0, 16.0), and how much it can still give."""

from typing import TYPE_CHECKING

from westwall_tui.engine.battles.remagen import front, scoring
from westwall_tui.engine.battles.remagen.bank import POINTS_A_GAP
from westwall_tui.engine.rules.answers import Chance, Objective, Source, by_side
from westwall_tui.engine.state import ELIMINATED, State
from westwall_tui.engine.units import Kind

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen


def sources(rules: "Remagen", state: State) -> list[Source]:
    """For both sides: towns, ground and units lost; for the German also the front."""
    towns = scoring.towns(rules, state)
    return [
        _towns(rules, rules.us, towns),
        _infantry(rules, state),
        _lost(rules, state, rules.german),
        _towns(rules, rules.german, towns),
        _nobody_there(rules, state),
        _west_bank(rules, state),
        _lost(rules, state, rules.us),
        _gaps(rules, state),
    ]


def _towns(rules: "Remagen", side: int, towns: list[Objective]) -> Source:
    """16.1: the towns that are worth something to a side; what can move is the U.S. side's source."""
    own = [town for town in towns if town.points[side]]
    held = [town for town in own if town.side == side]
    hexes = tuple(h for town in own for h in town.hexes)
    chances = [] if side != rules.us else [
        Chance(f"{town.name} for the {name}", f"{town.name} for the {name}", 1, _change(town, to))
        for town in towns
        for to, name in enumerate(each.name for each in rules.scenario.sides)
        if to != town.side and any(_change(town, to))
    ]  # fmt: skip
    return Source(
        side, "towns", "16.1", sum(town.points[side] for town in held), 0, sum(town.points[side] for town in own),
        f"{len(held)} of {len(own)} now", hexes, (), tuple(chances),
    )  # fmt: skip


def _change(town: Objective, to: int) -> tuple[int, int]:
    """How the points change if a side takes a town."""
    first, second = ((town.points[side] if side == to else 0) - town.scored[side] for side in (0, 1))
    return first, second


def _infantry(rules: "Remagen", state: State) -> Source:
    """16.22: U.S. infantry on or east of the Autobahn, above the tenth unit."""
    found, free, each = scoring.autobahn(rules, state), scoring.INFANTRY_FREE, scoring.INFANTRY_POINTS
    alive = sum(
        state.units[unit].kind is Kind.INFANTRY and state.location[unit] != ELIMINATED
        for unit in state.scenario.of_side[rules.us]
    )
    most = max(alive - free, 0) * each if rules.far_side - rules.closed_hexes(state, rules.us).hexes else 0
    missing = max(free - len(found.infantry), 0)
    there = "infantry beyond the Autobahn" + (f", once {missing} more are there" if missing else "")
    nobody = not found.infantry and not found.cut_off
    once = by_side((rules.german, -scoring.NO_INFANTRY)) if nobody else (0, 0)
    chances = (
        Chance(f"one more {there}", f"{{n}} more {there}", (most - found.points) // each, by_side((rules.us, each)),
               once),
        Chance("one infantry fewer beyond the Autobahn", "{n} infantry fewer beyond the Autobahn",
               found.points // each, by_side((rules.us, -each))),
    )  # fmt: skip
    stands = f"{len(found.infantry)} there, {free} are free"
    return Source(
        rules.us, f"infantry at the Autobahn or east, {each}", "16.22", found.points, 0, most, stands,
        tuple(sorted(rules.far_side)), found.infantry, chances,
    )  # fmt: skip


def _nobody_there(rules: "Remagen", state: State) -> Source:
    """16.23: no U.S. infantry on or east of the Autobahn."""
    found, points = scoring.autobahn(rules, state), scoring.NO_INFANTRY
    nobody = not found.infantry and not found.cut_off
    text = "one US infantry on or east of the Autobahn" if nobody else "no US infantry from the Autobahn on"
    chance = Chance(text, text, 1, by_side((rules.german, -points if nobody else points)))
    stands = "none is there" if nobody else f"{len(found.infantry) + len(found.cut_off)} there"
    return Source(
        rules.german, "no infantry at the Autobahn or east", "16.23", points if nobody else 0, 0, points, stands,
        tuple(sorted(rules.far_side)), (), (chance,),
    )  # fmt: skip


def _west_bank(rules: "Remagen", state: State) -> Source:
    """16.24: German units west of the Rhine."""
    there, each = scoring.west_of_rhine(rules, state), scoring.WEST_OF_RHINE
    alive = sum(state.location[unit] != ELIMINATED for unit in state.scenario.of_side[rules.german])
    chances = (
        Chance("one more German unit west of the Rhine", "{n} more German units west of the Rhine",
               alive - len(there), by_side((rules.german, each))),
        Chance("one German unit fewer west of the Rhine", "{n} German units fewer west of the Rhine",
               len(there), by_side((rules.german, -each))),
    )  # fmt: skip
    return Source(
        rules.german, f"west of the Rhine at the end, {each}", "16.24", len(there) * each, 0, alive * each,
        f"{len(there)} there with a line", tuple(sorted(rules.west_bank)), tuple(there), chances,
    )  # fmt: skip


def _lost(rules: "Remagen", state: State, side: int) -> Source:
    """16.3, 14.14: what a side's lost units give its enemy; those beyond the front are among them."""
    name, other = state.scenario.sides[side].name, 1 - side
    twice = 2 if side == rules.german else 1
    lost, beyond = state.eliminated(side), state.facts.get(scoring.BEYOND_FRONT, 0) if side == rules.us else 0
    now = twice * sum(scoring.value(state.units[unit]) for unit in lost)
    alive = [unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED]
    more = twice * sum(scoring.value(state.units[unit]) for unit in alive)
    chance = Chance(f"{name} losses worth one point more", f"{name} losses worth {{n}} points more", more,
                    by_side((other, 1)))  # fmt: skip
    stands = f"{len(lost)} lost" + (f", {beyond} for the front" if beyond else "")
    return Source(other, f"{name} units lost, at their worth", "16.3", now, now, now + more, stands, (), (),
                  (chance,))  # fmt: skip


def _gaps(rules: "Remagen", state: State) -> Source:
    """14.13: gaps in the front at the end of each U.S. Player-Turn."""
    scored = state.facts.get(scoring.GAPS, 0) * POINTS_A_GAP
    due = front.is_due(rules, state)
    here = front.propose(rules, state, (), {}) if due else None
    stands = "not to be held yet" if not due else f"{len(here.gaps) if here else 0} as proposed now"
    chance = Chance("one more hex of gaps in the front", "{n} more hexes of gaps in the front", 10_000,
                    by_side((rules.german, POINTS_A_GAP)))  # fmt: skip
    return Source(
        rules.german, f"gaps in the US front, {POINTS_A_GAP} a hex", "14.13", scored, scored, None, stands,
        here.hexes if here else (), (), (chance,),
    )  # fmt: skip
