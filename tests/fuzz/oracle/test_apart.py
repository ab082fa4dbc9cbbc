"""The oracle is kept apart from what it checks: these tests look at what it imports, and at what it reads."""

import ast
from pathlib import Path

ORACLE = Path(__file__).parent
MODULES = {path.name: path.read_text(encoding="utf-8") for path in ORACLE.glob("*.py") if path.name[:5] != "test_"}
MAY_KNOW = {f"westwall_tui.engine.{name}" for name in ("board", "events", "orders", "scenario", "terrain", "units")}
"""What is printed, ordered and told. None of these modules imports one that rules on them (`engine-floors`)."""
WORKED_OUT = {
    *("ground", "ground_with", "sides", "hexsides", "hexside", "leaving", "by_number", "hex", "playable", "edge"),
    *("neighbors", "vicinity", "distance", "distances", "direction", "within", "at", "parse", "positions"),
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


def imported(source: str) -> set[str]:
    """Return the modules of this project that code imports, but for those of the oracle."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "westwall_tui.engine":
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return {name for name in found if name.startswith(("westwall_tui", "tests")) and "tests.fuzz.oracle" not in name}


def test_the_oracle_imports_nothing_that_rules():
    assert {name: found for name, source in MODULES.items() if (found := imported(source) - MAY_KNOW)} == {}
    assert imported("from westwall_tui.engine import game\nimport tests.drawn") == {
        "westwall_tui.engine.game",
        "tests.drawn",
    }


def test_the_oracle_reads_what_is_printed_and_nothing_that_was_worked_out_of_it():
    assert {name: found for name, source in MODULES.items() if (found := taken_over(source))} == {}


def test_what_was_taken_over_is_found():
    source = "a = board.sides[3]; b = self.scenario.board.grid.distance(1, 2); c = scenario.sides; d = sheet.sides"
    assert taken_over(source) == ["board.sides", "self.scenario.board.grid.distance"]
