"""The words of `westwall web`; what serves is loaded when it runs."""

import argparse
from collections.abc import Callable
from typing import Any

from westwall_tui.files.words import positive

HOST, PORT = "localhost", 8000


def listening(word: str) -> tuple[str, int]:
    """`HOST:PORT`, `HOST` or `:PORT`. Raises `ArgumentTypeError`."""
    host, colon, port = word.rpartition(":") if ":" in word else (word, "", "")
    number = port if colon else str(PORT)
    if not (number.isascii() and number.isdigit() and 0 < int(number[:6]) < 65536):
        raise argparse.ArgumentTypeError("must be HOST:PORT, with a port from 1 to 65535")
    return host or HOST, int(number)


def add(commands: "argparse._SubParsersAction[Any]", run: Callable[[argparse.Namespace], int]) -> None:
    """Add the command to the parser of `westwall`."""
    web = commands.add_parser("web", help="let people play in a browser", allow_abbrev=False)
    web.add_argument(
        "--listen",
        metavar="HOST:PORT",
        type=listening,
        default=(HOST, PORT),
        help=f"where to listen; by default {HOST}:{PORT}, which only this machine can reach",
    )
    web.add_argument("--public", metavar="URL", help="what people type, if something else stands before it")
    web.add_argument("--folder", metavar="FOLDER", help="where visitors' games go; by default web/ beside your saves")
    web.add_argument(
        "--open", action="store_true", help="let in whoever comes, without the key in the address that it prints"
    )
    web.add_argument("--visitors", metavar="N", type=positive, default=20, help="the most screens at a time (20)")
    web.set_defaults(run=run)
