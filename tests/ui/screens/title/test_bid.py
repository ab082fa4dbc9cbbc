"""A bid at one keyboard: open, rising, and seating the players."""

from tests.ui.screens.title.test_screen import RecordingLobby, choose, labels, press, spearhead_menu
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.ui.screens.title.bid import NAMES_FIRST


def bidding(lobby=None):
    """Return the title with the menu of a bid between Anna and Bert."""
    screen = spearhead_menu(lobby or RecordingLobby(Settings(player="Anna", partner="Bert")))
    choose(screen, "Against:", "left")
    choose(screen, "Bid:", "enter")
    return screen


def test_the_bid_rises_until_one_passes_and_the_other_side_gets_the_points():
    lobby = RecordingLobby(Settings(player="Anna", partner="Bert"))
    screen = bidding(lobby)
    assert labels(screen) == ["Anna bids 0", "Anna passes", "Side:        the Germans"]
    press(screen, "enter")
    assert labels(screen) == ["Bert bids 1", "Bert passes"], "the side is settled"
    assert screen.menus[-1].head == "Anna has bid no points for the Germans."
    press(screen, "right", "right", "enter")
    assert labels(screen)[0] == "Anna bids 4"
    assert screen.menus[-1].head == "Bert has bid 3 points for the Germans."
    choose(screen, "Anna passes")
    assert screen.menus[-1].items()[1].info() == ("Bert plays the Germans, and the U.S. have 3 points at the start.",)
    press(screen, "enter")
    assert "German:      Bert" in labels(screen)
    assert "U.S.:        Anna" in labels(screen)
    assert "Points:      3 for the U.S." in labels(screen)
    choose(screen, "Start", "enter")
    assert lobby.done[-1][2] == (Seat(name="Bert"), Seat(name="Anna"))
    assert lobby.options == {"start-german": 0, "start-us": 3}


def test_a_bid_is_never_lower_than_the_last_one():
    screen = bidding()
    press(screen, "1", "2", "enter")
    assert labels(screen)[0] == "Bert bids 13"
    press(screen, "left", "left", "backspace", "backspace")
    assert labels(screen)[0] == "Bert bids 13"


def test_both_may_want_the_second_side():
    screen = bidding()
    choose(screen, "Side:", "right")
    choose(screen, "Anna passes", "enter")
    assert labels(screen) == ["Bert bids 0", "Bert passes"], "nobody has bid yet"
    press(screen, "up", "enter")
    assert "U.S.:        Bert" in labels(screen), "Anna has passed, so the first bid is the last"
    assert "Points:      none at the start" in labels(screen)


def test_without_a_bid_nothing_changes():
    screen = bidding()
    choose(screen, "Anna passes", "enter")
    choose(screen, "Bert passes", "enter")
    assert "German:      Anna" in labels(screen)
    assert "Points:      none at the start" in labels(screen)


def test_the_bid_that_would_be_even_is_suggested():
    screen = bidding()
    press(screen, "escape")
    choose(screen, "Bid:")
    assert (
        "an even chance if the U.S. get one point at the start"
        in screen.menus[-1].items()[screen.menus[-1].at].info()[0]
    )


def test_the_lines_on_the_players_speak_of_two_people_if_two_play():
    screen = bidding()
    press(screen, "escape")
    for what in ("You play:", "Against:"):
        choose(screen, what)
        (about,) = screen.menus[-1].items()[screen.menus[-1].at].info()
        assert about.startswith("Two people take turns at this keyboard")


def test_a_match_has_no_bid_and_takes_back_its_points():
    screen = bidding()
    press(screen, "right", "right", "right", "enter")
    choose(screen, "Bert passes", "enter")
    assert "Points:      3 for the U.S." in labels(screen)
    choose(screen, "Match:", "right")
    assert "Points:      none at the start" in labels(screen)
    assert not [label for label in labels(screen) if label.startswith("Bid:")]
    choose(screen, "Match:", "left")
    choose(screen, "Bid:", "enter")
    assert labels(screen)[0] == "Anna bids 0"


def test_a_bid_needs_two_names():
    screen = bidding(RecordingLobby())
    assert NAMES_FIRST in screen.trouble
