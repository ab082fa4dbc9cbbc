"""The computer's offers, and its answers to offers: those of a person who counts what can still be won.

The computer offers to concede if it has the worst level of victory and the rest of the game cannot change that. To find
out, it simulates the rest of the game a few times, with itself against a weaker opponent. Even its most points in any
simulation, against the enemy's fewest in any other, must leave it at the worst level. It offers a draw if a draw is the
likeliest end. It makes each offer at most once in a game, and only when most of the game is over. It accepts a draw if
it expects no more.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from math import fsum
from typing import Protocol

from westwall_tui.engine import queries
from westwall_tui.engine.dice import mixed
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import CONCESSION, DRAW, Offer, Order
from westwall_tui.files.computer.weights import Both, known_of

PLAYED = 1 / 2
"""The share of the Game-Turns that must be over before the computer offers to concede."""
NEARLY_OVER = 2 / 3
"""The share of the Game-Turns that must be over before the computer offers a draw."""
DRAWN = 0.5
"""The minimum chance of a draw at which the computer offers one."""
LIKELY = 0.5
"""Minimum chance of the worst level of victory, if known, for simulating the rest of the game."""
COURSES, WITHOUT_POINTS = 4, 20
"""The number of simulations; the second number applies if no points show how close a game was."""
OWN_LEVEL, ENEMY_LEVEL = 2, 1
"""The levels of the side and of its enemy in a simulation. The enemy's is lower: the side still hopes for mistakes."""
LOWER_HALF = (-1.96, -1.44, -1.15, -0.93, -0.76, -0.6, -0.45, -0.32, -0.19, -0.06)
QUANTILES = (*LOWER_HALF, *(-z for z in reversed(LOWER_HALF)))
"""Twenty equally likely values of the standard normal distribution."""


class Chooser(Protocol):
    """The part of a player's interface that simulations use."""

    def choose(self, game: Game) -> Order:
        """Return an order for the side to decide."""


class Offers:
    """The offers of one player, before its first move of a Game-Turn."""

    def __init__(self, seed: int, player: Callable[[int, int], Chooser]) -> None:
        """Take the seed and `player`, which creates a player from a level and a seed."""
        self._seed, self._player = seed, player
        self._hurried = False

    def hurry(self) -> None:
        """Stop looking for an offer this time. Another thread may call this."""
        self._hurried = True

    def offer(self, game: Game) -> Offer | None:
        """Return the offer of the side to decide now, or None."""
        self._hurried = False
        scenario, state = game.scenario, game.state
        whole = scenario.last_turn - scenario.first_turn + 1
        left = scenario.last_turn - state.turn
        over = (whole - left - 1) / whole
        moved = any(state.moved[unit] == state.serial for unit in scenario.of_side[game.side])
        if left < 1 or over < PLAYED or moved:
            return None
        if queries.may_offer(game, CONCESSION) and self._is_lost(game):
            return Offer(CONCESSION)
        if over >= NEARLY_OVER and queries.may_offer(game, DRAW) and chances(game).get(0, 0.0) >= DRAWN:
            return Offer(DRAW)
        return None

    def _is_lost(self, game: Game) -> bool:
        """Return True if the side to decide can only end at the worst level of victory."""
        side, worst = game.side, queries.most_levels(game) * (-1 if game.side == 0 else 1)
        if queries.levels(game, queries.outcome_now(game)) != worst:
            return False
        likely = chances(game)
        if likely and likely.get(worst, 0.0) < LIKELY:
            return False
        counts = not any(source.wins for source in queries.sources(game))
        most, fewest = 0, 10**6
        for number in range(COURSES if counts else WITHOUT_POINTS):
            end = self._course(game, number)
            if end is None or end.outcome is None or queries.levels(end, end.outcome) != worst:
                return False
            points = queries.totals(end)
            most, fewest = max(most, points[side]), min(fewest, points[1 - side])
        return not counts or queries.levels_at(game, (most, fewest) if side == 0 else (fewest, most)) == worst

    def _course(self, game: Game, number: int) -> Game | None:
        """Play a copy of the game to its end with other dice. Return it, or None if the computer has been hurried."""
        seed, side = mixed(self._seed, game.state.serial, number), game.side
        course = game.fork(seed=seed >> 1, viewer=side)
        players = [self._player(OWN_LEVEL if each == side else ENEMY_LEVEL, seed ^ each) for each in (0, 1)]
        while course.outcome is None:
            if self._hurried:
                return None
            course.apply(players[course.side].choose(course))
        return course


def why(offer: Offer) -> str:
    """Return the reason for an offer."""
    if offer.what == DRAW:
        return "If the rest of the game scores as usual, it ends in a draw."
    return "Every simulated continuation ends in the worst defeat."


def expected(game: Game) -> float | None:
    """Return the final lead that the side to decide expects, in levels of victory; None if unmeasured."""
    found = chances(game)
    if not found:
        return None
    return mean(found) * (1 if game.side == 0 else -1)


def chances(game: Game) -> Mapping[int, float]:
    """Return the chance of each level of victory, by the lead of the First Player; empty if unmeasured.

    Self-play has measured how many points each side still scores, and how much that varies between games
    (`[[prospect]]` in the battle's `computer.toml`).
    """
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
