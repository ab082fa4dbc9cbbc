"""Positions that random games reach, one for each stack of pending decisions."""

from collections.abc import Mapping, Sequence

import tomli_w

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.files.saves.positions import encode_position
from westwall_tui.files.scenarios.catalog import load_scenario

GAMES: Sequence[tuple[str, int, Mapping[str, bool]]] = (
    ("arnhem/free", 1, {}),
    ("arnhem/historical", 1, {"weather": True}),
    ("arnhem/historical", 6, {"weather": True}),
    ("hurtgen/historical", 1, {}),
)
"""Scenarios, each with the seeds of its players and its options; together they reach nearly all stacks."""


def stack(game: Game) -> str:
    """Return the pending decisions by name, from the lowest to the one that is due."""
    return " ".join(frame.name_in_saves() for frame in game.state.frames)


def positions_met() -> dict[str, tuple[Game, str]]:
    """Return, by stack, the game at its beginning, and the text of the first position with it; the players roll."""
    found: dict[str, tuple[Game, str]] = {}
    for key, number, options in GAMES:
        begun = Game(load_scenario(key), seed=None, options=options)
        game, draw = begun.copy(), Draw(number)
        while game.outcome is None:
            if stack(game) not in found:
                found[stack(game)] = begun, tomli_w.dumps(encode_position(game.state))
            game.apply(game.random_order(draw))
    return found
