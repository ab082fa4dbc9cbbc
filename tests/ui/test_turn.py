"""A whole Player-Turn on the screen, key by key: a move, an attack, defensive fire, the die, a retreat, an advance."""

import pytest

from tests.drawn import scenario, where
from tests.pilot import running, showing
from tests.ui.looks import screen_of, shown_by
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.pages.end import VictoryScreen

pytestmark = pytest.mark.slow

SIZE = (80, 24)


def opening(**more):
    """Return a game in which Blue moves, and Red has a unit in the middle and a gun behind it."""
    return scenario(
        blue=["A1 4-4-7 0507", "A2 5-4-7 0405"],
        red=["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"],
        **more,
    )


async def to(pilot, number):
    """Put the cursor on a hex as players do: with g."""
    await pilot.press("g", *number, "enter")


@pytest.mark.parametrize("handover", ["always", "turn", "never"])
async def test_a_player_turn_with_a_combat(handover):
    session = LocalSession.new(opening(last_turn=1), manual=True)
    app = showing(session, handover=handover)
    async with running(app) as pilot:
        game = session.game

        async def over_to(words):
            """Go past the notice, if there is one."""
            await pilot.pause()
            assert words in shown_by(app)
            if screen_of(app).play.viewer < 0:
                assert " Space go on " in screen_of(app).key_bar.text
                await pilot.press("space")

        # the Movement Phase: A1 goes next to X
        await to(pilot, "0507")
        await pilot.press("enter")
        await to(pilot, "0505")
        await pilot.press("enter")
        assert where(game, "A1") == "0505"
        await pilot.press("E")
        if game.prompt.kind == "movement":
            await pilot.press("E")
        assert game.prompt.kind == "combat"
        assert "fight 2" in shown_by(app)

        # the attack
        await to(pilot, "0504")
        await pilot.press("enter")
        assert "4 - 3 = +1" in shown_by(app)
        assert "FPF up to" in shown_by(app)
        await pilot.press("question_mark")
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("d")
        await over_to("Protective Fire")
        assert "Gun" in shown_by(app)
        await pilot.press("space")
        assert "4 - 5 = -1" in shown_by(app)
        await pilot.press("n", "n")
        await over_to("die")
        await pilot.press("x", "9")
        assert game.prompt.kind == "roll"
        await pilot.press("2")
        await over_to("Red")

        # the retreat: the first marked hex
        await pilot.press("enter")
        await over_to("advance")
        assert where(game, "X") not in ("0504", "eliminated")
        await pilot.press("s")
        assert game.state.combat is None
        assert "Result at 0504" not in shown_by(app), "both have seen the die"
        await pilot.press("E")
        assert game.prompt.side == 1
        assert session.path.is_file()

        # Red lets the last turn pass, and the game is over
        if handover != "never":
            await pilot.press("space")
        for _ in range(6):
            if game.outcome is not None:
                break
            await pilot.press("E", "y")
        assert game.outcome is not None
        await pilot.pause()
        assert isinstance(app.screen, VictoryScreen), app.screen
        assert "Lost" in app.screen.shown_text
        await pilot.press("enter")
        assert "Enter final score" in screen_of(app).key_bar.text


async def test_a_game_is_conceded_by_its_command():
    session = LocalSession.new(opening(), manual=True)
    app = showing(session)
    async with running(app) as pilot:
        await pilot.press("colon", *"concede", "enter")
        assert "The Blue forces concede, and the Red forces win" in shown_by(app)
        await pilot.press("escape")
        assert not session.game.state.outcome
        await pilot.press("colon", *"concede", "enter", "enter", "y")
        assert isinstance(app.screen, VictoryScreen), app.screen
        assert "The Red forces win" in shown_by(app)


async def test_help_after_a_refusal_explains_its_case():
    """7.15, and in the dialog 7.12."""
    start = scenario(blue=["A 4-4-7 0505", "B 4-4-7 0404"], red=["X 3-3-7 0504", "Far 2-2-7 0901"], phase="combat")
    app = showing(LocalSession.new(start, manual=True))
    async with running(app) as pilot:
        await to(pilot, "0901")
        await pilot.press("enter")
        assert "7.15: " in shown_by(app)
        await pilot.press("question_mark")
        assert "Case 7.15" in shown_by(app)
        await pilot.press("escape")
        await to(pilot, "0504")
        await pilot.press("enter", "space", "question_mark")
        assert shown_by(app).splitlines()[1].strip().startswith("Search: 7.12_")
        await pilot.press("escape")
        assert "+- Attack" in shown_by(app)


@pytest.mark.parametrize("size", [(100, 30), SIZE])
async def test_a_box_leaves_a_long_refusal_in_sight(size):
    """The box at the bottom of the map gives way to as many lines as the refusal needs, and comes back."""
    start = scenario(blue=["A 4-4-7 0505", "B 4-4-7 0404"], red=["X 3-3-7 0504"], phase="combat")
    async with running(showing(LocalSession.new(start, manual=True), handover="never"), size) as pilot:
        await to(pilot, "0504")
        await pilot.press("enter")
        screen, why = pilot.screen, "This cannot be, and here is at length why. " * 4

        def first_line():
            return size[1] - 2 - len([line for line in said() if line])

        def said():
            return screen.panes._prompt_rows()

        before = screen.map.box.region
        screen.play.say(why)
        screen.draw()
        await pilot.pause()
        assert len(said()) > 1
        assert screen.map.box.region.bottom <= first_line() + 1
        await pilot.press("down", "up")
        assert screen.map.box.region == before
