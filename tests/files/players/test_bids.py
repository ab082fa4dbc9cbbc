"""Bids for a side: how they are read, and which of two decides."""

import pytest

from westwall_tui.files.faults import FileError
from westwall_tui.files.players.bids import Bid, settled_in_words, winner
from westwall_tui.files.scenarios.catalog import load_scenario


@pytest.fixture(scope="module")
def arnhem():
    return load_scenario("arnhem/historical")


def test_a_bid_gives_points_to_the_other_side(arnhem):
    assert Bid.read(arnhem, "german=3").options(arnhem) == {"start-allied": 3}
    assert Bid.read(arnhem, "Allied=0").options(arnhem) == {}
    assert Bid.read(arnhem, "german=3").word(arnhem) == "German=3"


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("Red=3", "--bid: Red: is not a side; the sides are Allied and German"),
        ("German", "--bid: German: must be a whole number of points from 0 to 999, not ''"),
        ("German=x", "--bid: German: must be a whole number of points from 0 to 999, not 'x'"),
        ("German=-1", "--bid: German: must be a whole number of points from 0 to 999, not '-1'"),
        ("German=1000", "--bid: German: must be a whole number of points from 0 to 999, not '1000'"),
    ],
)
def test_an_unusable_bid(arnhem, word, fault):
    with pytest.raises(FileError) as raised:
        Bid.read(arnhem, word)
    assert [str(found) for found in raised.value.faults] == [fault]


def test_nobody_can_bid_where_points_do_not_decide():
    with pytest.raises(FileError, match="points do not decide"):
        Bid.read(load_scenario("bastogne/relief"), "US=3")


def test_the_higher_bid_decides_and_the_first_of_equal_ones(arnhem):
    names = "Anna", "Bert"
    two, three = Bid(1, 2), Bid(0, 3)
    assert winner(two, three) == 1
    assert winner(two, Bid(0, 2)) == 0
    assert settled_in_words(arnhem, names, (two, three)) == (
        "Anna bid 2 for the Germans, and Bert bid 3 for the Allies. Bert plays the Allies, and the Germans have 3 "
        "points at the start."
    )
    assert settled_in_words(arnhem, names, (two, two)) == (
        "Anna bid 2 for the Germans, and Bert bid 2 for the Germans. The bids are equal, so the first one counts. "
        "Anna plays the Germans, and the Allies have 2 points at the start."
    )
