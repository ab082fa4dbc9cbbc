"""Objectives: the places that score Victory Points, who scores them now, and who is in the way."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Objective
from westwall_tui.ui.terminal.rows import Row, row

NOBODYS = "$?", "obliged"
"""The sign of a place that nobody scores now."""
SIGN = "$", "objective"
"""The sign of an objective, whoever scores it."""
STRETCH, TOWN = 7, 6
"""An objective of more hexes than a town has one sign in so many columns and rows, so that it is no thicket of them."""


class Objectives:
    """The objectives as they stand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places = queries.objectives(game)
        self._at = {h: place for place in self.places for h in place.hexes}

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """By hex its sign with the letter of the side that would score it now."""
        signs = {i: (f"${side.letter}", "zone") for i, side in enumerate(self.game.scenario.sides)}
        return {h: signs.get(place.side, NOBODYS) for h, place in self._at.items()}

    def signs(self) -> Mapping[int, tuple[str, str]]:
        """By hex the sign of an objective."""
        return dict.fromkeys(self._signed, SIGN)

    @cached_property
    def _signed(self) -> Mapping[int, Objective]:
        """The hexes that bear a sign."""
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
        """What to say about a hex of an objective, in two rows; nothing about others. The list says why.

        An objective that is not called like its hex has its name above them.
        """
        place = self._at.get(h)
        if place is None:
            return ()
        name = () if place.name == self.game.scenario.board.names.get(h) else (row(place.name[:width], "bold"),)
        return (*name, row(f"worth: {self.worth(place)}"[:width], "bold"), row(f"now {self.holder(place)}"[:width]))

    def worth(self, place: Objective) -> str:
        """`US 10`, or `US 5, German 20`."""
        sides = self.game.scenario.sides
        return ", ".join(f"{side.name} {n}" for side, n in zip(sides, place.points, strict=True) if n)

    def reason(self, place: Objective) -> str:
        """Why it is scored so, for what each of the points is given, and what the account has for it now."""
        said = [f"{place.why[:1].upper()}{place.why[1:]}."]
        if place.per:
            said.append(f"Points for each {place.per}.")
        has = ", ".join(f"{side.name} {n}" for side, n in zip(self.game.scenario.sides, place.scored, strict=True) if n)
        return " ".join([*said, *([f"In the account: {has}."] if has else [])])

    def holder(self, place: Objective) -> str:
        """Who scores it now."""
        return self.game.scenario.sides[place.side].name if place.side >= 0 else "nobody"
