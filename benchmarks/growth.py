"""Measure growth: how much longer computations take if units and board are doubled, on a plain field."""

from collections.abc import Callable
from time import process_time

from benchmarks.table import Figure
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.engine.planning import EnemyTurn
from westwall_tui.engine.rules import movement
from westwall_tui.engine.scenario import Scenario, SideInfo, Start
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind, Strength, Unit

ROWS, COLUMNS, UNITS = 30, 30, 60
TERRAINS = (Terrain.CLEAR, Terrain.MIXED, Terrain.CLEAR, Terrain.WOODS, Terrain.CLEAR, Terrain.BROKEN, Terrain.TOWN)
ROUNDS = 5


def field(times: int) -> Game:
    """Return a game with two sides spread over a field, `times` as wide and with `times` as many units."""
    grid = HexGrid(COLUMNS * times, ROWS, ROWS)
    board = Board("Field", grid, tuple(TERRAINS[h * h % len(TERRAINS)] for h in range(len(grid))))
    count = UNITS * times
    units = tuple(Unit(f"{i}", f"{i}", i % 2, Kind.INFANTRY, "", "", Strength(4, 4, 7)) for i in range(count))
    placed = tuple((i, (i * len(grid)) // count) for i in range(count))
    sides = SideInfo("Blue", "B"), SideInfo("Red", "R")
    return Game(Scenario("Field", "standard", board, units, sides, 1, 3, Start(1), placed))


def figures() -> list[Figure]:
    """Return the growth of each computation; twice as much of everything should take about twice as long."""
    once, twice = field(1), field(2)
    subjects: dict[str, Callable[[Game], object]] = {
        "all legal moves": lambda game: sum(1 for _ in game.legal()),
        "reach of a side": lambda game: EnemyTurn(game, 0).hexes(),
        "zones and occupancy": lambda game: [movement.field(game.state, 0) for _ in range(20)],
        "a copy of the game": lambda game: [game.copy() for _ in range(50)],
    }
    return [
        Figure(f"growth with twice the units and board: {what}", _growth(work, once, twice), "x", 3)
        for what, work in subjects.items()
    ]


def _growth(work: Callable[[Game], object], once: Game, twice: Game) -> float:
    def best(game: Game) -> float:
        times = []
        for _ in range(ROUNDS):
            begun = process_time()
            work(game)
            times.append(process_time() - begun)
        return min(times)

    return best(twice) / best(once)
