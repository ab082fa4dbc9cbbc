"""The price of ending a phase now: obligations to fight, cut lines, gaps in the front, points."""

from collections.abc import Iterator, Sequence

from westwall_tui.engine.combinatorics import subsets
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Done, IllegalOrder
from westwall_tui.engine.planning.ahead import imagined
from westwall_tui.engine.planning.attack import legal_attacks, under_fire
from westwall_tui.engine.records import Record
from westwall_tui.engine.rules import combat as fight
from westwall_tui.engine.rules import movement, obligations
from westwall_tui.engine.rules.answers import Concern
from westwall_tui.engine.rules.combat import Odds
from westwall_tui.engine.rules.obligations import Contacts, Duties, Outstanding
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import Combat, State
from westwall_tui.engine.words import capital, listed, signed

MOST_NAMED = 6
"""Maximum number of units that a concern names; more are counted."""
FEW = 3
"""Maximum number of differentials in a short line."""
REASONS = 2
"""Maximum number of reasons for cut lines that are listed separately."""


class BestAttack(Record):
    """A legal attack in the position as it stands, as strong as possible. Only `fired` includes FPF."""

    attackers: tuple[int, ...]
    """The adjacent units of the attack."""
    enemies: tuple[int, ...]
    """The enemies that it attacks together."""
    barrage: tuple[int, ...]
    """Artillery that joins from a distance."""
    support: int
    """Ground Support Points that join."""
    odds: Odds
    """The odds with all of these."""
    plain: Odds
    """The odds of the adjacent units without barrage and Ground Support."""
    fired: Odds
    """The odds after all possible FPF (8.4)."""


class Clash(Record):
    """A connected group of units of both sides that would have to fight (7.1)."""

    who: str
    """The names of the units that must fight, and of those that they must attack, as a clause."""
    chances: str
    """The differential of the best attack on each enemy; empty if only artillery can attack."""
    range: str
    """The same as `chances` without names, if these are many: the lowest and the highest differential."""
    attackers: tuple[int, ...]
    """Units that must attack; empty if the obligation can only be met by barrage."""
    enemies: tuple[int, ...]
    """Enemies that the units must attack."""
    attacks: tuple[BestAttack, ...]
    """For each unit and each enemy next to it: the best attack of both after which all others can still fight."""
    hexes: tuple[int, ...]
    """The hexes of all these units."""

    @property
    def text(self) -> str:
        """A short sentence."""
        return f"{self.who}: {self.chances}" if self.chances else self.who


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
    duties = Duties(state, found)
    left = duties.outstanding()
    seen: set[int] = set()
    for start in (*left.attackers, *left.enemies):
        if start in seen:
            continue
        group = _joined(found, start)
        seen |= group
        yield _clash(game, duties, left, group)


def _joined(found: Contacts, start: int) -> set[int]:
    """Return all units connected with a unit by contact."""
    group, todo = {start}, [start]
    for unit in todo:
        for other in (*found.touched.get(unit, ()), *found.attackers.get(unit, ())):
            if other not in group:
                group.add(other)
                todo.append(other)
    return group


def _clash(game: Game, duties: Duties, left: Outstanding, group: set[int]) -> Clash:
    state, touched = game.state, duties.found.touched
    attackers = tuple(unit for unit in left.attackers if unit in group)
    enemies = tuple(enemy for enemy in left.enemies if enemy in group)
    faced = enemies or tuple(dict.fromkeys(enemy for unit in attackers for enemy in touched[unit]))
    possible = _possible_attacks(state, duties, attackers)
    pairs = [(unit, enemy) for unit in attackers for enemy in touched[unit]]
    chosen = dict.fromkeys(combat for unit, enemy in pairs for combat in _best(state, possible, unit, enemy))
    attacks = tuple(_judged(game, combat) for combat in chosen)
    best = _best_on_each(faced, attacks)
    chances = _chances(game, best, len(possible))
    few = f"at best {_span(best)} against each" if len(best) > FEW and "each" not in chances else chances
    who = f"{_names(game, attackers)} must attack {_together(game, faced) if len(best) == 1 else _names(game, faced)}"
    if not attackers:
        who = f"{_names(game, enemies)} must be attacked, and only artillery can do it"
    hexes = tuple(dict.fromkeys(state.location[unit] for unit in sorted(group)))
    return Clash(who, chances, few, attackers, enemies, attacks, hexes)


def _possible_attacks(state: State, duties: Duties, attackers: Sequence[int]) -> list[Combat]:
    """Return the attacks by these units, as strong as possible, after which all others can still fight (7.11, 7.12)."""
    touched = duties.found.touched
    groups = {each for unit in attackers for each in subsets(touched[unit]) if each}
    return [combat for enemies in sorted(groups) for combat in legal_attacks(state, duties, enemies)]


def _best(state: State, possible: Sequence[Combat], unit: int, enemy: int) -> list[Combat]:
    """Return the attack of a unit on an enemy with the highest differential, if any; the fewest enemies if equal."""
    both = [each for each in possible if unit in each.attackers and enemy in each.defenders]
    both.sort(key=lambda each: (-fight.odds(state, each).differential, len(each.defenders), len(each.attackers)))
    return both[:1]


def _judged(game: Game, combat: Combat) -> BestAttack:
    state = game.state
    plain = fight.odds(state, combat._replace(barrage=(), support=0))
    fired = fight.odds(state, under_fire(game, combat))
    odds = fight.odds(state, combat)
    return BestAttack(combat.attackers, combat.defenders, combat.barrage, combat.support, odds, plain, fired)


def _best_on_each(enemies: Sequence[int], attacks: Sequence[BestAttack]) -> list[BestAttack]:
    """Return the best attack on each of the enemies; an attack on several of them appears once."""
    found = []
    for enemy in enemies:
        on = [each for each in attacks if enemy in each.enemies]
        found += sorted(on, key=lambda each: (-each.odds.differential, len(each.enemies)))[:1]
    return list(dict.fromkeys(found))


def _chances(game: Game, best: Sequence[BestAttack], choices: int) -> str:
    """Return the differentials of these attacks with the enemies of each.

    If there is only one attack, the enemies are left out, and its differential without optional help follows.
    """
    told = []
    for attack in best:
        most, fired = signed(attack.odds.differential), signed(attack.fired.differential)
        told.append((most, f" ({fired} after all FPF)" if fired != most else ""))
    if len(told) != 1:
        if len(set(told)) == 1 and all(len(attack.enemies) == 1 for attack in best):
            return f"at best {''.join(told[0])} against each"
        pairs = zip(told, best, strict=True)
        each = [f"{most} against {_together(game, attack.enemies)}{after}" for (most, after), attack in pairs]
        return f"at best {', '.join(each)}" if each else ""
    ((most, after),), (attack,) = told, best
    helps = (("barrage", attack.barrage), ("Ground Support", attack.support))
    helped = " or ".join(name for name, given in helps if given)
    without = f", {signed(attack.plain.differential)} without {helped}" if helped else ""
    return f"{most}{' at best' if helped or choices > 1 else ''}{after}{without}"


def _span(attacks: Sequence[BestAttack]) -> str:
    """Return the lowest and the highest differential of some attacks: `-2 to +3`."""
    low, *_, high = sorted(each.odds.differential for each in attacks)
    return f"{signed(low)} to {signed(high)}"


def _together(game: Game, enemies: Sequence[int]) -> str:
    """Return the enemies of one attack: `unit 3 and 1/506 together`."""
    return _names(game, enemies) + " together" * (len(enemies) > 1)


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
        told.append(f"there would be gaps in the front at {', '.join(state.numbers(front.gaps))}")
    if lost:
        told.append(f"{_names(game, lost)} would be beyond the front and eliminated")
    text = "; ".join(told)
    yield Concern(f"{capital(text)}: {front.cost} points", lost, (*front.gaps, *front.lost), front.cost)
