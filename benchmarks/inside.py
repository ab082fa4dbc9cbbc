"""The screen without a terminal: the bytes that each key would write, and its processor time."""

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

from rich.color import ColorSystem
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from benchmarks.positions import BATTLES, saved
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.starts import GameStart
from westwall_tui.ui.terminal.writer import TrimmedUpdate

COLORS = {"16 colors": ColorSystem.STANDARD, "true color": ColorSystem.TRUECOLOR}


FRAME = 24
"""Bytes of Textual around an update: its begin, its end, and the position of the terminal's cursor."""


class Counter(App[int]):
    """A driver that counts the bytes it would write; there is no terminal."""

    written = 0

    def _display(self, screen: Screen[object], renderable: Any) -> None:  # noqa: ARG002
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self.written += len(renderable.render_segments(self.console).encode()) + FRAME
        elif isinstance(renderable, TrimmedUpdate) and not self._batch_count:
            self.written += sum(len(segment.text.encode()) for segment in self.console.render(renderable))


class Counting(WestwallApp, Counter):
    """The app, with its updates counted after they are trimmed."""

    def __init__(self, session: LocalSession, colors: ColorSystem, settings: Settings | None = None) -> None:
        super().__init__(GameStart(session), settings or Settings(handover="never"))
        self.console._color_system = colors


class Effect(NamedTuple):
    """The effect of a key."""

    bytes: int
    seconds: float
    """Processor seconds of the screen's own thread."""
    scrolled: bool


class Keyboard:
    """A running screen, and the effects of its keys."""

    def __init__(self, app: Counting, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> PlayScreen:
        """The playing screen."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen))

    async def press(self, key: str) -> Effect:
        """Press a key, and wait until it has taken effect."""
        return await self._press(key, patient=True)

    async def step(self, key: str) -> Effect:
        """Press a key with an immediate effect, such as an arrow, without waiting for anything else."""
        return await self._press(key, patient=False)

    async def settle(self) -> None:
        """Wait for everything that was begun, except threads."""
        for _ in range(2):
            await self.pilot._wait_for_screen()
            self.app.screen._on_timer_update()

    async def _press(self, key: str, *, patient: bool) -> Effect:
        view = self.screen.map
        window, size, written, begun = (view.left, view.top), view.picture.size, self.app.written, thread_time()
        if patient:
            await self.pilot.press(key)
            await self.pilot.pause()
        else:
            self.app.post_message(Key(key, None))
            await self.pilot._wait_for_screen()
            self.app.screen._on_timer_update()
        took = thread_time() - begun
        moved = (view.left, view.top) != window or view.picture.size != size
        return Effect(self.app.written - written, took, moved)


@asynccontextmanager
async def keyboard(
    folder: Path, battle: str, orders: int, size: tuple[int, int], colors: str = "16 colors"
) -> AsyncIterator[Keyboard]:
    """Run the screen of a game of a battle, on a copy of its save."""
    saves = Path(saved(folder, BATTLES[battle], orders)["WESTWALL_SAVES"])
    async with resumed(saves, size, colors) as keys:
        yield keys


@asynccontextmanager
async def resumed(saves: Path, size: tuple[int, int], colors: str = "16 colors") -> AsyncIterator[Keyboard]:
    """Run the screen of the game in a folder, on a copy of its save."""
    copy = saves.parent / "played"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(saves, copy)
    app = Counting(LocalSession.resume(find_save("", copy)), COLORS[colors])
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Keyboard(app, pilot)


def far_walk(columns: int, rows: int, every: int) -> Sequence[str]:
    """Return keys that move the cursor over the whole board, along every n-th row."""
    found = ["shift+up"] * rows + ["shift+left"] * columns
    for row in range(0, rows, 2 * every):
        found += ["right"] * columns + ["down"] * every
        if row + every < rows:
            found += ["left"] * columns + ["down"] * every
    return found
