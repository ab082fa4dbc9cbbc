"""The preview of an attack before it is declared."""

from itertools import chain, combinations

import pytest

from tests.drawn import attack_of, below, deciding, drawn, play
from tests.engine.battles.drawn_arnhem import field, market
from tests.engine.battles.drawn_hurtgen import forest
from tests.engine.naming import ids, numbers, unit
from tests.engine.queries.battles import bastogne
from tests.every import every
from westwall_tui.engine import planning
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Fpf
from westwall_tui.engine.planning import Fate, Limit, Share
from westwall_tui.engine.planning.attack import strongest
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.artillery import artillery_fits, in_range, support_left
from westwall_tui.engine.rules.obligations import contacts
from westwall_tui.engine.state import Combat
from westwall_tui.files.scenarios.catalog import load_scenario

# -- the consequences of retreats


RESULTS = ("De", "D4", "D2", "D1", "Br", "A1")
OTHER = ("Ae", "A2", "A1", "Br", "D1", "De")


def facing():
    return drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")


@every(
    ("room", "alone", "dice"),
    [(4, False, [1]), (1, False, [1, 2, 3]), (0, False, [1, 2, 3, 4, 5]), (0, True, [1, 2, 3])],
)
def test_7_74_8_15_the_dice_that_eliminate_a_defender(room, alone, dice):
    assert planning.fatal_dice(facing(), Fate(1, room, ()), RESULTS, alone=alone) == dice


@pytest.mark.parametrize(("room", "dice"), [(0, [5, 6]), (1, [])])
def test_7_74_the_dice_that_eliminate_an_attacker(room, dice):
    assert planning.fatal_dice(facing(), Fate(0, room, ()), RESULTS) == dice


def test_7_62_ae_eliminates_attackers_only():
    game = facing()
    assert planning.fatal_dice(game, Fate(0, 4, ()), OTHER) == [1]
    assert planning.fatal_dice(game, Fate(1, 4, ()), OTHER) == [6]


def test_7_7_room_and_first_steps():
    game = drawn(". . . .", blue=["A 4-4-7 0104"], red=["X 4-4-7 0103"], phase="combat")
    found = planning.fate(game, 1)
    assert (found.unit, found.room, numbers(game, found.ways)) == (1, 2, "0102")
    open_ground = planning.fate(facing(), 1)
    assert (open_ground.room, numbers(facing(), open_ground.ways)) == (4, "0403 0503 0603")


def test_7_74_a_unit_without_any_room():
    game = drawn(". . .", blue=["A 4-4-7 0102"], red=["X 4-4-7 0101"], phase="combat")
    assert planning.fate(game, 1) == Fate(1, 0, ())


@pytest.mark.parametrize(("city", "held"), [("0505#", 2), ("0909#", 0)])
def test_11_1_in_a_city_a_unit_may_hold_against_a_result_of_two_hexes(city, held):
    game = market(field(city), phase="combat", allied=["A 4-4-7 0504"], german=["X 2-2-7 0505"])
    assert planning.fate(game, 1).held == held


# -- The strongest attack on one enemy, compared with an exhaustive search.


BATTLES = {
    "standard": ("Blue", "Red"),
    "bastogne": ("German", "US"),
    "hurtgen": ("US", "German"),
    "arnhem": ("Allied", "German"),
}
AROUND = ("0504", "0604", "0605", "0506", "0405", "0404")


@pytest.mark.slow
@every("rules", BATTLES)
@every("seed", range(6))
def test_8_2_9_0_the_strongest_attack_agrees_with_an_exhaustive_search(rules, seed):
    draw = Draw(seed)
    blue = [f"A{i} {1 + draw.below(5)}-3-7 {AROUND[i]}" for i in range(1 + draw.below(3))]
    blue += [f"G{i} {1 + draw.below(5)}-1-9/2-7 {2 * i + 1:02}09" for i in range(draw.below(5))]
    game = drawn(
        blue=blue,
        red=["X 2-3-7 0505"],
        phase="combat",
        rules=rules,
        names=BATTLES[rules],
        supports=([(1, 9, draw.below(4))],) * 2,
        victory={"bastogne": []} if rules == "bastogne" else {},
    )
    state, enemy = game.state, len(blue)
    found = contacts(state)
    near = found.attackers[enemy]
    guns = [gun for gun in found.guns if in_range(state, gun, enemy)]
    best = strongest(state, (enemy,), near, guns)
    fight.check_artillery(state, best)
    every = chain.from_iterable(combinations(guns, n) for n in range(len(guns) + 1))
    most = 0
    for group in every:
        for support in range(support_left(state, 0, (enemy,)) + 1):
            combat = Combat(0, tuple(near), group, (enemy,), support)
            share = fight.attacking_share(state, combat)
            if not (share.guns or support) or artillery_fits(state, share):
                most = max(most, fight.odds(state, combat).attack)
    assert fight.odds(state, best).attack == most


# -- The preview of the defender's answer (8.4).


def attacked():
    game = drawn(
        blue=["A 6-4-7 0505"],
        red=["X 2-3-7 0504", "F 1-2-7/1-9 0501", "G 1-2-2/1-9 0901"],
        phase="combat",
        supports=([], [(1, 9, 2)]),
    )
    play(game, "attack A > X")
    assert deciding(game) == "Red fpf"
    return game


def test_8_4_artillery_that_may_protect():
    game = attacked()
    guns, points = planning.protection(game)
    assert (ids(game, guns), points) == ("F", 2)
    assert planning.protection(drawn(blue=["A 4-4-7 0505"])) == ((), 0)


def test_8_4_a_previewed_answer_agrees_with_the_combat():
    game = attacked()
    plain = planning.current(game)
    found = planning.answer(game, Fpf(("F",), 1))
    assert plain is not None
    assert found is not None
    assert found.refusal is None
    points = planning.fire_points(game, unit(game, "F"))
    assert points > 0
    assert found.odds.differential == plain.differential - points - 1
    play(game, "fpf F gs 1")
    assert planning.current(game) == found.odds


def test_8_4_a_previewed_answer_has_its_refusal():
    found = planning.answer(attacked(), Fpf(("F",), 3))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.case == "9.12"


def test_there_are_no_odds_without_a_combat():
    game = drawn(blue=["A 4-4-7 0505"])
    assert planning.current(game) is None
    assert planning.answer(game, Fpf()) is None


# -- The preview of an attack.


def front(**what) -> Game:
    """Return a game in which B is next to X and Y, A next to no enemy; G has X in range, H no enemy."""
    return drawn(
        blue=["A 4-4-7 0305", "B 3-4-7 0505", "G 2-1-3/3-7 0507", "H 2-1-3/3-7 0909"],
        red=["X 2-3-7 0504", "Y 2-3-7 0604"],
        phase="combat",
        **{"supports": ([(1, 9, 3)], []), **what},
    )


def test_units_that_could_attack():
    game = front()
    found = planning.candidates(game, (unit(game, "X"),))
    assert ids(game, found.attackers) == "B"
    assert ids(game, found.guns) == "G"
    assert ids(game, found.others) == "Y"
    assert found.support == 3


def test_7_23_units_that_could_attack_all_defenders():
    game = front()
    both = planning.candidates(game, (unit(game, "X"), unit(game, "Y")))
    assert ids(game, both.attackers) == "B"
    assert both.others == ()


def test_7_15_targets_are_adjacent_or_in_range():
    game = drawn(
        blue=["A 4-4-7 0205", "G 2-1-3/3-7 0507"], red=["X 2-3-7 0204", "Y 2-3-7 0504", "Z 2-3-7 0901"], phase="combat"
    )
    assert ids(game, planning.targets(game)) == "X Y"
    assert ids(game, planning.targets(game, unit(game, "A"))) == "X"
    assert ids(game, planning.targets(game, unit(game, "G"))) == "Y"
    for name in ("A", "G"):
        mine = unit(game, name)
        for enemy in planning.targets(game, mine):
            who = planning.candidates(game, (enemy,))
            assert mine in (*who.attackers, *who.guns)


def test_the_reason_why_an_enemy_cannot_be_attacked():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-3-7 0504", "Z 2-3-7 0901"], phase="combat")
    refusal = planning.why_no_target(game, unit(game, "Z"))
    assert (refusal.case, refusal.units, refusal.hexes) == ("7.15", ("Z",), ("0901",))


def test_7_14_an_enemy_that_has_been_attacked_is_not_a_target():
    game = drawn(blue=["A 4-4-7 0205", "B 4-4-7 0805"], red=["X 4-9-7 0204", "Y 2-3-7 0804"], phase="combat")
    play(game, "attack A > X", "roll 4")
    while deciding(game) != "Blue combat":
        play(game, str(next(game.legal())))
    assert unit(game, "X") not in planning.targets(game)
    assert planning.why_no_target(game, unit(game, "X")).case == "7.14"


def test_the_reason_why_a_unit_has_no_target():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0909"], red=["X 2-3-7 0504"], phase="combat")
    refusal = planning.why_idle(game, unit(game, "B"))
    assert (refusal.case, refusal.units) == ("7.15", ("B",))


def test_a_suggested_attack_has_all_units_that_may_take_part():
    game = drawn(blue=["A 4-4-7 0404", "B 3-4-7 0505"], red=["X 2-3-7 0504"], phase="combat")
    assert ids(game, planning.suggested(game, (2,))) == "A B"


def test_7_11_a_suggested_attack_leaves_no_obligation_unmet():
    """A and B may not both attack X, because Y must be attacked as well and only B touches it."""
    game = drawn(blue=["A 4-4-7 0404", "B 3-4-7 0505"], red=["X 2-3-7 0504", "Y 2-3-7 0604"], phase="combat")
    assert ids(game, planning.suggested(game, (unit(game, "X"),))) == "A"
    assert ids(game, planning.suggested(game, (unit(game, "X"),), unit(game, "B"))) == "A B"


def test_8_31_the_strength_that_a_unit_adds():
    game = front()
    assert planning.attack_points(game, unit(game, "A")) == 4
    assert planning.attack_points(game, unit(game, "G")) == game.state.units[unit(game, "G")].strength.barrage


def test_8_15_artillery_alone():
    game = front()
    assert planning.attackers_alone(game, attack_of("attack > X + G"))
    assert not planning.attackers_alone(game, attack_of("attack B > X + G"))
    assert not planning.attackers_alone(game, attack_of("attack B > nobody"))


def test_a_preview_agrees_with_the_combat():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-3-7 0504", "F 1-2-7/1-9 0501"], phase="combat")
    before = game.digest()
    found = planning.preview(game, attack_of("attack A > X"))
    assert found is not None
    assert game.digest() == before
    assert found.refusal is None
    assert found.odds.differential == 4 - 3
    assert found.fire == game.state.units[unit(game, "F")].strength.fpf
    assert found.fire_odds.differential == found.odds.differential - found.fire
    assert ([fate.unit for fate in found.fates], [fate.unit for fate in found.attacker_fates]) == ([1], [0])
    assert not found.still.attackers
    play(game, "attack A > X")
    assert planning.current(game) == found.odds


def test_a_preview_has_the_refusal_of_an_illegal_attack():
    game = front()
    found = planning.preview(game, attack_of("attack H > X"))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.case == "8.12"
    assert planning.preview(game, attack_of("attack B > nobody")) is None


def test_7_23_a_preview_leaves_out_units_that_are_not_next_to_all_of_the_enemies():
    game = front()
    near, both = (planning.preview(game, attack_of(line)) for line in ("attack B > X", "attack A B > X"))
    assert near is not None
    assert both is not None
    assert both.odds == near.odds
    assert both.attacker_fates == near.attacker_fates
    assert both.refusal is not None
    assert (both.refusal.case, both.refusal.units) == ("7.15", ("A", "X"))


def test_7_14_a_preview_refuses_a_unit_named_twice():
    found = planning.preview(front(), attack_of("attack B B > X"))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.case == "7.14"


def test_7_44_the_reason_for_the_line_of_a_combat():
    plain = front()
    line = attack_of("attack B > X")
    stream = front(streams=[below(4)])
    told = []
    for game in (plain, stream):
        found = planning.preview(game, line)
        assert found is not None
        told.append(found.reason)
    assert told == ["Clear at 0504", "stream, which all attackers cross"]
    play(stream, "attack B > X Y")
    assert stream.state.combat is not None
    assert planning.line_reason(stream, stream.state.combat) == told[1]


# -- Limits on artillery and Ground Support in a combat.


SUPPORT: list[tuple[int, int, int]] = [(1, 9, 5)]
UNITS = {
    "blue": ["A 6-4-7 0505", "G 2-1-9/1-9 0509"],
    "red": ["X 2-3-7 0504", "F 1-2-7/1-9 0501"],
    "phase": "combat",
    "supports": (SUPPORT, SUPPORT),
}


def test_8_2_no_limit_by_the_standard_rules():
    game = drawn(**UNITS)
    assert planning.artillery_limit(game, Share(0, True, 6, (1,), 2)) == ""
    assert planning.attack_limit(game, Attack(("A",), ("X",), ("G",), 2)) == ""


def test_14_0_an_attack_is_measured_by_its_ground_units():
    game = bastogne(**UNITS)
    barrage = game.state.units[1].strength.barrage
    told = planning.attack_limit(game, Attack(("A",), ("X",), ("G",), 2))
    assert told == f"artillery and support {barrage + 2} of at most 6 (14.0)"
    assert planning.attack_limit(game, Attack(("A",), ("nobody",))) == ""


def test_14_0_the_answer_is_measured_by_the_defenders():
    game = bastogne(**UNITS)
    assert planning.fire_limit(game, Fpf(("F",), 1)) == ""
    play(game, "attack A > X")
    fpf = game.state.units[3].strength.fpf
    assert planning.fire_limit(game, Fpf(("F",), 1)) == f"artillery and support {fpf + 1} of at most 3 (14.0)"


def test_9_14_unused_points_of_the_second_player_are_lost():
    units = {"blue": ["A 6-4-7 0505"], "red": ["X 2-3-7 0504"], "supports": ([(1, 9, 3)], [(1, 9, 4)])}
    first, second = (drawn(phase="combat", side=side, **units) for side in (0, 1))
    assert planning.support_to_lapse(first, 0) == 0, "it can still defend"
    assert planning.support_to_lapse(second, 0) == 4
    assert planning.support_to_lapse(second, 1) == 0, "a further combat can take all of it"


def test_11_42_11_43_points_without_a_further_use_are_lost():
    game = forest(us=["A 2-3-7 0505"], german=["X 1-2-7 0504"], phase="combat", supports=([(1, 9, 20)], []))
    before = game.digest()
    assert [planning.support_to_lapse(game, combats) for combats in range(6)] == [20, 15, 10, 5, 0, 0]
    assert game.digest() == before


def test_15_26_4_points_for_the_other_combat_phase_are_not_lost():
    game = bastogne(**{**UNITS, "supports": ([(1, 9, 3)], [])})
    assert planning.support_to_lapse(game, 0) == 0
    play(game, "attack A > X gs 1")
    assert planning.support_to_lapse(game, 0) == 2, "the first use fixed which"


def test_9_14_remaining_points_may_be_used():
    game = drawn(**UNITS)
    assert planning.withheld_support_case(game, 0, (2,)) == ""
    assert planning.withheld_support_case(drawn(blue=["A 6-4-7 0505"], red=["X 2-3-7 0504"]), 0, (1,)) == ""


@every(
    ("key", "case", "limit"),
    [
        ("bastogne/relief", "14.0", Limit.SHARE),
        ("bastogne/relief", "15.26.4", Limit.SUPPORT),
        ("arnhem/historical", "14.12", Limit.GUNS),
        ("arnhem/historical", "13.24", Limit.ASSAULT),
        ("remagen/historical", "11.12", Limit.ATTACKER),
        ("remagen/historical", "8.12", None),
    ],
)
def test_limits_by_a_battles_own_cases(key, case, limit):
    assert planning.limit_of(Game(load_scenario(key)), case) is limit
