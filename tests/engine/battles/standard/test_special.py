"""`[special]`: rules that the battles share, as switches of any scenario."""

from tests.drawn import allowed, deciding, drawn, legal, play, refused, until, where
from tests.engine.battles.scored import scored
from westwall_tui.engine import queries
from westwall_tui.engine.rules.answers import ANY_ARTILLERY

UNITS = {"blue": ["A 4-4-7 0505", "G 3-2-9/1-7 0507"], "red": ["X 2-2-7 0504"]}


def test_points_of_guns_for_each_point_of_ground_units():
    text = "[special]\nguns_per_point = 1"
    game = scored(text, blue=["A 2-4-7 0505", "G 3-2-9/1-7 0507"], red=["X 2-2-7 0504"], phase="combat")
    refused(game, "attack A G > X")
    assert allowed(drawn(blue=["A 2-4-7 0505", "G 3-2-9/1-7 0507"], red=["X 2-2-7 0504"], phase="combat"),
                   "attack A G > X")  # fmt: skip


def test_guns_in_a_combat_by_side_and_role():
    game = scored("[special]\nguns = { Blue = [0, 1] }", phase="combat", **UNITS)
    refused(game, "attack A G > X")
    rules, state = game.rules, game.state
    assert rules.artillery_limit(state, 0, attacking=False).guns == 1
    assert rules.artillery_limit(state, 1, attacking=True).fits(1, 9, 9)
    assert drawn(**UNITS).rules.artillery_limit(state, 0, attacking=True) == ANY_ARTILLERY


def test_limits_of_ground_support():
    supports = (((1, 9, 6),), ((1, 9, 6),))
    game = scored("[special]\nsupport_in_a_combat = 2\nsupport_attacks_only = true", phase="combat",
                  supports=supports, **UNITS)  # fmt: skip
    refused(game, "attack A > X gs 3")
    assert allowed(game, "attack A > X gs 2")
    assert game.rules.ground_support(game.state, 1).left == 0
    one = scored("[special]\nsupport_one_phase = true", phase="combat", supports=(((1, 9, 6),), ()), **UNITS)
    assert one.rules.ground_support(one.state, 0).left == 6
    play(one, "attack A > X gs 1", "roll 6")
    assert one.rules.ground_support(one.state, 0).left == 5


def test_at_night_there_is_no_combat_and_units_may_leave_zones():
    game = scored("[special]\nnight = [1]", **UNITS)
    assert [*queries.circumstances(game)] == ["NIGHT"]
    play(game, "move A 0506", "done")
    assert deciding(game) == "Red movement"


def test_closed_ground():
    text = '[[closed]]\nside = "Blue"\nhexes = ["row 05"]\nuntil = 1\nname = "the far bank"'
    game = scored(text, blue=["A 4-4-7 0507"], red=["X 2-2-7 0101"])
    assert "may not enter the far bank" in refused(game, "move A 0506 0505").reason
    until(game, "Blue movement", 2)
    assert allowed(game, "move A 0506 0505")


def test_reinforcements_in_columns():
    arrivals = [(1, "A B", "0105")]
    what = {"blue": ["A 4-4-2", "B 4-4-2"], "red": ["X 2-2-7 0909"], "arrivals": arrivals}
    game = scored("[special]\ncolumns = true", **what)
    play(game, "enter A 0105 0205")
    refused(game, "enter B 0105 0106")
    assert allowed(scored("", **what), "enter B 0105 0106")


def test_units_shorten_their_retreats_in_cities():
    terrain = "\n".join(["........."] * 3 + ["....#...."] + ["........."] * 5)
    game = scored("[special]\ncities = true", terrain, phase="combat", **UNITS)
    assert queries.refuges(game).place == "city"
    assert queries.refuges(drawn(terrain, phase="combat", **UNITS)).case == ""


def test_units_land_in_vacant_hexes_when_they_are_due():
    game = scored("", blue=["A 4-4-7 0101", "P 2-2-7 airborne"], red=["X 2-2-7 0909"], landings=[(1, "P", "0505 0506")])
    assert "must land" in refused(game, "done").reason
    assert allowed(game, "land P 0505")
    play(game, "land P 0505")
    assert where(game, "P") == "0505"
    assert not any(line.startswith("enter P") for line in legal(game))
    until(game, "Blue movement", 2)
    assert game.rules.allowance(game.state, 1) == 14


def test_units_that_find_no_hex_to_land_in_are_lost():
    game = scored("", blue=["A 4-4-7 0505", "P 2-2-7 airborne"], red=["X 2-2-7 0909"], landings=[(1, "P", "0505")])
    play(game, "done")
    assert where(game, "P") == "eliminated"


def test_the_special_rules_in_words():
    text = """
[special]
guns_per_point = 1
guns = { Blue = [2, 1], Red = [1, 1] }
support_in_a_combat = 5
support_attacks_only = true
support_one_phase = true
night = [2, 3]
columns = true
cities = true
wired = "Red"
[[closed]]
side = "Blue"
hexes = ["row 01"]
until = 3
name = "the ridge"
"""
    assert [*queries.situation(scored(text, **UNITS))] == [
        "In a combat, artillery and Ground Support add at most one point for each Strength Point of the ground units.",
        "The Blue forces may use at most two artillery units in an attack and one for Final Protective Fire.",
        "The Red forces may use at most one artillery unit in an attack and one for Final Protective Fire.",
        "At most five Ground Support Points may join a combat.",
        "Ground Support may only help an attack.",
        "A side may use Ground Support in only one Combat Phase of a Game-Turn.",
        "Game-Turns 2 and 3 are night turns: there is no combat, and units may leave Enemy-controlled hexes.",
        "Reinforcements enter in column: each unit also pays for those that entered at its hex before it.",
        "A unit in a city may shorten its retreat by two hexes.",
        "Canal and rail bridges are wired: when the first enemy unit moves next to one, the Red forces may roll to "
        "blow it. A 1 or 2 succeeds.",
        "The Blue forces may not enter the ridge before Game-Turn 4: 0101, 0201, 0301, 0401, 0501, 0601 and 3 more.",
    ]
