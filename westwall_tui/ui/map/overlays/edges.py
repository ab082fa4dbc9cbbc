"""Arrows at the map's edges: inward where units enter, outward where units should exit for points."""

from collections.abc import Iterator, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.ui.map.signs import ASCII, SIGNS, UNICODE, Signs
from westwall_tui.words.places import entry_areas

FEW, STRETCH = 6, 4
"""The most hexes of an entry that all have an arrow. Other hexes share one per stretch of so many columns and rows."""
SIDES = ("top", "right", "bottom", "left")
"""The sides of the sheet, in the order of the arrows in the table of signs."""


def edge_arrows(game: Game, signs: Signs = ASCII, *, drawn: bool = False) -> Mapping[int, tuple[str, str]]:
    """Return, by hex, an arrow and its role where units enter now or later, and where they should exit for points.

    The printed letter of an entry area stays before its arrow. A `drawn` map has the Unicode arrows.
    """
    board = game.scenario.board
    arrows, role = (UNICODE if drawn else signs)["entry"][1:], SIGNS["entry"].role
    letters = {h: letter for letter, hexes in entry_areas(board).items() for h in hexes}
    found, taken = dict[int, tuple[str, str]](), set[object]()
    for hexes, sides, outward in _passages(game):
        for h, side in zip(hexes, sides, strict=True):
            arrow, (column, line) = arrows[side - (0 if outward else 2)], board.grid.positions[h]
            stretch = arrow, column // STRETCH, line // STRETCH
            if h not in found and (len(hexes) <= FEW or stretch not in taken):
                found[h] = ("" if outward else letters.get(h, "")) + arrow, role
                taken.add(stretch)
    return found


def _passages(game: Game) -> Iterator[tuple[Sequence[int], Sequence[int], bool]]:
    """Yield the hexes of each entry, the smallest first, then those of exits: with their sides, and True for exits."""
    board = game.scenario.board
    turned = SIDES.index(board.north)
    on_side = {(i + turned) % len(SIDES): frozenset(board.edge(edge)) for i, edge in enumerate(EDGES)}
    for hexes in sorted(queries.entries_to_come(game), key=len):
        longest = sorted(on_side, key=lambda side: -len(on_side[side].intersection(hexes)))  # decides in the corners
        sides = [next((side for side in longest if h in on_side[side]), longest[0]) for h in hexes]
        yield hexes, sides, False
    for edge, hexes in queries.scoring_exits(game).items():
        yield hexes, [(EDGES.index(edge) + turned) % len(SIDES)] * len(hexes), True
