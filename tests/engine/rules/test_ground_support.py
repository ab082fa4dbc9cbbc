"""Ground Support (9.0)."""

from tests.drawn import allowed, deciding, drawn, legal, play, refused, rolled, until, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.orders import Attack

TEN: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([(1, 9, 10)], [])


def combat(**what):
    return drawn(phase="combat", **what)


def test_9_0_printed_example_ten_points_as_barrage_and_as_fire():
    """Blue uses some of ten points in Blue's own Combat Phase and the others to protect units in Red's."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "Y 3-3-7 0101"], supports=TEN)
    assert rolled(game, "attack > Y gs 6", "roll 6").differential == 6 - 3
    assert refused(game, "attack A > X gs 5").case == "9.12"
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand", "done")
    play(game, "move X 0505", "done", "attack X > A")
    assert deciding(game) == "Blue fpf"
    assert refused(game, "fpf gs 5").case == "9.12"
    assert rolled(game, "fpf gs 4", "roll 6").differential == 4 - (4 + 4)


def test_9_0_all_points_may_be_used_in_either_phase():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN)
    assert allowed(game, "attack A > X gs 10")
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN, side=1)
    play(game, "attack X > A")
    assert rolled(game, "fpf gs 10", "roll 1").differential == 4 - 14


def test_9_12_too_many_points_are_refused_with_the_number_left():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=TEN)
    assert (
        refused(game, "attack A > X gs 11").reason
        == "the Blue forces have only 10 Ground Support Points left this Game-Turn"
    )
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"])
    assert (
        refused(game, "attack A > X gs 2").reason == "the Blue forces have no Ground Support Points left this Game-Turn"
    )


def test_9_12_negative_points_are_refused():
    """The notation has no negative points, but programs could give them."""
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


def test_9_13_ground_support_has_no_range():
    field = "\n".join(["." * 39] * 30)
    game = drawn(field, blue=["A 4-4-7 0130"], red=["X 9-1-7 3901"], supports=TEN, phase="combat")
    assert allowed(game, "attack > X gs 3")


def test_9_13_ground_support_alone_attacks_one_hex():
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-1-7 0101", "Y 9-1-7 0102"], supports=TEN)
    assert refused(game, "attack > X Y gs 3").case == "8.13"


def test_9_13_ground_support_attacks_a_unit_once():
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


def test_9_14_used_points_are_renewed_next_turn():
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-15-7 0101"], supports=TEN)
    play(game, "attack > X gs 10", "roll 1", "done")
    until(game, "Blue combat")
    play(game, "attack > X gs 10", "roll 1")


def test_9_0_protective_points_need_only_a_friendly_unit_under_attack():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], supports=([], [(1, 9, 3)]))
    play(game, "attack A > X")
    assert sorted(legal(game)) == ["fpf gs 1", "fpf gs 2", "fpf gs 3", "fpf none"]


def test_9_0_protective_points_obey_8_45():
    game = combat(blue=["A 4-4-7 0505"], red=["X 4-4-7 0101"], supports=([(1, 9, 3)], [(1, 9, 3)]))
    play(game, "attack > X gs 3")
    assert deciding(game) == "Blue roll"


def test_9_0_protective_points_also_protect_artillery():
    """Unlike its own Final Protective Fire (8.5)."""
    game = combat(blue=["A 4-4-7 0505"], red=["H 4-4-9/1-7 0504"], supports=([], [(1, 9, 3)]))
    play(game, "attack A > H")
    assert rolled(game, "fpf gs 3", "roll 1").differential == 4 - (1 + 3)


def test_9_0_ground_support_suffers_no_results():
    """After a failed attack by points alone no unit retreats or advances."""
    game = combat(blue=["A 4-4-7 0505"], red=["X 9-9-7 0101"], supports=TEN)
    play(game, "attack > X gs 1", "roll 6")
    assert (where(game, "A"), deciding(game)) == ("0505", "Blue combat")


# -- the examples of play


def test_9_12_of_the_example_any_number_of_points_up_to_the_limit():
    game = example("standard/9.0-support")
    offered = {line.partition(" gs ")[2] for line in legal(game) if line.startswith("attack 1/506 > 1/77")}
    assert offered == {"", *map(str, range(1, 11))}
    game = example("standard/9.0-support", 4)
    assert [line for line in legal(game) if "gs" in line] == [f"fpf gs {n}" for n in range(1, 5)]
