"""Questions about the map and its units, answered in sentences."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.queries import UnitPlace
from westwall_tui.engine.scenario import SideInfo
from westwall_tui.engine.terrain import BRIDGE_HEX, TerrainEntry
from westwall_tui.engine.units import SIZES, Kind
from westwall_tui.engine.words import THE, adjective, capital, with_article
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
from westwall_tui.words.warnings import points_in_words, warning_in_full

NEAR, FARTHEST = 4, 12
"""The default and the maximum distance of the hexes that `near` covers."""
FEW = 15
"""The maximum number of enemies in an answer, unless the player types `enemies all`."""
AROUND = 4
"""The maximum distance, in hexes, of a unit from the town under which it is listed."""


def look(asked: Inquiry) -> Iterator[str]:
    """Describe a hex, or all hexes of a place."""
    hexes = find_hexes(asked.game.scenario.board, asked.rest)
    if len(hexes) > 1:
        board = asked.game.scenario.board
        yield f"{board.names.get(hexes[0], asked.rest)} has {count(len(hexes), 'hex', 'hexes')}"
    for h in hexes:
        yield hex_in_words(asked.game, h, asked.viewer)
        yield from _units_in_words(asked, h)
        entry = queries.terrain_entry(asked.game, h)
        if entry is not None and len(hexes) == 1:
            yield from _terrain_in_words(asked.game, h, entry)


def _terrain_in_words(game: Game, h: int, entry: TerrainEntry) -> Iterator[str]:
    """Describe what a hex costs to enter, and how its terrain affects combat."""
    if entry is BRIDGE_HEX:
        yield "Units can enter it only by road or trail"
    else:
        cost = count(entry.cost // 2, "Movement Point", most=0)
        vehicles = "" if entry.vehicles else "; vehicles can enter only by road or trail"
        yield f"Without a road or trail it costs {cost} to enter{vehicles}"
    yield f"A unit there is attacked on the {queries.defense_line(game, h).word} line"
    if case := queries.no_attack_case(game, h):
        yield f"A unit there cannot attack ({case})"


def _units_in_words(asked: Inquiry, h: int) -> Iterator[str]:
    """Describe the units in a hex."""
    for unit in queries.units_at(asked.game, h):
        yield brief(asked.game, unit, _with_actions(asked.game, unit, "is there"))


def survey(asked: Inquiry) -> Iterator[str]:
    """List all units, town by town from north to south. If a hex is given, describe it and its neighbors."""
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
    yield f"The hex numbers run {_corners_in_words(asked)}"
    order = sorted(towns, key=lambda name: _from_edge(asked, towns[name].hexes[0], "north"))
    for name in order:
        center = middle(board, towns[name].hexes)
        if groups[name]:
            yield f"Near {board.number(center)} {name}, {_units_around(asked, groups[name], center)}"
        elif name in objectives:
            yield f"No units are near {board.number(center)} {name}"
    if elsewhere:
        units = [f"{called(game, unit)} at {board.number(game.state.location[unit])}" for unit in elsewhere]
        yield f"Far from any town {'is' if len(units) == 1 else 'are'} {listed(units, 99)}"
    for side in (0, 1):
        off = queries.entering(game, side)
        if off:
            units_in_words = count(len(off), "unit")
            people = capital(game.scenario.sides[side].people)
            yield f"{people} have {units_in_words} that can still enter this Game-Turn: {_name_units(asked, off)}"


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
    """Return the distance of a hex from an edge of the map, in columns or rows."""
    board = asked.game.scenario.board
    c, r = board.grid.positions[h]
    top = {"north": 0, "east": 1, "south": 2, "west": 3}[edge]
    turn = ("top", "right", "bottom", "left").index(board.north)
    return (r, board.grid.columns - c, board.grid.rows(c) - r, c)[(top + turn) % 4]


def _units_around(asked: Inquiry, units: Sequence[int], center: int) -> str:
    """List units by side, with directions from a hex: `the U.S. have unit 52 here and unit 58 3 hexes north`."""
    game, board = asked.game, asked.game.scenario.board
    clauses = []
    for side in (asked.side, 1 - asked.side):
        own = [unit for unit in units if game.state.units[unit].side == side]
        own.sort(key=lambda unit: (board.grid.distance(center, game.state.location[unit]), unit))
        if own:
            names = [
                f"{queries.named(game.state.units[unit].id)} {away(board, center, game.state.location[unit])}"
                for unit in own
            ]
            clauses.append(f"{game.scenario.sides[side].people} have {listed(names, 99)}")
    return "; ".join(clauses)


def _name_units(asked: Inquiry, units: Iterable[int]) -> str:
    return listed((queries.named(asked.game.state.units[unit].id) for unit in units), 12)


def _surroundings_in_words(asked: Inquiry) -> Iterator[str]:
    game, board = asked.game, asked.game.scenario.board
    h = middle(board, find_hexes(board, asked.rest))
    yield hex_in_words(game, h, asked.viewer)
    yield from _units_in_words(asked, h)
    for name, other in zip(directions(board), board.grid.neighbors[h], strict=True):
        if other == NOWHERE:
            yield f"{name} is the edge of the map"
        elif queries.terrain_entry(game, other) is None:
            yield f"{name} is {board.number(other)}, which no unit can enter"
        else:
            units = [brief(game, unit) for unit in queries.units_at(game, other)]
            parts = [ground_in_words(game, other), *marks_in_words(game, other, asked.viewer), *units]
            yield f"{name} is {'; '.join(parts)}"


def about_unit(asked: Inquiry) -> Iterator[str]:
    """Describe a unit in full."""
    yield from whole(asked.game, asked.game.scenario.unit(asked.first_word))


def own_units(asked: Inquiry) -> Iterator[str]:
    """List the asker's units: first those on the map, then the others."""
    game = asked.game
    mine = game.scenario.of_side[asked.side]
    here = [unit for unit in mine if game.state.location[unit] >= 0]
    here.sort(key=lambda unit: _from_edge(asked, game.state.location[unit], "north"))
    for unit in here:
        name = queries.named(game.state.units[unit].id)
        yield f"{name} {_with_actions(game, unit, where(game, unit))}: {numbers(game, unit)}"
    rest: dict[str, list[int]] = {}
    for unit in mine:
        if game.state.location[unit] < 0:
            rest.setdefault(where(game, unit), []).append(unit)
    for place, units in rest.items():
        yield f"{_name_units(asked, units)} {_plural(place) if len(units) > 1 else place}"
    if not mine:
        yield "You have no units"


def _with_actions(game: Game, unit: int, predicate: str) -> str:
    """Return a predicate on a unit's position and actions: `is at 2519, 2 hexes north of Nijmegen, and has moved`."""
    actions = actions_of(game, unit)
    return listed((_closed(predicate) if len(actions) == 1 else predicate, *actions))


def _closed(place: str) -> str:
    """Return a place, followed by a comma if it contains one."""
    return f"{place}," if "," in place else place


def _plural(predicate: str) -> str:
    """Return a predicate for several units: `are due on Game-Turn 3`."""
    return re.sub(r"^(is|was)\b", lambda found: {"is": "are", "was": "were"}[found[0]], predicate)


def near(asked: Inquiry) -> Iterator[str]:
    """List the units and towns around a hex, the nearest first."""
    game, board = asked.game, asked.game.scenario.board
    words, far = asked.words, NEAR
    if len(words) > 1 and words[-1].isdigit() and len(words[-1]) < 3:
        far = min(int(words.pop()), FARTHEST)
    by_name = " ".join(words)
    units = [unit for unit in [game.scenario.by_id.get(by_name.lower(), -1)] if unit >= 0]
    at = [game.state.location[unit] for unit in units if game.state.location[unit] >= 0]
    if units and not at:
        raise ValueError(
            f"{queries.named(game.state.units[units[0]].id)} is not on the map; it {where(game, units[0])}"
        )
    h = at[0] if at else middle(board, find_hexes(board, by_name))
    distance = board.grid.distance
    found = [
        (distance(h, at), 0, brief(game, unit, f"is {away(board, h, at)} at {board.number(at)}"))
        for unit, at in enumerate(game.state.location)
        if at >= 0 and distance(h, at) <= far and unit not in units
    ]
    seen: dict[str, tuple[int, int]] = {}
    for at_town, name in sorted(board.names.items(), key=lambda each: distance(h, each[0])):
        if distance(h, at_town) <= far and at_town in board.playable:
            seen.setdefault(name, (distance(h, at_town), at_town))
    found += [(d, 1, f"{name} is {away(board, h, at)} at {board.number(at)}") for name, (d, at) in seen.items()]
    if not found:
        yield f"There is nothing within {count(far, 'hex', 'hexes')} of {named_hex(board, h)}"
    yield from (text for _, _, text in sorted(found))


def enemies(asked: Inquiry) -> Iterator[str]:
    """List the enemies on the map. Those nearest to the asker's units come first."""
    game, board = asked.game, asked.game.scenario.board
    own, foes = game.state.on_map(asked.side), game.state.on_map(1 - asked.side)
    location, distance = game.state.location, board.grid.distance
    found = sorted(
        (min(((distance(location[foe], location[unit]), unit) for unit in own), default=(0, -1)), foe) for foe in foes
    )
    shown = found if asked.words == ["all"] else found[:FEW]
    for (_, unit), foe in shown:
        place = f"is at {named_hex(board, location[foe])}"
        if unit >= 0:
            mine = queries.named(game.state.units[unit].id).removeprefix(THE)
            touches = distance(location[unit], location[foe]) < 2
            how = "next to" if touches else f"{away(board, location[unit], location[foe])} of"
            place = f"{place}, {how} your {mine}"
        yield brief(game, foe, place)
    if more := len(found) - len(shown):
        are = "is one more enemy" if more == 1 else f"are {count(more, 'more enemy', 'more enemies')}"
        yield f"There {are} farther away. Type enemies all to hear about every enemy"
    lost = [foe for foe in game.scenario.of_side[1 - asked.side]
            if queries.whereabouts(game, foe).place is UnitPlace.ELIMINATED]  # fmt: skip
    if lost:
        yield f"The enemy has lost {_name_units(asked, lost)}"
    if not found:
        yield "No enemy is on the map"


def zones(asked: Inquiry) -> Iterator[str]:
    """List the hexes in enemy Zones of Control, by enemy unit."""
    game, board = asked.game, asked.game.scenario.board
    for foe in game.state.on_map(1 - asked.side):
        around = [h for h in game.state.ground.zone[game.state.location[foe]] if h in board.playable]
        place = _closed(named_hex(board, game.state.location[foe]))
        yield f"{called(game, foe)} at {place} controls {listed(map(board.number, sorted(around)))}"
    if not game.state.on_map(1 - asked.side):
        yield "No enemy is on the map"


def lines(asked: Inquiry) -> Iterator[str]:
    """List the units and places without a Line of Communication, in battles in which they need one."""
    game, board = asked.game, asked.game.scenario.board
    if not queries.needs_lines(game):
        yield why_no_lines(game)
        return
    found = queries.supplies(game)
    for supply in found:
        if not supply.line:
            place = _closed(named_hex(board, game.state.location[supply.unit]))
            yield f"{called(game, supply.unit)} at {place} has no Line of Communication: {supply.why}"
    for cut in (cut for side in (0, 1) for cut in planning.Outlook(game).cuts(side)):
        yield f"{warning_in_full(game, cut)}: {points_in_words(cut.points) or 'less than 1 point'}"
    has = [supply.unit for supply in found if supply.line]
    if has:
        yield f"These units have one: {listed((queries.named(game.state.units[unit].id) for unit in has), 99)}"
    yield from (
        f"The Line of Communication of {place.name} runs through {listed(map(board.number, place.line), 99)}"
        for place in queries.objectives(game)
        if place.line
    )
    if not found:
        yield "No unit on the map needs a Line of Communication now"


KINDS: Mapping[Kind, str] = {
    Kind.INFANTRY: "infantry",
    Kind.AIRBORNE: "parachute infantry",
    Kind.GLIDER: "glider infantry",
    Kind.ENGINEER: "engineer",
    Kind.ARMOR: "armor",
    Kind.MECHANIZED: "mechanized infantry",
    Kind.RECONNAISSANCE: "reconnaissance",
    Kind.ARTILLERY: "artillery",
    Kind.SP_ARTILLERY: "self-propelled artillery",
    Kind.AIRBORNE_ARTILLERY: "airborne artillery",
}


def owner(game: Game, unit: int) -> SideInfo:
    """Return the side of a unit."""
    return game.scenario.sides[game.state.units[unit].side]


def called(game: Game, unit: int) -> str:
    """Return the name of a unit with its side: `U.S. unit 52`, `the Allied Engineer`."""
    name, whose = queries.named(game.state.units[unit].id), owner(game, unit).adjective
    return f"{THE}{whose} {name.removeprefix(THE)}" if name.startswith(THE) else f"{whose} {name}"


def numbers(game: Game, unit: int) -> str:
    """Return the numbers on a unit's counter, each with its name."""
    s = game.state.units[unit].strength
    moves = f"moves {s.movement}"
    if game.state.units[unit].is_artillery:
        fire = f"barrage {s.barrage}, Final Protective Fire {s.fpf}, range {s.range}"
        return f"{fire}, defense {s.defense}, {moves}"
    return f"attack {s.attack}, defense {s.defense}, {moves}"


def brief(game: Game, unit: int, place: str = "") -> str:
    """Return a unit in a few words: `German 1/9S is here at 2520: armor, attack 6, defense 4, moves 10`."""
    name = f"{called(game, unit)} {place}:" if place else f"{called(game, unit)},"
    return f"{name} {KINDS[game.state.units[unit].kind]}, {numbers(game, unit)}"


def whole(game: Game, unit: int) -> Iterator[str]:
    """Yield everything that is known about a unit."""
    counter = game.state.units[unit]
    nation = "" if counter.nation in ("", owner(game, unit).name) else f"{adjective(counter.nation)} "
    kind = f"{nation}{KINDS[counter.kind]} {SIZES.get(counter.size, 'unit')}"
    formation = f" ({counter.formation})" if counter.formation else ""
    yield f"{called(game, unit)} is {with_article(kind)}{formation}"
    if counter.designation != counter.id:
        yield f"Its counter reads {counter.designation}"
    yield f"Its numbers are {numbers(game, unit)}"
    yield f"It {_with_actions(game, unit, where(game, unit))}"
    supply = next((each for each in queries.supplies(game) if each.unit == unit), None)
    if supply is not None:
        yield "It has a Line of Communication" if supply.line else f"It has no Line of Communication: {supply.why}"


def where(game: Game, unit: int) -> str:
    """Return where a unit is, as a predicate: `is at 2520 Nijmegen`, `is due on Game-Turn 3`."""
    place = queries.whereabouts(game, unit)
    match place.place:
        case UnitPlace.MAP:
            return f"is at {named_hex(game.scenario.board, place.hex)}"
        case UnitPlace.SETUP:
            return "is not set up yet"
        case UnitPlace.ELIMINATED:
            return f"was lost on Game-Turn {place.turn}"
        case UnitPlace.LEFT:
            return f"exited by the {place.edge} edge on Game-Turn {place.turn}"
    due = f"is due on Game-Turn {place.turn}" if place.turn > game.state.turn else "is still to come"
    return f"{due}, {queries.landing_place(game, unit)}".removesuffix(", ")
