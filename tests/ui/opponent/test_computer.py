"""The computer player: it gives the same orders as you, while you look around; and it can be stopped and replaced."""

from contextlib import suppress

import pytest
from textual.worker import WorkerCancelled

from tests.drawn import scenario
from tests.pilot import running, showing
from tests.ui.looks import prompt_of, screen_of
from westwall_tui.ai.player import Player
from westwall_tui.engine.orders import Attack, Fpf, Move, parse
from westwall_tui.files.disk.writing import REPORT
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.decisions.fpf import FpfDialog
from westwall_tui.ui.opponent.onlooker import ComputerMode
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.play.seats import PlayersDialog
from westwall_tui.words.summary import Summary

pytestmark = pytest.mark.slow

PERSON, LEVEL_1 = SEATS[:2]


def board_game(first=PERSON, second=LEVEL_1, *, manual=False, **what):
    """Return a scenario in which Blue moves first."""
    options = {"blue": ["A1 4-4-7 0505", "A2 5-4-7 0303"], "red": ["X 3-3-7 0508", "Y 2-2-7 0408"], **what}
    return LocalSession.new(scenario(**options), seed=1, manual=manual, seats=(first, second))


def app_of(session, speed="once", **settings):
    return showing(session, computer_speed=speed, **settings)


def play_of(app):
    return screen_of(app).play


async def settle(pilot, until):
    """Let the computer think and play until something holds, by its workers and messages instead of a clock."""
    for _ in range(400):
        with suppress(WorkerCancelled):  # a worker that has answered may be cancelled by the next one
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        if until():
            return
    raise AssertionError("it never came to that")


def persons(app):
    """Return True if a person is to decide."""
    play = play_of(app)
    return lambda: not isinstance(play.mode, ComputerMode)


async def test_the_computer_plays_its_turn_and_sums_it_up():
    session = board_game()
    app = app_of(session)
    async with running(app) as pilot:
        await pilot.press("E")
        if play_of(app).dialog is not None:
            await pilot.press("y")
        await settle(pilot, persons(app))
        assert (session.game.state.turn, session.game.side) == (2, 0)
        assert "The Red forces " in prompt_of(app)
        log = [*play_of(app).log.lines]
        assert [line for line in log if line.heading and line.text.startswith("The Red forces ")]
        assert not isinstance(play_of(app).dialog, HandOverDialog)
    app = app_of(session)
    async with running(app) as pilot:
        assert play_of(app).log.lines == log, "a game read from its orders has the same log"


async def test_a_long_summary_leaves_your_prompt_visible(monkeypatch):
    """A summary of lost Lines of Communication once filled the lines below the map, and hid the prompt."""
    monkeypatch.setattr(Summary, "text", lambda self: f"Red: {'a lot, ' * 100}")
    app = app_of(board_game())
    async with running(app) as pilot:
        await pilot.press("E", "y")
        await settle(pilot, persons(app))
        assert prompt_of(app).startswith("Red: a lot")
        assert prompt_of(app).endswith("... (p: the rest). Blue: which unit moves? 2 left")


async def test_each_order_of_the_computer_is_saved_before_it_thinks_again(monkeypatch):
    session = board_game(LEVEL_1, PERSON)
    unsaved = []
    think = PlayScreen.think

    def thinks(screen, question):
        if session.game.log:
            unsaved.append(session.game.log[-1] not in session.path.read_text(encoding="utf-8"))
        return think(screen, question)

    monkeypatch.setattr(PlayScreen, "think", thinks)
    async with running(app_of(session)) as pilot:
        await settle(pilot, persons(pilot.app))
    assert unsaved
    assert not any(unsaved)


async def test_step_by_step_each_order_waits_for_the_key_and_the_cursor_follows():
    session = board_game(LEVEL_1, PERSON)
    async with running(app_of(session, "step")) as pilot:
        await settle(pilot, lambda: session.game.log)
        await settle(pilot, lambda: True)
        assert len(session.game.log) == 1
        assert "waits before its next order" in prompt_of(pilot.app)
        order = parse(session.game.log[0])
        if isinstance(order, Move):
            assert session.game.state.number(pilot.screen.cursor) == order.hexes[-1]
        await pilot.press("space")
        await settle(pilot, lambda: len(session.game.log) > 1)


async def test_you_look_around_while_it_waits_and_it_does_not_take_the_cursor_away():
    session = board_game(LEVEL_1, PERSON)
    app = app_of(session, "step")
    async with running(app) as pilot:
        await settle(pilot, lambda: session.game.log)
        await pilot.press("up", "up", "z")
        here = app.screen.cursor
        assert play_of(app).look.overlay == "zones"
        await pilot.press("space")
        await settle(pilot, lambda: len(session.game.log) > 1)
        assert app.screen.cursor == here


async def test_a_page_or_a_box_over_the_map_makes_it_wait():
    session = board_game(LEVEL_1, PERSON)
    async with running(app_of(session, "step")) as pilot:
        await settle(pilot, lambda: session.game.log)
        await settle(pilot, lambda: True)
        await pilot.press("i")
        play_of(pilot.app).computer.go_on()
        await settle(pilot, lambda: True)
        assert len(session.game.log) == 1
        await pilot.press("escape")
        await settle(pilot, lambda: len(session.game.log) == 2)
        await settle(pilot, lambda: True)
        play = play_of(pilot.app)
        await pilot.press("t")
        play.computer.go_on()
        await settle(pilot, lambda: True)
        assert len(session.game.log) == 2
        await pilot.press("escape")
        await settle(pilot, lambda: len(session.game.log) == 3)


async def test_the_computer_can_be_stopped_and_continued():
    session = board_game(LEVEL_1, PERSON)
    app = app_of(session, "step")
    async with running(app) as pilot:
        await settle(pilot, lambda: session.game.log)
        play = play_of(app)
        for action in ("plan", "end", "attack", "hint", "redo"):
            app.screen.act(action)
            assert play.dialog is None, "the computer's decisions are not yours"
        await pilot.press("escape")
        await settle(pilot, lambda: True)
        assert "Blue (computer, level 1) waits" in prompt_of(app)
        assert "Space it plays on  Enter take over" in app.screen.key_bar.text
        assert len(session.game.log) == 1
        await pilot.press("space")
        await settle(pilot, lambda: len(session.game.log) == 2)


async def test_no_key_hides_how_to_continue_a_stopped_computer():
    """Esc once said that there was nothing to cancel, and E and Tab that you might look around."""
    session = board_game(LEVEL_1, PERSON)
    async with running(app_of(session, "step")) as pilot:
        await settle(pilot, lambda: session.game.log)
        await pilot.press("E")
        assert "The computer decides now. Space: next order, Esc: stop" in prompt_of(pilot.app)
        for key in ("escape", "escape", "E", "tab"):
            await pilot.press(key)
            await settle(pilot, lambda: True)
            assert "Space it plays on  Enter take over" in pilot.screen.key_bar.text, key


async def test_help_during_the_computers_turn_is_about_that_turn():
    """`?` once explained the computer's decision as if it were yours, with keys that did not work."""
    session = board_game(LEVEL_1, PERSON)
    app = app_of(session, "step")
    async with running(app) as pilot:
        await settle(pilot, lambda: session.game.log)
        for before in ((), ("escape",)):
            await pilot.press(*before, "question_mark")
            assert "The computer decides" in box(app)
            assert "Enter lets you take over its side" in " ".join(box(app).split())
            assert "Move as many units as you like" not in box(app)
            await pilot.press("escape")


@pytest.mark.parametrize("stopped", [False, True])
async def test_4_0_a_person_concedes_while_the_computer_decides(stopped):
    session = board_game(LEVEL_1, PERSON)
    async with running(app_of(session, "step")) as pilot:
        await settle(pilot, lambda: session.game.log)
        await pilot.press(*(("escape",) if stopped else ()), "colon", *"concede", "enter")
        await settle(pilot, lambda: True)
        assert "The Red forces concede, and the Blue forces win" in box(pilot.app)
        await pilot.press("y")
        await settle(pilot, lambda: session.game.outcome)
        assert session.game.outcome.winner == 0
        assert session.game.log[-1] == "concede"


async def test_4_0_a_spectator_can_concede_for_the_side_to_decide():
    session = board_game(LEVEL_1, LEVEL_1)
    async with running(app_of(session, "step")) as pilot:
        await settle(pilot, lambda: session.game.log)
        await pilot.press("escape", "colon", *"concede", "enter", "y")
        await settle(pilot, lambda: session.game.outcome)
        assert session.game.outcome.winner == 1


async def test_5_15_undo_withdraws_a_pending_concession():
    red = ["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"]
    session = board_game(blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=red, phase="combat", manual=True)
    async with running(app_of(session)) as pilot:
        play = play_of(pilot.app)
        play.apply(Attack(("A1", "A2"), ("X",)))
        assert isinstance(play.mode, ComputerMode)
        play.concede(0)
        play.undo()
        await settle(pilot, persons(pilot.app))
        assert (session.game.log, session.game.outcome) == ([], None)


async def test_enter_takes_over_a_stopped_computer_and_the_save_notes_it():
    session = board_game(LEVEL_1, PERSON)
    app = app_of(session, "step")
    async with running(app) as pilot:
        await settle(pilot, lambda: session.game.log)
        await pilot.press("enter")
        assert isinstance(play_of(app).mode, ComputerMode), "Enter on the map takes over no side"
        await pilot.press("escape", "enter")
        assert not isinstance(play_of(app).mode, ComputerMode)
        assert "Blue: a person at this keyboard from now on" in prompt_of(app)
        assert play_of(app).dialog is None
    assert "computer" not in session.path.read_text(encoding="utf-8")


async def test_the_box_changes_who_plays_and_the_computer_begins_at_once():
    session = board_game(PERSON, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        await pilot.press("X")
        assert isinstance(play_of(app).dialog, PlayersDialog)
        await pilot.press("right", "down", "down", "left", "escape")
        assert session.seats == (Seat(), Seat())
        assert app.settings.computer_speed == "once"
        await pilot.press("X", "right", "enter")
        await settle(pilot, lambda: session.game.side == 1)
        assert session.seats == (LEVEL_1, Seat())
        await pilot.press("X", "down", "down", "right", "enter")
        assert app.settings.computer_speed == "step"


async def test_the_person_decides_fire_during_the_computers_turn(monkeypatch):
    """The person answers 8.4 for their own side."""
    monkeypatch.setattr(
        Player, "choose", lambda self, game: parse("attack A1 A2 > X" if game.prompt.kind == "combat" else "done")
    )
    red = ["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"]
    session = board_game(LEVEL_1, PERSON, blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=red, phase="combat")
    async with running(app_of(session)) as pilot:
        await settle(pilot, persons(pilot.app))
        assert isinstance(play_of(pilot.app).dialog, FpfDialog)
        assert session.game.side == 1


async def test_8_4_keys_before_the_fire_say_only_what_is_true(monkeypatch):
    """E once offered to end a phase that isn't yours, and Esc an undo that is refused."""
    monkeypatch.setattr(
        Player, "choose", lambda self, game: parse("attack A1 A2 > X" if game.prompt.kind == "combat" else "done")
    )
    red = ["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"]
    session = board_game(LEVEL_1, PERSON, blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=red, phase="combat")
    app = app_of(session)
    async with running(app) as pilot:
        await settle(pilot, persons(app))
        await pilot.press("escape", "E")
        assert "This is the other side's phase: you cannot end it" in prompt_of(app)
        await pilot.press("escape")
        assert "Nothing to cancel. q: quit to the title screen" in prompt_of(app)
        assert "undo" not in prompt_of(app)
        await pilot.press("up")
        assert "The Red forces may support X" in prompt_of(app)
        assert "Enter answer" in app.screen.key_bar.text
        assert " I hint" in app.screen.key_bar.text


async def test_undo_stops_the_computers_thought_but_not_past_its_answer_5_15():
    red = ["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"]
    session = board_game(blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=red, phase="combat", manual=True)
    app = app_of(session)
    async with running(app) as pilot:
        play = play_of(app)
        play.apply(Attack(("A1", "A2"), ("X",)))
        assert isinstance(play.mode, ComputerMode)
        play.undo()
        assert session.game.log == []
        await settle(pilot, persons(app))
        assert session.game.log == [], "the answer to an undone order is dropped"
        play.apply(Attack(("A1", "A2"), ("X",)))
        await settle(pilot, lambda: session.game.prompt.kind == "roll")
        assert [parse(line).__class__ for line in session.game.log] == [Attack, Fpf]
        play.close()
        play.undo()
        assert len(session.game.log) == 2
        screen_of(app).draw()
        assert "5.15: you cannot undo: the computer has decided something since your order" in prompt_of(app)


async def test_two_computers_are_watched_and_stopped():
    session = board_game(LEVEL_1, LEVEL_1)
    async with running(app_of(session, "slow")) as pilot:
        await settle(pilot, lambda: session.game.log)
        assert play_of(pilot.app).viewer == -1, "no secrets are shown"
        await pilot.press("escape")
        await settle(pilot, lambda: True)
        count = len(session.game.log)
        await settle(pilot, lambda: True)
        assert len(session.game.log) == count
        assert "waits" in prompt_of(pilot.app)


async def test_a_failing_computer_is_reported_and_replaced(monkeypatch, folders):
    choose = Player.choose

    def broken(self, game):
        if self.level == 2:
            raise ZeroDivisionError("a bug")
        return choose(self, game)

    monkeypatch.setattr(Player, "choose", broken)
    session = board_game(SEATS[2], PERSON)
    async with running(app_of(session, "step")) as pilot:
        await settle(pilot, lambda: session.game.log)
        assert "the level-1 computer gave this order instead" in prompt_of(pilot.app)
    report = (folders / "saves" / REPORT).read_text(encoding="utf-8")
    assert "ZeroDivisionError: a bug" in report
    assert "computer, level 2" in report


async def test_if_every_computer_fails_the_person_is_asked_to_take_over(monkeypatch, folders):
    monkeypatch.setattr(Player, "choose", lambda self, game: parse("move X 0101"))
    session = board_game(SEATS[2], PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        await settle(pilot, lambda: play_of(app).computer.stopped)
        assert "found no order" in prompt_of(app)
        assert session.game.log == []
        await pilot.press("enter")
        assert session.seats[0] == Seat()
        assert not isinstance(play_of(app).mode, ComputerMode)
    assert "move X 0101" in (folders / "saves" / REPORT).read_text(encoding="utf-8")


async def test_quitting_while_the_computer_thinks_is_safe():
    session = LocalSession.new(load_scenario("hurtgen/historical"), seed=1, seats=(LEVEL_1, LEVEL_1))
    app = app_of(session, "step")
    async with running(app) as pilot:
        await settle(pilot, lambda: session.game.log)
        await pilot.press("space", "q")
        await settle(pilot, lambda: not isinstance(app.screen, PlayScreen))
        saved = read_save(session.path)
        assert saved.game.log == session.game.log
        app.lobby.resume(str(session.path))
        await pilot.pause()
        await settle(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert isinstance(play_of(app).mode, ComputerMode)
        await settle(pilot, lambda: len(play_of(app).game.log) > len(saved.game.log))
        assert any("moved" in line.text for line in play_of(app).log.lines)


# -- hints


async def test_a_hint_only_describes_an_order():
    session = board_game(PERSON, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        before = session.game.digest()
        await pilot.press("I")
        await settle(pilot, lambda: play_of(app).dialog)
        text = box(app)
        assert "Hint" in text
        assert session.game.digest() == before
        assert session.game.log == []
        await pilot.press("escape")
        assert play_of(app).dialog is None


async def test_a_hint_is_about_the_selected_unit_and_takes_two_keys_to_follow():
    session = board_game(PERSON, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        play = play_of(app)
        unit = session.game.scenario.by_id["a1"]
        app.screen.play.move_cursor(session.game.state.location[unit])
        await pilot.press("enter", "I")
        await settle(pilot, lambda: play.dialog)
        assert "A1" in box(app).splitlines()[1]
        if "Leave A1" in box(app):
            await pilot.press("escape")
            assert session.game.log == []
        else:
            await pilot.press("enter", "enter")
            assert session.game.log[0].startswith("move A1")


async def test_a_hint_about_fire_returns_to_its_box():
    red = ["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"]
    session = board_game(PERSON, PERSON, blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=red, phase="combat")
    app = app_of(session, handover="never")
    async with running(app) as pilot:
        play_of(app).apply(Attack(("A1", "A2"), ("X",)))
        fire = play_of(app).dialog
        assert isinstance(fire, FpfDialog)
        await pilot.pause()
        await pilot.press("I")
        await settle(pilot, lambda: play_of(app).dialog is not fire)
        assert "Final Protective Fire" in box(app)
        await pilot.press("escape")
        assert play_of(app).dialog is fire


async def test_a_hint_that_comes_after_the_decision_is_dropped():
    session = board_game(PERSON, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        app.screen.act("hint")
        play_of(app).apply(parse("move A1 0504"))
        await settle(pilot, lambda: True)
        assert play_of(app).dialog is None


async def test_escape_cancels_a_hint():
    session = board_game(PERSON, PERSON)
    app = app_of(session)
    async with running(app) as pilot:
        play = play_of(app)
        app.screen.act("hint")
        app.screen.act("back")
        await settle(pilot, lambda: True)
        assert play.dialog is None
        await pilot.press("I")
        await settle(pilot, lambda: play.dialog)


def box(app):
    dialog = play_of(app).dialog
    assert dialog is not None
    return "\n".join([dialog.title, *("".join(span.text for span in line) for line in dialog.rows(70))])


async def test_15_36_with_drawn_dice_the_computers_drop_zones_are_unknown(monkeypatch):
    noted = set()
    for seed in range(4):
        monkeypatch.setattr("westwall_tui.ui.opponent.computer.new_seed", lambda seed=seed: seed)
        session = LocalSession.new(load_scenario("arnhem/free"), drawn=True, seats=(LEVEL_1, PERSON))
        async with running(app_of(session)) as pilot:
            await settle(pilot, persons(pilot.app))
        noted.add(tuple(line for line in session.game.log if line.startswith("zone")))
    assert len(noted) > 1
