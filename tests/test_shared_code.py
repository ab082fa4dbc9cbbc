"""The shared code mentions no battle: neither a name nor a case of its Exclusive Rules (10.0 and above).

Such words come from the battle's text in `words/`, or from its ruleset. The computer player's knowledge of a battle is
in `ai/goals/` and in the battle's `computer.toml`.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from westwall_tui.engine.battles import RULESETS

PACKAGE = Path(__file__).parents[1] / "westwall_tui"
SHARED = [
    *sorted((PACKAGE / "ui").rglob("*.py")),
    *sorted((PACKAGE / "plain").rglob("*.py")),
    *sorted((PACKAGE / "learn").rglob("*.py")),
    *sorted((PACKAGE / "engine" / "rules").rglob("*.py")),
    *sorted((PACKAGE / "engine" / "decisions").rglob("*.py")),
    *sorted((PACKAGE / "engine" / "loops").glob("[!_]*.py")),
    *sorted(path for path in (PACKAGE / "ai").rglob("*.py") if "goals" not in path.parts),
    PACKAGE / "ai" / "goals" / "base.py",
    PACKAGE / "engine" / "flow.py",
    PACKAGE / "referee.py",
]
CASE = r"\b[1-9]\d\.\d{1,2}\b"
BATTLE = "|".join(name.replace("u", "[uü]") for name in RULESETS if name != "standard")
WORDS = re.compile(f"{CASE}|{BATTLE}", re.IGNORECASE)


def words_of_battles(source: str) -> Iterator[str]:
    """Return the places where code, strings or comments mention a battle or a case.

    A number such as 12.5 in code isn't a case.
    """
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.NUMBER:
            for found in WORDS.findall(token.string):
                yield f"line {token.start[0]}: {found}"


def test_shared_code_mentions_no_battle_and_none_of_its_cases():
    found = {f"{path.relative_to(PACKAGE)}": [*words_of_battles(path.read_text(encoding="utf-8"))] for path in SHARED}
    assert len(found) > 200
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise IllegalOrder("11.21", reason)', ["11.21"]),
        ('return f"{told}. Now or never (12.1)."', ["12.1"]),
        ('"""A front that must be held (14.0 of Remagen)."""', ["14.0", "Remagen"]),
        ('if battle == "arnhem":  # 15.36', ["arnhem", "15.36"]),
        ("from westwall_tui.engine.battles.bastogne import Bastogne", ["bastogne", "Bastogne"]),
        ('TITLE = "Hürtgen Forest"', ["Hürtgen"]),
        ('raise IllegalOrder("7.11", reason)  # nor is 9.14', []),
        ('size = 12.5; style = "font-size:10.5px"', []),
    ],
)
def test_such_words_are_found(source, found):
    assert [line.split(": ")[1] for line in words_of_battles(source)] == found
