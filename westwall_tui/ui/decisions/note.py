"""Drop zones that are noted in secret: where, and on which Game-Turn to place each."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Done, IllegalOrder, Note
from westwall_tui.ui.boxes.kinds import ChoiceDialog
from westwall_tui.ui.decisions.mode import LEGAL, PANEL, SELECTED, Mark, Mode, register
from westwall_tui.ui.decisions.setup import CLOSED, MANY
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.terminal.rows import Row, row


@register
class NoteMode(Mode):
    """There is always a division in hand: Tab picks another, Enter notes its drop zone in the cursor's hex."""

    kinds = ("notes",)

    def begin(self) -> None:
        self.side = self.game.prompt.side
        self.names = queries.notes(self.game, self.side)
        self.left = queries.notes_left(self.game, self.side)
        self.hand = self.left[0] if self.left else ""
        self.legal = self._legal_hexes()

    def _legal_hexes(self) -> frozenset[int]:
        game, state = self.game, self.game.state
        if not self.hand:
            return frozenset()
        hexes = game.scenario.board.playable
        return frozenset(h for h in hexes if game.explain(Note(self.hand, state.number(h))) is None)

    def prompt(self) -> str:
        name = self.game.scenario.sides[self.side].name
        if not self.hand:
            return f"{name}: all drop zones are noted"
        return f"{name}, in secret: where is the drop zone of {self.hand}? {len(self.left)} left to note"

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
            rows += [row(line, "danger") for line in wrap(why, PANEL)[:5]]
        if self.left:
            rows.append(row("to note:", "bold"))
            rows += [row(f"{'>' if name == self.hand else ' '} {name}") for name in self.left]
        noted = [marker for marker in queries.markers(self.game, self.side) if marker.secret]
        if noted:
            rows.append(row("noted in secret:", "bold"))
            for marker in noted:
                line = f"{self.game.state.number(marker.hex)} {marker.name}"
                rows += [row(part) for part in wrap(line, PANEL, initial_indent="  ", subsequent_indent="    ")]
        return rows

    def confirm(self, h: int) -> None:
        if not self.hand:
            self.end()
            return
        number, hand = self.game.state.number(h), self.hand
        refusal = self.game.explain(Note(hand, number))
        if refusal is not None:
            self.screen.refuse(refusal, self._advice(refusal))
            return
        first, last = self.game.state.turn, self.game.scenario.last_turn
        orders = [Note(hand, number, turn) for turn in range(first, last + 1)]
        self.screen.open(NoteDialog(self.screen, orders))

    def _advice(self, refusal: IllegalOrder) -> str:
        marked = "marked *" if len(self.legal) <= MANY else "not marked X"
        if self.legal:
            return f"choose a hex {marked}"
        return f"take back another note ({self.screen.key('undo')}) and note this one first"

    def next(self, step: int) -> None:
        order = [*self.left, *(name for name in self.names if name not in self.left)]
        at = order.index(self.hand) if self.hand in order else -1 if step > 0 else 0
        self.hand = order[(at + step) % len(order)]
        self.legal = self._legal_hexes()

    def end(self) -> None:
        self.give(Done(), f"put the cursor on a hex, then {self.screen.key('confirm')}")

    def keys(self) -> Sequence[tuple[str, str]]:
        if not self.hand:
            return (("end", "done"), ("next", "another"), ("undo", "undo"))
        return (("confirm", "note here"), ("next", "another"), ("undo", "undo"), ("end", "done"))


# -- when to place a drop zone that is noted in secret


class NoteDialog(ChoiceDialog):
    """Which Game-Turn to place a noted drop zone on."""

    does = "note it"

    def __init__(self, screen: GameScreen, orders: Sequence[Note]) -> None:
        """The orders differ in their Game-Turn."""
        scenario = screen.game.scenario
        dates = {order.turn: scenario.date(order.turn) for order in orders}
        super().__init__(
            screen, [f"place it on Game-Turn {turn}" + (f", {date}" if date else "") for turn, date in dates.items()]
        )
        self.title = f"Drop zone of {orders[0].division} at {orders[0].hex}"
        self.orders = orders

    def prompt(self) -> str:
        return "On which Game-Turn is it placed?"

    def chosen(self, at: int) -> None:
        self.screen.apply(self.orders[at])
