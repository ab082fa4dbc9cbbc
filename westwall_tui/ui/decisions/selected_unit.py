"""The unit in hand in a Movement Phase: where it can go, by which way, and what that looks like on the map."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.events import points
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Reach
from westwall_tui.ui.decisions.mode import LEGAL, SELECTED, THROUGH, WAYPOINT, Mark, reach_mark, way_marks
from westwall_tui.ui.map.signs import zone_sign
from westwall_tui.words.rows import Row, row

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Outlook, Risk


class SelectedUnit:
    """A unit, or none."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.drop()

    def drop(self) -> None:
        """Take no unit."""
        self.unit = -1
        self.reach: Reach | None = None
        """Where the unit can go by the route pinned so far."""
        self._way: tuple[int, ...] = ()

    def take(self, unit: int, pins: Sequence[int] = ()) -> None:
        """Take a unit, with its route pinned to some hexes."""
        self.unit = unit
        self.reach = queries.reach(self._game, unit, pins)
        self._way = ()

    @property
    def pins(self) -> tuple[int, ...]:
        """The hexes that its route is pinned to."""
        return self.reach.pins if self.reach else ()

    @property
    def rounds(self) -> tuple[tuple[int, int], ...]:
        """The hexsides that cannot be crossed, round which the route leads; each as the two hexes beside it."""
        return self.reach.rounds if self.reach else ()

    @property
    def lands(self) -> bool:
        """True if it comes from the air."""
        return self.unit >= 0 and queries.lands(self._game, self.unit)

    @property
    def enters(self) -> bool:
        """True if it is off the map."""
        return self.unit >= 0 and self._game.state.location[self.unit] < 0

    def may_stop(self, h: int) -> bool:
        """True if it can end its move in a hex, or land there."""
        return self.reach is not None and self.reach.may_stop(h)

    def way_to(self, h: int) -> tuple[int, ...]:
        """Its way to a hex in reach. It keeps the way to the hex before as far as possible."""
        assert self.reach is not None
        self._way = self.reach.path(h, self._way)
        return self._way

    def marks(self, cursor: int, others: Mapping[int, Mark]) -> Mapping[int, Mark]:
        """Its reach, the way to the cursor and the pins, with the marks of `others`."""
        reach = self.reach
        if reach is None:
            return others
        if self.lands:
            return {**others, **dict.fromkeys(sorted(reach.landings), LEGAL)}
        zone = zone_sign(self._game.scenario, 1 - self._game.state.units[self.unit].side)
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

    def about(self, h: int) -> Sequence[Row]:
        """What a hex means to the unit, in a row or two; first what changes with every step, its number last."""
        reach = self.reach
        if reach is None:
            return ()
        if self.lands:
            return (row("can land here" if self.may_stop(h) else "cannot land here"),)
        if self.may_stop(h):
            stop = [row("enemy zone: must stop")] if h in reach.halting else []
            if h in reach.shared:
                stop.append(row(f"stacks here ({queries.share_case(self._game)})"))
            return (row(f"MP left here: {points(reach.left[h])}", "heading"), *stop)
        if h == reach.start:
            rows = (row(f"MP left here: {points(reach.allowance)}", "heading"),)
            return (*rows, row("may leave this zone,"), row("but not enter another")) if reach.leaves_zone else rows
        if h in reach:
            return (row("may pass, not stop"),)
        side = self._game.state.units[self.unit].side
        if any(self._game.state.units[unit].side != side for unit in queries.units_at(self._game, h)):
            return ()  # nobody wants to go there: it is looked at
        refusal = queries.why_not(self._game, self.unit, h) if not self.enters else None
        return (row(f"out of reach ({refusal.case})" if refusal else "out of reach"),)


class MoveRisks:
    """The risks of moves in a position, kept as long as the decision lasts."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._outlook: Outlook | None = None
        self._asked: tuple[int, int, tuple[int, ...]] | None = None
        self._found: Sequence[Risk] = ()

    def of_move(self, unit: int, h: int, way: Sequence[int] = ()) -> "Sequence[Risk]":
        """What is at risk if a unit goes to a hex by a way, the most points first."""
        asked = unit, h, tuple(way)
        if asked != self._asked:
            from westwall_tui.engine.planning import Outlook  # not loaded at the start

            self._outlook = self._outlook or Outlook(self._game)
            self._asked, self._found = asked, self._outlook.of_move(unit, h, way)
        return self._found
