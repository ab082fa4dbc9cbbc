"""Keys in tests of the screen: each is pressed once the one before has done all that it does, and at once then.

Textual waits until the processor idles: two hundredths of a second twice for each key, more on a busy machine, and some
thousand keys are pressed. Here it waits until every widget waits for something to do, and every thread too. Where a
widget waits for something else, it waits as Textual does.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import pytest
import textual.app
from textual._context import active_app
from textual._wait import wait_for_idle
from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.pilot import Pilot

TURNS = 500
"""More turns of the loop than any key takes."""

PAUSE = 0.003
"""Seconds in which a thread that has something to do begins with it, or waits for a processor to do so."""


def press_at_once() -> None:
    """From now on, in this process."""
    textual.app.wait_for_idle = settled  # type: ignore[attr-defined]


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
    patch.setattr("westwall_tui.ui.map.names.room.sign_cells", cache(sign_cells))


def keep_styles() -> None:
    """From now on each style sheet is read once: there are some fifty, and else each app of the tests reads them."""
    read = Stylesheet._parse_rules
    known: list[tuple[dict[str, str], LRUCache[Any, list[RuleSet]]]] = []

    def read_once(sheet: Stylesheet, *css: Any, **how: Any) -> list[RuleSet]:
        sheet._parse_cache = next((kept for colors, kept in known if colors == sheet._variables), LRUCache(1_000))
        if not sheet._parse_cache:
            known.append((sheet._variables, sheet._parse_cache))
        return read(sheet, *css, **how)

    pytest.MonkeyPatch().setattr(Stylesheet, "_parse_rules", read_once)


@asynccontextmanager
async def running(app: App[Any], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """Run an app at a terminal of a size; all is drawn before the first key."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[Any], happened: Callable[[], object]) -> None:
    """Wait for what comes by itself, such as the computer's order; long, since a machine may have much else to do."""
    for _ in range(1200):
        if happened():
            return
        await pilot.pause(0.05)
    raise AssertionError("nothing happened")


async def settled(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until nobody has anything left to do, and all is drawn.

    A computer may think for long: the test goes on after so many seconds of processor time, however few it gets of
    those that pass.
    """
    app = active_app.get()
    end = process_time() + max_sleep
    while True:
        if not await _drawn(app):
            await wait_for_idle(min_sleep, max_sleep)
            return
        if not any(worker.is_running for worker in app.workers) or process_time() > end:
            return
        before = _threads()
        await asyncio.sleep(PAUSE)
        if before is None:
            await wait_for_idle(min_sleep, max_sleep)
            return
        if before == _threads() and all(" S " in state for state in before) and _all_wait(app):
            return


async def _drawn(app: App[Any]) -> bool:
    """Wait until no widget has anything left to do, and all is drawn; not if one waits for something else."""
    for _ in range(2):
        for _ in range(TURNS):
            await asyncio.sleep(0)
            if _all_wait(app):
                break
        else:
            return False
        app.screen._on_timer_update()
    for _ in range(TURNS):
        if getattr(app.screen, "takes_keys", True):  # what is to be decided, or its box, has been painted
            break
        await asyncio.sleep(0.001)
    return True


def _threads() -> set[str] | None:
    """What each other thread does (S: it sleeps), and how long it has run and waited for a processor; only Linux tells.

    Textual looks at the processor time of all instead, and takes a program that gets none for one that waits.
    """
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        return None
    states = set()
    for task in tasks.iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended, before or while it is read
            state, times = (task / "stat").read_text().rpartition(")")[2][:3], (task / "schedstat").read_text()
            states.add(f"{task.name}{state}{times}")
    return {state for state in states if not state.startswith(f"{threading.get_native_id()} ")}


def _all_wait(app: App[Any]) -> bool:
    """Whether the app and all its widgets wait for a message."""
    return all(_waits(pump) for pump in (app, *app._registry))


def _waits(pump: MessagePump) -> bool:
    queue: Any = pump._message_queue
    return not queue.values and bool(queue.ready_event._waiters)
