"""The sources of points, and events that would change the winner."""

from typing import Any

import pytest

from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.scored import scored
from tests.every import every
from tests.fuzz.skirmish import skirmish
from tests.games import record
from tests.history.test_record import recorded
from tests.long import sample, scenario_keys
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Source
from westwall_tui.files.scenarios.catalog import load_scenario

SCENARIOS = scenario_keys()


def begun(name: str) -> tuple[Game, list[str]]:
    """Return a recorded game at its beginning, and its orders."""
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    return record.begin(*header[:3]), orders


def sums(found: list[Source]) -> tuple[int, int]:
    first, second = (sum(source.now for source in found if source.side == side) for side in (0, 1))
    return first, second


@every("key", SCENARIOS)
def test_the_sources_agree_with_the_account(key):
    game = Game(load_scenario(key), seed=1)
    found = queries.sources(game)
    assert found, "every scenario can be won by something"
    assert sums(found) == queries.totals(game)
    assert [source.side for source in found] == sorted(source.side for source in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        *("spearhead-greedy", "remagen-historical-busy"),
        *sample(("arnhem-weather-busy", "hurtgen-free-busy"), ("hurtgen-free-busy",)),
        *sample(("campaign-greedy", "hurtgen-historical-greedy", "remagen-optimum-random"), ()),
    ],
)
def test_every_game_ends_within_the_limits_of_its_sources(name):
    game, orders = begun(name)
    told: list[list[Source]] = []
    seen = None
    for order in orders:
        now = game.state.turn, game.state.side, game.state.phase
        if now != seen:
            seen = now
            told.append(queries.sources(game))
            assert sums(told[-1]) == queries.totals(game)
        game.replay([order])
    end = queries.sources(game)
    assert game.outcome is not None
    assert all(source.least == source.now == source.most and not source.chances for source in end)
    for found in told:
        for before, after in zip(found, end, strict=True):
            assert before.least <= after.now, before
            assert before.most is None or after.now <= before.most, before


@pytest.mark.slow
@pytest.mark.parametrize("number", range(sample(60, 12)))
def test_every_scenario_with_its_own_points_ends_within_the_limits_of_its_sources(number):
    game, draw = Game(skirmish("skirmish/standard", number), seed=number), Draw(number)
    told: list[list[Source]] = []
    while game.outcome is None:
        found = queries.sources(game)
        assert sums(found) == queries.totals(game)
        assert all(source.least <= source.now <= (source.most or 0) for source in found)
        told.append(found)
        game.apply(game.random_order(draw))
    end = queries.sources(game)
    for found in told:
        for before, after in zip(found, end, strict=True):
            assert before.least <= after.now <= (before.most or 0), before
    for near in queries.near_misses(game):
        assert near.text


def test_15_17_exits_count_while_there_is_time_to_leave():
    units: dict[str, Any] = {"german": ["P 4-4-2 0205", "Q 4-4-2 0909"], "us": ["X 1-1-7 0901"]}
    game = siege(**units, victory={"specified": ["P", "Q"], "exited": 4, "not_exited": 5, "exit_by": 2}, last_turn=3)
    out, stay = (source for source in queries.sources(game) if source.units)
    assert (out.now, out.least, out.most) == (0, 0, 4), "Q is four phases from the west edge"
    assert (stay.now, stay.least, stay.most) == (10, 5, 10)
    ways = {counted.unit: queries.way_out(game, counted) for counted in queries.counted(game)}
    near, far = ways.values()
    assert near is not None
    assert (near.edge, near.turn, near.open) == ("west", game.state.turn, True)
    assert far is not None
    assert far.turn > 2
    assert not far.open


def test_15_17_reversals_are_listed_from_the_smallest():
    game, orders = begun("spearhead-greedy")
    for order in orders:
        if game.state.turn == 4:
            break
        game.replay([order])
    points = queries.totals(game)
    assert points == (6, 21)
    town, exits = queries.reversals(game)
    assert (town.text, town.points, town.winner) == ("Bastogne held by the Germans", (16, 15), 0)
    assert (exits.text, exits.points, exits.winner) == ("four more exits", (10, 9), 0)


def test_15_17_a_reversal_may_need_two_events():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    assert queries.totals(game) == (0, 39)
    (turn,) = queries.reversals(game)
    assert turn.text == "10 more exits"
    assert turn.winner == 0


def test_15_27_the_relief_is_won_by_a_road_and_has_no_points():
    game = Game(load_scenario("bastogne/relief"), seed=1)
    found = queries.sources(game)
    assert [source.wins for source in found] == [True, True]
    assert queries.reversals(game) == []


def test_the_status_of_bastogne_has_the_last_side_in_each_hex():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    town = queries.sources(game)[0]
    assert town.status == "no unit has been there yet"
    assert len(town.hexes) == 2


# -- near misses


def ended(name: str) -> Game:
    return recorded(f"{name}.orders")


def level(game: Game, points: tuple[int, int]) -> str:
    return game.rules.verdict(points).verdict


def test_15_17_one_exit_fewer_or_more():
    """P and Q are out, and neither side holds Bastogne: 2 against 3 and 2."""
    units: dict[str, Any] = {"german": ["P 4-4-2 0105", "Q 4-4-2 0106", "R 4-4-2 0909"], "us": ["X 1-1-7 0901"]}
    known = {"specified": ["P", "Q", "R"], "exited": 1, "not_exited": 3, "exit_by": 1, "neither_holds_bastogne": 2}
    game = siege(**units, victory=known, last_turn=1)
    for line in ("exit P west", "exit Q west"):
        game.apply(line)
    while game.outcome is None:
        game.apply("done")
    assert queries.totals(game) == (2, 5)
    found = {turn.text: (turn.points, turn.winner, turn.level) for turn in queries.near_misses(game)}
    assert found["one more exit"] == ((3, 2), 0, "The Germans win")
    assert found["Bastogne held by the Germans"] == ((12, 3), 0, "The Germans win")
    assert "one fewer exit" not in found, "the U.S. wins anyway"


def test_a_place_taken_at_the_end_also_scores_in_the_last_game_turn():
    """The mill gives Blue 5 points at the end, and Red 3 points at the end of each turn."""
    table = '[[points]]\nkind = "hold"\nheld = "Blue"\nname = "The mill"\nhexes = ["0505"]\n'
    tables = f'{table}points = {{ Blue = 5 }}\n{table}points = {{ Red = 3 }}\nwhen = "turns"\n'
    game = scored(tables, blue=["A 4-4-7 0505"], red=["X 4-4-7 0101"], last_turn=2)
    (turn,) = [turn for turn in queries.reversals(game) if turn.text == "The mill held by the Red forces"]
    assert (turn.points, turn.winner) == ((0, 3), 1), "Blue has no points for this turn yet"
    while game.outcome is None:
        game.apply("done")
    assert queries.totals(game) == (5, 0)
    (missed,) = [turn for turn in queries.near_misses(game) if turn.text == "The mill held by the Red forces"]
    assert missed.points == (0, 3)


@pytest.mark.slow
@pytest.mark.parametrize("file", [each.file.removesuffix(".orders") for each in record.GAMES][:: sample(1, 3)])
def test_near_misses_agree_with_the_verdict_of_the_rules(file):
    game = ended(file)
    now = level(game, queries.totals(game))
    for turn in queries.near_misses(game):
        assert turn.level == level(game, turn.points)
        assert turn.level != now
        assert turn.winner == game.rules.verdict(turn.points).winner
        assert turn.text
        assert "{n}" not in turn.text


def test_an_unfinished_or_short_game_has_no_near_misses():
    game, _ = begun("spearhead-greedy")
    assert queries.near_misses(game) == []
    assert queries.near_misses(ended("relief-greedy")) == []
