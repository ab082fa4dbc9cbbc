"""Keys in tests of the screen: each is pressed once the one before has done all that it does.

Textual's pilot waits until the processor idles: two hundredths of a second twice for each key, more on a busy machine,
and some thousand keys are pressed. Ours waits until the app and its widgets have handled what there is. Where a thread
works for the app it waits as Textual does.
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

ROUNDS = 4
"""Messages that a key causes one after the other: the app's, the screen's, a widget's, and the drawing."""


class KeyPilot(Pilot[Any]):
    """A pilot whose keys wait for what they do, not for the processor."""

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.post_message(key_event(key))
            await self.pause()

    async def pause(self, delay: float | None = None) -> None:
        if delay is not None or any(worker.is_running for worker in self.app.workers):
            await super().pause(delay)
        for _ in range(ROUNDS):
            await super().pause(0)
        while not getattr(self.app.screen, "takes_keys", True):  # what is to be decided has not been painted yet
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
    """From now on the same board is drawn once at each size, and the same signs have their places in a hex found once.

    A picture is printed, and games lay their counters over it; signs are half of what a board's first painting takes.
    """
    from westwall_tui.ui.map.drawn.sheet import DrawnSheet
    from westwall_tui.ui.map.hexes.marks import sign_cells
    from westwall_tui.ui.map.sheet.picture import Picture

    patch = pytest.MonkeyPatch()
    patch.setattr("westwall_tui.ui.map.pane.view.Picture", cache(Picture))
    patch.setattr("westwall_tui.ui.map.drawn.window.sheet_of", cache(DrawnSheet))
    patch.setattr("westwall_tui.ui.map.lettering.sign_cells", cache(sign_cells))


@asynccontextmanager
async def running(app: App[Any], size: tuple[int, int] = (80, 24)) -> AsyncIterator[KeyPilot]:
    """Run an app at a terminal of a size; all is drawn before the first key."""
    async with app.run_test(size=size):
        pilot = KeyPilot(app)
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    """Wait for what comes by itself, such as the computer's order; long, since a machine may have much else to do."""
    for _ in range(1200):
        if happened():
            return
        await pilot.pause(0.05)
    raise AssertionError("nothing happened")
