"""What sentences are put together from, wherever they stand: names of units, numbers, lists."""

from collections.abc import Iterable

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)


def named(unit: str) -> str:
    """A unit's id in a sentence: a bare number becomes `unit 2`, so that nobody reads it as a count."""
    return f"unit {unit}" if unit.isdigit() else unit


def in_words(n: int, most: int = 6) -> str:
    """A number up to `most` in words, `no` for 0; others in figures."""
    return NUMBERS[n] if n <= most else str(n)


def count(n: int, one: str, many: str = "", most: int = 6) -> str:
    """A number of things, up to `most` in words: `no combats`, `one unit`, `12 units`."""
    return f"{in_words(n, most)} {one if n == 1 else many or one + 's'}"


def signed(n: int, minus: str = "-") -> str:
    """A number with its sign, 0 without: `+3`, `-2`, `0`."""
    return f"{n:+d}".replace("-", minus) if n else "0"


def listed(names: Iterable[str], most: int = 99, joined: str = "and") -> str:
    """Names in a sentence: `0726, 0627 and 0628`, or with more than `most`: `0726, 0627 and 5 more`.

    Choices are joined by `or`.
    """
    items = list(names)
    if len(items) > most + 1:
        items = [*items[:most], f"{len(items) - most} more"]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joined} {items[-1]}"


def division_named(name: str) -> str:
    """A division by its number in a sentence: `the 101st`; a name that is no number stays as it is."""
    if not name.isdigit():
        return name
    ends = {1: "st", 2: "nd", 3: "rd"} if int(name) % 100 not in (11, 12, 13) else {}
    return f"the {name}{ends.get(int(name) % 10, 'th')}"


def units_listed(ids: Iterable[str], most: int = 99) -> str:
    """Units by their ids in a sentence: `unit 52 and 1/10`."""
    return listed(map(named, ids), most)


def capital(text: str) -> str:
    """A sentence with its first letter large."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text with a capital where it begins with `unit 2`; ids and the names of keys stay as they are written."""
    return capital(text) if text.startswith("unit ") else text
