"""Waits: for how long each key holds the screen where units are most crowded, in every battle.

Every key is pressed in every kind of decision, on the map and in the decision's box, at both sizes of screen; in a
Movement and a Combat Phase also with a unit in hand, over each overlay, in each box and on each page. What a thread
works out meanwhile (hints, Remagen's front) holds no key and does not count; painting it does.
"""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import NamedTuple

from benchmarks.inside import Keyboard, resumed
from benchmarks.positions import BATTLES, crowds, put_aside
from benchmarks.table import Figure, Measured, worst_of
from benchmarks.terminal import LARGE, SMALL
from westwall_tui.words.keymap import KEYS

LIMIT = 100
"""Milliseconds of processor time for which no key may hold the screen."""
DOUBTED, TRIES = 60, 5
"""A key that takes more milliseconds than this is pressed again, up to so often; the best counts. So what is worked out
once and kept does not: `keys` counts that."""
OVERLAYS = ("z", "Z", "c", "T", "number_sign", "F")
BOXES = ("g", "p", "i", "question_mark", "colon", "P", "X", "d", "E")
PAGES = ("r", "t", "S", "R", "V", "C", "W")
MOVES = ("right", "tab", "m", "enter", "E", "W")
"""Keys that are pressed over each overlay."""
IN_A_BOX = (
    *("down", "up", "pagedown", "end", "space", "plus", "minus", "right", "a", "b", "1", "backspace", "question_mark"),
    *("z", "c", "F", "V", "I", "enter", "f", "d", "y", "E", "escape"),
)
ON_A_PAGE = ("down", "pagedown", "end", "1", "right", "escape")
LEFT_OUT = frozenset({"leave", "all_keys", "concede"})
"""Actions that end the game, or have no key."""
CONCEDE = ("colon", *"concede", "enter")
"""The way to the box for conceding, which has no key of its own."""


class Situation(NamedTuple):
    """A state of the screen, and the keys that are pressed in it, each from there."""

    before: tuple[str, ...]
    """The keys that lead there from the map."""
    keys: Sequence[str]


def live_in(place: str) -> list[str]:
    """The first key of every action that is live on the map or in a box."""
    found = (key.keys.split(",")[0] for key in KEYS if place in key.live and key.name not in LEFT_OUT)
    return [key for key in dict.fromkeys(found) if key]


def situations(kind: str) -> Iterator[Situation]:
    """All of them in a kind of decision."""
    yield Situation((), live_in("map"))
    if kind not in ("movement", "combat"):
        yield Situation(("enter",), IN_A_BOX)
        yield Situation(("tab", "enter"), IN_A_BOX)
        return
    yield Situation(("tab",), live_in("map"))
    for overlay in OVERLAYS:
        yield Situation((overlay,), MOVES)
        yield Situation((overlay, "tab"), MOVES)
    boxes = [(key,) for key in BOXES] + [("tab", "e"), ("I",), CONCEDE]
    boxes += [("tab", "a"), ("tab", "enter")] if kind == "combat" else [("m", "d"), ("tab", "m", "d"), ("r",)]
    for before in boxes:
        yield Situation(before, IN_A_BOX)
    for page in PAGES:
        yield Situation((page,), ON_A_PAGE)


class Bench:
    """A screen that is brought back to where it was before each key."""

    def __init__(self, keys: Keyboard) -> None:
        self.keys = keys
        play = keys.screen.play
        self._log, self._cursor = len(play.game.log), play.cursor
        self._there: tuple[Situation, object] | None = None
        """The situation that the last key was pressed in, and what the screen was like then."""

    async def hold(self, situation: Situation, key: str) -> float | None:
        """Seconds for which a key holds the screen in a situation; None if it cannot be had again."""
        if self._there != (situation, self._looks):
            if not await self._home():
                return None
            for before in situation.before:
                await self.keys.step(before)
                await self.keys.settle()
            self._there = situation, self._looks
        begun = thread_time()
        await self.keys.step(key)
        await self.keys.settle()
        return thread_time() - begun

    @property
    def _looks(self) -> object:
        """What the screen is like: two of the same are the same situation, but for the cursor."""
        screen = self.keys.screen
        play = screen.play
        over = play.look.overlay, play.look.counters_hidden, play.look.prompt(), play.plan
        return self.keys.app.screen, type(play.dialog), play.mode.unit_in_hand(), over, len(play.game.log)

    async def _home(self) -> bool:
        """Back to the map of the position, with nothing in hand and nothing laid over it; False if that cannot be."""
        app, screen = self.keys.app, self.keys.screen
        play = screen.play
        while app.screen is not screen:
            app.pop_screen()
            await self.keys.settle()
        play.close()
        play.computer.rest()
        while len(play.game.log) > self._log and play.game.can_undo:
            play.undo()
        if len(play.game.log) != self._log:
            return False
        play.look.return_home("back")
        play.skipped.clear()
        while play.mode.back():
            pass
        screen.play.move_cursor(self._cursor)
        play.message = ()
        if play.look.overlay or play.look.counters_hidden or play.plan is not None:
            play.look.overlay, play.look.counters_hidden = "", False
            play.look.show_plan(None)
        play.update()
        screen.draw()
        await self.keys.settle()
        return True


async def measure(saves: Path, where: str, kind: str, size: tuple[int, int]) -> list[Measured]:
    """Every key of every situation."""
    todo = [(situation, key) for situation in situations(kind) for key in situation.keys][::-1]
    found: list[Measured] = []
    tries: list[float] = []
    while todo:
        async with resumed(saves, size) as keys:
            bench = Bench(keys)
            while todo:
                situation, key = todo[-1]
                took = await bench.hold(situation, key)
                if took is None:
                    break  # only a new screen is as this one was
                tries.append(1000 * took)
                if tries[-1] < DOUBTED or len(tries) == TRIES:
                    found.append(Measured(min(tries), f"{where}: {' '.join((*situation.before, key))}"))
                    tries = []
                    todo.pop()
    return found


def all_holds() -> Iterator[Measured]:
    """Every key, in every battle, at both sizes."""
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        for battle in BATTLES:
            for kind, game in crowds(battle).items():
                saves = Path(name) / f"{battle}-{kind}"
                put_aside(saves, game)
                for size in (SMALL, LARGE):
                    where = f"{battle}, {kind}, {size[0]}x{size[1]}"
                    yield from asyncio.run(measure(saves, where, kind, size))


def figures() -> list[Figure]:
    """The worst of each battle."""
    found: dict[str, list[Measured]] = {}
    for hold in all_holds():
        found.setdefault(hold.where.partition(",")[0], []).append(hold)
    return [worst_of(f"how long a key holds the screen, {battle}", found[battle], "ms", LIMIT) for battle in BATTLES]


def main() -> None:
    """Print the keys that hold the screen longest."""
    for hold in sorted(all_holds(), reverse=True)[:100]:
        print(f"{hold.value:6.0f} ms  {hold.where}")


if __name__ == "__main__":
    main()
