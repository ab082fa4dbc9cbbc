"""The price of ending a phase now: obligations to fight, cut lines, gaps in the front, points."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, IllegalOrder
from westwall_tui.engine.planning.ahead import imagined
from westwall_tui.engine.planning.attack import strongest, under_fire
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import movement, obligations
from westwall_tui.engine.rules.answers import Concern
from westwall_tui.engine.rules.artillery import in_range
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.rules.obligations import Contacts, Outstanding
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat
from westwall_tui.engine.words import capital, listed, signed

MOST_NAMED = 6
"""Maximum number of units that a concern names; more are counted."""
REASONS = 2
"""Maximum number of reasons for cut lines that are listed separately."""


class Matchup(Record):
    """A unit that must attack, and one enemy in contact with it. Only `fired` includes FPF."""

    unit: int
    enemy: int
    alone: Odds
    """The odds if the unit attacks that enemy alone."""
    best: Odds
    """The odds if all adjacent units, artillery in range and Ground Support join, within limits."""
    partners: tuple[int, ...]
    """The other units in the best attack, including artillery that barrages."""
    support: int
    """Ground Support Points in the best attack."""
    fired: Odds
    """The odds of the best attack after all possible FPF (8.4)."""


class Clash(Record):
    """A connected group of units of both sides that would have to fight (7.1)."""

    text: str
    """A short sentence."""
    attackers: tuple[int, ...]
    """Units that must attack; empty if the obligation can only be met by barrage."""
    enemies: tuple[int, ...]
    """Enemies that must be attacked."""
    matchups: tuple[Matchup, ...]
    """Each attacker with each of its enemies, by attacker."""
    hexes: tuple[int, ...]
    """The hexes of all these units."""


class Price(Record):
    """The cost of ending a phase now."""

    refusal: IllegalOrder | None
    """The refusal if the phase may not end; otherwise None."""
    clashes: tuple[Clash, ...]
    """The groups that will have to fight in the Combat Phase, or still have to in this one."""
    concerns: tuple[Concern, ...]
    """All other drawbacks for the side if the phase ends now."""


def price_of_ending(game: Game) -> Price:
    """Return the price of ending the phasing side's Movement or Combat Phase now; empty at other times.

    The price includes that of the front while a Combat Phase is still to come. If none is, the side names its front
    next, in a decision that can be undone.
    """
    if game.state.phase not in (Phase.MOVEMENT, Phase.COMBAT) or game.prompt.kind not in ("movement", "combat"):
        return Price(None, (), ())
    combat = imagined(game) if game.rules.fights(game.state) else None
    concerns = [*_concerns(game)]
    if game.state.phase is Phase.MOVEMENT and combat is not None and obligations.attackable(combat.state):
        concerns += _gaps(game)
    return Price(game.explain(Done()), tuple(_clashes(combat) if combat else ()), tuple(concerns))


# -- fights


def _clashes(game: Game) -> Iterator[Clash]:
    state = game.state
    found = obligations.contacts(state)
    left = obligations.outstanding(state, found)
    seen: set[int] = set()
    for start in (*left.attackers, *left.enemies):
        if start in seen:
            continue
        group = _joined(found, start)
        seen |= group
        yield _clash(game, found, left, group)


def _joined(found: Contacts, start: int) -> set[int]:
    """Return all units connected with a unit by contact."""
    group, todo = {start}, [start]
    for unit in todo:
        for other in (*found.touched.get(unit, ()), *found.attackers.get(unit, ())):
            if other not in group:
                group.add(other)
                todo.append(other)
    return group


def _clash(game: Game, found: Contacts, left: Outstanding, group: set[int]) -> Clash:
    state = game.state
    attackers = tuple(unit for unit in left.attackers if unit in group)
    enemies = tuple(enemy for enemy in left.enemies if enemy in group)
    matchups = tuple(_matchup(game, found, unit, enemy) for unit in attackers for enemy in found.touched[unit])
    if matchups:
        faced = enemies or tuple(dict.fromkeys(m.enemy for m in matchups))
        most, alone = max(matchups, key=lambda m: m.best.differential), min(m.alone.differential for m in matchups)
        best, fired = most.best.differential, most.fired.differential
        after = f" ({signed(fired)} after all FPF)" if fired != best else ""
        odds = f"{signed(best)}{after}"
        if len(attackers) > 1 or alone != best:
            odds = f"{signed(best)} at best{after}, {signed(alone)} alone"
        text = f"{_names(game, attackers)} must attack {_names(game, faced)}: {odds}"
    else:
        text = f"{_names(game, enemies)} must be attacked, and only artillery can"
    hexes = tuple(dict.fromkeys(state.location[unit] for unit in sorted(group)))
    return Clash(text, attackers, enemies, matchups, hexes)


def _matchup(game: Game, found: Contacts, unit: int, enemy: int) -> Matchup:
    state, rules = game.state, game.rules
    guns = [gun for gun in found.guns if in_range(state, gun, enemy)]
    near = [
        other for other in found.attackers[enemy] if other == unit or not rules.river_assaults.assaults(state, other)
    ]
    most = strongest(state, enemy, near, guns)
    partners = tuple(other for other in (*most.attackers, *most.barrage) if other != unit)
    alone, fired = Combat(state.side, (unit,), (), (enemy,), 0), fight.odds(state, under_fire(game, most))
    return Matchup(unit, enemy, fight.odds(state, alone), fight.odds(state, most), partners, most.support, fired)


def _names(game: Game, units: Sequence[int], most: int = 99) -> str:
    return listed(game.state.names(units), most)


# -- other concerns


def _concerns(game: Game) -> Iterator[Concern]:
    state, rules = game.state, game.rules
    if state.phase is Phase.MOVEMENT:
        yield from _waiting(game)
    yield from _cut_off(game)
    yield from rules.concerns(state)


def _cut_off(game: Game) -> Iterator[Concern]:
    """Yield the units without a Line of Communication, grouped by reason, or all together if that is shorter."""
    state = game.state
    why = {s.unit: s.why for s in game.rules.supplies(state) if not s.line and state.units[s.unit].side == state.side}
    reasons = list(dict.fromkeys(why.values()))
    groups = [[unit for unit in why if why[unit] == reason] for reason in reasons]
    if len(groups) > REASONS:
        reasons, groups = [""], [list(why)]
    for reason, units in zip(reasons, groups, strict=True):
        have = "has" if len(units) == 1 else "have"
        text = f"{_names(game, units, MOST_NAMED)} {have} no Line of Communication" + (f": {reason}" if reason else "")
        hexes = tuple(dict.fromkeys(state.location[unit] for unit in units))
        yield Concern(text, tuple(units), hexes, len(units) * game.rules.no_line_points)


def _waiting(game: Game) -> Iterator[Concern]:
    """Yield due reinforcements that have not entered (4.1)."""
    state, rules = game.state, game.rules
    ground = movement.field(state, state.side)
    entering: dict[int, tuple[int, ...]] = {}
    landing: dict[int, tuple[int, ...]] = {}
    for unit in state.rules.arriving(state, state.side):
        if rules.landings.lands(state, unit):
            hexes = rules.landings.hexes(state, unit)
            if hexes:
                landing[unit] = hexes
            continue
        way = movement.reach(state, unit, ground)
        if any(c != movement.FAR and movement.may_stop(ground, state, unit, h) for h, c in enumerate(way.cost)):
            entering[unit] = rules.entry_hexes(state, unit)
    for units, verb in ((entering, "enter"), (landing, "land")):
        if units:
            where = tuple(dict.fromkeys(h for hexes in units.values() for h in hexes))
            left = rules.landings.left(state) if units is landing else None
            fewer = left is not None and left < len(units)  # the player has not yet chosen which of them come
            who = f"{left} of {len(units)} units" if fewer else _names(game, tuple(units), MOST_NAMED)
            yield Concern(f"{who} could still {verb}", tuple(units), where)


def _gaps(game: Game) -> Iterator[Concern]:
    """Yield a concern about gaps in the front that the side must hold, and about its units beyond that front."""
    state, rules = game.state, game.rules
    front = rules.front.propose(state) if rules.front.side == state.side else None
    if front is None or not (front.gaps or front.lost):
        return
    occupants = state.occupants()
    lost = tuple(occupants[h] for h in front.lost)
    told = []
    if front.gaps:
        told.append(f"gaps in the front at {', '.join(state.numbers(front.gaps))}")
    if lost:
        told.append(f"{_names(game, lost)} beyond the front and eliminated")
    text = "; ".join(told)
    yield Concern(f"{capital(text)}: {front.cost} points", lost, (*front.gaps, *front.lost), front.cost)
