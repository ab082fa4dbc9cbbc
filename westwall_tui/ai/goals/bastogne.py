"""Goals of Bastogne: the town, the panzers that must exit west in time, and the relief road (15.17, 15.27, 15.37)."""

from collections.abc import Sequence
from math import exp

from westwall_tui.ai.goals.base import Aspect, Goals, WeighedPlan, distances_to
from westwall_tui.engine.loops import FAR
from westwall_tui.engine.state import EXITED
from westwall_tui.engine.terrain import Hexside
from westwall_tui.engine.words import listed

WEST = EXITED[3]
SWING = 4.0
"""The difference in points between a specified unit that exits in time and one that does not."""
IN_VAIN = 30.0
"""The price of an exit that scores nothing. It exceeds the price of being cut off from everything."""
TOWN = 11.0
"""Points for holding a hex of the town: half of the difference between holding it and the enemy holding it."""
MOST_NAMED = 3
"""Maximum number of hexes or units in a reason."""


class BastogneGoals(Goals):
    """The goals of all three scenarios; `[victory]` has their names."""

    def read(self) -> None:
        """Read the town, the units that must exit in time, and the ends of the relief road."""
        self.town = self.listed_hexes("bastogne")
        self.specified = frozenset(self.listed_units("specified"))
        exit_by = self.scenario.victory.get("exit_by")
        self.exit_by = exit_by if isinstance(exit_by, int) else self.scenario.last_turn
        self.road_from, self.road_to = self.listed_hexes("line_from"), self.listed_hexes("line_to")
        self.german = self.side_of("German")
        self.us = 1 - self.german

    def prepare(self) -> None:
        """Calculate the ways west and to the town, and the relief road."""
        land, state = self.position.land, self.state
        self.exit_left = self.exit_by - state.turn + (self.side == self.german or state.side == 1 - self.side)
        west = []
        for mode in land.modes:
            goals = []
            for h in self.scenario.board.edge("west"):
                cost = land.ground.edge_cost(h, mode)
                if cost is not None:
                    goals.append((h, cost))
            west.append(goals)
        if self.specified:
            self.to_west = [
                land.flood(way, west[way], self.toll if self.side == self.german else None) for way in land.ways
            ]
        last = self.scenario.last_turn
        self.town_worth = TOWN * (0.5 + 0.5 * (state.turn - self.scenario.first_turn + 1) / self.turns)
        if state.turn >= last:
            self.town_worth = TOWN
        if self.specified:
            for h in self.town:
                self.gain[h] += self.town_worth * (0.8 if self._last_side_in(h) != self.side else 0.5)
        if self.road_from:
            self._find_road()

    def _last_side_in(self, h: int) -> int:
        """Return the side of the last unit to enter or pass through a hex of the town (15.17)."""
        return self.state.facts.get(f"last through {self.state.number(h)}", -1)

    # -- specified units (15.17)

    def in_time(self, cost: int, allowance: int, turns: float) -> float:
        """Return the chance that a unit exits within `turns` if that costs `cost` half Movement Points."""
        if cost >= FAR:
            return 0.0
        slack = turns - cost / max(allowance, 1) - 0.4
        return round(1 / (1 + exp(-2.2 * slack)), 9)  # rounded, so that every machine agrees

    def points(self, unit: int) -> float:
        """Return half of `SWING` while a specified unit may still exit: its loss settles these points for good."""
        return SWING / 2 if unit in self.specified and self.exit_by >= self.state.turn else 0.0

    def place(self, unit: int, h: int) -> float:
        """Return the worth of a hex, by its distance from the goals. Specified units head for the exit."""
        if h == WEST and unit in self.specified and self.state.turn <= self.exit_by:
            return SWING + 0.5
        if h < 0:
            return -self.worth[unit] - IN_VAIN if h in EXITED else self._reserve_place(unit)
        value = self.gun_place(unit, h) - self.far(unit, h)
        if self.road_from:
            return value + self._road_place(unit, h)
        if self.side == self.german:
            value += self._german_place(unit, h)
        else:
            value += self._us_place(unit, h)
        return value

    def _reserve_place(self, unit: int) -> float:
        return -self.weight("waiting", 6.0)

    def _german_place(self, unit: int, h: int) -> float:
        value = 0.0
        if unit in self.specified and self.exit_left > 0:
            cost = self.to_west[self.position.way[unit]][h]
            left = self.exit_left - 1
            value += SWING * self.in_time(cost, self.position.allowance[unit], left)
            value -= 0.05 * min(cost / max(self.position.allowance[unit], 1), 12)
        else:
            value -= 0.5 * self.turns_to(unit, h, self.town)
        return value - 0.5 * self.turns_to(unit, h, self.town)

    def _us_place(self, unit: int, h: int) -> float:
        if self.position.gun[unit]:
            return -0.2 * self.turns_to(unit, h, self.town)
        value = -self.weight("to town", 0.6) * self.turns_to(unit, h, self.town)
        if h in self.town:
            value += 0.5
        return value

    # -- the relief road (15.27)

    def _find_road(self) -> None:
        """Find the road hexes between both ends, the road with the fewest closed hexes, and the units to close it."""
        land = self.position.land
        road = int(Hexside.ROAD)
        self.road: dict[int, list[int]] = {}
        todo = [*self.road_from, *self.road_to]
        for h in todo:
            if h in self.road:
                continue
            self.road[h] = [n for n, _ in land.steps[0][h] if int(land.ground.hexside(h, n)) & road]
            todo += self.road[h]
        self.best_road = self._cheapest_road(self._closed_hexes())[1]
        self.off_road = distances_to(land, tuple(self.best_road))
        able = (unit for unit in self.position.on_map(self.german) if self._may_close(unit))
        self.blockers = tuple(self.position.where[unit] for unit in able)
        self.to_blocker = distances_to(land, self.blockers)
        for h in self.road:
            if self.off_road[h] <= 1:
                self.gain[h] += 1.0

    def _closed_hexes(self) -> set[int]:
        zones, at, owner = self.position.zones[self.german], self.position.at, self.position.side
        return {h for h in self.road if zones[h] or (at[h] >= 0 and owner[at[h]] == self.german)}

    def _cheapest_road(self, closed: set[int]) -> tuple[int, list[int]]:
        """Return the minimum number of closed hexes on a road between both ends, and that road."""
        ends = set(self.road_to)
        cost = {h: int(h in closed) for h in self.road_from}
        came = dict.fromkeys(cost, -1)
        buckets: list[list[int]] = [[], []]
        for h, c in cost.items():
            buckets[c].append(h)
        spent = 0
        while spent < len(buckets):
            for h in buckets[spent]:
                if cost[h] != spent:
                    continue
                if h in ends:
                    path = [h]
                    while came[path[-1]] >= 0:
                        path.append(came[path[-1]])
                    return spent, path
                for n in self.road[h]:
                    total = spent + (n in closed)
                    if total < cost.get(n, 99):
                        cost[n], came[n] = total, h
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(n)
            spent += 1
        return spent, []

    def _road_place(self, unit: int, h: int) -> float:
        if self.side == self.us:
            return -self.weight("to blocker", 0.5) * min(self.to_blocker[h], 6)
        return -0.25 * min(self.off_road[h], 6)

    def _may_close(self, unit: int) -> bool:
        h = self.position.where[unit]
        return h >= 0 and 2 * self.off_road[h] <= self.position.allowance[unit]

    def total(self, view: WeighedPlan) -> float:
        """Return the worth of the town and of pinned panzers, or of the relief road and the units that can close it."""
        if self.road_from:
            return self._worth_of_closed() + self._worth_of_free()
        at, owner = self.position.at, self.position.side
        value = 0.0
        for h in self.town:
            unit = at[h]
            holder = owner[unit] if unit >= 0 else self._last_side_in(h)
            share = self.town_worth if unit >= 0 else 0.6 * self.town_worth
            if holder == self.side:
                value += share
            elif holder == 1 - self.side:
                value -= share
        if self.side != self.german and self.exit_left > 0:
            value += self._worth_of_pinned()
        return value

    def _worth_of_pinned(self) -> float:
        """Return the points that the Germans lose because U.S. zones hold up their specified units."""
        position = self.position
        zones, value = position.zones[self.side], 0.0
        for unit in self.specified:
            h = position.where[unit]
            if h < 0 or not zones[h]:
                continue
            cost, allowance = self.to_west[position.way[unit]][h], position.allowance[unit]
            value += SWING * (
                self.in_time(cost, allowance, self.exit_left) - self.in_time(cost, allowance, self.exit_left - 1)
            )
        return value

    def _worth_of_closed(self) -> float:
        """Return the worth of the closed hexes on the road with the fewest of them."""
        count, _ = self._cheapest_road(self._closed_hexes())
        price = self.weight("closed hex", 2.2) * min(count, 8) - (0.0 if count else 25.0)
        return price if self.side == self.german else -price

    def _worth_of_free(self) -> float:
        """Return the worth of the German units that are free to close the road with their next move.

        They move last before an open road counts (15.27). Each of them must therefore be lost, far away, or in a U.S.
        zone, which it cannot leave (6.13).
        """
        price = self.weight("free blocker", 2.0) * len(self._free_blockers())
        return price if self.side == self.german else -price

    def _free_blockers(self) -> list[int]:
        pinned, where = self.position.zones[self.us], self.position.where
        return [u for u in self.scenario.of_side[self.german] if self._may_close(u) and not pinned[where[u]]]

    def group_targets(self, view: WeighedPlan) -> Sequence[Sequence[tuple[int, float]]]:
        """Return the hexes of the town as one group."""
        return [[(h, TOWN) for h in self.town]] if self.specified else []

    # -- in words

    def prize(self, h: int) -> str:
        """Return a phrase for a hex in Bastogne or on the relief road."""
        if self.road_from and self.gain[h]:
            return "on the relief road" if h in self.best_road else "next to the relief road"
        return "in Bastogne" if self.specified and h in self.town else ""

    def draws(self, unit: int, h: int) -> Sequence[Aspect]:
        """Return the aspects of nearness: to the relief road.

        Or to Bastogne, and to the west edge for panzers that must exit.
        """
        enemy = self.to_enemy(unit, h)
        if self.road_from:
            part = self._road_place(unit, h)
            if self.side == self.us:
                return self.near(part, "a German unit that can close the road", h, self.blockers, foes=True), enemy
            return self.near(part, "the relief road", h, self.best_road, there=h in self.best_road, where="on"), enemy
        town = -0.5 * self.turns_to(unit, h, self.town)
        there = h in self.town
        if self.side != self.german:
            return self.near(self._us_place(unit, h), "Bastogne", h, self.town, there=there, where="in"), enemy
        leaves = unit in self.specified and self.exit_left > 0
        way_out = self._german_place(unit, h) - town if leaves else 0.0
        west = self.near(way_out, "the west edge, where it can exit in time", h, self.scenario.board.edge("west"))
        into = self.near(town if leaves else 2 * town, "Bastogne", h, self.town, there=there, where="in")
        return into, west, enemy

    def stakes(self, view: WeighedPlan) -> Sequence[Aspect]:
        """Return the aspects of the relief road; or of Bastogne and the panzers that are held up."""
        if self.road_from:
            return self._stakes_of_road()
        pinned = 0.0 if self.side == self.german or self.exit_left <= 0 else self._worth_of_pinned()
        zones, where = self.position.zones[self.us], self.position.where
        held = [self.state.units[u].name for u in sorted(self.specified) if where[u] >= 0 and zones[where[u]]]
        names = listed(held, MOST_NAMED) or "none"
        return (
            Aspect(self.total(view) - pinned, "it helps to hold Bastogne", "it does less to hold Bastogne"),
            Aspect(
                pinned,
                "it pins more panzers that must exit",
                "it pins fewer panzers that must exit",
                names,
                f"; otherwise {names}",
            ),
        )

    def _stakes_of_road(self) -> Sequence[Aspect]:
        """Return the aspects of the relief road: its closed hexes, and the Germans that are free to close it."""
        closes, opens = "it closes more of the relief road", "it opens more of the relief road"
        more, fewer = (f"it leaves {each} Germans free to close the road" for each in ("more", "fewer"))
        closed = self._cheapest_road(self._closed_hexes())[0]
        free = [self.state.units[unit].name for unit in self._free_blockers()]
        names = listed(free, MOST_NAMED) or "no German unit"
        if self.side == self.us:
            closes, opens, more, fewer = opens, closes, fewer, more
        return (
            Aspect(
                self._worth_of_closed(),
                closes,
                opens,
                "{} of its hexes would be closed",
                ", not {}",
                many=closed,
                more=self.side == self.german,
            ),
            Aspect(
                self._worth_of_free(), more, fewer, f"{names} could do so {self.soon}", f"; otherwise {names} could"
            ),
        )
