"""The window follows the cursor: it shows what must be in sight, and no more than needed comes into sight."""

import pytest
from textual.geometry import Size

from tests.drawn import board
from westwall_tui.engine.dice import Draw
from westwall_tui.ui.map.geometry import MIDDLE, SIZES
from westwall_tui.ui.map.pane.follow import RIM, SHARE, Follower
from westwall_tui.ui.map.sheet.picture import Picture

WINDOW = Size(53, 19)
GROUND = board("\n".join(["." * 40] * 30))


def sees(picture, corner, hexes, rim=0):
    """Return whether they are in sight, except for some cells along their sides."""
    boxes = [picture.box(h) for h in hexes]
    return all(
        corner[0] <= x + rim
        and x + width - rim <= corner[0] + WINDOW.width
        and corner[1] <= y + rim
        and y + height - rim <= corner[1] + WINDOW.height
        for x, y, width, height in boxes
    )


def within(h, distance):
    return {n for n in GROUND.playable if GROUND.grid.distance(h, n) <= distance}


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("reach", [0, 2, 9])
def test_the_hexes_that_the_unit_can_reach_from_the_cursor_are_in_sight(size, reach):
    """Without a selected unit all hexes around the cursor; with one, their far sides may be out of sight."""
    picture, draw, follower = Picture(GROUND, size), Draw(reach), Follower()
    start = GROUND.hex("2015")
    corner = 20 * size.across, 10 * size.down
    goals = follower.goals = within(start, reach) if reach else set()
    h = start
    for _ in range(300):
        h = draw.pick([n for n in GROUND.grid.neighbors[h] if n in GROUND.playable and GROUND.grid.positions[n][0] > 3])
        corner = follower.corner(picture, h, corner, WINDOW)
        near = [n for n in GROUND.grid.neighbors[h] if n in GROUND.playable and (not goals or n in goals)]
        assert sees(picture, corner, [h])
        assert sees(picture, corner, near, RIM if goals else 0)


def walk(follower, way, steps, corner, h):
    """Return the corners along a path."""
    picture = Picture(GROUND, MIDDLE)
    found = [corner]
    for _ in range(steps):
        h = GROUND.grid.neighbors[h][way]
        found.append(follower.corner(picture, h, found[-1], WINDOW))
    return found


def test_the_window_goes_no_farther_than_the_selected_unit():
    """It stays in place as long as it shows everything that the unit can reach."""
    start = GROUND.hex("1515")
    corner, south = (36, 20), 3
    _, y, _, height = Picture(GROUND, MIDDLE).box(start)
    follower = Follower()
    far = walk(follower, south, 9, corner, start)[-1][1] - corner[1]
    assert far >= WINDOW.height // SHARE
    follower.goals = within(start, 5)
    follower.corner(Picture(GROUND, MIDDLE), start, corner, WINDOW)
    near = walk(follower, south, 5, corner, start)[-1]
    assert near[0] == corner[0]
    assert near[1] + WINDOW.height == y + height + 5 * MIDDLE.down, "the last hex stands at the rim"


def test_to_a_unit_just_selected_the_window_moves_as_little_as_possible():
    picture, follower = Picture(GROUND, MIDDLE), Follower()
    taken, corner = GROUND.hex("1515"), (0, 20)
    x, _, width, _ = picture.box(taken)
    follower.goals = within(taken, 9)
    assert follower.corner(picture, taken, corner, WINDOW) == (x + width + MIDDLE.across - RIM - WINDOW.width, 20)
    assert Follower().corner(picture, taken, corner, WINDOW) == (WINDOW.width // SHARE, 20), "without one, by a third"


def test_a_hex_that_is_far_out_of_sight_comes_into_the_middle():
    picture = Picture(GROUND, MIDDLE)
    x, _, width, _ = picture.box(GROUND.hex("3015"))
    left, _ = Follower().corner(picture, GROUND.hex("3015"), (0, 20), WINDOW)
    assert abs(2 * left + WINDOW.width - (2 * x + width)) <= 1


def test_beyond_the_selected_units_reach_the_cursors_neighbors_come_into_sight():
    """It happens where the coach points at something: the player isn't looking at the unit's reach."""
    picture, follower = Picture(GROUND, MIDDLE), Follower()
    start, shown = GROUND.hex("1515"), GROUND.hex("2419")
    follower.goals = within(start, 2)
    corner = follower.corner(picture, start, (36, 20), WINDOW)
    corner = follower.corner(picture, shown, corner, WINDOW)
    assert sees(picture, corner, [shown, *GROUND.grid.neighbors[shown]], RIM)
