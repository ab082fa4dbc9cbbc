"""Bounds for the value of a position: a memo of proven values, and the largest chance that each unit is lost.

Positions are the same if they differ only in facts that no longer matter in the phase. If only losses count, an extra
gun or point of Ground Support never makes a position worse for a side, which need not use it. Therefore a proven value
of one position bounds the values of positions with more or fewer of them.

The Combat Results Table alone tells which units can still be lost in a Combat Phase, and the largest chance of each
loss. A unit attacks or is attacked once in a phase (7.14), and no other combat can eliminate it: displacement never
does (7.82). Therefore a defender cannot be lost more often than it is affected in the best column that all remaining
attackers could reach. A unit that has fought is safe once its own combat is over. If a unit defends alone, or is the
only unit that must retreat now, nothing else moves before it, so the length of its retreat tells which results it
survives.
"""

from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.loops import Play, fights
from westwall_tui.engine.queries import tables
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Line
from westwall_tui.learn.puzzles.goals import UNIT, Bracket, Goal


class PlainMemo:
    """A memo of the brackets of single positions."""

    def __init__(self, state: State) -> None:
        """Create an empty memo; `state` is any position of the scenario."""
        self._guns = [unit for unit, gun in enumerate(state.scenario.artillery) if gun]
        self._known: dict[object, Bracket] = {}

    def find(self, state: State) -> Bracket | None:
        """Return the bracket of a position; None if it is unknown."""
        return self._known.get((self._key_of_state(state), state.attacked, state.fired, state.support))

    def keep(self, state: State, bracket: Bracket) -> Bracket:
        """Store and return the bracket of a position."""
        self._known[self._key_of_state(state), state.attacked, state.fired, state.support] = bracket
        return bracket

    def _key_of_state(self, state: State) -> object:
        """Return the facts of a position that matter in the rest of the phase, except attacks, fire and points left.

        Results and displacements of units other than artillery no longer matter (8.41, 7.82). Neither do earlier
        phases, nor a combat's die once its result is known.
        """
        suffered, displaced, combat = state.suffered, state.displaced, state.combat
        if combat is not None and combat.die:
            combat = combat._replace(die=1)
        return (
            state.serial,
            state.moved if state.phase is Phase.MOVEMENT else (),
            state.location,
            state.defended,
            state.advanced,
            tuple([suffered[gun] for gun in self._guns]),
            tuple([displaced[gun] for gun in self._guns]),
            Play(state).decisions,
            combat,
            state.works,
            tuple(sorted(state.facts.items())) if state.facts else (),
        )


class Means(NamedTuple):
    """The unused means in a position. More means never make it worse for the attacker."""

    guns: int
    """Bits for the attacker's guns that may barrage and for the defender's guns that may not fire."""
    points: int
    spared: int
    """The defender's points as a negative number."""


class Memo(PlainMemo):
    """A memo that groups positions that differ only in their unused artillery and Ground Support."""

    def __init__(self, state: State, goal: Goal) -> None:
        super().__init__(state)
        self._goal = goal
        self._families: dict[object, dict[Means, Bracket]] = {}

    def find(self, state: State) -> Bracket | None:
        key, means = self._place_of_state(state)
        family = self._families.get(key)
        return None if family is None else family.get(means)

    def keep(self, state: State, bracket: Bracket) -> Bracket:
        """Store the bracket of a position, and return it narrowed by those of richer and poorer positions."""
        key, means = self._place_of_state(state)
        family = self._families.setdefault(key, {})
        if self._goal.only_losses:
            low, high = bracket
            for_attacker = self._goal.side == state.side
            for other, (least, most) in family.items():
                richer = not means.guns & ~other.guns and other.points >= means.points and other.spared >= means.spared
                poorer = not other.guns & ~means.guns and other.points <= means.points and other.spared <= means.spared
                if richer if for_attacker else poorer:
                    high = min(high, most)
                if poorer if for_attacker else richer:
                    low = max(low, least)
            bracket = low, high
        family[means] = bracket
        return bracket

    def _place_of_state(self, state: State) -> tuple[object, Means]:
        """Return the key that a position shares with richer and poorer ones, and the position's own means.

        Artillery in contact is not part of the means: it must attack, so it cannot be kept for later.
        """
        serial, side, zones, location = state.serial, state.side, state.zones[1 - state.side], state.location
        attacked, fired, mine = state.attacked, state.fired, state.units
        guns, same = 0, list(attacked)
        for bit, gun in enumerate(self._guns):
            if mine[gun].side != side:
                guns |= (fired[gun] == serial) << bit
            elif location[gun] >= 0 and not zones[location[gun]]:
                guns |= (attacked[gun] != serial) << bit
                same[gun] = 0
        points, against = (state.support[side], state.support[1 - side])
        return (self._key_of_state(state), tuple(same)), Means(guns, points, -against)


class Risks:
    """The largest chance of each unit's loss, for positions of one scenario."""

    def __init__(self, state: State) -> None:
        scenario = state.scenario
        self._guns = scenario.artillery
        self._barrage = [unit.strength.barrage if unit.is_artillery else 0 for unit in scenario.units]
        self._attack = [unit.strength.barrage if unit.is_artillery else unit.strength.attack for unit in scenario.units]
        self._defense = [unit.strength.defense for unit in scenario.units]
        self._ranges = scenario.ranges
        self._distance = scenario.board.grid.distance

    def of(self, state: State) -> list[int]:
        """Return the risks in a position, in `UNIT`. Outside a Combat Phase every unit on the map may be lost."""
        if state.phase is not Phase.COMBAT:
            risk = [0] * len(state.location)
            for side in (0, 1):
                for unit in state.on_map(side):
                    risk[unit] = UNIT
            return risk
        play = Play(state)
        risk = self.of_combats_to_come(play)
        if state.combat is not None:
            self._of_combat(play, risk)
        return risk

    def of_combats_to_come(self, play: Play) -> list[int]:
        """Return the risks of combats to come: certain loss for attackers, the best column left for defenders."""
        state = play.state
        risk = [0] * len(state.location)
        found = fights.contacts_of(play)
        points = state.support[state.side]
        loaded = [*found.guns, *(unit for unit in found.touched if self._guns[unit])]
        # A defender may be displaced several times, and so come into the range of other guns.
        strays = 4 * len(found.attackers)
        for unit in found.touched:
            risk[unit] = UNIT
        for enemy, near in found.attackers.items():
            there = state.location[enemy]
            fire = [g for g in loaded if self._distance(state.location[g], there) <= self._ranges[g] + strays]
            total = sum([self._barrage[gun] for gun in fire]) + points
            if not (near or fire or points):
                continue
            against = total - self._defense[enemy]
            worst = 0
            if fire or points:
                worst = lost(
                    Line.CLEAR, against, 0, alone=True
                )  # the unit may be displaced into the open, out of contact
            if near:
                strength = sum([self._attack[unit] for unit in near if not self._guns[unit]])
                worst = max(worst, lost(fights.line_in(play, enemy), against + strength, 0, alone=False))
            risk[enemy] = worst * (UNIT // 6)
        return risk

    def _of_combat(self, play: Play, risk: list[int]) -> None:
        """Add the risks of the present combat: fatal results before its die, units that must still retreat after it."""
        state = play.state
        combat = state.under_way
        daring = fights.assaulting(play)
        if combat.die:
            for unit in fights.retreating(play):
                risk[unit] = UNIT
            safe = fights.survives(play)
            if safe >= 0:
                risk[safe] = 0
        else:
            line, differential = fights.weigh(play, combat)
            alone = fights.by_guns_alone(play, combat)
            room = fights.room(play, combat.defenders[0]) if len(combat.defenders) == 1 else 0
            for unit in combat.defenders:
                risk[unit] = lost(line, differential, room, alone=alone) * (UNIT // 6)
            for unit in combat.attackers:
                risk[unit] = UNIT
        for unit in combat.attackers:
            if unit in daring:
                risk[unit] = UNIT


@lru_cache(maxsize=4096)
def lost(line: Line, differential: int, room: int, *, alone: bool) -> int:
    """Return how many of the six results require a longer retreat than a defender's `room`.

    With `alone`, only artillery and Ground Support attack (8.15).
    """
    return sum(tables.effect(result, alone=alone).defenders > room for result in tables.results(line, differential))
