"""Shared dice at a table: the order of seals and shares, and absent players, lost shares and undo."""

import pytest

from tests.net.recording_guests import RecordingGuest, Roller, answer_all, begun_at, record_of, table_of
from westwall_tui.engine.dice import Draw
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.shares import MAX_SEALS, die_of, first_fault, first_wrong, rolls_of, seal_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.table import Table

pytestmark = pytest.mark.slow

SIDES = ("US", "German")


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _: None)  # a busy disk would slow the tests down
    return table_of(load_scenario("hurtgen/historical"), tmp_path, dice=True)


def seated(table):
    return tuple(Roller(table, name, side) for name, side in zip(("Anna", "Bob"), SIDES, strict=True))


def play(table, players, draw=None):
    """Give random orders until a die is due."""
    draw = draw or Draw(4)
    while table.game.prompt.kind != "roll":
        line = str(table.game.random_order(draw))
        assert players[table.game.side].say(line)["ok"], line


def rolls(table):
    return rolls_of(table.game.log)


def key_of(ear):
    return ear.messages[0]["key"]


def begun_and_left(table):
    """Begin a die whose second player leaves with a share; return the first player and the second's key."""
    anna, bob = seated(table)
    play(table, (anna, bob))
    anna.say(anna.shares.seal())
    bob.say(bob.shares.seal())
    bob.leave()
    anna._seals = False
    anna.answer()
    assert anna.shares.opened == 1
    return anna, key_of(bob), bob.shares


def test_7_6_shared_dice_come_from_all_shares(table):
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
    assert not [*players[0].faults, *players[1].faults, *watcher.faults]


def test_the_save_contains_and_proves_every_die(table):
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


def test_a_share_must_match_its_seal(table):
    players = seated(table)
    answer_all(*players)
    play(table, players)
    answer = players[0].say(f"open 1 {'a' * 64}")
    assert answer["reason"] == "that share does not match its seal, or the host does not need it"
    assert not rolls(table)


def test_shares_are_opened_only_when_all_players_are_here_and_have_sealed(table):
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


def test_no_message_reveals_a_share_before_the_roll(table):
    _, key, _ = begun_and_left(table)
    share = begun_at(table).shares["first"]
    bob, watcher = RecordingGuest(table, "Bob", "German", key=key), RecordingGuest(table, "Wim")
    bob.say("game")
    assert share.encode() not in bob.bytes + watcher.bytes
    assert share in table.session.path.read_text()  # only the host can read it there


def test_a_returning_player_continues_with_the_same_die(table):
    anna, key, shares = begun_and_left(table)
    seals = dict(begun_at(table).seals)
    bob = Roller(table, "Bob", "German", key=key)
    bob.shares = shares
    answer_all(anna, bob)
    assert record_of(table).seals_of(record_of(table).fallen[0]) == seals
    assert not [*anna.faults, *bob.faults]


def test_a_die_with_a_lost_share_is_dropped_only_if_the_other_player_agrees(table):
    anna, key, _ = begun_and_left(table)
    bob = Roller(table, "Bob", "German", key=key)
    answer_all(anna, bob)
    assert anna.news("asks") == [{"news": "asks", "drop": 1, "by": "the German player"}]
    assert not rolls(table)
    anna.shares.agree(1)
    assert anna.say("drop 1")["ok"]
    assert not bob.say("drop 1")["ok"]
    answer_all(anna, bob)
    record = record_of(table)
    assert record.dropped == {1: "second"}
    assert [die.number for die in record.fallen] == [2]
    assert anna.news("dropped")[0]["text"].startswith("Die 1 was dropped because the German player")
    assert first_fault(record) == first_wrong(record, rolls(table)) == ""
    assert not [*anna.faults, *bob.faults]


def test_a_share_that_is_found_again_needs_no_agreement(table):
    anna, key, shares = begun_and_left(table)
    bob = Roller(table, "Bob", "German", key=key)
    bob.answer()
    bob.leave()
    again = Roller(table, "Bob", "German", key=key)
    again.shares = shares
    answer_all(anna, again)
    assert len(rolls(table)) == 1
    assert "no missing share" in anna.say("drop 1")["reason"]


def test_a_die_is_dropped_at_once_if_there_is_no_other_player(table):
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


def test_a_die_of_a_seat_that_goes_to_the_computer_is_dropped_if_the_other_player_agrees(table):
    anna, _, _ = begun_and_left(table)
    owner = RecordingGuest(table, "Olaf", owner="owner's key")
    assert owner.say("seat German computer 1")["ok"]
    assert anna.news("asks")[-1]["drop"] == 1
    anna.shares.agree(1)
    anna.say("drop 1")
    answer_all(anna)
    assert record_of(table).fallen[0].shares.keys() == {"host", "first"}
    assert not anna.faults


def test_a_new_player_gives_shares_from_the_next_die_on(table):
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
    assert not [*anna.faults, *carl.faults]


def test_a_new_player_gives_no_share_of_the_current_die(table):
    """The player before had already opened a share, and only the other player's is missing."""
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
    assert not [*anna.faults, *carl.faults]
    play(table, (anna, carl))
    answer_all(anna, carl)
    assert not [*anna.faults, *carl.faults]


def test_5_15_undo_is_refused_while_a_die_is_made(table):
    anna, bob = players = seated(table)
    play(table, players)
    undoes, length = table.game.undoes, len(table.game.log)
    assert players[undoes].say("undo")["asked"]
    assert players[1 - undoes].say("agree")["ok"]
    assert len(table.game.log) < length
    play(table, players)
    anna.say(anna.shares.seal())
    bob.say(bob.shares.seal())
    assert "a die is being rolled" in players[table.game.undoes].say("undo")["reason"]


def test_5_15_a_shared_die_is_not_undone_even_by_agreement(table):
    """Everyone would know the next roll."""
    anna, bob = players = seated(table)
    play(table, players)
    answer_all(anna, bob)
    length = len(table.game.log)
    assert "shared dice stay rolled" in players[table.game.state.side].say("undo turn")["reason"]
    assert len(table.game.log) == length


def test_a_restarted_host_continues_the_current_die(table, tmp_path):
    anna, _, shares = begun_and_left(table)
    folder = tmp_path / "dice"
    session = LocalSession.resume(table.session.path)
    lost = Table(session, dice=SharedDice(session, folder))  # with another secret, because the first one is lost
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
    assert not [*anna_again.faults, *bob.faults]


def test_a_killed_host_makes_the_same_die(tmp_path):
    session = LocalSession.new(load_scenario("hurtgen/historical"), folder=tmp_path, manual=True)
    table = Table(session, dice=SharedDice(session, tmp_path / "dice"))
    anna, _, shares = begun_and_left(table)
    again = LocalSession.resume(session.path)
    table = Table(again, dice=SharedDice(again, tmp_path / "dice"))
    back = [Roller(table, "Anna", "US"), Roller(table, "Bob", "German")]
    back[0].shares, back[1].shares = anna.shares, shares
    for roller in back:
        roller.faults += roller.shares.check_welcome(roller.messages[0])
    answer_all(*back)
    assert len(rolls(table)) == 1
    assert not [*back[0].faults, *back[1].faults]


def test_a_side_cannot_fill_the_save_with_seals(table):
    anna, bob = seated(table)
    answer_all(anna, bob)
    dice = table.exchange.dice
    record = record_of(table)
    for number in range(1, MAX_SEALS + 1):
        record.begin(number, {"host": "a" * 64, "second": f"{number:064x}"}, {})
        record.begun = None
    table.game.log += ["roll 1"] * MAX_SEALS
    assert "restarted 100 times" in dice.take_seal("second", dice.number, "f" * 64, "Bob")


def test_the_host_rolls_and_says_so_when_all_shares_are_used_up(table, monkeypatch):
    monkeypatch.setattr("westwall_tui.net.host_dice.MAX_DICE", 0)
    players = seated(table)
    draw = Draw(4)
    while not rolls(table):
        players[table.game.side].say(str(table.game.random_order(draw)))
    assert players[0].news("host")[0]["text"] == "All shares of the game are used up; the host rolls the die"


def test_two_computers_get_dice_from_the_host_alone(table):
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
    assert (
        RecordingGuest(table, "Wim").say("seal 1 " + "a" * 64)["reason"]
        == "this game has no shared dice, or you have no seat"
    )
