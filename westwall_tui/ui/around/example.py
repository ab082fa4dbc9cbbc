"""An example of play for the screen and in print: at each step the map, and the effects of its orders."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine.events import PhaseBegan, PhaseSkipped
from westwall_tui.history.entries import Entry
from westwall_tui.history.record import History
from westwall_tui.learn.example_list import all_examples, examples_for
from westwall_tui.learn.examples import Example, ExampleStage, ExampleWalk, load_example
from westwall_tui.ui.around.entry import (
    event_rows,
    fight_rows,
    loss_rows,
    trace_of,
    unit_chip,
)
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.pane.text import BoardText, plain
from westwall_tui.ui.map.signs import ASCII, NAMED, SIGNS
from westwall_tui.words.rows import Row, Span, row, text_rows, width_of
from westwall_tui.words.rulebook import STANDARD, book_name, example_of, search
from westwall_tui.words.telling import in_combat

PHASES = PhaseBegan | PhaseSkipped
"""Events that the phase bar already shows."""
PATH = SIGNS["path"].role
WIDTH = 78
"""Columns of the printed text."""
UNITS, HEX = 30, 4
"""Columns of the list of units beside a printed board, and of the number of a hex."""


class StepLayers(NamedTuple):
    """The marks over the position at a step of an example."""

    marks: Mapping[int, tuple[str, str]]
    """The routes of its orders, and the hexes that its words name."""
    lost: Mapping[int, tuple[str, str]]
    """The hexes where units were lost."""
    route: Sequence[int]
    """The route of the unit that moved last."""


class StageView:
    """A step of an example, ready to be shown."""

    def __init__(self, stage: ExampleStage) -> None:
        self.stage = stage
        self.entries: Sequence[Entry] = [entry for turn in History(stage.game).all_turns for entry in turn.entries][
            stage.kept :
        ]
        """The entries of the orders in this step."""

    def layers(self) -> StepLayers:
        """Return the marks over the position."""
        game = self.stage.game
        marks: dict[int, tuple[str, str]] = {}
        lost: dict[int, tuple[str, str]] = {}
        route: Sequence[int] = ()
        for entry in self.entries:
            trace = trace_of(game, entry)
            route = trace.route or route
            marks |= {h: mark for h, mark in trace.marks.items() if mark[1] == PATH}
            lost |= trace.lost
        occupied = game.state.occupants()
        marks = {h: mark for h, mark in marks.items() if h not in occupied}
        return StepLayers(marks | dict.fromkeys(self.stage.hexes, (NAMED, PATH)), lost, route)

    def rows(self, width: int) -> list[Row]:
        """Return the effects of the orders, with the dice, and the reason if the last one was refused."""
        game, refusal = self.stage.game, self.stage.refusal
        rows: list[Row] = []
        last_roll = max((at for at, entry in enumerate(self.entries) if entry.rolls), default=-1)
        for at, entry in enumerate(self.entries):
            events = [event for event in entry.events if not isinstance(event, PHASES)]
            shown = [event for event in events if not in_combat(event)]
            if entry.rolls and entry.fight is not None:
                rows += fight_rows(game, entry.fight, width)
            elif at > last_roll:
                shown = events
            rows += [*event_rows(shown, width), *loss_rows(game, entry.losses, width)]
        if refusal is not None:
            rows.append(row(f"Refused, {refusal.case}:", "danger"))
            rows += text_rows(refusal.reason, width, indent=" ")
        return rows

    def unit_rows(self, width: int) -> list[Row]:
        """Return the units on the map with kind, name, Strengths and hex, beginning with those that the words name."""
        game = self.stage.game
        on_map = [unit for unit, h in enumerate(game.state.location) if h >= 0]
        named = [unit for unit in self.stage.units if unit in on_map]
        rows: list[Row] = []
        for unit in (*named, *(unit for unit in on_map if unit not in named)):
            counter = game.state.units[unit]
            chip, number = unit_chip(game, unit), game.state.number(game.state.location[unit])
            room = width - width_of((chip,)) - HEX - 1
            text = f" {counter.id:<6} {counter.strength}"
            if len(text) > room:  # artillery has long strengths
                text = f" {counter.id} {counter.strength}"
            rows.append((chip, Span(f"{text:<{room}}", "bold" if unit in named else ""), Span(f" {number}")))
        return rows


# -- printed


def as_text(example: Example) -> str:
    """Return an example as plain text: at each step the board, the words and the events."""
    walk = ExampleWalk(example)
    head = f"{', '.join(example.sections)} {example.title}".strip()
    lines = [head, "=" * len(head)]
    for number in range(1, len(walk) + 1):
        stage = walk.stage(number)
        lines += ["", *board_lines(stage), ""]
        lines += wrap(f"{number}. {stage.step.say}", WIDTH, subsequent_indent="   ")
        lines += [f"   {text_of(line)}".rstrip() for line in StageView(stage).rows(WIDTH - 3)]
    return "".join(f"{line}\n" for line in lines)


def text_of(line: Row) -> str:
    """Return a row without styles."""
    return "".join(span.text for span in line)


def board_lines(stage: ExampleStage) -> list[str]:
    """Return the board at a step, with the numbers of columns and rows, and the units beside it."""
    view, game = StageView(stage), stage.game
    layers, tokens = view.layers(), Counters().of(game)
    hexes = sorted({*tokens, *layers.marks, *layers.lost})
    shown = {h: Contents(tokens.get(h), layers.marks.get(h), layers.lost.get(h)) for h in hexes}
    (strip,) = BoardText(game.scenario.board, "middle", ASCII, shown).strips(0)
    drawn = [plain(line) for line in strip]
    across = max(map(len, drawn)) + 2
    units = ["", *map(text_of, view.unit_rows(min(UNITS, WIDTH - across)))]
    return [f"{line:<{across}}{about}".rstrip() for line, about in zip_longest(drawn, units, fillvalue="")]


def printed_examples(typed: str, battle: str = STANDARD) -> str:
    """Return the examples of a section or case, or of the first rule with a word; without text, return their list."""
    if not typed:
        return "".join(f"{line}\n" for line in _lines_of_list())
    found = examples_for(typed, "" if battle == STANDARD else battle)
    if not found:
        rules = sorted(search(typed, battle).found, key=lambda one: typed.casefold() not in one.title.casefold())
        examples = (example_of(one.book, one.paragraph.case) for one in rules)
        found = [each for each in examples if each is not None][:1]
    if not found:
        return f"There is no example for {typed!r}; westwall rules --example lists all examples\n"
    return "\n".join(as_text(load_example(each.folder)) for each in found)


def _lines_of_list() -> Iterator[str]:
    book = ""
    for each in all_examples():
        if each.book != book:
            book = each.book
            yield book_name(book)
        yield f"  {', '.join(each.sections):<11}{each.title}"
