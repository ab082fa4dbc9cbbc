"""What all tests share."""

from functools import cache

import pytest

from westwall_tui.engine.battles.remagen import search
from westwall_tui.files.scenariofile import build_scenario


def pytest_configure() -> None:
    """The same scenario is built once: it is frozen, and games share it. That saves a fifth of the fast tests' time."""
    pytest.MonkeyPatch().setattr("westwall_tui.files.scenarios.build_scenario", cache(build_scenario))


@pytest.fixture
def searches(monkeypatch):
    """Counts the fronts of Remagen that are searched for."""
    found = []

    def count(costs):
        found.append(costs)
        return real(costs)

    real = search._front
    monkeypatch.setattr(search, "_front", count)
    search._cheapest.cache_clear()
    return found
