"""The gains of orders and Player-Turns: every point has its cause."""

import re
from itertools import pairwise

import pytest

from tests.drawn import play
from tests.engine.battles.drawn_arnhem import field, market, resolve
from tests.history.test_record import history_of
from tests.long import sample
from westwall_tui.engine import events as ev
from westwall_tui.history.entries import entries_since
from westwall_tui.history.gains import gains_of, roads, turn_news
from westwall_tui.history.words import Words

GAMES = ("spearhead-greedy", "campaign-busy", "arnhem-historical-busy", "hurtgen-historical-holding")


def reasons(game, before):
    """Return all reasons in the entries of the orders after a position."""
    return [reason for entry in entries_since(before, game.log) for reason in entry.reasons if reason]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*sample(GAMES, GAMES[::2]), "remagen-historical-busy"])
def test_all_points_of_a_player_turn_have_a_cause(name):
    """Points have an event of their own, or are in the gains or the news of the turn, and never twice."""
    history = history_of(f"{name}.orders")
    words = Words(history.scenario)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, words.adjectives))}) ([+-]\d+)\b")
    found = 0
    for turn in history.turns:
        sums = dict.fromkeys(words.sides, 0)
        for entry in turn.entries:
            for text in (gains_of(entry, words), *(news.text for news in turn_news(entry, words))):
                for side, by in pattern.findall(text):
                    sums[words.sides[words.adjectives.index(side)]] += int(by)
                    found += 1
        for event in turn.all(ev.Scored):
            sums[event.side] += event.points
        changes = [now - before for now, before in zip(turn.points, turn.points_before, strict=True)]
        assert [*sums.values()] == changes, (turn.turn, turn.side)
    assert found


def test_11_1_a_retreat_that_a_city_shortens_says_so():
    game = market(field("0505#"), allied=["A 4-4-7 0504"], german=["X 2-2-7 0505"], phase="combat")
    resolve(game, "attack A > X", "D2")
    before = game.copy()
    play(game, "retreat X 0505")
    assert reasons(game, before) == ["11.1: the city at 0505 shortens its retreat by two hexes"]


def test_8_15_a_roll_without_effect_says_so():
    """A gun alone has no effect with D1; with D2 the defender must retreat, and the roll waits for that."""
    for result, told in (("D1", ["no effect"]), ("D2", [])):
        game = market(allied=["Gun 3-2-9/1-7 0509"], german=["X 2-2-7 0505"], phase="combat")
        before = game.copy()
        resolve(game, "attack > X + Gun", result)
        assert reasons(game, before) == told


def test_a_retreat_of_full_length_has_no_reason():
    game = market(allied=["A 4-4-7 0504"], german=["X 2-2-7 0505"], phase="combat")
    resolve(game, "attack A > X", "D2")
    before = game.copy()
    play(game, "retreat X 0506 0507")
    assert reasons(game, before) == []


@pytest.mark.slow
def test_7_74_every_loss_has_its_cause():
    history = history_of("hurtgen-historical-holding.orders")
    entries = [entry for turn in history.turns for entry in turn.entries]
    lost = [
        (event, reason)
        for entry in entries
        for event, reason in zip(entry.events, entry.reasons, strict=True)
        if isinstance(event, ev.Eliminated)
    ]
    assert len(lost) == len(history.losses)
    assert all(reason for _, reason in lost)
    on_the_way = [reason for event, reason in lost if len(event.path) > 1]
    assert on_the_way
    assert all(reason.startswith("could not complete ") and ": " in reason for reason in on_the_way)


@pytest.mark.slow
def test_17_31_a_cut_road_is_reported_once_with_hex_and_enemy():
    history = history_of("arnhem-historical-busy.orders")
    words = Words(history.scenario)
    side = 1 - history.scenario.side("Allied")
    told = []
    for turn in history.turns:
        for news in roads(turn.began, turn.ended, words):
            told.append(" was cut at " in news.text)
            if told[-1]:
                state, (h,) = turn.after, news.hexes
                close = [
                    u for u in state.on_map(side) if h in (state.location[u], *state.ground.zone[state.location[u]])
                ]
                assert any(words.unit(unit) in news.text for unit in close)
    assert len(told) > 1
    assert all(cut != before for before, cut in pairwise(told))
