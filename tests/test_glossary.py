"""docs/glossary.md names what is in the code; the words of words_to_avoid.toml are nowhere in our texts.

Our texts are the documents, the rules on the screen, and every string, docstring and comment of some modules. The texts
that players read (strings, the rules, the scenarios) are searched for more words.
"""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from types import CodeType

import pytest

ROOT = Path(__file__).parents[1]
CODE = ROOT / "westwall_tui"
TEXTS = (
    "*.md",
    "Makefile",
    "docs/*.md",
    "docs/westwall.6",
    "benchmarks/**/*.md",
    "tests/**/*.md",
    "scenarios/**/*.md",
    "scenarios/**/*.toml",
    "westwall_tui/ui/README.md",
    "westwall_tui/words/*.txt",
)
SPEAKING = (
    "engine/**/*.py",
    "ui/**/*.py",
    "words/**/*.py",
    "plain/**/*.py",
    "referee.py",
    "cli.py",
    "commands.py",
    "files/library.py",
    "files/saves/old_orders.py",
)
"""Patterns of the modules whose docstrings and comments are searched, too."""
KEYS = "colour-blind", "left the map"
"""Words that files have as keys or values, and keep."""
TABLES = tomllib.loads((Path(__file__).parent / "words_to_avoid.toml").read_text(encoding="utf-8"))
INSTEAD = {
    where: {word: better for words, better in table.items() for word in words.split(", ")}
    for where, table in TABLES.items()
}
"""By where they are searched for: words to avoid, each with a better one."""


@cache
def source_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def saying(phrases: Iterable[str], between: str = r"\s+") -> re.Pattern[str]:
    """Return the pattern of some words and phrases in small letters; `between` is the pattern between two words."""
    words = (between.join(map(re.escape, phrase.lower().split())) for phrase in phrases)
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


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


# -- the glossary


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


# -- words to avoid


def sentences(source: str) -> Iterator[str]:
    """Yield the comments, docstrings and strings of a module. A string in several pieces is one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    yield " ".join(re.findall(r"#[# ]*(.*)", source))


def shown_strings(source: str) -> Iterator[str]:
    """Yield the strings of a module that may reach the screen: those of several words, without docstrings."""
    return (text for code in with_parts(source) for text in strings(code.co_consts) if " " in text)


def values(table: object) -> Iterator[str]:
    """Yield all texts of a file."""
    if isinstance(table, dict):
        table = [*table.values()]
    if isinstance(table, list):
        for entry in table:
            yield from values(entry)
    elif isinstance(table, str):
        yield table


def shown(path: Path) -> Iterable[str]:
    """Return what players read of a file."""
    if path.suffix == ".py":
        return shown_strings(source_of(path))
    return [source_of(path)] if path.suffix == ".txt" else values(tomllib.loads(source_of(path)))


def found(phrases: Iterable[str], place: Path, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return the phrases that some texts of a file have, each with the file."""
    pattern = saying(phrases)
    said = (match[0] for text in texts if text not in KEYS for match in pattern.finditer(text.lower()))
    return [(place.name, phrase) for phrase in said]


def suspect(phrases: Iterable[str], paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that seem to have one of some phrases, in one string, in several, or in a comment of two lines.

    To parse the others would take long.
    """
    pattern = saying(phrases, r"""(?:\W|\\n)+(?:[fr]["'])?""")
    return (path for path in paths if pattern.search(source_of(path).lower().replace(r"\n", " ")))


@pytest.mark.slow
def test_words_to_avoid_are_not_in_our_texts():
    avoided = INSTEAD["anywhere"]
    texts = chain.from_iterable(ROOT.glob(name) for name in TEXTS)
    modules = chain.from_iterable(CODE.glob(name) for name in SPEAKING)
    assert [each for path in texts for each in found(avoided, path, [source_of(path)])] == []
    assert [
        each for path in suspect(avoided, modules) for each in found(avoided, path, sentences(source_of(path)))
    ] == []


@pytest.mark.slow
def test_words_to_avoid_on_the_screen_are_in_nothing_that_players_read():
    avoided = INSTEAD["screen"]
    paths = [*CODE.rglob("*.py"), *(CODE / "words").glob("*.txt"), *(ROOT / "scenarios").rglob("*.toml")]
    assert [each for path in suspect(avoided, paths) for each in found(avoided, path, shown(path))] == []


def test_all_files_with_texts_are_searched():
    for path in (ROOT / "scenarios/bastogne/spearhead.toml", CODE / "words/arnhem.txt", CODE / "net/table.py"):
        assert any(" " in text for text in shown(path)), path
    source = 'def f(unit):\n    """Colour in hand."""\n    say(f"{unit} in hand", {"a": ("in his hand", 1)})'
    assert [*shown_strings(source)] == [" in hand", "in his hand"]
    for words, place in (
        ("must attack too", "engine/rules/obligations.py"),
        ("it has been reached for less", "engine/graphs.py"),
        ("is not a question", "referee.py"),
    ):
        assert CODE / place in set(chain.from_iterable(CODE.glob(name) for name in SPEAKING))
        assert found([words], CODE / place, sentences(source_of(CODE / place)))


@pytest.mark.parametrize(
    "source",
    [
        'say("deploy anew")',
        'say(f"{key} deploys anew")',
        'say("deploy "\n    "anew")',
        'def f():\n    """Deploy\n\n    Anew."""',
        "deploy()  # anew",
        'say(f"it goes "\n    f"by itself")',
        "it()  # it goes\n# by itself",
        r'say("deploys\nanew")',
    ],
)
def test_such_words_are_found(source, tmp_path):
    words, path = ["anew", "goes by itself"], tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert [*suspect(words, [path])] == [path]
    assert found(words, path, sentences(source))


def test_names_and_other_words_are_left_alone():
    assert not found(["anew"], Path("module.py"), sentences('anew = renewed("a new day")'))
