"""The names in docs/glossary.md are in the code."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

ROOT = Path(__file__).parents[1]
CODE = ROOT / "westwall_tui"


@cache
def source_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def with_parts(source: str) -> list[CodeType]:
    """Return the code of a module, and that of its classes and functions."""
    todo = [compile(source, "", "exec", dont_inherit=True, optimize=2)]
    for code in todo:
        todo += [each for each in code.co_consts if isinstance(each, CodeType)]
    return todo


def strings(constants: Iterable[object]) -> Iterator[str]:
    """Yield the strings among constants, and those inside them."""
    for each in constants:
        if isinstance(each, str):
            yield each
        elif isinstance(each, tuple | frozenset):
            yield from strings(each)


def identifiers(path: Path) -> set[str]:
    """Return every name that a module defines or uses, and `Class.name` for the names of a class."""
    found: set[str] = set()
    for code in with_parts(source_of(path)):
        place = code.co_qualname.replace(".<locals>", "")
        names = {*code.co_names, *code.co_varnames, *strings(code.co_consts)}
        found |= names | {place, place.rpartition(".")[2], f"{path.stem}.{place}"}
        found |= {f"{owner}.{name}" for owner in (path.stem, *place.split(".")[:2]) for name in names}
    return found


def missing(names: Iterable[str]) -> set[str]:
    """Return the names that no module has. Only modules that may have one are compiled."""
    left = set(names)
    for path in CODE.rglob("*.py"):
        source = f"{source_of(path)} {path.stem}"
        if any(all(part in source for part in name.split(".")) for name in left):
            left -= identifiers(path)
    return left


@pytest.mark.slow
def test_names_of_the_glossary_are_in_the_code():
    rows = re.findall(r"^\| .* \| ([^|]+) \|$", source_of(ROOT / "docs/glossary.md"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    paths = {name for name in named if "/" in name or name.endswith(".py")}
    assert len(named) > 80
    assert [name for name in paths if not any((at / name).exists() for at in (CODE, CODE / "engine"))] == []
    assert missing(name for name in named - paths if re.fullmatch(r"[A-Za-z_.]+", name)) == set()
    assert missing(["Game", "Zones.deploy", "no_such_name"]) == {"Zones.deploy", "no_such_name"}
