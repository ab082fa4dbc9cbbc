"""Positions to measure: a game of each battle after a number of orders, played at random but always the same."""

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
"""The battles, each with its scenario with the most units."""
SHORT, LONG = 150, 1000
"""Orders in a game that was interrupted early, and in one that has gone on for days."""
CROWDED: Mapping[str, int] = {"Arnhem": 880, "Bastogne": 1010, "Hurtgen": 355, "Remagen": 424}
"""Orders, including dice, after which most units are in enemy zones, in games of the scripted player."""
TRIES = 4
"""Number of times that the end of a phase is drawn again, so that games are as long as those of people."""


def drawn(game: Game, draw: Draw) -> Order:
    """Return a random order, rarely the end of a phase."""
    order = game.random_order(draw)
    for _ in range(TRIES):
        if not isinstance(order, Done):
            break
        order = game.random_order(draw)
    return order


@cache
def played(scenario: str, orders: int) -> Game:
    """Return a game with this many orders in its log, including dice, in which a side moves or attacks.

    Raises `ValueError`.
    """
    for seed in range(50):
        game, draw = Game(load_scenario(scenario), seed=seed), Draw(seed)
        while game.outcome is None and (len(game.log) < orders or game.prompt.kind not in ("movement", "combat")):
            game.apply(drawn(game, draw))
        if game.outcome is None:
            return game
    raise ValueError(f"no game of {scenario} lasts {orders} orders")


@cache
def crowds(battle: str) -> Mapping[str, Game]:
    """Return a game of the scripted player for each kind of decision, with its dice given if a roll is due.

    Each is the first one with about the maximum of units in enemy zones; if none comes after that, the last one.
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
    """Return the game of `crowds` with a kind of decision. Raises `KeyError` if there is none."""
    return crowds(battle)[kind]


def put_aside(saves: Path, game: Game) -> None:
    """Save a game in a folder of its own, unless that exists."""
    if not saves.exists():
        saves.mkdir(parents=True)
        session = LocalSession.new(game.scenario, seed=game.seed, manual=game.seed is None, folder=saves)
        session.game.replay(game.log)
        session.save()


def saved(folder: Path, scenario: str, orders: int) -> dict[str, str]:
    """Save such a game in a folder of its own; return the environment of a program that resumes it."""
    saves = folder / f"{scenario.replace('/', '-')}-{orders}"
    put_aside(saves, played(scenario, orders))
    return {"WESTWALL_SAVES": str(saves), "WESTWALL_CONFIG": str(folder / "config")}
