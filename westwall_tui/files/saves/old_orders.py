"""Translates the orders of old logs into today's, so that a game replays as it was played."""

import re
from collections.abc import Callable, Iterable, Mapping

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import NameFront

FRONTS_NAMED = 6
"""Since this revision of the rules players name a front (14.0 of Remagen); before, the rules did."""
_JUDGED = re.compile(r"([0-9]{1,6}) (.*)")


def _pin_step(line: str) -> str:
    """Name a lone adjacent hex twice: it meant the direct step, even where another path is cheaper."""
    match line.split():
        case ["move", _, h] | ["enter", _, _, h]:
            return f"{line} {h}"
        case ["exit", unit, h, edge]:
            return f"exit {unit} {h} {h} {edge}"
    return line


REREAD: Mapping[int, Callable[[str], str]] = {1: _pin_step}
"""By revision: translates an order of that revision into the next."""


def reread(log: Iterable[str], revision: int) -> list[str]:
    """Translate a log of an older revision into today's orders."""
    lines = list(log)
    for old, step in sorted(REREAD.items()):
        if old >= revision:
            lines = [step(line) for line in lines]
    return lines


def pinned(log: Iterable[str]) -> list[str]:
    """Pin every path of a complete log, since on a changed board another may be cheaper."""
    return [_pin_step(line) for line in log]


def judged_fronts(lines: Iterable[str]) -> dict[int, str]:
    """The fronts in force by an old save, by the number of orders before each; nonsense is left out."""
    found = (_JUDGED.fullmatch(line) for line in lines)
    return {int(line[1]): line[2] for line in found if line}


def name_fronts(game: Game, judged: str) -> list[list[Event]]:
    """Name the front in force, if one is due after an order of an old log. Returns each order's events.

    `judged` has the save's hexes; if they are no front here, the proposal is named.
    """
    events = []
    for hexes in (*judged.split(", "), ""):
        if game.prompt.kind == "front":
            order = NameFront(tuple(hexes.split()))
            events.append(game.replay([str(order if game.explain(order) is None else NameFront())]))
    return events
