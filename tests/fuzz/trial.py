"""One game of the attack: drawn from its seed, given as steps, or read from the file of a fault; made short."""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import tomli_w

from tests.fuzz import company, next_step, promises, questions
from tests.fuzz.company import GUEST, HOST, Company
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
"""A game that is not over by then will never be."""
LAST = ("give done", "give concede", "undo", "redo", "position", "points")
"""Steps after the end of a game."""
AGAIN = ("replay", "replay", "save")
"""The last step is one of these: both carry out the whole log, and a save reads board and scenario from files again."""
ALONE = 10
"""Games without terminals for each one with a hostile guest, and for each one with a hostile host."""
MOST_SHRUNK = 20_000
"""The most steps played in search of fewer that show the fault."""


@dataclass(frozen=True)
class Case:
    """A game as it begins, and its steps."""

    scenario: str
    seed: int
    """Of the die."""
    manual: bool = False
    """True if every roll is given as an order."""
    options: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    bad: str = ""
    """Who means harm in a game at a table (`company`); empty for one without terminals."""


@dataclass(frozen=True)
class BrokenPromise:
    """A promise broken, or an error of the program."""

    name: str
    """What kind of fault it is: while steps are dropped it has to stay this one."""
    text: str


WHOLE, CONCEDED, CUT, BROKEN = "whole", "conceded", "cut", "fault"
"""How a drawn game may end: as the rules say, by a player who gives up, after so many steps as were asked for, or with
a promise broken.
"""


@dataclass(frozen=True)
class TrialReport:
    """What became of a drawn game: its steps are kept only if they show a fault."""

    case: Case
    ended: str
    steps: int
    orders: int
    """Those in its log, dice included; 0 where there is a fault."""
    fault: BrokenPromise | None = None


def drawn(scenarios: tuple[str, ...], number: int) -> Case:
    """The game of a number, as it begins: the scenarios take turns, the options are drawn."""
    key = scenarios[number % len(scenarios)]
    draw = Draw(number)
    names = (*(option.name for option in options_of(scenario_of(key, number))), STRICT)
    options = tuple(name for name in names if not draw.below(8 if name == STRICT else 2))
    manual, bad = not draw.below(6), draw.pick((*[""] * ALONE, GUEST, HOST))
    if bad:
        manual = not draw.below(2)  # there the dice are made of everybody's shares
    return Case(key, number, manual, options, bad=bad)


def scenarios(battle: str) -> tuple[str, ...]:
    """Return the scenarios of a battle, or the one of that name. Raises `FileError` if there is none.

    Without a name: all, with a skirmish of each kind after each.
    """
    keys = [entry.key for entry in shipped()]
    if not battle:
        return tuple(each for key in keys for each in (key, *KEYS))
    found = tuple(key for key in (*keys, *KEYS) if battle.lower() in (key, key.partition("/")[0]))
    if not found:
        refuse(f"--battle {battle}", "is neither a battle nor a scenario of westwall list")
    return found


def attack(case: Case, most: int = MAX_STEPS, *, shorten: bool = True) -> TrialReport:
    """Play a game to its end, or for at most `most` steps. A fault comes with the fewest steps found that show it.

    `shorten` false: with all that were played. Raises `UnknownBattle`.
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
        most_shrunk = MOST_SHRUNK if shorten else 0
        steps = shrunk(done, lambda steps: _shows_fault(replace(case, steps=tuple(steps)), fault), most_shrunk)
        return TrialReport(replace(case, steps=tuple(steps)), BROKEN, len(done), 0, fault)
    return TrialReport(case, ended, len(done), orders)


def _play_steps(attacked: "Alone | Company", case: Case, most: int, done: list[str]) -> str:
    """Draw and take the steps of a game, each added to those done; how it ended. Raises whatever shows a fault."""
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
    """Play the steps of a case; the fault that they show, if any."""
    try:
        with begin(case) as attacked:
            for step in case.steps:
                attacked.take(step)
    except Exception as error:  # noqa: BLE001 - as above
        return _promise_broken_by(error)
    return None


class Alone:
    """A game in this program, without terminals."""

    is_stuck = False

    def __init__(self, game: Game) -> None:
        self._table = TrialTable(game)
        promises.check(game)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing: it leaves nothing behind."""

    @property
    def game(self) -> Game:
        """The game, which may be read again from a save."""
        return self._table.game

    def draw(self, draw: Draw, temper: next_step.Temper) -> str:
        """The next step."""
        return next_step.step(self.game, draw, temper)

    def take(self, step: str) -> None:
        """Carry out a step; what holds in a position is looked at again only where it is another one."""
        table = self._table
        since = table.now
        perform(table, step)
        if not table.is_at(since):
            promises.check(table.game)
            questions.ask_at_once(table.game, table.record, Draw(since.orders))

    def last(self, draw: Draw) -> tuple[str, ...]:
        """Steps after the end of a game."""
        return (*LAST, draw.pick(AGAIN))


def begin(case: Case) -> Alone | Company:
    """The game of a case before its first step. Raises `FileError`."""
    scenario = scenario_of(case.scenario, case.seed)
    game = game_of(scenario, seed=case.seed, manual=case.manual, options=case.options)
    return Company(game, case.bad, case.seed) if case.bad else Alone(game)


def scenario_of(key: str, number: int) -> Scenario:
    """The scenario of a key: one that comes with the game, or a skirmish of that number. Raises `FileError`."""
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
    """The items without those that it does not take; has `shows` look at so many items at most.

    Drops large pieces first, from the end towards the beginning, then ever smaller ones; single ones until none can go.
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
    """Write a case, and what it shows, to a file. Raises `OSError`."""
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
    """The case of a file. Raises `FileError`."""
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
    known, words = (company.is_step, company.STEPS) if case.bad else (is_step, STEPS)
    for number, step in enumerate(case.steps, 1):
        if not known(step):
            top.fault("steps", f"step {number}, {step!r}, is none: {', '.join(words)}, and what each is about")
    top.check()
    return case
