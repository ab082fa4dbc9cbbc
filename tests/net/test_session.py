"""A guest's game over a real connection: shared dice, cheating hosts, and the computer."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests.files.example import load_example
from tests.net.local import wait_for
from tests.net.recording_guests import RecordingGuest, table_of
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder, Land, Note
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.client import Lost
from westwall_tui.net.session import HostedSession

LONG = "#" * (MAX_SAVE_SIZE + 1)
"""The text of a save that is too long to read."""


def heard_of(guest, words):
    """Return True if a guest's news contain these words."""
    return any(words in heard.text for heard in guest.hear())


def step(guests, draw):
    """Give one random order of the deciding player, and return the texts that all guests got."""
    texts: list[str] = []

    def give():
        for guest in guests:
            texts.extend(heard.text for heard in guest.hear())
        for guest in guests:
            if guest.game.side == guest.side and guest.game.prompt.kind != "roll":
                try:
                    guest.apply(guest.game.random_order(draw))
                except IllegalOrder:
                    return False
                return True
        return guests[0].game.outcome is not None

    wait_for(give)
    return texts


def is_foul(text):
    return "sk the host why" in text


@pytest.mark.slow
def test_15_36_shared_dice_raise_no_false_alarm_while_drop_zones_are_hidden(tmp_path, hosted):
    session = LocalSession.new(load_scenario("arnhem/free"), folder=tmp_path, manual=True)
    draw = Draw(5)
    while session.game.prompt.kind != "roll" and len(session.game.log) < 400:
        order = session.game.random_order(draw)
        session.game.apply(Note(order.division, order.hex, 4) if isinstance(order, Note) else order)
    length = len(session.game.log)
    host = hosted(session)
    guests = [host.sit(side.name, side.name) for side in session.game.scenario.sides]
    texts: list[str] = []
    while len(session.game.log) < length + 12:
        texts += step(guests, draw)
    assert any(line.startswith("roll ") for line in session.game.log[length:])
    assert not any(map(is_foul, texts))


def test_7_6_the_computers_attack_uses_the_other_players_share(tmp_path, hosted):
    session = LocalSession.new(load_example(tmp_path), manual=True, seats=(Seat("computer", level=1), Seat()))
    host = hosted(session)
    us = host.sit("US", "Bob")
    draw = Draw(1)

    def rolled():
        us.hear()
        if us.game.side == us.side and us.game.prompt.kind != "roll":
            us.apply(us.game.random_order(draw))
        return any(line.startswith("roll ") for line in us.game.log)

    wait_for(rolled)


def test_guests_see_a_full_disk_at_the_host_until_it_is_over(tmp_path, hosted, monkeypatch):
    host = hosted(LocalSession.new(load_example(tmp_path), seed=3))
    german, us = host.sit("German", "Anna"), host.sit("US", "Bob")

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("westwall_tui.files.sessions.local.replace_whole", fail)
        step([german, us], Draw(1))
        for guest in (german, us):
            wait_for(partial(heard_of, guest, "cannot save the game"))
            assert guest.trouble == "not saved by the host: No space left on device"
    step([german, us], Draw(1))
    wait_for(lambda: [german.hear()] and not german.trouble)


def test_15_36_a_guest_without_secrets_gets_no_remarks_about_a_file(tmp_path, hosted):
    session = LocalSession.new(load_scenario("arnhem/free"), folder=tmp_path)
    session.game.apply(next(order for order in session.game.legal() if isinstance(order, Note)))
    assert hosted(session).sit("German", "Bert").notes == ()


def test_15_0_an_order_without_events_reaches_the_other_guest(tmp_path, hosted):
    session = LocalSession.new(load_scenario("arnhem/free"), folder=tmp_path, seed=1)
    draw = Draw(3)
    while session.game.prompt.kind != "movement":
        order = session.game.random_order(draw)
        session.game.apply(Note(order.division, order.hex) if isinstance(order, Note) else order)
    asks = next(
        order for order in session.game.legal() if isinstance(order, Land) and _asks_at_once(session.game, order)
    )
    host = hosted(session)
    allied, german = (host.sit(side.name, side.name) for side in session.game.scenario.sides)
    allied.apply(asks)
    heard = wait_for(german.hear)
    assert (heard[-1].events, heard[-1].order) == ((), asks)
    assert german.game.side == german.side


def test_a_difference_is_reported_and_repaired(tmp_path, hosted):
    host = hosted(LocalSession.new(load_example(tmp_path), seed=3))
    german, us = host.sit("German", "Anna"), host.sit("US", "Bob")
    us.game.replay([str(next(order for order in us.game.legal() if str(order) != "done"))])
    step([german], Draw(1))
    heard = wait_for(us.hear)
    assert [said.text for said in heard if said.text] == ["Your game differed from the host's and was reloaded"]
    wait_for(lambda: [us.hear()] and us.game.log == host.table.game.log)
    assert us.game.digest(1) == host.table.game.digest(1)


def _asks_at_once(game, order):
    """Return True if an order leads to a decision of the other side without any event."""
    fork = game.fork(seed=0, viewer=game.side)
    return fork.apply(order) == [] and fork.side == 1 - game.side


@pytest.mark.parametrize(
    ("key", "value"),
    [("seats", 5), ("seats", [{"name": 3}]), ("chat", 7), ("side", "US"), ("save", 1), ("save", "["), ("save", LONG)],
)
def test_a_senseless_host_is_reported_in_one_sentence(tmp_path, key, value):
    table = table_of(load_example(tmp_path), tmp_path)
    client: Any = SimpleNamespace(welcome={**RecordingGuest(table, "Anna", "US").messages[0], key: value})
    with pytest.raises(Lost, match="the host's game cannot be read"):
        HostedSession(client, "game")


@pytest.mark.slow
def test_5_15_guests_follow_an_undo_of_a_turn_with_a_die(tmp_path, hosted):
    host = hosted(LocalSession.new(load_example(tmp_path), folder=tmp_path, drawn=True))
    german, us = (host.sit(side, side) for side in ("German", "US"))
    german.apply("attack K 1/9 > 1/8 + 9A")
    wait_for(lambda: us.hear() is not None and us.game.side == us.side)
    us.apply("fpf 29")
    wait_for(lambda: german.hear() is not None and len(german.game.log) > 2)
    length = len(german.game.log)
    with pytest.raises(IllegalOrder, match="has to agree first"):
        german.undo("turn")
    wait_for(
        lambda: any(
            heard.asks == "German (German) wants to undo the whole turn: 2 orders, 1 die" for heard in us.hear()
        )
    )
    us.agree(True)
    texts: list[str] = []
    undone: list[int] = []

    def follows() -> bool:
        for heard in (*german.hear(), *us.hear()):
            texts.append(heard.text)
            undone.append(heard.back)
        return not german.game.log and not us.game.log

    wait_for(follows)
    assert undone.count(length) == 2, "both follow the undo, and neither reads the game again"
    assert "US (U.S.) agrees" in texts
    german.apply("attack K 1/9 > 1/8 + 9A")
