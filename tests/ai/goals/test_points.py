"""The computer player plays for whatever `[[points]]` give."""

import pytest

from tests.drawn import deciding, where
from tests.engine.battles.scored import TOWN, scored
from tests.engine.battles.standard.test_points import EXIT, INSIDE, LINE, ROAD
from westwall_tui.ai import goals
from westwall_tui.ai.goals.points import MOST_SCALED, STAKES, PointsGoals
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game


def play_phase(game: Game, level: int = 3) -> Game:
    """Let the computer player end the phase that is under way."""
    player, now = Player(level, clock=False), deciding(game)
    while game.outcome is None and deciding(game) == now:
        game.apply(player.choose(game))
    return game


def own_goals(game: Game, side: int = 0) -> PointsGoals:
    found = goals.of(game, side)
    assert isinstance(found, PointsGoals)
    return found


def test_it_takes_a_place():
    game = play_phase(scored(TOWN, blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"]))
    assert queries.totals(game) == (5, 0)


def test_it_knows_the_holder_of_each_hex_of_a_place():
    town = TOWN.replace('["0505"]', '["0505", "0506"]')
    game = scored(f'{town}each = true\nheld = "Red"\n', blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"])
    assert [(prize.name, prize.holder) for prize in own_goals(game).prizes] == [
        ("Town at 0505", 1),
        ("Town at 0506", 1),
    ]


def test_it_sends_units_off_the_map_in_time():
    game = play_phase(scored(EXIT, blue=["A 4-4-7 0205", "B 4-4-7 0405"], red=["X 2-2-7 0909"]))
    assert [where(game, name) for name in "AB"] == ["west", "west"]


def test_it_enters_an_area_with_all_that_count_there():
    game = play_phase(scored(INSIDE, blue=["A 4-4-7 0605", "B 4-4-7 0606"], red=["X 2-2-7 0101"]))
    assert queries.totals(game)[0] == 4


def test_it_closes_a_line_of_the_enemy():
    game = scored(LINE.replace('side = "Blue"', 'side = "Red"').replace("{ Blue = 4 }", "{ Red = 4 }"),
                  blue=["A 4-4-7 0508"], red=["X 2-2-7 0101"], last_turn=1, **ROAD)  # fmt: skip
    assert queries.totals(game) == (0, 4)
    assert queries.totals(play_phase(game))[1] == 2


@pytest.mark.parametrize("level", [2, 3])
def test_it_attacks_the_enemy_that_shuts_its_line(level):
    """The unit attacks X beside the road, not Y, which shuts nothing."""
    game = scored(LINE, blue=["A 6-6-7 0505"], red=["X 2-2-7 0206", "Y 2-2-7 0809"], last_turn=3, **ROAD)
    board = game.scenario.board
    assert board.grid.distance(board.hex(where(play_phase(game, level), "A")), board.hex("0206")) == 1


@pytest.mark.parametrize(("last_turn", "taken"), [(1, True), (9, False)])
@pytest.mark.parametrize("level", [2, 3])
def test_nothing_is_feared_in_the_last_player_turn(level, last_turn, taken):
    """A weak unit takes a town under the eyes of three strong enemies only if they can do nothing about it."""
    lose = '[[points]]\nkind = "lose"\nside = "Red"\npoints = { Blue = 2 }\n'
    blue = ["A 6-6-7 0408", "B 6-6-7 0608", "C 6-6-7 0809"]
    game = play_phase(scored(TOWN + lose, blue=blue, red=["X 2-2-7 0502"], side=1, last_turn=last_turn), level)
    assert (where(game, "X") == "0505") is taken


def test_small_stakes_are_scaled_for_the_levels():
    small = own_goals(scored(TOWN, blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"]))
    assert small.scale == MOST_SCALED
    large = own_goals(scored(TOWN.replace("5,", "80,"), blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"]))
    assert large.scale == 1.0
    middle = own_goals(scored(TOWN.replace("5,", "15,"), blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"]))
    assert middle.scale == pytest.approx(STAKES / 18)


def test_holding_a_place_is_better_than_the_enemy_holding_it():
    def worth(blue: str, red: str) -> float:
        game = scored(TOWN + 'by = "unit"\n', blue=[blue], red=[red])
        found = own_goals(game)
        return found.total(View(game, found))

    held, free, lost = worth("A 4-4-7 0505", "X 2-2-7 0101"), worth("A 4-4-7 0909", "X 2-2-7 0101"), 0.0
    lost = worth("A 4-4-7 0909", "X 2-2-7 0505")
    assert held > free > lost


def test_it_says_what_a_hex_is_good_for():
    found = own_goals(scored(TOWN, blue=["A 4-4-7 0509"], red=["X 2-2-7 0101"]))
    assert found.prize(found.scenario.board.hex("0505")) == "in Town"
    assert found.prize(found.scenario.board.hex("0909")) == ""
    h = found.scenario.board.hex("0506")
    assert [aspect.goal for aspect in found.draws(0, h)] == ["Town", "the nearest enemy"]
