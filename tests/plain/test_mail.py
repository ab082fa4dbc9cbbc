"""A game by mail in plain lines: the orders of a letter, the turn, and the next letter."""

import io

import pytest

from westwall_tui.files.players.settings import Settings
from westwall_tui.plain.console import Console
from westwall_tui.plain.mail import PlainMail


def typed(player, *lines: str) -> list[str]:
    """Type some lines, end the input, and return the output."""
    out = io.StringIO()
    given = io.StringIO("".join(f"{line}\n" for line in lines))
    PlainMail(player.session, Console(given, out), Settings()).play()
    return out.getvalue().splitlines()


SET_UP = ("deploy auto", "done")


def test_the_set_up_ends_with_the_text_of_the_letter(anna):
    anna.begin("Bert", side=1)
    said = typed(anna, *SET_UP)
    at = said.index(f"The letter to Bert is written: {anna.sent()}.")
    assert said[at + 1] == "Send this text with it:"
    assert said[at + 2 :] == anna.session.written.text.rstrip().splitlines()


def test_a_letter_is_described_order_by_order(anna, bert):
    anna.begin("Bert", side=1)
    typed(anna, "standing Hold Noville", *SET_UP)
    bert.open(anna.sent())
    said = typed(bert, "players", "quit")
    assert said[:3] == [
        "Spearhead, by mail.",
        "Anna invites you, Bert, to a game by mail. You play the Germans.",
        "There is one letter per turn, and nobody can change a die.",
    ]
    assert "Anna's letter brings what has happened so far." in said
    assert any("unit 52 is set up at 2614 Longvilly." in line for line in said)
    assert "The standing orders of Anna are: Hold Noville." in said
    assert said[-3:-1] == ["Bert plays the Germans.", "Anna plays the U.S."]
    assert said[-1] == "The game is saved. To continue, run: westwall mail bastogne-with-anna.toml --plain."


def test_games_by_mail_have_more_commands(anna):
    anna.begin("Bert", side=1)
    said = typed(anna, "help standing", "standing", "letter", "letter now", "players US 2", "help")
    assert "Anna has no standing orders." in said
    assert "No letter is due yet; it is written when your part of the turn is over." in said
    assert "Type letter alone." in said
    assert "The players of a game by mail cannot change." in said
    assert any(line.startswith("letter: say where your last letter is") for line in said)


def test_a_waiting_player_hears_how_to_write_the_letter_again(anna):
    anna.begin("Bert")
    anna.open(anna.own)
    said = typed(anna)
    waits = "Your letter to Bert is written (again: westwall mail bastogne-with-bert.toml --again). "
    assert f"{waits}The game is waiting for the answer." in said


def test_a_waiting_player_may_look_and_prepare_but_not_give_orders(anna):
    anna.begin("Bert", side=1)
    typed(anna, *SET_UP)
    anna.open(anna.own)
    assert sum(line.startswith("It isn't your move. ") for line in typed(anna, "hint", "legal", "do")) == 3
    said = typed(anna, "note turn Watch Foy", "conditions add fire none", "done", "move 52 2614", "do", "undo")
    assert anna.open(anna.own).private(1).notes[0].text == "Watch Foy"
    assert anna.session.private(1).conditions == ("fire none",)
    assert sum("The game is waiting for the answer" in line for line in said) == 4
    assert "Your letter is written and can no longer be changed (5.15)." in said
    assert anna.session.game.log[-1] == "done"


@pytest.mark.slow
def test_a_deputy_hears_the_standing_orders(anna, bert):
    anna.begin("Bert", side=1, defense="orders")
    typed(anna, "standing Fire with all you have", *SET_UP)
    bert.open(anna.sent())
    moves = (
        "enter 2R 2913 2314", "enter 1/3 2913 2415", "done", "done",
        "attack 1/3 2R > 811", "attack 1/3 2R > 811",
    )  # fmt: skip
    said = typed(bert, *moves, "concede", "concede", "fpf none")
    assert "You decide for Anna. Standing orders: Fire with all you have." in said
    assert "Only Anna can concede for that side (mail)." in said
    assert any("Final Protective Fire: none" in line for line in said)
    assert bert.session.written is not None


@pytest.mark.slow
def test_a_game_that_is_over_says_how_it_ended(anna, bert):
    anna.begin("Bert", side=1)
    typed(anna, *SET_UP)
    bert.open(anna.sent())
    typed(bert, "concede", "concede")
    anna.open(bert.sent())
    said = typed(anna)
    assert "The Germans concede." in said
    assert "The game is over." in said
    assert said[-1] == "To read how it went, run: westwall report bastogne-with-bert.toml."
    assert not any("letter" in line.lower() for line in said[said.index("The game is over.") :])
