"""Which terminals can show the drawn map, and in which blocks and colors."""

import re
from collections.abc import Mapping

from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import BLOCKS, QUADRANTS, SEXTANTS, Blocks
from westwall_tui.ui.map.drawn.window import Drawing
from westwall_tui.ui.terminal.themes import shows_unicode

TINTED = ("night", "paper", "colour-blind")
"""Palettes in which a board can be drawn: those that tint hexes, so with 256 colors at least."""
VTE = 6200
"""From this version on VTE (GNOME Terminal and others) draws sextants itself, without seams."""
_DRAWS_SEXTANTS = re.compile(r"xterm-kitty|foot|wezterm|xterm-ghostty|rio|contour")
"""Terminals, by `TERM`, that draw sextants themselves. What a font has for them does not fit."""
_PROGRAMS = ("WezTerm", "ghostty", "kitty", "rio")
"""The same by `TERM_PROGRAM`."""


def can_draw(palette: str, environment: Mapping[str, str]) -> bool:
    """Whether the terminal can show the drawn map: 256 colors, and a locale with UTF-8."""
    return palette in TINTED and shows_unicode(environment)


def drawing_for(palette: str, blocks: str, environment: Mapping[str, str]) -> Drawing:
    """How to draw in a terminal; `blocks` names them, or is `auto`."""
    found = BLOCKS.get(blocks) or blocks_for(environment)
    return Drawing(found, Colors(palette, exact=has_exact_colors(environment)))


def blocks_for(environment: Mapping[str, str]) -> Blocks:
    """Sextants where the terminal draws them itself, else quadrants, which all fonts have.

    tmux and screen pass sextants on but hide the terminal, so there they are only by choice.
    """
    term = environment.get("TERM", "").lower()
    if term.startswith(("tmux", "screen")):
        return QUADRANTS
    vte = environment.get("VTE_VERSION", "")
    new = vte.isascii() and vte.isdigit() and int(vte) >= VTE
    known = _DRAWS_SEXTANTS.match(term) or environment.get("TERM_PROGRAM", "") in _PROGRAMS
    return SEXTANTS if known or new else QUADRANTS


def has_exact_colors(environment: Mapping[str, str]) -> bool:
    """Whether to paint in 24 bits: where the terminal says so, and no slow line may lie between."""
    over_a_line = any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))
    return environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") and not over_a_line
