"""Who watches a game, keeps the oracle's record of it, and says where the game and the oracle do not agree."""

from collections.abc import Iterable, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import Concede, Order
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State
from westwall_tui.tools.fuzz.oracle import position as places
from westwall_tui.tools.fuzz.oracle import retreat
from westwall_tui.tools.fuzz.oracle.judge import objection
from westwall_tui.tools.fuzz.oracle.position import SETUP
from westwall_tui.tools.fuzz.oracle.record import OracleRecord
from westwall_tui.tools.fuzz.promises import Broken

OFF_MAP = {RESERVE: places.RESERVE, ELIMINATED: places.LOST} | dict(zip(EXITED, EDGES, strict=True))
AFTER_DIE = ("retreat", "displace", "advance", "demolition", "roll")
"""Decisions that may come before a combat is over."""


def record_of(game: Game) -> OracleRecord:
    """The record of a game that has just begun."""
    record = OracleRecord(game.scenario, game.rules.options)
    for event in game.opening:
        record.note(event)
    return record


def hear(record: OracleRecord, order: Order, events: Iterable[Event]) -> None:
    """Keep an order that was carried out, and what came of it, event by event. Raises `Broken`."""
    record.note_order(order)
    for event in events:
        wrong = objection(record, event)
        if wrong:
            raise Broken("oracle", f"after {order}: {wrong}")
        record.note(event)


def compare(game: Game, record: OracleRecord) -> None:
    """Raise `Broken` where the game does not stand as the record says."""
    if conceded(game):
        return
    record = _on_the_way(game, record)
    for what, said, found in differences(game.state, record):
        raise Broken("record", f"{what}: {said}, but played was {found}")
    board, position = game.scenario.board, record.position
    for side in (0, 1):
        zone = {board.number(h) for h in queries.zone(game, side)}
        if zone != position.zones(side):
            wrong = sorted(zone ^ position.zones(side))
            raise Broken("zones", f"those of side {side} differ in {', '.join(wrong)}")
    _check_combat(game, record)


def conceded(game: Game) -> bool:
    """Whether the game was given up, which leaves units on their way and retreats unmade."""
    return game.outcome is not None and game.log[-1:] == [str(Concede())]


def _on_the_way(game: Game, record: OracleRecord) -> OracleRecord:
    """The record with the unit that has been stopped on its way where it is now: its event comes when it arrives."""
    unit = queries.under_way(game)
    if unit < 0:
        return record
    state, name = game.state, game.scenario.units[unit].id
    twin, h = record.copy(), state.location[unit]
    if h >= 0:
        twin.position.at[name] = state.number(h)
    for what in ("moved", "advanced", "suffered"):
        if getattr(state, what)[unit] == state.serial:
            getattr(twin.position, what).add(name)
    return twin


def differences(state: State, record: OracleRecord) -> Iterable[tuple[str, object, object]]:
    """Where a position differs from the record: the subject, what the position has, what was played."""
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
    for what, said, played in _stamps(state, record):
        if said != played:
            yield what, " ".join(sorted(said)) or "nobody", " ".join(sorted(played)) or "nobody"


def _stamps(state: State, record: OracleRecord) -> Iterable[tuple[str, set[str], set[str]]]:
    """Who did what in this phase, as the position has it and as it was played.

    Who made way instead of a retreat may count for either: nobody can tell the two apart (8.41).
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
    yield "suffered or made way", those(rows, now), played
    before = position.displaced_before | position.suffered_before
    if state.previous_combat != state.serial:  # while the phase is not over yet
        yield "suffered or made way in this or the last Combat Phase", those(rows, recent), played | before


def _check_combat(game: Game, record: OracleRecord) -> None:
    """Nobody forgets to retreat, and whoever may advance is asked."""
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
            raise Broken("oracle", f"{unit} was not asked whether it advances, to {', '.join(sorted(ways))}")
    record.open = ()
