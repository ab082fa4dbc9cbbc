"""Conditions on the screen: the page of a player's lines, and the decisions that they make at a keyboard."""

import pytest

from tests.drawn import drawn, play
from tests.pilot import running, showing
from tests.ui.looks import box_of, shown_by
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.pages.conditions import ConditionsScreen
from westwall_tui.words.events import log_so_far
from westwall_tui.words.keymap import KEYSETS

BLUE, RED = 0, 1


def session(*seats: Seat, table: tuple[str, ...] = (), phase: str = "combat") -> LocalSession:
    """Return a game in which A can attack X, which Q can support; Red has a table of conditions."""
    red = ["X 3-2-7 0504", "Q 3-1-18/1-7 0301"]
    game = drawn(blue=["A 8-4-7 0505"], red=red, phase=phase, seed=4)
    found = LocalSession.of_save(Save(game, seats[:2] if len(seats) == 2 else (Seat(), Seat())))
    found.change_private(RED, lambda own: own._replace(conditions=table))
    return found


def red(game: LocalSession) -> tuple[str, ...]:
    return game.private(RED).conditions


def plain(app) -> str:
    return " ".join(shown_by(app).split())


async def test_lines_are_written_with_their_sentence_beneath_and_stored():
    game = session(Seat("computer", level=1), Seat(), phase="movement")
    async with running(showing(game)) as pilot:
        await pilot.press("ampersand")
        assert isinstance(pilot.app.screen, ConditionsScreen)
        assert "Red conditions: none yet" in plain(pilot.app)
        await pilot.press("enter", *"fire Q at")
        assert "Nothing comes after 'at'; write differentials such as +2..+6." in plain(pilot.app)
        await pilot.press("space", *"+2..")
        assert "If any unit is attacked at +2 or more, Q fires if that changes the column." in plain(pilot.app)
        await pilot.press("enter")
        assert red(game) == ("fire Q at +2..",)
        assert "Not every attack is covered: where no line applies, the game will wait for you." in plain(pilot.app)


async def test_the_next_new_line_can_be_typed_at_once():
    game = session(Seat("computer", level=1), Seat(), phase="movement")
    async with running(showing(game)) as pilot:
        await pilot.press(
            "ampersand", "enter", *"fire none", "enter", "enter", *"fire Q", "ctrl+u", *"fire all", "enter"
        )
        assert red(game) == ("fire none", "fire all")
        assert "This line never decides, because line 1 always decides first." in plain(pilot.app)


async def test_a_line_with_a_fault_is_not_stored_and_what_was_typed_stays():
    game = session(Seat("computer", level=1), Seat(), phase="movement")
    async with running(showing(game)) as pilot:
        await pilot.press("ampersand", "enter", *"fire QQ at +2..", "enter")
        assert "You have no artillery unit 'QQ' (did you mean Q?)." in plain(pilot.app)
        assert "> 1 fire QQ at +2.._" in plain(pilot.app)
        assert not red(game)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, ConditionsScreen)


async def test_a_change_at_another_terminal_is_not_lost():
    game = session(Seat("computer", level=1), Seat(), table=("fire none", "advance none"), phase="movement")
    async with running(showing(game)) as pilot:
        await pilot.press("ampersand")
        game.change_private(RED, lambda own: own._replace(conditions=("fire all",)))
        await pilot.press("J")
        assert red(game) == ("fire all",)
        assert "You have changed your conditions at another terminal." in plain(pilot.app)
        await pilot.press("x", "y")
        assert not red(game)


async def test_lines_are_moved_deleted_switched_off_and_suggested():
    game = session(Seat("computer", level=1), Seat(), table=("fire none", "advance none"), phase="movement")
    async with running(showing(game)) as pilot:
        await pilot.press("ampersand", "J")
        assert red(game) == ("advance none", "fire none")
        await pilot.press("x", "n")
        assert red(game) == ("advance none", "fire none")
        await pilot.press("x")
        assert "Delete line 2, fire none?" in plain(pilot.app)
        await pilot.press("y")
        assert red(game) == ("advance none",)
        await pilot.press("o")
        assert red(game) == ("off", "advance none")
        await pilot.press("s")
        assert red(game)[:2] == ("off", "advance none")
        assert len(red(game)) == 6
        await pilot.press("up")
        assert "Every decision in the enemy's turn is covered." in plain(pilot.app)
        await pilot.press("o", "down", "enter", *" for X", "enter")
        assert red(game)[1] == "fire all at +1.. to 0 for X"


async def test_two_people_do_not_see_each_others_lines():
    game = session(table=("fire Q",))
    async with running(showing(game)) as pilot:
        await pilot.press("ampersand")
        assert "Blue conditions: none yet" in plain(pilot.app)
        assert "fire Q" not in shown_by(pilot.app)
        await pilot.press("escape", "colon", *"attack A > X", "enter")
        assert not isinstance(pilot.screen.play.dialog, HandOverDialog)
        log = "\n".join(line.text for line in pilot.screen.play.log.lines)
        assert "By the Red conditions, Q fires." in log
        assert "line 1" not in log


async def test_conditions_at_a_shared_keyboard_are_shown_only_in_their_players_own_turn():
    game = session(table=("retreat Q away",))
    play(game.game, "attack A > X")
    async with running(showing(game, handover="never")) as pilot:
        assert game.game.side == RED
        await pilot.press("ampersand")
        assert "Your conditions can be read only in your own turn" in plain(pilot.app)
        assert "retreat Q" not in shown_by(pilot.app)


async def test_conditions_decide_before_the_player_is_asked_and_the_log_says_so():
    game = session(Seat(), Seat(), table=("fire none", "retreat all toward 0501", "advance none"))
    async with running(showing(game, handover="always")) as pilot:
        await pilot.press("colon", *"attack A > X", "enter")
        assert "fpf none" in game.game.log
        assert game.game.side == BLUE
        assert not any(isinstance(pilot.screen.play.dialog, each) for each in (HandOverDialog,))
        said = [line.text for line in pilot.screen.play.log.lines]
        assert "By the Red conditions, no artillery fires." in said


async def test_the_log_has_a_decision_by_conditions_elsewhere_before_its_event_as_when_the_game_is_reopened():
    game = session()
    game.by_conditions = {1: RED}
    async with running(showing(game, handover="never", results=False)) as pilot:
        await pilot.press("colon", *"attack A > X", "enter", "colon", *"fpf none", "enter")
        live = [line.text for line in pilot.screen.play.log.lines]
        assert live == [line.text for line in log_so_far(game)]
        at = live.index("By the Red conditions, no artillery fires.")
        assert live[at + 1].startswith("Final Protective Fire: none")


@pytest.mark.parametrize("table", [("off", "fire none"), ("fire none for Q",), ("fire none", "bogus")])
async def test_a_decision_that_no_condition_makes_is_the_players(table):
    game = session(table=table)
    async with running(showing(game, handover="never")) as pilot:
        await pilot.press("colon", *"attack A > X", "enter")
        assert game.game.prompt.kind == "fpf"
        assert "Final Protective Fire" in box_of(pilot.app)


async def test_conditions_are_tried_against_the_last_enemy_turn():
    game = session(Seat("computer", level=1), Seat(), table=("fire none", "retreat all away", "advance none"))
    game.change_private(RED, lambda own: own._replace(conditions=("off", *own.conditions)))
    play(game.game, "attack A > X", "fpf Q")
    async with running(showing(game)) as pilot:
        await pilot.press("ampersand", "T")
        await pilot.pause()
        assert "X at 0504 is attacked at +6. The decision was to use the Final Protective Fire of Q;" in plain(
            pilot.app
        )
        assert "your conditions (line 1) would use no Final Protective Fire." in plain(pilot.app)


@pytest.mark.parametrize("keyset", KEYSETS)
async def test_the_page_and_its_bar_fit(keyset):
    game = session(Seat("computer", level=1), Seat(), table=("fire all at +1.. to 0", "advance none"), phase="movement")
    async with running(showing(game, keyset=keyset)) as pilot:
        pilot.app.screen.play.show_page("conditions")
        pilot.app.screen.draw()
        await pilot.pause()
        lines = shown_by(pilot.app).splitlines()
        assert all(len(line) <= 80 for line in lines)
        assert lines[-1].rstrip().endswith("back")


async def test_5_15_a_decision_that_was_taken_back_is_made_by_the_player():
    game = LocalSession.of_save(
        Save(drawn(blue=["A 13-1-7 0505"], red=["X 1-1-7 0504"], phase="combat", seed=3), (Seat(), Seat()))
    )
    game.change_private(RED, lambda own: own._replace(conditions=("retreat all toward 0501",)))
    async with running(showing(game, handover="never", quick=False, results=False)) as pilot:
        await pilot.press("colon", *"attack A > X", "enter")
        assert game.game.log[-1].startswith("retreat X")
        assert game.game.prompt.kind == "advance"
        await pilot.press("less_than_sign")
        assert (game.game.side, game.game.prompt.kind) == (RED, "retreat")
        await pilot.press("greater_than_sign")
        assert game.game.prompt.kind == "advance"
