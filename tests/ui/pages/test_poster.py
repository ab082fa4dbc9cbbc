"""The poster: the whole game on one screen, as text, with colors, and as a picture."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.drawn import play
from tests.history.test_record import recorded
from tests.long import sample
from tests.pilot import running, showing
from tests.ui.desk import text_of
from westwall_tui import cli
from westwall_tui.files.library import new_game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save, write_save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.map.drawn.glyphs import SEXTANTS
from westwall_tui.ui.pages.chart import ASCII_CHART, LINE_CHART
from westwall_tui.ui.pages.poster import Poster, PosterScreen, as_ansi, as_svg, poster_rows

pytestmark = pytest.mark.usefixtures("folders")

GAMES = ("spearhead-greedy", "relief-holding", "arnhem-historical-busy", "remagen-historical-busy")
SEATS = Seat(name="Anna"), Seat("computer", level=3)


def poster_of(name: str) -> Poster:
    return Poster.of_save(Save(recorded(f"{name}.orders"), SEATS), name)


@pytest.fixture
def save_file(tmp_path):
    path = tmp_path / "my-game.toml"
    path.write_text(write_save(Save(recorded("spearhead-greedy.orders"), SEATS)), encoding="utf-8")
    return path


def test_the_whole_game_is_on_one_screen():
    lines = text_of(poster_rows(poster_of("spearhead-greedy"), 80, 24, ASCII_CHART)).splitlines()
    assert lines == [
        " BASTOGNE: SPEARHEAD   18 to 21 December 1944                 westwall   seed 3",
        "   The Germans win, 21 to 0",
        "  The lead changed hands once, on Game-Turn 5 of 7. The U.S. would have won",
        "  with Bastogne in their hands.",
        "                            1       2      3                   4",
        "      45 -------------------+",
        "         ...................|",
        "         ...................|",
        "      22 ...................+-------+                          +=== German 21",
        "         ...........................+------+===================+...",
        "         ...................+==============+-------------------+...",
        "       0 ===================+                                  +--- U.S. 0",
        "         turn 1 2       3       4      5       6       7",
        " 1 0:45    2 0:45    3 6:21 1  4 7:18 2  5 11:6 3  6 11:6    7 21:0 4",
        "          |  ggg    | g       |   g     |         |         |",
        "    UUUg  |  UUggg  |  UUgg   |  UUgg   |  UUgg   |  UUgU   |  UUgU",
        "    UUgg  |  UUU g  |  UUU    |  UUUg   |  UUUU   |  UUUg   |  UUUgg",
        "          |         |         |         |         |         |",
        "  1 turn 3   Six units exit west; the U.S. lose Bastogne.",
        "  2 turn 4   One unit exits west. 2/3 exited the map at the west edge.",
        "  3 turn 5   Four units exit west.",
        "  4 turn 7   The Germans take Bastogne. 3 - 5 = -2, die 6: A1.",
        "  56 combats, 10 units lost (German 4, U.S. 6).",
        " westwall poster spearhead-greedy                Anna against computer, level 3",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(72, 22), (120, 40), *sample([(80, 24), (200, 60)], [])])
@pytest.mark.parametrize("signs", [ASCII_CHART, LINE_CHART._replace(blocks=SEXTANTS)])
def test_every_poster_fills_its_screen_with_four_sentences(name, size, signs):
    rows = poster_rows(poster_of(name), size[0], size[1], signs)
    lines = text_of(rows).splitlines()
    assert len(rows) == size[1]
    assert max(map(len, lines)) <= size[0], max(lines, key=len)
    told = next(at for at, line in enumerate(lines) if re.match(r"  (\w+|\d+) combats?, ", line))
    assert sum(bool(line.strip()) for line in lines[told - (5 if size[1] >= 30 else 4) : told]) == 4


def test_an_unfinished_game_shows_no_seed_and_says_that_it_goes_on():
    game = recorded("spearhead-greedy.orders")
    early = game.root()
    early.seed = None
    early.replay(game.log[:300])
    early.seed = 3
    text = text_of(poster_rows(Poster.of_save(Save(early, SEATS), "early"), 80, 24, ASCII_CHART))
    assert "The game is not over" in text
    assert "seed" not in text


def test_a_match_with_the_same_dice_keeps_its_seed_secret():
    game = recorded("spearhead-greedy.orders")
    told = {}
    for same_dice in (False, True):
        save = Save(game, SEATS, match=Match.new("mirrored", same_dice=same_dice))
        told[same_dice] = text_of(poster_rows(Poster.of_save(save, "first"), 80, 24, ASCII_CHART))
    assert "seed 3" in told[False]
    assert "seed" not in told[True]


def test_the_picture_has_the_same_text_and_draws_the_blocks():
    poster = poster_of("spearhead-greedy")
    root = ET.fromstring(as_svg(poster, (80, 24), "night"))
    told = " ".join("".join(root.itertext()).split())
    assert "The Germans win, 21 to 0" in told
    assert "westwall poster spearhead-greedy" in told
    assert not set(told) & set(SEXTANTS.glyphs[1:]), "fonts would leave seams between the blocks"
    assert len(root.findall("{http://www.w3.org/2000/svg}path")) > 5


def test_without_colors_there_are_no_codes_but_those_of_attributes():
    rows = poster_rows(poster_of("spearhead-greedy"), 80, 24, ASCII_CHART)
    assert "38;5;" in as_ansi(rows, 80, "night")
    assert "38;" not in as_ansi(rows, 80, "mono")


# -- the command


def test_the_command_prints_the_poster_without_colors_through_a_pipe(save_file, command):
    told = command("poster", str(save_file), "--size", "80x24").out
    assert told.count("\n") == 24
    assert "westwall poster my-game" in told
    assert "\x1b" not in told


@pytest.mark.parametrize(("form", "begins"), [("--svg", b"<svg "), ("--png", b"\x89PNG"), ("--ansi", b"\x1b[")])
def test_the_command_writes_files(save_file, tmp_path, capsys, form, begins):
    target = tmp_path / "poster"
    assert cli.main(["poster", str(save_file), form, str(target)]) == 0
    assert target.read_bytes().startswith(begins)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("form", ["--svg", "--png", "--ansi"])
def test_the_command_never_writes_over_the_saved_game(save_file, command, form):
    before = save_file.read_bytes()
    assert "the saved game itself" in command("poster", str(save_file), form, str(save_file), status=2).err
    assert save_file.read_bytes() == before


@pytest.mark.parametrize("size", ["80", "80x", "10x10", "9999x40", "80x24x1", "\u0663x40"])
def test_the_command_refuses_sizes_that_no_screen_has(save_file, capsys, size):
    with pytest.raises(SystemExit):
        cli.main(["poster", str(save_file), "--size", size])
    assert "must be columns x lines, from 72x22" in capsys.readouterr().err


# -- the page


@pytest.mark.slow
async def test_p_shows_the_poster_after_the_end_and_h_writes_it():
    game = recorded("spearhead-greedy.orders")
    session = LocalSession.of_save(Save(game.root(), SEATS))
    session.game.replay(game.log)
    app = showing(session, handover="never")
    async with running(app) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        end = app.screen
        await pilot.press("p")
        page: Any = app.screen
        assert isinstance(page, PosterScreen)
        assert "The Germans win, 21 to 0" in page.shown_text
        assert "Anna against computer, level 3" not in page.shown_text, "the keys are on the last line"
        await pilot.press("h")
        await app.workers.wait_for_complete()
        await pilot.pause()
        written = session.path.with_suffix(".svg")
        assert f"The poster is {written.name} in " in page.shown_text
        assert written.read_text(encoding="utf-8").startswith("<svg ")
        await pilot.press("escape")
        assert app.screen is end


def test_a_concession_in_the_set_up_is_told_with_the_units_set_up():
    game = new_game("noville", seed=1)
    game.apply(next(iter(game.legal())))
    play(game, "concede")
    lines = text_of(poster_rows(Poster.of_save(Save(game), "early"), 80, 24, ASCII_CHART)).splitlines()
    assert len(lines) == 24
    assert lines[0].startswith(" BASTOGNE: NOVILLE   19 December 1944  ")
    assert lines[1:3] == [
        "   The Germans win   The U.S. conceded during the set-up.",
        "  On the map, the Germans had no units, and the U.S. had one unit.",
    ]
    assert "UUU" in "".join(lines)
