"""Shared dice as a player's own program sees them: what it refuses of a host that cheats."""

import pytest

from westwall_tui.net import dice
from westwall_tui.net.dice import Foul, SharedDie, Shares

N = 7


def sealed():
    """A player's shares with one sealed, the host's die, and all seals."""
    mine, die = Shares(), SharedDie(N)
    seal, _ = mine.seal(N, die.seals["host"])
    other = dice.new_share()
    assert die.take_seal("US", seal)
    assert die.take_seal("German", dice.seal_of(other, N))
    return mine, die, other


def test_an_honest_die_is_the_sum_of_the_shares():
    mine, die, other = sealed()
    assert die.take_share("US", mine.open(N, die.seals))
    assert die.take_share("German", other)
    rolled = die.roll()
    assert mine.die(N, die.seals, die.shares) == rolled


def test_who_shows_his_seal_again_changes_nothing():
    mine, die, _ = sealed()
    assert mine.seal(N, die.seals["host"]) == (die.seals["US"], False)
    assert die.take_seal("US", die.seals["US"])


def test_a_seal_that_copies_another_counts_neither_at_the_host_nor_at_a_player():
    mine, die, _ = sealed()
    assert not die.take_seal("Carl", die.seals["US"])
    with pytest.raises(Foul, match="two seals that are alike"):
        mine.open(N, {**die.seals, "Carl": die.seals["US"]})


@pytest.mark.parametrize(
    ("seals", "why"),
    [
        ({"host": "h", "German": "g"}, "without your share"),
        ({"host": "another", "German": "g", "US": ""}, "other seals than before"),
    ],
)
def test_no_share_is_opened_to_seals_that_are_not_right(seals, why):
    mine, die, _ = sealed()
    found = {side: seal or die.seals["US"] for side, seal in seals.items()}
    with pytest.raises(Foul, match=why):
        mine.open(N, found)


def test_a_host_that_seals_again_after_a_share_is_open_is_caught():
    mine, die, other = sealed()
    share = mine.open(N, die.seals)
    wanted = next(s for s in iter(dice.new_share, "") if dice.die_of((s, share, other)) == 6)
    seals = {**die.seals, "host": dice.seal_of(wanted, N)}
    shares = {"host": wanted, "US": share, "German": other}
    assert dice.fit(N, seals, shares)
    with pytest.raises(Foul, match="other shares than were sealed"):
        mine.die(N, seals, shares)
    with pytest.raises(Foul, match="other seals than before"):
        mine.open(N, seals)


def test_a_die_that_is_rolled_again_after_it_was_open_gets_another_share_and_is_told():
    mine, die, _ = sealed()
    first = mine.open(N, die.seals)
    seal, again = mine.seal(N, SharedDie(N).seals["host"])
    assert again
    assert seal != dice.seal_of(first, N)


def test_a_die_that_was_never_open_may_be_begun_again():
    mine, _, _ = sealed()
    assert mine.seal(N, SharedDie(N).seals["host"])[1] is False
