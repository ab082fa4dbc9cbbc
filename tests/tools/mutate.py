"""Changes a module in one place at a time and runs the tests that mirror it: which changes does no test notice?

    python -m tests.tools.mutate westwall_tui/engine/rules/zones.py tests/engine/rules/test_zones.py [--every 3]

The work is done on a copy of the project, so the files here stay as they are. For maintainers, by hand: a module takes
minutes. A change that survives is either the same game in other words, or a test that is missing.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
"""What becomes of an operator."""
LONGEST = 600
"""Seconds for the tests of one change; a change that makes them hang is noticed."""


def places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, object]]:
    """Each node that can be changed, the field of it, and what it becomes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield node, "ops", [SWAPS[type(node.ops[0])](), *node.ops[1:]]
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPS:
            yield node, "op", SWAPS[type(node.op)]()
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "op", ast.UAdd()
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, "value", not node.value
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, "value", node.value + 1


def main() -> int:
    """Say which changes survive; 1 if any does."""
    parser = argparse.ArgumentParser(description="which changes of a module does no test notice?")
    parser.add_argument("module")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="try only each so-manyth change")
    options = parser.parse_args()
    source = (ROOT / options.module).read_text(encoding="utf-8")
    tree = ast.parse(source)
    changes = list(places(tree))[:: options.every]
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("westwall_tui", "scenarios", "tests", "pyproject.toml"):
            (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, copy / part)
        for node, name, value in changes:
            before, line = getattr(node, name), getattr(node, "lineno", 0)
            setattr(node, name, value)
            (copy / options.module).write_text(ast.unparse(tree), encoding="utf-8")
            setattr(node, name, before)
            if passes(copy, options.tests):
                survivors += 1
                print(
                    f"{options.module}:{line}: {source.splitlines()[line - 1].strip()}  # {name} {_shown(value)}",
                    flush=True,
                )
    print(f"{len(changes)} changes, {survivors} survived")
    return 1 if survivors else 0


def passes(copy: Path, tests: list[str]) -> bool:
    """Whether the tests pass in the copy."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(
            words,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def _shown(value: object) -> str:
    item = value[0] if isinstance(value, list) else value
    return type(item).__name__ if isinstance(item, ast.AST) else repr(item)


if __name__ == "__main__":
    sys.exit(main())
