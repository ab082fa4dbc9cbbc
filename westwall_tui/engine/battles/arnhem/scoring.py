"""Victory (17.0): points by cause, and the level that their ratio gives."""

from fractions import Fraction
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.arnhem.engineer import LOST
from westwall_tui.engine.events import Event, Scored
from westwall_tui.engine.facts import Fact
from westwall_tui.engine.rules.answers import Score
from westwall_tui.engine.state import Outcome, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.arnhem import Arnhem

GERMAN_LOST, NORTH_OF_WAAL, NORTH_OF_RIJN = 1, 5, 10
"""17.11: for a unit."""
ALLIED_LOST, NO_LINE = 5, 3
"""17.12: for a unit."""
STRATEGIC = 3
"""17.4: how many times the Allied points the German needs for that level."""
WAAL, LINES = Fact("unit-turns north of the Waal"), Fact("unit-turns without a line")
"""How often each was scored, a unit in a Game-Turn (17.11.2, 17.12.2)."""
BEYOND_WAAL, BEYOND_RIJN = "Beyond the Waal", "Beyond the Rijn"
"""What the ground is called that gives points (17.11.2, 17.11.3)."""


def supplied(rules: "Arnhem", state: State) -> tuple[list[int], list[int]]:
    """The Allied units with a Line of Communication, and those without (17.35)."""
    nets = rules.nets(state)
    having: list[int] = []
    lacking: list[int] = []
    for unit in rules.bound(state):
        (having if rules.line(state, unit, nets) else lacking).append(unit)
    return having, lacking


def of_turn(rules: "Arnhem", state: State) -> tuple[tuple[int, list[int], int, str, str], ...]:
    """17.11.2 and 17.12.2: what is scored at the end of a Game-Turn: side, units, points for each, fact, cause."""
    having, lacking = supplied(rules, state)
    north = [u for u in having if u not in rules.airborne and state.location[u] in rules.north_of_waal]
    return (
        (rules.allied, north, NORTH_OF_WAAL, WAAL, "north of the Waal"),
        (rules.german, lacking, NO_LINE, LINES, "no Line of Communication"),
    )


def score_turn(rules: "Arnhem", state: State, events: list[Event]) -> None:
    """17.11.2 and 17.12.2, at the end of a Game-Turn."""
    for side, units, each, fact, cause in of_turn(rules, state):
        if units:
            state.facts[fact] = state.facts.get(fact, 0) + len(units)
            names = ", ".join(state.ids(units))
            events.append(Scored(state.scenario.sides[side].name, len(units) * each, f"{cause}: {names}"))


def account(rules: "Arnhem", state: State) -> list[Score]:
    """The Victory Points by cause, those that are scored at the end of the game as things stand."""
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
    """17.1: what units are worth, lost, over a river, and without a line."""
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


def verdict(rules: "Arnhem", points: tuple[int, int]) -> Outcome:
    """17.4: the ratio of German to Allied points, exactly; match points as in the later edition."""
    allied, german = points[rules.allied], points[rules.german]
    level, winner, match = _level(german, allied)
    side = {"German": rules.german, "Allied": rules.allied}.get(winner, -1)
    told = "The game is a draw" if side < 0 else f"{level} Victory"
    return Outcome(side, f"{told}: German {german}, Allied {allied} Victory Points (match points {match})")


def _level(german: int, allied: int) -> tuple[str, str, str]:
    """The level, its winner, and the match points, German first (17.4 and its rulings)."""
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
