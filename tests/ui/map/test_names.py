"""Where names stand in a window: whole, the important first, and where they stood before if they can."""

import pytest

from tests.games import record
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.ui.map.counters import Counters, counter_cells
from westwall_tui.ui.map.geometry import MIDDLE
from westwall_tui.ui.map.names import NamePlacer, Sight
from westwall_tui.ui.map.picture import Picture

BUSY = {
    "arnhem-historical-busy": (5, 84),
    "spearhead-greedy": (4, 91),
    "hurtgen-free-busy": (4, 91),
    "remagen-historical-busy": (8, 90),
}
"""Recorded games in their thick, and of how many names in a hundred it is asked that they stand whole."""
ACROSS, DOWN = 53, 19


def in_its_thick(name: str) -> Game:
    """A recorded game at a Game-Turn."""
    header, orders = record.read((record.FOLDER / f"{name}.orders").read_text(encoding="utf-8"))
    game = Game(load_scenario(header.scenario), seed=header.seed, options=dict.fromkeys(header.options, True))
    for order in orders:
        if game.state.turn >= BUSY[name][0] and game.prompt.kind in ("movement", "combat"):
            break
        game.replay([order])
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", BUSY)
def test_most_names_stand_whole_in_any_window_and_no_objectives_is_missing(name):
    game = in_its_thick(name)
    picture = Picture(game.scenario.board, MIDDLE)
    covered = {
        (cell.x, cell.y) for h, token in Counters().of(game).items() for cell in counter_cells(picture, h, token)
    }
    goals = {h for place in queries.objectives(game) if len(place.hexes) <= 6 for h in place.hexes}
    wanted, stands = 0, 0
    for top in range(0, picture.height - DOWN, 5):
        for left in range(0, picture.width - ACROSS, 9):
            sight = Sight(left, top, left + ACROSS, top + DOWN)
            cells = NamePlacer(picture, picture.names).cells(covered, sight, goals, covered)
            letters = {(cell.x, cell.y): cell.char for cell in cells}
            assert all(sight.holds(spot, 1) for spot, char in letters.items() if char != " ")
            assert not covered & {spot for spot, char in letters.items() if char != " "}
            lines = {y: "".join(letters.get((x, y), "\0") for x in range(left, left + ACROSS)) for _, y in letters}
            for place in game.scenario.board.places:
                if place.kind in ("town", "village") and any(whole(picture, h, sight) for h in place.hexes):
                    wanted += 1
                    found = any(place.name in line for line in lines.values())
                    stands += found
                    assert found or goals.isdisjoint(place.hexes), f"{place.name} is missing at {sight}"
    assert 100 * stands / wanted >= BUSY[name][1]


def whole(picture: Picture, h: int, sight: Sight) -> bool:
    (x, y), size = picture.origin(h), picture.size
    return sight.left <= x <= sight.right - size.across and sight.top <= y <= sight.bottom - size.down


def test_a_name_stays_where_it_is_while_it_can():
    picture = Picture(load_scenario("bastogne/spearhead").board, MIDDLE)
    naming, sight = NamePlacer(picture, picture.names), Sight(60, 40, 120, 70)
    before = naming.cells((), sight)
    assert naming.cells((), sight._replace(left=61, right=121))[:1]
    moved = {cell for cell in naming.cells((), sight) if cell.char != " "} ^ {c for c in before if c.char != " "}
    assert len(moved) < len(before) / 4
