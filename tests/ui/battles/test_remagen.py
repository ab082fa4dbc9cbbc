"""Remagen at the keyboard: bridges, night, entry areas, the continuous front, the limit, the account."""

from dataclasses import replace

import pytest

from tests.engine.battles.rhine import LUDENDORFF, rhine
from tests.pilot import running, showing
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import as_text, bar_of, panel_at, screen_of, situation_of
from westwall_tui.engine import queries
from westwall_tui.engine.battles.remagen import NO_LIMIT
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import end_of
from westwall_tui.engine.scenario import Phase, Reinforcements, Start
from westwall_tui.engine.terrain import Terrain
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.plain.questions import ask
from westwall_tui.referee import Inquiry
from westwall_tui.ui.boxes.search import GotoDialog
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL
from westwall_tui.ui.map.overlays.lines import FrontView
from westwall_tui.ui.map.overlays.objectives import Objectives
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.sheet.printed import boundary_cells, boundary_pairs, boundary_rows
from westwall_tui.ui.pages.tables import reinforcement_rows
from westwall_tui.words.places import areas_in_words, entry_areas, entry_rows

SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=lambda size: size.name)


def historical(turn=1, side=0, waiting=True, **where):
    """Return the historical scenario with units in other hexes (`u27="0714"`) and only the reinforcements `waiting`."""
    scenario = load_scenario("remagen/historical")
    moved = {scenario.by_id[name.lstrip("u").replace("_", "/").lower()]: h for name, h in where.items()}
    placed = {**dict(scenario.placed), **{unit: scenario.board.hex(number) for unit, number in moved.items()}}
    groups = tuple(
        Reinforcements(group.side, group.turn, tuple(u for u in group.units if u not in moved), group.hexes)
        for group in scenario.reinforcements
    )
    return replace(
        scenario,
        placed=tuple(placed.items()),
        reinforcements=groups if waiting else (),
        start=Start(turn, side, Phase.MOVEMENT),
    )


def keys(desk):
    return list(desk.mode.keys())


# -- the Rhine and its bridges


@SIZES
def test_the_rhine_fills_its_hexes_and_the_bridge_is_on_it(size):
    board = load_scenario("remagen/historical").board
    picture = Picture(board, size)
    bridge = board.hex("0616")
    for h, terrain in enumerate(board.terrain):
        if terrain is Terrain.RIVER and h != bridge and not board.names.get(h, "").endswith("Bridge"):
            x, y = picture.origin(h)
            assert picture.chars[y][x + size.middle] == "~"
            assert {picture.roles[y + dy][x + dx] for dy, cells in enumerate(size.owned) for dx in cells} <= {
                "river",
                "bridge",
            }
    x, y = picture.origin(bridge)
    signs = [picture.chars[y + dy][x + dx] for d in (1, 4) for dx, dy in size.gates[d]]
    assert set(signs) == {"H"}, "its two ends"


def test_11_12_the_panel_says_that_no_unit_attacks_from_a_bridge():
    game = Game(load_scenario("remagen/historical"), seed=1)
    assert "no attack from here (11.12)" in " ".join(panel_at(game, "0616").split())
    assert "no attack from" not in panel_at(game, "0615")
    assert ask("look", Inquiry(game, 0, "0616", game))[-1] == "A unit there cannot attack (11.12)."


def test_keys_lay_a_float_bridge():
    game = rhine(us=["A 3-6-7 0103"], german=["X 2-2-7 0909"], victory={"float_bridges": [1]}, last_turn=3)
    desk = BareDesk(game)
    assert ("bridge", "float bridge") in keys(desk)
    desk.act("bridge")
    assert "float bridge" in desk.mode.prompt()
    assert set(desk.marked.values()) <= {"*", "@"}
    sites = {end_of(order) for order in queries.extra_orders(game)}
    assert {number for number, mark in desk.marked.items() if mark == "*"} == sites
    assert "Float Bridge 1: now" in desk.panel
    desk.at("0403")
    assert desk.panel.startswith("a bridge can go here:")
    desk.act("confirm")
    assert "across 0403" in desk.box
    desk.act("down", "confirm")
    (laid,) = [bridge for bridge in queries.bridges(game) if bridge.name == "Float Bridge 1"]
    assert game.state.number(laid.hex) == "0403"
    assert ("bridge", "float bridge") not in keys(desk), "there is no other float bridge"
    assert {c.state for c in queries.crossings(game)} == {"laid"}
    assert "Float Bridge 1 at 0403" in " ".join(situation_of(game).split())
    assert panel_at(game, "0403").startswith("0403 Bridge")
    assert "Float Bridge 1" in panel_at(game, "0403")


def test_a_refused_float_bridge_names_its_case():
    game = rhine(us=["A 3-6-7 0103"], german=["X 2-2-7 0502"], victory={"float_bridges": [1]}, last_turn=3)
    desk = BareDesk(game).act("bridge")
    for number, words in (("0402", "enemy"), ("0101", "not a Rhine hex"), ("0405", "already")):
        desk.at(number).act("confirm")
        assert desk.refused is not None
        assert desk.refused.case == "11.11"
        assert words in desk.refused.reason
    desk.act("next")
    assert desk.marked[desk.here] == "*"
    desk.act("end")
    assert "Esc" in desk.said
    desk.act("back")
    assert "moves" in desk.mode.prompt()


def test_a_refusal_says_when_the_next_float_bridge_comes():
    desk = BareDesk(rhine(us=["A 3-6-7 0103"], german=["X 2-2-7 0909"], victory={"float_bridges": [2]}, last_turn=3))
    desk.act("bridge")
    assert desk.refused is not None
    assert "Game-Turn 2" in desk.refused.reason
    german = rhine(us=["A 3-6-7 0103"], german=["X 2-2-7 0909"], victory={"float_bridges": [1]}, last_turn=3)
    desk = BareDesk(german).act("end", "yes", "bridge")
    assert desk.refused is not None
    assert "only the U.S. player" in desk.refused.reason


def razing():
    """Return a game in which the Germans end their Player-Turn on the bridge."""
    game = rhine(us=["A 3-6-7 0103"], german=["X 2-2-7 0405"], last_turn=3)
    desk = BareDesk(game)
    while game.prompt.kind != "bridges":
        desk.act("end")
        if desk.open_now:
            desk.act("yes")
    return BareDesk(game)


def test_a_key_destroys_a_bridge():
    desk = razing()
    assert "11.21" in desk.mode.prompt()
    assert desk.here == "0405"
    assert desk.marked == {"0405": "*"}
    assert "goes to 0505" in desk.panel
    desk.act("end")
    assert "s: leave them standing" in desk.said
    desk.at("0404").act("confirm")
    assert desk.refused is not None
    assert desk.refused.case == "11.21"
    desk.act("next", "confirm")
    game = desk.game
    assert "Destroy the bridge at 0405?" in desk.box
    desk.act("confirm")
    assert game.log[-1] == "done", "destroying is optional, and Enter does not do it"
    desk.act("back", "confirm", "yes")
    assert game.log[-1] == "destroy 0405"
    assert {c.state for c in queries.crossings(game)} == {"blown"}
    assert [m.sign for m in queries.markers(game, 0)] == ["xx"]
    assert "no unit may enter" in panel_at(game, "0405")
    assert "destroyed on Game-Turn 1" in " ".join(situation_of(game).split())


def test_another_key_leaves_a_bridge_standing():
    desk = razing()
    desk.act("stand")
    assert desk.game.log[-1] == "stand"
    assert desk.game.prompt.kind == "movement"
    assert "at 0405" in " ".join(situation_of(desk.game).split())


def test_goto_finds_a_bridge_by_its_number():
    desk = BareDesk(Game(load_scenario("remagen/historical"), seed=1))
    dialog = GotoDialog(desk)
    desk.open(dialog)
    for character in "0616":
        dialog.typed(character)
    assert "Ludendorff" in desk.box


# -- reinforcements


@SIZES
def test_entry_areas_are_marked_with_their_letters(size):
    board = load_scenario("remagen/historical").board
    picture = Picture(board, size)
    for letter, hexes in entry_areas(board).items():
        for h in hexes:
            x, y = picture.origin(h)
            cells = [(x + dx, y + dy) for dx, dy in size.notes]
            assert [picture.chars[cy][cx] for cx, cy in cells if picture.roles[cy][cx] == "entry"] == [letter]
            assert text_of(entry_rows(board, h)) == f"entry area {letter}"


def test_reinforcements_are_listed_with_their_area():
    game = Game(load_scenario("remagen/historical"), seed=1)
    board = game.scenario.board
    page = text_of(reinforcement_rows(game, 78))
    assert "in entry area A" in page
    assert "in entry area C or D" in page or "in entry area E or F" in page
    assert areas_in_words(board, board.entries["B"][:2]) == "in entry area B: 0106, 0107"
    assert areas_in_words(board, (board.hex("1010"),)) == ""
    desk = BareDesk(game).act("reinforcements")
    assert "in entry area A" in desk.box


def test_the_end_of_the_phase_names_units_that_must_enter():
    game = Game(load_scenario("remagen/historical"), seed=1)
    desk = BareDesk(game).act("end")
    assert desk.refused is not None
    assert desk.refused.case == "12.23"
    assert set(desk.refused.units) == set(game.state.ids(queries.entering(game, 0)))
    assert "r: list" in desk.said


# -- night


def night():
    """Return a game at night with a U.S. unit in a German zone."""
    return rhine(us=["A 3-6-7 0603"], german=["X 2-2-7 0602", "Y 2-2-7 0802"], victory={"night": [1]}, last_turn=3)


def test_at_night_units_leave_a_zone_but_enter_no_other():
    game = night()
    assert "NIGHT" in bar_of(game)
    desk = BareDesk(game).at("0603").act("confirm")
    assert "may leave this zone" in desk.panel
    closed = {game.state.number(h) for h in queries.zone(game, 1)} - {"0603"}
    reached = {number for number, mark in desk.marked.items() if mark != "@"}
    assert reached
    assert not reached & closed
    legal = {order.hexes[-1] for order in game.legal() if hasattr(order, "hexes")}
    assert reached == legal
    desk.at("0602" if "0602" in closed else min(closed)).act("confirm")
    assert desk.refused is not None


def test_at_night_a_route_can_be_pinned_out_of_a_zone():
    game = night()
    desk = BareDesk(game).at("0603").act("confirm")
    desk.at("0604").act("waypoint")
    legal = {order.hexes[-1] for order in game.legal() if hasattr(order, "hexes")}
    assert {n for n, mark in desk.marked.items() if mark not in "@W"} <= legal | {"0604"}
    desk.at("0605").act("confirm")
    assert game.log[-1] == "move A 0604 0605"


def test_no_combat_at_night():
    game = night()
    assert ">MOVE<" in bar_of(game)
    assert "combat" not in bar_of(game), "no Combat Phase follows"
    desk = BareDesk(game)
    assert "No combat follows" in desk.mode.prompt()
    desk.act("end")
    assert "No combat follows" in desk.box
    desk.act("yes")
    assert (game.prompt.kind, game.prompt.side) == ("movement", 1)


# -- the continuous front


HOLDING = {"u27": "0715", "u1_47": "0714", "u2_47": "0814", "u3_47": "0916", "u1_311": "0917", "u2_311": "1310"}
HOLDING["uInf"] = "2305"  # away from all other units


def test_the_proposed_front_can_be_seen_in_advance():
    game = Game(historical(12, waiting=False, **HOLDING), seed=1)
    view = FrontView(game, queries.front(game))
    front = queries.front(game)
    assert front is not None
    assert view.front == front
    marks = view.marks()
    assert {h for h, sign in marks.items() if sign[0] == "L"} == set(front.lost)
    assert {h for h, sign in marks.items() if sign[0] == "__"} == set(front.gaps)
    assert {h for h, sign in marks.items() if sign[0] == "F"} == set(front.hexes) - set(front.gaps)
    assert game.state.numbers(front.lost) == ("1310",)
    assert view.summary() == "1 unit lost, 3 points"
    assert "lost" in text_of(view.panel(front.lost[0]))


def warned():
    """Return a game at the end of the U.S. Movement Phase, with a combat to come."""
    return Game(historical(12, waiting=False, **HOLDING, u110="0915"), seed=1)


def test_the_end_of_the_movement_phase_warns_of_what_the_front_would_cost():
    game = warned()
    front = queries.front(game)
    assert front is not None
    desk = BareDesk(game).act("end")
    assert f"beyond the front and eliminated: {front.cost} points" in " ".join(desk.box.split())
    assert "F show the front" in desk.footer
    desk.act("back")
    assert game.prompt.kind == "movement", "nothing is done yet"


def test_without_a_combat_the_turn_ends_and_the_front_is_named():
    game = Game(historical(12, waiting=False, **HOLDING), seed=1)
    front = queries.front(game)
    assert front is not None
    before = queries.totals(game)
    desk = BareDesk(game).act("end")
    assert "front" not in desk.box.partition("Esc")[0], "the front is named next"
    desk.act("end")
    assert (game.prompt.side, game.prompt.kind) == (0, "front")
    desk.act("confirm", "yes")
    assert game.prompt.side == 1
    assert game.log[1:] == [f"front {' '.join(game.state.numbers(front.hexes))}"]
    assert queries.totals(game)[1] == before[1] + front.cost


def test_only_a_front_that_costs_something_warns_the_us_player():
    game = Game(historical(12, waiting=False, u27="0715", u1_47="0714", u2_47="0814"), seed=1)
    assert FrontView(game, queries.front(game)).summary() == "The front is unbroken"
    desk = BareDesk(game).act("end")
    assert not desk.open_now or "front" not in desk.box
    german = BareDesk(Game(historical(12, side=1, waiting=False, **HOLDING), seed=1)).act("end")
    assert not german.open_now or "front" not in german.box


def test_no_front_is_held_until_three_units_are_across():
    game = Game(load_scenario("remagen/historical"), seed=1)
    assert FrontView(game, queries.front(game)).marks() == {}
    assert FrontView(game, queries.front(game)).summary() == "There is no front to hold yet"
    assert "once 3 units are east of the Rhine" in " ".join(situation_of(game).split())


@pytest.mark.slow
async def test_f_shows_the_front_even_behind_a_warning():
    async with running(showing(historical(12, waiting=False, **HOLDING), handover="never")) as pilot:
        screen = pilot.screen
        await pilot.press("E")
        assert screen.map.box is not None
        await pilot.press("F")
        assert screen.play.look.overlay == "front"
        assert screen.map.box is not None, "the box stays"
        assert "F: front" in screen.bar.text
        await pilot.press("escape", "F")
        assert screen.play.look.overlay == ""


@pytest.mark.slow
async def test_other_battles_have_no_front():
    async with running(showing(load_scenario("bastogne/relief"), handover="never")) as pilot:
        screen = pilot.screen
        await pilot.press("F")
        assert "This scenario has no front to hold" in screen.prompt_line.text
        await pilot.press("T")
        assert "No place scores points here. P: what wins the game, and where" in screen.prompt_line.text


# -- Lines of Communication: 16.4


@pytest.mark.slow
async def test_16_41_the_key_for_lines_of_communication_refers_to_the_score():
    """The map shows no lines, but the infantry needs one to score."""
    app = showing(historical(), handover="never")
    async with running(app) as pilot:
        screen = screen_of(app)
        told = "No Lines of Communication can be shown here; the points page says what counts"
        await pilot.press("c")
        assert told in screen.prompt_line.text
        await pilot.press("C")
        assert told in app.screen.shown_text  # type: ignore[attr-defined]
        await pilot.press("escape", "V", "pagedown")
        assert "with a Line of Communication" in " ".join(app.screen.shown_text.split())  # type: ignore[attr-defined]
    inquiry = Inquiry(Game(historical(), seed=1), 0, "", Game(historical(), seed=1))
    assert ask("lines", inquiry) == [f"{told}."]


# -- the limit, the towns, the account


@SIZES
def test_the_limit_of_advance_is_always_on_the_map(size):
    game = Game(load_scenario("remagen/historical"), seed=1)
    cells = boundary_cells(Picture(game.scenario.board, size), boundary_pairs(game))
    assert len(cells) >= len(game.scenario.board.boundaries["Limit of Advance"].pairs) / 2
    shown = "\n".join(as_text(Picture(game.scenario.board, size), cells))
    assert shown.count("+") >= len(cells)
    h = game.scenario.board.boundaries["Limit of Advance"].pairs[0][0]
    assert text_of(boundary_rows(game, h, 26)).startswith("Limit of Advance")


def test_the_limit_is_not_drawn_when_it_is_ignored():
    game = Game(load_scenario("remagen/historical"), seed=1, options={NO_LIMIT: True})
    assert boundary_pairs(game) == ()


def test_the_panel_says_what_a_town_is_worth_to_each_side():
    game = Game(load_scenario("remagen/historical"), seed=1)
    places = Objectives(game)
    linz = next(place for place in places.places if place.name == "Linz")
    assert places.worth(linz) == "U.S. 5, German 20"
    told = text_of(places.panel(linz.hexes[0], 40))
    assert "worth U.S. 5, German 20" in told
    assert "Linz" not in told, "the hex has that name"
    west = next(place for place in places.places if place.name == "West of the Rhine")
    assert text_of(places.panel(west.hexes[0], 40)).startswith("West of the Rhine")


def test_the_score_page_names_causes_level_and_situation():
    told = " ".join(situation_of(Game(historical(12, waiting=False, **HOLDING), seed=1)).split())
    for words in (
        "gaps in the U.S. front, 5 per hex",
        "Bridges: Ludendorff",
        "16.22",
    ):
        assert words in told


def test_the_board_has_the_bridge_of_these_tests():
    assert LUDENDORFF.split()[1] == "0405"
