"""Ask the game and the oracle which orders are legal, and compare the answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from tests.fuzz.oracle import movement, obligations, retreat
from tests.fuzz.oracle.battles import OracleArnhem, OracleRemagen
from tests.fuzz.oracle.combat import Contact, may_answer
from tests.fuzz.oracle.obligations import subsets
from tests.fuzz.oracle.position import TooMany
from tests.fuzz.oracle.record import OracleRecord
from tests.fuzz.oracle.retreat import OracleRetreats
from tests.fuzz.oracle.sheet import COMPASS
from tests.fuzz.promises import must
from westwall_tui.engine import queries
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Deploy, Done, Exit, Fpf, LayBridge, Move, Note, Order

TRIES = 6
"""Number of orders of a kind to try if there are very many."""
MAX_COMBATS, SAMPLED_COMBATS = 60, 20
"""If a position has at most the first number of combats, all are tried; otherwise the second number is drawn."""


def ask(game: Game, record: OracleRecord, draw: Draw) -> None:
    """Ask the game and the oracle about the pending decision. Raises `Broken` if they disagree."""
    about = ABOUT.get(game.prompt.kind)
    if about is not None:
        about(game, record, draw)


def ask_at_once(game: Game, record: OracleRecord, draw: Draw) -> None:
    """Ask about the pending decision if it is rare and has few answers."""
    if game.prompt.kind in AT_ONCE:
        ask(game, record, draw)


def _check_same(what: str, answer: object, found: object) -> None:
    must(answer == found, "oracle", f"{what}: {answer}; the oracle finds {found}")


def _ask_legal(game: Game, order: Order, *, legal: bool) -> None:
    refusal = game.explain(order)
    if refusal is None:
        must(legal, "oracle", f"{order} is accepted, which the oracle refuses")
    else:
        must(not legal, "oracle", f"{order} is refused, {refusal}; the oracle accepts it")


# -- movement


def _ask_movement(game: Game, record: OracleRecord, draw: Draw) -> None:
    position, battle, state = record.position, record.battle, game.state
    may_end = movement.may_end(battle, position)
    if may_end is not None:
        _ask_legal(game, Done(), legal=may_end)
    own = [i for i, unit in enumerate(state.units) if unit.side == game.side]
    _ask_unit(game, record, draw.pick(own), draw)
    off_map = [i for i in own if state.location[i] < 0]
    if off_map and not draw.below(3):
        _ask_unit(game, record, draw.pick(off_map), draw)
    if isinstance(battle, OracleRemagen) and not draw.below(4):
        _bridge_sites(game, record, battle)


def _ask_unit(game: Game, record: OracleRecord, i: int, draw: Draw) -> None:
    """Compare where a unit can go and where it cannot."""
    position, battle, unit = record.position, record.battle, game.state.units[i].id
    number = game.scenario.board.number
    found = movement.ways(battle, position, unit)
    if found is None:
        return
    answer = queries.reach(game, i)
    limit = battle.allowance(position, unit)
    left = {number(h): points for h, points in answer.left.items()}
    here = position.where(unit)
    if here is None and not battle.due(position, unit):
        _check_same(f"hexes where {unit} enters", left, {})
        return
    _check_same(f"hexes that {unit} can reach", left, {h: limit - found.cost[h] for h in found.stops})
    through = {number(h) for h in answer.through} - {here}
    _check_same(f"hexes that {unit} passes through", through, found.cost.keys() - found.stops - {here})
    if here is None:
        landings = battle.landings(position, unit) if battle.lands(position, unit) else set()
        _check_same(f"hexes where {unit} lands", {number(h) for h in answer.landings}, landings)
        return
    terrain = list(position.sheet.terrain)
    for h in [draw.pick(terrain) for _ in range(TRIES)] + [draw.pick(sorted(found.cost) or terrain)]:
        _ask_legal(game, Move(unit, (h,)), legal=h in found.stops and unit not in position.moved)
    leaves = movement.exits(battle, position, unit) if unit not in position.moved else {}
    for edge in COMPASS:
        _ask_legal(game, Exit(unit, (), edge), legal=edge in leaves)


def _bridge_sites(game: Game, record: OracleRecord, battle: OracleRemagen) -> None:
    sheet, position = record.position.sheet, record.position
    found = {
        LayBridge(h, west, east)
        for h, kind in sheet.terrain.items()
        if kind == "river"
        for west in sheet.near[h]
        for east in sheet.near[h]
        if battle.may_lay(position, h, west, east)
    }
    _check_same("hexes for a float bridge", set(queries.extra_orders(game)), found)


# -- combat


def _ask_combat(game: Game, record: OracleRecord, draw: Draw) -> None:
    contact = Contact(record.battle, record.position)
    try:
        phase = obligations.OraclePhase(contact)
        _ask_legal(game, Done(), legal=phase.may_end())
    except TooMany:
        phase = None
    tried = list(islice(_ask_combats(contact), MAX_COMBATS * 10))
    if len(tried) > MAX_COMBATS:
        tried = [draw.pick(tried) for _ in range(SAMPLED_COMBATS)]
    tried += [_random_combat(contact, draw) for _ in range(TRIES)]
    for named, defenders, support in tried:
        fight = contact.fight(named, defenders, support)
        order = Attack(tuple(named), tuple(defenders), (), support)
        if fight is None:
            _ask_legal(game, order, legal=False)
        elif phase is not None:
            try:
                allowed = phase.may_declare(fight)
            except TooMany:
                continue
            _ask_legal(game, order, legal=allowed)


Named = tuple[Sequence[str], Sequence[str], int]
"""The attackers, including barraging artillery; the defenders; the Ground Support Points."""


def _ask_combats(contact: Contact) -> Iterator[Named]:
    """Yield the combats of units next to enemies, with at most one distant gun, and all Ground Support or none."""
    near = [unit for unit in contact.ready if contact.touches[unit]]
    touched = [e for e in contact.fresh if any(e in contact.touches[unit] for unit in near)]
    for defenders in subsets(touched):
        if not defenders:
            continue
        able = [unit for unit in near if set(defenders).issubset(contact.touches[unit])]
        support = contact.battle.support(contact.position, contact.position.side, defenders)
        for attackers in subsets(able):
            for guns in ((), *((gun,) for gun in contact.guns if contact.reaches(gun, defenders))):
                for points in {0, support}:
                    yield (*attackers, *guns), defenders, points


def _random_combat(contact: Contact, draw: Draw) -> Named:
    """Return a combat of units that may not be next to each other."""
    position = contact.position
    own, enemies = position.on_map(position.side), position.on_map(1 - position.side)
    first = draw.pick(enemies) if enemies else ""
    near = [unit for unit in contact.own if first in contact.touches[unit]]
    named = [unit for unit in near if draw.below(4)] + [unit for unit in own if not draw.below(12)]
    defenders = [first] if enemies else []
    defenders += [e for e in enemies if e != first and any(e in contact.touches[u] for u in near) and not draw.below(3)]
    return list(dict.fromkeys(named)), defenders, draw.below(3) if not draw.below(3) else 0


def _ask_fpf(game: Game, record: OracleRecord, draw: Draw) -> None:
    position, battle = record.position, record.battle
    fight = position.under_way
    side = 1 - fight.side
    guns = [unit for unit in position.on_map(side) if position.counters[unit].is_gun]
    most = battle.support(position, side, fight.defenders)
    tries: list[tuple[tuple[str, ...], int]] = [((), 0), ((), most), ((), most + 1), *(((gun,), 0) for gun in guns)]
    tries += [(tuple(gun for gun in guns if draw.below(2)), draw.below(most + 1)) for _ in range(TRIES)]
    for fire, points in tries:
        _ask_legal(game, Fpf(fire, points), legal=may_answer(battle, position, fire, points))


# -- after the die


def _ask_retreat(game: Game, record: OracleRecord, draw: Draw) -> None:
    fight, units = record.position.under_way, game.prompt.units
    if fight.interrupted:
        return
    names = game.state.ids(units)
    owing = {unit for unit in fight.owing if record.position.counters[unit].side == game.side}
    _check_same("units that retreat", set(names), owing)
    retreats = OracleRetreats(record.battle, record.stand, game.side)
    for i, unit in zip(units, names, strict=True):
        answer = queries.retreats(game, i)
        paths = {game.state.numbers(path) for path in answer.paths}
        try:
            found = retreats.choices(unit, fight.owing[unit])
        except TooMany:
            return
        _check_same(f"retreat paths of {unit}", (paths, answer.lost), ({*found.paths}, found.lost))


def _ask_displace(game: Game, record: OracleRecord, draw: Draw) -> None:
    fight = record.position.under_way
    if fight.interrupted:
        return
    retreats = OracleRetreats(record.battle, record.stand, game.side)
    try:
        if record.retreating is not None:
            unit, path = record.retreating
        else:  # the last unit has only one path, so its owner had no choice
            (unit,) = [unit for unit in fight.owing if record.position.counters[unit].side == game.side]
            (path,) = retreats.choices(unit, fight.owing[unit]).paths
        found = retreats.ordered(unit, path, record.given)
    except TooMany:
        return
    answer = {game.state.number(h) for h in queries.displacements(game)}
    _check_same(
        f"displaced by {unit}",
        (game.state.ids(game.prompt.units), answer),
        ((found.unit,), {*found.hexes}),
    )


def _ask_advance(game: Game, record: OracleRecord, draw: Draw) -> None:
    if record.position.under_way.interrupted:
        return
    ways = {
        unit: found
        for unit in record.open
        if record.position.where(unit) is not None and (found := retreat.advances(record.battle, record.position, unit))
    }
    answer = {
        game.state.units[i].id: {game.state.number(h) for h in queries.advances(game, i)} for i in game.prompt.units
    }
    _check_same("units that advance, and their hexes", answer, ways)


# -- before the game


def _ask_setup(game: Game, record: OracleRecord, draw: Draw) -> None:
    left = queries.to_set_up(game)
    if not left:
        return
    i = draw.pick(left)
    group = game.scenario.setup_of[i]
    position, unit = record.position, game.state.units[i].id
    numbers, held = game.scenario.board.grid.numbers, {*record.position.at.values()}
    allowed = {numbers[h] for h in group.hexes}
    for h in [draw.pick(sorted(allowed)) for _ in range(TRIES)] + [draw.pick(list(position.sheet.terrain))]:
        _ask_legal(game, Deploy(unit, h), legal=h in allowed and h not in held and _could_stand(record, unit, h))


def _could_stand(record: OracleRecord, unit: str, h: str) -> bool:
    """Return True if a unit could ever be in a hex: on foot wherever units may, a vehicle if it can enter (5.24)."""
    position = record.position
    entered = any(position.step(unit, n, h) is not None for n in position.sheet.near[h])
    return entered if not position.counters[unit].is_vehicle else entered or h in position.sheet.leaving


def _ask_notes(game: Game, record: OracleRecord, draw: Draw) -> None:
    battle, position = record.battle, record.position
    assert isinstance(battle, OracleArnhem)
    division = draw.pick(battle.divisions)
    others = [
        noted.partition(" ")[0]
        for other in battle.divisions
        if other != division and (noted := position.facts.get(f"noted {other}"))
    ]
    hexes = battle.zone_hexes(position, others)
    for h in (draw.pick(list(position.sheet.terrain)) for _ in range(TRIES)):
        _ask_legal(game, Note(division, h), legal=h in hexes)


ABOUT: Mapping[str, Callable[[Game, OracleRecord, Draw], None]] = {
    "notes": _ask_notes,
    "set-up": _ask_setup,
    "movement": _ask_movement,
    "combat": _ask_combat,
    "fpf": _ask_fpf,
    "retreat": _ask_retreat,
    "displace": _ask_displace,
    "advance": _ask_advance,
}
"""Functions by kind of decision."""
AT_ONCE = ("fpf", "retreat", "displace", "advance")
