"""The drawn map on the screen: one key turns it on where the terminal can show it."""

from typing import Any

import pytest

from tests.pilot import running, showing
from tests.screens.record import Scene, position
from tests.ui.looks import box_of, prompt_of
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.progress import keep_step
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.starts import GameStart, LessonStart

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _terminal(monkeypatch):
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_CTYPE", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def is_drawn(view: MapView) -> bool:
    """Return whether the map is drawn in blocks."""
    return view.drawing is not None


class InColors(WestwallApp):
    """Return the game in a terminal of 256 colors."""

    @property
    def palette(self) -> str:
        return "night"


async def test_a_key_changes_the_characters_and_keeps_them(tmp_path):
    app = InColors(GameStart(LocalSession.new(load_scenario("bastogne/relief"), seed=1, folder=tmp_path)), Settings())
    async with running(app) as pilot:
        view = app.screen.query_one(MapView)
        ascii_line = view.line(3).text
        await pilot.press("percent_sign")
        assert not is_drawn(view)
        assert prompt_of(app).endswith("The map is now in Unicode")
        await pilot.press("percent_sign")
        assert is_drawn(view)
        assert prompt_of(app).endswith("The map is now drawn")
        assert set(view.line(3).text) & {*SEXTANTS.glyphs[1:], *QUADRANTS.glyphs[1:]}
        assert WestwallApp().settings.glyphs == "drawn"
        await pilot.press("percent_sign")
        assert view.line(3).text == ascii_line


async def test_the_key_skips_it_where_it_cannot_be_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = showing(LocalSession.new(load_scenario("bastogne/relief"), seed=1, folder=tmp_path))
    async with running(app) as pilot:
        for _ in range(3):
            await pilot.press("percent_sign")
            assert not is_drawn(app.screen.query_one(MapView))
        assert WestwallApp().settings.glyphs in ("ascii", "unicode")


@pytest.mark.parametrize("keys", [("tab", "enter", "down", "down"), ("z",), ("plus",), ("minus", "c")])
async def test_keys_change_the_drawn_map(tmp_path, keys):
    session = LocalSession.new(load_scenario("hurtgen/historical"), seed=1, folder=tmp_path)
    async with running(InColors(GameStart(session), Settings(glyphs="drawn"))) as pilot:
        view = pilot.app.screen.query_one(MapView)
        before = [view.line(y) for y in range(view.size.height)]
        for key in keys:
            await pilot.press(key)
        assert [view.line(y) for y in range(view.size.height)] != before


@pytest.mark.parametrize(
    ("theme", "words"), [("night", "green Allied, violet German"), ("colour-blind", "yellow Allied, blue German")]
)
async def test_zones_are_named_by_their_colors(tmp_path, theme, words):
    """They are drawn as tints: no hex has a letter."""
    session = LocalSession.new(load_scenario("arnhem/historical"), seed=1, folder=tmp_path)
    async with running(InColors(GameStart(session), Settings(glyphs="drawn", theme=theme))) as pilot:
        await pilot.press("z")
        assert f"Zones of Control: {words}. z: hide" in prompt_of(pilot.app)


@pytest.mark.parametrize(
    ("theme", "held", "gap", "line"),
    [("paper", "Dark blue", "red", "green"), ("colour-blind", "Pale blue", "yellow", "white")],
)
async def test_a_front_lines_and_the_enemys_reach_are_named_by_their_colors(theme, held, gap, line):
    """Only counters have letters on the drawn map: with a line, without one, lost."""
    front = GameStart(position(Scene("front", game="remagen-historical-busy", turn=8)))
    async with running(InColors(front, Settings(glyphs="drawn", theme=theme, handover="never"))) as pilot:
        await pilot.press("F")
        told = " ".join(prompt_of(pilot.app).split())
        assert f"{held} held, {gap} gap, L unit lost beyond it. F: hide" in told
        await pilot.press("question_mark")
        await pilot.press(*["down"] * 17)
        told = " ".join(box_of(pilot.app).replace("│", " ").split())
        assert f"ended now: {held.lower()} held, {gap} a gap, L a unit lost beyond it." in told
        await pilot.press("escape")
        await pilot.press("Z")
        told = prompt_of(pilot.app)
        assert "could reach the hexes marked orange in their next Movement Phase. This counts six" in told
    lines = GameStart(position(Scene("lines", game="arnhem-historical-busy", turn=3)))
    async with running(InColors(lines, Settings(glyphs="drawn", theme=theme, handover="never"))) as pilot:
        await pilot.press("c")
        assert f"Lines of Communication: {line} is one, c has one, n has none." in prompt_of(pilot.app)


async def test_in_a_lesson_words_and_legend_follow_the_style_of_the_map(tmp_path):
    """The legend used to keep the old style's signs, and the text named letters that only one style has."""
    keep_step("03-zones", 1)
    async with running(InColors(LessonStart(find_lesson("3")), Settings())) as pilot:
        screen: Any = pilot.app.screen
        seen = []
        for _ in range(3):
            seen.append((screen.play.filled_in("marked {sign zone_small}"), screen.panel.text.partition("Signs")[2]))
            await pilot.press("percent_sign")
        words, legends = zip(*seen, strict=True)
        assert words == ("marked z", "marked z", "marked violet")
        assert "z     German zone" in legends[0]
        assert "z     German zone" not in legends[2]
        assert "German zone" in legends[2]
        assert screen.panel.text.partition("Signs")[2] == legends[0], "it is in ASCII again"
