"""What the enemy could do to our units in his next turn."""

from collections.abc import Callable, Sequence

from westwall_tui.ai.combat import DRIVEN_OFF, DRIVEN_OFF_WORTH
from westwall_tui.ai.odds import MOST_ROOM, dice
from westwall_tui.engine.loops import Position

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
