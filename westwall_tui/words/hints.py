"""Hints in words: the reasons for an order, and the risk that it brings."""

import re

from westwall_tui.ai.thinker import Thought
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Advance
from westwall_tui.engine.planning import Outlook, Peril, Risk, risks_of_moves
from westwall_tui.words.warnings import warning_in_full

MOST_REASONS = 4
LEAST_SHOWN = 0.05
"""Minimum Victory Points of a risk to show its number."""
SURROUNDS = re.compile(r"^Risk: .*\bcould surround it\b")
"""A reason against an order: its unit can be surrounded."""
AFTER_COLON = ("Unit ", "The ", "If ", "With ")
"""First words of a warning that are in lower case after a colon; other first words are names of units."""


def hint_reasons(game: Game, thought: Thought, *, warns: bool = True) -> list[str]:
    """Return the reasons for a hint; if it `warns`, also the risk of which a warning about the order would speak.

    That risk then need not be given again when the order is given. It replaces an objection that says the same.
    """
    risk, weight = _risk_of(game, thought) if warns else (None, 0.0)
    reasons = [
        reason
        for reason in thought.reasons
        if risk is None or risk.peril is not Peril.SURROUNDED or not SURROUNDS.search(reason)
    ][:MOST_REASONS]
    if risk is None:
        return reasons
    lead = "Risk"
    if risk.peril in (Peril.SURROUNDED, Peril.BLOCKED):  # your attacks may change that
        lead += " as things are" if isinstance(thought.order, Advance) else ", not counting your attacks"
    points = f" ({-weight:+.1f})" if weight >= LEAST_SHOWN else ""
    warning = warning_in_full(game, risk)
    if warning.startswith(AFTER_COLON):
        warning = warning[0].lower() + warning[1:]
    outweighed = " The gain outweighs this." if weight >= LEAST_SHOWN and thought.points > weight else ""
    return [*reasons, f"{lead}: {warning}.{points}{outweighed}"]


def _risk_of(game: Game, thought: Thought) -> tuple[Risk | None, float]:
    """Return the worst risk of the move that a hint proposes, or of staying, with its weight."""
    outlook, found = Outlook(game), list[Risk]()
    if thought.order is not None:
        found = risks_of_moves(game, [thought.order])
    elif thought.stays and game.prompt.kind == "movement":
        unit = game.scenario.unit(thought.stays)
        if game.state.location[unit] >= 0:
            found = outlook.of_move(unit, game.state.location[unit])
    return (found[0], outlook.weight(found[0])) if found else (None, 0.0)
