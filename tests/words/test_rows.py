"""Rows of text, and the footer with the keys that are live."""

import pytest

from tests.ui.desk import text_of
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.rows import (
    Span,
    chosen_row,
    inserted,
    is_rule,
    key_bar,
    page_bar,
    row,
    rule,
    width_of,
    with_more,
)


@pytest.mark.parametrize(
    ("text", "shown"), [("a short line", "> a short line"), ("a line that is too long", "> a line that...")]
)
def test_the_chosen_line_fills_its_list_and_shows_a_cut(text, shown):
    line = chosen_row(text, 16)
    assert width_of(line) == 16
    assert text_of([line]).rstrip() == shown


def test_a_longer_list_says_so_and_its_last_line_keeps_its_colors():
    lines = [row("first"), (Span("inf", "chip_german"), Span(" infantry of the 26th"))]
    first, last = with_more(lines, 24, 4, 9)
    assert text_of([first]) == "first           ^ 4 more"
    assert text_of([last]) == "inf infantry... v 9 more"
    assert last[0] == Span("inf", "chip_german")


def test_a_line_across_the_box_may_say_that_the_list_continues():
    assert is_rule(rule("v 4 more"))
    assert not is_rule(row("v 4 more"))
    assert not is_rule(())


KEYS = (("confirm", "pick"), ("next", "next"), ("end", "end phase"))
ENDS = (("goto", "go to"), ("help", "help"), ("commands", "more"), ("leave", "quit"))


def bar(width, keys=(*KEYS, *ENDS)):
    """Return the footer as text."""
    text = "".join(span.text for span in key_bar(keys, Keymap(), width))
    assert len(text) <= width
    return text


def test_the_keys_that_lead_on_are_always_there():
    assert bar(80) == " Enter pick  Tab next  E end phase".ljust(48) + "g go to  ? help  : more  q quit"
    assert bar(68) == " Enter pick  Tab next  E end phase  g go to  ? help  : more  q quit"
    assert bar(67) == " Enter pick  Tab next  E end phase          ? help  : more  q quit"
    assert bar(61) == " Enter pick  Tab next  E end phase    ? help  : more  q quit"
    assert bar(46) == " Enter pick  Tab next  ? help  : more  q quit"
    assert bar(30) == "       ? help  : more  q quit"
    assert bar(12) == "      ? : q"


def test_the_keys_at_the_end_are_always_in_the_same_columns():
    keys = (*KEYS, ("skip", "skip"), ("back", "stop"), *ENDS)
    for width in (72, 80, 120):
        assert bar(width, keys).index("? help") == bar(width).index("? help") == width - 23


def test_more_keys_are_inserted_after_some_or_at_the_end():
    hint = (("hint", "hint"),)
    assert inserted(KEYS, hint, 2) == [*KEYS[:2], *hint, *KEYS[2:]]
    assert inserted(KEYS, hint, 9) == [*KEYS, *hint]
    assert inserted((), hint, 0) == [*hint], "where nothing can be decided"


def test_in_a_box_the_first_keys_come_first():
    keys = (("help", "all keys"), ("confirm", "rules"), ("back", "back"))
    assert bar(40, keys) == " ? all keys  Enter rules  Esc back"
    assert bar(20, keys) == " ? all keys"


def test_a_key_that_shares_a_word_is_never_shown_without_it():
    keys = (("declare", "declare"), ("up", ""), ("down", "line"), *ENDS)
    assert bar(80, keys).startswith(" d declare  Up Down line")
    assert " Up" not in bar(40, keys)


def test_the_way_out_of_a_page_is_at_its_right_edge():
    keys = (("up", ""), ("down", "choose"), ("back", "back"))
    text = "".join(span.text for span in page_bar(keys, Keymap(), 60, "1-9"))
    assert text == " 1-9 Up Down choose".ljust(51) + "Esc back "
    styles = {span.style for span in page_bar(keys, Keymap(), 60)}
    assert all(style.endswith("@bar") for style in styles)
