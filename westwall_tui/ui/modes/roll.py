"""The die, in a game whose players roll it themselves (7.6)."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.ui.dialogs.roll import RollDialog
from westwall_tui.ui.modes.base import CHOSEN, JOINED, OFFERED, Mark, Mode, register


@register
class RollMode(Mode):
    """The box is open from the start and takes 1 to 6."""

    kinds = ("roll",)

    def begin(self) -> None:
        self.desk.open(RollDialog(self.desk))

    def prompt(self) -> str:
        return f"{self.game.prompt.text}. {self.desk.key('confirm')}: type the roll, 1 to 6"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        if queries.die_due(self.game) is not None:
            return dict.fromkeys(self.game.prompt.hexes, OFFERED)
        combat = self.game.prompt.combat
        if combat is None:
            return {}
        found = {state.location[unit]: JOINED for unit in (*combat.attackers, *combat.barrage)}
        return found | {state.location[unit]: CHOSEN for unit in combat.defenders}

    def confirm(self, h: int) -> None:
        self.desk.open(RollDialog(self.desk))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "type the roll"),)
