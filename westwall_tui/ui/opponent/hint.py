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
from westwall_tui.words.hints import hint_reasons
from westwall_tui.words.orders import in_full, in_words
from westwall_tui.words.places import hex_to_show
from westwall_tui.words.rows import Row, text_rows


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
        self._reasons = hint_reasons(self.game, thought, warns=screen.warns)

    def stake(self, width: int) -> str:
        """Return the meaning of the numbers in brackets."""
        counts = not any(source.wins for source in queries.sources(self.game))
        legend = "(+1.0) is a Victory Point" if counts else "(+) for it, (-) against it"
        has_points = any(re.search(POINTS, reason) for reason in self._reasons)
        return legend if has_points and len(legend) <= width else ""

    def rows(self, width: int) -> Sequence[Row]:
        thought = self._thought
        lines = text_rows(capital(self._advice_in_words()), width, "bold")
        for reason in self._reasons:
            lines += text_rows(f"- {reason}", width, hang="  ")
        if thought.second is not None:
            lines += text_rows(f"Or: {self._order_in_words(thought.second)}", width)
        return lines

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
