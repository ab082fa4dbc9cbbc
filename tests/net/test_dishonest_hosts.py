"""Hosts that cheat with shared dice, over a real line: each is found out in one sentence, and the game goes on."""

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
"""The example with a Movement Phase before its attack, and nobody to give fire FPF."""


class Lie:
    """A host and its accomplice Anna, and Bob, who is to be cheated."""

    def __init__(self, session, folder):
        self.host = LocalHost(session, folder)
        self.session = session
        first, second = (side.name for side in session.game.scenario.sides)
        self.anna = self.host.sit(first, "Anna", patient=True)
        self.bob = self.host.sit(second, "Bob", patient=True)
        self.told: list[str] = []
        self.shares: dict[str, str] = {}
        """What the host knows of the die that is begun."""

    def hear(self):
        """What Bob is told."""
        self.anna.hear()
        texts = [heard.text.removeprefix("The connection to the host is back. ") for heard in self.bob.hear()]
        self.told += [text for text in texts if "Ask why" in text]
        return self.told

    def wait_for(self, what):
        end = time.monotonic() + PATIENCE
        self.hear()
        while not what():
            assert time.monotonic() < end, self.told
            time.sleep(0.005)
            self.hear()

    def same(self):
        """Both see the same game."""
        self.wait_for(lambda: self.bob.game.log == self.host.see(lambda game: game.log[:]))

    @property
    def record(self):
        return record_of(self.host.table)

    def keep_back(self):
        """From here on the host takes Bob's share and does not say that it has it."""

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

    def stop_lying(self):
        self.host.do(lambda table: setattr(table.exchange, "hear", self.listen))

    def play(self, rolls):
        """Random orders until so many dice have fallen."""
        draw = Draw(5)

        def is_over():
            if self.host.see(lambda game: sum(line.startswith("roll") for line in game.log)) >= rolls:
                return True
            give(self, draw)
            return False

        self.wait_for(is_over)
        self.same()

    def goes_on(self):
        """More dice fall, as they must, and nothing is found wrong with them."""
        before = len(self.record.fallen)
        told = len(self.told)
        self.play(sum(line.startswith("roll") for line in self.session.game.log) + 2)
        assert len(self.record.fallen) >= before + 2
        assert not self.told[told:]


def give(lie, draw):
    """A random order by who is to decide; whether a die is due."""
    for guest in (lie.anna, lie.bob):
        if guest.game.side == guest.side and guest.game.prompt.kind != "roll":
            with contextlib.suppress(IllegalOrder):  # the host is a moment ahead
                guest.apply(guest.game.random_order(draw))
    return lie.host.see(lambda game: game.prompt.kind == "roll")


@pytest.fixture
def attack(tmp_path, monkeypatch):
    """The example before the attack."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    lie = Lie(LocalSession.new(load_example(tmp_path, scenario=BEFORE), folder=tmp_path, manual=True), tmp_path)
    yield lie
    lie.host.stop()


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A game in which three dice have fallen."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    lie = Lie(LocalSession.new(load_scenario("hurtgen/historical"), folder=tmp_path, manual=True), tmp_path)
    lie.play(3)
    yield lie
    lie.host.stop()


# -- (b): the share is known, so the attack is taken back


def take_back(lie):
    """Bob has opened his share; the host takes attack and `done` back, moves once more and attacks the same way."""
    lie.keep_back()
    for line in ("done", ATTACK):
        lie.anna.apply(parse(line))
    lie.wait_for(lambda: "second" in lie.shares and "first" in begun_at(lie.host.table).shares)

    def cheat(table):
        table.session.undo()
        table.session.undo()
        table.spread()
        for line in ("move 9A 0204", "done", ATTACK):
            table.session.apply(parse(line))
            table.spread()

    lie.host.do(cheat)
    lie.same()
    assert lie.told == [
        "Orders were taken back after you opened your share of die 1; it counts for the next roll. Ask why"
    ]


def another_six(table, shares):
    """A secret of the host's with which the die is a six, knowing everybody's share."""
    own, record = table.exchange.dice._own, record_of(table)
    seals, record.begun = dict(begun_at(table).seals), None
    while True:
        own.secret = new_secret()
        made = {"host": own.share(1), **shares}
        if die_of(made.values()) == 6:
            return seals | {"host": own.seal(1)}, made


def test_b_an_attack_is_taken_back_and_given_again_for_another_die(attack):
    take_back(attack)

    def cheat(table):
        shares = {"first": begun_at(table).shares["first"], **attack.shares}
        seals, shares = another_six(table, shares)
        table.tell({"news": "open", "number": 1, "seals": seals})
        table.tell({"news": "rolled", "number": 1, "seals": seals, "shares": shares})
        record_of(table).begin(1, seals, {})
        record_of(table).fall(Die(1, shares))
        table.session.apply(Roll(6))
        table.spread()

    attack.host.do(cheat)
    attack.same()
    assert attack.told[1:] == [
        "The host asks for the shares of die 1 again, for other seals than before. Ask why",
        "Die 1 is made of shares other than those sealed. Ask why",
    ]
    attack.stop_lying()
    attack.bob.apply(next(iter(attack.bob.game.legal())))  # the retreat; the game is not lost


def test_b_an_attack_is_taken_back_and_the_host_rolls_as_it_likes(attack):
    take_back(attack)
    attack.host.do(lambda table: [table.session.apply(Roll(6)), table.spread()])
    attack.same()
    assert attack.told[1:] == ["The host has rolled 6 for die 1, without your share. Ask why"]
    attack.bob.apply(next(iter(attack.bob.game.legal())))


def test_a_roll_that_is_slipped_in_is_told_and_the_next_die_is_made_of_shares(game):
    def slip(table):
        table.roll = lambda: None

    roll = game.host.table.roll
    game.host.do(slip)
    draw = Draw(6)
    game.wait_for(lambda: give(game, draw))
    game.host.table.roll = roll
    game.host.do(lambda table: [table.session.apply(Roll(6)), table.spread()])
    game.same()
    assert game.told == ["The host has rolled 6 for die 4, without your share. Ask why"]
    game.goes_on()


def test_b_an_attack_is_taken_back_and_the_die_falls_all_the_same(attack):
    take_back(attack)
    attack.stop_lying()
    seals = dict(begun_at(attack.host.table).seals)

    def repent(table):
        table.exchange.hear(1, "Bob", "open", f"1 {attack.shares['second']}")
        table.roll()

    attack.host.do(repent)
    attack.same()
    die = attack.record.fallen[0]
    assert attack.record.seals_of(die) == seals
    assert attack.session.game.log[-1] == f"roll {die_of(die.shares.values())}"
    assert len(attack.told) == 1


def test_b_the_next_die_is_made_in_place_of_the_one_that_is_open(attack):
    take_back(attack)

    def cheat(table):
        seals = {who: table.exchange.dice._own.seal(2) if who == "host" else "ab" * 32 for who in begun_at(table).seals}
        table.tell({"news": "open", "number": 2, "seals": seals | {"second": attack.shares["second"]}})

    attack.host.do(cheat)
    attack.wait_for(lambda: len(attack.told) == 2)
    assert attack.told[1] == "Die 1 is open and not rolled, and the host asks for die 2. Ask why"


# -- (a): the line is cut, and a die falls meanwhile


def cut_and(lie, cheat):
    """The host waits until a die is due, cuts Bob's line and rolls; Bob's program gets the line back by itself."""
    table, roll = lie.host.table, lie.host.table.roll
    table.roll = lambda: None  # nobody is asked for anything
    rolls = sum(line.startswith("roll") for line in lie.session.game.log)

    draw = Draw(6)
    lie.wait_for(lambda: give(lie, draw))
    lie.same()

    def cut(table):
        cheat(table, rolls + 1)
        table._told = table.game.log[:]
        for guest in (lie.anna, lie.bob):
            guest.client._line.shutdown(socket.SHUT_RDWR)

    lie.host.do(cut)
    lie.wait_for(lambda: len(lie.told) > 0)
    lie.same()
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
def test_a_the_line_is_cut_and_a_die_falls_meanwhile(game, cheat):
    cut_and(game, cheat)
    assert game.told == ["Die 4 came up without your share while you were away or had no seat. Ask why"]
    game.goes_on()


def test_a_the_line_is_cut_and_an_old_die_is_another_now(game):
    def cheat(table, number):
        record = record_of(table)
        _, shares = record.fallen[1]
        record.fallen[1] = Die(2, {**shares, "second": "ab" * 32})
        without_a_word(table, number)

    cut_and(game, cheat)
    assert "Die 2 is not the one you saw. Ask why" in game.told[0]
    assert "die 2 has a share of German that does not match its seal" in game.told[0]


def test_a_the_line_is_cut_and_there_is_no_record_of_dice_any_more(game):
    def cheat(table, number):
        table.exchange.dice.message = dict
        without_a_word(table, number)

    cut_and(game, cheat)
    assert game.told[0].startswith("The host's dice make no sense")
    assert game.told[0].endswith("The host has rolled 6 for die 4, without your share. Ask why")


# -- what a host may show of a die


def shown(lie, change):
    """The host changes what it shows Bob of the fourth die."""

    def listen(table):
        bob = next(guest for guest in table.guests if guest.side == 1)
        send = bob.send

        def lying(message):
            if message.get("news") == "rolled" and message["number"] == 4:
                message = change({**message}, record_of(table))
            send(message)

        bob.send = lying

    lie.host.do(listen)
    lie.play(4)


def replay(message, record):
    """The share of the die before, once more."""
    return message | {"shares": {**message["shares"], "host": record.fallen[2].shares["host"]}}


def reuse(message, record):
    """A seal that was opened long ago."""
    old = record.seals_of(record.fallen[1])["host"]
    return message | {"seals": message["seals"] | {"host": old}}


def reorder(message, record):
    """The die before in the place of this one."""
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
def test_what_is_shown_of_a_die_must_be_that_die(game, change, why):
    shown(game, change)
    assert game.told[0] == f"Die 4 {why}. Ask why"
    game.goes_on()


def test_a_roll_that_is_not_what_was_shown_is_told(game):
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
    assert len(game.told) == 1
    assert "for die 4, though all shares together make" in game.told[0]
    game.goes_on()


def test_a_share_is_not_given_before_a_die_is_due_for_the_host_could_choose_what_it_is_for(attack):
    attack.keep_back()
    attack.host.do(
        lambda table: [table.exchange.dice.begin(["first", "second"]), table.tell(table.exchange._open_message())]
    )
    attack.wait_for(lambda: attack.told)
    assert attack.told == ["The host asks for your share of die 1, though no die is due. Ask why"]
    assert not attack.shares
    attack.anna.apply(parse("done"))
    attack.same()
    assert not attack.shares
    attack.anna.apply(parse(ATTACK))
    attack.wait_for(lambda: attack.shares)
    assert len(attack.told) == 1
