"""Bridges that fall, are laid and are destroyed."""

from tests.drawn import drawn, play
from tests.engine.naming import numbers
from tests.engine.queries.battles import arnhem, remagen
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario


def test_crossings_tell_how_a_bridge_is():
    game = arnhem(blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"], canals=["0505/0506"], roads=["0503 0504 0505 0506 0507"])
    (canal,) = queries.crossings(game)
    assert (numbers(game, canal.pair), canal.kind, canal.state) == ("0505 0506", "canal", "wired")
    play(game, "move A 0507", "demolish yes", "roll 1")
    assert [crossing.state for crossing in queries.crossings(game)] == ["blown"]
    assert queries.crossings(drawn(blue=["A 2-2-7 0503"])) == []


def test_11_0_how_each_bridge_over_the_rhine_stands():
    game = remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"], roads=["0102 0202 0302"])
    (bridge,) = queries.bridges(game)
    assert bridge.printed
    assert (numbers(game, [bridge.hex]), numbers(game, [bridge.west, bridge.east])) == ("0202", "0102 0302")
    assert queries.bridges(drawn(blue=["A 2-2-7 0503"])) == ()


def test_11_1_bridge_sites_are_legal_orders():
    game = Game(load_scenario("remagen/optimum"), seed=1)
    assert queries.bridge_sites(game) == []  # the first may be laid in Game-Turn 13
    laid = remagen(
        blue=["A 3-6-7 0101", "B 3-6-7 0301"],
        red=["X 2-4-7 0909"],
        victory={"night": [], "float_bridges": [1]},
    )
    sites = queries.bridge_sites(laid)
    assert sites
    assert all(laid.explain(order) is None for order in sites)
    assert {order.hex for order in sites} <= {f"02{row:02}" for row in range(1, 10)}


def test_destruction_has_the_battles_case():
    assert queries.destruction_case(remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"])) == "11.21"
    assert queries.destruction_case(drawn(blue=["A 2-2-7 0503"])) == "5.0"
