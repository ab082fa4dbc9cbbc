"""Ground held: each battle's measures, compared with its rules in the same positions."""

import pytest

from tests.drawn import drawn
from tests.history.test_record import recorded
from westwall_tui.engine import queries
from westwall_tui.engine.battles.bastogne import Bastogne
from westwall_tui.engine.rules.lines import road_line
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import ELIMINATED


def stages(name, step):
    """Yield a recorded game at its start and at regular intervals of orders."""
    game = recorded(f"{name}.orders")
    now = game.root().rolled_by_hand()
    yield now
    for at in range(0, len(game.log), step):
        now.replay(game.log[at : at + step])
        yield now


@pytest.mark.parametrize("name", ["relief-greedy", "relief-holding"])
def test_15_27_no_hex_of_the_road_is_closed_exactly_when_the_road_is_open(name):
    seen = set()
    for game in stages(name, 20):
        (road,) = queries.measures(game)
        line = game.rules.line(game.state)
        assert (road.value == 0) == bool(line)
        assert road.value == len(road.cut)
        enemy = 1 - road.side
        assert all(game.state.held[enemy][h] or game.state.zones[enemy][h] for h in road.cut)
        seen.add(bool(line))
    assert False in seen


def test_15_27_the_fewest_closed_hexes_must_be_opened():
    """Without each German unit that closes one of them the road is open, and without German units no road is closed."""
    game = next(game for game in stages("relief-holding", 1) if game.state.phase is Phase.MOVEMENT)
    (road,) = queries.measures(game)
    state = game.state
    assert road.cut
    for unit in state.on_map(1 - road.side):
        if set(road.cut) & {state.location[unit], *state.ground.zone[state.location[unit]]}:
            state.place(unit, ELIMINATED)
    relief = game.rules
    assert isinstance(relief, Bastogne)
    assert queries.measures(game)[0].value == 0
    assert road_line(state, road.side, relief.line_from, relief.line_to)


@pytest.mark.slow
def test_15_17_the_measure_counts_the_hexes_that_the_germans_passed_last():
    for game in stages("spearhead-greedy", 60):
        town = queries.measures(game)[0]
        assert (town.value == town.most) == (game.rules.holder(game.state) == game.rules.german)


@pytest.mark.slow
def test_17_31_the_corridor_is_as_long_as_the_longest_line_of_a_ground_unit():
    cuts = 0
    for game in stages("arnhem-historical-busy", 130):
        if not (found := queries.measures(game)):
            continue
        corridor, without = found
        lines = {each.unit: each for each in queries.supplies(game)}
        ground = [each for unit, each in lines.items() if unit not in game.rules.airborne]
        assert corridor.value == max((len(each.line) for each in ground), default=0)
        assert without.value == sum(not each.line for each in lines.values())
        for h in corridor.cut:
            cuts += 1
            assert any(each.why.endswith(f"at {game.state.number(h)}") for each in ground if not each.line)
    assert cuts


@pytest.mark.slow
def test_15_21_the_towns_are_those_of_the_account():
    for game in stages("hurtgen-historical-holding", 300):
        towns, points = queries.measures(game)
        scored = [line.points for line in queries.account(game) if line.place]
        assert (towns.value, points.value) == (len(scored), sum(scored))
        assert points.value <= points.most


@pytest.mark.slow
def test_14_12_a_bridgehead_is_as_deep_as_its_farthest_unit_is_from_the_river():
    deepest = 0
    for game in stages("remagen-historical-busy", 200):
        deep, along = queries.measures(game)
        rules, state = game.rules, game.state
        east = [state.location[unit] for unit in state.on_map(rules.us) if state.location[unit] in rules.east_bank]
        away = state.scenario.board.grid.distance
        river = [h for h in range(len(state.scenario.board.grid)) if h in rules.west_bank]
        if deep.value == 1:
            assert all(any(away(h, bank) <= 3 for bank in river) for h in east)
        assert (deep.value == 0) == (not east)
        assert 0 <= along.value <= along.most
        deepest = max(deepest, deep.value)
    assert deepest > 1


def test_the_standard_rules_measure_nothing():
    assert queries.measures(drawn(blue=["A 5-5-5 0101"], red=["X 5-5-5 0303"])) == []
