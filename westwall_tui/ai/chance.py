"""Random numbers of the computer player: from its seed and what they are for, the same on every machine."""

from westwall_tui.engine import dice
from westwall_tui.engine.dice import Draw

_MASK = (1 << 64) - 1


def mixed(*numbers: int) -> int:
    """One number from several."""
    state = 0
    for number in numbers:
        state, bits = dice.advance((state ^ (number & _MASK)) & _MASK)
        state = (state + bits) & _MASK
    return dice.advance(state)[1]


def draw(*numbers: int) -> Draw:
    """A source of random choices for a purpose given by numbers."""
    return Draw(mixed(*numbers))


def part(*numbers: int) -> float:
    """A number from -1 to 1 for a purpose given by numbers."""
    return (mixed(*numbers) % 20001 - 10000) / 10000
