"""Examples of play: small boards on which a section of the rules is played step by step (docs/lessons.md).

An example is a folder with a board, a scenario, and the steps in `example.toml`. `ExampleWalk` carries out the orders
and dice of the steps, and keeps the board after each step.
"""

from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.tables import TomlTable, parse, read
from westwall_tui.learn.example_list import EXAMPLE, sections_of
from westwall_tui.learn.lessons.conditions import Condition
from westwall_tui.learn.lessons.facts import Situation
from westwall_tui.learn.lessons.script import (
    MarkedPlace,
    hexes_of,
    named_in,
    places_named,
    read_conditions,
    read_lines,
    read_scenario,
    read_shown,
    read_text,
)


class ExampleStep(NamedTuple):
    """A step of an example: a sentence or two, and the orders that the text describes."""

    say: str
    orders: tuple[str, ...]
    """Orders and dice of both sides.

    `undo` undoes the last order; `maybe ORDER` is given only if the order is legal.
    """
    refused: str
    """The case that refuses the last order; empty if the order is legal."""
    after: int
    """The number of the step after which this step takes place, usually the one before; 0 for the beginning."""
    shown: tuple[MarkedPlace, ...]
    """Places marked on the map in addition to those in the text."""
    true: tuple[Condition, ...]
    """Facts that are true before the orders."""
    done: tuple[Condition, ...]
    """Facts that are true after the orders."""


class Example(NamedTuple):
    """An example of play."""

    folder: Path
    title: str
    scenario: Scenario
    steps: tuple[ExampleStep, ...]

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections of the rules that the example shows."""
        return sections_of(self.folder)


# -- reading one


def load_example(folder: Path) -> Example:
    """Load the example in a folder. Raises `FileError`."""
    source = read(folder / EXAMPLE)
    top = parse(source, "example")
    title = top.text("title")
    scenario = read_scenario(top, folder, "scenario")
    steps = (
        []
        if scenario is None
        else [_read_step(table, scenario, at) for at, table in enumerate(top.tables("steps", "-"))]
    )
    if scenario is not None and not steps:
        top.fault("steps", "is missing; it must be tables: [[steps]]")
    top.check()
    assert scenario is not None
    return Example(folder.resolve(), title, scenario, tuple(steps))


def _read_step(table: TomlTable, scenario: Scenario, before: int) -> ExampleStep:
    """Read a step; `before` is the number of steps that come before it."""
    orders = read_lines(table, "orders", required=False)
    places, keys, signs = read_shown(table, scenario, required=False)
    if keys or signs:
        table.fault("show", "may name units and hexes only")
    step = ExampleStep(
        say=read_text(table, "say"),
        orders=tuple(orders),
        refused=table.text("refused", ""),
        after=table.number("after", before, high=before),
        shown=places,
        true=read_conditions(table, "true", scenario, required=False),
        done=read_conditions(table, "done", scenario, required=False),
    )
    if step.refused and not orders:
        table.fault("refused", "needs orders, the last of which is refused")
    table.finish()
    return step


# -- walking through one


class ExampleStage(NamedTuple):
    """The board after the orders of a step."""

    number: int
    """The number of the step, from 1."""
    step: ExampleStep
    game: Game
    kept: int
    """The length of the log before the step."""
    began: Situation
    """The situation before the orders."""
    now: Situation

    @property
    def refusal(self) -> IllegalOrder | None:
        """The refusal of the step's last order."""
        return self.now.refusal

    @property
    def units(self) -> tuple[int, ...]:
        """The units in the text, on the map or not."""
        named = [unit for _, unit, _ in named_in(self.step.say, self.game.scenario)]
        return tuple(dict.fromkeys(unit for unit in (*named, *(p.unit for p in self.step.shown)) if unit >= 0))

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes to mark: those in the text, and the present hexes of the units in the text."""
        at = self.game.state.location
        return hexes_of((*places_named(self.step.say, self.game.scenario), *self.step.shown), at)


class Unplayable(ValueError):
    """Raised if a step cannot be played as it is written."""

    def __init__(self, number: int, key: str, reason: str) -> None:
        super().__init__(f"step {number}: {reason}")
        self.number, self.key, self.reason = number, key, reason


class ExampleWalk:
    """A walk through an example, step by step."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self._stages: list[ExampleStage] = []

    def __len__(self) -> int:
        return len(self.example.steps)

    def stage(self, number: int) -> ExampleStage:
        """Return the board after a step, counted from 1. Raise `Unplayable` if a step cannot be played."""
        while len(self._stages) < number:
            self._stages.append(self._next_stage())
        return self._stages[number - 1]

    def _next_stage(self) -> ExampleStage:
        number = len(self._stages) + 1
        step = self.example.steps[number - 1]
        game = self._stages[step.after - 1].game.copy(undo=True) if step.after else self._begin_game()
        began, now = Situation(game.copy(), game.side), Situation(game, game.side)
        refusal: IllegalOrder | None = None
        for at, line in enumerate(step.orders, 1):
            try:
                self._give_order(game, line, now)
            except OrderSyntaxError as error:
                raise Unplayable(number, "orders", f"{line!r}: {error}") from error
            except IllegalOrder as error:
                refusal = error
                if at < len(step.orders) or not step.refused:
                    raise Unplayable(number, "orders", f"{line!r} is refused: {error.reason} ({error.case})") from error
        if step.refused and (refusal is None or refusal.case != step.refused):
            problem = "is not refused" if refusal is None else f"is refused by {refusal.case}, not by {step.refused}"
            raise Unplayable(number, "refused", f"{step.orders[-1]!r} {problem}")
        now.refusal, now.learner = refusal, game.side
        same = takewhile(lambda pair: pair[0] == pair[1], zip(began.game.log, game.log, strict=False))
        kept = len(list(same))
        return ExampleStage(number, step, game, kept, began, now)

    def _begin_game(self) -> Game:
        return Game(self.example.scenario, seed=None)

    @staticmethod
    def _give_order(game: Game, line: str, now: Situation) -> None:
        if line == "undo":
            game.undo()
            return
        order = line.removeprefix("maybe ")
        if order == line or game.explain(order) is None:
            now.happened += game.apply(order)
