"""The computer in a hosted game: if a program player fails, there is still an order, and a report."""

from tests.drawn import scenario
from tests.net.local import LocalHost, wait_for
from westwall_tui.ai.answers import manners
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.orders import Offer
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.local import LocalSession


def test_a_failing_program_player_is_replaced_and_reported(monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    choose = Player.choose

    def breaks(player, game):
        if player.level == 3:
            raise KeyError("a fault")
        return choose(player, game)

    monkeypatch.setattr(Player, "choose", breaks)
    toy = scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"])
    host = LocalHost(LocalSession.new(toy, seed=1, seats=(Seat("computer", level=3), Seat())), tmp_path)
    try:
        wait_for(lambda: host.see(lambda game: game.log))
    finally:
        host.stop()
    assert "KeyError: 'a fault'" in (tmp_path / "error-report.txt").read_text()


def test_it_asks_the_guest_before_it_concedes(monkeypatch, tmp_path):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path))
    may = queries.may_offer
    monkeypatch.setattr(
        manners.Offers, "offer", lambda _, game: Offer("concession") if may(game, "concession") else None
    )
    toy = scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"], red=["X 3-3-7 0508"])
    host = LocalHost(LocalSession.new(toy, seed=1, seats=(Seat("computer", level=1), Seat())), tmp_path)
    try:
        wait_for(lambda: host.see(lambda game: game.prompt.kind) == "offer")
        assert host.see(lambda game: (game.side, game.log)) == (1, ["offer concession"])
    finally:
        host.stop()
