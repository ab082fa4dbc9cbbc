"""The log: a line for each order and its results, and one for each turn and phase."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.events import Event, PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.files.session import Session


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    heading: bool = False


def log_lines(events: Sequence[Event]) -> list[LogLine]:
    """Lines for events: one for each order, turns and phases on their own."""
    lines: list[LogLine] = []
    line = ""
    for event in events:
        if isinstance(event, TurnBegan | PhaseBegan):
            if line:
                lines.append(LogLine(line))
                line = ""
            lines.append(LogLine(str(event), heading=True))
        else:
            line = f"{line}. {event}" if line else str(event)
    if line:
        lines.append(LogLine(line))
    return lines


def without_secrets(order: str) -> str:
    """An order as everybody may read it: a secret note loses its hex."""
    words = order.split()
    return " ".join(words[:2]) if words[:1] == ["zone"] else order


def log_so_far(session: Session) -> list[LogLine]:
    """The log of what has happened so far."""
    game = session.game
    if game.base is not None:  # a game resumed from a snapshot: its orders are all there is
        return [LogLine(without_secrets(line)) for line in (*session.history, *game.log)]
    opening, *rest = session.past()
    lines = log_lines(opening)
    events: list[Event] = []
    for line, brought in zip(game.log, rest, strict=True):
        if not line.startswith("roll"):
            lines += log_lines(events)
            events = []
        events += brought
    return lines + log_lines(events)


def hex_in(game: Game, text: str) -> int | None:
    """The last hex that a line of the log names."""
    for word in reversed(text.replace(",", " ").replace(".", " ").split()):
        if len(word) == 4 and word.isascii() and word.isdigit():
            try:
                return game.scenario.board.hex(word)
            except ValueError:
                continue
    return None
