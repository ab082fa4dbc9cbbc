"""The tasks that the player remembers for a phase, and their end."""

import pytest

from tests.drawn import drawn, play
from westwall_tui.ai.phases.tasks import PhaseTask
from westwall_tui.ai.player import Player
from westwall_tui.ai.search.levels import level_of
from westwall_tui.engine.game import Game


def field() -> Game:
    """Return two friends and an enemy far away, in the first Movement Phase."""
    return drawn(blue=["A 4-4-7 0101", "B 4-4-7 0301"], red=["X 4-4-7 0909"])


def task(game: Game) -> PhaseTask:
    return PhaseTask(game, level_of(1), 1)


def test_a_task_goes_on_while_its_phase_does():
    game = field()
    moves = task(game)
    assert moves.goes_on(game)
    play(game, "move A 0102")
    assert moves.goes_on(game)
    play(game, "done")
    assert not moves.goes_on(game)


def test_a_task_ends_when_what_it_has_seen_is_taken_back():
    game = field()
    moves = task(game)
    play(game, "move A 0102")
    game.undo()
    assert moves.goes_on(game)  # it has not seen that move
    play(game, "move A 0102")
    moves.see(game)
    game.undo()
    assert not moves.goes_on(game)
    play(game, "move B 0302")
    assert not moves.goes_on(game)


def test_a_task_is_for_one_game():
    first, other = field(), field()
    play(first, "move A 0102")
    play(other, "move B 0302")
    assert not task(first).goes_on(other)


@pytest.mark.parametrize("level", [1, 3])
def test_a_player_that_others_play_on_for_gives_the_orders_of_a_new_one(level):
    """Between two of its decisions the game is taken back and goes another way."""
    game = field()
    player = Player(level, 1)
    game.apply(player.choose(game))
    player.choose(game)
    while game.can_undo:
        game.undo()
    assert player.choose(game) == Player(level, 1).choose(game)
