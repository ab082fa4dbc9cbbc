"""Artillery and Ground Support (11.0): the limits in a combat."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from westwall_tui.engine.rules.answers import ArtilleryLimit, GroundSupport
from westwall_tui.engine.state import State

if TYPE_CHECKING:
    from westwall_tui.engine.battles.hurtgen import Hurtgen

US_ATTACKING, US_PROTECTING = ArtilleryLimit(guns=4, case="11.21"), ArtilleryLimit(guns=3, case="11.22")
GERMAN_ATTACKING = ArtilleryLimit(guns=2, case="11.31")
GERMAN_PROTECTING = ArtilleryLimit(guns=1, case="11.32")
"""The limits on artillery units in a combat (11.21, 11.22, 11.31, 11.32)."""
SUPPORT_IN_A_COMBAT = 5
"""The maximum Ground Support Points in a combat (11.42)."""


def limit(rules: "Hurtgen", side: int, *, attacking: bool) -> ArtilleryLimit:
    """Return the limit on artillery by side and role, wherever the units are (11.11, 11.12).

    Ground Support does not count toward the limit (11.13).
    """
    if side == rules.us:
        return US_ATTACKING if attacking else US_PROTECTING
    return GERMAN_ATTACKING if attacking else GERMAN_PROTECTING


def ground_support(state: State, side: int) -> GroundSupport:
    """Return the Ground Support: at most five points in an attack, none for Final Protective Fire (11.42, 11.43)."""
    if side == state.side:
        return GroundSupport(state.support[side], SUPPORT_IN_A_COMBAT, case="11.42")
    return GroundSupport(0, SUPPORT_IN_A_COMBAT, case="11.43")


def numbers(rules: "Hurtgen") -> Mapping[str, int]:
    """Return the limits, and the Ground Support of the first Game-Turn."""
    scenario = rules.scenario
    return {
        "support": scenario.sides[rules.us].support(scenario.first_turn),
        "support_in_a_combat": SUPPORT_IN_A_COMBAT,
        "us_guns": US_ATTACKING.guns,
        "us_guns_in_defense": US_PROTECTING.guns,
        "german_guns": GERMAN_ATTACKING.guns,
        "german_guns_in_defense": GERMAN_PROTECTING.guns,
    }
