"""What to do about the refusal of an attack or of fire."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.planning import Limit

REMEDIES: Mapping[str, str] = {
    "7.11": "Put it in as a further defender, or leave a unit for it.",
    "7.12": "Put it in.",
    "8.31": "Put it in.",
    "8.13": "Put a ground unit in, or attack one enemy.",
    "7.0": "Put a unit in with Space.",
    "7.23": "Take it out, or attack one enemy.",
    "8.12": "Take it out.",
    "8.32": "Take it out.",
}
"""What to do about a refusal of an attack, by case of the Standard Rules."""


BY_LIMIT: Mapping[Limit, str] = {
    Limit.ASSAULT: "Attack one enemy, or take out the unit that attacks over the river.",
    Limit.ATTACKER: "Take it out.",
    Limit.SUPPORT: "Take the Ground Support out.",
    Limit.GUNS: "Take artillery out.",
    Limit.SHARE: "Take artillery or support out, or ground units in.",
}
"""The same for cases that every battle numbers in its own way, by what they limit."""


def remedy(game: Game, refusal: IllegalOrder) -> str:
    """What to do instead, in a sentence; empty when there is nothing to say."""
    if refusal.case in REMEDIES:
        return REMEDIES[refusal.case]
    limit = planning.limit_of(game, refusal.case)
    return BY_LIMIT[limit] if limit else ""


def support_note(game: Game, side: int, defenders: Sequence[int]) -> str:
    """Why none of the Ground Support that a side has left may be used in a combat; nothing where some may be."""
    case = planning.withheld_support_case(game, side, defenders)
    return f"no Ground Support here ({case})" if case else ""
