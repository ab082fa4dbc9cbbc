"""Places that score: objectives with their signs, and the units that count."""

import re

import pytest

from tests.pilot import running, showing
from tests.ui.desk import text_of
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.map.overlays.objectives import COUNTED_SIGN, STRETCH, TOWN, CountedUnits, Objectives
from westwall_tui.ui.pages.points import lines_of


def test_a_region_has_a_sign_here_and_there_and_a_town_in_every_hex():
    game = Game(load_scenario("remagen/historical"), seed=1)
    places, positions = Objectives(game), game.scenario.board.grid.positions
    sizes = set()
    for place in places.places:
        signed = [h for h in place.hexes if h in places.signs()]
        assert all(h in places.marks() for h in place.hexes), "who holds it is shown in every hex"
        sizes.add(len(place.hexes) > TOWN)
        if len(place.hexes) <= TOWN:
            assert signed == list(place.hexes)
        else:
            assert 1 < len(signed) < len(place.hexes)
            stretches = [
                {tuple(part // STRETCH for part in positions[h]) for h in hexes} for hexes in (signed, place.hexes)
            ]
            assert len(signed) == len(stretches[0])
            assert stretches[0] == stretches[1]
            assert all(places.panel(h, 26) for h in place.hexes), "the panel still says it of every hex"
    assert sizes == {False, True}


# -- the units that count


def with_unit(scenario, unit, hexnumber):
    """Return a game in which a unit is in a hex."""
    game = Game(load_scenario(scenario), seed=1)
    h = game.scenario.board.hex(hexnumber)
    game.state.place(game.scenario.by_id[unit.lower()], h)
    return game, h


BATTLES = [
    ("arnhem/historical", "2I/5", "2112", "XXX Corps"),
    ("bastogne/spearhead", "1/902", "2412", "western edge by Game-Turn 7; U.S. 3 now"),
    (
        "hurtgen/historical",
        "60",
        "0914",
        "116th Panzer Division, to leave by Game-Turn 4; 5 points for the U.S. when Game-Turn 5",
    ),
    ("remagen/historical", "Inf", "0419", "west of the Rhine; no points now, without a Line of Communication"),
]


@pytest.mark.parametrize(("scenario", "unit", "at", "told"), BATTLES)
def test_they_are_marked_and_listed_by_name_in_every_battle(scenario, unit, at, told):
    if scenario.startswith("arnhem"):
        board = load_scenario(scenario).board
        at = next(board.number(h) for h in sorted(board.areas["North of the Waal"]) if h in board.playable)
        told = "no points now, without a Line of Communication"
    game, h = with_unit(scenario, unit, at)
    assert game.scenario.by_id[unit.lower()] in [counted.unit for counted in queries.counted(game)]
    seen = CountedUnits(game)
    assert seen.marks()[h] == COUNTED_SIGN
    shown = " ".join(text_of(seen.panel(h, 60)).split())
    assert shown.startswith("counts: ")
    assert told in shown
    assert re.search(rf"^ \w+(?: \w+)? +{unit} ", text_of([line.row for line in lines_of(game, 78)]), re.MULTILINE)


def test_the_summary_counts_each_unit_once():
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    here = sum(game.state.location[counted.unit] >= 0 for counted in queries.counted(game))
    assert CountedUnits(game).summary() == (f"V marks the scoring units: {here} on the map, {11 - here} off it")


@pytest.mark.slow
async def test_one_key_marks_them_and_the_panel_tells_why():
    session = LocalSession.new(load_scenario("hurtgen/historical"), seed=1)
    state = session.game.state
    h = state.scenario.board.hex("0914")
    state.place(state.scenario.by_id["60"], h)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(h)
        screen.play.update()
        assert "counts" not in screen.panel.text
        await pilot.press("number_sign")
        assert "#: scoring units" in screen.bar.text
        assert "V marks the scoring units" in f"{screen.log_pane.text} {screen.prompt_line.text}"
        assert "counts: 116th" in screen.panel.text
        x, y, *_ = screen.map.picture.box(h)
        cells = "".join(char for char, _ in screen.map.row(y)[x : x + 4])
        assert "V" in cells
        await pilot.press("number_sign")
        assert "scoring units" not in screen.bar.text
        assert "counts" not in screen.panel.text
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert "counts: 116th" in screen.panel.text, "a wide panel tells it anyway"
