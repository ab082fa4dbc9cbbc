"""Reinforcements that come onto the map one by one or all at once: in columns on the ground, or by air."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Land, Order
from westwall_tui.engine.queries import Reach
from westwall_tui.engine.words import capital, count, sentence
from westwall_tui.ui.decisions.mode import undo_hint
from westwall_tui.ui.decisions.selected_unit import SelectedUnit
from westwall_tui.ui.gamescreen import GameScreen


class Newcomers:
    """Reinforcements that can come onto the map in a Movement Phase, one after another, all in the same manner."""

    verb, to = "", ""
    """The verb for how the reinforcements come, and a noun for the hexes that they can choose."""
    same = ""
    """The label of the key that sends a unit to the place of the last one."""

    def __init__(self, screen: GameScreen, units: Sequence[int]) -> None:
        self.screen, self.units = screen, units

    @property
    def game(self) -> Game:
        """The game, read-only."""
        return self.screen.game

    @property
    def ready(self) -> list[int]:
        """The reinforcements that the player has not skipped."""
        return [u for u in self.units if u not in self.screen.skipped]

    @property
    def has_begun(self) -> bool:
        """True if a unit has just come, so that the next ones can come to the same place."""
        raise NotImplementedError

    def joins_last(self, unit: int) -> bool:
        """Return True if a unit can come to the place of the last one."""
        raise NotImplementedError

    def next(self) -> int:
        """Return the unit that comes next, preferring those that can join the last one.

        Return -1 if no unit has just come, or if none is left.
        """
        ready = self.ready if self.has_begun else ()
        return next(filter(self.joins_last, ready), (*ready, -1)[0])

    def possible(self, units: Sequence[int]) -> int:
        """Return how many of these reinforcements can still come."""
        return len(units)

    def prompt(self, unit: int) -> str:
        """Return the prompt: which unit comes, and how many come after it."""
        counter = self.game.state.units[unit]
        after = self.possible(self.ready) - (unit in self.ready)
        left = f". {after} more to {self.verb}" if after else ""
        return sentence(f"{counter.name} ({counter.strength}) {self.verb}s: choose a {self.to}{left}")

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the actions for the key bar while one of the reinforcements is selected."""
        same = (("stand", self.same),) if self.has_begun else ()
        others = (("attack", "all"), ("skip", "skip"), ("next", "next"), ("back", "back"))
        return (("confirm", f"{self.verb} here"), *same, *others)

    def join_last(self, unit: int) -> None:
        """Have a unit come to the place of the last one."""
        raise NotImplementedError

    def all(self, selected: SelectedUnit) -> None:
        """Have the selected unit come, and then all others; stop when a player has to decide something."""
        raise NotImplementedError


class Arrivals(Newcomers):
    """Reinforcements that enter on the ground, in columns."""

    verb, to, same = "enter", "numbered hex", "same way"

    def __init__(self, screen: GameScreen, movers: Sequence[int]) -> None:
        """Take from `movers`, the units that can still move or enter, those that enter."""
        game = screen.game
        super().__init__(screen, [u for u in movers if game.state.location[u] < 0 and not queries.lands(game, u)])
        self.way = queries.last_entry(game) if self.units else ()
        """The route of the unit that entered last, hex by hex; empty if another order has been given since."""

    @property
    def has_begun(self) -> bool:
        return bool(self.way)

    def joins_last(self, unit: int) -> bool:
        return self.way[0] in queries.entry_hexes(self.game, unit)

    def blocks(self, unit: int, reach: Reach | None, h: int) -> str:
        """Return a warning if a unit would end its move in its entry hex, where others need to pass; else nothing."""
        game = self.game
        if (
            reach is None
            or h not in queries.entry_hexes(game, unit)
            or h in reach.halting
            or not any(at != h for at in reach.left)
        ):
            return ""
        name, left = game.state.units[unit].name, points(reach.left[h])
        again = f"{self.screen.key('confirm')} again: stop there"
        return f"{name} would stop in its entry hex with {left} MP left. {again}"

    def join_last(self, unit: int) -> None:
        """Enter a unit behind the one that entered last."""
        if not self.way:
            self.screen.say("Enter one unit first; the others can follow it")
        elif (order := queries.following(self.game, unit, self.way)) is None or self.screen.apply(order) is None:
            self._say_no_room(unit)

    def all(self, selected: SelectedUnit) -> None:
        """Have all units enter behind the last one, except those that must enter elsewhere.

        If no unit has just entered, the first one goes to the cursor or, if that is on an entry hex, along the road.
        """
        game, unit = self.game, selected.unit
        way = self.way or self._way_of_first(selected)
        if not way:
            key = self.screen.key
            name = game.state.units[unit].name
            self.screen.say(f"Put the cursor on the hex where {name} should enter or go; then press {key('attack')}")
            return
        if queries.following(game, unit, way) is None:  # the unit stays selected, and the player can choose another hex
            self._say_no_room(unit)
            return
        column = [unit, *(u for u in self.ready if u != unit and way[0] in queries.entry_hexes(game, u))]
        if not self.screen.apply_all(self._orders_to_enter(column, way)):
            return  # the prompt says why
        left = [behind for behind in column if self.game.state.location[behind] < 0]
        entered = capital(f"{count(len(column) - len(left), 'unit')} entered.")
        if self.game.prompt.kind != "movement":
            return  # another decision comes first
        if left:
            self._say_no_room(left[0], f"{entered} ")
        else:
            self.screen.say(f"{entered} {undo_hint(self.screen, 'undo one entry at a time')}".rstrip())

    def _orders_to_enter(self, column: Sequence[int], way: Sequence[int]) -> Iterator[Order]:
        """Yield the orders for a column, each worked out after the one before it has been carried out."""
        for unit in column:
            order = queries.following(self.game, unit, way)
            if order is None:
                return
            yield order
            if self.game.prompt.kind != "movement":
                return

    def _way_of_first(self, selected: SelectedUnit) -> tuple[int, ...]:
        h, reach = self.screen.cursor, selected.reach
        if h in queries.entry_hexes(self.game, selected.unit):
            return queries.road_in(self.game, selected.unit, h)
        return reach.path(h) if reach is not None and reach.may_stop(h) else ()

    def _say_no_room(self, unit: int, before: str = "") -> None:
        name, key = self.game.state.units[unit].name, self.screen.key
        do = f"{key('confirm')}: enter it elsewhere, {key('skip')}: skip it"
        self.screen.say(f"{before}There is no room for {name} behind the last unit. {do}")


# -- landing by air, one unit after another


BESIDE = 2
"""The largest distance in hexes at which a unit counts as beside the last one."""


class Landings(Newcomers):
    """Reinforcements that land by air, beside each other."""

    verb, to, same = "land", "hex marked *", "same area"

    def __init__(self, screen: GameScreen, movers: Sequence[int]) -> None:
        """Take from `movers`, the units that can still move, enter or land, those that land."""
        game = screen.game
        due = {unit: at for at, unit in enumerate(u for group in game.scenario.reinforcements for u in group.units)}
        landing = (u for u in movers if queries.lands(game, u) and queries.entry_hexes(game, u))
        super().__init__(screen, sorted(landing, key=lambda u: due.get(u, len(due))))
        self.last = queries.last_landing(game) if self.units else NOWHERE
        """The hex of the unit that landed last; `NOWHERE` if another order has been given since."""

    def possible(self, units: Sequence[int]) -> int:
        left = queries.landings_left(self.game)
        return len(units) if left is None else min(len(units), left)

    @property
    def has_begun(self) -> bool:
        return self.last != NOWHERE

    def joins_last(self, unit: int) -> bool:
        return self._hex_beside_last(unit) != NOWHERE

    def hex_for(self, unit: int) -> int:
        """Return the best hex for a unit if the player chooses none: beside the last one, else amid its landing hexes.

        The hex is outside enemy zones if possible. Return `NOWHERE` if the unit cannot land.
        """
        beside = self._hex_beside_last(unit)
        return queries.middle_landing(self.game, unit) if beside == NOWHERE else beside

    def _hex_beside_last(self, unit: int) -> int:
        game = self.game
        if self.last == NOWHERE:
            return NOWHERE
        h = queries.landing_near(game, unit, self.last)
        near = h != NOWHERE and game.scenario.board.grid.distance(h, self.last) <= BESIDE
        return h if near else NOWHERE

    def join_last(self, unit: int) -> None:
        """Land a unit beside the last one or, if its landing hexes are elsewhere, amid those."""
        if self.last == NOWHERE:
            self.screen.say("Land one unit first; the others can land beside it")
        elif (order := self._landing_order(unit)) is not None:
            self.screen.apply(order)
        else:
            self._say_nowhere(unit)

    def all(self, selected: SelectedUnit) -> None:
        """Land all units, the first at the cursor if it can."""
        unit = selected.unit
        waiting = [unit, *(u for u in self.ready if u != unit)]
        if not self.screen.apply_all(self._orders_to_land(waiting)):
            return  # the prompt says why
        game = self.game
        if game.prompt.kind != "movement":
            return  # another decision comes first
        stuck = next((u for u in waiting if game.state.location[u] < 0 and queries.may_arrive(game, u)), -1)
        if stuck >= 0:
            self._say_nowhere(stuck)
        else:
            landed = capital(f"{count(sum(game.state.location[u] >= 0 for u in waiting), 'unit')} landed.")
            self.screen.say(f"{landed} {undo_hint(self.screen, 'undo one landing at a time')}".rstrip())

    def _orders_to_land(self, units: Sequence[int]) -> Iterator[Order]:
        """Yield the orders to land units, the first at the cursor.

        Each order is worked out after the one before it has been carried out.
        """
        waiting, wanted = list(units), self.screen.cursor
        unit = waiting[0]
        while waiting:
            waiting.remove(unit)
            order = self._landing_order(unit, wanted)
            if order is None:
                return
            yield order
            game, wanted = self.game, NOWHERE
            if game.prompt.kind != "movement":
                return
            last = queries.last_landing(game)
            self.last = last if last != NOWHERE else self.last
            waiting = [u for u in waiting if queries.may_arrive(game, u)]
            unit = waiting[0] if waiting else -1

    def _landing_order(self, unit: int, wanted: int = NOWHERE) -> Order | None:
        """Return the order to land a unit in the wanted hex if possible, else in the best one, or None."""
        game = self.game
        h = wanted if wanted in queries.entry_hexes(game, unit) else self.hex_for(unit)
        if h == NOWHERE:
            return None
        self.screen.move_cursor(h)
        return Land(game.state.units[unit].id, game.state.number(h))

    def _say_nowhere(self, unit: int) -> None:
        self.screen.say(f"{self.game.state.units[unit].name} has nowhere to land now")
