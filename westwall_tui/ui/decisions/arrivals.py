"""Reinforcements one after another, and all of them at once: in columns by ground, or from the air."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Land, Order
from westwall_tui.engine.queries import Reach
from westwall_tui.ui.decisions.mode import undo_hint
from westwall_tui.ui.decisions.selected_unit import SelectedUnit
from westwall_tui.ui.gamescreen import GameScreen


class Newcomers:
    """Reinforcements that can come onto the map in a Movement Phase, one after another, all in one manner."""

    verb, to = "", ""
    """What they do, and to which hexes."""
    same = ""
    """What the key for the place of the last one does."""

    def __init__(self, screen: GameScreen, units: Sequence[int]) -> None:
        self.screen, self.units = screen, units

    @property
    def game(self) -> Game:
        """The game; for reading."""
        return self.screen.game

    @property
    def ready(self) -> list[int]:
        """Those that have not been skipped."""
        return [u for u in self.units if u not in self.screen.skipped]

    @property
    def has_begun(self) -> bool:
        """True if one has just come, so that others can come to the same place."""
        raise NotImplementedError

    def joins_last(self, unit: int) -> bool:
        """True if a unit can come to the place of the last one."""
        raise NotImplementedError

    def next(self) -> int:
        """The unit that comes next, first those that can join the last one; -1 if nobody has just come, or is left."""
        ready = self.ready if self.has_begun else ()
        return next(filter(self.joins_last, ready), (*ready, -1)[0])

    def many(self, units: Sequence[int]) -> int:
        """How many of some of them can still come."""
        return len(units)

    def prompt(self, unit: int) -> str:
        """Who comes, and how many after it."""
        counter = self.game.state.units[unit]
        after = self.many(self.ready) - (unit in self.ready)
        left = f". {after} more to {self.verb}" if after else ""
        return f"{counter.name} ({counter.strength}) {self.verb}s: pick a {self.to}{left}"

    def keys(self) -> Sequence[tuple[str, str]]:
        """What the footer shows while one of them is in hand."""
        same = (("stand", self.same),) if self.has_begun else ()
        others = (("attack", "all"), ("skip", "skip"), ("next", "next"), ("back", "stop"))
        return (("confirm", f"{self.verb} here"), *same, *others)

    def join_last(self, unit: int) -> None:
        """Have a unit come to the place of the last one."""
        raise NotImplementedError

    def all(self, selected: SelectedUnit) -> None:
        """Have the unit in hand come, then all others; stop where somebody has to decide something."""
        raise NotImplementedError


class Arrivals(Newcomers):
    """Those that enter by ground, in columns."""

    verb, to, same = "enter", "numbered hex", "same way"

    def __init__(self, screen: GameScreen, movers: Sequence[int]) -> None:
        """`movers`: the units that can still move or enter."""
        game = screen.game
        super().__init__(screen, [u for u in movers if game.state.location[u] < 0 and not queries.lands(game, u)])
        self.way = queries.last_entry(game) if self.units else ()
        """The way of the unit that entered last, hex by hex; empty if something else was done since."""

    @property
    def has_begun(self) -> bool:
        return bool(self.way)

    def joins_last(self, unit: int) -> bool:
        return self.way[0] in queries.entry_hexes(self.game, unit)

    def blocks(self, unit: int, reach: Reach | None, h: int) -> str:
        """The warning before a unit ends its move in its entry hex, where others need to pass; nothing elsewhere."""
        game = self.game
        if (
            reach is None
            or h not in queries.entry_hexes(game, unit)
            or h in reach.halting
            or not any(at != h for at in reach.left)
        ):
            return ""
        name, left = game.state.units[unit].name, points(reach.left[h])
        return f"{name} stops at its entry hex with {left} MP left. {self.screen.key('confirm')} again: stop there"

    def join_last(self, unit: int) -> None:
        """Enter a unit behind the one that entered last."""
        if not self.way:
            self.screen.say("Enter one unit first; the others can follow it")
        elif (order := queries.following(self.game, unit, self.way)) is None or self.screen.apply(order) is None:
            self._say_no_room(unit)

    def all(self, selected: SelectedUnit) -> None:
        """They follow the last unit that entered, those left out that enter elsewhere.

        If nobody has just entered, the first one goes to the cursor, or along the road if that is on an entry hex.
        """
        game, unit = self.game, selected.unit
        way = self.way or self._way_of_first(selected)
        if not way:
            key = self.screen.key
            self.screen.say(
                f"Put the cursor where {game.state.units[unit].name} is to enter, or to go; then {key('attack')}"
            )
            return
        if queries.following(game, unit, way) is None:  # nobody enters, and it stays in hand
            self._say_no_room(unit)
            return
        column = [unit, *(u for u in self.ready if u != unit and way[0] in queries.entry_hexes(game, u))]
        if not self.screen.apply_all(self._orders_to_enter(column, way)):
            return  # the prompt says why
        left = [behind for behind in column if self.game.state.location[behind] < 0]
        count = len(column) - len(left)
        if self.game.prompt.kind != "movement":
            return  # somebody has to decide something
        if left:
            self._say_no_room(left[0], f"{count} entered. ")
        else:
            self.screen.say(f"{count} entered. {undo_hint(self.screen, 'take them back, one by one')}".rstrip())

    def _orders_to_enter(self, column: Sequence[int], way: Sequence[int]) -> Iterator[Order]:
        """The orders for a column. Each is worked out when the one before it has been carried out."""
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
        self.screen.say(f"{before}{name} has no room behind the last one. {do}")


# -- landing from the air one unit after another


BESIDE = 2
"""Hexes from the last one, at most, that are still beside it."""


class Landings(Newcomers):
    """Those that land from the air, beside each other."""

    verb, to, same = "land", "hex marked *", "beside last"

    def __init__(self, screen: GameScreen, movers: Sequence[int]) -> None:
        """`movers`: the units that can still move, enter or land."""
        game = screen.game
        due = {unit: at for at, unit in enumerate(u for group in game.scenario.reinforcements for u in group.units)}
        landing = (u for u in movers if queries.lands(game, u) and queries.entry_hexes(game, u))
        super().__init__(screen, sorted(landing, key=lambda u: due.get(u, len(due))))
        self.last = queries.last_landing(game) if self.units else NOWHERE
        """The hex of the unit that landed last; `NOWHERE` if something else was done since."""

    def many(self, units: Sequence[int]) -> int:
        left = queries.landings_left(self.game)
        return len(units) if left is None else min(len(units), left)

    @property
    def has_begun(self) -> bool:
        return self.last != NOWHERE

    def joins_last(self, unit: int) -> bool:
        return self._hex_beside_last(unit) != NOWHERE

    def hex_for(self, unit: int) -> int:
        """Where a unit lands best if its player chooses no hex; `NOWHERE` if it cannot land.

        Beside the last one, else in the middle of its hexes; outside enemy zones if possible.
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
        """Land a unit beside the last one; if its hexes are elsewhere, in the middle of them."""
        if self.last == NOWHERE:
            self.screen.say("Land one unit first; the others can land beside it")
        elif (order := self._landing_order(unit)) is not None:
            self.screen.apply(order)
        else:
            self._say_nowhere(unit)

    def all(self, selected: SelectedUnit) -> None:
        """The first lands at the cursor, if it can."""
        unit = selected.unit
        waiting = [unit, *(u for u in self.ready if u != unit)]
        if not self.screen.apply_all(self._orders_to_land(waiting)):
            return  # the prompt says why
        game = self.game
        if game.prompt.kind != "movement":
            return  # somebody has to decide something
        stuck = next((u for u in waiting if game.state.location[u] < 0 and queries.may_arrive(game, u)), -1)
        if stuck >= 0:
            self._say_nowhere(stuck)
        else:
            count = sum(game.state.location[u] >= 0 for u in waiting)
            self.screen.say(f"{count} have landed. {undo_hint(self.screen, 'take them back, one by one')}".rstrip())

    def _orders_to_land(self, units: Sequence[int]) -> Iterator[Order]:
        """The orders to land units. Each is worked out when the one before it has been carried out; the first lands at
        the cursor.
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
        """The order to land a unit in the hex wanted, if it can, or where it lands best; None if it can nowhere."""
        game = self.game
        h = wanted if wanted in queries.entry_hexes(game, unit) else self.hex_for(unit)
        if h == NOWHERE:
            return None
        self.screen.move_cursor(h)
        return Land(game.state.units[unit].id, game.state.number(h))

    def _say_nowhere(self, unit: int) -> None:
        self.screen.say(f"{self.game.state.units[unit].name} has nowhere to land now")
