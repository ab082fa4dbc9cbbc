"""Sandboxes on the screen: the list, a sandbox above the game, its dice, and its orders given in earnest."""

from tests.drawn import drawn, where
from tests.pilot import running
from tests.ui.looks import box_of, prompt_of, shown_by
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.private import MAX_SANDBOXES, Sandbox
from westwall_tui.files.sessions.base import Heard
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.screens.play.sandbox import SandboxesScreen, SandboxScreen
from westwall_tui.ui.starts import GameStart

BLUE = 0


def session(*seats: Seat, **what) -> LocalSession:
    """Return a game in which A can attack X, with the seed 3."""
    game = drawn(blue=["A 6-4-7 0507", "B 4-4-7 0109"], red=["X 1-1-7 0504"], seed=3, **what)
    first, second = seats or (Seat(), Seat())
    return LocalSession.of_save(Save(game, (first, second)))


def app(game: LocalSession) -> WestwallApp:
    return WestwallApp(GameStart(game), Settings(glyphs="ascii", handover="always"))


async def command(pilot, line: str) -> None:
    """Give an order as text."""
    await pilot.press("colon", *line, "enter")


async def attack(pilot) -> None:
    """Play a turn of Blue up to the die."""
    await command(pilot, "move A 0505")
    await pilot.press("E", "y")
    await command(pilot, "attack A > X")


def list_of(app) -> str:
    """Return the text of the list, without the picture beside it."""
    return " ".join(" ".join(line.partition("|")[0] for line in shown_by(app).splitlines()).split())


async def test_a_sandbox_is_tried_and_its_orders_are_given_in_earnest():
    game = session()
    async with running(app(game)) as pilot:
        real = pilot.screen
        await pilot.press("right")
        cursor = real.cursor
        await pilot.press("dollar_sign")
        assert "New sandbox from here" in shown_by(pilot.app)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SandboxScreen)
        assert shown_by(pilot.app).startswith(" SANDBOX 1  turn 1")
        await attack(pilot)
        assert "Choose the die" in prompt_of(pilot.app)
        await pilot.press("6")
        tried = pilot.screen.play.game.log[:]
        assert tried[-1] == "roll 6"
        await pilot.press("q")
        assert pilot.app.screen is real
        assert real.cursor == cursor
        assert not game.game.log
        await pilot.press("dollar_sign", "asterisk")
        assert "Give these three orders in earnest?" in prompt_of(pilot.app)
        await pilot.press("y")
        assert game.game.log[:3] == tried[:3]
        assert len(game.game.log) > 3  # the game has rolled its own die


async def test_a_die_of_a_sandbox_is_random_or_chosen_and_taken_back():
    async with running(app(session())) as pilot:
        await pilot.press("dollar_sign", "enter")
        await attack(pilot)
        play = pilot.screen.play
        before = play.game.log[:]
        await pilot.press("space")
        assert play.game.log[: len(before)] == before
        assert play.game.log[len(before)] in [f"roll {die}" for die in range(1, 7)]
        await pilot.press("escape")
        while play.game.prompt.kind != "roll":
            await pilot.press("<")
        assert play.game.log == before
        await pilot.press("<")
        assert play.game.log == before[:-1]


async def test_the_boxes_of_fire_and_of_the_die_undo_and_redo():
    red = ["X 1-1-7 0504", "G 1-2-7/2-12 0501"]
    game = drawn(blue=["A 6-4-7 0507", "C 4-4-7 0505"], red=red, phase="combat", seed=3)
    async with running(app(LocalSession.of_save(Save(game, (Seat(), Seat()))))) as pilot:
        await pilot.press("dollar_sign", "enter")
        await command(pilot, "attack C > X")
        play = pilot.screen.play
        kinds = []
        for key in ("n", "6", "<", "<", ">", ">"):
            await pilot.press(key)
            kinds.append(len(play.game.log))
        assert kinds == [2, 3, 2, 1, 2, 3]
        await pilot.press("escape", "<", "<", "<")
        assert play.game.log == []
        await pilot.press(">")
        assert play.dialog is not None
        await pilot.press("<")
        assert play.game.log == []


async def test_the_end_of_a_sandbox_is_taken_back():
    game = session()
    async with running(app(game)) as pilot:
        await pilot.press("dollar_sign", "enter")
        await command(pilot, "concede")
        assert "cannot be undone" not in shown_by(pilot.app)
        await pilot.press("y")
        assert pilot.screen.play.game.outcome is not None
        await pilot.press("<")
        assert pilot.screen.play.game.outcome is None
        await pilot.press(">", "q")
    assert game.game.outcome is None
    assert game.private(BLUE).sandboxes[0].orders == ("concede",)


async def test_no_box_hands_the_keyboard_over_in_a_sandbox():
    game = session()
    async with running(app(game)) as pilot:
        await pilot.press("dollar_sign", "enter")
        await pilot.press("E", "y")
        while pilot.screen.play.game.state.side == BLUE:
            await pilot.press("E", "y")
        assert pilot.screen.play.decides_here
        assert pilot.screen.play.viewer == BLUE
        assert pilot.screen.play.dialog is None


async def test_a_decision_in_a_box_is_tried_and_given_in_earnest():
    game = drawn(blue=["A 6-4-7 0505"], red=["X 1-1-7 0504", "G 1-2-7/2-12 0501"], phase="combat", seed=3)
    game.apply("attack A > X")
    assert game.prompt.kind == "fpf"
    local = LocalSession.of_save(Save(game, (Seat("computer", level=1), Seat())))
    async with running(app(local)) as pilot:
        real = pilot.screen
        assert real.play.dialog is not None
        await pilot.press("dollar_sign", "enter", "n")
        assert pilot.screen.play.game.prompt.kind == "roll"
        await pilot.press("escape", "asterisk", "y")
        assert pilot.app.screen is real
        assert local.game.log[1].startswith("fpf")
        assert any(line.startswith("roll") for line in local.game.log)
        assert "Final Protective Fire" not in box_of(pilot.app)


async def test_sandboxes_are_renamed_and_deleted():
    game = session()
    async with running(app(game)) as pilot:
        for _ in range(2):
            await pilot.press("dollar_sign", "home", "enter")
            await command(pilot, "move A 0506")
            await pilot.press("q")
        await pilot.press("dollar_sign", "home", "down", "r", "backspace", *"by road", "enter")
        assert [box.name for box in game.private(BLUE).sandboxes] == ["by road", "2"]
        await pilot.press("r", *" 2", "escape", "down", "r", "backspace", *"By Road", "enter")
        assert "This game already has a sandbox of that name" in list_of(pilot.app)
        await pilot.press("x")
        assert "Delete the sandbox 2 with 1 order?" in list_of(pilot.app)
        await pilot.press("escape")
        assert len(game.private(BLUE).sandboxes) == 2
        await pilot.press("x", "y")
        assert [box.name for box in game.private(BLUE).sandboxes] == ["by road"]
        await pilot.press("enter")
        assert " SANDBOX by road " in shown_by(pilot.app)


async def test_a_sandbox_branches_off_and_is_renamed_and_deleted_from_within():
    game = session()
    async with running(app(game)) as pilot:
        await pilot.press("dollar_sign", "enter")
        assert "you decide for both sides" in prompt_of(pilot.app)
        await command(pilot, "move A 0506")
        await pilot.press("dollar_sign", "home", "enter")
        assert " SANDBOX 2 " in shown_by(pilot.app)
        await command(pilot, "move B 0108")
        assert [box.orders for box in game.private(BLUE).sandboxes] == [
            ("move A 0506",),
            ("move A 0506", "move B 0108"),
        ]
        await pilot.press("dollar_sign", "r", "backspace", *"left", "enter", "escape")
        assert " SANDBOX left " in shown_by(pilot.app)
        await pilot.press("<")
        assert [(box.name, len(box.orders)) for box in game.private(BLUE).sandboxes] == [("1", 1), ("left", 1)]
        await pilot.press("dollar_sign", "x", "y")
        assert "SANDBOX" not in shown_by(pilot.app)
        assert [box.name for box in game.private(BLUE).sandboxes] == ["1"]
        await pilot.press("dollar_sign", "enter")
        assert " SANDBOX 1 " in shown_by(pilot.app)


async def test_a_full_list_says_what_to_do():
    game = session()
    game.change_private(
        BLUE, lambda own: own._replace(sandboxes=tuple(Sandbox(str(n), 0) for n in range(MAX_SANDBOXES)))
    )
    async with running(app(game), (120, 40)) as pilot:
        await pilot.press("dollar_sign", "home", "enter")
        assert isinstance(pilot.app.screen, SandboxesScreen)
        assert "delete a sandbox first" in list_of(pilot.app)


async def test_a_refused_order_is_named_and_the_orders_before_it_stay():
    game = session()
    async with running(app(game)) as pilot:
        await pilot.press("dollar_sign", "enter")
        for line in ("move B 0108", "move A 0505"):
            await command(pilot, line)
        await pilot.press("q")
        await command(pilot, "move A 0407")
        await pilot.press("dollar_sign", "asterisk", "y")
        told = prompt_of(pilot.app)
        assert "A has already moved" in told
        assert "Orders given before it: 1 of 2" in told
        assert (where(game.game, "A"), where(game.game, "B")) == ("0407", "0108")


async def test_a_player_has_no_sandboxes_of_the_computers_side():
    game = session(Seat("computer", level=1), Seat("computer", level=1))
    async with running(app(game)) as pilot:
        await pilot.press("escape", "dollar_sign")
        assert "only the player of a side" in prompt_of(pilot.app).lower()


class Elsewhere(LocalSession):
    """A game whose other player is at another terminal."""

    is_hosted = True

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.news_to_come: list[Heard] = []
        self.call = lambda: None

    def listen(self, notify) -> None:
        self.call = notify

    def hear(self) -> list[Heard]:
        found, self.news_to_come = self.news_to_come, []
        return found


async def test_news_of_the_game_reach_a_player_in_a_sandbox():
    made = session(Seat(), Seat("away", "Bert"))
    game = Elsewhere(made._save, made.path)
    game.game.apply("done")
    while game.game.side == BLUE:
        game.game.apply(game.game.sample())
    async with running(app(game)) as pilot:
        real = pilot.screen
        await pilot.press("dollar_sign", "enter")
        assert isinstance(pilot.app.screen, SandboxScreen)
        before = pilot.screen.play.game.log[:]
        events = game.game.apply("move X 0503")
        game.news_to_come.append(Heard(tuple(events), order=parse(game.game.log[-1])))
        game.call()
        await pilot.pause()
        assert "In the game: X moved from 0504 to 0503" in prompt_of(pilot.app)
        assert "news in the game" in pilot.screen.bar.text
        assert pilot.screen.play.game.log == before
        game.news_to_come.append(Heard(text="Bert: are you there?", calls=True))
        game.call()
        await pilot.pause()
        assert "In the game: Bert: are you there?" in prompt_of(pilot.app)
        await pilot.press("q")
        assert where(real.play.game, "X") == "0503"
        assert [line.text for line in real.play.log.lines][-1] == "Bert: are you there?"


async def test_conditions_written_in_a_sandbox_are_those_of_the_game():
    game = session(Seat(), Seat("computer", level=1))
    async with running(app(game)) as pilot:
        await pilot.press("dollar_sign", "enter", "ampersand", "s")
        assert "advance none" in game.private(BLUE).conditions


async def test_the_other_player_at_the_keyboard_sees_no_sandboxes():
    game = drawn(blue=["A 8-4-7 0505"], red=["X 3-2-7 0504", "Q 3-1-18/1-7 0301"], phase="combat")
    shared = LocalSession.of_save(Save(game, (Seat(), Seat())))
    shared.change_private(1, lambda own: own._replace(sandboxes=(Sandbox("east", 0),)))
    async with running(WestwallApp(GameStart(shared), Settings(glyphs="ascii", handover="never"))) as pilot:
        await command(pilot, "attack A > X")
        assert shared.game.side == 1
        await pilot.press("dollar_sign")
        assert "Your sandboxes can be read only in your own turn" in prompt_of(pilot.app)
        assert "east" not in shown_by(pilot.app)
