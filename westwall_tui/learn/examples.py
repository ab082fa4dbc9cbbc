"""Examples of play: for a section of the rules a small board, and a few steps played on it (docs/lessons.md).

A folder with a board, a scenario and `example.toml`, the steps. Nobody plays: `ExampleWalk` carries out what the
steps say, dice too, and has the board as it stands at each.
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
    """What happens next, in a sentence or two."""

    say: str
    orders: tuple[str, ...]
    """Orders and dice of both sides; `undo` takes the last one back, `maybe ORDER` is given where it is legal."""
    refused: str
    """The case under which the last one is refused; empty if none is."""
    after: int
    """After which step it takes place, 0 for the beginning; usually the one before."""
    shown: tuple[MarkedPlace, ...]
    """Marked on the map, besides what the words name."""
    true: tuple[Condition, ...]
    """What holds before its orders."""
    done: tuple[Condition, ...]
    """What holds after them."""


class Example(NamedTuple):
    """An example of play."""

    folder: Path
    title: str
    scenario: Scenario
    steps: tuple[ExampleStep, ...]

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that it is for."""
        return sections_of(self.folder)


# -- reading one


def load_example(folder: Path) -> Example:
    """The example in a folder. Raises `FileError`."""
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
    """A step; there are `before` steps before it."""
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
        table.fault("refused", "belongs to the last of some orders, and there are none")
    table.finish()
    return step


# -- walking through one


class ExampleStage(NamedTuple):
    """The board at a step, once its orders are carried out."""

    number: int
    """From 1."""
    step: ExampleStep
    game: Game
    kept: int
    """How many orders of the log were there before, and still are."""
    began: Situation
    """How things stood before them."""
    now: Situation

    @property
    def refusal(self) -> IllegalOrder | None:
        """Why the last order was refused."""
        return self.now.refusal

    @property
    def units(self) -> tuple[int, ...]:
        """The units that the words name, wherever they are."""
        named = [unit for _, unit, _ in named_in(self.step.say, self.game.scenario)]
        return tuple(dict.fromkeys(unit for unit in (*named, *(p.unit for p in self.step.shown)) if unit >= 0))

    @property
    def hexes(self) -> tuple[int, ...]:
        """What is marked: the hexes that the words name, and those of the units, as they stand now."""
        at = self.game.state.location
        return hexes_of((*places_named(self.step.say, self.game.scenario), *self.step.shown), at)


class Unplayable(ValueError):
    """A step cannot be played as it is written."""

    def __init__(self, number: int, key: str, reason: str) -> None:
        super().__init__(f"step {number}: {reason}")
        self.number, self.key, self.reason = number, key, reason


class ExampleWalk:
    """An example, walked through step by step."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self._stages: list[ExampleStage] = []

    def __len__(self) -> int:
        return len(self.example.steps)

    def stage(self, number: int) -> ExampleStage:
        """The board at a step, from 1. Raises `Unplayable`."""
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
            told = "is not refused" if refusal is None else f"is refused by {refusal.case}, not by {step.refused}"
            raise Unplayable(number, "refused", f"{step.orders[-1]!r} {told}")
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
