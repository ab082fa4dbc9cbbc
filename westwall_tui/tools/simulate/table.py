"""Sums up many games: shares with Wilson's intervals, points by cause, losses, lengths, time."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from westwall_tui.tools.simulate.games import Result

Z = 1.96
"""Standard deviations of a 95 % interval."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval); (0, 1) for no games."""
    if not games:
        return 0.0, 1.0
    share, z2 = won / games, Z * Z
    middle = share + z2 / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    low, high = (middle - spread) / (1 + z2 / games), (middle + spread) / (1 + z2 / games)
    return max(low, 0.0), min(high, 1.0)


def pairs(results: Iterable[Result]) -> list[tuple[Result, Result]]:
    """Games of the same scenario and seed with the sides exchanged, the one with the `--sides` as given first."""
    waiting: dict[tuple[str, int, str, str], Result] = {}
    found = []
    for result in results:
        other = waiting.pop((result.scenario, result.seed, result.second, result.first), None)
        if other is None:
            waiting[result.scenario, result.seed, result.first, result.second] = result
        else:
            found.append((other, result))
    return found


def pair_score(pair: tuple[Result, Result]) -> float:
    """1 if the first game's First Player does better over both games, 0 if the other does, else a half."""
    balance = pair[0].margin - pair[1].margin
    return 1.0 if balance > 0 else 0.0 if balance < 0 else 0.5


def summary(results: Sequence[Result]) -> dict[str, object]:
    """Everything about the games of one scenario between the same two players, as plain data."""
    games = len(results)
    sides = []
    for side in (0, 1):
        won = sum(result.winner == side for result in results)
        low, high = wilson(won, games)
        sides.append(
            {
                "won": won,
                "share": round(won / games, 4) if games else None,
                "interval": [round(low, 4), round(high, 4)],
                "points": _mean(result.points[side] for result in results),
                "lost": _mean(result.lost[side] for result in results),
                "seconds_a_turn": _mean((result.seconds[side] for result in results), 3),
                "slowest_turn": round(max((result.slowest[side] for result in results), default=0.0), 3),
                "causes": _causes(results, side),
            }
        )
    return {
        "games": games,
        "verdicts": dict(sorted(Counter(result.verdict for result in results).items(), key=lambda c: (-c[1], c[0]))),
        "turns": _mean(result.turns for result in results),
        "refused": sum(result.refused for result in results),
        "sides": sides,
    }


def _causes(results: Sequence[Result], side: int) -> Mapping[str, float]:
    sums: dict[str, int] = {}
    for result in results:
        for owner, cause, points in result.causes:
            if owner == side:
                sums[cause] = sums.get(cause, 0) + points
    return {cause: round(total / len(results), 2) for cause, total in sorted(sums.items(), key=lambda c: (-c[1], c[0]))}


def _mean(numbers: Iterable[float], digits: int = 2) -> float:
    found = list(numbers)
    return round(sum(found) / len(found), digits) if found else 0.0
