"""Goals of Hurtgen Forest: towns denied by one German zone, losses, and the exit of the 116th (12.0, 15.0)."""

from collections.abc import Sequence

from westwall_tui.ai.goals.base import Aspect, Goals, WeighedPlan
from westwall_tui.engine.loops import FAR
from westwall_tui.engine.state import EXITED

STAYED = 5.0
WITHDRAWN_BY = 4
REACH = 5.0
"""Game-Turns within which a town attracts units."""


class HurtgenGoals(Goals):
    """The goals of both scenarios."""

    losses_score = True

    def read(self) -> None:
        """Read the towns, and the units of the 116th."""
        self.towns = self.listed_towns("towns")
        self.withdrawing = frozenset(self.listed_units("withdrawing"))
        self.us = self.side_of("US")

    def points(self, unit: int) -> float:
        """Return the sum of a unit's Strengths (15.11)."""
        strength = self.state.units[unit].strength
        if self.state.units[unit].is_artillery:
            return strength.barrage + strength.fpf + strength.defense
        return strength.attack + strength.defense

    def prepare(self) -> None:
        """Calculate the towns' present worth, the sides that hold them, and the ways out for the 116th."""
        state, land = self.state, self.position.land
        german = 1 - self.us
        progress = (state.turn - self.scenario.first_turn + 1) / self.turns
        self.sure = 0.3 + 0.7 * progress**1.5
        zones, at, owner = self.position.zones[german], self.position.at, self.position.side
        self.open_towns: list[tuple[tuple[int, ...], float]] = []
        for hexes, points in self.towns.values():
            worth = points * self.sure
            self.open_towns.append((hexes, worth))
            held = any(at[h] >= 0 and owner[at[h]] == german for h in hexes)
            if self.side == self.us:
                for h in hexes:
                    self.gain[h] += 0.6 * worth / len(hexes)
                    for n in land.zone[h]:
                        if zones[h] or held:
                            self.gain[n] += 0.15 * worth
            else:
                for h in hexes:
                    self.gain[h] += 0.4 * worth / len(hexes)
        self._toll_at_first = self.toll
        """The enemy's toll at the start of the plan. Paths are found later, when the enemy may have moved."""
        self._out: list[list[int] | None] = [None] * len(land.ways)
        self._to_towns: list[list[list[int] | None]] = [[None] * len(self.open_towns) for _ in land.ways]
        """By way of moving, the half Movement Points to each town; None until they are needed."""

    def place(self, unit: int, h: int) -> float:
        """Return the worth of a hex, by its distance from the towns. Units of the 116th head for the exit."""
        last = self.scenario.last_turn
        if h in EXITED:
            if unit not in self.withdrawing:
                return -self.worth[unit]
            due = max(last - max(self.state.turn, WITHDRAWN_BY), 0)
            return STAYED * min(due, 3) if self.state.turn >= WITHDRAWN_BY - 1 else 0.5
        if h < 0:
            return -self.weight("waiting", 3.0)
        value = self.gun_place(unit, h) - self.far(unit, h)
        if unit in self.withdrawing:
            value -= self._price_of_staying(unit, h)
        elif not self.position.gun[unit]:
            value += self._strongest_pull(unit, h)[0]
        return value

    def _price_of_staying(self, unit: int, h: int) -> float:
        """Return the price of a hex for a unit of the 116th; it grows with each Game-Turn by which the exit is late."""
        way = self.position.way[unit]
        cost = (self._out[way] or self._find_way_out(way))[h]
        turns = 9.0 if cost >= FAR else cost / max(self.position.allowance[unit], 1)
        late = max(self.state.turn + turns - WITHDRAWN_BY + 0.3, 0.0)
        return STAYED * min(late, 8.0) + 0.3 * turns

    def _strongest_pull(self, unit: int, h: int) -> tuple[float, int]:
        """Return the strongest attraction of a town, and the town's index; -1 if no town is near."""
        allowance, way = max(self.position.allowance[unit], 1), self.position.way[unit]
        floods = self._to_towns[way]
        best, town = 0.0, -1
        for i, (_, worth) in enumerate(self.open_towns):
            if worth <= best:
                continue
            turns = (floods[i] or self._find_way_to(way, i))[h] / allowance
            if turns < REACH and worth * (1 - turns / REACH) > best:
                best, town = worth * (1 - turns / REACH), i
        return (self.weight("pull", 0.25) if self.side == self.us else self.weight("deny", 0.12)) * best, town

    def _find_way_to(self, way: int, town: int) -> list[int]:
        found = self._to_towns[way][town] = self.position.land.flood(way, self.open_towns[town][0], self._toll_at_first)
        return found

    def _find_way_out(self, way: int) -> list[int]:
        board, land = self.scenario.board, self.position.land
        ends = dict.fromkeys((*board.edge("east"), *board.edge("south")))
        goals = [(h, c) for h in ends if (c := land.ground.edge_cost(h, land.modes[way])) is not None]
        found = self._out[way] = land.flood(way, goals, self._toll_at_first)
        return found

    def total(self, view: WeighedPlan) -> float:
        """Return the worth of the towns, which count for the U.S.

        if no German unit occupies or controls them (15.21).
        """
        value = 0.0
        for hexes, worth in self.open_towns:
            value += self._worth_of_town(hexes, worth)
        return value if self.side == self.us else -value

    def _worth_of_town(self, hexes: Sequence[int], worth: float) -> float:
        german = 1 - self.us
        zones, mine, at, owner = (
            self.position.zones[german],
            self.position.zones[self.us],
            self.position.at,
            self.position.side,
        )
        held = False
        for h in hexes:
            unit = at[h]
            if zones[h] or (unit >= 0 and owner[unit] == german):
                return -(0.5 * worth)
            held = held or mine[h] > 0 or (unit >= 0 and owner[unit] == self.us)
        return worth * (0.5 if held else 0.2)

    # -- in words

    def prize(self, h: int) -> str:
        """Return a phrase for a hex in a town, or for the U.S. next to a town that German units deny."""
        zone = self.position.land.zone[h]
        for near, found in (("in", (h,)), ("next to", zone if self.gain[h] else ())):
            for name, (hexes, _) in zip(self.towns, self.open_towns, strict=True):
                if not set(hexes).isdisjoint(found):
                    return f"{near} {name}"
        return ""

    def draws(self, unit: int, h: int) -> Sequence[Aspect]:
        """Return the aspect of the town that attracts the unit most, or of the way out for the 116th."""
        enemy = self.to_enemy(unit, h)
        if unit in self.withdrawing:
            edge = [*self.scenario.board.edge("east"), *self.scenario.board.edge("south")]
            return self.near(-self._price_of_staying(unit, h), "the edge where it must exit (12.0)", h, edge), enemy
        pull, town = self._strongest_pull(unit, h)
        names = [*self.towns]
        name = names[town] if town >= 0 else "the towns"
        hexes = self.open_towns[town][0] if town >= 0 else [n for town, _ in self.open_towns for n in town]
        return self.near(pull, name, h, hexes, there=town >= 0 and h in hexes, where="in"), enemy

    def stakes(self, view: WeighedPlan) -> Sequence[Aspect]:
        """Return the aspect of each town."""
        if self.side == self.us:
            does, leaves = "helps to hold", "no longer helps to hold"
        else:
            does, leaves = "keeps the enemy out of", "no longer keeps the enemy out of"
        sign = 1 if self.side == self.us else -1
        return [
            Aspect(sign * self._worth_of_town(hexes, worth), f"it {does} {name}", f"it {leaves} {name}")
            for name, (hexes, worth) in zip(self.towns, self.open_towns, strict=True)
        ]
