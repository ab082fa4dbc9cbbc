"""The oracle is kept apart from what it is held against: import-linter sees what it imports, this what it reads."""

import ast
from pathlib import Path

import pytest

ORACLE = Path(__file__).parents[4] / "westwall_tui" / "tools" / "fuzz" / "oracle"
WORKED_OUT = {
    *("ground", "ground_with", "sides", "hexsides", "hexside", "leaving", "by_number", "hex", "playable", "edge"),
    *("neighbours", "vicinity", "distance", "distances", "direction", "within", "at", "parse", "positions"),
    *("ways", "artillery", "ranges", "arrivals", "due", "scheduled", "is_artillery", "is_vehicle"),
}
"""What boards, grids, scenarios and counters work out for the engine; the oracle works it out again."""
OWNERS = {"board", "grid", "scenario", "unit"}


def taken_over(source: str) -> list[str]:
    """Where code reads what the engine has worked out of a board, a grid, a scenario or a counter."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in WORKED_OUT:
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if name in OWNERS and not (name == "scenario" and node.attr == "sides"):
                found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("path", sorted(ORACLE.glob("*.py")), ids=lambda path: path.name)
def test_the_oracle_reads_what_is_printed_and_nothing_that_was_worked_out_of_it(path):
    assert taken_over(path.read_text(encoding="utf-8")) == []


def test_what_was_taken_over_is_found():
    source = "a = board.sides[3]; b = self.scenario.board.grid.distance(1, 2); c = scenario.sides; d = sheet.sides"
    assert taken_over(source) == ["board.sides", "self.scenario.board.grid.distance"]
