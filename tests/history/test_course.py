"""Turning points of a game."""

import pytest

from tests.history.test_record import history_of
from westwall_tui.engine import queries
from westwall_tui.history.course import (
    MOST_SWINGS,
    TO_TAKE_BACK,
    by_game_turn,
    lasting_changes,
    lead_changes,
    places_over_time,
    strength_lost,
    swing_of,
    swings,
)
from westwall_tui.history.gains import changes


@pytest.fixture(scope="module", params=["spearhead-greedy", "arnhem-historical-busy", "hurtgen-free-greedy"])
def history(request):
    return history_of(f"{request.param}.orders")


@pytest.mark.slow
def test_the_balance_moves_by_the_swings(history):
    start, end = history.balance(history.turns[0].points_before), history.balance(history.turns[-1].points)
    assert start + sum(swing_of(history, turn) for turn in history.turns) == end


@pytest.mark.slow
def test_the_last_change_of_the_lead_is_among_the_turning_points(history):
    found = swings(history)
    assert len(found) <= MOST_SWINGS
    assert [swing.number for swing in found] == list(range(1, len(found) + 1))
    crossed = lead_changes(history)
    if crossed:
        assert any(swing.turn is crossed[-1] for swing in found)


def test_gains_lost_within_two_game_turns_are_not_turning_points(history):
    """A place counts only if its holder keeps it; points that cannot be lost always count."""
    for turn in history.turns:
        after = history.turns[history.turns.index(turn) :][:TO_TAKE_BACK]
        for _, line, _by in lasting_changes(history, turn):
            place = turn.ended.places.get(line.place)
            if place is not None and not (place.per or place.area):
                assert {each.ended.places[line.place].side for each in after} == {place.side}
        if any(not line.at_end for _, line, _ in changes(turn.began.account, turn.ended.account)):
            assert lasting_changes(history, turn)


def test_the_side_ahead_on_the_scale_would_win(history):
    """17.4, 15.4: the weights of the points decide, not their difference."""
    outcome = queries.outcome_now(history.end)
    balance = history.balance(history.turns[-1].points)
    if outcome.winner == 0:
        assert balance >= 0
    elif outcome.winner == 1:
        assert balance <= 0


def test_strength_lost_adds_up(history):
    lost = strength_lost(history)
    assert [*lost] == [*by_game_turn(history)]
    units = history.scenario.units
    assert sum(map(sum, lost.values())) == sum(
        max(units[loss.unit].strength.attack, units[loss.unit].strength.defense, units[loss.unit].strength.barrage)
        for loss in history.losses
    )


def test_places_have_an_owner_at_each_end(history):
    for owners in places_over_time(history).values():
        assert len(owners) == len(history.turns)
        assert {*owners} <= {-1, 0, 1}


@pytest.mark.slow
def test_16_5_remagen_is_won_by_thirty():
    history = history_of("remagen-historical-busy.orders")
    assert history.balance((30, 0)) == 0
    assert history.balance((29, 0)) < 0
