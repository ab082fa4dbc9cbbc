"""The hint: what the computer would do in your place, why, and what else. Nothing is done."""

from collections.abc import Sequence
from textwrap import wrap

from westwall_tui.ui.computer.places import place_of
from westwall_tui.ui.computer.thinking import Thought
from westwall_tui.ui.kit.dialog import Desk, Dialog
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.texts.orders import in_words

HINT_LEVEL = 3
"""The level that is asked: it answers in a second or two."""
MOST_REASONS = 3


class HintDialog(Dialog):
    """An order in words, with its reasons and the second best. The box that was open comes back."""

    title = "Hint"

    def __init__(self, desk: Desk, thought: Thought, behind: Dialog | None) -> None:
        super().__init__(desk)
        self._thought = thought
        self._behind = behind

    def rows(self, width: int) -> Sequence[Row]:
        thought = self._thought
        assert thought.order is not None
        lines = [row(line, "bold") for line in wrap(_sentence(in_words(thought.order)), width)]
        for reason in thought.reasons[:MOST_REASONS]:
            lines += [row(line) for line in wrap(reason, width, initial_indent="- ", subsequent_indent="  ")]
        if thought.second is not None:
            lines += [row(line) for line in wrap(f"Or: {in_words(thought.second)}", width)]
        keys = (("confirm", "look there"), ("back", "back")) if self.hexes() else (("back", "back"),)
        return [*lines, row(), self.hint(width, *keys)]

    def act(self, action: str) -> bool:
        if action not in ("confirm", "put", "back", "leave", "hint"):
            return False
        hexes = self.hexes()
        if self._behind is not None:
            self.desk.open(self._behind)
        else:
            self.desk.close()
            if action == "confirm" and hexes:
                self.desk.move_cursor(hexes[0])
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "look there"), ("back", "back"))

    def hexes(self) -> Sequence[int]:
        """The unit that it is about, or else the hex."""
        game, order = self.desk.game, self._thought.order
        assert order is not None
        unit = game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
        here = game.state.location[unit] if unit >= 0 else -1
        number = getattr(order, "hex", "") or next(iter(getattr(order, "hexes", ())), "")
        if here < 0 and number:
            here = game.scenario.board.hex(number)
        return [h for h in (here if here >= 0 else place_of(game, order, ()),) if h >= 0]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
