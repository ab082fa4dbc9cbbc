"""The oracle is independent of the engine: check its imports, and the attributes that it reads."""

import ast
from pathlib import Path

ORACLE = Path(__file__).parent
MODULES = {path.name: path.read_text(encoding="utf-8") for path in ORACLE.glob("*.py") if path.name[:5] != "test_"}
ALLOWED = {
    f"westwall_tui.engine.{name}" for name in ("board", "events", "orders", "scenario", "scoring", "terrain", "units")
}
"""Modules with printed data, orders and events. None of them imports one that rules on these (`engine-layers`)."""
COMPUTED = {
    *("ground", "ground_with", "sides", "hexsides", "hexside", "leaving", "by_number", "hex", "playable", "edge"),
    *("neighbors", "vicinity", "distance", "distances", "direction", "within", "at", "parse", "positions"),
    *("ways", "artillery", "ranges", "arrivals", "due", "scheduled", "is_artillery", "is_vehicle"),
}
"""Values that boards, grids, scenarios and counters compute for the engine; the oracle computes them again."""
OWNERS = {"board", "grid", "scenario", "unit"}


def computed_values_read(source: str) -> list[str]:
    """Return the places where code reads values that the engine has computed for a board, grid, scenario or counter."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in COMPUTED:
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if name in OWNERS and not (name == "scenario" and node.attr == "sides"):
                found.append(ast.unparse(node))
    return found


def imported(source: str) -> set[str]:
    """Return the project's modules that code imports, except the oracle's."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "westwall_tui.engine":
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return {name for name in found if name.startswith(("westwall_tui", "tests")) and "tests.fuzz.oracle" not in name}


def test_the_oracle_imports_no_rules():
    assert {name: found for name, source in MODULES.items() if (found := imported(source) - ALLOWED)} == {}
    assert imported("from westwall_tui.engine import game\nimport tests.drawn") == {
        "westwall_tui.engine.game",
        "tests.drawn",
    }


def test_the_oracle_reads_only_printed_values():
    assert {name: found for name, source in MODULES.items() if (found := computed_values_read(source))} == {}


def test_computed_values_are_found():
    source = "a = board.sides[3]; b = self.scenario.board.grid.distance(1, 2); c = scenario.sides; d = sheet.sides"
    assert computed_values_read(source) == ["board.sides", "self.scenario.board.grid.distance"]
