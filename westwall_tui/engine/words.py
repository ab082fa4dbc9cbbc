"""The building blocks of sentences in every package: sides, names of units, numbers, lists.

A sentence never names a side by `SideInfo.name`, which is its name in files and commands (`US`). Write
`capital(info.people)` with a plural verb ("The Germans retreat", "The U.S. win") and `info.adjective` before a noun ("a
U.S. unit", "the German player"; `with_article` finds "a" or "an"). In tables, bars and scores the adjective is used
alone: "German 16 : U.S. 15". For an event, which has only the name: `people(event.side)`, `adjective(event.side)`. End
a sentence that may end with a side with `with_stop`, because "the U.S." brings its own full stop.
"""

from collections.abc import Iterable, Mapping, Sequence

SIDES: Mapping[str, tuple[str, str]] = {
    "german": ("German", "the Germans"),
    "us": ("U.S.", "the U.S."),
    "allied": ("Allied", "the Allies"),
    "american": ("American", "the Americans"),
    "british": ("British", "the British"),
    "canadian": ("Canadian", "the Canadians"),
    "polish": ("Polish", "the Poles"),
    "french": ("French", "the French"),
    "soviet": ("Soviet", "the Soviets"),
    "axis": ("Axis", "the Axis"),
}
"""By a side's name in lower case: its adjective, and its name as a people."""

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)


def adjective(side: str) -> str:
    """Return the adjective of a side with this name: `German`, `Allied`, `U.S.`; other names are their own."""
    return SIDES.get(side.lower(), (side, ""))[0]


def people(side: str) -> str:
    """Return a side with this name as a people, for a plural verb: `the Germans`, `the U.S.`, `the Red forces`."""
    return SIDES.get(side.lower(), ("", f"the {side} forces"))[1]


def outcome_sentence(reason: str) -> str:
    """Return an outcome's reason for people, from the form that saves and digests have.

    `US wins: German conceded` becomes `The U.S. win: the Germans conceded`.
    """
    winner, wins, how = reason.partition(" wins: ")
    if wins:
        loser, conceded, _ = how.partition(" conceded")
        reason = f"{capital(people(winner))} win: {f'{people(loser)} conceded' if conceded else how}"
    return " ".join(adjective(word) if word == "US" else word for word in reason.split(" "))


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article: `a U.S. unit`, `an Allied unit`."""
    return f"{'an' if noun[:1] in 'AEIOaeio' else 'a'} {noun}"


def with_stop(text: str) -> str:
    """Return a sentence with a full stop, unless it ends already, as after `the U.S.` or with a question mark."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


UNIT, THE = "unit ", "the "
"""The first word of a unit's name in a sentence, if its id alone is not a name."""


def named(unit: str) -> str:
    """Return a unit's id for a sentence.

    A bare number becomes `unit 2`, so that it isn't read as a quantity. A unit without a number is `the Engineer`.
    """
    return f"{UNIT}{unit}" if unit.isdigit() else f"{THE}{unit}" if unit.lower() == "engineer" else unit


def in_words(n: int, most: int = 9) -> str:
    """Return a number up to `most` in words (`no` for 0), and a greater one in figures."""
    return NUMBERS[n] if n <= most else str(n)


def count(n: int, one: str, many: str = "", most: int = 9) -> str:
    """Return a number of things, with numbers up to `most` in words: `no combats`, `one unit`, `12 units`."""
    return f"{in_words(n, most)} {one if n == 1 else many or one + 's'}"


def signed(n: int, minus: str = "-") -> str:
    """Return a number with its sign: `+3`, `-2`, but `0`."""
    return f"{n:+d}".replace("-", minus) if n else "0"


def listed(names: Iterable[str], most: int = 99, joined: str = "and") -> str:
    """Return names as a list in a sentence: `0726, 0627 and 0628`, or with more than `most`: `0726, 0627 and 5 more`.

    `joined` is the word before the last name, such as `or` for choices. `unit 52` and `unit 2` become `units 52 and 2`;
    `unit 52 at 1016` stays as it is.
    """
    items = list(names)
    if len(items) > 1 and all(item.startswith(UNIT) and item.count(" ") == 1 for item in items):
        return f"units {listed((item.removeprefix(UNIT) for item in items), most, joined)}"
    if len(items) > most + 1:
        items = [*items[:most], f"{len(items) - most} more"]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joined} {items[-1]}"


def these(n: int) -> str:
    """Return the subject before a list of so many alternatives: `this`, `either of these`, `any of these`."""
    return {1: "this", 2: "either of these"}.get(n, "any of these")


def listed_with_verb(names: Sequence[str]) -> str:
    """Return names with the verb, for the beginning of a sentence: `A and B are`."""
    return f"{listed(names)} {'are' if len(names) > 1 else 'is'}"


def division_named(name: str) -> str:
    """Return a division's name for a sentence: `the 101st` for a number, any other name unchanged."""
    if not name.isdigit():
        return name
    ends = {1: "st", 2: "nd", 3: "rd"} if int(name) % 100 not in (11, 12, 13) else {}
    return f"the {name}{ends.get(int(name) % 10, 'th')}"


DIRECTIONS = ("beyond", "north", "east", "south", "west")
"""The first words of area names that take no `for`: units score `beyond the Waal`, but `for the Autobahn`."""


def scored_at(area: str) -> str:
    """Return an area after "to score": `beyond the Waal`, `for the Autobahn`."""
    first, _, rest = area.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in DIRECTIONS else f"for the {area}"


def units_listed(ids: Iterable[str], most: int = 99) -> str:
    """Return units, given by id, as a list in a sentence: `unit 52 and 1/10`."""
    return listed(map(named, ids), most)


def capital(text: str) -> str:
    """Return a sentence with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a sentence, capitalized if it begins with `unit 2`; ids and the names of keys keep their case."""
    return capital(text) if text.startswith((UNIT, "units ", THE)) else text


def possessive(name: str) -> str:
    """Return a name in the possessive: `Bert's`, `Hans'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
