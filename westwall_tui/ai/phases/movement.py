"""A plan for a Movement Phase: each unit's hex at its end, and the moves that bring each unit there, one by one."""

from collections.abc import Iterator, Sequence
from functools import partial

from westwall_tui.ai.phases.assault import Assault
from westwall_tui.ai.value.view import View
from westwall_tui.ai.words import advice
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Enter, Exit, Land, Move, Order
from westwall_tui.engine.state import ELIMINATED, EXITED

NEAR_ENOUGH = 5
"""Maximum distance of another hex for a unit whose own hex has become out of reach."""


def order_to(game: Game, unit: int, h: int) -> Order | None:
    """Return the order that brings a unit to a hex, or off the map (below 0).

    Return None for an entry that cannot stop there. Whether a move is legal is not checked.
    """
    state = game.state
    name = state.units[unit].id
    if h in EXITED:
        return Exit(name, (), EDGES[EXITED.index(h)])
    if state.location[unit] >= 0:
        return Move(name, (state.number(h),))
    if queries.lands(game, unit):
        return Land(name, state.number(h))
    reach = queries.reach(game, unit)
    return Enter(name, state.numbers(reach.path(h))) if reach.may_stop(h) else None


class MovementPlan:
    """Each unit's hex at the end of the phase. Fewer moves are left as units get there."""

    def __init__(self, view: View, planned: Assault | None) -> None:
        """Take the view that holds the plan, and the plan's assault across a river, if any."""
        self.view, self.assault = view, planned
        where = view.position.where
        self.targets = {unit: where[unit] for unit in view.options if where[unit] != view.home[unit]}
        """By unit that has yet to move, its hex, or the edge by which it should exit."""
        self._contact = {unit for unit, h in self.targets.items() if h >= 0 and view.near(h)}

    def next_order(self, game: Game) -> Order | None:
        """Return the next possible move; None if there is none. Moves to hexes away from the enemy come first."""
        for move in self.moves(game):
            return move
        for unit in self._units_to_move(game):
            if self._column_rank(game, unit):
                order = self._order_nearby(game, unit)
                if order is not None:
                    return order
        return None

    def moves(self, game: Game) -> Iterator[Order]:
        """Yield all moves of the plan that are possible now, in the best order."""
        for unit in self._units_to_move(game):
            order = order_to(game, unit, self.targets[unit])
            if order is not None and game.explain(order) is None:
                yield order

    def _units_to_move(self, game: Game) -> list[int]:
        state = game.state
        for unit in list(self.targets):
            there = state.location[unit] in (self.targets[unit], ELIMINATED)
            if there or state.moved[unit] == state.serial:
                del self.targets[unit]
        return sorted(self.targets, key=lambda unit: self._move_priority(game, unit))

    def lands(self, game: Game) -> bool:
        """Return True if units still have to land by the plan; fallen bridges make no difference to these."""
        return any(queries.lands(game, unit) for unit in self.targets)

    def _move_priority(self, game: Game, unit: int) -> tuple[bool, bool, bool, bool, int, int]:
        """Return a key that sorts moves: first the Engineer's before an assault, then landings, then all others."""
        off = game.state.location[unit] < 0
        helps = self.assault is not None and unit == self.view.goals.engineer
        down = queries.lands(game, unit)
        return not helps, not down, unit in self._contact, off, self._column_rank(game, unit), unit

    def _column_rank(self, game: Game, unit: int) -> int:
        """Return a number below 0 for a unit that enters in a column, the lower the farther it goes.

        Return 0 for other units.
        """
        h = self.targets[unit]
        if not self.view.goals.in_columns or game.state.location[unit] >= 0 or h < 0 or queries.lands(game, unit):
            return 0
        group = queries.arrival(game, unit)
        return 0 if group is None else -1 - min(self.view.position.land.distance(entry)[h] for entry in group.hexes)

    def _order_nearby(self, game: Game, unit: int) -> Order | None:
        """Send a unit that cannot reach its planned hex as near to it as possible, away from the enemy.

        Return the order.
        """
        view, reach = self.view, queries.reach(game, unit)
        row, at = view.position.land.distance(self.targets[unit]), view.position.at
        hexes = [h for h in reach.left if row[h] <= NEAR_ENOUGH and at[h] < 0 and not view.near(h)]
        for h in sorted(hexes, key=lambda h: (row[h], h)):
            order = order_to(game, unit, h)
            if order is not None and game.explain(order) is None:
                view.change([(unit, h)])
                self.targets[unit] = h
                return order
        return None

    def send(self, unit: int, h: int) -> None:
        """Change the plan so that this unit ends the phase in another hex."""
        self.view.change([(unit, h)])
        self.targets.pop(unit, None)
        if h != self.view.home[unit]:
            self.targets[unit] = h

    # -- whether the plan is still followed, and its reasons

    def is_broken(self, game: Game) -> bool:
        """Return True if a unit is in neither its first nor its planned hex, or has been put back into the first."""
        location, planned, home = game.state.location, self.view.position.where, self.view.home
        return any(
            location[unit] not in (home[unit], planned[unit])
            or (location[unit] != planned[unit] and unit not in self.targets)
            for unit in self.view.options
        )

    def has_landed(self, game: Game, unit: int) -> bool:
        """Return True if a unit has landed since the plan was made; it may still move."""
        return self.view.home[unit] < 0 <= game.state.location[unit]

    def leads(self, unit: int) -> bool:
        """Return True while a unit still has to move to its planned hex."""
        return unit in self.targets and self.view.position.where[unit] == self.targets[unit]

    def why(self, game: Game, unit: int, others: Sequence[int]) -> tuple[tuple[str, ...], Order | None]:
        """Return the reasons for a unit's planned hex, and its second-best order: to the first possible of `others`."""
        return advice.of_target(self.view, game, unit, others, lambda h: order_to(game, unit, h))

    def why_done(self, game: Game) -> tuple[str, ...]:
        """Return why no other unit moves: the cost of the best move left. Return nothing if no move is left."""
        able = [unit for unit in queries.movers(game) if unit in self.view.options]
        return advice.of_staying(self.view, game, able, partial(order_to, game))

    @property
    def reason_for_assault(self) -> str:
        """The reason for the plan's assault."""
        assert self.assault is not None
        return f"It assaults across the river. ({self.assault.gain:+.1f})"
