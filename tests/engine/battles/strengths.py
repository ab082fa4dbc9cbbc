"""Lists of units as the booklet prints them, for the tests of the scenarios."""

from collections import Counter

NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "nine": 9, "twelve": 12, "eighteen": 18,
}  # fmt: skip


def count(text: str) -> Counter[str]:
    """`two 6-4-12, 2-3-14` as strengths by number."""
    found: Counter[str] = Counter()
    for part in text.split(", "):
        number, _, strength = part.rpartition(" ")
        found[strength] += NUMBERS[number] if number else 1
    return found
