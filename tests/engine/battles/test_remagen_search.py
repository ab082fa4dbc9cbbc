"""Remagen, 14.0: the cheapest front against every path there is, on small boards; and where it must be fast."""

from functools import cache
from itertools import pairwise
from time import process_time

import pytest

from tests.drawn import board
from tests.engine.battles.drawn_banks import Measure, Position, at_random, by_any_bank, by_bends, every_path
from westwall_tui.engine.battles.remagen import search, ways
from westwall_tui.engine.battles.remagen.banks import Banks
from westwall_tui.engine.battles.remagen.search import at_least, cheapest, quick, scored
from westwall_tui.engine.board import Board, Terrain
from westwall_tui.engine.rules.answers import Front
from westwall_tui.engine.sampling import Draw
from westwall_tui.files.scenarios import load_scenario


def measured(position: Position) -> Measure | None:
    found = cheapest(position.banks, position.worth, position.held)
    if found is None:
        return None
    assert found.gaps == tuple(h for h in found.hexes if h not in position.held)
    assert found.lost == position.banks.lost(found.hexes, position.worth)
    return found.cost, len(found.lost), len(found.hexes), found.hexes


@pytest.mark.parametrize("seed", range(150))
def test_14_12_14_13_14_14_the_cheapest_front_by_trying_all(seed):
    position = at_random(seed, 4, 4, 4)
    assert measured(position) == every_path(position)


@pytest.mark.parametrize("seed", range(40))
def test_14_0_where_the_river_bends_and_numbers_do_not_follow_the_bank(seed):
    position = by_bends(seed)
    assert measured(position) == every_path(position)


@pytest.mark.parametrize("seed", range(3))
def test_14_0_on_a_larger_board(seed):
    position = at_random(100 + seed, 5, 4, 5)
    assert measured(position) == every_path(position)


@pytest.mark.parametrize("seed", range(60))
def test_14_0_the_floor_is_never_above_the_cost(seed):
    position = at_random(1000 + seed, 6, 7, 8)
    found = cheapest(position.banks, position.worth, position.held)
    assert found is not None
    assert at_least(position.banks, position.worth, position.held) <= found.cost


def test_14_0_the_floor_of_a_unit_far_away_is_what_losing_it_costs():
    sheet = board("\n".join(["~........"] * 5))
    land = frozenset(h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER)
    near, far = sheet.hex("0203"), sheet.hex("0803")
    held = {near, far, *sheet.grid.neighbours[near], *sheet.grid.neighbours[far]} & land
    assert at_least(Banks.of(sheet, land), {near: 3, far: 4}, held) == 4
    assert at_least(Banks.of(sheet, land), {near: 3}, held) == 0


def test_nobody_there():
    position = at_random(0, 4, 4, 4)
    assert cheapest(position.banks, {}, ()) is None
    assert at_least(position.banks, {}, ()) == 0


@cache
def east_bank() -> tuple[Board, Banks]:
    sheet = load_scenario("remagen/historical").board
    return sheet, Banks.of(sheet, frozenset(sheet.areas["East bank"]))


def bridgehead(numbers: str) -> Front:
    """The front of infantry battalions in these hexes."""
    sheet, banks = east_bank()
    worth = {sheet.hex(number): 3 for number in numbers.split()}
    held = worth.keys() | {n for h in worth for n in sheet.ground.zone[h] if n in banks.hexes}
    found = cheapest(banks, worth, held)
    assert found is not None
    return found


def test_an_unbroken_front_round_the_bridge():
    found = bridgehead("0614 0814 1015 1017 0918")
    assert (found.cost, found.gaps, found.lost) == (0, (), ())


def test_two_bridgeheads_are_joined_or_one_is_lost():
    sheet, _ = east_bank()
    near = bridgehead("0614 0814 0918 0919")
    assert near.cost <= 6
    far = bridgehead("0614 0814 0928")
    assert [sheet.number(h) for h in far.lost] == ["0928"]


GREEDY = (
    "1313 1314 1315 1316 1413 1414 1415 1416 1513 1514 1515 1516 1517 1612 1613 1614 1615 1616 1617 1713 "
    "1714 1715 1716 1809 1813 1814 1815"
)
"""A crowd away from the river, from a game of the greedy player (historical, seed 0, after 180 orders)."""


def test_14_13_gaps_are_cheaper_than_the_loss_of_a_crowd():
    """The search once gave up here, and lost twelve units for 71 points."""
    found = bridgehead(GREEDY)
    assert (found.cost, len(found.gaps), len(found.lost)) == (33, 6, 1)


CROWDS = (
    (
        "0713 0813 0814 0815 0816 0913 0914 0917 0918 0919 1014 1016 1017 1019 1114 1118 1119 1214 1413 1414 "
        "1415 1513 1514 1515 1516 1612 1613 1614 1615 1715 1718",
        0,
    ),
    (
        "1313 1314 1315 1316 1413 1414 1415 1416 1513 1514 1515 1516 1612 1613 1614 1615 1616 1714 1715 1716 "
        "1717 1816 1916",
        30,
    ),
)
"""Crowds in which the search once gave up, and what their fronts cost: it found ones for 51 and 56."""


@pytest.mark.parametrize(("numbers", "cost"), CROWDS)
def test_14_13_in_a_crowd_nobody_is_lost_who_can_be_kept(numbers, cost):
    found = bridgehead(numbers)
    assert len(set(found.hexes)) == len(found.hexes)
    assert (found.cost, found.lost) == (cost, ())


ARM = "0711 0714 0809 0903 0905 0908 1014 1104 1314 1614 1914 2115"
"""A line of single units far out, from a game of the first level: the front runs out along it and back."""


def test_14_12_a_front_that_is_whole_is_found_however_long_the_search():
    """It gave up, and lost the four units of the arm."""
    found = bridgehead(ARM)
    assert (found.gaps, found.lost) == ((), ())


ROUND_THE_WEDGE = "0714 0815 0919 1014 1215 1219 1220 1221 1315 1515 1522 1815 1910 1913"
"""Single units round a wedge of the enemy's, from a recorded game; a quicker search gave up and lost one more."""


def test_14_14_a_unit_is_lost_and_a_gap_is_left_where_that_is_cheapest():
    found = bridgehead(ROUND_THE_WEDGE)
    assert (found.cost, len(found.gaps), len(found.lost)) == (8, 1, 1)


def test_14_12_one_hex_next_to_the_river_may_be_the_front():
    """Once late ways had their own prices, it was thought to have to come back further south."""
    position = at_random(184, 7, 7, 8)
    found = measured(position)
    assert found == every_path(position)
    assert found is not None
    assert found[2] == 1


@pytest.mark.parametrize("seed", range(5))
def test_14_0_somebody_is_kept_even_if_to_lose_all_would_be_cheaper(seed):
    draw = Draw(seed)
    sheet = board("\n".join(["~....."] * 3))
    land = [h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER]
    worth = {draw.pick([h for h in land if sheet.grid.positions[h][0] > 4]): 1 for _ in range(2)}
    position = Position(sheet, worth, set(worth))
    found = measured(position)
    assert found == every_path(position)
    assert found is not None
    assert found[1] < len(worth)


@pytest.mark.parametrize("seed", range(40))
def test_14_0_however_few_turns_round_a_unit_are_told_apart_at_first(seed, monkeypatch):
    monkeypatch.setattr(search, "TURNS", 1)
    position = at_random(2000 + seed, 4, 5, 3)
    assert measured(position) == every_path(position)


@pytest.mark.parametrize("seed", range(40))
def test_14_0_whoever_gives_up_at_once_takes_a_front_all_the_same(seed, monkeypatch):
    monkeypatch.setattr(search, "STEPS", 3)
    search._cheapest.cache_clear()
    position = at_random(3000 + seed, 4, 4, 4)
    found = measured(position)
    search._cheapest.cache_clear()
    least = every_path(position)
    assert found is not None
    assert least is not None
    assert found[:3] >= least[:3]
    path, near = found[3], position.banks.near
    assert len(set(path)) == len(path)
    assert all(b in near[a] for a, b in pairwise(path))
    anchors = position.banks.anchors
    assert anchors.index(path[0]) <= anchors.index(path[-1])
    assert found[1] < len(position.worth)


@pytest.mark.parametrize("seed", range(60))
def test_14_12_a_front_round_all_that_hangs_together(seed):
    position = at_random(4000 + seed, 6, 6, 7)
    least, near = measured(position), position.banks.near
    assert least is not None
    best = []
    for path in position.banks.rims(position.held):
        assert len(set(path)) == len(path)
        assert position.held.issuperset(path)
        assert all(b in near[a] for a, b in pairwise(path))
        assert position.banks.anchors.index(path[0]) <= position.banks.anchors.index(path[-1])
        lost = position.banks.lost(path, position.worth)
        if len(lost) < len(position.worth):
            best.append((sum(position.worth[h] for h in lost), len(lost)))
    assert least[:2] <= min(best, default=least[:2])
    if least[:2] == (0, 0):
        assert min(best) == (0, 0)


def test_14_0_units_strewn_by_an_editor_do_not_hold_the_program_up():
    _, banks = east_bank()
    draw = Draw(0)
    worth = {draw.pick(sorted(banks.hexes)): 3 for _ in range(34)}
    held = worth.keys() | {n for h in worth for n in banks.near[h]}
    start = process_time()
    found = cheapest(banks, worth, held)
    assert process_time() - start < 10  # without a limit it is minutes
    assert found is not None
    assert at_least(banks, worth, held) <= found.cost < 3 * len(worth)


@pytest.mark.parametrize("seed", range(30))
def test_14_12_a_quick_front_is_one_and_no_dearer_than_one_through_any_unit_or_round_a_block(seed):
    for position in (at_random(8000 + seed, 5, 6, 5), by_bends(8000 + seed)):
        banks, worth, held = position.banks, position.worth, position.held
        found, least = quick(banks, worth, held), cheapest(banks, worth, held)
        assert found is not None
        assert least is not None
        assert found == scored(banks, worth, held, found.hexes)
        known = [position.costs.out_and_back(h) for h in worth] + list(banks.rims(held))
        rank = banks.anchors.index
        northern = [path if not path or rank(path[0]) <= rank(path[-1]) else path[::-1] for path in known]
        fronts = [front for path in northern if (front := scored(banks, worth, held, path))]
        assert found.cost == min(front.cost for front in fronts) >= least.cost
        best = min((front.cost, len(front.lost), len(front.hexes), front.hexes) for front in fronts)
        assert (found.cost, len(found.lost), len(found.hexes), found.hexes) == best


def test_14_0_nobody_to_keep_or_no_river_means_no_front():
    position = at_random(0, 4, 4, 4)
    assert quick(position.banks, {}, ()) is None
    row = board("~...")  # whoever stands at its end cannot be kept
    land = frozenset(h for h, t in enumerate(row.terrain) if t is not Terrain.RIVER)
    assert quick(Banks.of(row, land), {row.hex("0401"): 3}, ()) is None
    dry = board("....")
    banks = Banks.of(dry, frozenset(range(len(dry.grid))))
    unit = {dry.hex("0201"): 3}
    assert quick(banks, unit, ()) is None
    assert cheapest(banks, unit, ()) is None
    assert at_least(banks, unit, ()) == 0


@pytest.mark.parametrize("seed", range(20))
def test_14_12_14_13_14_14_what_a_front_costs_that_somebody_names(seed):
    position = at_random(9000 + seed, 4, 5, 4)
    banks, worth, held = position.banks, position.worth, position.held
    found = cheapest(banks, worth, held)
    assert found is not None
    assert scored(banks, worth, held, found.hexes) == found
    assert scored(banks, worth, iter(held), list(found.hexes)) == found


def test_14_12_what_is_no_front_costs_nothing():
    sheet = board("\n".join(["~...."] * 5))
    land = frozenset(h for h, t in enumerate(sheet.terrain) if t is not Terrain.RIVER)
    banks, worth = Banks.of(sheet, land), {sheet.hex("0303"): 3}

    def front(numbers: str) -> Front | None:
        return scored(banks, worth, worth, [sheet.hex(number) for number in numbers.split()])

    assert front("0202 0303 0203") == Front(
        tuple(sheet.hex(n) for n in ("0202", "0303", "0203")), (sheet.hex("0202"), sheet.hex("0203")), (), 10
    )
    assert front("") is None
    assert front("0203 0303 0202") is None  # its southern end first
    assert front("0202 0303 0202 0203") is None  # a hex twice
    assert front("0201 0303 0203") is None  # not from hex to hex
    assert front("0202 0303 0204") is None
    assert front("0302 0303 0203") is None  # not from the river
    assert front("0202 0303 0304") is None  # not to the river
    assert front("0303") is None
    assert front("0203") is None  # keeps nobody
    worth = {sheet.hex("0203"): 3}
    assert front("0203") == Front((sheet.hex("0203"),), (), (), 0)


@pytest.mark.parametrize("seed", range(60))
def test_14_0_ways_that_begin_in_the_south_have_prices_of_their_own(seed, monkeypatch):
    """In play only where there are many of them; here from the first one on."""
    monkeypatch.setattr(ways, "MANY", 1)
    search._cheapest.cache_clear()
    for position in (at_random(seed, 4, 4, 4), by_bends(seed)):
        assert measured(position) == every_path(position)
    search._cheapest.cache_clear()


@pytest.fixture
def gone_on_with(monkeypatch):
    """The rounds of a search, each of which counts the ways that it has gone on with."""
    rounds = []

    class Counted(ways.Ways):
        def __init__(self, *what):
            super().__init__(*what)
            rounds.append(self)

    monkeypatch.setattr(search, "Ways", Counted)
    search._cheapest.cache_clear()
    return lambda: sum(each.steps for each in rounds)


@pytest.mark.parametrize("most", [1, 20, 100, 1000])
def test_14_0_the_search_stops_after_so_many_steps_in_all_rounds_together(most, monkeypatch, gone_on_with):
    monkeypatch.setattr(search, "STEPS", most)
    bridgehead(ARM)
    assert gone_on_with() == most


@pytest.mark.parametrize(
    ("numbers", "most"),
    [
        ("0614 0814 1015 1017 0918", 100),
        ("0614 0814 0918 0919", 60),
        (GREEDY, 1000),
        (CROWDS[0][0], 4000),
        (CROWDS[1][0], 1700),
        (ARM, 15_000),
        (ROUND_THE_WEDGE, 7000),
    ],
)
def test_14_0_the_front_is_found_in_few_steps(numbers, most, gone_on_with):
    bridgehead(numbers)
    assert gone_on_with() < most


@pytest.mark.parametrize("seed", range(40))
def test_14_12_rims_are_fronts_wherever_the_river_goes(seed):
    position = by_any_bank(seed)
    banks = position.banks
    for path in banks.rims(position.held):
        assert {path[0], path[-1]} <= set(banks.anchors)
        assert len(set(path)) == len(path)
        assert position.held.issuperset(path)
        assert all(b in banks.near[a] for a, b in pairwise(path))
