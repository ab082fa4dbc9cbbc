"""The command `westwall simulate`, which plays games on all cores or a cluster and prints the results."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from westwall_tui.ai.proof import whole_name
from westwall_tui.engine.game import Game
from westwall_tui.engine.words import count
from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import FileError, brief, printable
from westwall_tui.files.library import new_game
from westwall_tui.files.players.bids import Bid
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate import balance, tally
from westwall_tui.tools.simulate.findings import Findings
from westwall_tui.tools.simulate.games import Job, Result, matched
from westwall_tui.tools.simulate.words import entrant
from westwall_tui.tools.simulate.workers import ClusterError, job_runner, played

if TYPE_CHECKING:
    from rich.console import Console

FAILED, INTERRUPTED = 1, 130
"""Exit statuses: a game stopped because of a fault, or the user pressed Ctrl+C."""


def run(options: argparse.Namespace) -> int:
    """Play the games and print the results."""
    try:
        jobs = jobs_of(options)
        if options.table:
            tally.open_for(Path(options.table))
        with job_runner(options.jobs, options.cluster) as run_jobs:
            games = played(jobs, run_jobs, Path(options.csv) if options.csv else None, quiet=options.json)
    except OSError as error:
        print(printable(f"{error.filename or options.csv}: {sentence(error)}"), file=sys.stderr)
        return UNUSABLE
    except (FileError, ValueError, ClusterError) as error:
        for line in str(error).splitlines():
            print(printable(brief(line)), file=sys.stderr)
        return UNUSABLE
    one_each = {job.scenario: job for job in jobs}
    if options.balance:
        _report_balance(options, games.results, one_each)
    elif options.json:
        print(json.dumps(summaries(games.results), indent=2))
    else:
        _print_report(games.results, one_each)
    if games.interrupted and not options.json:
        print("interrupted; if you used --csv, run the same command again to continue")
    for failure in games.failures:
        print(f"{printable(failure.key)}: this game stopped because of a fault\n{failure.text}", file=sys.stderr)
    if games.trouble:
        print(games.trouble, file=sys.stderr)
    return INTERRUPTED if games.interrupted else FAILED if games.failures or games.trouble else 0


def jobs_of(options: argparse.Namespace) -> list[Job]:
    """Return the games that the command line asks for. Raises `ValueError` or `FileError`."""
    if options.balance and (options.match or options.sides):
        raise ValueError("--balance chooses the players: omit --sides and --match")
    if options.table and not options.balance:
        raise ValueError("--table writes the table of --balance: add --balance")
    if Path(options.table or "").suffix == ".toml":
        raise ValueError(f"--table {options.table}: the table is Markdown; name another file")
    words = options.sides or "2,2"
    first, _, second = words.partition(",")
    try:
        sides = entrant(first).word, entrant(second).word
    except ValueError as error:
        raise ValueError(f"--sides {words}: {error}; name two players, separated by a comma") from error
    terms: dict[str, Sequence[str]] = {}
    options.scenarios = [whole_name(scenario, options.seed, lambda _: None)[0] for scenario in options.scenarios]
    for scenario in options.scenarios:
        loaded = load_scenario(scenario)
        bid = Bid.read(loaded, options.bid).options(loaded) if options.bid else {}
        terms[scenario] = [*options.option, *(f"{name}={points}" for name, points in bid.items())]
        new_game(scenario, seed=options.seed, options=terms[scenario])
    weights = None
    if options.weights:
        from westwall_tui.files.computer.weights import read_weights, weights_of

        weights = read_weights(Path(options.weights))
        known = {name for scenario in options.scenarios for name in weights_of(load_scenario(scenario).rules)}
        unknown = [name for name in weights if name not in known]
        if unknown:
            names = f"unknown weights {', '.join(unknown)}; these battles have {', '.join(sorted(known))}"
            raise ValueError(f"--weights {options.weights}: {names}")
    if options.balance:
        return balance.jobs_of(terms, options.games or 100, options.seed, weights)
    seeds = range(options.seed, options.seed + (options.games or 10))
    return matched(terms, seeds, sides, weights, both=options.match is not None)


def _groups(results: Sequence[Result]) -> Mapping[tuple[str, str, str], list[Result]]:
    """Return the results by scenario and both players, in the order of the games."""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.scenario, result.first, result.second), []).append(result)
    return groups


def _new_game(job: Job) -> Game:
    """Return a game of a job at its beginning."""
    return new_game(job.scenario, seed=job.seed, options=job.options)


def summaries(results: Sequence[Result]) -> list[dict[str, object]]:
    """Return a summary for each scenario and pair of players, in the order of the games, then those of game pairs."""
    report: list[dict[str, object]] = [
        {"scenario": scenario, "players": [first, second], **tally.summary(games)}
        for (scenario, first, second), games in _groups(results).items()
    ]
    return [*report, *_pair_summaries(results)]


def _pair_summaries(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the summary of game pairs; nothing if there are none."""
    matched = [pair for pair in tally.pairs(results) if pair[0].first != pair[0].second]
    if not matched:
        return []
    score = sum(tally.pair_score(pair) for pair in matched)
    low, high = tally.wilson(score, len(matched))
    players = [matched[0][0].first, matched[0][0].second]
    return [
        {
            "pairs": len(matched), "players": players, "score": score, "interval": [round(low, 3), round(high, 3)],
            "sum": round(fmean(first.margin - second.margin for first, second in matched), 1),
        }
    ]  # fmt: skip


def _report_balance(options: argparse.Namespace, results: Sequence[Result], jobs: Mapping[str, Job]) -> None:
    """Print the balance of each scenario, and write the table."""
    found = {
        name: balance.Balance(_new_game(job), [result for result in results if result.scenario == name])
        for name, job in jobs.items()
    }
    if options.json:
        print(json.dumps([each.data() for each in found.values()], indent=2))
    else:
        console = _console()
        for name, each in found.items():
            console.print(printable(name), style="bold")
            for line in each.lines():
                console.print(printable(f"  {line}"))
    if options.table:
        Path(options.table).write_text(balance.table([*found.values()]), encoding="utf-8")


def _console() -> "Console":
    """Return a console that never reads names from files as markup. Without a terminal, it does not wrap lines."""
    from rich.console import Console

    return Console(highlight=False, markup=False, soft_wrap=True)


def _print_report(results: Sequence[Result], jobs: Mapping[str, Job]) -> None:
    """Print the results, and what they show about each scenario; `jobs` has one job of each."""
    console = _console()
    for (scenario, *players), games in _groups(results).items():
        summary, findings = tally.summary(games), Findings(_new_game(jobs[scenario]), games)
        console.print(printable(scenario), style="bold", end="")
        console.print(f"  {' against '.join(players)}, {count(len(games), 'game', most=0)}")
        verdicts = Counter(result.verdict for result in games).most_common()
        console.print("  " + printable("; ".join(f"{many} {verdict}" for verdict, many in verdicts)))
        sides = summary["sides"]
        assert isinstance(sides, list)
        for number, (info, player, side) in enumerate(zip(findings.scenario.sides, players, sides, strict=True)):
            console.print(
                printable(f"  {info.adjective} ({player}): {side['points']} points, ")
                + f"{side['seconds_a_turn']} s per turn, at most {side['slowest_turn']}"
            )
            for each in sorted(findings.scored, key=lambda each: -each.mean):
                if each.side == number:
                    console.print(
                        printable(f"    {each.mean:8.2f} for {each.name}, in {each.games} of {len(games)} games")
                    )
        if summary["refused"]:
            console.print(f"  {summary['refused']} proposals refused")
        for line in findings.sentences():
            console.print(printable(f"  {line}"))
    for pair in _pair_summaries(results):
        low, high = pair["interval"]
        console.print(
            f"{pair['players'][0]} against {pair['players'][1]}: {pair['score']:g} of {pair['pairs']} matches "
            f"({100 * low:.0f} to {100 * high:.0f}%), mean sum of both leads {pair['sum']:+g}"
        )
