"""docs/glossary.md: its names are in the code; the words of words_to_avoid.toml are nowhere in our texts.

Our texts are the documents, the rules on the screen, and every string under `ui/` and of the commands, docstrings too.
More words are looked for in what players read: strings alone, the rules on the screen, and the scenarios.
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
GLOSSARY = ROOT / "docs" / "glossary.md"
AVOID = Path(__file__).parent / "words_to_avoid.toml"
CODE = ROOT / "westwall_tui"
TEXTS = (
    "*.md",
    "Makefile",
    "docs/*.md",
    "docs/westwall.6",
    "scenarios/*.md",
    "scenarios/*/*.toml",
    "scenarios/lessons/*/*.toml",
    "scenarios/examples/*/*/*.toml",
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
"""Modules whose sentences and comments are read, too."""


def rows(part: str) -> list[list[str]]:
    """The cells of every table of a part, without the head lines."""
    lines = [line.strip("| ") for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.split(" | ")] for line in lines if not line.startswith("---")]


TERMS = GLOSSARY.read_text(encoding="utf-8")
NAMED = [(row[0], name) for row in rows(TERMS) for name in re.findall(r"`([^`]+)`", row[-1])]
INSTEAD = {
    where: {word: better for words, better in table.items() for word in words.split(", ")}
    for where, table in tomllib.loads(AVOID.read_text(encoding="utf-8")).items()
}
"""By where they are looked for: words to avoid, each with what is better."""
AVOIDED, OFF_SCREEN = INSTEAD["anywhere"], INSTEAD["screen"]


@cache
def source_of(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def words_of(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"\w+", text.lower()))


@cache
def words_in(path: Path) -> set[str]:
    """Those of a file."""
    return words_of(source_of(path).replace(r"\n", " "))


@cache
def in_source(phrase: str) -> re.Pattern[str]:
    """A phrase as a module may have it, in one string, in several, or in a comment of two lines."""
    between = r"""(?:\W|\\n)+(?:[fr]["'])?"""
    return re.compile(between.join(map(re.escape, phrase.split())), re.IGNORECASE)


def may_say(path: Path, phrases: Iterable[str]) -> bool:
    """True if a file seems to have one of some phrases: only then it is worth the time to read it word by word."""
    possible = (phrase for phrase in phrases if words_in(path).issuperset(words_of(phrase)))
    return any(in_source(phrase).search(source_of(path)) for phrase in possible)


def with_parts(source: str) -> list[CodeType]:
    """A module's code, and that of its classes and functions."""
    todo = [compile(source, "", "exec", dont_inherit=True, optimize=2)]
    for code in todo:
        todo += [each for each in code.co_consts if isinstance(each, CodeType)]
    return todo


def strings(constants: Iterable[object]) -> Iterator[str]:
    """The strings among constants, and those in what they hold."""
    for each in constants:
        if isinstance(each, str):
            yield each
        elif isinstance(each, tuple | frozenset):
            yield from strings(each)


def identifiers(path: Path) -> set[str]:
    """Every name that a module defines or uses, and `Class.name` for what a class or the like has."""
    found: set[str] = set()
    for code in with_parts(source_of(path)):
        place = code.co_qualname.replace(".<locals>", "")
        names = {*code.co_names, *code.co_varnames, *strings(code.co_consts)}
        found |= names | {place, place.rpartition(".")[2], f"{path.stem}.{place}"}
        found |= {f"{owner}.{name}" for owner in (path.stem, *place.split(".")[:2]) for name in names}
    return found


def missing(names: Iterable[str]) -> set[str]:
    """Those of some names that no module has; only modules that may have one are looked into."""
    left = set(names)
    for path in CODE.rglob("*.py"):
        here = words_in(path) | words_of(path.stem)
        if any(here.issuperset(name.lower().split(".")) for name in left):
            left -= identifiers(path)
    return left


def test_names_of_the_glossary_are_in_the_code():
    names = [name for _, name in NAMED if re.fullmatch(r"[A-Za-z_.]+", name)]
    files = [name for name in names if name.endswith(".py")]
    assert len(names) > 100
    assert [name for name in files if not (CODE / "engine" / name).is_file()] == []
    assert missing(set(names) - set(files)) == set()
    assert missing(["Game", "Zones.deploy", "no_such_name"]) == {"Zones.deploy", "no_such_name"}


def test_files_of_the_glossary_are_there():
    names = [name for _, name in NAMED if "/" in name]
    assert len(names) > 10
    assert [name for name in names if not any((at / name).exists() for at in (CODE, CODE / "engine"))] == []


def sentences(source: str, tree: ast.Module) -> Iterator[str]:
    """What a module says: its comments, docstrings and strings, those written in pieces as one, without code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    yield " ".join(re.findall(r"#[# ]*(.*)", source))


class Texts:
    """Texts with where they are, by word: a hundred words are looked for in thousands of texts."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self.by_word: dict[str, list[tuple[str, str]]] = {}
        for place, text in texts:
            for word in words_of(text):
                self.by_word.setdefault(word, []).append((place, text))

    def saying(self, word: str) -> list[tuple[str, str]]:
        """Those that have a word or phrase."""
        first = re.findall(r"\w+", word.lower())[0]
        return [(place, text) for place, text in self.by_word.get(first, ()) if says(word, text)]


@cache
def wording() -> Texts:
    """Everything that is read for words to avoid, each with where it is."""
    texts = chain.from_iterable(ROOT.glob(name) for name in TEXTS)
    found = [(str(path.relative_to(ROOT)), source_of(path)) for path in texts]
    for path in chain.from_iterable(CODE.glob(name) for name in SPEAKING):
        if may_say(path, AVOIDED):
            found += [(str(path.relative_to(ROOT)), text) for text in said_by(path)]
    return Texts(found)


def said_by(path: Path) -> Iterator[str]:
    """What a module says."""
    return sentences(source_of(path), ast.parse(source_of(path)))


KEYS = "colour-blind", "left the map"
"""Words that files have as keys or values, and keep."""


def shown_by(code: CodeType) -> Iterator[str]:
    """The strings of a module, class or function that may reach the screen: those of several words."""
    return (text for text in strings(code.co_consts) if " " in text and text not in KEYS)


def values(table: object) -> Iterator[str]:
    """All texts of a file."""
    if isinstance(table, dict):
        table = [*table.values()]
    if isinstance(table, list):
        for entry in table:
            yield from values(entry)
    elif isinstance(table, str) and table not in KEYS:
        yield table


def spoken_files() -> Iterator[Path]:
    """The files of which players read something."""
    yield from CODE.rglob("*.py")
    yield from (CODE / "words").glob("*.txt")
    yield from (ROOT / "scenarios").rglob("*.toml")


def shown(path: Path) -> Iterable[str]:
    """What players read of a file."""
    source = source_of(path)
    if path.suffix == ".py":
        return chain.from_iterable(map(shown_by, with_parts(source)))
    return source.splitlines() if path.suffix == ".txt" else values(tomllib.loads(source))


def test_words_to_avoid_on_the_screen_are_in_nothing_that_players_read():
    assert len(OFF_SCREEN) > 10
    suspect = [path for path in spoken_files() if may_say(path, OFF_SCREEN)]
    texts = Texts((str(path), text) for path in suspect for text in shown(path))
    assert {(word, better): said for word, better in OFF_SCREEN.items() if (said := texts.saying(word))} == {}


def test_what_players_read_has_all_its_sources():
    files = {str(path.relative_to(ROOT)) for path in spoken_files()}
    assert {"scenarios/bastogne/spearhead.toml", "westwall_tui/words/arnhem.txt"} <= files
    assert {"westwall_tui/engine/rules/combat.py", "westwall_tui/net/table.py"} <= files
    for path in (ROOT / "scenarios/bastogne/spearhead.toml", CODE / "words/arnhem.txt", CODE / "net/table.py"):
        assert any(" " in text for text in shown(path)), path
    source = 'def f(unit):\n    """Colour in hand."""\n    say(f"{unit} in hand", {"a": ("in his hand", 1)})'
    assert [text for code in with_parts(source) for text in shown_by(code)] == [" in hand", "in his hand"]


def says(word: str, text: str) -> bool:
    """Whether a text has a word or phrase, in any case and across the ends of lines."""
    pattern = r"\b" + r"\s+".join(map(re.escape, word.split())) + r"\b"
    return re.search(pattern, text, re.IGNORECASE) is not None


def test_words_to_avoid_are_not_in_our_texts():
    assert len(AVOIDED) > 20
    said = {(word, better): {place for place, _ in wording().saying(word)} for word, better in AVOIDED.items()}
    assert {word: places for word, places in said.items() if places} == {}


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("must attack too", "engine/rules/obligations.py"),
        ("it has been reached for less", "engine/graphs.py"),
        ("is not a question", "referee.py"),
    ],
)
def test_refusals_docstrings_and_comments_are_read(words, place):
    assert CODE / place in set(chain.from_iterable(CODE.glob(name) for name in SPEAKING))
    assert any(says(words, text) for text in said_by(CODE / place))


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
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert may_say(tmp_path / "module.py", ["anew", "goes by itself"])
    if "by itself" in source:
        assert any(says("goes by itself", text) for text in sentences(source, ast.parse(source)))
        return
    assert any(says("anew", text) for text in sentences(source, ast.parse(source)))


def test_names_and_other_words_are_left_alone():
    source = 'anew = renewed("a new day")'
    assert not any(says("anew", text) for text in sentences(source, ast.parse(source)))
