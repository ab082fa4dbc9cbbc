"""Two people at one keyboard: nothing is lost by a key too many, and nobody answers for the other."""

import asyncio

import pytest

from tests.drawn import scenario, where
from tests.pilot import running, showing
from tests.ui.looks import box_of, screen_of
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.decisions.fpf import FpfDialog
from westwall_tui.ui.decisions.result import ResultDialog

ANNA_AND_BERT = (Seat(name="Anna"), Seat(name="Bert"))


def apart(**more) -> LocalSession:
    """Return a game in which no units are near each other, so that the end of the movement ends the Player-Turn."""
    start = scenario(blue=["A1 4-4-7 0507"], red=["X 3-3-7 0501"])
    return LocalSession.new(start, seed=1, seats=ANNA_AND_BERT, **more)


def said_by(app) -> str:
    return "".join(span.text for span in screen_of(app).play.prompt())


async def end_turn(pilot) -> None:
    """End the Player-Turn, although a unit has not moved."""
    await pilot.press("E", "y")


async def test_5_15_the_notice_leads_back_to_a_turn_that_was_ended_too_soon():
    session = apart()
    app = showing(session)
    async with running(app) as pilot:
        await end_turn(pilot)
        assert isinstance(screen_of(app).play.dialog, HandOverDialog)
        assert "If you both agree, < undoes the last order." in box_of(app)
        assert "< undo" in screen_of(app).key_bar.text
        await pilot.press("escape")
        assert "Space: go on" in said_by(pilot.app)
        await pilot.press("less_than_sign")
        assert (session.game.prompt.side, screen_of(app).play.dialog, session.game.log) == (0, None, [])
        assert said_by(app) == "Undone: end the phase. The Blue forces play on. >: redo"
        await pilot.press("greater_than_sign")
        assert session.game.log == ["done"]
        assert said_by(app).startswith("Take the keyboard, Bert")


async def test_5_15_a_turn_can_be_taken_back_until_the_other_player_has_acted():
    session = apart()
    async with running(showing(session, handover="never")) as pilot:
        await end_turn(pilot)
        await pilot.press("g", *"0501", "enter", "enter", "g", *"0502", "enter", "enter")
        assert where(session.game, "X") == "0502"
        await pilot.press("less_than_sign")
        assert (session.game.prompt.side, where(session.game, "X")) == (1, "0501")
        await pilot.press("less_than_sign")
        assert session.game.prompt.side == 0


async def test_5_15_a_strict_turn_and_a_turn_against_the_computer_stay_ended():
    for session in (apart(strict=True), apart()):
        if not session.game.strict:
            session.sit(1, Seat("computer", level=1))
        async with running(showing(session)) as pilot:
            await end_turn(pilot)
            assert not pilot.screen.play.can_undo
            log = session.game.log[:]
            await pilot.press("less_than_sign")
            assert session.game.log[: len(log)] == log
            assert "goes back" not in box_of(pilot.app)


async def test_5_15_a_resumed_game_still_goes_back_to_the_set_up():
    session = LocalSession.new(load_scenario("quick/noville"), seed=1)
    app = showing(session)
    async with running(app) as pilot:
        await pilot.press("A", "E")
        assert session.game.prompt.kind == "movement"
    again = LocalSession.resume(session.path, at_once=True)
    app = showing(again)
    async with running(app) as pilot:
        await pilot.press("less_than_sign")
        for _ in range(100):
            if again.is_verified and again.game.prompt.kind == "set-up":
                break
            await asyncio.sleep(0.01)
        assert again.game.log == session.game.log[:-1]
    assert LocalSession.resume(again.path).game.log == again.game.log


# -- the rule of a quick game, and the other side


async def test_a_game_keeps_its_rule_whatever_the_settings_of_the_next_player():
    session = LocalSession.new(load_scenario("quick/noville"), seed=1)
    app = showing(session, quick=True)
    async with running(app) as pilot:
        await pilot.press("A")
        assert "In this game, the player whose turn it is decides all" in screen_of(app).play.log.lines[-2].text
    for at_once in (True, False):
        again = LocalSession.resume(session.path, at_once=at_once)
        app = showing(again, quick=False)
        async with running(app):
            assert screen_of(app).play.seats.quick
        assert again.quick


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (ANNA_AND_BERT, "Bert plays the Blue forces, Anna plays the Red forces"),
        ((Seat(), Seat()), "the player of the Red forces now plays the Blue forces, and the other way around"),
        ((Seat(), Seat("computer", level=1)), "you play the Red forces"),
    ],
)
def test_a_game_with_changed_sides_says_who_plays_which(seats, said):
    session = LocalSession.new(apart().game.scenario, seed=1, seats=seats)
    assert session.another(swapped=True).notes == (f"You have switched sides: {said}",)
    assert session.another(swapped=False).notes == ()


# -- no key in vain


def fight(*red: str) -> LocalSession:
    return LocalSession.new(scenario(blue=["A 11-4-7 0505"], red=["X 3-3-7 0504", *red], phase="combat"), manual=True)


async def test_a_result_that_a_question_has_shown_has_no_box():
    async with running(showing(fight())) as pilot:
        play = pilot.screen.play
        await pilot.press("g", *"0504", "enter", "enter", "d", "3")
        assert said_by(pilot.app).startswith("Die 3: D2. Red: X retreats two hexes. ")
        await pilot.press("enter", "enter" if play.mode.ways else "s", "s")
        assert play.game.state.combat is None
        assert play.dialog is None


async def test_a_result_without_a_question_has_a_box():
    alone = scenario(". . . .", blue=["G 3-2-9/9-7 0104"], red=["X 1-1-7 0101"], phase="combat")
    async with running(showing(LocalSession.new(alone, manual=True))) as pilot:
        pilot.screen.play.apply(parse("attack > X + G"))
        await pilot.press("3")
        assert where(pilot.screen.play.game, "X") == "eliminated"
        assert isinstance(pilot.screen.play.dialog, ResultDialog)


async def test_a_game_resumed_in_the_fire_box_goes_on_without_a_notice_and_names_the_combat():
    """The connection is lost while the defender decides on Final Protective Fire."""
    session = fight("Gun 3-4-9/1-7 0901", "Y 1-1-7 0603")
    session.apply("attack A > X")
    async with running(showing(session)) as pilot:
        play = pilot.screen.play
        assert isinstance(play.dialog, FpfDialog)
        play.apply(parse("fpf none"))
        play.apply(parse("roll 3"))
        assert not isinstance(play.dialog, HandOverDialog)
        while session.game.prompt.kind == "retreat":
            play.apply(next(iter(session.game.legal())))
        assert session.game.prompt.kind == "advance"
        assert not isinstance(play.dialog, HandOverDialog)
        play.apply(parse("done"))
        assert play.last_combat.startswith("A on X: +8, die 3, D")


@pytest.mark.parametrize(("gun", "asks"), [("Gun 3-2-9/1-7 0901", False), ("Gun 3-4-9/1-7 0901", True)])
async def test_8_4_the_defender_is_asked_for_fire_only_if_it_could_change_the_column(gun, asks):
    """The attack is +8, in the column +6-8."""
    session = fight(gun)
    async with running(showing(session)) as pilot:
        await pilot.press("g", *"0504", "enter", "enter", "d")
        assert isinstance(pilot.screen.play.dialog, FpfDialog) is asks
        if not asks:
            assert session.game.log == ["attack A > X", "fpf none"]
            assert "No Final Protective Fire could change the column." in said_by(pilot.app)
