"""Victory (16.0): points for towns, ground and units, and the level that follows from the difference."""

from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.battles.remagen.bank import POINTS_A_GAP
from westwall_tui.engine.rules.answers import NOBODY, Objective, Score, by_side
from westwall_tui.engine.rules.lines import joined
from westwall_tui.engine.rules.losses import attack_value
from westwall_tui.engine.rules.parts import Fact
from westwall_tui.engine.rules.zones import holder_by_zones
from westwall_tui.engine.state import Outcome, State
from westwall_tui.engine.units import Kind

if TYPE_CHECKING:
    from westwall_tui.engine.battles.remagen import Remagen

INFANTRY_FREE = 10
"""The number of infantry units on or east of the Autobahn that score nothing (16.22)."""
INFANTRY_POINTS = 5
"""U.S. points for each further infantry unit on or east of the Autobahn (16.22)."""
NO_INFANTRY = 20
"""German points if no U.S. infantry is on or east of the Autobahn (16.23)."""
WEST_OF_RHINE = 20
"""German points for each German unit west of the Rhine (16.24)."""
LEVELS = (
    (50, "US Decisive"),
    (40, "US Substantive"),
    (30, "US Marginal"),
    (20, "Draw"),
    (10, "German Marginal"),
    (0, "German Substantive"),
)
"""The minimum of U.S. minus German points for each level (16.5). Below 0 the level is German Decisive."""
US_WINS_BY = min(least for least, name in LEVELS if name.startswith("US"))
"""The minimum difference with which the U.S. win."""
AUTOBAHN, WEST_BANK = "Autobahn", "West of the Rhine"
"""The names of ground that scores (16.2)."""
GAPS = Fact("hexes of gaps in the front")
BEYOND_FRONT = Fact("points of units lost beyond the front")
"""Facts that count points scored during the game (14.13, 14.14)."""


class Autobahn(NamedTuple):
    """The state of the Autobahn (16.2)."""

    infantry: tuple[int, ...]
    """U.S. infantry with a Line of Communication on or east of the Autobahn."""
    cut_off: tuple[int, ...]
    """U.S. infantry without a Line of Communication on or east of the Autobahn."""
    points: int
    """The present U.S. points for the Autobahn."""


# -- towns: 16.1


def towns(rules: "Remagen", state: State) -> list[Objective]:
    """Return every town, with the side that would score it now (16.1)."""
    found = []
    for name, hexes, us, german in rules.towns:
        worth = by_side((rules.us, us), (rules.german, german))
        holder, why = holder_by_zones(state, hexes)
        scored = by_side() if holder == NOBODY else by_side((holder, worth[holder]))
        found.append(Objective(name, hexes, worth, holder, why, scored=scored))
    return found


# -- ground: 16.2


def autobahn(rules: "Remagen", state: State) -> Autobahn:
    """Return the U.S. infantry on or east of the Autobahn, and its points (16.21, 16.41)."""
    there = [
        unit
        for unit in state.on_map(rules.us)
        if state.location[unit] in rules.far_side and state.units[unit].kind is Kind.INFANTRY
    ]
    line = joined(state, rules.us, state.scenario.board.edge("west"))
    linked = tuple(unit for unit in there if line(state.location[unit]))
    points = max(len(linked) - INFANTRY_FREE, 0) * INFANTRY_POINTS
    return Autobahn(linked, tuple(unit for unit in there if unit not in linked), points)


def autobahn_in_words(rules: "Remagen", state: State) -> str:
    """Return sentences on the infantry on or east of the Autobahn, its Lines of Communication, and its points."""
    found = autobahn(rules, state)
    cut = f", and {', '.join(state.names(found.cut_off))} without one" if found.cut_off else ""
    return (
        f"Infantry on or east of the Autobahn with a Line of Communication: {len(found.infantry)}{cut}. "
        f"Each unit above {INFANTRY_FREE} gives {INFANTRY_POINTS} points (16.22)."
    )


def west_of_rhine(rules: "Remagen", state: State) -> list[int]:
    """Return the German units on the west bank that have a Line of Communication to the east edge (16.24, 16.43)."""
    there = [unit for unit in state.on_map(rules.german) if state.location[unit] in rules.west_bank]
    if not there:
        return []
    line = joined(state, rules.german, state.scenario.board.edge("east"))
    return [unit for unit in there if line(state.location[unit])]


# -- units: 16.3


def numbers(rules: "Remagen") -> dict[str, int]:
    """Return the points for towns, ground, units and gaps, and the levels (16.0)."""
    scenario, least = rules.scenario, {name: points for points, name in LEVELS}
    ours = {attack_value(scenario.units[unit]) for unit in scenario.of_side[rules.us]}
    theirs = {2 * attack_value(scenario.units[unit]) for unit in scenario.of_side[rules.german]}
    towns = {
        f"{name.lower()}_{side}": worth
        for name, _, *both in rules.towns
        for side, worth in zip(("us", "german"), both, strict=True)
    }
    return {
        **towns,
        "linz_swing": towns.get("linz_us", 0) + towns.get("linz_german", 0),
        "infantry": INFANTRY_POINTS,
        "infantry_free": INFANTRY_FREE,
        "infantry_first": INFANTRY_FREE + 1,
        "no_infantry": NO_INFANTRY,
        "west_of_rhine": WEST_OF_RHINE,
        "us_unit": min(ours) if len(ours) == 1 else 0,
        "german_least": min(theirs, default=0),
        "german_most": max(theirs, default=0),
        "gap": POINTS_A_GAP,
        "marginal": least["US Marginal"],
        "substantive": least["US Substantive"],
        "decisive": least["US Decisive"],
        "draw": least["Draw"],
        "draw_most": least["US Marginal"] - 1,
    }


def _eliminated(rules: "Remagen", state: State, side: int, less: int, rest: str) -> Score:
    """Return a side's points for the enemy units that it has eliminated (16.3)."""
    lost = state.eliminated(1 - side)
    worth = sum(attack_value(state.units[unit]) * (2 if side == rules.us else 1) for unit in lost)
    return Score(side, f"{state.scenario.sides[1 - side].adjective} units eliminated{rest}", worth - less)


# -- the sum: 16.5


def account(rules: "Remagen", state: State) -> list[Score]:
    """Return all points (16.0): units, towns and ground as they are now, and the scores of the front so far."""
    us, german = rules.us, rules.german
    scored = [town for town in towns(rules, state) if town.side != NOBODY and town.points[town.side]]
    infantry, across = autobahn(rules, state), west_of_rhine(rules, state)
    beyond, gaps = state.facts.get(BEYOND_FRONT, 0), state.facts.get(GAPS, 0)
    found = [
        _eliminated(rules, state, us, 0, ""),
        *(Score(us, town.name, town.points[us], town.name, at_end=True) for town in scored if town.side == us),
        Score(
            us, f"{len(infantry.infantry)} infantry on or east of the Autobahn", infantry.points, AUTOBAHN, at_end=True
        ),
        _eliminated(rules, state, german, beyond, ", not counting the front"),
        Score(german, "units beyond the front", beyond),
        Score(german, f"gaps in the front: {_hexes(gaps)}", gaps * POINTS_A_GAP),
        *(
            Score(german, town.name, town.points[german], town.name, at_end=True)
            for town in scored
            if town.side == german
        ),
    ]
    if not infantry.infantry and not infantry.cut_off:
        found.append(Score(german, "no infantry on or east of the Autobahn", NO_INFANTRY, AUTOBAHN, at_end=True))
    if across:
        names = ", ".join(state.names(across))
        found.append(Score(german, f"west of the Rhine: {names}", len(across) * WEST_OF_RHINE, WEST_BANK, at_end=True))
    return found


def verdict(rules: "Remagen", totals: tuple[int, int]) -> Outcome:
    """Return the outcome by the difference of all points (16.5)."""
    us, german = totals[rules.us], totals[rules.german]
    reached = level(us - german)
    count = f"US {us}, German {german}, difference {us - german}"
    if reached == "Draw":
        return Outcome(NOBODY, f"The game is drawn: {count}")
    winner = rules.us if reached.startswith("US") else rules.german
    return Outcome(winner, f"{reached} Victory: {count}")


def level(difference: int) -> str:
    """Return the level of victory for a difference of points (16.5)."""
    for least, name in LEVELS:
        if difference >= least:
            return name
    return "German Decisive"


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"
