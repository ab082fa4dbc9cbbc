"""The characters of the drawn map: blocks, symbols on large counters, and the terminals that can show them."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.terminal import blocks as characters


class Blocks(NamedTuple):
    """Characters that divide a cell into blocks, two across."""

    name: str
    high: int
    """Blocks from the top of a cell to its bottom."""
    glyphs: Sequence[str]
    """Characters by the bits of the blocks that are filled, row by row from the top left."""


SEXTANTS = Blocks("sextants", 3, characters.SEXTANTS)
QUADRANTS = Blocks("quadrants", 2, characters.QUADRANTS)
BLOCKS: Mapping[str, Blocks] = {blocks.name: blocks for blocks in (SEXTANTS, QUADRANTS)}

_SYMBOLS: Mapping[Kind, Sequence[str]] = {
    Kind.INFANTRY: ("##....##", "..####..", "##....##"),
    Kind.ARMOR: (".######.", "##....##", ".######."),
    Kind.MECHANIZED: ("#.#..#.#", "#..##..#", "#.#..#.#"),
    Kind.RECONNAISSANCE: ("......##", "...##...", "##......"),
    Kind.ARTILLERY: ("...##...", "..####..", "...##..."),
    Kind.SP_ARTILLERY: (".######.", "#..##..#", ".######."),
    Kind.ENGINEER: (".######.", ".#.##.#.", ".#.##.#."),
    Kind.AIRBORNE: ("##....##", ".##..##.", "...##..."),
    Kind.GLIDER: ("########", ".##..##.", "...##..."),
    Kind.AIRBORNE_ARTILLERY: ("##.##.##", ".######.", "...##..."),
}
"""The printed symbols in blocks, three rows of eight."""


@cache
def symbol(kind: Kind, blocks: Blocks) -> str:
    """Return the symbol for a kind of unit, four cells wide."""
    rows = _SYMBOLS[kind] if blocks.high == 3 else (_SYMBOLS[kind][0], _SYMBOLS[kind][2])
    found = ""
    for x in range(0, 8, 2):
        bits = sum((row[x + i] == "#") << (2 * y + i) for y, row in enumerate(rows) for i in (0, 1))
        found += blocks.glyphs[bits]
    return found


BLACK = "0"
PaintedCell = tuple[str, str, str, bool]
"""A painted cell: character, foreground, ground, bold."""


@cache
def cell_of(char: str, front: str, ground: str, bold: bool) -> tuple[str, str]:
    """Return a cell as panes write it; `palettes.style` reads its role.

    Black is never bold, because many terminals then show it as gray.
    """
    return char, f"={front}{'b' if bold and char.isascii() and front != BLACK else ''}/{ground}"


# -- which terminals can show them

VTE = 6200
"""The first version of VTE (GNOME Terminal and others) that draws sextants itself, without seams."""
_DRAWS_SEXTANTS = re.compile(r"xterm-kitty|foot|wezterm|xterm-ghostty|rio|contour")
"""Terminals, by `TERM`, that draw sextants themselves. Sextants from fonts do not fit together."""
_PROGRAMS = ("WezTerm", "ghostty", "kitty", "rio")
"""The same terminals by `TERM_PROGRAM`."""


class Drawing(NamedTuple):
    """The blocks and colors in which a board is drawn."""

    blocks: Blocks
    colors: Colors
    darkens: bool = True
    """True if hexes out of the selected unit's reach are darkened; otherwise only the numbers show the reach."""


def drawing_for(palette: str, blocks: str, environment: Mapping[str, str], reach: str = "auto") -> Drawing:
    """Return the blocks and colors in which a terminal draws a board.

    `blocks` is a name or `auto`; `reach` is `dark`, `numbers` or `auto`.
    """
    found = BLOCKS.get(blocks) or blocks_for(environment)
    dark = reach == "dark" or (reach == "auto" and not is_over_a_line(environment))
    return Drawing(found, Colors(palette, exact=has_exact_colors(environment)), dark)


def blocks_for(environment: Mapping[str, str]) -> Blocks:
    """Return sextants if the terminal draws them itself, and otherwise quadrants, which all fonts have.

    tmux and screen pass sextants on but do not tell which terminal shows them, so there the player must choose
    sextants.
    """
    term = environment.get("TERM", "").lower()
    if term.startswith(("tmux", "screen")):
        return QUADRANTS
    vte = environment.get("VTE_VERSION", "")
    new = vte.isascii() and vte.isdigit() and int(vte) >= VTE
    known = _DRAWS_SEXTANTS.match(term) or environment.get("TERM_PROGRAM", "") in _PROGRAMS
    return SEXTANTS if known or new else QUADRANTS


def has_exact_colors(environment: Mapping[str, str]) -> bool:
    """Return True if the terminal announces 24-bit colors and is not at the other end of a possibly slow connection."""
    return environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") and not is_over_a_line(environment)


def is_over_a_line(environment: Mapping[str, str]) -> bool:
    """Return True if the terminal is at the other end of a connection, which may be slow."""
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))
