"""The assault over a river from the Engineer's hex (Arnhem 13.24); `positions.py` has those that pay."""

import pytest

from tests.ai.positions import PLAIN, attacks, moved, opposite
from tests.drawn import below, play, where
from tests.engine.battles.drawn_arnhem import field, market
from westwall_tui.ai.player import Player


@pytest.mark.parametrize("level", [1, 2, 3])
def test_13_24_a_strong_bank_is_left_alone(level):
    game = opposite(PLAIN, "0405", "X 2-12-3 0406")
    assert where(moved(game, Player(level, 1)), "A") != where(game, "Eng")


@pytest.mark.parametrize(("ground", "assaults"), [("", True), (field("0406#"), False)])
def test_11_2_so_is_a_city_for_its_garrison_need_not_leave_it(ground, assaults):
    game = opposite(PLAIN, "0405", "X 2-2-3 0406", *([ground] if ground else []))
    assert (where(moved(game, Player(3, 2)), "A") == where(game, "Eng")) == assaults


def test_13_24_who_has_won_advances_and_the_engineer_stays():
    game, player = opposite(PLAIN, "0405", "X 2-2-3 0406"), Player(3, 1)
    moved(game, player)
    assert "assaults across the river" in player.log[-2]
    attacks(game, player)
    assert where(game, "A") in ("0406", "0307", "0407", "0507", "eliminated")
    assert where(game, "Eng") == "0405"


@pytest.mark.slow
def test_13_24_a_hint_says_so():
    game, player = opposite(PLAIN, "0405", "X 2-2-3 0406"), Player(3, 1)
    told = {}
    while game.side == 0 and game.prompt.kind == "movement":
        order = player.advise(game)
        told[str(order)] = player.reasons
        game.apply(order)
    assert "It assaults across the river" in told["move A 0405"][0]


def test_13_24_7_11_it_assaults_whom_nobody_else_can_still_attack():
    """X would be the easier enemy; but B has attacked Z, and so left Y, whom he touches as well, to A."""
    game = market(
        allied=["Eng 3-3-10 engineer 0405", "A 2-2-5 airborne:101st 0404", "B 9-9-7 0206"],
        german=["X 1-1-3 0406", "Y 1-9-3 0306", "Z 1-1-3 0207"],
        victory={"line_to": ["0301"], "drop_zones": []},
        rivers=[below(5)],
        seed=1,
    )
    play(game, "move A 0405", "done", "attack B > Z")
    while game.prompt.kind != "combat":
        play(game, str(Player(3, 1).choose(game)))
    player = Player(3, 1)
    assert str(player.choose(game)).startswith("attack A > Y")
    assert not player.refusals
