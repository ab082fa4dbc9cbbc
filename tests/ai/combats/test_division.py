"""Enemies that are left to a gun alone, and enemies that are not."""

from tests.ai.positions import PLAIN
from tests.engine.battles.drawn_bastogne import siege
from westwall_tui.ai import goals
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.phases import attacks
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.ai.words import combats
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse

STRONG = "Y 9-9-7 0604"


def left(game, *fought):
    """Return the combats by names: attackers, defenders, artillery. `fought` are units that have already fought."""
    view = View(game, goals.of(game, 0, {}))
    by_id = game.scenario.by_id
    return {named(game, fight) for fight in attacks.combats_left(view, [by_id[name.lower()] for name in fought]).fights}


def named(game: Game, fight: PlannedCombat):
    names = ("".join(game.state.ids(units)) for units in (fight.attackers, fight.defenders, fight.barrage))
    return " ".join(name or "-" for name in names)


def in_contact(*blue, red=("X 2-2-7 0504", STRONG)):
    """Return a position in which A touches X and Y."""
    return PLAIN.drawn(blue=["A 5-5-7 0505", *blue], red=list(red), phase="combat")


def test_7_21_a_gun_alone_takes_care_of_the_strong_enemy_and_both_attacks_may_be_declared():
    game = in_contact("G 1-1-9/1-5 0507")
    assert left(game) == {"A X -", "- Y G"}
    assert [game.explain(parse(text)) for text in ("attack A > X", "attack > Y + G")] == [None, None]


def test_7_21_without_a_gun_in_range_one_attack_goes_against_both():
    assert left(in_contact()) == {"A XY -"}
    assert left(in_contact("G 1-1-2/1-5 0508")) == {"A XY -"}


def test_7_12_whoever_touches_nobody_else_attacks_him():
    assert "- Y G" not in left(in_contact("B 1-1-7 0705", "G 1-1-9/1-5 0507"))


def test_7_21_the_weakest_gun_that_reaches_him_is_enough():
    found = left(in_contact("G 2-1-9/1-5 0507", "H 1-1-9/1-5 0407"))
    assert found == {"A X G", "- Y H"}


def test_7_11_who_has_been_left_gets_his_gun_though_another_target_is_better():
    """A and X have fought: Y must still be attacked, and Z, in the open, would be worth more."""
    game = in_contact("G 6-1-9/1-6 0507", red=["X 2-2-7 0504", STRONG, "Z 1-1-7 0301"])
    assert left(game, "A", "X") == {"- Y G", "- Z -"}


def test_7_11_two_who_have_been_left_get_a_gun_each_though_the_weakest_reaches_both():
    """A has fought X and stayed next to Y and Z. G reaches both, H only Y: G on Y would leave nobody for Z."""
    game = PLAIN.drawn(
        blue=["A 5-5-7 0505", "G 1-1-9/1-5 0507", "H 2-1-3/1-3 0806"],
        red=["X 2-2-7 0504", "Y 3-3-7 0604", "Z 3-3-7 0405"],
        phase="combat",
        seed=1,
    )
    for text in ("attack A > X", "retreat X 0403 0303", "stand"):
        game.apply(parse(text))
    assert game.explain(parse("attack > Y + G")) is not None
    player, fired = Player(2, 1), []
    while game.prompt.kind == "combat" and game.explain(parse("done")) is not None:
        fired.append(str(player.choose(game)))
        game.apply(parse(fired[-1]))
    assert sorted(fired) == ["attack > Y + H", "attack > Z + G"]
    assert not player.refusals


def test_14_0_where_fire_may_not_exceed_the_ground_units_nobody_is_left_to_it():
    game = siege(
        german=["A 5-5-7 0505", "G 1-1-12/1-7 0507"],
        us=["X 2-2-7 0504", "Y 9-9-7 0604"],
        phase="combat",
    )
    assert not any(found.startswith("- ") for found in left(game))


def test_14_0_8_31_a_gun_that_nobody_makes_room_for_is_left_out_of_what_the_position_is_worth():
    """It is released, and who touches only it need not be attacked."""
    game = siege(
        german=["A 5-5-7 0101", "B 5-5-7 0505", "G 2-1-12/1-7 0809"],
        us=["W 2-2-7 0504", "X 2-2-7 0808"],
        phase="combat",
    )
    assert left(game) == {"B W -"}
    whole = View(game, goals.of(game, 0, {})).parts.fights
    alone = siege(german=["A 5-5-7 0101", "G 2-1-12/1-7 0809"], us=["X 2-2-7 0808"], phase="combat")
    assert left(alone) == set()
    assert View(alone, goals.of(alone, 0, {})).parts.fights == 0.0
    assert 0.0 < whole < 100.0


def test_14_0_an_enemy_whom_only_part_of_a_group_can_attack_costs_no_more_than_the_others_bring():
    """B touches both, and G only Y: whichever it joins, the gun or an enemy is left over; the enemies are not."""
    game = siege(
        german=["B 5-5-7 0505", "G 2-1-12/1-7 0705"],
        us=["X 2-2-7 0504", "Y 2-2-7 0604"],
        phase="combat",
    )
    assert left(game) == {"B XY -"}
    assert game.explain(parse("attack B > X Y")) is None
    assert abs(View(game, goals.of(game, 0, {})).parts.fights) < 100.0


def test_7_11_14_0_guns_that_nobody_makes_room_for_keep_no_enemy_out_of_a_combat():
    """B alone touches both. Without room for a gun, G's enemy and H's go into one combat: else one is left over."""
    game = siege(
        german=["B 1-3-7 0505", "G 2-1-12/1-7 0705", "H 2-1-12/1-7 0404"],
        us=["X 2-2-7 0504", "Y 2-2-7 0604"],
        phase="combat",
    )
    assert left(game) == {"B XY -"}
    player = Player(3, 1)
    assert str(player.choose(game)) == "attack B > X Y"
    assert not player.refusals


def test_the_reason_says_why_a_gun_fires_at_somebody_whom_it_cannot_hurt():
    game = in_contact("G 1-1-9/1-5 0507")
    view = View(game, goals.of(game, 0, {}))
    barrage = next(fight for fight in attacks.combats_left(view).fights if not fight.attackers)
    assert combats.CombatInWords(view, barrage).reasons()[0].text == (
        "Y must be attacked (7.11). Artillery can do that without risk, and that frees other units."
    )


def test_8_31_14_0_a_gun_attacks_if_any_division_has_room_for_it():
    """The weakest alone against X has no room for the gun; with B there is some, though B does more against Y."""
    game = siege(
        us=["A 1-3-7 0306", "B 2-4-7 0405", "C 2-4-7 0505", "G 2-2-7/1-7 0205"],
        german=["X 5-5-7 0305", "Y 2-2-7 0404"],
        phase="combat",
        side=1,
        seed=4,
        victory={"bastogne": []},
    )
    player = Player(3, 1)
    while game.state.phase == "combat" and game.state.side == 1 and game.outcome is None:
        game.apply(player.choose(game))
    assert not player.refusals
