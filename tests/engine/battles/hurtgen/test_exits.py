"""Hurtgen Forest, 14.0: units that exit."""

from tests.drawn import cost, legal, only, play, refused, until
from tests.engine.battles.drawn_hurtgen import PANZER, forest, panzers, points
from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.events import Eliminated


@every(("terrain", "clear"), [(".", 1), (",", 2), ("f", 2), ("^", 3), ("%", 4), ("o", 1)])
def test_14_0_the_hex_beyond_the_edge_is_like_the_one_before_it(terrain, clear):
    ground = f"........{terrain}\n" + "\n".join(["........."] * 8)
    for ways, price in (({}, clear), ({"roads": ["0901 edge"]}, 0.5), ({"trails": ["0901 edge"]}, 1)):
        game = forest(ground, us=["A 2-3-7 0109"], german=["P 1-2-7 0901"], withdrawing=["P"], side=1, **ways)
        assert cost(game, "exit P 0901 east") == price


def test_14_0_no_other_unit_exits():
    game = panzers([*PANZER[:1], "X 1-2-7 0909"], us=["A 2-3-7 0509"], side=1)
    refusal = refused(game, "exit X east")
    assert (refusal.case, refusal.units) == ("14.0", ("X",))
    game = panzers(us=["A 2-3-7 0509"])
    assert refused(game, "exit A south").case == "14.0"
    assert not any(line.startswith("exit") for line in legal(game))


def test_14_11_an_exited_unit_does_not_return():
    game = panzers(side=1)
    play(game, "exit P1 east")
    until(game, "German movement", 2)
    assert refused(game, "enter P1 0901").case == "13.0"
    assert refused(game, "move P1 0901").case == "5.11"


def test_14_12_an_exited_unit_is_not_eliminated():
    game = panzers(PANZER[:1], side=1)
    play(game, "exit P1 east")
    assert points(game) == {"US": 0, "German": 0}
    assert not queries.losses(game, 1)


def test_14_13_no_unit_exits_as_a_result_of_combat():
    game = panzers(["P1 1-1-7 0102"], terrain=".\n.", us=["A 13-1-7 0101"], phase="combat", roads=["0102 edge"])
    (event,) = only(play(game, "attack A > P1", "roll 4"), Eliminated)
    assert event.path == ("0102",)


def test_14_13_only_in_the_german_movement_phase():
    game = panzers()
    assert refused(game, "exit P1 east").case == "5.11"
    game = panzers(["P1 2-2-12 0909", "P2 2-2-12 0901"], us=["A 2-3-7 0908"], side=1, phase="combat")
    assert refused(game, "exit P2 east").case == "4.1"


def test_14_13_not_out_of_an_enemy_zone():
    game = panzers(PANZER[:1], us=["A 2-3-7 0902"], side=1)
    assert refused(game, "exit P1 east").case == "5.14"
