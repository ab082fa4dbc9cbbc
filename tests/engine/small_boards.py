"""Small random positions for tests that compare the engine with an exhaustive search.

All choices come from a `Draw`, so that a position can be created again from its number.
"""

from tests.fuzz.oracle.position import COMBAT
from tests.fuzz.oracle.record import OracleRecord
from westwall_tui.engine.board import Board, Bridge, Hexsides, Path
from westwall_tui.engine.decisions.base import Step
from westwall_tui.engine.decisions.combat import CombatPhase
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.engine.scenario import Phase, Scenario, SideInfo, Start
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind, Strength, Unit

SERIAL = 5
"""The phase of the positions; the Combat Phase before it is 4."""


def chance(draw: Draw, percent: int) -> bool:
    """Draw True with a probability in percent."""
    return draw.below(100) < percent


def hexsides(grid: HexGrid) -> list[tuple[int, int]]:
    """Return every hexside between two hexes once."""
    return [(a, b) for a in range(len(grid)) for b in grid.neighbors[a] if b != NOWHERE and a < b]


def random_board(
    draw: Draw,
    columns: int,
    rows: int,
    *,
    ground: str = ".",
    river: int = 0,
    stream: int = 0,
    bridge: int = 0,
    road: int = 0,
) -> Board:
    """Draw a board; `river`, `stream`, `bridge` and `road` are probabilities in percent for each hexside."""
    grid = HexGrid(columns, rows, rows)
    roads = tuple(Path("road", pair) for pair in hexsides(grid) if chance(draw, road))
    rivers, streams, bridges = [], [], []
    for pair in hexsides(grid):
        if chance(draw, river):
            rivers.append(pair)
        elif chance(draw, stream):
            streams.append(pair)
        else:
            continue
        if chance(draw, bridge):
            bridges.append(Bridge("rail", pair))
    return Board(
        name="small",
        grid=grid,
        terrain=tuple(Terrain(draw.pick(ground)) for _ in range(len(grid))),
        rivers=(Hexsides("river", tuple(rivers)),),
        roads=roads,
        streams=(Hexsides("stream", tuple(streams)),),
        bridges=tuple(bridges),
    )


def random_unit(draw: Draw, side: int, name: str, guns: int) -> Unit:
    """Draw a unit of random Strength; `guns` is the probability in percent that it is artillery."""
    if chance(draw, guns):
        kind = draw.pick((Kind.ARTILLERY, Kind.SP_ARTILLERY))
        strength = Strength(0, 1 + draw.below(2), 7, 1 + draw.below(4), 1 + draw.below(3), 1 + draw.below(3))
    else:
        kind = draw.pick((Kind.INFANTRY, Kind.ARMOR))
        strength = Strength(1 + draw.below(5), 1 + draw.below(5), 7)
    return Unit(name, name, side, kind, "II", "", strength)


def position(
    rules: str, board: Board, units: tuple[Unit, ...], places: tuple[int, ...], support: int, frame: Step | None = None
) -> Game:
    """Return a game in the Combat Phase of the First Player, with the units in the given places."""
    scenario = Scenario(
        name="small",
        rules=rules,
        board=board,
        units=units,
        sides=(SideInfo("German", "G", ((1, 1, support),)), SideInfo("US", "A")),
        first_turn=1,
        last_turn=1,
        start=Start(1, 0, Phase.COMBAT),
        placed=tuple(enumerate(places)),
    )
    game = Game(scenario, seed=None)
    state = State.begin(game.rules, -1)
    state.serial, state.previous_combat = SERIAL, SERIAL - 1
    state.support = (support, 0)
    state.frames = [frame or CombatPhase(0)]
    game.state = state
    return game


def scatter(draw: Draw, board: Board, count: int) -> tuple[int, ...]:
    """Draw different playable hexes for a number of units."""
    free = list(board.playable)
    return tuple(free.pop(draw.below(len(free))) for _ in range(count))


def at_table(game: Game) -> OracleRecord:
    """Return the record of a position for the fuzzer's oracle: places of units and their actions in this phase."""
    state = game.state
    record = OracleRecord(game.scenario)
    found = record.position
    found.turn, found.side, found.phase, found.phases = state.turn, state.side, COMBAT, SERIAL
    found.support = list(state.support)
    for name in ("attacked", "defended", "advanced", "displaced"):
        setattr(
            found,
            name,
            {unit.id for unit, when in zip(state.units, getattr(state, name), strict=True) if when == SERIAL},
        )
    return record
