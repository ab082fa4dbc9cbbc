"""Key presses in tests of the screen: each key is pressed once the last one has taken full effect.

Textual's pilot waits until the processor idles: two hundredths of a second twice for each key, more on a busy machine,
and the tests press some thousand keys. This pilot waits until the app and its widgets have handled their messages. If a
thread works for the app, it waits as Textual does.
"""

import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest
from textual.app import App
from textual.events import Key
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.pilot import Pilot

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.starts import GameStart

ROUNDS = 4
"""Messages that a key causes one after the other: those of the app, the screen, a widget, and the drawing."""


class KeyPilot(Pilot[Any]):
    """A pilot whose key presses wait for their effects, not for the processor."""

    @property
    def app(self) -> Any:
        """The app, untyped because every test uses its own."""
        return self._app

    @property
    def screen(self) -> Any:
        """The playing screen, which must be on top. It is untyped, because keys change its attributes."""
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.post_message(key_event(key))
            await self.pause()

    async def pause(self, delay: float | None = None) -> None:
        if delay is not None or any(worker.is_running for worker in self.app.workers):
            await super().pause(delay)
        for _ in range(ROUNDS):
            await super().pause(0)
        while not getattr(self.app.screen, "takes_keys", True):  # the pending decision has not been painted yet
            await super().pause(0.001)

    async def resize_terminal(self, width: int, height: int) -> None:
        await super().resize_terminal(width, height)
        await super().pause()  # Textual lays the screen out again a moment later
        await self.pause()


def key_event(key: str) -> Key:
    """Return the event of a key, given its name or its character."""
    if len(key) > 1:
        name = {value: old for old, value in KEY_NAME_REPLACEMENTS.items()}.get(key, key)
        try:
            return Key(key, unicodedata.lookup(name.replace("_", " ")))
        except KeyError:
            return Key(key, None)
    if key.isalnum():
        return Key(key, key)
    name = unicodedata.name(key).lower().replace("-", "_").replace(" ", "_")
    return Key(KEY_NAME_REPLACEMENTS.get(name, name), key)


def keep_pictures() -> None:
    """Draw each board once per size, and compute the places of the same signs in a hex once.

    A picture is drawn once, and games put their counters over it; signs take half of the time of a board's first
    painting.
    """
    from westwall_tui.ui.map.drawn.sheet import DrawnSheet
    from westwall_tui.ui.map.hexes.marks import sign_cells
    from westwall_tui.ui.map.sheet.picture import Picture

    patch = pytest.MonkeyPatch()
    patch.setattr("westwall_tui.ui.map.pane.view.Picture", cache(Picture))
    patch.setattr("westwall_tui.ui.map.drawn.window.sheet_of", cache(DrawnSheet))
    patch.setattr("westwall_tui.ui.map.lettering.sign_cells", cache(sign_cells))


def showing(game: Scenario | LocalSession, **settings: Any) -> WestwallApp:
    """Return an app that shows a game, of a scenario with the seed 1, with some settings."""
    session = game if isinstance(game, LocalSession) else LocalSession.new(game, seed=1)
    return WestwallApp(GameStart(session), Settings(**settings))


@asynccontextmanager
async def running(app: App[Any], size: tuple[int, int] = (80, 24)) -> AsyncIterator[KeyPilot]:
    """Run an app at a terminal of a size; everything is drawn before the first key."""
    async with app.run_test(size=size):
        pilot = KeyPilot(app)
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    """Wait, long enough for a busy machine, for an event such as the computer's order."""
    for _ in range(1200):
        if happened():
            return
        await pilot.pause(0.05)
    raise AssertionError("nothing happened")
