"""What the computer offers, and how it answers an offer, as a person would who counts what can still be won.

It offers to concede when nothing but the worst level of victory is likely, and a draw when that is the likeliest end;
either at most once in a game, and not before most of it is played. A draw it takes where it expects no more.
"""

from westwall_tui.ai.goals import prospect
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import CONCESSION, DRAW, Offer

PLAYED = 2 / 3
"""The part of the Game-Turns that must be over before it offers anything."""
DRAWN = 0.5
"""The chance of a draw from which it offers one."""


def offer(game: Game) -> Offer | None:
    """What the side to decide offers now; None for nothing."""
    scenario, side = game.scenario, game.side
    whole = scenario.last_turn - scenario.first_turn + 1
    left = scenario.last_turn - game.state.turn
    if left < 1 or whole - left - 1 < PLAYED * whole:
        return None
    found = prospect.chances(game)
    worst = queries.most_levels(game) * (-1 if side == 0 else 1)
    if set(found) == {worst} and queries.may_offer(game, CONCESSION):
        return Offer(CONCESSION)
    if found.get(0, 0.0) >= DRAWN and queries.may_offer(game, DRAW):
        return Offer(DRAW)
    return None


def expected(game: Game) -> float | None:
    """By how many levels of victory the side to decide expects to be ahead at the end; None if nothing is known."""
    found = prospect.chances(game)
    if not found:
        return None
    return prospect.mean(found) * (1 if game.side == 0 else -1)
