"""The filter of the log finds lines by unit, hex, place, kind of event, and any other word."""

import pytest

from tests.drawn import drawn, play
from tests.every import every
from westwall_tui.engine.game import Game
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.words.events import LogLine, log_so_far
from westwall_tui.words.log_filter import filtered


@pytest.fixture(scope="module")
def fought():
    """Return a game in which A and B surrounded X in a corner, and the lines of its log."""
    game = drawn(blue=["A 9-9-7 0102", "B 9-9-7 0202", "C 4-4-7 0505"], red=["X 1-1-7 0101", "Y 1-1-7 0909"])
    play(game, "move C 0504", "move B 0201", "done", "attack A B > X", "roll 2")
    return game, log_so_far(LocalSession.of_save(Save(game)))


@every(
    ("words", "found"),
    [
        ("c", ["C moved"]), ("0504", ["C moved"]), ("moves", ["C moved", "B moved"]), ("b moves", ["B moved"]),
        ("x", ["A and B attacked"]), ("losses", ["A and B attacked"]), ("loss 0101", ["A and B attacked"]),
        ("die", ["A and B attacked"]), ("0102 losses", []), ("moved from 0202", ["B moved"]), ("bridges", []),
    ],
)  # fmt: skip
def test_all_words_of_a_filter_apply(fought, words, found):
    game, lines = fought
    told = [line.text for line in filtered(lines, game, words) if not line.heading]
    assert len(told) == len(found)
    assert all(text.startswith(begin) for text, begin in zip(told, found, strict=True))


def test_what_is_found_is_below_its_turn_and_phase(fought):
    game, lines = fought
    assert [line.text for line in filtered(lines, game, "losses")][:-1] == ["Game-Turn 1", "Blue Combat Phase"]
    headings = [line.text for line in filtered(lines, game, "b") if line.heading]
    assert headings == ["Game-Turn 1", "Blue Movement Phase", "Blue Combat Phase"]
    assert filtered(lines, game, " ") == lines
    assert filtered(lines, game, "nowhere") == []


def test_a_place_stands_for_its_hexes():
    game = Game(load_scenario("arnhem/historical"))
    at, other = (LogLine("It moved", about=("Moved", number)) for number in (number_of(game, "Den Bosch"), "0101"))
    for words in ("bosch", "den-bosch", "Den Bosch", "den moves"):
        assert filtered([at, other], game, words) == [at], words


def number_of(game: Game, name: str) -> str:
    """Return the number of a hex of a place."""
    board = game.scenario.board
    return next(board.number(place.hexes[0]) for place in board.places if place.name == name)


def test_the_orders_of_a_game_without_events_are_found_by_their_words():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"])
    lines = [LogLine("move A 0505 0504"), LogLine("move X 0908")]
    assert filtered(lines, game, "a") == lines[:1]
    assert filtered(lines, game, "0908") == lines[1:]
