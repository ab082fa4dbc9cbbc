"""Nations: fixed colours and letters in all battles. Germans are in small letters, Allies in capitals."""

from westwall_tui.engine.scenario import Scenario
from westwall_tui.ui.map.signs import SIGNS

GERMAN = ("german", "ss")
ROLES = {"german": "german", "ss": "ss", "us": "us", "british": "british", "polish": "british"}
"""By nation: how its counters are painted (`kit/palettes.py`); Poles as the British are."""


def nation_of(scenario: Scenario, unit: int) -> str:
    """How a unit is painted. Where its file names no nation, its side's name does, or it stands first or second."""
    counter = scenario.units[unit]
    names = (counter.nation.lower(), scenario.sides[counter.side].name.lower())
    return next((ROLES[name] for name in names if name in ROLES), ("us", "german")[counter.side])


def is_german(scenario: Scenario, side: int) -> bool:
    """Whether a side is in small letters: as its units are, or if it has none, as its place is."""
    of_side = (u for u, unit in enumerate(scenario.units) if unit.side == side)
    return next((nation_of(scenario, u) in GERMAN for u in of_side), side == 1)


def zone_sign(scenario: Scenario, side: int) -> str:
    """The sign of a side's Zones of Control."""
    return SIGNS["zone_small" if is_german(scenario, side) else "zone_capital"].ascii
