"""benchmarks/corridor.py: what is counted of a game of Arnhem."""

import pytest

from benchmarks import corridor
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.tools.simulate import tally


def a_run(seed: int, north: int) -> corridor.Run:
    """A game in which forty of fifty units had a line, and two more were lost."""
    return corridor.Run(2, seed, 50, 40, 2, north, (60 + north, 150), "German Tactical Victory")


def test_17_1_the_lines_of_game_turn_5_and_the_games_with_points_north_of_the_waal_are_told():
    told = corridor.told([a_run(1, 0), a_run(2, 35)]).splitlines()
    assert len(told) == 3
    assert "40 of 50 units with a line, 2 lost; 60 : 150, 0 for units north" in told[0]
    assert "40.0 of 52.0 units had a line" in told[2]
    assert "in 1 of 2" in told[2]


class Anybody:
    """Gives anything legal in the place of the computer, who takes ten times as long over a game."""

    def __init__(self, level: int, seed: int, *, clock: bool) -> None:
        self.draw = Draw(seed)

    def choose(self, game: Game) -> Order:
        """An order for the side to decide."""
        return game.random_order(self.draw)


@pytest.mark.slow
def test_a_whole_game_is_counted_and_its_record_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(corridor, "Player", Anybody)
    found = corridor.run(1, 7)
    assert 0 < found.with_line <= found.on_the_map
    assert found.verdict
    tally.append(tmp_path / "runs.csv", [found])
    assert tally.read(tmp_path / "runs.csv", corridor.Run) == [found]
