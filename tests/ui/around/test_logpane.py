"""The prompt, where what happened before it is longer than its lines."""

from westwall_tui.ui.around.bars import fit_row
from westwall_tui.ui.terminal.rows import Span

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
