"""Shares, seals and the dice that they make, as in docs/protocol.md, and their record in a save."""

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from tests.every import every
from tests.files.example import load_example, swap
from westwall_tui.engine.game import Game
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.files.saves.file import Save, build_save, read_save, write_save
from westwall_tui.files.saves.shares import (
    MAX_DICE,
    MAX_SEALS,
    WHO,
    Begun,
    Die,
    OwnShares,
    Seal,
    Transcript,
    die_of,
    rolls_of,
    seal_of,
    share_of,
)
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import MAX_NAME_LENGTH, SourceFile, TomlTable

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_example_in_the_documents_is_true():
    """Computed with only SHA-256, as another program would."""
    game = re.findall(r"^GAME +([0-9a-f]{32})$", PAGE, re.MULTILINE)[0]
    words = {
        (what, int(n), who): word
        for what, n, who, word in re.findall(r"^(seal|share) (\d) +(\w+) +(\w{64})$", PAGE, re.MULTILINE)
    }
    dice = {int(n): int(die) for n, die in re.findall(r"^die (\d) +(\d)$", PAGE, re.MULTILINE)}
    assert len(words) == 9
    assert len(dice) == 2
    for number, die in dice.items():
        shares = [words["share", number, who] for who in WHO]
        for who, share in zip(WHO, shares, strict=True):
            seal = sha256(f"westwall {game} {who} {number} {share}".encode("ascii")).hexdigest()
            assert seal == words["seal" if number == 1 else "share", number - (number > 1), who]
            assert seal == seal_of(game, who, number, share)
        assert die == sum(int(share, 16) for share in shares) % 6 + 1 == die_of(shares)


def test_each_share_is_the_seal_of_the_next_die_down_to_the_first():
    game, secret = "ab" * 16, "cd" * 32
    last = share_of(game, "first", MAX_DICE, secret)
    assert seal_of(game, "first", MAX_DICE, last) == share_of(game, "first", MAX_DICE - 1, secret)
    assert seal_of(game, "first", 1, share_of(game, "first", 1, secret)) == share_of(game, "first", 0, secret)


def test_a_seal_counts_for_one_game_player_die_and_share_alone():
    one = ("ab" * 16, "first", 3, "cd" * 32)
    others = [("ac" * 16, *one[1:]), (one[0], "second", *one[2:]), (*one[:2], 4, one[3]), (*one[:3], "ce" * 32)]
    assert len({seal_of(*each) for each in (one, *others)}) == 5


def test_every_face_comes_up_about_as_often():
    host, first = (
        OwnShares(Transcript("ab" * 16), who, secret) for who, secret in (("host", "1" * 64), ("first", "2" * 64))
    )
    chains = zip(chain(host), chain(first), strict=True)
    faces = Counter(die_of(shares) for shares in chains)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(90 < count < 250 for count in faces.values())  # of a thousand; six standard deviations


def chain(own):
    """Return all shares of a giver, the last first."""
    share = own.share(MAX_DICE)
    for number in range(MAX_DICE, 0, -1):
        yield share
        share = seal_of(own.known.game, own.who, number, share)


def test_only_rolls_of_a_log_are_dice():
    assert rolls_of(["roll 3", "done", "roll x", "roll 7", "ROLL 2", "roll 6"]) == [3, 6]


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


def test_written_data_is_read_back():
    assert build_save(SourceFile("s", saved(record()))).transcript == record()


def test_a_save_without_a_record_has_none():
    text = saved(None)
    assert "[dice]" not in text
    assert build_save(SourceFile("s", text)).transcript is None


def test_a_game_resumed_at_once_has_its_record(tmp_path):
    session = LocalSession.new(load_example(tmp_path), folder=tmp_path, manual=True)
    session.share_dice()
    session.save()
    assert LocalSession.resume(session.path, at_once=True).share_dice() == session.share_dice()


def test_a_guests_record_has_no_share_of_a_die_not_rolled_yet():
    data = record().data(secret=False)
    assert data["begun"]["seals"] == record().begun.seals
    assert "shares" not in data["begun"]


@pytest.mark.slow
def test_the_largest_record_is_read_in_a_save_of_the_longest_game(tmp_path):
    shares = dict.fromkeys(WHO, A)
    full = Transcript(
        GAME,
        [Seal(number, who, A, "n" * MAX_NAME_LENGTH) for who in WHO for number in range(1, MAX_SEALS + 1)],
        [Die(number, shares) for number in range(1, MAX_DICE + 1)],
    )
    session = LocalSession.new(load_example(tmp_path), folder=tmp_path, manual=True)
    session._save.transcript = full
    session._save.history = ["attack 1/502 2/502 3/502 > 1/902 2/902 + 2A 2B gs 2"] * 2_000
    session.game.go_on_from(session.game.state)
    assert session.save()
    assert read_save(session.path).transcript == full
    assert session.path.stat().st_size < 0.75 * MAX_SAVE_SIZE


@every(
    ("old", "new", "why"),
    [
        (f'game = "{GAME}"', 'game = "x"', "must be 32 hexadecimal digits"),
        (f'game = "{GAME}"', "", "is missing"),
        ('"1 ', '"one ', "must be lines of a number and three shares"),
        (A, "a" * 63, "must be"),
        ('who = "host"', 'who = "Carl"', "'Carl' is not one of host, first, second"),
        ('"2 first"', '"2 Carl"', 'must be lines like "12 first"'),
        ('"2 first"', '"0 first"', 'must be lines like "12 first"'),
        ('"1 ', f'"{MAX_DICE + 1} ', "must be lines of a number and three shares"),
        ('name = "Anna"', 'name = "\\u001b"', "U+001B"),
        ("number = 4", "number = 99999", f"must be from 1 to {MAX_DICE}"),
        (f'second = "{C}"', f'Carl = "{C}"', "must name host, first, second"),
        (f'second = "{C}"', "second = 3", "must name host, first, second"),
        ("dropped = [", "droped = [", "unknown key"),
    ],
)
def test_an_invalid_value_is_a_fault_that_names_its_key(old, new, why):
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
    table = TomlTable({"game": GAME, "fallen": [f"1 {A} {A} {A}"] * (MAX_DICE + 1)}, "[dice]", faults := Faults("s"))
    Transcript.read(table)
    assert [fault.reason for fault in faults.found] == [f"has more than {MAX_DICE} entries"]


@every(("rolls", "number"), [(0, 1), (1, 3), (2, 6), (3, 7)])
def test_numbers_that_were_dropped_count_for_no_roll(rolls, number):
    assert Transcript(GAME, dropped={2: "host", 5: "first", 4: "host"}).number(rolls) == number
