"""Positions to measure in: a game of each battle after so many orders, played at random the same way each time."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from westwall_tui.engine import sampling
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, Order
from westwall_tui.engine.sampling import Draw
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import Session

BATTLES: Mapping[str, str] = {
    "Arnhem": "arnhem/free",
    "Bastogne": "bastogne/campaign",
    "Hurtgen": "hurtgen/free",
    "Remagen": "remagen/historical",
}
"""The battles, each by its scenario with most units."""
SHORT, LONG = 150, 1000
"""Orders in a game that was put aside early, and in one that has gone on for days."""
TRIES = 4
"""So often the end of a phase is drawn again, so that games are as long as those that people play."""


def drawn(game: Game, draw: Draw) -> Order:
    """A random order, seldom the end of a phase."""
    order = sampling.sample(game, draw)
    for _ in range(TRIES):
        if not isinstance(order, Done):
            break
        order = sampling.sample(game, draw)
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


def saved(folder: Path, scenario: str, orders: int) -> dict[str, str]:
    """Save such a game in a folder of its own; the settings of a program that resumes it."""
    saves = folder / f"{scenario.replace('/', '-')}-{orders}"
    if not saves.exists():
        saves.mkdir(parents=True)
        game = played(scenario, orders)
        session = Session.new(game.scenario, seed=game.seed, folder=saves)
        session.game.replay(game.log)
        session.save()
    return {"WESTWALL_SAVES": str(saves), "WESTWALL_CONFIG": str(folder / "config")}
