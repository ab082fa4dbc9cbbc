"""The side panel of wide screens: counters, reinforcements, losses, and the change to the narrow panel and back."""

import pytest

from tests.drawn import drawn, play, scenario
from tests.pilot import running, showing
from tests.ui.desk import text_of
from tests.ui.looks import panel_of, screen_of
from westwall_tui.engine.battles.arnhem import Arnhem
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import changed
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.around.counter import counter_drawing, short_name, unit_rows
from westwall_tui.ui.around.sidepanel import ground_facts, panel_rows
from westwall_tui.ui.around.widepanel import list_rows, wide_parts
from westwall_tui.ui.decisions.fight import counter_spans
from westwall_tui.ui.pages.tables import where
from westwall_tui.words.rows import row

KEYS = ("r", "t")


def field():
    return scenario(blue=["A1 4-4-7 0505", "Gun 3-2-9/1-7 0303"], red=["X 3-3-7 0508"])


def test_a_counter_is_drawn_with_its_kind_and_strengths():
    game = Game(field())
    shown = text_of(panel_rows(wide_parts(game, game.scenario.board.hex("0505"), 41), 0)).splitlines()
    assert shown[0] == "[  A1  ] infantry, II"
    assert shown[1] == "[ INF  ]"
    assert shown[2] == "[4-4-7 ]"
    assert shown[4].startswith("0505")


def test_a_gun_shows_barrage_fire_and_range_and_all_numbers_beside_its_counter():
    game = Game(field())
    shown = text_of(panel_rows(wide_parts(game, game.scenario.board.hex("0303"), 41), 0))
    assert "[3-2-9 ]" in shown
    assert "artillery" in shown
    assert "3-2-9/1-7" in shown


def test_units_show_their_formation_and_when_and_where_they_are_due():
    game = Game(load_scenario("bastogne/campaign"), seed=1)
    state = game.state
    unit = state.scenario.by_id["1/304"]
    h = game.scenario.board.hex("2913")
    state.place(unit, h)
    shown = text_of(panel_rows(wide_parts(game, h, 41), 0))
    assert "[1/304 ]" in shown
    assert "2nd Panzer" in shown
    assert "arrival turn 1, 2913" in shown
    assert "enter here: turn 1" in shown


def test_the_lists_name_reinforcements_with_turn_and_place_and_lost_units():
    game = Game(load_scenario("bastogne/campaign"), seed=1)
    dead = game.scenario.by_id["1/901"]
    game.state.place(dead, -2)
    game.state.gone = changed(game.state.gone, 1, dead)
    shown = text_of(list_rows(game, 41, 400, KEYS))
    assert "German, turn 2, 2908-2915" in shown
    assert "mec 1/903   4-4-12      Panzer Lehr" in shown
    assert shown.count("1/901 ") == 1
    lost = shown[shown.index("German: 1 lost") :]
    assert "mec 1/901   5-5-12      turn 1" in lost


@pytest.mark.parametrize("room", [3, 5, 8, 18, 36])
def test_the_lists_keep_to_their_room_and_name_the_keys_for_all(room):
    game = Game(load_scenario("bastogne/campaign"), seed=1)
    shown = list_rows(game, 41, room, KEYS)
    assert len(shown) <= room
    text = text_of(shown)
    assert "German: 0 lost" in text
    assert room < 8 or "r: all of them" in text


@pytest.mark.slow
async def test_a_resize_changes_the_panel_and_loses_nothing():
    start = scenario(blue=["A1 4-4-7 0505", "B 4-4-7 0303"], red=["X 3-3-7 0508"], arrivals=[(3, "B", "0101")])
    async with running(showing(start, handover="never")) as pilot:
        screen = pilot.screen
        play = screen.play
        play.move_cursor(play.game.scenario.board.hex("0505"))
        await pilot.press("enter", "down")
        before = screen.panel.text, screen.cursor, play.mode
        assert "Blue: 0 lost" not in screen.panel.text
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert "Blue: 0 lost, 2 on the map" in screen.panel.text
        assert "MP left here" in screen.panel.text
        await pilot.press("g")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert play.dialog is not None
        await pilot.press("escape")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert (screen.panel.text, screen.cursor, play.mode) == before


def test_names_have_short_forms_and_are_never_cut_without_a_sign():
    assert short_name("Battle Group Heinke", 18) == "BG Heinke"
    assert short_name("26th Volksgrenadier", 18) == "26th Volksgr."
    assert short_name("26th Volksgrenadier", 20) == "26th Volksgrenadier"
    assert short_name("Something quite unheard of", 12) == "Something..."


@pytest.mark.parametrize("name", ["arnhem/historical", "bastogne/campaign", "hurtgen/historical", "remagen/historical"])
def test_every_unit_of_every_battle_is_whole_beside_its_counter(name):
    """Long formations have short forms and are never cut."""
    game = Game(load_scenario(name), seed=1)
    for unit in range(len(game.state.units)):
        shown = text_of(unit_rows(game, unit, 25, []))
        assert all(len(line) <= 25 for line in shown.splitlines()), shown
        assert "..." not in shown, shown


def test_the_selected_unit_comes_first_then_the_hex_then_its_other_units():
    game = Game(field())
    state = game.state
    shown = panel_of(game, game.scenario.board.hex("0508"), selected=state.scenario.by_id["a1"])
    assert shown.index("[  A1  ]") < shown.index("selected") < shown.index("0508 Clear") < shown.index("[X inf")
    assert "attacked on Clear line" in shown


@pytest.mark.slow
async def test_a_warning_moves_none_of_the_lists(monkeypatch):
    """It is above them: at 200x60 moving them would cost more than a thousand bytes each time."""
    app = showing(load_scenario("bastogne/campaign"), handover="never")
    async with running(app, (200, 60)):
        screen = screen_of(app)
        before = screen.panel.text.splitlines()
        monkeypatch.setattr(screen.panes, "_warning_rows", lambda width: (row("Here it can be surrounded"[:width]),))
        screen.panes.paint()
        after = screen.panel.text.splitlines()
    changed = [line for line, old in zip(after, before, strict=True) if line != old]
    assert [line.strip("| ") for line in changed] == ["Here it can be surrounded"]


def test_15_31_units_that_land_are_listed_with_the_hex_of_the_schedule():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    heads = [line for line in text_of(list_rows(game, 41, 60, KEYS)).splitlines() if "by air" in line]
    assert heads[0].rstrip() == "Allied, may land now, by air near 1004"
    assert len(set(heads)) == len(heads)


def test_4_1_reinforcements_may_come_now_only_in_the_movement_phase_of_their_side():
    def head(game: Game) -> str:
        rows = text_of(list_rows(game, 41, 60, KEYS)).splitlines()
        return next(line.rstrip() for line in rows if "0101" in line)

    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7"], red=["X 3-3-7 0506"], arrivals=[(1, "B", "0101")])
    assert head(game) == "Blue, may enter now, 0101"
    play(game, "done")
    assert head(game) == "Blue, waiting to enter, 0101"  # its own Combat Phase
    assert where(game, game.scenario.by_id["b"]) == "waiting to enter"


def test_16_1_units_wait_once_the_weather_allows_no_more_landings(monkeypatch):
    game = Game(load_scenario("arnhem/historical"), seed=1, options={"weather": True})
    monkeypatch.setattr(Arnhem, "may_arrive", lambda *_: False)
    heads = [line.rstrip() for line in text_of(list_rows(game, 41, 60, KEYS)).splitlines() if "by air" in line]
    assert heads[0] == "Allied, waiting to land, by air"


def test_a_long_name_keeps_its_distance_from_the_strengths():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    lines = text_of(list_rows(game, 41, 60, KEYS)).splitlines()
    engineer, other = (next(line for line in lines if f" {name} " in line) for name in ("Engineer", "2I/5"))
    assert " Engineer 3-3-10 " in engineer
    assert engineer.index("XXX Corps") == other.index("Guards Armoured"), "what is behind them stays in its column"


def test_a_name_that_is_longer_than_its_counter_has_a_short_form():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    engineer = game.scenario.by_id["engineer"]
    assert text_of(counter_drawing(game, engineer)).splitlines()[0] == "[ Eng. ]"
    assert text_of([counter_spans(game, engineer)]).startswith("Eng.    Eng 3-3-10"), "in the boxes of combats"


def test_arnhem_11_2_a_city_is_attacked_on_the_town_line():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    city = game.scenario.board.hex("2621")
    assert "attacked on the Town line" in ground_facts(game, city)


def test_16_11_with_the_weather_rules_the_schedules_hexes_do_not_count():
    game = Game(load_scenario("arnhem/historical"), seed=1, options={"weather": True})
    heads = [line.rstrip() for line in text_of(list_rows(game, 41, 60, KEYS)).splitlines() if "by air" in line]
    assert set(heads) <= {"Allied, may land now, by air", *(f"Allied, turn {turn}, by air" for turn in range(2, 9))}
