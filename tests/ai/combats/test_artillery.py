"""The combats that get artillery and Ground Support."""

from tests.ai.positions import PLAIN
from westwall_tui.ai import goals
from westwall_tui.ai.value.view import View


def fights_of(*blue, red=("X 4-4-7 0504", "Y 2-2-7 0804")):
    """Return the planned combats of a position by names, with their barrage, and the view."""
    game = PLAIN.drawn(blue=list(blue), red=list(red), phase="combat")
    view = View(game, goals.of(game, 0, {}))
    ids = game.state.ids
    return view, {"".join(ids(each.defenders)): "".join(ids(each.barrage)) for each in view.fights}


def test_8_1_a_gun_helps_only_where_it_reaches_an_enemy():
    near, far = "G 3-1-2/1-5 0506", "H 3-1-2/1-5 0109"
    _, helped = fights_of("A 5-5-7 0505", "B 2-2-7 0805", near, far)
    assert helped["X"] == "G"
    assert helped["Y"] == ""


def test_every_gun_is_given_once_and_a_combat_is_worth_what_it_is_worth_with_its_guns():
    guns = ["G 5-1-9/1-5 0507", "H 3-1-9/1-5 0607", "I 2-1-9/1-5 0707", "J 1-1-9/1-5 0807"]
    view, _ = fights_of("A 5-5-7 0505", "B 2-2-7 0805", *guns)
    given = [gun for fight in view.fights for gun in fight.barrage]
    assert given
    assert len(given) == len(set(given))
    for fight in view.fights:
        assert fight.value == view.combats.value(fight.attackers, fight.defenders, view.combats.extra(fight))
        assert fight.value >= view.combats.value(fight.attackers, fight.defenders, 0)


def test_a_gun_that_has_moved_reaches_what_is_near_its_new_hex():
    view, helped = fights_of("A 5-5-7 0505", "G 3-1-3/1-5 0109")
    assert helped["X"] == ""
    gun = view.game.scenario.by_id["g"]
    view.change([(gun, view.game.scenario.board.hex("0506"))])
    assert [fight.barrage for fight in view.fights] == [(gun,)]
