"""What the log tells: a line for each order with all that came of it, and one for each turn and phase."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.events import Event, PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.files.session import Session


class Told(NamedTuple):
    """A line of the log."""

    text: str
    heading: bool = False


def told(events: Sequence[Event]) -> list[Told]:
    """Lines for events: what belongs to one order on one line, turns and phases on their own."""
    lines: list[Told] = []
    line = ""
    for event in events:
        if isinstance(event, TurnBegan | PhaseBegan):
            if line:
                lines.append(Told(line))
                line = ""
            lines.append(Told(str(event), heading=True))
        else:
            line = f"{line}. {event}" if line else str(event)
    if line:
        lines.append(Told(line))
    return lines


def without_secrets(order: str) -> str:
    """An order as everybody may read it: of a note only who it is about."""
    words = order.split()
    return " ".join(words[:2]) if words[:1] == ["zone"] else order


def retold(session: Session) -> list[Told]:
    """The log of what has happened so far: the game is played through again from its orders."""
    game = session.game
    twin = Game(game.scenario, seed=game.seed, strict=game.strict, options=game.rules.options)
    lines = told(twin.opening)
    events: list[Event] = []
    try:
        for line in game.log:
            if not line.startswith("roll"):
                lines += told(events)
                events = []
            events += twin.replay([line])
    except (IllegalOrder, OrderSyntaxError):  # a game that goes on from a snapshot: its orders are all there is
        return [Told(without_secrets(line)) for line in (*session.history, *game.log)]
    return lines + told(events)
