"""Letters as files, and a player's own file of the game."""

import shutil
from dataclasses import replace

import pytest

from tests.every import every
from tests.mail.post import SPEARHEAD, Player, changed, exchange
from westwall_tui import __version__
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.disk.reach import LARGEST_SAVE
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.catalog import list_saves, read_info
from westwall_tui.files.saves.file import read_save, write_save
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_of
from westwall_tui.mail.checking import LetterStep, first_wrong_die
from westwall_tui.mail.letters import own_text
from westwall_tui.mail.opening import Terms, begin, name_of
from westwall_tui.mail.shares import Secret


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
    assert "Your turn: The U.S. may move units or end the phase." in " ".join(text.split())
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
    assert session.waiting == "Your letter to Bert is written (bastogne-t1-to-bert.toml). The game waits for the answer"
    after = read_save(session.written.file)
    assert (after.game.log, after.mail) == (before.game.log, before.mail)
    assert session.send()
    assert len([*lost.parent.glob("*.toml")]) == 1
    assert anna.open(anna.own).waiting == (
        "Your letter to Bert is written (again: westwall mail bastogne-with-bert.toml --again). "
        "The game waits for the answer"
    )
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


@every("name", ["", "  ", "a\x1b[31m", "x" * 61])
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
    (lambda data: data.update(format=99), "reads only up to 2; get a newer one"),
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


NOT_OURS = "but it is not as this computer wrote it"


@pytest.fixture
def invited(anna, bert):
    """Bert has opened the invitation and has not answered yet."""
    anna.begin("Bert")
    letter = anna.sent()
    bert.open(letter)
    return anna, bert, letter


def mail_of(save):
    assert save.mail is not None
    return save.mail


def as_berts(letter, name, **change):
    """The letter as somebody makes it look like Bert's own file."""
    save = read_save(letter)
    save.mail = replace(mail_of(save), yours=1, **change)
    path = letter.with_name(name)
    path.write_text(write_save(save))
    return path


def refused(player, path):
    own = player.own.read_bytes()
    with pytest.raises(FileError) as caught:
        player.open(path)
    assert player.own.read_bytes() == own
    assert len(caught.value.faults) == 1
    return str(caught.value)


def padded(save, letters):
    """So many letters, as if all but those that are there had been written in between."""
    mailed = save.mail
    more = letters - mailed.number
    return {"ends": mailed.ends + [mailed.start] * more, "shares": mailed.shares + ["ab" * 32] * more}


def test_a_letter_that_says_that_it_is_your_own_file_is_refused(invited):
    """Padded with letters that nobody wrote, it would have Bert open a share far ahead."""
    _, bert, letter = invited
    forged = as_berts(letter, "letter.toml", **padded(read_save(letter), 21))
    assert NOT_OURS in refused(bert, forged)
    assert NOT_OURS in refused(bert, as_berts(letter, "same.toml"))


def test_a_seal_that_was_copied_from_another_text_is_none(invited):
    _, bert, letter = invited
    seal = bert.own.read_text().splitlines()[-1]
    forged = as_berts(letter, "letter.toml", standing=["Run", ""])
    forged.write_text(forged.read_text() + seal + "\n")
    assert NOT_OURS in refused(bert, forged)
    text = bert.own.read_text()
    forged.write_text(text.replace('"Anna"', '"Anne"'))
    assert NOT_OURS in refused(bert, forged)


def test_a_forged_file_does_not_stand_before_your_own(invited):
    anna, bert, letter = invited
    (bert.home / "saves" / "aaa.toml").write_text(
        as_berts(letter, "x.toml", **padded(read_save(letter), 21)).read_text()
    )
    session = bert.open(letter)
    assert session.path.name == "bastogne-with-anna.toml"
    assert session.mailed.number == 1
    bert.play()
    assert anna.open(bert.sent()).mailed.number == 2


def test_of_two_files_of_yours_the_one_that_knows_most_counts(invited):
    _, bert, letter = invited
    old = bert.own.read_text()
    bert.session.apply(next(bert.session.game.legal()))
    (bert.home / "saves" / "aaa.toml").write_text(old)
    assert bert.open(letter).path.name == "bastogne-with-anna.toml"
    assert len(bert.session.game.log) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda save: padded(save, 21), "your letter 2 in it is not yours"),
        (lambda save: padded(save, 2), "your letter 2 in it is not yours"),
        (lambda save: {"ends": [5]}, "its letters do not end where its orders do"),
    ],
)
def test_an_own_file_is_checked_in_full(invited, change, told):
    """Even where its seal is good."""
    _, bert, _ = invited
    bert.sit_down()
    save = read_save(bert.own)
    secret = Secret.kept(mail_of(save).game, 1)
    assert secret is not None
    save.mail = replace(mail_of(save), **change(save))
    bert.own.write_text(own_text(save, secret))
    assert refused(bert, bert.own).endswith(f"your own file is refused: {told}")


def with_other_dice(letter, seed):
    """A letter whose dice come from a seed, or without one are typed in."""
    save = read_save(letter)
    game = Game(save.game.scenario, seed=seed)
    game.replay(save.game.log)
    path = letter.with_name(f"other-{seed}.toml")
    path.write_text(write_save(replace(save, game=game, drawn=False)))
    return path


@pytest.mark.parametrize("seed", [7, None])
def test_dice_that_are_not_those_of_mail_are_refused(anna, bert, seed):
    """A seed would make all dice, and whoever chose it knows them."""
    anna.begin("Bert")
    with pytest.raises(FileError, match="its dice are not those of a game by mail"):
        bert.open(with_other_dice(anna.sent(), seed))
    assert not list_saves()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, None])
def test_such_dice_are_refused_in_mid_game_too(invited, seed):
    anna, bert, _ = invited
    letter = with_other_dice(bert.play(), seed)
    anna.sit_down()
    assert "its dice are not those of a game by mail" in refused(anna, letter)
    assert first_wrong_die(read_save(letter)) == "its dice are not those of a game by mail"


@pytest.mark.slow
def test_standing_orders_that_were_changed_on_the_way_are_noticed(anna, bert):
    """Anna's answer shows her that Bert got others; a letter that is opened twice, that it was changed since."""
    anna.begin("Bert", standing="Hold Noville")
    letter = anna.sent()
    bert.open(changed(letter, lambda data: data["mail"].update(standing=["Run", ""])))
    assert refused(bert, letter).endswith("its standing orders are others")
    answer = bert.play()
    anna.open(anna.own)
    anna.session.give_standing_orders("Hold Bastogne")  # for her next letter
    assert refused(anna, answer).endswith("your standing orders in it are not those that you sent")
    good = changed(answer, lambda data: data["mail"].update(standing=["Hold Noville", "Dig in"]))
    assert anna.open(good).mailed.standing == ["Hold Bastogne", "Dig in"]


def test_an_invitation_gives_no_standing_orders_for_who_is_invited(anna, bert):
    anna.begin("Bert")
    with pytest.raises(FileError, match="your standing orders in it are not those that you sent"):
        bert.open(changed(anna.sent(), lambda data: data["mail"].update(standing=["", "Run"])))


def test_a_letter_that_is_written_again_has_the_standing_orders_it_had(anna):
    anna.begin("Bert", standing="Hold Noville")
    anna.session.give_standing_orders("Hold Bastogne")
    assert anna.session.send()
    assert mail_of(read_save(anna.sent())).standing == ["Hold Noville", ""]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 401, "has 401"),
        ("Hold\x1b[31m", r"holds the character U\+001B"),
        ("a\u200db", r"holds the character U\+200D"),
    ],
)
def test_standing_orders_that_no_file_may_have_begin_no_game(anna, text, why):
    with pytest.raises(FileError, match=f"standing orders are one line of at most 400 characters, and this {why}"):
        anna.begin("Bert", standing=text)
    assert not [*anna.home.rglob("*.toml")]


# -- one game open twice


def test_a_game_that_is_open_twice_is_kept_once(invited):
    """What the second terminal does is refused with a sentence: no second file, and no letter with two texts."""
    _, bert, letter = invited
    first, second = bert.session, bert.open(letter)
    written = bert.play()
    text, own = written.read_text(), bert.own.read_text()
    first.apply(next(first.game.legal()))
    assert "is this game open in a second terminal? Leave here, and open it again" in first.trouble
    while first.step is LetterStep.WRITER:
        first.apply(queries.default_order(first.game))
    assert first.written is None
    assert (written.read_text(), bert.own.read_text()) == (text, own)
    assert len([*(bert.home / "saves").rglob("*.toml")]) == 2
    assert not second.trouble


def test_another_letter_with_the_same_dice_does_not_replace_the_first(invited):
    """An older file was put back, and played on otherwise."""
    _, bert, letter = invited
    old = bert.own.read_bytes()
    first = bert.play()
    text = first.read_text()
    bert.own.write_bytes(old)
    session = bert.open(letter)
    session.apply("done" if "done" in map(str, session.game.legal()) else "concede")
    while session.step is LetterStep.WRITER:
        session.apply("concede")
    assert session.written.file.name == "bastogne-t1-to-anna-2.toml"
    assert first.read_text() == text
