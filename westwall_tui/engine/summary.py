"""The legal orders of a position as plain data for other programs."""

from collections.abc import Iterable, Mapping

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Deploy, Enter, Exit, Land, Move, Note, Order

MOST_LISTED = 200
"""The maximum number of orders listed for a retreat, an advance or fire; a longer list ends with `...`."""


def legal(game: Game) -> Iterable[Mapping[str, object]]:
    """Find the legal orders, each in full or as the beginning of several orders with the words that complete them."""
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
    """Split an order into its beginning and the last word, which varies."""
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
    """Find the units that can attack each defender, and at the end the obligations."""
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
