"""Objectives: the places that Victory Points are given for, who would score them now, and what keeps whom from it."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import Objective
from westwall_tui.ui.choicedialogs import ChoiceDialog
from westwall_tui.ui.dialog import Desk
from westwall_tui.ui.rows import Row, row

NOBODYS = "?", "offered"
"""The sign of a place that nobody would score."""
TOLD = 3
"""Lines of the box that say why."""


class Objectives:
    """The objectives as they stand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places = queries.objectives(game)
        self._at = {h: place for place in self.places for h in place.hexes}

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """By hex the letter of the side that would score it now."""
        signs = {i: (side.letter, f"zone{i}") for i, side in enumerate(self.game.scenario.sides)}
        return {h: signs.get(place.side, NOBODYS) for h, place in self._at.items()}

    def panel(self, h: int, width: int) -> Sequence[Row]:
        """What there is to say of a hex, if it is of an objective."""
        place = self._at.get(h)
        if place is None:
            return ()
        rows = [row(f"objective: {self.worth(place)}"[:width], "bold")]
        return [*rows, *(row(line) for line in wrap(f"{self.holder(place)}: {place.why}", width)[:5])]

    def worth(self, place: Objective) -> str:
        """`US 10`, or `US 5, German 20`."""
        sides = self.game.scenario.sides
        return ", ".join(f"{side.name} {n}" for side, n in zip(sides, place.points, strict=True) if n)

    def holder(self, place: Objective) -> str:
        """Who would score it now."""
        return self.game.scenario.sides[place.side].name if place.side >= 0 else "nobody"


class ObjectivesDialog(ChoiceDialog):
    """The list of objectives; Enter goes to one."""

    title = "Objectives: what they are worth, and who would score them now"
    note = "Up Down   Enter goes there   Esc back"

    def __init__(self, desk: Desk, objectives: Objectives) -> None:
        self.objectives = objectives
        board = desk.game.scenario.board
        super().__init__(
            desk,
            [
                f"{place.name:<16} {board.number(place.hexes[0])}  {objectives.worth(place):<19} "
                f"{objectives.holder(place)}"
                for place in objectives.places
            ],
        )
        here = [i for i, place in enumerate(objectives.places) if desk.cursor in place.hexes]
        self.at = here[0] if here else 0

    def rows(self, width: int) -> Sequence[Row]:
        told = [row(line) for line in wrap(f"{self.objectives.places[self.at].why}.", width)[:TOLD]]
        shown = list(super().rows(width))
        return [*shown[:-1], *told, *[row()] * (TOLD - len(told)), shown[-1]]

    def chosen(self, at: int) -> None:
        self.desk.move_cursor(self.objectives.places[at].hexes[0])
        self.desk.update()
