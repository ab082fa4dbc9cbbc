"""Victory (17.0): points by cause, the ground beyond the rivers, and the level that follows from the ratio."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.arnhem.communication import where_off_road
from westwall_tui.engine.battles.arnhem.engineer import LOST
from westwall_tui.engine.board import Board
from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.answers import (
    NOBODY,
    Chance,
    Concern,
    Counted,
    Measure,
    Objective,
    Score,
    Source,
    by_side,
)
from westwall_tui.engine.rules.losses import by_unit
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.rules.whereabouts import whereabouts
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED, RESERVE, Outcome, State
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.words import listed_with_verb

if TYPE_CHECKING:
    from westwall_tui.engine.battles.arnhem import Arnhem

GERMAN_LOST, NORTH_OF_WAAL, NORTH_OF_RIJN = 1, 5, 10
"""Allied points for each unit (17.11)."""
ALLIED_LOST, NO_LINE = 5, 3
"""German points for each unit (17.12)."""
STRATEGIC = 3
"""The ratio of German to Allied points for a German Strategic Victory (17.4)."""
WAAL, LINES = Fact("unit-turns north of the Waal"), Fact("unit-turns without a line")
"""The count of each score: one for each unit in each Game-Turn (17.11.2, 17.12.2)."""
BEYOND_WAAL, BEYOND_RIJN = "Beyond the Waal", "Beyond the Rijn"
"""The names of the ground that gives points (17.11.2, 17.11.3)."""


def supplied(rules: "Arnhem", state: State) -> tuple[list[int], list[int]]:
    """Return the Allied units with a Line of Communication, and those without (17.35)."""
    nets = rules.nets(state)
    having: list[int] = []
    lacking: list[int] = []
    for unit in rules.bound(state):
        (having if rules.line(state, unit, nets) else lacking).append(unit)
    return having, lacking


def of_turn(rules: "Arnhem", state: State) -> tuple[tuple[int, list[int], int, str, str], ...]:
    """Return the scores of a Game-Turn's end: side, units, points for each, fact, cause (17.11.2, 17.12.2)."""
    having, lacking = supplied(rules, state)
    north = [u for u in having if u not in rules.airborne and state.location[u] in rules.north_of_waal]
    return (
        (rules.allied, north, NORTH_OF_WAAL, WAAL, "north of the Waal"),
        (rules.german, lacking, NO_LINE, LINES, "no Line of Communication"),
    )


def score_turn(rules: "Arnhem", state: State, events: list[Event]) -> None:
    """Score the points of a Game-Turn's end (17.11.2, 17.12.2)."""
    for side, units, each, fact, cause in of_turn(rules, state):
        if units:
            state.facts[fact] = state.facts.get(fact, 0) + len(units)
            names = ", ".join(state.names(units))
            events.append(Scored(state.scenario.sides[side].name, len(units) * each, f"{cause}: {names}"))


def account(rules: "Arnhem", state: State) -> list[Score]:
    """Return the Victory Points by cause, with the points that the current position would give at the game's end."""
    lost = [len(state.eliminated(side)) for side in (0, 1)]
    engineers = state.facts.get(LOST, 0)
    over_waal, cut_off = state.facts.get(WAAL, 0), state.facts.get(LINES, 0)
    having, _ = supplied(rules, state)
    over_rijn = sum(u not in rules.airborne and state.location[u] in rules.north_of_rijn for u in having)
    allied, german = lost[rules.allied] + engineers, lost[rules.german]
    return [
        Score(rules.allied, f"{_units(german, 'German')} eliminated", german * GERMAN_LOST),
        Score(
            rules.allied,
            f"ground units north of the Waal, each Game-Turn: {over_waal}",
            over_waal * NORTH_OF_WAAL,
            BEYOND_WAAL,
        ),
        Score(
            rules.allied,
            f"{_units(over_rijn, 'ground')} north of the Neder Rijn, at the end",
            over_rijn * NORTH_OF_RIJN,
            BEYOND_RIJN,
            at_end=True,
        ),
        Score(rules.german, f"{_units(allied, 'Allied')} eliminated", allied * ALLIED_LOST),
        Score(rules.german, f"no Line of Communication, each Game-Turn: {cut_off}", cut_off * NO_LINE),
    ]


def numbers() -> dict[str, int]:
    """Return the points for units that are lost, beyond a river, or without a line (17.1)."""
    return {
        "german_lost": GERMAN_LOST,
        "waal": NORTH_OF_WAAL,
        "rijn": NORTH_OF_RIJN,
        "allied_lost": ALLIED_LOST,
        "no_line": NO_LINE,
        "two_turns_cut": 2 * NO_LINE,
        "strategic": STRATEGIC,
    }


def _units(count: int, whose: str) -> str:
    return f"{count} {whose} unit" + ("" if count == 1 else "s")


def verdict(rules: "Arnhem", totals: tuple[int, int]) -> Outcome:
    """Return the outcome by the exact ratio of German to Allied points, with the later match points (17.4)."""
    allied, german = totals[rules.allied], totals[rules.german]
    level, winner, match = _level(german, allied)
    side = {"German": rules.german, "Allied": rules.allied}.get(winner, -1)
    told = "The game is a draw" if side < 0 else f"{level} Victory"
    return Outcome(side, f"{told}: German {german}, Allied {allied} Victory Points (match points {match})")


def verdict_note(rules: "Arnhem", totals: tuple[int, int]) -> str:
    """Return the ratio of German to Allied points, if there is one, and the meaning of match points."""
    allied, german = totals[rules.allied], totals[rules.german]
    shares = "Ten match points are divided, and the German share comes first"
    return f"The ratio is {_ratio_in_words(german, allied)}. {shares}" if allied else shares


def _ratio_in_words(german: int, allied: int) -> str:
    """Return the ratio with enough decimals to distinguish it from the limits of the levels: `1.004 to 1`."""
    ratio, digits = Fraction(german, allied), 3
    while (shown := Fraction(f"{german / allied:.{digits}f}")) != ratio and shown in (1, 2, STRATEGIC):
        digits += 1
    told = f"{german / allied:.{digits}f}".rstrip("0").rstrip(".")
    return f"{told} to 1"


def _level(german: int, allied: int) -> tuple[str, str, str]:
    """Return the level, its winner, and the match points, German first (17.4 and its rulings)."""
    if not allied:
        return ("German Strategic", "German", "9-1") if german else ("Draw", "", "5-5")
    ratio = Fraction(german, allied)
    if ratio >= STRATEGIC:
        return "German Strategic", "German", "9-1"
    if ratio > 2:
        return "German Tactical", "German", "7-3"
    if ratio == 2:
        return "Draw", "", "5-5"
    if ratio > 1:
        return "Allied Tactical", "Allied", "3-7"
    return "Allied Strategic", "Allied", "1-9"


# -- the ground beyond the rivers


@lru_cache(maxsize=8)
def gates(board: Board, hexes: frozenset[int]) -> tuple[int, ...]:
    """Return the hexes of an area with a bridge into it, or all its hexes if it has none.

    Only printed bridges count, so the answer never changes during a game.
    """

    def led_into(h: int) -> bool:
        sides = zip(board.grid.neighbors[h], board.hexsides[h], strict=True)
        return any(n != NOWHERE and n not in hexes and features & Hexside.BRIDGE for n, features in sides)

    return tuple(h for h in sorted(hexes) if led_into(h)) or tuple(sorted(hexes))


def objectives(rules: "Arnhem", state: State) -> list[Objective]:
    """Return the ground beyond the Waal and the Neder Rijn, with the units that score there now (17.11.2, 17.11.3)."""
    having, lacking = supplied(rules, state)
    nets, scores = rules.nets(state), account(rules, state)
    found = []
    for name, area, each in _areas(rules):
        if not area:
            continue
        there = _ground_units(rules, state, having, area)
        cut = _ground_units(rules, state, lacking, area)
        line = rules.line(state, there[0], nets) if there else ()
        if there:
            why = f"{listed_with_verb(state.names(there))} there with a Line of Communication"
        elif cut:
            why = f"{listed_with_verb(state.names(cut))} there, but without a Line of Communication"
        else:
            why = "no Allied ground unit is there; airborne units do not count"
        points = sum(score.points for score in scores if score.place == name)
        worth, scored = by_side((rules.allied, each)), by_side((rules.allied, points))
        side = rules.allied if there else NOBODY
        hexes = gates(state.scenario.board, area)
        found.append(Objective(name, hexes, worth, side, why, line, scored, "ground unit", area))
    return found


def _areas(rules: "Arnhem") -> tuple[tuple[str, frozenset[int], int], ...]:
    """Return each area's name, hexes, and points for a unit."""
    return (
        (BEYOND_WAAL, rules.north_of_waal, NORTH_OF_WAAL),
        (BEYOND_RIJN, rules.north_of_rijn, NORTH_OF_RIJN),
    )


def _ground_units(rules: "Arnhem", state: State, units: Iterable[int], area: frozenset[int]) -> tuple[int, ...]:
    return tuple(unit for unit in units if unit not in rules.airborne and state.location[unit] in area)


def counted(rules: "Arnhem", state: State) -> list[Counted]:
    """Return the ground units beyond the rivers, with or without a Line of Communication (17.11.2, 17.11.3)."""
    having, lacking = supplied(rules, state)
    found = []
    for name, area, each in _areas(rules):
        what = "at the end of the game" if name == BEYOND_RIJN else "at the end of each Game-Turn"
        for units, points in ((having, each), (lacking, 0)):
            for unit in _ground_units(rules, state, units, area):
                how = whereabouts(state, unit) + ("" if points else ", without a Line of Communication")
                found.append(Counted(unit, f"{name}, {what}", how, rules.allied, points))
    return sorted(found)


def due(rules: "Arnhem", state: State) -> list[Score]:
    """Return the points of the Game-Turn's end if the position does not change (17.11.2, 17.12.2)."""
    return [
        Score(side, f"{cause}: {', '.join(state.names(units))}", len(units) * each)
        for side, units, each, _, cause in of_turn(rules, state)
        if units
    ]


def concerns(rules: "Arnhem", state: State) -> list[Concern]:
    """Return a concern about Allied units that will be lost (13.24, 15.34), or that score beyond the Waal (17.11.2)."""
    if state.side == rules.allied:
        return list(_lost_units(rules, state))
    having, _ = supplied(rules, state)
    north = _ground_units(rules, state, having, rules.north_of_waal)
    if not north:
        return []
    cost = len(north) * NORTH_OF_WAAL
    text = f"North of the Waal with a Line of Communication: {', '.join(state.names(north))}, {cost} points"
    return [Concern(text, north, tuple(state.location[unit] for unit in north), cost)]


def _lost_units(rules: "Arnhem", state: State) -> Iterator[Concern]:
    """Yield a concern about units that cannot land (15.34) or have no enemy left to assault (13.24)."""
    if state.phase is Phase.MOVEMENT:
        units = tuple(unit for unit in rules.landing_due(state) if not rules.landings.hexes(state, unit))
        hexes = tuple(sorted({h for unit in units for h in state.scenario.arrivals[unit].hexes}))
        what = "cannot land"
    else:
        units = tuple(unit for unit in rules.rooted(state) if not _can_assault(rules, state, unit))
        hexes = tuple(state.location[unit] for unit in units)
        what = "can no longer assault across the river"
    if units:
        cost = len(units) * ALLIED_LOST
        yield Concern(
            f"{', '.join(state.names(units))} {what} and will be eliminated, {cost} points", units, hexes, cost
        )


def _can_assault(rules: "Arnhem", state: State, unit: int) -> bool:
    """Return True if a unit has an enemy across the river that has not been attacked this phase."""
    foes = (state.occupant(h) for h in rules.river_assaults.attacks_into(state, unit) if state.held[1 - state.side][h])
    return any(foe is not None and state.defended[foe] != state.serial for foe in foes)


# -- all sources of points, with their limits


def sources(rules: "Arnhem", state: State) -> list[Source]:
    """Return the sources of Allied points (17.11), then of German points (17.12)."""
    return [
        _units_lost(rules, state, rules.german),
        *_beyond_rivers(rules, state),
        _units_lost(rules, state, rules.allied),
        _lines(rules, state),
    ]


def _units_lost(rules: "Arnhem", state: State, side: int) -> Source:
    """Return the source of points for a side's lost units (17.11.1, 17.12.1)."""
    other, name = 1 - side, state.scenario.sides[side].adjective
    each = ALLIED_LOST if side == rules.allied else GERMAN_LOST
    lost = len(state.eliminated(side)) + (state.facts.get(LOST, 0) if side == rules.allied else 0)
    alive = tuple(unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED)
    replaced = (
        state.scenario.last_turn + 1 - state.turn if side == rules.allied and rules.engineer.unit is not None else 0
    )
    most = len(alive) + replaced  # 13.3: each Game-Turn another Engineer may replace the lost one
    chance = by_unit(name, most, by_side((other, each)), lost)
    return Source(
        other, f"{name} units lost, {each} each", "17.12" if side == rules.allied else "17.11", lost * each,
        lost * each, (lost + most) * each, f"{lost} lost", (), (), (chance,),
    )  # fmt: skip


def _beyond_rivers(rules: "Arnhem", state: State) -> list[Source]:
    """Return the sources for ground units with a line beyond the Waal each Game-Turn, and beyond the Rijn at the end.

    See 17.11.2 and 17.11.3.
    """
    having, _ = supplied(rules, state)
    ground = [unit for unit in rules.scenario.of_side[rules.allied] if unit not in rules.airborne]
    there = {
        area: tuple(unit for unit in having if unit in ground and state.location[unit] in area)
        for area in (rules.north_of_waal, rules.north_of_rijn)
    }
    waal, rijn = there[rules.north_of_waal], there[rules.north_of_rijn]
    turns = _unit_turns(state, ground)
    scored = state.facts.get(WAAL, 0) * NORTH_OF_WAAL
    alive = len(_alive(state, ground, state.scenario.last_turn))
    each_waal, each_rijn = NORTH_OF_WAAL, NORTH_OF_RIJN
    chances = (
        Chance("one more unit-turn beyond the Waal", "{n} more unit-turns beyond the Waal", turns,
               by_side((rules.allied, each_waal)), done=state.facts.get(WAAL, 0),
               less=("one fewer unit-turn beyond the Waal", "{n} fewer unit-turns beyond the Waal")),
        Chance("one more ground unit beyond the Rijn", "{n} more ground units beyond the Rijn", alive - len(rijn),
               by_side((rules.allied, each_rijn))),
        Chance("one fewer ground unit beyond the Rijn", "{n} fewer ground units beyond the Rijn", len(rijn),
               by_side((rules.allied, -each_rijn))),
    )  # fmt: skip
    return [
        Source(rules.allied, f"beyond the Waal, {each_waal} per unit a turn", "17.11.2", scored, scored,
               scored + turns * each_waal, f"{len(waal)} there with a line", tuple(sorted(rules.north_of_waal)), waal,
               chances[:1]),
        Source(rules.allied, f"beyond the Rijn at the end, {each_rijn} each", "17.11.3", len(rijn) * each_rijn, 0,
               alive * each_rijn, f"{len(rijn)} there with a line", tuple(sorted(rules.north_of_rijn)), rijn,
               chances[1:]),
    ]  # fmt: skip


def _lines(rules: "Arnhem", state: State) -> Source:
    """Return the source for Allied units without a Line of Communication (17.12.2)."""
    _, lacking = supplied(rules, state)
    each = NO_LINE
    bound = [unit for unit in rules.scenario.of_side[rules.allied] if unit not in rules.polish]
    scored, turns = state.facts.get(LINES, 0) * each, _unit_turns(state, bound)
    chance = Chance("one more unit-turn without a line", "{n} more unit-turns without a line", turns,
                    by_side((rules.german, each)), done=state.facts.get(LINES, 0),
                    less=("one fewer unit-turn without a line", "{n} fewer unit-turns without a line"))  # fmt: skip
    return Source(
        rules.german, f"without a line, {each} per unit a turn", "17.12.2", scored, scored, scored + turns * each,
        f"{len(lacking)} without one now", (), tuple(lacking), (chance,),
    )  # fmt: skip


def _unit_turns(state: State, units: Collection[int]) -> int:
    """Return how often units can still be counted, at the end of this and all later Game-Turns."""
    return sum(len(_alive(state, units, turn)) for turn in range(state.turn, state.scenario.last_turn + 1))


def _alive(state: State, units: Collection[int], turn: int) -> list[int]:
    """Return those of the units that can be on the map in a Game-Turn."""
    arrivals, location = state.scenario.arrivals, state.location
    return [
        unit
        for unit in units
        if location[unit] != ELIMINATED
        and (location[unit] != RESERVE or unit not in arrivals or arrivals[unit].turn <= turn)
    ]


# -- ground held: the corridor


def measures(rules: "Arnhem", state: State) -> list[Measure]:
    """Return the length and cuts of the corridor, and the number of units without a line (17.31, 17.33)."""
    if state.phase is Phase.SETUP:
        return []
    nets, bound = rules.nets(state), rules.bound(state)
    lines = {unit: rules.line(state, unit, nets) for unit in bound}
    ground = [unit for unit in bound if unit not in rules.airborne]
    longest = max((len(lines[unit]) for unit in ground), default=0)
    cuts = Counter(
        h
        for unit in ground
        if not lines[unit]
        and (h := where_off_road(state, rules.allied, state.location[unit], rules.line_to)) is not None
    )
    cut = tuple(h for h, _ in sorted(cuts.items(), key=lambda each: (-each[1], each[0])))
    _, lacking = supplied(rules, state)
    return [
        Measure("Length of the corridor, in hexes of open road", rules.allied, longest, 0,
                road="the corridor", cut=cut),
        Measure("Allied units without a line", rules.german, len(lacking), 0),
    ]  # fmt: skip
