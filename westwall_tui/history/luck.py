"""Was it luck? The dice of a game against what they bring on average.

Luck is counted in hexes of retreat: what the die brought beyond the average of its six faces at those odds, a unit lost
outright as five. Pips alone mislead, since a low die matters only where the odds left something to decide.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from westwall_tui.history.record import Fight

FACES = 6


class Luck(NamedTuple):
    """The luck of the First Player over some combats."""

    hexes: float
    """Hexes of retreat beyond the average; below 0, the Second Player's luck."""
    spread: float
    """Their standard deviation."""
    chance: float
    """How often a game comes out at least so uneven, from 0 to 1; exact."""


def for_first_player(fight: Fight, result: str) -> int:
    """What a result of a combat is worth to the First Player, in hexes of retreat."""
    return fight.worth(result) if fight.side == 0 else -fight.worth(result)


def luck(fights: Sequence[Fight]) -> Luck:
    """The First Player's luck in these combats."""
    sums: dict[int, float] = {0: 1.0}
    total = 0
    for fight in fights:
        total += for_first_player(fight, fight.result)
        further: Counter[int] = Counter()
        for so_far, chance in sums.items():
            for face in fight.faces:
                further[so_far + for_first_player(fight, face)] += chance / FACES  # type: ignore[assignment]
        sums = dict(further)
    mean = sum(each * chance for each, chance in sums.items())
    spread = sum((each - mean) ** 2 * chance for each, chance in sums.items()) ** 0.5
    off = total - mean
    uneven = sum(chance for each, chance in sums.items() if abs(each - mean) >= abs(off) - 1e-9)
    return Luck(off, spread, min(uneven, 1.0))


class Walk(NamedTuple):
    """The First Player's luck after a combat."""

    fight: Fight
    hexes: float
    spread: float


def walk(fights: Sequence[Fight]) -> Iterator[Walk]:
    """The First Player's luck as it went, combat by combat."""
    off = variance = 0.0
    for fight in fights:
        worths = [for_first_player(fight, face) for face in fight.faces]
        mean = sum(worths) / FACES
        variance += sum((worth - mean) ** 2 for worth in worths) / FACES
        off += for_first_player(fight, fight.result) - mean
        yield Walk(fight, off, variance**0.5)


class Rolls(NamedTuple):
    """The dice that a side rolled for its attacks."""

    faces: tuple[int, ...]
    """How often each face came up, 1 first."""
    mean: float
    """0 without a roll."""

    @property
    def dice(self) -> int:
        """How many dice they were."""
        return sum(self.faces)


def rolls(fights: Sequence[Fight], side: int) -> Rolls:
    """The dice of a side's attacks. A low die helps the attacker (7.61)."""
    dice = Counter(fight.die for fight in fights if fight.side == side)
    count = sum(dice.values())
    mean = sum(die * often for die, often in dice.items()) / count if count else 0.0
    return Rolls(tuple(dice[die] for die in range(1, FACES + 1)), mean)


def best_and_worst(fights: Sequence[Fight]) -> tuple[Fight, Fight] | None:
    """The combats in which the die helped its attacker most, and least; None without a combat."""
    if not fights:
        return None

    def beyond(fight: Fight) -> float:
        return fight.worth(fight.result) - sum(map(fight.worth, fight.faces)) / FACES

    return max(fights, key=beyond), min(fights, key=beyond)
