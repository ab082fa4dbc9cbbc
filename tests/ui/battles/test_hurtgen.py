"""Hurtgen Forest at the keyboard: the Front Line, objectives, the 116th's clock and its exits."""

from dataclasses import replace
from typing import Any

import pytest

from tests.pilot import running, showing
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import bar_of, situation_of
from westwall_tui.engine import queries
from westwall_tui.engine.battles.hurtgen import Hurtgen
from westwall_tui.engine.battles.hurtgen.withdrawal import stand_of
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase, Start
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.around.sidepanel import area_facts
from westwall_tui.ui.boxes.help import LegendDialog
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.sheet.printed import UNDER, boundary_cells, boundary_pairs, boundary_rows
from westwall_tui.ui.map.signs import ASCII
from westwall_tui.ui.pages.points import PointsScreen, lines_of


def hurtgen(turn=1, side="German", **where):
    """Return the historical scenario with units in other hexes: `u60="2816"`."""
    scenario = load_scenario("hurtgen/historical")
    board, names = scenario.board, [info.name for info in scenario.sides]
    moved = {scenario.by_id[name.lstrip("u").lower()]: board.hex(number) for name, number in where.items()}
    placed = tuple((unit, moved.get(unit, h)) for unit, h in scenario.placed)
    start = Start(turn, names.index(side), Phase.MOVEMENT)
    return Game(replace(scenario, placed=placed, start=start), seed=1)


# -- the Front Line


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda size: size.name)
def test_the_front_line_is_drawn_at_every_size(size):
    game = Game(load_scenario("hurtgen/free"), seed=1)
    picture = Picture(game.scenario.board, size)
    pairs = boundary_pairs(game)
    cells = boundary_cells(picture, pairs)
    signs = {(cell.x, cell.y) for cell in cells}
    for a, b in pairs:
        direction = game.scenario.board.grid.direction(a, b)
        x, y = picture.origin(a)
        spots = [(x + dx, y + dy) for dx, dy in size.sides[direction]]
        free = [(sx, sy) for sx, sy in spots if picture.roles[sy][sx] in UNDER]
        assert signs & set(spots) or len(free) < 2, "only a road or water hides it"
    assert {cell.char for cell in cells} == {"+"}


def test_the_front_line_is_drawn_only_during_set_up():
    game = Game(load_scenario("hurtgen/free"), seed=1)
    h = game.scenario.board.hex("0503")
    assert boundary_pairs(game)
    assert text_of(boundary_rows(game, h, 26)) == "Front Line NE"
    assert area_facts(game, h) == ["West of the Front Line", "Beside the Front Line"]
    desk = BareDesk(game)
    assert "Front Line" in text_of(LegendDialog(desk, ASCII).rows(70))
    for _ in range(2):
        desk.act("auto", "end", "yes")
    assert game.prompt.kind == "movement"
    assert boundary_pairs(game) == ()
    assert boundary_rows(game, h, 26) == []
    assert area_facts(game, h) == [], "the panel does not mention a line that is not drawn"
    assert boundary_pairs(hurtgen()) == ()


def test_one_key_sets_up_the_free_deployment():
    game = Game(load_scenario("hurtgen/free"), seed=1)
    desk = BareDesk(game)
    assert "28" in desk.mode.prompt() or "27" in desk.mode.prompt()
    west, beside = game.scenario.board.areas["West of the Front Line"], game.scenario.board.boundaries["Front Line"]
    near = {h for pair in beside.pairs for h in pair}
    assert all(desk.mode.marks()[h].char == "X" for h in west), "the Germans may not set up there"
    for name in ("German", "US"):
        assert game.scenario.sides[game.prompt.side].name == name
        desk.act("auto")
        assert "all units are set up" in desk.mode.prompt()
        desk.act("end")
        assert game.scenario.sides[game.prompt.side].name == name, "it asks first"
        desk.act("yes")
    us = [game.state.location[unit] for unit in game.state.on_map(0)]
    assert set(us) <= set(west) - near


# -- objectives


def test_the_list_says_which_side_scores_each_objective_and_why():
    game = hurtgen()
    lines = lines_of(game, 110)
    places = queries.objectives(game)
    assert len(places) == 12
    for place in places:
        (line,) = [line for line in lines if line.hex == place.hexes[0] and line.source is None]
        text = text_of([line.row])
        assert place.name[:18] in text
        assert place.why[:30] in text


def test_marks_show_which_side_scores_each_objective():
    game = hurtgen()
    places = Objectives(game)
    marks = places.marks()
    for place in places.places:
        for h in place.hexes:
            assert marks[h][0] == ("$A" if place.side == 0 else "$?")
    place = next(p for p in places.places if p.side < 0)
    told = text_of(places.panel(place.hexes[0], 26))
    assert f"worth U.S. {place.points[0]}" in told
    assert "now neither side" in told
    assert all(len(line) <= 26 for line in told.splitlines())
    assert not places.panel(game.scenario.board.hex("0101"), 26)


@pytest.mark.slow
async def test_keys_for_objectives_on_the_screen():
    async with running(showing(load_scenario("hurtgen/historical"), handover="never")) as pilot:
        screen = pilot.screen
        await pilot.press("T")
        assert "neither" in screen.prompt_line.text + screen.log_pane.text
        assert "T: objectives" in screen.bar.text
        assert " 1/14 " in screen.bar.text, "the turn stays in the bar"
        await pilot.press("P")
        page: Any = pilot.app.screen
        assert isinstance(page, PointsScreen)
        assert "Kommerscheidt" in page.shown_text
        await pilot.press(*["down"] * 4, "enter")
        assert pilot.screen is screen
        assert "worth U.S. 5" in screen.panel.text
        await pilot.press("T")
        assert "T: objectives" not in screen.bar.text


# -- the 116th Panzer Division


def test_the_clock_of_the_116th():
    assert "116th 7 by T4" in bar_of(hurtgen(turn=3))
    late = hurtgen(turn=5)
    assert "116th 7: 35 at T6" in bar_of(late)
    assert "start of Game-Turn 6: 35 points" in " ".join(situation_of(late).split())
    assert "116th" not in bar_of(hurtgen(turn=14)), "no later turn begins"
    assert "on the map unit 60, unit 156" in situation_of(hurtgen())


def test_in_a_corner_the_116th_exits_east_or_south():
    game = hurtgen(u60="2931")
    desk = BareDesk(game).at("2931").act("confirm", "exit")
    assert "South  " in desk.box
    assert "East   " in desk.box
    assert "west" not in desk.box
    desk.act("down", "confirm")
    assert game.log[-1] == "exit 60 2931 south"
    assert isinstance(game.rules, Hurtgen)
    stand = stand_of(game.rules, game.state)
    assert game.state.ids(stand.left) == ("60",)
    assert "116th 6 by T4" in bar_of(game)
    assert "left unit 60" in situation_of(game)


def test_far_from_the_edges_a_refusal_says_what_an_exit_costs():
    game = hurtgen(u60="0914")
    desk = BareDesk(game).at("0914").act("confirm", "exit")
    assert desk.refused is not None
    assert desk.refused.case == "5.25"
    assert "south edge" in desk.refused.reason or "east edge" in desk.refused.reason


def test_only_the_116th_exits_and_never_west():
    desk = BareDesk(hurtgen(u60="0114")).at("0114").act("confirm", "exit")
    assert desk.refused is not None
    assert desk.refused.case == "12.0"
    game = hurtgen()
    assert isinstance(game.rules, Hurtgen)
    stand = stand_of(game.rules, game.state)
    other = next(unit for unit in queries.movers(game) if unit not in stand.on_map)
    desk = BareDesk(game).at(game.state.number(game.state.location[other])).act("confirm", "exit")
    assert desk.refused is not None
    assert desk.refused.case == "14.0"
