"""The log: a line for each order and its results, and one for each turn and phase."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.events import Conceded, Event, GameEnded, PhaseBegan, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.words import capital, named
from westwall_tui.files.sessions.base import Session

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry
    from westwall_tui.history.words import Words
    from westwall_tui.words.summary import Summary

NUMBER = r"(?<!\S)\d{4}(?![^\s,.;:])"
"""A hex's number, as events and tidings name it."""


def actions_of(game: Game, unit: int, fired: str = "has given Final Protective Fire") -> list[str]:
    """What a unit has done or suffered in this phase, as far as it matters; `fired`: Final Protective Fire in words."""
    state = game.state
    stamps: Mapping[str, Sequence[int]] = {
        "has moved": state.moved,
        "has attacked": state.attacked,
        "was attacked": state.defended,
        "has advanced": state.advanced,
        "was displaced": state.displaced,
        fired: state.fired,
    }
    return [word for word, stamp in stamps.items() if stamp[unit] == state.serial]


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    heading: bool = False
    hex: str = ""
    """The number of the hex where it happened; empty if its text names that, or if it happened nowhere."""


class Why(NamedTuple):
    """What the log adds to events."""

    reasons: Sequence[str] = ()
    """By event why it came to that, in a clause, or nothing."""
    at: str = ""
    """The number of the hex of the combat that they belong to."""
    gains: str = ""
    """The points that they brought, each with its reason."""
    tidings: Sequence[LogLine] = ()
    """What the Player-Turn that they ended brought, in lines of their own."""


def log_lines(events: Sequence[Event], why: Why | None = None) -> list[LogLine]:
    """Lines for events: one for each order, turns and phases on their own, with `why` it came to that.

    That a side concedes says how the game ends; the prompt below the log says it once more.
    """
    why = why or Why()
    lines: list[LogLine] = []
    line, at = "", why.at
    conceded = any(isinstance(event, Conceded) for event in events)
    for event, reason in zip_longest(events, why.reasons[: len(events)], fillvalue=""):
        if isinstance(event, str) or (conceded and isinstance(event, GameEnded)):
            continue
        if isinstance(event, TurnBegan | PhaseBegan):
            if line:
                lines.append(LogLine(line, hex=at))
                line = ""
            lines.append(LogLine(str(event), heading=True))
        else:
            said = capital(str(event))
            at = next(iter(re.findall(NUMBER, said)[-1:]), at)
            line = f"{line}. {said}" if line else said
            line += f" ({reason})" if reason else ""
    if line:
        lines.append(LogLine(line, hex=at))
    first = next((i for i, each in enumerate(lines) if not each.heading), None)
    if why.gains and first is not None:
        lines[first] = lines[first]._replace(text=f"{lines[first].text}. {why.gains}")
    over = next((i for i, each in enumerate(lines) if each.heading), len(lines))
    return [*lines[:over], *why.tidings, *lines[over:]]


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


class Turns:
    """Player-Turns and set-ups, one after the other, as their events tell: a game is followed, or read again."""

    def __init__(self, scenario: Scenario, side: int, plays: Callable[[int], bool]) -> None:
        """`side` has its turn at first; `plays` says whether the computer plays a side."""
        self._scenario, self._side, self._plays = scenario, side, plays
        self._summary: Summary | None = None

    def note(self, events: Sequence[Event]) -> str:
        """Count what an order did; if a turn of the computer ended with it, what it did in that turn, else nothing."""
        if self._summary is None and self._plays(self._side):
            from westwall_tui.words.summary import Summary  # not loaded at the start

            self._summary = Summary(self._scenario, self._side)
        summary = self._summary
        if summary is not None:
            summary.add(events)
        names = [side.name for side in self._scenario.sides]
        begun = [names.index(event.side) for event in events if isinstance(event, PhaseBegan) and _begins_turn(event)]
        if not begun:
            return ""
        self._side, self._summary = begun[-1], None
        return summary.text() if summary is not None else ""


def _begins_turn(event: PhaseBegan) -> bool:
    """True if another side has its turn from here on: every phase but combat begins one."""
    return not event.phase.lower().startswith(Phase.COMBAT.value)


def log_so_far(session: Session, note: Callable[[Sequence[Event]], str]) -> list[LogLine]:
    """The log so far; `note` takes each order's events, and sums up a turn when it is over."""
    game = session.game
    if game.base is not None:  # a game resumed from a snapshot: its orders are all there is
        return [LogLine(without_secrets(line)) for line in (*session.history, *game.log)]
    opening, *rest = session.past()
    entries, words = _each_entry(game), _words_of(game)
    note(opening)
    lines = log_lines(opening)
    events: list[Event] = []
    done: list[Entry] = []
    summary = ""
    for line, brought, entry in zip(game.log, rest, entries, strict=True):
        if not line.startswith("roll"):
            lines += with_summary(log_lines(events, why_of(done, words)), summary)
            events, done, summary = [], [], ""
        events += brought
        done.append(entry)
        summary = note(brought) or summary
    return lines + with_summary(log_lines(events, why_of(done, words)), summary)


def _each_entry(game: Game) -> "Iterator[Entry]":
    """What each order did, one at a time: all together would take a megabyte."""
    from westwall_tui.history.entries import Chronicle  # not loaded at the start

    chronicle = Chronicle(game.root().rolled_by_hand())
    yield from map(chronicle.carry_out, game.log)


def _words_of(game: Game) -> "Words":
    from westwall_tui.history.words import Words  # not loaded at the start

    return Words(game.scenario)


def why_of(entries: "Sequence[Entry]", words: "Words") -> Why:
    """What the log adds to the events of some orders, in the scenario's `words`."""
    from westwall_tui.history.gains import gains_of, tidings  # not loaded at the start

    numbers = words.scenario.board.number
    return Why(
        [reason for entry in entries for reason in entry.reasons],
        next((numbers(entry.at) for entry in entries if entry.at >= 0), ""),
        "; ".join(filter(None, (gains_of(entry, words) for entry in entries))),
        [
            LogLine(tiding.text, hex=numbers(tiding.hexes[0]) if tiding.hexes else "")
            for entry in entries
            for tiding in tidings(entry, words)
        ],
    )


def causes_in(entries: "Sequence[Entry]", game: Game) -> Mapping[str, str]:
    """Why units were lost in what some orders did, by their ids."""
    return {game.state.units[loss.unit].id: loss.why for entry in entries for loss in entry.losses}


def why_lost(causes: Mapping[str, str]) -> str:
    """The causes of losses that the result does not tell by itself: `X was shut in: zones at 0726 and 0627.`"""
    said = []
    for unit, why in causes.items():
        how, colon, what = why.partition(": ")
        if colon:
            said.append(f"{named(unit)} {'was shut in' if how.startswith('no way') else how}: {what}.")
    return " ".join(capital(line) for line in said)


def hex_in(game: Game, line: LogLine) -> int | None:
    """The hex where a line of the log happened: the one that it has, or else the last that it names."""
    board = game.scenario.board
    for number in (line.hex, *reversed(re.findall(NUMBER, line.text))):
        if number in board.grid.numbers:
            return board.hex(number)
    return None
