"""An attack thought over before it is declared."""

from tests.drawn import below, deciding, drawn, play
from tests.engine.naming import ids, unit
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, parse


def front(**what) -> Game:
    """B is next to X and Y, A to nobody; G has X in range, and H nobody."""
    return drawn(
        blue=["A 4-4-7 0305", "B 3-4-7 0505", "G 2-1-3/3-7 0507", "H 2-1-3/3-7 0909"],
        red=["X 2-3-7 0504", "Y 2-3-7 0604"],
        phase="combat",
        **{"supports": ([(1, 9, 3)], []), **what},
    )


def attack(line: str) -> Attack:
    order = parse(line)
    assert isinstance(order, Attack)
    return order


def test_who_could_attack():
    game = front()
    found = planning.candidates(game, (unit(game, "X"),))
    assert ids(game, found.attackers) == "B"
    assert ids(game, found.guns) == "G"
    assert ids(game, found.others) == "Y"
    assert found.support == 3


def test_7_23_all_defenders_together():
    game = front()
    both = planning.candidates(game, (unit(game, "X"), unit(game, "Y")))
    assert ids(game, both.attackers) == "B"
    assert both.others == ()


def test_7_15_targets_are_adjacent_or_in_range():
    game = drawn(
        blue=["A 4-4-7 0205", "G 2-1-3/3-7 0507"], red=["X 2-3-7 0204", "Y 2-3-7 0504", "Z 2-3-7 0901"], phase="combat"
    )
    assert ids(game, planning.targets(game)) == "X Y"
    assert ids(game, planning.targets_of(game, unit(game, "A"))) == "X"
    assert ids(game, planning.targets_of(game, unit(game, "G"))) == "Y"
    for name in ("A", "G"):
        mine = unit(game, name)
        for enemy in planning.targets_of(game, mine):
            who = planning.candidates(game, (enemy,))
            assert mine in (*who.attackers, *who.guns)


def test_why_an_enemy_is_no_target():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-3-7 0504", "Z 2-3-7 0901"], phase="combat")
    refusal = planning.why_no_target(game, unit(game, "Z"))
    assert (refusal.case, refusal.units, refusal.hexes) == ("7.15", ("Z",), ("0901",))


def test_7_14_an_enemy_that_has_been_attacked_is_no_target():
    game = drawn(blue=["A 4-4-7 0205", "B 4-4-7 0805"], red=["X 4-9-7 0204", "Y 2-3-7 0804"], phase="combat")
    play(game, "attack A > X", "roll 4")
    while deciding(game) != "Blue combat":
        play(game, str(next(game.legal())))
    assert unit(game, "X") not in planning.targets(game)
    assert planning.why_no_target(game, unit(game, "X")).case == "7.14"


def test_why_a_unit_has_no_target():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0909"], red=["X 2-3-7 0504"], phase="combat")
    refusal = planning.why_idle(game, unit(game, "B"))
    assert (refusal.case, refusal.units) == ("7.15", ("B",))


def test_an_attack_begins_with_all_who_may_take_part():
    game = drawn(blue=["A 4-4-7 0404", "B 3-4-7 0505"], red=["X 2-3-7 0504"], phase="combat")
    assert ids(game, planning.suggested(game, (2,))) == "A B"


def test_7_11_an_attack_begins_with_those_who_leave_nobody_out():
    """A and B may not both attack X: Y must be attacked as well, and B alone touches it."""
    game = drawn(blue=["A 4-4-7 0404", "B 3-4-7 0505"], red=["X 2-3-7 0504", "Y 2-3-7 0604"], phase="combat")
    assert ids(game, planning.suggested(game, (unit(game, "X"),))) == "A"
    assert ids(game, planning.suggested(game, (unit(game, "X"),), unit(game, "B"))) == "A B"


def test_8_31_what_a_unit_adds():
    game = front()
    assert planning.attack_points(game, unit(game, "A")) == 4
    assert planning.attack_points(game, unit(game, "G")) == game.state.units[unit(game, "G")].strength.barrage


def test_8_15_artillery_alone():
    game = front()
    assert planning.attackers_alone(game, attack("attack > X + G"))
    assert not planning.attackers_alone(game, attack("attack B > X + G"))
    assert not planning.attackers_alone(game, attack("attack B > nobody"))


def test_a_preview_is_what_the_combat_becomes():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-3-7 0504", "F 1-2-7/1-9 0501"], phase="combat")
    before = game.digest()
    found = planning.preview(game, attack("attack A > X"))
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


def test_a_preview_says_why_it_could_not_be():
    game = front()
    found = planning.preview(game, attack("attack H > X"))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.case == "8.12"
    assert planning.preview(game, attack("attack B > nobody")) is None


def test_7_23_a_preview_leaves_out_units_that_are_not_next_to_all_of_the_enemies():
    game = front()
    near, both = (planning.preview(game, attack(line)) for line in ("attack B > X", "attack A B > X"))
    assert near is not None
    assert both is not None
    assert both.odds == near.odds
    assert both.attacker_fates == near.attacker_fates
    assert both.refusal is not None
    assert (both.refusal.case, both.refusal.units) == ("7.15", ("A", "X"))


def test_7_14_a_preview_says_that_a_unit_is_named_twice():
    found = planning.preview(front(), attack("attack B B > X"))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.case == "7.14"


def test_7_44_why_a_combat_is_on_its_line():
    plain = front()
    line = attack("attack B > X")
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
