"""A key meant for something else never decides anything, and a combat takes few keys."""

import pytest
from textual.events import Key

from tests.drawn import play, scenario, where
from tests.pilot import running, showing
from tests.ui.looks import box_of, screen_of
from westwall_tui.engine import queries
from westwall_tui.engine.orders import Done, parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.boxes.leave import HandOverDialog
from westwall_tui.ui.decisions.fpf import FpfDialog
from westwall_tui.ui.screens.boards.watch import WatchScreen
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.ui.starts import GameStart

pytestmark = pytest.mark.slow


def assault(**more):
    """Return a game in which Blue can attack X, and a gun of Red may fire in its defense."""
    red = ["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"]
    return scenario(blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=red, phase="combat", **more)


def seed_of(result):
    """Return a seed whose first die gives a result if X is attacked and no gun fires."""
    for seed in range(50):
        session = LocalSession.new(assault(), seed=seed)
        play(session.game, "attack A1 A2 > X", "fpf none")
        combat = session.game.state.combat
        if combat is not None and combat.result == result:
            return seed
    raise AssertionError(result)


@pytest.mark.parametrize("settings", [Settings(), Settings(quick=True)])
async def test_a_combat_takes_five_keys(settings):
    """The keys open the attack, declare it, decline to fire, retreat, and advance."""
    session = LocalSession.new(assault(), seed=seed_of("D2"))
    app = WestwallApp(GameStart(session), settings)
    count = 0
    async with running(app) as pilot:
        screen = screen_of(app)
        screen.play.move_cursor(session.game.scenario.board.hex("0504"))

        async def press(key):
            nonlocal count
            count += 1
            await pilot.press(key)

        await press("enter")
        await press("d")
        assert isinstance(screen.play.dialog, FpfDialog)
        await press("n")
        assert session.game.prompt.kind == "retreat"
        await press("enter")
        assert session.game.prompt.kind == "advance"
        await press("A")
        assert where(session.game, "A1") == "0504"
    assert count == 5


async def test_7_96_a_key_declines_all_advances_of_the_phase_and_undo_asks_again():
    red = ["X 1-1-7 0504", "Y 1-1-7 0904", "Z 1-1-7 0102"]
    start = scenario(blue=["A 9-4-7 0505", "B 9-4-7 0905", "C 9-4-7 0101"], red=red, phase="combat")
    session = LocalSession.new(start, seed=3)
    async with running(showing(session, results=False)) as pilot:
        for line in ("attack A > X", "attack B > Y"):
            pilot.screen.play.apply(parse(line))
            while session.game.prompt.kind == "retreat":
                pilot.screen.play.apply(next(session.game.legal()))
            if line == "attack A > X":
                assert session.game.prompt.kind == "advance"
                await pilot.press("0")
        assert (session.game.log.count("stand"), session.game.prompt.kind) == (2, "combat")
        await pilot.press("less_than_sign")
        assert session.game.prompt.kind == "advance"


async def test_keys_typed_before_a_decision_is_on_the_screen_are_dropped():
    """When the defender's box opens, an `n` that was typed before is not the answer."""
    session = LocalSession.new(assault(), seed=1)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        screen.play.move_cursor(session.game.scenario.board.hex("0504"))
        await pilot.press("enter")
        screen.act("declare")
        screen.on_key(key_like("n"))  # before the first paint
        assert session.game.prompt.kind == "fpf"
        late = key_like("n")
        await pilot.pause()
        screen.on_key(late)  # painted, but the key was pressed before
        assert session.game.prompt.kind == "fpf"
        await pilot.press("n")
        assert session.game.prompt.kind != "fpf"


async def test_an_attack_can_be_undone_from_the_map_before_its_defense_is_decided():
    session = LocalSession.new(assault(), seed=1)
    async with running(showing(session, handover="never")) as pilot:
        pilot.screen.play.apply(parse("attack A1 A2 > X"))
        await pilot.press("escape")
        assert "< undo" in pilot.screen.key_bar.text
        await pilot.press("less_than_sign")
        assert session.game.prompt.kind == "combat"


class PressesWhilePainting(WestwallApp):
    """A screen on which a key is pressed just before the box of defensive fire is visible."""

    pressed = 0

    def trimmed(self, screen, update):
        if isinstance(self.screen, PlayScreen) and isinstance(self.screen.play.dialog, FpfDialog) and not self.pressed:
            self.pressed += 1
            self.screen.on_key(Key("space", " "))
        return super().trimmed(screen, update)


async def test_a_key_pressed_while_a_box_that_opens_by_itself_is_painted_marks_nothing():
    """A Space for hurrying the computer marked a gun, because the screen took the box for painted."""
    session = LocalSession.new(assault(), seed=1)
    async with running(PressesWhilePainting(GameStart(session), Settings(handover="never"))) as pilot:
        screen = pilot.screen
        screen.play.apply(parse("attack A1 A2 > X"))
        screen.draw()
        box = screen.play.dialog
        assert isinstance(box, FpfDialog)
        await pilot.pause(0.1)
        assert pilot.app.pressed
        assert not box.chosen
        await pilot.press("space")
        assert box.chosen


def key_like(character):

    return Key(character, character)


async def test_keys_typed_on_into_a_box_the_player_opened_are_kept():
    session = LocalSession.new(assault(), seed=1)
    app = showing(session)
    async with running(app):
        screen = screen_of(app)
        for character in "g0901":
            screen.on_key(key_like(character))
        screen.on_key(Key("enter", "\r"))
        assert screen.cursor == session.game.scenario.board.hex("0901")


async def test_5_15_two_players_at_a_keyboard_are_told_how_to_go_back_beyond_undo():
    session = LocalSession.new(assault(), manual=True)
    async with running(showing(session)) as pilot:
        play = pilot.screen.play
        for order in ("attack A1 A2 > X", "fpf none", "roll 3"):
            play.close()
            play.apply(parse(order))
        await pilot.press("less_than_sign")
        said = "".join(span.text for span in play.prompt())
        assert said.startswith("5.15: you cannot undo a die roll")
        assert "If you both agree, [ replays the game, and G starts a new game from there" in said


async def test_who_decides_in_the_other_players_turn_can_be_changed_at_once():
    """The rule is the game's own: it is among the options during a game, in the log, in the save, and in the next game.

    The settings only have the rule for new games.
    """
    session = LocalSession.new(assault(), manual=True)
    async with running(showing(session)) as pilot:
        play = pilot.screen.play
        for order in ("attack A1 A2 > X", "fpf none", "roll 3"):
            play.close()
            play.apply(parse(order))
        assert play.seats.asked == 1
        assert play.mode.prompt().startswith("Die 3: D2. Red: ")
        await pilot.press("colon", *"options", "enter", "up", "right", "escape")
        assert (play.seats.asked, play.seats.decides) == (0, 0)
        assert play.mode.prompt().startswith("Die 3: D2. Blue, for the Red forces: ")
        rule = "the player whose turn it is decides all retreats, displacements and advances"
        assert play.log.lines[-1].text == f"From now on, {rule}"
        assert not pilot.app.settings.quick
        assert "quick = true" in session.path.read_text()
        again = session.another(swapped=False)
        assert (again.quick, again.notes) == (True, (f"In this game, {rule}",))


@pytest.mark.parametrize("quick", [False, True])
async def test_no_notice_comes_for_a_decision_in_the_other_players_turn(quick):
    """7.7, 7.9: the prompt says who decides. In a quick game the phasing player decides retreats and advances."""
    session = LocalSession.new(assault(), manual=True)
    async with running(showing(session, quick=quick)) as pilot:
        screen, asked = pilot.screen, []
        for order in ("attack A1 A2 > X", "fpf none", "roll 3", "retreat X 0503 0502", "stand"):
            screen.play.close()
            screen.play.apply(parse(order))
            await pilot.pause()
            assert not isinstance(screen.play.dialog, HandOverDialog)
            asked.append(screen.play.seats.asked)
        assert asked == ([1, 1, 0, 0, 0] if quick else [1, 1, 1, 0, 0]), "the player at the keyboard rolls the die"
        screen.play.close()
        screen.play.apply(parse("done"))
        await pilot.pause()
        assert isinstance(screen.play.dialog, HandOverDialog)
        assert screen.play.dialog.title == "The Red forces decide"


async def test_a_save_changed_by_another_program_is_reported_at_once():
    session = LocalSession.new(assault(), manual=True)
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        session.save()
        session.path.write_text("somebody else's")
        screen.play.close()

        screen.play.apply(parse("attack A1 A2 > X"))
        await pilot.pause()
        said = "".join(span.text for span in screen.play.prompt())
        assert "Another program has changed" in said
        assert any("Another program" in line.text for line in screen.play.log.lines)
        await pilot.press("space")
        assert "Another program" not in "".join(span.text for span in screen.play.prompt())


async def test_prompts_and_log_name_the_players():
    session = LocalSession.new(assault(), manual=True, seats=(Seat(name="Anna"), Seat(name="[b]Bert[/b]")))
    async with running(showing(session, handover="never")) as pilot:
        screen = pilot.screen
        assert "".join(span.text for span in screen.play.prompt()).startswith("Anna (Blue): choose an attack")
        for order in ("attack A1 A2 > X", "fpf none", "roll 3", "retreat X 0503 0502", "stand", "done"):
            screen.play.close()
            screen.play.apply(parse(order))
            await pilot.pause()
        screen.play.message = ()  # as a key does
        assert any(line.text == "Red Movement Phase ([b]Bert[/b])" for line in screen.play.log.lines)
        assert "".join(span.text for span in screen.play.prompt()).startswith("[b]Bert[/b] (Red): ")


async def test_a_notice_offers_the_opponents_last_turn_once_they_have_had_one():
    session = LocalSession.new(load_scenario("bastogne/spearhead"), seed=1)
    app = showing(session)
    async with running(app) as pilot:
        screen = screen_of(app)
        screen.play.apply_all([*queries.suggested_setup(session.game), Done()])
        screen.draw()
        await pilot.pause()
        assert "The Germans decide" in box_of(app)
        assert "replays" not in box_of(app)
        await pilot.press("space")
        while session.game.side == 0:
            screen.play.apply(Done())
        screen.draw()
        await pilot.pause()
        assert "After Space, ] replays your opponent's last turn." in box_of(app)
        await pilot.press("space", "right_square_bracket")
        assert isinstance(app.screen, WatchScreen)
