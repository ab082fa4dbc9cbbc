"""A player's own file: only one that this computer wrote is taken, and it is checked like a letter."""

from dataclasses import replace

import pytest

from tests.mail.post import changed
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.savefiles import list_saves
from westwall_tui.files.saves import read_save, write_save
from westwall_tui.mail.checking import first_wrong_die
from westwall_tui.mail.own import own_text
from westwall_tui.mail.shares import Secret
from westwall_tui.mail.steps import LetterStep

NOT_OURS = "but this computer has not written it as it is"


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
    assert refused(bert, bert.own).endswith(f"your own file cannot be taken: {told}")


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


@pytest.mark.parametrize("text", ["x" * 401, "Hold\x1b[31m"])
def test_standing_orders_that_no_file_may_have_begin_no_game(anna, text):
    with pytest.raises(FileError, match="standing orders are one line of at most 400 characters"):
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
