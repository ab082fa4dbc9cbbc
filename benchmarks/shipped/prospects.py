"""Measure by self-play how much the points of a game still change: `[[prospect]]` in a battle's `computer.toml`.

    python -m benchmarks.shipped.prospects remagen/historical --games 12 --out games.jsonl

plays games between equals, records both sides' points at the beginning of each Game-Turn, and prints the table. A line
of the file is a game; with the same file the command continues where it was interrupted.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from benchmarks.shipped.games import keep, kept
from westwall_tui import Player, new_game
from westwall_tui.engine import queries
from westwall_tui.files.library import scenarios
from westwall_tui.files.players.seats import LEVELS

LEAST = 1.0
"""Spread in points that always remains, because a die may still be rolled."""


class Course(NamedTuple):
    """The points in the course of a game."""

    scenario: str
    seed: int
    points: tuple[tuple[int, int, int], ...]
    """For each Game-Turn its number, and both sides' points at its beginning."""
    end: tuple[int, int]


def play(scenario: str, seed: int, level: int) -> Course:
    """Play a game between equals."""
    game = new_game(scenario, seed=seed)
    players = [Player(level, 2 * seed + side + 1, clock=False) for side in (0, 1)]
    found: list[tuple[int, int, int]] = []
    while game.outcome is None:
        if game.state.turn and (not found or found[-1][0] != game.state.turn):
            found.append((game.state.turn, *queries.totals(game)))
        game.apply(players[game.side].choose(game))
    return Course(scenario, seed, tuple(found), queries.totals(game))


class Ahead(NamedTuple):
    """The points still to come at the beginning of a Game-Turn, by side: the average and the standard deviation."""

    turn: int
    more: tuple[float, float]
    spread: tuple[float, float]


def ahead(courses: Sequence[Course]) -> list[Ahead]:
    """Return the table. A spread never grows from one Game-Turn to the next, so random reversals are evened out."""
    turns = sorted({turn for course in courses for turn, *_ in course.points})
    found = []
    for turn in turns:
        rest = [
            [course.end[side] - row[1 + side] for course in courses for row in course.points if row[0] == turn]
            for side in (0, 1)
        ]
        means = [sum(each) / len(each) for each in rest]
        spreads = [
            sqrt(sum((x - mean) ** 2 for x in each) / max(len(each) - 1, 1))
            for each, mean in zip(rest, means, strict=True)
        ]
        found.append((turn, means, spreads))
    even = [falling([spreads[side] for _, _, spreads in found]) for side in (0, 1)]
    return [
        Ahead(turn, (round(means[0], 1), round(means[1], 1)), (round(first, 1), round(second, 1)))
        for (turn, means, _), first, second in zip(found, *even, strict=True)
    ]


def falling(numbers: Sequence[float]) -> list[float]:
    """Return the nearest sequence, by least squares, that never grows and never falls below `LEAST`."""
    groups: list[tuple[float, int]] = []
    for number in numbers:
        groups.append((number, 1))
        while len(groups) > 1 and groups[-1][0] > groups[-2][0]:
            (one, some), (other, more) = groups.pop(), groups.pop()
            groups.append(((one * some + other * more) / (some + more), some + more))
    return [max(mean, LEAST) for mean, count in groups for _ in range(count)]


def table(scenario: str, courses: Sequence[Course]) -> str:
    """Return the table as TOML."""
    rows = ahead(courses)
    lines = ["[[prospect]]", f'scenario = "{scenario}"', f"games = {len(courses)}", f"turn = {rows[0].turn}"]
    for name in ("more", "spread"):
        cells = ", ".join("[{:g}, {:g}]".format(*getattr(row, name)) for row in rows)
        lines.append(f"{name} = [{cells}]")
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Play the missing games and print the tables."""
    parser = argparse.ArgumentParser(description="Measure how much the points of games still change.")
    parser.add_argument("scenarios", nargs="*", help="only these")
    parser.add_argument("--games", type=int, default=12, metavar="N", help="games of each scenario (12)")
    parser.add_argument("--level", type=int, default=2, choices=LEVELS)
    parser.add_argument("--out", type=Path, metavar="FILE", help="file for the games")
    options = parser.parse_args(words)
    keys = options.scenarios or [shipped.key for shipped in scenarios()]
    known = {}
    for scenario, seed, points, end in kept(options.out):
        known[scenario, seed] = Course(scenario, seed, tuple(map(tuple, points)), tuple(end))
    for seed in range(1, options.games + 1):
        for key in keys:
            if (key, seed) not in known:
                known[key, seed] = play(key, seed, options.level)
                keep(options.out, known[key, seed])
    for key in keys:
        courses = [course for (scenario, _), course in known.items() if scenario == key]
        if any(any(course.end) for course in courses):
            print(table(key, courses), end="\n\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
