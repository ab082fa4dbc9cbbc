"""A filter for the lines of the log: by unit, hex, place, kind of event, or any word."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from westwall_tui.engine.events import PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.units import lower
from westwall_tui.words.events import LogLine
from westwall_tui.words.telling import TELLINGS

KINDS: Mapping[str, frozenset[str]] = {
    kind: frozenset(event.__name__ for event, telling in TELLINGS.items() if kind in telling.kinds)
    for kind in dict.fromkeys(kind for telling in TELLINGS.values() for kind in telling.kinds)
}
"""The names of the events of each kind."""
ALSO = {
    "die": "dice",
    "rolls": "dice",
    "moves": "movement",
    "fpf": "fire",
    "combats": "attacks",
    "lost": "losses",
    "scores": "points",
    "vp": "points",
    "setup": "set-up",
}
"""Other words for kinds. The beginning of any of these words is enough."""
LEAST = 3
"""Minimum number of letters for the beginning of a kind or of a place's name."""
TIMES = TurnBegan.__name__, PhaseBegan.__name__
"""The names of the events that tell when the lines below them happened."""

_Test = Callable[[LogLine], bool]


def filtered(lines: Iterable[LogLine], game: Game, text: str) -> list[LogLine]:
    """Return the lines that every word of a text applies to, below the Game-Turns and phases in which they happened."""
    tests = [_test_for(game, word) for word in text.split()]
    if not tests:
        return list(lines)
    found: list[LogLine] = []
    times: dict[str, LogLine] = {}
    for line in lines:
        if line.heading and (time := next((name for name in TIMES if name in line.about), "")):
            if time == TIMES[0]:
                times.clear()
            times.pop(time, None)
            times[time] = line
        elif all(test(line) for test in tests):
            found += [*times.values(), line]
            times.clear()
    return found


def _test_for(game: Game, word: str) -> _Test:
    """Return the test for a word: the id of a unit, the number of a hex, a kind, a place or, without one, any text."""
    scenario, short = game.scenario, lower(word)
    board = scenario.board
    if short in scenario.by_id:
        return _has([scenario.units[scenario.by_id[short]].id])
    if word in board.by_number:
        return _has([word])
    if len(short) >= LEAST:
        if kinds := [name for name in (*KINDS, *ALSO) if name.startswith(short)]:
            return _has([event for name in kinds for event in KINDS[ALSO.get(name, name)]])
        places = [place for place in board.places if any(part.startswith(short) for part in _parts(place.name))]
        if hexes := [board.number(h) for place in places for h in place.hexes]:
            return _has(hexes)
    return lambda line: short in line.text.lower()


def _parts(name: str) -> Sequence[str]:
    """Return the ways to begin a place's name: each of its words, and all of them with hyphens for spaces."""
    words = name.lower().split()
    return *words, "-".join(words)


def _has(wanted: Sequence[str]) -> _Test:
    """Return the test whether a line is about one of some subjects."""
    names = frozenset(wanted)
    return lambda line: not names.isdisjoint(line.about or re.split(r"[\s,.;:]+", line.text))
