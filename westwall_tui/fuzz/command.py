"""`westwall fuzz`: attack on all cores, or show a fault again."""

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path

from westwall_tui.files.faults import printable
from westwall_tui.files.scenarios import shipped
from westwall_tui.fuzz import files
from westwall_tui.fuzz.trial import MOST_STEPS, Report, attack, attacks, begin, show
from westwall_tui.simulate.crews import spread, watched

FOUND, UNUSABLE, INTERRUPTED = 1, 2, 130
"""Exit status: a promise was broken, something named cannot be used, stopped from the keyboard."""


def run(options: argparse.Namespace) -> int:
    """Attack as asked for, and say what was found."""
    if options.file is not None:
        return _again(Path(options.file))
    scenarios = _scenarios(options.battle)
    if not scenarios:
        print(printable(f"--battle {options.battle}: there is no such battle; see westwall list"), file=sys.stderr)
        return UNUSABLE
    cases = attacks(range(options.seed, options.seed + options.games), scenarios)
    work = partial(attack, most=options.steps or MOST_STEPS)
    left = dict.fromkeys(case.seed for case in cases)
    steps: Counter[str] = Counter()
    games: Counter[str] = Counter()
    faults, interrupted = 0, False
    try:
        for report in watched(spread(work, cases, options.jobs), len(cases)):
            del left[report.number]
            games[report.case.scenario] += 1
            steps[report.case.scenario] += report.steps
            if report.fault:
                faults += 1
                _keep(report, Path(options.out))
    except KeyboardInterrupt:
        interrupted = True
    for name in sorted(games):
        print(f"{name:24} {games[name]:6} games {steps[name]:9} steps")
    print(f"{'faults':24} {faults:6}")
    if interrupted:
        print(f"interrupted; go on with --seed {next(iter(left))} --games {cases[-1].seed + 1 - next(iter(left))}")
    return INTERRUPTED if interrupted else FOUND if faults else 0


def _scenarios(battle: str) -> tuple[str, ...]:
    """The scenarios of a battle, or the one of that name; all without one."""
    keys = [entry.key for entry in shipped()]
    return tuple(key for key in keys if not battle or battle.lower() in (key, key.partition("/")[0]))


def _keep(report: Report, folder: Path) -> None:
    path = folder / f"fuzz-{report.case.scenario.replace('/', '-')}-{report.number}.toml"
    assert report.fault is not None
    files.write(path, report.case, report.fault)
    print(
        printable(f"{path}: {report.fault.text} ({len(report.case.steps)} of {report.steps} steps show it)"), flush=True
    )


def _again(path: Path) -> int:
    case = files.load(path)
    begin(case)  # what it names is there
    fault = show(case)
    print(printable(fault.text) if fault else f"{printable(str(path))}: every promise was kept")
    return FOUND if fault else 0
