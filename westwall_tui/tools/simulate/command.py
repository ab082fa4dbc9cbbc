"""The command `westwall simulate`, which plays games on all cores or a cluster and prints the results."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import FileError, brief, printable
from westwall_tui.files.library import new_game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.games import Job, Result, matched
from westwall_tui.tools.simulate.words import entrant
from westwall_tui.tools.simulate.workers import ClusterError, job_runner, played

FAILED, INTERRUPTED = 1, 130
"""Exit statuses: a game stopped because of a fault, or the user pressed Ctrl+C."""


def run(options: argparse.Namespace) -> int:
    """Play the games and print the results."""
    try:
        jobs = jobs_of(options)
        with job_runner(options.jobs, options.cluster) as run_jobs:
            games = played(jobs, run_jobs, Path(options.csv) if options.csv else None, quiet=options.json)
    except OSError as error:
        print(printable(f"{error.filename or options.csv}: {sentence(error)}"), file=sys.stderr)
        return UNUSABLE
    except (FileError, ValueError, ClusterError) as error:
        for line in str(error).splitlines():
            print(printable(brief(line)), file=sys.stderr)
        return UNUSABLE
    report = summaries(games.results)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        _print_report(report, games.interrupted)
    for failure in games.failures:
        print(f"{printable(failure.key)}: this game stopped because of a fault\n{failure.text}", file=sys.stderr)
    if games.trouble:
        print(games.trouble, file=sys.stderr)
    return INTERRUPTED if games.interrupted else FAILED if games.failures or games.trouble else 0


def jobs_of(options: argparse.Namespace) -> list[Job]:
    """Return the games that the command line asks for. Raise `ValueError` or `FileError`."""
    first, _, second = options.sides.partition(",")
    try:
        sides = entrant(first).word, entrant(second).word
    except ValueError as error:
        raise ValueError(f"--sides {options.sides}: {error}; name two players, separated by a comma") from error
    for scenario in options.scenarios:
        new_game(scenario, seed=options.seed, options=options.option)
    weights = None
    if options.weights:
        from westwall_tui.files.computer.weights import read_weights, weights_of

        weights = read_weights(Path(options.weights))
        known = {name for scenario in options.scenarios for name in weights_of(load_scenario(scenario).rules)}
        unknown = [name for name in weights if name not in known]
        if unknown:
            names = f"unknown weights {', '.join(unknown)}; these battles have {', '.join(sorted(known))}"
            raise ValueError(f"--weights {options.weights}: {names}")
    seeds = range(options.seed, options.seed + options.games)
    return matched(options.scenarios, seeds, sides, options.option, weights, both=options.pairs)


def summaries(results: Sequence[Result]) -> list[dict[str, object]]:
    """Return a summary per scenario and pair of players, in the order of the games, then one of the pairs of games."""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.scenario, result.first, result.second), []).append(result)
    report: list[dict[str, object]] = [
        {"scenario": scenario, "players": [first, second], **tally.summary(games)}
        for (scenario, first, second), games in groups.items()
    ]
    matched = [pair for pair in tally.pairs(results) if pair[0].first != pair[0].second]
    if matched:
        score = sum(tally.pair_score(pair) for pair in matched)
        low, high = tally.wilson(score, len(matched))
        players = [matched[0][0].first, matched[0][0].second]
        report.append(
            {"pairs": len(matched), "players": players, "score": score, "interval": [round(low, 3), round(high, 3)]}
        )
    return report


def _print_report(report: Sequence[dict[str, object]], interrupted: bool) -> None:
    from rich.console import Console

    # Names come from files, so they are never markup. Without a terminal, lines are not wrapped.
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for part in report:
        players = part["players"]
        assert isinstance(players, list)
        if "pairs" in part:
            interval = part["interval"]
            assert isinstance(interval, list)
            low, high = interval
            console.print(
                f"{players[0]} against {players[1]}: {part['score']:g} of {part['pairs']} pairs "
                f"({100 * low:.0f} to {100 * high:.0f} %)"
            )
            continue
        games = part["games"]
        console.print(printable(str(part["scenario"])), style="bold", end="")
        console.print(f"  {players[0]} against {players[1]}, {games} game{'s' * (games != 1)}")
        verdicts = part["verdicts"]
        assert isinstance(verdicts, dict)
        console.print("  " + printable("; ".join(f"{count} {verdict}" for verdict, count in verdicts.items())))
        names = _names_of_sides(str(part["scenario"]))
        sides = part["sides"]
        assert isinstance(sides, list)
        for name, player, side in zip(names, players, sides, strict=True):
            low, high = side["interval"]
            console.print(
                f"  {name} ({player}): won {side['won']} ({100 * low:.0f} to {100 * high:.0f} %), "
                f"{side['points']} points, {side['lost']} units lost, "
                f"{side['seconds_a_turn']} s per turn, at most {side['slowest_turn']}"
            )
            for cause, points in side["causes"].items():
                console.print(f"    {points:8} for {cause.removeprefix('N ')}")
        refused = f", {part['refused']} proposals refused" if part["refused"] else ""
        console.print(f"  {part['turns']} Game-Turns{refused}")
    if interrupted:
        console.print("interrupted; if you used --csv, the same command continues")


def _names_of_sides(scenario: str) -> tuple[str, str]:
    first, second = load_scenario(scenario).sides
    return first.adjective, second.adjective
