"""Measure the bytes and the time of each key, in every battle, and held keys and an idle screen."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.inside import COLORS, far_walk, keyboard
from benchmarks.positions import BATTLES, LONG, SHORT, saved
from benchmarks.start import PLAYING, WESTWALL
from benchmarks.table import Figure, Measured, worst_of
from benchmarks.terminal import LARGE, LEFT, RIGHT, SMALL, TAB, Terminal

OVERLAYS: Mapping[str, str] = {
    "none": "",
    "zones": "z",
    "enemy reach": "Z",
    "lines": "c",
    "objectives": "T",
    "front": "F",
}
"""Overlays of the map, with their keys."""
BOXES = ("i", "g", "colon", "p", "P", "question_mark")
PAGES = ("r", "t", "S", "R", "V", "C", "W")
OTHERS = (
    *("tab", "shift+tab", "space", "enter", "escape", "m", "M", "o", "O", "v", "v", "plus", "minus", "x", "escape"),
    *("left_square_bracket", "right_square_bracket", "a", "escape", "d", "escape", "E", "escape"),
)
EVERY = 8
"""Distance between two rows along which the cursor moves."""
HELD = 90
"""Number of times that a held key is sent, at 30 per second."""

Found = dict[str, list[Measured]]


async def walk(folder: Path, battle: str, overlay: str, colors: str, found: Found) -> None:
    """Move the cursor over the whole board of a game, with an overlay on the map."""
    async with keyboard(folder, battle, SHORT, SMALL, colors) as keys:
        if OVERLAYS[overlay]:
            await keys.press(OVERLAYS[overlay])
        board = keys.screen.play.game.scenario.board
        for key in far_walk(board.grid.columns, board.grid.odd_rows, EVERY):
            effect = await keys.step(key)
            if key.startswith("shift"):
                continue
            what = "scroll" if effect.scrolled else "step"
            where = f"{battle}, {colors}, overlay {overlay}, {key}"
            found.setdefault(what, []).append(Measured(effect.bytes, where))
            found.setdefault("time", []).append(Measured(1000 * effect.seconds, where))


async def all_keys(folder: Path, battle: str, orders: int, size: tuple[int, int], found: Found) -> None:
    """Open and close every box and page, switch every overlay, and press the other keys a few times."""
    async with keyboard(folder, battle, orders, size) as keys:

        async def press(what: str, key: str) -> None:
            effect = await keys.press(key)
            where = f"{battle}, {orders} orders, {size[0]}x{size[1]}, {key}" + (" closed" if "close" in what else "")
            found.setdefault(what, []).append(Measured(effect.bytes, where))
            found.setdefault("time", []).append(Measured(1000 * effect.seconds, where))

        for what, names in (("box", BOXES), ("page", PAGES)):
            for key in names:
                await press(f"{what} open {size[0]}", key)
                await press(f"{what} close {size[0]}", "escape")
        for overlay in OVERLAYS.values():
            for key in (overlay, *["tab"] * 3, "right", overlay) if overlay else ():
                await press("other", key)
        for key in OTHERS:
            await press("other", key)


def held(folder: Path, size: tuple[int, int]) -> Iterator[tuple[str, Measured]]:
    """Measure the seconds by which the screen lags behind held keys, and its idle cost."""
    for battle, scenario in BATTLES.items():
        extra = saved(folder, scenario, LONG)
        with Terminal((*WESTWALL, "resume"), extra, size) as terminal:
            terminal.wait_for(PLAYING)
            terminal.settle(1)
            where = f"{battle}, {size[0]}x{size[1]}"
            for name, keys in (("arrow", (RIGHT, LEFT)), ("Tab", (TAB, TAB))):
                pressed = [keys[i // 12 % 2] for i in range(HELD)]
                yield "lag", Measured(1000 * terminal.hold(pressed, 30), f"{where}, {name}")
            terminal.settle(1)  # on a busy machine it may still be handling the last keys
            idle = terminal.idle(3)
            yield "idle bytes", Measured(idle.bytes, where)
            yield "idle time", Measured(100 * idle.processor / idle.seconds, where)


def figures() -> list[Figure]:
    """Return all figures."""
    found: Found = {}
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        folder = Path(name)
        for battle in BATTLES:
            for overlay in OVERLAYS:
                for colors in COLORS:
                    asyncio.run(walk(folder, battle, overlay, colors, found))
            for orders, size in ((SHORT, SMALL), (LONG, LARGE)):
                asyncio.run(all_keys(folder, battle, orders, size, found))
        for size in (SMALL, LARGE):
            for what, measured in held(folder, size):
                found.setdefault(what, []).append(measured)
    return [
        worst_of("bytes for a step of the cursor, 80x24", found["step"], "B", 400),
        worst_of("bytes for a step that moves the map, 80x24", found["scroll"], "B", 4096),
        worst_of("bytes to open a box, 80x24", found["box open 80"], "B", 4096),
        worst_of("bytes to close a box, 80x24", found["box close 80"], "B", 4608),
        worst_of("bytes to open a page, 80x24", found["page open 80"], "B", 9216),
        worst_of("bytes to close a page, 80x24", found["page close 80"], "B", 5120),
        worst_of("bytes to close a page, 200x60", found["page close 200"], "B", None),
        worst_of("processor time of a key", found["time"], "ms", 100),
        worst_of("lag behind a held key, 30 a second", found["lag"], "ms", 100),
        worst_of("idle bytes in 3 seconds", found["idle bytes"], "B", 0),
        worst_of("idle processor time", found["idle time"], "%", 1),
    ]
