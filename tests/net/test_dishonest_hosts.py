"""Hosts that cheat with shared dice over a real connection: each is exposed in one sentence, and the game continues."""

import contextlib
import socket
import time

import pytest

from tests.files.example import SCENARIO, load_example, swap
from tests.long import sample
from tests.net.local import LocalHost
from tests.net.recording_guests import begun_at, record_of
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder, Roll, parse
from westwall_tui.files.saves.shares import Die, die_of, new_secret, seal_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.slow

PATIENCE = 60
ATTACK = "attack K 1/9 > 1/8 + 9A"
BEFORE = swap(swap(SCENARIO, "combat", "movement"), '[[place]]\nunit = "29"\nhex = "0605"\n', "")
"""The example with a Movement Phase before its attack, and without Final Protective Fire."""


class CheatingHost:
    """A host and its accomplice Anna, who cheat Bob."""

    def __init__(self, session, folder):
        self.host = LocalHost(session, folder)
        self.session = session
        first, second = (side.name for side in session.game.scenario.sides)
        self.anna = self.host.sit(first, "Anna", patient=True)
        self.bob = self.host.sit(second, "Bob", patient=True)
        self.faults: list[str] = []
        self.shares: dict[str, str] = {}
        """Shares of the current die that the host has secretly kept."""

    def hear(self):
        """Return the faults that Bob's program has reported."""
        self.anna.hear()
        texts = [heard.text.removeprefix("The connection to the host is back. ") for heard in self.bob.hear()]
        self.faults += [text for text in texts if "Ask the host why" in text]
        return self.faults

    def wait_for(self, what):
        end = time.monotonic() + PATIENCE
        self.hear()
        while not what():
            assert time.monotonic() < end, self.faults
            time.sleep(0.005)
            self.hear()

    def same(self):
        """Wait until both see the same game."""
        self.wait_for(lambda: self.bob.game.log == self.host.see(lambda game: game.log[:]))

    @property
    def record(self):
        return record_of(self.host.table)

    def keep_back(self):
        """Have the host take Bob's shares secretly from now on."""

        def listen(table):
            hear = table.exchange.hear

            def take(side, name, word, rest):
                if side == 1 and word == "open":
                    self.shares["second"] = rest.split()[1]
                else:
                    hear(side, name, word, rest)

            table.exchange.hear = take
            self.listen = hear

        self.host.do(listen)

    def stop_cheating(self):
        self.host.do(lambda table: setattr(table.exchange, "hear", self.listen))

    def play(self, rolls):
        """Give random orders until so many dice are rolled."""
        draw = Draw(5)

        def is_over():
            if self.host.see(lambda game: sum(line.startswith("roll") for line in game.log)) >= rolls:
                return True
            give(self, draw)
            return False

        self.wait_for(is_over)
        self.same()

    def goes_on(self):
        """Roll more dice honestly, and check that no fault is reported."""
        before = len(self.record.fallen)
        before_faults = len(self.faults)
        self.play(sum(line.startswith("roll") for line in self.session.game.log) + 2)
        assert len(self.record.fallen) >= before + 2
        assert not self.faults[before_faults:]


def give(cheater, draw):
    """Give a random order of the deciding player, and return True if a die is due."""
    for guest in (cheater.anna, cheater.bob):
        if guest.game.side == guest.side and guest.game.prompt.kind != "roll":
            with contextlib.suppress(IllegalOrder):  # the host is a moment ahead
                guest.apply(guest.game.random_order(draw))
    return cheater.host.see(lambda game: game.prompt.kind == "roll")


@pytest.fixture
def attack(tmp_path, monkeypatch):
    """Return the example before the attack."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    cheater = CheatingHost(
        LocalSession.new(load_example(tmp_path, scenario=BEFORE), folder=tmp_path, manual=True), tmp_path
    )
    yield cheater
    cheater.host.stop()


@pytest.fixture
def game(tmp_path, monkeypatch):
    """Return a game in which three dice are rolled."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    cheater = CheatingHost(
        LocalSession.new(load_scenario("hurtgen/historical"), folder=tmp_path, manual=True), tmp_path
    )
    cheater.play(3)
    yield cheater
    cheater.host.stop()


# -- (b): the host knows the share, and undoes the attack


def take_back(cheater):
    """Undo the attack and `done` after Bob has opened his share, then move and attack in the same way."""
    cheater.keep_back()
    for line in ("done", ATTACK):
        cheater.anna.apply(parse(line))
    cheater.wait_for(lambda: "second" in cheater.shares and "first" in begun_at(cheater.host.table).shares)

    def cheat(table):
        table.session.undo()
        table.session.undo()
        table.broadcast()
        for line in ("move 9A 0204", "done", ATTACK):
            table.session.apply(parse(line))
            table.broadcast()

    cheater.host.do(cheat)
    cheater.same()
    assert cheater.faults == [
        "Orders were undone after you opened your share of die 1, which now counts for the next roll. Ask the host why"
    ]


def another_six(table, shares):
    """Find a secret of the host that makes the die a six, given the other shares."""
    own, record = table.exchange.dice._own, record_of(table)
    seals, record.begun = dict(begun_at(table).seals), None
    while True:
        own.secret = new_secret()
        made = {"host": own.share(1), **shares}
        if die_of(made.values()) == 6:
            return seals | {"host": own.seal(1)}, made


def test_b_a_repeated_attack_with_another_die_is_reported(attack):
    take_back(attack)

    def cheat(table):
        shares = {"first": begun_at(table).shares["first"], **attack.shares}
        seals, shares = another_six(table, shares)
        table.tell({"news": "open", "number": 1, "seals": seals})
        table.tell({"news": "rolled", "number": 1, "seals": seals, "shares": shares})
        record_of(table).begin(1, seals, {})
        record_of(table).fall(Die(1, shares))
        table.session.apply(Roll(6))
        table.broadcast()

    attack.host.do(cheat)
    attack.same()
    assert attack.faults[1:] == [
        "The host asks for the shares of die 1 again, but with other seals. Ask the host why",
        "Die 1 was made from shares other than the sealed ones. Ask the host why",
    ]
    attack.stop_cheating()
    attack.bob.apply(next(iter(attack.bob.game.legal())))  # the retreat; the game continues


def test_b_a_repeated_attack_with_a_made_up_roll_is_reported(attack):
    take_back(attack)
    attack.host.do(lambda table: [table.session.apply(Roll(6)), table.broadcast()])
    attack.same()
    assert attack.faults[1:] == [
        "The host reports a 6 for die 1, which was rolled without your share. Ask the host why"
    ]
    attack.bob.apply(next(iter(attack.bob.game.legal())))


def test_a_made_up_roll_is_reported_and_the_next_die_is_shared_again(game):
    def slip(table):
        table.roll = lambda: None

    roll = game.host.table.roll
    game.host.do(slip)
    draw = Draw(6)
    game.wait_for(lambda: give(game, draw))
    game.host.table.roll = roll
    game.host.do(lambda table: [table.session.apply(Roll(6)), table.broadcast()])
    game.same()
    assert game.faults == ["The host reports a 6 for die 4, which was rolled without your share. Ask the host why"]
    game.goes_on()


def test_b_a_repeated_attack_with_the_same_die_is_reported(attack):
    take_back(attack)
    attack.stop_cheating()
    seals = dict(begun_at(attack.host.table).seals)

    def repent(table):
        table.exchange.hear(1, "Bob", "open", f"1 {attack.shares['second']}")
        table.roll()

    attack.host.do(repent)
    attack.same()
    die = attack.record.fallen[0]
    assert attack.record.seals_of(die) == seals
    assert attack.session.game.log[-1] == f"roll {die_of(die.shares.values())}"
    assert len(attack.faults) == 1


def test_b_the_next_die_instead_of_the_open_one_is_reported(attack):
    take_back(attack)

    def cheat(table):
        seals = {who: table.exchange.dice._own.seal(2) if who == "host" else "ab" * 32 for who in begun_at(table).seals}
        table.tell({"news": "open", "number": 2, "seals": seals | {"second": attack.shares["second"]}})

    attack.host.do(cheat)
    attack.wait_for(lambda: len(attack.faults) == 2)
    assert attack.faults[1] == "The host asks for die 2, but die 1 has not been rolled yet. Ask the host why"


# -- (a): the connection is cut, and a die is rolled meanwhile


def cut_and(cheater, cheat):
    """Cut Bob's connection when a die is due, roll, and wait until Bob's program has reconnected."""
    table, roll = cheater.host.table, cheater.host.table.roll
    table.roll = lambda: None  # the host asks for no shares
    rolls = sum(line.startswith("roll") for line in cheater.session.game.log)

    draw = Draw(6)
    cheater.wait_for(lambda: give(cheater, draw))
    cheater.same()

    def cut(table):
        cheat(table, rolls + 1)
        table._sent = table.game.log[:]
        for guest in (cheater.anna, cheater.bob):
            guest.client._line.shutdown(socket.SHUT_RDWR)

    cheater.host.do(cut)
    cheater.wait_for(lambda: len(cheater.faults) > 0)
    cheater.same()
    table.roll = roll


def without_a_word(table, number):
    table.session.apply(Roll(6))


def without_his_share(table, number):
    dice = table.exchange.dice
    shares = {"host": dice._own.share(number)}
    dice.record.begin(number, {"host": dice._own.seal(number)}, {})
    dice.record.fall(Die(number, shares))
    table.session.apply(Roll(die_of(shares.values())))


def with_a_share_in_his_name(table, number):
    dice = table.exchange.dice
    shares = {"host": dice._own.share(number), "first": "ab" * 32, "second": "cd" * 32}
    seals = {who: seal_of(dice.record.game, who, number, share) for who, share in shares.items()}
    dice.record.begin(number, seals, {})
    dice.record.fall(Die(number, shares))
    table.session.apply(Roll(die_of(shares.values())))


@pytest.mark.parametrize("cheat", [without_a_word, without_his_share, with_a_share_in_his_name])
def test_a_a_die_during_a_cut_connection_is_reported(game, cheat):
    cut_and(game, cheat)
    assert game.faults == ["Die 4 was rolled without your share while you were away or had no seat. Ask the host why"]
    game.goes_on()


def test_a_a_changed_die_after_a_cut_connection_is_reported(game):
    def cheat(table, number):
        record = record_of(table)
        _, shares = record.fallen[1]
        record.fallen[1] = Die(2, {**shares, "second": "ab" * 32})
        without_a_word(table, number)

    cut_and(game, cheat)
    assert "Die 2 has changed since you saw it. Ask the host why" in game.faults[0]
    assert "die 2 has a share of the German player that does not match its seal" in game.faults[0]


def test_a_a_missing_record_after_a_cut_connection_is_reported(game):
    def cheat(table, number):
        table.exchange.dice.message = dict
        without_a_word(table, number)

    cut_and(game, cheat)
    assert game.faults[0].startswith("The host's dice make no sense")
    assert game.faults[0].endswith(
        "The host reports a 6 for die 4, which was rolled without your share. Ask the host why"
    )


# -- forged messages about a die


def shown(cheater, change):
    """Change the host's message to Bob about the fourth die."""

    def listen(table):
        bob = next(guest for guest in table.guests if guest.side == 1)
        send = bob.send

        def lying(message):
            if message.get("news") == "rolled" and message["number"] == 4:
                message = change({**message}, record_of(table))
            send(message)

        bob.send = lying

    cheater.host.do(listen)
    cheater.play(4)


def replay(message, record):
    """Repeat the share of the die before."""
    return message | {"shares": {**message["shares"], "host": record.fallen[2].shares["host"]}}


def reuse(message, record):
    """Repeat an old seal."""
    old = record.seals_of(record.fallen[1])["host"]
    return message | {"seals": message["seals"] | {"host": old}}


def reorder(message, record):
    """Repeat the die before."""
    before = record.fallen[2]
    return message | {"seals": record.seals_of(before), "shares": before.shares}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (reorder, "has a share of the host that does not match its seal"),
        *sample(
            [
                (replay, "has a share of the host that does not match its seal"),
                (reuse, "has a share of the host that does not match its seal"),
            ],
            [],
        ),
    ],
)
def test_a_forged_message_about_a_die_is_reported(game, change, why):
    shown(game, change)
    assert game.faults[0] == f"Die 4 {why}. Ask the host why"
    game.goes_on()


def test_a_roll_other_than_the_shown_die_is_reported(game):
    def listen(table):
        apply = table.session.apply

        def lying(order):
            if isinstance(order, Roll):
                order = Roll(order.die % 6 + 1)
                table.session.apply = apply
            return apply(order)

        table.session.apply = lying

    game.host.do(listen)
    game.play(4)
    assert len(game.faults) == 1
    assert "for die 4, but the shares add up to a" in game.faults[0]
    game.goes_on()


def test_a_share_is_not_given_before_a_die_is_due(attack):
    attack.keep_back()
    attack.host.do(
        lambda table: [table.exchange.dice.begin(["first", "second"]), table.tell(table.exchange._open_message())]
    )
    attack.wait_for(lambda: attack.faults)
    assert attack.faults == ["The host asks for your share of die 1, although no die is due. Ask the host why"]
    assert not attack.shares
    attack.anna.apply(parse("done"))
    attack.same()
    assert not attack.shares
    attack.anna.apply(parse(ATTACK))
    attack.wait_for(lambda: attack.shares)
    assert len(attack.faults) == 1
