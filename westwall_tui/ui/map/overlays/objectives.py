"""Overlays of the sources of Victory Points: places with the side that scores them now, and units that count."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Counted, Objective, Source
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.words.rows import Row, row, text_rows

NOBODYS = "$?", "obliged"
"""The sign of a place that neither side scores now."""
SIGN = "$", "objective"
"""The sign of an objective, whichever side scores it."""
WIDE_GROUND = 60
"""If a source of points has more hexes than this, it has only one sign in each stretch."""
STRETCH, TOWN = 7, 6
"""The columns and rows of a stretch, and the largest objective that has a sign in each of its hexes.

A larger objective has one sign per stretch, so that the map is not crowded with signs.
"""


class Objectives:
    """The current objectives."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places = queries.objectives(game)
        self._at: dict[int, list[Objective]] = {}
        for place in self.places:
            for h in place.hexes:
                self._at.setdefault(h, []).append(place)

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return, by hex, the sign of an objective with the letter of the side that would score it now."""
        signs = {i: (f"${side.letter}", "zone") for i, side in enumerate(self.game.scenario.sides)}
        return {h: signs.get(places[0].side, NOBODYS) for h, places in self._at.items()}

    def signs(self) -> Mapping[int, tuple[str, str]]:
        """Return, by hex, the sign of an objective without a side."""
        return dict.fromkeys(self._places_with_sign, SIGN)

    @cached_property
    def _places_with_sign(self) -> Mapping[int, Objective]:
        """The hexes with a sign, and the objective of each."""
        positions = self.game.scenario.board.grid.positions
        found: dict[int, Objective] = {}
        for place in self.places:
            stretches: dict[object, int] = {}
            for h in place.hexes:
                column, row = positions[h]
                stretches.setdefault(h if len(place.hexes) <= TOWN else (column // STRETCH, row // STRETCH), h)
            found |= dict.fromkeys(stretches.values(), place)
        return found

    def panel(self, h: int, width: int) -> Sequence[Row]:
        """Return two lines about each objective in a hex, without reasons, which the list of objectives gives.

        If an objective and its hex have different names, the objective's name is above these lines.
        """
        rows: list[Row] = []
        for place in self._at.get(h, ()):
            named = place.name == self.game.scenario.board.names.get(h)
            rows += [] if named else text_rows(place.name, width, "bold")
            rows += [*text_rows(f"worth {self.worth(place)}", width), row(f"now {self.holder(place)}")]
        return rows

    def worth(self, place: Objective) -> str:
        """Return the worth of a place: `U.S. 10`, or `U.S. 5, German 20`."""
        sides = self.game.scenario.sides
        return ", ".join(f"{side.adjective} {n}" for side, n in zip(sides, place.points, strict=True) if n)

    def holder(self, place: Objective) -> str:
        """Return the side that scores an objective now."""
        return self.game.scenario.sides[place.side].adjective if place.side >= 0 else "neither side"


def source_marks(game: Game, source: Source) -> Mapping[int, tuple[str, str]]:
    """Return the marks of a source of points: its units, and its hexes with the letter of the side that scores.

    A large area has one sign per stretch.
    """
    scenario, location = game.scenario, game.state.location
    sign = (f"${scenario.sides[source.side].letter}", "zone")
    positions = scenario.board.grid.positions
    stretches: dict[object, int] = {}
    for h in source.hexes:
        column, line = positions[h]
        wide = len(source.hexes) > WIDE_GROUND
        stretches.setdefault((column // STRETCH, line // STRETCH) if wide else h, h)
    units = {location[unit]: COUNTED_SIGN for unit in source.units if location[unit] >= 0}
    return units | {h: sign for h in stretches.values() if h not in units}


# -- the units that the battle counts for Victory Points


COUNTED_SIGN = SIGNS["counts"].ascii, SIGNS["counts"].role


class CountedUnits:
    """The units that count for Victory Points now."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.units = queries.counted(game)

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return marks of the counted units on the map."""
        location = self.game.state.location
        return {location[counted.unit]: COUNTED_SIGN for counted in self.units if location[counted.unit] >= 0}

    def panel(self, h: int, width: int) -> Sequence[Row]:
        """Return lines about the worth of the units in a hex."""
        location = self.game.state.location
        found = [counted for counted in self.units if location[counted.unit] == h]
        return [row(line, "bold") for counted in found for line in wrap(f"counts: {self._tell_worth(counted)}", width)]

    def _tell_worth(self, counted: Counted) -> str:
        """Return a unit's worth, and its score now: `to leave by the western edge by Game-Turn 7; U.S. 3 now`."""
        why = counted.how.partition(", ")[2]  # leave out the place, which the panel shows
        if counted.points:
            side = self.game.scenario.sides[counted.side].adjective
            return f"{counted.what}; {why or f'{side} {counted.points} now'}"
        return f"{counted.what}; no points now" + (f", {why}" if why else "")

    def summary(self) -> str:
        """Return a sentence on the number of units that count."""
        if not self.units:
            return "No unit scores by itself now"
        counting = {counted.unit for counted in self.units}
        here = sum(self.game.state.location[unit] >= 0 for unit in counting)
        away = f", {len(counting) - here} off it" if here < len(counting) else ""
        return f"{COUNTED_SIGN[0]} marks the scoring units: {here} on the map{away}"
