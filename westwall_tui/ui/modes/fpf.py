"""The defender's Final Protective Fire (8.4)."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import planning
from westwall_tui.ui.dialogs.fpf import FpfDialog
from westwall_tui.ui.modes.base import CHOSEN, JOINED, OFFERED, Mark, Mode, register


@register
class FpfMode(Mode):
    """The box is open from the start; Escape closes it to look at the map, Enter opens it again."""

    kinds = ("fpf",)

    def begin(self) -> None:
        self.desk.open(FpfDialog(self.desk))

    def prompt(self) -> str:
        return f"{self.game.prompt.text}. {self.desk.key('confirm')}: answer"

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        combat = state.combat
        if combat is None:
            return {}
        found = {state.location[gun]: OFFERED for gun in planning.protection(self.game)[0]}
        found |= {state.location[unit]: JOINED for unit in (*combat.attackers, *combat.barrage)}
        return found | {state.location[unit]: CHOSEN for unit in combat.defenders}

    def confirm(self, h: int) -> None:
        self.desk.open(FpfDialog(self.desk))

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "answer"),)
