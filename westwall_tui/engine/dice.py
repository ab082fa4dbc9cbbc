"""The die: a generator of integers whose state is a single number, so that any game can be saved and replayed."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 64
_MASK = _SPAN - 1


SHIFTED, MIXED = 1, 2
"""The streams of numbers that a seed can select.

Until 2026-11 neighboring seeds shared a stream, shifted by one number: seed 2 gave the dice of seed 1 without the first
die. Old saves keep that stream; new games mix the seed first.
"""


def start(seed: int, stream: int = MIXED) -> int:
    """Return the generator's initial state for a seed."""
    line = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK
    return line if stream == SHIFTED else advance(line)[1]


def advance(state: int) -> tuple[int, int]:
    """Return the next state and 64 random bits (SplitMix64)."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def below(state: int, n: int) -> tuple[int, int]:
    """Return the next state and a number from 0 to n - 1, all equally likely."""
    source = Draw.at(state)
    value = source.below(n)
    return source.state, value


def mixed(*numbers: int) -> int:
    """Return 64 random bits made from some numbers; different numbers give different bits."""
    state = 0
    for number in numbers:
        state, bits = advance((state ^ (number & _MASK)) & _MASK)
        state = (state + bits) & _MASK
    return advance(state)[1]


def roll(state: int) -> tuple[int, int]:
    """Return the next state and the die, 1 to 6."""
    state, n = below(state, 6)
    return state, n + 1


class Draw:
    """An independent source of random choices; drawing from it never changes a game's die."""

    def __init__(self, seed: int) -> None:
        self.state = start(seed)

    @classmethod
    def of(cls, *numbers: int) -> "Draw":
        """Return a source of random choices for a purpose, which numbers identify."""
        return cls.at(start(mixed(*numbers), SHIFTED))  # the numbers are already mixed

    @classmethod
    def at(cls, state: int) -> "Draw":
        """Return the source that continues from a generator's state."""
        source = cls.__new__(cls)
        source.state = state
        return source

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1, all equally likely."""
        while True:
            self.state = z = (self.state + 0x9E3779B97F4A7C15) & _MASK  # `advance`, inlined for playouts
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            z ^= z >> 31
            value = z % n
            if z - value <= _SPAN - n:  # otherwise the last few values would make some numbers likelier
                return value

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of the items, all equally likely."""
        return items[self.below(len(items))]
