"""Shared dice as a player's program sees them: what it refuses of a host that cheats, and what it tells."""

import os

import pytest

from tests.every import every
from westwall_tui.files.saves.shares import MOST_DICE, Die, OwnShares, Transcript, die_of
from westwall_tui.net.guest_dice import HostFault, Rolls, Shares
from westwall_tui.net.protocol import ProtocolError

GAME = "0f" * 16
SEATS = [{"side": "German"}, {"side": "US"}]


class LyingHost:
    """What a host may send to the program of the US player, and what that says."""

    def __init__(self, folder=None):
        self.record = Transcript(GAME)
        self.host, self.german = OwnShares(Transcript(GAME), "host"), OwnShares(Transcript(GAME), "first")
        self.us = Shares(folder)
        self.told = self.us.meet(self.welcome())

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
        """An honest die."""
        seals = self.seals(number)
        shares = self.shares(number, self.us.open(number, seals))
        self.record.begin(number, seals, {})
        self.record.fall(Die(number, shares))
        if tell:
            self.us.rolled(number, seals, shares)
        return shares

    def back(self, **welcome):
        """The player's line was lost, and he has come back."""
        return self.us.meet(self.welcome(**welcome))


@pytest.fixture
def host():
    return LyingHost()


def test_an_honest_host_is_told_of_in_no_way(host):
    for number in range(1, 5):
        host.roll(number)
    assert host.told == host.back() == []


def test_each_share_is_the_seal_of_the_next_die(host):
    shares = host.roll(1)
    assert host.us.seal() == f"seal 2 {shares['second']}"


def test_who_is_asked_again_opens_again_for_the_same_seals(host):
    seals = host.seals(1)
    assert host.us.open(1, seals) == host.us.open(1, dict(reversed(seals.items())))
    assert host.us.opened == 1


# -- what is asked for while a die is made


def test_a_host_that_seals_anew_after_a_share_is_open_is_refused(host):
    seals = host.seals(1)
    share = host.us.open(1, seals)
    host.host = OwnShares(Transcript(GAME), "host")  # one of many that it has tried, knowing the other shares
    with pytest.raises(HostFault, match="asks for the shares of die 1 again, for other seals than before"):
        host.us.open(1, host.seals(1) | {"second": seals["second"]})
    with pytest.raises(HostFault, match="Die 1 is made of shares other than those sealed"):
        host.us.rolled(1, host.seals(1) | {"second": seals["second"]}, host.shares(1, share))


def test_a_die_that_is_open_is_not_left_for_the_next_one(host):
    host.us.open(1, host.seals(1))
    with pytest.raises(HostFault, match="Die 1 is open and not rolled, and the host asks for die 2"):
        host.us.open(2, host.seals(2))


def test_a_seal_that_copies_another_is_refused(host):
    seals = host.seals(1)
    with pytest.raises(HostFault, match="two equal ones"):
        host.us.open(1, seals | {"host": seals["second"]})


def test_a_copied_seal_can_never_be_opened_by_somebody_else(host):
    """A copy whose owner is not at the table, such as a player's own of another game, does not fit either."""
    seals, shares = host.seals(1), {}
    for who, other in (("host", "first"), ("first", "host")):
        assert seals[who] != seals[other]
    shares = host.shares(1, host.us.open(1, seals))
    with pytest.raises(HostFault, match="has a share of the host that does not match its seal"):
        host.us.rolled(1, seals, shares | {"host": shares["second"]})


@pytest.mark.parametrize("left_out", ["second", "host"])
def test_no_share_is_opened_for_seals_among_which_one_is_missing(host, left_out):
    seals = {who: seal for who, seal in host.seals(1).items() if who != left_out}
    with pytest.raises(HostFault, match="without your share" if left_out == "second" else "has no seal from the host"):
        host.us.open(1, seals)


def test_an_old_share_that_is_shown_again_is_refused(host):
    old = host.roll(1)
    seals = host.seals(2)
    share = host.us.open(2, seals)
    with pytest.raises(HostFault, match=r"Die 2 has a share of the host that does not match its seal\. Ask why"):
        host.us.rolled(2, seals, host.shares(2, share) | {"host": old["host"]})


def test_an_old_die_that_is_shown_again_is_refused(host):
    seals = host.seals(1)
    shares = host.roll(1)
    host.us.open(2, host.seals(2))
    with pytest.raises(HostFault, match="Die 2 has a share of"):
        host.us.rolled(2, seals, shares)


def test_dice_that_are_asked_for_out_of_their_order_are_refused(host):
    host.roll(1)
    seals = host.seals(2)
    host.us.open(2, seals)
    with pytest.raises(HostFault, match="Die 2 is open and not rolled"):
        host.us.open(3, host.seals(3))
    host.us.rolled(2, seals, host.shares(2, host.us.open(2, seals)))
    with pytest.raises(HostFault, match="asks for the shares of die 1 again"):
        host.us.open(1, host.seals(1))


def test_a_die_that_fell_without_his_share_is_told_and_the_next_one_is_made_with_it(host):
    seals = {who: seal for who, seal in host.seals(1).items() if who != "second"}
    shares = {who: share for who, share in host.shares(1, "").items() if share}
    with pytest.raises(HostFault, match="Die 1 was rolled without your share"):
        host.us.rolled(1, seals, shares)
    assert host.us.seal().startswith("seal 2 ")
    host.us.open(2, host.seals(2))


def test_a_seal_that_a_host_makes_up_for_somebody_is_refused(host):
    with pytest.raises(HostFault, match="makes die 1 without your share"):
        host.us.open(1, host.seals(1) | {"second": "e" * 64})


@pytest.mark.parametrize(("number", "seals"), [(0, {}), (9_999, {}), (1, {"Carl": "a" * 64})])
def test_what_no_game_has_is_refused(host, number, seals):
    with pytest.raises(HostFault, match="a die that this game does not have"):
        host.us.open(number, host.seals(1) | seals)


# -- what is found on return


def test_a_die_that_fell_while_he_was_away_is_told(host):
    host.roll(1)
    host.record.begin(2, {"host": host.host.seal(2), "first": host.german.seal(2)}, {})
    host.record.fall(Die(2, {"host": host.host.share(2), "first": host.german.share(2)}))
    assert host.back() == ["Die 2 came up without your share while you were away or had no seat. Ask why"]
    assert host.back() == []
    host.roll(3)


def test_dice_that_have_no_shares_at_all_are_told(host):
    host.roll(1)
    assert host.back(following=5) == [
        "Dice 2 to 4 came up without your share while you were away or had no seat. Ask why"
    ]


def test_a_share_that_a_host_makes_up_in_his_name_is_told(host):
    host.roll(1)
    forged = OwnShares(Transcript(GAME), "second")
    seals = {"host": host.host.seal(2), "first": host.german.seal(2), "second": forged.seal(2)}
    host.record.begin(2, seals, {})
    host.record.fall(Die(2, host.shares(2, forged.share(2))))
    assert host.back() == ["Die 2 came up without your share while you were away or had no seat. Ask why"]


def test_a_die_that_he_had_opened_and_that_fell_otherwise_is_told(host):
    seals = host.seals(1)
    share = host.us.open(1, seals)
    host.host = OwnShares(Transcript(GAME), "host")
    host.record.begin(1, seals | {"host": host.host.seal(1)}, {})
    host.record.fall(Die(1, host.shares(1, share)))
    assert host.back() == ["Die 1, to which you had opened your share, was rolled without it. Ask why"]


def test_a_die_that_he_had_opened_and_that_fell_as_it_must_is_no_matter(host):
    host.roll(1, tell=False)
    assert host.back() == []


def test_a_game_that_has_gone_back_is_told_and_its_dice_fall_as_they_did(host):
    first, second = host.roll(1), host.roll(2)
    record = Transcript(GAME, host.record.seals, host.record.fallen[:1])
    assert host.back(record=record) == ["The game has gone back to before die 2, which you have already seen. Ask why"]
    seals = {who: first[who] for who in second}
    assert host.us.open(2, seals) == second["second"]
    with pytest.raises(HostFault, match="for other seals than before"):
        host.us.open(2, seals | {"host": "a" * 64})
    host.us.rolled(2, seals, second)


def test_a_record_that_was_changed_is_told_and_no_share_is_opened_twice(host):
    """The host had the first die made anew by all but him, and goes on from there: his later shares may be known."""
    host.roll(1)
    second = host.roll(2)
    host.host, record = OwnShares(Transcript(GAME), "host"), Transcript(GAME)
    record.begin(1, {"host": host.host.seal(1), "first": host.german.seal(1)}, {})
    record.fall(Die(1, {"host": host.host.share(1), "first": host.german.share(1)}))
    assert host.back(record=record) == ["Die 1 is not the one you saw. Ask why"]
    assert host.us.open(2, host.seals(2)) != second["second"]


def test_a_record_that_does_not_fit_its_seals_is_told(host):
    host.roll(1)
    host.roll(2)
    number, shares = host.record.fallen[1]
    host.record.fallen[1] = Die(number, shares | {"first": "a" * 64})
    told = host.back()
    assert "die 2 has a share of German that does not match its seal" in told[0]


def test_a_die_that_is_dropped_without_his_consent_is_told(host):
    host.us.open(1, host.seals(1))
    host.record.drop(1, "first")
    assert host.back(following=2) == [
        "The host dropped die 1 without asking you, though you had opened your share. Ask why"
    ]
    host.us.open(2, host.seals(2))


def test_a_die_that_is_dropped_with_his_consent_is_not(host):
    host.us.open(1, host.seals(1))
    host.us.agree(1)
    host.us.drop(1, "first")
    host.record.drop(1, "first")
    assert host.back(following=2) == []


def test_a_host_that_begins_another_game_of_dice_is_told(host):
    host.roll(1)
    assert host.back(record=Transcript("ab" * 16)) == ["The host makes the dice of another game. Ask why"]


def test_a_host_that_shares_no_dice_any_more_is_told(host):
    with pytest.raises(ProtocolError, match="no longer says how its dice were made"):
        host.us.meet({"side": 1, "seats": SEATS})


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
def test_what_makes_no_sense_is_one_sentence(dice):
    with pytest.raises(ProtocolError):
        Shares().meet({"side": 1, "seats": SEATS, "dice": dice})


@pytest.mark.parametrize("following", [MOST_DICE + 1, MOST_DICE + 2, 10**9])
def test_no_number_that_a_host_names_makes_him_show_his_secret_or_reckon_for_long(host, following):
    host.roll(1)
    secret = host.us._own.secret
    assert host.back(following=following) == [
        f"Dice 2 to {MOST_DICE} came up without your share while you were away or had no seat. Ask why"
    ]
    assert host.us.seal() == ""
    with pytest.raises(HostFault):
        host.us.open(following, {"host": "a" * 64, "first": "b" * 64, "second": secret})


# -- what outlives the program


def test_his_shares_and_what_he_saw_outlive_his_program(tmp_path):
    host = LyingHost(tmp_path)
    host.roll(1)
    seals = host.seals(2)
    share = host.us.open(2, seals)
    host.us = Shares(tmp_path)
    assert host.back() == []
    assert host.us.opened == 2
    with pytest.raises(HostFault, match="for other seals than before"):
        host.us.open(2, seals | {"host": "a" * 64})
    assert host.us.open(2, seals) == share


def test_a_table_elsewhere_with_the_same_name_for_its_game_gets_no_share_twice(tmp_path):
    """Two hosts that work together ask two programs of one player for the same share."""
    host, twin = LyingHost(tmp_path), LyingHost(tmp_path)
    host.us.open(1, host.seals(1))
    with pytest.raises(HostFault, match="Another program of yours has opened die 1 for other seals"):
        twin.us.open(1, twin.seals(1))


def test_a_file_of_shares_that_cannot_be_read_is_told_and_new_ones_are_drawn(tmp_path):
    host = LyingHost(tmp_path)
    host.roll(1)
    path = tmp_path / f"{GAME}-second.toml"
    assert path.stat().st_mode & 0o777 == 0o600 or os.name != "posix"
    path.write_text("secret = 3")
    host.us = Shares(tmp_path)
    assert "your shares of dice cannot be read, so new ones are drawn" in host.back()[0]
    host.us.open(2, host.seals(2))


# -- who watches


def test_who_watches_sees_that_a_die_is_made_of_the_shares_that_were_sealed(host):
    wim = Shares()
    assert wim.meet(host.welcome(side=-1)) == []
    seals = host.seals(1)
    assert wim.open(1, seals) == wim.seal() == ""
    shares = host.shares(1, host.us.open(1, seals))
    wim.rolled(1, seals, shares)
    with pytest.raises(HostFault, match="Die 2 has a share of"):
        wim.rolled(2, shares, shares)


def test_who_watches_is_told_of_dice_without_any_shares(host):
    wim = Shares()
    host.roll(1)
    wim.meet(host.welcome(side=-1))
    assert wim.meet(host.welcome(side=-1, following=3)) == [
        "Die 2 came up without any shares while you were away. Ask why"
    ]


# -- rolls


def rolls(host, *also):
    return Rolls(host.welcome()), [f"roll {die_of(die.shares.values())}" for die in host.record.fallen] + [*also]


def test_a_roll_that_is_not_what_the_shares_make_is_told_once(host):
    host.roll(1)
    host.roll(2)
    expected, lines = rolls(host)
    assert expected.fault(lines) == ""
    cheat = "roll 1" if lines[1] != "roll 1" else "roll 2"
    told = expected.fault([lines[0], cheat])
    assert told.startswith(f"The host has rolled {cheat[-1]} for die 2, though all shares together make {lines[1][-1]}")
    assert expected.fault([lines[0], cheat]) == ""


def test_a_roll_without_shares_is_told(host):
    host.roll(1)
    expected, lines = rolls(host, "done", "roll 6")
    assert expected.fault(lines) == "The host has rolled 6 for die 2, without your share. Ask why"


@pytest.mark.slow
def test_two_dice_that_change_places_are_told(host):
    for number in range(1, 9):
        host.roll(number)
    expected, lines = rolls(host)
    first = next(i for i in range(7) if lines[i] != lines[i + 1])
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    assert f"for die {first + 1}, though all shares together make" in expected.fault(lines)


def test_a_number_that_was_dropped_counts_for_no_roll(host):
    host.roll(1)
    expected, lines = rolls(host)
    expected.drop(2)
    expected.fall(3, 5)
    assert expected.fault([*lines, "roll 5"]) == ""
