"""Figures of the map: how many bytes its window, a step of the cursor and the overview cost, by board and palette."""

from collections.abc import Iterable, Iterator

from rich.color import ColorSystem
from textual.geometry import Region, Size

from benchmarks.table import Figure
from westwall_tui.engine import queries, sampling
from westwall_tui.engine.game import Game
from westwall_tui.engine.sampling import Draw
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.ui.kit.palettes import PALETTES
from westwall_tui.ui.kit.pane import strip_of
from westwall_tui.ui.kit.trim import written
from westwall_tui.ui.map.boundaries import shown_pairs
from westwall_tui.ui.map.counters import Token, token_of
from westwall_tui.ui.map.geometry import NE, SIZES, S
from westwall_tui.ui.map.nations import nation_of
from westwall_tui.ui.map.overview import Overview, Seen
from westwall_tui.ui.map.view import MapView
from westwall_tui.ui.overlays.front import FrontView
from westwall_tui.ui.overlays.objectives import Objectives

SCREEN, WINDOW = 80, Size(53, 19)
"""A screen of 80x24: its columns, and the map on it."""
SCENARIOS = ("arnhem/free", "bastogne/campaign", "hurtgen/free", "remagen/historical")
LIMITS = {"16": 4608, "mono": 4608}
TINTED_LIMIT, STEP_LIMIT, OVERVIEW_LIMIT = 9216, 200, 9728
OVERVIEW_LINES = 22
TINTED = ("night", "paper", "colour-blind")


class Window(MapView):
    """The map without a terminal: it tells what it would paint."""

    painted: list[Region]

    @property
    def size(self) -> Size:
        return WINDOW

    def _refresh(self, changes: Iterable[tuple[int, int, int]]) -> None:
        self.painted = [Region(first - self.left, y - self.top, last - first, 1) for y, first, last in changes]

    def cost(self, regions: Iterable[Region]) -> int:
        """The bytes that painting regions of one line costs."""
        seen = [region.intersection(WINDOW.region) for region in regions]
        pieces = [(r.y, r.x, self.line(r.y).crop(r.x, r.right)) for r in seen if r]
        return len(written(pieces, system_of(self.palette), SCREEN))


def system_of(palette: str) -> ColorSystem:
    """The colours of the terminals that a palette is for."""
    return ColorSystem.STANDARD if palette in LIMITS else ColorSystem.EIGHT_BIT


def positions() -> Iterator[Game]:
    """Each battle after a few Game-Turns at random."""
    for name in SCENARIOS:
        game, draw = Game(load_scenario(name), seed=1), Draw(1)
        while game.outcome is None and (game.state.turn < 3 or game.prompt.kind != "movement"):
            game.apply(sampling.sample(game, draw))
        yield game


def tokens_of(game: Game) -> dict[int, Token]:
    """The counters by hex."""
    occupants = game.state.occupants().items()
    return {h: token_of(game.state.units[u], nation_of(game.scenario, u)) for h, u in occupants}


def overviews(games: Iterable[Game]) -> Iterator[tuple[int, str, str]]:
    """The bytes of the overview, with the board and the palette."""
    for game in games:
        front = FrontView(game).marks() if queries.front_side(game) >= 0 else {}
        seen = Seen(tokens_of(game), Objectives(game).signs(), shown_pairs(game), front)
        rows = Overview(game.scenario.board, OVERVIEW_LINES).rows(seen)
        for palette in PALETTES:
            pieces = [(y, 0, strip_of(tuple(row), palette)) for y, row in enumerate(rows)]
            yield len(written(pieces, system_of(palette), SCREEN)), game.scenario.board.name, palette


def measure(games: Iterable[Game]) -> Iterator[tuple[str, str, str, list[int], list[int]]]:
    """By board, size and palette: bytes of windows all over the board, and of steps of the cursor in them."""
    for game in games:
        board = game.scenario.board
        tokens, lines = tokens_of(game), shown_pairs(game)
        for size in SIZES:
            view = Window(board, size)
            view.show_boundaries(lines)
            view.show_units(tokens)
            for palette in PALETTES:
                view.palette = palette
                windows, steps = [], []
                for h in board.playable[:: len(board.playable) // 24]:
                    view.move_cursor(h)
                    view._centre()
                    windows.append(view.cost([Region(0, y, WINDOW.width, 1) for y in range(WINDOW.height)]))
                    for direction in (S, NE):
                        n = board.grid.neighbours[h][direction]
                        if n in board.playable:
                            at = view.left, view.top
                            view.move_cursor(n)
                            if (view.left, view.top) == at:
                                steps.append(view.cost(view.painted))
                            view.move_cursor(h)
                yield board.name, size.name, palette, windows, steps


def figures() -> list[Figure]:
    """The dearest window and the dearest step of the middle size, in sixteen colours and with tints."""
    games = list(positions())
    found = list(measure(games))
    overview = max(cost for cost in overviews(games) if cost[2] in TINTED)
    return [
        _figure("map window 53x19, 16 colours", found, ("16",), LIMITS["16"]),
        _figure("map window 53x19, tints", found, TINTED, TINTED_LIMIT),
        _figure("cursor on the map, 16 colours", found, ("16",), STEP_LIMIT, step=True),
        _figure("cursor on the map, tints", found, TINTED, STEP_LIMIT, step=True),
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


def main() -> None:
    """Print all that was measured: mean and most."""
    games = list(positions())
    for cost, board, palette in overviews(games):
        print(f"{board:15} overview {palette:13} {cost:6}")
    for board, size, palette, windows, steps in measure(games):
        mean, mid = sum(windows) / len(windows), sum(steps) / len(steps)
        print(f"{board:15} {size:7} {palette:13} window {mean:6.0f} {max(windows):6}  step {mid:5.0f} {max(steps):5}")


if __name__ == "__main__":
    main()
