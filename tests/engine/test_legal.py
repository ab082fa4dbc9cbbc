"""Listed orders are accepted in every scenario: those of `legal()` and those of the referee's `?legal`.

`WESTWALL_RANDOM_GAMES=20 pytest tests/engine/test_legal.py -n auto` tests 20 games of each scenario to their end,
instead of the first orders of one game, and tries every word.
"""

import os
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.long import scenario_keys
from tests.players import busy_player, holding_player, random_player
from westwall_tui.engine import summary
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game, options_of
from westwall_tui.engine.orders import Move, Order, parse
from westwall_tui.files.scenarios.catalog import load_scenario

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("WESTWALL_RANDOM_GAMES", "1"))
TRIED = 10_000 if GAMES > 1 else 8
"""The number of listed orders tried in a position."""
LISTED = 3000
"""The maximum number of orders listed in a position, because there are too many attacks."""
ORDERS = 10_000 if GAMES > 1 else 200
"""The number of orders for which a game is followed."""
PLAYERS = busy_player, random_player, holding_player
EVERY = 25 if GAMES > 1 else 50
"""The number of orders between tested positions; the first decision of each kind is always tested."""


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("key", scenario_keys()[:: 1 if GAMES > 1 else 2])
def test_listed_orders_are_accepted(key, seed):
    scenario = load_scenario(key)
    options = {option.name: bool(seed % 2) for option in options_of(scenario)}
    game, draw = Game(scenario, seed=seed, options=options), Draw(seed)
    player = PLAYERS[seed % 3]
    seen = set()
    for number in range(ORDERS):
        if game.outcome is not None:
            break
        if game.prompt.kind not in seen or number % EVERY == 0:
            seen.add(game.prompt.kind)
            tries(game, draw)
        game.apply(player(game, draw))
    assert seen >= {"movement", "combat"}


def tries(game: Game, draw: Draw) -> None:
    """Try some of the orders of both lists in a position, above all moves to an adjacent hex."""
    for found in (list(islice(game.legal(), LISTED)), [parse(line) for line in islice(words(game), LISTED)]):
        near = [order for order in found if is_next_door(game, order)]
        for order in (*some(near, draw), *some(found, draw)):
            assert game.explain(order) is None, f"{order}: {game.explain(order)}"


def some(orders: list[Order], draw: Draw) -> list[Order]:
    """Draw a few of the orders, or return all if there are few."""
    return orders if len(orders) <= TRIED else [draw.pick(orders) for _ in range(TRIED)]


def is_next_door(game: Game, order: Order) -> bool:
    """Return True if an order moves a unit to an adjacent hex."""
    if not isinstance(order, Move):
        return False
    here = game.state.location[game.scenario.by_id[order.unit.lower()]]
    return game.scenario.board.grid.distance(here, game.scenario.board.hex(order.hexes[-1])) == 1


def words(game: Game) -> Iterator[str]:
    """Find the orders in the referee's list, except those of a Combat Phase."""
    for entry in summary.legal(game):
        order, choices = entry.get("order"), entry.get("choices", [""])
        assert isinstance(choices, list)
        if order not in (None, "..."):
            yield from (f"{order} {word}".rstrip() for word in choices)
