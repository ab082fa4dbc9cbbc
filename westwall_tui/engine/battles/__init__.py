"""The battles' Exclusive Rules, by the name that scenarios give them."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Scenario

Options = Mapping[str, int] | None
Maker = Callable[[Scenario, Options], Ruleset]


# A game needs one battle, so each is imported when its rules are made.


def _standard(scenario: Scenario, options: Options = None) -> Ruleset:
    from westwall_tui.engine.battles.standard import Standard

    return Standard(scenario, options)


def _arnhem(scenario: Scenario, options: Options = None) -> Ruleset:
    from westwall_tui.engine.battles.arnhem import Arnhem

    return Arnhem(scenario, options)


def _bastogne(scenario: Scenario, options: Options = None) -> Ruleset:
    from westwall_tui.engine.battles.bastogne import Bastogne

    return Bastogne(scenario, options)


def _hurtgen(scenario: Scenario, options: Options = None) -> Ruleset:
    from westwall_tui.engine.battles.hurtgen import Hurtgen

    return Hurtgen(scenario, options)


def _remagen(scenario: Scenario, options: Options = None) -> Ruleset:
    from westwall_tui.engine.battles.remagen import Remagen

    return Remagen(scenario, options)


RULESETS: Mapping[str, Maker] = {
    "standard": _standard,
    "arnhem": _arnhem,
    "bastogne": _bastogne,
    "hurtgen": _hurtgen,
    "remagen": _remagen,
}
"""By name: makes the rules of a scenario with the chosen options."""

KEPT = 8
"""The most rulesets kept, one for each scenario and options."""


def rules_of(scenario: Scenario, options: Options = None) -> Ruleset:
    """Return the rules of a scenario with the chosen options. They read the sheet once, and its games share them.

    Raises `ScenarioDataError` if the scenario lacks what they read.
    """
    return _made(
        RULESETS[scenario.rules],
        scenario,
        frozenset((name, int(value)) for name, value in (options or {}).items() if value),
    )


@lru_cache(maxsize=KEPT)
def _made(make: Maker, scenario: Scenario, options: frozenset[tuple[str, int]]) -> Ruleset:
    return make(scenario, dict(sorted(options)))
