"""Shared dice at a table: who opens when, and what becomes of a die whose players go, lose or undo something."""

import pytest

from tests.net.recording_guests import RecordingGuest, Roller, answer_all, begun_at, record_of, table_of
from westwall_tui.engine.dice import Draw
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.shares import MOST_SEALS, die_of, first_fault, first_wrong, rolls_of, seal_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.table import Table

pytestmark = pytest.mark.slow

SIDES = ("US", "German")


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _: None)  # a busy disk makes them slow, and no power fails here
    return table_of(load_scenario("hurtgen/historical"), tmp_path, dice=True)


def seated(table):
    return tuple(Roller(table, name, side) for name, side in zip(("Anna", "Bob"), SIDES, strict=True))


def play(table, players, draw=None):
    """Random orders until a die is due."""
    draw = draw or Draw(4)
    while table.game.prompt.kind != "roll":
        line = str(table.game.random_order(draw))
        assert players[table.game.side].say(line)["ok"], line


def rolls(table):
    return rolls_of(table.game.log)


def key_of(ear):
    return ear.told[0]["key"]


def begun_and_left(table):
    """A die that is begun, and of whose players the second is gone with his share; the first, and the second's key."""
    anna, bob = seated(table)
    play(table, (anna, bob))
    anna.say(anna.shares.seal())
    bob.say(bob.shares.seal())
    bob.leave()
    anna._seals = False
    anna.answer()
    assert anna.shares.opened == 1
    return anna, key_of(bob), bob.shares


def test_7_6_shared_dice_are_what_everybodys_shares_make(table):
    players = seated(table)
    watcher = Roller(table, "Wim")
    draw = Draw(4)
    for _ in range(12):
        play(table, players, draw)
        answer_all(*players, watcher)
    assert len(rolls(table)) >= 12
    told = players[0].news("rolled")
    assert rolls(table) == [die_of(news["shares"].values()) for news in told]
    assert [sorted(news["shares"]) for news in told] == [["first", "host", "second"]] * len(told)
    for news in told:
        for who, share in news["shares"].items():
            assert seal_of(record_of(table).game, who, news["number"], share) == news["seals"][who]
    assert not [*players[0].fouls, *players[1].fouls, *watcher.fouls]


def test_every_die_stands_in_the_save_and_proves_itself(table):
    players = seated(table)
    draw = Draw(4)
    for _ in range(5):
        play(table, players, draw)
        answer_all(*players)
    record = read_save(table.session.path).transcript
    assert record is not None
    assert record == record_of(table)
    assert len(record.fallen) == len(rolls(table))
    assert first_fault(record) == first_wrong(record, rolls(table)) == ""


def test_a_share_that_does_not_fit_its_seal_rolls_nothing(table):
    players = seated(table)
    answer_all(*players)
    play(table, players)
    answer = players[0].say(f"open 1 {'a' * 64}")
    assert answer["reason"] == "that share does not fit its seal, or was not asked for"
    assert not rolls(table)


def test_nobody_is_asked_to_open_before_all_have_sealed_and_are_here(table):
    anna, bob = seated(table)
    anna.answer()
    play(table, (anna, bob))
    assert not anna.news("open")
    bob.leave()
    back = Roller(table, "Bob", "German", key=key_of(bob))
    assert not anna.news("open")
    back.answer()
    assert anna.news("open")[0]["seals"] == back.news("open")[0]["seals"]
    assert not rolls(table)


def test_nothing_tells_a_share_before_the_die_falls(table):
    _, key, _ = begun_and_left(table)
    share = begun_at(table).shares["first"]
    bob, watcher = RecordingGuest(table, "Bob", "German", key=key), RecordingGuest(table, "Wim")
    bob.say("game")
    assert share.encode() not in bob.bytes + watcher.bytes
    assert share in table.session.path.read_text()  # where only the host sees it


def test_who_comes_back_with_his_share_goes_on_with_the_same_die(table):
    anna, key, shares = begun_and_left(table)
    seals = dict(begun_at(table).seals)
    bob = Roller(table, "Bob", "German", key=key)
    bob.shares = shares
    answer_all(anna, bob)
    assert record_of(table).seals_of(record_of(table).fallen[0]) == seals
    assert not [*anna.fouls, *bob.fouls]


def test_who_has_lost_his_share_is_given_another_die_only_if_the_other_agrees(table):
    anna, key, _ = begun_and_left(table)
    bob = Roller(table, "Bob", "German", key=key)
    answer_all(anna, bob)
    assert anna.news("asks") == [{"news": "asks", "drop": 1, "by": "German"}]
    assert not rolls(table)
    anna.shares.agree(1)
    assert anna.say("drop 1")["ok"]
    assert not bob.say("drop 1")["ok"]
    answer_all(anna, bob)
    record = record_of(table)
    assert record.dropped == {1: "second"}
    assert [die.number for die in record.fallen] == [2]
    assert anna.news("dropped")[0]["text"] == "Die 1 is dropped: German could not open the sealed share"
    assert first_fault(record) == first_wrong(record, rolls(table)) == ""
    assert not [*anna.fouls, *bob.fouls]


def test_who_finds_his_share_again_needs_no_agreement(table):
    anna, key, shares = begun_and_left(table)
    bob = Roller(table, "Bob", "German", key=key)
    bob.answer()
    bob.leave()
    again = Roller(table, "Bob", "German", key=key)
    again.shares = shares
    answer_all(anna, again)
    assert len(rolls(table)) == 1
    assert "no share of that die" in anna.say("drop 1")["reason"]


def test_a_die_is_dropped_at_once_where_nobody_else_could_mind(table):
    anna, bob = seated(table)
    play(table, (anna, bob))
    assert bob.say("seat German computer 1")["ok"]
    anna.say(anna.shares.seal())
    assert begun_at(table).seals.keys() == {"host", "first"}
    anna.leave()
    again = Roller(table, "Anna", "US", key=key_of(anna))
    answer_all(again)
    assert record_of(table).dropped == {1: "first"}
    assert record_of(table).fallen[0].number == 2


def test_a_seat_that_the_computer_takes_leaves_its_die_to_be_dropped_if_the_other_agrees(table):
    anna, _, _ = begun_and_left(table)
    owner = RecordingGuest(table, "Olaf", owner="owner's key")
    assert owner.say("seat German computer 1")["ok"]
    assert anna.news("asks")[-1]["drop"] == 1
    anna.shares.agree(1)
    anna.say("drop 1")
    answer_all(anna)
    assert record_of(table).fallen[0].shares.keys() == {"host", "first"}
    assert not anna.fouls


def test_a_seat_that_changes_hands_gets_new_shares_from_the_next_die_on(table):
    players = seated(table)
    draw = Draw(4)
    answer_all(*players)
    play(table, players, draw)
    answer_all(*players)
    anna, bob = players
    assert bob.say("seat German open")["ok"]
    bob.leave()
    carl = Roller(table, "Carl", "German")
    answer_all(anna, carl)
    play(table, (anna, carl), draw)
    answer_all(anna, carl)
    new = [seal for seal in record_of(table).seals if seal.who == "second"]
    assert [seal.name for seal in new] == ["Bob", "Carl"]
    assert new[1].number > 1
    assert first_fault(record_of(table)) == ""
    assert not [*anna.fouls, *carl.fouls]


def test_somebody_who_sits_down_while_a_die_is_begun_by_others_gives_no_share_of_it(table):
    """The player before him had opened his; only the other's share is missing."""
    anna, bob = seated(table)
    play(table, (anna, bob))
    anna.say(anna.shares.seal())
    bob.say(bob.shares.seal())
    key, shares = key_of(anna), anna.shares
    anna.leave()
    bob._seals = False
    bob.answer()
    bob.say("seat German open")
    bob.leave()
    carl = Roller(table, "Carl", "German")
    anna = Roller(table, "Anna", "US", key=key)
    anna.shares = shares
    answer_all(anna, carl)
    assert len(rolls(table)) == 1
    assert not [*anna.fouls, *carl.fouls]
    play(table, (anna, carl))
    answer_all(anna, carl)
    assert not [*anna.fouls, *carl.fouls]


def test_5_15_nothing_is_taken_back_while_a_die_is_made_and_before_it_is_begun_it_may(table):
    anna, bob = players = seated(table)
    play(table, players)
    undoes, length = table.game.undoes, len(table.game.log)
    assert players[undoes].say("undo")["asked"]
    assert players[1 - undoes].say("agree")["ok"]
    assert len(table.game.log) < length
    play(table, players)
    anna.say(anna.shares.seal())
    bob.say(bob.shares.seal())
    assert "the die is being rolled" in players[table.game.undoes].say("undo")["reason"]


def test_a_die_that_is_begun_outlives_the_host(table, tmp_path):
    anna, _, shares = begun_and_left(table)
    folder = tmp_path / "dice"
    session = LocalSession.resume(table.session.path)
    lost = Table(session, dice=SharedDice(session, folder))  # with a secret of its own: it has lost the first one
    assert lost.exchange is not None
    assert lost.exchange.dice.lost == "host"
    anna_again = Roller(lost, "Anna", "US")
    anna_again.shares = anna.shares
    bob = Roller(lost, "Bob", "German")
    bob.shares = shares
    answer_all(anna_again, bob)
    assert [news["by"] for news in (*anna_again.news("asks"), *bob.news("asks"))] == ["the host"] * 2
    for player in (anna_again, bob):
        assert not rolls(lost)
        player.shares.agree(1)
        assert player.say("drop 1")["ok"]
    answer_all(anna_again, bob)
    assert record_of(lost).dropped == {1: "host"}
    assert len(rolls(lost)) == 1
    assert not [*anna_again.fouls, *bob.fouls]


def test_a_host_that_is_killed_while_a_die_is_made_makes_the_same_die(tmp_path):
    session = LocalSession.new(load_scenario("hurtgen/historical"), folder=tmp_path, manual=True)
    table = Table(session, dice=SharedDice(session, tmp_path / "dice"))
    anna, _, shares = begun_and_left(table)
    again = LocalSession.resume(session.path)
    table = Table(again, dice=SharedDice(again, tmp_path / "dice"))
    back = [Roller(table, "Anna", "US"), Roller(table, "Bob", "German")]
    back[0].shares, back[1].shares = anna.shares, shares
    for roller in back:
        roller.fouls += roller.shares.meet(roller.told[0])
    answer_all(*back)
    assert len(rolls(table)) == 1
    assert not [*back[0].fouls, *back[1].fouls]


def test_a_side_cannot_fill_the_save_with_seals(table):
    anna, bob = seated(table)
    answer_all(anna, bob)
    dice = table.exchange.dice
    record = record_of(table)
    for number in range(1, MOST_SEALS + 1):
        record.begin(number, {"host": "a" * 64, "second": f"{number:064x}"}, {})
        record.begun = None
    table.game.log += ["roll 1"] * MOST_SEALS
    assert "restarted 100 times" in dice.take_seal("second", dice.number, "f" * 64, "Bob")


def test_when_all_shares_are_used_up_the_host_draws_and_says_so(table, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.host_dice.MOST_DICE", 0)
    players = seated(table)
    draw = Draw(4)
    while not rolls(table):
        players[table.game.side].say(str(table.game.random_order(draw)))
    assert players[0].news("host")[0]["text"] == "The shares of this game are used up; the host rolls the die"


def test_two_computers_get_dice_of_the_host_alone(table):
    anna, bob = seated(table)
    play(table, (anna, bob))
    for name in SIDES:
        (anna, bob)[SIDES.index(name)].say(f"seat {name} computer 1")
    table.roll()
    assert record_of(table).fallen[0].shares.keys() == {"host"}
    assert len(rolls(table)) == 1


@pytest.mark.parametrize("line", ["seal", "open x y", "drop -1", "seal 99999999 a", "open 1", "seal 1 zz"])
def test_nonsense_about_dice_is_refused(table, line):
    anna, _ = seated(table)
    assert anna.say(line)["ok"] is False
    assert RecordingGuest(table, "Wim").say("seal 1 " + "a" * 64)["reason"] == "no die is waiting for that"
