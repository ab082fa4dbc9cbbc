"""The pairings of a tournament and its table, as pure functions of the results.

Players are numbered from 1, in random order. The number 0 stands for a bye. Points are counted in halves.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

ROUND_ROBIN, SWISS = "round robin", "Swiss"
BYE = 0
WIN = 2
"""The half points for a win or a bye."""
Pair = tuple[int, int]
"""Two players, or a player and a bye."""


class Pairing(NamedTuple):
    """A pairing of a round, with its result."""

    round: int
    first: int
    """The player who has side 0 in the first game."""
    second: int
    halves: Pair | None = None
    """The half points of both players; None while the games go on."""
    lead: int = 0
    """The points by which the first player was ahead at the end."""


class Standing(NamedTuple):
    """A player's row of the table."""

    place: int
    player: int
    halves: int
    played: int
    """The number of rounds that count for this player, with byes."""
    lead: int
    """The sum of the player's leads."""
    tie: int
    """The half points that decide between equal players.

    In a round robin the player has made them against these players; in a Swiss tournament all opponents have them.
    """
    withdrew: bool


def rounds_of(system: str, players: int, times: int) -> int:
    """Return the number of rounds.

    In a round robin, `times` is how often each pair of players meets, otherwise the number of rounds.
    """
    return (players - 1 + players % 2) * times if system == ROUND_ROBIN else times


def next_pairs(
    system: str, players: int, withdrew: Collection[int], past: Sequence[Pairing], number: int
) -> list[Pair]:
    """Return the pairs of round `number`. The first player of each pair has side 0 in its first game."""
    if system == ROUND_ROBIN:
        gone = {BYE, *withdrew}
        ordered = [sorted(pair, key=lambda who: who in gone) for pair in round_robin(players, number)]
        pairs = [(one, BYE if other in gone else other) for one, other in ordered if one not in gone]
    else:
        table = standings(system, players, withdrew, past)
        pairs = swiss([row.player for row in table if not row.withdrew], past)
    return [_with_sides(system, pair, past) for pair in pairs]


def round_robin(players: int, number: int) -> list[Pair]:
    """Return the pairs of round `number` by the circle method. After each pair has met, the rounds start over.

    In an even number of players each is first as often as second, give or take one; in an odd number exactly as often.
    """
    size = players + players % 2
    last = size if size == players else BYE
    turns = (number - 1) % (size - 1)
    ring = [*range(1 + turns, size), *range(1, 1 + turns)]
    pairs = [(ring[0], last), *((ring[at], ring[-at]) for at in range(1, size // 2))]
    return [pair if BYE in pair else _by_numbers(*pair) for pair in pairs]


def _by_numbers(one: int, other: int) -> Pair:
    """Return two players, the one with the lower number first if the sum of their numbers is odd."""
    low, high = sorted((one, other))
    return (low, high) if (low + high) % 2 else (high, low)


def swiss(ranked: Sequence[int], past: Sequence[Pairing]) -> list[Pair]:
    """Return the pairs of a round of a Swiss tournament for the players who remain, the best first.

    Players meet again only if that cannot be avoided, and the sum of the squared differences in points is the smallest
    possible. The bye goes to the last player among those with the fewest byes, unless players would meet again.
    """
    halves, met = _sum_halves(past), Counter(frozenset(pairing[1:3]) for pairing in past)

    @cache
    def best(left: tuple[int, ...]) -> tuple[int, int, tuple[Pair, ...]]:
        """Return the best pairs of an even number of players, after how often they met and the sum of the squares."""
        if not left:
            return 0, 0, ()
        one, *others = left
        found = []
        for at, other in enumerate(others):
            again, gaps, pairs = best((*others[:at], *others[at + 1 :]))
            gap = (halves[one] - halves[other]) ** 2
            found.append((again + met[frozenset((one, other))], gaps + gap, ((one, other), *pairs)))
        return min(found, key=lambda each: each[:2])

    if len(ranked) % 2 == 0:
        return [*best(tuple(ranked))[2]]
    byes = sorted(ranked, key=lambda player: (met[frozenset((player, BYE))], -ranked.index(player)))
    rounds = ((player, best(tuple(who for who in ranked if who != player))) for player in byes)
    found = []
    for player, (again, _, pairs) in rounds:
        found.append((again, [*pairs, (player, BYE)]))
        if not again:
            break
    return min(found, key=lambda each: each[0])[1]


def _with_sides(system: str, pair: Pair, past: Sequence[Pairing]) -> Pair:
    """Return a pair with the player first who did not have side 0 when they last met.

    If they have not met in a Swiss tournament, the player comes first who has had side 0 less often.
    """
    one, other = pair
    games = [pairing for pairing in past if pairing.second != BYE]
    often = Counter(each.first for each in games if system == SWISS)
    often.subtract(each.second for each in games if system == SWISS)
    last = next((each.first for each in reversed(games) if {each.first, each.second} == {*pair}), BYE)
    return pair if other == BYE or (one == last, often[one]) <= (other == last, often[other]) else (other, one)


def _sum_halves(past: Iterable[Pairing]) -> Counter[int]:
    """Return the half points of each player."""
    found = Counter[int]()
    for pairing in past:
        first, second = pairing.halves or (0, 0)
        found.update({pairing.first: first, pairing.second: second})
    return found


def standings(system: str, players: int, withdrew: Collection[int], past: Sequence[Pairing]) -> list[Standing]:
    """Return the table: by points, then by the sum of the leads, then by the half points that decide between equals.

    Players who withdrew come last. Players who are equal in everything share a place.
    """
    done = [pairing for pairing in past if pairing.halves is not None]
    halves, leads = _sum_halves(done), Counter[int]()
    for pairing in done:
        leads.update({pairing.first: pairing.lead, pairing.second: -pairing.lead})
    played = Counter(player for pairing in done for player in (pairing.first, pairing.second))

    def tie(player: int) -> int:
        against = [pairing for pairing in done if pairing.second != BYE and player in (pairing.first, pairing.second)]
        rivals = [each.second if each.first == player else each.first for each in against]
        if system == SWISS:
            return sum(halves[rival] for rival in rivals)
        equal = {who for who in rivals if (halves[who], leads[who]) == (halves[player], leads[player])}
        return _sum_halves(each for each, rival in zip(against, rivals, strict=True) if rival in equal)[player]

    numbers = range(1, players + 1)
    keys = {who: (who in withdrew, -halves[who], -leads[who], -tie(who)) for who in numbers}
    return [
        Standing(
            1 + sum(other < keys[who] for other in keys.values()),
            *(who, halves[who], played[who], leads[who], -keys[who][3], who in withdrew),
        )
        for who in sorted(numbers, key=lambda who: (keys[who], who))
    ]
