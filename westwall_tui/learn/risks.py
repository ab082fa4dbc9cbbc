"""Who can still be lost in a Combat Phase, and how probably at most: the Combat Results Table alone tells it.

A unit attacks or is attacked once in a phase (7.14), and no other combat can cost it: no unit that makes way is lost
(7.82). So a defender is lost at most as often as the best column that everything left could reach does anything to it;
and a unit that has fought is safe once its own combat is over. One that defends alone, or is the only one to retreat
now, does so before anything else moves: the hexes that it can go then tell which results it survives.
"""

from functools import lru_cache

from westwall_tui.engine.loops import Play, fights
from westwall_tui.engine.queries.tables import effect, results
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import State
from westwall_tui.engine.terrain import Line
from westwall_tui.learn.goals import UNIT


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
        combat = state.combat
        assert combat is not None
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
    return sum(effect(result, alone=alone).defenders > room for result in results(line, differential))
