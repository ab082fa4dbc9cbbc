"""The map without colors, on all boards in the thick of a game: brackets, names, numbers of a reach."""

import re

import pytest

from tests.long import sample
from tests.ui.desk import BareDesk
from tests.ui.map.names.test_placement import ACROSS, BUSY, DOWN, Seen, at_the_rim, in_its_thick, seen, whole
from westwall_tui.engine import queries
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.hexes.colorless import BARE, spots_beside
from westwall_tui.ui.map.names.placement import Sight
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
"""What stays where a water turns, on its ground."""


def word_ends(view: Seen, h: int) -> list[tuple[int, int]]:
    """The cells at the left and at the right of the first line of a counter."""
    top = view.picture.origin(h)[1]
    return sorted(spot for spot in spots_beside(view.picture, h) if spot[1] == top)


@BATTLES
def test_an_allied_counter_has_its_brackets_and_nothing_beside_it_is_lost(name):
    """A way, a water, a crossing or a note stands in place of one; the ground only if its other cell is taken.

    All that stands beside counters with 16 colors stands there without, too: nothing eats a sign.
    """
    view, colored = without_colors(name), seen(in_its_thick(name), None)
    colored.has_cursor = False
    looked = 0
    for h, token in view.shown_units.items():
        spots = sorted(spots_beside(view.picture, h))
        cells = {spot: view.row(spot[1])[spot[0]] for spot in spots}
        others = {spot: colored.row(spot[1])[spot[0]] for spot in spots}
        told = {
            char
            for char, role in others.values()
            if role.partition("@")[0] not in BARE and char not in "%^#o;" + LATTICE
        }
        assert told <= {char for char, _ in cells.values()}
        left = min(x for x, _ in spots)
        ground = {char for (x, _), (char, _) in others.items() if x == left and char in "%^#o;"}
        assert not ground or {char for char, _ in cells.values()} & ground
        assert not any(style(role, "mono").reverse for _, role in cells.values() if role.startswith("us"))
        if not token.german:
            whole = [cells[spot][0] for spot in word_ends(view, h)]
            looked += whole == ["[", "]"]
            free = [spot for spot in word_ends(view, h) if others[spot][1].partition("@")[0] in ("grid", "rail")]
            assert {cells[spot][0] for spot in free} <= {*"[]%^#o;"}
    assert looked > 3


@BATTLES
def test_names_stand_apart_from_allied_counters(name):
    """No objective's name is missing for want of room."""
    view, game = without_colors(name), in_its_thick(name)
    goals = {h for place in queries.objectives(game) if len(place.hexes) <= 6 for h in place.hexes}
    picture = view.picture
    beside = {spot for h, token in view.shown_units.items() if not token.german for spot in spots_beside(picture, h)}
    assert len(beside) > 30
    for sight in windows(view):
        letters, names = view.letters(), {text for text, _, _ in view.names()}
        assert letters.keys().isdisjoint(beside)
        towns = [place for place in view.board.places if place.kind == "town" and not goals.isdisjoint(place.hexes)]
        shown = [
            place for place in towns
            if any(whole(picture, h, sight) for h in place.hexes) and not at_the_rim(picture, place, sight)
        ]  # fmt: skip
        assert [place.name for place in shown if place.name not in names] == []


@BATTLES
def test_no_way_runs_up_to_a_number_of_the_reach(name):
    game = in_its_thick(name, "movement")
    view, desk, numbers = seen(game, None), BareDesk(game), 0
    view.palette, mode = "mono", desk.mode
    assert isinstance(mode, MovementMode)
    for unit in [u for u in mode.movers if game.state.location[u] >= 0][:: sample(4, 12)]:
        desk.cursor = view.cursor = game.state.location[unit]
        mode.take(unit)
        view.show_marks(mode.marks())
        for y in range(view.picture.height):
            cells = view.row(y)
            line = "".join(char if role.startswith(("reach", "path", "grid")) else "." for char, role in cells)
            assert not re.search(r"\d'?[/\\]\d", line), "two numbers are no fraction"
            for x, (char, role) in enumerate(cells):
                if char.isdigit() and role.startswith(("reach", "path")):
                    numbers += 1
                    beside = cells[max(0, x - 1)], cells[min(x + 1, len(cells) - 1)]
                    assert not any(role.startswith(("road", "trail", "rail")) for char, role in beside if char != " ")
    assert numbers > 50
