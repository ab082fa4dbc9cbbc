"""Setting up (3.0)."""

from westwall_tui.engine.decisions.setup import Setup, free_hexes, undeployed
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, IllegalOrder


def to_set_up(game: Game) -> list[int]:
    """The units that the side to decide still has to set up, in unit order."""
    return undeployed(game.state, game.side)


def setup_hexes(game: Game, unit: int) -> frozenset[int]:
    """The free hexes within its limits where a unit could be set up (3.0); none for a unit that nobody sets up."""
    if unit not in game.scenario.setup_of:
        return frozenset()
    return frozenset(free_hexes(game.state, unit))


def suggested_setup(game: Game) -> list[Deploy]:
    """The scenario's suggested set-up for the units that the side to decide has left (3.0).

    A unit whose hex is taken goes to the nearest free one. Raises `IllegalOrder` when there is no suggestion.
    """
    state = game.state
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, Setup):
        raise IllegalOrder("3.0", "no side is setting up")
    taken: set[int] = set()
    found = []
    for unit in undeployed(state, frame.side):
        counter, group = state.units[unit], state.scenario.setup_of[unit]
        if not group.suggest:
            raise IllegalOrder("3.0", f"the scenario suggests no hex for {counter.id}", (counter.id,))
        wanted = group.suggest[group.units.index(unit)]
        free = setup_hexes(game, unit) - taken
        if not free:
            raise IllegalOrder("3.0", f"no hex is left for {counter.id}", (counter.id,))
        h = min((state.scenario.board.grid.distance(wanted, h), h) for h in free)[1]
        taken.add(h)
        found.append(Deploy(counter.id, state.number(h)))
    return found
