"""Translations of the orders in old logs, so that games replay as they were played."""

import re
from collections.abc import Callable, Iterable, Mapping

from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import NameFront

FRONTS_NAMED = 6
"""The revision of the rules since which players name a front (14.0 of Remagen). Before, the rules named it."""
_JUDGED = re.compile(r"([0-9]{1,6}) (.*)")


def _pin_step(line: str) -> str:
    """Repeat the only hex of a move, because an adjacent hex meant the direct step, even if another path is cheaper."""
    match line.split():
        case ["move", _, h] | ["enter", _, _, h]:
            return f"{line} {h}"
        case ["exit", unit, h, edge]:
            return f"exit {unit} {h} {h} {edge}"
    return line


REREAD: Mapping[int, Callable[[str], str]] = {1: _pin_step}
"""By revision, the function that translates an order into the next revision."""


def reread(log: Iterable[str], revision: int) -> list[str]:
    """Translate a log of an older revision into today's orders."""
    lines = list(log)
    for old, step in sorted(REREAD.items()):
        if old >= revision:
            lines = [step(line) for line in lines]
    return lines


def pinned(log: Iterable[str]) -> list[str]:
    """Pin every path of a complete log, because another path may be cheaper on a changed board."""
    return [_pin_step(line) for line in log]


def judged_fronts(lines: Iterable[str]) -> dict[int, str]:
    """Return the fronts in force in an old save.

    The key is the number of orders before the front. Skip invalid lines.
    """
    found = (_JUDGED.fullmatch(line) for line in lines)
    return {int(line[1]): line[2] for line in found if line}


def name_fronts(game: Game, judged: str) -> list[list[Event]]:
    """If a front is due after an order of an old log, name the front in force. Return each order's events.

    `judged` has the front's hexes in the save. If they are not a valid front here, name the proposed front.
    """
    events = []
    for hexes in (*judged.split(", "), ""):
        if game.prompt.kind == "front":
            order = NameFront(tuple(hexes.split()))
            events.append(game.replay([str(order if game.explain(order) is None else NameFront())]))
    return events
