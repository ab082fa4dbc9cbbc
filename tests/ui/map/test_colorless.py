"""The map without colors, on all boards in the thick of a game: frames, names, the cursor, numbers of a reach."""

import re

import pytest

from tests.long import sample
from tests.ui.desk import BareDesk
from tests.ui.map.test_names import ACROSS, BUSY, DOWN, Seen, at_the_rim, in_its_thick, seen, whole
from westwall_tui.engine import queries
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.map.colorless import frame_spots
from westwall_tui.ui.map.names import Sight
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


def is_white(view: Seen, spot) -> bool:
    x, y = spot
    return bool(style(view.row(y)[x][1], "mono").reverse)


@BATTLES
def test_names_stand_apart_from_allied_counters_and_frames_have_no_holes(name):
    """A frame is missing only beside a German counter. No objective's name is missing for want of room."""
    view, game = without_colors(name), in_its_thick(name)
    goals = {h for place in queries.objectives(game) if len(place.hexes) <= 6 for h in place.hexes}
    tokens, picture = view.shown_units, view.picture
    germans = {spot for h, token in tokens.items() if token.german for spot in frame_spots(picture, h)}
    frames = {spot for h, token in tokens.items() if not token.german for spot in frame_spots(picture, h)}
    assert len(frames) > 30
    looked = 0
    for sight in windows(view):
        letters, names = view.letters(), {text for text, _, _ in view.names()}
        assert letters.keys().isdisjoint(frames)
        inside = [spot for spot in frames - germans if sight.holds(spot, 1)]
        assert all(is_white(view, spot) for spot in inside)
        looked += len(inside)
        towns = [place for place in view.board.places if place.kind == "town" and not goals.isdisjoint(place.hexes)]
        shown = [
            place for place in towns
            if any(whole(picture, h, sight) for h in place.hexes) and not at_the_rim(picture, place, sight)
        ]  # fmt: skip
        assert [place.name for place in shown if place.name not in names] == []
    assert looked > 40


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
