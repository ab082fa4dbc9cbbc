"""After any keys, the terminal shows what the screen would paint from scratch."""

import os
from functools import cache
from itertools import product
from unittest.mock import patch

import pytest
from rich.color import ColorSystem
from textual.events import Key

from tests.long import sample
from tests.pilot import running
from tests.ui.looks import screen_of
from tests.ui.terminal.emulator import Emulator
from tests.ui.terminal.test_writer import looks_like
from westwall_tui.engine.dice import Draw
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.script import script
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.starts import GameStart
from westwall_tui.ui.terminal import writer

pytestmark = pytest.mark.slow

KEYS = (
    *("up", "down", "left", "right", "y", "u", "b", "n") * 3,
    *("shift+up", "shift+down", "shift+left", "shift+right", "tab", "enter", "escape"),
    *("z", "Z", "question_mark", "V", "p", "v", "plus", "minus", "T", "a", "t", "O", "r", "i", "%", "ctrl+l"),
)
SIZES = ((80, 24), (120, 40), (72, 22))
TERMINALS = sample(
    [*product(SIZES, (False, True), ("ascii", "drawn"))],
    [((80, 24), True, "ascii"), ((80, 24), False, "drawn"), ((120, 40), True, "drawn"), ((72, 22), False, "ascii")],
)
"""Size, True with margins to scroll between, and the characters of the map."""
BATTLES = ("arnhem/free", "bastogne/campaign", "hurtgen/free", "remagen/historical")
LOOKS = {
    "no colors at all": ("ascii", None, {"NO_COLOR": "1"}),
    "mono": ("ascii", ColorSystem.EIGHT_BIT, {"NO_COLOR": "1"}),
    "16 colors": ("ascii", ColorSystem.STANDARD, {"TEXTUAL_COLOR_SYSTEM": "16", "TERM": "xterm-16color"}),
    "256 colors": ("ascii", ColorSystem.EIGHT_BIT, {}),
    "Unicode": ("unicode", ColorSystem.EIGHT_BIT, {}),
    "drawn": ("drawn", ColorSystem.EIGHT_BIT, {}),
    "drawn, 24 bits": ("drawn", ColorSystem.TRUECOLOR, {"COLORTERM": "truecolor"}),
}
"""The chosen style, the colors of the terminal, and its environment."""
IN_LOOKS = sample([*product(BATTLES, LOOKS)], [*zip((BATTLES * 3)[: len(LOOKS)], LOOKS, strict=True)])
"""Every battle in every style, or each style in one battle."""


class OnTerminal(WestwallApp):
    """An app whose updates are played back on an emulator."""

    def __init__(self, session, settings, terminal, *, margins, system=ColorSystem.EIGHT_BIT):
        term = {None: "dumb", ColorSystem.STANDARD: "xterm"}.get(system, "xterm-256color")
        deep = "truecolor" if system is ColorSystem.TRUECOLOR else ""
        with patch.dict(os.environ, {"TERM": term, "COLORTERM": deep}):  # the console reads these
            super().__init__(GameStart(session), settings)
        self.terminal, self._margins = terminal, margins

    @property
    def _what_terminal_can(self):
        return super()._what_terminal_can._replace(term="xterm-256color", margins=self._margins)

    def trimmed(self, screen, update):
        trimmed = super().trimmed(screen, update)
        self.terminal.read(trimmed.codes(self.console))
        assert self.terminal.is_at_rest
        return trimmed


def environment(monkeypatch, **names):
    """Set the environment of a terminal with 256 colors, with changes."""
    for name in ("NO_COLOR", "COLORTERM", "TMUX", "TEXTUAL_COLOR_SYSTEM", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"LANG": "C.UTF-8", "TERM": "xterm-256color", **names}.items():
        monkeypatch.setenv(name, value)


def under_way(scenario):
    """Return a game in the Movement Phase of its second Game-Turn."""
    session = LocalSession.new(load_scenario(scenario), seed=3)
    session.apply_all(orders_to_get_there(scenario))
    return session


@cache
def orders_to_get_there(scenario):
    """Return the script's orders, which take time to choose, cached for all styles."""
    game, draw, orders = LocalSession.new(load_scenario(scenario), seed=3).game, Draw(3), []
    while game.state.turn < 2 or game.prompt.kind != "movement":
        orders.append(script(game, draw))
        game.apply(orders[-1])
    return orders


async def walk(app, size, draw, system, times):
    """Press random keys, and check every few keys that the terminal shows what the screen would paint from scratch.

    The parameters say how the map is painted at first.
    """
    async with running(app, size) as pilot:
        found = screen_of(app).map.palette, screen_of(app).map.drawing is not None
        for number in range(times):
            keys = [draw.pick(KEYS) for _ in range(1 + draw.below(3))]
            await pilot.press(*keys)
            app.screen._on_timer_update()
            strips = app.screen._compositor.render_strips()
            assert looks_like(app.terminal, strips, system), f"{number}: {keys}"
    return found


@pytest.mark.parametrize(("size", "margins", "glyphs"), TERMINALS)
async def test_after_any_keys_the_terminal_shows_the_screen(size, margins, glyphs, monkeypatch):
    environment(monkeypatch)
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=3)
    terminal = Emulator(*size, margins=margins)
    app = OnTerminal(session, Settings(handover="never", glyphs=glyphs), terminal, margins=margins)
    await walk(app, size, Draw(size[0] + margins), ColorSystem.EIGHT_BIT, sample(15, 6))


@pytest.mark.parametrize(("scenario", "look"), IN_LOOKS)
async def test_after_any_keys_the_terminal_shows_the_screen_in_every_battle_and_style(scenario, look, monkeypatch):
    """The test compares cell by cell with styles, with a unit selected from the start."""
    glyphs, system, names = LOOKS[look]
    environment(monkeypatch, **names)
    size, draw = (80, 24), Draw(len(look) + len(scenario))
    terminal, settings = Emulator(*size), Settings(handover="never", glyphs=glyphs)
    app = OnTerminal(under_way(scenario), settings, terminal, margins=False, system=system)
    palette, is_drawn = await walk(app, size, draw, system, sample(12, 4))
    assert palette == ("mono" if "NO_COLOR" in names else "16" if system is ColorSystem.STANDARD else "night")
    assert is_drawn == (glyphs == "drawn")


class Noting(Emulator):
    """A terminal that notes where something is written, and how much."""

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


def noting(glyphs):
    """Return an app with a game in its second Game-Turn on a noting terminal."""
    settings = Settings(handover="never", glyphs=glyphs)
    return OnTerminal(under_way("bastogne/spearhead"), settings, Noting(80, 24), margins=False)


@pytest.mark.parametrize("glyphs", ["ascii", "drawn"])
async def test_keys_that_come_together_are_drawn_once(glyphs, monkeypatch):
    """States that would never be visible are not written."""
    environment(monkeypatch)
    app, keys = noting(glyphs), ("left", "left", "y", "u", "right", "right")
    async with running(app) as pilot:
        await pilot.press("tab")
        before = app.terminal.bytes
        for key in keys:
            await pilot.press(key)
            app.screen._on_timer_update()
        apart, before = app.terminal.bytes - before, app.terminal.bytes
        for key in keys:
            app.post_message(Key(key, None))
        await pilot.pause()
        app.screen._on_timer_update()
        assert 0 < app.terminal.bytes - before <= apart / 2


@pytest.mark.parametrize("glyphs", ["ascii", "drawn"])
async def test_closing_a_box_repaints_what_lay_under_it_and_nothing_else(glyphs, monkeypatch):
    environment(monkeypatch)
    app = noting(glyphs)
    async with running(app) as pilot:
        await pilot.press("question_mark")
        app.screen._on_timer_update()
        under = screen_of(app).map.box.region
        app.terminal.written.clear()
        await pilot.press("escape")
        app.screen._on_timer_update()
        beside = {(x, y) for x, y in app.terminal.written if not under.contains(x, y)}
        foot = {screen_of(app).prompt_line.region.y, screen_of(app).key_bar.region.y}
        assert {y for _, y in beside} <= foot
        assert app.terminal.written - beside


def a_step_too_far(move):
    """Return cursor moves with a fault: three lines down become four."""
    return lambda y, x, to_y, to_x: move(y, x, to_y + (y >= 0 and to_y - y == 3), to_x)


def bold_that_stays(change):
    """Return codes of renditions with a fault: bold does not end."""
    return lambda old, new: change(old._replace(weight=""), new) if old.weight and not new.weight else change(old, new)


def a_column_too_few(codes):
    """Return scroll codes with a fault: a shift to the right is one column too short."""
    return lambda shift, **can: codes(shift._replace(right=shift.right - (shift.right > 1)), **can)


FAULTS = {"_cursor_move": a_step_too_far, "change": bold_that_stays, "scroll_codes": a_column_too_few}
"""Faulty versions of the writer's functions, by name."""


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_in_what_is_written_is_seen(name, monkeypatch):
    """The walks above notice a fault in what is written."""
    environment(monkeypatch)
    monkeypatch.setattr(writer, name, FAULTS[name](getattr(writer, name)))
    app = OnTerminal(under_way(BATTLES[1]), Settings(handover="never"), Emulator(80, 24), margins=False)
    with pytest.raises(AssertionError):
        await walk(app, (80, 24), Draw(2), ColorSystem.EIGHT_BIT, 60)
