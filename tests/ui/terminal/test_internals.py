"""Private names of Textual and Rich are used in one module only, and with versions that were checked."""

import ast
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from textual.events import Key

from westwall_tui.ui.terminal import internals

TRIED = ("8.2",)
"""Versions of Textual with which the program was checked as `internals.py` and `TO_CHECK` say."""
TO_CHECK = """
`westwall_tui/ui/terminal/internals.py` reaches into Textual, and nobody has tried this version of it yet. Read what
that module says of each name. Then check in a real terminal that Escape closes a box at once and arrow keys still work,
that Ctrl+Z and fg leave terminal and screen whole, that a key typed before a question is shown does not answer it, that
quitting leaves no colors behind, and that a page under `westwall web` takes keys. Then add the version to `TRIED`.
"""


def test_this_version_of_textual_has_been_checked():
    found = version("textual")
    assert found.rpartition(".")[0] in TRIED, f"Textual {found}: {TO_CHECK}"


def test_the_parser_turns_bytes_into_keys():
    parser = internals.XTermParser()
    keys = [event.key for event in parser.feed("a\x1b[A") if isinstance(event, Key)]
    assert keys == ["a", "up"]


def test_the_clock_is_the_one_that_stamps_messages():
    before = internals.get_time()
    assert before <= Key("a", "a").time <= internals.get_time()


ROOT = Path(__file__).parents[3]
PRIVATE = {
    *("_begin_update", "_close_messages_no_wait", "_color_system", "_compositor", "_display", "_end_update", "_exit"),
    *("_exit_renderables", "_handle_exception", "_sync_available"),
}
"""Attributes of Textual's app, screen and of Rich's console that other modules could be tempted to use."""


def reached(source: str) -> Iterator[str]:
    """Yield the private modules and attributes of Textual and Rich that code uses."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(("textual._", "rich._")):
            yield str(node.module)
        elif isinstance(node, ast.Attribute) and node.attr in PRIVATE and ast.unparse(node.value) != "os":
            yield node.attr
        elif isinstance(node, ast.FunctionDef) and node.name in PRIVATE:
            yield node.name


def test_no_other_module_uses_private_names():
    found = {path.name: [*reached(path.read_text(encoding="utf-8"))] for path in (ROOT / "westwall_tui").rglob("*.py")}
    assert {name for name, names in found.items() if names} == {"internals.py"}
