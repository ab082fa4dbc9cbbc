"""Bastogne, 14.0: how much artillery and Ground Support may take part in a combat."""

from tests.drawn import allowed, deciding, legal, play, refused, rolled
from tests.engine.battles.drawn_bastogne import siege
from tests.examples import example


def test_14_0_no_more_barrage_than_ground_strength():
    game = siege(german=["A 4-4-7 0108", "G 3-1-18/1-7 0909", "H 2-1-18/1-7 0809"], us=["X 4-4-7 0107"], phase="combat")
    assert allowed(game, "attack A > X + G")
    assert allowed(game, "attack A > X + H")
    refusal = refused(game, "attack A > X + G H")
    assert (refusal.case, refusal.units) == ("14.0", ("G", "H"))


def test_14_0_the_refusal_counts_the_points():
    game = siege(
        german=["A 3-4-7 0505", "G 2-1-18/1-7 0509"], us=["X 4-4-7 0504"], phase="combat", supports=([(1, 9, 5)], [])
    )
    reason = refused(game, "attack A > X + G gs 2").reason
    assert (
        reason
        == "G (2) and 2 Ground Support would add more than the 3 Strength Points of the ground units in this combat"
    )


def test_14_0_exactly_as_much_is_allowed():
    game = siege(german=["A 3-4-7 0108", "G 3-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat")
    assert allowed(game, "attack A > X + G")
    game = siege(german=["A 2-4-7 0108", "G 3-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat")
    assert refused(game, "attack A > X + G").case == "14.0"


def test_14_0_ground_support_counts_with_artillery():
    game = siege(
        german=["A 4-4-7 0108", "G 3-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat", supports=([(1, 9, 5)], [])
    )
    assert allowed(game, "attack A > X + G gs 1")
    assert allowed(game, "attack A > X gs 4")
    assert refused(game, "attack A > X + G gs 2").case == "14.0"
    assert refused(game, "attack A > X gs 5").case == "14.0"


def test_14_0_several_ground_units_are_added_up():
    game = siege(german=["A 2-4-7 0108", "B 2-4-7 0207", "G 4-1-18/1-7 0909"], us=["X 4-4-7 0107"], phase="combat")
    assert allowed(game, "attack A B > X + G")


def test_14_0_so_artillery_or_ground_support_alone_cannot_attack():
    game = siege(
        german=["A 4-4-7 0101", "B 4-4-7 0909", "G 1-1-18/1-7 0901"],
        us=["X 4-4-7 0102", "Y 4-4-7 0105"],
        phase="combat",
        supports=([(1, 9, 5)], []),
    )
    assert refused(game, "attack > Y + G").case == "14.0"
    assert refused(game, "attack > Y gs 1").case == "14.0"
    game = siege(german=["A 4-4-7 0909", "G 1-1-18/1-7 0901"], us=["Y 4-4-7 0105"])
    play(game, "done")
    assert deciding(game) == "US movement"  # no attack is possible
    game = siege(german=["A 4-4-7 0909"], us=["Y 4-4-7 0105"], supports=([(1, 9, 5)], []))
    play(game, "done")
    assert deciding(game) == "US movement"


def test_14_0_adjacent_artillery_counts_too():
    game = siege(german=["A 3-4-7 0505", "G 2-1-18/1-7 0604", "H 2-1-18/1-7 0909"], us=["X 4-4-7 0504"], phase="combat")
    assert allowed(game, "attack A G > X")
    assert refused(game, "attack A G > X + H").case == "14.0"


def test_14_0_the_defenders_fire_is_limited_by_the_defense_strength_under_attack():
    game = siege(
        german=["A 4-4-7 0505"],
        us=["X 4-2-7 0504", "H 1-2-18/1-7 0101", "K 1-1-18/1-7 0901"],
        phase="combat",
        supports=([], [(1, 9, 5)]),
    )
    play(game, "attack A > X")
    assert allowed(game, "fpf H")
    assert allowed(game, "fpf K gs 1")
    refusal = refused(game, "fpf H K")
    assert (refusal.case, refusal.units) == ("14.0", ("H", "K"))
    assert (
        refusal.reason == "H (2) and K (1) would add more than the 2 Strength Points of the ground units in this combat"
    )
    assert sorted(legal(game)) == ["fpf H", "fpf K", "fpf K gs 1", "fpf gs 1", "fpf gs 2", "fpf none"]
    assert refused(game, "fpf gs 3").case == "14.0"
    assert rolled(game, "fpf H", "roll 6").differential == 4 - 4


def test_14_0_a_single_point_of_defense_gets_a_single_point():
    game = siege(german=["A 4-4-7 0505"], us=["X 4-1-7 0504"], phase="combat", supports=([], [(1, 9, 5)]))
    play(game, "attack A > X")
    assert deciding(game) == "US fpf"
    assert sorted(legal(game)) == ["fpf gs 1", "fpf none"]


def test_14_0_artillery_under_attack_alone_gets_no_fire():
    """No unit with ground Strength is stacked with it, so there is no decision."""
    game = siege(
        german=["A 4-4-7 0505"],
        us=["H 4-4-18/2-7 0504", "K 1-1-18/1-7 0901"],
        phase="combat",
        supports=([], [(1, 9, 5)]),
    )
    play(game, "attack A > H")
    assert deciding(game) == "German roll"


def test_14_0_obliged_artillery_alone_is_released():
    """Ruling: only G is next to X; it cannot attack alone, and X need not be attacked."""
    game = siege(german=["G 3-1-18/1-7 0505", "A 4-4-7 0101"], us=["X 4-4-7 0504"])
    play(game, "done")
    assert deciding(game) == "US movement"


def test_14_0_artillery_that_does_not_fit_is_released():
    """A has two points, G three: A attacks alone, and then the phase may end."""
    game = siege(german=["A 2-4-7 0505", "G 3-1-18/1-7 0604"], us=["X 4-4-7 0504"], phase="combat")
    assert refused(game, "attack A G > X").case == "14.0"
    assert refused(game, "done").units == ("A", "X")
    play(game, "attack A > X", "roll 5")
    while deciding(game) != "German combat":
        play(game, legal(game)[-1])
    play(game, "done")


def test_14_0_8_31_artillery_that_fits_is_obliged_before_voluntary_fire():
    """G touches X and fits beside A: it may not stay out, nor give its room to H or to Ground Support."""
    game = siege(
        german=["A 3-4-7 0505", "G 2-1-18/1-7 0604", "H 3-1-18/1-7 0909"],
        us=["X 4-4-7 0504"],
        phase="combat",
        supports=([(1, 9, 5)], []),
    )
    for attack in ("attack A > X", "attack A > X + H", "attack A > X gs 3"):
        refusal = refused(game, attack)
        assert (refusal.case, refusal.units) == ("8.31", ("G",))
        assert (
            refusal.reason == "G is next to the enemy and must join this attack, which has room for another gun (14.0)"
        )
    assert refused(game, "done").units == ("A", "G", "X")
    assert allowed(game, "attack A G > X")
    assert allowed(game, "attack A G > X gs 1")


def test_14_0_8_31_each_gun_that_still_fits_is_obliged():
    """H fits beside A and G, and beside A alone, though G is too strong there."""
    around = ["A 3-4-7 0505", "H 1-1-18/1-7 0404"]
    game = siege(german=[*around, "G 2-1-18/1-7 0604"], us=["X 4-4-7 0504"], phase="combat")
    refusal = refused(game, "attack A G > X")
    assert (refusal.case, refusal.units) == ("8.31", ("H",))
    assert allowed(game, "attack A G H > X")
    for guns in (["G 4-1-18/1-7 0604", *around], [around[0], "G 4-1-18/1-7 0604", around[1]]):
        game = siege(german=guns, us=["X 4-4-7 0504"], phase="combat")
        refusal = refused(game, "attack A > X")
        assert (refusal.case, refusal.units) == ("8.31", ("H",))
        assert allowed(game, "attack A H > X")


def test_14_0_8_31_a_unit_that_has_attacked_makes_no_room_for_artillery():
    """G is next to Y and can attack with A, but not with B, which would have to attack Y."""
    game = siege(
        german=["A 3-5-7 0505", "B 1-5-7 0603", "G 3-2-9/1-7 0704"], us=["X 5-2-7 0504", "Y 1-1-7 0604"], phase="combat"
    )
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units) == ("8.31", ("G",))
    assert allowed(game, "attack B > X")


def test_14_0_among_equals_the_player_chooses():
    """Two artillery units of two points are next to X, and only one may attack."""
    game = siege(german=["A 3-4-7 0505", "G 2-1-18/1-7 0604", "H 2-1-18/1-7 0404"], us=["X 4-4-7 0504"], phase="combat")
    assert refused(game, "attack A > X").case == "8.31"
    assert refused(game, "attack A G H > X").case == "14.0"
    for gun in "GH":
        after = game.copy()
        play(after, f"attack A {gun} > X", "roll 5")
        while deciding(after) != "German combat":
            play(after, legal(after)[-1])
        play(after, "done")


def test_14_0_8_31_obliged_artillery_is_not_stranded_by_an_attack_in_which_it_has_no_part():
    """G touches Y and fits beside A or B: neither X and Y together nor B against X alone may take both from it."""
    game = siege(
        german=["A 3-5-7 0505", "B 3-5-7 0603", "G 3-2-9/1-7 0704"], us=["X 5-2-7 0504", "Y 1-1-7 0604"], phase="combat"
    )
    refusal = refused(game, "attack A B > X Y")
    assert (refusal.case, refusal.units) == ("8.31", ("G",))
    assert refusal.reason == "G must also attack, but after this attack no other would have room for it (14.0)"
    for attack, rest in (("attack A > X", "attack B G > Y"), ("attack A G > Y", "attack B > X")):
        after = game.copy()
        play(after, attack, "roll 6")
        while deciding(after) != "German combat":
            play(after, legal(after)[0])
        assert allowed(after, rest)


def test_14_0_artillery_that_would_leave_another_obligation_unmet_is_released():
    """A alone touches Y and must take X and Y together; G, which does not touch Y, cannot join it there."""
    game = siege(german=["A 4-4-7 0505", "G 3-1-18/1-7 0603"], us=["X 4-4-7 0504", "Y 4-4-7 0506"], phase="combat")
    refusal = refused(game, "attack A G > X")
    assert (refusal.case, refusal.units) == ("7.11", ("Y",))
    assert refused(game, "attack A G > X Y").case == "8.32"
    assert legal(game) == ["attack A > X Y"]
    play(game, "attack A > X Y", "roll 1")
    while deciding(game) != "German combat":
        play(game, legal(game)[-1])
    play(game, "done")


def test_14_0_an_enemy_that_only_released_artillery_touches_need_not_be_attacked():
    game = siege(german=["A 4-4-7 0505", "G 9-1-18/1-7 0802"], us=["X 4-4-7 0504", "Y 4-4-7 0801"], phase="combat")
    assert refused(game, "done").units == ("A", "X")
    play(game, "attack A > X", "roll 1")
    while deciding(game) != "German combat":
        play(game, legal(game)[-1])
    play(game, "done")


# -- the examples of play


def test_14_0_of_the_example_every_attack_keeps_within_the_strength_of_its_ground_units():
    barrage = {"755": 3, "420": 1}
    for line in legal(example("bastogne/13.0+14.0-guns")):
        men, _, rest = line.removeprefix("attack ").partition(" > ")
        guns, _, points = rest.partition(" gs ")
        added = sum(barrage[gun] for gun in guns.partition(" + ")[2].split()) + int(points or 0)
        assert added <= {"1/502": 2, "37": 5}[men], line
