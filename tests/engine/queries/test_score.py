"""The score of a game."""

from collections import Counter
from typing import Any

import pytest

from tests.drawn import drawn, play
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_bastogne import TOWN, relief, siege
from tests.engine.battles.drawn_hurtgen import forest
from tests.engine.battles.rhine import rhine
from tests.engine.naming import at, ids, numbers, unit
from tests.engine.queries.battles import arnhem, remagen
from tests.long import sample
from tests.players import busy_player
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario, shipped

# -- Points, objectives and losses.


def test_account_and_totals_agree():
    game = remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"])
    account = queries.account(game)
    for side in (0, 1):
        assert sum(line.points for line in account if line.side == side) == queries.totals(game)[side]
    assert queries.totals(game) == (0, 20)
    plain = drawn(blue=["A 4-4-7 0505"])
    assert (queries.account(plain), queries.totals(plain)) == ([], (0, 0))


def test_the_present_winner():
    found = queries.outcome_now(remagen(blue=["A 3-6-7 0301"], red=["X 2-4-7 0505"]))
    assert found.winner == 1
    assert "20" in found.reason
    assert queries.outcome_now(drawn(blue=["A 4-4-7 0505"])).winner == -1


def test_objectives_come_from_the_battle():
    places = queries.objectives(Game(load_scenario("hurtgen/historical")))
    assert len(places) == 12
    assert all(place.hexes and max(place.points) > 0 for place in places)
    assert queries.objectives(drawn(blue=["A 4-4-7 0505"])) == []


def test_losses_of_a_side():
    game = drawn(blue=["A 9-4-7 0505", "B 9-4-7 0604"], red=["X 1-1-7 0504"], phase="combat")
    assert queries.losses(game, 1) == []
    play(game, "attack A B > X", "roll 1")
    assert ids(game, queries.losses(game, 1)) == "X"
    assert queries.losses(game, 0) == []


def test_conditions_and_situation():
    units: dict[str, Any] = {"blue": ["A 3-6-7 0301"], "red": ["X 2-4-7 0505"]}
    assert [*queries.circumstances(remagen(night=True, **units))] == ["NIGHT"]
    assert [*queries.circumstances(remagen(**units))] == []
    assert queries.situation(remagen(**units))
    assert [*queries.situation(drawn(**units))] == []


# -- The outcome if the game ended now, the places that score, and the units that score.


SPECIFIED = {"bastogne": TOWN, "specified": ["A", "B", "C"], "exit_by": 2}
NORTH = {"North of the Waal": "0501 0502 0503 0504", "North of the Neder Rijn": "0501 0502"}
ROAD = ["0509 0508 0507 0506 0505 0504 0503 0502 0501 edge"]


def told(game: Game) -> list[tuple[str, str, int, int]]:
    """Return the units that score: name, state, side, points."""
    return [(ids(game, (c.unit,)), c.how, c.side, c.points) for c in queries.counted(game)]


# -- the outcome if the game ended now


def test_points_verdict_and_sentence():
    game = rhine(us=["A 3-6-7 0501"], german=["X 2-4-7 0805"])
    found = queries.standing_now(game)
    assert (found.points, found.winner) == (queries.totals(game), 1)
    assert (found.verdict, found.due) == ("German Decisive Victory", [])
    assert found.sentence == "If the game ended now: German Decisive Victory (U.S. 0, German 20, difference -20)"
    assert list(found.lines) == queries.account(game)
    assert [line.at_end for line in found.lines if line.points] == [True]


def test_a_game_without_points_is_a_draw_and_a_finished_game_has_its_outcome():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 1-1-7 0101"], last_turn=1)
    now = queries.standing_now(game)
    assert (now.points, now.winner) == ((0, 0), -1)
    play(game, "concede")
    over = queries.standing_now(game)
    assert (over.winner, over.verdict) == (1, "The Red forces win")
    assert not over.sentence.startswith("If")


def test_15_27_an_open_road_would_win_the_relief_now():
    road: dict[str, Any] = {"roads": ["0101 0102 0103"], "victory": {"line_from": ["0103"], "line_to": ["0101"]}}
    held = relief(us=["A 4-4-7 0505"], german=["X 1-1-7 0102"], **road)
    assert queries.standing_now(held).winner == 1
    free = relief(us=["A 4-4-7 0505"], german=["X 1-1-7 0909"], **road)
    assert queries.standing_now(free).winner == 0


def test_12_11_points_due_when_the_next_game_turn_begins():
    units: dict[str, Any] = {"us": ["A 4-4-7 0101"], "german": ["P 2-3-12 armor 0505", "Q 2-3-12 armor 0605"]}
    for turn, points in ((3, []), (4, [10]), (5, [10]), (9, [])):
        game = forest(turn=turn, last_turn=9, victory={"withdrawing": ["P", "Q"]}, **units)
        assert [line.points for line in queries.standing_now(game).due] == points


def test_17_11_2_17_12_2_points_due_at_the_end_of_the_game_turn():
    game = market(
        allied=["A 4-4-7 0504", "B 4-4-7 0905"],
        german=["X 1-1-7 0101"],
        areas=NORTH,
        roads=ROAD,
        victory={"line_to": ["0509"]},
    )
    found = queries.standing_now(game)
    assert [(line.side, line.points) for line in found.due] == [(0, 5)]
    assert found.points == (0, 0)
    play(game, "done", "done")
    assert queries.standing_now(game).points == (5, 0)


# -- places


BATTLES = ["arnhem/historical", "bastogne/spearhead", "hurtgen/historical", "remagen/historical"]


@pytest.mark.slow
@pytest.mark.parametrize("name", sample([each.key for each in shipped()], BATTLES))
def test_objectives_and_account_agree_in_every_battle(name):
    """Objectives and account agree about each place throughout a game."""
    game, draw = Game(load_scenario(name), seed=1), Draw(1)
    for number in range(sample(800, 200)):
        if game.outcome is not None:
            break
        if number % 16 == 0:
            agree(game)
        game.apply(busy_player(game, draw))
    agree(game)


def agree(game: Game) -> None:
    lines: Counter[tuple[str, int]] = Counter()
    for line in queries.account(game):
        if line.place:
            lines[line.place, line.side] += line.points
    places: Counter[tuple[str, int]] = Counter()
    for place in queries.objectives(game):
        assert place.hexes
        assert any(place.points)
        assert place.why
        for side in (0, 1):
            places[place.name, side] += place.scored[side]
        if place.side >= 0 and not place.per:
            assert place.scored[place.side] == place.points[place.side]
    assert +lines == +places
    assert {place for place, _ in lines} <= {place.name for place in queries.objectives(game)}


def test_15_17_bastogne_gives_points():
    game = siege(german=["A 4-4-7 0405", "B 4-4-7 0704"], us=["X 2-2-7 0101"], victory=SPECIFIED | {"specified": ["A"]})
    (town,) = queries.objectives(game)
    assert (town.name, numbers(game, town.hexes)) == ("Bastogne", " ".join(sorted(TOWN)))
    assert (town.points, town.side, town.scored) == ((10, 12), -1, (0, 6))
    play(game, "move A 0505", "move B 0604")
    (town,) = queries.objectives(game)
    assert (town.side, town.scored) == (0, (10, 0))
    assert queries.objectives(relief(us=["A 4-4-7 0505"], german=["X 1-1-7 0102"])) == []


def test_17_11_the_ground_beyond_the_rivers_gives_points():
    game = market(
        allied=["A 4-4-7 0502", "P 2-2-7 airborne:101st 0504"],
        german=["X 1-1-7 0101"],
        areas=NORTH,
        roads=ROAD,
        victory={"line_to": ["0509"]},
    )
    waal, rijn = queries.objectives(game)
    assert (waal.points, rijn.points) == ((5, 0), (10, 0))
    assert (waal.scored, rijn.scored) == ((0, 0), (10, 0))  # the Waal gives its points at the end of Game-Turns
    assert (waal.side, rijn.side, waal.per) == (0, 0, "ground unit")
    assert numbers(game, waal.area) == "0501 0502 0503 0504"
    assert waal.line
    far = market(allied=["P 2-2-7 airborne:101st 0504"], german=["X 1-1-7 0101"], areas=NORTH)
    assert [place.side for place in queries.objectives(far)] == [-1, -1]


def test_17_11_an_area_is_marked_where_bridges_lead_into_it():
    waal, rijn = queries.objectives(Game(load_scenario("arnhem/historical"), seed=1))
    game = Game(load_scenario("arnhem/historical"), seed=1)
    assert numbers(game, waal.hexes) == "2721"
    assert numbers(game, rijn.hexes) == "3423 3424 3425 3512 3522"
    assert len(waal.area) > len(rijn.area) > 90


def test_16_2_the_autobahn_and_the_west_bank_give_points():
    game = rhine(us=["A 3-6-7 0503"], german=["X 2-4-7 0805"])
    autobahn, bank = queries.objectives(game)
    assert (autobahn.side, autobahn.scored) == (1, (0, 20))
    assert numbers(game, autobahn.hexes) == " ".join(f"07{row:02}" for row in range(1, 10))
    assert (bank.side, bank.scored, numbers(game, bank.hexes)) == (-1, (0, 0), "0306")
    many = [
        f"U{i} 3-6-7 {column:02}{row:02}" for i, (column, row) in enumerate((7 + i // 9, 1 + i % 9) for i in range(12))
    ]
    game = rhine(us=many, german=["X 2-4-7 0301"])
    autobahn, bank = queries.objectives(game)
    assert (autobahn.side, autobahn.scored) == (0, (10, 0))


# -- units that score


def test_15_17_the_specified_units():
    game = siege(
        german=["A 4-4-7 0101", "B 4-4-7 0505", "C 4-4-7", "D 4-4-7 0909"],
        us=["X 2-2-7 0109"],
        victory=SPECIFIED,
        arrivals=[(2, "C", "0901")],
    )
    play(game, "exit A west")
    assert told(game) == [
        ("A", "exited by the west edge on Game-Turn 1", 0, 1),
        ("B", "at 0505", 1, 3),
        ("C", "due on Game-Turn 2", 1, 3),
    ]
    account = queries.standing_now(game).lines
    assert sum(c.points for c in queries.counted(game)) == sum(line.points for line in account if not line.place)


def test_15_17_an_exit_by_another_edge_does_not_count():
    game = siege(german=["A 4-4-7 0501"], us=["X 2-2-7 0109"], victory=SPECIFIED | {"specified": ["A"]})
    play(game, "exit A north")
    assert told(game) == [("A", "exited by the north edge on Game-Turn 1, which does not count", 1, 3)]


def test_12_0_the_division_that_must_withdraw():
    game = forest(
        us=["A 4-4-7 0101"],
        german=["P 2-3-12 armor:116th_Panzer 0505", "Q 2-3-12 armor 0605"],
        turn=4,
        last_turn=9,
        victory={"withdrawing": ["P"]},
    )
    assert told(game) == [("P", "at 0505, 5 points for the U.S. when Game-Turn 5 begins", 0, 5)]
    assert [*queries.situation(game)] == [
        "116th Panzer Division: on the map P.",
        "Each of its units on the map when a Game-Turn after the fourth begins gives the U.S. 5 points (12.11): "
        "0 so far.",
        "Next at the start of Game-Turn 5: 5 points as things stand.",
    ]


def test_17_11_ground_units_beyond_the_rivers():
    game = market(
        allied=["A 4-4-7 0502", "B 4-4-7 0504", "P 2-2-7 airborne:101st 0503", "C 1-1-7 0507"],
        german=["X 1-1-7 0303"],
        areas=NORTH | {"North of the Waal": "0501 0502 0503 0504 0404"},
        roads=ROAD,
        victory={"line_to": ["0509"]},
    )
    assert told(game) == [("A", "at 0502", 0, 10), ("A", "at 0502", 0, 5), ("B", "at 0504", 0, 5)]
    cut = market(
        allied=["B 4-4-7 0504"], german=["X 1-1-7 0508"], areas=NORTH, roads=ROAD, victory={"line_to": ["0509"]}
    )
    assert told(cut) == [("B", "at 0504, without a Line of Communication", 0, 0)]


def test_16_2_infantry_at_the_autobahn_and_germans_over_the_rhine():
    many = [
        f"U{i} 3-6-7 {column:02}{row:02}" for i, (column, row) in enumerate((7 + i // 9, 1 + i % 9) for i in range(11))
    ]
    game = rhine(us=[*many, "T 3-6-12 armor 0601"], german=["X 2-4-7 0101"])
    found = queries.counted(game)
    assert len([c for c in found if c.side == 0]) == 11
    assert sum(c.points for c in found if c.side == 0) == 5
    infantry, guests = ("infantry on or east of the Autobahn", "west of the Rhine")
    assert [(ids(game, (c.unit,)), c.what, c.how) for c in found] == [
        *[(f"U{i}", infantry, f"at {many[i][-4:]}, one of the first 10") for i in range(10)],
        ("U10", infantry, "at 0802"),
        ("X", guests, "at 0101, without a Line of Communication"),
    ]
    assert [c.side for c in found] == [0] * 11 + [1]
    assert unit(game, "T") not in {c.unit for c in found}


def test_most_battles_count_no_units():
    assert queries.counted(drawn(blue=["A 4-4-7 0505"])) == []


# -- Lines of Communication: those of airborne units in Arnhem lead to their drop zone (17.3).


WIDE = "\n".join(["." * 20] * 20)


def dropped():
    game = arnhem(
        WIDE,
        blue=["A 2-2-7 airborne:101st", "B 2-2-7 airborne:101st 0506"],
        red=["X 2-2-7 2020"],
        landings=[(1, "A", "0505 0504")],
        victory={"drop_zones": ["101 0505"], "line_to": ["0101"]},
    )
    play(game, "land A 0504")
    return game


def test_17_3_battles_that_need_lines():
    assert queries.needs_lines(dropped())
    plain = drawn(blue=["A 4-4-7 0505"])
    assert not queries.needs_lines(plain)
    assert [*queries.supplies(plain)] == []


def test_17_3_the_lines_of_airborne_units():
    game = dropped()
    found = {ids(game, [supply.unit]): supply for supply in queries.supplies(game)}
    for name in ("A", "B"):
        line = found[name].line
        assert line[0] == game.state.location[found[name].unit]
        assert not found[name].why


def test_17_3_the_effect_of_a_move_on_lines():
    game = dropped()
    before = game.digest()
    far = queries.line_changes(game, 0, at(game, "2001"))
    assert (far.gained, far.lost) == ((), ("A",))
    assert far.own is not None
    assert far.own.why
    near = queries.line_changes(game, 0, at(game, "0604"))
    assert (near.gained, near.lost) == ((), ())
    assert game.digest() == before
