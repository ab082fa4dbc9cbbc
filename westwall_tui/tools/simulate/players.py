"""Who can play a side, as a word names it: a level of the computer player, anything legal, or a script."""

from typing import NamedTuple

from westwall_tui.files.faults import brief

LEVELS = ("1", "2", "3", "4")
PLAYERS = ("random", "script", *LEVELS)
TIMES = tuple(str(times) for times in range(2, 65))
"""How many times its nodes a level may be given."""


class Entrant(NamedTuple):
    """A player as a word names it."""

    word: str
    level: int = 0
    """A level of the computer player; 0 for `random` and `script`."""
    times: int = 1
    """How many times the level's budget it has."""


def entrant(word: str) -> Entrant:
    """`random`, `script`, a level, or one with more budget: `4x2` has twice level 4's. Raises `ValueError`."""
    level, sign, times = word.partition("x")
    if not sign and word in PLAYERS:
        return Entrant(word, int(word) if word in LEVELS else 0)
    if level in LEVELS and times in TIMES:
        return Entrant(word, int(level), int(times))
    raise ValueError(
        f"{brief(word, 40)!r} is not a player; the players are {', '.join(PLAYERS)}, and 4x2 has twice 4's budget "
        f"(up to {LEVELS[-1]}x{TIMES[-1]})"
    )
