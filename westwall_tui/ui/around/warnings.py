"""The warning at the bottom of the panel before a move, and the marks for it on the map."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from westwall_tui.engine.game import Game
from westwall_tui.engine.planning import Peril, Risk
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.words.rows import Row, Span
from westwall_tui.words.warnings import warning


def warning_rows(game: Game, risks: Sequence[Risk], width: int, key: str) -> Sequence[Row]:
    """Return the greatest risk in a line or two, and the key that shows it on the map."""
    more = f" (+{len(risks) - 1})" if len(risks) > 1 else ""
    lines = wrap(f"{warning(game, risks[0])}{more}. {key}: map", width)
    return [(Span(line, "warning"),) for line in lines]


SIGN: Mapping[Peril, str] = {
    Peril.SURROUNDED: "enemy_reach",
    Peril.NO_WAY_BACK: "enemy_reach",
    Peril.ILL_MATCHED: "enemy_reach",
    Peril.GUN: "enemy_reach",
    Peril.EMPTY: "enemy_reach",
    Peril.BLOCKED: "enemy_reach",
    Peril.WIRED: "wired",
    Peril.CUT_OFF: "line_cut",
    Peril.CUTS: "line_cut",
}
"""The sign for the hexes of each kind of risk: where the enemy can go, a wired bridge, a unit without a line."""
OWN = (Peril.SURROUNDED, Peril.NO_WAY_BACK, Peril.ILL_MATCHED)
"""Kinds of risks whose first hex is the unit's own."""


def risk_marks(risks: Sequence[Risk]) -> Mapping[int, tuple[str, str]]:
    """Return marks for the hexes that some risks are about."""
    found: dict[int, tuple[str, str]] = {}
    for risk in risks:
        if risk.peril in SIGN:
            sign = SIGNS[SIGN[risk.peril]]
            found |= dict.fromkeys(risk.hexes[risk.peril in OWN :], (sign.ascii, sign.role))
    return found
