"""The battles' Exclusive Rules, by the name that scenarios give them."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from westwall_tui.engine.battles.arnhem import Arnhem
from westwall_tui.engine.battles.bastogne import Bastogne
from westwall_tui.engine.battles.hurtgen import Hurtgen
from westwall_tui.engine.battles.remagen import Remagen
from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Scenario

RULESETS: Mapping[str, type[Ruleset]] = {
    "standard": Ruleset,
    "arnhem": Arnhem,
    "bastogne": Bastogne,
    "hurtgen": Hurtgen,
    "remagen": Remagen,
}

KEPT = 8
"""Rulesets that are kept: those of a scenario with the options that its games are played with."""


def rules_of(scenario: Scenario, options: Mapping[str, bool] | None = None) -> Ruleset:
    """The rules of a scenario with the options that were taken. They read the sheet once, and its games share them.

    Raises `ScenarioDataError` if the scenario lacks what they read.
    """
    make: Callable[..., Ruleset] = RULESETS[scenario.rules]
    return _made(make, scenario, frozenset(name for name, taken in (options or {}).items() if taken))


@lru_cache(maxsize=KEPT)
def _made(make: Callable[..., Ruleset], scenario: Scenario, options: frozenset[str]) -> Ruleset:
    return make(scenario, dict.fromkeys(sorted(options), True))
