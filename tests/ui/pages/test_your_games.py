"""Your games: a record from the saves that are there."""

import pytest

from tests.engine.queries.test_sources import begun
from tests.ui.desk import text_of
from westwall_tui.files.saves import SaveInfo
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.seats import Seat
from westwall_tui.files.session import LocalSession, list_saves
from westwall_tui.ui.pages.your_games import EMPTY, games_of, played, your_games_rows

LEVEL_2 = Seat("computer", level=2)


def test_without_games_the_page_says_what_would_stand_there():
    assert EMPTY[:40] in text_of(your_games_rows([], 78))


def test_games_that_are_over_count_by_scenario_side_and_opponent_with_the_best():
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
    lines = text_of(your_games_rows(found, 90)).splitlines()
    assert "Over: 4; of 3 as one side you won 2" in lines
    (spearhead,) = [line for line in lines if "German" in line and "level 2" in line]
    assert spearhead.split("level 2")[1].split() == ["2", "1", "1", "0", "21", ":", "0"]
    (relieved,) = [line for line in lines if "Relief" in line]
    assert relieved.endswith(f"turn {relief.state.turn}")
    assert any("both sides here" in line for line in lines)
    assert max(map(len, text_of(your_games_rows(found, 78)).splitlines())) <= 78


def test_a_game_that_goes_on_stands_above_and_a_damaged_save_is_left_out(tmp_path):
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1, seats=(LEVEL_2, Seat()), folder=tmp_path)
    assert session.save()
    (tmp_path / "bad.toml").write_text("kind = 'save'\n", encoding="utf-8")
    saves: list[SaveInfo] = list_saves(tmp_path)
    found = games_of(saves)
    assert len(found) == 1
    lines = text_of(your_games_rows(found, 90)).splitlines()
    assert "In progress" in lines
    assert any("US" in line and "1/7" in line and "level 2" in line for line in lines)


@pytest.mark.parametrize(("first", "second", "yours"), [(Seat(), LEVEL_2, 0), (LEVEL_2, Seat(), 1)])
def test_the_side_of_the_only_person_is_yours(first, second, yours):
    game, _ = begun("spearhead-greedy")
    assert played(game, (first, second), "").yours == yours
