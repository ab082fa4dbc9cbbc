"""The screen without a terminal: what each key would write, and the processor time that it takes."""

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

COLOURS = {"16 colours": ColorSystem.STANDARD, "true colour": ColorSystem.TRUECOLOR}


FRAME = 24
"""Bytes round an update of Textual's own: its begin, its end, and where the terminal's cursor goes."""


class Counter(App[int]):
    """Counts what would be written; there is no terminal."""

    written = 0

    def _display(self, screen: Screen[object], renderable: Any) -> None:  # noqa: ARG002
        if isinstance(renderable, CompositorUpdate) and not self._batch_count:
            self.written += len(renderable.render_segments(self.console).encode()) + FRAME
        elif isinstance(renderable, TrimmedUpdate) and not self._batch_count:
            self.written += sum(len(segment.text.encode()) for segment in self.console.render(renderable))


class Counting(WestwallApp, Counter):
    """The app, whose updates go to the counter once they are trimmed."""

    def __init__(self, session: LocalSession, colours: ColorSystem, settings: Settings | None = None) -> None:
        super().__init__(GameStart(session), settings or Settings(handover=False))
        self.console._color_system = colours


class Effect(NamedTuple):
    """What a key brought about."""

    bytes: int
    seconds: float
    """Of processor time on the screen's own thread."""
    scrolled: bool


class Keyboard:
    """A running screen, and what its keys bring about."""

    def __init__(self, app: Counting, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> PlayScreen:
        """The playing screen."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen))

    async def press(self, key: str) -> Effect:
        """Press a key, and wait until it has done what it does."""
        return await self._press(key, patient=True)

    async def step(self, key: str) -> Effect:
        """Press a key that does all at once, as an arrow does: nothing else need be waited for."""
        return await self._press(key, patient=False)

    async def settle(self) -> None:
        """Wait until all is done that was begun, threads apart."""
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
    folder: Path, battle: str, orders: int, size: tuple[int, int], colours: str = "16 colours"
) -> AsyncIterator[Keyboard]:
    """The screen of a game of a battle, on a copy of its save."""
    saves = Path(saved(folder, BATTLES[battle], orders)["WESTWALL_SAVES"])
    async with resumed(saves, size, colours) as keys:
        yield keys


@asynccontextmanager
async def resumed(saves: Path, size: tuple[int, int], colours: str = "16 colours") -> AsyncIterator[Keyboard]:
    """The screen of the game in a folder, on a copy of its save."""
    copy = saves.parent / "played"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(saves, copy)
    app = Counting(LocalSession.resume(find_save("", copy)), COLOURS[colours])
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Keyboard(app, pilot)


def far_walk(columns: int, rows: int, every: int) -> Sequence[str]:
    """Keys that lead over the whole board, along every so many rows."""
    found = ["shift+up"] * rows + ["shift+left"] * columns
    for row in range(0, rows, 2 * every):
        found += ["right"] * columns + ["down"] * every
        if row + every < rows:
            found += ["left"] * columns + ["down"] * every
    return found
