"""A plan being weighed: the places of a side's units and their worth, updated move by move.

value = places + combats to come - dangers + goals

Each part is cached by everything that it depends on, because a search needs the same parts again and again. All parts
are in Victory Points.
"""

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from westwall_tui.ai.combats.division import CombatMemory, Division, OpenContacts
from westwall_tui.ai.combats.rooms import Forgotten, Rooms
from westwall_tui.ai.combats.worth import FIRE_FORESEEN, Combats, PlannedCombat
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.value.threat import NO_DANGER, AttackSharing, Danger, Threat
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.loops import Position
from westwall_tui.engine.state import EXITED, RESERVE

FEAR = 0.55
"""The share of the danger from possible enemy attacks that counts."""

SCREENED = 0.5
"""The share of the danger to other units that a move is expected to cut at most."""

Plan = tuple[tuple[int, int], ...]
"""Pairs of a unit that may move, and its hex."""


class Parts(NamedTuple):
    """The parts of a plan's value."""

    places: float
    fights: float
    dangers: float
    goals: float

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return self.places + self.fights - self.dangers + self.goals


class Saved(NamedTuple):
    """The data with which `restore` undoes a change."""

    moved: tuple[tuple[int, int], ...]
    risks: tuple[tuple[int, Danger], ...]
    all_risks: list[Danger]
    rooms: Forgotten
    parts: Parts
    fights: tuple[PlannedCombat, ...]


class Memory:
    """Results that views with the same goals share."""

    def __init__(self) -> None:
        self.places: dict[tuple[int, int], float] = {}
        """The worth of each hex for a unit."""
        self.combats = CombatMemory({}, {})


class View:
    """One position that a side could reach in this phase, with its value. `change` turns it into another position."""

    def __init__(self, game: Game, goals: Goals, *, fear: float | None = None, deep: bool = True) -> None:
        """Take the present position.

        `fear` weighs the enemy's next turn; if left out, it is the battle's own. With `deep`, the goals' costly part
        counts, which considers the enemy's answer.
        """
        self.game, self.goals, self.deep = game, goals, deep
        foresight = goals.weight("foresight", 0)
        shared = goals.weight("attackers", 0) > 0
        own = goals.weight("shared fear", FEAR) if shared else FEAR
        self.fear = own * goals.weight("fear", 1.0) if fear is None else fear
        self.side = goals.side
        self.position: Position = goals.position
        state = game.state
        self.own = state.scenario.of_side[self.side]
        self.foes = self.position.on_map(1 - self.side)
        self.rooms = Rooms(self.position, self.side)
        self.combats = Combats(self.rooms, self.side, goals.worth, goals.gain, goals.weight("caution", 1.0))
        if foresight > 1:
            self.combats.shares = FIRE_FORESEEN
        else:
            self.combats.divides_fire = foresight > 0
        self.combats.bound = frozenset(queries.assaulting(game))
        self.division = Division(self.combats)
        attackers = int(goals.weight("attackers", 0)) if self.fear else 0
        sharing = AttackSharing(attackers, goals.weight("pressed", 0) > 0)
        room = self.rooms.of_own
        self.foresees = foresight > 0 and self.fear > 0
        """True if dangers depend on the enemy's true reach, which is found only for positions that are good enough."""
        self.threat = Threat(goals, room, sharing, foresees=self.foresees)
        self.battle = queries.has_combat(game)
        self.support = self.position.support[self.side].left if self.battle else 0
        self.options: dict[int, tuple[int, ...]] = {}
        """By unit that may still move, the hexes where it could end the phase, including its own."""
        self.landing: list[int] = []
        """The units of `options` that would land."""
        self.home = list(self.position.where)
        self.fights: tuple[PlannedCombat, ...] = ()
        self.noise: dict[tuple[int, int], float] = {}
        """The errors of a level, by unit and hex."""
        self.corrections: dict[tuple[int, int], float] = {}
        """By unit and hex, the points by which a judge found the danger there overestimated."""
        self._touched_foes: dict[Plan, tuple[int, ...]] = {}
        """By units in contact and their hexes, the enemies in contact."""
        self._divided: dict[tuple[object, ...], tuple[float, tuple[PlannedCombat, ...]]] = {}
        """By these, rooms and free guns: the worth of the combats, and the combats."""
        self._near: dict[int, list[int]] = {}
        self._places: dict[tuple[int, int], float] = {}
        self._risk = [NO_DANGER] * len(state.units)
        self.parts = Parts(0.0, 0.0, 0.0, 0.0)
        self.recount()

    # -- questions of the search about a hex

    def room(self, enemy: int) -> int:
        """Return how many hexes an enemy can retreat in the present position."""
        return self.rooms.of_enemy(enemy)[0]

    def own_room(self, unit: int, h: int) -> int:
        """Return how many hexes a unit of ours can retreat from a hex."""
        return self.rooms.of_own(unit, h)

    def near(self, h: int) -> list[int]:
        """Return the enemies that a friendly unit in a hex would attack."""
        found = self._near.get(h)
        if found is None:
            found = self._near[h] = self.position.touched(self.side, h)
        return found

    def place(self, unit: int, h: int) -> float:
        """Return the worth of having a unit in a hex, regardless of all other units."""
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

    def remember(self, memory: Memory) -> None:
        """Share the worth of places and combats with other views that have the same goals."""
        self._places = memory.places
        self.division.remember(memory.combats)

    def danger(self, unit: int, h: int) -> float:
        """Return the expected loss of a unit in a hex during the enemy's next turn; 0 if the view has no fear."""
        if not self.fear:
            return 0.0
        if self.foresees:
            self.threat.foresee()
        return self.threat.points(self.threat.danger(unit, h))

    def _danger_where_it_stands(self, unit: int) -> Danger:
        h = self.position.where[unit]
        return self.threat.danger(unit, h) if self.fear and h >= 0 else NO_DANGER

    def at_risk(self) -> list[Danger]:
        """Return the dangers of all units that the enemy could attack."""
        return [danger for danger in self._risk if danger.coming]

    def _total_danger(self) -> float:
        if self.threat.is_shared:
            return self.fear * self.threat.points_together(self.at_risk())
        return self.fear * fsum([self._risk[unit].points for unit in self.own])

    # -- the value of the present position

    def recount(self) -> None:
        """Calculate everything from the places of the units."""
        where = self.position.where
        self.threat.count_all_friends(where[unit] for unit in self.own)
        self._find_risks()
        self.rooms.forget_enemies()
        places = fsum([self.place(unit, where[unit]) for unit in self.own if self._may_be_on_map(unit)])
        places += fsum([points for (unit, h), points in self.corrections.items() if where[unit] == h])
        fights = self._divide_combats()
        self.parts = Parts(places, fights, self._total_danger(), self.goals.total(self))
        self._add_costly()

    def _find_risks(self) -> None:
        self.threat.foresee()
        self._risk = [*self._risk]
        for unit in self.own:
            self._risk[unit] = self._danger_where_it_stands(unit)

    def plan(self) -> Plan:
        """Return the places of the units that may move."""
        where = self.position.where
        return tuple([(unit, where[unit]) for unit in self.options])

    def show(self, plan: Plan) -> None:
        """Move the units that may move to their places in a plan."""
        changes = [(unit, h) for unit, h in plan if self.position.where[unit] != h]
        if changes:
            self.change(changes)

    def _may_be_on_map(self, unit: int) -> bool:
        return self.position.where[unit] >= 0 or unit in self.options or self.home[unit] >= 0

    def change(self, changes: Sequence[tuple[int, int]], floor: float = -1e18) -> Saved:
        """Move units, and return the data that undoes this (`restore`).

        A value of at most `floor` need not be exact. The goals' total is left out if even its maximum is not enough,
        and so is their costly part, which only lowers the value.
        """
        position = self.position
        where, at, side = position.where, position.at, position.side
        before = tuple([(unit, where[unit]) for unit, _ in changes])
        places, changed, fighting, corrections = self.parts.places, [], False, self.corrections
        for unit, old in before:
            places -= self.place(unit, old) + corrections.get((unit, old), 0.0)
            if old >= 0:
                self._take_from_hex(unit, old)
                changed.append(old)
        for unit, h in changes:
            fighting = fighting or position.gun[unit]
            places += self.place(unit, h) + corrections.get((unit, h), 0.0)
            if h >= 0:
                self._put_in_hex(unit, h)
                changed.append(h)
            else:
                position.where[unit] = h
        risky = [unit for unit, _ in changes]
        rooms, forgotten = self.rooms, Forgotten()
        for h in changed:
            if self.near(h) or rooms.in_sight(h):
                fighting = True
            rooms.forget_near(h, forgotten)
            for n in position.land.zone[h]:
                friend = at[n]
                if friend >= 0 and side[friend] == self.side and friend not in risky:
                    risky.append(friend)
        risks, dangers, all_risks = [], self.parts.dangers, self._risk
        for unit in () if self.foresees else risky:
            old_risk = self._risk[unit]
            risk = self._danger_where_it_stands(unit)
            if risk != old_risk:
                risks.append((unit, old_risk))
                self._risk[unit] = risk
                dangers += self.fear * (risk.points - old_risk.points)
        saved = Saved(before, tuple(risks), all_risks, forgotten, self.parts, self.fights)
        fights = self._divide_combats() if fighting else self.parts.fights
        if self.foresees:
            dangers = self._least_danger(changes)
        elif self.threat.is_shared:
            dangers = self._total_danger()
        self.parts = Parts(places, fights, dangers, self.goals.most(self))
        self._refine(floor)
        return saved

    def _refine(self, floor: float) -> None:
        """Replace the cheap bounds in the value by exact numbers, as long as they exceed `floor`."""
        if self.parts.total > floor:
            self.parts = self.parts._replace(goals=self.goals.total(self))
        if self.foresees and self.parts.total > floor:
            self._find_risks()
            self.parts = self.parts._replace(dangers=self._total_danger())
        if self.parts.total > floor:
            self._add_costly()

    def _least_danger(self, changes: Sequence[tuple[int, int]]) -> float:
        """Return a low estimate of the danger after a move, from the enemy's reach before it.

        The move may cut the danger to the other units, but hardly by more than `SCREENED` of it.
        """
        there = fsum([self.threat.danger(unit, h).points for unit, h in changes if h >= 0])
        here = fsum([self._risk[unit].points for unit, _ in changes])
        others = max(self.parts.dangers - self.fear * here, 0.0)
        return self.fear * there + (1 - SCREENED) * others

    def _take_from_hex(self, unit: int, h: int) -> None:
        self.position.move(unit, RESERVE)
        self.threat.count_friends(h, -1)

    def _put_in_hex(self, unit: int, h: int) -> None:
        self.position.move(unit, h)
        self.threat.count_friends(h, 1)

    def _add_costly(self) -> None:
        costly = self.goals.costly(self) if self.deep else 0.0
        if costly:
            self.parts = self.parts._replace(goals=self.parts.goals + costly)

    def restore(self, saved: Saved) -> None:
        """Undo a change by its data."""
        position = self.position
        for unit, _ in saved.moved:
            h = position.where[unit]
            if h >= 0:
                self._take_from_hex(unit, h)
        for unit, h in saved.moved:
            if h >= 0:
                self._put_in_hex(unit, h)
            else:
                position.where[unit] = h
        self.rooms.restore(saved.rooms)
        self._risk = saved.all_risks
        for unit, risk in saved.risks:
            self._risk[unit] = risk
        self.parts, self.fights = saved.parts, saved.fights

    def forget(self) -> None:
        """Forget contacts and rooms for retreat. Call this after moving enemy units."""
        self._near.clear()
        self.rooms.forget()
        self._touched_foes.clear()
        self._divided.clear()
        self.division.see_enemies()
        self.threat.see_losses()

    def _divide_combats(self) -> float:
        contacts = self.contacts() if self.battle else None
        if contacts is None or not contacts.touched:
            self.fights = ()
            return 0.0
        where = self.position.where
        pattern = tuple([(unit, where[unit]) for unit in contacts.touched])
        foes = self._touched_foes.get(pattern)
        if foes is None:
            foes = tuple(dict.fromkeys([foe for near in contacts.touched.values() for foe in near]))
            self._touched_foes[pattern] = foes
        self.combats.see_struck(foes)
        key = (pattern, self.rooms.of_enemies(foes), tuple([(gun, where[gun]) for gun in contacts.guns]))
        found = self._divided.get(key)
        if found is None:
            divided = self.division.best(contacts)
            found = self._divided[key] = divided.value, tuple(divided.fights)
        value, self.fights = found
        return value

    def contacts(self) -> OpenContacts:
        """Return the contacts if the phase ended here, with the artillery that may barrage."""
        where, gun, known = self.position.where, self.position.gun, self._near
        touched, guns = {}, []
        for unit in self.own:
            h = where[unit]
            if h >= 0:
                near = known.get(h)
                if near is None:
                    near = self.near(h)
                if near:
                    touched[unit] = near
                elif gun[unit] and not self.position.quiet[h]:
                    guns.append(unit)
        return OpenContacts(touched, self.foes, guns, self.support)

    def occupied(self, h: int) -> int:
        """Return the friendly unit in a hex, or -1."""
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
