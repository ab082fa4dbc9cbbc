"""The cursor's steps, and the movement of the window that follows it.

The window moves by a third of its size. If a unit is selected, the window moves no farther than the unit can go, and
shows around the cursor only the hexes that the unit can reach. It moves as little as possible to a unit that has just
been selected.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from textual.geometry import Size

from westwall_tui.engine.board import Board
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.geometry import NE, NW, SE, SW, N, S
from westwall_tui.ui.map.sheet.picture import Picture

DIRECTION_OF = {"north": N, "northeast": NE, "southeast": SE, "south": S, "southwest": SW, "northwest": NW}
WAYS = (*DIRECTION_OF, "west", "east")
"""The names of the directions in the keymap."""
FAR = 5
"""The number of hexes that the cursor moves with Shift."""


def step(board: Board, h: int, way: str) -> int:
    """Return the next hex in one of the eight directions of the keyboard, or the same hex at the edge of the map.

    Left and right stay in the row, although every other hex is half a hex higher.
    """
    column, row = board.grid.positions[h]
    if way in ("west", "east"):
        beside = column + (1 if way == "east" else -1)
        target = next((t for r in (row, row - 1, row + 1) if (t := board.grid.at(beside, r)) != NOWHERE), NOWHERE)
    else:
        target = board.grid.neighbors[h][DIRECTION_OF[way]]
    return target if target != NOWHERE and board.terrain[target] is not Terrain.NONE else h


MARGIN = 1
"""The minimum number of hexes between the cursor and the window's edge if no unit is selected."""
RIM = 1
"""The number of cells at the far sides of neighboring hexes that may be hidden, because they have no contents."""
SHARE = 3
"""The window moves by its size divided by this number, unless it must move farther."""


class Stretch(NamedTuple):
    """A range of cells along one side of the picture."""

    first: int
    end: int


class Follower:
    """Moves a window over a picture to follow the cursor."""

    def __init__(self) -> None:
        self.goals: Collection[int] = ()
        """The hexes that the selected unit can reach; empty if no unit is selected."""
        self._known: Collection[int] = ()
        """The goals when the window was last moved."""
        self._cursor = NOWHERE
        """The cursor's hex when the window was last moved."""

    def corner(self, picture: Picture, cursor: int, corner: tuple[int, int], window: Size) -> tuple[int, int]:
        """Return the picture's column and line at which the window should begin; it begins at `corner` now."""
        goals = () if self._looks_elsewhere(picture, cursor) else self.goals
        near = _round_cursor(picture, cursor, goals, window)
        same, self._known = self.goals == self._known, self.goals
        rooms = tuple(zip(corner, window, (picture.width, picture.height), near, strict=True))
        if all(at <= part.first and part.end <= at + room for at, room, _, part in rooms):
            return corner
        far = (None, None) if not goals else _cells_around(picture, self.goals) if same else near
        left, top = (
            min(max(0, _start_of_window(at, room, part, reach)), max(0, length - room))
            for (at, room, length, part), reach in zip(rooms, far, strict=True)
        )
        return left, top

    def _looks_elsewhere(self, picture: Picture, cursor: int) -> bool:
        """Return True if the player looks elsewhere, because the cursor has jumped beyond the selected unit's reach."""
        grid, before, self._cursor = picture.board.grid, self._cursor, cursor
        if before == NOWHERE or grid.distance(before, cursor) <= FAR:
            return False
        return not any(h in self.goals for h in (cursor, *grid.neighbors[cursor]))


def _round_cursor(picture: Picture, h: int, goals: Collection[int], window: Size) -> tuple[Stretch, Stretch]:
    """Return the columns and lines that must be visible around the cursor."""
    if goals:
        near = _cells_around(picture, [h, *(n for n in picture.board.grid.neighbors[h] if n in goals)])
        own = _cells_around(picture, [h])
        wide, high = (
            Stretch(min(part.first + RIM, cursor.first), max(part.end - RIM, cursor.end))
            for part, cursor in zip(near, own, strict=True)
        )
        return wide, high
    x, y, width, height = picture.box(h)
    aside, above = (
        min(MARGIN * step, max(0, (room - length) // 2))
        for step, room, length in (
            (picture.size.across, window.width, width),
            (picture.size.down, window.height, height),
        )
    )
    return Stretch(x - aside, x + width + aside), Stretch(y - above, y + height + above)


def _cells_around(picture: Picture, hexes: Iterable[int]) -> tuple[Stretch, Stretch]:
    """Return the cells that these hexes take."""
    boxes = [picture.box(h) for h in hexes]
    across = Stretch(min(x for x, *_ in boxes), max(x + width for x, _, width, _ in boxes))
    return across, Stretch(min(y for _, y, *_ in boxes), max(y + height for _, y, _, height in boxes))


def _start_of_window(at: int, room: int, near: Stretch, far: Stretch | None) -> int:
    """Return where a window should begin along one side, so that it shows `near`, and nothing beyond `far`."""
    before, beyond = at - near.first, near.end - (at + room)
    if max(before, beyond) >= room:  # nothing that is in sight now will be in sight then
        return (near.first + near.end - room) // 2
    if before > 0:
        return at - max(before, room // SHARE if far is None else min(at - far.first, room // SHARE))
    if beyond > 0:
        return at + max(beyond, room // SHARE if far is None else min(far.end - at - room, room // SHARE))
    return at


def home_of(game: Game) -> int | None:
    """Return the hex where the cursor starts: a unit of the decision, a unit of the side that decides, or a town."""
    prompt = game.prompt
    asked = [game.state.location[u] for u in prompt.units if game.state.location[u] >= 0]
    own = [game.state.location[u] for u in game.state.on_map(max(prompt.side, 0))]
    places = [h for place in game.scenario.board.places if place.kind == "town" for h in place.hexes]
    return next(iter((*asked, *own, *places)), None)
