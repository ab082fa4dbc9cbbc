"""Arnhem: lines of communication, the corridor, ground units over the Waal; the German cuts all that (15.0, 17.0)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.ai.combat import Limits
from westwall_tui.ai.goals.base import Goals
from westwall_tui.ai.goals.reading import hexes, units
from westwall_tui.ai.position import FAR
from westwall_tui.engine import queries
from westwall_tui.engine.board import Hexside
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import EXITED, RESERVE
from westwall_tui.engine.units import Kind

if TYPE_CHECKING:
    from westwall_tui.ai.view import View

AIR = (Kind.AIRBORNE, Kind.GLIDER, Kind.AIRBORNE_ARTILLERY)
NO_LINE, ALLIED_LOST, GERMAN_LOST, OVER_WAAL, OVER_RIJN = 3.0, 5.0, 1.0, 5.0, 10.0
LENGTH = 7
SUPPORT_REACH = 3


class Arnhem(Goals):
    """Both scenarios."""

    losses_score = True
    aim = "it comes nearer to a drop zone or along the road"
    stake = "Lines of Communication, or units over the Waal, stand better"
    limits = Limits(guns=2, fire=2)

    def __init__(self, game: Game, side: int, weights: Mapping[str, float]) -> None:
        scenario = game.scenario
        self.allied = [info.name for info in scenario.sides].index("Allied")
        self.line_to = hexes(game, scenario.victory.get("line_to"))
        self.engineer = next(iter(units(game, scenario.victory.get("engineer"))), -1)
        self.airborne = [u.side == self.allied and u.kind in AIR for u in scenario.units]
        self.polish = [u.formation.startswith("Polish") for u in scenario.units]
        self.division = ["".join(c for c in u.formation[:4] if c.isdigit()) for u in scenario.units]
        areas = scenario.board.areas
        self.north = frozenset(areas.get("North of the Waal", ()))
        self.rijn = frozenset(areas.get("North of the Neder Rijn", ()))
        self.zones_at = {m.name.split()[2].rstrip(","): m.hex for m in queries.markers(game, side) if m.sign == "DZ"}
        super().__init__(game, side, weights)

    def points(self, unit: int) -> float:
        """17.11, 17.12."""
        return ALLIED_LOST if self.state.units[unit].side == self.allied else GERMAN_LOST

    def prepare(self) -> None:
        """The road that the corridor follows, and the ways to it."""
        land = self.position.land
        self.goal = [h for h in sorted(self.north) if land.steps[1][h]]
        self._find_road()
        for h in self.road:
            self.gain[h] += 1.0
        for h in self.zones_at.values():
            self.gain[h] += 4.0
            for n in land.zone[h]:
                self.gain[n] += 1.0

    def _find_road(self) -> None:
        """The road from the south to the Neder Rijn, as hexes with what is left of it."""
        land = self.position.land
        road = int(Hexside.ROAD)
        steps: dict[int, list[int]] = {}
        came = dict.fromkeys(self.line_to, -1)
        todo = list(came)
        end = -1
        for h in todo:
            steps[h] = [n for n, _ in land.steps[1][h] if int(land.ground.hexside(h, n)) & road]
            if h in self.rijn:
                end = h
                break
            for n in steps[h]:
                if n not in came:
                    came[n] = h
                    todo.append(n)
        if end < 0:
            north = [h for h in todo if h in self.north]
            end = north[-1] if north else todo[-1]
        path = [end]
        while came[path[-1]] >= 0:
            path.append(came[path[-1]])
        self.road = path[::-1]
        self.along = {h: len(path) - 1 - i for i, h in enumerate(self.road)}
        self.to_road = [land.flood(way, [(h, 2 * left) for h, left in self.along.items()], None) for way in (0, 1)]
        self.near_road = {h: min(land.distance(r)[h] for r in self.road) for h in range(land.size)}

    def supported(self, defenders: Sequence[int]) -> bool:
        """14.11: within three hexes of an Allied unit that is not airborne."""
        position = self.position
        eyes = [position.where[u] for u in position.on_map(self.allied) if not self.airborne[u]]
        return any(position.land.distance(position.where[d])[h] <= SUPPORT_REACH for d in defenders for h in eyes)

    # -- places

    def place(self, unit: int, h: int) -> float:
        """Allies: drop zones and the road north; German: drop zones and the road."""
        if h in EXITED:
            return -1.0
        if h == RESERVE:
            return -self.weight("waiting", 4.0)
        value = self.gun_place(unit, h)
        if self.side == self.allied:
            return value + (self._landed(unit, h) if self.airborne[unit] else self._corps(unit, h))
        return value + self._german(unit, h)

    def _landed(self, unit: int, h: int) -> float:
        zone = self.zones_at.get(self.division[unit], -1)
        if zone < 0:
            return -0.2 * self.near_road[h]
        row = self.position.land.distance(zone)
        away = row[h]
        value = -0.15 * away - (1.5 if away > LENGTH - 1 else 0.0)
        if h == zone:
            value += 3.0
        elif away == 1:
            value += 0.6
        return value - 0.15 * min(self.near_road[h], 8)

    def _corps(self, unit: int, h: int) -> float:
        cost = self.to_road[self.position.way[unit]][h]
        if cost >= FAR:
            return -15.0
        turns = cost / 24
        if self.position.gun[unit]:
            return -self.weight("north", 2.0) * turns * 0.7
        return -self.weight("north", 2.0) * turns

    def _german(self, unit: int, h: int) -> float:
        if self.position.gun[unit]:
            return 0.0
        zones = [*self.zones_at.values()]
        value = -0.4 * self.turns_to(unit, h, zones) if zones else 0.0
        return value - 0.4 * self.turns_to(unit, h, self.road)

    # -- Lines of Communication, 17.3

    def lines(self) -> tuple[set[int], dict[str, set[int]]]:
        """The hexes from which a line leads south by road, and to each drop zone."""
        position, land = self.position, self.position.land
        zones, at, owner = position.zones[1 - self.allied], position.at, position.side
        allied = self.allied

        def is_open(h: int) -> bool:
            unit = at[h]
            return owner[unit] == allied if unit >= 0 else not zones[h]

        found = {h for h in self.line_to if is_open(h)}
        todo = sorted(found)
        along = land.ground.along
        for h in todo:
            for n in along[h]:
                if n not in found and is_open(n):
                    found.add(n)
                    todo.append(n)
        drops: dict[str, set[int]] = {}
        dry = land.ground.dry
        for division, zone in self.zones_at.items():
            length = {zone: 0} if is_open(zone) else {}
            todo = list(length)
            for h in todo:
                if length[h] == LENGTH - 1:
                    continue
                for n in dry[h]:
                    if n not in length and is_open(n):
                        length[n] = length[h] + 1
                        todo.append(n)
            drops[division] = set(length)
        return found, drops

    def total(self, view: "View") -> float:
        """17.11, 17.12: what the end of the Game-Turn would score, and the next ones."""
        south, drops = self.lines()
        position, dry = self.position, self.position.land.ground.dry
        worth = min(self.left, 3) * self.weight("lines", 0.55)
        value = 0.0
        for unit in self.scenario.of_side[self.allied]:
            h = position.where[unit]
            if h < 0 or self.polish[unit]:
                continue
            net = drops.get(self.division[unit], set()) if self.airborne[unit] else south
            linked = h in net or any(n in net for n in dry[h])
            if not linked:
                value -= NO_LINE * worth
            elif not self.airborne[unit]:
                if h in self.north:
                    value += OVER_WAAL * worth
                if h in self.rijn:
                    value += OVER_RIJN
        return value if self.side == self.allied else -value
