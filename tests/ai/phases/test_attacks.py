"""The fights that are left in a Combat Phase."""

from tests.engine.battles.drawn_bastogne import siege
from westwall_tui.ai import goals
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.phases import attacks
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.engine.orders import parse


def test_8_31_who_could_make_room_for_artillery_attacks_elsewhere_only_after_its_own_enemies():
    """Only one of two guns next to X has room beside A; C or D could make room for the other until X is fought."""
    game = siege(
        german=["A 3-3-7 0404", "C 3-3-7 0603", "D 3-3-7 0604", "G1 3-2-18/1-7 0505", "G2 4-2-12/2-12 0503"],
        us=["X 2-2-7 0504", "Y 2-2-7 0704"],
        phase="combat",
    )
    refusal = game.explain(parse("attack C D > Y"))
    assert refusal is not None
    assert refusal.case == "8.31"
    view = View(game, goals.of(game, 0, {}))
    a, c, d, first_gun, _, x, y = range(7)
    assert [game.state.units[unit].id for unit in (a, first_gun, x, y)] == ["A", "G1", "X", "Y"]
    elsewhere, here = PlannedCombat((c, d), (y,)), PlannedCombat((a, first_gun), (x,))
    assert attacks.due_first(view, attacks.combats_left(view).contacts.touched, [elsewhere, here]) == [here, elsewhere]
    assert game.explain(parse("attack A G1 > X")) is None


def test_8_31_14_0_a_combat_without_artillery_waits_until_who_could_make_room_has_made_room_elsewhere():
    """A touches both enemies; with A there is room for G1 against X, or for G2 against Y, and for neither without."""
    game = siege(
        german=["A 3-3-7 0505", "B 3-3-7 0404", "C 3-3-7 0605", "G1 4-2-12/2-12 0403", "G2 4-2-12/2-12 0705"],
        us=["X 2-2-7 0504", "Y 2-2-7 0604"],
        phase="combat",
    )
    refusal = game.explain(parse("attack B > X"))
    assert refusal is not None
    assert refusal.case == "8.31"
    a, b, c, _, second_gun, x, y = range(7)
    assert [game.state.units[unit].id for unit in (a, b, second_gun, y)] == ["A", "B", "G2", "Y"]
    view = View(game, goals.of(game, 0, {}))
    touched = attacks.combats_left(view).contacts.touched
    alone, with_gun = PlannedCombat((b,), (x,)), PlannedCombat((a, c, second_gun), (y,))
    assert attacks.due_first(view, touched, [alone, with_gun]) == [with_gun, alone]
    assert game.explain(parse("attack A C G2 > Y")) is None
    player = Player(2, 1)
    while game.state.phase == "combat" and game.state.side == 0:
        game.apply(player.choose(game))
    assert not player.refusals
