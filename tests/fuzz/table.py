"""A game under attack: the oracle's own record, its differences from the game, and the orders to undo and redo."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

from tests.fuzz.oracle import position as places
from tests.fuzz.oracle import retreat
from tests.fuzz.oracle.judge import objection
from tests.fuzz.oracle.position import COMBAT, MOVEMENT, SETUP, OraclePosition
from tests.fuzz.oracle.record import OracleRecord
from tests.fuzz.promises import Broken, must
from westwall_tui.engine import queries
from westwall_tui.engine.events import BridgeTried, Event, GameEnded, Rolled, WeatherChanged
from westwall_tui.engine.game import MOST_UNDONE, Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Concede, Order, Roll, parse
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State

OFF_MAP = {RESERVE: places.RESERVE, ELIMINATED: places.LOST} | dict(zip(EXITED, EDGES, strict=True))
AFTER_DIE = ("retreat", "displace", "advance", "demolition", "roll")
"""Decisions that may come before the end of a combat."""


def record_of(game: Game) -> OracleRecord:
    """Return the record of a game that has just begun."""
    record = OracleRecord(game.scenario, game.rules.options)
    for event in game.opening:
        record.note(event)
    return record


def hear(record: OracleRecord, order: Order, events: Iterable[Event]) -> None:
    """Record an order that was carried out and its events, and check each event. Raises `Broken`."""
    record.note_order(order)
    for event in events:
        wrong = objection(record, event)
        if wrong:
            raise Broken("oracle", f"after {order}: {wrong}")
        record.note(event)


def compare(game: Game, record: OracleRecord) -> None:
    """Raise `Broken` if the position differs from the record."""
    if conceded(game):
        return
    record = _on_the_way(game, record)
    for what, value, recorded in differences(game.state, record):
        raise Broken("record", f"{what}: {value}; the record has {recorded}")
    board, position = game.scenario.board, record.position
    for side in (0, 1):
        zone = {board.number(h) for h in queries.zone(game, side)}
        if zone != position.zones(side):
            wrong = sorted(zone ^ position.zones(side))
            raise Broken("zones", f"the zones of side {side} differ in {', '.join(wrong)}")
    _check_combat(game, record)


def conceded(game: Game) -> bool:
    """Return True if the game was conceded, which leaves moves and retreats unfinished."""
    return game.outcome is not None and game.log[-1:] == [str(Concede())]


def _on_the_way(game: Game, record: OracleRecord) -> OracleRecord:
    """Return the record with an interrupted unit in its present hex: its event comes when the unit arrives."""
    unit = queries.under_way(game)
    if unit < 0:
        return record
    state, name = game.state, game.scenario.units[unit].id
    copy, h = record.copy(), state.location[unit]
    if h >= 0:
        copy.position.at[name] = state.number(h)
    for what in ("moved", "advanced", "suffered"):
        if getattr(state, what)[unit] == state.serial:
            getattr(copy.position, what).add(name)
    return copy


def differences(state: State, record: OracleRecord) -> Iterable[tuple[str, object, object]]:
    """Yield the differences between a position and the record: subject, value in the position, value in the record."""
    position, units = record.position, state.units
    number = state.scenario.board.grid.numbers
    for unit, h in zip(units, state.location, strict=True):
        where = number[h] if h >= 0 else OFF_MAP.get(h, str(h))
        if where != position.at[unit.id]:
            yield unit.id, f"at {where}", position.at[unit.id]
    if state.phase != position.phase:
        yield "phase", str(state.phase), position.phase
    if position.phase == SETUP:
        return
    if (state.turn, state.side) != (position.turn, position.side):
        yield "Game-Turn and side", (state.turn, state.side), (position.turn, position.side)
    if list(state.support) != position.support:
        yield "Ground Support", state.support, position.support
    for what, stamped, recorded in _stamps_and_actions(state, record):
        if stamped != recorded:
            yield what, " ".join(sorted(stamped)) or "nobody", " ".join(sorted(recorded)) or "nobody"


def _stamps_and_actions(state: State, record: OracleRecord) -> Iterable[tuple[str, set[str], set[str]]]:
    """Yield the actions of units in this phase, as stamped in the position and as recorded.

    A unit that was displaced instead of retreating may count as either, since the two look the same (8.41).
    """
    position, now, recent = record.position, (state.serial,), (state.serial, state.previous_combat)

    def those(rows: Sequence[Sequence[int]], when: tuple[int, ...]) -> set[str]:
        return {unit.id for i, unit in enumerate(state.units) for row in rows if row[i] in when}

    yield "moved", those([state.moved], now), position.moved
    yield "attacked", those([state.attacked], now), position.attacked
    yield "been attacked", those([state.defended], now), position.defended
    yield "advanced", those([state.advanced], now), position.advanced
    defenders = {unit for unit, counter in position.counters.items() if counter.side != position.side}
    yield "fired", those([state.fired], now), position.fired & defenders if position.phase == places.COMBAT else set()
    played = position.displaced | position.suffered
    rows = [state.displaced, state.suffered]
    yield "retreated or was displaced", those(rows, now), played
    before = position.displaced_before | position.suffered_before
    if state.previous_combat != state.serial:  # the phase is not over yet
        yield "retreated or was displaced in this or the last Combat Phase", those(rows, recent), played | before


def _check_combat(game: Game, record: OracleRecord) -> None:
    """Check that every unit that must retreat does, and that the owner of each unit that may advance is asked."""
    fight, kind = record.position.fight, game.prompt.kind
    if fight is None or kind in AFTER_DIE or not fight.result:
        return
    if fight.owing:
        raise Broken("oracle", f"{', '.join(fight.owing)} never retreated")
    if fight.interrupted:
        return
    for unit in record.open:
        on_map = record.position.where(unit) is not None
        if on_map and (ways := retreat.advances(record.battle, record.position, unit)):
            raise Broken("oracle", f"{unit} got no choice to advance to {', '.join(sorted(ways))}")
    record.open = ()


MUTABLE = ("facts", "frames", "at")
"""Fields that may change in place; the others are numbers and rows, which are replaced when they change."""
PARTS = [each.name for each in fields(State) if each.compare and each.name != "scenario"]
"""The fields of a position, without the scenario, which is shared and never changes."""
ROWS = tuple(name for name in PARTS if name not in MUTABLE)
_rows = attrgetter(*ROWS)


class Moment(NamedTuple):
    """An independent copy of a position, and the number of orders that led to it.

    The program's own copy may be the fault, so this one does not use it.
    """

    picture: Sequence[object]
    orders: int


def picture(state: State) -> Sequence[object]:
    """Return the values of a position in the order of `ROWS` and `MUTABLE`."""
    frames = tuple([(type(frame).__name__, frame) for frame in state.frames])
    return (*_rows(state), tuple(sorted(state.facts.items())), frames, state.at.tobytes())


class Given(NamedTuple):
    """An order that can be undone: the moment and the record before it, and its side."""

    before: Moment
    record: OracleRecord
    side: int


class TrialTable:
    """A game, its record, and the orders that can be undone and redone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.record = record_of(game)
        self.history: list[str] = []
        """Orders before the game's log, if the game continues from a position."""
        self.given: list[Given] = []
        """The orders that can be undone by our own reading of 5.15, the last one last."""
        self._course: list[Given] = []
        """The same, with the other side's orders before them: after an undo, a save no longer shows what followed."""
        self.undone: list[Moment] = []
        """The moment after each undone order."""
        self.replayed: Game | None = None
        """The game as last replayed; a later replay continues from there."""

    @property
    def now(self) -> Moment:
        """The current moment of the game."""
        return Moment(picture(self.game.state), len(self.game.log))

    def is_at(self, moment: Moment) -> bool:
        """Return True if the game is at that moment."""
        return self.now == moment

    def stays(self, moment: Moment, promise: str, by: str) -> None:
        """Raise `Broken` if the game is not at that moment."""
        now = self.now
        if now == moment:
            return
        parts = zip((*ROWS, *MUTABLE), moment.picture, now.picture, strict=True)
        wrong = [name for name, then, is_now in parts if then != is_now]
        if now.orders != moment.orders:
            wrong.append(f"the log, of {moment.orders} orders, now {now.orders}")
        raise Broken(promise, f"{by} changed {', '.join(wrong)}")

    # -- the record

    def keep(self, order: Order, side: int, events: Iterable[Event], since: Moment) -> None:
        """Record a side's order since a moment, and compare the game with the record. Raises `Broken`."""
        game, happened = self.game, list(events)
        before = self.record.copy()
        hear(self.record, parse(game.log[since.orders]), happened)
        shown = isinstance(order, Roll) or any(_reveals(event) for event in happened)
        if shown or not _may_go_back(before.position, self.record.position):
            self.given.clear()
            self._course.clear()
        else:
            if self.given and self.given[-1].side != side:
                self.given.clear()
            self.given = [*self.given, Given(since, before, side)][-MOST_UNDONE:]
            self._course.append(self.given[-1])
        self.check()

    def check(self) -> None:
        """Raise `Broken` if the game differs from the record, or allows more or less undo than the record."""
        compare(self.game, self.record)
        can_undo = bool(self.given) and not self.game.strict
        must(self.game.can_undo == can_undo, "undo", f"can go back: {self.game.can_undo}; by 5.15: {can_undo}")
        if can_undo:
            undoes, side = self.game.undoes, self.given[-1].side
            must(undoes == side, "undo", f"undoes an order of {undoes}; the last one was of {side}")

    def go_back(self) -> Moment:
        """Undo the last order in the record; return the moment before it."""
        last = self.given.pop()
        self._course.pop()
        self.record = last.record
        return last.before

    def go_on_in(self, game: Game, *, from_position: bool) -> None:
        """Continue in a game that was read from this one's save. Raises `Broken` if the game differs.

        If `from_position`, the game begins with its position, and earlier orders can only be read.
        """
        if from_position:
            self.history += self.game.log
            self._course.clear()
        own = list(takewhile(lambda given: given.side == self._course[-1].side, reversed(self._course)))
        self.given = own[::-1][-MOST_UNDONE:]
        self.game = game
        self.undone.clear()
        self.replayed = None
        self.check()


def _reveals(event: Event) -> bool:
    """Return True if an event reveals something new, such as a die, or ends the game."""
    return isinstance(event, Rolled | BridgeTried | GameEnded) or (isinstance(event, WeatherChanged) and event.die > 0)


def _may_go_back(before: OraclePosition, after: OraclePosition) -> bool:
    """Return True if a player may go back from one position to another (5.15 and its ruling).

    Both must be in the same phase, or in a Movement Phase and the Combat Phase of the same player after it.
    """
    if before.phases == after.phases:
        return True
    own = (before.turn, before.side, before.phases + 1) == (after.turn, after.side, after.phases)
    return own and (before.phase, after.phase) == (MOVEMENT, COMBAT)
