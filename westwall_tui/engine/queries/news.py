"""One or two sentences on what an order did in a combat."""

from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile
from typing import TypeVar

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.queries.combat import displacements, retreat_length, retreats
from westwall_tui.engine.units import in_words, listed, named

T = TypeVar("T")
AFTERWARDS = ev.TurnBegan | ev.PhaseBegan | ev.PhaseSkipped | ev.FrontHeld
"""Events that begin something after the combat."""


def what_happened(game: Game, events: Sequence[Event]) -> str:
    """What the events of one order (`Game.apply`) did in a combat: `D2, no way out: unit 52 is lost.`

    The game is as the order left it. If the combat waits for a decision, that is the second sentence: `Unit 2 must
    retreat two hexes, to one of three hexes.` Empty for an order that did nothing in a combat.
    """
    told = happened(events)
    if not told:
        return ""
    waiting = _waiting(game)
    if waiting and told.endswith(": no effect"):  # the roll asks a player for a decision
        told = told.removesuffix(" no effect") + f" {waiting}"
        return f"{told}."
    return f"{_capital(told)}. {_capital(waiting)}." if waiting else f"{_capital(told)}."


def happened(events: Iterable[Event]) -> str:
    """A clause on what events did in a combat, from the events alone; empty if they did nothing.

    With a roll it begins with the result: `D1: unit 52 retreats to 1418; unit 20 is displaced to 1519`.
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
    """The fate of each unit: losses first, then retreats, displacements and advances."""
    lost = _of_kind(events, ev.Eliminated)
    at_once = [event.unit for event in lost if len(event.path) == 1]
    if at_once:
        yield f"{_units(at_once)} {'are' if len(at_once) > 1 else 'is'} {'eliminated' if outright else 'lost'}"
    for event in lost:
        if len(event.path) > 1:
            yield f"{named(event.unit)} is eliminated at {event.path[-1]} on its retreat"
    retreated = _of_kind(events, ev.Retreated)
    yield from (f"{named(event.unit)} retreats to {event.path[-1]}" for event in retreated)
    yield from (f"{named(event.unit)} holds {event.hex}" for event in _of_kind(events, ev.Held))
    gone = {event.unit for event in retreated}  # a displacement may be a retreat (7.74)
    displaced = [event for event in _of_kind(events, ev.Displaced) if event.unit not in gone]
    if displaced:
        yield _displaced(displaced)
    yield from (f"{named(event.unit)} advances to {event.path[-1]}" for event in _of_kind(events, ev.Advanced))


def _displaced(events: Sequence[ev.Displaced]) -> str:
    """Who makes way for whom, in one clause: `unit 20 is displaced to 1418, then to 1519, and A to 1616`."""
    hexes: dict[str, list[str]] = {}
    for event in events:
        hexes.setdefault(event.unit, []).append(event.path[-1])
    (first, there), *others = ((named(unit), ", then to ".join(ends)) for unit, ends in hexes.items())
    return listed([f"{first} is displaced to {there}", *(f"{unit} to {ends}" for unit, ends in others)])


def _units(names: Sequence[str]) -> str:
    """Units in a list: `unit 52 and 1/10`."""
    return listed(map(named, names))


def _waiting(game: Game) -> str:
    """A sentence on who must retreat or be displaced, or may advance; empty if the combat waits for none."""
    kind, units = game.prompt.kind, game.prompt.units
    names = game.state.ids(units)
    if kind == "retreat":
        far = _count(retreat_length(game), "hex", "hexes")
        if len(units) > 1:
            return f"{_units(names)} must retreat {far}"
        found = retreats(game, units[0])
        if found.lost:
            return f"{named(names[0])} cannot retreat {far} and will be eliminated"
        ends, here = {path[-1] for path in found.paths}, game.state.location[units[0]]
        where = [_to_one_of(game, ends - {here})] if ends - {here} else []
        where += ["or may hold its hex"] if here in ends else []
        return f"{named(names[0])} must retreat {far}, {', '.join(where)}"
    if kind == "displace":
        return f"{named(names[0])} is displaced, {_to_one_of(game, displacements(game))}"
    if kind == "advance":
        return f"{_units(names)} may advance"
    return ""


def _to_one_of(game: Game, hexes: Collection[int]) -> str:
    """`to 1418`, `to one of three hexes`."""
    return f"to one of {_count(len(hexes), 'hex', 'hexes')}" if len(hexes) > 1 else f"to {game.state.number(*hexes)}"


def _count(n: int, one: str, many: str) -> str:
    return f"{in_words(n)} {one if n == 1 else many}"


def _capital(text: str) -> str:
    """Capitalize a sentence that begins with a word; names of units stay."""
    return text[:1].upper() + text[1:] if text.startswith("unit ") else text


def _of_kind(events: Iterable[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]
