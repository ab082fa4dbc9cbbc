"""Lines for a voice."""

from tests.every import every
from westwall_tui.plain.speech import aloud, listed, sentence


@every(
    ("written", "read"),
    [
        ("column +6-8", "column plus 6 to 8"),
        ("column -4,3", "column minus 4 and 3"),
        ("+2,3", "plus 2 and 3"),
        ("for 2 MP", "for 2 Movement Points"),
        ("1 MP", "1 Movement Point"),
        ("scores 1 VP", "scores 1 Victory Point"),
        ("German \N{MINUS SIGN}3", "German minus 3"),
        ("German 16 : US 15", "German 16 to US 15"),
        ("2-4-7", "2-4-7"),
        ("unit 1/304 at 2-R", "unit 1/304 at 2-R"),
        ("an escape \x1b[31m", "an escape \\x1b[31m"),
    ],
)
def test_signs_and_abbreviations(written, read):
    assert aloud(f"Said: {written}") == f"Said: {read}."


def test_sentences_and_lists():
    assert sentence("unit 2 is lost") == "Unit 2 is lost."
    assert sentence("1/304 moves.") == "1/304 moves."
    assert listed(["a"]) == "a"
    assert listed("abc") == "a, b and c"
    assert listed("abcdef", 3) == "a, b, c and 3 more"
    assert listed("abcd", 3) == "a, b, c and d"
    assert listed("abc", joined="or") == "a, b or c"
