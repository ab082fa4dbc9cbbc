"""The log: a line for each order with all that came of it, and one for each turn and phase."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.events import Event, PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.files.session import Session


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    heading: bool = False


def log_lines(events: Sequence[Event]) -> list[LogLine]:
    """Lines for events: what belongs to one order on one line, turns and phases on their own."""
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
    """An order as everybody may read it: of a note only who it is about."""
    words = order.split()
    return " ".join(words[:2]) if words[:1] == ["zone"] else order


def log_so_far(session: Session) -> list[LogLine]:
    """The log of what has happened so far: the game is played through again from its orders."""
    game = session.game
    twin = Game(game.scenario, seed=game.seed, strict=game.strict, options=game.rules.options)
    lines = log_lines(twin.opening)
    events: list[Event] = []
    try:
        for line in game.log:
            if not line.startswith("roll"):
                lines += log_lines(events)
                events = []
            events += twin.replay([line])
    except (IllegalOrder, OrderSyntaxError):  # a game that goes on from a snapshot: its orders are all there is
        return [LogLine(without_secrets(line)) for line in (*session.history, *game.log)]
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
