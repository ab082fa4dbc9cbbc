"""Constants and functions of the command line: kinds of dice, an exit status, whole numbers, addresses of documents.

This module imports no other westwall module, because the title screen loads it first.
"""

import argparse

from westwall_tui import __version__

_PAGES = "https://github.com/westwall-tui/westwall/blob/main/docs"

UNUSABLE = 2
"""Exit status when an argument of the command line cannot be used."""
SEEDED, MANUAL, DRAWN, SHARED = "seeded", "manual", "drawn", "shared"
"""Kinds of dice, by the source of the rolls.

Seeded dice come from a seed. The players roll manual dice at the table and type the results. The system draws each
drawn die when it is due. In a hosted game, shared dice are made from every player's share.

The engine only has seeded and manual dice. Drawn and shared dice are manual dice that the system or the host rolls.
"""
DICE = (SEEDED, MANUAL, DRAWN)
"""The kinds of dice in a save, where shared dice count as manual dice."""
HOSTED = (SEEDED, DRAWN, SHARED)
"""The kinds of dice in a hosted game."""
MIRRORED, BEST_OF_THREE = "mirrored", "best-of-three"
MATCHES = (MIRRORED, BEST_OF_THREE)
"""The kinds of match.

In a mirrored match of two games, the players switch sides and their totals decide. In a best of three, two wins decide.
"""
MATCHES_AT_ONCE = {
    "": "one game",
    MIRRORED: "two games at once, with the sides switched",
    BEST_OF_THREE: "best of three: two games at once, a third if needed",
}
"""The kinds of match by mail and in a club, where the first two games are played at once, and how players read them."""
SEALED, TOGETHER = "sealed", "together"
DICE_BY_MAIL = (SEALED, TOGETHER)
"""The kinds of dice in a game by mail.

With `sealed`, the author of a letter sees the rolls at once, so a turn is one letter. With `together`, each roll takes
a letter.
"""
COMPUTER, ORDERS, LETTERS, CONDITIONS = "computer", "orders", "letters", "conditions"
DEFENSES = (COMPUTER, CONDITIONS, ORDERS, LETTERS)
"""In a game by mail, how a side's decisions in the enemy Player-Turn are made.

The computer makes them, the program makes them by the conditions of the side's player, the opponent makes them by the
side's standing orders, or the side's own player makes them in a letter.
"""


def docs_page(name: str) -> str:
    """Return the web address of a page of docs/, because installed packages do not contain docs/."""
    return f"{_PAGES}/{name}.md"


def how_to_install(extra: str) -> str:
    """Return a hint for installing an extra. Westwall is not in any package index."""
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
