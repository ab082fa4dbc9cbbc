"""`westwall fuzz`: attack on all cores, or show a fault again."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from westwall_tui.files.command_line import UNUSABLE
from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import printable
from westwall_tui.files.scenarios.catalog import shipped
from westwall_tui.tools.fuzz import trial
from westwall_tui.tools.fuzz.skirmish import KEYS
from westwall_tui.tools.fuzz.trial import MOST_STEPS, WHOLE, TrialReport, attack, begin, drawn, show
from westwall_tui.tools.simulate import tally
from westwall_tui.tools.simulate.crews import CrewError, spread, watched

FOUND, INTERRUPTED = 1, 130
"""Exit status: a promise was broken, stopped from the keyboard."""


@dataclass(frozen=True)
class GameLine:
    """What became of a game, for a file that holds a line for each."""

    scenario: str
    seed: int
    most: int
    """The most steps it may have."""
    ended: str
    steps: int
    orders: int
    fault: str
    """What kind of fault it is; empty if there is none."""


def run(options: argparse.Namespace) -> int:
    """Attack as asked for, and say what was found."""
    if options.file is not None:
        return _show_again(Path(options.file))
    keys = scenarios(options.battle)
    if not keys:
        print(printable(f"--battle {options.battle}: there is no such battle; see westwall list"), file=sys.stderr)
        return UNUSABLE
    try:
        return _attack_games(keys, options)
    except OSError as error:
        print(printable(f"{error.filename or options.csv or options.out}: {sentence(error)}"), file=sys.stderr)
        return UNUSABLE
    except (ValueError, CrewError) as error:
        print(printable(str(error)), file=sys.stderr)
        return UNUSABLE


def _attack_games(keys: tuple[str, ...], options: argparse.Namespace) -> int:
    """Play those of the games that the file does not hold yet. Raises `ValueError` for another file, or `OSError`."""
    most = options.steps or MOST_STEPS
    path = Path(options.csv) if options.csv else None
    numbers = range(options.seed, options.seed + options.games)
    wanted = {(keys[number % len(keys)], number, most): number for number in numbers}
    held = {(line.scenario, line.seed, line.most): line for line in (tally.read(path, GameLine) if path else [])}
    played = [held[key] for key in wanted if key in held]
    left = dict.fromkeys(number for key, number in wanted.items() if key not in held)
    if path:
        tally.open_for(path)
    interrupted = False
    try:
        for report in watched(spread(partial(_play_numbered, keys, most), [*left], options.jobs), len(left)):
            if report.fault:
                _write_case(report, Path(options.out))
            case, fault = report.case, report.fault.name if report.fault else ""
            played.append(GameLine(case.scenario, case.seed, most, report.ended, report.steps, report.orders, fault))
            if path:
                tally.append(path, played[-1:])
            del left[case.seed]
    except KeyboardInterrupt:
        interrupted = True
    _print_summary(played)
    if interrupted and path:
        print("interrupted; the same command continues")
    elif interrupted:
        first = next(iter(left))
        print(f"interrupted; continue with --seed {first} --games {numbers.stop - first}")
    return INTERRUPTED if interrupted else FOUND if any(line.fault for line in played) else 0


def _play_numbered(keys: tuple[str, ...], most: int, number: int) -> TrialReport:
    """The game of a number, which is drawn where it is played: to draw ten thousand of them takes minutes."""
    return attack(drawn(keys, number), most)


def _print_summary(played: Sequence[GameLine]) -> None:
    """How many games of each scenario there were, how many of them whole, and what was found."""
    for scenario in sorted({line.scenario for line in played}):
        _print_sum(scenario, [line for line in played if line.scenario == scenario])
    _print_sum("all", played)
    print(f"{'faults':24} {sum(bool(line.fault) for line in played):6}")


def _print_sum(what: str, played: Sequence[GameLine]) -> None:
    whole = sum(line.ended == WHOLE for line in played)
    steps, orders = sum(line.steps for line in played), sum(line.orders for line in played)
    print(f"{what:24} {len(played):6} games {whole:6} whole {steps:10} steps {orders:10} orders")


def scenarios(battle: str) -> tuple[str, ...]:
    """The scenarios of a battle, or the one of that name. Without one all, with a skirmish of each kind after it."""
    keys = [entry.key for entry in shipped()]
    if not battle:
        return tuple(each for key in keys for each in (key, *KEYS))
    return tuple(key for key in (*keys, *KEYS) if battle.lower() in (key, key.partition("/")[0]))


def _write_case(report: TrialReport, folder: Path) -> None:
    path = folder / f"fuzz-{report.case.scenario.replace('/', '-')}-{report.case.seed}.toml"
    assert report.fault is not None
    trial.write(path, report.case, report.fault)
    print(
        printable(f"{path}: {report.fault.text} ({len(report.case.steps)} of {report.steps} steps show it)"), flush=True
    )


def _show_again(path: Path) -> int:
    case = trial.load(path)
    with begin(case):  # what it names is there
        fault = show(case)
    print(printable(fault.text) if fault else f"{printable(str(path))}: every promise was kept")
    return FOUND if fault else 0
