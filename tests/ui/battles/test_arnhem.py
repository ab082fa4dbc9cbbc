"""Arnhem at the keyboard: notes, landings, bridges, cities, the Engineer, weather, Lines of Communication, secrets."""

import pytest

from tests.drawn import FIELD, below, play, where
from tests.engine.battles.drawn_arnhem import field, market, resolve
from tests.pilot import running, showing, until
from tests.ui.desk import BareDesk, text_of
from tests.ui.looks import as_text, bar_of, box_of, laid_over, panel_at, screen_of, shown_by, situation_of
from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.help import LegendDialog
from westwall_tui.ui.boxes.search import GotoDialog
from westwall_tui.ui.decisions.bridges import DemolitionDialog
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.hexes.marks import Contents, hex_cells
from westwall_tui.ui.map.overlays.lines import Communication
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.sheet.printed import crossing_cells
from westwall_tui.ui.map.signs import ASCII, UNICODE
from westwall_tui.ui.opponent.hint import HintDialog
from westwall_tui.ui.pages.points import verdict_in_words
from westwall_tui.ui.pages.tables import lines_rows, reinforcement_rows
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.words.events import log_so_far, without_secrets

PARA = "A 2-2-7 airborne:101st"


def case_of(desk):
    """Return the case of the refusal."""
    assert desk.refused is not None
    return desk.refused.case


def reason_of(desk):
    assert desk.refused is not None
    return desk.refused.reason


def typed(desk, text):
    """Type into the open dialog."""
    for character in text:
        assert desk.dialog is not None
        desk.dialog.typed(character)


# -- notes: 15.36 to 15.39


def free():
    return Game(load_scenario("arnhem/free"), seed=5)


@pytest.mark.slow
def test_15_36_keys_note_drop_zones():
    game = free()
    desk = BareDesk(game)
    assert game.prompt.kind == "notes"
    assert "101" in desk.mode.prompt()
    desk.at("0603").act("confirm")
    assert case_of(desk) == "15.37"
    assert "15.37" in desk.panel
    desk.at("1004").act("confirm")
    assert "Game-Turn 3" in desk.box
    desk.act("down", "down", "confirm")
    assert "zone 101 1004 3" in game.log
    assert "1004 drop zone of the 101st," in " ".join(desk.panel.split())
    desk.act("end")
    assert case_of(desk) == "15.36"
    desk.act("next")
    desk.at("3717").act("confirm", "confirm")
    desk.at("2324").act("confirm", "confirm")
    assert "all drop zones are noted" in desk.mode.prompt()
    desk.act("next")
    desk.at("1003").act("confirm", "confirm")  # a change of mind
    desk.act("end")
    assert game.prompt.side == 1
    assert game.prompt.kind == "set-up"


@pytest.mark.slow
async def test_15_36_a_hint_is_about_the_selected_division():
    app = showing(LocalSession.new(load_scenario("arnhem/free"), seed=5), handover="never")
    async with running(app) as pilot:
        await pilot.press("space", "tab", "I")
        await until(pilot, lambda: isinstance(screen_of(app).play.dialog, HintDialog))
        assert "drop zone of the 82nd" in box_of(app)
        await pilot.press("y", "y")
        assert screen_of(app).play.game.log[0].startswith("zone 82 ")


def noted():
    """Return a game in which all drop zones are noted and the Germans are to set up."""
    game = free()
    play(game, "zone 101 1004", "zone 82 2324 2", "zone 1 3717", "done")
    return game


def drop_zones(screen):
    """Return the hexes where the map shows a drop zone."""
    return {h for h in screen.play.game.scenario.board.playable if (screen.map.contents(h).note or ("",))[0] == "DZ"}


def test_15_36_noted_drop_zones_are_hidden_from_the_enemy():
    game = noted()
    h = game.scenario.board.hex("1004")
    assert queries.holds_secret(game, 0)
    assert queries.markers(game, 0)[0].hex == h
    assert not queries.markers(game, 1)
    assert not queries.markers(game, -1)
    assert "drop zone" not in panel_at(game, "1004", game.prompt.side)
    assert "drop zone" in panel_at(game, "1004", 0)
    desk = BareDesk(game)
    desk.open(GotoDialog(desk))
    typed(desk, "drop")
    assert "no match" in desk.box
    desk.close()
    rows = text_of(reinforcement_rows(game, 78)) + situation_of(game)
    assert "1004" not in rows
    assert "drop zone" in text_of(LegendDialog(desk, ASCII).rows(74))


def test_15_36_the_log_hides_drop_zones():
    session = LocalSession.new(load_scenario("arnhem/free"), seed=5)
    for order in ("zone 101 1004", "zone 82 2324", "zone 1 3717", "done"):
        play(session.game, order)
    assert "1004" not in " ".join(told.text for told in log_so_far(session))
    assert without_secrets("zone 101 1004 3") == "zone 101"
    assert without_secrets("move A 1004") == "move A 1004"


@pytest.mark.slow
@pytest.mark.parametrize("resumed", [False, True])
async def test_15_36_the_other_player_is_asked_to_look_away(tmp_path, resumed):
    session = LocalSession.new(load_scenario("arnhem/free"), seed=5, folder=tmp_path)
    if resumed:  # by either player
        session.apply(parse("zone 101 1004"))
        session = LocalSession.resume(session.path, at_once=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        assert "The German player must look away" in " ".join(box_of(pilot.app).replace("|", " ").split())
        assert not drop_zones(screen)
        await pilot.press("space")
        assert screen.play.dialog is None
        assert screen.play.mode.prompt().startswith("Allied, in secret: note the drop zone of")
        assert len(drop_zones(screen)) == resumed


@pytest.mark.slow
async def test_15_36_against_the_computer_no_player_looks_away():
    seats = (Seat(), Seat("computer", level=1))
    app = showing(LocalSession.new(load_scenario("arnhem/free"), seed=5, seats=seats))
    async with running(app):
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.play.dialog is None


@pytest.mark.slow
async def test_15_36_the_hand_over_notice_hides_drop_zones_and_cursor():
    session = LocalSession.new(load_scenario("arnhem/free"), seed=5)
    app = showing(session, handover="never")  # a secret always has a notice
    async with running(app) as pilot:
        screen = screen_of(app)
        await pilot.pause()
        await pilot.press("space")
        for number in ("1004", "2324", "3717"):
            await pilot.press("g", *number, "enter", "enter", "enter")
        await pilot.press("less_than_sign")
        assert "Undone: note the drop zone of the 1st." in screen.prompt_line.text
        await pilot.press("enter", "enter")
        board = session.game.scenario.board
        assert drop_zones(screen) == {board.hex("1004"), board.hex("2324"), board.hex("3717")}
        await pilot.press("E")

        for _ in range(2):  # behind the notice, and after it
            assert not drop_zones(screen)
            assert screen.cursor != board.hex("3717")
            assert not {"1004", "2324", "3717"} & set(shown_by(app).split())
            await pilot.press("enter")
        assert "3717" not in " ".join(told.text for told in screen.play.log.lines)


# -- landings: 15.3, 16.1


def airlift(**what):
    return market(
        allied=["A 2-2-7 airborne:101st", "B 2-2-7 airborne:101st"],
        german=["X 2-2-7 0109"],
        landings=[(1, "A B", "0404 0405 0504 0505")],
        **what,
    )


def test_15_31_units_land_and_move_on():
    game = airlift()
    desk = BareDesk(game)
    assert "which unit lands? 2 left" in desk.mode.prompt()
    desk.act("reinforcements")
    assert "by air" in desk.box
    desk.act("confirm")
    assert set(desk.marked.values()) == {"*", "0", "1", "2"}  # where it may land, and the Movement Points left after it
    desk.at("0909").act("confirm")
    assert case_of(desk) == "15.31"
    desk.at("0505").act("confirm")
    assert where(game, "A") == "0505"
    assert "B (2-2-7) lands" in desk.mode.prompt()
    desk.act("confirm")
    assert desk.said == "A is now selected instead of B", "a second Enter lands no unit"
    assert desk.marked["0502"] == "0"
    desk.at("0503").act("confirm")
    assert where(game, "A") == "0503"


def test_15_34_the_end_of_the_phase_names_units_that_must_land():
    game = airlift()
    desk = BareDesk(game).act("end")
    assert case_of(desk) == "15.34"
    assert "A and B" in reason_of(desk)
    assert "r: list" in desk.said


def test_16_12_the_weather_and_its_quota_are_in_the_phase_bar():
    game = noted()
    for order in queries.suggested_setup(game):
        game.apply(order)
    play(game, "done")
    assert "weather Good  landed 0/25" in bar_of(game)
    assert "GS Allied 7" in bar_of(game)
    play(game, "land 1/501 1011")
    assert "landed 1/25" in bar_of(game)
    assert "by air" in text_of(reinforcement_rows(game, 78))
    assert "cannot land now" in text_of(reinforcement_rows(game, 78))  # the zone of the 82nd comes later


def test_16_0_the_weather_roll_can_be_typed():
    game = market(
        allied=[PARA + " 0505"],
        german=["X 2-2-7 0101"],
        victory={"weather": "always", "drop_zones": ["101 0505"]},
    )
    while game.prompt.kind != "roll":
        play(game, "done")
    desk = BareDesk(game)
    assert "weather" in desk.box
    assert "3 Fair" in desk.box
    typed(desk, "3")
    assert "Weather: Fair" in desk.said
    assert "weather Fair" in bar_of(game)


def test_15_42_an_exited_unit_may_return_and_the_list_says_when():
    game = market(allied=[PARA + " 0505"], german=["X 2-2-7 0103"], side=1, victory={"exit_west": ["0101", "0109"]})
    play(game, "exit X west")
    assert "west on Game-Turn 1; may return from Game-Turn 2" in text_of(reinforcement_rows(game, 78))


# -- bridges: 12.0


def bridged(*allied, die=None, **what):
    """Return a board with a canal below row 5 and a wired bridge at 0505/0506."""
    return market(
        allied=allied or [PARA + " 0502"],
        german=["X 2-2-7 0109"],
        canals=[below(5)],
        roads=["0502 0503 0504 0505 0506 0507"],
        bridges=["canal 0505/0506"],
        **what,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("manual", "keys"), [(False, "n"), (False, "y"), (True, "y5")])
async def test_12_11_at_one_keyboard_a_wired_bridge_asks_without_a_notice(manual, keys):
    session = LocalSession.new(bridged().scenario, seed=1, manual=manual)
    async with running(showing(session)) as pilot:
        screen = pilot.screen
        screen.play.apply(parse("move A 0507"))
        screen.draw()
        await pilot.pause()
        assert isinstance(screen.play.dialog, DemolitionDialog)
        assert "German: a bridge is wired" in shown_by(pilot.app)
        assert "The Germans may try to demolish bridge 0505/0506" in screen.prompt_line.text
        for key in keys:
            await pilot.press(key)
        assert not box_of(pilot.app), "Allied goes on, who has the keyboard"
        assert session.game.prompt.kind in ("movement", "halted")


async def test_15_31_all_units_land_by_one_key():
    """Each hex is chosen once the unit before it has landed."""
    landings = [(1, "A B C", "0303 0304 0403 0404 0405 0504")]
    game = market(allied=[f"{name} 2-2-7 airborne:101st" for name in "ABC"], german=["X 2-2-7 0109"], landings=landings)
    session = LocalSession.new(game.scenario, seed=1)
    async with running(showing(session)) as pilot:
        await pilot.press("r", "enter", "a")
        assert [line.split()[:2] for line in session.game.log] == [["land", name] for name in "ABC"]


@pytest.mark.slow
async def test_12_11_a_line_of_orders_goes_on_when_the_bridge_is_decided():
    session = LocalSession.new(bridged(PARA + " 0502", "B 2-2-7 0302").scenario, seed=1)
    async with running(showing(session)) as pilot:
        pilot.screen.play.apply_all([parse("move A 0507"), parse("move B 0303")])
        assert len(session.game.log) == 1
        pilot.screen.draw()
        await pilot.pause()
        await pilot.press("n")
        assert session.game.log[1:] == ["demolish no", "move B 0303"]


def test_12_11_the_other_player_is_asked_about_a_named_bridge():
    game = bridged()
    assert "S canal bridge: wired" in panel_at(game, "0505")
    play(game, "move A 0507")
    desk = BareDesk(game)
    assert game.prompt.kind == "demolition"
    told = " ".join(desk.box.split())
    for words in ("canal bridge between 0505 and 0506", "Allied A is now next to it, at 0505", "Now or never (12.1)"):
        assert words in told
    for answer in game.rules.wiring.answers:
        assert answer in told
    assert "1 or 2" in told
    assert desk.marked["0506"] == "?"
    assert desk.marked["0505"] == "&"
    assert "wired" in panel_at(game, "0505")
    desk.act("confirm")
    assert game.prompt.kind == "demolition", "Enter decides nothing"
    assert "y to try, n to leave" in desk.said
    desk.act("back", "confirm", "yes")
    assert game.prompt.kind == "roll"
    assert "1 blown" in desk.box
    typed(desk, "5")
    assert where(game, "A") == "0507"
    assert "S canal bridge: stands" in panel_at(game, "0505")


@pytest.mark.parametrize("key", ["no", "stand"])
def test_12_12_the_attempt_is_declined_for_good(key):
    game = bridged()
    play(game, "move A 0507")
    desk = BareDesk(game)
    if key == "stand":
        desk.close()
    desk.act(key)
    assert where(game, "A") == "0507"
    assert "demolish no" in game.log


def test_12_0_a_unit_at_a_blown_bridge_may_detour_or_stop():
    game = bridged()
    play(game, "move A 0507", "demolish yes", "roll 1")
    desk = BareDesk(game)
    assert game.prompt.kind == "halted"
    assert "S canal bridge: blown" in panel_at(game, "0505")
    assert "blown 1" in bar_of(game)
    assert "halted with" in desk.mode.prompt()
    assert desk.marked["0505"] == "@"
    desk.at("0909").act("confirm")
    assert desk.refused is not None
    desk.at("0405")
    assert "MP left here" in desk.panel
    desk.act("confirm")
    assert where(game, "A") == "0405"
    game = bridged()
    play(game, "move A 0507", "demolish yes", "roll 1")
    desk = BareDesk(game).act("next", "stand")
    assert where(game, "A") == "0505"
    assert game.prompt.kind == "movement"


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
def test_12_0_canals_and_bridges_are_drawn(size, glyphs):
    game = bridged()
    picture = Picture(game.scenario.board, size, glyphs)
    plain = "\n".join(as_text(picture))
    assert glyphs["canal"][3] in plain
    assert glyphs["canal"][0] in plain
    a, b = game.scenario.board.hex("0505"), game.scenario.board.hex("0506")
    for state in ("wired", "blown", "laid"):
        over = "\n".join(as_text(picture, crossing_cells(picture, {(a, b): state})))
        assert over.count(glyphs[state]) > plain.count(glyphs[state])


@pytest.mark.slow
async def test_12_0_the_map_shows_a_blown_bridge():
    game = bridged()
    play(game, "move A 0507", "demolish yes", "roll 1", "stand")
    session = LocalSession.new(game.scenario, manual=True)
    session.game.replay(game.log)
    async with running(showing(session)) as pilot:
        await pilot.press("g", *"0109", "enter", "v")  # at this size a counter hides the bridge south of it
        await pilot.pause()
        screen = pilot.screen
        assert "blown" in screen.map._gates.values()
        assert any("x" in screen.map.line(y).text for y in range(screen.map.size.height))
        await pilot.press("minus", "plus", "plus")
        assert any("x" in screen.map.line(y).text for y in range(screen.map.size.height))


# -- cities: 11.0


def test_11_1_the_attack_box_says_who_may_hold_a_city():
    allied, german = ["A 9-4-7 0504"], ["X 2-2-7 0505"]
    desk = BareDesk(market(field("0505#"), phase="combat", allied=allied, german=german)).at("0505")
    desk.act("confirm")
    assert "D2  X may hold" in desk.box
    assert "X retreats" not in desk.box
    desk = BareDesk(market(phase="combat", allied=allied, german=german)).at("0505").act("confirm")
    assert "hold" not in desk.box


def test_11_1_enter_holds_the_city():
    game = market(field("0505#"), allied=["A 8-4-7 0504"], german=["X 2-2-7 0505"], phase="combat")
    resolve(game, "attack A > X", "D2")
    desk = BareDesk(game)
    assert "or it stays in the city (11.1)" in desk.mode.prompt()
    assert desk.marked["0505"] == "*"
    desk.at("0505")
    assert desk.panel == "stays in the city (11.1)"
    desk.act("confirm")
    assert "retreat X 0505" in game.log


def test_11_1_a_key_holds_the_city_too():
    game = market(field("0505#"), allied=["A 8-4-7 0504"], german=["X 2-2-7 0505"], phase="combat")
    resolve(game, "attack A > X", "D2")
    desk = BareDesk(game)
    assert dict(desk.mode.keys())["stand"] == "stay"
    desk.act("stand")
    assert "retreat X 0505" in game.log
    clear = market(allied=["A 8-4-7 0504"], german=["X 2-2-7 0505"], phase="combat")
    resolve(clear, "attack A > X", "D2")
    assert "stand" not in BareDesk(clear).mode.actions()


def test_11_1_a_city_on_the_path_shortens_a_retreat():
    game = market(field("0506#"), allied=["A 9-4-7 0504"], german=["X 1-1-7 0505"], phase="combat")
    resolve(game, "attack A > X", "D2")
    desk = BareDesk(game)
    assert "a city shortens it (11.1)" in desk.mode.prompt()
    desk.at("0506")
    assert "one hex fewer (11.1)" in desk.panel
    desk.act("confirm")
    assert where(game, "X") == "0506"


# -- the Engineer: 13.0


def test_13_24_two_units_in_a_hex_are_shown_and_attack():
    game = market(
        FIELD,
        allied=["Eng 3-3-10 engineer 0505", "A 9-2-7 airborne:101st 0504"],
        german=["X 2-2-7 0506"],
        rivers=[below(5)],
    )
    desk = BareDesk(game)
    desk.at("0504").act("confirm")
    desk.at("0505")
    assert "stacks here (13.24)" in desk.panel
    desk.act("confirm")
    assert where(game, "A") == "0505"
    told = panel_at(game, "0505")
    assert "Eng" in told
    assert "[9-2-7 ]" in told
    play(game, "done")
    desk = BareDesk(game)
    assert game.prompt.kind == "combat"
    desk.at("0506").act("confirm")
    assert desk.open_now
    assert "[x] A" in desk.box
    assert "river, attacked across" in desk.box
    desk.close()
    resolve(game, "attack A > X", "D1")
    desk = BareDesk(game)
    if game.prompt.kind == "retreat":
        desk.act("next", "confirm")
    assert "13.24" in desk.mode.prompt()
    assert ("stand", "stay") not in tuple(desk.mode.keys())
    desk.act("stand")
    assert case_of(desk) == "13.24"
    desk.act("next", "confirm")
    assert where(game, "A") == "0506"


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
def test_13_24_a_counter_shows_that_another_is_there(size):
    game = bridged()
    picture = Picture(game.scenario.board, size)
    token = token_of(game.state.units[0], "us")
    one = "".join(cell.char for cell in hex_cells(picture, 40, Contents(token)))
    two = "".join(cell.char for cell in hex_cells(picture, 40, Contents(token._replace(units=2))))
    assert two.count("2") == one.count("2") + 1
    assert "DZ" in "".join(cell.char for cell in hex_cells(picture, 40, Contents(note=("DZ", "entry"))))


# -- artillery and Ground Support: 14.0


def test_14_12_the_box_names_the_limit_and_14_11_hexes_without_support():
    guns = [f"G{n} 3-2-9/1-7 090{n}" for n in (1, 2, 3)]
    game = market(
        allied=["A 4-4-7 airborne:101st 0505", *guns],
        german=["X 3-3-7 0504"],
        phase="combat",
        supports=([(1, 9, 3)], []),
    )
    desk = BareDesk(game)
    desk.at("0504").act("confirm")
    assert "no Ground Support here (14.11)" in desk.box
    desk.act("down", "put")
    assert "artillery units 1 of at most 2 (14.12); no Ground Support here (14.11)" in desk.box
    game = market(allied=["A 4-4-7 0505", *guns], german=["X 3-3-7 0504"], phase="combat", supports=([(1, 9, 3)], []))
    desk = BareDesk(game)
    desk.at("0504").act("confirm", "down", "put", "down", "put", "down", "put")
    assert "artillery units 3 of at most 2 (14.12)" in desk.box
    desk.act("declare")
    assert case_of(desk) == "14.12"


def test_14_11_the_defender_sees_the_support_too():
    game = market(
        allied=["A 4-4-7 airborne:101st 0505", "G1 3-2-9/1-7 0901"],
        german=["X 3-3-7 0504"],
        phase="combat",
        side=1,
        supports=([(1, 9, 3)], []),
    )
    play(game, "attack X > A")
    desk = BareDesk(game)
    if not desk.open_now:
        desk.act("confirm")
    assert "no Ground Support here (14.11)" in desk.box


# -- lines of communication: 17.3


def test_17_3_the_panel_shows_lines_and_changes_by_a_move():
    game = market(
        allied=["G 4-4-10 0505", "H 4-4-10 0503"],
        german=["X 2-2-7 0901"],
        roads=["0503 0504 0505 0506 0507 0508 0509 edge"],
        victory={"line_to": ["0509"]},
    )
    lines = Communication(game)
    board, units = game.scenario.board, game.scenario.by_id
    assert lines
    assert text_of(lines.panel(board.hex("0503"))) == "LOC to 0509, 6 hexes"
    marks = lines.marks()
    assert marks[board.hex("0506")][0] == "c"
    assert "others: no change" in text_of(lines.panel_after(units["g"], board.hex("0504")))
    cut = market(
        allied=["G 4-4-10 0506", "H 4-4-10 0503"],
        german=["V 2-2-7 0107", "W 2-2-7 0307", "X 2-2-7 0507", "Y 2-2-7 0707", "Z 2-2-7 0907"],
        roads=["0503 0504 0505 0506 0507 0508 0509 edge"],
        victory={"line_to": ["0509"]},
    )
    told = text_of(Communication(cut).panel(board.hex("0503")))
    assert told.startswith("no LOC: an enemy")
    assert "No Line of Communication: 2" in text_of(lines_rows(cut, 78))
    keep = text_of(Communication(cut).panel_after(units["g"], board.hex("0502")))
    assert "with G here" in keep
    assert Communication(cut).marks()[board.hex("0503")][0] == "n"


def test_17_33_the_page_names_the_moves_that_could_cut_a_line():
    ground = "\n".join([".-...."] * 7 + ["......"] * 2)
    allied = ["A 3-3-7 0101", "B 3-3-7 0103"]
    game = market(ground, allied=allied, german=["X 3-3-9 0608"], victory={"line_to": ["0109"]})
    told = " ".join(text_of(lines_rows(game, 78, planning.Outlook(game).cuts(0))).split())
    assert "Moves that could cut lines next turn 6 points X can move to 0104" in told
    assert "and cut the Line of Communication of A and B" in told


def test_17_32_a_drop_zone_may_be_too_far():
    game = market(
        allied=["A 2-2-7 airborne:101st 0901", "B 2-2-7 airborne:101st 0105"],
        german=["X 2-2-7 0909"],
        victory={"drop_zones": ["101 0105"]},
    )
    told = text_of(lines_rows(game, 78))
    assert "the drop zone is 8 hexes away, but the limit is 7" in told
    assert "With a Line of Communication: 1" in told


@pytest.mark.slow
async def test_17_3_the_lines_stay_while_the_cursor_moves_and_the_panel_follows_it():
    session = LocalSession.new(load_scenario("arnhem/historical"), seed=3)
    play(session.game, "land 1/501 1308", "demolish no", "land 2/501 1309")
    app = showing(session, handover="never")
    async with running(app) as pilot:
        screen = screen_of(app)
        await pilot.press("g", *"1308", "enter", "c")
        assert "c: lines" in screen.bar.text
        assert "line" in screen.panel.text
        before = laid_over(app)
        assert before
        await pilot.press("enter", "right", "right")
        assert "with 1/501 here" in screen.panel.text
        assert laid_over(app) == before
        await pilot.press("escape", "C")
        assert "No Line of Communication" in app.screen.shown_text  # type: ignore[attr-defined]
        await pilot.press("escape", "c")
        assert not laid_over(app)


# -- the account: 17.4


def test_17_4_the_score_page_names_the_present_level():
    game = market(allied=["A 4-4-7 0505"], german=["X 2-2-7 0901"], victory={"line_to": ["0509"]})
    told = verdict_in_words(game)
    assert told.startswith("Now: ")
    assert "Victory Points, match points 5-5)" in told
