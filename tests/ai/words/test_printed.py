"""Hints as players read them: the sentences of printed.txt, from positions of recorded games."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.games import record
from westwall_tui.ai import goals
from westwall_tui.ai.answers.choices import ANSWERS, Knowledge
from westwall_tui.ai.value.view import View, find_options
from westwall_tui.ai.words import advice, moves
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.files.library import new_game

pytestmark = pytest.mark.slow


def examples() -> Iterator[tuple[str, list[str]]]:
    """Yield each heading of printed.txt without its sign, and the sentences below it."""
    text = Path(__file__).with_name("printed.txt").read_text(encoding="utf-8")
    for example in text.split("\n== ")[1:]:
        heading, *sentences = example.strip().splitlines()
        yield heading, sentences


@cache
def position(name: str, orders: int) -> Game:
    """Return a recorded game after so many orders, as the side to decide knows it."""
    header, lines = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = new_game(header.scenario, seed=header.seed).rolled_by_hand()
    game.replay(lines[:orders])
    return game.fork(viewer=game.side)


def reasons_for_move(game: Game, unit: str, to: str, instead: str) -> list[str]:
    """Return the reasons for one hex and not another; `instead` may be `off`, for a unit off the map."""
    view = View(game, goals.of(game, game.side, weights_of(game.scenario.rules)))
    find_options(view)
    index, board = game.scenario.by_id[unit.lower()], game.scenario.board
    away = game.state.location[index] if instead == "off" else board.hex(instead)
    return [str(reason) for reason in moves.of_move(view, index, board.hex(to), away)]


def reasons_for_answer(game: Game, line: str) -> list[str]:
    """Return the reasons for an attack, or for an answer to another prompt, whose second best is the next choice."""
    known = Knowledge(game, game.side, weights_of(game.scenario.rules), 0)
    order = parse(line)
    if game.prompt.kind == "combat":
        return [*advice.of_answer(known, order, None, ())]
    choices = ANSWERS[game.prompt.kind](known)
    (why,) = [choice.why for choice in choices if choice.order == order]
    second = next((each.order for each in choices if advice.differs(order, each.order)), None)
    return [*advice.of_answer(known, order, second, (why,))]


@pytest.mark.parametrize(("heading", "sentences"), [*examples()])
def test_hints_are_printed_in_whole_sentences(heading, sentences):
    name, orders, *what = heading.split()
    game = position(name, int(orders))
    if what[0] == "order":
        assert reasons_for_answer(game, " ".join(what[1:])) == sentences
    else:
        assert reasons_for_move(game, *what) == sentences


def test_a_unit_that_would_head_for_another_goal_names_both():
    game = position("hurtgen-free-busy", 64)
    view = View(game, goals.of(game, game.side, weights_of(game.scenario.rules)))
    find_options(view)
    unit, board = game.scenario.by_id["2/12"], game.scenario.board
    told = [reason.text for reason in moves.of_move(view, unit, board.hex("0717"), board.hex("0515"), least=0.08)]
    assert (
        told[0] == "From 0717 it would head for Schmidt, 14 hexes away; from 0515 it would head for Germeter, 6 away."
    )
