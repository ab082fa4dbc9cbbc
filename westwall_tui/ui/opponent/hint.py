"""The hint: what the computer would do in your place, why, and the second-best order."""

import re
from collections.abc import Mapping, Sequence

from westwall_tui.ai import POINTS
from westwall_tui.ai.thinker import Thought
from westwall_tui.engine import queries
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.orders import Advance, Enter, Land, Move, Order, Retreat, end_of
from westwall_tui.engine.words import capital, named
from westwall_tui.ui.decisions.mode import LEGAL
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.orders import in_full, in_words
from westwall_tui.words.places import hex_to_show
from westwall_tui.words.rows import Row, text_rows

MOST_REASONS = 4
SURROUNDS = re.compile(r"^Risk: .*\bcould surround it\b")
"""A reason against an order: its unit can be surrounded."""
AFTER_COLON = ("Unit ", "The ", "If ", "With ")
"""First words of a warning that are in lower case after a colon; other first words are names of units."""
LEAST_SHOWN = 0.05
"""Minimum Victory Points of a risk to show its number."""


class HintDialog(Dialog):
    """A box with an order in words, its reasons and the second-best order. The box behind it opens again afterward."""

    narrow = True
    title = "Hint"
    wide = True
    informs = True

    def __init__(self, screen: GameScreen, thought: Thought, behind: Dialog | None, hand: int = -1) -> None:
        """Take the selected unit (`hand`), -1 for none."""
        super().__init__(screen)
        self._thought = thought
        self._behind = behind
        # Everything is computed here, because an error here costs only the hint.
        order = thought.order
        self._unit = self.game.scenario.by_id.get(str(getattr(order, "unit", "")).lower(), -1)
        """The unit of the order; -1 for none."""
        self._place = self._place_of_order(order) if order is not None else NOWHERE
        here = self.game.state.location[self._unit] if self._unit not in (-1, hand) else NOWHERE
        self._hexes = tuple(h for h in dict.fromkeys((self._place, here)) if h >= 0) if order is not None else ()
        self._risk = self._warning_of_coach() if screen.warns else ""

    def stake(self, width: int) -> str:
        """Return the meaning of the numbers in brackets."""
        counts = not any(source.wins for source in queries.sources(self.game))
        legend = "(+1.0) is a Victory Point" if counts else "(+) for it, (-) against it"
        has_points = any(re.search(POINTS, reason) for reason in self._thought.reasons[:MOST_REASONS])
        return legend if has_points and len(legend) <= width else ""

    def rows(self, width: int) -> Sequence[Row]:
        thought = self._thought
        lines = text_rows(capital(self._advice_in_words()), width, "bold")
        for reason in self._reasons:
            lines += text_rows(f"- {reason}", width, hang="  ")
        if self._risk:
            lines += text_rows(f"- {self._risk}", width, hang="  ")
        if thought.second is not None:
            lines += text_rows(f"Or: {self._order_in_words(thought.second)}", width)
        return lines

    @property
    def _reasons(self) -> Sequence[str]:
        """The reasons, without an objection that the coach's warning gives in full."""
        warned = "can be surrounded" in self._risk
        reasons = [reason for reason in self._thought.reasons if not (warned and SURROUNDS.search(reason))]
        return reasons[:MOST_REASONS]

    def _warning_of_coach(self) -> str:
        """Return the coach's warning about the order, which then need not be given again when the order is given."""
        from westwall_tui.engine.planning import Outlook, Peril  # not loaded at the start
        from westwall_tui.words.warnings import warning_in_full

        order, game = self._thought.order, self.game
        if not isinstance(order, Move | Enter | Land | Advance):
            return ""
        unit, outlook = game.scenario.by_id[order.unit.lower()], Outlook(game)
        found = outlook.of_move(unit, self._place_of_order(order))
        if not found:
            return ""
        weight = outlook.weight(found[0])
        outweighed = weight >= LEAST_SHOWN and self._thought.points > weight
        lead = "Risk"
        if found[0].peril in (Peril.SURROUNDED, Peril.BLOCKED):  # your attacks may change that
            lead += ", not counting your attacks" if isinstance(order, Move | Enter | Land) else " as things are"
        points = f" ({-weight:+.1f})" if weight >= LEAST_SHOWN else ""
        warning = warning_in_full(game, found[0])
        if warning.startswith(AFTER_COLON):
            warning = warning[0].lower() + warning[1:]
        text = f"{lead}: {warning}.{points}"
        return f"{text} The gain outweighs this." if outweighed else text

    def _advice_in_words(self) -> str:
        order, unit = self._thought.order, self._thought.stays
        if order is not None:
            return self._order_in_words(order)
        game = self.game
        waits = game.state.location[game.scenario.by_id[unit.lower()]] < 0
        return f"leave {named(unit)} {'off the map for now' if waits else 'where it is'}"

    def _order_in_words(self, order: Order) -> str:
        """Return an order in words; a unit that retreats to its own hex holds it, or is lost there."""
        if not isinstance(order, Retreat):
            return in_full(self.game, order)
        game = self.game
        unit = game.scenario.by_id[order.unit.lower()]
        if queries.retreats(game, unit).lost:
            return f"{named(order.unit)} is eliminated at {order.hexes[-1]} in any case"
        if self._place_of_order(order) == game.state.location[unit]:
            place = queries.refuges(game).place
            return f"leave {named(order.unit)} in the {place} at {order.hexes[-1]}"
        return in_words(order)

    def act(self, action: str) -> bool:
        if action not in ("confirm", "put", "yes", "no", "back", "leave", "hint"):
            return False
        order, hexes = self._thought.order, self._hexes
        if action == "yes" and order is not None:
            unit, place = self._unit, self._place
            self.screen.close()
            if self.screen.apply(order) and unit >= 0 and self.game.state.location[unit] == place >= 0:
                self.screen.move_cursor(place)  # the player wants to see that hex, no matter which unit is next
        elif self._behind is not None:
            self.screen.open(self._behind)
        else:
            self.screen.close()
            if action == "confirm" and hexes:
                self.screen.move_cursor(hexes[0])
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        does = () if self._thought.order is None else (("yes", "do it"),)
        looks = (("confirm", "look there"),) if self._hexes and self._behind is None else ()
        return (*does, *looks, ("back", "back"))

    def hexes(self) -> Sequence[int]:
        """Return the unit's destination, or the hex of the order; then the unit's own hex unless it is selected."""
        return self._hexes

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return the mark of the hex that the order leads to."""
        order = self._thought.order
        place = self._place if isinstance(order, Move | Enter | Land | Advance | Retreat) else NOWHERE
        return {place: LEGAL} if place >= 0 else {}

    def _place_of_order(self, order: Order) -> int:
        """Return the hex where an order ends, or the hex that it is about."""
        number = end_of(order)
        game = self.game
        return game.scenario.board.hex(number) if number else hex_to_show(game, order, ())
