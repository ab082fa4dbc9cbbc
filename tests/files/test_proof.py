"""`westwall check` on the shared dice of a save: it names the first wrong die, and says what it cannot prove."""

from pathlib import Path

import pytest

from tests.net.recording_guests import Roller, answer_all, record_of, table_of
from westwall_tui.engine.dice import Draw
from westwall_tui.files.checks import check_file, fault_of_dice
from westwall_tui.files.saves.file import build_save, read_save, write_save
from westwall_tui.files.saves.shares import Begun, Die, OwnShares, Transcript, first_fault, own_shares
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import SourceFile
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.table import Table

DICE = 8


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the text of a save with shared dice, and Anna's and Bob's shares."""
    folder = tmp_path_factory.mktemp("played")
    table = table_of(load_scenario("hurtgen/historical"), folder, dice=True)
    players = Roller(table, "Anna", "US"), Roller(table, "Bob", "German")
    draw = Draw(4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        while len(record_of(table).fallen) < DICE:
            players[table.game.side].say(str(table.game.random_order(draw)))
            answer_all(*players)
    return table.session.path.read_text(), [player.shares._own for player in players]


@pytest.fixture
def text(played, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return played[0]


@pytest.fixture
def check(tmp_path):
    """Return the faults and the remarks of `westwall check` on a save."""

    def say(text):
        path = tmp_path / "game.toml"
        path.write_text(text)
        report = check_file(path)
        faults = [str(fault).replace(f"{path}: ", "") for fault in report.faults]
        return faults, [remark.replace(f"{path}: ", "") for remark in report.remarks]

    return say


def changed(text, change):
    """Return the save with another record."""
    save = build_save(SourceFile("s", text))
    change(save.transcript)
    return write_save(save)


@pytest.mark.slow
def test_a_good_save_is_proven_and_its_limits_are_named(text, check):
    faults, remarks = check(text)
    assert not faults
    assert remarks == [
        f"dice 1 to {DICE} have the shares of the host, the U.S. player and the German player, which match their seals",
        "the file alone cannot prove whose shares these are; each player's own program can",
    ]


@pytest.mark.parametrize("which", [1, 5, DICE])
def test_a_share_that_was_changed_is_named(text, check, which):
    def change(record):
        number, shares = record.fallen[which - 1]
        record.fallen[which - 1] = Die(number, shares | {"second": "ab" * 32})

    assert check(changed(text, change))[0] == [
        f"[dice]: die {which} has a share of the German player that does not match its seal"
    ]


@pytest.mark.parametrize("which", [1, 5])
def test_a_die_that_was_left_out_is_named(text, check, which):
    (fault,), _ = check(changed(text, lambda record: record.fallen.pop(which - 1)))
    if which == 1:
        assert fault == "[dice]: die 2 has a share of the host that was never sealed"
    else:
        assert fault == f"[dice]: die {which} is missing from the record"


def test_the_last_die_without_its_shares_is_named(text, check):
    (fault,), _ = check(changed(text, lambda record: record.fallen.pop()))
    assert fault.startswith(f"[dice]: die {DICE} was ")
    assert fault.endswith("without any shares")


def test_a_number_that_is_there_twice_is_named(text, check):
    (fault,), _ = check(changed(text, lambda record: record.fallen.insert(4, record.fallen[3])))
    assert fault == "[dice]: die 4 is in the record twice, or out of order"


def test_swapped_dice_are_named(text, check):
    def change(record):
        record.fallen[2], record.fallen[3] = record.fallen[3], record.fallen[2]

    assert check(changed(text, change))[0] == ["[dice]: die 3 is missing from the record"]


def test_a_die_without_the_share_of_a_player_is_named(text, check):
    def change(record):
        number, shares = record.fallen[3]
        record.fallen[3] = Die(number, {who: share for who, share in shares.items() if who != "second"})

    faults, _ = check(changed(text, change))
    assert faults == ["[dice]: die 5 has a share of the German player that was never sealed"]


def test_a_seal_that_was_changed_is_named(text, check):
    def change(record):
        record.seals[0] = record.seals[0]._replace(seal="ab" * 32)

    assert check(changed(text, change))[0] == ["[dice]: die 1 has a share of the host that does not match its seal"]


def test_a_die_that_was_dropped_and_rolled_is_named(text, check):
    assert check(changed(text, lambda record: record.dropped.update({5: "host"})))[0] == [
        "[dice]: die 5 was rolled, though it was dropped"
    ]


def test_another_game_s_record_proves_nothing(text, check):
    def change(record):
        record.game = "ab" * 16

    assert "die 1 has a share of the host that does not match" in check(changed(text, change))[0][0]


def test_a_roll_that_was_changed_is_named(played, text, check):
    """The rolls of a save are changed; the game continues from its snapshot in either case."""
    save = build_save(SourceFile("s", text))
    rolls = [i for i, line in enumerate(save.game.log) if line.startswith("roll")]
    history = save.game.log[:]
    history[rolls[3]] = f"roll {int(history[rolls[3]][-1]) % 6 + 1}"
    made = int(save.game.log[rolls[3]][-1])
    save.history = history
    save.game.go_on_from(save.game.state)
    faults, _ = check(write_save(save))
    assert faults == [f"[dice]: die 4 was {made % 6 + 1}, but its shares make {made}"]


# -- what this user's own program saw


def keep(folder, own):
    kept = own_shares(folder, own.known.game, own.who)
    kept.known, kept.secret, kept.spent, kept.seen = own.known, own.secret, own.spent, own.seen
    kept.keep()


def test_a_save_is_compared_with_what_the_user_s_program_saw(played, text, check, tmp_path):
    _, (_, bob) = played
    keep(tmp_path / "state" / "westwall" / "dice", bob)
    assert check(text)[1][-1] == f"your program saw dice 1 to {DICE}, and this file agrees"


@pytest.mark.slow
def test_a_player_s_own_program_finds_a_record_that_the_host_invented(played, text, check, tmp_path):
    """Seals, shares and rolls fit, but the shares are not Bob's."""
    _, (_, bob) = played
    forged = Transcript(bob.known.game)
    givers = {who: OwnShares(Transcript(bob.known.game), who) for who in ("host", "first", "second")}
    for number in range(1, DICE + 1):
        forged.begin(number, {who: own.seal(number) for who, own in givers.items()}, {})
        forged.fall(Die(number, {who: own.share(number) for who, own in givers.items()}))
    assert not first_fault(forged)

    def change(record):
        record.seals, record.fallen = forged.seals, forged.fallen

    keep(tmp_path / "state" / "westwall" / "dice", bob)
    save = build_save(SourceFile("s", changed(text, change)))
    save.game.log.clear()
    assert fault_of_dice(save) == "die 1 differs from the one that your program saw"


def test_a_die_made_from_other_seals_than_the_player_opened_for_is_found(played, text, check, tmp_path):
    _, (_, bob) = played
    known = Transcript(bob.known.game, bob.known.seals, bob.known.fallen[:-1])
    known.begun = Begun(DICE, {"host": "a" * 64, "first": "b" * 64, "second": "c" * 64})
    own = OwnShares(known, "second", bob.secret, DICE - 1, DICE)
    keep(tmp_path / "state" / "westwall" / "dice", own)
    assert check(text)[0] == [
        f"[dice]: die {DICE} was made from shares other than the ones your program saw when it opened yours"
    ]


# -- what cannot be proven


@pytest.mark.slow
def test_rolls_that_were_typed_in_prove_nothing(tmp_path, check):
    session = LocalSession.new(load_scenario("hurtgen/historical"), folder=tmp_path, manual=True)
    draw = Draw(4)
    while not [line for line in session.game.log if line.startswith("roll")]:
        session.apply(session.game.random_order(draw))
    assert check(session.path.read_text()) == ([], ["die 1 has no shares, so the rolls cannot be proven"])


@pytest.mark.slow
def test_a_game_shared_later_says_which_dice_have_no_shares(tmp_path, check, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _: None)
    session = LocalSession.new(load_scenario("hurtgen/historical"), folder=tmp_path, manual=True)
    draw = Draw(4)
    while len([line for line in session.game.log if line.startswith("roll")]) < 2:
        session.apply(session.game.random_order(draw))
    table = Table(session, dice=SharedDice(session))
    players = Roller(table, "Anna", "US"), Roller(table, "Bob", "German")
    players[1].say("seat German computer 1")
    answer_all(players[0])
    while len(record_of(table).fallen) < 2:
        if table.game.side == 0:
            players[0].say(str(table.game.random_order(draw)))
        else:
            table.session.apply(table.game.random_order(draw))
            table.roll()
        answer_all(players[0])
    faults, remarks = check(session.path.read_text())
    assert not faults
    assert remarks[:2] == [
        "dice 1 to 2 have no shares, so the rolls cannot be proven",
        "dice 3 to 4 have the shares of the host and the U.S. player, which match their seals",
    ]


def test_an_incomplete_or_dropped_die_is_reported(text, check):
    def change(record):
        record.dropped[DICE + 1] = "host"
        record.begun = Begun(DICE + 2, dict.fromkeys(("host", "first"), "a" * 64))

    assert check(changed(text, change))[1][1:3] == [
        f"die {DICE + 1} was dropped: the host could not open the sealed share",
        f"die {DICE + 2} is not complete: the share of the host and the U.S. player is missing",
    ]


def test_a_die_that_waits_for_a_roll_is_reported(text, check):
    """The game went back to before its last roll, as an earlier save would have it."""
    save = build_save(SourceFile("s", text))
    last = max(i for i, line in enumerate(save.game.log) if line.startswith("roll"))
    save.history = save.game.log[:last]
    save.game.go_on_from(save.game.state)
    assert check(write_save(save))[1][1] == f"die {DICE} has already been rolled and counts for the next roll"


def test_an_old_save_of_shared_dice_opens_with_nothing_proven(check):
    path = Path(__file__).parents[1] / "saves" / "v1-hurtgen-shared-dice-without-record.toml"
    assert read_save(path).transcript is None
    report = check_file(path)
    assert not report.faults
    assert report.remarks[-1].endswith("dice 1 to 5 have no shares, so the rolls cannot be proven")
