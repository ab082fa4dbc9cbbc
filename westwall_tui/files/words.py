"""What people type on the command line: kinds of dice, whole numbers. It loads nothing: the title needs it so, too."""

import argparse

SEEDED, MANUAL, DRAWN, SHARED = "seeded", "manual", "drawn", "shared"
"""From a seed, the same again and again; rolled at the table and typed in; drawn when they are due; or, in a hosted
game, each made of a share of every player.

The engine knows the first two kinds. Drawn and shared dice are of the second: the system, or the host, rolls in the
players' place.
"""
DICE = (SEEDED, MANUAL, DRAWN)
"""What a save may say; shared dice are manual ones to it."""
HOSTED = (SEEDED, DRAWN, SHARED)
"""What a host may use."""


def whole(word: str) -> int:
    """A whole number from the command line. Raises `ArgumentTypeError`."""
    if not (word.isascii() and word.isdigit()):
        raise argparse.ArgumentTypeError("must be a whole number")
    return int(word)


def positive(word: str) -> int:
    """A whole number above 0 from the command line. Raises `ArgumentTypeError`."""
    if not (word.isascii() and word.isdigit() and int(word)):
        raise argparse.ArgumentTypeError("must be a whole number above 0")
    return int(word)
