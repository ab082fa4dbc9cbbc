"""Notes made in secret before the game: a hex for each, and the Game-Turn on which it is placed."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Done, IllegalOrder, Note
from westwall_tui.ui.dialogs.notes import NoteDialog
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.modes.base import LEGAL, SELECTED, Mark, Mode, register
from westwall_tui.ui.modes.setup import CLOSED, MANY


@register
class NotesMode(Mode):
    """One division's drop zone is always being noted: Tab takes another, Enter notes it in the cursor's hex."""

    kinds = ("notes",)

    def begin(self) -> None:
        self.side = self.game.prompt.side
        self.names = queries.notes(self.game, self.side)
        self.left = queries.notes_left(self.game, self.side)
        self.hand = self.left[0] if self.left else ""
        self.legal = self._legal()

    def _legal(self) -> frozenset[int]:
        game, state = self.game, self.game.state
        if not self.hand:
            return frozenset()
        hexes = game.scenario.board.playable
        return frozenset(h for h in hexes if game.explain(Note(self.hand, state.number(h))) is None)

    def prompt(self) -> str:
        name = self.game.scenario.sides[self.side].name
        if not self.hand:
            return f"{name}: every drop zone is noted. E ends the notes; Tab takes one up again"
        return f"{name} notes in secret the drop zone of {self.hand}: Enter notes it here; {len(self.left)} left"

    def marks(self) -> Mapping[int, Mark]:
        playable = self.game.scenario.board.playable
        if len(self.legal) <= MANY:
            found = dict.fromkeys(self.legal, LEGAL)
        else:
            found = {h: CLOSED for h in playable if h not in self.legal}
        own = (marker for marker in queries.markers(self.game, self.side) if marker.secret)
        return found | dict.fromkeys((marker.hex for marker in own), SELECTED)

    def panel(self, h: int) -> Sequence[Row]:
        rows: list[Row] = []
        if self.hand and h not in self.legal:
            refusal = self.game.explain(Note(self.hand, self.game.state.number(h)))
            why = f"not here ({refusal.case}): {refusal.reason}" if refusal else ""
            rows += [row(line, "refusal") for line in wrap(why, 26)[:5]]
        if self.left:
            rows.append(row("to be noted:", "bold"))
            rows += [row(f"{'>' if name == self.hand else ' '} {name}"[:26]) for name in self.left]
        noted = [marker for marker in queries.markers(self.game, self.side) if marker.secret]
        if noted:
            rows.append(row("noted, and secret:", "bold"))
            for marker in noted:
                told = f"{self.game.state.number(marker.hex)} {marker.name}"
                rows += [row(line) for line in wrap(told, 26, initial_indent="  ", subsequent_indent="    ")]
        return rows

    def confirm(self, h: int) -> None:
        if not self.hand:
            self.end()
            return
        number, hand = self.game.state.number(h), self.hand
        refusal = self.game.explain(Note(hand, number))
        if refusal is not None:
            self.desk.refuse(refusal, self._advice(refusal))
            return
        first, last = self.game.state.turn, self.game.scenario.last_turn
        orders = [Note(hand, number, turn) for turn in range(first, last + 1)]
        self.desk.open(NoteDialog(self.desk, orders))

    def _advice(self, refusal: IllegalOrder) -> str:
        marked = "marked *" if len(self.legal) <= MANY else "not marked X"
        return f"choose a hex {marked}" if self.legal else "take another note back with <, and begin with that"

    def next(self, step: int) -> None:
        order = [*self.left, *(name for name in self.names if name not in self.left)]
        at = order.index(self.hand) if self.hand in order else -1 if step > 0 else 0
        self.hand = order[(at + step) % len(order)]
        self.legal = self._legal()

    def end(self) -> None:
        self.give(Done(), "put the cursor on a hex, Enter")

    def keys(self) -> Sequence[tuple[str, str]]:
        if not self.hand:
            return (("end", "end the notes"), ("next", "another"), ("undo", "undo"))
        return (("confirm", "note here"), ("next", "another"), ("undo", "undo"), ("end", "end the notes"))
