"""The command lines of `westwall host`, `join` and `watch`; the code behind them loads when they run."""

import argparse
import re
from collections.abc import Callable
from typing import Any

from westwall_tui.files.words import whole

Run = Callable[[argparse.Namespace], int]


def add_host(commands: "argparse._SubParsersAction[Any]", run: Run) -> argparse.ArgumentParser:
    """Add `host` to the parser of `westwall`, without the options it shares with `play`."""
    host: argparse.ArgumentParser = commands.add_parser(
        "host", help="host a game for two terminals", allow_abbrev=False
    )
    host.add_argument("game", metavar="SCENARIO|SAVE", help="a name from westwall list, or a saved game")
    host.add_argument("--name", default="", help="the game's name for guests (default: its save's)")
    host.add_argument(
        "--as", dest="host_name", metavar="NAME", default="", help="the host's name (default: your login)"
    )
    host.add_argument("--listen", metavar="[HOST:]PORT", default="", help="listen on a port instead of a folder")
    host.add_argument("--strict", action="store_true", help="orders cannot be taken back (5.15)")
    host.add_argument(
        "--linger",
        metavar="SECONDS",
        type=whole,
        default=0,
        help="quit after this long with nobody there (default: never)",
    )
    host.add_argument(
        "--pace",
        metavar="SECONDS",
        type=_seconds,
        default=0.25,
        help="pause between the computer's orders (default: 0.25)",
    )
    host.set_defaults(run=run)
    _add_folder(host)
    return host


def add_join(commands: "argparse._SubParsersAction[Any]", run: Run) -> None:
    """Add `join` to the parser of `westwall`."""
    join = commands.add_parser("join", help="play a hosted game", allow_abbrev=False)
    join.add_argument("game", metavar="GAME", nargs="?", default="", help="its name, or HOST:PORT")
    join.add_argument("--side", metavar="NAME", help="your side (default: the one you had, or the free one)")
    join.add_argument("--list", action="store_true", help="list waiting games and their players")
    join.add_argument(
        "--word",
        action="store_true",
        help="ask at the keyboard for a word that protects your seat from then on; WESTWALL_WORD can hold it",
    )
    _add_guest(join, run)


def add_watch(commands: "argparse._SubParsersAction[Any]", run: Run) -> None:
    """Add `watch` to the parser of `westwall`."""
    watch = commands.add_parser("watch", help="watch a hosted game, or a saved one again", allow_abbrev=False)
    watch.add_argument(
        "game", metavar="GAME|SAVE", nargs="?", default="", help="its name, or HOST:PORT; or a save, finished or not"
    )
    watch.set_defaults(side="")
    _add_guest(watch, run)


def _add_guest(parser: argparse.ArgumentParser, run: Run) -> None:
    parser.add_argument("--name", default="", help="your name for the others (default: your login)")
    parser.set_defaults(run=run)
    _add_folder(parser)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", default="", help="where games are hosted (default: a folder of your own)")
    parser.add_argument(
        "--token",
        default="",
        help="token that guests must give; set in WESTWALL_TOKEN it is hidden from others on the machine",
    )


def _seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", word, re.ASCII):
        raise argparse.ArgumentTypeError("must be a number of seconds, such as 2 or 0.5")
    return float(word)
