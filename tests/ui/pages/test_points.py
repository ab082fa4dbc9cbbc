"""Points: now, and still possible (`P`)."""

import re
from typing import Any

import pytest

from tests.engine.queries.test_sources import SCENARIOS, begun
from tests.pilot import running, showing
from tests.ui.desk import text_of
from tests.ui.looks import situation_of
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.pages.points import PointsScreen, Range, bar, lines_of, verdict_in_words


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
        assert re.match(rf"{number} +{game.scenario.sides[source.side].adjective[0]} {re.escape(source.name)}", text)
        assert source.wins or text.split(source.name)[1].split()[0] == str(source.now)


def test_15_17_exits_show_which_units_can_still_exit_where_when_and_for_how_many_points():
    game = played("spearhead-greedy", 4)
    page = text_of([line.row for line in lines_of(game, 76)])
    assert "G exited west by turn 7, 1 each      6 ########......   11  6 out, up t..." in page
    assert "can exit 2/3    6-4-12      0607 this turn, 0110        German +1, U.S. -3" in page
    assert "to come  1/901" in page
    assert "turn 5 at best, 0112   German +1, U.S. -3" in page
    assert "exited   1/3 1/902 2/902 1/903 2/903 LehrR" in page
    assert verdict_in_words(game) == (
        "Now: the U.S. win (German 6, U.S. 21). The Germans win with Bastogne held by the Germans (16 : 15), "
        "or with four more exits (10 : 9)."
    )


def test_bars_show_what_is_safe_what_can_be_lost_and_what_is_still_to_get():
    def drawn(points: Range, whole: int) -> str:
        return text_of([bar(points, whole, 10, "#=.", "us")])

    assert drawn(Range(50, 20, 100), 100) == "##===....."
    assert drawn(Range(1, 0, 100), 100) == "=........."
    assert drawn(Range(20, 20, 20), 20) == "##########"
    assert drawn(Range(0, 0, 0), 0).strip() == ""
    assert drawn(Range(50, 20, None), 100) == "##===....>", "there is no limit"
    assert drawn(Range(50, 20, 400), 100) == "##===....>", "the limit is beyond the bar"


def test_17_4_the_bar_of_a_side_whose_points_count_twice_is_twice_as_long():
    lines = text_of([line.row for line in lines_of(played("arnhem-weather-busy", 6), 76)]).splitlines()
    assert lines[0].startswith("Allied     4x2 ")
    assert lines[0].endswith("> 4 to 658")
    assert "Each Allied point counts twice." in lines[3]


def test_12_11_points_due_at_the_end_of_the_game_turn_are_shown_before_it():
    """The 116th, once it should have exited."""
    game = Game(load_scenario("hurtgen/historical"), seed=1)
    assert "Due at the end" not in situation_of(game)
    game.state.turn = 5
    page = situation_of(game)
    assert "Due at the end of this Game-Turn, if nothing changes" in page
    assert "unit 60, unit 156, unit 16, 116R" in page


@pytest.mark.slow
async def test_every_line_of_the_page_comes_into_sight_and_v_shows_it_too():
    async with running(showing(load_scenario("bastogne/spearhead"), handover="never")) as pilot:
        await pilot.press("V")
        page: Any = pilot.app.screen
        assert "0 now, 0 at least, 10 at most (15.17)" in page.shown_text
        seen = set(page.shown_text.splitlines())
        for _ in lines_of(page._game, 76):
            await pilot.press("down")
            seen |= set(page.shown_text.splitlines())
        assert any("0 lost, 0 on the map" in line for line in seen)
        assert page.at == -1, "no line in sight can be chosen"
        await pilot.press("home")
        assert page.at == 4
        await pilot.press("V")
        assert pilot.app.screen is not page


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
