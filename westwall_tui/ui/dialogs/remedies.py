"""What to do about the refusal of an attack or of fire."""

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import Share

REMEDIES: dict[str, str] = {
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


def remedy(game: Game, refusal: IllegalOrder) -> str:
    """What to do instead, in a sentence; empty when there is nothing to say."""
    return (_exclusive_remedies(game) | REMEDIES).get(refusal.case, "")


def _exclusive_remedies(game: Game) -> dict[str, str]:
    """The same for cases that every battle numbers in its own way."""
    rules, state = game.rules, game.state
    found = {
        rules.assault_case: "Attack one enemy, or take out the unit that attacks over the river.",
        rules.no_attack_case: "Take it out.",
    }
    for side in (0, 1):
        found[rules.support_limit_case(state, side)] = "Take the Ground Support out."
        for attacking in (True, False):
            counted = rules.most_guns(state, side, attacking=attacking) is not None
            out = "Take artillery out." if counted else "Take artillery or support out, or ground units in."
            found[rules.artillery_limit_case(Share(side, attacking, 0, (), 0))] = out
    return found


def support_note(game: Game, side: int, points: int) -> str:
    """Why none of the Ground Support that a side has left may be used in a combat; nothing where `points` may be."""
    state = game.state
    if points or not game.rules.support_left(state, side):
        return ""
    return f"no Ground Support here ({game.rules.support_limit_case(state, side)})"
