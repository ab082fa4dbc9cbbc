"""Coming onto the map and leaving it."""

from tests.drawn import drawn, play, until
from tests.engine.naming import at, ids, numbers, unit
from tests.engine.queries.battles import arnhem, bastogne
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Place, Whereabouts
from westwall_tui.files.scenarios import load_scenario


def arriving(**what):
    return drawn(
        blue=["A 4-4-7", "B 4-4-7", "C 4-4-7 0505"],
        red=["X 4-4-7 0109"],
        arrivals=[(1, "A", "0501 0601"), (2, "B", "0101")],
        **what,
    )


def test_4_1_who_enters_when_and_where():
    game = arriving()
    assert ids(game, queries.entering(game, 0)) == "A"
    assert [queries.may_arrive(game, u) for u in (0, 1, 2)] == [True, False, False]
    assert numbers(game, queries.entry_hexes(game, 0)) == "0501 0601"
    assert queries.entry_hexes(game, 1) == ()
    until(game, "Blue movement", 2)
    assert ids(game, queries.entering(game, 0)) == "A B"


def test_who_lands_and_where():
    game = arnhem(
        blue=["A 2-2-7 airborne:101st", "B 2-2-7"],
        red=["X 2-2-7 0909"],
        landings=[(1, "A", "0505 0504")],
        arrivals=[(1, "B", "0101")],
    )
    assert [queries.lands(game, u) for u in (0, 1)] == [True, False]
    assert numbers(game, queries.entry_hexes(game, 0)) == "0504 0505"
    play(game, "land A 0505")
    assert not queries.lands(game, 0)


def test_landing_place_is_said_where_the_schedule_does_not_say_it():
    game = Game(load_scenario("arnhem/free"), seed=1)
    lander = next(u for group in game.scenario.reinforcements if group.lands for u in group.units)
    assert queries.landing_place(game, lander)
    assert queries.landing_place(arriving(), 0) == ""


def test_ways_out_are_the_battles():
    assert queries.ways_out(arriving(), 2) == ()
    game = bastogne(blue=["A 4-4-7 0505"], red=["X 4-4-7 0101"])
    assert queries.ways_out(game, 0) == ("north", "east", "south", "west")
    assert queries.ways_out(game, 1) == ()


def test_who_has_left_the_map_and_when_he_comes_back():
    game = bastogne(blue=["A 4-4-7 0105", "B 4-4-7 0505"], red=["X 4-4-7 0901"], turn=2)
    play(game, "exit A west")
    assert queries.left_the_map(game) == [0]
    assert queries.whereabouts(game, 0) == Whereabouts(Place.LEFT, edge="west", turn=2)
    assert queries.return_turn(game, 0) is None


def test_whereabouts():
    game = arriving(setup=[], rules="standard")
    assert queries.whereabouts(game, unit(game, "C")) == Whereabouts(Place.MAP, hex=at(game, "0505"))
    assert queries.whereabouts(game, unit(game, "B")) == Whereabouts(Place.RESERVE, turn=2)
    fresh = drawn(blue=["A 4-4-7"], red=["X 4-4-7 0109"], setup=[("A", "0101")], phase="set-up")
    assert queries.whereabouts(fresh, 0) == Whereabouts(Place.SETUP)


def test_whereabouts_of_the_lost():
    game = drawn(blue=["A 9-4-7 0505", "B 9-4-7 0604"], red=["X 1-1-7 0504"], phase="combat", turn=3)
    play(game, "attack A B > X", "roll 1")
    assert queries.whereabouts(game, unit(game, "X")) == Whereabouts(Place.ELIMINATED, turn=3)
    assert queries.left_the_map(game) == []
