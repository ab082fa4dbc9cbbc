"""Seats of a hosted game: a seat belongs to the player with its key, and the host can free any seat."""

import time

import pytest

from tests.net.local import wait_for
from tests.net.recording_guests import RecordingGuest, table_of
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.players.seats import FREE
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.guests import Unwelcome


@pytest.fixture
def table(tmp_path):
    return table_of(load_scenario("bastogne/spearhead"), tmp_path)


def again(ear, **hello):
    """Reconnect a guest with the key and time of the old connection."""
    welcome = ear.messages[0]
    side = ear.table.game.scenario.sides[welcome["side"]].name
    return RecordingGuest(ear.table, ear.guest.name, **{"side": side, "key": welcome["key"], **hello})


def test_a_second_terminal_with_the_key_takes_the_seat_and_the_first_hears_why(table):
    anna, bob = RecordingGuest(table, "Anna", "German"), RecordingGuest(table, "Bob", "US")
    hung_up = []
    anna.guest.hang_up = lambda: hung_up.append(anna)
    new = again(anna)
    assert (new.guest.side, new.guest.name) == (0, "Anna")
    assert anna.messages[-1] == {"news": "closed", "text": "your seat was taken at another terminal, with your key"}
    assert hung_up == [anna]
    assert [news["text"] for news in bob.news("seats")] == ["Anna (German) is here again"]
    assert table.guests == [bob.guest, new.guest]
    anna.leave()
    assert bob.messages[-1]["seats"][0]["here"]
    assert new.say("deploy 52 2614")["reason"].startswith("it is not your decision")


def test_a_seat_cannot_be_taken_without_its_key(table):
    anna = RecordingGuest(table, "Anna", "German")
    for key in ("", "something else"):
        with pytest.raises(Unwelcome, match="Anna is already playing the German side"):
            again(anna, key=key)
    assert table.guests == [anna.guest]


def test_a_lost_connection_cannot_take_the_seat_back_from_a_later_one(table):
    anna = RecordingGuest(table, "Anna", "German")
    since = anna.messages[0]["since"]
    back = again(anna, since=since)
    assert back.messages[0]["since"] == since
    elsewhere = again(anna)
    assert elsewhere.messages[0]["since"] > since
    with pytest.raises(Unwelcome, match="taken at another terminal, or given away") as refused:
        again(anna, since=since)  # a laptop that wakes up
    assert refused.value.for_good
    assert table.guests == [elsewhere.guest]
    elsewhere.leave()
    assert again(anna).guest.side == 0  # a new connection can


def test_a_time_in_the_future_does_not_block_the_seat(table):
    anna = RecordingGuest(table, "Anna", "German", since=10**30)
    assert anna.messages[0]["since"] <= time.time() * 1000
    assert again(anna).guest.side == 0


def test_the_host_can_free_a_present_players_seat(table):
    anna, bob = RecordingGuest(table, "Anna", "German"), RecordingGuest(table, "Bob", "US", owner="owner's key")
    assert "only the U.S. player or the host" in anna.say("seat US open")["reason"]
    assert bob.say("seat German open")["ok"]
    assert anna.news("position")[-1]["side"] == anna.guest.side == -1
    assert anna.news("seats")[-1]["text"] == "The German seat is free"
    with pytest.raises(Unwelcome) as refused:
        again(anna, since=anna.messages[0]["since"])
    assert refused.value.for_good
    carl = RecordingGuest(table, "Carl", "German")
    with pytest.raises(Unwelcome, match="Carl is already playing the German side"):
        again(anna)
    assert carl.guest.side == 0


def test_5_15_a_request_ends_when_its_player_changes_terminals(tmp_path):
    table = table_of(load_scenario("hurtgen/historical"), tmp_path)
    players = [RecordingGuest(table, side.name, side.name) for side in table.game.scenario.sides]
    mover, other = players[table.game.side], players[1 - table.game.side]
    mover.say("done")
    assert mover.say("undo")["asked"]
    RecordingGuest(table, mover.guest.name, mover.guest.name, key=mover.messages[0]["key"])
    assert "no question for you" in other.say("agree")["reason"]


# -- names


@pytest.mark.parametrize("name", ["Anna", "anna", "Аnna", "A n n a", "Anna (German)"])
def test_no_name_resembles_a_present_or_absent_players(table, name):
    anna = RecordingGuest(table, "Anna", "German")
    assert RecordingGuest(table, name).guest.name != "Anna"
    anna.leave()
    watcher = RecordingGuest(table, name)
    assert watcher.guest.name != "Anna"
    assert "Anna (German)" not in watcher.table._name_with_side(watcher.guest)
    assert again(anna).guest.name == "Anna"


def test_a_changed_name_is_announced(table):
    RecordingGuest(table, "Anna", "German")
    assert RecordingGuest(table, "anna").messages[1]["text"] == "That name is taken; you are anna 2 here"


def test_the_hosts_name_is_not_allowed(table):
    for name in ("host", "The H0st", "Computer"):
        with pytest.raises(Unwelcome, match="choose another"):
            RecordingGuest(table, name, "US")
    assert RecordingGuest(table, "Anna", "US").guest.side == 1


# -- over a connection


@pytest.fixture
def host(hosted, tmp_path):
    """Return a game that the test hosts."""
    return hosted(LocalSession.new(load_scenario("bastogne/spearhead"), folder=tmp_path))


def test_a_senseless_first_line_is_refused_for_good(host):
    with pytest.raises(Lost, match='"name" isn\'t a text') as refused:
        Client(host.address, {"name": 5})
    assert refused.value.for_good


@pytest.mark.slow
def test_the_first_terminal_says_why_and_does_not_reconnect(host):
    old = host.sit("US", "Bob", patient=True)
    new = host.sit("US", "Bob", key=old.client.welcome["key"])
    wait_for(lambda: any("taken at another terminal" in heard.text for heard in old.hear()))
    wait_for(lambda: not old.client._thread.is_alive())
    with pytest.raises(IllegalOrder, match="the game is closed"):
        old.say("hello?")
    assert [guest.name for guest in host.table.guests] == ["Bob"]
    new.say("hello")


@pytest.mark.slow
def test_a_laptop_that_wakes_up_does_not_take_the_seat_back(host):
    old = host.sit("US", "Bob", patient=True)
    hello = old.client._hello.copy()
    host.sit("US", "Bob", key=hello["key"])
    wait_for(lambda: not old.client._thread.is_alive())
    with pytest.raises(Lost, match="taken at another terminal") as refused:
        Client(host.address, hello)
    assert refused.value.for_good


@pytest.mark.slow
def test_a_player_who_gave_up_the_seat_reconnects_as_a_spectator(host):
    bob = host.sit("US", "Bob", patient=True)
    bob.sit(1, FREE)
    wait_for(lambda: [bob.hear()] and bob.side == -1)
    host.see(lambda _: host.table.guests[0].hang_up())
    wait_for(lambda: any("is back" in heard.text for heard in bob.hear()))
    assert (bob.side, host.table.guests[0].side) == (-1, -1)
