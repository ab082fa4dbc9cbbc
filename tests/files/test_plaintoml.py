"""Plain TOML is read as `tomllib` reads it, or not at all."""

import tomllib
from pathlib import Path

import pytest

from tests.files.example import TEXTS
from westwall_tui.engine.sampling import Draw
from westwall_tui.files import plaintoml
from westwall_tui.files.folders import shipped_root

OURS = sorted([*shipped_root().glob("*/*.toml"), *Path("tests").glob("saves/*.toml")])
ODD = """
# begin
format = 1   # a number
name = "x" # "y"
quoted = 'literal'
list = [
    "a",
    "b", # a comment
]
numbers = [1, 2]
empty = []
blank = ""
long = \"\"\"
.."..

''\"\"\"
bent = \"\"\"\\
  one line\"\"\"
float = 1.5
when = 2026-11-22 12:12:13+00:00
inline = { a.b = 1, "c d" = [[1], ["x", {}]] }
"with space" = true
-0 = -0
[a]
[a.b]
x = 1
[a."c.d"]
[[e]]
[[e]]
y = +1_000
"""
"""Much of what TOML has."""


def told(text: str) -> object:
    """What `tomllib` makes of a text; None for a fault."""
    try:
        return tomllib.loads(text)
    except ValueError:
        return None


def agrees(text: str) -> bool:
    """Whether a text was plain; then it holds what `tomllib` finds, down to the kinds and the order."""
    found = plaintoml.read(text)
    if found is None:
        return False
    assert repr(found) == repr(told(text)), text
    return True


@pytest.mark.parametrize("path", OURS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_own_files_are_plain(path):
    assert agrees(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_so_are_those_that_players_type(text):
    assert agrees(text)


@pytest.mark.parametrize(
    "text",
    [
        "a = 1\na = 2\n",
        "[a]\n[a]\n",
        "[a]\nb = 1\n[a.b]\n",
        "a = {}\n[a.b]\n",
        "a = []\n[[a]]\n",
        "[[a]]\n[a]\n",
        "[a]\n[[a]]\n",
        'a = "x" "y"\n',
        'a = ["x" "y"]\n',
        'a = ["x",, "y"]\n',
        "a = [,]\n",
        'a = "x\n',
        'a = """x""""""\n',
        "a = 01\n",
        "a = 1 2\n",
        "a\n",
        "= 1\n",
        "'a' = 1\n",
        "[[a]]\n[a.b]\n",
        "[a\n",
        "[[a]\n",
        "a = \n",
        'a = "\x01"\n',
        'a = ["\t\x7f"]\n',
        "# \x02\n",
        "a = [[[\n",
        'a = """\n',
        "a = 1\rb = 2\n",
        f"a = {{{'b.' * 200}b = 1}}\n",
        f"{'b.' * 200}b = 1\n",
    ],
)
def test_faults_are_left_to_tomllib(text):
    assert plaintoml.read(text) is None


def test_where_most_is_not_plain_it_gives_up():
    assert agrees("".join(f"a{i} = {i}.5\n" for i in range(plaintoml.MOST_OTHERS)))
    assert not agrees("".join(f"a{i} = {i}.5\n" for i in range(plaintoml.MOST_OTHERS + 1)))


@pytest.mark.parametrize("line", [line for line in ODD.splitlines() if "=" in line and line.count('"""') != 1])
def test_each_kind_of_value(line):
    agrees(line)
    agrees(f"{line}\n")


@pytest.mark.parametrize("seed", range(20))
def test_texts_changed_at_random(seed):
    draw = Draw(seed)
    text = draw.pick((ODD, ODD, *TEXTS.values()))
    pieces = ['"', '"""', "\n", "[", "]", "{", "}", "=", ",", ".", "#", "'", "\\", " ", "1", "a", "\t", "\r", "[[a]]\n"]
    plain = 0
    for _ in range(150):
        at, length = draw.below(len(text)), draw.below(3)
        changed = text[:at] + draw.pick(["", *pieces]) + text[at + length :]
        plain += agrees(changed)
        if draw.below(4) == 0 and told(changed) is not None:
            text = changed
    assert plain > 0


def test_a_text_cut_off_anywhere():
    assert agrees(ODD)
    assert {agrees(ODD[:length]) for length in range(len(ODD))} == {True, False}
