"""Shares of dice: how they make a die, and whether a record of dice is true (docs/protocol.md).

Each player has a chain of secret numbers, one for each die, and each is the fingerprint of the next. Opening one share
seals the next, so after the first seal nobody has a choice.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

from westwall_tui.files.transcript import HOST, MOST_DICE, WHO, Die, Transcript

_ROLL = re.compile("roll ([1-6])")


def seal_of(game: str, who: str, number: int, share: str) -> str:
    """The seal of a share, shown before the share. It counts for this game, player and die only."""
    return sha256(f"westwall {game} {who} {number} {share}".encode()).hexdigest()


def share_of(game: str, who: str, number: int, secret: str) -> str:
    """The share of a die that follows from a secret; for die 0, the first seal."""
    assert 0 <= number <= MOST_DICE, "there is no such share, and of later ones the secret itself would be one"
    share = secret
    for later in range(MOST_DICE + 1, number, -1):
        share = seal_of(game, who, later, share)
    return share


def is_share(word: str) -> bool:
    """True if a word has the form of a share or seal."""
    return re.fullmatch("[0-9a-f]{64}", word) is not None


def die_of(shares: Iterable[str]) -> int:
    """The die that these shares make, 1 to 6. It is fair if one of them is."""
    return sum(int(share, 16) for share in shares) % 6 + 1


PLAIN: Mapping[str, str] = {HOST: "the host", "first": "the first side", "second": "the second side"}
"""Names for those who give shares if the sides' names are unknown."""


def names_of(sides: Sequence[str]) -> Mapping[str, str]:
    """Names for those who give shares in a game of these sides."""
    return dict(zip(WHO, (PLAIN[HOST], *sides), strict=True))


def fault_of_shares(
    game: str,
    number: int,
    seals: Mapping[str, str],
    shares: Mapping[str, str],
    names: Mapping[str, str] = PLAIN,
) -> str:
    """The fault of a die's shares, to follow the die's name in a sentence; empty if they make the die."""
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
    """A log's dice in order. A log may lack secret orders, but no dice."""
    return [int(roll[1]) for roll in map(_ROLL.fullmatch, lines) if roll]


def first_fault(record: Transcript, names: Mapping[str, str] = PLAIN) -> str:
    """The fault of the first die whose shares do not fit their seals; empty if all fit."""
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
    """The fault of the first roll that its shares do not make; empty if there is none.

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
