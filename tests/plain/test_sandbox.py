"""Sandboxes in plain lines: a game within the game, whose orders may be given in earnest."""

import io

from tests.drawn import drawn, where
from tests.plain.lines import FOR_EYES, table
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.saves.private import Private, Sandbox
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.mail import PlainMail
from westwall_tui.plain.sandbox import SandboxCommands
from westwall_tui.plain.table import PlainGame


def typed(session, *lines: str, kind=PlainGame) -> list[str]:
    """Type some lines, end the input, and return the output."""
    out = io.StringIO()
    given = io.StringIO("".join(f"{line}\n" for line in lines))
    game = kind(session, Console(given, out), Settings(warnings=False))
    SandboxCommands(game)
    game.play()
    return out.getvalue().splitlines()


def small() -> LocalSession:
    game = drawn(blue=["A 6-4-7 0507", "B 4-4-7 0109"], red=["X 1-1-7 0504"], seed=3)
    return LocalSession.of_save(Save(game, (Seat(), Seat())))


TURN = ("move A 0505", "done", "attack A > X", "roll 6")


def test_a_line_is_tried_and_given_in_earnest():
    session = small()
    said = typed(session, "sandbox by the road", *TURN, "undo", "roll 1", "sandbox back", "sandboxes")
    assert "You are in the sandbox by the road." in said
    assert "Undone: roll 6." in said
    assert "You are back in the game." in said
    assert not session.game.log
    at = said.index("Sandbox by the road.")
    assert said[at + 1] == "It begins on Game-Turn 1 in the Blue Movement Phase and has four orders."
    assert said[at + 2] == "The game is still where it begins."
    said = typed(session, "sandbox BY the road", "sandbox give", "sandbox give")
    assert "Give these three orders in earnest?" in said
    assert "To confirm, type the same line again." in said
    assert len(session.game.log) == 4  # the last is the game's own die
    assert session.game.log[:2] == ["move A 0506 0505", "done"]


def test_the_prompt_says_sandbox():
    out = io.StringIO()

    class Prompted(Console):
        def ask(self, prompt: str) -> str | None:
            out.write(prompt)
            return super().ask(prompt)

    game = PlainGame(small(), Prompted(io.StringIO("sandbox 7\nsandbox back\n"), io.StringIO()), Settings())
    SandboxCommands(game)
    game.play()
    assert out.getvalue() == "Blue: Sandbox 7, Blue: Blue: "


def test_a_random_die_is_rolled_without_a_number():
    session = small()
    typed(session, "sandbox x", *TURN[:-1], "roll")
    assert session.private(0).sandboxes[0].orders[-1] in [f"roll {die}" for die in range(1, 7)]


def test_a_sandbox_is_deleted_after_a_second_line():
    session = small()
    said = typed(session, "sandbox x", "move A 0505", "sandbox back", "sandbox delete X", "sandboxes")
    assert "This deletes the sandbox x." in said
    assert len(session.private(0).sandboxes) == 1
    said = typed(session, "sandbox delete x", "sandbox delete x", "sandboxes")
    assert not session.private(0).sandboxes
    assert "You have no sandboxes in this game. Type sandbox and a name to begin one." in said


def test_wrong_lines_get_an_answer():
    wrong = "sandbox back", "sandbox give", "sandbox give x", "sandbox delete y", "sandbox x", "sandbox y"
    said = [line.lower() for line in typed(small(), *wrong)]
    assert "you are not in a sandbox (private)." in said
    assert "type sandbox give and the name of a sandbox." in said
    assert "you have no sandbox 'x' in this game (private)." in said
    assert "you have no sandbox 'y' in this game (private)." in said
    assert "you are in a sandbox already; type sandbox back or sandbox give." in said


def test_a_refused_order_is_named():
    session = small()
    lines = "sandbox x", "move B 0108", "move A 0505", "sandbox back", "move A 0407", "sandbox give x", "sandbox give x"
    said = typed(session, *lines)
    assert "Orders given before it: 1 of 2." in said
    assert (where(session.game, "A"), where(session.game, "B")) == ("0407", "0108")


def test_quitting_in_a_sandbox_quits_the_game():
    said = typed(small(), "sandbox x", "move A 0505", "quit", "move B 0108")
    assert said[-1].startswith("You gave no orders")


def test_a_voice_can_read_about_sandboxes():
    session = table("noville").session
    said = typed(session, "sandbox x", "deploy auto", "sandbox back", "sandboxes", "help sandbox", "sandbox give x")
    assert not [line for line in said if FOR_EYES.search(line)]


def test_a_letter_is_unchanged_by_a_sandbox(anna):
    session = anna.begin("Bert", side=1)
    said = typed(session, "sandbox secret plan", "deploy auto", "done", "sandbox back", "sandboxes", kind=PlainMail)
    assert "Sandbox secret plan." in said
    assert not session.game.log
    typed(session, "deploy auto", "done", kind=PlainMail)
    for path in (anna.sent(), session.written.file):
        assert "secret plan" not in path.read_text()
    assert "secret plan" in session.path.read_text()


def test_the_other_player_at_the_keyboard_reads_no_sandboxes_and_no_conditions():
    game = drawn(blue=["A 8-4-7 0505"], red=["X 3-2-7 0504", "Q 3-1-18/1-7 0301"], phase="combat")
    session = LocalSession.of_save(Save(game, (Seat(), Seat())))
    secret = Private((), (Sandbox("east", 0),), ("retreat Q away",))
    session.change_private(1, lambda _: secret)
    said = typed(session, "attack A > X", "sandboxes", "sandbox east", "sandbox delete east", "conditions")
    assert session.game.side == 1
    assert not any("east" in line or "retreat" in line for line in said)
    assert sum("can be read only in your own turn" in line for line in said) == 4
    assert session.private(1) == secret
