"""Every case of the rules has a test with its number: `test_7_11_...` for 7.11, or `..._7_11_...`."""

import re
from pathlib import Path

import pytest

STANDARD = """
    4.0 4.1 5.0 5.11 5.12 5.13 5.14 5.15 5.16 5.21 5.22 5.23 5.24 5.25 5.31 5.32 5.33 6.0 6.11 6.12 6.13 6.21 6.22
    6.23 6.31 6.32 6.33 7.0 7.11 7.12 7.13 7.14 7.15 7.21 7.22 7.23 7.3 7.41 7.42 7.43 7.44 7.51 7.52 7.6 7.61 7.62
    7.7 7.71 7.72 7.73 7.74 7.8 7.81 7.82 7.91 7.92 7.93 7.94 7.95 7.96 7.97 8.0 8.11 8.12 8.13 8.14 8.15 8.21 8.22
    8.31 8.32 8.33 8.34 8.41 8.42 8.43 8.44 8.45 8.46 8.5 8.61 8.62 9.0 9.11 9.12 9.13 9.14
"""
ARNHEM = """
        11.0 11.1 11.2 12.0 12.11 12.12 12.13 12.14 12.15 12.16 12.17 13.0 13.1 13.21 13.22 13.23 13.24 13.25 13.3
    14.11 14.12     15.0 15.11 15.12 15.13 15.14 15.21 15.22 15.23 15.24 15.25 15.3 15.31 15.32 15.33 15.34 15.35
    15.36 15.37 15.38 15.39     15.4 15.41 15.42 15.43 16.0 16.11 16.12 16.2 16.3 17.0 17.11 17.12 17.2 17.31 17.32
    17.33 17.34 17.35 17.36 17.4     18.11 18.12 18.13 18.14 18.15 18.16 18.17 18.21 18.22 18.23 18.24 18.25 18.26
"""
BASTOGNE = """
    11.0 11.11 11.12 11.13 11.14 11.21 11.22 11.23 12.0 12.11 12.12 13.0 14.0 15.11 15.12 15.13 15.14 15.15 15.16 15.17
    15.21 15.22 15.23 15.24 15.25 15.26 15.27 15.31 15.32 15.33 15.34 15.35 15.36 15.37
"""
HURTGEN = """
    11.11 11.12 11.13 11.21 11.22 11.31 11.32 11.41 11.42 11.43 11.44 12.0 12.11 12.12 12.13 13.0 13.11 13.12 13.13
    13.14 13.21 13.22 13.23 13.24 13.25 14.0 14.11 14.12 14.13 15.11 15.12 15.21 15.22 15.31 15.32 15.33 15.34 15.35
    15.4 16.12 16.13 16.14 16.15 16.16 16.21 16.22 16.23 16.24 16.25
"""
REMAGEN = """
    11.0 11.11 11.12 11.21 11.22 12.0 12.11 12.12 12.13 12.21 12.22 12.23 13.0 14.11 14.12 14.13 14.14 15.0 16.11 16.12
    16.21 16.22 16.23 16.24 16.31 16.32 16.41 16.42 16.43 16.5 17.11 17.12 17.13 17.14 17.15 17.21 17.22 17.23 17.24
    17.25
"""
"""The cases of Remagen. Headings without a text of their own, the introduction (10.0) and the notes (16.0) are not
cases.
"""


def names(battle: str) -> str:
    """Return the names of all tests of a battle, one per line; without a battle, of all battles."""
    patterns = (f"{battle}/test_*.py", f"test_{battle}*.py") if battle else ("test_*.py",)
    found = [path for pattern in patterns for path in Path(__file__).parent.rglob(pattern)]
    texts = (path.read_text(encoding="utf-8") for path in sorted(found))
    return "\n".join(name for text in texts for name in re.findall(r"def (test_\w+)", text))


@pytest.mark.parametrize(
    ("battle", "cases"),
    [
        ("", STANDARD),
        ("arnhem", ARNHEM),
        ("bastogne", BASTOGNE),
        ("hurtgen", HURTGEN),
        ("remagen", REMAGEN),
    ],
)
def test_every_case_has_a_test(battle, cases):
    found = names(battle)
    missing = [case for case in cases.split() if not re.search(rf"_{case.replace('.', '_')}(?!\d)", found)]
    assert not missing
