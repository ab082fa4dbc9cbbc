"""Replay: steps through the orders of a game, and its positions."""

import pytest

from tests.history.test_record import history_of
from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.history.record import History, Replay


@pytest.fixture(scope="module")
def history() -> History:
    return history_of("spearhead-greedy.orders")


def played(history: History, orders: int) -> Game:
    """Return the game after so many orders, replayed from its start."""
    game = history.end.root()
    game.seed = None
    game.replay(history.log[:orders])
    return game


@pytest.mark.slow
def test_it_opens_at_the_end_or_after_so_many_orders(history):
    assert Replay(history).game.outcome is not None
    assert Replay(history, 0).entry is None
    assert Replay(history, 30).game.log == list(history.log[:30])


@pytest.mark.slow
def test_each_step_forward_and_back_shows_the_position_of_the_game(history):
    replay = Replay(history, 60)
    for step in (1, 1, -1, 1, 1, -1, -1, -1):
        assert replay.step(step)
        assert replay.game.digest() == played(history, replay.at).digest()
        assert replay.entry is not None
        assert replay.entry.order == history.log[replay.at - 1]


def test_15_17_during_set_up_the_points_are_those_of_the_start(history):
    """Neither side holds Bastogne yet, but the U.S. begin with its points, as the bar shows."""
    replay, began = Replay(history, 0), history.turns[0]
    assert queries.totals(replay.game) != began.points_before
    assert replay.points == began.points_before
    replay.go(began.end)
    assert replay.points == began.points


def test_15_17_the_points_of_a_set_up_are_shown_before_the_first_move(history):
    """A game by mail, whose first letter is the set-up, can be watched before the first move."""
    set_up = History(played(history, history.turns[0].first))
    assert not set_up.turns
    assert Replay(set_up, 0).points == queries.totals(set_up.end) == history.turns[0].points_before


def test_it_stops_at_both_ends(history):
    replay = Replay(history, 0)
    assert not replay.step(-1)
    assert not replay.step_turn(-1)
    assert not replay.step_fight(-1)
    replay.go(replay.length)
    assert not replay.step(1)
    assert not replay.step_turn(1)
    assert not replay.step_fight(1)


@pytest.mark.slow
def test_combats_are_stops_right_after_the_roll(history):
    replay, seen = Replay(history, 0), []
    while replay.step_fight(1):
        assert replay.entry is not None
        assert replay.entry.rolls
        assert any(isinstance(event, ev.Rolled) for event in replay.entry.events)
        seen.append(replay.at)
    assert seen == [fight.order + 1 for fight in history.fights]
    back = [seen[-1]]
    while replay.step_fight(-1):
        back.append(replay.at)
    assert back == seen[::-1]


def test_turns_are_stops_at_their_start(history):
    replay = Replay(history, 0)
    stops = [turn.first for turn in history.all_turns if turn.first]
    for first in stops:
        assert replay.step_turn(1)
        assert replay.at == first
    assert replay.step_turn(1)
    assert replay.at == replay.length
    assert replay.step_turn(-1)
    assert replay.at == stops[-1]


def test_the_entry_of_a_retreat_belongs_to_its_combat(history):
    at = next(n for n, line in enumerate(history.log) if line.startswith("retreat"))
    entry = Replay(history, at + 1).entry
    assert entry is not None
    assert entry.fight is not None
    assert not entry.rolls
    assert any(isinstance(event, ev.Retreated | ev.Eliminated) for event in entry.events)
