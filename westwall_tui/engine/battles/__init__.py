"""The battles' Exclusive Rules, by the name that scenarios give them."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from westwall_tui.engine.rules.ruleset import Ruleset
from westwall_tui.engine.scenario import Scenario

Options = Mapping[str, int] | None
Maker = Callable[[Scenario, Options], Ruleset]


# A game needs only one battle, so each battle's module is imported when its rules are created.


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
"""For each name: the function that creates the rules of a scenario with the chosen options."""

KEPT = 8
"""The maximum number of cached rulesets, one for each combination of scenario and options."""


def rules_of(scenario: Scenario, options: Options = None) -> Ruleset:
    """Return the rules of a scenario with the chosen options.

    The rules read the sheet once, and all games of the scenario share them. Raises `ScenarioDataError` if the scenario
    lacks data that the rules need.
    """
    return _made(
        RULESETS[scenario.rules],
        scenario,
        frozenset((name, int(value)) for name, value in (options or {}).items() if value),
    )


@lru_cache(maxsize=KEPT)
def _made(make: Maker, scenario: Scenario, options: frozenset[tuple[str, int]]) -> Ruleset:
    return make(scenario, dict(sorted(options)))
