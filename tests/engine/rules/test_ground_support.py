"""Ground Support (9.0)."""

from tests.drawn import allowed, deciding, drawn, legal, play, refused, rolled, until, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.orders import Attack

TEN: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([(1, 9, 10)], [])


def combat(**what):
    return drawn(phase="combat", **what)


def test_9_0_printed_example_ten_points_as_barrage_and_as_fire():
    """Blue has ten points in a Game-Turn: some of them strike in his own phase, the others protect in Red's."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "Y 3-3-7 0101"], supports=TEN)
    assert rolled(game, "attack > Y gs 6", "roll 6").differential == 6 - 3
    assert refused(game, "attack A > X gs 5").case == "9.12"
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "done")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "Blue fpf"
    assert refused(game, "fpf gs 5").case == "9.12"
    assert rolled(game, "fpf gs 4", "roll 6").differential == 4 - (4 + 4)


def test_9_0_all_ten_in_either_phase():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN)
    assert allowed(game, "attack A > X gs 10")
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN, side=1)
    play(game, "attack X > A")
    assert rolled(game, "fpf gs 10", "roll 1").differential == 4 - 14


def test_9_12_more_than_are_left_is_refused_by_their_number():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN)
    assert (
        refused(game, "attack A > X gs 11").reason
        == "the Blue forces have only 10 Ground Support Points left this Game-Turn"
    )
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"])
    assert (
        refused(game, "attack A > X gs 2").reason == "the Blue forces have no Ground Support Points left this Game-Turn"
    )


def test_9_12_points_are_not_taken_back():
    """No order that is typed says so, but programs can."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN)
    refusal = game.explain(Attack(("A",), ("X",), (), -1))
    assert refusal is not None
    assert (refusal.case, refusal.reason) == ("9.12", "Ground Support Points cannot be negative")


@every("points", range(1, 11))
def test_9_11_a_point_is_an_artillery_strength_point(points):
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN)
    assert rolled(game, f"attack A > X gs {points}", "roll 6").differential == points
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN, side=1)
    play(game, "attack X > A")
    assert rolled(game, f"fpf gs {points}", "roll 6").differential == -points


def test_9_12_points_are_split_at_will():
    red = ["X 9-1-7 0101", "Y 9-1-7 0901", "Z 9-1-7 0109"]
    game = combat(blue=["A 4-4-7 0505"], red=red, supports=TEN)
    for name, points in (("X", 1), ("Y", 2), ("Z", 7)):
        assert rolled(game, f"attack > {name} gs {points}", "roll 6").differential == points - 1
        while "combat" not in deciding(game):
            play(game, legal(game)[0])
    assert allowed(game, "done")


def test_9_13_points_reach_everywhere():
    field = "\n".join(["." * 39] * 30)
    game = drawn(field, blue=["A 4-4-7 0130"], red=["X 9-1-7 3901"], supports=TEN, phase="combat")
    assert allowed(game, "attack > X gs 3")


def test_9_13_like_artillery_alone_they_strike_one_hex():
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-1-7 0101", "Y 9-1-7 0102"], supports=TEN)
    assert refused(game, "attack > X Y gs 3").case == "8.13"


def test_9_13_one_attack_on_a_unit_all_the_same():
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-9-7 0101"], supports=TEN)
    play(game, "attack > X gs 1", "roll 1")
    assert refused(game, "attack > X gs 1").case == "7.14"


def test_9_14_points_are_not_saved_up():
    """Game-Turn 1 gives ten, none are used; Game-Turn 2 gives ten, not twenty; Game-Turn 3 gives none."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-9-7 0101"], supports=([(1, 2, 10)], []))
    play(game, "done")
    until(game, "Blue combat")
    assert game.state.turn == 2
    assert allowed(game, "attack > X gs 10")
    refusal = refused(game, "attack > X gs 11")
    assert refusal.case == "9.12"
    play(game, "done")
    until(game, "Blue movement")
    play(game, "done")
    assert deciding(game) == "Red movement"  # no attack is possible


def test_9_14_what_was_used_is_there_again_next_turn():
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-15-7 0101"], supports=TEN)
    play(game, "attack > X gs 10", "roll 1", "done")
    until(game, "Blue combat")
    play(game, "attack > X gs 10", "roll 1")


def test_9_0_as_fire_they_need_no_range_nor_gun_but_a_friend_under_attack():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=([], [(1, 9, 3)]))
    play(game, "attack A > X")
    assert sorted(legal(game)) == ["fpf gs 1", "fpf gs 2", "fpf gs 3", "fpf none"]


def test_9_0_as_fire_they_obey_8_45():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0101"], supports=([(1, 9, 3)], [(1, 9, 3)]))
    play(game, "attack > X gs 3")
    assert deciding(game) == "Blue roll"


def test_9_0_as_fire_they_serve_artillery_under_attack_too():
    """Unlike its own Final Protective Fire (8.5)."""
    game = combat(blue=["A 4-4-7 0505"], red=["H 4-4-9/1-7 0504"], supports=([], [(1, 9, 3)]))
    play(game, "attack A > H")
    assert rolled(game, "fpf gs 3", "roll 1").differential == 4 - (1 + 3)


def test_9_0_they_suffer_nothing():
    """A failed attack of points alone moves nobody and lets nobody advance."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-9-7 0101"], supports=TEN)
    play(game, "attack > X gs 1", "roll 6")
    assert (where(game, "A"), deciding(game)) == ("0505", "Blue combat")


# -- the examples of play


def test_9_12_of_the_example_any_number_up_to_what_is_there():
    game = example("standard/9.0-support")
    offered = {line.partition(" gs ")[2] for line in legal(game) if line.startswith("attack 1/506 > 1/77")}
    assert offered == {"", *map(str, range(1, 11))}
    game = example("standard/9.0-support", 4)
    assert [line for line in legal(game) if "gs" in line] == [f"fpf gs {n}" for n in range(1, 5)]
