"""Advance after combat (7.9)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.combinatorics import largest_matching
from westwall_tui.engine.orders import Advance, IllegalOrder, Stand
from westwall_tui.engine.words import in_words
from westwall_tui.ui.decisions.mode import LEGAL, OFFERED, SELECTED, Mark, Mode, marked, next_after
from westwall_tui.ui.decisions.selected_unit import MoveRisks
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.words.odds import die_in_words
from westwall_tui.words.rows import Row, row

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Risk


class AdvanceMode(Mode, kind="advance"):
    """The mode for advances: Enter on a marked hex, or `A` at once, advances the unit; `s` declines all advances.

    Advances are optional, so the cursor starts on the unit itself, where Enter only moves it to a marked hex.
    """

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.units = self.game.prompt.units
        self._risks = MoveRisks(self.game)
        self._select(self.units[0])

    def begin(self) -> None:
        self._point()

    def _select(self, unit: int) -> None:
        self.unit = unit
        self.ways = queries.advances(self.game, unit)

    def _select_and_point(self, unit: int) -> None:
        """Select a unit and put the cursor where it should be."""
        self._select(unit)
        self._point()

    def _point(self) -> None:
        """Put the cursor on the unit or, if it must advance, on a hex where it can go."""
        unit = self.unit
        start = self.game.state.location[unit]
        self.screen.move_cursor(start if self._why_not_stay() is None else next(iter(self.ways), start))

    def prompt(self) -> str:
        state = self.game.state
        unit, name = state.units[self.unit], die_in_words(state) + self.who
        where, others = marked(len(self.ways)), self._others_in_words()
        bound = self._why_not_stay()
        if bound is not None:
            return f"{name}: {unit.name} must advance. {bound.case}: {bound.reason}. {where}"
        if len(self.ways) == 1:
            there = state.number(next(iter(self.ways)))
            return f"{name}: does {unit.name} advance to {there}? {others}".rstrip()
        asked = f"{name}: does {unit.name} advance? {where}"
        return f"{asked}. {others}" if others else asked

    def _others_in_words(self) -> str:
        """Return how many of the other units may advance too; a short path may have too few hexes for all (5.31)."""
        many = len(self.units)
        if many == 1:
            return ""
        room = len(largest_matching({unit: list(queries.advances(self.game, unit)) for unit in self.units}))
        if room == many:
            return f"{in_words(many - 1).capitalize()} more may too"
        most = "Only one" if room == 1 else f"At most {in_words(room)}"
        return f"{most} of the {in_words(many)} can"

    def _why_not_stay(self) -> IllegalOrder | None:
        """Return the reason why the units may not stay; None if they may."""
        return self.game.explain(Stand())

    def _staying_in_words(self) -> str:
        """Return the label of the key that declines the advance, for every unit that could still advance."""
        return "all stay" if len(self.units) > 1 else "stay"

    def selected_unit(self) -> int:
        return self.unit

    def marks(self) -> Mapping[int, Mark]:
        state = self.game.state
        found = {state.location[unit]: OFFERED for unit in self.units}
        return {**found, **dict.fromkeys(self.ways, LEGAL), state.location[self.unit]: SELECTED}

    def panel(self, h: int) -> Sequence[Row]:
        if h not in self.ways:
            return ()
        zone = queries.zone(self.game, 1 - self.game.state.units[self.unit].side)
        lines = [row("may advance here (7.91)")]
        return [*lines, row("in an enemy zone")] if h in zone else lines

    def risks(self, h: int) -> "Sequence[Risk]":
        return self._risks.of_move(self.unit, h, self.ways[h]) if h in self.ways else ()

    def confirm(self, h: int) -> None:
        state = self.game.state
        unit = state.occupants().get(h, -1)
        order = Advance(state.units[self.unit].id, state.number(h))
        if unit in self.units:
            if unit == self.unit:
                self._go_to_marked_hex()
            else:
                self._select_and_point(unit)
        else:
            self.give(order, f"Choose a hex marked *, or press {self.screen.key('stand')} to stay")

    def _hex_to_advance_to(self) -> int:
        """Return the hex to which a single key advances the unit: the cursor's if it is marked, else the first."""
        return self.screen.cursor if self.screen.cursor in self.ways else next(iter(self.ways))

    def _go_to_marked_hex(self) -> None:
        """Put the cursor on a marked hex and say what Enter would do there."""
        self.screen.move_cursor(next(iter(self.ways)))
        state, key = self.game.state, self.screen.key
        name, number = state.units[self.unit].name, state.number(self.screen.cursor)
        self.screen.say(
            f"{key('confirm')} again: advance {name} to {number}. {key('stand')}: {self._staying_in_words()}"
        )

    def next(self, step: int) -> None:
        if len(self.units) > 1:
            self._select_and_point(next_after(self.units, self.unit, step))
        elif self.screen.cursor in self.ways:
            self.cursor_to_next(list(self.ways), step)
        else:  # a player who looks for another unit may press Enter next, and must not advance this one by that
            self._point()
            state, key = self.game.state, self.screen.key
            self.screen.say(
                f"Only {state.units[self.unit].name} may still advance. {key('confirm')}: to a hex marked *, "
                f"{key('stand')}: {self._staying_in_words()}"
            )

    def end(self) -> None:
        self.screen.say(f"Finish the advances first. {self.screen.key('stand')}: {self._staying_in_words()}")

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {
            "stand": lambda: self.screen.apply(Stand()),
            "auto": self._advance_at_once,
            "no_advances": self.screen.decline_advances,
        }

    def _advance_at_once(self) -> None:
        state = self.game.state
        self.screen.apply(Advance(state.units[self.unit].id, state.number(self._hex_to_advance_to())))

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return one key for the advance: Enter on a marked hex, and elsewhere the key that advances at once."""
        points = self.screen.cursor in self.ways
        advances, on_way = "confirm" if points else "auto", points and len(self.ways) > 1
        more = [("next", "next unit")] if len(self.units) > 1 else [("next", "next hex")] if on_way else []
        may_stay = self._why_not_stay() is None
        stay = (("stand", self._staying_in_words()),) if may_stay else ()
        none = (("no_advances", "none this phase"),) if may_stay else ()
        return ((advances, f"advance to {self.game.state.number(self._hex_to_advance_to())}"), *stay, *more, *none)
