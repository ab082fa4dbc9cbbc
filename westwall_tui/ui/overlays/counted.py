"""The units that the battle counts for Victory Points: a mark on the map, and in the panel what for."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Counted
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.terminal.rows import Row, row

SIGN = SIGNS["counts"].ascii, SIGNS["counts"].role


class CountedUnits:
    """The units that count, as things stand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.units = queries.counted(game)

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """The hexes of those on the map."""
        location = self.game.state.location
        return {location[counted.unit]: SIGN for counted in self.units if location[counted.unit] >= 0}

    def panel(self, h: int, width: int) -> Sequence[Row]:
        """What the units in a hex count for."""
        location = self.game.state.location
        found = [counted for counted in self.units if location[counted.unit] == h]
        return [row(line, "bold") for counted in found for line in wrap(f"counts: {self._told(counted)}", width)]

    def _told(self, counted: Counted) -> str:
        """What a unit counts for, and what it gives now: `to leave by the western edge by Game-Turn 7; US 3 now`."""
        why = counted.how.partition(", ")[2]  # the panel shows where it is
        if counted.points:
            return f"{counted.what}; {why or f'{self.game.scenario.sides[counted.side].name} {counted.points} now'}"
        return f"{counted.what}; no points now" + (f", {why}" if why else "")

    def summary(self) -> str:
        """How many there are, in a sentence."""
        if not self.units:
            return "No unit counts for points by itself now"
        counting = {counted.unit for counted in self.units}
        here = sum(self.game.state.location[unit] >= 0 for unit in counting)
        away = f", {len(counting) - here} off it" if here < len(counting) else ""
        return f"{SIGN[0]} marks the units that count for points: {here} on the map{away}"
