"""The pictures beside the menus of the title."""

import pytest
from rich.console import Console
from textual.geometry import Size as Extent

from tests.pilot import running
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.example_list import all_examples
from westwall_tui.learn.lessons.catalog import all_lessons
from westwall_tui.learn.puzzles.catalog import all_puzzles
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.menus import Menu, MenuItem, Subject, lines
from westwall_tui.ui.screens.title import battle
from westwall_tui.ui.screens.title.menu_screen import MenuScreen
from westwall_tui.ui.screens.title.preview import notes_of, picture_of
from westwall_tui.words.rows import width_of

NOVILLE = Subject("scenario", "quick/noville")


def picture(subject, width=41, height=18, glyphs="ascii"):
    rows = picture_of(subject, Extent(width, height), Preferences(Settings(glyphs=glyphs), Console()))
    assert len(rows) <= height
    assert all(width_of(row) <= width for row in rows)
    return ["".join(span.text for span in row).rstrip() for row in rows]


def test_a_battle_is_shown_with_its_length_board_and_forces(folders):
    first, *board, german, american, time, balance, _, _, _, _ = picture(NOVILLE)
    assert first == "4 Game-Turns, 19 Dec a.m. to 20 Dec p.m."
    assert any("Noville" in line for line in board)
    assert any("<" in line for line in board), "where units enter from the east"
    assert german == " German  8 units  3 mec 2 tnk 2 spg rec"
    assert american.startswith(" U.S.  9 units  4 PAR 2 TNK")
    assert time == "35 minutes, difficulty 1 of 3"
    assert balance.startswith("Between equals: German ")


def test_dates_that_do_not_fit_beside_each_other_are_whole(folders):
    assert picture(Subject("scenario", "quick/champs"))[:2] == ["5 Game-Turns, 25 Dec, 3 a.m. to", "25 Dec, 11 a.m."]


def test_on_a_large_page_the_forces_are_counters_and_both_sides_aims_are_below_the_board(folders):
    shown = "\n".join(picture(NOVILLE, 79, 36))
    assert "[1/304 ] [2/304 ]" in shown, "with names, because there is room"
    assert "each U.S. unit lost" in shown
    assert "each German unit lost" in shown
    campaign = "\n".join(picture(Subject("scenario", "bastogne/campaign"), 78, 35))
    assert "inf" in campaign
    assert "[2/304 ]" not in campaign


def test_with_a_side_the_notes_are_its_briefing(folders):
    notes = notes_of(NOVILLE._replace(side=1), Extent(40, 20), Preferences(Settings(), Console()))
    text = "\n".join("".join(span.text for span in row) for row in notes)
    assert text.startswith(" YOU  SCORE")
    assert "each German unit lost" in text


def test_notes_and_picture_together_show_each_text_about_the_sides_once(folders):
    preferences, noted = Preferences(Settings(), Console()), Extent(34, 20)
    for side, (you, other) in enumerate((("As the Germans:", "U.S."), ("As the U.S.:", "German"))):
        subject = NOVILLE._replace(side=side)
        rows = [*notes_of(subject, noted, preferences), *picture_of(subject, Extent(79, 36), preferences, noted)]
        text = "\n".join("".join(span.text for span in row) for row in rows)
        assert text.count(" YOU  SCORE") == text.count(" YOU  WIN") == text.count("CLOCK") == 1
        assert text.count(f" {other} side  SCORES") == text.count(f" {other} side  WINS") == 1
        assert you in text


@pytest.mark.parametrize("width", [15, 16, 17, 18])
def test_a_number_of_units_is_never_cut(folders, width):
    rows = [*battle._forces_in_strip(battle._new_game("quick/grosshau", 0), width, 40)]
    assert all(width_of(row) - 2 <= width for row in rows)
    assert any("10" in span.text for row in rows for span in row)


def test_a_heading_of_the_notes_is_no_wider_than_its_column(folders):
    rows = notes_of(Subject("scenario", "hurtgen/historical"), Extent(27, 60), Preferences(Settings(), Console()))
    assert max(map(width_of, rows)) <= 27
    assert any(span.text.strip() == "SCORES" for row in rows for span in row)


async def test_below_the_list_of_saved_games_is_the_course_of_the_chosen_one(folders):
    session = LocalSession.new(load_scenario("quick/noville"), seed=1)
    while session.game.state.turn == 1:
        session.game.apply(next(iter(session.game.legal())))
    session.save()
    shown = await shown_beside(Subject("save", str(session.path)), (120, 40))
    assert any("turn 1" in line.partition("|")[0] for line in shown)


def test_points_that_make_a_battle_even_are_named(folders):
    assert picture(Subject("scenario", "hurtgen/free"))[-1] == "Even with +128 for the Germans"


def test_the_players_own_games_of_a_battle_are_counted(folders):
    LocalSession.new(load_scenario("quick/noville"), seed=1).save()
    assert picture(NOVILLE)[-1] == "Your games: 1, 0 finished"
    assert not picture(Subject("scenario", "quick/best"))[-1].startswith("Your games")


def test_a_saved_game_is_shown_as_it_stands(folders):
    session = LocalSession.new(load_scenario("quick/noville"), seed=1)
    session.save()
    shown = picture(Subject("save", str(session.path)), 60)
    assert shown[0] == "Bastogne, 19 Dec am"
    assert any("Noville" in line for line in shown)
    assert shown[-1].startswith("German 0 : U.S.")


@pytest.mark.parametrize(
    "subject",
    [
        Subject("puzzle", str(all_puzzles()[0].path)),
        Subject("lesson", str(all_lessons()[0].folder)),
        Subject("example", str(all_examples()[0].folder)),
        Subject("look", ""),
    ],
)
@pytest.mark.parametrize("glyphs", ["ascii", "drawn"])
def test_other_subjects_are_shown_as_a_piece_of_map(folders, subject, glyphs):
    assert len(picture(subject, 60, 20, glyphs)) == 20


def test_without_room_for_a_map_there_is_only_text(folders):
    assert picture(NOVILLE, 41, 6)[1].startswith(" German  8 units")


async def shown_beside(subject, size=(100, 30), label="An item"):
    """Return the text of a menu with a picture of this subject, once the picture is drawn."""
    async with running(WestwallApp(settings=Settings()), size) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, MenuScreen)
        screen.open_menu(Menu("A menu", lambda: [MenuItem(label, info=lines("About it.", "More.")), MenuItem("B")]))
        screen.menus[-1].subject = subject
        screen.paint()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        return screen.shown_text.splitlines()


async def test_the_picture_is_beside_the_list_or_below_it(folders):
    wide = await shown_beside(NOVILLE)
    assert wide[2].split("|") == [f" > An item{' ' * 22}", " 4 Game-Turns, 19 Dec a.m. to 20 Dec p.m."]
    assert wide[5].startswith("   About it.")
    assert wide[8].startswith("   35 minutes, difficulty"), "the figures are below that"
    assert any("Noville" in line.partition("|")[2] for line in wide)
    narrow = await shown_beside(NOVILLE, (80, 30), "An item with a long label, as those of saved games")
    assert narrow[2].rstrip().endswith("games")
    assert any(line.startswith(" 4 Game-Turns") for line in narrow)


async def test_in_place_of_a_damaged_save_is_what_is_wrong_with_it(folders, tmp_path):
    (tmp_path / "damaged.toml").write_text("format = 1")
    shown = await shown_beside(Subject("save", str(tmp_path / "damaged.toml")))
    assert shown[2].partition("| ")[2].startswith("damaged.toml: ")
    assert shown[5].startswith("   About it.")


@pytest.mark.advice_fails
async def test_a_bug_in_a_picture_leaves_the_list_in_order(folders, monkeypatch):
    def broken(key, changed):
        raise RuntimeError(key)

    monkeypatch.setattr(battle, "_new_game", broken)
    shown = await shown_beside(NOVILLE)
    assert shown[3].startswith("   B")
