"""Orders in words, as a player would say them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from westwall_tui.engine import orders as given
from westwall_tui.engine.events import OFFERS
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Order, parse
from westwall_tui.engine.words import count, division_named, listed, named, units_listed

if TYPE_CHECKING:
    from westwall_tui.engine.planning import Leg  # not loaded at the start

MOST_UNDONE = 3
"""Maximum number of orders that a message about an undo names; more are counted."""


def in_words(order: Order) -> str:
    """Return `move 1/304 to 2414`, `attack unit 20 with 1/902 and the fire of 2A and 2 Ground Support`."""
    return WORDS.get(type(order), str)(order)


def in_full(game: Game, order: Order) -> str:
    """Return an order with the hexes of its units: `move 27 from 1016 to 1411`, `attack unit 20 at 1317 with 1/902`."""
    state, by_id = game.state, game.scenario.by_id
    if isinstance(order, given.Move):
        here = state.number(state.location[by_id[order.unit.lower()]])
        return f"move {named(order.unit)} from {here} to {order.hexes[-1]}"
    if isinstance(order, given.Attack):
        foes = [f"{named(foe)} at {state.number(state.location[by_id[foe.lower()]])}" for foe in order.defenders]
        return _attack_in_words(order, listed(foes))
    return in_words(order)


def in_public(line: str) -> str:
    """Return an order of the log in words for both sides: a note of a drop zone loses its hex and Game-Turn."""
    order = parse(line)
    return (
        f"note the drop zone of {division_named(order.division)}" if isinstance(order, given.Note) else in_words(order)
    )


def undone(before: Sequence[str], after: Sequence[str]) -> str:
    """Return in words the orders of the log `before` that an undo has taken out of it, so that it became `after`."""
    gone, kept = list[str](), iter(after)
    following = next(kept, None)
    for line in before:
        if line == following:
            following = next(kept, None)
        else:
            gone.append(line)
    return "; ".join(map(in_public, gone)) if len(gone) <= MOST_UNDONE else f"{len(gone)} orders"


def column_in_words(game: Game, legs: "Sequence[Leg]") -> str:
    """Return the moves of a column: `1C/5 to 2620 and 3I/32 to 2518; unit 44 stays`."""
    state = game.state
    moves = [f"{state.units[leg.unit].name} to {state.number(leg.end)}" for leg in legs if leg.order is not None]
    stay = [state.units[leg.unit].name for leg in legs if leg.order is None]
    stays = f"{listed(stay, len(stay))} stay{'s' * (len(stay) == 1)}" if stay else ""
    return "; ".join(filter(None, (listed(moves, len(moves)), stays)))


def _note_in_words(order: given.Note) -> str:
    return f"note {order.hex} as the drop zone of {division_named(order.division)}" + (
        f" on turn {order.turn}" if order.turn else ""
    )


def _enter_in_words(order: given.Enter) -> str:
    on = f" and move it to {order.hexes[-1]}" if len(order.hexes) > 1 else ""
    return f"enter {named(order.unit)} at {order.hexes[0]}{on}"


def _front_in_words(order: given.NameFront) -> str:
    return f"name the front from {order.hexes[0]} to {order.hexes[-1]}" if order.hexes else "name the proposed front"


def _attack_in_words(order: given.Attack, foes: str = "") -> str:
    """Return an attack in words; `foes` describes the defenders if their names alone will not do."""
    foes, barrage = foes or units_listed(order.defenders), _units_and_support(order.barrage, order.support)
    if not order.attackers:
        return f"barrage {foes} with {barrage}"
    fire = f"the fire of {barrage}" if order.barrage else barrage
    return f"attack {foes} with {units_listed(order.attackers)}" + (
        f"{',' if len(order.attackers) > 1 else ''} and {fire}" if fire else ""
    )


def _fire_in_words(order: given.Fpf) -> str:
    fire = _units_and_support(order.units, order.support)
    return f"use the Final Protective Fire of {fire}" if fire else "use no Final Protective Fire"


def _retreat_in_words(order: given.Retreat) -> str:
    through = f" through {listed(order.hexes[:-1])}" if len(order.hexes) > 1 else ""
    return f"retreat {named(order.unit)} to {order.hexes[-1]}{through}"


def _units_and_support(units: tuple[str, ...], support: int) -> str:
    return listed([*map(named, units), *([count(support, "Ground Support Point", most=0)] if support else [])])


WORDS: Mapping[type, Callable[[Any], str]] = {
    given.Note: _note_in_words,
    given.Deploy: lambda order: f"set up {named(order.unit)} at {order.hex}",
    given.Move: lambda order: f"move {named(order.unit)} to {order.hexes[-1]}",
    given.Enter: _enter_in_words,
    given.Land: lambda order: f"land {named(order.unit)} at {order.hex}",
    given.Exit: lambda order: f"exit {named(order.unit)} by the {order.edge} edge",
    given.Demolish: lambda order: "try to blow the bridge" if order.attempt else "leave the bridge standing",
    given.LayBridge: lambda order: f"lay a float bridge at {order.hex}, from {order.west} to {order.east}",
    given.Destroy: lambda order: f"destroy the bridge at {order.hex}",
    given.NameFront: _front_in_words,
    given.Attack: _attack_in_words,
    given.Fpf: _fire_in_words,
    given.Roll: lambda order: f"roll {order.die}",
    given.Retreat: _retreat_in_words,
    given.Displace: lambda order: f"displace {named(order.unit)} to {order.hex}",
    given.Advance: lambda order: f"advance {named(order.unit)} to {order.hex}",
    given.Stand: lambda _: "stay put",
    given.Done: lambda _: "end the phase",
    given.Offer: lambda order: f"offer {OFFERS[order.what]}",
    given.Accept: lambda _: "accept the offer",
    given.Concede: lambda _: "concede the game",
}

NAMES: Mapping[type, str] = {given.LayBridge: "float bridge"}
"""The footer's names for keys, by kind of order, if the order's word will not do."""


def name_of(kind: type[given.Order]) -> str:
    """Return the footer's name for the key of a kind of order."""
    return NAMES.get(kind, kind.word)
