"""Measure the bytes of a Player-Turn of the computer at the speed `fast`, in every battle, in ASCII and drawn."""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.color import ColorSystem

from benchmarks.inside import Counting
from benchmarks.positions import BATTLES
from benchmarks.table import Figure
from benchmarks.terminal import SMALL
from benchmarks.turn import COLORS, position
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.sessions.local import LocalSession

STYLES = ("ascii", "drawn")
LEVEL, SPEED = 2, "fast"
POLL_INTERVAL = 0.05
"""Seconds between two checks for the end of the turn."""
TIMEOUT = 120.0
"""Seconds after which the turn counts as stuck."""


async def bytes_of(session: LocalSession, glyphs: str) -> tuple[int, int]:
    """Return the bytes of the Player-Turn on a scrolling terminal of 256 colors, and the number of its orders.

    The computer plays the other side, too, so that no question waits for an answer. Raises `TimeoutError`.
    """
    settings = Settings(handover="never", glyphs=glyphs, computer_speed=SPEED)
    app, game = Counting(session, ColorSystem.EIGHT_BIT, settings), session.game
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        side, orders, written, begun = game.state.side, len(game.log), app.written, perf_counter()
        while game.outcome is None and game.state.side == side:
            if perf_counter() - begun > TIMEOUT:
                raise TimeoutError(f"the computer does not finish its turn: {session.path.name}")
            await pilot.pause(POLL_INTERVAL)
        return app.written - written, len(game.log) - orders


def figures() -> list[Figure]:
    """Return all figures."""
    for name in ("NO_COLOR", "COLORTERM", "TMUX"):
        os.environ.pop(name, None)
    os.environ |= {"LANG": "C.UTF-8", **COLORS}
    found = []
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        for battle in BATTLES:
            game = position(battle)
            seats = [Seat("computer", level=LEVEL)] * 2
            for glyphs in STYLES:
                folder = Path(name) / battle / glyphs
                folder.mkdir(parents=True)
                session = LocalSession.new(game.scenario, seed=game.seed, seats=seats, folder=folder)
                session.game.replay(game.log)
                written, orders = asyncio.run(bytes_of(session, glyphs))
                what = f"a Player-Turn of the computer, {battle}, {glyphs}"
                found.append(Figure(what, written, "B", None, note=f"{orders} orders, {written // orders} B each"))
    return found
