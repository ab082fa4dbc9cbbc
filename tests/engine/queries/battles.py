"""Small boards under the rules of a battle, for queries that only battles answer."""

from typing import Any

from tests.drawn import drawn
from westwall_tui.engine.game import Game


def _columns(first: int, last: int) -> str:
    """Return the hexes of some columns of the field."""
    return " ".join(f"{column:02}{row:02}" for column in range(first, last + 1) for row in range(1, 10))


RHINE = "\n".join([".~......."] * 9)
BANKS = {
    "West bank": _columns(1, 1),
    "East bank": _columns(3, 9),
    "On or east of the Autobahn": _columns(8, 9),
    "Beyond the Limit of Advance": _columns(9, 9),
}


def arnhem(*drawing: str, **what: Any) -> Game:
    """Return a game by Arnhem's rules, with the Allies as the First Player."""
    return drawn(*drawing, names=("Allied", "German"), rules="arnhem", **what)


def remagen(terrain: str = RHINE, *, night: bool = False, **what: Any) -> Game:
    """Return a game by Remagen's rules, at night if `night`. Column 2 of the drawing is the Rhine."""
    what = {"areas": BANKS, "victory": {"night": [1] if night else []}, **what}
    return drawn(terrain, names=("US", "German"), rules="remagen", **what)


def bastogne(*drawing: str, **what: Any) -> Game:
    """Return a game by Bastogne's rules, with the Germans as the First Player."""
    return drawn(*drawing, names=("German", "US"), rules="bastogne", **{"victory": {"bastogne": []}, **what})
