"""Between which bounds the value of a position lies: what a prover knows of it, and who can still be lost at most.

Positions that differ only in what nothing asks about any more in the phase are the same. And where only losses
count, a position in which a side has a gun or a point of Ground Support more is never worse for it: it need not use
what it has. So what is known of one position bounds those that are richer or poorer.

Who can still be lost in a Combat Phase, and how probably at most: the Combat Results Table alone tells it.

A unit attacks or is attacked once in a phase (7.14), and no other combat can cost it: no unit that makes way is lost
(7.82). So a defender is lost at most as often as the best column that everything left could reach does anything to
it; and a unit that has fought is safe once its own combat is over. One that defends alone, or is the only one to
retreat now, does so before anything else moves: the hexes that it can go then tell which results it survives.
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
    """Positions, each by itself."""

    def __init__(self, state: State) -> None:
        """`state` is any position of the scenario."""
        self._guns = [unit for unit, gun in enumerate(state.scenario.artillery) if gun]
        self._known: dict[object, Bracket] = {}

    def find(self, state: State) -> Bracket | None:
        """The bracket of a position; None if nothing is known of it."""
        return self._known.get((self._key_of_state(state), state.attacked, state.fired, state.support))

    def keep(self, state: State, bracket: Bracket) -> Bracket:
        """Note the bracket of a position."""
        self._known[self._key_of_state(state), state.attacked, state.fired, state.support] = bracket
        return bracket

    def _key_of_state(self, state: State) -> object:
        """What the rest of the phase can see of a position, but for who has attacked and fired, and the points left.

        What non-artillery suffered and whether it made way plays no part any more (8.41, 7.82), nor does what units did
        in former phases, nor the die of a combat once its result is known.
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
    """What both sides can still use, or not: with more of it a position is never worse for the attacker."""

    guns: int
    """A bit for each gun of the attacker that may barrage, and for each of the defender's that may not fire."""
    points: int
    spared: int
    """The defender's points, negative."""


class Memo(PlainMemo):
    """Positions that differ only in the artillery and the Ground Support left are kept together."""

    def __init__(self, state: State, goal: Goal) -> None:
        super().__init__(state)
        self._goal = goal
        self._families: dict[object, dict[Means, Bracket]] = {}

    def find(self, state: State) -> Bracket | None:
        key, means = self._place_of_state(state)
        family = self._families.get(key)
        return None if family is None else family.get(means)

    def keep(self, state: State, bracket: Bracket) -> Bracket:
        """Note the bracket of a position; returns it, narrowed by what is known of richer and poorer ones."""
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
        """What a position has in common with richer and poorer ones, and its own means.

        Artillery in contact must attack, so that it is not better to have it left: it is no means.
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
    """By unit, the most that the chance of its loss can be, for positions of one scenario."""

    def __init__(self, state: State) -> None:
        scenario = state.scenario
        self._guns = scenario.artillery
        self._barrage = [unit.strength.barrage if unit.is_artillery else 0 for unit in scenario.units]
        self._attack = [unit.strength.barrage if unit.is_artillery else unit.strength.attack for unit in scenario.units]
        self._defense = [unit.strength.defense for unit in scenario.units]
        self._ranges = scenario.ranges
        self._distance = scenario.board.grid.distance

    def of(self, state: State) -> list[int]:
        """The risks in a position, in `UNIT`; outside a Combat Phase every unit on the map may be lost."""
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
        """Attackers that have not fought may all be lost; defenders by the best column that is left for them."""
        state = play.state
        risk = [0] * len(state.location)
        found = fights.contacts_of(play)
        points = state.support[state.side]
        loaded = [*found.guns, *(unit for unit in found.touched if self._guns[unit])]
        # A defender makes way hex by hex for those who retreat past it, and may come into the range of other guns so.
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
                worst = lost(Line.CLEAR, against, 0, alone=True)  # it may have made way into the open, out of contact
            if near:
                strength = sum([self._attack[unit] for unit in near if not self._guns[unit]])
                worst = max(worst, lost(fights.line_in(play, enemy), against + strength, 0, alone=False))
            risk[enemy] = worst * (UNIT // 6)
        return risk

    def _of_combat(self, play: Play, risk: list[int]) -> None:
        """Of the combat under way: before its die the results that ask too much of a unit, then who still retreats."""
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
    """How many of six results ask a defender for more hexes than the `room` it has.

    `alone`: only artillery and Ground Support attack (8.15).
    """
    return sum(tables.effect(result, alone=alone).defenders > room for result in tables.results(line, differential))
