"""Dice that nobody can foresee or choose: host and players each add a share, sealed before any is opened.

Each draws a large secret number and shows its fingerprint, the seal. Once all seals are there, all open: the die is the
sum of the numbers. Whoever wants another die would have to change his number after he has seen the others', and then it
no longer fits its seal.
"""

import secrets
from collections.abc import Iterable, Mapping
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
        """A side shows its seal; whether that counts. The first one does, until somebody has opened."""
        if side in self.seals or len(seal) != 64:
            return False
        self.seals[side] = seal
        return True

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
