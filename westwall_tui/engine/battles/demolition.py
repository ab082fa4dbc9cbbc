"""Wired canal and rail bridges (12.0): the German decides once about each, and a die of 1 or 2 blows it."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine.board import Board
from westwall_tui.engine.decisions.demolition import Demolition
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.events import BridgeTried, Event
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.rules.parts import Fact, Wiring
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Hexside

Pair = tuple[int, int]
HIGHWAY, CANAL, RAIL = "highway", "canal", "rail"
BLOWN_BY = (1, 2)
"""The rolls that blow a bridge (12.12)."""
TRIED = Fact("tried *")
"""For each bridge: a mark that its one chance to be blown has passed (12.14)."""


def bridges(board: Board) -> Mapping[Pair, str]:
    """Return the kind of every bridge over a canal or river, the lower hex of its hexside first (12.15, a ruling)."""
    listed = {(min(bridge.pair), max(bridge.pair)): bridge.kind for bridge in board.bridges}
    found: dict[Pair, str] = {}
    bridge, canal, water = int(Hexside.BRIDGE), int(Hexside.CANAL), int(Hexside.CANAL | Hexside.RIVER)
    for a, row in enumerate(board.sides):
        for b, features in zip(board.grid.neighbors[a], row, strict=True):
            if a < b and features & bridge and features & water:
                found[a, b] = listed.get((a, b), CANAL if features & canal else HIGHWAY)
    return found


def wired(board: Board, kinds: Mapping[Pair, str]) -> Mapping[int, list[Pair]]:
    """Return, by hex, the wired bridges on its sides, clockwise from the top of the sheet (a ruling)."""
    found = {}
    for h in {h for pair, kind in kinds.items() if kind in (CANAL, RAIL) for h in pair}:
        pairs = [(min(h, n), max(h, n)) for n in board.grid.neighbors[h] if n != NOWHERE]
        found[h] = [pair for pair in pairs if kinds.get(pair) in (CANAL, RAIL)]
    return found


def untried(state: State, pairs: list[Pair]) -> list[Pair]:
    """Return the bridges whose one chance to be blown is still to come."""
    return [pair for pair in pairs if _tried(state, pair) not in state.facts]


def ask(state: State, german: int, pairs: list[Pair]) -> None:
    """Let the German decide about each bridge at once (12.11); there is no second chance (12.14)."""
    for pair in pairs:
        state.facts[_tried(state, pair)] = 1
    state.frames += [Demolition(german, *pair) for pair in reversed(pairs)]


def spare(state: State, pairs: list[Pair]) -> None:
    """Mark the bridges next to an Allied unit at the beginning of the game as safe."""
    for pair in pairs:
        state.facts[_tried(state, pair)] = 1


def attempt(state: State, pair: Pair, die: int, events: list[Event]) -> None:
    """Apply the roll: a blown bridge leaves its canal or river, but takes its road with it (12.12, 12.13)."""
    blown = die in BLOWN_BY
    if blown:
        state.alter(*pair, state.scenario.board.hexside(*pair) & (Hexside.CANAL | Hexside.RIVER))
    events.append(BridgeTried("/".join(state.numbers(pair)), die, blown))


def is_blown(state: State, pair: Pair) -> bool:
    """Return True if a bridge is blown."""
    return any(change[:2] == pair for change in state.works)


def condition(state: State, pair: Pair, kind: str) -> str:
    """Return the state of a bridge: `wired`, `safe` for good, or `blown`; empty if it is never wired (12.15)."""
    if is_blown(state, pair):
        return "blown"
    if kind not in (CANAL, RAIL):
        return ""
    return "safe" if _tried(state, pair) in state.facts and not _is_asked(state, pair) else "wired"


def _is_asked(state: State, pair: Pair) -> bool:
    """Return True if the German player has yet to decide about the bridge, or to roll for it."""
    wired = {(frame.a, frame.b) for frame in state.frames if isinstance(frame, Demolition)}
    return pair in wired or any(isinstance(frame, ExclusiveRoll) and frame.about == pair for frame in state.frames)


def _tried(state: State, pair: Pair) -> str:
    return TRIED.about("/".join(state.numbers(pair)))


class Wired(Wiring):
    """The wired canal and rail bridges."""

    case = "12.1"
    answers = ("Try to blow it: a roll of 1 or 2 does it", "Leave it: it stands for the rest of the game")
    facts = (TRIED,)

    def __init__(self, allied: int, pairs: Mapping[int, list[Pair]]) -> None:
        """Take the wired bridges on the sides of each hex (`pairs`)."""
        self._allied, self.pairs = allied, pairs
        self.side = 1 - allied

    def on_way(self, state: State, unit: int, way: Sequence[int]) -> Sequence[Pair]:
        """Return the wired bridges to which an Allied unit would be the first to come on its way (12.11)."""
        if state.units[unit].side != self._allied:
            return ()
        pairs = (pair for h in way[1:] for pair in untried(state, self.pairs.get(h, [])))
        return tuple(dict.fromkeys(pairs))
