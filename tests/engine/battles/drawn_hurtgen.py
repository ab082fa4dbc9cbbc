"""Small boards under Hurtgen Forest's rules, for the tests of its sections."""

from dataclasses import replace

from tests.drawn import FIELD, board, drawn
from westwall_tui.engine import queries
from westwall_tui.engine.board import Place
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Objective

WAYS = ("roads", "trails", "railways", "streams", "canals", "rivers", "ferries", "bridges")
"""The names of the roads and rivers of a drawn board."""


def forest(terrain: str = FIELD, *, us=(), german=(), towns=None, withdrawing=(), **what) -> Game:
    """Return a game by Hurtgen Forest's rules, the U.S. first; `towns` are hexes by name, each worth five points."""
    ways = {key: what.pop(key) for key in list(what) if key in WAYS}
    sheet = board(terrain, **ways)
    places = tuple(
        Place(name, "town", tuple(sheet.hex(number) for number in numbers.split()))
        for name, numbers in (towns or {}).items()
    )
    victory = {"towns": {place.name: 5 for place in places}, "withdrawing": list(withdrawing)}
    return drawn(
        replace(sheet, places=places),
        blue=us,
        red=german,
        names=("US", "German"),
        rules="hurtgen",
        victory=what.pop("victory", victory),
        **what,
    )


SUPPORT: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([(1, 9, 20)], [])
"""Twenty Ground Support Points in every Game-Turn, for the U.S. alone (11.41)."""


def points(game: Game) -> dict[str, int]:
    """Return points by side."""
    return dict(zip([side.name for side in game.scenario.sides], queries.totals(game), strict=True))


def account(game: Game) -> dict[str, int]:
    """Return points by cause."""
    return {f"{game.scenario.sides[s.side].name}: {s.cause}": s.points for s in queries.account(game)}


PANZER = [f"P{i} 2-2-12 090{i}" for i in range(1, 8)]
"""Seven units that are to leave, on the east edge (12.0)."""


def panzers(units=PANZER, us=("A 2-3-7 0109",), **what) -> Game:
    """Return the same with units that must leave: those whose names begin with P."""
    names = [text.split()[0] for text in units if text.startswith("P")]
    return forest(us=us, german=units, withdrawing=names, **what)


TOWN = {"Town": "0505 0604"}
"""A town of two hexes in the middle of the field."""


def objective(game: Game) -> Objective:
    """Return the one town, as the screen's list has it."""
    (found,) = queries.objectives(game)
    return found


def held(game: Game) -> bool:
    """Return True if the U.S. would score the town now, after a check that account and objectives agree."""
    found = objective(game)
    scored = account(game).get("US: Town", 0)
    assert (found.side == 0) == bool(found.line) == (scored == 5)
    assert found.points == (5, 0)
    assert found.scored == (scored, 0)
    assert found.why.endswith(game.state.number(found.line[-1]) if found.line else "")
    assert found.why
    return found.side == 0
