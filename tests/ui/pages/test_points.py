"""Points: now, and still possible (`P`)."""

import re
from typing import Any

import pytest

from tests.engine.queries.test_sources import SCENARIOS, begun
from tests.pilot import running, showing
from tests.ui.desk import text_of
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.pages.points import PointsScreen, lines_of, verdict_in_words


def played(name: str, turn: int) -> Game:
    """Return a recorded game at the start of a Game-Turn."""
    game, orders = begun(name)
    for order in orders:
        if game.state.turn == turn:
            break
        game.replay([order])
    return game


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_source_has_a_line_with_its_numbers_and_every_line_fits(key):
    game = Game(load_scenario(key), seed=1)
    lines = lines_of(game, 76)
    assert max(len(text) for text in text_of([line.row for line in lines]).splitlines()) <= 76
    found = [line for line in lines if line.source is not None]
    assert [line.source for line in found] == queries.sources(game)
    for number, line in enumerate(found, 1):
        source, text = line.source, text_of([line.row])
        assert source is not None
        assert re.match(rf"{number} +{re.escape(source.name)}", text)
        assert source.wins or text.split(source.name)[1].split()[0] == str(source.now)


def test_15_17_exits_show_which_units_can_still_exit_where_when_and_for_how_many_points():
    game = played("spearhead-greedy", 4)
    page = text_of([line.row for line in lines_of(game, 76)])
    assert "exited west by turn 7, 1 each           6    6   11  6 out, up to 5 more" in page
    assert "can exit 2/3    6-4-12      0607 this turn, 0110        German +1, U.S. -3" in page
    assert "to come  1/901" in page
    assert "turn 5 at best, 0112   German +1, U.S. -3" in page
    assert "exited   1/3 1/902 2/902 1/903 2/903 LehrR" in page
    assert verdict_in_words(game) == (
        "If the game ended now: the U.S. win (German 6, U.S. 21). To change that: Bastogne for the Germans (16 : 15), "
        "or four more exits (10 : 9)."
    )


def test_units_without_a_line_are_listed_with_the_cause():
    page = text_of([line.row for line in lines_of(played("arnhem-historical-busy", 5), 76)])
    assert "No Line of Communication: 3 points each at the end of a Game-Turn" in page
    assert "the drop zone is" in page


@pytest.mark.slow
async def test_a_number_marks_a_source_on_the_map_and_enter_goes_to_a_unit():
    header_game = played("spearhead-greedy", 4)
    session = LocalSession.of_save(Save(header_game.root()))
    session.game.replay(header_game.log)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        await pilot.press("P")
        page: Any = pilot.app.screen
        assert isinstance(page, PointsScreen)
        assert "19 Dec pm, turn 4 of 7" in page.shown_text
        await pilot.press("2")
        assert pilot.screen is screen
        assert "Exited west by turn 7, 1 each: $ its hexes, # its units. P: points" in screen.prompt_line.text
        assert "P: points" in screen.bar.text
        unit = session.game.state.location[session.game.scenario.unit("2/3")]
        await pilot.press("P", *["down"] * 5, "enter")
        assert screen.cursor == unit
