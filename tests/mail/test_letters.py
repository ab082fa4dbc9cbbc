"""Letters as files: their names and words, and what becomes of those that come late, twice or to the wrong person."""

import shutil

import pytest

from tests.mail.post import SPEARHEAD, Player, changed, exchange
from westwall_tui import __version__
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.reach import LARGEST_SAVE
from westwall_tui.files.savefiles import list_saves, read_info
from westwall_tui.files.saves import read_save
from westwall_tui.files.scenarios import load_scenario, scenario_of
from westwall_tui.mail.opening import Terms, begin, name_of
from westwall_tui.mail.steps import LetterStep


def told(player, path):
    with pytest.raises(FileError) as caught:
        player.open(path)
    assert len(caught.value.faults) == 1, caught.value
    return str(caught.value)


def test_a_letter_is_named_by_battle_turn_and_reader(anna):
    anna.begin("Bert")
    letter = anna.sent()
    assert letter.name == "bastogne-t1-to-bert.toml"
    text = letter.with_suffix(".txt").read_text()
    assert text.startswith("Subject: Bastogne: Spearhead by mail, Game-Turn 1 of 7, 18 Dec a.m.\n\nBert,\n\n")
    assert "I invite you to a game by mail. You play US, I play German." in text
    assert "Points" not in text  # nobody holds Bastogne while the US sets up
    assert text.endswith("\n\n    westwall mail bastogne-t1-to-bert.toml\n\nAnna\n")


@pytest.mark.slow
def test_a_letter_tells_what_happened_and_how_it_stands(anna, bert):
    anna.begin("Bert")
    exchange(anna, bert, 3)
    text = anna.session.written.text
    assert "German brought in" in text
    assert "Points: German " in text
    assert "Now it is yours: US moves." in text
    assert text.count(". ") < 12


def test_lists_and_titles_say_whose_move_it_is(anna, bert):
    anna.begin("Bert")
    assert [info.mail for info in list_saves()] == ["Bert's move"]
    bert.open(anna.sent())
    (info,) = list_saves()
    assert info.mail == "your move"
    assert info.about == "Bastogne: Spearhead by mail, turn 1: your move"
    assert info.plain()["mail"] == "your move"
    assert read_info(anna.sent()).mail == "a letter to Bert"


def test_a_letter_may_be_opened_again(anna, bert):
    anna.begin("Bert")
    letter = anna.sent()
    session = bert.open(letter)
    assert session.notes[0] == "Anna invites you, Bert, to a game by mail. You play US"
    order = next(session.game.legal())
    session.apply(order)
    again = bert.open(letter)
    assert again.notes == ("You opened Anna's letter 1 before. The game is as you left it",)
    assert again.game.log == [str(order)]
    assert len(list_saves()) == 1


def test_a_letter_is_for_its_reader(anna, bert, tmp_path, monkeypatch):
    anna.begin("Bert")
    letter = exchange(anna, bert, 2)
    assert "this is your own letter to Anna: mail it" in told(bert, letter)
    flipped = changed(letter, lambda data: data["mail"].update(began="US"), "flipped.toml")
    assert "this letter, but bastogne-with-bert.toml knows no such letter of yours" in told(anna, flipped)
    carla = Player("Carla", tmp_path / "carla", monkeypatch)
    assert "this letter is for Anna, and the game of Anna and Bert is not on this computer" in told(carla, letter)


@pytest.mark.slow
def test_a_letter_that_answers_another_than_the_one_being_written(anna, bert):
    """Bert has put an older file back, in the middle of a letter that he has sent since."""
    anna.begin("Bert")
    bert.open(anna.sent())
    bert.session.apply(next(bert.session.game.legal()))
    old = bert.own.read_bytes()
    anna.open(bert.play())
    letter = anna.play()
    bert.own.write_bytes(old)
    assert told(bert, letter) == (
        "westwall mail: Anna's letter 3 answers your letter 2, which this file has not written yet. "
        "If you did write it, move bastogne-with-anna.toml away and open the letter again"
    )
    bert.own.rename(bert.home / "away.toml")
    assert bert.open(letter).mailed.number == 3


@pytest.mark.slow
def test_a_letter_that_is_lost_is_written_again(anna, bert):
    anna.begin("Bert")
    lost = anna.play()
    before = read_save(lost)
    shutil.rmtree(lost.parent)
    session = anna.open(anna.own)
    assert session.waiting == (
        "Your letter to Bert is written (again: westwall mail bastogne-with-bert.toml --again). "
        "The game waits for the answer"
    )
    assert session.send()
    after = read_save(session.written.file)
    assert (after.game.log, after.mail) == (before.game.log, before.mail)
    assert session.send()
    assert len([*lost.parent.glob("*.toml")]) == 1
    bert.open(session.written.file)
    assert not bert.session.send()
    assert bert.session.trouble == "Anna has answered your last letter: it is your turn"


@pytest.mark.slow
def test_a_file_that_is_lost_is_made_again_from_the_next_letter(anna, bert):
    anna.begin("Bert")
    letter = exchange(anna, bert, 4)
    shutil.rmtree(anna.home / "saves")
    session = anna.open(letter)
    assert session.notes == (
        "Your own file is gone, or changed. bastogne-with-bert.toml is made from the letter, as Bert has the game",
    )
    assert session.game.digest() == bert.session.game.digest()
    bert.open(anna.play())


@pytest.mark.slow
def test_an_older_file_catches_up(anna, bert):
    anna.begin("Bert")
    exchange(anna, bert, 2)
    anna.open(bert.sent())
    old = anna.own.read_bytes()
    anna.play()
    bert.open(anna.sent())
    letter = bert.play()
    anna.own.write_bytes(old)
    session = anna.open(letter)
    assert session.notes == ("Your file did not know your letter 3 yet; it is now as Bert's letter has it",)
    assert session.mailed.number == 4
    assert session.step is LetterStep.WRITER


# -- an invitation says what is not as usual


def invited_to(anna, bert, scenario, **chosen):
    """What Bert is told of a game that Anna begins."""
    anna.sit_down()
    bert_begins = Game(scenario, seed=None).side
    session = begin(scenario, Terms(1 - bert_begins, ("Anna", "Bert")), anna.ask, **chosen)
    assert session.written is not None
    return bert.open(session.written.file).notes


@pytest.mark.slow
def test_an_invitation_says_that_its_scenario_did_not_come_with_the_program(anna, bert):
    shipped = load_scenario(SPEARHEAD)
    assert shipped.texts is not None
    texts = shipped.texts
    stronger = texts.units._replace(text=texts.units.text.replace('"6-4-12"', '"9-9-12"'))
    own = scenario_of(texts._replace(units=stronger), SPEARHEAD)
    told = "Its scenario, bastogne/spearhead, is not one that came with your program: its files came with the letter"
    assert told in invited_to(anna, bert, own)
    assert told not in invited_to(anna, bert, shipped)


def test_a_letter_of_another_version_says_so(anna, bert):
    anna.begin("Bert")
    other = changed(anna.sent(), lambda data: data.update(program="9.9.0", rules=5))
    notes = bert.open(other).notes
    assert f"Version 9.9.0 of the program wrote the letter, and yours is {__version__}" in notes
    assert any(note.startswith("The letter was written with other rules") for note in notes)


def test_where_each_decides_for_himself_no_letter_is_said_to_be_a_whole_turn(anna):
    text = " ".join(anna.begin("Bert", defense="letters").written.text.split())
    assert "Dice: nobody can change a die. Defense: each decides for himself" in text
    assert "The game is in the attached file, bastogne-t1-to-bert.toml. To go on, save it and type:" in text
    assert "I had nothing to decide this time. This letter seals my dice." in text
    assert ".." not in text


def test_an_invitation_says_what_was_chosen(anna, bert):
    told = invited_to(anna, bert, load_scenario("remagen/historical"), strict=True, options={"no-limit": True})
    assert "Not as usual: Ignore the U.S. Limit of Advance (15.0)" in told
    assert "Not as usual: strict, so that no order can be taken back (5.15)" in told


# -- a letter is somebody else's file


@pytest.mark.parametrize("name", ["", "  ", "a\x1b[31m", "x" * 61])
def test_a_name_that_cannot_be(name):
    with pytest.raises(FileError, match="cannot be a player's name"):
        name_of(name)


def test_a_name_is_no_path(anna):
    anna.begin("../../etc/passwd")
    assert anna.sent().name == "bastogne-t1-to-etc-passwd.toml"
    assert anna.own.name == "bastogne-with-etc-passwd.toml"
    assert anna.sent().parent == anna.home / "saves" / "letters"


def test_both_players_have_names_of_their_own(anna):
    with pytest.raises(FileError, match="both players cannot be called 'Anna'"):
        anna.begin("Anna")


LIARS = [
    (lambda data: data["mail"].update(players=["An\x1b[31mna", "Bert"]), "U+001B, which is not plain text"),
    (lambda data: data["mail"].update(players=["x" * 99, "Bert"]), "longer than 60 characters"),
    (lambda data: data["mail"].update(players=["Anna"]), "must be two names"),
    (lambda data: data["mail"].update(game="../../x"), "must be 32 hexadecimal digits"),
    (lambda data: data["mail"].update(began="Martian"), "'Martian' is not one of German, US"),
    (lambda data: data["mail"].update(ends=[0] * 2000), "has more than 900 letters"),
    (lambda data: data["mail"].update(ends=[-1]), "must be 1 whole numbers"),
    (lambda data: data["mail"].update(ends=[3]), "its letters do not end where its orders do"),
    (lambda data: data["mail"].update(ends=[], shares=[]), "there is no letter in this file"),
    (lambda data: data["mail"].update(standing=["x" * 500, ""]), "longer than 400 characters"),
    (lambda data: data["mail"].update(box="x" * 5000), "longer than 4000 characters"),
    (lambda data: data["mail"].update(sealed=["0 " + "a" * 64]), "it seals an order that is no secret note"),
    (lambda data: data["mail"].update(opened=["0 " + "a" * 32 + " x"]), "has a note that was never sealed"),
    (lambda data: data["mail"].update(yours="US"), "no letter, and what it needs is not on this computer"),
    (lambda data: data["mail"].update(more=1), "is not known here"),
    (lambda data: data.pop("mail"), "is no game by mail"),
    (lambda data: data.update(format=99), "reads only up to 1; get a newer one"),
    (lambda data: data.update(mail="x"), "must be a table"),
]


@pytest.mark.parametrize(("change", "sentence"), LIARS)
def test_a_lie_in_a_letter_is_a_sentence(anna, bert, change, sentence):
    anna.begin("Bert")
    bert.sit_down()
    with pytest.raises(FileError) as caught:
        bert.open(changed(anna.sent(), change))
    assert any(sentence in str(fault) for fault in caught.value.faults), caught.value
    assert all("\n" not in str(fault) for fault in caught.value.faults)
    assert not list_saves()


def test_a_letter_that_is_too_large_or_no_letter(anna, bert, tmp_path):
    large = tmp_path / "large.toml"
    large.write_text("#" * (LARGEST_SAVE + 1))
    assert "too large for a file of this game" in told(bert, large)
    anna.begin("Bert")
    cut = tmp_path / "cut.toml"
    cut.write_text(anna.sent().read_text()[:900])
    with pytest.raises(FileError):
        bert.open(cut)
    bert.sit_down()
    assert not list_saves()


def test_another_program_version_is_named(anna, bert):
    """A letter whose orders this version refuses is not carried on from its snapshot, as a save would be."""
    anna.begin("Bert", SPEARHEAD, 1)
    letter = anna.play()
    other = changed(letter, lambda data: data["orders"]["log"].insert(0, "move 52 0101"))
    assert "this version of the game cannot replay it" in told(bert, other)
