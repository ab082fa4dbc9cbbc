"""The computer at a hosted table: whatever a player does wrong, there is an order, and a report of it."""

from tests.drawn import scenario
from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.net.thinker import Thinker


def game():
    return Game(scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"]), seed=1)


def test_a_player_who_breaks_down_is_replaced_and_reported(monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    choose = Player.choose

    def breaks(player, game):
        if player.level == 3:
            raise KeyError("a fault")
        return choose(player, game)

    monkeypatch.setattr(Player, "choose", breaks)
    start = game()
    order = Thinker().order(start, 3)
    assert order is not None
    assert start.explain(order) is None
    assert "KeyError: 'a fault'" in (tmp_path / "error-report.txt").read_text()


def test_the_second_best_stands_in_for_an_order_that_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))

    def choose(player, game):
        player.second = parse("move A1 0504")
        return parse("move X 0101")

    monkeypatch.setattr(Player, "choose", choose)
    assert Thinker().order(game(), 3) == parse("move A1 0504")
    assert "move X 0101" in (tmp_path / "error-report.txt").read_text()
