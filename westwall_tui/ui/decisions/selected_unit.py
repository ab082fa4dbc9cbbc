"""The selected unit in a Movement Phase: where it can go, by which route, and how the map shows that."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.queries import Reach
from westwall_tui.ui.decisions.mode import LEGAL, SELECTED, THROUGH, WAYPOINT, Mark, reach_mark, way_marks
from westwall_tui.ui.map.signs import zone_sign
from westwall_tui.words.rows import Row, row

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Outlook, Risk


class SelectedUnit:
    """The unit that is selected, if there is one, with its reach."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.deselect()

    def deselect(self) -> None:
        """Select no unit."""
        self.unit = -1
        self.reach: Reach | None = None
        """The hexes that the unit can reach by the route pinned so far."""
        self._way: tuple[int, ...] = ()
        self._after_landing: tuple[int, Reach | None] = NOWHERE, None
        """A landing hex, and the reach of the unit after it has landed there."""

    def select(self, unit: int, pins: Sequence[int] = ()) -> None:
        """Select a unit, with its route pinned to some hexes."""
        self.unit = unit
        self.reach = queries.reach(self._game, unit, pins)
        self._way = ()
        self._after_landing = NOWHERE, None

    @property
    def pins(self) -> tuple[int, ...]:
        """The hexes to which the route is pinned."""
        return self.reach.pins if self.reach else ()

    @property
    def rounds(self) -> tuple[tuple[int, int], ...]:
        """The impassable hexsides around which the route leads, each as its two hexes."""
        return self.reach.rounds if self.reach else ()

    @property
    def lands(self) -> bool:
        """True if the unit lands by air."""
        return self.unit >= 0 and queries.lands(self._game, self.unit)

    @property
    def enters(self) -> bool:
        """True if the unit is off the map."""
        return self.unit >= 0 and self._game.state.location[self.unit] < 0

    def may_stop(self, h: int) -> bool:
        """Return True if the unit can end its move in a hex or land there."""
        return self.reach is not None and self.reach.may_stop(h)

    def way_to(self, h: int) -> tuple[int, ...]:
        """Return the route to a hex in reach, which keeps as much as possible of the route returned before."""
        assert self.reach is not None
        self._way = self.reach.path(h, self._way)
        return self._way

    def marks(self, cursor: int, others: Mapping[int, Mark]) -> Mapping[int, Mark]:
        """Return `others` with the marks of the reach, of the route to the cursor and of the pins over them."""
        reach = self.reach
        if reach is None:
            return others
        zone = zone_sign(self._game.scenario, 1 - self._game.state.units[self.unit].side)
        if self.lands:
            then = self._reach_after_landing(cursor)
            left = then.left.items() if then is not None else ()
            on = {h: reach_mark(n, zone if then is not None and h in then.halting else "") for h, n in left}
            return {**others, **on, **dict.fromkeys(sorted(reach.landings), LEGAL)}
        found = {
            **dict.fromkeys(reach.through, THROUGH),
            **others,
            **{h: reach_mark(left, zone if h in reach.halting else "") for h, left in reach.left.items()},
        }
        if cursor in reach:
            found |= way_marks(self._game, self.way_to(cursor), found)
        found |= dict.fromkeys(reach.pins, WAYPOINT)
        if not self.enters:
            found[reach.start] = SELECTED
        return found

    def _reach_after_landing(self, h: int) -> Reach | None:
        """Return the unit's reach once it has landed in a hex; None if it cannot land there."""
        if self.reach is None or h not in self.reach.landings:
            return None
        if self._after_landing[0] != h:
            self._after_landing = h, queries.reach_after_landing(self._game, self.unit, h)
        return self._after_landing[1]

    def about(self, h: int) -> Sequence[Row]:
        """Return rows that say what a hex means to the unit.

        Only the first row changes with every step of the cursor.
        """
        reach = self.reach
        if reach is None:
            return ()
        if self.lands:
            if not self.may_stop(h):
                return (row("cannot land here"),)
            then = self._reach_after_landing(h)
            return (row("can land here"), *([row("numbers: MP left then")] if then is not None and then.left else []))
        if self.may_stop(h):
            stop = [row("enemy zone: must stop")] if h in reach.halting else []
            if h in reach.shared:
                stop.append(row(f"stacks here ({queries.share_case(self._game)})"))
            return (row(f"MP left here: {points(reach.left[h])}", "heading"), *stop)
        if h == reach.start:
            rows = (row(f"MP left here: {points(reach.allowance)}", "heading"),)
            return (*rows, row("may leave this zone,"), row("but not enter another")) if reach.leaves_zone else rows
        if h in reach:
            return (row("can pass, not stop"),)
        side = self._game.state.units[self.unit].side
        if any(self._game.state.units[unit].side != side for unit in queries.units_at(self._game, h)):
            return ()  # the player is looking at the enemy
        refusal = queries.why_not(self._game, self.unit, h) if not self.enters else None
        return (row(f"out of reach ({refusal.case})" if refusal else "out of reach"),)


class MoveRisks:
    """The risks of moves in a position, calculated once for each decision."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._outlook: Outlook | None = None
        self._asked: tuple[int, int, tuple[int, ...]] | None = None
        self._found: Sequence[Risk] = ()

    def of_move(self, unit: int, h: int, way: Sequence[int] = ()) -> "Sequence[Risk]":
        """Return the risks if a unit moves to a hex by a route, the most points first."""
        asked = unit, h, tuple(way)
        if asked != self._asked:
            from westwall_tui.engine.planning import Outlook  # not loaded at the start

            self._outlook = self._outlook or Outlook(self._game)
            self._asked, self._found = asked, self._outlook.of_move(unit, h, way)
        return self._found
