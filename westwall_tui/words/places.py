"""Hexes and entry areas in words, and the hex of an order's effect."""

from collections.abc import Collection, Mapping, Sequence
from math import atan2, degrees

from westwall_tui.engine import queries
from westwall_tui.engine.board import Board
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES, NOWHERE
from westwall_tui.engine.orders import Attack, Order
from westwall_tui.words.rows import Row, row


def why_no_lines(game: Game) -> str:
    """Return why no Lines of Communication can be shown: no lines count, or only the score depends on them."""
    if queries.situation(game):
        return "No Lines of Communication can be shown here; the points page says what counts"
    return "This scenario does not use Lines of Communication"


def entry_areas(board: Board) -> Mapping[str, tuple[int, ...]]:
    """Return the entry areas of a board that are named by one letter."""
    return {name: hexes for name, hexes in board.entries.items() if len(name) == 1}


def areas_in_words(board: Board, hexes: Collection[int]) -> str:
    """Return `in entry area A`, or `in entry area B: 0501, 0106` if only some of its hexes are meant.

    Return an empty string for other hexes.
    """
    areas = {name: here for name, all_of in entry_areas(board).items() if (here := [h for h in all_of if h in hexes])}
    if not areas or {h for here in areas.values() for h in here} != set(hexes):
        return ""
    names = [
        name if len(here) == len(entry_areas(board)[name]) else f"{name}: {', '.join(map(board.number, here))}"
        for name, here in areas.items()
    ]
    return f"in entry area {' or '.join(names)}"


def entry_rows(board: Board, h: int) -> list[Row]:
    """Return rows for the side panel with the entry areas of a hex."""
    return [row(f"entry area {name}") for name, hexes in entry_areas(board).items() if h in hexes]


# -- hexes as people say them


TOWNS = ("town", "village")
NEAR = 3
"""Maximum distance of a hex from the town that describes it, in a list of hexes."""


def hexes_in_words(board: Board, hexes: tuple[int, ...]) -> str:
    """Return entry hexes in words: `at 2913`, `anywhere on the eastern edge`."""
    if len(hexes) == 1:
        return f"at {listed_hexes(board, hexes)}"
    center = _center_of_ring(board, hexes)
    if center >= 0:
        return f"within one hex of {listed_hexes(board, [center])}"
    areas = areas_in_words(board, hexes)
    if areas:
        return areas
    rest = set(hexes)
    parts = []
    for name in EDGES:
        edge = board.edge(name)
        here = [h for h in edge if h in hexes]
        fresh = rest.intersection(here)  # a corner belongs to two edges
        if not fresh or (len(here) == 1 and len(rest) > 1):
            continue
        if len(here) == len(edge):
            parts.append(f"the {name}ern edge")
        else:
            parts.append(f"{_runs_in_words(board, edge, here)} on the {name}ern edge")
        rest -= set(here)
    parts += [board.number(h) for h in sorted(rest)]
    return "anywhere on " + " or ".join(parts) if parts[0].startswith("the") else "at " + " or ".join(parts)


def _center_of_ring(board: Board, hexes: tuple[int, ...]) -> int:
    """Return the hex that makes up exactly these hexes together with its neighbors; -1 if there is none."""
    near = {h: {n for n in board.grid.within(h, 1) if n in board.playable} for h in hexes} if len(hexes) < 8 else {}
    return next((h for h, around in near.items() if around == set(hexes)), -1)


def listed_hexes(board: Board, hexes: Sequence[int], most: int = 99) -> str:
    """Return a list of hexes: `1317 Foy, 1416, 1417`, or `1104, 1105, near Veghel` if none has a name."""
    words, told = list[str](), set[str]()
    for h in hexes[:most]:
        name = board.names.get(h, "")
        words.append(board.number(h) if name in told else board.describe(h))
        told |= {name} - {""}
    town = "" if told else _nearest_town(board, hexes)
    return ", ".join(words) + " ..." * (len(hexes) > most) + (f", near {town}" if town else "")


def hex_in_short(board: Board, h: int, room: int) -> str:
    """Return as much of a hex as fits in `room`: `1317 Foy`, `1104 near Veghel`, or its number alone."""
    town = _nearest_town(board, [h])
    words = board.describe(h), f"{board.number(h)} near {town}" if town else ""
    return next((told for told in words if len(board.number(h)) < len(told) <= room), board.number(h))


def _nearest_town(board: Board, hexes: Sequence[int]) -> str:
    """Return the town or village nearest to the farthest of some hexes; empty if it is farther than `NEAR`."""
    towns = [place for place in board.places if place.kind in TOWNS]
    away = ((max(board.grid.distance(h, at) for h in hexes), place.name) for place in towns for at in place.hexes)
    far, name = min(away, default=(NEAR + 1, ""))
    return name if far <= NEAR else ""


def landing_in_short(board: Board, hexes: tuple[int, ...]) -> str:
    """Return landing hexes in a few words: `by air near 1308`."""
    center = _center_of_ring(board, hexes)
    return f"by air near {board.number(center)}" if center >= 0 else "by air"


def hexes_in_short(board: Board, hexes: tuple[int, ...]) -> str:
    """Return entry hexes in a few words: `2913`, `area A`, `2908-2915`, `0111-0125 in parts`."""
    if len(hexes) <= 2:
        return ", ".join(map(board.number, hexes))
    areas = areas_in_words(board, hexes)
    if areas and ":" not in areas:
        return areas.removeprefix("in entry ")
    ends = f"{board.number(hexes[0])}-{board.number(hexes[-1])}"
    between = any(edge[i : i + len(hexes)] == hexes for edge in map(board.edge, EDGES) for i in range(len(edge)))
    return ends if between else f"{ends} in parts"


def _runs_in_words(board: Board, edge: tuple[int, ...], here: list[int]) -> str:
    """Return hexes along an edge as runs of adjacent hexes."""
    runs: list[list[int]] = []
    for i, h in enumerate(edge):
        if h not in here:
            continue
        if runs and i and edge[i - 1] == runs[-1][-1]:
            runs[-1].append(h)
        else:
            runs.append([h])
    words = [board.number(r[0]) if len(r) == 1 else f"{board.number(r[0])} to {board.number(r[-1])}" for r in runs]
    return ", ".join(words)


# -- hexes as they are spoken, with the direction from a town


COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
TURNS = {"top": 0, "right": 90, "bottom": 180, "left": 270}
"""The direction of north on a map sheet, in degrees from the top of the sheet."""
FAR = 4
"""Maximum distance of an unnamed hex from the town that describes it."""


def point(angle: float) -> str:
    """Return the compass point of an angle in degrees from north."""
    angle %= 360
    straight = round(angle / 90) % 4
    if abs((angle - straight * 90 + 180) % 360 - 180) < 15:  # a twelfth of the way round, as far as the next hexside
        return COMPASS[straight * 2]
    return COMPASS[int(angle // 90) * 2 + 1]


def directions(board: Board) -> Sequence[str]:
    """Return the compass points of a hex's six sides, in the order of `hexgrid.DIRECTIONS`."""
    return [point(side * 60 - TURNS[board.north]) for side in range(6)]


def bearing(board: Board, start: int, end: int) -> str:
    """Return the compass point from one hex to another."""
    (c, r), (to_c, to_r) = (board.grid.positions[h] for h in (start, end))
    across = (to_c - c) * 3**0.5 / 2
    down = to_r - r + ((to_c % 2 == 0) - (c % 2 == 0)) / 2
    return point(degrees(atan2(across, -down)) - TURNS[board.north])


def away(board: Board, start: int, end: int) -> str:
    """Return `3 hexes northeast`, `1 hex south`, or `here` for the same hex."""
    far = board.grid.distance(start, end)
    if not far:
        return "here"
    return f"{far} hex{'' if far == 1 else 'es'} {bearing(board, start, end)}"


def named_hex(board: Board, h: int) -> str:
    """Return `2520 Nijmegen`, or for a hex without a name `2519, 2 hexes north of Nijmegen`."""
    far, at, name = _town_near(board, h)
    if h in board.names or far > FAR:
        return board.describe(h)
    hexes = "1 hex" if far == 1 else f"{far} hexes"
    return f"{board.number(h)}, {hexes} {bearing(board, at, h)} of {name}"


def short_hex(board: Board, h: int) -> str:
    """Return a shorter name of a hex than `named_hex`: `2519 north of Nijmegen`."""
    far, at, name = _town_near(board, h)
    if h in board.names or far > FAR:
        return board.describe(h)
    return f"{board.number(h)} {bearing(board, at, h)} of {name}"


def _town_near(board: Board, h: int) -> tuple[int, int, str]:
    """Return the nearest town: its distance, its hex and its name."""
    distance = board.grid.distance
    places = (place for place in board.places if place.kind in (*TOWNS, "city"))
    towns = [(distance(h, at), at, place.name) for place in places for at in place.hexes]
    return min(towns, default=(FAR + 1, NOWHERE, ""))


# -- where an order did something


def hex_to_show(game: Game, order: Order, events: Sequence[Event]) -> int:
    """Return the hex to show: that of the unit attacked, else the last one in the events.

    `NOWHERE` if there is none.
    """
    state = game.state
    if isinstance(order, Attack):
        hexes = [state.location[game.scenario.by_id[unit.lower()]] for unit in order.defenders]
        if hexes and hexes[0] >= 0:
            return hexes[0]
    for event in reversed(events):
        path = getattr(event, "path", ())
        number = path[-1] if path else getattr(event, "hex", "")
        if number:
            return game.scenario.board.hex(number)
    return NOWHERE
