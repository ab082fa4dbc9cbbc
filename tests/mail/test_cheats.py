"""Somebody cheats: each trick is one plain sentence, and the game stays as it was."""

import os
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tests.mail.conftest import drawn_alike
from tests.mail.post import Player, changed, copy_of, exchange
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import read_save, write_save
from westwall_tui.files.saves.mailed import Mailed
from westwall_tui.mail.checking import LetterStep, computers_answer

pytestmark = pytest.mark.slow

LETTERS = 5


def mail_of(letter: Path) -> Mailed:
    """What a letter says of the game by mail."""
    mailed = read_save(letter).mail
    assert mailed is not None
    return mailed


def set_term(key, value, data):
    data["mail"][key] = value


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A game of five letters, the last of which has dice in it and is not opened yet: Anna's and Bert's folders."""
    monkeypatch = pytest.MonkeyPatch()
    for start in count(0, 1_000):  # the first secrets whose game has what the tests need
        monkeypatch.setattr(os, "urandom", drawn_alike(start))
        root = tmp_path_factory.mktemp("cheats")
        anna, bert = (Player(name, root / name.lower(), monkeypatch, thinks=True) for name in ("Anna", "Bert"))
        anna.begin("Bert")
        letter = exchange(anna, bert, LETTERS)
        words = [line.split()[0] for line in read_save(letter).game.log[mail_of(letter).ends[-2] :]]
        if {"roll", "fpf"} <= {*words}:
            yield anna, bert, letter, copy_of(root)
            break
    monkeypatch.undo()


@pytest.fixture
def game(played):
    anna, bert, letter, restore = played
    restore()
    return anna, bert, letter


def refusal(player, letter):
    """The sentence that refuses a letter; it changes nothing."""
    own = player.own.read_bytes()
    with pytest.raises(FileError) as caught:
        player.open(letter)
    player.sit_down()
    assert player.own.read_bytes() == own
    assert len(caught.value.faults) == 1
    told = str(caught.value)
    assert "\n" not in told
    return told


def replayed(letter, log):
    """A letter with other orders, and a snapshot that fits them."""
    save = read_save(letter)
    game = save.game.root()
    game.replay(log)
    save.game = game
    return save


def forged(letter, log, change=lambda mailed: None):
    """A letter that is whole in itself, though its orders are others."""
    save = replayed(letter, log)
    save.mail.ends[-1] = len(log)
    change(save.mail)
    path = letter.with_name("forged.toml")
    path.write_text(write_save(save))
    return path


def test_the_letter_itself_is_good(game):
    _, bert, letter = game
    assert bert.open(letter).step is LetterStep.WRITER


def test_a_die_that_was_changed(game):
    """A roll is changed to one that changes nothing in the orders after it."""
    _, bert, letter = game
    log = read_save(letter).game.log
    at = max(i for i, line in enumerate(log) if line.startswith("roll "))
    for die in range(1, 7):
        other = [*log[:at], f"roll {die}"]
        if log[at] == f"roll {die}":
            continue
        told = refusal(bert, forged(letter, other))
        assert "of its letter 5 fell on" in told
        assert f"'roll {die}'" in told


def test_other_shares_than_those_that_were_sealed(game):
    _, bert, letter = game
    told = refusal(bert, changed(letter, lambda data: data["mail"]["shares"].__setitem__(-1, "ab" * 32)))
    assert told == "westwall mail: Anna's letter is refused: its dice are not those that were sealed before"


def test_an_order_of_an_earlier_letter_that_was_changed(game):
    _, bert, letter = game
    log = [*read_save(letter).game.log]
    at = next(i for i, line in enumerate(log) if line.startswith("deploy "))
    log[at], log[at + 1] = log[at + 1], log[at]
    told = refusal(bert, forged(letter, log))
    assert "it changes what happened before: order 1 is" in told


def test_an_illegal_order(game):
    _, bert, letter = game
    told = refusal(bert, changed(letter, lambda data: data["orders"]["log"].insert(-1, "move 1/902 0101")))
    assert "this version of the game cannot replay it" in told
    assert "move 1/902 0101" in told


def test_a_letter_that_stops_in_the_middle(game):
    _, bert, letter = game
    log = read_save(letter).game.log[: mail_of(letter).ends[-2] + 2]
    assert "it stops in the middle of a turn" in refusal(bert, forged(letter, log))


def test_a_letter_that_decides_for_the_other_side(game):
    _, bert, letter = game
    log = [*read_save(letter).game.log]
    save = replayed(letter, log)
    order = next(save.game.legal())
    told = refusal(bert, forged(letter, [*log, str(order)]))
    assert "it goes on where Bert is to decide" in told


def test_a_letter_that_concedes_for_the_other_side(game):
    _, bert, letter = game
    log = read_save(letter).game.log
    assert "is to decide" in refusal(bert, forged(letter, [*log, "concede"]))
    at = next(i for i, line in enumerate(log) if line.startswith("fpf") and i >= mail_of(letter).ends[-2])
    assert "it concedes for the other side" in refusal(bert, forged(letter, [*log[:at], "concede"]))


def test_an_answer_that_the_computer_did_not_give_is_told(anna, bert, monkeypatch):
    """It is told and not refused: another version of the computer may decide otherwise."""
    anna.begin("Bert")
    letter = exchange(anna, bert, 4)
    forged_answers = []

    def other_answer(game, mailed):
        answer = computers_answer(game, mailed)
        other = next((order for order in game.legal() if str(order) != str(answer)), None)
        forged_answers.append(other)
        return answer if other is None else other

    monkeypatch.setattr("westwall_tui.mail.session.computers_answer", other_answer)
    anna.open(letter)
    letter = anna.play()
    assert any(forged_answers)
    opened = bert.open(letter)
    assert len(opened.notes) == sum(each is not None for each in forged_answers)
    assert opened.notes[0].startswith("Anna says that the computer decided '")
    assert opened.notes[0].endswith("With the same version of the game that cannot be")


def test_other_terms(game):
    _, bert, letter = game
    for key, value, what in (("dice", "together", "dice"), ("defense", "orders", "rules of defense")):
        told = refusal(bert, changed(letter, partial(set_term, key, value)))
        assert f"its {what} are not those that were agreed" in told
    told = refusal(bert, changed(letter, lambda data: data["options"].__setitem__("strict", True)))
    assert "its options are not those" in told
    told = refusal(bert, changed(letter, lambda data: data["mail"].__setitem__("players", ["Anna", "Mallory"])))
    assert "its players are not those" in told


def test_two_letters_of_one_number(game):
    """Anna writes her letter once more from an older file; the one that Bert opened first counts."""
    _, bert, letter = game
    first = letter.read_bytes()
    bert.open(letter)
    other = forged(letter, [*read_save(letter).game.log[:-1], "concede"])
    told = refusal(bert, other)
    assert "you opened another letter 5 of Anna's before, and the first one counts" in told
    letter.write_bytes(first)
    assert bert.open(letter).notes == ("You opened Anna's letter 5 before. The game is as you left it",)


def test_nobody_takes_back_what_stands_in_a_letter(game):
    anna, bert, letter = game
    anna.open(anna.own)
    for take_back in (anna.session.undo, anna.session.redo):
        with pytest.raises(IllegalOrder, match="your letter is written"):
            take_back()
    with pytest.raises(IllegalOrder, match="Your letter to Bert is written"):
        anna.session.apply("concede")
    bert.open(letter)
    with pytest.raises(IllegalOrder, match="nothing has been done in this letter yet"):
        bert.session.undo()


def test_the_seats_stay_as_they_are(game):
    anna, _, _ = game
    opened = anna.open(anna.own)
    assert len(opened.may_sit(0)) == 1
    with pytest.raises(IllegalOrder, match="nobody else plays a side"):
        opened.sit(1, opened.seats[0])
    with pytest.raises(IllegalOrder, match="not at a terminal"):
        opened.say("hello")


def test_an_ordinary_game_does_not_go_on_from_it(game):
    from westwall_tui.files.sessions.local import LocalSession

    anna, _, letter = game
    for path in (anna.own, letter):
        with pytest.raises(FileError, match=f"goes by mail: westwall mail {path.name}"):
            LocalSession.resume(path)


def test_an_own_file_says_where_its_secret_should_be(game):
    """Bert gets Anna's own file in place of the letter: nothing in it tells her dice to come."""
    anna, bert, _ = game
    secret = next((anna.home / "state").rglob("*-first.toml")).read_text().split('secret = "')[1][:64]
    assert secret not in anna.own.read_text()
    told = refusal(bert, anna.own)
    assert "bastogne-with-bert.toml is Anna's own file of a game by mail, no letter" in told
    assert "ask for the letter" in told
