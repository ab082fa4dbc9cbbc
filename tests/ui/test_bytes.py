"""What keys write to a terminal of 256 colors that scrolls lines: steps, scrolls, boxes, and a panel that stays."""

import asyncio
from statistics import median

import pytest
from textual.events import Key

from tests.long import sample
from tests.pilot import running
from tests.ui.looks import screen_of
from tests.ui.map.seen import in_its_thick
from tests.ui.terminal.emulator import Emulator
from tests.ui.test_terminal import OnTerminal, under_way
from westwall_tui.engine.dice import Draw
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.script import script

pytestmark = pytest.mark.slow

WALK = (*["right"] * 14, *["up"] * 6, *["left"] * 14, *["down"] * 10, "n", "n", "u", "u", "y", "b")

JUMP = 6500
"""At most so much is written when the window jumps, in 80x24."""


class Noting(Emulator):
    """A terminal that notes what is written, and where."""

    def __init__(self, width, height):
        super().__init__(width, height)
        self.bytes, self.written = 0, set()

    def read(self, text):
        self.bytes += len(text.encode())
        return super().read(text)

    def _char(self, char):
        if char >= " ":
            self.written.add((self.x, self.y))
        super()._char(char)

    def erase(self):
        self.written |= {(x, self.y) for x in range(self.x, self.width)}
        super().erase()


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    for name in ("NO_COLOR", "COLORTERM", "TMUX"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("SSH_CONNECTION", "1")):
        monkeypatch.setenv(name, value)


def spearhead(size, glyphs="ascii", *, moves=False):
    """A game at its beginning; `moves`: in its first Movement Phase."""
    session, draw = LocalSession.new(load_scenario("bastogne/spearhead"), seed=3), Draw(3)
    while moves and session.game.prompt.kind != "movement":
        session.apply(script(session.game, draw))
    return OnTerminal(session, Settings(handover=False, glyphs=glyphs), Noting(*size), margins=False)


async def cost(app, pilot, key):
    """The bytes of a key."""
    before = app.terminal.bytes
    app.terminal.written.clear()
    await pilot.press(key)
    app.screen._on_timer_update()
    return app.terminal.bytes - before


async def walked(app, size, walk=WALK):
    """The bytes of the steps of a walk, and of its scrolls."""
    async with running(app, size) as pilot:
        await pilot.press("A")
        screen = screen_of(app)
        steps: list[int] = []
        scrolls: list[int] = []
        for key in walk:
            window = screen.map.left, screen.map.top
            found = await cost(app, pilot, key)
            (steps if (screen.map.left, screen.map.top) == window else scrolls).append(found)
    return steps, scrolls


@pytest.mark.parametrize("size", [(80, 24), *sample([(200, 60)], [])])
@pytest.mark.parametrize(("glyphs", "typical", "scroll"), [("ascii", 140, 1700), ("drawn", 170, 3000)])
async def test_a_step_is_short_and_a_scroll_writes_what_comes_into_sight(size, glyphs, typical, scroll):
    steps, scrolls = await walked(spearhead(size, glyphs), size)
    most = {"ascii": (360, 400), "drawn": (440, 460)}[glyphs]  # drawn, onto the one unit that stands on an objective
    assert max(steps) <= most[size == (200, 60)]
    assert median(steps) <= typical
    assert max(scrolls, default=0) <= scroll
    assert bool(scrolls) == (size == (80, 24))


async def test_without_colors_a_step_through_a_crowd_is_short(tmp_path):
    """The cursor paints its four corners and, of a German counter in it, the letters: no hex round them."""
    game = in_its_thick("spearhead-greedy", "combat").copy()
    session = LocalSession.of_save(Save(game, (Seat(), Seat())), tmp_path)
    app = OnTerminal(session, Settings(handover=False, theme="mono"), Noting(80, 24), margins=False)
    async with running(app) as pilot:
        play, steps = screen_of(app).play, list[int]()
        play.move_cursor(game.scenario.board.hex("1317"))
        screen_of(app).draw()
        await pilot.pause()
        for key in (*["right"] * 3, *["down"] * 3, *["left"] * 6, *["up"] * 5, *["right"] * 5, *"nnubby"):
            window = screen_of(app).map.left, screen_of(app).map.top
            found = await cost(app, pilot, key)
            steps += [found] if (screen_of(app).map.left, screen_of(app).map.top) == window else []
    assert len(steps) > 20
    assert median(steps) <= 160
    assert max(steps) <= 352


STEP = 400
"""At most so much is written at once when the cursor goes to another hex with a unit in hand."""


@pytest.mark.parametrize(("glyphs", "scroll"), [("ascii", 950), ("drawn", 1500)])
async def test_a_unit_in_hand(monkeypatch, glyphs, scroll):
    """Its reach comes and goes, its way follows the cursor, and the map moves no farther than it can go."""
    monkeypatch.setattr("westwall_tui.ui.screens.play.screen.PAUSE", 60)
    app = spearhead((80, 24), glyphs, moves=True)
    async with running(app) as pilot:
        view, panes = screen_of(app).map, screen_of(app).panes
        steps: list[int] = []
        pauses: list[int] = []
        scrolls: list[int] = []
        for _ in range(sample(4, 1)):
            window = view.left, view.top
            found = await cost(app, pilot, "tab")
            assert found <= (500 if (view.left, view.top) == window else JUMP)
            for key in ("left", "left", "y", "b", "left", "left", "left", "u", "u", "up", "right", "n", "down", "left"):
                window = view.left, view.top
                found = await cost(app, pilot, key)
                (steps if (view.left, view.top) == window else scrolls).append(found)
                assert not panes.waits or (view.left, view.top) == window
                assert ("!: map" in screen_of(app).panel.text) == bool(screen_of(app).play.risks) or panes.waits
                before = app.terminal.bytes
                if panes.waits:
                    panes.paint(at_pause=True)
                    await pilot.pause()
                    screen_of(app)._on_timer_update()
                assert ("!: map" in screen_of(app).panel.text) == bool(screen_of(app).play.risks)
                pauses.append(app.terminal.bytes - before)
        assert await cost(app, pilot, "escape") <= 1100
    assert max(steps) <= STEP
    assert 0 < max(pauses) <= 180
    assert 0 < max(scrolls) <= scroll


@pytest.mark.parametrize("glyphs", ["drawn", *sample(["ascii"], [])])
async def test_keys_that_come_together_are_drawn_once(glyphs):
    """What nobody would see is not written."""
    app = spearhead((80, 24), glyphs, moves=True)
    async with running(app) as pilot:
        await pilot.press("tab")
        apart = sum([await cost(app, pilot, key) for key in ("left", "left", "y", "u", "right", "right", "down")])
        before = app.terminal.bytes
        for key in ("left", "left", "y", "u", "right", "right", "down"):
            app.post_message(Key(key, None))
        await pilot.pause()
        app.screen._on_timer_update()
        assert app.terminal.bytes - before <= apart / 2


@pytest.mark.parametrize("glyphs", ["ascii", "drawn"])
async def test_closing_a_box_repaints_what_lay_under_it_and_nothing_else(glyphs):
    app = spearhead((80, 24), glyphs)
    async with running(app) as pilot:
        await pilot.press("A")
        await cost(app, pilot, "question_mark")
        under = screen_of(app).map.box.region
        await cost(app, pilot, "escape")
        beside = {(x, y) for x, y in app.terminal.written if not under.contains(x, y)}
        foot = {screen_of(app).prompt_line.region.y, screen_of(app).key_bar.region.y}
        assert {y for _, y in beside} <= foot
        assert app.terminal.written - beside


def numbers(view):
    """The hexes in which the map shows Movement Points left."""
    return {h for h in view.picture.shown if (mark := view.contents(h).mark) and mark[0][:1].isdigit()}


@pytest.mark.parametrize("glyphs", ["drawn", *sample(["ascii"], [])])
async def test_after_a_move_the_reach_stays_for_a_moment(monkeypatch, glyphs):
    """The next unit may be taken at once; else it goes by itself, or with the next key. The panel waits, too."""
    monkeypatch.delenv("SSH_CONNECTION")
    session = under_way("bastogne/campaign")
    app = OnTerminal(session, Settings(handover=False, glyphs=glyphs), Noting(80, 24), margins=False)
    async with running(app) as pilot:
        view, play = screen_of(app).map, screen_of(app).play

        async def move():
            await cost(app, pilot, "tab")
            while not (stops := [h for h in play.mode.goals() if play.mode.selected.may_stop(h)]):
                await cost(app, pilot, "tab")
            play.move_cursor(stops[0])
            screen_of(app).draw()
            lit, orders, told = {*play.mode.goals()}, len(play.game.log), numbers(view)
            await cost(app, pilot, "enter")
            assert len(play.game.log) == orders + 1
            assert {*view.lit} == lit
            assert numbers(view) == told - {*view.shown_units}
            assert "attacked on" not in screen_of(app).panel.text

        monkeypatch.setattr("westwall_tui.ui.screens.play.screen.DUSK", 1.0)
        await move()
        was_dark = [[segment.style for segment in view.line(y)] for y in range(19)]
        async with asyncio.timeout(60):
            while view.lit:
                await pilot.pause(0.05)
        assert not numbers(view)
        assert "attacked on" in screen_of(app).panel.text
        assert [[segment.style for segment in view.line(y)] for y in range(19)] != was_dark
        monkeypatch.setattr("westwall_tui.ui.screens.play.screen.DUSK", 60)
        await move()
        before = app.terminal.bytes
        await cost(app, pilot, "left")
        assert not view.lit
        assert not numbers(view)
        assert glyphs == "ascii" or app.terminal.bytes - before > 1024, "all that was dark is light"
        await move()
        await cost(app, pilot, "tab")
        assert not view.lit
