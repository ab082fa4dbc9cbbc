"""Puts the orders of old logs into today's words, so that a game replays as it was played."""

import re
from collections.abc import Callable, Iterable, Mapping

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import NameFront

FRONTS_NAMED = 6
"""The revision of the rules since which players name a front (14.0 of Remagen); before, one was in force by rule."""
_JUDGED = re.compile(r"([0-9]{1,6}) (.*)")


def _pin_step(line: str) -> str:
    """A lone hex next to the unit was the direct step, even if another way is cheaper. Named twice, it always is."""
    match line.split():
        case ["move", _, h] | ["enter", _, _, h]:
            return f"{line} {h}"
        case ["exit", unit, h, edge]:
            return f"exit {unit} {h} {h} {edge}"
    return line


REREAD: Mapping[int, Callable[[str], str]] = {1: _pin_step}
"""For each revision of the rules, what turns an order written under it into one of the next revision."""


def reread(log: Iterable[str], revision: int) -> list[str]:
    """A log written under a revision of the rules, in today's words."""
    lines = list(log)
    for old, step in sorted(REREAD.items()):
        if old >= revision:
            lines = [step(line) for line in lines]
    return lines


def pinned(log: Iterable[str]) -> list[str]:
    """A log whose orders are in full, with every way as it was: where the ground has changed another may be cheaper."""
    return [_pin_step(line) for line in log]


def judged_fronts(lines: Iterable[str]) -> dict[int, str]:
    """The fronts that an old save says were in force, by the number of orders before; nonsense is left out."""
    found = (_JUDGED.fullmatch(line) for line in lines)
    return {int(line[1]): line[2] for line in found if line}


def name_fronts(game: Game, judged: str) -> list[list[Event]]:
    """Name what was in force after an order of an old log, if a front is asked for; what each order brings about.

    `judged` has the hexes that the save tells. The front that is proposed takes the place of what is no front here.
    """
    events = []
    for hexes in (*judged.split(", "), ""):
        if game.prompt.kind == "front":
            order = NameFront(tuple(hexes.split()))
            events.append(game.replay([str(order if game.explain(order) is None else NameFront())]))
    return events
