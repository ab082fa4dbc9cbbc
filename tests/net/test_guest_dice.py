"""Shared dice in a player's program: it refuses a cheating host's requests, and reports them."""

import os

import pytest

from tests.every import every
from westwall_tui.files.saves.shares import MAX_DICE, Die, OwnShares, Transcript, die_of
from westwall_tui.net.guest_dice import HostFault, Rolls, Shares
from westwall_tui.net.protocol import ProtocolError

GAME = "0f" * 16
SEATS = [{"side": "German"}, {"side": "US"}]


class LyingHost:
    """A host that can cheat, and the U.S. player's program."""

    def __init__(self, folder=None):
        self.record = Transcript(GAME)
        self.host, self.german = OwnShares(Transcript(GAME), "host"), OwnShares(Transcript(GAME), "first")
        self.us = Shares(folder)
        self.faults = self.us.check_welcome(self.welcome())

    def welcome(self, side=1, following=None, record=None):
        record = record or self.record
        following = following or record.number(len(record.fallen))
        return {"side": side, "seats": SEATS, "dice": {**record.data(secret=False), "next": following}}

    def seals(self, number):
        return {
            "host": self.host.seal(number),
            "first": self.german.seal(number),
            "second": self.us.seal().split()[2],
        }

    def shares(self, number, of_us):
        return {"host": self.host.share(number), "first": self.german.share(number), "second": of_us}

    def roll(self, number, *, tell=True):
        """Roll an honest die."""
        seals = self.seals(number)
        shares = self.shares(number, self.us.open(number, seals))
        self.record.begin(number, seals, {})
        self.record.fall(Die(number, shares))
        if tell:
            self.us.rolled(number, seals, shares)
        return shares

    def back(self, **welcome):
        """Reconnect the player after a lost connection, and return the faults."""
        return self.us.check_welcome(self.welcome(**welcome))


@pytest.fixture
def host():
    return LyingHost()


def test_an_honest_host_is_not_reported(host):
    for number in range(1, 5):
        host.roll(number)
    assert host.faults == host.back() == []


def test_each_share_is_the_seal_of_the_next_die(host):
    shares = host.roll(1)
    assert host.us.seal() == f"seal 2 {shares['second']}"


def test_a_share_is_opened_again_for_the_same_seals(host):
    seals = host.seals(1)
    assert host.us.open(1, seals) == host.us.open(1, dict(reversed(seals.items())))
    assert host.us.opened == 1


# -- requests while a die is made


def test_new_seals_after_a_share_is_open_are_refused(host):
    seals = host.seals(1)
    share = host.us.open(1, seals)
    host.host = OwnShares(Transcript(GAME), "host")  # found with knowledge of the other shares
    with pytest.raises(HostFault, match="asks for the shares of die 1 again, but with other seals"):
        host.us.open(1, host.seals(1) | {"second": seals["second"]})
    with pytest.raises(HostFault, match="Die 1 was made from shares other than the sealed ones"):
        host.us.rolled(1, host.seals(1) | {"second": seals["second"]}, host.shares(1, share))


def test_the_next_die_must_wait_for_an_open_one(host):
    host.us.open(1, host.seals(1))
    with pytest.raises(HostFault, match="The host asks for die 2, but die 1 has not been rolled yet"):
        host.us.open(2, host.seals(2))


def test_a_seal_that_copies_another_is_refused(host):
    seals = host.seals(1)
    with pytest.raises(HostFault, match="two equal ones"):
        host.us.open(1, seals | {"host": seals["second"]})


def test_a_copied_seal_is_valid_only_for_its_owner(host):
    """Copies from another game are refused as well."""
    seals, shares = host.seals(1), {}
    for who, other in (("host", "first"), ("first", "host")):
        assert seals[who] != seals[other]
    shares = host.shares(1, host.us.open(1, seals))
    with pytest.raises(HostFault, match="has a share of the host that does not match its seal"):
        host.us.rolled(1, seals, shares | {"host": shares["second"]})


@pytest.mark.parametrize("left_out", ["second", "host"])
def test_no_share_is_opened_if_a_seal_is_missing(host, left_out):
    seals = {who: seal for who, seal in host.seals(1).items() if who != left_out}
    with pytest.raises(HostFault, match="without your share" if left_out == "second" else "has no seal from the host"):
        host.us.open(1, seals)


def test_an_old_share_is_refused(host):
    old = host.roll(1)
    seals = host.seals(2)
    share = host.us.open(2, seals)
    with pytest.raises(HostFault, match=r"Die 2 has a share of the host that does not match its seal\. Ask"):
        host.us.rolled(2, seals, host.shares(2, share) | {"host": old["host"]})


def test_an_old_die_is_refused(host):
    seals = host.seals(1)
    shares = host.roll(1)
    host.us.open(2, host.seals(2))
    with pytest.raises(HostFault, match="Die 2 has a share of"):
        host.us.rolled(2, seals, shares)


def test_requests_out_of_order_are_refused(host):
    host.roll(1)
    seals = host.seals(2)
    host.us.open(2, seals)
    with pytest.raises(HostFault, match="die 2 has not been rolled yet"):
        host.us.open(3, host.seals(3))
    host.us.rolled(2, seals, host.shares(2, host.us.open(2, seals)))
    with pytest.raises(HostFault, match="asks for the shares of die 1 again"):
        host.us.open(1, host.seals(1))


def test_a_die_without_the_players_share_is_reported(host):
    seals = {who: seal for who, seal in host.seals(1).items() if who != "second"}
    shares = {who: share for who, share in host.shares(1, "").items() if share}
    with pytest.raises(HostFault, match="Die 1 was rolled without your share"):
        host.us.rolled(1, seals, shares)
    assert host.us.seal().startswith("seal 2 ")
    host.us.open(2, host.seals(2))


def test_a_made_up_seal_is_refused(host):
    with pytest.raises(HostFault, match="makes die 1 without your share"):
        host.us.open(1, host.seals(1) | {"second": "e" * 64})


@pytest.mark.parametrize(("number", "seals"), [(0, {}), (9_999, {}), (1, {"Carl": "a" * 64})])
def test_impossible_dice_are_refused(host, number, seals):
    with pytest.raises(HostFault, match="a die that does not exist in this game"):
        host.us.open(number, host.seals(1) | seals)


# -- after a reconnection


def test_a_die_rolled_in_the_players_absence_is_reported(host):
    host.roll(1)
    host.record.begin(2, {"host": host.host.seal(2), "first": host.german.seal(2)}, {})
    host.record.fall(Die(2, {"host": host.host.share(2), "first": host.german.share(2)}))
    assert host.back() == ["Die 2 was rolled without your share while you were away or had no seat. Ask the host why"]
    assert host.back() == []
    host.roll(3)


def test_dice_without_any_shares_are_reported(host):
    host.roll(1)
    assert host.back(following=5) == [
        "Dice 2 to 4 were rolled without your share while you were away or had no seat. Ask the host why"
    ]


def test_a_made_up_share_is_reported(host):
    host.roll(1)
    forged = OwnShares(Transcript(GAME), "second")
    seals = {"host": host.host.seal(2), "first": host.german.seal(2), "second": forged.seal(2)}
    host.record.begin(2, seals, {})
    host.record.fall(Die(2, host.shares(2, forged.share(2))))
    assert host.back() == ["Die 2 was rolled without your share while you were away or had no seat. Ask the host why"]


def test_an_opened_die_with_other_seals_is_reported(host):
    seals = host.seals(1)
    share = host.us.open(1, seals)
    host.host = OwnShares(Transcript(GAME), "host")
    host.record.begin(1, seals | {"host": host.host.seal(1)}, {})
    host.record.fall(Die(1, host.shares(1, share)))
    assert host.back() == ["Die 1 was rolled without your share, which you had already opened. Ask the host why"]


def test_an_opened_die_with_the_same_seals_is_accepted(host):
    host.roll(1, tell=False)
    assert host.back() == []


def test_a_game_that_has_gone_back_is_reported_and_its_dice_stay_the_same(host):
    first, second = host.roll(1), host.roll(2)
    record = Transcript(GAME, host.record.seals, host.record.fallen[:1])
    assert host.back(record=record) == [
        "The game has gone back to before die 2, which you have already seen. Ask the host why"
    ]
    seals = {who: first[who] for who in second}
    assert host.us.open(2, seals) == second["second"]
    with pytest.raises(HostFault, match="again, but with other seals"):
        host.us.open(2, seals | {"host": "a" * 64})
    host.us.rolled(2, seals, second)


def test_a_changed_record_is_reported_and_no_share_is_opened_twice(host):
    """The host makes the first die again without the player, whose later shares may therefore be known."""
    host.roll(1)
    second = host.roll(2)
    host.host, record = OwnShares(Transcript(GAME), "host"), Transcript(GAME)
    record.begin(1, {"host": host.host.seal(1), "first": host.german.seal(1)}, {})
    record.fall(Die(1, {"host": host.host.share(1), "first": host.german.share(1)}))
    assert host.back(record=record) == ["Die 1 has changed since you saw it. Ask the host why"]
    assert host.us.open(2, host.seals(2)) != second["second"]


def test_a_record_that_does_not_match_its_seals_is_reported(host):
    host.roll(1)
    host.roll(2)
    number, shares = host.record.fallen[1]
    host.record.fallen[1] = Die(number, shares | {"first": "a" * 64})
    faults = host.back()
    assert "die 2 has a share of the German player that does not match its seal" in faults[0]


def test_a_die_dropped_without_consent_is_reported(host):
    host.us.open(1, host.seals(1))
    host.record.drop(1, "first")
    assert host.back(following=2) == [
        "The host dropped die 1 without asking you, although you had opened your share. Ask the host why"
    ]
    host.us.open(2, host.seals(2))


def test_a_die_dropped_with_consent_is_accepted(host):
    host.us.open(1, host.seals(1))
    host.us.agree(1)
    host.us.drop(1, "first")
    host.record.drop(1, "first")
    assert host.back(following=2) == []


def test_the_dice_of_another_game_are_reported(host):
    host.roll(1)
    assert host.back(record=Transcript("ab" * 16)) == ["The host is making dice for a different game. Ask the host why"]


def test_the_end_of_shared_dice_is_reported(host):
    with pytest.raises(ProtocolError, match="no longer shows how it made the dice"):
        host.us.check_welcome({"side": 1, "seats": SEATS})


@every(
    "dice",
    [
        {},
        {"game": 3},
        {"game": GAME},
        {"game": GAME, "next": "1"},
        {"game": GAME, "next": -(10**9)},
        {"game": GAME, "next": 1, "fallen": ["1 2"]},
    ],
)
def test_senseless_dice_are_refused_in_one_sentence(dice):
    with pytest.raises(ProtocolError):
        Shares().check_welcome({"side": 1, "seats": SEATS, "dice": dice})


@pytest.mark.parametrize("following", [MAX_DICE + 1, MAX_DICE + 2, 10**9])
def test_no_number_of_a_die_reveals_the_secret_or_costs_much_time(host, following):
    host.roll(1)
    secret = host.us._own.secret
    assert host.back(following=following) == [
        f"Dice 2 to {MAX_DICE} were rolled without your share while you were away or had no seat. Ask the host why"
    ]
    assert host.us.seal() == ""
    with pytest.raises(HostFault):
        host.us.open(following, {"host": "a" * 64, "first": "b" * 64, "second": secret})


# -- saved shares


def test_shares_and_dice_are_saved(tmp_path):
    host = LyingHost(tmp_path)
    host.roll(1)
    seals = host.seals(2)
    share = host.us.open(2, seals)
    host.us = Shares(tmp_path)
    assert host.back() == []
    assert host.us.opened == 2
    with pytest.raises(HostFault, match="again, but with other seals"):
        host.us.open(2, seals | {"host": "a" * 64})
    assert host.us.open(2, seals) == share


def test_another_host_of_the_same_game_gets_no_share_twice(tmp_path):
    """Two colluding hosts ask two programs of one player for the same share."""
    host, twin = LyingHost(tmp_path), LyingHost(tmp_path)
    host.us.open(1, host.seals(1))
    with pytest.raises(HostFault, match="Another program of yours has opened die 1 with other seals"):
        twin.us.open(1, twin.seals(1))


def test_an_unreadable_file_of_shares_is_reported_and_replaced(tmp_path):
    host = LyingHost(tmp_path)
    host.roll(1)
    path = tmp_path / f"{GAME}-second.toml"
    assert path.stat().st_mode & 0o777 == 0o600 or os.name != "posix"
    path.write_text("secret = 3")
    host.us = Shares(tmp_path)
    assert "your shares of dice cannot be read, so new ones are drawn" in host.back()[0]
    host.us.open(2, host.seals(2))


# -- spectators


def test_a_spectator_checks_shares_against_their_seals(host):
    wim = Shares()
    assert wim.check_welcome(host.welcome(side=-1)) == []
    seals = host.seals(1)
    assert wim.open(1, seals) == wim.seal() == ""
    shares = host.shares(1, host.us.open(1, seals))
    wim.rolled(1, seals, shares)
    with pytest.raises(HostFault, match="Die 2 has a share of"):
        wim.rolled(2, shares, shares)


def test_a_spectator_hears_of_dice_without_shares(host):
    wim = Shares()
    host.roll(1)
    wim.check_welcome(host.welcome(side=-1))
    assert wim.check_welcome(host.welcome(side=-1, following=3)) == [
        "Die 2 was rolled without any shares while you were away. Ask the host why"
    ]


# -- rolls


def rolls(host, *also):
    return Rolls(host.welcome()), [f"roll {die_of(die.shares.values())}" for die in host.record.fallen] + [*also]


def test_a_roll_that_does_not_match_its_shares_is_reported_once(host):
    host.roll(1)
    host.roll(2)
    expected, lines = rolls(host)
    assert expected.fault(lines) == ""
    cheat = "roll 1" if lines[1] != "roll 1" else "roll 2"
    faults = expected.fault([lines[0], cheat])
    assert faults.startswith(f"The host reports a {cheat[-1]} for die 2, but the shares add up to a {lines[1][-1]}")
    assert expected.fault([lines[0], cheat]) == ""


def test_a_roll_without_shares_is_reported(host):
    host.roll(1)
    expected, lines = rolls(host, "done", "roll 6")
    assert (
        expected.fault(lines) == "The host reports a 6 for die 2, which was rolled without your share. Ask the host why"
    )


@pytest.mark.slow
def test_two_exchanged_dice_are_reported(host):
    for number in range(1, 9):
        host.roll(number)
    expected, lines = rolls(host)
    first = next(i for i in range(7) if lines[i] != lines[i + 1])
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    assert f"for die {first + 1}, but the shares add up to a" in expected.fault(lines)


def test_a_dropped_number_has_no_roll(host):
    host.roll(1)
    expected, lines = rolls(host)
    expected.drop(2)
    expected.fall(3, 5)
    assert expected.fault([*lines, "roll 5"]) == ""
