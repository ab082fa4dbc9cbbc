"""Arnhem: lines of communication, the corridor, ground units over the Waal; the German cuts all that (15.0, 17.0)."""

from collections.abc import Mapping, Sequence

from westwall_tui.ai.combat import Limits
from westwall_tui.ai.goals.base import Goals, Weighed
from westwall_tui.ai.goals.reading import hexes, units
from westwall_tui.ai.position import FAR
from westwall_tui.engine import queries
from westwall_tui.engine.board import Hexside
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import EXITED, RESERVE
from westwall_tui.engine.units import Kind

AIR = (Kind.AIRBORNE, Kind.GLIDER, Kind.AIRBORNE_ARTILLERY)
NO_LINE, ALLIED_LOST, GERMAN_LOST, OVER_WAAL, OVER_RIJN = 3.0, 5.0, 1.0, 5.0, 10.0
LENGTH = 7
SUPPORT_REACH = 3
ALLIED_PACE = 0.3
AWAY = 6.0
"""What a German unit that leaves the map would still have done."""


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
        self.pace = ALLIED_PACE if side == self.allied else 1.0
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
        along, sides = land.ground.along, land.ground.hexside
        ways = int(Hexside.WAY)
        on_way = [any(int(sides(h, n)) & ways for n in land.around[h]) for h in range(land.size)]
        self.by_road = [[n for n in along[h] if on_way[n]] for h in range(land.size)]
        # The hex south of the Waal from which the road crosses it: every line over the river goes through it.
        first_north = next((h for h in self.road if h in self.north), -1)
        before = self.road.index(first_north) - 1 if first_north >= 0 else -1
        self.gate = self.road[before] if before >= 0 else -1
        self.gate_posts = frozenset(n for n in land.zone[first_north] if n in self.north) if first_north >= 0 else ()
        if self.gate >= 0:
            self.gain[self.gate] += self.weight("gate", 3.0)
        self.arriving: list[list[tuple[int, int, int]]] = [[], []]
        for unit in self.scenario.of_side[1 - self.allied]:
            group = self.scenario.arrivals.get(unit)
            if group is None or self.position.where[unit] != RESERVE or group.turn > self.state.turn:
                continue
            way = self.position.way[unit]
            for h in group.hexes:
                cost = land.ground.edge_cost(h, way)
                if cost is not None:
                    self.arriving[way].append((h, cost, self.position.allowance[unit]))
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
            return -self.worth[unit] - AWAY
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
        if h == self.gate:
            value += self.weight("gate", 3.0)
        elif h in self.gate_posts:
            value += 0.4 * self.weight("gate", 3.0)
        return value - 0.4 * self.turns_to(unit, h, self.road)

    # -- Lines of Communication, 17.3

    def lines(self, shut: Sequence[int]) -> tuple[bytearray, dict[str, bytearray]]:
        """By hex whether a line leads on from it, south by road or trail, and to each drop zone.

        `shut` are the hexes that the German holds or controls, some of them friends'. Lines that reach the road over
        two hexes of open country or more are left out: XXX Corps seldom has any.
        """
        position, land = self.position, self.position.land
        at, owner, allied = position.at, position.side, self.allied

        def is_open(h: int) -> bool:
            return not shut[h] or (at[h] >= 0 and owner[at[h]] == allied)

        south = bytearray(land.size)
        todo = [h for h in self.line_to if is_open(h)]
        for h in todo:
            south[h] = 1
        for h in todo:
            for n in self.by_road[h]:
                if not south[n] and is_open(n):
                    south[n] = 1
                    todo.append(n)
        drops: dict[str, bytearray] = {}
        dry = land.ground.dry
        for division, zone in self.zones_at.items():
            net = bytearray(land.size)
            layer = [zone] if is_open(zone) else []
            for _ in range(LENGTH):
                following = []
                for h in layer:
                    net[h] = 1
                for h in layer:
                    for n in dry[h]:
                        if not net[n] and is_open(n):
                            net[n] = 1
                            following.append(n)
                layer = following
            drops[division] = net
        return south, drops

    def _shut(self) -> list[int]:
        """By hex whether the German holds or controls it now."""
        position = self.position
        shut = list(position.zones[1 - self.allied])
        for unit in position.on_map(1 - self.allied):
            shut[position.where[unit]] = 1
        return shut

    def total(self, view: Weighed) -> float:
        """17.11, 17.12: what the end of the Game-Turn would score, and the next ones."""
        value = self._scored(self._shut())
        if self.side == self.allied:
            answer = self.weight("answer", 0.7)
            return value * (1 - answer) + self._most() * answer
        return -value

    def dear(self, view: Weighed) -> float:
        """What the lines lose when the German has moved wherever he can: points are scored after his turn."""
        if self.side != self.allied:
            return 0.0
        answered = self._scored(self._after_answer()) - self._most()
        return self.weight("answer", 0.7) * min(answered, 0.0)

    def _most(self) -> float:
        """What `_scored` is at most, so that the dear part only ever takes away."""
        worth = min(self.left, 3) * self.weight("lines", 0.55)
        where = self.position.where
        corps = [where[u] for u in self.scenario.of_side[self.allied] if not self.airborne[u]]
        return sum(OVER_WAAL * worth * (h in self.north) + OVER_RIJN * (h in self.rijn) for h in corps)

    def _scored(self, shut: Sequence[int]) -> float:
        """Points of the end of the turn for the Allies under these closed hexes, for all turns reckoned with."""
        south, drops = self.lines(shut)
        position, dry = self.position, self.position.land.ground.dry
        worth = min(self.left, 3) * self.weight("lines", 0.55)
        value = 0.0
        nowhere = bytearray(position.land.size)
        for unit in self.scenario.of_side[self.allied]:
            h = position.where[unit]
            if h < 0 or self.polish[unit]:
                continue
            net = drops.get(self.division[unit], nowhere) if self.airborne[unit] else south
            if not (net[h] or any(net[n] for n in dry[h])):
                value -= NO_LINE * worth
            elif not self.airborne[unit]:
                if h in self.north:
                    value += OVER_WAAL * worth
                if h in self.rijn:
                    value += OVER_RIJN
        return value

    def _after_answer(self) -> list[int]:
        """The hexes that the German could hold or control after his next move; our zones stop him (6.0)."""
        position, land = self.position, self.position.land
        ours, at, owner, where = position.zones[self.allied], position.at, position.side, position.where
        shut = self._shut()
        reached = bytearray(land.size)
        for way in (0, 1):
            movers = [
                (where[u], 0, position.allowance[u])
                for u in self.scenario.of_side[1 - self.allied]
                if where[u] >= 0 and position.way[u] == way and not ours[where[u]] and not position.gun[u]
            ]
            movers += [entry for entry in self.arriving[way] if at[entry[0]] < 0]
            most = max((allowance for _, _, allowance in movers), default=0)
            cost = [FAR] * land.size
            buckets: list[list[int]] = [[] for _ in range(most + 1)]
            for h, spent, allowance in movers:
                begun = most - allowance + spent
                if begun < cost[h] and begun <= most:
                    cost[h] = begun
                    buckets[begun].append(h)
            steps = land.steps[way]
            for spent, bucket in enumerate(buckets):
                for h in bucket:
                    if cost[h] != spent:
                        continue
                    reached[h] = 1
                    if ours[h]:
                        continue
                    for n, step in steps[h]:
                        total = spent + step
                        if total < cost[n] and total <= most and (at[n] < 0 or owner[at[n]] != self.allied):
                            cost[n] = total
                            buckets[total].append(n)
        zone = land.zone
        for h in range(land.size):
            if reached[h]:
                shut[h] = 1
                for n in zone[h]:
                    shut[n] = 1
        return shut
