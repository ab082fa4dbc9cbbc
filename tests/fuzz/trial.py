"""One trial: a game drawn from its seed, given as steps, or read from the file of a fault; and shortening it."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import tomli_w

from tests.fuzz import hosted_trial, next_step, promises, questions
from tests.fuzz.hosted_trial import GUEST, HOST, HostedTrial
from tests.fuzz.oracle.battles import UnknownBattle
from tests.fuzz.promises import Broken
from tests.fuzz.skirmish import FOLDER, KEYS, skirmish
from tests.fuzz.steps import STEPS, is_step, perform
from tests.fuzz.table import TrialTable
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.orders import Concede
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import refuse
from westwall_tui.files.library import game_of
from westwall_tui.files.players.options import STRICT
from westwall_tui.files.scenarios.catalog import shared_scenario, shipped
from westwall_tui.files.tables import parse, read

MAX_STEPS = 30_000
"""Steps after which a game counts as endless."""
LAST = ("give done", "give concede", "undo", "redo", "position", "points")
"""Steps after the end of a game."""
AGAIN = ("replay", "replay", "save")
"""The last step is one of these, both of which replay the whole log; a save also reads its files again."""
ALONE = 10
"""Number of local games for each game with a hostile guest, and for each with a hostile host."""
MAX_SHRUNK = 20_000
"""Number of steps to play, at most, to shorten a case."""


@dataclass(frozen=True)
class Case:
    """The beginning of a game, and its steps."""

    scenario: str
    seed: int
    """Seed of the dice."""
    manual: bool = False
    """True if every roll is given as an order."""
    options: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    bad: str = ""
    """The hostile party of a hosted game (`hosted_trial`); empty for a local one."""


@dataclass(frozen=True)
class BrokenPromise:
    """A broken promise, or an error of the program."""

    name: str
    """The kind of fault, which must stay the same while steps are dropped."""
    text: str


WHOLE, CONCEDED, CUT, BROKEN = "whole", "conceded", "cut", "fault"
"""The ends of a drawn game: by the rules, with a concession, after the maximum of steps, or with a broken promise."""


@dataclass(frozen=True)
class TrialReport:
    """The result of a drawn game, with its steps only if they show a fault."""

    case: Case
    ended: str
    steps: int
    orders: int
    """Orders in the log, including dice; 0 if there is a fault."""
    fault: BrokenPromise | None = None


def drawn(scenarios: tuple[str, ...], number: int) -> Case:
    """Return the beginning of the game with this number: the scenarios take turns, and the options are drawn."""
    key = scenarios[number % len(scenarios)]
    draw = Draw(number)
    own = (
        option.name if option.most == 1 else f"{option.name}={1 + draw.below(option.most)}"
        for option in options_of(scenario_of(key, number))
        if not draw.below(2)
    )
    options = (*own, *([] if draw.below(8) else [STRICT]))
    manual, bad = not draw.below(6), draw.pick((*[""] * ALONE, GUEST, HOST))
    if bad:
        manual = not draw.below(2)  # there the dice come from shares of both players and the host
    return Case(key, number, manual, options, bad=bad)


def scenarios(battle: str) -> tuple[str, ...]:
    """Return the scenarios of a battle, or the one with that name. Raises `FileError` if there is none.

    Without a name, return all scenarios, each followed by a skirmish of each kind.
    """
    keys = [entry.key for entry in shipped()]
    if not battle:
        return tuple(each for key in keys for each in (key, *KEYS))
    found = tuple(key for key in (*keys, *KEYS) if battle.lower() in (key, key.partition("/")[0]))
    if not found:
        refuse(f"--battle {battle}", "is neither a battle nor a scenario of westwall list")
    return found


def attack(case: Case, most: int = MAX_STEPS, *, shorten: bool = True) -> TrialReport:
    """Play a game to its end, or for at most `most` steps. Raises `UnknownBattle`.

    Report a fault with the fewest steps found that reproduce it; if `shorten` is false, with all steps.
    """
    done: list[str] = []
    try:
        with begin(case) as attacked:
            ended = _play_steps(attacked, case, most, done)
            orders = len(attacked.game.log)
    except UnknownBattle:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault that was looked for
        fault = _promise_broken_by(error)
        max_shrunk = MAX_SHRUNK if shorten else 0
        steps = shrunk(done, lambda steps: _shows_fault(replace(case, steps=tuple(steps)), fault), max_shrunk)
        return TrialReport(replace(case, steps=tuple(steps)), BROKEN, len(done), 0, fault)
    return TrialReport(case, ended, len(done), orders)


def _play_steps(attacked: "LocalTrial | HostedTrial", case: Case, most: int, done: list[str]) -> str:
    """Draw and take the steps of a game, append each to `done`, and return how the game ended. Raises any fault."""
    draw = Draw(case.seed * 2 + 1)
    temper = next_step.temper(draw)
    while attacked.game.outcome is None and len(done) < most and not attacked.is_stuck:
        done.append(attacked.draw(draw, temper))
        attacked.take(done[-1])
    over = attacked.game.outcome is not None
    promises.must(over or attacked.is_stuck or most < MAX_STEPS, "end", "the game does not end")
    ended = CUT if not over else CONCEDED if attacked.game.log[-1] == str(Concede()) else WHOLE
    for step in attacked.last(draw):
        done.append(step)
        attacked.take(step)
    return ended


def show(case: Case) -> BrokenPromise | None:
    """Play the steps of a case; return the fault that they show, or None."""
    try:
        with begin(case) as attacked:
            for step in case.steps:
                attacked.take(step)
    except Exception as error:  # noqa: BLE001 - as above
        return _promise_broken_by(error)
    return None


class LocalTrial:
    """A game under attack in this process, without terminals."""

    is_stuck = False

    def __init__(self, game: Game) -> None:
        self._table = TrialTable(game)
        promises.check(game)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: there is nothing to clean up."""

    @property
    def game(self) -> Game:
        """The current game; a step may replace it with one read from a save."""
        return self._table.game

    def draw(self, draw: Draw, temper: next_step.Temper) -> str:
        """Return the next step."""
        return next_step.step(self.game, draw, temper)

    def take(self, step: str) -> None:
        """Carry out a step; check the position again only if it has changed."""
        table = self._table
        since = table.now
        perform(table, step)
        if not table.is_at(since):
            promises.check(table.game)
            questions.ask_at_once(table.game, table.record, Draw(since.orders))

    def last(self, draw: Draw) -> tuple[str, ...]:
        """Return the steps after the end of a game."""
        return (*LAST, draw.pick(AGAIN))


def begin(case: Case) -> LocalTrial | HostedTrial:
    """Return the game of a case before its first step. Raises `FileError`."""
    scenario = scenario_of(case.scenario, case.seed)
    game = game_of(scenario, seed=case.seed, manual=case.manual, options=case.options)
    return HostedTrial(game, case.bad, case.seed) if case.bad else LocalTrial(game)


def scenario_of(key: str, number: int) -> Scenario:
    """Return the scenario of a key: a shipped one, or the skirmish with that number. Raises `FileError`."""
    return skirmish(key, number) if key.startswith(FOLDER) else shared_scenario(key)


def _shows_fault(case: Case, fault: BrokenPromise) -> bool:
    found = show(case)
    return found is not None and found.name == fault.name


def _promise_broken_by(error: Exception) -> BrokenPromise:
    if isinstance(error, Broken):
        return BrokenPromise(error.promise, str(error))
    kind, where = type(error).__name__, traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(where.filename).stem}.{where.name}"
    return BrokenPromise(f"{kind} in {place}", f"{kind} in {place}: {error}")


# -- fewer steps, by delta debugging


def shrunk(items: Sequence[str], shows: Callable[[Sequence[str]], bool], most: int) -> Sequence[str]:
    """Return the items without those that `shows` does not need; pass it at most `most` items in all.

    Drop large pieces first, from the end to the beginning, then smaller ones, at last single items until none can go.
    """
    kept, size, looked = list(items), max(len(items) // 2, 1), 0
    while looked < most and kept:
        dropped, end = False, len(kept)
        while end > 0 and looked < most:
            start = max(end - size, 0)
            fewer = kept[:start] + kept[end:]
            looked += len(fewer)
            if shows(fewer):
                kept, dropped = fewer, True
            end = start
        if size == 1 and not dropped:
            break
        size = max(size // 2, 1)
    return kept


# -- the file of a fault


KIND = "fuzz"
LARGEST = 4_000_000
_LARGEST_SEED = (1 << 63) - 1


def write(path: Path, case: Case, fault: BrokenPromise) -> None:
    """Write a case and its fault to a file. Raises `OSError`."""
    data = {
        "format": 1,
        "kind": KIND,
        "fault": fault.text.encode("ascii", "backslashreplace").decode().replace("\n", " ")[:1000],
        "scenario": case.scenario,
        "seed": case.seed,
        "manual": case.manual,
        "options": case.options,
        "bad": case.bad,
        "steps": case.steps,
    }
    path.write_text(tomli_w.dumps(data), encoding="utf-8", newline="\n")


def load(path: Path) -> Case:
    """Return the case of a file. Raises `FileError`."""
    source = read(path, largest=LARGEST)
    top = parse(source, KIND)
    top.text("fault", "", longest=1000)
    case = Case(
        top.text("scenario", longest=1000),
        top.number("seed", high=_LARGEST_SEED),
        top.flag("manual", False),
        tuple(top.texts("options", required=False)),
        tuple(top.texts("steps", longest=10_000)),
        top.choice("bad", ("", GUEST, HOST), ""),
    )
    known, words = (hosted_trial.is_step, hosted_trial.STEPS) if case.bad else (is_step, STEPS)
    for number, step in enumerate(case.steps, 1):
        if not known(step):
            top.fault("steps", f"step {number}, {step!r}, isn't a step: {', '.join(words)}, each with its arguments")
    top.check()
    return case
