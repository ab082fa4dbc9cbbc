"""Rows that do not fit say so."""

import pytest

from tests.ui.desk import text_of
from westwall_tui.ui.terminal.rows import Span, chosen_row, is_rule, row, rule, width_of, with_more


@pytest.mark.parametrize(
    ("text", "shown"), [("a short line", "> a short line"), ("a line that is too long", "> a line that...")]
)
def test_the_chosen_line_is_as_wide_as_its_list_and_never_cut_without_a_sign(text, shown):
    line = chosen_row(text, 16)
    assert width_of(line) == 16
    assert text_of([line]).rstrip() == shown


def test_a_list_that_goes_on_says_so_and_its_last_line_keeps_its_colors():
    lines = [row("first"), (Span("inf", "chip_german"), Span(" infantry of the 26th"))]
    first, last = with_more(lines, 24, 4, 9)
    assert text_of([first]) == "first           ^ 4 more"
    assert text_of([last]) == "inf infantry... v 9 more"
    assert last[0] == Span("inf", "chip_german")


def test_a_rule_may_say_how_the_list_above_it_goes_on():
    assert is_rule(rule("v 4 more"))
    assert not is_rule(row("v 4 more"))
    assert not is_rule(())
