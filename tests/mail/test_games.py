"""Whole games by mail: two programs in two folders that exchange only letters."""

import pytest

from tests.long import sample
from tests.mail.post import SPEARHEAD, changed, copy_of, exchange
from westwall_tui import cli
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.saves.file import read_save, write_save
from westwall_tui.files.scenarios.catalog import shipped
from westwall_tui.mail.checking import LetterStep

WAYS = [("sealed", "computer"), ("sealed", "orders"), ("together", "computer"), ("sealed", "letters")]
"""The ways to make dice and to defend."""
RELIEF = "bastogne/relief"
"""The scenario with the shortest games."""
WHOLE = sample(
    [*((*way, SPEARHEAD) for way in WAYS), ("sealed", "computer", "hurtgen/historical")],
    [("sealed", "computer", RELIEF)],
)


@pytest.mark.slow
def test_the_first_letters_bring_both_players_to_the_same_game(anna, bert):
    anna.begin("Bert")
    exchange(anna, bert, 4)
    assert anna.session.game.log == read_save(bert.sent()).game.log[: len(anna.session.game.log)]
    assert anna.session.step is LetterStep.SEND
    assert bert.session.step is LetterStep.SEND
    anna.open(bert.sent())
    assert anna.session.game.digest() == bert.session.game.digest()
    assert anna.session.seats[1].name == "Bert"


@pytest.mark.slow
@pytest.mark.parametrize(("dice", "defense", "scenario"), WHOLE)
def test_a_whole_game_ends_alike_on_both_computers(anna, bert, dice, defense, scenario):
    anna.begin("Bert", scenario, 0, dice=dice, defense=defense)
    exchange(anna, bert, 800)
    last, reader = (anna, bert) if anna.session.game.outcome else (bert, anna)
    assert last.session.game.outcome is not None
    assert last.session.saved_in_words.startswith(f"Send {reader.name} your last letter, {last.sent().name}.")
    reader.open(last.sent())
    assert reader.session.saved_in_words == f"The game is saved as {reader.own.name}."
    assert reader.session.game.outcome == last.session.game.outcome
    assert reader.session.game.log == last.session.game.log
    assert any(line.startswith("roll ") for line in last.session.game.log)
    assert not reader.session.notes


@pytest.mark.slow
@pytest.mark.parametrize(("dice", "defense"), sample(WAYS[1:], WAYS[1:3]))
def test_a_dozen_letters_leave_both_at_the_same_decision(anna, bert, dice, defense):
    anna.begin("Bert", RELIEF, 0, dice=dice, defense=defense)
    letter = exchange(anna, bert, 12)
    reader = anna if letter == bert.sent() else bert
    reader.open(letter)
    assert anna.session.game.digest() == bert.session.game.digest()
    assert anna.session.game.log == bert.session.game.log
    assert any(line.startswith("roll ") for line in anna.session.game.log)


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", sample(["hurtgen/historical", "remagen/historical", "arnhem/historical"], ["arnhem/historical"])
)
def test_two_turns_of_the_other_battles(anna, bert, scenario):
    anna.begin("Bert", scenario, 1)
    letter = exchange(anna, bert, 5)
    reader = anna if letter == bert.sent() else bert
    reader.open(letter)
    assert anna.session.game.digest() == bert.session.game.digest()
    assert anna.session.game.state.turn in (2, 3)


@pytest.mark.slow
@pytest.mark.parametrize("own", [True, False])
def test_a_whole_game_on_a_part_of_a_board(anna, bert, tmp_path, own):
    """Play a battle that comes with the game, and the same as a player's own, whose files are in the letters."""
    scenario = next(entry.key for entry in shipped() if entry.key.startswith("quick/"))
    if own:
        copied = tmp_path / "own.toml"
        copied.write_bytes(shipped_root().joinpath(f"{scenario}.toml").read_bytes())
        scenario = str(copied)
    anna.begin("Bert", scenario)
    letter = exchange(anna, bert, 60)
    reader = anna if letter == bert.sent() else bert
    reader.open(letter)
    assert anna.session.game.outcome is not None
    assert anna.session.game.outcome == bert.session.game.outcome
    assert anna.session.game.digest() == bert.session.game.digest()
    assert anna.session.game.scenario.board.grid.left


@pytest.mark.slow
def test_anyone_can_check_the_dice_of_a_letter(anna, bert, capsys):
    """Run `westwall check`, which needs no secret."""
    anna.begin("Bert")
    letter = exchange(anna, bert, 4)
    assert any(line.startswith("roll ") for line in read_save(letter).game.log)
    assert cli.main(["check", str(letter), str(anna.own)]) == 0
    assert capsys.readouterr().out == f"{letter}: good (save)\n{anna.own}: good (save)\n"
    save = read_save(letter)
    log = save.game.log
    at = next(i for i, line in enumerate(log) if line.startswith("roll "))
    game = save.game.root()
    game.replay([*log[:at], f"roll {int(log[at][5:]) % 6 + 1}"])
    save.game = game
    assert save.mail is not None
    save.mail.ends[2:] = [len(game.log), len(game.log)]
    forged = letter.with_name("forged.toml")
    forged.write_text(write_save(save))
    assert cli.main(["check", str(forged)]) == 1
    assert "die 1 was" in capsys.readouterr().out


@pytest.mark.slow
def test_check_reports_a_letter_that_cannot_be_replayed(anna, bert, capsys):
    """The orders of the changed letter are illegal, so its dice prove nothing."""
    anna.begin("Bert", side=1)
    bert.open(anna.play())
    moved = changed(bert.play(), lambda data: data["orders"]["log"].insert(-1, "move 2 0101"))
    assert cli.main(["check", str(moved)]) == 1
    assert "cannot replay it" in capsys.readouterr().out


@pytest.mark.slow
def test_a_turn_is_one_letter_if_the_computer_defends(anna, bert):
    anna.begin("Bert")
    letter = exchange(anna, bert, 7)
    mailed = read_save(letter).mail
    assert mailed is not None
    assert mailed.number == 7
    assert read_save(letter).game.state.turn == 3


@pytest.mark.slow
def test_a_die_of_its_own_letter_is_rolled_before_the_letters_orders(anna, bert):
    """With one letter per die, the dice of a letter come before its writer's orders."""
    anna.begin("Bert", dice="together")
    letter = exchange(anna, bert, 16)
    save = read_save(letter)
    log, mailed = save.game.log, save.mail
    assert mailed is not None
    found = 0
    for start, end in zip([0, *mailed.ends], mailed.ends, strict=False):
        words = [line.split()[0] for line in log[start:end]]
        dice = words.count("roll")
        assert words[:dice] == ["roll"] * dice
        found += dice
    assert found


@pytest.mark.slow
def test_the_same_orders_give_the_same_dice_again(anna, bert):
    """Nobody can try again, because both players sealed the dice of a letter before it was begun."""
    anna.begin("Bert")
    letter = exchange(anna, bert, 4)
    restore = copy_of(anna.home)
    anna.open(letter)
    anna.play()
    first = [line for line in anna.session.game.log if line.startswith("roll ")]
    assert first
    restore()
    anna.open(letter)
    anna.session.mailed.standing[0] = "something else"
    anna.play()
    assert [line for line in anna.session.game.log if line.startswith("roll ")] == first


def test_a_file_that_was_removed_is_written_again(anna):
    """A file that is missing was not changed by another program."""
    session = anna.begin("Bert", side=1)
    assert session.save()
    anna.own.unlink()
    session.apply(anna.suggested()[0])
    assert (session.trouble, anna.own) == ("", session.path)


def test_a_byte_order_mark_before_a_letter_or_own_file_is_ignored(anna, bert):
    """A player's editor may add the mark; the seal covers only the text."""
    anna.begin("Bert", side=1)
    for order in anna.suggested():
        anna.session.apply(order)
    letter = anna.play()
    for path in (letter, anna.own):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert anna.open(anna.own).game.log
    assert bert.open(letter).game.log
