"""The situation during the game (`V`)."""

from tests.ui.desk import text_of
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.pages.tables import counted_rows, situation_rows


def test_15_17_scoring_units_are_named_with_their_points():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    page = text_of(situation_rows(game, 78))
    assert "Scoring units (to exit by the western edge" in page
    for unit in queries.counted(game):
        assert f"  {game.state.units[unit.unit].id:<8} U.S. 3" in page
    assert "If the game ended now:" in page


def test_points_due_at_the_end_of_the_game_turn_are_shown_before_it():
    """12.11 of Hurtgen: the 116th, once it should have exited."""
    game = Game(load_scenario("hurtgen/historical"), seed=1)
    assert "Due at the end" not in text_of(situation_rows(game, 78))
    game.state.turn = 5
    page = text_of(situation_rows(game, 78))
    assert "Due at the end of this Game-Turn, if nothing changes:" in page
    assert "U.S.: unit 60, unit 156, unit 16, 116R" in page


def test_without_scoring_units_none_is_named_and_lines_keep_their_width():
    game = Game(load_scenario("remagen/historical"), seed=1)
    assert (counted_rows(game, 78) == []) == (not queries.counted(game))
    for key in ("bastogne/spearhead", "hurtgen/historical"):
        rows = counted_rows(Game(load_scenario(key), seed=1), 50)
        assert rows
        assert max(len(line) for line in text_of(rows).splitlines()) <= 50
