"""Goals of Remagen: one front from bank to bank, the riverside towns, the Autobahn, eliminated units (14.0, 16.0)."""

from collections.abc import Iterable, Sequence
from math import fsum

from westwall_tui.ai.goals.base import Aspect, Goals, WeighedPlan
from westwall_tui.engine.graphs import blocks
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import EXITED
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind

EAST_BANK, WEST_BANK = "East bank", "West bank"
FAR_SIDE = "On or east of the Autobahn"
FRONT_FROM = 3
GAP = 5.0
MOST_KNOWN = 1024
"""Maximum number of fronts in the cache."""
BEYOND_PRICE = 8.0
"""The price of a unit beyond the front in addition to its worth, because its loss gains nothing."""
FREE, EACH, NONE_THERE = 10, 5.0, 20.0
OVER, STAYS, MOST_OVER = 20.0, 0.5, 2
"""Points for a German unit west of the Rhine (16.24), the chance that it stays, and the maximum number expected."""
AT_EASE = 12
"""If more U.S. units are on the east bank, a phase has fewer nodes and tries: the front takes longer to weigh."""


class RemagenGoals(Goals):
    """The goals of both scenarios."""

    def read(self) -> None:
        """Read the banks of the Rhine, and the far side of the Autobahn."""
        board = self.scenario.board
        self.us = self.side_of("US")
        self.east = board.areas.get(EAST_BANK, ())
        self.west = frozenset(board.areas.get(WEST_BANK, ()))
        self.far_side = frozenset(board.areas.get(FAR_SIDE, ()))

    def points(self, unit: int) -> float:
        """Return a unit's Attack or Barrage Strength (16.31); that of a German unit counts double."""
        counter = self.state.units[unit]
        value = counter.strength.barrage if counter.is_artillery else counter.strength.attack
        return float(value * (1 if counter.side == self.us else 2))

    def prepare(self) -> None:
        """Calculate the hexes and shore of the east bank, the towns, and what attracts units."""
        board, land = self.scenario.board, self.position.land
        self.on_east = bytearray(land.size)
        for h in self.east:
            self.on_east[h] = 1
        self.shore = bytearray(land.size)
        for h in self.east:
            if any(n != NOWHERE and board.terrain[n] is Terrain.RIVER for n in board.grid.neighbors[h]):
                self.shore[h] = 1
        self.far_edge = [h for h in board.edge("east") if self.on_east[h]]
        self.bank = [h for h in self.east if self.shore[h]]
        self.near_east = {h: [n for n in land.around[h] if self.on_east[n]] for h in self.east}
        self.covered_from = [[n for n in (h, *land.zone[h]) if self.on_east[n]] for h in range(land.size)]
        self._joined: dict[bytes, list[tuple[bytes, int]]] = {}
        self._beyond: dict[bytes, bytearray] = {}
        us, german = self.listed_towns("us_towns"), self.listed_towns("german_towns")
        progress = (self.state.turn - self.scenario.first_turn + 1) / self.turns
        self.sure = 0.35 + 0.65 * progress**2
        self.towns = [(us[name][0], us[name][1] * self.sure, german.get(name, ((), 0))[1] * self.sure) for name in us]
        self.named = {name: us[name][0] for name in us}
        for hexes, mine, his in self.towns:
            for h in hexes:
                self.gain[h] += 0.4 * (mine + his) / len(hexes)
        self.goals = [h for hexes, _, _ in self.towns for h in hexes]
        autobahn = [h for h in sorted(self.far_side) if any(n not in self.far_side for n in land.around[h])]
        allowed = [h for h in autobahn if h not in self.position.barred[self.us]]
        self.autobahn = allowed or autobahn
        self.infantry = [u.kind is Kind.INFANTRY and u.side == self.us for u in self.state.units]
        self._infantry = [u for u, foot in enumerate(self.infantry) if foot]
        if self.side == self.us:
            here = sum(
                self.position.where[u] >= 0 and bool(self.on_east[self.position.where[u]])
                for u in self.scenario.of_side[self.us]
            )
            self.share = self.tried = min(1.0, AT_EASE / max(here, 1))
            for foe in self.position.on_map(1 - self.us):
                if self.position.where[foe] in self.west:
                    self.worth[foe] += OVER * self.sure
            self.crossings = self._bridges_to_watch()
        self.front_since = any(key.startswith("continuous front") for key in self.state.facts)

    def place(self, unit: int, h: int) -> float:
        """Return the worth of a hex: units belong near towns and the Autobahn, guns behind them."""
        if h in EXITED:
            return -self.worth[unit] - 5
        if h < 0:
            return -20.0
        value = self.gun_place(unit, h) - self.far(unit, h)
        if self.position.gun[unit]:
            return value - (0.15 * self.turns_to(unit, h, self.goals) if self.side == self.us else 0.0)
        if self.side == self.us:
            value -= self.weight("to towns", 0.25) * self.turns_to(unit, h, self.goals)
            value -= self.weight("to autobahn", 0.2) * self.turns_to(unit, h, self.autobahn)
            if not self.on_east[h]:
                value -= 1.0
        else:
            value -= 0.25 * self.turns_to(unit, h, self.goals)
        return value

    def _bridges_to_watch(self) -> list[tuple[int, list[int], int]]:
        """Return the bridges, their eastern ends, and how many German units could get there if no zone stopped them."""
        position, land = self.position, self.position.land
        terrain = self.scenario.board.terrain
        found = []
        for bridge in (h for h, zone in enumerate(land.zone) if zone and terrain[h] is Terrain.RIVER):
            cost = [land.flood(way, (bridge,), None) for way in land.ways]
            coming = sum(
                cost[position.way[u]][position.where[u]] <= position.allowance[u]
                for u in position.on_map(1 - self.us)
                if position.where[u] not in self.west
            )
            if coming:
                found.append((bridge, [n for n in land.zone[bridge] if self.on_east[n]], min(coming, MOST_OVER)))
        return found

    # -- in words

    def prize(self, h: int) -> str:
        """Return a phrase for a hex in a town."""
        return next((f"in {name}" for name, hexes in self.named.items() if h in hexes), "")

    def draws(self, unit: int, h: int) -> Sequence[Aspect]:
        """Return the aspects of nearness: to the nearest town, and for the U.S. to the Autobahn and the far bank."""
        enemy, town = self.to_enemy(unit, h), list[Aspect]()
        if self.named:
            name = self.nearest(unit, h, self.named)
            each = self.weight("to towns", 0.25) if self.side == self.us else 0.25
            hexes, pull = self.named[name], -each * self.turns_to(unit, h, self.goals)
            town.append(self.near(pull, name, h, hexes, there=h in hexes, where="in"))
        if self.side != self.us:
            over = Aspect(OVER * self.sure * (h in self.west), "it is across the Rhine", "it is not across the Rhine")
            return *town, over, enemy
        ways = -self.weight("to autobahn", 0.2) * self.turns_to(unit, h, self.autobahn)
        return (
            *town,
            self.near(ways, "the Autobahn", h, self.autobahn, there=h in self.autobahn, where="on"),
            Aspect(float(self.on_east[h]), "it is across the Rhine", "it is not across the Rhine"),
            enemy,
        )

    def stakes(self, view: WeighedPlan) -> Sequence[Aspect]:
        """Return an aspect for each town; for the U.S. also for the front and for the units past the Autobahn."""
        sign = 1 if self.side == self.us else -1
        found = [
            Aspect(sign * self._worth_of_town(*town), f"it helps to hold {name}", f"it no longer helps to hold {name}")
            for name, town in zip(self.named, self.towns, strict=True)
        ]
        if self.side == self.us:
            towns, front = self._worth_of_towns(), self._front_part(view)
            past = self.total(view) - towns - front
            gaps, over = round(self._cost_of_front(())[0]), len(self._past_autobahn())
            found.append(
                Aspect(
                    front,
                    "it makes the front safer",
                    "it makes the front less safe",
                    f"its gaps and the units beyond it would cost {gaps} points",
                    f", not {gaps}",
                    many=gaps,
                )
            )
            found.append(
                Aspect(
                    past,
                    "it brings more infantry past the Autobahn",
                    "it leaves less infantry past the Autobahn",
                    "{} would be there",
                    ", not {}",
                    many=over,
                    more=True,
                )
            )
            found.append(Aspect(self.costly(view), "it guards a bridge", "it leaves a bridge exposed"))
        return found

    def _front_part(self, view: WeighedPlan) -> float:
        """Return the front's share of the total, now and without our attackers."""
        risky = tuple(u for fight in view.fights for u in fight.attackers)
        risk = self.weight("risk", 0.2) * self._cost_of_front(risky)[0] if view.fights else 0.0
        return -0.8 * self._cost_of_front(())[0] - risk

    # -- what counts

    def total(self, view: WeighedPlan) -> float:
        """Return the worth of towns, the Autobahn and the front, now and without our attackers."""
        value = self._worth_of_towns()
        if self.side != self.us:
            where = self.position.where
            over = sum(where[u] in self.west for u in self.scenario.of_side[self.side])
            return OVER * self.sure * over - value - self._worth_of_autobahn(len(self._past_autobahn()))
        cost, kept = self._cost_of_front(())
        where = self.position.where
        value -= 0.8 * cost
        value += self._worth_of_autobahn(sum(1 for u in kept if self.infantry[u] and where[u] in self.far_side))
        if view.fights:
            risky = tuple(u for fight in view.fights for u in fight.attackers)
            value -= self.weight("risk", 0.2) * self._cost_of_front(risky)[0]
        return value

    def most(self, view: WeighedPlan) -> float:
        """Return the worth to the U.S. if the front cost nothing, which is quick to find."""
        if self.side != self.us:
            return super().most(view)
        return self._worth_of_towns() + self._worth_of_autobahn(len(self._past_autobahn()))

    def _past_autobahn(self) -> list[int]:
        where = self.position.where
        return [u for u in self._infantry if where[u] in self.far_side]

    def costly(self, view: WeighedPlan) -> float:
        """Return the price of the bridges that German units could cross westward next turn (16.24).

        These are the bridges where no U.S. zone stops them.
        """
        if self.side != self.us:
            return 0.0
        position, over = self.position, 0
        zones = position.zones[self.us]
        for bridge, ends, coming in self.crossings:
            if zones[bridge]:
                continue
            there = position.at[bridge]
            if any(map(self._open_to_germans, ends)) if there < 0 else position.side[there] != self.us:
                over += coming
        return -OVER * STAYS * self.sure * over

    def _open_to_germans(self, end: int) -> bool:
        position, near = self.position, self.near_east
        at, owner, zones = position.at, position.side, position.zones[self.us]
        todo = [] if zones[end] else [end]
        seen = {end}
        for h in todo:
            if at[h] >= 0:
                if owner[at[h]] != self.us:
                    return True
                continue
            for n in near[h]:
                if n not in seen and not zones[n]:
                    seen.add(n)
                    todo.append(n)
        return False

    def _worth_of_towns(self) -> float:
        value = 0.0
        for hexes, mine, his in self.towns:
            value += self._worth_of_town(hexes, mine, his)
        return value

    def _worth_of_town(self, hexes: Sequence[int], mine: float, his: float) -> float:
        """Return the present worth of a town to the U.S.; negative if the Germans hold it."""
        position = self.position
        at, owner = position.at, position.side
        us = german = True
        us_any = german_any = False
        for h in hexes:
            unit = at[h]
            a = bool(position.zones[self.us][h]) or (unit >= 0 and owner[unit] == self.us)
            b = bool(position.zones[1 - self.us][h]) or (unit >= 0 and owner[unit] != self.us)
            us, german = us and a, german and b
            us_any, german_any = us_any or a, german_any or b
        if (us and not german_any) or all(at[h] >= 0 and owner[at[h]] == self.us for h in hexes):
            return mine
        if (german and not us_any) or all(at[h] >= 0 and owner[at[h]] != self.us for h in hexes):
            return -his
        return 0.3 * mine if us_any else 0.0

    def _worth_of_autobahn(self, there: int) -> float:
        free = 0.25 * min(there, FREE)
        return (max(there - FREE, 0) * EACH + free + (NONE_THERE if there else 0.0)) * self.sure

    def _cost_of_front(self, without: Sequence[int]) -> tuple[float, list[int]]:
        """Return roughly what the front costs, in points, and the units in it or behind it.

        A front leaves the river and comes back without using a hex twice. It can therefore enclose everything that
        stays joined to the river no matter which single hex is removed. A unit that is joined by only one hex is beyond
        the front.
        """
        position = self.position
        where, near = position.where, self.near_east
        all_units = [u for u in self.scenario.of_side[self.us] if where[u] >= 0 and self.on_east[where[u]]]
        units = [u for u in all_units if u not in without] if without else all_units
        if not units or (len(units) < FRONT_FROM and not self.front_since):
            return 0.0, units
        covered = self._hexes_covered(units if without else self.position.on_map(self.us))
        held = {where[u] for u in units}
        best: tuple[float, list[int]] | None = None
        for inside, banks in self._joined_blocks(covered):
            lost = [
                u for u in units if not inside[where[u]] and not any(inside[n] and n in held for n in near[where[u]])
            ]
            if len(lost) == len(units):
                continue
            if lost and banks >= 2:
                reached = self._reached_from_afar(inside)
                lost = [u for u in lost if reached[where[u]]]
            cost = fsum(self.worth[u] + BEYOND_PRICE for u in lost) + (0.0 if banks >= 2 else 2 * GAP)
            if best is None or cost < best[0]:
                best = cost, [u for u in units if u not in lost]
        if best is None:
            best = fsum(self.worth[u] for u in units) + 4 * GAP, []
        return self.weight("front", 1.0) * best[0], best[1]

    def _joined_blocks(self, covered: bytearray) -> list[tuple[bytes, int]]:
        """Return the blocks joined to the river whichever hex is removed: 1 by hex, and the count on the bank."""
        key = bytes(covered)
        found = self._joined.get(key)
        if found is None:
            if len(self._joined) >= MOST_KNOWN:
                self._joined.clear()
            found = self._joined[key] = []
            for block in blocks([h for h in self.bank if covered[h]], self.near_east, covered):
                inside = bytearray(len(covered))
                for h in block:
                    inside[h] = 1
                found.append((bytes(inside), sum([self.shore[h] for h in block])))
        return found

    def _reached_from_afar(self, inside: bytes) -> bytearray:
        """Return, by hex of the east bank, 1 if the enemy could come there from the far edge without crossing `inside`.

        The hexes inside are 1, too.
        """
        found = self._beyond.get(inside)
        if found is None:
            if len(self._beyond) >= MOST_KNOWN:
                self._beyond.clear()
            found = self._beyond[inside] = self._flood_from_afar(inside)
        return found

    def _flood_from_afar(self, inside: bytes) -> bytearray:
        reached = bytearray(inside)
        todo = [h for h in self.far_edge if not inside[h]]
        for h in todo:
            reached[h] = 1
        near = self.near_east
        for h in todo:
            for n in near[h]:
                if not reached[n]:
                    reached[n] = 1
                    todo.append(n)
        return reached

    def _hexes_covered(self, units: Iterable[int]) -> bytearray:
        """Return, by hex of the east bank, 1 if one of these units occupies or controls it."""
        covered, where = bytearray(self.position.land.size), self.position.where
        for unit in units:
            for h in self.covered_from[where[unit]]:
                covered[h] = 1
        return covered
