"""Set-up (3.0): each unit is placed within its limits, and drop zones are noted in secret."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from westwall_tui.engine import queries
from westwall_tui.engine.orders import Deploy, Done, IllegalOrder, Note
from westwall_tui.engine.words import capital, count, division_named, listed
from westwall_tui.ui.boxes.kinds import ChoiceDialog, Confirm
from westwall_tui.ui.decisions.mode import LEGAL, PANEL, SELECTED, Mark, Mode, listed_units
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.rows import Row, row, text_rows

MANY = 200
"""If a unit can be placed in more hexes than this, the closed hexes are marked instead."""
CLOSED = Mark("X", "faint")
FEW = 3
"""Number of units that a message names when many are left."""


class SetupMode(Mode, kind="set-up"):
    """The mode for placing units: one is selected while any are left; Tab selects another, Enter places it.

    Once all are set up, Tab goes from one to the next, and Enter selects the unit under the cursor.
    """

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.side = self.game.prompt.side
        self.left = queries.to_set_up(self.game)
        self._select_unit(self._next_unit())

    def begin(self) -> None:
        if self.legal and self.screen.cursor not in self._hexes_of_group():
            self.screen.move_cursor(self._suggested_hex())

    def _next_unit(self) -> int:
        """Return the first unit left that was not skipped; -1 once all are set up."""
        return next((u for u in self.left if u not in self.screen.skipped), self.left[0] if self.left else -1)

    def _hexes_of_group(self) -> frozenset[int]:
        group = self.game.scenario.setup_of.get(self.unit)
        return group.hexes if group else frozenset()

    def _legal_hexes(self) -> frozenset[int]:
        return queries.setup_hexes(self.game, self.unit)

    def _suggested_hex(self) -> int:
        """Return the hex that the scenario suggests for the selected unit, or the legal one nearest the cursor."""
        group = self.game.scenario.setup_of[self.unit]
        if group.suggest and (h := group.suggest[group.units.index(self.unit)]) in self.legal:
            return h
        distance = self.game.scenario.board.grid.distance
        return min(sorted(self.legal), key=lambda h: distance(h, self.screen.cursor))

    def prompt(self) -> str:
        if self.unit < 0:
            return f"{self.who}: all units are set up"
        unit, left = self.game.state.units[self.unit], len(self.left)
        return f"{self.who}: place {unit.name} ({unit.strength}). {left} unit{'s' * (left != 1)} left to set up"

    def selected_unit(self) -> int:
        return self.unit

    def marks(self) -> Mapping[int, Mark]:
        found = dict.fromkeys(self.legal, LEGAL) if len(self.legal) <= MANY else self._closed_hexes()
        if self.unit >= 0 and (h := self.game.state.location[self.unit]) >= 0:
            found[h] = SELECTED
        return found

    def _closed_hexes(self) -> dict[int, Mark]:
        """Return marks on the hexes that are closed to the unit.

        These marks are used if almost all hexes are open to it.
        """
        occupied = self.game.state.occupants()
        return {h: CLOSED for h in self.game.scenario.board.playable if h not in self.legal and h not in occupied}

    def panel(self, h: int) -> Sequence[Row]:
        rows: list[Row] = []
        if self.unit >= 0 and h not in self.legal:
            rows.append(row(self._why_not(h), "danger"))
        return [*rows, *listed_units(self.game, "to set up:", self.left, self.unit)]

    def _why_not(self, h: int) -> str:
        """Return why the selected unit cannot be placed in a hex, in a few words."""
        other = self.game.state.occupants().get(h, -1)
        if other >= 0:
            return f"{self.screen.key('confirm')}: select it" if self._is_of_side(other) else "occupied"
        return "not allowed here" if h in self._hexes_of_group() else "outside its area"

    def confirm(self, h: int) -> None:
        other = self.game.state.occupants().get(h)
        if other is not None and other != self.unit and self._is_of_side(other):
            self._select_unit(other)
            name = self.game.state.units[other].name
            self.screen.say(f"{name} is selected. {self.screen.key('confirm')}: place it")
        elif self.unit >= 0:
            state = self.game.state
            self.screen.apply(Deploy(state.units[self.unit].id, state.number(h)))
        else:
            self.end()

    def _is_of_side(self, unit: int) -> bool:
        group = self.game.scenario.setup_of.get(unit)
        return group is not None and group.side == self.side

    def _select_unit(self, unit: int) -> None:
        self.unit = unit
        self.legal = self._legal_hexes()

    def back(self) -> bool:
        if self.unit >= 0 and self.unit not in self.left:
            self._select_unit(self._next_unit())
            self.begin()
            return True
        return False

    def next(self, step: int) -> None:
        if self.left:
            at = self.left.index(self.unit) if self.unit in self.left else -1
            self._select_unit(self.left[(at + step) % len(self.left)])
            if self.legal and self.screen.cursor not in self._hexes_of_group():
                self.screen.move_cursor(self._suggested_hex())
        elif placed := [h for u, h in enumerate(self.game.state.location) if h >= 0 and self._is_of_side(u)]:
            self._select_unit(-1)
            self.cursor_to_next(placed, step)

    def skip(self) -> None:
        if self.unit >= 0:
            self.screen.skipped.add(self.unit)
        self.next(1)

    def end(self) -> None:
        if self.left:
            names = listed(self.game.state.names(self.left), FEW)
            keys = f"{self.screen.key('next')}: next unit, {self.screen.key('auto')}: set up the rest for you"
            left = f"{count(len(self.left), 'unit')} {'is' if len(self.left) == 1 else 'are'} left to set up"
            self.screen.say(capital(f"{left}. {keys} ({names})"))
        elif not self.screen.is_final(Done()):
            self.screen.apply(Done())
        else:
            rows = [row("You cannot change it afterward.")]
            end = partial(self.screen.apply, Done())
            self.screen.open(
                Confirm(self.screen, "End your set-up?", rows, end, does="end it", stays="keep setting up")
            )

    def auto(self) -> None:
        """Place the units that are left where the scenario suggests."""
        try:
            orders = queries.suggested_setup(self.game)
        except IllegalOrder as refusal:
            self.screen.refuse(refusal, f"To place it yourself, press {self.screen.key('confirm')} on a hex")
            return
        if orders:
            self.screen.move_cursor(self.game.scenario.board.hex(orders[-1].hex))
            self.screen.apply_all(orders)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"auto": self.auto}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.unit < 0:
            return (("end", "done"), ("confirm", "select"), ("next", "next unit"), ("undo", "undo"))
        group = self.game.scenario.setup_of[self.unit]
        auto = (("auto", "auto"),) if group.suggest else ()
        return (("confirm", "place here"), ("next", "next unit"), *auto, ("undo", "undo"))


class NoteMode(Mode, kind="notes"):
    """The mode for noting drop zones: Tab selects another division, Enter notes its drop zone at the cursor."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.side = self.game.prompt.side
        self.names = queries.notes(self.game, self.side)
        self.left = queries.notes_left(self.game, self.side)
        self.division = self.left[0] if self.left else ""
        self.legal = self._legal_hexes()

    def begin(self) -> None:
        if self.legal and self.screen.cursor not in self.legal:
            distance, cursor = self.game.scenario.board.grid.distance, self.screen.cursor
            self.screen.move_cursor(min(self.legal, key=lambda h: (distance(h, cursor), -h)))

    def _legal_hexes(self) -> frozenset[int]:
        game, state = self.game, self.game.state
        if not self.division:
            return frozenset()
        hexes = game.scenario.board.playable
        return frozenset(h for h in hexes if game.explain(Note(self.division, state.number(h))) is None)

    def prompt(self) -> str:
        if not self.division:
            return f"{self.who}: all drop zones are noted"
        where = "" if len(self.legal) <= MANY else f", not on an {CLOSED.char}"
        whose = division_named(self.division)
        return f"{self.who}, in secret: note the drop zone of {whose}{where}. {len(self.left)} left"

    def hint_about(self) -> str:
        return self.division

    def marks(self) -> Mapping[int, Mark]:
        if len(self.legal) <= MANY:
            found = dict.fromkeys(self.legal, LEGAL)
        else:
            found = {h: CLOSED for h in self.game.scenario.board.playable if h not in self.legal}
        own = (marker for marker in queries.markers(self.game, self.side) if marker.secret)
        return found | dict.fromkeys((marker.hex for marker in own), SELECTED)

    def panel(self, h: int) -> Sequence[Row]:
        rows: list[Row] = []
        if self.division and h not in self.legal:
            refusal = self.game.explain(Note(self.division, self.game.state.number(h)))
            why = f"not here ({refusal.case}): {refusal.reason}" if refusal else ""
            rows += text_rows(why, PANEL, "danger")[:5]
        if self.left:
            rows.append(row("to note:", "bold"))
            rows += [row(f"{'>' if name == self.division else ' '} {division_named(name)}") for name in self.left]
        noted = [marker for marker in queries.markers(self.game, self.side) if marker.secret]
        if noted:
            rows.append(row("noted in secret:", "bold"))
            for marker in noted:
                line = f"{self.game.state.number(marker.hex)} {marker.name}"
                rows += text_rows(line, PANEL, indent="  ", hang="  ")
        return rows

    def confirm(self, h: int) -> None:
        if not self.division:
            self.end()
            return
        number, division = self.game.state.number(h), self.division
        if self.refused(Note(division, number), self._what_instead()):
            return
        first, last = self.game.state.turn, self.game.scenario.last_turn
        orders = [Note(division, number, turn) for turn in range(first, last + 1)]
        self.screen.open(NoteDialog(self.screen, orders))

    def _what_instead(self) -> str:
        marked = "marked *" if len(self.legal) <= MANY else f"not marked {CLOSED.char}"
        if self.legal:
            return f"Choose a hex {marked}"
        return f"Undo another note ({self.screen.key('undo')}) and note this one first"

    def next(self, step: int) -> None:
        order = [*self.left, *(name for name in self.names if name not in self.left)]
        at = order.index(self.division) if self.division in order else -1 if step > 0 else 0
        self.division = order[(at + step) % len(order)]
        self.legal = self._legal_hexes()

    def end(self) -> None:
        self.give(Done(), f"Put the cursor on a hex and press {self.screen.key('confirm')}")

    def keys(self) -> Sequence[tuple[str, str]]:
        if not self.division:
            return (("end", "done"), ("next", "next"), ("undo", "undo"))
        return (("confirm", "note here"), ("next", "next"), ("undo", "undo"), ("end", "done"))


# -- the Game-Turn of a drop zone that is noted in secret


class NoteDialog(ChoiceDialog):
    """The question of which Game-Turn to note for a drop zone."""

    does = "note it"

    def __init__(self, screen: GameScreen, orders: Sequence[Note]) -> None:
        """Take `orders` that differ only in their Game-Turn."""
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
