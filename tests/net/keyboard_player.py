"""A player who uses only the keys of a terminal, and knows the host's game."""

from collections.abc import Callable, Sequence

from benchmarks.terminal import ENTER, ESCAPE, TAB, Terminal
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Enter, Land, Move, Note

QUIET = 0.06
"""Seconds without a change of the screen before the next key."""
BACK = (ESCAPE, ESCAPE)


def keys_for(game: Game, draw: Draw) -> list[str]:
    """Return keys that may make the pending decision: in phases a few orders, then the end."""
    state, kind = game.state, game.prompt.kind
    if kind == "notes" and (names := queries.notes_left(game, game.side)):
        notes = [order for order in game.legal() if isinstance(order, Note) and order.division == names[0]]
        return [f"g{notes[draw.below(len(notes))].hex}", ENTER, ENTER, ENTER]
    if kind == "movement" and game.explain(Done()) is not None:
        return [TAB, "a", ENTER]  # a unit must land first
    if kind == "movement" and draw.below(2):
        order = game.random_order(draw)
        if isinstance(order, Move) and (h := state.location[state.scenario.by_id[order.unit.lower()]]) >= 0:
            return [f"g{state.number(h)}", ENTER, ENTER, f"g{order.hexes[-1]}", ENTER, ENTER]
        if isinstance(order, Land | Enter):
            return [TAB, "as"[draw.below(2)], ENTER]
    if kind == "combat" and ((left := queries.outstanding(game)).attackers or left.enemies):
        return [*[TAB] * (1 + draw.below(3)), ENTER, *[TAB, ENTER] * draw.below(2), *"a "[: 1 + draw.below(2)], "d"]
    others: dict[str, Sequence[str]] = {
        "set-up": ["A", ENTER, "E", "y"],
        "fpf": ["n", " f"][draw.below(2)],
        "retreat": [*[TAB] * draw.below(4), ENTER],
        "displace": [*[TAB] * draw.below(4), ENTER],
        "advance": "sA"[draw.below(2)],
        "demolition": ["yn"[draw.below(2)], "s"],
        "bridges": "s",
    }
    return list(others.get(kind, "Ey"))


def press(terminal: Terminal, keys: Sequence[str]) -> None:
    """Press keys one by one, and wait after each until the screen is still."""
    for key in keys:
        terminal.type(key)
        terminal.settle(QUIET)


def follow_a_hint(terminal: Terminal, done: Callable[[], bool]) -> None:
    """Ask for a hint, wait for it, and follow it."""
    press(terminal, [*BACK, "I"])
    for _ in range(60):
        terminal.settle(0.4)
        press(terminal, "y")
        if done():
            return
