"""Reasons and the advice for one unit."""

from tests.ai.test_combat import NO_ROAD
from tests.drawn import scenario
from tests.engine.battles.drawn_arnhem import field, market, resolve
from westwall_tui.ai import goals, reasons
from westwall_tui.ai.player import Player
from westwall_tui.ai.view import View
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, parse
from westwall_tui.engine.state import EXITED
from westwall_tui.files.library import new_game


def game(blue, red, **what):
    return Game(scenario(blue=blue, red=red, **what), seed=1)


def test_a_unit_that_makes_a_combat_good_is_told_so_with_whom_and_the_dice():
    """7.61."""
    start = game(["A1 9-4-7 0506", "A2 9-4-7 0306"], ["X 1-1-7 0402"])
    player = Player(3, 1)
    order = player.advise_unit(start, "a1")
    assert str(order).startswith("move A1 ")
    assert any("it attacks X" in reason and "of 6 dice" in reason for reason in player.reasons)


def test_a_unit_that_does_best_where_it_is_gets_no_order_but_a_reason_and_a_second_best():
    start = game(["G 2-2-8/6-6 0507", "A1 4-4-7 0506"], ["X 3-3-7 0501"])
    player = Player(3, 1)
    assert player.advise_unit(start, "G") is None
    assert player.reasons
    assert player.second is not None
    assert start.explain(player.second) is None


def test_advice_misjudges_no_place_whatever_the_level():
    start = game(["A1 4-4-7 0505", "A2 5-4-7 0305"], ["X 3-3-7 0502"])
    adviser, opponent = Player(1, 1), Player(1, 1)
    adviser.advise(start)
    opponent.choose(start)
    assert adviser._view is not None
    assert opponent._view is not None
    assert not adviser._view.noise
    assert opponent._view.noise


def test_a_unit_that_has_moved_is_no_longer_advised_but_the_next_one_is():
    start = game(["A1 4-4-7 0505", "A2 5-4-7 0305"], ["X 3-3-7 0502"])
    start.apply(parse("move A1 0507"))
    order = Player(3, 1).advise_unit(start, "A1")
    assert "A1" not in str(order)


def test_7_11_an_attack_that_must_be_made_says_so():
    start = game(["A1 1-4-7 0505"], ["X 9-9-7 0504"], phase="combat")
    player = Player(3, 1)
    assert str(player.advise(start)) == "attack A1 > X"
    assert "must attack (7.11)" in player.reasons[0]
    assert "of 6 dice" in player.reasons[1]


def test_the_plan_is_kept_while_it_is_followed_and_made_again_when_a_unit_goes_elsewhere():
    start = game(["A1 9-4-7 0507", "A2 9-4-7 0306"], ["X 1-1-7 0402"])
    player = Player(3, 1)
    start.apply(player.advise(start))
    player.advise(start)
    assert len(player.log) == 1
    start.undo()
    first = str(player.advise(start)).split()[1]
    other = "A2" if first == "A1" else "A1"
    assert len(player.log) == 2
    start.apply(parse(f"move {other} 0109"))
    player.advise(start)
    assert len(player.log) == 3


def test_a_gun_is_told_whom_it_reaches():
    start = game(["G 2-2-8/6-3 0109", "A1 4-4-7 0507"], ["X 3-3-7 0502", "Y 3-3-7 0602"])
    player = Player(3, 1)
    order = player.advise_unit(start, "G")
    assert str(order).startswith("move G ")
    assert any("enemies in range there" in reason for reason in player.reasons)


def test_a_unit_that_leaves_the_map_or_waits_off_it_has_reasons_too():
    start = game(["A1 1-1-7 0504", "A2 4-4-7 0604"], ["X 9-9-9 0501", "Y 9-9-9 0401"])
    view = View(start, goals.of(start, 0, {}))
    unit = start.scenario.by_id["a1"]
    home = view.home[unit]
    out = reasons.of_move(view, unit, EXITED[0], home, 0.0)
    back = reasons.of_move(view, unit, home, EXITED[0], 0.0)
    assert "the enemy cannot hurt it off the map" in [reason.text for reason in out]
    assert [reason.points for reason in back] != [reason.points for reason in out]
    assert view.position.where[unit] == home


def test_7_11_an_attack_that_must_be_made_hides_no_loss_and_promises_no_hex_that_no_die_takes():
    """At -8 nobody is driven back, and A1 is lost on most dice: that stands among the first three reasons."""
    start = game(["A1 1-4-7 0505"], ["X 9-9-7 0504"], phase="combat")
    player = Player(3, 1)
    player.advise(start)
    first = player.reasons[:3]
    assert any("your own units go back or are lost on" in reason for reason in first)
    assert not any("yours to take" in reason for reason in player.reasons)


def test_the_second_best_attack_is_another_one():
    """The same units in another order are no second best."""
    for seed in range(1, 4):
        start = game(["A1 6-4-7 0505", "A2 5-4-7 0605"], ["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
        player = Player(3, seed)
        order, second = player.advise(start), player.second
        assert isinstance(order, Attack)
        if isinstance(second, Attack):
            assert (set(order.attackers), set(order.defenders)) != (set(second.attackers), set(second.defenders))


def test_11_1_a_unit_that_stays_in_its_city_is_told_why():
    start = market(field("0505#"), allied=["A 4-4-7 0504"], german=["X 2-2-7 0505"], phase="combat", victory=NO_ROAD)
    resolve(start, "attack A > X", "D2")
    player = Player(3, 1)
    assert str(player.advise(start)) == "retreat X 0505"
    assert player.reasons == ("a City takes up to two hexes off its retreat (11.1)",)


def test_aims_are_those_of_the_side_and_scenario():
    aims = {
        (key, side): goals.of(start, side, {}).aim
        for key in ("bastogne/spearhead", "bastogne/relief", "arnhem/historical")
        for start in [new_game(key, seed=1)]
        for side in (0, 1)
    }
    assert len(set(aims.values())) == len(aims)
    west = [where for where, aim in aims.items() if "west" in aim]
    assert west == [("bastogne/spearhead", 0)]
