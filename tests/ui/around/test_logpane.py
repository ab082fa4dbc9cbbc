"""The prompt, where what happened before it is longer than its lines."""

from westwall_tui.ui.around.bars import fit_row, last_lines
from westwall_tui.ui.terminal.rows import Span
from westwall_tui.ui.words.events import LogLine

MORE = "... (p: the rest)."


def lines(*spans, width=40, height=3):
    """The lines as text."""
    found = fit_row(tuple(Span(text) for text in spans), width, height, MORE)
    return ["".join(span.text for span in line) for line in found]


def test_what_fits_is_shown_as_it_is():
    assert lines("Red: 1 moved. ", "Blue moves. Tab: next") == [" Red: 1 moved. Blue moves. Tab: next"]


def test_what_happened_gives_way_and_the_prompt_stays_whole():
    told = lines(f"Red: 1 moved. {'Red scores a lot. ' * 20}", "Blue moves. Tab: next unit, Enter: the one here")
    assert len(told) == 3
    assert " ".join(" ".join(told).split()).endswith(f"{MORE} Blue moves. Tab: next unit, Enter: the one here")
    assert told[0].startswith(" Red: 1 moved.")


def test_a_prompt_that_needs_all_the_lines_stands_alone():
    asks = " ".join(["Blue moves."] * 9)
    assert " ".join(" ".join(lines("Red: 1 moved. ", asks)).split()) == asks
    assert len(lines("Red: 1 moved. ", asks * 3)) == 3


def test_a_line_of_the_log_without_room_says_that_it_goes_on():
    """Its tail alone stood there, as if it were a line of its own."""
    log = [LogLine("Red attacked Blue with all that it had on the long ridge"), LogLine("Die 2: D2")]
    assert ["".join(span.text for span in line) for line in last_lines(log, 30, 2)] == [
        " Red attacked Blue with all ...",
        " Die 2: D2",
    ]
