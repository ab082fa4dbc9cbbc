"""Positions to measure in: a game of each battle after so many orders, played at random the same way each time."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Order
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.tools.simulate.script import script

BATTLES: Mapping[str, str] = {
    "Arnhem": "arnhem/free",
    "Bastogne": "bastogne/campaign",
    "Hurtgen": "hurtgen/free",
    "Remagen": "remagen/historical",
}
"""The battles, each by its scenario with most units."""
SHORT, LONG = 150, 1000
"""Orders in a game that was put aside early, and in one that has gone on for days."""
CROWDED: Mapping[str, int] = {"Arnhem": 880, "Bastogne": 1010, "Hurtgen": 355, "Remagen": 424}
"""Orders, dice included, after which most units stand in enemy zones, in games of the scripted player."""
TRIES = 4
"""So often the end of a phase is drawn again, so that games are as long as those that people play."""


def drawn(game: Game, draw: Draw) -> Order:
    """A random order, seldom the end of a phase."""
    order = game.random_order(draw)
    for _ in range(TRIES):
        if not isinstance(order, Done):
            break
        order = game.random_order(draw)
    return order


@cache
def played(scenario: str, orders: int) -> Game:
    """A game with so many orders in its log, dice included, that somebody moves or attacks in. Raises `ValueError`."""
    for seed in range(50):
        game, draw = Game(load_scenario(scenario), seed=seed), Draw(seed)
        while game.outcome is None and (len(game.log) < orders or game.prompt.kind not in ("movement", "combat")):
            game.apply(drawn(game, draw))
        if game.outcome is None:
            return game
    raise ValueError(f"no game of {scenario} lasts {orders} orders")


@cache
def crowds(battle: str) -> Mapping[str, Game]:
    """By kind of decision a game of the scripted player that has come to one, its dice typed in where a roll is due.

    Each is the first one where about as many units as ever stand in enemy zones; where none comes after that, the last.
    """
    found: dict[str, Game] = {}
    game, draw = Game(load_scenario(BATTLES[battle]), seed=2), Draw(2)
    while game.outcome is None:
        _keep(found, battle, game)
        game.apply(script(game, draw))
    rolled = Game(game.scenario, seed=None)
    for line in game.log:
        if rolled.prompt.kind == "roll":
            _keep(found, battle, rolled)
        rolled.replay([line])
    return found


def _keep(found: dict[str, Game], battle: str, game: Game) -> None:
    held = found.get(game.prompt.kind)
    if held is None or len(held.log) < CROWDED[battle]:
        found[game.prompt.kind] = game.copy()


def crowded(battle: str, kind: str) -> Game:
    """The game of `crowds` with a kind of decision. Raises `KeyError` where none is ever due."""
    return crowds(battle)[kind]


def put_aside(saves: Path, game: Game) -> None:
    """Save a game in a folder of its own, if that is not there yet."""
    if not saves.exists():
        saves.mkdir(parents=True)
        session = LocalSession.new(game.scenario, seed=game.seed, manual=game.seed is None, folder=saves)
        session.game.replay(game.log)
        session.save()


def saved(folder: Path, scenario: str, orders: int) -> dict[str, str]:
    """Save such a game in a folder of its own; the settings of a program that resumes it."""
    saves = folder / f"{scenario.replace('/', '-')}-{orders}"
    put_aside(saves, played(scenario, orders))
    return {"WESTWALL_SAVES": str(saves), "WESTWALL_CONFIG": str(folder / "config")}
