"""Letters as files, and a player's own file of the game."""

import shutil
from dataclasses import replace

import pytest

from tests.every import every
from tests.history.test_record import recorded
from tests.mail.post import SPEARHEAD, Player, changed, exchange
from westwall_tui import __version__
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.catalog import list_saves, read_info
from westwall_tui.files.saves.file import read_save, write_save
from westwall_tui.files.saves.private import Note, Private
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_of
from westwall_tui.files.sessions.sandbox import Sandboxes, in_earnest
from westwall_tui.mail.checking import LetterStep, first_wrong_die
from westwall_tui.mail.letter_text import NOTHING, entries_after, summarize
from westwall_tui.mail.letters import own_text
from westwall_tui.mail.opening import Terms, begin, name_of
from westwall_tui.mail.shares import Secret, dice_of


def refusal(player, path):
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
    assert "I invite you to a game by mail. You play the U.S., and I play the Germans." in text
    assert "The score" not in text  # nobody holds Bastogne during the set-up
    assert text.endswith("\n\n    westwall mail bastogne-t1-to-bert.toml\n\nAnna\n")


@pytest.mark.slow
def test_a_letter_sums_up_its_orders_and_gives_the_score(anna, bert):
    anna.begin("Bert")
    exchange(anna, bert, 3)
    text = anna.session.written.text
    assert "The Germans brought in" in text
    assert "The score is German 0 : U.S. 45." in text
    assert "It is your turn. The U.S. may move units or end the phase." in " ".join(text.split())
    assert text.count(". ") < 12


def test_examples_of_summaries():
    """These sentences show a reader how the templates sound."""
    examples = {
        "relief-greedy": (
            "The Germans moved eight units and brought in four units.",
            "The U.S. attacked at 0819, near Villeroux, and rolled a 3 (D2).",
            "They attacked one more time.",
        ),
        "campaign-greedy": ("The U.S. brought in six units.", "They attacked at 1416 Bastogne and rolled a 1 (D2)."),
        "remagen-historical-busy": (
            "The Germans moved 28 units.",
            "The U.S. lost 1/393 and 78A.",
            "The Germans took Linz: their units or zones were in every hex, and the enemy's were in none. "
            "The Germans gained 20 points.",
        ),
    }
    for name, sentences in examples.items():
        game = recorded(f"{name}.orders")
        summary = summarize(game, entries_after(game, len(game.log) - 60))
        assert [sentence for sentence in sentences if sentence not in summary] == []


def test_lists_and_titles_name_the_player_to_move(anna, bert):
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
    assert session.notes[0] == "Anna invites you, Bert, to a game by mail. You play the U.S."
    order = next(session.game.legal())
    session.apply(order)
    again = bert.open(letter)
    assert again.notes == ("You have already opened Anna's letter 1. The game is as you left it",)
    assert again.game.log == [str(order)]
    assert len(list_saves()) == 1


def test_a_letter_is_for_its_reader(anna, bert, tmp_path, monkeypatch):
    anna.begin("Bert")
    letter = exchange(anna, bert, 2)
    assert "this is your own letter to Anna: mail it" in refusal(bert, letter)
    flipped = changed(letter, lambda data: data["mail"].update(began="US"), "flipped.toml")
    assert "claims to be from you, but bastogne-with-bert.toml contains no such letter" in refusal(anna, flipped)
    carla = Player("Carla", tmp_path / "carla", monkeypatch)
    assert "this letter is for Anna, but the game of Anna and Bert is not on this computer" in refusal(carla, letter)


@pytest.mark.slow
def test_a_letter_that_answers_a_letter_missing_in_the_file(anna, bert):
    """Bert has restored an older file, from before the end of a letter that he has sent."""
    anna.begin("Bert")
    bert.open(anna.sent())
    bert.session.apply(next(bert.session.game.legal()))
    old = bert.own.read_bytes()
    anna.open(bert.play())
    letter = anna.play()
    bert.own.write_bytes(old)
    assert refusal(bert, letter) == (
        "westwall mail: Anna's letter 3 answers your letter 2, which is not yet in bastogne-with-anna.toml. "
        "If you have sent that letter, move bastogne-with-anna.toml away and open Anna's letter again"
    )
    bert.own.rename(bert.home / "away.toml")
    assert bert.open(letter).mailed.number == 3


@pytest.mark.slow
def test_a_lost_letter_is_written_again(anna, bert):
    anna.begin("Bert")
    lost = anna.play()
    before = read_save(lost)
    shutil.rmtree(lost.parent)
    session = anna.open(anna.own)
    assert (
        session.waiting
        == "Your letter to Bert is written (bastogne-t1-to-bert.toml). The game is waiting for the answer"
    )
    after = read_save(session.written.file)
    assert (after.game.log, after.mail) == (before.game.log, before.mail)
    assert session.send()
    assert len([*lost.parent.glob("*.toml")]) == 1
    assert anna.open(anna.own).waiting == (
        "Your letter to Bert is written (again: westwall mail bastogne-with-bert.toml --again). "
        "The game is waiting for the answer"
    )
    bert.open(session.written.file)
    assert not bert.session.send()
    assert bert.session.trouble == "Anna has answered your last letter; it is your turn"


@pytest.mark.slow
def test_a_lost_file_is_made_again_from_the_next_letter(anna, bert):
    anna.begin("Bert")
    letter = exchange(anna, bert, 4)
    shutil.rmtree(anna.home / "saves")
    session = anna.open(letter)
    assert session.notes == (
        "Your own file was missing or changed, so bastogne-with-bert.toml was made again from Bert's letter",
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
    assert session.notes == ("Your file did not contain your letter 3 yet, so it was updated from Bert's letter",)
    assert session.mailed.number == 4
    assert session.step is LetterStep.WRITER


# -- an invitation lists unusual terms


def invited_to(anna, bert, scenario, **chosen):
    """Return what Bert reads about a game that Anna begins."""
    anna.sit_down()
    bert_begins = Game(scenario, seed=None).side
    session = begin(scenario, Terms(1 - bert_begins, ("Anna", "Bert")), anna.ask, **chosen)
    assert session.written is not None
    return bert.open(session.written.file).notes


@pytest.mark.slow
def test_an_invitation_names_a_scenario_that_did_not_come_with_the_program(anna, bert):
    shipped = load_scenario(SPEARHEAD)
    assert shipped.texts is not None
    texts = shipped.texts
    stronger = texts.units._replace(text=texts.units.text.replace('"6-4-12"', '"9-9-12"'))
    own = scenario_of(texts._replace(units=stronger), SPEARHEAD)
    remark = "The scenario bastogne/spearhead did not come with your program; its files came with the letter"
    assert remark in invited_to(anna, bert, own)
    assert remark not in invited_to(anna, bert, shipped)


def test_a_letter_of_another_version_says_so(anna, bert):
    anna.begin("Bert")
    other = changed(anna.sent(), lambda data: data.update(program="9.9.0", rules=5))
    notes = bert.open(other).notes
    assert f"Version 9.9.0 of the program wrote the letter; yours is {__version__}" in notes
    assert any(note.startswith("The letter was written with other rules") for note in notes)


def test_an_invitation_does_not_promise_one_letter_per_turn_if_players_defend_by_letter(anna):
    text = " ".join(anna.begin("Bert", defense="letters").written.text.split())
    assert "Nobody can change a die. Each of us decides for ourselves, so some letters" in text
    assert "The game is in the attached file, bastogne-t1-to-bert.toml. To continue, save it and type:" in text
    assert "I had nothing to decide this time. This letter seals my dice." in text
    assert ".." not in text


def test_a_letter_names_an_attempt_to_blow_a_bridge_and_the_bridge_that_is_blown(anna, bert):
    session = anna.begin("Bert", "arnhem/historical", 0, defense="letters")
    session.apply("land 2/501 1207")
    answered = bert.open(anna.sent())
    answered.apply("demolish yes")
    text = answered.written.text
    assert "I try to blow the bridge." in text
    assert NOTHING not in text
    game = answered.game.root().rolled_by_hand()
    game.replay(answered.game.log)
    game.replay(["roll 1"])
    assert "Bridge 1207/1308 was blown." in summarize(game, entries_after(game, 1))


def test_an_invitation_lists_the_chosen_options(anna, bert):
    remarks = invited_to(anna, bert, load_scenario("remagen/historical"), strict=True, options={"no-limit": True})
    assert "Special rule: Ignore the U.S. Limit of Advance (15.0)" in remarks
    assert "Special rule: strict, so no order can be undone (5.15)" in remarks


def test_an_invitation_says_who_has_points_at_the_start(anna, bert):
    options = {"start-german": 6, "start-us": 0}
    remarks = invited_to(anna, bert, load_scenario("bastogne/spearhead"), options=options)
    assert "Special rule: Points at the start for the Germans: 6" in remarks
    assert not [remark for remark in remarks if "U.S.: 0" in remark]


# -- a letter comes from somebody else


@every("name", ["", "  ", "a\x1b[31m", "x" * 61])
def test_an_impossible_name_is_refused(name):
    with pytest.raises(FileError, match="cannot be a player's name"):
        name_of(name)


def test_a_name_is_not_used_as_a_path(anna):
    anna.begin("../../etc/passwd")
    assert anna.sent().name == "bastogne-t1-to-etc-passwd.toml"
    assert anna.own.name == "bastogne-with-etc-passwd.toml"
    assert anna.sent().parent == anna.home / "saves" / "letters"


def test_the_players_need_different_names(anna):
    with pytest.raises(FileError, match="both players are called 'Anna'; choose another name with --name"):
        anna.begin("Anna")


FALSE = [
    (lambda data: data["mail"].update(players=["An\x1b[31mna", "Bert"]), "U+001B, which is not plain text"),
    (lambda data: data["mail"].update(players=["x" * 99, "Bert"]), "longer than 60 characters"),
    (lambda data: data["mail"].update(players=["Anna"]), "must be two names"),
    (lambda data: data["mail"].update(game="../../x"), "must be 32 hexadecimal digits"),
    (lambda data: data["mail"].update(began="Martian"), "'Martian' is not one of German, US"),
    (lambda data: data["mail"].update(ends=[0] * 2000), "has more than 900 letters"),
    (lambda data: data["mail"].update(ends=[-1]), "must be 1 whole numbers"),
    (lambda data: data["mail"].update(ends=[3]), "its letters do not end where its orders do"),
    (lambda data: data["mail"].update(ends=[], shares=[]), "this file contains no letter"),
    (lambda data: data["mail"].update(standing=["x" * 500, ""]), "longer than 400 characters"),
    (lambda data: data["mail"].update(box="x" * 5000), "longer than 4000 characters"),
    (lambda data: data["mail"].update(sealed=["0 " + "a" * 64]), "it seals an order that isn't a secret note"),
    (lambda data: data["mail"].update(opened=["0 " + "a" * 32 + " x"]), "has a note that was never sealed"),
    (lambda data: data["mail"].update(yours="US"), "not a letter, and it can be opened only on Bert's computer"),
    (lambda data: data["mail"].update(more=1), "unknown key"),
    (lambda data: data.pop("mail"), "isn't a game by mail"),
    (lambda data: data.update(format=99), "reads only up to 2; get a newer one"),
    (lambda data: data.update(mail="x"), "must be a table"),
]


@pytest.mark.parametrize(("change", "sentence"), FALSE)
def test_a_false_letter_is_refused_in_one_sentence(anna, bert, change, sentence):
    anna.begin("Bert")
    bert.sit_down()
    with pytest.raises(FileError) as caught:
        bert.open(changed(anna.sent(), change))
    assert any(sentence in str(fault) for fault in caught.value.faults), caught.value
    assert all("\n" not in str(fault) for fault in caught.value.faults)
    assert not list_saves()


def test_a_letter_that_is_too_large_or_cut_is_refused(anna, bert, tmp_path):
    large = tmp_path / "large.toml"
    large.write_text("#" * (MAX_SAVE_SIZE + 1))
    assert "too large for a file of this game" in refusal(bert, large)
    anna.begin("Bert")
    cut = tmp_path / "cut.toml"
    cut.write_text(anna.sent().read_text()[:900])
    with pytest.raises(FileError):
        bert.open(cut)
    bert.sit_down()
    assert not list_saves()


def test_another_program_version_is_named(anna, bert):
    """A save would continue from its snapshot if this version refuses its orders, but a letter must not."""
    anna.begin("Bert", SPEARHEAD, 1)
    letter = anna.play()
    other = changed(letter, lambda data: data["orders"]["log"].insert(0, "move 52 0101"))
    assert "this version of the game cannot replay it" in refusal(bert, other)


NOT_OURS = "but this computer did not write it"


@pytest.fixture
def invited(anna, bert):
    """Have Bert open the invitation without answering it."""
    anna.begin("Bert")
    letter = anna.sent()
    bert.open(letter)
    return anna, bert, letter


def mail_of(save):
    assert save.mail is not None
    return save.mail


def as_berts(letter, name, **change):
    """Write a letter that looks like Bert's own file, and return its path."""
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
    """Return changes that pad a game with made-up letters."""
    mailed = save.mail
    more = letters - mailed.number
    return {"ends": mailed.ends + [mailed.start] * more, "shares": mailed.shares + ["ab" * 32] * more}


def test_a_letter_that_claims_to_be_the_players_own_file_is_refused(invited):
    """Padded with made-up letters, it would make Bert open a share far ahead."""
    _, bert, letter = invited
    forged = as_berts(letter, "letter.toml", **padded(read_save(letter), 21))
    assert NOT_OURS in refused(bert, forged)
    assert NOT_OURS in refused(bert, as_berts(letter, "same.toml"))


def test_a_seal_copied_from_another_text_is_not_valid(invited):
    _, bert, letter = invited
    seal = bert.own.read_text().splitlines()[-1]
    forged = as_berts(letter, "letter.toml", standing=["Run", ""])
    forged.write_text(forged.read_text() + seal + "\n")
    assert NOT_OURS in refused(bert, forged)
    text = bert.own.read_text()
    forged.write_text(text.replace('"Anna"', '"Anne"'))
    assert NOT_OURS in refused(bert, forged)


def test_a_forged_file_does_not_hide_the_players_own(invited):
    anna, bert, letter = invited
    (bert.home / "saves" / "aaa.toml").write_text(
        as_berts(letter, "x.toml", **padded(read_save(letter), 21)).read_text()
    )
    session = bert.open(letter)
    assert session.path.name == "bastogne-with-anna.toml"
    assert session.mailed.number == 1
    bert.play()
    assert anna.open(bert.sent()).mailed.number == 2


def test_the_more_advanced_of_two_own_files_is_used(invited):
    _, bert, letter = invited
    old = bert.own.read_text()
    bert.session.apply(next(bert.session.game.legal()))
    (bert.home / "saves" / "aaa.toml").write_text(old)
    assert bert.open(letter).path.name == "bastogne-with-anna.toml"
    assert len(bert.session.game.log) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda save: padded(save, 21), "its copy of your letter 2 differs from yours"),
        (lambda save: padded(save, 2), "its copy of your letter 2 differs from yours"),
        (lambda save: {"ends": [5]}, "its letters do not end where its orders do"),
    ],
)
def test_an_own_file_is_checked_in_full(invited, change, why):
    """A valid seal alone is not enough."""
    _, bert, _ = invited
    bert.sit_down()
    save = read_save(bert.own)
    secret = Secret.kept(mail_of(save).game, 1)
    assert secret is not None
    save.mail = replace(mail_of(save), **change(save))
    bert.own.write_text(own_text(save, secret))
    assert refused(bert, bert.own).endswith(f"your own file is refused: {why}")


def with_other_dice(letter, seed):
    """Write a letter with dice from a seed, or with typed dice, and return its path."""
    save = read_save(letter)
    game = Game(save.game.scenario, seed=seed)
    game.replay(save.game.log)
    path = letter.with_name(f"other-{seed}.toml")
    path.write_text(write_save(replace(save, game=game, drawn=False)))
    return path


@pytest.mark.parametrize("seed", [7, None])
def test_dice_from_other_sources_are_refused(anna, bert, seed):
    """The player who chose a seed would know all its dice."""
    anna.begin("Bert")
    with pytest.raises(FileError, match="its dice are not those of a game by mail"):
        bert.open(with_other_dice(anna.sent(), seed))
    assert not list_saves()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, None])
def test_dice_from_other_sources_are_refused_in_mid_game(invited, seed):
    anna, bert, _ = invited
    letter = with_other_dice(bert.play(), seed)
    anna.sit_down()
    assert "its dice are not those of a game by mail" in refused(anna, letter)
    assert first_wrong_die(read_save(letter)) == "its dice are not those of a game by mail"


@pytest.mark.slow
def test_changed_standing_orders_are_noticed(anna, bert):
    """Bert's answer shows Anna the orders that he got, and a letter that is opened twice must not change."""
    anna.begin("Bert", standing="Hold Noville")
    letter = anna.sent()
    bert.open(changed(letter, lambda data: data["mail"].update(standing=["Run", ""])))
    assert refused(bert, letter).endswith("its standing orders have changed")
    answer = bert.play()
    anna.open(anna.own)
    anna.session.give_standing_orders("Hold Bastogne")  # for her next letter
    assert refused(anna, answer).endswith("your standing orders in it are not those that you sent")
    good = changed(answer, lambda data: data["mail"].update(standing=["Hold Noville", "Dig in"]))
    assert anna.open(good).mailed.standing == ["Hold Bastogne", "Dig in"]


def test_an_invitation_with_the_readers_standing_orders_is_refused(anna, bert):
    anna.begin("Bert")
    with pytest.raises(FileError, match="your standing orders in it are not those that you sent"):
        bert.open(changed(anna.sent(), lambda data: data["mail"].update(standing=["", "Run"])))


def test_a_letter_that_is_written_again_keeps_its_standing_orders(anna):
    anna.begin("Bert", standing="Hold Noville")
    anna.session.give_standing_orders("Hold Bastogne")
    assert anna.session.send()
    assert mail_of(read_save(anna.sent())).standing == ["Hold Noville", ""]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 401, "has 401"),
        ("Hold\x1b[31m", r"contains the character U\+001B"),
        ("a\u200db", r"contains the character U\+200D"),
    ],
)
def test_impossible_standing_orders_are_refused(anna, text, why):
    with pytest.raises(FileError, match=f"must be one line of at most 400 characters, but this one {why}"):
        anna.begin("Bert", standing=text)
    assert not [*anna.home.rglob("*.toml")]


# -- one game open twice


def test_only_one_of_two_terminals_can_save_a_game(invited):
    """The other one is refused in a sentence, so that there is one file and one version of a letter."""
    _, bert, letter = invited
    first, second = bert.session, bert.open(letter)
    written = bert.play()
    text, own = written.read_text(), bert.own.read_text()
    first.apply(next(first.game.legal()))
    assert "is this game open in a second terminal? Quit here, and open it again" in first.trouble
    while first.step is LetterStep.WRITER:
        first.apply(queries.default_order(first.game))
    assert first.written is None
    assert (written.read_text(), bert.own.read_text()) == (text, own)
    assert len([*(bert.home / "saves").rglob("*.toml")]) == 2
    assert not second.trouble


def test_another_letter_with_the_same_dice_does_not_replace_the_first(invited):
    """Bert restores an older file, and gives other orders."""
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


def test_letters_have_nothing_of_what_a_player_keeps_for_nobody_else(anna, bert):
    anna.begin("Bert").change_private(0, lambda _: Private((Note("my secret plan"),), (), ("fire all for all",)))
    letter = anna.play()
    assert "secret plan" in anna.own.read_text()
    texts = [path.read_text() for path in letter.parent.iterdir()]
    assert len(texts) == 2
    assert not any("secret plan" in text or "fire all" in text for text in texts)
    with pytest.raises(IllegalOrder, match="only the player of a side"):
        anna.session.private(1)
    bert.open(letter).change_private(1, lambda own: own._replace(notes=(Note("an answer"),)))
    assert anna.open(bert.play()).private(0) == Private((Note("my secret plan"),), (), ("fire all for all",))
    anna.open(anna.own)
    assert anna.session.private(0).notes == (Note("my secret plan"),)


def test_a_letter_changes_nothing_of_what_its_reader_keeps(anna, bert):
    anna.begin("Bert")
    bert.open(anna.play()).change_private(1, lambda own: own._replace(notes=(Note("mine"),)))
    bert.play()
    letter = changed(anna_answers(anna, bert), lambda data: data.update(private={"US": {"conditions": ["x"]}}))
    assert bert.open(letter).private(1) == Private((Note("mine"),))


def anna_answers(anna, bert):
    """Return Anna's letter after Bert's last one."""
    anna.open(bert.sent())
    return anna.play()


def test_a_letter_that_is_written_stays_as_it_is_when_a_player_keeps_something(anna):
    anna.begin("Bert", side=1)
    letter = anna.play()
    before = letter.read_bytes(), letter.stat().st_mtime_ns
    session = anna.open(anna.own)
    sandbox = Sandboxes(session, 1).new("while I wait")
    sandbox.apply(sandbox.game.sample())
    assert not sandbox.trouble
    assert session.hear() == []
    assert (letter.read_bytes(), letter.stat().st_mtime_ns) == before
    assert anna.open(anna.own).private(1).sandboxes == (sandbox.sandbox,)
    with pytest.raises(IllegalOrder, match="waiting for the answer"):
        session.apply_all(in_earnest(session, 0, sandbox.sandbox.orders))


def test_the_dice_of_a_letter_are_the_same_after_a_sandbox(anna, bert):
    anna.begin("Bert")
    letter = exchange(anna, bert, 4)
    session = anna.open(letter)
    assert session.is_my_letter
    number = session.mailed.number + 1
    dice = dice_of(session.mailed, number, session._secret.share(number))
    assert dice is not None
    coming = dice.die(1)
    sandbox = Sandboxes(session, 0).new()
    while not any(line.startswith("roll") for line in sandbox.sandbox.orders):
        sandbox.apply(f"roll {coming % 6 + 1}" if sandbox.game.prompt.kind == "roll" else sandbox.game.sample(1))
    anna.play()
    rolls = [line for line in session.game.log[session.mailed.ends[-2] :] if line.startswith("roll")]
    assert rolls[0] == f"roll {coming}"
