"""What the program uses of the inside of Textual and Rich stands in one module, for versions that were tried."""

from importlib.metadata import version

from textual.events import Key

from westwall_tui.ui.terminal import internals

TRIED = ("8.2",)
"""Versions of Textual with which the program was tried as `internals.py` and `TO_CHECK` say."""
TO_CHECK = """
`westwall_tui/ui/terminal/internals.py` reaches into Textual, and nobody has tried this version of it yet. Read what
that module says of each name. Then check in a real terminal that Escape closes a box at once and arrow keys still work,
that Ctrl+Z and fg leave terminal and screen whole, that a key typed before a question is shown does not answer it, that
quitting leaves no colors behind, and that a page under `westwall web` takes keys. Then add the version to `TRIED`.
"""


def test_this_version_of_textual_has_been_tried():
    found = version("textual")
    assert found.rpartition(".")[0] in TRIED, f"Textual {found}: {TO_CHECK}"


def test_the_parser_makes_keys_of_bytes():
    parser = internals.XTermParser()
    keys = [event.key for event in parser.feed("a\x1b[A") if isinstance(event, Key)]
    assert keys == ["a", "up"]


def test_the_clock_is_the_one_that_stamps_messages():
    before = internals.get_time()
    assert before <= Key("a", "a").time <= internals.get_time()
