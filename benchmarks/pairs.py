"""The computer player's levels against each other and against players that do not think, by pairs with the sides
exchanged.

    python -m benchmarks.pairs --csv pairs.csv --json pairs.json

plays the whole protocol: a hundred pairs of each match, seed after seed through all scenarios, so that what is there
when it is stopped is spread evenly. It goes on where it was interrupted; `--report` only counts what the file holds. A
file is good for one state of the player: begin another when the player has changed.

The seeds that judge begin at `TEST_SEEDS`; whatever is tuned is tuned with smaller ones (`benchmarks.tune`).
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from itertools import count, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.strength import TEST_SEEDS, add_crew, mean_and_error, played_out
from westwall_tui.files.library import scenarios
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Job, Result, matched

WIDTH = 110
GOALS: Mapping[str, float] = {
    "1,random": 0.98,
    "1,script": 0.80,
    "2,runner": 1.0,
    "2,sitter": 1.0,
    "2,1": 0.65,
    "3,2": 0.65,
    "4,3": 0.65,
    "4x4,4": 0.50,
    "5,4": 0.65,
}
"""By match, the share of pairs that the first player should win."""
PATIENT = "5,4"
"""A match as long as all others together: it is played only if it is asked for."""
Pair = tuple[Result, Result]


def jobs_of(match: str, keys: Sequence[str], pairs: int) -> list[Job]:
    """The games of a match: every scenario with a seed, then every scenario with the next."""
    first, second = match.split(",")
    rounds = ((key, seed) for seed in count(TEST_SEEDS) for key in keys)
    return [job for key, seed in islice(rounds, pairs) for job in matched([key], [seed], (first, second), both=True)]


def share(pairs: Sequence[Pair]) -> dict[str, object]:
    """How many of some pairs the first player wins, with Wilson's interval."""
    score = sum(map(tally.pair_score, pairs))
    low, high = tally.wilson(score, len(pairs))
    return {"pairs": len(pairs), "score": score, "interval": [round(low, 3), round(high, 3)]}


def margin(pairs: Sequence[Pair]) -> dict[str, float | None]:
    """By how many points a game the first player is ahead, on average, and the standard error of that.

    One pair has no error.
    """
    mean, error = mean_and_error([(first.margin - second.margin) / 2 for first, second in pairs])
    return {"margin": round(mean, 2), "error": round(error, 2) if len(pairs) > 1 else None}


def time(pairs: Sequence[Pair]) -> dict[str, object]:
    """Processor time for a Player-Turn by player: the mean and the worst, in seconds."""
    seconds = [[a.seconds[0], b.seconds[1]] for a, b in pairs], [[a.seconds[1], b.seconds[0]] for a, b in pairs]
    slowest = [[a.slowest[0], b.slowest[1]] for a, b in pairs], [[a.slowest[1], b.slowest[0]] for a, b in pairs]
    means = [round(sum(map(sum, each)) / (2 * len(each)), 3) for each in seconds]
    return {"seconds": means, "slowest": [round(max(map(max, each)), 2) for each in slowest]}


def report(match: str, results: Sequence[Result]) -> dict[str, object]:
    """What a match comes to, all together and by scenario, as plain data."""
    first, second = match.split(",")
    own = [result for result in results if {result.first, result.second} == {first, second}]
    pairs = [pair for pair in tally.pairs(own) if pair[0].first == first]
    keys = dict.fromkeys(pair[0].scenario for pair in pairs)
    parts = []
    for key in keys:
        some = [pair for pair in pairs if pair[0].scenario == key]
        lost = [sum(a.lost[side] + b.lost[1 - side] for a, b in some) / (2 * len(some)) for side in (0, 1)]
        lost = [round(each, 1) for each in lost]
        parts.append({"scenario": key, **share(some), **margin(some), "lost": lost, **time(some)})
    refused = sum(a.refused + b.refused for a, b in pairs)
    whole = {"match": [first, second], "goal": GOALS.get(match), **share(pairs), "refused": refused}
    return {**whole, **(time(pairs) if pairs else {}), "scenarios": parts}


def show(reports: Sequence[Mapping[str, object]], console: Console) -> None:
    """The matches as tables."""
    for part in reports:
        match, scenarios_of = part["match"], part["scenarios"]
        assert isinstance(match, list)
        assert isinstance(scenarios_of, list)
        goal = part["goal"]
        wanted = f" (goal: {100 * goal:.0f} %)" if isinstance(goal, float) else ""
        title = f"{match[0]} against {match[1]}{wanted}"
        view = Table(title=title, title_justify="left", show_edge=False)
        for name in ("scenario", "pairs won", "95 %", "points a game", "units lost", "s a turn", "at most"):
            view.add_column(name, justify="left" if name == "scenario" else "right", no_wrap=True)
        for row in scenarios_of:
            view.add_row(
                row["scenario"],
                f"{row['score']:g} of {row['pairs']}",
                _interval(row),
                f"{row['margin']:+.1f}" + ("" if row["error"] is None else f" ± {1.96 * row['error']:.1f}"),
                " : ".join(f"{lost:g}" for lost in row["lost"]),
                " : ".join(f"{seconds:.2f}" for seconds in row["seconds"]),
                " : ".join(f"{seconds:.1f}" for seconds in row["slowest"]),
            )
        view.add_section()
        view.add_row("all", f"{part['score']:g} of {part['pairs']}", _interval(part), "", f"refused: {part['refused']}")
        console.print(view)
        console.print()


def _interval(part: Mapping[str, object]) -> str:
    interval = part["interval"]
    assert isinstance(interval, list)
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f} %"


def main(words: list[str] | None = None) -> int:
    """Play what is missing of the matches and say what they come to; 1 if a game broke off, 130 if stopped."""
    parser = argparse.ArgumentParser(description="Measure the computer player's levels.")
    parser.add_argument("--pairs", type=int, default=100, metavar="N", help="pairs of each match (100)")
    parser.add_argument("--csv", metavar="FILE", help="where the games are kept")
    parser.add_argument("--json", metavar="FILE", help="write the figures here as well")
    parser.add_argument("--match", action="append", choices=[*GOALS], help="only this match")
    parser.add_argument("--scenario", action="append", help="only this scenario")
    add_crew(parser)
    parser.add_argument("--report", action="store_true", help="only count what the file holds")
    options = parser.parse_args(words)
    keys = options.scenario or [shipped.key for shipped in scenarios()]
    matches = options.match or [match for match in GOALS if match != PATIENT]
    path = Path(options.csv) if options.csv else None
    jobs = [job for match in matches for job in jobs_of(match, keys, options.pairs)]
    status = 0
    if options.report:
        held = {result.key: result for result in (tally.read(path, Result) if path else [])}
        results = [held[job.key] for job in jobs if job.key in held]
    else:
        results, status = played_out(parser, options, jobs, path)
    reports = [report(match, results) for match in matches]
    show(reports, Console(width=WIDTH, highlight=False))
    if options.json:
        Path(options.json).write_text(json.dumps(reports, indent=2) + "\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
