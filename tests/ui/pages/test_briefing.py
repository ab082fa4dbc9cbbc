"""The briefing page: all its texts, with the map beside them, for every scenario and on every screen."""

import re
from itertools import cycle, product

import pytest

from tests.drawn import drawn
from tests.long import sample, scenario_keys
from tests.pilot import running, showing
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.briefings import briefings_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.map.drawn.glyphs import drawing_for
from westwall_tui.ui.pages.briefing import NONE, BriefingScreen, briefing_rows
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.title.newgame import NewGame

pytestmark = pytest.mark.slow

SCENARIOS = scenario_keys()


BLOCKS = ("sextants", "quadrants")
DRAWN = sample([*product(SCENARIOS, BLOCKS)], [*zip(SCENARIOS[::3], cycle(BLOCKS), strict=False)])


def lines_of(game: Game, side: int, width: int, height: int) -> list[str]:
    rows = briefing_rows(game, briefings_of(game.scenario)[side], width, height)
    return ["".join(span.text for span in row) for row in rows]


@pytest.mark.parametrize(
    ("key", "width"),
    sample([*product(SCENARIOS, (70, 78, 118, 198))], [*zip(SCENARIOS[1::2], cycle((70, 118)), strict=False)]),
)
def test_every_text_is_shown_at_every_width(key, width):
    game = Game(load_scenario(key), seed=1)
    for briefing in briefings_of(game.scenario):
        lines = lines_of(game, briefing.side, width, 24 if width < 100 else 40)
        assert all(len(line) <= width for line in lines)
        said = " ".join(" ".join(line.partition(" | ")[0] for line in lines).split())
        for word in (briefing.situation, briefing.special, briefing.enemy, *briefing.wins, *briefing.tips):
            assert word in said.replace("WINS ", "").replace("TIPS ", ""), word
        for source in (*briefing.own, *briefing.other):
            assert f"{source.points} {source.what}".strip() in said
            assert not source.case or f"({source.case})" in said
        for when, what in briefing.clock:
            assert f"{when} {what}" in said


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_scores_is_worded_for_both_sides(key):
    """The same text appears under `YOU SCORE` for one side and under that side's name for the other."""
    sources = [source.what for told in briefings_of(load_scenario(key)) for source in (*told.own, *told.other)]
    assert [what for what in sources if re.search(r"\byour?\b", what, re.IGNORECASE)] == []


def test_a_head_start_is_the_first_of_each_sides_points():
    """Both the scenario's points at the start and those that the players agreed on are on the page."""
    game = Game(load_scenario("quick/champs"), seed=1, options={"start-us": 5})
    lines = [line.partition(" | ")[0].split() for line in lines_of(game, 1, 78, 24)]
    heads = [i for i, line in enumerate(lines) if line[-1:] in (["SCORE"], ["SCORES"])]
    assert [" ".join(lines[i + 1]) for i in heads] == ["5 the head start", "3 the head start"]


def test_the_map_is_small_on_a_small_screen_and_whole_on_a_large_one():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    small, large = lines_of(game, 0, 78, 24), lines_of(game, 0, 118, 40)
    assert [line.partition(" | ")[2] for line in small][15].startswith("$ scores  ^>v< entry, exit")
    assert len(small[0].partition(" | ")[2]) == 29
    assert "Noville" in "\n".join(large)
    assert sum(line.partition(" | ")[2].count("$") for line in small[:15]) == 2, "1317 and 1416"
    assert small[7].rstrip().endswith("<"), "2913, where the panzers enter"
    assert not any(" | " in line for line in lines_of(game, 0, 60, 24)), "no room for both"


def test_the_legend_of_a_narrow_map_is_whole():
    """It was cut to the columns of the map: `$ score`."""
    tiny = drawn("\n".join(["..."] * 9), blue=["A 4-4-7 0104"])
    lines = briefing_rows(tiny, briefings_of(load_scenario("quick/noville"))[0], 78, 18)
    texts = {"".join(span.text for span in line).partition(" | ")[2].strip() for line in lines}
    assert {"$ scores", "^>v< entry, exit"} <= texts


@pytest.mark.parametrize(("key", "blocks"), DRAWN)
def test_the_map_of_the_briefing_is_drawn_like_the_main_map(key, blocks):
    """Each column of hexes has one cell; units, objectives and entry hexes have the same letters."""
    game = Game(load_scenario(key), seed=1)
    drawing = drawing_for("night", blocks, {})
    for briefing in briefings_of(game.scenario):
        plain = briefing_rows(game, briefing, 78, 24)
        rows = briefing_rows(game, briefing, 78, 24, drawing=drawing)
        assert all(sum(len(span.text) for span in row) <= 79 for row in rows)
        maps = ["".join(span.text for span in row).partition(" | ")[2] for row in rows]
        assert any(char in drawing.blocks.glyphs[1:] for line in maps[:15] for char in line)
        assert {span.style for row in rows for span in row if span.style.startswith("=")}
        entered = any("+" in line for line in maps[:14])
        assert entered == any("+" in "".join(span.text for span in row).partition(" | ")[2] for row in plain[:14])


def test_units_and_objectives_are_on_the_small_map():
    session = LocalSession.new(load_scenario("bastogne/relief"), seed=1)
    before = lines_of(session.game, 1, 78, 24)
    session.apply("deploy 1/13 1327")
    after = lines_of(session.game, 1, 78, 24)
    assert before != after
    assert [sum(a != b for a, b in zip(x, y, strict=True)) for x, y in zip(before, after, strict=True) if x != y] == [1]


async def test_a_key_shows_it_in_play_and_tab_the_other_side():
    app = showing(load_scenario("bastogne/spearhead"))
    async with running(app) as pilot:
        await pilot.press("Q")
        assert isinstance(app.screen, BriefingScreen)
        assert app.screen.shown_text.startswith(" Briefing: Bastogne: Spearhead, U.S.")
        await pilot.press("tab")
        assert app.screen.shown_text.startswith(" Briefing: Bastogne: Spearhead, German")
        assert "Tab the U.S. side" in app.screen.shown_text
        assert "The morning of 18 December. The line on the" in app.screen.shown_text, "from its first line on"
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)


async def test_a_game_begun_from_the_title_starts_with_the_briefing():
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        app.lobby.start(NewGame("bastogne/spearhead", "", seats=[SEATS[2], Seat()], seed="1"))
        await pilot.pause()
        assert isinstance(app.screen, BriefingScreen)
        assert app.screen.shown_text.startswith(" Briefing: Bastogne: Spearhead, U.S."), "the side of whoever sits here"
        assert "Enter begin" in app.screen.shown_text
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)


async def test_the_briefing_comes_before_a_secret_decision():
    app = WestwallApp(settings=Settings())
    async with running(app) as pilot:
        app.lobby.start(NewGame("arnhem/free", "", seats=[Seat(), Seat()], seed="1"))
        await pilot.pause()
        assert isinstance(app.screen, BriefingScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, PlayScreen)
        assert isinstance(app.screen.play.dialog, HandOverDialog)


async def test_a_scenario_without_a_briefing_says_so():
    texts = load_scenario("bastogne/spearhead").texts
    assert texts is not None
    bare = SourceFile("own.toml", texts.scenario.text.partition("\n\n[briefing]\n")[0] + "\n")
    scenario = build_scenario(Texts(bare, texts.board, texts.units), "own")
    async with running(showing(scenario)) as pilot:
        await pilot.press("Q")
        assert isinstance(pilot.app.screen, BriefingScreen)
        assert NONE in pilot.app.screen.shown_text
