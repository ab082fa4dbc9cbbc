"""The likely end of a game: the chance of each level of victory, from the points so far and those to come.

Self-play measured how many points each side still scores, and how much that varies between games (`[[prospect]]` in the
battle's `computer.toml`). Without measurements, or if no points are scored, there are no chances.
"""

from collections import Counter
from collections.abc import Mapping
from math import fsum

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.computer.weights import Both, known_of

LOWER_HALF = (-1.96, -1.44, -1.15, -0.93, -0.76, -0.6, -0.45, -0.32, -0.19, -0.06)
QUANTILES = (*LOWER_HALF, *(-z for z in reversed(LOWER_HALF)))
"""Twenty equally likely values of the standard normal distribution."""


def chances(game: Game) -> Mapping[int, float]:
    """Return the chance of each level of victory, by the lead of the First Player; empty if unmeasured."""
    ahead = _points_to_come(game)
    if ahead is None or game.outcome is not None:
        return {}
    points, (come, spread) = queries.totals(game), ahead
    found: Counter[int] = Counter()
    for z in QUANTILES:
        first, second = points[0] + come[0] + z * spread[0], points[1] + come[1] - z * spread[1]
        found[queries.levels_at(game, (max(round(first), 0), max(round(second), 0)))] += 1
    return {level: count / len(QUANTILES) for level, count in sorted(found.items())}


def mean(found: Mapping[int, float]) -> float:
    """Return the expected lead of the First Player in levels of victory."""
    return fsum(level * chance for level, chance in found.items())


def _points_to_come(game: Game) -> tuple[Both, Both] | None:
    """Return the points still to come for each side, and their spread; None if unmeasured."""
    state, scenario = game.state, game.scenario
    forecast = known_of(scenario.rules).forecasts.get(scenario.key)
    if forecast is None:
        return None
    rows = [*zip(forecast.more, forecast.spread, strict=True), ((0.0, 0.0), forecast.spread[-1])]
    at = min(max(state.turn - forecast.turn, 0), len(forecast.more) - 1)
    if state.side == 0:
        return rows[at]
    (more, spread), (later, left) = rows[at], rows[at + 1]
    return _mean_of(more, later), _mean_of(spread, left)


def _mean_of(one: Both, other: Both) -> Both:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
