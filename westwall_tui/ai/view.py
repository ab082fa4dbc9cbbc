"""A plan being weighed: where a side's units would stand, and what that is worth, kept up to date move by move.

    value = places + combats to come - dangers + goals

Each part is remembered by what it depends on, since a search asks for the same ones again and again. All are in
Victory Points.
"""

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combat import DRIVEN_OFF, DRIVEN_OFF_WORTH, Combats, PlannedCombat
from westwall_tui.ai.division import Division, OpenContacts
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.odds import MOST_ROOM, dice
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.loops import Position
from westwall_tui.engine.state import EXITED, RESERVE

# -- what the enemy could do to our units in his next turn


ATTACK_EXPECTED = 0.75
"""The part of the Strength in reach of a unit that is expected to attack it."""
GUNS_EXPECTED = 0.5
CROWD, CROWDED_PART = 3, 0.4
"""From more enemies than `CROWD` a unit may be closed in: so much of the danger counts with two hexes less room."""
MOST_ATTACKERS, MOST_GUN_POINTS = 4, 12


class Threat:
    """The danger from one enemy, who stands still while we move."""

    def __init__(
        self,
        position: Position,
        side: int,
        worth: Sequence[float],
        gain: Sequence[float],
        room: Callable[[int, int], int],
    ) -> None:
        """`side` is ours; `worth` is a unit's, `gain` that of taking a hex, `room` a unit's for retreat from a hex."""
        self.position, self.side, self.worth, self.gain, self.room = position, side, worth, gain, room
        foes, gun, attack = position.on_map(1 - side), position.gun, position.attack
        self.guns = [foe for foe in foes if gun[foe]]
        self.strongest = sorted((foe for foe in foes if not gun[foe]), key=lambda foe: (-attack[foe], foe))
        """His other units, the strongest first."""
        self.bits = {unit: 1 << i for i, unit in enumerate(self.strongest)}
        self.own_guns = [(gun, position.where[gun]) for gun in position.on_map(side) if position.gun[gun]]
        """Our artillery, with where it stood before we moved."""
        self._reach: list[int] | None = None
        self._fire: dict[int, float] = {}
        self._known: dict[tuple[int, int, int], float] = {}

    def to(self, unit: int, h: int) -> float:
        """What a unit of ours in a hex stands to lose, in Victory Points."""
        at, side = self.position.at, self.position.side
        free = 0
        for i, n in enumerate(self.position.land.zone[h]):
            if at[n] < 0 or side[at[n]] != self.side:
                free |= 1 << i
        key = (unit, h, free)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._expected_loss(unit, h, free)
        return found

    def _expected_loss(self, unit: int, h: int, free: int) -> float:
        """`free` are the hexes next to it, as bits, from which it can be attacked."""
        reached, position = self._enemy_reach(), self.position
        coming, sides = 0, 0
        for i, n in enumerate(position.land.zone[h]):
            if free >> i & 1 and reached[n]:
                coming |= reached[n]
                sides += 1
        if not coming:
            return 0.0
        strength, count = 0, 0
        for enemy in self.strongest:
            if coming & self.bits[enemy]:
                if count < min(sides, MOST_ATTACKERS):
                    strength += position.attack[enemy]
                count += 1
        row = position.land.distance(h)
        guns = sum(position.attack[g] for g in self.guns if row[position.where[g]] <= position.range[g] + 2)
        limit = position.limits[1 - self.side][True]
        cap = MOST_GUN_POINTS if limit.per_point is None else limit.points(strength)
        differential = (
            ATTACK_EXPECTED * strength
            + min(GUNS_EXPECTED * guns, cap)
            - position.defense[unit]
            - self._own_fire(unit, h)
        )
        relief = position.relief(unit, h)
        six = dice(position.land.line[h], round(differential), relief=relief)
        room = min(self.room(unit, h), MOST_ROOM)
        lost = float(six.lost[room])
        if count > CROWD:
            lost += CROWDED_PART * (six.lost[max(room - 2, relief)] - lost)
        worth = self.worth[unit]
        off = (six.moved - lost) * (DRIVEN_OFF + DRIVEN_OFF_WORTH * worth)
        return (lost * worth + off + six.won * self.gain[h]) / 6

    def _own_fire(self, unit: int, h: int) -> float:
        """Final Protective Fire that a unit of ours may count on in a hex."""
        found = self._fire.get(h)
        if found is None:
            position = self.position
            row = position.land.distance(h)
            guns = (position.fpf[gun] for gun, start in self.own_guns if row[start] <= position.range[gun])
            found = self._fire[h] = 0.5 * max(guns, default=0)
        return min(found, self.position.limits[self.side][False].points(self.position.defense[unit]))

    def _enemy_reach(self) -> list[int]:
        """By hex: the enemies who could be there after their next move, as bits."""
        if self._reach is None:
            position = self.position
            reached = [0] * position.land.size
            for enemy in self.strongest:
                bit, start = self.bits[enemy], position.where[enemy]
                reached[start] |= bit
                for h in position.reach_ahead(enemy):
                    reached[h] |= bit
            self._reach = reached
        return self._reach


# -- a plan being weighed


SIGHT = 5
"""Hexes within which a unit can change an enemy's room for retreat."""

Plan = tuple[tuple[int, int], ...]
"""Where each unit that may move would be."""


class Parts(NamedTuple):
    """A plan's value, part by part."""

    places: float
    fights: float
    dangers: float
    goals: float

    @property
    def total(self) -> float:
        """All together."""
        return self.places + self.fights - self.dangers + self.goals


class Saved(NamedTuple):
    """What `restore` needs to take a change back."""

    moved: tuple[tuple[int, int], ...]
    risks: tuple[tuple[int, float], ...]
    parts: Parts
    fights: tuple[PlannedCombat, ...]


class View:
    """One position that a side could reach in this phase, with its value; `change` makes it another."""

    def __init__(
        self, game: Game, goals: Goals, *, fear: float = 0.55, caution: float = 1.0, deep: bool = True
    ) -> None:
        """`fear` weighs what the enemy could do in his next turn, `caution` multiplies losses in own attacks.

        `deep`: whether the goals' costly part counts, which looks at the enemy's answer.
        """
        self.game, self.goals, self.fear, self.deep = game, goals, fear, deep
        self.side = goals.side
        self.position: Position = goals.position
        state = game.state
        self.own = state.scenario.of_side[self.side]
        self.foes = self.position.on_map(1 - self.side)
        self.combats = Combats(
            self.position,
            self.side,
            goals.worth,
            goals.gain,
            self.room,
            self.own_room,
            caution,
        )
        self.combats.bound = frozenset(queries.assaulting(game))
        self.division = Division(self.combats)
        self.threat = Threat(self.position, self.side, goals.worth, goals.gain, self.own_room)
        self.battle = queries.has_combat(game)
        self.support = self.position.support[self.side].left if self.battle else 0
        self.options: dict[int, tuple[int, ...]] = {}
        """By unit that may still move: the hexes where it could end the phase, its own included."""
        self.landing: list[int] = []
        """Those of them who would land."""
        self.home = list(self.position.where)
        self.fights: tuple[PlannedCombat, ...] = ()
        self.noise: dict[tuple[int, int], float] = {}
        """What a level misjudges, by unit and hex."""
        self.corrections: dict[tuple[int, int], float] = {}
        """By unit and hex: points by which a judge has found the danger there overrated."""
        self._rooms: dict[int, int] = {}
        self._own_rooms: dict[tuple[int, int], int] = {}
        self._near: dict[int, list[int]] = {}
        self._places: dict[tuple[int, int], float] = {}
        self._in_sight: dict[int, list[int]] = {}
        self._risk = [0.0] * len(state.units)
        self.parts = Parts(0.0, 0.0, 0.0, 0.0)
        self.recount()

    # -- what the search asks of a hex

    def room(self, enemy: int) -> int:
        """Hexes that an enemy can retreat as our units stand now."""
        found = self._rooms.get(enemy)
        if found is None:
            found = self._rooms[enemy] = self.position.room(enemy, self.position.where[enemy])
        return found

    def own_room(self, unit: int, h: int) -> int:
        """Hexes that a unit of ours can retreat from a hex; the same all phase, since enemies stand still."""
        key = (unit, h)
        found = self._own_rooms.get(key)
        if found is None:
            found = self._own_rooms[key] = self.position.room(unit, h)
        return found

    def near(self, h: int) -> list[int]:
        """The enemies that an own unit in a hex would attack."""
        found = self._near.get(h)
        if found is None:
            found = self._near[h] = self.position.touched(self.side, h)
        return found

    def place(self, unit: int, h: int) -> float:
        """What it is worth to have a unit in a hex, whatever else happens."""
        key = (unit, h)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self.goals.place(unit, h) + self.noise.get(key, 0.0)
        return found

    def misjudge(self, noise: dict[tuple[int, int], float]) -> None:
        """Add errors to the worth of places, by unit and hex."""
        self.noise = noise
        self._places.clear()
        self.recount()

    def remember(self, places: dict[tuple[int, int], float]) -> None:
        """Share the worth of places with other views that have the same goals."""
        self._places = places

    def danger(self, unit: int, h: int) -> float:
        """What a unit in a hex stands to lose on the enemy's next turn; 0 where that is not feared at all."""
        return self.threat.to(unit, h) if self.fear else 0.0

    # -- the value of where all stand

    def recount(self) -> None:
        """Count everything from where the units stand."""
        where = self.position.where
        for unit in self.own:
            self._risk[unit] = self.danger(unit, where[unit]) if where[unit] >= 0 else 0.0
        self._rooms.clear()
        places = fsum([self.place(unit, where[unit]) for unit in self.own if self._counts(unit)])
        places += fsum([points for (unit, h), points in self.corrections.items() if where[unit] == h])
        fights = self._fight()
        dangers = self.fear * fsum([self._risk[unit] for unit in self.own])
        self.parts = Parts(places, fights, dangers, self.goals.total(self))
        self._add_costly()

    def plan(self) -> Plan:
        """Where the units that may move are now."""
        where = self.position.where
        return tuple([(unit, where[unit]) for unit in self.options])

    def show(self, plan: Plan) -> None:
        """Put the units that may move where a plan has them."""
        changes = [(unit, h) for unit, h in plan if self.position.where[unit] != h]
        if changes:
            self.change(changes)

    def _counts(self, unit: int) -> bool:
        """True if a unit is on the map, or may enter or leave it in this phase."""
        return self.position.where[unit] >= 0 or unit in self.options or self.home[unit] >= 0

    def change(self, changes: Sequence[tuple[int, int]], floor: float = -1e18) -> Saved:
        """Put units elsewhere; keep the result for `restore`.

        The goals' costly part is left out where the value is at most `floor` without it: it only lowers the value.
        """
        position = self.position
        where, at, side = position.where, position.at, position.side
        before = tuple([(unit, where[unit]) for unit, _ in changes])
        places, stirred, fighting, corrections = self.parts.places, [], False, self.corrections
        for unit, old in before:
            places -= self.place(unit, old) + corrections.get((unit, old), 0.0)
            if old >= 0:
                position.move(unit, RESERVE)
                stirred.append(old)
        for unit, h in changes:
            places += self.place(unit, h) + corrections.get((unit, h), 0.0)
            if h >= 0:
                position.move(unit, h)
                stirred.append(h)
            else:
                position.where[unit] = h
        risky = [unit for unit, _ in changes]
        for h in stirred:
            if self.near(h):
                fighting = True
            for foe in self.in_sight(h):
                self._rooms.pop(foe, None)
                fighting = True
            for n in position.land.zone[h]:
                friend = at[n]
                if friend >= 0 and side[friend] == self.side and friend not in risky:
                    risky.append(friend)
        risks, dangers = [], self.parts.dangers
        for unit in risky:
            old_risk = self._risk[unit]
            risk = self.danger(unit, where[unit]) if where[unit] >= 0 else 0.0
            if risk != old_risk:
                risks.append((unit, old_risk))
                self._risk[unit] = risk
                dangers += self.fear * (risk - old_risk)
        saved = Saved(before, tuple(risks), self.parts, self.fights)
        if not fighting:
            fighting = any(position.gun[unit] for unit, _ in changes)
        fights = self._fight() if fighting else self.parts.fights
        self.parts = Parts(places, fights, dangers, self.goals.total(self))
        if self.parts.total > floor:
            self._add_costly()
        return saved

    def _add_costly(self) -> None:
        costly = self.goals.costly(self) if self.deep else 0.0
        if costly:
            self.parts = self.parts._replace(goals=self.parts.goals + costly)

    def restore(self, saved: Saved) -> None:
        """Take a change back."""
        position = self.position
        for unit, _ in saved.moved:
            h = position.where[unit]
            if h >= 0:
                position.move(unit, RESERVE)
                for foe in self.in_sight(h):
                    self._rooms.pop(foe, None)
        for unit, h in saved.moved:
            if h >= 0:
                position.move(unit, h)
                for foe in self.in_sight(h):
                    self._rooms.pop(foe, None)
            else:
                position.where[unit] = h
        for unit, risk in saved.risks:
            self._risk[unit] = risk
        self.parts, self.fights = saved.parts, saved.fights

    def in_sight(self, h: int) -> list[int]:
        """The enemies whose room for retreat a unit in a hex may change."""
        found = self._in_sight.get(h)
        if found is None:
            row = self.position.land.distance(h)
            found = self._in_sight[h] = [foe for foe in self.foes if row[self.position.where[foe]] <= SIGHT]
        return found

    def forget(self) -> None:
        """Forget who touches whom, and all room for retreat; call it after moving units of the enemy."""
        self._near.clear()
        self._rooms.clear()
        self._own_rooms.clear()

    def _fight(self) -> float:
        """The value of the combats that the position leads to."""
        if not self.battle:
            self.fights = ()
            return 0.0
        contacts = self.contacts()
        if not contacts.touched:
            self.fights = ()
            return 0.0
        divided = self.division.best(contacts)
        self.fights = tuple(divided.fights)
        return divided.value

    def contacts(self) -> OpenContacts:
        """Who would fight whom if the phase ended here, and the artillery that may barrage."""
        where, gun = self.position.where, self.position.gun
        touched, guns = {}, []
        for unit in self.own:
            h = where[unit]
            if h >= 0:
                near = self.near(h)
                if near:
                    touched[unit] = near
                elif gun[unit] and not self.position.quiet[h]:
                    guns.append(unit)
        return OpenContacts(touched, self.foes, guns, self.support)

    def occupied(self, h: int) -> int:
        """The own unit in a hex, or -1."""
        unit = self.position.at[h] if h >= 0 else -1
        return unit if unit >= 0 and self.position.side[unit] == self.side else -1


def find_options(view: View) -> None:
    """Find where each unit of the side could go in this Movement Phase."""
    game, position = view.game, view.position
    helping = {view.goals.engineer} if view.combats.bound else set()
    movers = [unit for unit in queries.movers(game) if unit not in helping]
    moving = set(movers)
    for unit in movers:
        reach = queries.reach(game, unit)
        hexes = [h for h in sorted(reach.left) if h not in reach.shared]
        passing = sorted(h for h in reach.through if h != reach.start)
        hexes += [h for h in passing if h not in reach.halting and view.occupied(h) in moving]
        hexes += sorted(reach.landings)
        if reach.landings:
            view.landing.append(unit)
        if reach.start >= 0:
            hexes.append(reach.start)
            hexes += [EXITED[EDGES.index(edge)] for edge in queries.exits(game, reach)]
        elif queries.may_withhold(game, unit) or not hexes:
            hexes.append(position.where[unit])
        view.options[unit] = tuple(dict.fromkeys(hexes))
    view.recount()
