"""Combat at the keyboard: the choice of an attack, its box, defensive fire, the die, retreats and advances."""

import pytest

from tests.drawn import drawn, play, where
from tests.engine.battles.drawn_hurtgen import SUPPORT, forest
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.advance import AdvanceMode
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.checklist import remedy
from westwall_tui.ui.decisions.combat import CombatMode
from westwall_tui.ui.decisions.fpf import FpfDialog, FpfMode
from westwall_tui.ui.decisions.retreat import DisplaceMode, RetreatMode
from westwall_tui.ui.decisions.roll import RollDialog, RollMode
from westwall_tui.words import odds as combat_text


def front(**more):
    """Return a desk with two attackers next to one defender, and a lone pair in the corner."""
    return drawn(
        blue=["A1 4-4-7 0505", "A2 5-4-7 0404", "B 3-3-7 0102", "Gun 3-2-9/1-7 0509"],
        red=["X 3-3-7 0504", "Y 2-2-7 0101"],
        phase="combat",
        **more,
    )


# -- words


def test_dice_are_listed_as_people_do():
    assert combat_text.dice([1, 2, 3]) == "1-3"
    assert combat_text.dice([1, 2]) == "1, 2"
    assert combat_text.dice([1, 3, 4, 5, 6]) == "1, 3-6"


# -- choosing


def test_obliged_units_are_marked_and_tab_visits_them():
    """7.11, 7.12."""
    desk = BareDesk(front())
    assert isinstance(desk.mode, CombatMode)
    assert desk.marked == dict.fromkeys(("0505", "0404", "0102", "0504", "0101"), "!")
    assert "3 of your units and 2 enemies must fight" in desk.mode.prompt()
    seen = [desk.here]
    for _ in range(4):
        desk.act("next")
        seen.append(desk.here)
    assert sorted(seen) == ["0101", "0102", "0404", "0504", "0505"]


def test_the_cursor_goes_to_a_unit_that_must_fight_or_stays():
    desk = BareDesk(drawn(blue=["A 4-4-7 0505", "Gun 3-2-9/1-7 0109"], red=["X 3-3-7 0504"], phase="combat"))
    assert desk.here in ("0505", "0504")
    far = drawn(blue=["B 4-4-7 0101", "Gun 3-2-9/1-7 0909"], red=["X 3-3-7 0904"], phase="movement")
    desk = BareDesk(far).at("0101").act("end", "yes")
    assert isinstance(desk.mode, CombatMode)
    assert set(desk.marked) == {"0904"}
    assert desk.here == "0101"


def test_enter_on_an_enemy_opens_the_attack_with_all_possible_attackers():
    desk = BareDesk(front()).at("0504").act("confirm")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == "attack A1 A2 > X"
    assert "[x] A1" in desk.box
    assert "[x] A2" in desk.box
    assert "[ ] Gun" in desk.box
    assert "9 - 3 = +6" in desk.box
    assert "[+6-8]" in desk.box
    assert "Clear at 0504 (7.44)" in desk.box
    faces = desk.box.splitlines()[-3]
    assert [word for word in ("D3", "D2  X retreats two hexes", "Br  both one") if word in faces] == [
        "D3",
        "D2  X retreats two hexes",
        "Br  both one",
    ]
    assert desk.dialog.stake(60) == "then B and Y must still fight"
    assert desk.dialog.stake(20) == "2 still to fight"
    assert "d declare" in desk.footer
    assert desk.dialog.prompt().startswith("You cannot undo the attack")


@pytest.mark.parametrize("room", [0, 40])
def test_7_12_an_illegal_attack_has_no_note_about_the_next_fights(room):
    """The box said that no other unit has to fight, above a refusal that named one."""
    game = drawn(blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=["X 3-3-7 0504"], phase="combat")
    desk = BareDesk(game).at("0504").act("confirm")
    assert isinstance(desk.dialog, AttackDialog)
    desk.dialog.room = max(room, desk.dialog.room)
    assert desk.dialog.stake(60) == "then no other unit has to fight"
    desk.act("put")
    assert "7.12: A1 must also attack" in " ".join(desk.box.split())
    assert desk.dialog.stake(60) == ""
    assert "Then still to fight" not in desk.box


@pytest.mark.parametrize(("number", "order"), [("0102", "attack B > Y"), ("0509", "attack A1 A2 > X + Gun")])
def test_enter_on_a_friendly_unit_opens_the_attack_on_its_only_enemy(number, order):
    """8.11: artillery at a distance too."""
    desk = BareDesk(front()).at(number).act("confirm")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == order


def test_a_friendly_unit_with_several_enemies_asks_which():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "Y 2-2-7 0506"], phase="combat")
    desk = BareDesk(game).at("0505").act("confirm")
    assert desk.dialog is None
    assert "which enemy does A attack" in desk.mode.prompt()
    assert desk.marked == {"0504": "?", "0506": "?", "0505": "@"}
    first = desk.here
    desk.act("next")
    assert {first, desk.here} == {"0504", "0506"}
    desk.act("back")
    assert "which" not in desk.mode.prompt()


def test_an_enemy_out_of_reach_is_refused_with_its_case():
    """7.15."""
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504", "Far 2-2-7 0901"], phase="combat")
    desk = BareDesk(game).at("0901").act("confirm")
    assert desk.refused is not None
    assert desk.refused.case == "7.15"


def test_the_last_unit_that_has_fought_says_so_too():
    """7.14: also if nothing at all is left to attack."""
    game = drawn(blue=["A 4-4-7 0505", "B 1-1-7 0901"], red=["X 3-3-7 0504", "Y 1-1-7 0909"], phase="combat")
    play(game, "attack A > X", "roll 6")
    if game.prompt.kind != "combat":
        play(game, next(iter(map(str, game.legal()))), "stand")
    desk = BareDesk(game)
    assert desk.mode.keys()[0][0] == "end"
    desk.move_cursor(game.state.location[0])
    desk.act("confirm")
    assert desk.refused is not None
    assert desk.refused.case == "7.14"


def test_the_phase_does_not_end_while_a_unit_must_fight():
    """7.11: the refusal names what is left."""
    desk = BareDesk(front()).act("end")
    assert desk.refused is not None
    assert desk.refused.case == "7.11"
    assert set(desk.refused.units) >= {"X", "Y"}
    assert desk.game.prompt.kind == "combat"


def test_the_end_of_the_phase_warns_of_attacks_that_are_possible():
    game = drawn(blue=["Gun 3-2-9/1-7 0509"], red=["X 3-3-7 0504"], phase="combat")
    desk = BareDesk(game).act("end")
    assert "You may still attack:\n  X" in desk.box
    assert desk.game.prompt.kind == "combat"
    desk.act("back")
    assert desk.dialog is None
    desk.act("end", "end")
    assert desk.game.prompt.kind == "combat", "the key that asked ends no Player-Turn"
    desk.act("yes")
    assert desk.game.prompt.kind == "movement"


# -- the attack dialog


def test_units_go_in_and_out_and_the_arithmetic_follows():
    desk = BareDesk(front()).at("0504").act("confirm", "confirm")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == "attack A1 A2 > X", "Enter neither drops a unit nor declares"
    assert desk.said == "Space: add or drop the unit, d: declare"
    desk.act("put")
    assert str(desk.dialog.order()) == "attack A2 > X"
    assert "5 - 3 = +2" in desk.box
    assert "7.12: A1 must also attack" in desk.box
    assert "Add it." in desk.box
    desk.act("declare")
    assert desk.game.prompt.kind == "combat", "a refused attack is not declared"
    assert desk.refused is not None
    assert desk.refused.case == "7.12"
    desk.act("put", "down", "down", "put")
    assert str(desk.dialog.order()) == "attack A1 A2 > X + Gun"
    assert "12 - 3 = +9" in desk.box
    desk.act("put_all")
    assert str(desk.dialog.order()) == "attack A1 A2 > X + Gun", "it adds, and takes nobody out"


def test_the_map_marks_attackers_and_defenders_while_the_box_is_open():
    """The marks of other units that must fight stay."""
    desk = BareDesk(front()).at("0504").act("confirm")
    number = desk.game.state.number

    def marked():
        assert desk.dialog is not None
        return {number(h): char for h, (char, _) in desk.dialog.marks().items()}

    assert marked() == {"0505": "&", "0404": "&", "0504": "?"}
    desk.act("put", "put_all", "put")
    assert marked() == {"0404": "&", "0509": "&", "0504": "?"}, "a gun that fires, too; not who is left out"


def test_8_1_the_key_for_all_adds_guns_too():
    desk = BareDesk(front()).at("0504").act("confirm", "put_all")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == "attack A1 A2 > X + Gun"
    assert "a all" in desk.footer


def test_7_11_the_key_for_all_keeps_a_legal_attack_legal():
    """Y is adjacent to A, and without the gun nobody can attack Y afterward, so the attack takes Y in."""
    game = drawn(blue=["A 9-9-7 0505", "Gun 3-2-9/1-7 0509"], red=["X 1-1-7 0504", "Y 1-1-7 0605"], phase="combat")
    desk = BareDesk(game).at("0504").act("confirm", "put_all")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == "attack A > X Y + Gun"
    assert game.explain(desk.dialog.order()) is None


def test_7_11_the_key_for_all_leaves_out_a_gun_that_is_needed_elsewhere():
    """Only the gun can attack Y after A, B and the attack on X, because B is not adjacent to Y."""
    game = drawn(
        blue=["A 9-9-7 0505", "B 9-9-7 0404", "Gun 3-2-9/1-7 0509"],
        red=["X 1-1-7 0504", "Y 1-1-7 0605"],
        phase="combat",
    )
    desk = BareDesk(game).at("0504").act("confirm", "put_all")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == "attack A B > X"
    assert game.explain(desk.dialog.order()) is None


def test_a_second_defender_can_be_added():
    """7.23: only attackers that are adjacent to all defenders stay."""
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0604"], red=["X 3-3-7 0504", "Y 2-2-7 0605", "Z 2-2-7 0603"], phase="combat"
    )
    desk = BareDesk(game).at("0504").act("confirm")
    assert isinstance(desk.dialog, AttackDialog)
    assert "also attack" in desk.box
    labels = [item for item in desk.dialog.items() if item.kind == "also"]
    assert [game.state.units[item.unit].id for item in labels]
    desk.dialog.at = desk.dialog.items().index(labels[0])
    desk.act("put")
    assert len(desk.dialog.defenders) == 2
    assert set(desk.dialog.order().attackers) <= {"A", "B"}


def test_ground_support_is_added_by_plus_and_minus():
    """9.12."""
    desk = BareDesk(front(supports=([(1, 9, 4)], ()))).at("0504").act("confirm", "more", "more", "more", "less")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()).endswith("gs 2")
    assert "[2] of 4 Ground Support" in desk.box
    desk.act(*["more"] * 9)
    assert desk.dialog.support == 4


def test_a_box_keeps_its_height_but_not_in_another_width():
    """If the window gets narrower, the box is as tall as its text."""
    desk = BareDesk(front()).at("0504").act("confirm")
    box = desk.dialog
    assert box is not None
    box.room = 30
    docked = len(box.rows(50))
    desk.act("put_all", "put")
    assert len(box.rows(50)) >= docked
    box.room = 15
    wide = len(box.rows(76))
    assert wide < docked
    fresh = BareDesk(front()).at("0504").act("confirm")
    assert fresh.dialog is not None
    assert wide == len(fresh.dialog.rows(76))


def test_an_attack_that_is_not_allowed_shows_no_faces_and_keeps_its_height():
    desk = BareDesk(front()).at("0504").act("confirm")
    allowed = desk.box.split("\n")
    assert any("D2  X retreats two hexes" in line for line in allowed)
    desk.act("put", "down", "put")
    assert "! 7.0: " in desk.box
    assert "X retreats" not in desk.box
    assert len(desk.box.split("\n")) == len(allowed)


def test_support_that_would_be_lost_causes_one_reminder():
    """9.14, 11.43."""
    game = forest(us=["A 2-3-7 0505"], german=["X 1-2-7 0504"], phase="combat", supports=([(1, 9, 20)], []))
    desk = BareDesk(game).at("0504").act("confirm", "more", "declare")
    assert isinstance(desk.dialog, AttackDialog), "not declared yet"
    again = "+: add them here. d again: declare without them"
    assert desk.said == f"Four Ground Support Points will be lost unused. {again}"
    desk.act("declare")
    assert game.log[-1] == "attack A > X gs 1"


@pytest.mark.parametrize(
    "more",
    [
        {"supports": ([(1, 9, 4)], [])},  # it can still defend
        {"supports": ([], [])},
        {"rules": "hurtgen", "names": ("US", "German"), "supports": ([(1, 9, 5)], [])},  # B can use it
    ],
)
def test_support_that_is_not_lost_causes_no_reminder(more):
    game = front(**more)
    BareDesk(game).at("0504").act("confirm", "declare")
    assert game.log[-1].startswith("attack A1 A2 > X")


@pytest.mark.parametrize(("others", "lost"), [(4, False), (3, True)])
def test_9_13_support_is_not_lost_while_it_can_attack_others_alone(others, lost):
    """11.42: at five Points per combat, four more enemies can take all 20, however far away they are."""
    german = ["X 1-2-7 0504", *(f"Y{i} 1-2-7 010{i}" for i in range(1, others + 1))]
    game = forest(us=["A 2-3-7 0505"], german=german, phase="combat", supports=([(1, 9, 20)], []))
    desk = BareDesk(game).at("0504").act("confirm", "more", "declare")
    assert desk.said.startswith("Four Ground Support Points will be lost unused") is lost


def test_support_that_would_change_nothing_causes_no_reminder():
    game = forest(us=["A 9-3-7 0505", "B 9-3-7 0404"], german=["X 1-2-7 0504"], phase="combat", supports=SUPPORT)
    BareDesk(game).at("0504").act("confirm", "declare")
    assert game.log[-1] == "attack A B > X", "+16 is in the last column already"


def test_the_box_shows_the_defenders_possible_fire_and_retreats():
    """8.43, 7.74."""
    game = drawn(
        blue=["A 6-4-7 0502"],
        red=["X 3-3-7 0501", "Gun 3-2-9/1-7 0901"],
        phase="combat",
    )
    desk = BareDesk(game).at("0501").act("confirm")
    assert "2  FPF up to" in desk.box
    assert "with all F" in desk.box
    assert "X has no way out" in desk.box
    assert "is lost" in desk.box


def test_the_box_shows_the_limit_on_artillery():
    """14.0 of Bastogne."""
    game = drawn(
        blue=["A 4-4-7 0505", "Gun 3-2-9/1-7 0509", "Big 4-2-9/1-7 0409"],
        red=["X 3-3-7 0504"],
        phase="combat",
        names=("German", "US"),
        rules="bastogne",
    )
    desk = BareDesk(game).at("0504").act("confirm")
    assert "of at most" not in desk.box, "limits are told when they matter"
    desk.act("down", "put", "down", "put")
    assert "7 of at most 4 (14.0)" in desk.box
    assert "14.0: " in desk.box
    assert "Drop artillery or support" in desk.box


def test_a_plan_declares_nothing():
    game = front()
    before = game.digest()
    desk = BareDesk(game)
    desk.open(AttackDialog(desk, (game.scenario.by_id["x"],), plan=True))
    assert getattr(desk.dialog, "title", "") == "Plan: attack X at 0504"
    assert "9 - 3 = +6" in desk.box
    desk.act("declare")
    assert "This is only a plan. Esc, then Enter on the enemy" in desk.said
    desk.act("back")
    assert desk.dialog is None
    assert game.digest() == before


# -- fire, die, retreat, advance


def take_over(desk, mode):
    """Check that a mode has taken over, and return it; the type checker forgets the earlier mode of the desk."""
    assert type(desk.mode) is mode


def long_combat():
    """Return a game with a combat that has everything: fire, a typed die, a retreat with a choice, an advance."""
    return drawn(
        blue=["A1 4-4-7 0505", "A2 5-4-7 0404"],
        red=["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"],
        phase="combat",
    )


def refused_at(desk: BareDesk, number: str) -> str:
    """Return the case by which a hex is refused."""
    desk.at(number).act("confirm")
    assert desk.refused is not None
    return desk.refused.case


def test_a_whole_combat():
    desk = BareDesk(long_combat()).at("0504").act("confirm", "declare")
    take_over(desk, FpfMode)
    assert isinstance(desk.dialog, FpfDialog)
    assert desk.marked == {"0901": "?", "0505": "&", "0404": "&", "0504": "&"}
    assert "A1 and A2 attack X" in desk.box
    assert "9 - 3 = +6" in desk.box
    desk.act("put")
    assert "9 - 5 = +4" in desk.box
    assert "without FPF: +6" in desk.box
    desk.act("back")
    assert not desk.open_now, "the map can be looked at"
    desk.act("confirm", "fire")
    assert "No gun is marked" in desk.said
    desk.act("put", "fire")
    take_over(desk, RollMode)
    dialog = desk.dialog
    assert isinstance(dialog, RollDialog)
    assert "9 - 5 = +4" in desk.box
    dialog.typed("7")
    assert desk.game.prompt.kind == "roll"
    dialog.typed("3")
    take_over(desk, RetreatMode)
    assert isinstance(desk.mode, RetreatMode)
    assert desk.mode.prompt().startswith("Die 3: D2. Red: X retreats two hexes. Where to?")
    ends = {number for number, char in desk.marked.items() if char == "*"}
    assert len(ends) > 1
    assert desk.here in ends, "the cursor begins where Enter is right"
    desk.at("0504").act("confirm")
    assert desk.here in ends, "and goes there from the unit"
    assert where(desk.game, "X") == "0504"
    assert "retreat path" in desk.panel
    before = desk.here
    assert refused_at(desk, "0909") == "7.74"
    assert refused_at(desk, "0505") == "5.12", "the very case, as the engine knows it"
    assert desk.said == "Choose a hex marked *"
    desk.at(before).act("confirm")
    if type(desk.mode) is RetreatMode:  # several paths: take the first
        desk.act("confirm")
    assert where(desk.game, "X") == before
    take_over(desk, AdvanceMode)
    assert "does A1 advance? 2 hexes are marked *" in desk.mode.prompt()
    assert desk.mode.keys()[0] == ("auto", "advance to 0504"), "Enter on the unit only points"
    assert dict(desk.mode.keys())["stand"] == "all stay", "7.96: it speaks for A2 as well"
    assert desk.here == "0505", "on the unit, because advances are optional"
    assert refused_at(desk, "0909") == "7.95"
    assert desk.said == "Choose a hex marked *, or press s to stay"
    desk.at("0505").act("confirm")
    assert desk.here == "0504"
    assert "Enter again: advance A1 to 0504" in desk.said
    assert desk.mode.keys()[0] == ("confirm", "advance to 0504")
    assert "auto" not in dict(desk.mode.keys()), "one key for one act"
    assert where(desk.game, "A1") == "0505"
    desk.act("confirm")
    assert where(desk.game, "A1") == "0504"
    take_over(desk, AdvanceMode)
    assert dict(desk.mode.keys())["stand"] == "stay"
    desk.act("back", "end")
    take_over(desk, AdvanceMode)  # only s declines advances
    desk.act("stand")
    assert desk.game.state.combat is None


def test_7_62_the_panel_says_that_a_retreat_leads_into_the_hex_of_an_eliminated_enemy():
    blue = ["A 4-4-7 0505", "B 1-1-7 0402", "C 1-1-7 0602"]
    game = drawn(blue=blue, red=["X 2-2-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 5")
    desk = BareDesk(game)
    assert "an enemy was here (7.62)" in desk.at("0504").panel
    assert "an enemy was here" not in desk.at("0605").panel


def test_no_fire():
    desk = BareDesk(long_combat()).at("0504").act("confirm", "declare", "put", "no")
    assert desk.game.prompt.kind == "fpf", "with a gun chosen, n only clears it"
    assert "n no fire" in desk.footer
    desk.act("declare")
    assert desk.game.prompt.kind == "fpf", "the key that declared the attack fires nothing for the defender"
    desk.act("no")
    assert desk.game.prompt.kind == "roll"
    assert desk.game.state.combat is not None
    assert desk.game.state.combat.fire == ()


def test_d_goes_on_as_in_the_attack_box():
    """8.4: it fires the marked guns."""
    desk = BareDesk(long_combat()).at("0504").act("confirm", "declare", "put_all")
    assert "d fire" in desk.footer
    desk.act("declare")
    assert desk.game.state.combat is not None
    assert desk.game.state.ids(desk.game.state.combat.fire) == ("Gun",)


def test_enter_and_space_never_give_or_refuse_fire():
    """8.4: players press these keys to go on."""
    desk = BareDesk(long_combat()).at("0504").act("confirm", "declare", *["confirm", "put"] * 5)
    assert desk.game.prompt.kind == "fpf"


def test_the_key_for_an_advance_goes_into_the_vacated_hex():
    """7.91."""
    desk = BareDesk(front()).at("0504").act("confirm", "declare")
    roll(desk, "3")
    desk.act("confirm")
    take_over(desk, AdvanceMode)
    desk.act("auto")
    assert where(desk.game, "A1") == "0504"


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (("A1 19-4-7 0505",), "Die 1: De. Blue: does A1 advance to 0504?"),
        (("A1 19-4-7 0505", "A2 9-4-7 0604"), "does A1 advance to 0504? Only one of the two can"),
        (("A1 19-4-7 0505", "A2 9-4-7 0604", "A3 9-4-7 0403"), "does A1 advance to 0504? Only one of the three can"),
    ],
)
def test_5_31_the_prompt_counts_only_the_units_for_which_the_path_has_room(units, told):
    """7.97: the result De leaves a path of one hex."""
    desk = BareDesk(drawn(blue=list(units), red=["X 1-1-7 0504"], phase="combat")).at("0504")
    desk.act("confirm", "put_all", "declare")
    roll(desk, "1")
    take_over(desk, AdvanceMode)
    assert desk.mode.prompt().endswith(told)


def test_two_units_may_both_advance_along_a_path_of_two_hexes():
    """7.97."""
    desk = BareDesk(front()).at("0504").act("confirm", "declare")
    roll(desk, "3")
    desk.act("confirm")
    take_over(desk, AdvanceMode)
    assert desk.mode.prompt().endswith("does A1 advance? 2 hexes are marked *. One more may too")


def test_tab_never_leads_to_a_hex_where_enter_would_advance_the_last_unit():
    """A player who looks for another unit presses Tab and Enter; this used to advance the last one."""
    desk = BareDesk(drawn(blue=["A1 19-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")).at("0504")
    desk.act("confirm", "declare")
    roll(desk, "3")
    desk.act("confirm")
    take_over(desk, AdvanceMode)
    desk.act("next")
    assert "Only A1 may still advance" in desk.said
    desk.act("confirm")
    assert desk.game.prompt.kind == "advance"
    assert "again: advance A1" in desk.said


def test_a_lone_attacker_of_several_enemies_starts_with_all_of_them():
    """7.11: X and Y are adjacent only to A."""
    game = drawn(blue=["A 9-4-7 0505"], red=["X 3-3-7 0504", "Y 2-2-7 0604"], phase="combat")
    desk = BareDesk(game).at("0504").act("confirm")
    assert isinstance(desk.dialog, AttackDialog)
    assert str(desk.dialog.order()) == "attack A > X Y"
    desk.act("declare")
    assert game.prompt.kind == "roll"


def roll(desk: BareDesk, die: str) -> None:
    """Type the die."""
    assert isinstance(desk.dialog, RollDialog)
    desk.dialog.typed(die)


def test_each_roll_says_what_it_would_do():
    """7.62, 7.74: unit 52 cannot retreat."""
    game = drawn(". . .", blue=["2 9-4-7 0102"], red=["52 1-1-7 0101"], phase="combat")
    desk = BareDesk(game).at("0101").act("confirm")
    assert "D2  unit 52 is lost" in desk.box
    assert "Unit 52 has no way out" in desk.box
    desk.act("declare")
    assert "D2  unit 52 is lost" in desk.box
    roll(desk, "3")
    assert desk.said.startswith("Die 3: D"), desk.said
    assert "no way out: unit 52 is lost" in desk.said


def test_the_owner_chooses_among_several_paths_to_a_hex():
    """7.7: the owner chooses the path."""
    game = drawn(blue=["A 9-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 3")
    desk = BareDesk(game)
    assert isinstance(desk.mode, RetreatMode)
    ends = desk.mode.paths_by_end()
    several = [h for h, paths in ends.items() if len(paths) > 1]
    assert several
    desk.move_cursor(several[0])
    desk.act("confirm")
    assert "which path does X take to 0602? This is path 1 of 2" in desk.mode.prompt()
    assert "*" in desk.marked.values()
    desk.act("next")
    assert "path 2" in desk.mode.prompt()
    chosen = desk.mode.ways[1]
    desk.act("back")
    assert "ways for" not in desk.mode.prompt()
    desk.act("confirm", "next", "confirm")
    assert game.state.location[game.scenario.by_id["x"]] == several[0]
    assert game.log[-1] == f"retreat X {' '.join(game.state.numbers(chosen[1:]))}"


def test_a_loss_is_announced_before_the_choice():
    """7.74: X cannot retreat two hexes, and has two ways to go one hex."""
    wet = "\n".join(["~~~~~~~~~"] * 2 + ["~~~...~~~"] * 7)
    game = drawn(wet, blue=["A 9-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 3")
    desk = BareDesk(game)
    assert isinstance(desk.mode, RetreatMode)
    assert desk.mode.choices.lost
    assert "X cannot retreat two hexes and is eliminated (7.74). 3 hexes are marked *" in desk.mode.prompt()
    assert desk.mode.keys()[0] == ("confirm", "lose it here")
    desk.act("next")
    assert "eliminated there (7.74)" in desk.panel
    desk.act("confirm")
    assert where(game, "X") == "eliminated"


def crossed() -> BareDesk:
    """Return a desk after D1, where X can retreat to 0603 or 0403, and Y only to 0603."""
    hexes = ("0505", "0504", "0604", "0603", "0403")
    rows = ("".join("." if f"{c:02}{r:02}" in hexes else "-" for c in range(1, 10)) for r in range(1, 10))
    red = ["X 1-1-7 0504", "Y 1-1-7 0604"]
    game = drawn("\n".join(rows), blue=["A 5-4-7 0505"], red=red, phase="combat")
    play(game, "attack A > X Y", "roll 4")
    return BareDesk(game)


def test_7_7_a_retreat_that_costs_a_unit_without_need_asks_first():
    desk = crossed()
    desk.at("0603").act("confirm")
    assert isinstance(desk.dialog, Confirm)
    assert desk.dialog.title == "Lose Y?"
    assert "That would eliminate Y: no retreat path would be left (7.74)." in desk.box
    assert "Retreat another unit first or choose another path to save it." in desk.box
    desk.act("confirm")
    assert where(desk.game, "X") == "0504"  # Enter does not answer
    desk.act("back")
    desk.at("0403").act("confirm")
    assert (where(desk.game, "X"), where(desk.game, "Y")) == ("0403", "0603")


def test_7_7_it_is_the_owners_choice():
    desk = crossed()
    desk.at("0603").act("confirm", "yes")
    assert (where(desk.game, "X"), where(desk.game, "Y")) == ("0603", "eliminated")


def test_7_7_a_unit_that_can_retreat_is_selected_first():
    """X cannot retreat; Y can, to 0704."""
    hexes = ("0505", "0504", "0604", "0704")
    rows = ("".join("." if f"{c:02}{r:02}" in hexes else "-" for c in range(1, 10)) for r in range(1, 10))
    red = ["X 1-1-7 0504", "Y 1-1-7 0604"]
    game = drawn("\n".join(rows), blue=["A 5-4-7 0505"], red=red, phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert BareDesk(game).mode.prompt().startswith("Die 4: D1. Red: Y retreats one hex. Where to?")


def test_several_units_retreat_in_their_owners_order():
    game = drawn(blue=["A 9-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    desk = BareDesk(game)
    assert isinstance(desk.mode, RetreatMode)
    assert desk.mode.unit == game.scenario.by_id["x"]
    desk.act("next")
    assert desk.mode.unit == game.scenario.by_id["y"]
    assert "Y" in desk.mode.prompt()
    desk.at("0504").act("confirm")
    assert desk.mode.unit == game.scenario.by_id["x"]


def test_a_displaced_unit_is_sent_by_its_owner():
    """7.81: friendly units hold all three ways of X, and one of them makes way."""
    game = drawn(
        blue=["A 6-4-7 0505"], red=["X 1-1-7 0504", "F1 1-1-7 0403", "F2 1-1-7 0503", "F3 1-1-7 0603"], phase="combat"
    )
    play(game, "attack A > X", "roll 5")
    desk = BareDesk(game)
    assert isinstance(desk.mode, RetreatMode)
    assert "displacing friendly units (7.73)" in desk.mode.prompt()
    desk.at("0503").act("confirm")
    take_over(desk, DisplaceMode)
    assert desk.mode.prompt().startswith("Red: where is F2 displaced to (7.81)? ")
    assert refused_at(desk, "0509") == "7.81"
    assert refused_at(desk, "0505") == "5.12"
    desk.act("next")
    assert desk.marked[desk.here] == "*"
    goal = desk.here
    desk.act("confirm")
    assert where(game, "F2") == goal


def test_a_unit_that_is_displaced_a_second_time_goes_on():
    game = drawn(
        blue=["A 9-4-7 0505"], red=["X 1-1-7 0504", "F1 1-1-7 0403", "F2 1-1-7 0503", "F3 1-1-7 0603"], phase="combat"
    )
    play(game, "attack A > X", "roll 3")
    desk = BareDesk(game)
    desk.at("0502").act("confirm")
    take_over(desk, DisplaceMode)
    assert "where is F2 displaced to (7.81)? " in desk.mode.prompt()
    desk.at("0502").act("confirm")
    take_over(desk, DisplaceMode)
    assert "where is F2 displaced to next (7.81)? " in desk.mode.prompt()


def test_panels_fit():
    desk = BareDesk(front())
    for h in range(len(desk.game.scenario.board.grid)):
        assert all(len(line) <= 26 for line in text_of(desk.mode.panel(h)).splitlines())


@pytest.mark.parametrize(
    ("key", "case", "told"),
    [
        ("bastogne/relief", "14.0", "Drop artillery or support."),
        ("bastogne/relief", "15.26.4", "Drop the Ground Support."),
        ("arnhem/historical", "14.12", "Drop some artillery."),
        ("arnhem/historical", "13.24", "Attack just one enemy, or drop the unit that attacks across the river."),
        ("hurtgen/historical", "11.21", "Drop some artillery."),
        ("hurtgen/historical", "11.32", "Drop some artillery."),
        ("hurtgen/historical", "11.42", "Drop the Ground Support."),
        ("remagen/historical", "11.12", "Drop it."),
        ("remagen/historical", "8.12", "Drop it."),
        ("remagen/historical", "14.12", ""),
    ],
)
def test_each_battle_has_its_own_cases_for_the_advice_to_drop_units(key, case, told):
    assert remedy(Game(load_scenario(key)), IllegalOrder(case, "so not")) == told


def test_8_4_a_key_shows_the_rolls_with_all_final_protective_fire():
    """At +1 no roll eliminates A; with the fire of G, at -6, there is Ae, and the prompt warns of it."""
    game = drawn(blue=["A 5-3-7 0505"], red=["X 4-4-7 0504", "G 2-7-8/6-6 0502"], phase="combat")
    desk = BareDesk(game).at("0504").act("confirm")
    assert isinstance(desk.dialog, AttackDialog)
    assert "Ae" not in desk.box
    assert desk.dialog.prompt().startswith("With all FPF, 1 of 6 rolls eliminates A")
    assert dict(desk.dialog.keys())["fire"] == "with FPF"
    desk.act("fire")
    assert "Ae" in desk.box
    assert "without Final Protective Fire: +1" in desk.box or "without FPF: +1" in desk.box
    assert desk.dialog.prompt() == "With all FPF, 1 of 6 rolls eliminates A; without it, none"
    assert dict(desk.dialog.keys())["fire"] == "no FPF"
    desk.act("fire")
    assert "Ae" not in desk.box
    quiet = BareDesk(drawn(blue=["A 5-3-7 0505"], red=["X 4-4-7 0504"], phase="combat")).at("0504")
    quiet.act("confirm", "fire")
    assert quiet.said == "The defender cannot add Final Protective Fire here"
    assert quiet.dialog is not None
    assert "fire" not in dict(quiet.dialog.keys())


def test_7_7_one_key_retreats_all_that_are_alike():
    game = drawn(blue=["A 9-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 2")
    desk = BareDesk(game).at("0502")
    assert dict(desk.mode.keys())["alike"] == "all alike"
    desk.act("alike")
    if desk.game.prompt.kind == "retreat":  # several paths lead there: take the one that is shown
        desk.act("alike")
    assert [where(game, unit) for unit in "XY"] == ["0502", "0602"]
