"""Small games with victory conditions of their own, written as in a scenario file."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.drawn import FIELD, scenario
from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Source
from westwall_tui.engine.scoring import Scoring
from westwall_tui.files.scenarios.points import ScoringReader
from westwall_tui.files.tables import SourceFile, parse

TOWN = """
[[points]]
kind = "hold"
name = "Town"
hexes = ["0505"]
points = { Blue = 5, Red = 3 }
"""


def scored(text: str, terrain: str | Board = FIELD, /, **drawn: Any) -> Game:
    """Return a game of a drawn scenario (see `tests.drawn`) with these `[[points]]`, `[victory]` and `[special]`."""
    options = drawn.pop("options", None)
    found = scenario(terrain, **drawn)
    top = parse(SourceFile("drawn.toml", text))
    reader = ScoringReader(top, found.board, found.sides, found.units, (found.first_turn, found.last_turn))
    scoring = Scoring(reader.read_points(), reader.read_victory(), reader.read_special())
    top.finish()
    top.faults.check()
    return Game(replace(found, scoring=scoring), seed=None, options=options)


def account(game: Game) -> dict[str, tuple[int, int]]:
    """Return the account: by cause the points of both sides."""
    found: dict[str, list[int]] = {}
    for line in queries.account(game):
        found.setdefault(line.cause, [0, 0])[line.side] += line.points
    return {cause: (first, second) for cause, (first, second) in found.items()}


def limits(game: Game, side: int) -> list[tuple[str, int, int, int | None]]:
    """Return the sources of a side's points: the name, and the points now, at least and at most."""
    return [(s.name, s.now, s.least, s.most) for s in queries.sources(game) if s.side == side]


def check_sources(game: Game) -> Sequence[Source]:
    """Check that sources and account agree, and that the points of every source are within its limits."""
    sources = queries.sources(game)
    sums = tuple(sum(source.now for source in sources if source.side == side) for side in (0, 1))
    assert sums == queries.totals(game)
    for source in sources:
        assert source.least <= source.now <= (source.most if source.most is not None else source.now), source
    return sources
