"""Examples of the club's computed texts, as people read them."""

from westwall_tui.club.database.clocks import DAY, Pace
from westwall_tui.club.database.lists import Notification, ago, left
from westwall_tui.club.database.tournaments import Plan
from westwall_tui.club.pairings import SWISS
from westwall_tui.club.server.thinker import move_message

EXAMPLES = {
    "no clock": Pace().words,
    "1 day a turn": Pace(days=1).words,
    "14 days a turn": Pace(days=14).words,
    "live, 60 minutes each": Pace(clock=3_600).words,
    "live, 120 minutes each plus 10 s per order": Pace(clock=7_200, gain=10).words,
    "2.5 d left": left(2.5 * DAY),
    "overdue": left(-1),
    "just now": ago(30),
    "45 min ago": ago(2_700),
    "8 d ago": ago(8 * DAY),
    "double round robin": Plan("", ("x",), times=2).system_in_words,
    "Swiss, five rounds": Plan("", ("x",), system=SWISS, times=5).system_in_words,
    "a series of one match": Plan("", ("x",), places=2).system_in_words,
    "a series of three games": Plan("", ("x",), places=2, times=3, kind="").system_in_words,
    "Round robin, matches of two games, 3 days a turn.": Plan("", ("x",)).terms,
    "A series of one match, each of two games, 1 day a turn, friendly, two points at the start for the U.S.": Plan(
        "", ("x",), {"start-us": 2}, places=2, pace=Pace(days=1), rated=False
    ).terms,
}


def test_times_and_paces():
    assert [*EXAMPLES] == [*EXAMPLES.values()]


def test_a_letter_says_whose_move_it_is_and_how_to_play():
    waiting = Notification(17, "Bastogne: Spearhead", 1, 0.0, 3, "The Germans move", "Bert", 0)
    mail = {"sender": "club@club.example", "address": "ssh -p 2222 club.example"}
    message = move_message("Anna", "anna@example.org", waiting, "The U.S. moved one unit.", mail)
    assert message["Subject"] == "Your move: Bastogne: Spearhead against Bert"
    assert message.get_content().splitlines() == [
        "Anna, it is your move in game 17.",
        "",
        "Bastogne: Spearhead, turn 3, against Bert.",
        "The U.S. moved one unit.",
        "The Germans move",
        "",
        "  ssh -t -p 2222 club.example play 17",
        "  ssh -p 2222 club.example",
        "",
        "Press m in the lobby to change your address or to stop these letters.",
    ]
