"""Questions about the map: who is where, what lies around; and units in sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.terrain import BRIDGE_HEX
from westwall_tui.engine.units import SIZES, Kind
from westwall_tui.plain.places import (
    find_hexes,
    ground_in_words,
    hex_in_words,
    marks_in_words,
    middle,
)
from westwall_tui.plain.speech import count, listed
from westwall_tui.referee import Inquiry
from westwall_tui.words.events import actions_of
from westwall_tui.words.places import away, directions, named_hex, why_no_lines

NEAR, FARTHEST = 4, 12
"""Hexes around a hex that `near` tells of, and at most."""
FEW = 15
"""Enemies that are listed one by one unless all are asked for."""
AROUND = 4
"""The most hexes between a unit and the town that it is listed with."""


def look(asked: Inquiry) -> Iterator[str]:
    """A hex or a place, whole."""
    hexes = find_hexes(asked.game.scenario.board, asked.rest)
    if len(hexes) > 1:
        board = asked.game.scenario.board
        yield f"{board.names.get(hexes[0], asked.rest)} has {count(len(hexes), 'hex', 'hexes')}"
    for h in hexes:
        yield hex_in_words(asked.game, h, asked.viewer)
        yield from _who_stands(asked, h)
        entry = queries.terrain_entry(asked.game, h)
        if entry is not None and len(hexes) == 1:
            vehicles = "" if entry.vehicles else ", for vehicles only by road or trail"
            cost = f"{count(entry.cost // 2, 'Movement Point')} to enter without a road or trail{vehicles}"
            cost = "only by road or trail" if entry is BRIDGE_HEX else cost
            case = queries.no_attack_case(asked.game, h)
            no_attack = f", and attacks nobody ({case})" if case else ""
            line = queries.defense_line(asked.game, h).word
            yield f"{cost}; a unit there is attacked on the {line} line{no_attack}"


def _who_stands(asked: Inquiry, h: int) -> Iterator[str]:
    """Who stands in a hex."""
    for unit in queries.units_at(asked.game, h):
        yield ", ".join((f"There: {brief(asked.game, unit)}", *actions_of(asked.game, unit)))


def survey(asked: Inquiry) -> Iterator[str]:
    """Who is where, town by town from north to south; with a hex, that and its neighbors."""
    if asked.rest:
        yield from _surroundings_in_words(asked)
        return
    game, board = asked.game, asked.game.scenario.board
    towns = {place.name: place for place in board.places if place.kind in ("town", "village", "city")}
    objectives = {name for place in queries.objectives(game) for name in towns if name in place.name}
    groups: dict[str, list[int]] = {name: [] for name in towns}
    elsewhere: list[int] = []
    on_map = [unit for unit, h in enumerate(game.state.location) if h >= 0]
    for unit in on_map:
        here = game.state.location[unit]
        near = [(board.grid.distance(here, h), name) for name, place in towns.items() for h in place.hexes]
        far, name = min(near, default=(AROUND + 1, ""))
        (groups[name] if far <= AROUND else elsewhere).append(unit)
    yield f"The hexes of the map are numbered {_corners_in_words(asked)}"
    order = sorted(towns, key=lambda name: _from_edge(asked, towns[name].hexes[0], "north"))
    for name in order:
        if groups[name] or name in objectives:
            center = middle(board, towns[name].hexes)
            yield f"{board.number(center)} {name}: {_units_around(asked, groups[name], center) or 'no units near'}"
    if elsewhere:
        told = [f"{called(game, unit)} at {board.number(game.state.location[unit])}" for unit in elsewhere]
        yield f"Far from any town: {listed(told, 99)}"
    for side in (0, 1):
        off = queries.entering(game, side)
        if off:
            name = game.scenario.sides[side].name
            yield f"{name} has {count(len(off), 'unit')} that may still come this Game-Turn: {_name_units(asked, off)}"


def _corners_in_words(asked: Inquiry) -> str:
    board = asked.game.scenario.board
    by_corner: dict[str, tuple[int, int]] = {}
    for h in board.playable:
        north, east = _from_edge(asked, h, "north"), _from_edge(asked, h, "west")
        for name, rank in (("northwest", north + east), ("southeast", -north - east)):
            if name not in by_corner or rank < by_corner[name][0]:
                by_corner[name] = (rank, h)
    return f"from {board.number(by_corner['northwest'][1])} in the northwest to " \
        f"{board.number(by_corner['southeast'][1])} in the southeast"  # fmt: skip


def _from_edge(asked: Inquiry, h: int, edge: str) -> int:
    """How far a hex is from an edge of the map, counted in columns and rows."""
    board = asked.game.scenario.board
    c, r = board.grid.positions[h]
    top = {"north": 0, "east": 1, "south": 2, "west": 3}[edge]
    turn = ("top", "right", "bottom", "left").index(board.north)
    return (r, board.grid.columns - c, board.grid.rows(c) - r, c)[(top + turn) % 4]


def _units_around(asked: Inquiry, units: Sequence[int], center: int) -> str:
    """Units by side, each with the way to it from a hex: `German 52 here, 58 3 hexes north`."""
    game, board = asked.game, asked.game.scenario.board
    told = []
    for side in (asked.side, 1 - asked.side):
        own = [unit for unit in units if game.state.units[unit].side == side]
        own.sort(key=lambda unit: (board.grid.distance(center, game.state.location[unit]), unit))
        if own:
            names = [
                f"{queries.named(game.state.units[unit].id)} {away(board, center, game.state.location[unit])}"
                for unit in own
            ]
            told.append(f"{game.scenario.sides[side].name} {listed(names, 99)}")
    return "; ".join(told)


def _name_units(asked: Inquiry, units: Iterable[int]) -> str:
    return listed((queries.named(asked.game.state.units[unit].id) for unit in units), 12)


def _surroundings_in_words(asked: Inquiry) -> Iterator[str]:
    game, board = asked.game, asked.game.scenario.board
    h = middle(board, find_hexes(board, asked.rest))
    yield hex_in_words(game, h, asked.viewer)
    yield from _who_stands(asked, h)
    for name, other in zip(directions(board), board.grid.neighbors[h], strict=True):
        if other == NOWHERE or queries.terrain_entry(game, other) is None:
            what = "the edge of the map" if other == NOWHERE else f"{board.number(other)}, no unit may enter"
            yield f"{name}: {what}"
            continue
        units = [brief(game, unit) for unit in queries.units_at(game, other)]
        parts = [ground_in_words(game, other), *marks_in_words(game, other, asked.viewer), *units]
        yield f"{name}: {'; '.join(parts)}"


def about_unit(asked: Inquiry) -> Iterator[str]:
    """A unit, whole."""
    yield whole(asked.game, asked.game.scenario.unit(asked.first_word))


def own_units(asked: Inquiry) -> Iterator[str]:
    """The asker's units on the map, then those that are to come; the lost are only named."""
    game, board = asked.game, asked.game.scenario.board
    mine = game.scenario.of_side[asked.side]
    here = [unit for unit in mine if game.state.location[unit] >= 0]
    here.sort(key=lambda unit: _from_edge(asked, game.state.location[unit], "north"))
    for unit in here:
        parts = [queries.named(game.state.units[unit].id), f"at {named_hex(board, game.state.location[unit])}"]
        yield ", ".join((*parts, numbers(game, unit), *actions_of(game, unit)))
    rest: dict[str, list[int]] = {}
    for unit in mine:
        if game.state.location[unit] < 0:
            rest.setdefault(where(game, unit), []).append(unit)
    yield from (f"{how}: {_name_units(asked, units)}" for how, units in rest.items())
    if not mine:
        yield "You have no units"


def near(asked: Inquiry) -> Iterator[str]:
    """Units and towns around a hex, the nearest first."""
    game, board = asked.game, asked.game.scenario.board
    words, far = asked.words, NEAR
    if len(words) > 1 and words[-1].isdigit() and len(words[-1]) < 3:
        far = min(int(words.pop()), FARTHEST)
    by_name = " ".join(words)
    units = [unit for unit in [game.scenario.by_id.get(by_name.lower(), -1)] if unit >= 0]
    at = [game.state.location[unit] for unit in units if game.state.location[unit] >= 0]
    if units and not at:
        raise ValueError(f"{queries.named(game.state.units[units[0]].id)} is not on the map: {where(game, units[0])}")
    h = at[0] if at else middle(board, find_hexes(board, by_name))
    distance = board.grid.distance
    found = [
        (distance(h, at), 0, f"{away(board, h, at)}, {board.number(at)}: {brief(game, unit)}")
        for unit, at in enumerate(game.state.location)
        if at >= 0 and distance(h, at) <= far and unit not in units
    ]
    seen: dict[str, tuple[int, int]] = {}
    for at_town, name in sorted(board.names.items(), key=lambda each: distance(h, each[0])):
        if distance(h, at_town) <= far and at_town in board.playable:
            seen.setdefault(name, (distance(h, at_town), at_town))
    found += [(d, 1, f"{away(board, h, at)}: {board.number(at)} {name}") for name, (d, at) in seen.items()]
    if not found:
        yield f"Nothing within {count(far, 'hex', 'hexes')} of {named_hex(board, h)}"
    yield from (text for _, _, text in sorted(found))


def enemies(asked: Inquiry) -> Iterator[str]:
    """The enemies on the map, those nearest to the asker's units first."""
    game, board = asked.game, asked.game.scenario.board
    own, foes = game.state.on_map(asked.side), game.state.on_map(1 - asked.side)
    location, distance = game.state.location, board.grid.distance
    found = sorted(
        (min(((distance(location[foe], location[unit]), unit) for unit in own), default=(0, -1)), foe) for foe in foes
    )
    shown = found if asked.words == ["all"] else found[:FEW]
    for (_, unit), foe in shown:
        parts = [brief(game, foe), f"at {named_hex(board, location[foe])}"]
        if unit >= 0:
            mine = queries.named(game.state.units[unit].id)
            touches = distance(location[unit], location[foe]) < 2
            how = "next to" if touches else f"{away(board, location[unit], location[foe])} of"
            parts.append(f"{how} your {mine}")
        yield ", ".join(parts)
    if len(shown) < len(found):
        yield f"{count(len(found) - len(shown), 'more enemy', 'more enemies')} farther away: enemies all"
    lost = [foe for foe in game.scenario.of_side[1 - asked.side]
            if queries.whereabouts(game, foe).place is UnitPlace.ELIMINATED]  # fmt: skip
    if lost:
        yield f"Lost: {_name_units(asked, lost)}"
    if not found:
        yield "No enemy is on the map"


def zones(asked: Inquiry) -> Iterator[str]:
    """The hexes in the enemy's Zones of Control, by the units that stand there or are next to them."""
    game, board = asked.game, asked.game.scenario.board
    for foe in game.state.on_map(1 - asked.side):
        around = [h for h in game.state.ground.zone[game.state.location[foe]] if h in board.playable]
        where = named_hex(board, game.state.location[foe])
        yield f"{called(game, foe)} at {where} controls {listed(map(board.number, sorted(around)))}"
    if not game.state.on_map(1 - asked.side):
        yield "No enemy is on the map"


def lines(asked: Inquiry) -> Iterator[str]:
    """The units and places without a Line of Communication, where any needs one."""
    game, board = asked.game, asked.game.scenario.board
    if not queries.needs_lines(game):
        yield why_no_lines(game)
        return
    found = queries.supplies(game)
    for supply in found:
        if not supply.line:
            at = named_hex(board, game.state.location[supply.unit])
            yield f"{called(game, supply.unit)} at {at} has no Line of Communication: {supply.why}"
    has = [supply.unit for supply in found if supply.line]
    if has:
        yield f"These have one: {listed((queries.named(game.state.units[unit].id) for unit in has), 99)}"
    yield from (
        f"{place.name} has one by {listed(map(board.number, place.line), 99)}"
        for place in queries.objectives(game)
        if place.line
    )
    if not found:
        yield "No unit on the map needs one now"


KINDS: Mapping[Kind, str] = {
    Kind.INFANTRY: "infantry",
    Kind.AIRBORNE: "parachute infantry",
    Kind.GLIDER: "glider infantry",
    Kind.ENGINEER: "engineers",
    Kind.ARMOR: "armor",
    Kind.MECHANIZED: "mechanized infantry",
    Kind.RECONNAISSANCE: "reconnaissance",
    Kind.ARTILLERY: "artillery",
    Kind.SP_ARTILLERY: "self-propelled artillery",
    Kind.AIRBORNE_ARTILLERY: "airborne artillery",
}


def owner(game: Game, unit: int) -> str:
    """The side of a unit."""
    return game.scenario.sides[game.state.units[unit].side].name


def called(game: Game, unit: int) -> str:
    """A unit with its side: `German unit 52`."""
    return f"{owner(game, unit)} {queries.named(game.state.units[unit].id)}"


def numbers(game: Game, unit: int) -> str:
    """The numbers of its counter, each with its name."""
    s = game.state.units[unit].strength
    moves = f"moves {s.movement}"
    if game.state.units[unit].is_artillery:
        fire = f"barrage {s.barrage}, Final Protective Fire {s.fpf}, range {s.range}"
        return f"{fire}, defense {s.defense}, {moves}"
    return f"attack {s.attack}, defense {s.defense}, {moves}"


def brief(game: Game, unit: int) -> str:
    """A unit in a few words: `German 1/9S, armor, attack 6, defense 4, moves 10`."""
    return f"{called(game, unit)}, {KINDS[game.state.units[unit].kind]}, {numbers(game, unit)}"


def whole(game: Game, unit: int) -> str:
    """A unit with all that is known of it."""
    counter = game.state.units[unit]
    size = SIZES.get(counter.size, "")
    kind = f"{KINDS[counter.kind]} {size}".rstrip()
    nation = counter.nation if counter.nation and counter.nation != owner(game, unit) else ""
    who = [called(game, unit), f"{nation} {kind}".strip(), counter.formation]
    if counter.designation != counter.id:
        who.append(f"on its counter {counter.designation}")
    told = [", ".join(filter(None, who)), numbers(game, unit), where(game, unit), *actions_of(game, unit)]
    supply = next((each for each in queries.supplies(game) if each.unit == unit), None)
    if supply is not None:
        told.append("has a Line of Communication" if supply.line else f"no Line of Communication: {supply.why}")
    return "; ".join(filter(None, told))


def where(game: Game, unit: int) -> str:
    """Where a unit is, on the map or off it."""
    place = queries.whereabouts(game, unit)
    match place.place:
        case UnitPlace.MAP:
            return f"at {named_hex(game.scenario.board, place.hex)}"
        case UnitPlace.SETUP:
            return "not set up yet"
        case UnitPlace.ELIMINATED:
            return f"lost on Game-Turn {place.turn}"
        case UnitPlace.LEFT:
            return f"exited by the {place.edge} edge on Game-Turn {place.turn}"
    due = f"due on Game-Turn {place.turn}" if place.turn > game.state.turn else "still to come"
    return f"{due}, {queries.landing_place(game, unit)}".removesuffix(", ")
