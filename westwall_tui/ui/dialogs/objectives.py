"""The list of objectives."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.ui.map.objectives import Objectives
from westwall_tui.ui.terminal.choice import ChoiceDialog
from westwall_tui.ui.terminal.dialog import Desk
from westwall_tui.ui.terminal.rows import Row, row

REASON = 3
"""Lines of the box that say who holds it and why."""


class ObjectivesDialog(ChoiceDialog):
    """The list of objectives; Enter goes to one."""

    title = "Objectives: their points, and who scores them now"
    hints = (("up down", "choose"), ("confirm", "go there"), ("back", "back to the map"))

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
        why = [row(line) for line in wrap(self.objectives.reason(self.objectives.places[self.at]), width)[:REASON]]
        shown = list(super().rows(width))
        return [*shown[:-1], *why, *[row()] * (REASON - len(why)), shown[-1]]

    def chosen(self, at: int) -> None:
        self.desk.move_cursor(self.objectives.places[at].hexes[0])
        self.desk.update()
