"""Look for sentences that a native speaker would not write: `python -m tests.english [PATH ...]`, part of `make lint`.

english.toml has the faults as patterns. They are sought in every text that players read (strings of the package,
scenarios, rules, documents, the manual page) and, where the table says so, in docstrings and comments.
"""

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = "westwall_tui", "tests", "benchmarks", "examples"
TEXTS = (
    "*.md",
    "docs/*.md",
    "docs/westwall.6",
    "benchmarks/**/*.md",
    "tests/**/*.md",
    "scenarios/**/*.md",
    "scenarios/**/*.toml",
    "westwall_tui/words/*.txt",
)
ABOUT_FAULTS = (
    *("tests/english.py", "tests/english.toml", "tests/test_english.py", "tests/test_commit_messages.py"),
    *("tests/test_shared_code.py", "CHANGELOG.md"),
)
"""Files that quote faults, or that record what earlier versions said."""
PLACEHOLDER = "\N{HORIZONTAL ELLIPSIS}"
"""Placeholder of a value in an f-string."""
SENTENCE_ENDS = re.compile(r"(?<=[.!?:;])[)\"'*]*\s+|\n\s*\n|\n\s*[-*#|>]+\s*|\s\|\s")
CODE_IN_TEXT = re.compile(r"^```.*?^```|`[^`\n]*`|<!-- made by.*?<!-- end -->|https?://\S+", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """A fault of language: its pattern, the texts it is sought in, advice, and one sentence with and one without it."""

    pattern: str
    where: str
    instead: str
    wrong: str
    right: str
    cased: bool = False

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile(self.pattern, 0 if self.cased else re.IGNORECASE)

    def applies_to(self, kind: str) -> bool:
        """Return True if the fault is sought in texts of a kind: `code`, `strings` or `documents`."""
        groups = {"players": ("strings", "documents"), "prose": ("documents", "code"), "all": (kind,)}
        return kind in groups.get(self.where, (self.where,))


FAULTS = [Fault(**row) for row in tomllib.loads((ROOT / "tests/english.toml").read_text(encoding="utf-8"))["fault"]]


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text on one line each, without code in backticks."""
    for each in SENTENCE_ENDS.split(CODE_IN_TEXT.sub(PLACEHOLDER, text)):
        if said := " ".join(each.split()).lstrip("([\"'*_#- "):
            yield said


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings that stand alone as statements: docstrings, also those of attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def texts_of_module(source: str) -> Iterator[tuple[str, int, str]]:
    """Yield the texts of a module as (kind, line, text); an f-string is one text, with a placeholder for each value."""
    tree = ast.parse(source)
    code = {id(each) for each in docstrings(tree)}
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.JoinedStr):
            pieces = (str(each.value) if isinstance(each, ast.Constant) else PLACEHOLDER for each in node.values)
            yield "strings", node.lineno, "".join(pieces)
            todo += [each for each in node.values if not isinstance(each, ast.Constant)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield "code" if id(node) in code else "strings", node.lineno, node.value
        else:
            todo += ast.iter_child_nodes(node)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield "code", token.start[0], token.string.lstrip("#: ")


def values(table: object) -> Iterator[str]:
    """Yield all texts of a TOML file."""
    if isinstance(table, dict):
        table = [*table.values()]
    if isinstance(table, list):
        for entry in table:
            yield from values(entry)
    elif isinstance(table, str):
        yield table


def texts_of(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the texts of a file as (kind, line, text); an unknown line is 0."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for kind, line, text in texts_of_module(source):
            yield kind if path.is_relative_to(ROOT / "westwall_tui") else "code", line, text
    elif path.suffix == ".toml":
        yield from (("strings", 0, text) for text in values(tomllib.loads(source)) if " " in text)
    else:
        yield "documents", 0, source


def faults(kind: str, text: str) -> Iterator[tuple[Fault, str]]:
    """Yield the faults of a text, each with its sentence."""
    for said in sentences(text):
        yield from ((fault, said) for fault in FAULTS if fault.applies_to(kind) and fault.regex.search(said))


def files() -> Iterator[Path]:
    """Yield every file with texts of ours."""
    for folder in MODULES:
        yield from (ROOT / folder).rglob("*.py")
    for pattern in TEXTS:
        yield from ROOT.glob(pattern)


def report(paths: Iterable[Path]) -> list[str]:
    """Return a line for each fault in some files."""
    ours = (path for path in paths if str(path.relative_to(ROOT)) not in ABOUT_FAULTS)
    return [
        f"{path.relative_to(ROOT)}:{line}: {said!r}: {fault.instead}"
        for path in ours
        for kind, line, text in texts_of(path)
        for fault, said in faults(kind, text)
    ]


def main() -> int:
    """Print the faults in all files, or below the paths given; return 1 if there is one."""
    below = [Path(each).resolve() for each in sys.argv[1:]] or [ROOT]
    found = report(path for path in sorted({*files()}) if any(path.is_relative_to(each) for each in below))
    print(*found, sep="\n", end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
