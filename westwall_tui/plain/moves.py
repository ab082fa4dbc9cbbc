"""Questions about what a side may do: where a unit can go, and which orders are legal."""

from collections.abc import Iterator, Sequence
from itertools import islice

from westwall_tui.engine import planning, queries, summary
from westwall_tui.engine.orders import Enter, IllegalOrder, OrderSyntaxError, end_of, parse
from westwall_tui.plain.console import TYPED
from westwall_tui.plain.places import find_hexes
from westwall_tui.plain.speech import capital, count, listed
from westwall_tui.referee import Inquiry
from westwall_tui.words.orders import in_words
from westwall_tui.words.places import bearing, named_hex
from westwall_tui.words.telling import movement_points
from westwall_tui.words.warnings import warning_in_full

MOST, MOST_FOUND = 40, 3000
"""The maximum number of orders in an answer, and of orders that are examined for it."""
MORE = "There are more orders of the same kind"


def reach(asked: Inquiry) -> Iterator[str]:
    """Describe where a unit can go, or its path to a hex."""
    game, rest = asked.game, asked.words[1:]
    unit = game.scenario.unit(asked.first_word)
    found, name = queries.reach(game, unit), asked.name_of(unit)
    if rest:
        (h, *_) = find_hexes(game.scenario.board, " ".join(rest))
        yield from _way_in_words(asked, found, h)
        return
    own = game.state.units[unit].side == asked.side and game.prompt.kind == "movement"
    refusal = queries.why_immobile(game, unit) if found.start >= 0 and own else None
    if refusal is not None:
        yield f"{refusal.reason} ({refusal.case})"
        return
    stops = sorted({*found.left, *found.landings})
    if not stops:
        yield f"{name} cannot move anywhere"
        return
    board = game.scenario.board
    points = movement_points(found.allowance)
    how = "land in" if found.landings else "reach" if found.start >= 0 else "enter and reach"
    yield f"{name} has {points} and can {how} {count(len(stops), 'hex', 'hexes', most=0)}"
    held = [h for h in stops if h in found.halting]
    if held:
        yield f"It must stop in an enemy zone at {listed((_with_rest(asked, found, h) for h in held), 30)}"
    names: dict[str, list[int]] = {}
    for h in stops:
        if h in board.names and h not in held:
            names.setdefault(board.names[h], []).append(h)
    if names:
        best = [max(hexes, key=lambda h: found.left.get(h, 0)) for hexes in names.values()]
        yield f"Places that it can reach: {listed((_with_rest(asked, found, h) for h in best), 40)}"
    if found.start >= 0:
        farthest: dict[str, int] = {}
        distance = board.grid.distance
        for h in stops:
            way = bearing(board, found.start, h)
            if way not in farthest or distance(found.start, h) > distance(found.start, farthest[way]):
                farthest[way] = h
        ways = listed((f"{_with_rest(asked, found, h)} to the {way}" for way, h in farthest.items()), 8)
        yield f"The farthest hexes that it can reach: {ways}"
    else:
        hexes = [h for h in queries.entry_hexes(game, unit) if h in found or h in found.landings]
        yield f"It {'lands' if found.landings else 'enters'} at {listed(map(board.number, hexes), 20, 'or')}"
    if found.start >= 0 and own and (edges := queries.exits(game, found)):
        yield f"It can exit the map by the {listed(edges, joined='or')} edge"


def _with_rest(asked: Inquiry, found: queries.Reach, h: int) -> str:
    """Return a hex with the Movement Points that a unit has left there: `2414 with 2 left`."""
    left = found.left.get(h)
    rest = "" if left is None else f" with {movement_points(left).split()[0]} left" if left else " with none left"
    return f"{asked.game.scenario.board.describe(h)}{rest}"


def _way_in_words(asked: Inquiry, found: queries.Reach, h: int) -> Iterator[str]:
    """Describe a unit's path to a hex, its cost and its risks."""
    game, board, name = asked.game, asked.game.scenario.board, asked.name_of(found.unit)
    if h == found.start:
        yield f"{name} is already there"
        return
    if not found.may_stop(h):
        refusal = queries.why_not(game, found.unit, h) if found.start >= 0 else None
        why = f": {refusal.reason} ({refusal.case})" if refusal is not None else ""
        yield f"{name} cannot stop at {named_hex(board, h)}{why}"
        return
    if h in found.landings:
        yield f"{name} can land at {named_hex(board, h)}"
        return
    way = found.path(h)
    cost, left = movement_points(found.allowance - found.left[h]), movement_points(found.left[h])
    yield f"{name} can move to {named_hex(board, h)} for {cost} and then has {left} left"
    if h in found.halting:
        yield "There it must stop in an enemy zone"
    yield f"Its path is {', '.join(board.describe(step) for step in way[1 if found.start >= 0 else 0 :])}"
    own = game.prompt.kind == "movement" and game.state.units[found.unit].side == game.side
    if own:
        risks = planning.Outlook(game).of_move(found.unit, h, way)
        yield from (f"Warning: {warning_in_full(game, risk)}" for risk in risks)


# -- legal orders


def legal(asked: Inquiry) -> Iterator[str]:
    """List what the side to decide may do now."""
    game = asked.game
    if game.outcome is not None:
        yield "The game is over"
        return
    if asked.words:
        yield from _legal_of(asked, asked.game.scenario.unit(asked.words[0]))
        return
    say = {"movement": _in_movement, "set-up": _in_setup, "combat": _in_combat}.get(game.prompt.kind)
    if say is not None:
        yield from say(asked)
        return
    for number, entry in enumerate(summary.legal(game)):
        if number == MOST:
            yield MORE
            return
        order = str(entry["order"])
        choices = entry.get("choices")
        if isinstance(choices, list):
            yield f"Type {order} and then {listed(map(str, choices), 30, 'or')}"
        else:
            yield _with_order(order)


def _with_order(line: str) -> str:
    """Return an order in words and as typed: `Retreat 1/1 to 3519. Type: retreat 1/1 3519`."""
    try:
        return f"{capital(in_words(parse(line)))}. {TYPED}{line}"
    except OrderSyntaxError:
        return f"Type {line}, followed by more words"


def _legal_of(asked: Inquiry, unit: int) -> Iterator[str]:
    ends: dict[str, list[str]] = {}
    orders = [*islice(asked.game.legal(unit), MOST_FOUND)]
    if not orders:
        yield f"There are no orders for {asked.name_of(unit)} now"
        return
    for order in orders:
        beginning, end = (
            (f"{order.word} {asked.game.state.units[unit].id}", end_of(order)) if end_of(order) else ("", "")
        )
        if isinstance(order, Enter):
            beginning = f"{beginning} {order.hexes[0]}"
        if beginning and order.word in ("move", "enter", "land", "deploy", "advance", "displace"):
            ends.setdefault(beginning, []).append(end)
        elif len(ends.setdefault(str(order), [])) == 0 and len(ends) > MOST:
            break
    for number, (beginning, hexes) in enumerate(ends.items()):
        if number == MOST:
            yield MORE
            return
        numbers = listed(sorted(dict.fromkeys(hexes)), 60, "or")
        yield f"Type {beginning} and then {numbers}" if hexes else _with_order(beginning)


def _ids_of(asked: Inquiry, units: Sequence[int], most: int = 30) -> str:
    return listed((queries.named(name) for name in asked.game.state.ids(tuple(units))), most)


def _in_movement(asked: Inquiry) -> Iterator[str]:
    game = asked.game
    movers = queries.movers(game)
    here = [unit for unit in movers if game.state.location[unit] >= 0]
    waiting = [unit for unit in movers if game.state.location[unit] < 0]
    if here:
        ids = _ids_of(asked, here, 99)
        yield f"These units may move: {ids}. Type move, the unit and the hex; type reach and the unit to hear where"
    entering = [unit for unit in waiting if not queries.lands(game, unit)]
    landing = [unit for unit in waiting if queries.lands(game, unit)]
    if entering:
        ids = _ids_of(asked, entering, 99)
        yield f"These units may enter: {ids}. Type enter, the unit, its entry hex and its destination"
    if landing:
        yield f"These units may land: {_ids_of(asked, landing, 99)}. Type land, the unit and the hex"
    exiting = {unit: edges for unit in here if (edges := queries.exits(game, queries.reach(game, unit)))}
    for unit, edges in exiting.items():
        edge = listed(edges, joined="or")
        yield f"{asked.name_of(unit)} may exit the map by the {edge} edge. Type exit, the unit and the edge"
    extras = [*queries.extra_orders(game), *(order for unit in here for order in queries.extra_orders(game, unit))]
    yield from (_with_order(str(order)) for order in extras)
    yield "Type done to end the Movement Phase"


def _in_setup(asked: Inquiry) -> Iterator[str]:
    game = asked.game
    waiting = queries.to_set_up(game)
    if waiting:
        ids = _ids_of(asked, waiting, 99)
        yield f"Still to set up: {ids}. Type deploy, the unit and the hex, or deploy auto to set up all of them"
    by_place: dict[frozenset[int], list[int]] = {}
    for unit in waiting:
        by_place.setdefault(queries.setup_hexes(game, unit), []).append(unit)
    for hexes, units in by_place.items():
        numbers = listed(map(game.scenario.board.number, sorted(hexes)), 12)
        many = count(len(hexes), "hex", "hexes", most=0)
        can = "can each be" if len(units) > 1 else "can be"
        yield f"{_ids_of(asked, units)} {can} set up in one of {many}: {numbers}"
    if not waiting:
        yield "The set-up is complete. Type done to end it"


def _in_combat(asked: Inquiry) -> Iterator[str]:
    game = asked.game
    for target in planning.targets(game):
        found = planning.candidates(game, (target,))
        parts = [_ids_of(asked, found.attackers)] if found.attackers else []
        parts += [f"artillery {_ids_of(asked, found.guns)}"] if found.guns else []
        parts += [count(found.support, "Ground Support Point", most=0)] if found.support else []
        where = f"{asked.name_of(target)} at {game.state.number(game.state.location[target])}"
        yield f"{where} can be attacked by {listed(parts)}"
    refusal: IllegalOrder | None = game.explain("done")
    if refusal is None:
        yield "Type done to end the Combat Phase"
    else:
        yield f"The phase cannot end yet: {refusal.reason} ({refusal.case})"
