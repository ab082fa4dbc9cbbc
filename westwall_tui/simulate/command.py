"""`westwall simulate`: games on all cores with a progress bar, then what they came to."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.simulate import results as files
from westwall_tui.simulate import table
from westwall_tui.simulate.games import Job, Result, play
from westwall_tui.simulate.words import PLAYERS

UNUSABLE = 2


def run(options: argparse.Namespace) -> int:
    """Play what is asked for, and print what it came to. The status is 2 if something named cannot be used."""
    try:
        jobs = jobs_of(options)
        path = Path(options.csv) if options.csv else None
        done = files.read(path) if path else []
    except (FileError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    wanted = {job.key: job for job in jobs}
    found = {result.key: result for result in done if result.key in wanted}
    left = [job for key, job in wanted.items() if key not in found]
    interrupted = False
    try:
        for result in _played(left, options.jobs, quiet=options.json):
            found[result.key] = result
            if path:
                files.append(path, [result])
    except KeyboardInterrupt:
        interrupted = True
    results = [found[key] for key in wanted if key in found]
    report = summaries(results)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        _print(report, interrupted)
    return 130 if interrupted else 0


def jobs_of(options: argparse.Namespace) -> list[Job]:
    """The games that the command line asks for. Raises `ValueError` or `FileError`."""
    sides = tuple(options.sides.split(","))
    if len(sides) != 2 or any(side not in PLAYERS for side in sides):
        raise ValueError(f"--sides {options.sides}: name two of {', '.join(PLAYERS)}, with a comma between them")
    for scenario in options.scenarios:
        load_scenario(scenario)
    weights = None
    if options.weights:
        from westwall_tui.files.weights import read_weights

        weights = read_weights(Path(options.weights))
    found = []
    for scenario in options.scenarios:
        for seed in range(options.seed, options.seed + options.games):
            for players in dict.fromkeys([sides, sides[::-1]] if options.pairs else [sides]):
                found.append(Job(scenario, seed, (players[0], players[1]), tuple(options.option), (weights, weights)))
    return found


def _played(jobs: Sequence[Job], processes: int, *, quiet: bool) -> Iterator[Result]:
    """The results as games end."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, disable=quiet or not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("games", total=len(jobs))
        if processes == 1 or len(jobs) < 2:
            for job in jobs:
                yield play(job)
                progress.advance(task)
            return
        with ProcessPoolExecutor(min(processes, len(jobs))) as pool:
            waiting = [pool.submit(play, job) for job in jobs]
            try:
                for future in as_completed(waiting):
                    yield future.result()
                    progress.advance(task)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def summaries(results: Sequence[Result]) -> list[dict[str, object]]:
    """A summary for each scenario and pair of players, in the order of the games; then for pairs."""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.scenario, result.first, result.second), []).append(result)
    report: list[dict[str, object]] = [
        {"scenario": scenario, "players": [first, second], **table.summary(games)}
        for (scenario, first, second), games in groups.items()
    ]
    matched = [pair for pair in table.pairs(results) if pair[0].first != pair[0].second]
    if matched:
        score = sum(table.pair_score(pair) for pair in matched)
        low, high = table.wilson(score, len(matched))
        players = [matched[0][0].first, matched[0][0].second]
        report.append(
            {"pairs": len(matched), "players": players, "score": score, "interval": [round(low, 3), round(high, 3)]}
        )
    return report


def _print(report: Sequence[dict[str, object]], interrupted: bool) -> None:
    from rich.console import Console

    console = Console(highlight=False)
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
        console.print(f"[bold]{part['scenario']}[/bold]  {players[0]} against {players[1]}, {part['games']} games")
        verdicts = part["verdicts"]
        assert isinstance(verdicts, dict)
        console.print("  " + "; ".join(f"{count} {verdict}" for verdict, count in verdicts.items()))
        names = _names(str(part["scenario"]))
        sides = part["sides"]
        assert isinstance(sides, list)
        for name, player, side in zip(names, players, sides, strict=True):
            low, high = side["interval"]
            console.print(
                f"  {name} ({player}): won {side['won']} ({100 * low:.0f} to {100 * high:.0f} %), "
                f"{side['points']} points, {side['lost']} units lost, "
                f"{side['seconds_a_turn']} s a turn, {side['slowest_turn']} at most"
            )
            for cause, points in side["causes"].items():
                console.print(f"    {points:8} {cause}", markup=False)
        refused = f", {part['refused']} proposals refused" if part["refused"] else ""
        console.print(f"  {part['turns']} Game-Turns{refused}")
    if interrupted:
        console.print("interrupted; with --csv the same command goes on from here")


def _names(scenario: str) -> tuple[str, str]:
    first, second = load_scenario(scenario).sides
    return first.name, second.name
