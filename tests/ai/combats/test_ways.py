"""The ways to divide a group: the best one, against all ways written out."""

from itertools import product

import pytest

from tests.ai.positions import PLAIN
from tests.engine.battles.drawn_bastogne import siege
from westwall_tui.ai import goals
from westwall_tui.ai.combats.ways import SPLIT, WaysToDivide
from westwall_tui.ai.value.view import View

RING = ["A 5-4-7 0505", "B 3-4-7 0605", "C 2-2-7 0404", "D 4-4-7 0705"]
FOES = ["X 3-3-7 0504", "Y 6-6-7 0604", "Z 1-2-7 0704"]


def worth_of_best(view, touched):
    """Return the fewest enemies left among all ways, and the worth of the rest, without artillery next to the enemy."""
    found = []
    for picks in product(*touched.values()):
        parties: dict[int, list[int]] = {}
        for unit, foe in zip(touched, picks, strict=True):
            parties.setdefault(foe, []).append(unit)
        defenders = {first: [first] for first in parties}
        left = 0
        for foe in sorted({foe for near in touched.values() for foe in near} - parties.keys()):
            costs = []
            for first, units in sorted(parties.items()):
                if all(foe in touched[unit] for unit in units):
                    with_him = worth(view, units, [*defenders[first], foe])
                    costs.append((with_him - worth(view, units, defenders[first]), -first))
            if costs:
                defenders[-max(costs)[1]].append(foe)
            else:
                left += 1
        found.append((-left, sum(worth(view, units, defenders[first]) - SPLIT for first, units in parties.items())))
    return max(found)


def worth(view, units, foes):
    return view.combats.value(tuple(units), tuple(sorted(foes)), 0)


@pytest.mark.parametrize("blue", [RING, RING[:3], RING[1:], [RING[0], RING[3]]])
@pytest.mark.parametrize("red", [FOES, FOES[:2]])
def test_7_11_the_best_way_of_all_is_found(blue, red):
    game = PLAIN.drawn(blue=blue, red=red, phase="combat")
    view = View(game, goals.of(game, 0, {}))
    touched = view.contacts().touched
    foes = sorted({foe for near in touched.values() for foe in near})
    best = WaysToDivide(view.combats, tuple(touched), foes, [*touched.values()]).best()
    assert (-best.unmet, pytest.approx(best.value)) == worth_of_best(view, touched)
    assert len(touched) == len(blue)


def test_8_31_14_0_artillery_beyond_the_limit_goes_where_there_is_room_or_stays_idle():
    game = siege(
        german=["A 3-3-7 0503", "B 3-2-7 0404", "G 4-2-12/1-7 0603"],
        us=["X 2-2-7 0504", "Y 8-8-7 0604"],
        phase="combat",
    )
    view = View(game, goals.of(game, 0, {}))
    touched, gun = view.contacts().touched, game.scenario.by_id["g"]
    x, y = (game.scenario.by_id[name] for name in "xy")
    ways = WaysToDivide(view.combats, tuple(touched), (x, y), [*touched.values()])
    alone = ways.split([ways.enemies.index(y if unit == gun else x) for unit in touched])
    assert alone.idle == 0
    assert [fight.attackers for fight in alone.fights if gun in fight.attackers] == [tuple(sorted(touched))]
    assert alone.unmet == 1, "nobody else touches Y"
