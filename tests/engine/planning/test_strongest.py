"""The strongest attack on one enemy, against trying everything."""

from itertools import chain, combinations

import pytest

from tests.drawn import drawn
from westwall_tui.engine.planning.strongest import strongest
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules.artillery import in_range
from westwall_tui.engine.rules.obligations import contacts
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.state import Combat

BATTLES = {
    "standard": ("Blue", "Red"),
    "bastogne": ("German", "US"),
    "hurtgen": ("US", "German"),
    "arnhem": ("Allied", "German"),
}
AROUND = ("0504", "0604", "0605", "0506", "0405", "0404")


@pytest.mark.parametrize("rules", BATTLES)
@pytest.mark.parametrize("seed", range(6))
def test_8_2_9_0_no_attack_on_the_enemy_is_stronger(rules, seed):
    draw = Draw(seed)
    blue = [f"A{i} {1 + draw.below(5)}-3-7 {AROUND[i]}" for i in range(1 + draw.below(3))]
    blue += [f"G{i} {1 + draw.below(5)}-1-9/2-7 {2 * i + 1:02}09" for i in range(draw.below(5))]
    game = drawn(
        blue=blue,
        red=["X 2-3-7 0505"],
        phase="combat",
        rules=rules,
        names=BATTLES[rules],
        supports=([(1, 9, draw.below(4))],) * 2,
        victory={"bastogne": []} if rules == "bastogne" else {},
    )
    state, enemy = game.state, len(blue)
    found = contacts(game.rules, state)
    near = found.attackers[enemy]
    guns = [gun for gun in found.guns if in_range(state, gun, enemy)]
    best = strongest(game.rules, state, enemy, near, guns)
    fight.check_artillery(game.rules, state, best)
    every = chain.from_iterable(combinations(guns, n) for n in range(len(guns) + 1))
    most = 0
    for group in every:
        for support in range(game.rules.support_left(state, 0, (enemy,)) + 1):
            combat = Combat(0, tuple(near), group, (enemy,), support)
            share = fight.attacking_share(state, combat)
            if not (share.guns or support) or game.rules.artillery_fits(state, share):
                most = max(most, fight.odds(state, combat).attack)
    assert fight.odds(state, best).attack == most
