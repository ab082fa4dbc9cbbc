"""Cheating by mail: every attempt is refused in one sentence, and the game does not change."""

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
    """Return a letter's data about the game by mail."""
    mailed = read_save(letter).mail
    assert mailed is not None
    return mailed


def set_term(key, value, data):
    data["mail"][key] = value


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play a game of five letters, with dice in the last, which Bert has not opened yet."""
    monkeypatch = pytest.MonkeyPatch()
    for start in count(0, 1_000):  # until the last letter has dice and Final Protective Fire
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
    """Return the sentence that refuses a letter, and check that nothing has changed."""
    own = player.own.read_bytes()
    with pytest.raises(FileError) as caught:
        player.open(letter)
    player.sit_down()
    assert player.own.read_bytes() == own
    assert len(caught.value.faults) == 1
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def replayed(letter, log):
    """Return the save of a letter with other orders and a snapshot that fits them."""
    save = read_save(letter)
    game = save.game.root()
    game.replay(log)
    save.game = game
    return save


def forged(letter, log, change=lambda mailed: None):
    """Write a letter with other orders that is consistent in itself, and return its path."""
    save = replayed(letter, log)
    save.mail.ends[-1] = len(log)
    change(save.mail)
    path = letter.with_name("forged.toml")
    path.write_text(write_save(save))
    return path


def test_the_genuine_letter_is_accepted(game):
    _, bert, letter = game
    assert bert.open(letter).step is LetterStep.WRITER


def test_a_changed_die_is_refused(game):
    """The forged roll leaves the orders after it legal."""
    _, bert, letter = game
    log = read_save(letter).game.log
    at = max(i for i, line in enumerate(log) if line.startswith("roll "))
    for die in range(1, 7):
        other = [*log[:at], f"roll {die}"]
        if log[at] == f"roll {die}":
            continue
        sentence = refusal(bert, forged(letter, other))
        assert f"but the letter has 'roll {die}'" in sentence


def test_shares_other_than_the_sealed_ones_are_refused(game):
    _, bert, letter = game
    sentence = refusal(bert, changed(letter, lambda data: data["mail"]["shares"].__setitem__(-1, "ab" * 32)))
    assert sentence == "westwall mail: Anna's letter is refused: its dice are not those that were sealed before"


def test_a_changed_order_of_an_earlier_letter_is_refused(game):
    _, bert, letter = game
    log = [*read_save(letter).game.log]
    at = next(i for i, line in enumerate(log) if line.startswith("deploy "))
    log[at], log[at + 1] = log[at + 1], log[at]
    assert "it changes an earlier order: order 1 was" in refusal(bert, forged(letter, log))


def test_an_illegal_order_is_refused(game):
    _, bert, letter = game
    sentence = refusal(bert, changed(letter, lambda data: data["orders"]["log"].insert(-1, "move 1/902 0101")))
    assert "this version of the game cannot replay it: order " in sentence
    assert "move 1/902 0101" in sentence
    assert sentence.endswith("If the same version wrote it, somebody has changed it")


def test_a_letter_that_stops_in_the_middle_is_refused(game):
    _, bert, letter = game
    log = read_save(letter).game.log[: mail_of(letter).ends[-2] + 2]
    assert "it stops in the middle of a turn" in refusal(bert, forged(letter, log))


def test_a_letter_that_decides_for_the_other_side_is_refused(game):
    _, bert, letter = game
    log = [*read_save(letter).game.log]
    save = replayed(letter, log)
    order = next(save.game.legal())
    assert "it continues past a decision that belongs to Bert" in refusal(bert, forged(letter, [*log, str(order)]))


def test_a_letter_that_concedes_for_the_other_side_is_refused(game):
    _, bert, letter = game
    log = read_save(letter).game.log
    assert "belongs to Bert" in refusal(bert, forged(letter, [*log, "concede"]))
    at = next(i for i, line in enumerate(log) if line.startswith("fpf") and i >= mail_of(letter).ends[-2])
    assert "it concedes for the other side" in refusal(bert, forged(letter, [*log[:at], "concede"]))


def test_another_decision_of_the_computer_is_reported(anna, bert, monkeypatch):
    """The letter is not refused, because another version of the computer may decide otherwise."""
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
    assert opened.notes[0].startswith("In Anna's letter the computer decided '")
    assert opened.notes[0].endswith("This cannot happen if both of you have the same version of the game")


def test_other_terms_are_refused(game):
    _, bert, letter = game
    for key, value, what in (("dice", "together", "dice"), ("defense", "orders", "rules of defense")):
        sentence = refusal(bert, changed(letter, partial(set_term, key, value)))
        assert f"its {what} are not those that you agreed on" in sentence
    sentence = refusal(bert, changed(letter, lambda data: data["options"].__setitem__("strict", True)))
    assert "its options are not those" in sentence
    sentence = refusal(bert, changed(letter, lambda data: data["options"].__setitem__("start-german", 3)))
    assert "its options are not those" in sentence, "points at the start are agreed on, too"
    sentence = refusal(bert, changed(letter, lambda data: data["mail"].__setitem__("players", ["Anna", "Mallory"])))
    assert "its players are not those" in sentence


def test_a_second_version_of_a_letter_is_refused(game):
    """Anna writes her letter again from an older file, but Bert has already opened the first one."""
    _, bert, letter = game
    first = letter.read_bytes()
    bert.open(letter)
    other = forged(letter, [*read_save(letter).game.log[:-1], "concede"])
    assert "you have already opened another version of Anna's letter 5, which counts" in refusal(bert, other)
    letter.write_bytes(first)
    assert bert.open(letter).notes == ("You have already opened Anna's letter 5. The game is as you left it",)


def test_orders_in_a_letter_cannot_be_undone(game):
    anna, bert, letter = game
    anna.open(anna.own)
    for take_back in (anna.session.undo, anna.session.redo):
        with pytest.raises(IllegalOrder, match="your letter is written"):
            take_back()
    with pytest.raises(IllegalOrder, match="Your letter to Bert is written"):
        anna.session.apply("concede")
    bert.open(letter)
    with pytest.raises(IllegalOrder, match="you have given no orders in this letter yet"):
        bert.session.undo()


def test_undo_of_a_whole_turn_ends_where_the_letter_begins(game):
    _, bert, letter = game
    bert.open(letter)
    before = bert.session.game.log[:]
    for _ in range(2):
        bert.session.apply(next(order for order in bert.session.game.legal() if order.word == "move"))
    bert.session.undo("turn")
    assert bert.session.game.log == before
    bert.session.redo()
    assert len(bert.session.game.log) == len(before) + 2


def test_seats_cannot_change(game):
    anna, _, _ = game
    opened = anna.open(anna.own)
    assert len(opened.may_sit(0)) == 1
    with pytest.raises(IllegalOrder, match="only you and Bert can play"):
        opened.sit(1, opened.seats[0])
    with pytest.raises(IllegalOrder, match="not at a terminal"):
        opened.say("hello")


def test_an_ordinary_session_cannot_resume_it(game):
    from westwall_tui.files.sessions.local import LocalSession

    anna, _, letter = game
    for path in (anna.own, letter):
        with pytest.raises(FileError, match=f"is a game by mail; open it with: westwall mail {path.name}"):
            LocalSession.resume(path)


def test_an_own_file_opens_only_on_its_players_computer(game):
    """Bert gets Anna's own file instead of the letter; nothing in it reveals her next dice."""
    anna, bert, _ = game
    secret = next((anna.home / "state").rglob("*-first.toml")).read_text().split('secret = "')[1][:64]
    assert secret not in anna.own.read_text()
    sentence = refusal(bert, anna.own)
    assert "bastogne-with-bert.toml is Anna's own game file, not a letter" in sentence
    assert "ask for the letter" in sentence
