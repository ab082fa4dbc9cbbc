"""Landings by the computer player: a division comes down as one, by one plan, and then moves."""

import pytest

from tests.drawn import where
from tests.engine.battles.drawn_arnhem import market
from tests.long import sample
from westwall_tui.ai.phases.tasks import UNPLANNED
from westwall_tui.ai.player import Player
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Land, Order
from westwall_tui.files.library import new_game

pytestmark = pytest.mark.slow

NAMES = [f"{name}/101" for name in "ABCDEFGHI"]


def division(*german: str) -> Game:
    """Nine units that must land this Game-Turn around their drop zone, and more hexes for them than units."""
    around = " ".join(f"{column:02}{row:02}" for column in range(3, 8) for row in range(3, 7))
    return market(
        allied=[f"{name} 2-2-7 airborne:101st" for name in NAMES],
        german=["X 4-4-7 0909", *german],
        landings=[(1, " ".join(NAMES), around)],
        victory={"line_to": ["0109"], "drop_zones": ["101 0504"]},
        seed=1,
    )


def moves(game: Game, player: Player) -> list[tuple[Order, tuple[str, ...]]]:
    """Return the orders of a Movement Phase, each with the reasons for it; the enemy blows what he can."""
    given, phase = [], game.state.serial
    while game.state.serial == phase:
        moving, order = game.prompt.kind == "movement", player.choose(game)
        if moving:
            given.append((order, player.reasons))
        game.apply(order)
    assert not player.refusals
    return given


@pytest.mark.parametrize("level", [2, 3, 4])
def test_15_34_a_division_lands_as_one_and_by_the_plan(level):
    game, player = division(), Player(level, 1, clock=False)
    given = moves(game, player)
    landed = [order for order, _ in given if isinstance(order, Land)]
    assert len(landed) == len(NAMES)
    assert [order for order, _ in given[: len(NAMES)]] == landed, "somebody moves before all are down"
    assert not [reasons for _, reasons in given if UNPLANNED in reasons]
    assert where(game, NAMES[0]) != "reserve"


def test_15_32_who_has_landed_moves_by_a_plan_of_all():
    """One plan to come down and one to move: nobody is put down and left there."""
    game, player = division(), Player(3, 1, clock=False)
    given = moves(game, player)
    assert len(given) > len(NAMES) + 1, "nobody has moved"
    assert len(player.log) == 2


@pytest.mark.parametrize("seed", sample([501, 502], [501]))
def test_bridges_that_fall_meanwhile_leave_nobody_without_a_plan(seed):
    """11.0: each approach to a wired bridge may blow it, and every plan after that costs something."""
    game, player = new_game("arnhem/historical", seed=seed), Player(2, seed, clock=False)
    while game.prompt.kind != "movement":
        game.apply(player.choose(game))
    given = moves(game, player)
    assert sum(isinstance(order, Land) for order, _ in given) >= 26
    assert not [order for order, reasons in given if UNPLANNED in reasons]
