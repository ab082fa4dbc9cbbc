"""Measure how long each key blocks the screen in the most crowded positions, in every battle.

Every key is pressed in every kind of decision, on the map and in the decision's box, at both sizes of screen; in a
Movement and a Combat Phase also with a unit selected, over each overlay, in each box and on each page. Computations in
threads (hints, Remagen's front) block no key and do not count, but painting their results does.
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
"""Maximum of processor milliseconds for which a key may block the screen."""
DOUBTED, TRIES = 60, 5
"""A key that takes more than this many milliseconds is pressed again, up to this many times, and the best counts. That
leaves out work that is done once and cached; `keys` counts it.
"""
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
"""Actions that end the game or have no key."""
CONCEDE = ("colon", *"concede", "enter")
"""Keys that open the box for conceding, which has no key of its own."""


class Situation(NamedTuple):
    """A state of the screen, and the keys that are pressed in it."""

    before: tuple[str, ...]
    """The keys that lead there from the map."""
    keys: Sequence[str]


def live_in(place: str) -> list[str]:
    """Return the first key of every action that is active on the map or in a box."""
    found = (key.keys.split(",")[0] for key in KEYS if place in key.live and key.name not in LEFT_OUT)
    return [key for key in dict.fromkeys(found) if key]


def situations(kind: str) -> Iterator[Situation]:
    """Yield all situations of a kind of decision."""
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
    """A screen that returns to the same situation before each key."""

    def __init__(self, keys: Keyboard) -> None:
        self.keys = keys
        play = keys.screen.play
        self._log, self._cursor = len(play.game.log), play.cursor
        self._there: tuple[Situation, object] | None = None
        """The situation in which the last key was pressed, and the state of the screen there."""

    async def hold(self, situation: Situation, key: str) -> float | None:
        """Return the seconds for which a key blocks the screen in a situation; None if it cannot be reached again."""
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
        """A description of the screen, equal for equal situations apart from the cursor."""
        screen = self.keys.screen
        play = screen.play
        over = play.look.overlay, play.look.counters_hidden, play.look.prompt(), play.plan
        return self.keys.app.screen, type(play.dialog), play.mode.selected_unit(), over, len(play.game.log)

    async def _home(self) -> bool:
        """Return to the map of the position without selection or overlay; return False if that is impossible."""
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
    """Measure every key of every situation."""
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
                    break  # a new screen is the only way back to this one
                tries.append(1000 * took)
                if tries[-1] < DOUBTED or len(tries) == TRIES:
                    found.append(Measured(min(tries), f"{where}: {' '.join((*situation.before, key))}"))
                    tries = []
                    todo.pop()
    return found


def all_holds() -> Iterator[Measured]:
    """Measure every key, in every battle, at both sizes."""
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        for battle in BATTLES:
            for kind, game in crowds(battle).items():
                saves = Path(name) / f"{battle}-{kind}"
                put_aside(saves, game)
                for size in (SMALL, LARGE):
                    where = f"{battle}, {kind}, {size[0]}x{size[1]}"
                    yield from asyncio.run(measure(saves, where, kind, size))


def figures() -> list[Figure]:
    """Return the worst of each battle."""
    found: dict[str, list[Measured]] = {}
    for hold in all_holds():
        found.setdefault(hold.where.partition(",")[0], []).append(hold)
    return [worst_of(f"how long a key holds the screen, {battle}", found[battle], "ms", LIMIT) for battle in BATTLES]


def main() -> None:
    """Print the keys that block the screen longest."""
    for hold in sorted(all_holds(), reverse=True)[:100]:
        print(f"{hold.value:6.0f} ms  {hold.where}")


if __name__ == "__main__":
    main()
