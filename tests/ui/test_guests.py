"""A game at several terminals, as one of them shows it: waiting, events, messages, questions.

The game is that of examples/mills: the Germans attack over the bridge at Upper Mill.
"""

from typing import Any

import pytest

from tests.files.example import load_example
from tests.net.recording_guests import begun_at, exchange_of, record_of
from tests.pilot import running
from tests.ui.desk import text_of
from westwall_tui.engine.orders import IllegalOrder, parse
from westwall_tui.files.players.seats import FREE, Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.fpf import FpfMode
from westwall_tui.ui.decisions.idle import AwayMode
from westwall_tui.ui.map.overlays.attack_plan import PlanAhead
from westwall_tui.ui.opponent.hint import HintDialog
from westwall_tui.ui.screens.play.planner import PlanDialog
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.screens.play.talk import ChatDialog
from westwall_tui.ui.starts import GameStart

pytestmark = pytest.mark.slow

FIGHT = ("attack K 1/9 > 1/8 + 9A", "fpf 29", "retreat 1/8 0603 0602", "advance K 0504", "stand", "done")
"""The German turn of the page, order by order; the second and the third order are of the U.S."""


class Rung(WestwallApp):
    """An app that counts the rings of the bell."""

    rung = 0

    def bell(self):
        self.rung += 1


@pytest.fixture
def host(hosted, tmp_path):
    """Return the hosted game."""
    return hosted(LocalSession.new(load_example(tmp_path), seed=3))


def app_of(guest):
    return Rung(GameStart(guest), Settings())


async def until(pilot, what):
    """Wait until a condition holds and is on the screen, because earlier keys are dropped.

    The wait is long, because the machine may be busy.
    """
    for _ in range(1500):
        await pilot.pause(0.02)
        if what() and getattr(pilot.app.screen, "takes_keys", True):
            return
    raise AssertionError("it did not come")


def heard(guest):
    """Return the texts that a guest has received."""
    return [news.text for news in guest.hear()]


def said(play):
    """Return the message in place of the prompt."""
    return "".join(span.text for span in play.message)


async def test_a_waiting_player_sees_each_order_and_is_asked_at_once(host):
    german, app = host.sit("German", "anna"), app_of(host.sit("US", "Bob"))
    async with running(app) as pilot:
        play = app.screen.play
        assert play.mode.prompt().startswith("anna (German) chooses attacks ...")
        await pilot.press("enter", "tab", "E")
        assert "anna (German) decides now" in said(play)
        await pilot.press("question_mark")
        assert play.dialog.title == "Another player decides"
        await pilot.press("escape")
        assert app.rung == 0
        german.apply(parse(FIGHT[0]))
        await until(pilot, lambda: isinstance(play.mode, FpfMode))
        assert app.rung == 1
        assert any("1/9, K and 9A attacked 1/8" in line.text for line in play.log.lines)
        await pilot.press("n")
        await until(pilot, lambda: [german.hear()] and german.game.prompt.kind != "fpf")
        assert host.table.game.log[1].startswith("fpf")


async def test_a_waiting_players_conditions_decide_and_only_the_decision_is_seen(host):
    german, us = host.sit("German", "anna"), host.sit("US", "Bob")
    us.change_private(1, lambda own: own._replace(conditions=("fire none", "retreat all prefer 0602")))
    app = app_of(us)
    async with running(app) as pilot:
        play = app.screen.play
        german.apply(parse(FIGHT[0]))
        await until(pilot, lambda: [german.hear()] and german.game.side == 0)
        assert host.table.game.log[1] == "fpf none"
        assert any(line.startswith("retreat 1/8") for line in host.table.game.log)
        said = [line.text for line in play.log.lines]
        assert "By your conditions (line 1), no artillery fires." in said
        assert "By your conditions (line 2), 1/8 retreats to 0602." in said
        with pytest.raises(IllegalOrder):
            german.private(1)
        assert "prefer" not in repr(german.hear()) + "".join(host.table.game.log)


async def test_an_attacker_waits_for_the_other_players_fire_and_retreat(host):
    us, app = host.sit("US", "Bob"), app_of(host.sit("German", "Anna"))
    async with running(app) as pilot:
        play = app.screen.play
        play.close()
        play.apply(parse(FIGHT[0]))
        assert play.mode.prompt().startswith("Bob (U.S.) decides on Final Protective Fire ...")
        for order in FIGHT[1:3]:
            await until(pilot, lambda: [us.hear()] and us.game.side == 1)
            us.apply(parse(order))
        await until(pilot, lambda: play.game.prompt.kind == "advance")
        assert not isinstance(play.mode, AwayMode)
        for order in FIGHT[3:]:
            play.close()
            play.apply(parse(order))
        assert host.table.game.prompt.text == play.game.prompt.text


async def test_a_message_is_in_the_log_of_the_others(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    async with running(app) as pilot:
        play = app.screen.play
        german.say("ready?")
        await until(pilot, lambda: any(line.text == "Anna (German): ready?" for line in play.log.lines))
        assert app.rung == 1
        await pilot.press("quotation_mark", *"well", "enter")
        assert not isinstance(play.dialog, ChatDialog)
        await until(pilot, lambda: "Bob (U.S.): well" in heard(german))
        await pilot.press("quotation_mark", "x", "escape")
        assert play.dialog is None


async def test_a_message_does_not_replace_the_prompt_of_your_decision(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    german.apply(parse(FIGHT[0]))
    async with running(app) as pilot:
        play = app.screen.play
        asked = play.prompt()
        german.say("no hurry")
        host.sit("", "Wim")
        await until(pilot, lambda: play.log.lines[-1].text == "Wim (watching) is here")
        assert "Anna (German): no hurry" in [line.text for line in play.log.lines]
        assert play.prompt() == asked
        play.close()
        play.apply(parse(FIGHT[1]))
        play.close()
        play.apply(parse(FIGHT[2]))
        assert isinstance(play.mode, AwayMode)
        german.say("now me")
        await until(pilot, lambda: said(play) == "Anna (German): now me")


async def test_5_15_the_other_player_is_asked_if_undo_affects_their_decision(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    german.apply(parse(FIGHT[0]))
    async with running(app) as pilot:
        play = app.screen.play
        with pytest.raises(IllegalOrder, match="the other player has to agree first and will be asked"):
            german.undo()
        await until(pilot, lambda: isinstance(play.dialog, Confirm))
        await pilot.press("y")
        await until(pilot, lambda: play.game.log == [])
        assert isinstance(play.mode, AwayMode)
        await until(pilot, lambda: [german.hear()] and german.game.log == [])


async def test_5_15_a_refusal_leaves_everything_as_it_is(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    german.apply(parse(FIGHT[0]))
    async with running(app) as pilot:
        play = app.screen.play
        with pytest.raises(IllegalOrder):
            german.undo()
        await until(pilot, lambda: isinstance(play.dialog, Confirm))
        await pilot.press("n")
        await until(pilot, lambda: "Bob (U.S.) does not agree" in heard(german))
        assert len(play.game.log) == 1
        assert isinstance(play.mode, FpfMode)


async def test_a_seat_is_handed_to_the_computer_and_its_player_watches(host):
    host.sit("German", "Anna")
    async with running(app_of(host.sit("US", "Bob"))) as pilot:
        play = pilot.screen.play
        play.take_seat(1, Seat("computer", level=1))
        await until(pilot, lambda: play.session.side == -1)
        assert host.table.session.seats[1] == Seat("computer", level=1)
        assert play.viewer == -1
        assert isinstance(play.mode, AwayMode)


async def test_the_host_gives_an_absent_players_seat_to_the_computer_or_frees_it(host, tmp_path):
    german = host.sit("German", "Anna")
    german.leave()
    async with running(app_of(host.sit("US", "Bob", owner="owner"))) as pilot:
        play = pilot.screen.play
        assert play.mode.prompt() == "Anna (German) is away. The game is waiting"
        await pilot.press("X", "right", "enter")
        await until(pilot, lambda: play.session.seats[0] == FREE)
        assert host.table.session.seats[0] == Seat()
        await pilot.press("X", "right", "enter")
        await until(pilot, lambda: str(play.session.seats[0]) == "the computer, level 1")
        assert host.table.session.seats[0] == Seat("computer", level=1)


async def test_only_the_host_gives_a_seat_away_and_a_refusal_says_so(host):
    host.sit("German", "Anna")
    async with running(app_of(host.sit("US", "Bob"))) as pilot:
        play = pilot.screen.play
        await pilot.press("X", "right")
        assert said(play).startswith("Only that player, or the host while the player is away, can give up the seat")
        await pilot.press("down", "right", "enter")
        await until(pilot, lambda: play.session.side == -1)
        assert host.table.session.seats == (Seat(name="Anna"), Seat())


async def test_an_empty_seat_says_how_to_take_it(host):
    async with running(app_of(host.sit("US", "Bob"))) as pilot:
        play = pilot.screen.play
        assert play.mode.prompt().startswith("Nobody plays the Germans yet. To play them, type: ")
        assert play.mode.prompt().endswith("type: westwall join game --side German")
        german = host.sit("German", "Anna")
        await until(pilot, lambda: play.mode.prompt().startswith("Anna (German) chooses attacks"))
        german.leave()
        await until(pilot, lambda: play.mode.prompt().startswith("Anna (German) is away"))


async def test_a_hint_is_for_a_decision_of_your_own(host):
    host.sit("German", "Anna")
    async with running(app_of(host.sit("US", "Bob"))) as pilot:
        await pilot.press("I")
        assert "only when you have a decision to make" in said(pilot.screen.play)
        assert not pilot.screen.play.computer.advises


async def test_a_hint_goes_when_the_other_player_takes_back_what_it_was_for(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    german.apply(parse(FIGHT[0]))
    async with running(app) as pilot:
        play = app.screen.play
        await pilot.press("I")
        await until(pilot, lambda: isinstance(play.dialog, HintDialog))
        host.table.session.undo()
        host.see(lambda _: host.table.broadcast())
        await until(pilot, lambda: play.game.log == [])
        assert not isinstance(play.dialog, HintDialog)


async def test_a_waiting_player_can_look_at_the_last_turn_and_the_rules_while_orders_arrive(host):
    german, us, app = host.sit("German", "Anna"), host.sit("US", "Bob"), app_of(host.sit("", "Wim"))
    async with running(app) as pilot:
        play = app.screen.play
        german.apply(parse(FIGHT[0]))
        await until(pilot, lambda: len(play.game.log) == 1)
        await pilot.press("left_square_bracket")
        watched: Any = app.screen
        await until(pilot, lambda: watched.replay is not None)
        assert watched.replay.length == 1
        await until(pilot, lambda: [us.hear()] and us.game.side == 1)
        us.apply(parse(FIGHT[1]))
        await until(pilot, lambda: len(play.game.log) > 1)
        assert watched.replay.length == 1, "what comes in meanwhile does not move it"
        await pilot.press("escape", "R")
        us.apply(parse(FIGHT[2]))
        await until(pilot, lambda: play.game.log[-1].startswith("retreat"))
        assert not isinstance(app.screen, PlayScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, PlayScreen)
        assert play.mode.prompt().startswith("Anna (German) decides on an advance")


async def test_the_cursor_follows_the_other_player_until_you_look_around(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("", "Wim"))
    us = host.sit("US", "Bob")
    async with running(app) as pilot:
        play = app.screen.play
        german.apply(parse(FIGHT[0]))
        await until(pilot, lambda: len(play.game.log) == 1)
        state = play.game.state
        assert play.cursor == state.location[state.scenario.by_id["1/8"]]
        await pilot.press("right")
        looked_at = play.cursor
        for order in FIGHT[1:3]:
            await until(pilot, lambda: [us.hear()] and us.game.side == 1)
            us.apply(parse(order))
        await until(pilot, lambda: play.game.prompt.kind == "advance")
        assert play.cursor == looked_at


@pytest.mark.parametrize(("side", "name"), [("German", "Anna"), ("US", "Bob")])
async def test_the_end_of_the_host_is_reported_once_and_orders_are_refused(host, side, name):
    """Both players see in the log what happened, and in the prompt what to do."""
    async with running(app_of(host.sit(side, name))) as pilot:
        play = pilot.screen.play
        host.close()
        await until(pilot, lambda: any("The host has closed the game" in line.text for line in play.log.lines))
        assert said(play) == ""
        assert "The host has closed the game. You can rejoin when it is hosted again" in text_of([play.prompt()])
        play.close()
        play.apply(parse(FIGHT[0]))
        assert said(play) == "The game is closed"
        assert play.game.log == []


async def test_an_open_box_is_gone_once_the_host_has_closed_the_game(host):
    """Its question could not be answered any more."""
    async with running(app_of(host.sit("German", "Anna"))) as pilot:
        play = pilot.screen.play
        await pilot.press("tab", "enter")
        assert play.dialog is not None
        host.close()
        await until(pilot, lambda: any("The host has closed the game" in line.text for line in play.log.lines))
        assert play.dialog is None
        assert isinstance(play.mode, AwayMode)


async def test_losing_the_connection_during_set_up_is_reported(hosted):
    host = hosted(LocalSession.new(load_scenario("bastogne/spearhead"), seed=3))
    async with running(app_of(host.sit("US", "Bob"))) as pilot:
        play = pilot.screen.play
        host.close()
        await until(pilot, lambda: any("The host has closed the game" in line.text for line in play.log.lines))
        assert not play.apply_all([parse("deploy 52 2611"), parse("deploy 2 2614")])
        assert said(play) == "The game is closed"
        assert play.game.log == []


async def test_quitting_the_screen_leaves_the_hosted_game_and_keeps_the_seat(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    async with running(app) as pilot:
        await pilot.press("q")
        await until(pilot, lambda: "Bob (U.S.) has left" in heard(german))
    assert host.table.session.seats[1] == Seat(name="Bob")


async def test_7_0_a_waiting_player_can_plan_an_attack_for_the_next_turn(host):
    german, app = host.sit("German", "Anna"), app_of(host.sit("US", "Bob"))
    async with running(app) as pilot:
        play = app.screen.play
        state = play.game.state
        enemy = state.scenario.by_id["k"]
        play.move_cursor(state.location[enemy])
        await pilot.press("d")
        assert isinstance(play.dialog, PlanDialog)
        assert "For your next Movement Phase" in play.dialog.prompt()
        await pilot.press("down", "enter", "escape")
        plan = play.plan
        assert (plan.side, plan.enemies) == (1, (enemy,))
        assert plan.wanted
        for order in FIGHT:
            await until(pilot, lambda: [german.hear()] and german.game.log == play.game.log)
            if german.game.side == 0:
                german.apply(parse(order))
            else:
                play.close()
                play.apply(parse(order))
        await until(pilot, lambda: play.game.prompt.kind == "movement" and play.game.side == 1)
        after = play.plan
        assert after.enemies == (enemy,)
        assert not isinstance(after, PlanAhead)
        assert after.wanted == plan.wanted


async def test_a_player_who_opened_a_share_is_asked_to_drop_a_die_the_other_cannot_open(tmp_path, hosted):
    host = hosted(LocalSession.new(load_example(tmp_path), manual=True, folder=tmp_path))
    german, us = host.sit("German", "Anna"), host.sit("US", "Bob")
    async with running(app_of(us)) as pilot:
        play = pilot.screen.play
        german.apply(parse(FIGHT[0]))
        await until(pilot, lambda: isinstance(play.mode, FpfMode))
        await pilot.press("n")
        await until(pilot, lambda: "second" in begun_at(host.table).shares)
        host.do(lambda table: exchange_of(table).dice.lose("first"))
        host.do(lambda table: exchange_of(table)._ask_to_drop(1))
        await until(pilot, lambda: play.dialog is not None)
        texts = ["".join(span.text for span in row) for row in play.dialog.rows(60)]
        assert " ".join(texts).startswith("The German player cannot open the sealed share of die 1 and may know")
        assert all(len(text) <= 60 for text in texts)
        await pilot.press("n")
        await until(pilot, lambda: any("rejoin to be asked again" in line.text for line in play.log.lines))
        host.do(lambda table: exchange_of(table)._ask_to_drop(1))
        await until(pilot, lambda: play.dialog is not None)
        await pilot.press("y")
        await until(pilot, lambda: [german.hear()] and len(host.table.game.log) > 2)
        assert record_of(host.table).dropped == {1: "first"}
        assert not any("Ask the host why" in line.text for line in play.log.lines)
