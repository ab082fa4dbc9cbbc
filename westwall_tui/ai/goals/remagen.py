"""Remagen: one front from bank to bank, the riverside towns, the Autobahn, the Germans killed (14.0, 16.0)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.ai.combat import Limits
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.goals.reading import towns
from westwall_tui.engine import queries
from westwall_tui.engine.board import Terrain
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.engine.state import EXITED
from westwall_tui.engine.units import Kind

if TYPE_CHECKING:
    from westwall_tui.ai.view import View

EAST_BANK, WEST_BANK = "East bank", "West bank"
FAR_SIDE, BEYOND = "On or east of the Autobahn", "Beyond the Limit of Advance"
FRONT_FROM = 3
GAP = 5.0
FREE, EACH, NONE_THERE = 10, 5.0, 20.0


class Remagen(Goals):
    """Both scenarios."""

    limits = Limits()

    def __init__(self, game: Game, side: int, weights: Mapping[str, float]) -> None:
        board = game.scenario.board
        self.us = [info.name for info in game.scenario.sides].index("US")
        self.east = board.areas.get(EAST_BANK, ())
        self.far_side = frozenset(board.areas.get(FAR_SIDE, ()))
        beyond = frozenset(board.areas.get(BEYOND, ())) if queries.boundaries(game) else frozenset()
        self._barred = (beyond, frozenset()) if self.us == 0 else (frozenset(), beyond)
        super().__init__(game, side, weights)

    def barred(self, side: int) -> frozenset[int]:
        """15.0."""
        return self._barred[side]

    def points(self, unit: int) -> float:
        """16.31: attack or barrage; a German one counts twice."""
        counter = self.state.units[unit]
        value = counter.strength.barrage if counter.is_artillery else counter.strength.attack
        return float(value * (1 if counter.side == self.us else 2))

    def prepare(self) -> None:
        """The east bank's hexes and shore, the towns, and what draws units."""
        board, land = self.scenario.board, self.position.land
        self.on_east = bytearray(land.size)
        for h in self.east:
            self.on_east[h] = 1
        self.shore = bytearray(land.size)
        for h in self.east:
            if any(n != NOWHERE and board.terrain[n] is Terrain.RIVER for n in board.grid.neighbours[h]):
                self.shore[h] = 1
        self.near_east = {h: [n for n in land.around[h] if self.on_east[n]] for h in self.east}
        victory = self.scenario.victory
        us, german = towns(self.game, victory.get("us_towns")), towns(self.game, victory.get("german_towns"))
        progress = (self.state.turn - self.scenario.first_turn + 1) / self.turns
        self.sure = 0.35 + 0.65 * progress**2
        self.towns = [
            (us[name][0], us[name][1] * self.sure, german.get(name, ((), 0))[1] * self.sure) for name in us
        ]
        for hexes, mine, his in self.towns:
            for h in hexes:
                self.gain[h] += 0.4 * (mine + his) / len(hexes)
        self.goals = [h for hexes, _, _ in self.towns for h in hexes]
        autobahn = [h for h in sorted(self.far_side) if any(n not in self.far_side for n in land.around[h])]
        allowed = [h for h in autobahn if h not in self.barred(self.us)]
        self.autobahn = allowed or autobahn
        self.night_next = not queries.has_combat(self.game)
        self.infantry = [
            u.kind is Kind.INFANTRY and u.side == self.us for u in self.state.units
        ]
        self.front_since = any(key.startswith("continuous front") for key in self.state.facts)

    def must_enter(self, unit: int) -> bool:
        """12.23."""
        return True

    def place(self, unit: int, h: int) -> float:
        """Towards towns and Autobahn; guns behind."""
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

    # -- what counts

    def total(self, view: "View") -> float:
        """Towns, the Autobahn, and the front as it stands and as it would be without those who attack."""
        value = self._towns() + self._autobahn()
        if self.side == self.us:
            value -= self._front(()) * 0.75
            if view.fights:
                risky = tuple(u for fight in view.fights for u in fight.attackers)
                value -= self._front(risky) * 0.25
            return value
        return -value

    def _towns(self) -> float:
        position = self.position
        at, owner = position.at, position.side
        value = 0.0
        for hexes, mine, his in self.towns:
            us = german = True
            us_any = german_any = False
            for h in hexes:
                unit = at[h]
                a = bool(position.zones[self.us][h]) or (unit >= 0 and owner[unit] == self.us)
                b = bool(position.zones[1 - self.us][h]) or (unit >= 0 and owner[unit] != self.us)
                us, german = us and a, german and b
                us_any, german_any = us_any or a, german_any or b
            full = all(at[h] >= 0 and owner[at[h]] == self.us for h in hexes)
            lost = all(at[h] >= 0 and owner[at[h]] != self.us for h in hexes)
            if full or (us and not german_any):
                value += mine
            elif lost or (german and not us_any):
                value -= his
            elif us_any and not full:
                value += 0.3 * mine
        return value

    def _autobahn(self) -> float:
        where = self.position.where
        there = sum(1 for u in range(len(where)) if self.infantry[u] and where[u] in self.far_side)
        return (max(there - FREE, 0) * EACH + 0.3 * min(there, FREE) + (NONE_THERE if there else 0.0)) * self.sure

    def _front(self, without: Sequence[int]) -> float:
        """About what the front would cost: units outside the greatest piece of it, and gaps to the river."""
        position = self.position
        where, near = position.where, self.near_east
        units = [u for u in position.on_map(self.us) if self.on_east[where[u]] and u not in without]
        if len(units) < FRONT_FROM and not self.front_since:
            return 0.0
        if not units:
            return 0.0
        zones = position.zones[self.us]
        covered = bytearray(position.land.size)
        if without:
            for u in units:
                covered[where[u]] = 1
                for n in position.land.zone[where[u]]:
                    if self.on_east[n]:
                        covered[n] = 1
        else:
            for h in self.east:
                if zones[h]:
                    covered[h] = 1
            for u in units:
                covered[where[u]] = 1
        points = [self.points(u) + 1.0 for u in range(len(where))] if not hasattr(self, "_points") else self._points
        self._points = points
        whole = sum(points[u] for u in units)
        best = None
        seen = bytearray(position.land.size)
        for u in units:
            start = where[u]
            if seen[start]:
                continue
            seen[start] = 1
            piece = [start]
            banks = 0
            for h in piece:
                banks += self.shore[h]
                for n in near[h]:
                    if covered[n] and not seen[n]:
                        seen[n] = 1
                        piece.append(n)
            inside = set(piece)
            kept = sum(points[v] for v in units if where[v] in inside)
            cost = whole - kept + (0.0 if banks >= 2 else GAP * (3 if banks else 6))
            if best is None or cost < best:
                best = cost
        return self.weight("front", 1.0) * (best or 0.0)
