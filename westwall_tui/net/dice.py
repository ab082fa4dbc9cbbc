"""Dice that nobody can foresee or choose: host and players each add a share, sealed before any is opened.

Each draws a large secret number and shows its fingerprint, the seal. Once all seals are there, all open: the die is the
sum of the numbers. Whoever wants another die would have to change his number after he has seen the others', and then it
no longer fits its seal. Nobody opens before he has seen all seals, no two of which may be alike (whoever copies a seal
would choose by it without knowing the number), and a die counts only by the seals that he has opened to.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

_DIGITS = 32


def new_share() -> str:
    """A secret number, as hexadecimal digits."""
    return secrets.token_hex(_DIGITS // 2)


def seal_of(share: str, number: int) -> str:
    """What is shown of a share for the die after `number` orders."""
    return sha256(f"{number} {share}".encode()).hexdigest()


def is_share(word: object) -> bool:
    """Whether a word is a share at all."""
    return isinstance(word, str) and len(word) == _DIGITS and all(digit in "0123456789abcdef" for digit in word)


def die_of(shares: Iterable[str]) -> int:
    """The die that the shares make, 1 to 6; as fair as the fairest of them."""
    return sum(int(share, 16) for share in shares) % 6 + 1


class SharedDie:
    """One die on its way: the host's share, and those of the sides that take part."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._own = new_share()
        self.seals: dict[str, str] = {"host": seal_of(self._own, number)}
        self.shares: dict[str, str] = {}

    def take_seal(self, side: str, seal: str) -> bool:
        """A side shows its seal; whether that counts. The first one does, and it may be shown again."""
        if self.seals.get(side, seal) != seal or len(seal) != 64:
            return False
        if any(seal == known for other, known in self.seals.items() if other != side):
            return False  # a copy
        self.seals[side] = seal
        return True

    def is_stuck(self, side: str, seal: str) -> bool:
        """Whether a side has lost the share that it sealed, and shows another seal: this die can never be rolled."""
        return side in self.seals and self.seals[side] != seal and side not in self.shares

    def take_share(self, side: str, share: str) -> bool:
        """A side opens its share; whether it fits its seal."""
        if not is_share(share) or seal_of(share, self.number) != self.seals.get(side):
            return False
        self.shares[side] = share
        return True

    def roll(self) -> int:
        """The die, when all have opened; the host opens last, but has shown its seal first."""
        self.shares["host"] = self._own
        return die_of(self.shares.values())


def fit(number: int, seals: Mapping[str, str], shares: Mapping[str, str]) -> bool:
    """Whether everybody's share is the one that he sealed."""
    if not shares or seals.keys() != shares.keys():
        return False
    return all(is_share(share) and seal_of(share, number) == seals[who] for who, share in shares.items())


# -- a player's own shares


class Foul(ValueError):
    """The host asks for something, or shows a die, that an honest one would not; the reason is one plain sentence."""


@dataclass
class _Mine:
    """A player's share of one die."""

    share: str = field(default_factory=new_share)
    host: str = ""
    """The host's seal, by which a die that is asked for again is known from another."""
    opened_to: Mapping[str, str] = field(default_factory=dict)
    """The seals that were there when it was opened; only a die of just these counts."""


class Shares:
    """A player's shares of the dice, by the orders before them, and what he must see before he opens one."""

    def __init__(self) -> None:
        self._mine: dict[int, _Mine] = {}

    def seal(self, number: int, host: str) -> tuple[str, bool]:
        """The seal of a share for a die; and whether this die was open already, and is to be rolled again.

        For an old die, asked for again, it is the old share: that changes nothing. For another in its place, a new one,
        because the old one may be known.
        """
        mine = self._mine.get(number)
        again = mine is not None and mine.host != host and bool(mine.opened_to)
        if mine is None or mine.host != host:
            mine = self._mine[number] = _Mine(host=host)
        return seal_of(mine.share, number), again

    def open(self, number: int, seals: Mapping[str, str]) -> str:
        """The share itself, now that all seals are there. Raises `Foul`."""
        mine = self._mine.get(number)
        if mine is None:
            raise Foul("The host opens a die that it never asked for")
        if seal_of(mine.share, number) not in seals.values():
            raise Foul("The host has opened a die without your share")
        if len(set(seals.values())) != len(seals):
            raise Foul("The host has opened a die with two seals that are alike")
        if seals.get("host") != mine.host or (mine.opened_to and mine.opened_to != seals):
            raise Foul("The host has opened a die with other seals than before")
        mine.opened_to = dict(seals)
        return mine.share

    def die(self, number: int, seals: Mapping[str, str], shares: Mapping[str, str]) -> int:
        """The die of everybody's shares. Raises `Foul` if they do not make it, or are not those that were sealed."""
        mine = self._mine.get(number)
        if not fit(number, seals, shares):
            raise Foul("The host's die does not fit the shares that should make it")
        if mine is not None and mine.opened_to != seals:
            raise Foul("The host's die is made of other shares than were sealed")
        return die_of(shares.values())
