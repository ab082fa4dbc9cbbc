"""Play random games that attack the promises, or reproduce a fault (tests/README.md).

python -m tests.fuzz --games 10000 --jobs 2      # every seed is one fixed game
python -m tests.fuzz --battle arnhem --seed 5000
python -m tests.fuzz fuzz-arnhem-free-5001.toml  # reproduces that fault
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.fuzz import trial
from tests.fuzz.oracle.battles import UnknownBattle
from tests.fuzz.trial import MAX_STEPS, WHOLE, TrialReport, attack, begin, drawn, scenarios, show
from westwall_tui.files.faults import FileError, printable
from westwall_tui.tools.simulate.workers import run_parallel, with_progress

FOUND, UNUSABLE, INTERRUPTED = 1, 2, 130
"""Exit status: a promise was broken, the arguments cannot be used, the user interrupted the program."""


def main(words: Sequence[str]) -> int:
    """Attack the promises as the arguments say, and print the faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Attack the promises by random play.")
    parser.add_argument("file", nargs="?", type=Path, help="reproduce the fault in this file")
    parser.add_argument("--battle", default="", help="a battle or scenario, or skirmish (default: all)")
    parser.add_argument("--games", type=int, default=90, help="number of games (90), spread over the scenarios")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (1); it goes up by 1 per game")
    parser.add_argument("--steps", type=int, default=MAX_STEPS, help="end each game after this many steps")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--out", type=Path, default=Path(), help="folder for the files of faults (default: here)")
    options = parser.parse_args(words)
    try:
        return _attack_games(options) if options.file is None else _show_again(options.file)
    except (FileError, UnknownBattle) as error:
        print(printable(str(error)), file=sys.stderr)
        return UNUSABLE


def _attack_games(options: argparse.Namespace) -> int:
    keys = scenarios(options.battle)
    left = [*range(options.seed, options.seed + options.games)]
    reports: list[TrialReport] = []
    interrupted = False
    try:
        for report in with_progress(
            run_parallel(partial(_attack_game, keys, options.steps), left[:], options.jobs), len(left)
        ):
            reports.append(report)
            left.remove(report.case.seed)
            if report.fault:
                _write_case(report, options.out)
    except KeyboardInterrupt:
        interrupted = True
    for scenario in sorted({report.case.scenario for report in reports}):
        _print_sum(scenario, [report for report in reports if report.case.scenario == scenario])
    _print_sum("all", reports)
    faults = sum(report.fault is not None for report in reports)
    print(f"{'faults':24} {faults:6}")
    if interrupted:
        print(f"interrupted; continue with --seed {left[0]}")
    return INTERRUPTED if interrupted else FOUND if faults else 0


def _attack_game(keys: tuple[str, ...], max_steps: int, number: int) -> TrialReport:
    """Draw a game and attack it in the same process, because drawing 10,000 games takes minutes."""
    return attack(drawn(keys, number), max_steps)


def _print_sum(what: str, reports: Sequence[TrialReport]) -> None:
    whole = sum(report.ended == WHOLE for report in reports)
    steps, orders = sum(report.steps for report in reports), sum(report.orders for report in reports)
    print(f"{what:24} {len(reports):6} games {whole:6} whole {steps:10} steps {orders:10} orders")


def _write_case(report: TrialReport, folder: Path) -> None:
    path = folder / f"fuzz-{report.case.scenario.replace('/', '-')}-{report.case.seed}.toml"
    assert report.fault is not None
    trial.write(path, report.case, report.fault)
    steps = f"{len(report.case.steps)} of {report.steps} steps reproduce it"
    print(printable(f"{path}: {report.fault.text} ({steps})"), flush=True)


def _show_again(path: Path) -> int:
    case = trial.load(path)
    with begin(case):  # raises `FileError` if the file names something that does not exist
        fault = show(case)
    print(printable(fault.text if fault else f"{path}: every promise was kept"))
    return FOUND if fault else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
