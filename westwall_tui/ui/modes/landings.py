"""Landing from the air one unit after another: who is next, beside the last one, and all of them at once."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Land, Order
from westwall_tui.ui.modes.base import undo_hint
from westwall_tui.ui.terminal.dialog import Desk

BESIDE = 2
"""Hexes from the last one, at most, that are still beside it."""


class Landings:
    """The units that can land in a Movement Phase, and where the last one came down."""

    def __init__(self, desk: Desk, movers: Sequence[int]) -> None:
        """`movers`: the units that can still move, enter or land."""
        self.desk = desk
        game = desk.game
        self.units = [u for u in movers if queries.lands(game, u) and queries.entry_hexes(game, u)]
        self.last = queries.last_landing(game) if self.units else NOWHERE
        """The hex of the last one; `NOWHERE` if something else has been done since."""

    @property
    def ready(self) -> list[int]:
        """Those that have not been skipped."""
        return [u for u in self.units if u not in self.desk.skipped]

    def next(self) -> int:
        """Who lands next after the last one, first those that can land beside it; -1 if nobody has landed just now."""
        if self.last == NOWHERE:
            return -1
        ready = self.ready
        return next((u for u in ready if self._beside(u) != NOWHERE), (*ready, -1)[0])

    def prompt(self, unit: int) -> str:
        """Who lands, and the keys for it."""
        counter, key = self.desk.game.state.units[unit], self.desk.key
        after = len(self.ready) - (unit in self.ready)
        left = f" ({after} after it)" if after else ""
        same = f", {key('stand')}: beside the last" if self.last != NOWHERE else ""
        everyone = f", {key('attack')}: all" if after else ""
        return f"{counter.id} ({counter.strength}) lands{left}. {key('confirm')}: on a *{same}{everyone}"

    def hex_for(self, unit: int) -> int:
        """Where a unit lands best unless its player says otherwise; `NOWHERE` if it cannot.

        Beside the last one, else in the middle of its hexes; outside enemy zones if that can be.
        """
        beside = self._beside(unit)
        return queries.middle_landing(self.desk.game, unit) if beside == NOWHERE else beside

    def _beside(self, unit: int) -> int:
        game = self.desk.game
        if self.last == NOWHERE:
            return NOWHERE
        h = queries.landing_near(game, unit, self.last)
        near = h != NOWHERE and game.scenario.board.grid.distance(h, self.last) <= BESIDE
        return h if near else NOWHERE

    def beside_last(self, unit: int) -> None:
        """Land a unit beside the last one; if its hexes are elsewhere, in the middle of them."""
        if self.last == NOWHERE:
            self.desk.say("Nobody has landed just now: land the first one, and the others can come down beside it")
        elif (order := self._order(unit)) is not None:
            self.desk.apply(order)
        else:
            self._nowhere(unit)

    def all(self, unit: int) -> None:
        """Land a unit, at the cursor if it can, and then all others; stop where somebody has to decide something."""
        waiting = [unit, *(u for u in self.ready if u != unit)]
        if not self.desk.apply_all(self._orders(waiting)):
            return  # the prompt says why
        game = self.desk.game
        if game.prompt.kind != "movement":
            return  # somebody has to decide something
        stuck = next((u for u in waiting if game.state.location[u] < 0 and queries.may_arrive(game, u)), -1)
        if stuck >= 0:
            self._nowhere(stuck)
        else:
            count = sum(game.state.location[u] >= 0 for u in waiting)
            self.desk.say(f"{count} have landed. {undo_hint(self.desk, 'take them back, one by one')}".rstrip())

    def _orders(self, units: Sequence[int]) -> Iterator[Order]:
        """The orders to land units, each found when the one before is carried out; the first lands at the cursor."""
        waiting, wanted = list(units), self.desk.cursor
        unit = waiting[0]
        while waiting:
            waiting.remove(unit)
            order = self._order(unit, wanted)
            if order is None:
                return
            yield order
            game, wanted = self.desk.game, NOWHERE
            if game.prompt.kind != "movement":
                return
            last = queries.last_landing(game)
            self.last = last if last != NOWHERE else self.last
            waiting = [u for u in waiting if queries.may_arrive(game, u)]
            unit = next((u for u in waiting if self._beside(u) != NOWHERE), waiting[0] if waiting else -1)

    def _order(self, unit: int, wanted: int = NOWHERE) -> Order | None:
        """The order to land a unit in the hex wanted, if it can, or where it lands best; None if it can nowhere."""
        game = self.desk.game
        h = wanted if wanted in queries.entry_hexes(game, unit) else self.hex_for(unit)
        if h == NOWHERE:
            return None
        self.desk.move_cursor(h)
        return Land(game.state.units[unit].id, game.state.number(h))

    def _nowhere(self, unit: int) -> None:
        self.desk.say(f"{self.desk.game.state.units[unit].id} has nowhere to land now")
