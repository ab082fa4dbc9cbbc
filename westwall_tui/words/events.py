"""The log: a line for each order with its results, and one for each turn and phase."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.events import Conceded, Event, GameEnded, PhaseBegan, Rolled, Scored, TurnBegan
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase, Scenario
from westwall_tui.engine.words import capital, named
from westwall_tui.files.sessions.base import Session

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry
    from westwall_tui.history.words import Words
    from westwall_tui.words.summary import Summary

NUMBER = r"(?<!\S)\d{4}(?![^\s,.;:])"
"""Pattern of a hex number in the text of an event or of a turn's news."""


def actions_of(game: Game, unit: int, fired: str = "has given Final Protective Fire") -> list[str]:
    """Return what a unit has done or suffered in this phase; `fired` is the phrase for Final Protective Fire."""
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
    """The number of the hex of the event; empty if the text names the hex, or if there is no hex."""
    brief: bool = False
    """True if the log on the playing screen shows only the first words; the messages have all of it."""
    about: tuple[str, ...] = ()
    """The subjects of the line, for filters: names of kinds of events, ids of units, numbers of hexes."""


class Why(NamedTuple):
    """The line that the log adds to the events of an order."""

    reasons: Sequence[str] = ()
    """The reason for each event as a clause, or an empty string."""
    at: str = ""
    """The number of the hex of the events' combat."""
    line: str = ""
    """The terrain that decided the line of that combat, which is shorter than the name of the line."""
    gains: str = ""
    """The points that the events brought, with their causes."""
    turn_news: Sequence[LogLine] = ()
    """Lines on what the Player-Turn brought, if these events ended it."""


SUBJECTS = "unit", "units", "attackers", "defenders", "barrage", "hex", "hexes", "path", "gaps"
"""The fields of events that name units or hexes; bridges name the hexes at their ends."""


def _subjects_of(events: Sequence[Event], at: str = "") -> tuple[str, ...]:
    """Return the subjects of events: their kinds, units and hexes; also the hex `at`, if it isn't empty."""
    found = dict.fromkeys([at] if at else [])
    for event in events:
        found[type(event).__name__] = None
        for name, value in vars(event).items():
            if name in SUBJECTS:
                found.update(dict.fromkeys((value,) if isinstance(value, str) else value))
            elif name == "bridge":
                found.update(dict.fromkeys(value.split("/")))
    return tuple(found)


def players_by_side(session: Session) -> Mapping[str, str]:
    """Return the names of the human players, by the name of their side."""
    sides = zip(session.game.scenario.sides, session.seats, strict=True)
    return {side.name: seat.name for side, seat in sides if seat.name and not seat.level}


def log_lines(
    events: Sequence[Event], why: Why | None = None, players: Mapping[str, str] = MappingProxyType({})
) -> list[LogLine]:
    """Return lines for events: one for each order, turn and phase, with the reasons in `why`.

    If `players` has a name for a side, the line of its Player-Turn names the player. A concession already says how the
    game ends, so the end has no line of its own.
    """
    why = why or Why()
    lines: list[LogLine] = []
    line, at, told = "", why.at, list[Event]()
    conceded = any(isinstance(event, Conceded) for event in events)
    for event, reason in zip_longest(events, why.reasons[: len(events)], fillvalue=""):
        if isinstance(event, str) or (conceded and isinstance(event, GameEnded)):
            continue
        if isinstance(event, TurnBegan | PhaseBegan):
            if line:
                lines.append(LogLine(line, hex=at, about=_subjects_of(told, at)))
                line, told = "", []
            begins = isinstance(event, PhaseBegan) and _begins_turn(event)
            player = players.get(event.side, "") if isinstance(event, PhaseBegan) and begins else ""
            text = f"{event} ({player})" if player else str(event)
            lines.append(LogLine(text, heading=True, about=_subjects_of([event])))
        else:
            sentence = event.on(why.line) if isinstance(event, Rolled) and why.line else capital(str(event))
            at = next(iter(re.findall(NUMBER, sentence)[-1:]), at)
            line = f"{line}. {sentence}" if line else sentence
            line += f" ({reason})" if reason else ""
            told.append(event)
    if line:
        lines.append(LogLine(line, hex=at, about=_subjects_of(told, at)))
    first = next((i for i, each in enumerate(lines) if not each.heading), None)
    if why.gains and first is not None:
        text, about = f"{lines[first].text}. {why.gains}", (*lines[first].about, Scored.__name__)
        lines[first] = lines[first]._replace(text=text, about=about)
    over = next((i for i, each in enumerate(lines) if each.heading), len(lines))
    return [*lines[:over], *why.turn_news, *lines[over:]]


def without_secrets(order: str) -> str:
    """Return an order as both sides may read it. A secret note loses its hex."""
    words = order.split()
    return " ".join(words[:2]) if words[:1] == ["zone"] else order


def with_summary(lines: Sequence[LogLine], summary: str) -> list[LogLine]:
    """Return the lines of an order. The summary of a turn, if there is one, comes before the next turn's headings."""
    found = list(lines)
    if summary:
        at = max((i for i, line in enumerate(lines) if line.heading), default=len(lines))
        while at and lines[at - 1].heading:
            at -= 1
        found.insert(at, LogLine(summary, heading=True))
    return found


class Turns:
    """Keeps track of Player-Turns and set-ups through the events of a game."""

    def __init__(self, scenario: Scenario, side: int, plays: Callable[[int], bool]) -> None:
        """Begin before the turn of `side`; `plays` returns True if the computer plays a side."""
        self._scenario, self._side, self._plays = scenario, side, plays
        self._summary: Summary | None = None

    def note(self, events: Sequence[Event]) -> str:
        """Count the events of an order. Return a summary if they ended a turn of the computer, else an empty string."""
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
    """Return True if the phase begins a turn, as every phase except combat does."""
    return not event.phase.lower().startswith(Phase.COMBAT.value)


def log_so_far(session: Session, note: Callable[[Sequence[Event]], str] = lambda _: "") -> list[LogLine]:
    """Return the log so far. `note` takes the events of each order, and returns a summary if they ended a turn."""
    game = session.game
    if game.base is not None:  # a game resumed from a snapshot has only its orders
        return [LogLine(without_secrets(line)) for line in (*session.history, *game.log)]
    opening, *rest = session.past()
    note(opening)
    lines = log_lines(opening, None, players_by_side(session))
    remarks = session.remarks
    lines += lines_by_order(session, zip(rest, _each_entry(game), strict=True), 0, note, remarks)
    return lines + [LogLine(text, heading=True) for text in remarks.get(len(game.log), ())]


def lines_by_order(
    session: Session,
    orders: "Iterable[tuple[Sequence[Event], Entry]]",
    first: int,
    note: Callable[[Sequence[Event]], str],
    remarks: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> list[LogLine]:
    """Return the lines of orders, given by their events and entries, whose place in the log begins with `first`.

    A sentence about a decision by conditions stands directly before its order, after the `remarks` with its place.
    `note` is as in `log_so_far`.
    """
    words, players, by_conditions = _words_of(session.game), players_by_side(session), session.by_conditions
    lines: list[LogLine] = []
    events: list[Event] = []
    done: list[Entry] = []
    summary = ""
    for at, (brought, entry) in enumerate(orders, first):
        if not entry.order.startswith("roll"):
            lines += with_summary(log_lines(events, why_of(done, words), players), summary)
            events, done, summary = [], [], ""
        lines += [LogLine(text, heading=True) for text in remarks.get(at, ())]
        if at in by_conditions:
            from westwall_tui.words.conditions import entry_told  # seldom needed

            lines.append(LogLine(entry_told(session, entry, at)))
        events += brought
        done.append(entry)
        summary = note(brought) or summary
    return lines + with_summary(log_lines(events, why_of(done, words), players), summary)


def _each_entry(game: Game) -> "Iterator[Entry]":
    """Yield the events of each order one by one, because a list of all would take a megabyte."""
    from westwall_tui.history.entries import Chronicle  # not loaded at the start

    chronicle = Chronicle(game.root().rolled_by_hand())
    yield from map(chronicle.carry_out, game.log)


def _words_of(game: Game) -> "Words":
    from westwall_tui.history.words import Words  # not loaded at the start

    return Words(game.scenario)


def why_of(entries: "Sequence[Entry]", words: "Words") -> Why:
    """Return what the log adds to the events of some orders, in the scenario's `words`."""
    from westwall_tui.history.gains import gains_of, turn_news  # not loaded at the start

    numbers = words.scenario.board.number
    return Why(
        [reason for entry in entries for reason in entry.reasons],
        next((numbers(entry.at) for entry in entries if entry.at >= 0), ""),
        next((words.line(entry.fight) for entry in entries if entry.rolls and entry.fight is not None), ""),
        "; ".join(filter(None, (gains_of(entry, words) for entry in entries))),
        [
            LogLine(
                news.text,
                hex=numbers(news.hexes[0]) if news.hexes else "",
                about=(Scored.__name__, *map(numbers, news.hexes)),
            )
            for entry in entries
            for news in turn_news(entry, words)
        ],
    )


def causes_in(entries: "Sequence[Entry]", game: Game) -> Mapping[str, str]:
    """Return why some orders cost units, by unit id."""
    return {game.state.units[loss.unit].id: loss.why for entry in entries for loss in entry.losses}


def why_lost(causes: Mapping[str, str]) -> str:
    """Return sentences on the causes of losses that the die result does not explain.

    They follow `no way out: unit 3 is lost`, so they say only what was in its way.
    """
    sentences = []
    for unit, why in causes.items():
        how, colon, what = why.partition(": ")
        if colon:
            lost = (
                f"{capital(named(unit))} had no way out"
                if how.startswith("no way")
                else f"{capital(named(unit))} {how}"
            )
            sentences.append(f"{lost}: {what}.")
    return " ".join(sentences)


def hex_in(game: Game, line: LogLine) -> int | None:
    """Return the hex of a line of the log: its own, or else the last one in its text."""
    board = game.scenario.board
    for number in (line.hex, *reversed(re.findall(NUMBER, line.text))):
        if number in board.grid.numbers:
            return board.hex(number)
    return None
