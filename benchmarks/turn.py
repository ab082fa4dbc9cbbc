"""Measure the bytes of a Player-Turn: eleven moves, key by key, in every battle, through the real program.

The terminal either lacks left and right margins, like kitty, or has them, like xterm.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.inside import resumed
from benchmarks.positions import BATTLES, put_aside
from benchmarks.start import PLAYING, WESTWALL
from benchmarks.table import Figure
from benchmarks.terminal import ENTER, SMALL, TAB, Terminal
from westwall_tui.engine.board import Board
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.tools.simulate.script import script
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.pane.follow import step

MOVES = 11
TURN = 3
"""The Game-Turn from which to look for a Movement Phase."""
PRESSES: Mapping[str, tuple[str, str]] = {
    "tab": (TAB, ""),
    "enter": (ENTER, ""),
    "up": ("\x1b[A", "north"),
    "down": ("\x1b[B", "south"),
    "right": ("\x1b[C", "east"),
    "left": ("\x1b[D", "west"),
    "y": ("y", "northwest"),
    "u": ("u", "northeast"),
    "b": ("b", "southwest"),
    "n": ("n", "southeast"),
}
"""The bytes that a terminal sends for a key, and the direction of the cursor, by Textual's name of the key."""
ASCII, DRAWN, FAR = "ascii, 256 colors", "drawn, 256 colors", "drawn, 256 colors, over SSH"
BETWEEN = "ascii, 256 colors, with margins"
STYLES: Mapping[str, str] = {ASCII: "ascii", BETWEEN: "ascii", DRAWN: "sextants", FAR: "sextants"}
"""Styles chosen at the terminal."""
GOALS = {ASCII: 100_000, BETWEEN: 100_000, DRAWN: 150_000, FAR: 150_000}
COLORS = {"TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "256"}
MOMENT = 0.25
"""Seconds without output after which a key counts as finished."""


def position(battle: str) -> Game:
    """Return a Movement Phase of a game in which many units can move."""
    game, draw = Game(load_scenario(BATTLES[battle]), seed=3), Draw(3)
    while game.state.turn < TURN or game.prompt.kind != "movement":
        order: Order = script(game, draw)
        game.apply(order)
    return game


def way(board: Board, start: int, end: int) -> list[str]:
    """Return the fewest keys that move the cursor from a hex to another."""
    found: dict[int, list[str]] = {start: []}
    queue = [start]
    for h in queue:
        if h == end:
            return found[h]
        for key, (_, direction) in PRESSES.items():
            if direction and (beside := step(board, h, direction)) not in found:
                found[beside] = [*found[h], key]
                queue.append(beside)
    raise ValueError(f"no way from {board.number(start)} to {board.number(end)}")


async def keys_of_moves(saves: Path) -> list[str]:
    """Return the keys that move the first units that Tab selects as far as they can go."""
    pressed: list[str] = []
    async with resumed(saves, SMALL) as keyboard:
        play = keyboard.screen.play

        async def press(*keys: str) -> None:
            for key in keys:
                await keyboard.press(key)
                pressed.append(key)

        for _ in range(MOVES):
            await press("tab")
            mode = play.mode
            if not isinstance(mode, MovementMode):
                break
            if mode.selected.unit < 0:
                await press("enter")
                board = play.game.scenario.board
            start, board = play.cursor, play.game.scenario.board
            stops = [h for h in board.playable if mode.selected.may_stop(h)]
            if stops:
                await press(*way(board, start, max(stops, key=lambda h: board.grid.distance(start, h))), "enter")
            if play.dialog is not None:
                await press("enter")
    return pressed


def bytes_of(pressed: Sequence[str], saves: Path, folder: Path, style: str, *, far: bool, margins: bool) -> list[int]:
    """Return the bytes that each of these keys sends to the terminal, over SSH if `far`."""
    settings = folder / "config"
    settings.mkdir(parents=True, exist_ok=True)
    lines = ("format = 1", 'kind = "settings"', "handover = false", f'terminals = "{COLORS["TERM"]}={style}"', "")
    (settings / "settings.toml").write_text("\n".join(lines), encoding="ascii")
    line = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22" if far else ""}
    environment = {"WESTWALL_SAVES": str(saves), "WESTWALL_CONFIG": str(settings), **line}
    with Terminal((*WESTWALL, "resume"), environment, SMALL, COLORS, margins=margins) as terminal:
        terminal.wait_for(PLAYING)
        terminal.settle(1)
        return [terminal.press(PRESSES[key][0], MOMENT).bytes for key in pressed]


def figures() -> list[Figure]:
    """Return all figures."""
    found = []
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        for battle in BATTLES:
            saves = Path(name) / battle / "saves"
            put_aside(saves, position(battle))
            pressed = asyncio.run(keys_of_moves(saves))
            for style, settings in STYLES.items():
                folder = Path(name) / battle / style
                own = folder / "saves"
                put_aside(own, position(battle))
                each = bytes_of(pressed, own, folder, settings, far=style == FAR, margins=style == BETWEEN)
                goal = GOALS[style] if battle == "Bastogne" else None
                found.append(
                    Figure(
                        f"a Player-Turn of {MOVES} moves, {battle}, {style}",
                        sum(each),
                        "B",
                        goal,
                        note=f"{len(pressed)} keys",
                    )
                )
    return found
