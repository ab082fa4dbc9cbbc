"""Questions to the computer player: on a fork, hurried, forgotten, and never with an order that the rules forbid."""

import pytest

from tests.drawn import scenario
from westwall_tui.ai.player import Player
from westwall_tui.ai.search.plan import PlanSearch
from westwall_tui.ai.thinker import Thinker
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse


def game():
    return Game(scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"]), seed=1)


def test_the_answer_is_an_order_that_the_game_takes_and_thinking_changes_nothing():
    start, thinker = game(), Thinker(1)
    before = start.digest()
    thought = thinker.question(start, 2)()
    assert start.digest() == before
    assert thought.order is not None
    assert start.explain(thought.order) is None
    assert thinker.counts(thought)
    assert not thinker.counts(thought), "an answer counts once"


def test_only_the_answer_to_the_latest_question_counts():
    start, thinker = game(), Thinker(1)
    first, second = thinker.question(start, 1), thinker.question(start, 1)
    assert not thinker.counts(first())
    assert thinker.counts(second())
    third = thinker.question(start, 1)
    thinker.forget()
    assert not thinker.counts(third())


@pytest.mark.slow
def test_a_hurried_player_is_content_with_the_best_so_far(monkeypatch):
    thinker = Thinker(1)
    run, nodes = PlanSearch.run, []

    def counted(search, *, hurried):
        if hurried:
            thinker.hurry()
        run(search)
        nodes.append(search.nodes)

    for hurried in (False, True):
        monkeypatch.setattr(PlanSearch, "run", lambda search, hurried=hurried: counted(search, hurried=hurried))
        start = game()
        thought = thinker.question(start, 4)()
        assert thought.order is not None
        assert start.explain(thought.order) is None
        thinker.forget()
    patient, hasty = nodes[0], nodes[-1]
    assert hasty < patient / 4


def test_the_second_best_stands_in_for_an_order_that_is_refused(monkeypatch):
    def choose(self, game):
        self.second = parse("move A1 0504")
        return parse("move X 0101")

    monkeypatch.setattr(Player, "choose", choose)
    thought = Thinker(1).question(game(), 3)()
    assert thought.order == parse("move A1 0504")
    assert "move X 0101" in "".join(thought.faults)


def test_a_player_who_breaks_down_is_replaced_and_what_went_wrong_is_told(monkeypatch):
    choose = Player.choose

    def breaks(player, game):
        if player.level == 3:
            raise KeyError("a fault")
        return choose(player, game)

    monkeypatch.setattr(Player, "choose", breaks)
    start = game()
    thought = Thinker(1).question(start, 3)()
    assert thought.order is not None
    assert thought.failed
    assert start.explain(thought.order) is None
    assert "KeyError: 'a fault'" in "".join(thought.faults)
