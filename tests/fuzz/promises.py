"""The conditions that must hold at every decision of a player, by name."""

from collections import Counter
from collections.abc import Callable, Mapping

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, tables
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind


class Broken(Exception):
    """A broken promise."""

    def __init__(self, promise: str, text: str) -> None:
        super().__init__(f"{promise}: {text}")
        self.promise = promise


def must(holds: bool, promise: str, text: str) -> None:
    """Raise `Broken` unless the promise holds."""
    if not holds:
        raise Broken(promise, text)


def check(game: Game) -> None:
    """Check every promise. Raises `Broken`."""
    for name, broken in PROMISES.items():
        text = broken(game)
        must(not text, name, text)


def _check_decision(game: Game) -> str:
    """Check that a side decides and the prompt says what, or that the game is over."""
    prompt, over = game.prompt, game.outcome is not None
    if over != (not game.state.frames) or over != (prompt.kind == "over") or (prompt.side < 0) != over:
        return f"outcome {game.outcome}, but {prompt}"
    return "" if prompt.kind and prompt.text.strip() else f"an empty prompt: {prompt}"


def _check_legal(game: Game) -> str:
    """Check that there is a legal order while the game goes on: the end of a phase, or another one from the list."""
    if _can_decide(game) == (game.outcome is not None):
        return f"outcome {game.outcome}, but the legal orders say otherwise"
    return ""


def _can_decide(game: Game) -> bool:
    """Return True if an order is legal. The list comes last, because it computes all orders of its first unit."""
    return game.explain(Done()) is None or next(game.legal(), None) is not None


def _check_places(game: Game) -> str:
    """Check that every unit is in a hex of the map or in a known place off it."""
    state = game.state
    for unit, h in enumerate(state.location):
        if h >= 0 and state.scenario.board.terrain[h] is Terrain.NONE:
            return f"{state.units[unit].id} is outside the map"
        if h < 0 and h not in (RESERVE, ELIMINATED, *EXITED):
            return f"{state.units[unit].id} is at {h}"
    return ""


def _check_stacking(game: Game) -> str:
    """Check 5.31: one unit per hex, except with the Engineer (13.24 of Arnhem) and while a unit is moving."""
    state = game.state
    if any(hasattr(frame, "step") for frame in state.frames):
        return ""
    for h, count in Counter(h for h in state.location if h >= 0).items():
        if count > 1:
            units = [state.units[unit] for unit, at in enumerate(state.location) if at == h]
            helped = count == 2 and any(unit.kind is Kind.ENGINEER for unit in units)
            if not helped or units[0].side != units[1].side:
                return f"{', '.join(unit.id for unit in units)} are all in {state.number(h)}"
    return ""


def _check_tables(game: Game) -> str:
    """Check that the state's tables by hex and by side agree with the places of its units."""
    state = game.state
    known = tables(state.scenario, state.ground, state.location)
    wrong = [name for name, value in known.items() if getattr(state, name) != value]
    return f"{', '.join(wrong)} do not agree with the places of the units" if wrong else ""


def _check_limits(game: Game) -> str:
    """Check that no side has overspent its Ground Support Points (9.0) and no turn follows the last Game-Turn."""
    state = game.state
    if min(state.support) < 0:
        return f"Ground Support Points are {state.support}"
    return "" if state.turn <= game.scenario.last_turn else f"it is Game-Turn {state.turn}"


PROMISES: Mapping[str, Callable[[Game], str]] = {
    "decision": _check_decision,
    "legal": _check_legal,
    "places": _check_places,
    "stacking": _check_stacking,
    "tables": _check_tables,
    "limits": _check_limits,
}
"""Functions by promise; each returns how a game breaks the promise, or an empty text."""
