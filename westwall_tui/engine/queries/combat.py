"""Combats (7.0, 9.0): obligations, interruptions, the consequences of a roll, and a report of an order's effects."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

from westwall_tui.engine import events as ev
from westwall_tui.engine.decisions.displace import Displacing, Retreating
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.decisions.march import Marching
from westwall_tui.engine.decisions.retreat import Retreats
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import artillery, obligations, retreat
from westwall_tui.engine.rules.advance import advances as advance_ways
from westwall_tui.engine.rules.answers import Refuges
from westwall_tui.engine.rules.displacement import why_closed
from westwall_tui.engine.rules.obligations import Outstanding
from westwall_tui.engine.rules.retreat import Choices
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.words import count, listed, named, sentence, units_listed

# -- The Combat Phase (7.0, 9.0): obligations and Ground Support.


def has_combat(game: Game) -> bool:
    """Return True if there are Combat Phases in this Game-Turn (4.1)."""
    return game.rules.fights(game.state)


def outstanding(game: Game) -> Outstanding:
    """Return the units that must still attack or be attacked this Combat Phase (7.1)."""
    return obligations.outstanding(game.state)


def support_left(game: Game, side: int) -> int:
    """Return the Ground Support Points that a side may use now (9.14)."""
    return artillery.support_left(game.state, side)


def silenced(game: Game, side: int) -> frozenset[int]:
    """Return a side's artillery that may not give Final Protective Fire in this or the next Combat Phase (8.4)."""
    return artillery.silenced(game.state, side)


def assaulting(game: Game) -> tuple[int, ...]:
    """Return the units that assault across a river with the Engineer and are lost if they cannot advance (13.24)."""
    return game.rules.river_assaults.assaulting(game.state)


# -- Interruptions: a battle's own die roll, a wired bridge, and the unit that these stop.


class DieDue(Record):
    """A die roll of a battle's Exclusive Rules."""

    purpose: str
    """The purpose in a word."""
    hexes: tuple[int, ...]
    """The hexes concerned."""
    table: Sequence[str]
    """The effect of each of the six rolls in a word or two; empty if the battle has no such table."""


def die_due(game: Game) -> DieDue | None:
    """Return the die roll that is due for the battle's Exclusive Rules, or None."""
    frame = game.state.pending
    if not isinstance(frame, ExclusiveRoll):
        return None
    return DieDue(frame.purpose, frame.about, game.rules.die_table(game.state, frame.purpose, frame.about))


def under_way(game: Game) -> int:
    """Return the unit whose move, landing, retreat or advance the current decision interrupts; -1 if there is none."""
    on_way = (frame for frame in reversed(game.state.frames) if isinstance(frame, Marching | Retreating))
    return next((frame.unit for frame in on_way), -1)


class WiredBridge(Record):
    """The side that may blow wired bridges, and a battle's texts for that decision."""

    side: int
    """The side, or -1 if there are no wired bridges."""
    answers: tuple[str, str]
    """The two answers, to try or to leave the bridge, with their effects in a few words."""
    case: str
    """The case that allows the attempt."""


def wired_bridge(game: Game) -> WiredBridge:
    """Return the side that may blow wired bridges, and a battle's texts for that decision."""
    return WiredBridge(game.rules.wiring.side, game.rules.wiring.answers, game.rules.wiring.case)


# -- After the roll of a combat: retreats (7.7), displacement (7.8), advances (7.9).


def retreats(game: Game, unit: int | str) -> Choices:
    """Return a unit's retreat paths (7.7); none if it does not have to retreat now."""
    unit, frame = game.scenario.unit(unit), game.state.pending
    if not isinstance(frame, Retreats) or unit not in frame.units:
        return Choices((), lost=False, displacing=False)
    return retreat.choices(game.state, unit, frame.hexes, frame.trail)


def retreat_length(game: Game) -> int:
    """Return the length in hexes of the current retreat; 0 if no unit has to retreat."""
    frame = game.state.pending
    return frame.hexes if isinstance(frame, Retreats) else 0


def refuges(game: Game) -> Refuges:
    """Return the places where a unit may shorten its retreat in this battle, and the case."""
    return game.rules.refuges


def displacements(game: Game) -> list[int]:
    """Return the hexes to which the current unit may be displaced (7.8)."""
    frame = game.state.pending
    return frame.hexes(game.state) if isinstance(frame, Displacing) else []


def advances(game: Game, unit: int | str) -> Mapping[int, tuple[int, ...]]:
    """Return the hexes where a unit may advance after the combat just fought, with the path to each (7.9)."""
    unit = game.scenario.unit(unit)
    return {} if game.state.combat is None else advance_ways(game.state, unit)


class BlockedRetreat(Record):
    """The obstacles around a unit that cannot retreat farther."""

    enemies: tuple[int, ...]
    """Hexes with enemies."""
    zones: tuple[int, ...]
    """Vacant hexes in enemy Zones of Control (7.71)."""
    barred: tuple[tuple[int, str, str], ...]
    """Other hexes that the unit may not enter, each with case and reason, such as terrain or a unit in the way."""
    edge: bool
    """True if the unit is at the edge of the map."""


def blocked_retreat(game: Game, unit: int, h: int) -> BlockedRetreat:
    """Return the obstacles that keep a unit in a hex from retreating farther in the present position."""
    state, side = game.state, game.state.units[unit].side
    enemies, zones, barred, edge = [], [], [], False
    for n in state.scenario.board.grid.neighbors[h]:
        if n == NOWHERE or state.scenario.board.terrain[n] is Terrain.NONE:
            edge = True
            continue
        closed = why_closed(state, unit, h, n)
        if state.held[1 - side][n]:
            enemies.append(n)
        elif closed is not None and closed[0] == "7.71":
            zones.append(n)
        elif closed is not None:
            barred.append((n, *closed))
    return BlockedRetreat(tuple(enemies), tuple(zones), tuple(barred), edge)


T = TypeVar("T")
AFTERWARDS = ev.TurnBegan | ev.PhaseBegan | ev.PhaseSkipped | ev.FrontHeld
"""Events after a combat that do not belong to it."""


def what_happened(game: Game, events: Sequence[Event], *, asks: bool = True) -> str:
    """Return the effects of one order (`Game.apply`) in a combat, in words.

    `game` is the game after the order. The text is, for instance, `D2, no way out: unit 52 is lost.` If the combat
    waits for a decision, a second sentence follows: `Unit 2 must retreat two hexes, to one of three hexes.` Without
    `asks` that sentence is left out, because the player sees it in the prompt. The text is empty for an order without
    an effect in a combat.
    """
    told = happened(events)
    if not told:
        return ""
    waiting = _waiting(game)
    if waiting and told.endswith(": no effect"):  # the roll asks a player for a decision
        told = told.removesuffix(": no effect")
        return f"{told}: {waiting}." if asks else f"{told}."
    return f"{sentence(told)}. {sentence(waiting)}." if waiting and asks else f"{sentence(told)}."


def happened(events: Iterable[Event]) -> str:
    """Return the effects of events in a combat as a clause; empty if there are none.

    After a roll the clause begins with the result: `D1: unit 52 retreats to 1418; unit 20 is displaced to 1519`.
    """
    listed = list(takewhile(lambda event: not isinstance(event, AFTERWARDS), events))
    rolled = _of_kind(listed, ev.Rolled)
    parts = "; ".join(_parts(listed, outright=bool(rolled) and rolled[-1].result in ("Ae", "De")))
    if not rolled:
        return parts
    result = rolled[-1].result
    trapped = result not in ("Ae", "De") and any(len(event.path) == 1 for event in _of_kind(listed, ev.Eliminated))
    return f"{result}{', no way out' if trapped else ''}: {parts or 'no effect'}"


def _parts(events: Sequence[Event], *, outright: bool) -> Iterable[str]:
    """Find the fate of each unit in words: losses first, then retreats, displacements and advances."""
    lost = _of_kind(events, ev.Eliminated)
    at_once = [event.unit for event in lost if len(event.path) == 1]
    if at_once:
        yield f"{units_listed(at_once)} {'are' if len(at_once) > 1 else 'is'} {'eliminated' if outright else 'lost'}"
    for event in lost:
        if len(event.path) > 1:
            yield f"{named(event.unit)} is eliminated at {event.path[-1]} during its retreat"
    retreated = _of_kind(events, ev.Retreated)
    yield from (f"{named(event.unit)} retreats to {event.path[-1]}" for event in retreated)
    yield from (f"{named(event.unit)} holds {event.hex}" for event in _of_kind(events, ev.Held))
    gone = {event.unit for event in retreated}  # a displacement may count as a retreat (7.74)
    displaced = [event for event in _of_kind(events, ev.Displaced) if event.unit not in gone]
    if displaced:
        yield _displaced(displaced)
    yield from (f"{named(event.unit)} advances to {event.path[-1]}" for event in _of_kind(events, ev.Advanced))


def _displaced(events: Sequence[ev.Displaced]) -> str:
    """Return displacements in one clause: `unit 20 is displaced to 1418, then to 1519 and A to 1616`."""
    hexes: dict[str, list[str]] = {}
    for event in events:
        hexes.setdefault(event.unit, []).append(event.path[-1])
    (first, there), *others = ((named(unit), ", then to ".join(ends)) for unit, ends in hexes.items())
    return listed([f"{first} is displaced to {there}", *(f"{unit} to {ends}" for unit, ends in others)])


def _waiting(game: Game) -> str:
    """Return a sentence on the units that must retreat or be displaced, or may advance; empty if there are none."""
    kind, units = game.prompt.kind, game.prompt.units
    names = game.state.ids(units)
    if kind == "retreat":
        far = count(retreat_length(game), "hex", "hexes")
        if len(units) > 1:
            return f"{units_listed(names)} must retreat {far}"
        found = retreats(game, units[0])
        if found.lost:
            return f"{named(names[0])} cannot retreat {far} and will be eliminated"
        ends, here = {path[-1] for path in found.paths}, game.state.location[units[0]]
        where = [_to_one_of(game, ends - {here})] if ends - {here} else []
        where += ["or may hold its hex"] if here in ends else []
        return f"{named(names[0])} must retreat {far}, {', '.join(where)}"
    if kind == "displace":
        return f"{named(names[0])} must be displaced {_to_one_of(game, displacements(game))}"
    if kind == "advance":
        return f"{units_listed(names)} may advance"
    return ""


def _to_one_of(game: Game, hexes: Collection[int]) -> str:
    """Return the possible hexes for a unit in words: `to 1418`, `to one of three hexes`."""
    return f"to one of {count(len(hexes), 'hex', 'hexes')}" if len(hexes) > 1 else f"to {game.state.number(*hexes)}"


def _of_kind(events: Iterable[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]
