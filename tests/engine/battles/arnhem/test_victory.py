"""Arnhem, 17.0: points by cause, and the levels of victory."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.drawn import FIELD, board, only, play, until_over
from tests.engine.battles.drawn_arnhem import market, points, until, verdict
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles.arnhem import score
from westwall_tui.engine.battles.arnhem.score import gates
from westwall_tui.engine.events import GameEnded, Scored
from westwall_tui.engine.rules.answers import Counted, Score
from westwall_tui.engine.state import ELIMINATED, EXITED
from westwall_tui.files.scenarios.catalog import load_scenario

shipped = cache(load_scenario)

NORTH: dict[str, Any] = {
    "North of the Waal": " ".join(f"{c:02}{r:02}" for c in range(1, 10) for r in range(1, 5)),
    "North of the Neder Rijn": " ".join(f"{c:02}{r:02}" for c in range(1, 10) for r in range(1, 3)),
}
"""Rows 1 to 4 are north of the Waal, rows 1 and 2 north of the Neder Rijn."""
LINES: dict[str, Any] = {"line_to": ["0509"], "drop_zones": ["101 0505"]}


def war(*allied, german=("X 2-2-7 0109",), **what):
    return market(FIELD, allied=allied, german=german, areas=NORTH, victory=LINES, **what)


def lose(game, *names):
    for name in names:
        game.state.place(game.scenario.by_id[name.lower()], ELIMINATED)


def a_turn(game):
    """End a Game-Turn, and return the points announced in it, by side."""
    events = play(game, "done", "done")
    return {event.side: event.points for event in only(events, Scored)}


def test_17_11_1_a_point_for_each_german_unit():
    game = war("A 2-2-7 0506", german=["X 2-2-7 0109", "Y 2-2-7 0209"])
    lose(game, "X")
    assert points(game) == {"Allied": [1], "German": []}


def test_17_11_1_not_for_those_that_left_the_map():
    game = war("A 2-2-7 0506")
    game.state.place(1, EXITED[1])
    assert points(game) == {"Allied": [], "German": []}


def test_17_11_2_five_for_each_ground_unit_north_of_the_waal_each_turn():
    game = war("A 3-3-7 0504", "B 3-3-7 0704", "C 3-3-7 0505")
    assert a_turn(game) == {"Allied": 10}
    assert a_turn(game) == {"Allied": 10}
    assert points(game)["Allied"] == [20]


def test_17_11_2_only_with_a_line_of_communication():
    game = war("A 3-3-7 0504", german=["X 2-2-7 0509"])
    assert a_turn(game) == {"German": 3}
    assert points(game) == {"Allied": [], "German": [3]}


@every(
    "unit",
    [
        "A 2-2-7 airborne:101st",
        "A 2-3-7 glider:101st",
        "A 2-1-4/1-7 airborne-artillery:101st",
        "A 2-2-7 airborne:Polish",
    ],
)
def test_17_11_2_17_11_3_not_for_airborne_units_of_any_kind(unit):
    game = war(f"{unit} 0502")
    assert a_turn(game) == {}
    assert points(game) == {"Allied": [], "German": []}


@every("kind", ["engineer", "armor", "infantry"])
def test_17_11_2_every_ground_unit_counts(kind):
    assert a_turn(war(f"A 3-3-7 {kind} 0504")) == {"Allied": 5}


def test_17_11_3_ten_for_each_ground_unit_north_of_the_neder_rijn_at_the_end():
    """Ruling: at the end of the game only; units there are north of the Waal as well (17.2)."""
    game = war("A 3-3-7 0502", "B 3-3-7 0702", last_turn=2)
    assert a_turn(game) == {"Allied": 10}
    assert points(game)["Allied"] == [10, 20]
    events = play(game, "done", "done")
    assert only(events, GameEnded)
    assert points(game)["Allied"] == [20, 20]


def test_17_11_3_only_with_a_line_at_the_end():
    game = war("A 3-3-7 0502", german=["X 2-2-7 0509"])
    assert points(game)["Allied"] == []


def test_17_12_1_five_for_each_allied_unit_destroyed():
    game = war("A 3-3-7 0506", "B 2-2-7 airborne:101st 0505", "P 2-2-7 airborne:Polish 0407")
    lose(game, "A", "B", "P")
    assert points(game) == {"Allied": [], "German": [15]}


def test_17_12_2_17_35_three_for_each_unit_without_a_line_each_turn():
    german = ["X 2-2-7 0509", "Y 2-2-7 0504"]
    game = war("A 3-3-7 0508", "B 2-2-7 airborne:101st 0502", german=german, phase="movement")
    having, lacking = score.supplied(game.rules, game.state)
    assert having == []
    assert lacking == [0, 1]
    score.score_turn(game.rules, game.state, [])
    score.score_turn(game.rules, game.state, [])
    assert points(game)["German"] == [12]


def test_17_35_lines_are_checked_at_the_end_of_the_german_player_turn():
    """The line is blocked in the Allied Player-Turn, and open again at the end of the German one."""
    game = war("A 3-3-7 0504", german=["X 2-2-7 0509"])
    play(game, "done", "move X 0208")
    assert only(play(game, "done"), Scored)[0].points == 5
    assert points(game)["German"] == []


def test_17_36_poles_are_never_counted_for_their_line():
    game = war("P 2-2-7 airborne:Polish 0101", german=["X 2-2-7 0509"])
    assert a_turn(game) == {}


def test_17_2_the_points_are_the_sum_of_their_causes():
    game = war("A 3-3-7 0504", "B 3-3-7 0102", "C 2-2-7 airborne:101st 0101", german=["X 2-2-7 0909", "Y 2-2-7 0908"])
    told = [0, 0]
    for _ in range(3):
        for side, gained in a_turn(game).items():
            told[side == "German"] += gained
    lose(game, "Y", "B")
    allied, german = (sum(points(game)[side]) for side in ("Allied", "German"))
    assert (allied, german) == (told[0] + 1, told[1] + 5)


@every(
    ("german", "allied", "level", "match"),
    [
        (30, 10, "German Strategic", "9-1"),
        (31, 10, "German Strategic", "9-1"),
        (299, 100, "German Tactical", "7-3"),
        (2001, 1000, "German Tactical", "7-3"),
        (20, 10, "Draw", "5-5"),
        (1999, 1000, "Allied Tactical", "3-7"),
        (11, 10, "Allied Tactical", "3-7"),
        (10, 10, "Allied Strategic", "1-9"),
        (0, 10, "Allied Strategic", "1-9"),
        (1, 0, "German Strategic", "9-1"),
        (0, 0, "Draw", "5-5"),
    ],
)
def test_17_4_levels_are_exact_ratios(german, allied, level, match):
    """Rulings: ratios between the printed decimals; no Allied points; the match points."""
    found, winner, matched = score._level(german, allied)
    assert (found, matched) == (level, match)
    assert winner == level.split()[0].replace("Draw", "")
    if allied:
        assert (Fraction(german, allied) > 2) == (winner == "German")


@every(
    ("german", "allied", "told"),
    [
        (242, 241, "The ratio is 1.004 to 1. Ten match points are divided, and the German share comes first"),
        (20001, 10000, "The ratio is 2.0001 to 1. Ten match points are divided, and the German share comes first"),
        (10, 5, "The ratio is 2 to 1. Ten match points are divided, and the German share comes first"),
        (5, 2, "The ratio is 2.5 to 1. Ten match points are divided, and the German share comes first"),
        (9, 0, "Ten match points are divided, and the German share comes first"),
    ],
)
def test_17_4_the_end_names_the_ratio_as_exactly_as_it_counts(german, allied, told):
    rules = war("Q 2-2-7 0901").rules
    points = (allied, german) if rules.allied == 0 else (german, allied)
    assert rules.verdict_note(points) == told


def test_17_4_a_note_explains_only_a_verdict_on_points():
    game = war("Q 2-2-7 airborne:Polish 0901", german=["Y 2-2-7 0109"], last_turn=1)
    assert queries.verdict_note(game) == ""
    until_over(game)
    assert "Ten match points are divided" in queries.verdict_note(game)
    conceded = war("Q 2-2-7 airborne:Polish 0901", german=["Y 2-2-7 0109"], last_turn=1)
    conceded.apply("concede")
    assert queries.verdict_note(conceded) == ""


@every(
    ("allied_lost", "german_lost", "winner", "words"),
    [
        (1, 0, 1, "German Strategic Victory: German 5, Allied 0"),
        (1, 1, 1, "German Strategic Victory: German 5, Allied 1"),
        (1, 2, 1, "German Tactical Victory: German 5, Allied 2"),
        (2, 5, -1, "The game is a draw: German 10, Allied 5"),
        (1, 3, 0, "Allied Tactical Victory: German 5, Allied 3"),
        (1, 5, 0, "Allied Strategic Victory: German 5, Allied 5"),
        (0, 0, -1, "The game is a draw: German 0, Allied 0"),
    ],
)
def test_17_4_the_end_names_level_totals_and_match_points(allied_lost, german_lost, winner, words):
    poles = [f"P{n} 2-2-7 airborne:Polish" for n in range(2)]
    germans = [f"X{n} 2-2-7" for n in range(5)]
    game = war("Q 2-2-7 airborne:Polish 0901", *poles, german=["Y 2-2-7 0109", *germans], last_turn=1)
    lose(game, *(f"P{n}" for n in range(allied_lost)), *(f"X{n}" for n in range(german_lost)))
    until_over(game)
    assert verdict(game).winner == winner
    assert verdict(game).reason.startswith(words)
    assert "match points" in verdict(game).reason


def test_17_0_the_game_is_judged_after_the_last_turn_only():
    game = war("A 3-3-7 0502", last_turn=3)
    until(game, 3, "German")
    assert game.outcome is None
    play(game, "done")
    assert verdict(game).reason.startswith("Allied Strategic")


def test_17_11_areas_of_the_real_map():
    """North of the Waal, and of the Neder Rijn within it."""
    areas = shipped("arnhem/historical").board.areas
    number = shipped("arnhem/historical").board.number
    waal, rijn = (set(map(number, areas[name])) for name in NORTH)
    assert rijn < waal
    assert "3719" in rijn
    assert "2323" not in waal


@pytest.mark.parametrize("name", ["historical", "free"])
def test_18_1_18_2_ten_game_turns_the_allied_player_first(name):
    scenario = shipped(f"arnhem/{name}")
    assert (scenario.first_turn, scenario.last_turn) == (1, 10)
    assert [side.name for side in scenario.sides] == ["Allied", "German"]
    assert scenario.start.side == 0


def test_17_11_17_12_each_line_of_the_account_and_of_the_log():
    game = war("A 3-3-7 0502", "B 3-3-7 0704", german=["X 2-2-7 0109", "Y 2-2-7 0209"])
    lose(game, "Y")
    events = play(game, "done", "done")
    assert only(events, Scored) == [Scored("Allied", 10, "north of the Waal: A, B")]
    assert queries.account(game) == [
        Score(0, "1 German unit eliminated", 1),
        Score(0, "ground units north of the Waal, each Game-Turn: 2", 10, score.BEYOND_WAAL),
        Score(0, "1 ground unit north of the Neder Rijn, at the end", 10, score.BEYOND_RIJN, at_end=True),
        Score(1, "0 Allied units eliminated", 0),
        Score(1, "no Line of Communication, each Game-Turn: 0", 0),
    ]
    cut_off = war("A 3-3-7 0502", "B 3-3-7 0504", german=["X 2-2-7 0509"])
    assert only(play(cut_off, "done", "done"), Scored) == [Scored("German", 6, "no Line of Communication: A, B")]


def stand(game):
    """Check the ground beyond each river: which units score, why, the length of the line, and the points so far."""
    return [(each.side, each.why, len(each.line), each.scored) for each in queries.objectives(game)]


def test_17_11_2_17_11_3_how_the_ground_beyond_the_rivers_stands():
    game = war("A 3-3-7 0502", "B 3-3-7 0704", "D 2-2-7 airborne:101st 0604")
    assert [(each.name, each.points, each.per) for each in queries.objectives(game)] == [
        (score.BEYOND_WAAL, (5, 0), "ground unit"),
        (score.BEYOND_RIJN, (10, 0), "ground unit"),
    ]
    assert [len(each.area) for each in queries.objectives(game)] == [36, 18]
    a, both = "A is there with a Line of Communication", "A and B are there with a Line of Communication"
    assert stand(game) == [(0, both, 8, (0, 0)), (0, a, 8, (10, 0))]
    a_turn(game)
    assert stand(game) == [(0, both, 8, (10, 0)), (0, a, 8, (10, 0))]
    cut_off = war("A 3-3-7 0502", "B 3-3-7 0504", german=["X 2-2-7 0509"])
    without = "there, but without a Line of Communication"
    assert stand(cut_off) == [(-1, f"A and B are {without}", 0, (0, 0)), (-1, f"A is {without}", 0, (0, 0))]
    nobody = war("A 3-3-7 0505", "D 2-2-7 airborne:101st 0502")
    assert stand(nobody) == [(-1, "no Allied ground unit is there; airborne units do not count", 0, (0, 0))] * 2


def test_17_11_2_an_area_that_a_board_does_not_have_is_no_objective():
    game = market(FIELD, allied=["A 3-3-7 0502"], german=["X 2-2-7 0109"], victory=LINES, areas={
        "North of the Neder Rijn": NORTH["North of the Neder Rijn"],
    })  # fmt: skip
    assert [each.name for each in queries.objectives(game)] == [score.BEYOND_RIJN]


def test_17_11_a_bridge_leads_into_the_ground_beyond_a_river():
    river = " ".join(f"0{c}04/0{c}05" for c in range(1, 10))
    sheet = board(FIELD, rivers=[river], bridges=["road 0504/0505"])
    north = frozenset([h for h in range(len(sheet.grid)) if sheet.grid.positions[h][1] <= 4])
    assert gates(sheet, north) == (sheet.hex("0504"),)
    assert gates(board(FIELD), north) == tuple(sorted(north))


def test_17_11_the_units_that_count_and_what_the_end_of_the_turn_scores():
    game = war("A 3-3-7 0502", "B 3-3-7 0704", "D 2-2-7 airborne:101st 0604")
    waal, rijn = "Beyond the Waal, at the end of each Game-Turn", "Beyond the Rijn, at the end of the game"
    assert queries.counted(game) == [
        Counted(0, rijn, "at 0502", 0, 10),
        Counted(0, waal, "at 0502", 0, 5),
        Counted(1, waal, "at 0704", 0, 5),
    ]
    assert game.rules.due(game.state) == [Score(0, "north of the Waal: A, B", 10)]
    assert game.rules.concerns(game.state) == []  # the German may still do something about it
    play(game, "done")
    (concern,) = game.rules.concerns(game.state)
    assert (concern.text, concern.points) == ("North of the Waal with a Line of Communication: A, B, 10 points", 10)
    assert (concern.units, game.state.numbers(concern.hexes)) == ((0, 1), ("0502", "0704"))
    cut_off = war("A 3-3-7 0502", german=["X 2-2-7 0509"])
    how = "at 0502, without a Line of Communication"
    assert queries.counted(cut_off) == [Counted(0, rijn, how, 0, 0), Counted(0, waal, how, 0, 0)]
    assert cut_off.rules.due(cut_off.state) == [Score(1, "no Line of Communication: A", 3)]


# -- the examples of play


def test_17_11_of_the_example_the_ten_points_come_once():
    """10 each Game-Turn for two units beyond the Waal, 10 at the end beyond the Neder Rijn, 1 for a German."""
    causes = {score.cause: score.points for score in queries.account(example("arnhem/17.0+17.4-victory", 5))}
    assert sorted(causes.values()) == [0, 1, 6, 10, 20]
