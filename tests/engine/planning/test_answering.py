"""The defender's answer, thought over before it is given (8.4)."""

from tests.drawn import deciding, drawn, play
from tests.engine.naming import ids, unit
from westwall_tui.engine import planning
from westwall_tui.engine.orders import Fpf


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


def test_8_4_who_may_protect():
    game = attacked()
    guns, points = planning.protection(game)
    assert (ids(game, guns), points) == ("F", 2)
    assert planning.protection(drawn(blue=["A 4-4-7 0505"])) == ((), 0)


def test_8_4_the_answer_is_what_the_combat_becomes():
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


def test_8_4_why_an_answer_could_not_be_given():
    found = planning.answer(attacked(), Fpf(("F",), 3))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.case == "9.14"


def test_no_combat_no_arithmetic():
    game = drawn(blue=["A 4-4-7 0505"])
    assert planning.current(game) is None
    assert planning.answer(game, Fpf()) is None
