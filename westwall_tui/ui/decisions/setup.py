"""Setting up (3.0): each unit within its limits; and drop zones, noted in secret."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Deploy, Done, IllegalOrder, Note
from westwall_tui.engine.words import division_named, listed
from westwall_tui.ui.boxes.kinds import ChoiceDialog, Confirm
from westwall_tui.ui.decisions.mode import LEGAL, PANEL, SELECTED, Mark, Mode
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.rows import Row, row, text_rows, with_more

MANY = 200
"""With more open hexes than this, the closed ones are marked instead."""
CLOSED = Mark("X", "faint")
SHOWN = 5
"""How many of the units left the side panel names; the list goes on round the one in hand."""
FEW = 3
"""How many units are named when many are left."""


class SetupMode(Mode, kind="set-up"):
    """While units are left, one is in hand: Tab picks another, Enter puts it down, or picks one up again."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.side = self.game.prompt.side
        self.left = queries.to_set_up(self.game)
        self._take_unit(self._next_in_hand())

    def begin(self) -> None:
        if self.legal and self.screen.cursor not in self._hexes_of_group():
            self.screen.move_cursor(self._suggested_hex())

    def _next_in_hand(self) -> int:
        """The first unit left that was not skipped; -1 once all are set up."""
        return next((u for u in self.left if u not in self.screen.skipped), self.left[0] if self.left else -1)

    def _hexes_of_group(self) -> frozenset[int]:
        group = self.game.scenario.setup_of.get(self.hand)
        return group.hexes if group else frozenset()

    def _legal_hexes(self) -> frozenset[int]:
        return queries.setup_hexes(self.game, self.hand)

    def _suggested_hex(self) -> int:
        """The hex that the scenario suggests for the unit in hand, or one near the cursor."""
        group = self.game.scenario.setup_of[self.hand]
        if group.suggest and (h := group.suggest[group.units.index(self.hand)]) in self.legal:
            return h
        distance = self.game.scenario.board.grid.distance
        return min(sorted(self.legal), key=lambda h: distance(h, self.screen.cursor))

    def prompt(self) -> str:
        if self.hand < 0:
            return f"{self.who}: all are set up"
        unit = self.game.state.units[self.hand]
        return f"{self.who}: where does {unit.name} ({unit.strength}) stand? {len(self.left)} left to set up"

    def unit_in_hand(self) -> int:
        return self.hand

    def marks(self) -> Mapping[int, Mark]:
        found = dict.fromkeys(self.legal, LEGAL) if len(self.legal) <= MANY else self._closed_hexes()
        if self.hand >= 0 and (h := self.game.state.location[self.hand]) >= 0:
            found[h] = SELECTED
        return found

    def _closed_hexes(self) -> dict[int, Mark]:
        """If a unit can go almost anywhere, mark the hexes where it cannot."""
        occupied = self.game.state.occupants()
        return {h: CLOSED for h in self.game.scenario.board.playable if h not in self.legal and h not in occupied}

    def panel(self, h: int) -> Sequence[Row]:
        units = self.game.state.units
        rows: list[Row] = []
        if self.hand >= 0 and h not in self.legal:
            rows.append(row(self._why_not(h), "danger"))
        if self.left:
            at = self.left.index(self.hand) if self.hand in self.left else 0
            first = max(0, min(at - SHOWN // 2, len(self.left) - SHOWN))
            names = [
                row(f"{'>' if u == self.hand else ' '} {units[u].id:<7} {units[u].strength}")
                for u in self.left[first : first + SHOWN]
            ]
            below = len(self.left) - first - len(names)
            names = [*names[:-1], row()] if below else names  # beside a name there is no room to say that it goes on
            rows += with_more([row("to set up:", "bold"), *names], PANEL, first, below + bool(below))
        return rows

    def _why_not(self, h: int) -> str:
        """Why you cannot put the unit in hand in a hex, in few words."""
        other = self.game.state.occupants().get(h, -1)
        if other >= 0:
            return f"{self.screen.key('confirm')}: select it" if self._is_of_side(other) else "taken"
        return "may not set up" if h in self._hexes_of_group() else "not here"

    def confirm(self, h: int) -> None:
        other = self.game.state.occupants().get(h)
        if other is not None and other != self.hand and self._is_of_side(other):
            self._take_unit(other)
            self.screen.say(f"{self.game.state.units[other].name} selected. {self.screen.key('confirm')}: place it")
        elif self.hand >= 0:
            state = self.game.state
            self.screen.apply(Deploy(state.units[self.hand].id, state.number(h)))
        else:
            self.end()

    def _is_of_side(self, unit: int) -> bool:
        group = self.game.scenario.setup_of.get(unit)
        return group is not None and group.side == self.side

    def _take_unit(self, unit: int) -> None:
        self.hand = unit
        self.legal = self._legal_hexes()

    def back(self) -> bool:
        if self.hand >= 0 and self.hand not in self.left:
            self._take_unit(self._next_in_hand())
            self.begin()
            return True
        return False

    def next(self, step: int) -> None:
        if self.left:
            at = self.left.index(self.hand) if self.hand in self.left else -1
            self._take_unit(self.left[(at + step) % len(self.left)])
            if self.legal and self.screen.cursor not in self._hexes_of_group():
                self.screen.move_cursor(self._suggested_hex())

    def skip(self) -> None:
        if self.hand >= 0:
            self.screen.skipped.add(self.hand)
        self.next(1)

    def end(self) -> None:
        if self.left:
            names = listed(self.game.state.names(self.left), FEW)
            keys = f"{self.screen.key('next')}: next one, {self.screen.key('auto')}: set up the rest for you"
            self.screen.say(f"{len(self.left)} still to set up. {keys} ({names})")
        else:
            rows = [row("Then you cannot change it any more.")]
            end = partial(self.screen.apply, Done())
            self.screen.open(Confirm(self.screen, "End your set-up?", rows, end, does="end it", stays="go on"))

    def auto(self) -> None:
        """Put what is left where the scenario suggests."""
        try:
            orders = queries.suggested_setup(self.game)
        except IllegalOrder as refusal:
            self.screen.refuse(refusal, f"To place it yourself: cursor on a hex, then {self.screen.key('confirm')}")
            return
        if orders:
            self.screen.move_cursor(self.game.scenario.board.hex(orders[-1].hex))
            self.screen.apply_all(orders)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"auto": self.auto}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.hand < 0:
            return (("end", "done"), ("confirm", "select"), ("undo", "undo"))
        group = self.game.scenario.setup_of[self.hand]
        auto = (("auto", "auto"),) if group.suggest else ()
        return (("confirm", "place here"), ("next", "another"), *auto, ("undo", "undo"))


class NoteMode(Mode, kind="notes"):
    """There is always a division in hand: Tab picks another, Enter notes its drop zone in the cursor's hex."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
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
        if not self.hand:
            return f"{self.who}: all drop zones are noted"
        left = f"{len(self.left)} left"
        left = f"{left} to note" if len(self.legal) <= MANY else f"Not on an {CLOSED.char}. {left}"
        return f"{self.who}, in secret: where is the drop zone of {division_named(self.hand)}? {left}"

    def hint_about(self) -> str:
        return self.hand

    def marks(self) -> Mapping[int, Mark]:
        if len(self.legal) <= MANY:
            found = dict.fromkeys(self.legal, LEGAL)
        else:
            found = {h: CLOSED for h in self.game.scenario.board.playable if h not in self.legal}
        own = (marker for marker in queries.markers(self.game, self.side) if marker.secret)
        return found | dict.fromkeys((marker.hex for marker in own), SELECTED)

    def panel(self, h: int) -> Sequence[Row]:
        rows: list[Row] = []
        if self.hand and h not in self.legal:
            refusal = self.game.explain(Note(self.hand, self.game.state.number(h)))
            why = f"not here ({refusal.case}): {refusal.reason}" if refusal else ""
            rows += text_rows(why, PANEL, "danger")[:5]
        if self.left:
            rows.append(row("to note:", "bold"))
            rows += [row(f"{'>' if name == self.hand else ' '} {division_named(name)}") for name in self.left]
        noted = [marker for marker in queries.markers(self.game, self.side) if marker.secret]
        if noted:
            rows.append(row("noted in secret:", "bold"))
            for marker in noted:
                line = f"{self.game.state.number(marker.hex)} {marker.name}"
                rows += text_rows(line, PANEL, indent="  ", hang="  ")
        return rows

    def confirm(self, h: int) -> None:
        if not self.hand:
            self.end()
            return
        number, hand = self.game.state.number(h), self.hand
        if self.refused(Note(hand, number), self._what_instead()):
            return
        first, last = self.game.state.turn, self.game.scenario.last_turn
        orders = [Note(hand, number, turn) for turn in range(first, last + 1)]
        self.screen.open(NoteDialog(self.screen, orders))

    def _what_instead(self) -> str:
        marked = "marked *" if len(self.legal) <= MANY else f"not marked {CLOSED.char}"
        if self.legal:
            return f"Choose a hex {marked}"
        return f"Take back another note ({self.screen.key('undo')}) and note this one first"

    def next(self, step: int) -> None:
        order = [*self.left, *(name for name in self.names if name not in self.left)]
        at = order.index(self.hand) if self.hand in order else -1 if step > 0 else 0
        self.hand = order[(at + step) % len(order)]
        self.legal = self._legal_hexes()

    def end(self) -> None:
        self.give(Done(), f"Put the cursor on a hex, then {self.screen.key('confirm')}")

    def keys(self) -> Sequence[tuple[str, str]]:
        if not self.hand:
            return (("end", "done"), ("next", "another"), ("undo", "undo"))
        return (("confirm", "note here"), ("next", "another"), ("undo", "undo"), ("end", "done"))


# -- when to place a drop zone that is noted in secret


class NoteDialog(ChoiceDialog):
    """Which Game-Turn to place a noted drop zone on."""

    does = "note it"

    def __init__(self, screen: GameScreen, orders: Sequence[Note]) -> None:
        """`orders` differ only in their Game-Turn."""
        scenario = screen.game.scenario
        dates = {order.turn: scenario.date(order.turn) for order in orders}
        super().__init__(
            screen, [f"place it on Game-Turn {turn}" + (f", {date}" if date else "") for turn, date in dates.items()]
        )
        self.title = f"Drop zone of {division_named(orders[0].division)} at {orders[0].hex}"
        self.orders = orders

    def prompt(self) -> str:
        return "On which Game-Turn is it placed?"

    def chosen(self, at: int) -> None:
        self.screen.apply(self.orders[at])
