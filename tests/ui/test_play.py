"""The playing screen, driven by keys: set-up, movement, reinforcements, looking around, quitting, resuming."""

from threading import Event as ThreadEvent
from typing import Any

import pytest

from tests.drawn import scenario
from tests.history.test_record import recorded
from tests.long import sample
from tests.pilot import running, showing
from tests.ui.battles.test_arnhem import drop_zones
from tests.ui.looks import prompt_of, screen_of
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.history.record import History
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.help import LegendDialog
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.boxes.search import GotoDialog, MessagesDialog
from westwall_tui.ui.decisions.fpf import FpfMode
from westwall_tui.ui.decisions.mapedge import ExitDialog
from westwall_tui.ui.decisions.movement import MovementMode
from westwall_tui.ui.decisions.setup import SetupMode
from westwall_tui.ui.screens.play.log import READING
from westwall_tui.ui.screens.play.presses import WAITING
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.starts import LessonStart
from westwall_tui.words.keymap import KEYS

pytestmark = pytest.mark.slow


def spearhead(**settings):
    return showing(load_scenario("bastogne/spearhead"), **{"handover": "never", **settings})


def field(**what):
    """Return an app with a small game in which Blue moves first."""
    options = {"blue": ["A1 4-4-7 0505", "A2 5-4-7 0303"], "red": ["X 3-3-7 0508"], **what}
    return showing(scenario(**options), handover="never")


def dialog_of(app):
    return screen_of(app).play.dialog


def box_text(app):
    return "\n".join("".join(span.text for span in line) for line in dialog_of(app).rows(56))


def where(app, unit_id):
    state = screen_of(app).play.game.state
    return state.number(state.location[state.scenario.by_id[unit_id.lower()]])


def go(app, number):
    play = screen_of(app).play
    play.move_cursor(play.game.scenario.board.hex(number))
    screen_of(app).draw()
    if screen_of(app).panes.waits:  # no key is needed
        screen_of(app).panes.paint(at_pause=True)


# -- the set-up


async def test_set_up_by_hand_and_automatically():
    app = spearhead()
    async with running(app) as pilot:
        screen = screen_of(app)
        mode = screen.play.mode
        assert isinstance(mode, SetupMode)
        assert "U.S.: place unit 52 (4-4-12). 9 units left to set up" in prompt_of(app)
        go(app, "2815")
        await pilot.press("enter")
        assert "3.0" in prompt_of(app), "column 28 is closed (15.12)"
        go(app, "2614")
        await pilot.press("enter")
        assert where(app, "52") == "2614"
        await pilot.press("enter")
        assert " selected" in prompt_of(app)
        await pilot.press("escape")
        assert "U.S.: place unit 2 (" in prompt_of(app), "the next one"
        await pilot.press("enter")
        go(app, "2611")
        await pilot.press("enter")
        assert where(app, "52") == "2611"
        await pilot.press("E")
        assert "left to set up. Tab: next unit, A: set up the rest for you (units 2, 811" in prompt_of(app)
        await pilot.press("A")
        assert "all units are set up" in prompt_of(app)
        await pilot.press("E", "y")
        assert isinstance(screen.play.mode, MovementMode)
        assert "GERMAN >MOVE<" in screen.bar.text


async def test_a_set_up_is_saved_once_with_all_its_units(monkeypatch):
    """A hundred units took a second while each was saved and painted."""
    async with running(spearhead()) as pilot:
        session = pilot.screen.play.session
        saved = []
        monkeypatch.setattr(session, "save", lambda save=session.save: saved.append(save()))
        await pilot.press("A")
        assert saved == [True]
        assert len(session.game.log) == 9
    assert LocalSession.resume(session.path).game.digest() == session.game.digest()


# -- movement


async def test_a_unit_is_selected_moved_and_the_move_undone():
    app = field()
    async with running(app) as pilot:
        screen = screen_of(app)
        await pilot.press("tab")
        assert "A1: choose a numbered hex" in prompt_of(app)
        go(app, "0503")
        assert "MP left here: 5" in screen.panel.text
        await pilot.press("enter")
        assert where(app, "A1") == "0503"
        assert "A1 moved from 0505 to 0503 for 2 MP" in screen.log_pane.text
        assert "has moved" in screen.panel.text
        await pilot.press("less_than_sign")
        assert where(app, "A1") == "0505"
        assert "Undone" in prompt_of(app)
        await pilot.press("greater_than_sign")
        assert where(app, "A1") == "0503"


async def test_the_movement_points_left_are_right_below_the_unit_and_above_the_hex():
    """The rows are the same at every step, so that few bytes change."""
    async with running(field()) as pilot:
        await pilot.press("tab")
        for number, left in (("0505", "MP left here: 7"), ("0503", "MP left here: 5"), ("0101", "MP left here: 1")):
            go(pilot.app, number)
            rows = [line.lstrip("| ").rstrip() for line in pilot.screen.panel.text.splitlines()]
            assert rows[3].startswith(left), rows
            assert rows[4].startswith(number)


async def test_refusals_name_their_case_and_what_to_do():
    app = field(blue=["A1 4-4-1 0505", "A2 5-4-7 0303"])
    async with running(app) as pilot:
        go(app, "0505")
        await pilot.press("enter")
        go(app, "0502")
        await pilot.press("enter")
        prompt = prompt_of(app)
        assert "needs 3 MP to reach 0502" in prompt
        assert where(app, "A1") == "0505"
        go(app, "0303")
        await pilot.press("enter")
        assert "A2 is now selected instead of A1" in prompt_of(app), "Enter on another unit takes that one"


async def test_a_second_enter_selects_a_friendly_unit_on_the_route():
    app = field(blue=["A1 4-4-7 0505", "A2 5-4-7 0303"])
    async with running(app) as pilot:
        go(app, "0505")
        await pilot.press("enter")
        go(app, "0303")
        await pilot.press("enter")
        assert "A1 cannot stop in the hex of A2" in prompt_of(app)
        assert screen_of(app).play.mode.selected_unit() == 0
        await pilot.press("enter")
        assert screen_of(app).play.mode.selected_unit() == 1


async def test_a_unit_in_an_enemy_zone_shows_why_it_cannot_move():
    async with running(field(blue=["A1 4-4-7 0507", "A2 5-4-7 0303"])) as pilot:
        go(pilot.app, "0507")
        await pilot.press("enter")
        assert "5.14" in prompt_of(pilot.app)


async def test_tab_cycles_and_space_skips():
    async with running(field(blue=["A1 4-4-7 0505", "A2 5-4-7 0303", "A3 3-3-7 0801"])) as pilot:

        def selected():
            return pilot.screen.prompt_line.text.split(":")[0].strip()

        seen = []
        for _ in range(4):
            await pilot.press("tab")
            seen.append(selected())
        assert sorted(set(seen)) == ["A1", "A2", "A3"]
        await pilot.press("shift+tab")
        skipped = selected()
        await pilot.press("space", "tab", "tab", "tab")
        for _ in range(3):
            assert selected() != skipped
            await pilot.press("tab")


async def test_the_cursor_stays_at_the_end_of_the_map_and_says_so():
    async with running(field()) as pilot:
        go(pilot.app, "0101")
        await pilot.press("left")
        assert "The map ends here" in prompt_of(pilot.app)
        await pilot.press("right")
        assert "The map ends here" not in prompt_of(pilot.app)


async def test_a_unit_exits_the_map():
    sides = {"rules": "bastogne", "names": ("German", "US"), "victory": {"bastogne": [], "specified": ["A1"]}}
    async with running(field(blue=["A1 4-4-7 0205"], **sides)) as pilot:
        await pilot.press("tab", "e")
        assert isinstance(pilot.screen.play.dialog, ExitDialog)
        await pilot.press("enter")
        assert "A1 exited from 0105 by the west edge" in pilot.screen.log_pane.text


async def test_a_unit_that_may_not_exit_is_refused():
    async with running(field()) as pilot:
        await pilot.press("tab", "e")
        assert dialog_of(pilot.app) is None
        assert "no unit can exit" in prompt_of(pilot.app)


async def test_no_automatic_set_up_without_suggestions():
    async with running(field(blue=["A1 4-4-7"], setup=[("A1", "0101 0102")])) as pilot:
        await pilot.press("A")
        assert "suggests no hex for A1" in prompt_of(pilot.app)


# -- two players


# -- looking around


async def test_go_to_a_hex_a_unit_and_a_place():
    async with running(spearhead()) as pilot:
        screen = pilot.screen
        await pilot.press("A", "g")
        assert isinstance(screen.play.dialog, GotoDialog)
        await pilot.press(*"2913", "enter")
        assert "2913" in screen.panel.text
        await pilot.press("g", *"longvilly", "enter")
        assert "Longvilly" in screen.panel.text
        await pilot.press("g", *"811x", "backspace", "enter")
        assert "811" in screen.panel.text
        await pilot.press("g", "2", "enter")  # the unit 2, not 20
        assert "[4-3-12]" in screen.panel.text


async def test_zones_enemies_objectives_counters():
    async with running(field()) as pilot:
        screen = pilot.screen
        await pilot.press("z")
        assert "Zones of Control: Z Blue, z Red. z: hide" in prompt_of(pilot.app)
        assert any("Z" in screen.map.line(y).text for y in range(19))
        await pilot.press("z", "Z")
        assert any("e" in screen.map.line(y).text for y in range(19))
        await pilot.press("Z", "m")
        assert "0508" in screen.panel.text
        await pilot.press("v")
        assert not any("inf" in screen.map.line(y).text for y in range(19))
        await pilot.press("v")
        assert any("inf" in screen.map.line(y).text for y in range(19))


async def test_looking_around_returns():
    async with running(field()) as pilot:
        go(pilot.app, "0303")
        await pilot.press("x", "m")
        assert "0508" in pilot.screen.panel.text
        await pilot.press("escape")
        assert "0303" in pilot.screen.panel.text


async def test_messages_lead_to_their_hexes_and_the_legend_opens():
    async with running(field()) as pilot:
        screen = pilot.screen
        await pilot.press("tab", "up", "up", "enter")
        go(pilot.app, "0808")
        await pilot.press("p")
        assert isinstance(screen.play.dialog, MessagesDialog)
        await pilot.press("enter")
        assert "0503" in screen.panel.text
        await pilot.press("i")
        assert isinstance(screen.play.dialog, LegendDialog)
        await pilot.press("escape")
        assert screen.play.dialog is None


async def test_past_orders_can_be_watched_again():
    app = field()
    async with running(app) as pilot:
        await pilot.press("tab", "up", "up", "enter")
        go(app, "0808")
        await pilot.press("left_square_bracket")
        await app.workers.wait_for_complete()
        await pilot.pause()
        watched: Any = app.screen
        await pilot.press("right_square_bracket")
        assert "A1 moved from 0505 to 0503" in watched.prompt_line.text
        assert "0503" in watched.panel.text
        await pilot.press("left_square_bracket")
        assert "The beginning" in watched.bar.text
        await pilot.press("escape")
        assert screen_of(app).cursor == screen_of(app).play.game.scenario.board.hex("0808")


# -- keys


async def test_keys_follow_the_settings():
    """Actions without a key can be given one."""
    async with running(spearhead(keys={"zones": "f7", "concede": "f8"})) as pilot:
        await pilot.press("z")
        assert pilot.screen.play.look.overlay == ""
        await pilot.press("f7")
        assert pilot.screen.play.look.overlay == "zones"
        await pilot.press("f8")
        assert dialog_of(pilot.app) is not None


# -- quitting and resuming


async def test_after_resuming_at_once_the_log_follows_and_orders_can_be_undone():
    async with running(spearhead()) as pilot:
        await pilot.press("A", "E", "y", "tab", "enter", "enter")
        play = pilot.screen.play
        digest, path = play.game.digest(), play.session.path
        await pilot.press("q")
        assert not isinstance(pilot.app.screen, PlayScreen)
    session = LocalSession.resume(path, at_once=True)
    again = showing(session, handover="never")
    async with running(again) as pilot:
        screen = screen_of(again)
        assert screen.play.game.digest() == digest
        while not session.is_verified:  # orders are replayed after the first paint begins
            await pilot.pause(0.02)
        await again.workers.wait_for_complete()
        await pilot.pause()
        assert "entered at 2913" in screen.log_pane.text
        await pilot.press("less_than_sign")
        assert "Undone: enter 1/3 at 2913" in prompt_of(again)


async def test_an_order_waits_until_the_game_is_verified(monkeypatch):
    """It waits even if no thread has begun to verify the game."""
    async with running(spearhead()) as pilot:
        await pilot.press("A", "E", "y", "tab", "enter", "enter")
        session = pilot.screen.play.session
    monkeypatch.setattr(PlayScreen, "_load_what_can_wait", lambda self: None)
    again = showing(LocalSession.resume(session.path, at_once=True), handover="never")
    async with running(again) as pilot:
        screen = screen_of(again)
        assert screen.log_pane.text.strip() == READING
        await pilot.press("less_than_sign")
        assert screen.play.session.is_verified
        assert READING not in screen.log_pane.text
        assert screen.play.game.log == session.game.log[:-1]
        assert LocalSession.resume(session.path).game.log == session.game.log[:-1]


async def test_keys_wait_while_the_orders_are_replayed_and_none_is_lost(monkeypatch):
    """Looking around goes on; an order waits, counts once if pressed again, and is followed by later keys."""
    async with running(spearhead()) as pilot:
        await pilot.press("A", "E", "y", "tab", "enter", "enter")
        path = pilot.screen.play.session.path
    replayed, verify = ThreadEvent(), LocalSession.verify
    monkeypatch.setattr(LocalSession, "verify", lambda self: replayed.wait(60) and verify(self))
    session = LocalSession.resume(path, at_once=True)
    again = showing(session, handover="never")
    async with running(again) as pilot:
        screen = screen_of(again)
        while not screen.keys.held.waits:
            await pilot.pause(0.02)
        start = screen.cursor
        await pilot.press("up")
        assert screen.cursor != start
        await pilot.press("less_than_sign", "less_than_sign", "down")
        assert WAITING in prompt_of(again)
        assert screen.cursor != start, "down waits behind the undo"
        assert not session.is_verified
        replayed.set()
        await again.workers.wait_for_complete()
        await pilot.pause()
        assert "Undone: enter 1/3 at 2913" in screen.log_pane.text
        assert session.game.log == LocalSession.resume(path).game.log
        await pilot.press("greater_than_sign")
        assert session.game.log[-1].startswith("enter 1/3")


async def test_the_computers_order_waits_while_the_orders_are_replayed_and_the_screen_lives(monkeypatch):
    seats = (Seat("computer", level=1), Seat())
    begun = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1, seats=seats)
    begun.apply_all(queries.suggested_setup(begun.game))
    begun.apply(parse("done"))
    assert begun.game.side == 0, "the computer is to move"
    replayed, verify = ThreadEvent(), LocalSession.verify
    monkeypatch.setattr(LocalSession, "verify", lambda self: replayed.wait(60) and verify(self))
    session = LocalSession.resume(begun.path, at_once=True)
    async with running(showing(session)) as pilot:
        screen = pilot.screen
        while getattr(screen.play.computer._state, "thought", None) is None:
            await pilot.pause(0.02)
        start = screen.cursor
        await pilot.press("up")
        assert screen.cursor != start, "the screen does not wait for the replay"
        assert not session.is_verified
        replayed.set()
        while len(session.game.log) <= len(begun.game.log):
            await pilot.pause(0.02)


# -- random keys


@pytest.mark.parametrize(
    ("key", "manual", "seed"),
    [("bastogne/spearhead", False, 1), ("arnhem/historical", False, 1), ("arnhem/free", True, 2)],
)
async def test_random_keys_do_no_harm_and_reveal_nothing(key, manual, seed, monkeypatch):
    """The screen always shows the game as it is, and never a drop zone to the other player."""
    monkeypatch.setattr(LocalSession, "save", lambda self: True)
    names = [key.name for key in KEYS if key.name not in ("leave", "concede")]
    actions = (
        names + ["confirm"] * 25 + ["next"] * 12 + ["back"] * 6 + ["attack", "lines", "reinforcements", "stand"] * 4
    )
    draw = Draw(seed)
    app = showing(LocalSession.new(load_scenario(key), seed=None if manual else seed, manual=manual))
    async with running(app) as pilot:
        screen = screen_of(app)
        play = screen.play
        for number in range(len(names) + sample(400, 60)):
            if play.dialog is not None and play.dialog.typing and draw.below(3):
                screen.keys.typed(draw.pick("123456adgz/"))
            else:
                screen.act(names[number] if number < len(names) else draw.pick(actions))
            if play.dialog is None and not draw.below(4) and play.game.state.frames:
                play.apply(play.game.random_order(draw))
                screen.draw()
            assert play.look.counters_hidden or set(screen.map.shown_units) == set(play.game.state.occupants())
            if play.viewer != 0:
                assert drop_zones(screen) == {marker.hex for marker in queries.markers(play.game, -1)}
            if number % 40 == 0:
                await pilot.pause()
            while not isinstance(app.screen, PlayScreen):
                app.pop_screen()


# -- keys of a newcomer


async def test_keys_for_lines_and_float_bridges_say_that_the_battle_has_none():
    app = spearhead()
    async with running(app) as pilot:
        await pilot.press("c")
        assert "This scenario does not use Lines of Communication" in prompt_of(app)
        await pilot.press("f")
        assert "You can lay float bridges only in the Movement Phase of a battle that has them" in prompt_of(app)


async def test_a_key_without_an_action_is_answered():
    app = field()
    async with running(app) as pilot:
        await pilot.press("f9")
        assert "F9 does nothing" in prompt_of(app)
        await pilot.press("ctrl+c")
        assert "q: quit to the title screen" in prompt_of(app)
        await pilot.press("down")
        assert "does nothing" not in prompt_of(app)


@pytest.mark.parametrize("key", ["f9", "A", "f"])
async def test_every_key_without_a_meaning_in_a_box_is_answered_alike(key):
    app = field()
    async with running(app) as pilot:
        await pilot.press("f1")
        await pilot.press(key)
        assert "That key does nothing in this box. " in prompt_of(app)


@pytest.mark.parametrize("key", ["left_shift", "right_control", "left_alt", "caps_lock", "iso_level3_shift"])
async def test_shift_alone_does_nothing(key):
    """Terminals with the Kitty keyboard protocol report Shift before the letter."""
    async with running(field()) as pilot:
        before = prompt_of(pilot.app)
        await pilot.press(key)
        assert prompt_of(pilot.app) == before
        await pilot.press("?")
        page = pilot.screen.play.dialog
        await pilot.press(key)
        assert page is not None
        assert pilot.screen.play.dialog is page


async def test_a_box_has_its_keys_in_the_bar_and_q_goes_back():
    app = field()
    async with running(app) as pilot:
        screen = screen_of(app)
        await pilot.press("question_mark")
        assert screen.key_bar.text.startswith(" Enter rules  t tables  Esc back  ")
        assert screen.key_bar.text.endswith("  ? all keys  : more")
        await pilot.press("q")
        assert dialog_of(app) is None
        assert screen_of(app) is screen
        await pilot.press("E", "t")
        assert app.screen is not screen, "tables can be looked up while a box is open"
        await pilot.press("q")
        assert isinstance(dialog_of(app), Confirm)


async def test_q_quits_from_the_hand_over_notice():
    async with running(showing(scenario(blue=["A1 4-4-7 0505"], red=["X 3-3-7 0508"]))) as pilot:
        await pilot.press("E", "y")
        assert isinstance(dialog_of(pilot.app), HandOverDialog)
        await pilot.press("q")
        assert not isinstance(pilot.app.screen, PlayScreen)


async def test_the_phase_bar_shows_what_is_turned_on():
    async with running(field()) as pilot:
        await pilot.press("v", "z", "down")
        assert pilot.screen.bar.text.count("z: zones  v: no counters") == 1
        await pilot.press("v", "z")
        assert "counters" not in pilot.screen.bar.text


async def test_quitting_an_unsaved_game_asks_first(tmp_path, monkeypatch):
    (tmp_path / "full").write_text("a file where the folder should be")
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "full"))
    app = field()
    async with running(app) as pilot:
        await pilot.press("tab", "down", "enter")
        assert "not saved" in prompt_of(app)
        await pilot.press("q")
        assert isinstance(dialog_of(app), Confirm)
        await pilot.press("escape", "down")
        assert isinstance(app.screen, PlayScreen)
        await pilot.press("q", "y")
        assert not isinstance(app.screen, PlayScreen)


async def test_keys_that_do_not_fit_the_decision_say_so():
    async with running(field(red=["X 3-3-7 0506"], phase="combat")) as pilot:
        screen = pilot.screen
        screen.play.decision = screen.play.decision._replace(mode=FpfMode(screen.play))
        await pilot.press("E")
        assert "Finish this first" in prompt_of(pilot.app)
        await pilot.press("tab")
        assert "no unit to select" in prompt_of(pilot.app)


async def test_the_key_bar_offers_undo_only_if_there_is_something_to_undo():
    async with running(field()) as pilot:
        assert "undo" not in pilot.screen.key_bar.text
        await pilot.press("tab", "down", "enter")
        assert "< undo" in pilot.screen.key_bar.text


async def test_after_a_crash_only_a_game_on_disk_is_called_saved():
    app = field()
    async with running(app):
        told = []
        for order in ("", "move A1 0504"):
            if order:
                screen_of(app).play.session.apply(order)
            told.append(app.fault_in_words(RuntimeError("wrong")))
    before, after = told
    assert before.startswith("westwall: a bug has closed the screen.")
    assert "saved" not in before, "there is no order yet, and no file"
    assert after.endswith("Your game is saved: westwall resume continues it.")


async def test_the_aim_is_on_the_screen_on_the_first_game_turn_and_in_the_first_fight():
    app = showing(load_scenario("bastogne/relief"), handover="never")
    async with running(app) as pilot:
        screen = screen_of(app)
        aim = " Aim: Have a unit or a zone on each road at the end of every turn. Q: briefing"
        assert screen.log_pane.text.split("\n")[0].rstrip() == aim
    later = LocalSession.of_save(Save(History(recorded("spearhead-greedy.orders")).position(100)))
    assert later.game.state.turn > later.game.scenario.first_turn
    assert later.game.prompt.kind == "movement"
    app = showing(later, handover="never")
    async with running(app):
        assert "Aim:" not in screen_of(app).log_pane.text
    app = WestwallApp(LessonStart(find_lesson("13")))
    async with running(app) as pilot:
        await pilot.press("space")
        aim = " Aim: end a turn with no German unit on or next to the road, 0508 to 0501"
        assert screen_of(app).log_pane.text.split("\n")[0].rstrip() == aim
