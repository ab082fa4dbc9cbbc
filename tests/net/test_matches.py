"""Matches and bids at a table: the players switch seats, and nobody learns a bid early."""

from functools import partial

import pytest

from tests.net.local import LocalHost, wait_for
from tests.net.recording_guests import RecordingGuest, Roller, answer_all, record_of
from westwall_tui.ai.thinker import INSTANT, LazyPlayer, answer
from westwall_tui.engine import queries
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.matches import Match
from westwall_tui.files.saves.shares import rolls_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.guests import Unwelcome
from westwall_tui.net.host_dice import SharedDice
from westwall_tui.net.table import Table

QUICK = "quick/noville"


def session_of(folder, **more):
    return LocalSession.new(load_scenario(QUICK), folder=folder, seed=3, **more)


@pytest.fixture
def match(tmp_path):
    return Table(session_of(tmp_path, match=Match.new("mirrored")), owner_key="owner's key")


@pytest.fixture
def bidding(tmp_path):
    return Table(session_of(tmp_path), owner_key="owner's key", bidding=True)


def seated(table, kind=RecordingGuest):
    """Seat Anna with the Germans and Bert with the U.S."""
    return kind(table, "Anna", "German"), kind(table, "Bert", "US")


def hears_the_end(guest):
    guest.hear()
    return guest.game.outcome


def key_of(guest):
    return guest.messages[0]["key"]


def concede(*guests):
    """End the game with a concession of the side that decides."""
    game = guests[0].table.game
    assert next(each for each in guests if each.guest.side == game.side).say("concede")["ok"]
    assert game.outcome is not None


# -- matches


def test_the_players_switch_seats_when_both_go_on(match):
    anna, bert = seated(match)
    watcher = RecordingGuest(match, "Carl")
    assert "no other game" in anna.say("next")["reason"], "the game isn't over"
    concede(anna, bert)
    first = match.session
    assert anna.say("next")["waits"]
    assert bert.news("host")[-1]["text"] == "Anna (German) is ready for the next game"
    assert "you are watching" in watcher.say("next")["reason"]
    assert match.session is first
    assert bert.say("next")["ok"]
    assert match.session.match_in_bar.startswith("game 2 of 2")
    assert (anna.guest.side, bert.guest.side, watcher.guest.side) == (1, 0, -1)
    assert [seat.name for seat in match.session.seats] == ["Bert", "Anna"]
    for guest, side in ((anna, 1), (bert, 0), (watcher, -1)):
        assert guest.news("next")[-1]["side"] == side
    assert match.session.path != first.path
    assert read_save(match.session.path).match == first.match.with_result(first.game)
    decides = (bert, anna)[match.game.side]
    assert decides.say("deploy auto")["ok"]
    assert (bert, anna)[1 - match.game.side].news("orders")
    concede(anna, bert)
    assert "no other game" in anna.say("next")["reason"]
    assert len(match.session.match_after_game()) == 1


def test_a_key_opens_the_players_seat_in_both_games(match):
    anna, bert = seated(match)
    bert.leave()
    concede(*[anna if match.game.side == 0 else RecordingGuest(match, "Bert", "US", key=key_of(bert))])
    for guest in [*match.guests]:
        match.gone(guest)
    anna = RecordingGuest(match, "Anna", "German", key=key_of(anna))
    assert anna.say("next")["ok"], "nobody else is here"
    assert RecordingGuest(match, "Bert", "US", key=key_of(bert), as_before=True).guest.side == 0
    anna.leave()
    with pytest.raises(Unwelcome, match="belongs to Anna"):
        RecordingGuest(match, "Carl", "US", key="another key")
    assert RecordingGuest(match, "Anna", "US", key=key_of(anna)).guest.side == 1
    again = Table(LocalSession.resume(match.session.path), keys=match.keys)
    assert RecordingGuest(again, "Bert", "US", key=key_of(bert)).guest.side == 0


def test_shared_dice_begin_again_in_the_next_game(tmp_path):
    session = LocalSession.new(load_scenario(QUICK), folder=tmp_path, manual=True, match=Match.new("mirrored"))
    table = Table(session, dice=SharedDice(session))
    anna, bert = seated(table, Roller)
    answer_all(anna, bert)
    concede(anna, bert)
    before = record_of(table).game
    anna.say("next")
    bert.say("next")
    assert record_of(table).game == anna.news("next")[-1]["dice"]["game"] != before
    assert table.session.share_dice() is record_of(table)


def test_guests_programs_follow_a_match(tmp_path):
    host = LocalHost(session_of(tmp_path / "saves", match=Match.new("mirrored")), tmp_path)
    try:
        anna, bert = host.sit("German", "Anna"), host.sit("US", "Bert")
        (anna, bert)[anna.game.side].apply("concede")
        for guest in (anna, bert):
            wait_for(partial(hears_the_end, guest))
            assert guest.match_in_bar == "game 1 of 2"
            assert guest.match_after_game()[0].startswith("After game 1 of 2, Anna ")
        assert anna.next_game is not None
        assert bert.next_game is not None
        anna.next_game()
        assert any("is ready, too" in heard.text for heard in anna.hear())
        bert.next_game()
        assert any(heard.fresh for heard in bert.hear())
        wait_for(lambda: any(heard.fresh for heard in anna.hear()))
        assert (anna.side, bert.side) == (1, 0)
        assert anna.seats[1].name == "Anna"
        lead = queries.margin(read_save(next((tmp_path / "saves").glob("*noville.toml"))).game)
        assert f"+{abs(lead)}" in anna.match_in_bar
        assert anna.next_game is None
    finally:
        host.stop()


# -- bids


@pytest.mark.parametrize(
    ("annas", "berts", "sides", "options"),
    [
        ("German=2", "German=3", (1, 0), {"start-us": 3}),
        ("German=3", "German=2", (0, 1), {"start-us": 3}),
        ("US=3", "US=3", (1, 0), {"start-german": 3}),
        ("US=1", "German=0", (1, 0), {"start-german": 1}),
    ],
)
def test_the_higher_bid_has_its_side(bidding, annas, berts, sides, options):
    anna, bert = seated(bidding)
    before = bidding.session.path
    assert anna.say(f"bid {annas}")["ok"]
    assert bert.say(f"bid {berts}")["ok"]
    assert (anna.guest.side, bert.guest.side) == sides
    assert bidding.game.rules.options == options
    assert "Anna bid" in anna.news("next")[-1]["text"] == bert.news("next")[-1]["text"]
    assert "bid" not in anna.news("next")[-1]
    assert "there is no bidding now" in anna.say("bid US=9")["reason"]
    assert (anna, bert)[sides.index(bidding.game.side)].say("deploy auto")["ok"]
    saved = read_save(before)
    assert saved.game.rules.options == options
    assert [seat.name for seat in saved.seats] == [("Anna", "Bert")[sides.index(side)] for side in (0, 1)]


def test_nobody_is_told_a_bid_before_both_are_made(bidding):
    anna, bert = seated(bidding)
    watcher = RecordingGuest(bidding, "Carl")
    start = len(bert.bytes), len(watcher.bytes)
    anna.say("bid German=27")
    bert.say("game")
    bert.say("?state")
    bert.say("bid Blue=3")
    again = RecordingGuest(bidding, "Bert", "US", key=key_of(bert))
    for wire in (bert.bytes[start[0] :], watcher.bytes[start[1] :], again.bytes):
        assert b"German=27" not in wire
        assert b"start-us" not in wire
    assert watcher.news("host")[-1]["text"] == "Anna (German) has bid"
    assert "27" not in bidding.session.path.read_text().split("[snapshot]")[0].replace(str(bidding.game.seed), "")
    again.say("bid US=1")
    assert "Anna bid 27 for the Germans" in again.news("next")[-1]["text"]


def test_a_bid_cannot_change(bidding):
    anna, bert = seated(bidding)
    anna.say("bid German=2")
    heard = len(bert.messages)
    for _ in range(50):
        assert "you cannot change your bid" in anna.say("bid German=9")["reason"]
    assert len(bert.messages) == heard, "a flood reaches nobody"
    returned = RecordingGuest(bidding, "Anna", "German", key=key_of(anna))
    assert not returned.messages[0]["bid"]
    assert "you cannot change your bid" in returned.say("bid German=1")["reason"]
    bert.say("bid German=1")
    assert bidding.game.rules.options == {"start-us": 2}


def test_a_bid_outlives_the_host(bidding):
    anna, bert = seated(bidding)
    anna.say("bid US=2")
    again = Table(LocalSession.resume(bidding.session.path), keys=bidding.keys)
    anna = RecordingGuest(again, "Anna", "German", key=key_of(anna))
    bert = RecordingGuest(again, "Bert", "US", key=key_of(bert))
    assert "you cannot change your bid" in anna.say("bid US=9")["reason"]
    assert bert.say("bid US=0")["ok"]
    assert again.game.rules.options == {"start-german": 2}
    assert not again.keys.bids


@pytest.mark.parametrize("word", ["", "German", "German=", "German=-1", "German=1000", "Red=2", "German=2 US=3"])
def test_an_unusable_bid_is_refused(bidding, word):
    anna, _ = seated(bidding)
    assert not anna.say(f"bid {word}")["ok"]
    assert anna.say("bid German=2")["ok"]


def test_the_game_waits_for_a_player_who_never_bids(bidding):
    anna, bert = seated(bidding)
    anna.say("bid German=2")
    for order in ("deploy auto", "done", "concede"):
        for guest in (anna, bert):
            assert "when both players have bid" in guest.say(order)["reason"]
    assert "does not bid" in bert.say("seat US computer 2")["reason"]
    assert "you are watching" in RecordingGuest(bidding, "Carl").say("bid US=9")["reason"]
    owner = RecordingGuest(bidding, "Anna", "German", key=key_of(anna), owner="owner's key")
    bert.leave()
    assert owner.say("seat US open")["ok"]
    dora = RecordingGuest(bidding, "Dora", "US")
    assert dora.say("bid US=0")["ok"]
    assert bidding.game.rules.options == {"start-us": 2}


def test_a_guests_program_bids(tmp_path):
    host = LocalHost(session_of(tmp_path / "saves"), tmp_path, bidding=True)
    try:
        switched: list[int] = []
        anna, bert = host.sit("German", "Anna"), host.sit("US", "Bert")
        bert._switched = switched.append
        assert bert.is_bidding
        assert bert.may_bid
        assert "Bid for a side" in bert.waiting
        with pytest.raises(IllegalOrder, match="must be a whole number"):
            anna.bid("German=x")
        anna.bid("german=1")
        assert not anna.may_bid
        assert anna.waiting == "The game begins when both players have bid for a side"
        bert.bid("German=2")
        heard = bert.hear()
        assert any("Bert bid 2" in each.text and each.fresh for each in heard)
        wait_for(lambda: any(each.fresh for each in anna.hear()) and not anna.is_bidding)
        assert (anna.side, bert.side, switched) == (1, 0, [0])
        assert not bert.waiting
    finally:
        host.stop()


# -- with shared dice


def dice_host(folder, **more):
    session = LocalSession.new(load_scenario(QUICK), folder=folder / "saves", manual=True, match=Match.new("mirrored"))
    return LocalHost(session, folder, **more)


@pytest.mark.slow
def test_a_whole_match_after_bids_with_dice_of_both_players(tmp_path):
    host = dice_host(tmp_path, bidding=True)
    told: list[str] = []
    try:
        anna, bert = guests = host.sit("German", "Anna"), host.sit("US", "Bert")
        anna.bid("US=3")
        bert.bid("US=1")
        for number in (1, 2):
            wait_for(lambda: played_on(guests, told))
            assert host.see(lambda game: len(rolls_of(game.log))) > 0
            if number == 1:
                for guest in guests:
                    assert guest.next_game is not None
                    guest.next_game()
                wait_for(lambda: [heard for guest in guests for heard in guest.hear()] and not anna.game.outcome)
        assert anna.match_after_game() == bert.match_after_game()
        assert (anna.side, bert.side) == (0, 1)
        assert not [text for text in told if "Ask the host" in text]
    finally:
        host.stop()


def played_on(guests, told):
    """Let both guests play on like the simplest computer. Return True once both have seen the end of the game."""
    for guest in guests:
        told += [heard.text for heard in guest.hear()]
        game = guest.game
        if game.outcome is None and game.side == guest.side and game.prompt.kind != "roll" and not guest.is_bidding:
            thought = answer(game.fork(seed=0, viewer=guest.side), (LazyPlayer(INSTANT, len(game.log)),))
            guest.apply(thought.order)
    return all(guest.game.outcome for guest in guests)


def test_a_host_cannot_get_rid_of_dice_with_another_game(tmp_path):
    host = dice_host(tmp_path)
    try:
        anna = host.sit("German", "Anna")
        other = LocalSession.new(load_scenario(QUICK), folder=tmp_path / "saves", manual=True)
        host.do(lambda table: table._change_game(other, "A new game", swapped=False))
        told = wait_for(anna.hear)
        assert any("The host is making dice for a different game. Ask the host why" in heard.text for heard in told), (
            told
        )
    finally:
        host.stop()
