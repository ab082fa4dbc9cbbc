"""Figures of the warnings: what a step of the cursor costs in crowds, how often they are said, and come true.

    python -m benchmarks.warnings [GAMES]

Costs are processor time: every unit that can move in a crowded position of each battle, every hex that it can reach.
The rest is counted in games of the computer's second level with itself, so many of each scenario: each unit's last
move of a Player-Turn, and what the enemy's next Player-Turn did to it.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import median
from time import process_time

from benchmarks.positions import BATTLES, crowded
from westwall_tui.ai.player import Player
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Enter, Land, Move, Order, end_of
from westwall_tui.engine.planning import Outlook, Peril, fate
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.scenarios.catalog import load_scenario

SCENARIOS = (
    "bastogne/spearhead",
    "bastogne/relief",
    "bastogne/campaign",
    "remagen/historical",
    "hurtgen/historical",
    "arnhem/historical",
)
LIMIT = 30
"""Milliseconds that a step may take."""
STEPS = 400
"""Steps that are measured in a position, spread over all."""


def costs(game: Game) -> tuple[list[float], list[float]]:
    """Milliseconds of the first step with each unit in hand in a new position, and of each step after it."""
    first, later = [], []
    steps = [(unit, queries.reach(game, unit)) for unit in queries.movers(game)]
    hexes = [(unit, h, reach.path(h)) for unit, reach in steps for h in sorted(reach.left)]
    outlook = Outlook(game)
    seen: set[int] = set()
    for unit, h, way in hexes[:: max(1, len(hexes) // STEPS)]:
        if unit not in seen:
            seen.add(unit)
            first.append(_took(Outlook(game), unit, h, way))
            outlook.of_move(unit, h, way)
        later.append(_took(outlook, unit, h, way))
    return first, later


def _took(outlook: Outlook, unit: int, h: int, way: tuple[int, ...]) -> float:
    begun = process_time()
    outlook.of_move(unit, h, way)
    return (process_time() - begun) * 1000


class Told:
    """What was said of units, and what became of them."""

    def __init__(self) -> None:
        self.moves = 0
        self.said: Counter[str] = Counter()
        self.became: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        """By whether a unit was said to be one that can be surrounded: how many, lost, shut in."""
        self._open: dict[int, tuple[int, bool]] = {}
        """By unit its side, and whether it was warned of."""
        self._shut: set[int] = set()

    def begin(self) -> None:
        """Another game begins."""
        self._open.clear()
        self._shut.clear()

    def before(self, game: Game, order: Order) -> None:
        """Note what would be said before an order."""
        if game.prompt.kind != "movement" or not isinstance(order, Move | Enter | Land):
            return
        unit, h = game.scenario.by_id[order.unit.lower()], game.scenario.board.hex(end_of(order))
        reach = queries.reach(game, unit)
        found = Outlook(game).of_move(unit, h, reach.path(h) if h in reach else (h,))
        self.moves += 1
        self.said.update({str(risk.peril) for risk in found})
        self.said["anything"] += bool(found)
        self._open[unit] = game.state.side, any(risk.peril is Peril.SURROUNDED for risk in found)

    def after(self, game: Game) -> None:
        """Note what has become of those warned of, once the enemy's Player-Turn is over."""
        state = game.state
        for unit, (side, warned) in list(self._open.items()):
            if state.location[unit] >= 0 and state.side != side and state.phase is Phase.COMBAT:
                here = fate(game, unit)
                if not (here.room or here.held):
                    self._shut.add(unit)
            over = game.outcome is not None or (state.side == side and state.phase is Phase.MOVEMENT)
            if over and state.moved[unit] != state.serial:
                self.became[warned].update(("all",))
                lost = state.location[unit] < 0
                self.became[warned]["lost"] += lost
                self.became[warned]["lost or shut in"] += lost or unit in self._shut
                del self._open[unit]
                self._shut.discard(unit)


def games(count: int) -> Iterator[tuple[str, Told]]:
    """What was said in so many games of each scenario."""
    for name in SCENARIOS:
        told = Told()
        for seed in range(1, count + 1):
            game = Game(load_scenario(name), seed=seed)
            players = [Player(2, seed + side, clock=False) for side in (0, 1)]
            told.begin()
            while game.outcome is None:
                order = players[game.side].choose(game)
                told.before(game, order)
                game.apply(order)
                if isinstance(order, Done) or game.outcome is not None:
                    told.after(game)
        yield name, told


def main(count: int) -> None:
    """Print the figures."""
    for battle in BATTLES:
        first, later = costs(crowded(battle, "movement"))
        shown = [f"{median(times):5.1f} median, {max(times):5.1f} worst" for times in (first, later)]
        print(f"{battle:<10} ms of a unit's first step: {shown[0]}; later: {shown[1]} (at most {LIMIT})", flush=True)
    for name, told in games(count) if count else ():
        kinds = ", ".join(f"{kind} {told.said[kind]}" for kind in ("anything", *map(str, Peril)) if told.said[kind])
        print(f"{name:<20} {told.moves} moves: {kinds}")
        for warned, what in ((True, "warned of"), (False, "not warned of")):
            found = told.became[warned]
            parts = (f"{100 * found[kind] / max(1, found['all']):.0f} % {kind}" for kind in ("lost", "lost or shut in"))
            print(f"{'':<20} {what}: {found['all']} units, {', '.join(parts)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
