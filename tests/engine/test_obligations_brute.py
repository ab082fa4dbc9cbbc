"""The check of mandatory attacks against an exhaustive search (7.1, 7.2, 8.31, 14.0, and the rulings on them).

The engine answers from a theorem about stars and matchings (`rules/obligations.py`). Here the question is put to every
way in which the Combat Phase can go on. The board stands still: results may free or strand units, but nobody can count
on them when he declares a combat.

What is taken to be true of a position:

- An own unit that has neither fought nor advanced, nor is artillery that was displaced, is *obliged* while it is
  next to an enemy that has neither been attacked nor advanced. "Next to" never means across an unbridged river.
- An enemy that has neither been attacked nor advanced is *obliged* (to be attacked) while it is next to an own unit
  that has not advanced, whether or not that unit has fought.
- A *combat* is a set of defenders, of attackers that each touch all of them, and of artillery that touches no enemy
  (advanced ones apart) and reaches one of them; Ground Support may stand in for attackers. Without attackers there is
  one defender. Nobody fights twice.
- A unit's obligation is met when it is in a combat; an enemy's when it is in a combat with at least one unit: Ground
  Support alone uses up its one combat without meeting it.
- The phase *goes well* when as few obligations as possible stay unmet. Usually that is none; those that cannot be met
  have lapsed.

Then a combat may be declared when and only when the phase can afterwards still go as well as before it, and the
phase may end when and only when it could not go better by going on.

Bastogne's limit (14.0: no more points of artillery and Ground Support in a combat than of ground units) is one more
condition on combats, and the obligations above are those of ground units and of enemies next to an own ground unit;
artillery that touches an enemy is asked second, gun by gun. It is *placeable* when some combat of it and ground units
keeps the limit and lets the phase go as well for all others. Then:

- a combat may not leave out a gun that would fit in: that touches all its defenders and keeps the limit with its
  ground units and the other guns that touch the enemy (voluntary barrage and Ground Support must make room), unless
  the gun is still placeable afterwards;
- nor may a combat without any gun that touches the enemy strand one that was placeable before it;
- the phase may not end while a gun is placeable.

A gun is not asked about jointly with others: among equals the player chooses.

A limit on the number of guns in a combat (11.3 of Hurtgen Forest: two, for the German who attacks here) is a condition
on combats too. Everybody is obliged as without a limit, but a gun is *released* that a combat leaves without an
enemy while as many guns that touch the enemy as may be are in it.
"""

from dataclasses import dataclass, field
from itertools import chain, combinations

import pytest

from tests.engine.small_boards import SERIAL, chance, position, random_board, random_unit, scatter
from tests.long import sample
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Attack, Done
from westwall_tui.engine.sampling import Draw
from westwall_tui.engine.state import changed
from westwall_tui.engine.terrain import Hexside

pytestmark = pytest.mark.slow

POSITIONS = sample(400, 100)
"""Random positions for each set of rules."""


def subsets(items):
    """All subsets."""
    items = list(items)
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


@dataclass(frozen=True)
class Combat:
    """A combat by the local rules."""

    attackers: tuple[int, ...]
    barrage: tuple[int, ...]
    defenders: tuple[int, ...]
    support: int

    @property
    def used(self):
        """Own units that fight."""
        return frozenset(self.attackers + self.barrage)


@dataclass
class Oracle:
    """The exhaustive search. It reads the position, and nothing else of the engine."""

    game: Game
    limited: bool
    most: int
    """Guns in a combat."""
    memo: dict[tuple[frozenset[int], frozenset[int]], int] = field(default_factory=dict)

    def __post_init__(self):
        state = self.game.state
        board = state.scenario.board
        units = range(len(state.units))
        touch = {
            (a, b): state.location[b] in board.grid.neighbours[state.location[a]]
            and board.hexside(state.location[a], state.location[b]) & (Hexside.RIVER | Hexside.BRIDGE) != Hexside.RIVER
            for a in units
            for b in units
        }
        strengths = [unit.strength for unit in state.units]
        here = [u for u in units if state.advanced[u] != SERIAL]
        own = [u for u in here if state.units[u].side == 0]
        enemies = [u for u in here if state.units[u].side == 1]
        self.is_gun = [unit.is_artillery for unit in state.units]
        self.strength = [s.barrage or s.attack for s in strengths]
        self.touches = {u: frozenset(e for e in enemies if touch[u, e]) for u in own}
        self.reaches = {
            u: frozenset(
                e for e in enemies if board.grid.distance(state.location[u], state.location[e]) <= strengths[u].range
            )
            for u in own
        }
        self.support = state.support[0]
        self.used = frozenset(
            u for u in own if state.attacked[u] == SERIAL or (self.is_gun[u] and state.displaced[u] == SERIAL)
        )
        self.fought = frozenset(e for e in enemies if state.defended[e] == SERIAL)
        self.ready = [u for u in own if u not in self.used]
        self.fresh = [e for e in enemies if e not in self.fought]
        # Who is obliged now; ground units and their enemies first where artillery is limited.
        strict = [u for u in self.ready if not (self.limited and self.is_gun[u])]
        self.must_attack = [u for u in strict if self.touches[u] - self.fought]
        self.must_be_attacked = [
            e for e in self.fresh if any(e in self.touches[u] and not (self.limited and self.is_gun[u]) for u in own)
        ]
        self.guns = [u for u in self.ready if self.limited and self.is_gun[u] and self.touches[u] - self.fought]

    def combats(self, used, fought):
        """Every combat by the local rules; one point of Ground Support stands for any number."""
        for defenders in subsets(e for e in self.fresh if e not in fought):
            if not defenders:
                continue
            ready = [u for u in self.ready if u not in used]
            near = [u for u in ready if self.touches[u].issuperset(defenders)]
            far = [u for u in ready if self.is_gun[u] and not self.touches[u] and self.reaches[u] & set(defenders)]
            for attackers in subsets(near):
                if not attackers and len(defenders) > 1:
                    continue
                for barrage in subsets(far):
                    for support in {0, min(1, self.support)}:
                        combat = Combat(attackers, barrage, defenders, support)
                        if (combat.used or support) and self.has_room(combat):
                            yield combat

    def has_room(self, combat):
        """14.0, or 11.3 of Hurtgen Forest."""
        if sum(self.is_gun[u] for u in combat.used) > self.most:
            return False
        ground = sum(self.strength[u] for u in combat.used if not self.is_gun[u])
        guns = sum(self.strength[u] for u in combat.used if self.is_gun[u])
        return not self.limited or guns + combat.support <= ground

    def cost(self, combat):
        """Obligations that a combat makes it impossible to meet by itself."""
        return 0 if combat.used else len(set(combat.defenders) & set(self.must_be_attacked))

    def unmet(self, used, fought):
        """Obligations left unmet if the phase goes on as well as it can."""
        key = (used, fought)
        if key not in self.memo:
            self.memo[key] = best = sum(u not in used for u in self.must_attack) + sum(
                e not in fought for e in self.must_be_attacked
            )
            if best:
                for combat in self.combats(used, fought):
                    best = min(best, self.after(combat, used, fought))
                    if not best:
                        break
            self.memo[key] = best
        return self.memo[key]

    def after(self, combat, used, fought):
        """Obligations left unmet at best if that combat is fought now."""
        gone = used | combat.used | self.released(combat, used, fought)
        return self.cost(combat) + self.unmet(gone, fought | {*combat.defenders})

    def released(self, combat, used, fought):
        """Guns that a combat leaves without an enemy, where it holds as many as may be that touch the enemy."""
        if sum(self.is_gun[u] for u in combat.attackers) < self.most:
            return frozenset()
        fresh = {u: self.touches[u] - fought for u in self.ready if self.is_gun[u] and u not in used}
        return frozenset(u for u, near in fresh.items() if near and near.issubset(combat.defenders)) - combat.used

    def placeable(self, gun, used, fought):
        """Whether a gun can be in a combat that lets the phase go as well as without it."""
        best = self.unmet(used, fought)
        return any(
            gun in combat.attackers
            and not combat.barrage
            and not combat.support
            and all(u == gun or not self.is_gun[u] for u in combat.attackers)
            and self.after(combat, used, fought) <= best
            for combat in self.combats(used, fought)
        )

    def may_declare(self, combat):
        """Whether the whole phase allows the combat."""
        best = self.unmet(self.used, self.fought)
        if self.after(combat, self.used, self.fought) > best:
            return False
        used, fought = self.used | combat.used, self.fought | {*combat.defenders}
        for gun in self.guns:
            if gun in combat.used:
                continue
            fuller = Combat((*combat.attackers, gun), (), combat.defenders, 0)
            fits = (
                self.touches[gun].issuperset(combat.defenders)
                and self.has_room(fuller)
                and self.after(fuller, self.used, self.fought) <= best
            )
            comrades = any(self.is_gun[u] for u in combat.attackers)
            asked = fits or (not comrades and self.placeable(gun, self.used, self.fought))
            if asked and not self.placeable(gun, used, fought):
                return False
        return True

    def may_end(self):
        """Whether the phase may end now."""
        left = len(self.must_attack) + len(self.must_be_attacked)
        return left == self.unmet(self.used, self.fought) and not any(
            self.placeable(gun, self.used, self.fought) for gun in self.guns
        )


def random_position(number, rules):
    """A Combat Phase under way: two to four units a side, close together, some across rivers, some done already."""
    draw = Draw(number)
    board = random_board(draw, 3 + draw.below(2), 3, river=draw.pick((0, 10, 30)), bridge=40)
    counts = 2 + draw.below(3), 2 + draw.below(3)
    guns = draw.pick((15, 40, 60)) if rules != "hurtgen" else draw.pick((60, 80, 95))
    units = tuple(
        random_unit(draw, side, f"{'GA'[side]}{n}", guns) for side in (0, 1) for n in range(1, counts[side] + 1)
    )
    game = position(rules, board, units, scatter(draw, board, len(units)), support=draw.pick((0, 0, 2)))
    state = game.state
    done = draw.pick((0, 0, 10, 30))
    for unit in units:
        u = state.scenario.by_id[unit.id.lower()]
        if chance(draw, done):
            if unit.side == 0:
                state.attacked = changed(state.attacked, SERIAL, u)
            else:
                state.defended = changed(state.defended, SERIAL, u)
        if chance(draw, done // 3):
            if draw.below(2):
                state.displaced = changed(state.displaced, SERIAL, u)
            else:
                state.advanced = changed(state.advanced, SERIAL, u)
    return game


@pytest.mark.parametrize("start", range(0, POSITIONS, 50))
@pytest.mark.parametrize("rules", ["standard", "bastogne", "hurtgen"])
def test_7_11_7_12_declarations_agree_with_exhaustive_search(rules, start):
    for number in range(start, start + 50):
        game = random_position(number, rules)
        oracle = Oracle(game, limited=rules == "bastogne", most=2 if rules == "hurtgen" else 99)
        ids = game.state.ids
        any_legal = False
        for combat in oracle.combats(oracle.used, oracle.fought):
            order = Attack(ids(combat.attackers), ids(combat.defenders), ids(combat.barrage), combat.support)
            refusal = game.explain(order)
            any_legal = any_legal or refusal is None
            wanted = oracle.may_declare(combat)
            assert (refusal is None) == wanted, (number, str(order), refusal)
            assert refusal is None or refusal.case in ("7.11", "7.12", "8.31"), (number, str(order), refusal)
        refusal = game.explain(Done())
        assert (refusal is None) == oracle.may_end(), (number, refusal)
        assert any_legal or refusal is None, f"{number}: the phase can neither go on nor end"


@pytest.mark.parametrize("rules", ["standard", "bastogne", "hurtgen"])
def test_attacks_that_break_local_rules_are_refused(rules):
    """Whatever the search does not know as a combat, the engine refuses too."""
    for number in range(sample(POSITIONS, POSITIONS // 2)):
        game = random_position(number, rules)
        oracle = Oracle(game, limited=rules == "bastogne", most=2 if rules == "hurtgen" else 99)
        known = {
            (frozenset(c.used), frozenset(c.defenders), c.support) for c in oracle.combats(oracle.used, oracle.fought)
        }
        draw, ids = Draw(number), game.state.ids
        sides = [[u for u, unit in enumerate(game.state.units) if unit.side == side] for side in (0, 1)]
        before = game.digest()
        for _ in range(20):
            attackers, defenders = (tuple(u for u in side if chance(draw, 40)) for side in sides)
            points = draw.below(2)
            order = Attack(ids(attackers), ids(defenders), (), points)
            if (frozenset(attackers), frozenset(defenders), points) not in known and defenders:
                assert game.explain(order) is not None, (number, str(order))
        assert game.digest() == before
