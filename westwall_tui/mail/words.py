"""The command line of `westwall mail`; the code behind it loads when it runs."""

import argparse
from collections.abc import Callable
from typing import Any

from westwall_tui.files.words import DEFENSES, DICE_BY_MAIL

Run = Callable[[argparse.Namespace], int]


def add(commands: "argparse._SubParsersAction[Any]", run: Run) -> argparse.ArgumentParser:
    """Add `mail` to the parser of `westwall`, without the options it shares with `play`."""
    mail: argparse.ArgumentParser = commands.add_parser(
        "mail",
        help="play by mail: begin a game, open a letter, or go on with yours (docs/mail.md)",
        allow_abbrev=False,
    )
    mail.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="",
        help="a letter that you got, or your own game by its name; without one, your games by mail",
    )
    mail.add_argument("--new", metavar="SCENARIO", default="", help="begin a game of this scenario")
    mail.add_argument("--as", dest="side", metavar="SIDE", default="", help="the side that you play")
    mail.add_argument("--with", dest="other", metavar="NAME", default="", help="who plays the other one")
    mail.add_argument("--name", metavar="NAME", default="", help="your own name in the letters (default: your login)")
    mail.add_argument(
        "--dice",
        choices=DICE_BY_MAIL,
        default=DICE_BY_MAIL[0],
        help="sealed: one letter a turn, and nobody can change a die; together: a letter a die, and nobody knows one "
        "before it falls",
    )
    mail.add_argument(
        "--defense",
        choices=DEFENSES,
        default=DEFENSES[0],
        help="who decides for a side in the other's turn: the computer, the other player by its standing orders, or "
        "itself, in a letter",
    )
    mail.add_argument("--standing", metavar="TEXT", default=None, help="your standing orders, sent with your letters")
    mail.add_argument("--again", action="store_true", help="write your last letter once more, and go no further")
    mail.add_argument("--strict", action="store_true", help="orders cannot be taken back (5.15)")
    mail.set_defaults(run=run)
    return mail
