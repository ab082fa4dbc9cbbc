"""The arguments of the commands that have many: host, join, watch, mail and web, and board for paper.

The code behind a command loads only when the command runs.
"""

import argparse
import re
from contextlib import suppress

from westwall_tui.files.command_line import DEFENSES, DICE_BY_MAIL, MATCHES, positive, whole
from westwall_tui.files.faults import printable


def add_host(host: argparse.ArgumentParser) -> None:
    """Add the arguments that only `host` has, not `play`."""
    host.add_argument("game", metavar="SCENARIO|SAVE", help="a name from westwall list, random, daily, or a saved game")
    host.add_argument("--name", default="", help="name of the game for guests (default: the name of its save)")
    host.add_argument(
        "--as", dest="host_name", metavar="NAME", default="", help="name of the host (default: your login)"
    )
    host.add_argument("--listen", metavar="[HOST:]PORT", default="", help="listen on a port instead of a folder")
    host.add_argument("--strict", action="store_true", help="orders cannot be undone (5.15)")
    host.add_argument(
        "--match",
        choices=MATCHES,
        default="",
        help="play a match and switch seats after each game: mirrored is two games, decided by the sum of the leads",
    )
    host.add_argument("--bid", action="store_true", help="before the game, both players bid points for a side")
    host.add_argument(
        "--linger",
        metavar="SECONDS",
        type=whole,
        default=0,
        help="stop after this many seconds without players (default: never)",
    )
    host.add_argument(
        "--pace",
        metavar="SECONDS",
        type=_seconds,
        default=0.25,
        help="pause between the computer's orders (default: 0.25)",
    )
    _add_folder(host)


def add_join(join: argparse.ArgumentParser) -> None:
    """Add the arguments of `join`."""
    join.add_argument("game", metavar="GAME", nargs="?", default="", help="name of the game, or HOST:PORT")
    join.add_argument("--side", metavar="NAME", help="your side (default: the side you had before, or the free one)")
    join.add_argument("--list", action="store_true", help="list waiting games and their players")
    join.add_argument(
        "--password",
        action="store_true",
        help="ask at the keyboard for a password that protects your seat from then on; or set WESTWALL_PASSWORD",
    )
    join.add_argument("--word", dest="password", action="store_true", help=argparse.SUPPRESS)  # its name in 0.2
    _add_guest(join)


def add_watch(watch: argparse.ArgumentParser) -> None:
    """Add the arguments of `watch`."""
    watch.add_argument(
        "game",
        metavar="GAME|SAVE",
        nargs="?",
        default="",
        help="name of a hosted game, or HOST:PORT; or a saved game, finished or not",
    )
    watch.set_defaults(side="")
    _add_guest(watch)


def _add_guest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default="", help="your name as other players see it (default: your login)")
    _add_folder(parser)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", default="", help="folder of hosted games (default: your own)")
    parser.add_argument(
        "--token",
        default="",
        help="token guests need to join; safer in WESTWALL_TOKEN, where other users cannot see it",
    )


def _seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", word, re.ASCII):
        raise argparse.ArgumentTypeError("must be a number of seconds, such as 2 or 0.5")
    return float(word)


def add_mail(mail: argparse.ArgumentParser) -> None:
    """Add the arguments that only `mail` has, not `play`."""
    mail.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="",
        help="a letter you received, or the name of your game (default: list your games by mail)",
    )
    mail.add_argument(
        "--new", metavar="SCENARIO", default="", help="start a game of this scenario, or of random or daily"
    )
    mail.add_argument("--as", dest="side", metavar="SIDE", default="", help="the side you play")
    mail.add_argument("--with", dest="other", metavar="NAME", default="", help="your opponent's name")
    mail.add_argument("--name", metavar="NAME", default="", help="your name in the letters (default: your login)")
    mail.add_argument(
        "--dice",
        choices=DICE_BY_MAIL,
        default=DICE_BY_MAIL[0],
        help="sealed: one letter per turn, and nobody can alter the dice; together: one letter per die, and nobody can "
        f"foresee them either (default: {DICE_BY_MAIL[0]})",
    )
    mail.add_argument(
        "--defense",
        choices=DEFENSES,
        default=DEFENSES[0],
        help="who makes your decisions during the other player's turn: the computer, your conditions, your opponent "
        f"following your standing orders, or you, by an extra letter (default: {DEFENSES[0]})",
    )
    mail.add_argument(
        "--match",
        choices=MATCHES,
        default="",
        help="play two games at once, with the sides switched: mirrored is decided by the sum of the leads, and "
        "best-of-three goes on with a third game unless one of you wins both",
    )
    mail.add_argument(
        "--bid",
        metavar="SIDE=POINTS",
        default="",
        help="instead of --as, make a sealed bid for a side: the higher bidder plays that side, and the other player "
        "starts with the points; to answer a letter with a sealed bid, add your own bid",
    )
    mail.add_argument("--standing", metavar="TEXT", default=None, help="your standing orders, sent with your letters")
    mail.add_argument("--again", action="store_true", help="write your last letter again and do nothing else")
    mail.add_argument("--strict", action="store_true", help="orders cannot be undone (5.15)")


WEB_HOST, WEB_PORT = "localhost", 8000


def web_address(word: str) -> tuple[str, int]:
    """Return the host and port of `HOST:PORT`, `HOST` or `:PORT`. Raises `ArgumentTypeError` for anything else."""
    host, colon, port = word.rpartition(":") if ":" in word else (word, "", "")
    number = port if colon else str(WEB_PORT)
    if not (number.isascii() and number.isdigit() and 0 < int(number[:6]) < 65536):
        raise argparse.ArgumentTypeError("must be HOST:PORT, with a port from 1 to 65535")
    return host or WEB_HOST, int(number)


def add_web(web: argparse.ArgumentParser) -> None:
    """Add the arguments of `web`."""
    web.add_argument(
        "--listen",
        metavar="HOST:PORT",
        type=web_address,
        default=(WEB_HOST, WEB_PORT),
        help=f"where to listen (default: {WEB_HOST}:{WEB_PORT}, which only this machine can reach)",
    )
    web.add_argument("--public", metavar="URL", help="the address people type, if the server is behind a proxy")
    web.add_argument("--folder", metavar="FOLDER", help="folder for visitors' games (default: web/ next to your saves)")
    web.add_argument("--open", action="store_true", help="let anyone in, without a key")
    web.add_argument(
        "--visitors",
        metavar="N",
        type=positive,
        default=20,
        help="maximum number of simultaneous sessions (default: 20)",
    )


SMALLEST, LARGEST = 5, 50
"""Minimum and maximum width of a hex from side to side, in millimeters."""


def add_paper(board: argparse.ArgumentParser) -> None:
    """Add the options for drawing to files."""
    paper = board.add_argument_group("on paper")
    paper.add_argument("--svg", metavar="FILE", help="draw the board to this SVG file, overwriting it")
    paper.add_argument(
        "--pdf", metavar="FILE", help="draw the board at full size to this PDF file, to cut out and glue together"
    )
    paper.add_argument(
        "--counters",
        action="store_true",
        help="draw the battle's counters instead, front and back, to cut out; BATTLE may be a scenario",
    )
    paper.add_argument("--save", metavar="SAVE", help="draw a saved game: its board with the units on it")
    paper.add_argument(
        "--hex",
        metavar="SIZE",
        type=_hex_size,
        help="width of a hex from side to side: 16mm, 1.6cm, 0.63in (default in a PDF and for counters: 16mm)",
    )
    paper.add_argument(
        "--paper",
        choices=("a4", "letter", "whole"),
        default="a4",
        help="paper size of a PDF (default: a4); whole puts the board on a single page of its own size",
    )


def _hex_size(word: str) -> float:
    """Return the number of millimeters in a length with a unit."""
    for unit, millimeters in (("mm", 1.0), ("cm", 10.0), ("in", 25.4)):
        with suppress(ValueError):
            size = float(word.removesuffix(unit)) * millimeters if word.endswith(unit) else 0.0
            if SMALLEST <= size <= LARGEST:
                return size
    sizes = f"from {SMALLEST}mm to {LARGEST}mm, such as 16mm, 1.6cm or 0.63in"
    raise argparse.ArgumentTypeError(f"{printable(word)} isn't a size {sizes}")
