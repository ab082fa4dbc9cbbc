"""What must hold whenever a player is to decide, each promise by its name."""

from collections import Counter
from collections.abc import Callable, Mapping

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, tables
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind


class Broken(Exception):
    """A promise that was not kept."""

    def __init__(self, promise: str, text: str) -> None:
        super().__init__(f"{promise}: {text}")
        self.promise = promise


def must(holds: bool, promise: str, text: str) -> None:
    """Raise `Broken` unless it holds."""
    if not holds:
        raise Broken(promise, text)


def check(game: Game) -> None:
    """Look at every promise. Raises `Broken`."""
    for name, broken in PROMISES.items():
        text = broken(game)
        must(not text, name, text)


def _check_decision(game: Game) -> str:
    """Somebody decides, and the prompt says what; or the game is over, and nobody does."""
    prompt, over = game.prompt, game.outcome is not None
    if over != (not game.state.frames) or over != (prompt.kind == "over") or (prompt.side < 0) != over:
        return f"outcome {game.outcome}, but {prompt}"
    return "" if prompt.kind and prompt.text.strip() else f"an empty prompt: {prompt}"


def _check_legal(game: Game) -> str:
    """While the game goes on, there is an order to give: the end of a phase, or another one from the list."""
    if _can_decide(game) == (game.outcome is not None):
        return f"outcome {game.outcome}, but the legal orders say otherwise"
    return ""


def _can_decide(game: Game) -> bool:
    """The list is asked only where it matters: it would work out all that its first unit can do."""
    return game.explain(Done()) is None or next(game.legal(), None) is not None


def _check_places(game: Game) -> str:
    """A unit is on the map, where there is one, or somewhere off it."""
    state = game.state
    for unit, h in enumerate(state.location):
        if h >= 0 and state.scenario.board.terrain[h] is Terrain.NONE:
            return f"{state.units[unit].id} stands beside the map"
        if h < 0 and h not in (RESERVE, ELIMINATED, *EXITED):
            return f"{state.units[unit].id} is at {h}"
    return ""


def _check_stacking(game: Game) -> str:
    """5.31: one unit in a hex. Two only beside the Engineer (13.24 of Arnhem), and while one is on its way."""
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
    """The state's tables by hex and by side follow from where its units are."""
    state = game.state
    known = tables(state.scenario, state.ground, state.location)
    wrong = [name for name, value in known.items() if getattr(state, name) != value]
    return f"{', '.join(wrong)} are not what the units' places come to" if wrong else ""


def _check_limits(game: Game) -> str:
    """Nobody has spent more Ground Support Points than he had (9.0), nor has time gone past the last Game-Turn."""
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
"""By name, what says in words how a game breaks it; nothing where all is well."""
