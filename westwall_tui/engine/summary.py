"""A position, and the legal orders in it, as plain data for other programs."""

from collections.abc import Iterable, Mapping

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, Enter, Exit, Land, Move, Note, Order
from westwall_tui.engine.queries import Place
from westwall_tui.engine.scenario import Phase

MOST_LISTED = 200
"""The most orders listed for a retreat, an advance or fire; then a list ends with `...`."""


def legal(game: Game) -> Iterable[Mapping[str, object]]:
    """The legal orders: whole, or as the beginning of an order with the words that can complete it."""
    kind = game.prompt.kind
    if kind == "combat":
        yield from _attack_entries(game)
    elif kind in ("notes", "set-up", "movement"):
        found: dict[str, list[str]] = {}
        last = []
        for order in game.legal():
            beginning, end = _split(order)
            if beginning:
                found.setdefault(beginning, []).append(end)
            else:
                last.append(end)
        yield from ({"order": beginning, "choices": ends} for beginning, ends in found.items())
        yield from ({"order": order} for order in last)
    else:
        for count, order in enumerate(game.legal()):
            if count == MOST_LISTED:
                yield {"order": "..."}
                return
            yield {"order": str(order)}


def _split(order: Order) -> tuple[str, str]:
    """An order as its beginning and the word that varies."""
    match order:
        case Deploy(unit=unit, hex=h):
            return f"deploy {unit}", h
        case Move(unit=unit, hexes=hexes):
            return f"move {unit}", hexes[-1]
        case Enter(unit=unit, hexes=hexes):
            return f"enter {unit} {hexes[0]}", hexes[-1]
        case Land(unit=unit, hex=h):
            return f"land {unit}", h
        case Note(division=division, hex=h):
            return f"zone {division}", h
        case Exit(unit=unit, edge=edge):
            return f"exit {unit}", edge
    return "", str(order)


def _attack_entries(game: Game) -> Iterable[Mapping[str, object]]:
    """For each defender, who can take part in an attack on it; then who still has to fight."""
    ids = game.state.ids
    for defender in planning.targets(game):
        with_ = planning.candidates(game, (defender,))
        yield {
            "defender": ids((defender,))[0],
            "attackers": [*ids(with_.attackers)],
            "barrage": [*ids(with_.guns)],
            "support": with_.support,
        }
    left = queries.outstanding(game)
    if left.attackers or left.enemies:
        yield {"must_attack": [*ids(left.attackers)], "must_be_attacked": [*ids(left.enemies)]}
    else:
        yield {"order": "done"}


def position(game: Game, viewer: int) -> dict[str, object]:
    """The position as plain data, as far as a side may know it; -1: what everyone may know."""
    state, scenario = game.state, game.scenario
    names = [side.name for side in scenario.sides]
    units: list[dict[str, object]] = []
    for i, unit in enumerate(state.units):
        h = state.location[i]
        units.append(
            {
                "id": unit.id,
                "side": names[unit.side],
                "strength": str(unit.strength),
                "hex": state.number(h) if h >= 0 else None,
                "where": _whereabouts(game, i),
            }
        )
    return {
        "scenario": scenario.name,
        "turn": state.turn,
        "last_turn": scenario.last_turn,
        "date": scenario.date(state.turn),
        "side": names[state.side if state.phase is not Phase.SETUP else game.prompt.side],
        "phase": str(state.phase),
        "support": dict(zip(names, state.support, strict=True)),
        "points": dict(zip(names, queries.totals(game), strict=True)),
        "units": units,
        "markers": [{"hex": state.number(marker.hex), "name": marker.name} for marker in queries.markers(game, viewer)],
        "bridges": [
            {"side": "/".join(state.numbers(crossing.pair)), "kind": crossing.kind, "state": crossing.state}
            for crossing in queries.crossings(game)
            if crossing.state
        ],
        "conditions": [*queries.conditions(game)],
        "orders": len(game.log),
        "over": game.outcome is not None,
        "winner": names[game.outcome.winner] if game.outcome and game.outcome.winner >= 0 else None,
    }


def _whereabouts(game: Game, unit: int) -> str:
    place = queries.whereabouts(game, unit)
    match place.place:
        case Place.ELIMINATED:
            return "eliminated"
        case Place.LEFT:
            return f"left {place.edge}"
        case Place.RESERVE:
            return f"arrives on turn {place.turn}"
        case Place.SETUP:
            return "to be set up"
    return "map"
