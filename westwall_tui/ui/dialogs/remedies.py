"""What to do when an attack or fire is refused."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.planning import Limit

REMEDIES: Mapping[str, str] = {
    "7.11": "Attack it too, or leave a unit to do so.",
    "7.12": "Add it.",
    "8.31": "Add it.",
    "8.13": "Add a ground unit, or attack just one enemy.",
    "7.0": "Add a unit.",
    "7.23": "Drop it, or attack just one enemy.",
    "8.12": "Drop it.",
    "8.32": "Drop it.",
}
"""What to do when an attack is refused, by case of the Standard Rules."""


BY_LIMIT: Mapping[Limit, str] = {
    Limit.ASSAULT: "Attack just one enemy, or drop the unit that attacks over the river.",
    Limit.ATTACKER: "Drop it.",
    Limit.SUPPORT: "Drop the Ground Support.",
    Limit.GUNS: "Drop some artillery.",
    Limit.SHARE: "Drop artillery or support.",
}
"""The same for the cases that each battle numbers its own way, by what they limit."""


def remedy(game: Game, refusal: IllegalOrder) -> str:
    """What to do instead, in a sentence; empty if there is nothing to say."""
    if refusal.case in REMEDIES:
        return REMEDIES[refusal.case]
    limit = planning.limit_of(game, refusal.case)
    return BY_LIMIT[limit] if limit else ""


def support_note(game: Game, side: int, defenders: Sequence[int]) -> str:
    """Why a side may use none of its Ground Support in a combat; empty if it may use some."""
    case = planning.withheld_support_case(game, side, defenders)
    return f"no Ground Support here ({case})" if case else ""
