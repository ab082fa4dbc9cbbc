"""The log: a line for each order and its results, and one for each turn and phase."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.events import Conceded, Eliminated, Event, GameEnded, PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries import named
from westwall_tui.files.session import Session

if TYPE_CHECKING:
    from westwall_tui.history.deeds import Deed


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    heading: bool = False


def log_lines(events: Sequence[Event], causes: Mapping[str, str] | None = None) -> list[LogLine]:
    """Lines for events: one for each order, turns and phases on their own; `causes` of losses by the unit's id.

    That a side concedes says how the game ends; the prompt below the log says it once more.
    """
    lines: list[LogLine] = []
    line = ""
    conceded = any(isinstance(event, Conceded) for event in events)
    for event in events:
        if conceded and isinstance(event, GameEnded):
            continue
        if isinstance(event, TurnBegan | PhaseBegan):
            if line:
                lines.append(LogLine(line))
                line = ""
            lines.append(LogLine(str(event), heading=True))
        else:
            said = str(event)
            if isinstance(event, Eliminated) and causes and event.unit in causes:
                said += f" ({causes[event.unit]})"
            line = f"{line}. {said}" if line else said
    if line:
        lines.append(LogLine(line))
    return lines


def without_secrets(order: str) -> str:
    """An order as everybody may read it: a secret note loses its hex."""
    words = order.split()
    return " ".join(words[:2]) if words[:1] == ["zone"] else order


def with_summary(lines: Sequence[LogLine], summary: str) -> list[LogLine]:
    """Lines of one order with what a player did in his turn, if anything is said, before the headings of the next."""
    found = list(lines)
    if summary:
        at = max((i for i, line in enumerate(lines) if line.heading), default=len(lines))
        while at and lines[at - 1].heading:
            at -= 1
        found.insert(at, LogLine(summary, heading=True))
    return found


def log_so_far(session: Session, note: Callable[[Sequence[Event]], str]) -> list[LogLine]:
    """The log so far; `note` takes each order's events, and sums up a turn when it is over."""
    game = session.game
    if game.base is not None:  # a game resumed from a snapshot: its orders are all there is
        return [LogLine(without_secrets(line)) for line in (*session.history, *game.log)]
    opening, *rest = session.past()
    causes = _causes(game) if any(isinstance(event, Eliminated) for brought in rest for event in brought) else {}
    note(opening)
    lines = log_lines(opening)
    events: list[Event] = []
    summary = ""
    for line, brought in zip(game.log, rest, strict=True):
        if not line.startswith("roll"):
            lines += with_summary(log_lines(events, causes), summary)
            events, summary = [], ""
        events += brought
        summary = note(brought) or summary
    return lines + with_summary(log_lines(events, causes), summary)


def _causes(game: Game) -> Mapping[str, str]:
    """Why each lost unit was lost, by its id; no unit is lost twice."""
    from westwall_tui.history.deeds import deeds_since  # not loaded at the start

    return causes_in(deeds_since(game.root().rolled_by_hand(), game.log), game)


def causes_in(deeds: "Sequence[Deed]", game: Game) -> Mapping[str, str]:
    """Why units were lost in what some orders did, by their ids."""
    return {game.state.units[loss.unit].id: loss.why for deed in deeds for loss in deed.losses}


def why_lost(causes: Mapping[str, str]) -> str:
    """The causes of losses that the result does not tell by itself: `X had no way out: zones at 0726 and 0627.`"""
    said = []
    for unit, why in causes.items():
        how, colon, what = why.partition(": ")
        if colon:
            said.append(f"{named(unit)} {'had ' if how.startswith('no way') else ''}{how}: {what}.")
    return " ".join(line[0].upper() + line[1:] for line in said)


def hex_in(game: Game, text: str) -> int | None:
    """The last hex that a line of the log names."""
    for word in reversed(text.replace(",", " ").replace(".", " ").split()):
        if len(word) == 4 and word.isascii() and word.isdigit():
            try:
                return game.scenario.board.hex(word)
            except ValueError:
                continue
    return None
