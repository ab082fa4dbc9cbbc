"""Shares of dice: what they are, how they make a die, and whether a record of dice is true (docs/protocol.md).

Everybody has a chain of secret numbers, one for each die of a game, of which each is the fingerprint of the next. To
open the share of one die is to seal that of the next; so whoever has sealed once has no choice left.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

from westwall_tui.files.transcript import HOST, MOST_DICE, WHO, Die, Transcript

_ROLL = re.compile("roll ([1-6])")


def seal_of(game: str, who: str, number: int, share: str) -> str:
    """What is shown of a share before it is opened. It counts for this game, player and die alone."""
    return sha256(f"westwall {game} {who} {number} {share}".encode()).hexdigest()


def share_of(game: str, who: str, number: int, secret: str) -> str:
    """The share of a die that follows from a secret; of die 0 the seal of the first."""
    assert 0 <= number <= MOST_DICE, "there is no such share, and of later ones the secret itself would be one"
    share = secret
    for later in range(MOST_DICE + 1, number, -1):
        share = seal_of(game, who, later, share)
    return share


def is_share(word: str) -> bool:
    """Whether a word is a share or seal at all."""
    return re.fullmatch("[0-9a-f]{64}", word) is not None


def die_of(shares: Iterable[str]) -> int:
    """The die that shares make, 1 to 6: as fair as the fairest of them."""
    return sum(int(share, 16) for share in shares) % 6 + 1


PLAIN: Mapping[str, str] = {HOST: "the host", "first": "the first side", "second": "the second side"}
"""What those who give shares are called where nobody knows the names of the sides."""


def names_of(sides: Sequence[str]) -> Mapping[str, str]:
    """What those who give shares are called in a game with such sides."""
    return dict(zip(WHO, (PLAIN[HOST], *sides), strict=True))


def fault_of_shares(
    game: str,
    number: int,
    seals: Mapping[str, str],
    shares: Mapping[str, str],
    names: Mapping[str, str] = PLAIN,
) -> str:
    """What is wrong with the shares of a die, as the rest of a sentence about it; empty if they make the die."""
    if HOST not in shares:
        return f"has no share of {names[HOST]}"
    if len(set(seals.values())) < len(seals):
        return "has two seals that are alike"
    for who, share in shares.items():
        if who not in seals:
            return f"has a share of {names[who]} that was never sealed"
        if seal_of(game, who, number, share) != seals[who]:
            return f"has a share of {names[who]} that is not the one that was sealed"
    missing = [names[who] for who in WHO if who in seals and who not in shares]
    return f"has no share of {missing[0]}, though one was sealed" if missing else ""


def rolls_of(lines: Iterable[str]) -> list[int]:
    """What the dice of a log show, in order; secret orders may be missing from a log, but no dice."""
    return [int(roll[1]) for roll in map(_ROLL.fullmatch, lines) if roll]


def first_fault(record: Transcript, names: Mapping[str, str] = PLAIN) -> str:
    """What is wrong with the first die of a record whose shares are not those that were sealed; empty if all are."""
    new = {(seal.number, seal.who): seal.seal for seal in record.seals}
    for before, die in pairwise([Die(0, {}), *record.fallen]):
        number = die.number
        if number <= before.number:
            return f"die {number} stands in the record twice, or out of its order"
        if number in record.dropped:
            return f"die {number} fell, though it was dropped"
        seals = {who: new[number, who] for who in die.shares if (number, who) in new}
        if number == before.number + 1:
            seals = {**{who: seal for who, seal in before.shares.items() if who in die.shares}, **seals}
        missing = set(range(before.number + 1, number)) - record.dropped.keys()
        if before.number and missing and seals.keys() < die.shares.keys():
            return f"die {min(missing)} is missing from the record"
        fault = fault_of_shares(record.game, number, seals, die.shares, names)
        if fault:
            return f"die {number} {fault}"
    return ""


def first_wrong(record: Transcript, rolls: Sequence[int]) -> str:
    """What is wrong with the first roll of a game that is not what its shares make; empty if nothing is.

    Rolls without shares are wrong only after those with shares have begun.
    """
    fallen = {die.number: die for die in record.fallen}
    for number, roll in zip(record.numbers(), rolls, strict=False):
        die = fallen.get(number)
        if die is not None and die_of(die.shares.values()) != roll:
            return f"die {number} fell as {roll}, but its shares make {die_of(die.shares.values())}"
        if die is None and record.fallen and record.fallen[0].number < number <= MOST_DICE:
            return f"die {number} fell as {roll} without any shares"
    return ""
