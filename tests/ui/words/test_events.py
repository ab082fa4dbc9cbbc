"""The log's lines."""

from tests.drawn import scenario
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.ui.words.events import LogLine, log_lines


def test_that_a_side_concedes_is_said_once():
    """The prompt below the log says who wins."""
    game = Game(scenario(blue=["A1 4-4-7 0505"], red=["X 3-3-7 0508"]), seed=1)
    assert log_lines(game.apply(parse("concede"))) == [LogLine("Blue concedes")]
    assert str(game.prompt.text) == "Red wins: Blue conceded"
