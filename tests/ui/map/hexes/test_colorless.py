"""The map without colors, on all boards in the thick of a game: brackets, names, numbers of a reach."""

import re
from dataclasses import replace

import pytest

from tests.long import sample
from tests.ui.desk import BareDesk
from tests.ui.map.seen import ACROSS, BUSY, DOWN, Seen, in_its_thick, seen
from westwall_tui.engine import queries
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.hexes.colorless import BARE, BRACKETS, spots_beside
from westwall_tui.ui.map.names import Sight
from westwall_tui.ui.map.sheet.printed import WATERS
from westwall_tui.ui.map.signs import zone_sign
from westwall_tui.ui.terminal.palettes import style

pytestmark = pytest.mark.slow
BATTLES = pytest.mark.parametrize("name", BUSY)


def without_colors(name: str) -> Seen:
    view = seen(in_its_thick(name), None)
    view.palette, view.has_cursor = "mono", False
    return view


def windows(view: Seen):
    """Windows all over the map, and one with everything."""
    for top in range(0, view.picture.height - DOWN, 9):
        for left in range(0, view.picture.width - ACROSS, 17):
            view.look_at(left, top)
            yield Sight(left, top, left + ACROSS, top + DOWN)


LATTICE = '/\\-:"'
"""Return the cells that stay where a water turns, on its ground."""


def word_ends(view: Seen, h: int) -> list[tuple[int, int]]:
    """Return the cells at the left and at the right of the first line of a counter."""
    top = view.picture.origin(h)[1]
    return sorted(spot for spot in spots_beside(view.picture, h) if spot[1] == top)


@BATTLES
def test_no_letter_beside_a_counter_looks_like_its_own(name):
    """The letter of an entry area is beside the numbers and plain, neither bold (Allied) nor white (German)."""
    view, looked = without_colors(name), 0
    entry = next(iter(view.board.entries), None)
    areas = {"A": tuple(view.shown_units)} if entry else {}
    view.board = replace(view.board, entries=areas)
    view.set_picture()
    for h in view.shown_units:
        for x, y in spots_beside(view.picture, h):
            char, role = view.row(y)[x]
            if char == "A" and role.partition("@")[0] in ("", "entry"):
                looked += y > view.picture.origin(h)[1]
                assert not style(role, "mono").bold
                assert not style(role, "mono").reverse
    assert looked > 3 or not areas


@pytest.mark.parametrize("palette", ["mono", "16"])
@BATTLES
def test_a_zone_looks_like_the_counters_of_its_side(name, palette):
    """A German one is white in open hexes, an Allied one isn't; beside Allied counters there is none without colors."""
    game = in_its_thick(name)
    view, looked = without_colors(name), {"z": 0, "Z": 0}
    view.palette = palette
    zones = [queries.zone(game, side) for side in (0, 1)]
    signs = [zone_sign(game.scenario, side) for side in (0, 1)]
    hexes = sorted({*zones[0], *zones[1]} - view.shown_units.keys())
    view.show_zones({h: ("".join(s for s, z in zip(signs, zones, strict=True) if h in z), "zone") for h in hexes})
    for h in hexes:
        (ox, oy), size = view.picture.origin(h), view.picture.size
        for y, row in enumerate(size.owned, oy):
            for char, role in view.row(y)[ox : ox + row.stop]:
                if char in looked and role.startswith("zone"):
                    looked[char] += 1
                    assert bool(style(role, palette).reverse) is (char == "z")
    assert min(looked.values()) > 5, looked


def road_beyond(view: Seen, spot: tuple[int, int], h: int) -> bool:
    """Return True if a road is seen in the next cell away from a counter."""
    x, y = spot
    beyond = x + (1 if x > view.picture.origin(h)[0] + view.picture.size.middle else -1)
    return view.row(y)[beyond][1].startswith("road")


@BATTLES
def test_an_allied_counter_has_its_brackets_and_nothing_beside_it_is_lost(name):
    """A water, a crossing or a note stands in place of one, the ground if its other cell is taken, a road if need be.

    All that stands beside counters with 16 colors stands there without, too, or a road beyond the bracket: nothing
    eats a sign, but one that would leave a counter without any bracket.
    """
    view, colored = without_colors(name), seen(in_its_thick(name), None)
    colored.has_cursor = False
    looked = 0
    for h, token in view.shown_units.items():
        spots = sorted(spots_beside(view.picture, h))
        cells = {spot: view.row(spot[1])[spot[0]] for spot in spots}
        others = {spot: colored.row(spot[1])[spot[0]] for spot in spots}
        ends = word_ends(view, h)
        lone = not token.german and sum(cells[spot][0] in BRACKETS for spot in ends) == 1
        told = {
            char
            for spot, (char, role) in others.items()
            if role.partition("@")[0] not in BARE and char not in "%^#o;" + LATTICE
            and not (role.startswith("road") and cells[spot][0] in BRACKETS and (lone or road_beyond(view, spot, h)))
        }  # fmt: skip
        assert told <= {char for char, _ in cells.values()}
        left = min(x for x, _ in spots)
        ground = {char for (x, _), (char, _) in others.items() if x == left and char in "%^#o;"}
        assert lone or not ground or {char for char, _ in cells.values()} & ground
        assert not any(style(role, "mono").reverse for _, role in cells.values() if role.startswith("us"))
        if not token.german:
            whole = [cells[spot][0] for spot in ends]
            looked += whole == ["[", "]"]
            kept = all(others[spot][1].partition("@")[0] not in (*BARE, "road", "") for spot in ends)
            assert kept or {*whole} & {*BRACKETS}, f"{token.word} in {view.board.number(h)}"
            free = [spot for spot in ends if others[spot][1].partition("@")[0] in ("grid", "rail")]
            assert {cells[spot][0] for spot in free} <= {*"[]%^#o;"}
    assert looked > 3


@BATTLES
def test_names_stand_apart_from_allied_counters(name):
    view = without_colors(name)
    allied = [h for h, token in view.shown_units.items() if not token.german]
    beside = {spot for h in allied for spot in spots_beside(view.picture, h)}
    assert len(beside) > 30
    for _ in windows(view):
        assert view.letters().keys().isdisjoint(beside)


@BATTLES
def test_no_name_is_glued_to_a_water_that_is_seen_beyond(name):
    """`~~~Linz` would be one word; the blank belongs to the water, and is underlined."""
    view, looked = without_colors(name), 0
    for sight in windows(view):
        for text, left, y in view.names():
            row = view.row(y)
            for x, aside in ((left - 1, -1), (left + len(text), 1)):
                char, role = row[x] if sight.left <= x < sight.right else (" ", "")
                beyond = row[x + aside][1] if 0 <= x + aside < len(row) else ""
                if role.startswith(WATERS):
                    looked += char == " "
                    assert style(role, "mono").underline
                    assert char not in "~-" or not beyond.startswith((*WATERS, "bridge")), f"{text} at {x}, {y}"
    assert looked


@BATTLES
def test_a_road_goes_on_beside_a_number_of_the_reach_and_nothing_else_runs_up_to_it(name):
    """The number is bold and the road isn't; `-4`, `"4` and `3/4` would be other numbers."""
    game = in_its_thick(name, "movement")
    view, desk, numbers, roads = seen(game, None), BareDesk(game), 0, 0
    view.palette, mode = "mono", desk.mode
    assert isinstance(mode, MovementMode)
    for unit in [u for u in mode.movers if game.state.location[u] >= 0][:: sample(4, 12)]:
        desk.cursor = view.cursor = game.state.location[unit]
        mode.select(unit)
        view.show_marks(mode.marks())
        for y in range(view.picture.height):
            cells = view.row(y)
            line = "".join(char if role.startswith(("reach", "path", "grid")) else "." for char, role in cells)
            assert not re.search(r"\d'?[/\\]\d", line), "two numbers are not a fraction"
            for x, (char, role) in enumerate(cells):
                if char.isdigit() and role.startswith(("reach", "path")):
                    numbers += 1
                    beside = cells[max(0, x - 1)], cells[min(x + 1, len(cells) - 1)]
                    assert not any(role.startswith(("trail", "rail")) for char, role in beside if char != " ")
                    assert style(role, "mono").bold or style(role, "mono").reverse
                    near = {x - 1, x + 1} & {*range(len(cells))}
                    printed = [i for i in near if view.picture.roles[y][i] == "road"]
                    roads += len(printed)
                    assert not any(cells[i] == (" ", "") for i in printed), "a road is cut"
    assert numbers > 50
    assert roads > 9
