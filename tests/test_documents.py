"""What the documents show: every Python session in them gives what it says."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import westwall_tui
from westwall_tui.engine import game

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run(text: str, name: str, known: dict[str, Any] | None = None) -> doctest.TestResults:
    """Run the examples of a text, one after the other; `known` are the names that they may use."""
    test = doctest.DocTestParser().get_doctest(text, known or {}, name, name, 0)
    return doctest.DocTestRunner().run(test)


pytestmark = pytest.mark.usefixtures("folders")


@pytest.mark.slow
def test_the_tour_of_the_library():
    text = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert {language for language, _ in blocks} == {"pycon"}
    result = run("\n".join(block for _, block in blocks), "library.md")
    assert result.attempted > 40
    assert not result.failed


def test_the_example_at_the_head_of_the_package():
    result = run(westwall_tui.__doc__ or "", "westwall_tui")
    assert result.attempted == 3
    assert not result.failed


def test_the_example_at_the_head_of_the_only_door():
    result = run(game.__doc__ or "", "game", vars(game).copy())
    assert result.attempted == 5
    assert not result.failed


def test_every_promise_names_tests_that_there_are():
    page = (ROOT / "docs/guarantees.md").read_text(encoding="utf-8")
    promises, _, rest = page.partition("\n## What is not promised\n")
    tables = re.findall(r"^\| promise \| tests \|\n\|[- |]+\n((?:\|.*\n)+)", promises, re.MULTILINE)
    rows = [row for table in tables for row in table.splitlines()]
    assert len(rows) > 30
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)`", row.split(" | ")[-1])
        assert named, row
        assert all((ROOT / name).is_file() for name in named), row
    assert "tests/" not in rest
