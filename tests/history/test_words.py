"""The sentences on a combat."""

from tests.drawn import FIELD, below, board, drawn, play
from tests.every import every
from westwall_tui.history.record import History
from westwall_tui.history.words import Words, in_past

WOODS_BY_THE_FIELD, CITY = (
    "\n".join([*FIELD.split()[:3], row, *FIELD.split()[4:]]) for row in ("....f....", "....#....")
)
"""Another hex at 0504."""


@every(
    ("terrain", "red", "line"),
    [
        (FIELD, ["X 2-2-7 0504"], "Clear"),
        (CITY, ["X 2-2-7 0504"], "City"),
        (WOODS_BY_THE_FIELD, ["X 2-2-7 0404", "Y 2-2-7 0504"], "Woods"),  # 7.45
    ],
)
def test_7_44_the_line_is_named_by_the_hex_that_gave_it(terrain, red, line):
    game = drawn(terrain, blue=["A 9-9-7 0505"], red=red, phase="combat")
    play(game, f"attack A > {' '.join(unit.split()[0] for unit in red)}", "roll 3")
    (fight,) = History(game).fights
    assert Words(game.scenario).line(fight) == line


def test_7_42_a_stream_that_every_attacker_crosses_gives_the_line():
    game = drawn(board(streams=[below(4)]), blue=["A 9-9-7 0505"], red=["X 2-2-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 3")
    (fight,) = History(game).fights
    assert Words(game.scenario).line(fight) == "Stream"


def test_a_reason_of_the_present_is_told_in_the_past():
    assert in_past("their units are in every hex, and the enemy's are in none") == (
        "their units were in every hex, and the enemy's were in none"
    )
