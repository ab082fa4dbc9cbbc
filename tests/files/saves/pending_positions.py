"""Positions that random games come to, one for each stack of pending decisions."""

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
"""Scenarios with the numbers that the players draw their orders by, and options; together they meet nearly all."""


def stack(game: Game) -> str:
    """The pending decisions by name, from the lowest to the one that is asked for."""
    return " ".join(frame.name_in_saves() for frame in game.state.frames)


def positions_met() -> dict[str, tuple[Game, str]]:
    """By stack the game as it began, and the text of the first position with it; the players roll."""
    found: dict[str, tuple[Game, str]] = {}
    for key, number, options in GAMES:
        begun = Game(load_scenario(key), seed=None, options=options)
        game, draw = begun.copy(), Draw(number)
        while game.outcome is None:
            if stack(game) not in found:
                found[stack(game)] = begun, tomli_w.dumps(encode_position(game.state))
            game.apply(game.random_order(draw))
    return found
