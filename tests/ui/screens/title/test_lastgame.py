"""The game beside the title's menu: its name, its status and its map."""

import re
from typing import Any

import pytest
from rich.console import Console
from textual.geometry import Size

from tests.games import record
from tests.pilot import running
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.last_table import keep_joined
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.map.pane.still import middle_of
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.title.lastgame import LastGame, find_last_game, status_row, whose_move
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.words.rows import HARD, Row


def text_of(row: Row) -> str:
    return "".join(span.text for span in row)


def saved(scenario="bastogne/spearhead", *orders: str) -> LocalSession:
    session = LocalSession.new(load_scenario(scenario), seed=1)
    session.save()
    for order in orders:
        session.apply(order)
    return session


def map_of(last: LastGame, width=47, height=18, **settings) -> list[str]:
    return [text_of(row) for row in last.map(Size(width, height), Preferences(Settings(**settings), Console()))]


def test_the_last_game_shows_name_turn_and_side_to_move():
    saved("bastogne/relief")
    last = find_last_game()
    assert list(last.about) == [
        "Bastogne: The Relief of Bastogne",
        f"turn 9 of 17, 22{HARD}Dec{HARD}am",
        "The Germans to move",
    ]
    assert last.caption == "Bastogne, 22 Dec am"


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ((Seat(), Seat()), "The U.S. to move"),
        ((SEATS[2], Seat()), "your move (U.S.)"),
        ((Seat(), SEATS[2]), "U.S.: the computer, level 2"),
    ],
)
def test_whose_move_it_is(seats, told):
    assert whose_move(Game(load_scenario("bastogne/spearhead"), seed=1), seats) == told


def test_the_status_of_a_game_is_its_score_and_what_is_to_be_decided():
    spearhead = Game(load_scenario("bastogne/spearhead"), seed=1)
    assert text_of(status_row(spearhead)).startswith("German 0 : U.S. 39  ")
    relief = Game(load_scenario("bastogne/relief"), seed=1)
    assert "German" in text_of(status_row(relief)), "no points are counted there"
    header, orders = record.read((record.FOLDER / "relief-greedy.orders").read_text(encoding="utf-8"))
    over = record.begin(*header[:3])
    events: list[Event] = []
    for order in orders:
        events += over.replay([order])
    assert over.outcome is not None
    assert over.outcome.sentence in text_of(status_row(over))
    assert whose_move(over, (Seat(), Seat())) == "the game is over"
    lost = Game(load_scenario("hurtgen/historical"), seed=1)
    lost.apply("concede")
    assert lost.outcome is not None
    winner, loser = (lost.scenario.sides[side].adjective for side in (lost.outcome.winner, 1 - lost.outcome.winner))
    assert re.match(rf"{winner} [\dx]+ : {loser} [\dx]+  ", text_of(status_row(lost)))
    assert lost.outcome.winner == 1, "the second side"


@pytest.mark.slow
def test_the_map_shows_the_pending_decision():
    saved("bastogne/spearhead", "deploy 52 1214", "deploy 2 1317")
    last = find_last_game()
    lines = map_of(last)
    assert [len(line) for line in lines] == [47] * 18
    assert "TNK" in "".join(lines), "unit 2 is in Bastogne"
    assert [len(line) for line in map_of(last, 90, 35)] == [90] * 35
    assert map_of(last, size="small") != lines
    assert middle_of(last.game) in last.game.state.occupants()


def test_the_map_has_no_cursor():
    saved("bastogne/spearhead")
    rows = find_last_game().map(Size(47, 18), Preferences(Settings(), Console()))
    roles = {span.style.partition("@")[0] for row in rows for span in row}
    assert "grid" in roles
    assert "cursor" not in roles


def test_no_counter_is_cut_at_the_edge_of_the_map():
    """A kind without strengths, or strengths without a kind, would be the first thing that a newcomer sees."""
    famous = find_last_game()
    for width, height in ((47, 18), (46, 17), (45, 16), (44, 15)):
        lines = map_of(famous, width, height)
        kinds = [found for line in lines for found in re.findall(r"INF|GUN|inf|gun|mec|rec|spg|tnk", line)]
        strengths = [found for line in lines for found in re.findall(r"\d-\d", line)]
        assert kinds
        assert len(kinds) == len(strengths)


def test_without_a_game_the_title_shows_a_famous_morning():
    last = find_last_game()
    assert (last.caption, list(last.about)) == ("Hurtgen Forest, 15 Nov 1944", [])
    assert "Vossenack" in "\n".join(map_of(last))


def test_a_damaged_save_keeps_the_map():
    session = saved()
    session.path.write_text(session.path.read_text()[:600], encoding="utf-8")
    assert find_last_game().caption == "Hurtgen Forest, 15 Nov 1944"


def test_a_game_at_another_users_host_has_no_map():
    keep_joined("spearhead", "US", "Bastogne: Spearhead")
    last = find_last_game()
    assert list(last.about) == ["Bastogne: Spearhead", "you play the U.S.", "at another terminal"]
    assert last.caption == "Hurtgen Forest, 15 Nov 1944"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "shown"), [((80, 24), True), ((76, 22), True), ((75, 24), False), ((72, 22), False)])
async def test_the_map_is_beside_the_menu_if_there_is_room(size, shown):
    saved("bastogne/relief")
    app = WestwallApp(settings=Settings())
    async with running(app, size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        lines = app.screen.shown_text.splitlines()
        assert any("Bastogne, 22 Dec am" in line for line in lines) == shown
        assert any("The Germans to move" in line for line in lines)
        assert "> Continue" in app.screen.shown_text
        assert "Quit" in app.screen.shown_text
        assert all(len(line) <= size[0] for line in lines)
        await pilot.press("down")
        assert "Choose a battle" in app.screen.shown_text.splitlines()[-2]


@pytest.mark.slow
@pytest.mark.advice_fails
@pytest.mark.parametrize("adviser", ["LastGame.map", "find_last_game"])
async def test_the_menu_works_although_the_last_game_fails(adviser, monkeypatch):
    def fails(*_, **__):
        raise ValueError("advice that fails")

    monkeypatch.setattr(f"westwall_tui.ui.screens.title.lastgame.{adviser}", fails)
    saved("bastogne/relief")
    app: Any = WestwallApp(settings=Settings())
    async with running(app, (120, 40)) as pilot:
        await pilot.press("down", "up")
        assert "Your games" in app.screen.shown_text
        assert app.is_running


async def test_a_game_that_is_over_is_not_continued(folders):
    session = LocalSession.new(load_scenario("quick/noville"), seed=1)
    session.apply(parse("concede"))
    app: Any = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Last game" in app.screen.shown_text
        assert "Continue" not in app.screen.shown_text
