"""Figures of the map: how many bytes its window, a step of the cursor and the overview cost, by board and palette.

Steps are walked with a unit in hand, too: its reach is shown, and the way to the cursor.
"""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.color import ColorSystem
from textual.geometry import Size

from benchmarks.inside import resumed
from benchmarks.positions import put_aside
from benchmarks.table import Figure, Measured, worst_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import BLOCKS, Drawing
from westwall_tui.ui.map.far.overview import OnBoard, Overview
from westwall_tui.ui.map.geometry import MIDDLE, NE, SIZES, S
from westwall_tui.ui.map.geometry import Size as HexSize
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.overlays.lines import FrontView
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.printed import boundary_pairs
from westwall_tui.ui.map.signs import zone_sign
from westwall_tui.ui.terminal.palettes import PALETTES
from westwall_tui.ui.terminal.pane import strip_of
from westwall_tui.ui.terminal.writer import NOTHING, Piece, Shown

SCREEN, WINDOW = 80, Size(53, 19)
"""A screen of 80x24: its columns, and the map on it."""
SCENARIOS = ("arnhem/free", "bastogne/campaign", "hurtgen/free", "remagen/historical")
LIMITS = {"16": 3584, "mono": 3584}
TINTED_LIMIT, STEP_LIMIT, OVERVIEW_LIMIT = 4608, 200, 6144
WALK_LIMIT = 400
"""A step with a unit in hand, whose way to the cursor may change from end to end."""
DRAWN_LIMIT, DRAWN_MEDIAN, DRAWN_STEP = 3.0, 130, 400
"""A drawn window to one in ASCII; a step of its cursor typically and at most, in bytes."""
OVERVIEW_LINES = 22
NAMES_GOAL = 80
TINTED = ("night", "paper", "colour-blind")
UNITS, STEPS = 6, 80
"""Of how many units the reach is walked over, those with the most hexes in it, and how far."""


class Window(MapView):
    """The map without a terminal: it tells what would be written to one."""

    terminals: dict[str, Shown]
    """What the terminal shows, by palette."""

    @property
    def size(self) -> Size:
        return WINDOW

    def forget(self) -> None:
        """From now on the terminals show something else."""
        self.terminals = {}

    def written(self) -> int:
        """Return the bytes that make the terminal of the palette show the window as it is now."""
        shown = self.terminals.setdefault(self.palette, Shown(Size(SCREEN, 24)))
        pieces = [(y, 0, self.line(y)) for y in range(WINDOW.height)]
        return len(shown.update(pieces, None, NOTHING, system_of(self.palette)).encode())


def bytes_of(pieces: Iterable[Piece], palette: str) -> int:
    """The bytes of some pieces of lines, of which the terminal shows nothing yet."""
    return len(Shown(Size(SCREEN, 24)).update(pieces, None, NOTHING, system_of(palette)).encode())


def system_of(palette: str) -> ColorSystem:
    """The colours of the terminals that a palette is for."""
    return ColorSystem.STANDARD if palette in LIMITS else ColorSystem.EIGHT_BIT


def positions() -> Iterator[Game]:
    """Each battle after a few Game-Turns at random."""
    for name in SCENARIOS:
        game, draw = Game(load_scenario(name), seed=1), Draw(1)
        while game.outcome is None and (game.state.turn < 3 or game.prompt.kind != "movement"):
            game.apply(game.random_order(draw))
        yield game


def overviews(games: Iterable[Game]) -> Iterator[tuple[int, str, str]]:
    """The bytes of the overview, with the board and the palette."""
    for game in games:
        front = FrontView(game, queries.front(game)).marks() if queries.front_side(game) >= 0 else {}
        seen = OnBoard(Counters().of(game), Objectives(game).signs(), boundary_pairs(game), front)
        rows = Overview(game.scenario.board, OVERVIEW_LINES).rows(seen)
        for palette in PALETTES:
            pieces = [(y, 0, strip_of(tuple(row), palette)) for y, row in enumerate(rows)]
            yield (
                bytes_of(pieces, palette),
                game.scenario.board.name,
                palette,
            )


def measure(games: Iterable[Game]) -> Iterator[tuple[str, str, str, list[int], list[int]]]:
    """By board, size and palette: bytes of windows all over the board, and of steps of the cursor in them."""
    for game in games:
        board = game.scenario.board
        for size in SIZES:
            view = shown(game, size)
            for palette in PALETTES:
                view.palette = palette
                yield board.name, size.name, palette, *costs_of(view)


def measure_drawn(games: Iterable[Game]) -> Iterator[tuple[str, str, float, float, list[int]]]:
    """By board and kind of blocks, drawn in 256 colors: windows to those of ASCII, mean and most; bytes of steps."""
    for game in games:
        view = shown(game, MIDDLE)
        for palette in TINTED:
            view.drawing, view.palette = None, palette
            view.set_picture(MIDDLE)
            plain, _ = costs_of(view)
            for blocks in BLOCKS.values():
                view.set_picture(MIDDLE, drawing=Drawing(blocks, Colors(palette, exact=False)))
                windows, steps = costs_of(view)
                ratios = [drawn / in_ascii for drawn, in_ascii in zip(windows, plain, strict=True)]
                name = f"{game.scenario.board.name}, {palette}"
                yield name, blocks.name, sum(windows) / sum(plain), max(ratios), steps


def shown(game: Game, size: HexSize) -> Window:
    """The map of a game at a size of hex."""
    view = Window(game.scenario.board, size)
    view.show_boundaries(boundary_pairs(game))
    view.show_units(Counters().of(game))
    return view


def costs_of(view: Window) -> tuple[list[int], list[int]]:
    """The bytes of windows all over the board, and of steps of the cursor in them."""
    board = view.board
    windows, steps = [], []
    for h in board.playable[:: len(board.playable) // 24]:
        view.move_cursor(h)
        view._centre()
        view.forget()
        windows.append(view.written())
        for direction in (S, NE):
            n = board.grid.neighbours[h][direction]
            if n in board.playable:
                at = view.left, view.top
                view.move_cursor(n)
                if (view.left, view.top) == at:
                    steps.append(view.written())
                view.move_cursor(h)
                view.written()
    return windows, steps


def names_whole(games: Iterable[Game]) -> Iterator[Measured]:
    """Of 100 cities, towns and villages in windows all over the board, those whose names are whole."""
    for game in games:
        board, view, seen, named = game.scenario.board, shown(game, MIDDLE), 0, 0
        view.show_objectives(h for place in Objectives(game).places for h in place.hexes)
        places = [place for place in board.places if place.kind in ("town", "village")]
        for h in board.playable[:: len(board.playable) // 24]:
            view.move_cursor(h)
            view._centre()
            text = "\n".join(view.line(y).text for y in range(WINDOW.height))
            here = [place for place in places if not {*view.in_sight}.isdisjoint(place.hexes)]
            seen, named = seen + len(here), named + sum(place.name in text for place in here)
        yield Measured(100 * named / seen, board.name)


def walks(games: Iterable[Game]) -> Iterator[tuple[str, str, list[int]]]:
    """By board and palette: bytes of steps at random through what units can reach, the way and enemy zones shown."""
    with TemporaryDirectory(prefix="westwall-bench-") as name:
        for number, game in enumerate(games):
            saves = Path(name) / str(number)
            put_aside(saves, game)
            costs = asyncio.run(walk(saves))
            yield from ((game.scenario.board.name, palette, found) for palette, found in costs.items())


async def walk(saves: Path) -> dict[str, list[int]]:
    """By palette the bytes of each step in the game of a folder."""
    costs: dict[str, list[int]] = {palette: [] for palette in PALETTES}
    async with resumed(saves, (SCREEN, 24)) as keys:
        play = keys.screen.play
        game, mode = play.game, play.mode
        assert isinstance(mode, MovementMode)
        enemy = 1 - game.prompt.side
        units = [u for u in mode.movers if game.state.location[u] >= 0]
        units.sort(key=lambda u: -len(queries.reach(game, u).left))
        for unit in units[:UNITS]:
            view = Window(game.scenario.board)
            view.show_boundaries(boundary_pairs(game))
            view.show_units(Counters().of(game))
            view.show_zones(dict.fromkeys(queries.zone(game, enemy), (zone_sign(game.scenario, enemy), "zone")))
            view.forget()
            for stays in walked(view, play, mode, unit):
                for palette in PALETTES:
                    view.palette = palette
                    cost = view.written()
                    costs[palette] += [cost] if stays else []
    return costs


def walked(view: Window, desk: GameScreen, mode: MovementMode, unit: int) -> Iterator[bool]:
    """Take a unit, and walk through its reach. Yield after each step whether the map has stayed where it was."""
    mode.take(unit)
    view.move_cursor(desk.cursor)
    view._centre()
    view.show_marks(mode.marks())
    yield False
    draw, last, neighbours = Draw(unit), -1, view.board.grid.neighbours
    for _ in range(STEPS):
        h = desk.cursor
        around = [n for n in neighbours[h] if n in view.board.playable]
        onward = [
            n for n in around if n != last and mode.selected.reach is not None and n in mode.selected.reach
        ] or around
        at = view.left, view.top
        last = h
        desk.move_cursor(onward[draw.below(len(onward))])
        view.show_marks(mode.marks())
        view.move_cursor(desk.cursor)
        yield (view.left, view.top) == at


def figures() -> list[Figure]:
    """The dearest window and the dearest step of the middle size, in sixteen colours and with tints."""
    games = list(positions())
    found = list(measure(games))
    walk = [(max(costs), board, palette) for board, palette, costs in walks(games)]
    drawn = list(measure_drawn(games))
    ratio, step = max(drawn, key=lambda cost: cost[2]), max(drawn, key=lambda cost: max(cost[4]))
    typical = max(drawn, key=lambda cost: median(cost[4]))
    overview = max(cost for cost in overviews(games) if cost[2] in TINTED)
    return [
        _figure("map window 53x19, 16 colours", found, ("16",), LIMITS["16"]),
        _figure("map window 53x19, tints", found, TINTED, TINTED_LIMIT),
        _figure("cursor on the map, 16 colours", found, ("16",), STEP_LIMIT, step=True),
        _figure("cursor on the map, tints", found, TINTED, STEP_LIMIT, step=True),
        _walk_figure("bytes for a cursor with a unit in hand, 16 colours", walk, ("16",)),
        _walk_figure("bytes for a cursor with a unit in hand, tints", walk, TINTED),
        Figure("bytes of a drawn map window to ASCII", ratio[2], "", DRAWN_LIMIT, note=", ".join(ratio[:2])),
        Figure("bytes for a cursor on the drawn map", max(step[4]), "B", DRAWN_STEP, note=", ".join(step[:2])),
        Figure("bytes for it in the median", median(typical[4]), "B", DRAWN_MEDIAN, note=", ".join(typical[:2])),
        worst_of("names whole in a map window 53x19", [*names_whole(games)], "in 100", NAMES_GOAL, higher=True),
        Figure("bytes of the overview, tints", overview[0], "B", OVERVIEW_LIMIT, note=", ".join(overview[1:])),
    ]


def _figure(
    name: str,
    found: list[tuple[str, str, str, list[int], list[int]]],
    palettes: tuple[str, ...],
    limit: int,
    *,
    step: bool = False,
) -> Figure:
    costs = [
        (max(steps if step else windows), board, palette)
        for board, size, palette, windows, steps in found
        if size == "middle" and palette in palettes
    ]
    most, board, palette = max(costs)
    return Figure(f"bytes of a {name}" if not step else f"bytes for a {name}", most, "B", limit)._replace(
        note=f"{board}, {palette}"
    )


def _walk_figure(name: str, found: list[tuple[int, str, str]], palettes: tuple[str, ...]) -> Figure:
    most, board, palette = max(walk for walk in found if walk[2] in palettes)
    return Figure(name, most, "B", WALK_LIMIT, note=f"{board}, {palette}")


def main() -> None:
    """Print all that was measured: mean and most; of walks median and most, and how many steps cost too much."""
    games = list(positions())
    for cost, board, palette in overviews(games):
        print(f"{board:15} overview {palette:13} {cost:6}")
    for board, palette, costs in walks(games):
        many = sum(cost > WALK_LIMIT for cost in costs)
        far = f"median {median(costs):5.0f}  most {max(costs):5}  over {WALK_LIMIT}: {many} of {len(costs)}"
        print(f"{board:15} unit in hand {palette:13} {far}")
    for board, blocks, mean, most, steps in measure_drawn(games):
        far = f"step {median(steps):5.0f} {max(steps):5}"
        print(f"{board:25} {blocks:10} drawn to ASCII {mean:5.2f} {most:5.2f}  {far}")
    for board, size, palette, windows, steps in measure(games):
        mean, mid = sum(windows) / len(windows), sum(steps) / len(steps)
        print(f"{board:15} {size:7} {palette:13} window {mean:6.0f} {max(windows):6}  step {mid:5.0f} {max(steps):5}")


if __name__ == "__main__":
    main()
