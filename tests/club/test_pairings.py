"""Pairings and the table of a tournament, against a search through all pairings of small fields."""

from collections import Counter
from itertools import combinations, count
from random import Random

import pytest

from westwall_tui.club.pairings import (
    BYE,
    ROUND_ROBIN,
    SWISS,
    Pairing,
    next_pairs,
    round_robin,
    rounds_of,
    standings,
)


def play(system, players, rounds, seed=0, withdrew=()):
    """Return the pairings of some rounds, with random results."""
    draw, past = Random(seed), list[Pairing]()
    for number in range(1, rounds + 1):
        for first, second in next_pairs(system, players, withdrew, past, number):
            won = (2, 0) if second == BYE else draw.choice([(2, 0), (0, 2), (1, 1)])
            past.append(Pairing(number, first, second, won, 0 if second == BYE else won[0] - won[1]))
    return past


@pytest.mark.parametrize("players", range(2, 17))
def test_in_a_round_robin_everyone_meets_everyone_once(players):
    rounds = rounds_of(ROUND_ROBIN, players, 1)
    met = Counter(frozenset(pair) for number in range(1, rounds + 1) for pair in round_robin(players, number))
    assert {*met.values()} == {1}
    assert {pair for pair in met if BYE not in pair} == {*map(frozenset, combinations(range(1, players + 1), 2))}
    assert len(met) == (players + players % 2) * (players + players % 2 - 1) / 2


@pytest.mark.parametrize("players", range(2, 17))
def test_in_a_round_robin_the_sides_are_shared_fairly(players):
    for times, most in ((1, 1), (2, 0)):
        sides = Counter[int]()
        for pairing in play(ROUND_ROBIN, players, rounds_of(ROUND_ROBIN, players, times)):
            if pairing.second != BYE:
                sides.update([pairing.first])
                sides.subtract([pairing.second])
        assert max(map(abs, sides.values())) <= most


def test_nobody_plays_a_player_who_withdrew():
    first = play(ROUND_ROBIN, 4, 1)
    assert next_pairs(ROUND_ROBIN, 4, [3], first, 2) == [(4, 2), (1, BYE)]
    assert next_pairs(ROUND_ROBIN, 4, [3, 1], first, 2) == [(4, 2)]
    assert 3 not in {who for pair in next_pairs(SWISS, 4, [3], first, 2) for who in pair}


def all_pairs(players):
    """Yield all ways to pair players; one of an odd number has a bye."""
    if len(players) % 2:
        for bye in players:
            yield from ([*pairs, (bye, BYE)] for pairs in all_pairs([who for who in players if who != bye]))
    elif not players:
        yield []
    else:
        for other in players[1:]:
            left = [who for who in players[1:] if who != other]
            yield from ([(players[0], other), *pairs] for pairs in all_pairs(left))


@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("seed", range(4))
def test_a_swiss_round_is_the_best_of_all_pairings(players, seed):
    for rounds in range(2 * players):
        past = play(SWISS, players, rounds, seed)
        table = [row.player for row in standings(SWISS, players, (), past)]
        halves = {row.player: row.halves for row in standings(SWISS, players, (), past)}
        met = Counter(frozenset((each.first, each.second)) for each in past)

        def cost(pairs, table=table, halves=halves, met=met):
            meetings = sum(met[frozenset(pair)] for pair in pairs if BYE not in pair)
            byes = [(met[frozenset(pair)], -table.index(pair[0])) for pair in pairs if BYE in pair]
            return meetings, byes, sum((halves[one] - halves[two]) ** 2 for one, two in pairs if two != BYE)

        assert cost(next_pairs(SWISS, players, (), past, rounds + 1)) == min(map(cost, all_pairs(table)))


@pytest.mark.parametrize("players", [15, 16])
def test_a_swiss_tournament_of_many_players_has_no_rematch(players):
    past = play(SWISS, players, 9)
    assert {*Counter(frozenset((each.first, each.second)) for each in past).values()} == {1}


def table(system, *results):
    """Return the places of four players after pairings, each in a round of its own."""
    past = [Pairing(number, *result) for number, result in zip(count(1), results, strict=False)]
    return [(row.place, row.player, row.halves, row.lead) for row in standings(system, 4, (), past)]


def test_points_come_before_leads():
    assert table(ROUND_ROBIN, (1, 2, (2, 0), 1), (3, 4, (1, 1), 0), (2, 3, (0, 2), -9), (1, 4, None)) == [
        (1, 3, 3, 9),
        (2, 1, 2, 1),
        (3, 4, 1, 0),
        (4, 2, 0, -10),
    ]


def test_between_equals_their_own_game_decides_a_round_robin():
    rows = table(ROUND_ROBIN, (1, 2, (0, 2), 0), (3, 4, (1, 1), 0), (1, 3, (2, 0), 0), (2, 4, (0, 2), 0))
    assert [row[:3] for row in rows] == [(1, 4, 3), (2, 2, 2), (3, 1, 2), (4, 3, 1)]


def test_between_equals_the_points_of_their_opponents_decide_a_swiss_tournament():
    rows = table(SWISS, (1, 2, (2, 0), 3), (3, 4, (2, 0), 3), (1, 3, (2, 0), 1), (2, 4, (0, 2), -2))
    assert [row[1] for row in rows] == [1, 3, 4, 2]
    shared = table(SWISS, (1, 2, (1, 1), 0), (3, 4, (1, 1), 0))
    assert [row[0] for row in shared] == [1, 1, 1, 1]
