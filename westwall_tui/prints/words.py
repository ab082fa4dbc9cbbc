"""What `westwall board` says of paper on the command line; drawing itself is loaded later (`orders`)."""

import argparse
from contextlib import suppress

from westwall_tui.files.faults import printable

SMALLEST, LARGEST = 5, 50
"""Millimeters of a hex, from side to side."""


def add_paper(board: argparse.ArgumentParser) -> None:
    """Add the options for drawing into files."""
    paper = board.add_argument_group("on paper")
    paper.add_argument("--svg", metavar="FILE", help="draw it into this file instead, replacing what is there")
    paper.add_argument(
        "--pdf", metavar="FILE", help="print it into this file, in true size, to be cut out and glued together"
    )
    paper.add_argument(
        "--counters",
        action="store_true",
        help="draw the battle's counters instead, front and back, to be cut out; BATTLE may be a scenario",
    )
    paper.add_argument("--save", metavar="SAVE", help="draw the units of that saved game on its board")
    paper.add_argument(
        "--hex",
        metavar="SIZE",
        type=_hex_size,
        help="from side to side of a hex: 16mm, 1.6cm, 0.63in; 16mm by default in a PDF and for counters",
    )
    paper.add_argument(
        "--paper",
        choices=("a4", "letter", "whole"),
        default="a4",
        help="paper of a PDF (default: a4); whole: the board on one page of its own size",
    )


def _hex_size(word: str) -> float:
    """Millimeters from a size with its unit."""
    for unit, millimeters in (("mm", 1.0), ("cm", 10.0), ("in", 25.4)):
        with suppress(ValueError):
            size = float(word.removesuffix(unit)) * millimeters if word.endswith(unit) else 0.0
            if SMALLEST <= size <= LARGEST:
                return size
    sizes = f"from {SMALLEST}mm to {LARGEST}mm, such as 16mm, 1.6cm or 0.63in"
    raise argparse.ArgumentTypeError(f"{printable(word)} is no size {sizes}")
