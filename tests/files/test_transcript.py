"""The record of shared dice in a save: what is written is read, at its largest too, and nonsense is a fault."""

import pytest

from tests.files.example import load_example, swap
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.files.reach import LARGEST_SAVE
from westwall_tui.files.saves import Save, build_save, read_save, write_save
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.session import LocalSession
from westwall_tui.files.tables import LONGEST_NAME, SourceFile, TomlTable
from westwall_tui.files.transcript import MOST_DICE, MOST_SEALS, WHO, Begun, Die, Seal, Transcript

GAME = "5a" * 16
A, B, C, D = (letter * 64 for letter in "abcd")


def record():
    return Transcript(
        GAME,
        [Seal(1, "host", A), Seal(1, "first", B, "Anna"), Seal(4, "second", C, "Bob")],
        [Die(1, {"host": B, "first": C}), Die(3, {"host": C, "first": D})],
        {2: "first"},
        Begun(4, {"host": C, "first": D, "second": C}, {"first": A}),
    )


def saved(transcript, **options):
    game = Game(load_scenario("bastogne/spearhead"), seed=options.get("seed"))
    return write_save(Save(game, transcript=transcript))


def test_what_is_written_is_read():
    assert build_save(SourceFile("s", saved(record()))).transcript == record()


def test_a_save_without_a_record_has_none():
    text = saved(None)
    assert "[dice]" not in text
    assert build_save(SourceFile("s", text)).transcript is None


def test_the_record_is_there_when_a_game_is_shown_at_once(tmp_path):
    session = LocalSession.new(load_example(tmp_path), folder=tmp_path, manual=True)
    session.share_dice()
    session.save()
    assert LocalSession.resume(session.path, at_once=True).share_dice() == session.share_dice()


def test_what_a_guest_may_see_has_no_share_of_a_die_that_has_not_fallen():
    data = record().data(secret=False)
    assert data["begun"]["seals"] == record().begun.seals
    assert "shares" not in data["begun"]


@pytest.mark.slow
def test_the_largest_record_is_read_in_a_save_of_the_longest_game(tmp_path):
    shares = dict.fromkeys(WHO, A)
    full = Transcript(
        GAME,
        [Seal(number, who, A, "n" * LONGEST_NAME) for who in WHO for number in range(1, MOST_SEALS + 1)],
        [Die(number, shares) for number in range(1, MOST_DICE + 1)],
    )
    session = LocalSession.new(load_example(tmp_path), folder=tmp_path, manual=True)
    session._save.transcript = full
    session._save.history = ["attack 1/502 2/502 3/502 > 1/902 2/902 + 2A 2B gs 2"] * 2_000
    session.game.go_on_from(session.game.state)
    assert session.save()
    assert read_save(session.path).transcript == full
    assert session.path.stat().st_size < 0.75 * LARGEST_SAVE


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (f'game = "{GAME}"', 'game = "x"', "must be 32 hexadecimal digits"),
        (f'game = "{GAME}"', "", "is missing"),
        ('"1 ', '"one ', "must be lines of a number and three shares"),
        (A, "a" * 63, "must be"),
        ('who = "host"', 'who = "Carl"', "'Carl' is not one of host, first, second"),
        ('"2 first"', '"2 Carl"', 'must be lines like "12 first"'),
        ('"2 first"', '"0 first"', 'must be lines like "12 first"'),
        ('"1 ', f'"{MOST_DICE + 1} ', "must be lines of a number and three shares"),
        ('name = "Anna"', 'name = "\\u001b"', "U+001B"),
        ("number = 4", "number = 99999", f"must be from 1 to {MOST_DICE}"),
        (f'second = "{C}"', f'Carl = "{C}"', "must name host, first, second"),
        (f'second = "{C}"', "second = 3", "must name host, first, second"),
        ("dropped = [", "droped = [", "is not known here"),
    ],
)
def test_what_makes_no_sense_is_a_fault_that_names_its_key(old, new, why):
    with pytest.raises(FileError) as raised:
        build_save(SourceFile("s", swap(saved(record()), old, new)))
    assert why in str(raised.value)
    assert "dice" in str(raised.value)


def test_a_game_with_a_seed_has_no_shared_dice():
    with pytest.raises(
        FileError, match=r'\[dice\]|dice: is a record of shared dice, which only games with dice = "manual"'
    ):
        build_save(SourceFile("s", saved(record(), seed=3)))


def test_more_entries_than_any_game_has_are_a_fault():
    table = TomlTable({"game": GAME, "fallen": [f"1 {A} {A} {A}"] * (MOST_DICE + 1)}, "[dice]", faults := Faults("s"))
    Transcript.read(table)
    assert [fault.reason for fault in faults.found] == [f"holds more than {MOST_DICE}"]


@pytest.mark.parametrize(("rolls", "number"), [(0, 1), (1, 3), (2, 6), (3, 7)])
def test_numbers_that_were_dropped_count_for_no_roll(rolls, number):
    assert Transcript(GAME, dropped={2: "host", 5: "first", 4: "host"}).number(rolls) == number
