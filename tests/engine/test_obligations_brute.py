"""The check of mandatory attacks compared with an exhaustive search in small crowded positions (7.1, 7.2, 8.31, 14.0).

The engine uses a theorem about stars and matchings (`rules/obligations.py`). The fuzzer's oracle
(`oracle/obligations.py`) tries every continuation of the Combat Phase; its module lists the assumptions.
"""

from itertools import product

import pytest

from tests.engine.small_boards import SERIAL, at_table, chance, position, random_board, random_unit, scatter
from tests.fuzz.oracle.combat import Contact
from tests.fuzz.oracle.obligations import OraclePhase, subsets
from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import Attack, Done
from westwall_tui.engine.state import changed

pytestmark = pytest.mark.slow

POSITIONS = sample(400, 50)
"""The number of random positions for each set of rules."""


def random_position(number, rules):
    """Draw a Combat Phase: two to four units per side, close together, some across rivers, some finished."""
    draw = Draw(number)
    board = random_board(draw, 3 + draw.below(2), 3, river=draw.pick((0, 10, 30)), bridge=40)
    counts = 2 + draw.below(3), 2 + draw.below(3)
    guns = draw.pick((15, 40, 60)) if rules != "hurtgen" else draw.pick((60, 80, 95))
    units = tuple(
        random_unit(draw, side, f"{'GA'[side]}{n}", guns) for side in (0, 1) for n in range(1, counts[side] + 1)
    )
    game = position(rules, board, units, scatter(draw, board, len(units)), support=draw.pick((0, 0, 2)))
    state = game.state
    done = draw.pick((0, 0, 10, 30))
    for unit in units:
        u = state.scenario.by_id[unit.id.lower()]
        if chance(draw, done):
            if unit.side == 0:
                state.attacked = changed(state.attacked, SERIAL, u)
            else:
                state.defended = changed(state.defended, SERIAL, u)
        if chance(draw, done // 3):
            if draw.below(2):
                state.displaced = changed(state.displaced, SERIAL, u)
            else:
                state.advanced = changed(state.advanced, SERIAL, u)
    return game


@pytest.mark.parametrize("start", range(0, POSITIONS, 50))
@pytest.mark.parametrize("rules", ["standard", "bastogne", "hurtgen"])
def test_7_11_7_12_declarations_agree_with_exhaustive_search(rules, start):
    """Checked for every combat, by the local rules (6.33, 7.1, 8.1) and by the obligations it leaves."""
    for number in range(start, start + 50):
        game = random_position(number, rules)
        record = at_table(game)
        contact = Contact(record.battle, record.position)
        phase = OraclePhase(contact)
        own, enemies = record.position.on_map(0), record.position.on_map(1)
        before, any_legal = game.digest(), False
        for named, defenders, points in product(subsets(own), subsets(enemies), {0, min(1, game.state.support[0])}):
            if not defenders:
                continue
            fight, order = contact.fight(named, defenders, points), Attack(named, defenders, (), points)
            refusal = game.explain(order)
            any_legal = any_legal or refusal is None
            assert (refusal is None) == (fight is not None and phase.may_declare(fight)), (number, str(order), refusal)
            if refusal is not None and fight is not None:
                assert refusal.case in ("7.11", "7.12", "8.31"), (number, str(order), refusal)
        refusal = game.explain(Done())
        assert (refusal is None) == phase.may_end(), (number, refusal)
        assert any_legal or refusal is None, f"{number}: the phase can neither go on nor end"
        assert game.digest() == before
