"""Constants and readers of the command line: kinds of dice, whole numbers, its exit status, and addresses of docs.

It imports nothing, since the title needs it early.
"""

import argparse

from westwall_tui import __version__

_PAGES = "https://github.com/westwall-tui/westwall/blob/main/docs"

UNUSABLE = 2
"""Exit status when something named on the command line cannot be used."""
SEEDED, MANUAL, DRAWN, SHARED = "seeded", "manual", "drawn", "shared"
"""Kinds of dice: from a seed; rolled at the table and typed in; drawn by the system when due; or, in a hosted game,
made from every player's share.

The engine knows the first two. Drawn and shared dice are manual ones that the system or the host rolls.
"""
DICE = (SEEDED, MANUAL, DRAWN)
"""The kinds in a save, where shared dice are manual ones."""
HOSTED = (SEEDED, DRAWN, SHARED)
"""The kinds for hosted games."""
SEALED, TOGETHER = "sealed", "together"
DICE_BY_MAIL = (SEALED, TOGETHER)
"""The kinds in a game by mail: known to who writes a letter, so that a turn is one letter; or a letter for each."""
COMPUTER, ORDERS, LETTERS = "computer", "orders", "letters"
DEFENSES = (COMPUTER, ORDERS, LETTERS)
"""Who decides in a game by mail for a side in the other's turn: the computer; the other player, by its standing orders;
or itself, in a letter."""


def docs_page(name: str) -> str:
    """Return the address of a page of docs/, which installed packages do not contain."""
    return f"{_PAGES}/{name}.md"


def how_to_install(extra: str) -> str:
    """Return how to install an extra. No package index has westwall."""
    wheel = f"westwall_tui-{__version__}-py3-none-any.whl"
    return f'to install it: pipx install --force ".[{extra}]" in a checkout, or pip install "{wheel}[{extra}]"'


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
