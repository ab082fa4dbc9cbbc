"""Constants and functions of the command line: kinds of dice, an exit status, whole numbers, addresses of documents.

This module imports nothing of ours, because the title needs it early.
"""

import argparse

from westwall_tui import __version__

_PAGES = "https://github.com/westwall-tui/westwall/blob/main/docs"

UNUSABLE = 2
"""Exit status when something named on the command line cannot be used."""
SEEDED, MANUAL, DRAWN, SHARED = "seeded", "manual", "drawn", "shared"
"""Kinds of dice: from a seed; rolled at the table and typed in; drawn by the system when due; or, in a hosted game,
made from every player's share.

The engine has the first two. Drawn and shared dice are manual dice that the system or the host rolls.
"""
DICE = (SEEDED, MANUAL, DRAWN)
"""The kinds in a save, where shared dice are manual dice."""
HOSTED = (SEEDED, DRAWN, SHARED)
"""The kinds for hosted games."""
MIRRORED, BEST_OF_THREE = "mirrored", "best-of-three"
MATCHES = (MIRRORED, BEST_OF_THREE)
"""The kinds of match: two games with the sides switched, of which the sum decides; or the first to win two of three."""
SEALED, TOGETHER = "sealed", "together"
DICE_BY_MAIL = (SEALED, TOGETHER)
"""The kinds in a game by mail: known to the author of a letter, so that a turn is one letter; or a letter per die."""
COMPUTER, ORDERS, LETTERS = "computer", "orders", "letters"
DEFENSES = (COMPUTER, ORDERS, LETTERS)
"""The ways in a game by mail to decide for a side in the other side's turn: the computer decides; the other player
follows its standing orders; or its own player decides, in a letter."""


def docs_page(name: str) -> str:
    """Return the address of a page of docs/, which installed packages do not contain."""
    return f"{_PAGES}/{name}.md"


def how_to_install(extra: str) -> str:
    """Return how to install an extra. No package index has westwall."""
    wheel = f"westwall_tui-{__version__}-py3-none-any.whl"
    return f'to install it: pipx install --force ".[{extra}]" in a checkout, or pip install "{wheel}[{extra}]"'


def whole(word: str) -> int:
    """Return a whole number from the command line. Raises `ArgumentTypeError`."""
    if not (word.isascii() and word.isdigit()):
        raise argparse.ArgumentTypeError("must be a whole number")
    return int(word)


def positive(word: str) -> int:
    """Return a whole number above 0 from the command line. Raises `ArgumentTypeError`."""
    if not (word.isascii() and word.isdigit() and int(word)):
        raise argparse.ArgumentTypeError("must be a whole number above 0")
    return int(word)
