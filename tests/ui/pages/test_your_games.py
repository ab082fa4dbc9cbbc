"""The player's games: a record made from the saves."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.engine.queries.test_sources import begun
from tests.history.test_record import history_of
from tests.pilot import running
from tests.ui.desk import text_of
from westwall_tui.engine import queries
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.catalog import SaveInfo, list_saves
from westwall_tui.files.saves.file import Save, open_save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.achievements import Earned, earned
from westwall_tui.history.course import Feat, feats
from westwall_tui.mail.opening import Terms, begin
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.pages.your_games import (
    EMPTY,
    games_of,
    played,
    your_games_lines,
)
from westwall_tui.ui.screens.title.results import ResultsScreen


def rows_of(found, width):
    """Return the rows of the page."""
    return [line.row for line in your_games_lines(found, width)]


LEVEL_2 = Seat("computer", level=2)


def test_without_games_the_page_says_what_it_will_show():
    assert EMPTY[:40] in text_of(rows_of([], 78))


@pytest.mark.slow
def test_finished_games_count_by_scenario_side_and_opponent_with_the_best():
    won, orders = begun("spearhead-greedy")
    won.replay(orders)
    lost, orders = begun("spearhead-busy")
    lost.replay(orders)
    relief, orders = begun("relief-holding")
    relief.replay(orders)
    found = [
        played(won, (Seat(), LEVEL_2), "2026-01-01"),
        played(lost, (Seat(), LEVEL_2), "2026-01-02"),
        played(lost, (Seat(), Seat()), "2026-01-03"),
        played(relief, (Seat(), LEVEL_2), "2026-01-04"),
    ]
    lines = text_of(rows_of(found, 90)).splitlines()
    assert "Finished: 4. You played 3 as one side and won 2" in lines
    (spearhead,) = [line for line in lines if "German" in line and "level 2" in line]
    assert spearhead.split("level 2")[1].split() == ["2", "1", "1", "0", "German", "21", ":", "U.S.", "0"]
    (relieved,) = [line for line in lines if "Relief" in line]
    assert relieved.endswith(f"turn {relief.state.turn}")
    assert any("both sides here" in line for line in lines)
    assert max(map(len, text_of(rows_of(found, 78)).splitlines())) <= 78


@pytest.mark.slow
def test_two_named_players_have_a_series_whichever_sides_they_play():
    won, orders = begun("spearhead-greedy")
    won.replay(orders)
    lost, orders = begun("spearhead-busy")
    lost.replay(orders)
    anna, bert = Seat(name="Anna"), Seat(name="Bert")
    found = [
        played(won, (anna, bert), "2026-01-01"),  # the Germans win
        played(lost, (bert, anna), "2026-01-02"),  # the U.S. wins
        played(lost, (Seat(), Seat()), "2026-01-03"),
    ]
    assert "Bastogne: Spearhead       Anna : Bert  2 : 0, points 21 : 0, 45 : 0" in text_of(rows_of(found, 78))


def test_a_match_is_a_line_and_two_friends_have_a_score_sheet(tmp_path):
    loaded = load_scenario("bastogne/spearhead")
    anna, bert = Seat(name="Anna"), Seat(name="Bert")
    first = LocalSession.new(loaded, seed=1, seats=(anna, bert), match=Match.new("mirrored"), folder=tmp_path)
    first.apply("concede")
    shown = text_of(rows_of(games_of(list_saves(tmp_path)), 78))
    assert "Bastogne: Spearhead       Anna +35: to be continued" in shown
    assert "Anna 1, Bert 0" in shown
    first.next_of_match().apply("concede")
    shown = text_of(rows_of(games_of(list_saves(tmp_path)), 78))
    assert "Bastogne: Spearhead       even (Anna +35, Bert +35): drawn" in shown
    assert "Anna 1, Bert 1" in shown
    assert "to be continued" not in shown


def test_games_in_progress_come_first_and_a_damaged_save_is_left_out(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1, seats=(LEVEL_2, Seat()), folder=tmp_path)
    assert session.save()
    (tmp_path / "bad.toml").write_text("kind = 'save'\n", encoding="utf-8")
    saves: list[SaveInfo] = list_saves(tmp_path)
    found = games_of(saves)
    assert len(found) == 1
    lines = text_of(rows_of(found, 90)).splitlines()
    assert "In progress" in lines
    assert any("U.S." in line and "1/7" in line and "level 2" in line for line in lines)


async def test_the_page_is_there_before_the_first_save_is_read(folders, monkeypatch):
    let_go = Event()

    def slowly():
        let_go.wait(60)
        return list_saves()

    monkeypatch.setattr("westwall_tui.ui.pages.your_games.list_saves", slowly)
    game, _ = begun("spearhead-greedy")
    assert LocalSession.of_save(Save(game, (Seat(), LEVEL_2))).save()
    async with running(WestwallApp(None, Settings())) as pilot:
        page = ResultsScreen()
        pilot.app.push_screen(page)
        await pilot.pause()
        assert "Reading your saved games ..." in page.shown_text
        let_go.set()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "In progress" in page.shown_text
        assert "Reading" not in page.shown_text


@pytest.mark.slow
async def test_a_line_opens_the_game_that_it_is_about(folders):
    for name in ("spearhead-greedy", "spearhead-busy"):
        game, orders = begun(name)
        game.replay(orders)
        assert LocalSession.of_save(Save(game, (Seat(), LEVEL_2))).save()
    opened: list[Path] = []
    app = WestwallApp(None, Settings())
    async with running(app, (120, 40)) as pilot:
        app.push_screen(ResultsScreen(opened.append))
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        page: Any = app.screen
        lines = page.shown_text.splitlines()
        assert any("German 21 : U.S. 0" in line for line in lines)
        assert any("Turning points" in line for line in lines), "the course of the best game"
        await pilot.press("enter")
        assert not isinstance(app.screen, ResultsScreen)
    (path,) = opened
    outcome = open_save(path).game.outcome
    assert outcome is not None
    assert outcome.winner == 0, "the best of the two games"


@pytest.mark.slow
async def test_achievements_and_best_results_follow_game_by_game(folders):
    """Achievements and best results of the player's side: the longest corridor, the first bridge."""
    own = {"arnhem-historical-busy": 0, "spearhead-random": 1, "remagen-historical-busy": 0}
    expected: list[str] = []
    for name, side in own.items():
        history = history_of(f"{name}.orders")
        game = history.end
        seats = (Seat(), LEVEL_2) if side == 0 else (LEVEL_2, Seat())
        assert LocalSession.of_save(Save(game, seats)).save()
        expected += [each.line for each in earned(history) if each.side == side]
        expected += [str(feat) for feat in feats(history) if feat.side == side]
    app = WestwallApp(None, Settings())
    async with running(app, (100, 60)) as pilot:
        app.push_screen(ResultsScreen())
        page = app.screen
        assert isinstance(page, ResultsScreen)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        text = page.shown_text
    assert "Reading" not in text
    assert "You played 3 as one side" in text
    assert "Nuts!" in text
    assert "Length of the corridor, in hexes of open road" in text
    assert "First bridge laid or repaired" in text
    for each in expected:
        assert each in text


def test_a_best_result_is_the_best_of_all_games_of_a_scenario():
    game, orders = begun("relief-holding")
    game.replay(orders)
    one = played(game, (Seat(), LEVEL_2), "2026-01-01")
    near, nearer = Feat(0, "Closed hexes", 3, 2, low=True), Feat(0, "Closed hexes", 1, 9, low=True)
    long, longer = Feat(0, "Hexes", 3, 2), Feat(0, "Hexes", 5, 9)
    found = [one._replace(feats=[near, long]), one._replace(feats=[nearer, longer])]
    text = text_of(rows_of(found, 78))
    assert "1, turn 9" in text
    assert "5, turn 9" in text
    assert "3, turn 2" not in text


@pytest.mark.slow
def test_an_achievement_earned_twice_is_listed_once():
    game, orders = begun("spearhead-greedy")
    game.replay(orders)
    one = played(game, (Seat(), LEVEL_2), "2026-01-01")._replace(earned=[Earned(0, "Nuts!", "See above.")])
    text = text_of(rows_of([one, one], 78))
    assert text.count("See above.") == 1
    assert "Nuts! x2" in text


@pytest.mark.parametrize(("first", "second", "yours"), [(Seat(), LEVEL_2, 0), (LEVEL_2, Seat(), 1)])
def test_the_side_of_the_only_human_player_is_yours(first, second, yours):
    game, _ = begun("spearhead-greedy")
    assert played(game, (first, second), "").yours == yours


def test_a_score_of_three_figures_per_side_is_whole_on_a_narrow_screen():
    game, _ = begun("spearhead-greedy")
    one = played(game, (Seat(), LEVEL_2), "2026-01-01")._replace(points=(125, 200), winner=0)
    assert "German 125 : U.S. 200" in text_of(rows_of([one], 78))


def test_a_title_is_whole_if_the_other_columns_leave_room():
    game, _ = begun("spearhead-greedy")
    one = played(game, (Seat(), LEVEL_2), "2026-01-01")._replace(
        scenario="Hurtgen Forest: Free Deployment", winner=None
    )
    for games in ([one], [one._replace(winner=0)]):
        shown = text_of(rows_of(games, 78))
        assert one.scenario in shown
        assert max(map(len, shown.splitlines())) <= 78


def test_both_games_of_a_match_by_mail_are_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))
    terms = Terms(0, ("Anna", "Bert"), match="mirrored")
    first, second = begin(load_scenario("quick/noville"), terms, lambda _: "").games
    for session in (first, second):
        session.game.apply("concede")
        session.save()
        if session is first:
            shown = text_of(rows_of(games_of(list_saves(tmp_path / "saves")), 78))
            assert "to be continued" in shown
    shown = text_of(rows_of([*games_of(list_saves(tmp_path / "saves"))][::-1], 78))
    lead = abs(queries.margin(first.game))
    assert f"even (Anna +{lead}, Bert +{lead}): drawn" in shown
