"""The goals of Bastogne: German units that are free to close the relief road."""

import pytest

from tests.engine.battles.drawn_bastogne import relief
from westwall_tui.ai import goals
from westwall_tui.ai.goals.bastogne import BastogneGoals
from westwall_tui.ai.player import Player
from westwall_tui.ai.value.view import View
from westwall_tui.engine.game import Game

US, GERMAN = 0, 1
ROAD = " ".join(f"05{row:02}" for row in range(9, 1, -1))


def road(us: list[str], german: list[str]) -> Game:
    """Return a relief road from 0509 to 0502."""
    victory = {"bastogne": [], "line_from": ["0509"], "line_to": ["0502"]}
    return relief(us=us, german=german, victory=victory, roads=[ROAD], last_turn=3, seed=1)


def free(game: Game, side: int) -> float:
    """Return the worth for a side of Germans being free, at one point each."""
    with_them, without = (goals.of(game, side, {"free blocker": price}) for price in (1.0, 0.0))
    assert isinstance(with_them, BastogneGoals)
    return with_them.total(View(game, with_them)) - without.total(View(game, without))


@pytest.mark.parametrize(
    ("us", "german", "count"),
    [
        pytest.param("A 4-4-8 0201", "X 2-3-4 0805", 1, id="near enough"),
        pytest.param("A 4-4-8 0201", "X 2-3-2 0805", 0, id="too far"),
        pytest.param("A 4-4-8 0705", "X 2-3-4 0805", 0, id="in a U.S. zone, which he cannot leave (6.13)"),
    ],
)
def test_15_27_a_german_is_free_to_close_the_road_if_he_is_near_and_not_pinned(us, german, count):
    game = road([us], [german])
    assert (free(game, US), free(game, GERMAN)) == (-count, count)


def test_15_27_the_last_german_near_the_open_road_is_pinned():
    game = road(["A 4-4-8 0206"], ["X 2-6-4 0906"])
    player = Player(2, clock=False)
    while game.prompt.kind == "movement" and game.side == US:
        game.apply(player.choose(game))
    assert game.scenario.board.grid.distance(*game.state.location[:2]) == 1
