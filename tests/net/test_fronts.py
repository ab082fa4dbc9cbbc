"""A guest takes the fronts of Remagen that his host has judged (14.0), and searches for none again."""

from types import SimpleNamespace
from typing import Any

from tests.net.guests import Ear, table_of
from westwall_tui.ai.script import script
from westwall_tui.engine.battles.remagen import search
from westwall_tui.engine.orders import Order
from westwall_tui.engine.sampling import Draw
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.net.session import GuestSession
from westwall_tui.net.table import Table


def judging(table: Table, draw: Draw) -> Order:
    """Play on to an order by which a front is judged; that order."""
    game = table.game
    while True:
        order = script(game, draw)
        ahead = game.copy()
        ahead.apply(order)
        if len(ahead.judged) > len(game.judged):
            return order
        game.apply(order)


def test_14_0_a_guest_searches_for_no_front_that_his_host_has_judged(tmp_path, searches):
    table, draw = table_of(load_scenario("remagen/historical"), tmp_path), Draw(1)
    table.game.apply(judging(table, draw))
    last = judging(table, draw)
    table.spread()
    german = Ear(table, "Anna", "German")
    client: Any = SimpleNamespace(welcome=german.told[0], news=lambda: german.news("orders"))
    forget(searches)
    guest = GuestSession(client, "game")
    assert guest.game.judged == table.game.judged != {}
    assert not searches
    table.session.apply(last)
    table.spread()
    forget(searches)
    guest.hear()
    assert guest.game.judged == table.game.judged
    assert guest.game.digest() == table.game.digest(0)
    assert not searches


def forget(searches: list[object]) -> None:
    """What this process has searched for, a guest's own has not."""
    search._cheapest.cache_clear()
    searches.clear()
