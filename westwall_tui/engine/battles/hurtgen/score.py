"""Victory: points for eliminated units (15.1), all sources of points (15.0), and the levels (15.4)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from westwall_tui.engine.battles.hurtgen import towns, withdrawal
from westwall_tui.engine.rules.answers import Score, Source, by_side
from westwall_tui.engine.rules.losses import by_value, full_value
from westwall_tui.engine.state import ELIMINATED, Outcome, State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.hurtgen import Hurtgen

LEVELS = (
    (Fraction(4), "US Decisive"),
    (Fraction(3), "US Substantive"),
    (Fraction(2), "US Marginal"),
    (Fraction(3, 2), "German Marginal"),
)
"""The minimum ratio of U.S. to German points for each level (15.4).

Below these, a ratio above 1 is German Substantive, and any other is German Decisive.
"""


def account(rules: "Hurtgen", state: State) -> list[Score]:
    """Return the points for eliminated units, the 116th Panzer Division, and towns in their present state (15.0)."""
    return [
        _eliminated(state, rules.us),
        withdrawal.score(rules, state),
        *(Score(rules.us, name, points, name, at_end=True) for name, points in towns.scored(rules, state)),
        _eliminated(state, rules.german),
    ]


def _eliminated(state: State, side: int) -> Score:
    """Return a side's points for the enemy units that it has eliminated (15.12)."""
    lost = state.eliminated(1 - side)
    units = f"{len(lost)} {state.scenario.sides[1 - side].adjective} unit{'' if len(lost) == 1 else 's'}"
    return Score(side, f"{units} eliminated", sum(full_value(state.units[unit]) for unit in lost))


def verdict(rules: "Hurtgen", totals: tuple[int, int]) -> Outcome:
    """Return the level that follows from the ratio of all points (15.4); there is no draw."""
    us, german = totals[rules.us], totals[rules.german]
    reached = level(us, german)
    winner = rules.us if reached.startswith("US") else rules.german
    return Outcome(winner, f"{reached} Victory: US {us}, German {german}, {_ratio(us, german)}")


def sources(rules: "Hurtgen", state: State) -> list[Source]:
    """Return the sources of points: towns, the 116th Panzer Division and lost units."""
    lost = (_units_lost(rules, state, side) for side in (rules.german, rules.us))
    return [towns.source(rules, state), withdrawal.source(rules, state), *lost]


def _units_lost(rules: "Hurtgen", state: State, side: int) -> Source:
    """Return the source of points for a side's lost units (15.12)."""
    name, other = state.scenario.sides[side].adjective, 1 - side
    lost = state.eliminated(side)
    now = sum(rules.worth(state, unit) for unit in lost)
    alive = [unit for unit in state.scenario.of_side[side] if state.location[unit] != ELIMINATED]
    more = sum(rules.worth(state, unit) for unit in alive)
    chance = by_value(name, more, by_side((other, 1)), now)
    return Source(
        other, f"{name} units lost, by their value", "15.12", now, now, now + more, f"{len(lost)} lost", (), (),
        (chance,),
    )  # fmt: skip


def numbers(rules: "Hurtgen", state: State) -> Mapping[str, int]:
    """Return the points for units (15.1), and the ratios of the levels (15.4)."""
    ours, theirs = (
        [full_value(state.units[unit]) for unit in rules.scenario.of_side[side]] for side in (rules.us, rules.german)
    )
    return {
        "us_unit": min(ours, default=0) if len(set(ours)) == 1 else 0,
        "us_units": len(ours),
        "german_least": min(theirs, default=0),
        "german_most": max(theirs, default=0),
        "decisive": int(LEVELS[0][0]),
        "substantive": int(LEVELS[1][0]),
        "marginal": int(LEVELS[2][0]),
        "a_unit_wants": int(LEVELS[2][0]) * max(ours, default=0),
        "a_unit_beats": int(LEVELS[2][0]) * max(ours, default=0) - 1,
        "open_now": sum(place.points for place in account(rules, state) if place.place),
    }


def level(us: int, german: int) -> str:
    """Return the level of victory, by the exact ratio (15.4; a ruling).

    If the German has no points, any U.S. points reach the highest level (a ruling).
    """
    if not german:
        return LEVELS[0][1] if us else "German Decisive"
    ratio = Fraction(us, german)
    for least, name in LEVELS:
        if ratio >= least:
            return name
    return "German Substantive" if ratio > 1 else "German Decisive"


def _ratio(us: int, german: int) -> str:
    """Return the ratio to two decimals, never rounded up to a level that it does not reach."""
    if not german:
        return f"{us} to 0"
    hundredths = 100 * us // german
    whole, parts = divmod(hundredths, 100)
    return f"{whole}.{parts:02} to 1" if parts else f"{whole} to 1"
