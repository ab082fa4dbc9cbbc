"""Resumed games with the coach on, from each kind of decision to the end of the turn.

The orders are replayed after the first paint, so the log is empty at first. These tests run in `make check`, because
they guard every player's first game.
"""

from io import StringIO
from unittest.mock import Mock

import pytest
from rich.console import Console

from tests.drawn import scenario
from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Done, parse
from westwall_tui.files.players.seats import SEATS
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.review import review
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.play.game import GameInPlay

PERSON, LEVEL_1 = SEATS[:2]
SETTINGS = Settings(handover="never", coach=True, computer_speed="once")


def in_play(session, settings=SETTINGS):
    """Return a game in play without a terminal, in which the computer never answers."""
    preferences = Preferences(settings, Console(file=StringIO()))
    play = GameInPlay(session, preferences, preferences.keymap, lambda question: None, lambda seconds, then: None)
    play.begin()
    return play


def resumed(session):
    """Return the same game as another program reads it from its snapshot."""
    assert session.save()
    again = LocalSession.resume(session.path, at_once=True)
    assert not again.is_verified
    return again


def play_turn_out(play, draw):
    """Give orders for both sides until the Player-Turn is over, one at a time as keys do."""
    turn = play.game.state.turn, play.game.state.side
    for _ in range(400):
        game = play.game
        if game.outcome is not None or (game.state.turn, game.state.side) != turn:
            return
        order = Done() if game.explain(Done()) is None else game.random_order(draw)
        play.apply(order if not isinstance(order, str) else parse(order))
        play.dialog = None
    raise AssertionError("the turn does not end")


def coached(play):
    return [line.text for line in play.log.lines if line.text.startswith("Coach. ")]


def turns_of(key, seed=1):
    """Yield a session of a random game for each kind of decision of each side, when it first comes after an order."""
    session = LocalSession.new(load_scenario(key), seed=seed, seats=(PERSON, PERSON))
    draw, seen = Draw(seed), set()
    while session.game.outcome is None:
        game = session.game
        kind = game.prompt.kind, game.side
        if kind not in seen and game.log:
            seen.add(kind)
            session.sit(game.side, PERSON)
            session.sit(1 - game.side, LEVEL_1)
            yield game.prompt.kind, resumed(session)
        game.play_random(draw)


FIRST = "bastogne/spearhead"
"""The default first game."""
SOME = ("arnhem/free", "remagen/historical")
OTHERS = sample([each.key for each in shipped() if each.key != FIRST], SOME)


@pytest.mark.parametrize("key", [FIRST, *(pytest.param(key, marks=pytest.mark.slow) for key in OTHERS)])
def test_a_resumed_game_continues_from_any_decision_to_the_end_of_the_turn(key, monkeypatch):
    kinds = set()
    looks_back = Mock(wraps=review)
    monkeypatch.setattr("westwall_tui.history.review.review", looks_back)
    for kind, session in turns_of(key):
        play = in_play(session)
        play_turn_out(play, Draw(1))
        kinds.add(kind)
    assert "movement" in kinds
    assert looks_back.called


def corner():
    """Return a scenario in which X, in the corner, cannot retreat from A and B, who attack."""
    blue = ["A 9-9-7 0102", "B 9-9-7 0201", "C 1-1-7 0909"]
    return scenario(blue=blue, red=["X 4-4-7 0101", "Y 1-1-7 0809"])


def test_the_coach_reviews_the_whole_turn_of_a_resumed_game():
    session = LocalSession.new(corner(), seed=1, seats=(PERSON, LEVEL_1))
    for line in ("done", "attack A B > X"):
        session.apply(line)
    while session.game.prompt.kind == "advance":
        session.apply("stand")
    whole = session._save
    shown = Save(whole.game.copy(), whole.seats, replayed=lambda: whole)
    shown.game.log.clear()
    play = in_play(LocalSession(shown, session.path))
    play_turn_out(play, Draw(1))
    (said,) = coached(play)
    assert said.startswith("Coach. Best: A and B attacked X at +14; every roll eliminates a unit.")
