"""Remagen, 16.0: Victory Points, and the level that their difference gives."""

import pytest

from tests.drawn import outcome, play, until_over
from tests.engine.battles.rhine import account, rhine, rules_of, shipped
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen import score
from westwall_tui.engine.battles.remagen.score import Autobahn, level
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Concern, Counted
from westwall_tui.engine.rules.losses import attack_value
from westwall_tui.engine.state import ELIMINATED, Outcome
from westwall_tui.engine.units import Kind, Strength, Unit

TOWN = {"Linz": "0604 0605"}


def autobahn(game: Game) -> Autobahn:
    return score.autobahn(rules_of(game), game.state)


def holder(game: Game) -> str:
    (town,) = (place for place in queries.objectives(game) if place.name in TOWN)
    return "nobody" if town.side < 0 else game.scenario.sides[town.side].name


def test_16_11_a_unit_in_every_hex_whatever_the_zones():
    assert holder(rhine(us=["A 3-6-7 0604", "B 3-6-7 0605"], german=["X 2-4-7 0705"], towns=TOWN)) == "US"
    assert holder(rhine(german=["X 2-4-7 0604", "Y 2-4-7 0605"], us=["A 2-4-7 0705"], towns=TOWN)) == "German"


def test_16_11_zones_in_every_hex_and_nothing_of_the_enemys():
    assert holder(rhine(us=["A 3-6-7 0704", "B 3-6-7 0505"], german=["X 2-4-7 0909"], towns=TOWN)) == "US"
    assert holder(rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"], towns=TOWN)) == "US"
    assert holder(rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0706"], towns=TOWN)) == "nobody"
    assert holder(rhine(us=["A 3-6-7 0603"], german=["X 2-4-7 0909"], towns=TOWN)) == "nobody"


def test_16_11_the_germans_hold_towns_in_the_same_way():
    assert holder(rhine(german=["X 2-4-7 0604"], us=["A 3-6-7 0909"], towns=TOWN)) == "German"
    assert holder(rhine(german=["X 2-4-7 0604"], us=["A 3-6-7 0706"], towns=TOWN)) == "nobody"


@every(
    ("us", "german", "why"),
    [
        ("0604", "0706", "both sides are present"),
        ("0603", "0909", "neither side holds every hex"),
        ("0909", "0603", "neither side holds every hex"),
        ("0603", "0606", "both sides are present"),
        ("0909", "0101", "neither side holds every hex"),
    ],
)
def test_16_11_reasons_why_neither_side_holds_a_town(us, german, why):
    (town, *_) = queries.objectives(rhine(us=[f"A 3-6-7 {us}"], german=[f"X 2-4-7 {german}"], towns=TOWN))
    assert (town.side, town.why) == (-1, why)


@pytest.mark.parametrize(("one", "worth"), [("us_towns", (0, 20)), ("german_towns", (5, 0))])
def test_16_11_a_town_may_be_worth_something_to_one_side_only(one, worth):
    game = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"], towns=TOWN, victory={one: {}})
    (town,) = (place for place in queries.objectives(game) if place.name in TOWN)
    assert town.points == worth


def test_16_11_a_town_worth_nothing_to_its_holder_is_no_line_of_the_account():
    game = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"], towns=TOWN, victory={"us_towns": {"Linz": 0}})
    assert holder(game) == "US"
    assert "Linz" not in [line.cause for line in queries.account(game)]


def test_16_12_points_for_towns():
    towns = {
        "Konigswinter": (10, 10),
        "Honef": (10, 10),
        "Linz": (5, 20),
        "Honningen": (10, 10),
        "Rheinbreitbach": (5, 20),
    }
    for name in ("historical", "optimum"):
        found = queries.objectives(Game(shipped(f"remagen/{name}")))
        assert {town.name: town.points for town in found if not town.per} == towns
    game = rhine(us=["A 3-6-7 0604", "B 3-6-7 0605"], german=["X 2-4-7 0705"], towns=TOWN)
    assert account(game)["Linz"] == 5


def crowd(count: int, **what) -> Game:
    """So many U.S. infantry units on the Autobahn and to its east, joined to the west edge."""
    numbers = [f"{column}{row:02}" for column in ("07", "08") for row in range(1, 10)][:count]
    return rhine(us=[f"A{i} 3-6-7 {number}" for i, number in enumerate(numbers)], **what)


def test_16_21_16_22_five_points_for_each_infantry_unit_above_ten():
    assert autobahn(crowd(10)).points == 0
    assert autobahn(crowd(11)).points == 5
    game = crowd(13)
    assert autobahn(game).points == 15
    assert account(game)["13 infantry on or east of the Autobahn"] == 15


def test_16_21_only_infantry_on_or_east_of_the_autobahn_counts():
    game = rhine(us=["A 3-6-7 0605", "B 3-6-7 0705", "C 3-6-7 0805", "D 3-4-15/1-7 0807"])
    assert game.state.ids(autobahn(game).infantry) == ("B", "C")


def test_16_23_twenty_to_the_german_if_none_is_there():
    assert account(rhine(us=["A 3-6-7 0605"]))["no infantry on or east of the Autobahn"] == 20
    assert "no infantry on or east of the Autobahn" not in account(rhine(us=["A 3-6-7 0705"]))
    cut_off = rhine(us=["A 3-6-7 0705"], bridge="")
    assert autobahn(cut_off).cut_off
    assert "no infantry on or east of the Autobahn" not in account(cut_off)


def test_16_24_twenty_for_each_german_unit_west_of_the_rhine():
    game = rhine(german=["X 2-4-7 0305", "Y 2-1-9/1-7 0205", "Z 2-4-7 0405"], us=["A 3-6-7 0705"])
    assert account(game)["west of the Rhine: X, Y"] == 40


def test_16_31_the_value_of_units():
    def worth(strength: str) -> int:
        kind = Kind.ARTILLERY if "/" in strength else Kind.INFANTRY
        return attack_value(Unit("A", "A", 0, kind, "II", "", Strength.parse(strength)))

    assert [worth(s) for s in ("3-6-7", "3-4-15/1-7", "2-1-17/1-7", "1-1-12")] == [3, 3, 2, 1]


def test_16_32_the_booklets_example():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-1-17/1-7 0909", "Y 2-4-7 0901"])
    game.state.place(1, ELIMINATED)
    assert account(game)["German units eliminated"] == 4
    game = rhine(us=["A 3-6-7 0101", "B 3-6-7 0102"], german=["X 2-1-17/1-7 0909"])
    game.state.place(0, ELIMINATED)
    assert account(game)["U.S. units eliminated, not counting the front"] == 3


def test_14_14_16_32_units_lost_beyond_the_front_are_counted_once():
    game = rhine(us=["A 3-6-7 0101", "B 3-6-7 0102"], german=["X 2-1-17/1-7 0909"])
    for unit in (0, 1):
        game.state.place(unit, ELIMINATED)
    game.state.facts[score.BEYOND_FRONT] = 3  # one of them
    assert account(game)["units beyond the front"] == 3
    assert account(game)["U.S. units eliminated, not counting the front"] == 3


def test_16_0_scores_by_side_and_scores_that_count_at_the_end():
    stand = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0101", "Y 2-4-7 0305"], towns=TOWN)
    lines = {line.cause: (line.side, line.place, line.at_end) for line in queries.account(stand)}
    assert lines["Linz"] == (0, "Linz", True)
    assert lines["0 infantry on or east of the Autobahn"] == (0, "Autobahn", True)
    assert lines["no infantry on or east of the Autobahn"] == (1, "Autobahn", True)
    assert lines["German units eliminated"] == (0, "", False)
    assert lines["U.S. units eliminated, not counting the front"] == (1, "", False)
    assert lines["units beyond the front"] == (1, "", False)
    across = rhine(us=["A 3-6-7 0705"], german=["X 2-4-7 0305", "Y 2-4-7 0604"], towns={"Linz": "0604"})
    lines = {line.cause: (line.side, line.place, line.at_end) for line in queries.account(across)}
    assert lines["west of the Rhine: X"] == (1, "West of the Rhine", True)
    assert lines["Linz"] == (1, "Linz", True)


def test_16_41_16_42_the_line_leads_to_the_west_edge_over_a_bridge():
    joined = rhine(us=["A 3-6-7 0705"])
    assert joined.state.ids(autobahn(joined).infantry) == ("A",)
    assert autobahn(rhine(us=["A 3-6-7 0705"], bridge="")).infantry == ()


def test_16_42_enemies_and_their_zones_block_a_line_even_through_a_friendly_unit():
    game = rhine(us=["A 3-6-7 0705", "B 3-6-7 0405"], german=["X 2-4-7 0306"])
    assert autobahn(game).infantry == ()
    game = rhine(us=["A 3-6-7 0705", "B 3-6-7 0505"], german=["X 2-4-7 0604"])
    assert autobahn(game).infantry == ()


def test_16_42_the_units_own_hex_does_not_belong_to_the_line():
    game = rhine(us=["A 3-6-7 0705"], german=["X 2-4-7 0805"])
    assert game.state.ids(autobahn(game).infantry) == ("A",)


def test_16_43_germans_in_the_west_need_a_line_to_the_east_edge():
    game = rhine(german=["X 2-4-7 0305"], us=["A 3-6-7 0705"], bridge="")
    assert "west of the Rhine: X" not in account(game)


@every(
    ("difference", "name"),
    [
        (50, "US Decisive"),
        (49, "US Substantive"),
        (40, "US Substantive"),
        (39, "US Marginal"),
        (30, "US Marginal"),
        (29, "Draw"),
        (20, "Draw"),
        (19, "German Marginal"),
        (10, "German Marginal"),
        (9, "German Substantive"),
        (0, "German Substantive"),
        (-1, "German Decisive"),
    ],
)
def test_16_5_levels(difference, name):
    assert level(difference) == name


def test_16_5_the_game_ends_with_its_level():
    game = rhine(us=["A 3-6-7 0101"], german=["X 2-4-7 0909"], last_turn=1)
    until_over(game)
    assert outcome(game) == Outcome(1, "German Decisive Victory: US 0, German 20, difference -20")


@every(
    ("lost", "winner", "reason"),
    [
        (4, 1, "German Marginal Victory: US 16, German 0, difference 16"),
        (5, -1, "The game is drawn: US 20, German 0, difference 20"),
        (8, 0, "US Marginal Victory: US 32, German 0, difference 32"),
    ],
)
def test_16_5_a_draw_has_no_winner(lost, winner, reason):
    game = rhine(us=["A 3-6-7 0705"], german=[f"X{i} 2-4-7 010{i + 1}" for i in range(9)])
    for unit in range(1, 10):
        game.state.place(unit, ELIMINATED if unit <= lost else game.scenario.board.hex(f"090{unit}"))
    game.state.place(9, game.scenario.board.hex("0909"))
    assert rules_of(game).outcome(game.state) == Outcome(winner, reason)


def test_the_account_adds_up_and_names_every_cause():
    game = rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"], towns=TOWN)
    play(game, "done")
    assert sum(account(game).values()) == sum(queries.totals(game))


def test_16_11_the_present_points_of_towns():
    (us, *_) = queries.objectives(rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"], towns=TOWN))
    assert (us.points, us.scored) == ((5, 20), (5, 0))
    game = rhine(us=["A 3-6-7 0109"], german=["X 2-4-7 0604"], towns=TOWN)
    (german, *_) = queries.objectives(game)
    assert (german.side, german.scored, game.state.numbers(german.hexes)) == (1, (0, 20), ("0604", "0605"))
    assert account(game)["Linz"] == 20
    (nobody, *_) = queries.objectives(rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0706"], towns=TOWN))
    assert nobody.scored == (0, 0)


def test_16_21_16_41_units_that_count_on_the_autobahn_and_units_without_a_line():
    infantry, first = "infantry on or east of the Autobahn", ", one of the first 10"
    game = crowd(12)
    found = queries.counted(game)
    assert [(each.what, each.side) for each in found] == [(infantry, 0)] * 12
    assert [each.points for each in found] == [0] * 10 + [5] * 2
    assert found[9].how.endswith(first)
    assert [each.how for each in found[10:]] == ["at 0802", "at 0803"]
    game = rhine(us=["A 3-6-7 0705", "B 3-6-7 0804"], german=["X 2-4-7 0305"])
    without = ", without a Line of Communication"
    assert queries.counted(game) == [
        Counted(0, infantry, f"at 0705{without}", 0, 0),
        Counted(1, infantry, f"at 0804{without}", 0, 0),
        Counted(2, "west of the Rhine", "at 0305", 1, 20),
    ]
    told = "Infantry on or east of the Autobahn with a Line of Communication: 0, and A, B without one. "
    assert told + "Each unit above 10 gives 5 points (16.22)." in queries.situation(game)
    game = rhine(us=["A 3-6-7 0705"], german=["X 2-4-7 0109"], bridge="")
    assert queries.counted(game)[1] == Counted(1, "west of the Rhine", f"at 0109{without}", 1, 0)
    told = "Infantry on or east of the Autobahn with a Line of Communication: 1. "
    told += "Each unit above 10 gives 5 points (16.22)."
    assert told in queries.situation(rhine(us=["A 3-6-7 0705"]))


def test_16_21_16_23_concerns_of_the_last_game_turn():
    cut_off = rhine(us=["A 3-6-7 0705", "B 3-6-7 0804"], german=["X 2-4-7 0305"], last_turn=1)
    (concern,) = cut_off.rules.concerns(cut_off.state)
    assert concern.text == "On or east of the Autobahn without a Line of Communication: A, B"
    assert (concern.units, cut_off.state.numbers(concern.hexes), concern.points) == ((0, 1), ("0705", "0804"), 0)
    nobody = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"], last_turn=1)
    (concern,) = nobody.rules.concerns(nobody.state)
    assert concern == Concern("No infantry on or east of the Autobahn, 20 points", (), (), 20)
    play(nobody, "done")
    assert nobody.rules.concerns(nobody.state) == []  # there the German player has no task
    early = rhine(us=["A 3-6-7 0604"], german=["X 2-4-7 0909"])
    assert early.rules.concerns(early.state) == []


def test_14_14_one_hex_and_several():
    game = rhine(us=["A 3-6-7 0604"])
    causes = []
    for gaps in (0, 1, 2):
        game.state.facts[score.GAPS] = gaps
        causes += [line.cause for line in queries.account(game) if line.cause.startswith("gaps")]
    assert causes == [f"gaps in the front: {count}" for count in ("0 hexes", "1 hex", "2 hexes")]


# -- the examples of play


def test_16_11_16_23_of_the_example_what_each_step_changes():
    steps = [queries.totals(example("remagen/16.0-victory", step)) for step in range(1, 5)]
    assert steps == [(5, 20), (7, 20), (7, 0), (2, 0)]
