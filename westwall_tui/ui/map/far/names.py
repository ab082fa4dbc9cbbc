"""The names of the overview: towns and waters, where they cover least and seem nobody else's."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product, takewhile

from westwall_tui.engine.board import Board, Place
from westwall_tui.engine.terrain import Terrain
from westwall_tui.ui.map.far.canvas import BLANK, NARROW, FarCanvas
from westwall_tui.ui.map.geometry import Spot
from westwall_tui.ui.map.hexes.counters import CROSSINGS
from westwall_tui.ui.map.names.taken import CLEARED
from westwall_tui.ui.map.sheet.candidates import FURTHER, FURTHEST, RIVAL, Banks, apart, banks_of, strangeness
from westwall_tui.ui.map.sheet.printed import TOWNS, WATERS
from westwall_tui.ui.map.signs import ASCII, LEADER, Signs

NAMED = ("name", "water_name", *(f"{water}_name" for water in WATERS))
"""Roles of letters of names; those of waters are painted as the water only on its band."""
NAMES = frozenset(NAMED)
CHANGED = tuple(name for name in CROSSINGS if name != "bridge")
"""Crossings that are not as printed."""
BLOCKED = ("leader", "german", "ss", "us", "british", "objective", "obliged", "target", "zone", "entry", *CHANGED)
"""Roles that no name may cover."""
COSTS = {"town": 12, "town_road": 14, "bridge": 30, "river": 8, "canal": 7, "stream": 2, "road": 40, "line": 4}
ONE_BLANK = 60
"""What it costs to stand one blank from another name: both would be read as one."""
BESIDE_ROAD = 9
"""What it costs a name to take a cell of a road for the blank beside it."""
APART = 30, 12
"""The names of one water are so many columns or lines apart."""
LATER = 2
"""What each position of a name after the first costs."""
LATEST, UNKNOWN = 24, 1 << 10
"""What a position costs that is none of the usual ones; and more than any costs where a name may stand."""
LIMITS = {"town": 80, "village": 40}
"""By kind of place: names that would cost as much are not drawn, but for those of objectives and cities."""
NEXT_TO = 2
"""With so many cells a line is none: the name stands next to its place."""
ORDERS, UNLED = 4, 100
"""In so many orders names are written, for the one that leads them least far; one without a line is so much worse."""
LED = 8
"""Cells of a line to a name, at most."""
SHORT = 4
"""Cells of a line that is better than a name on a road."""
REACH = 12
"""How many hexes from its place a name may reach."""
LINE = 4
"""So many cells aside seem as far as a line: a name is read with the sign that stands in its own line."""
FAR = 5
"""The name of an objective or a city may stand so many lines away, and twice as many columns."""
BARE = ("", *CLEARED)
LAND = (*BARE, "road", "line")
GROUND = (*LAND, *WATERS)
"""Roles over which a line to a name leads, the latter where it must; on these cursor and corners may stand, too."""
WATER_LIMIT = 52
"""The name of a water that would cover more of the land is not drawn."""


Rivals = dict[int, set[Spot]]
"""By line the cells of towns."""
Costs = dict[Spot, int | None]
"""By where it would begin, what the name of a place costs as names stand; None where it may not stand."""


class NamedCanvas(FarCanvas):
    """A canvas on which names are written when all else is drawn."""

    names = 20
    """With so many names no village has one; with more characters a hex, that many more."""
    leads = True
    """True if a line may lead to the name of an objective or a city that finds no room at its place."""

    def __init__(self, board: Board, lines: int, signs: Signs = ASCII, columns: int = 0) -> None:
        super().__init__(board, lines, signs, columns)
        self._towns: Rivals = {}
        """By line the cells of towns: a name stands so near its own that only those next to its line can be rivals."""
        self._under_units: Collection[Spot] = ()
        self._around: dict[Place, Sequence[tuple[int, Spot]]] = {}
        self._lines: list[Sequence[Spot]] = []
        """Those from places to their names."""

    def _draw_names(self, objectives: frozenset[int]) -> None:
        terrain = self.board.terrain
        towns = [place for place in self.board.places if place.kind in LIMITS]
        for spot in (spot for h in objectives for spot in self._signs_of(h)):
            self._towns.setdefault(spot[1], set()).add(spot)

        def rank(place: Place) -> tuple[bool, int, bool, int]:
            cities = sum(terrain[h] is Terrain.CITY for h in place.hexes)
            return objectives.isdisjoint(place.hexes), -cities, place.kind != "town", -len(place.hexes)

        places = self._spread(sorted(towns, key=rank), objectives)
        wanted = [place for place in places if self._must_stand(place, objectives)]
        order, board, left = wanted, self._cells.copy(), self.names * self.across // NARROW
        best, found, lines = UNLED * UNLED, board, self._lines
        for _ in range(ORDERS):
            self._cells, self._lines = board.copy(), []
            awkward = self._write_names(order, objectives, left)
            if (worth := sum(awkward.values())) < best:
                best, found, lines = worth, self._cells, self._lines
            if not awkward:
                break
            first = sorted(awkward, key=lambda place: -awkward[place])
            last, order = order, [*first, *(place for place in order if place not in awkward)]
            if order == last:
                break
        self._cells, self._lines = found, lines
        self._write_names([place for place in places if place not in wanted], objectives, left - len(wanted))

    def _must_stand(self, place: Place, objectives: frozenset[int]) -> bool:
        """True for an objective and a city."""
        city = any(self.board.terrain[h] is Terrain.CITY for h in place.hexes)
        return city or not objectives.isdisjoint(place.hexes)

    def _spread(self, places: Sequence[Place], objectives: frozenset[int]) -> list[Place]:
        """The places in this order, villages by turns from all over the board: there are not names for all of them.

        Each is the farthest from those before it, and those that are more than a name come first.
        """
        distance, terrain = self.board.grid.distance, self.board.terrain
        found = [place for place in places if place.kind == "town" or not objectives.isdisjoint(place.hexes)]
        far = {
            place: min((distance(near.hexes[0], place.hexes[0]) for near in found), default=0)
            for place in places if place not in found
        }  # fmt: skip
        while far:
            place = max(far, key=lambda place: (terrain[place.hexes[0]] in TOWNS, far[place]))
            del far[place]
            found.append(place)
            far = {other: min(least, distance(place.hexes[0], other.hexes[0])) for other, least in far.items()}
        return found

    def _write_names(self, order: Iterable[Place], objectives: frozenset[int], left: int) -> dict[Place, int]:
        """Write the names that have room; of those that must stand, and not at their places, how far they are led.

        A town that seems to have none is asked once more before the villages, for which less is left then: a line may
        lead to its name. `left`: so many villages and towns; a town is named also when none is left.
        """
        awkward = dict[Place, int]()
        towns = [place for place in order if place.kind == "town" or not objectives.isdisjoint(place.hexes)]
        tries = [(place, False) for place in towns] + [(place, True) for place in towns]
        tries += [(place, False) for place in order if place not in towns]
        written: set[Place] = set()
        for place, again in tries:
            if place in written or (left <= 0 and place not in towns):
                continue
            banks = banks_of(self.board, place.hexes, REACH)
            wanted = self._must_stand(place, objectives)
            spot = self._best_spot(place, banks, LIMITS["town" if wanted else place.kind])
            line: Sequence[Spot] = ()
            costs = Costs()
            if spot is None and self.leads and (wanted or again):
                line = self._short_line(place, banks, costs)
            if spot is None and not line and wanted:
                spot, line = self._hard_won(place, banks, costs)
                if spot is None and not line and self.leads:
                    spot, awkward[place] = self._free_spot(place, banks), UNLED
            if line:
                self._draw_line(line)
                awkward |= {place: len(line)} if len(line) > NEXT_TO and wanted else {}
                spot = line[-1]
            if spot is not None:
                self._write_name(place.name, *spot)
                written.add(place)
                left -= 1
        return awkward

    def _best_spot(self, place: Place, banks: Banks, limit: int) -> Spot | None:
        """Where its name costs least, on its own bank; the first of those that cost the same."""
        length = len(place.name)
        usual = ((LATER * i, spot) for h in place.hexes for i, spot in enumerate(self._spots_of_name(h, length)))
        cost, spot = self._cheapest_spot(place, banks, usual)
        if cost >= COSTS["road"]:
            around = takewhile(lambda each: each[0] <= FURTHEST, self._spots_around(place))
            near = ((LATEST + far, spot) for far, spot in around if not self._needs_line(place, spot))
            cost, spot = min((cost, spot), self._cheapest_spot(place, banks, near))
        return spot if cost < limit else None

    def _cheapest_spot(self, place: Place, banks: Banks, spots: Iterable[tuple[int, Spot]]) -> tuple[int, Spot]:
        """Of some spots, each with what it costs beside, the one where a name costs least, with that."""
        length, own = len(place.name), self._cells_of(place)
        best, found = UNKNOWN, (0, 0)
        for extra, spot in spots:
            cost = self._cost_of_name(spot, length, own) if extra < best else None
            owners = self._owners_of(spot, length) if cost is not None else ()
            if (
                cost is not None
                and not banks.are_crossed(owners)
                and (cost := cost + banks.cost(owners) + extra) < best
            ):
                best, found = cost, spot
        return best, found

    def _signs_of(self, h: int) -> list[Spot]:
        """The cells of a hex in which its place stands: its town's, and its mark if it scores."""
        x, y = self.at(h)
        return [
            (x + i, y) for i in range(self.across) if i == 0 or self._cells.get((x + i, y), BLANK)[1] == "objective"
        ]

    def _cells_of(self, place: Place) -> list[Spot]:
        """The cells in which a place stands."""
        return [spot for h in place.hexes for spot in self._signs_of(h)]

    def _needs_line(self, place: Place, spot: Spot) -> bool:
        """True if its name would stand two lines from a place, or far aside."""
        beside = [sign for sign in self._cells_of(place) if abs(sign[1] - spot[1]) <= 1]
        return self.leads and apart(spot, len(place.name), beside) > FURTHER

    def _spots_of_name(self, h: int, length: int) -> Iterator[Spot]:
        x, y = self.at(h)
        yield from ((x + 2, y), (x - length - 1, y), (x - length // 2, y + 1), (x - length // 2, y - 1))
        for line in (y + 1, y - 1):
            yield from ((x, line), (x - length + 1, line), (x + 2, line), (x - length - 1, line))

    def _distance_of_name(self, place: Place, spot: Spot) -> int:
        """How far its name would be from a place."""
        return apart(spot, len(place.name), map(self.at, place.hexes))

    def _spots_around(self, place: Place) -> Sequence[tuple[int, Spot]]:
        """Where its name may begin around a place, with how far that is from it, the nearest first."""
        if place not in self._around:
            length, own = len(place.name), [self.at(h) for h in place.hexes]
            spots = {
                (x + aside, y + lines)
                for x, y in own
                for lines in range(-FAR, FAR + 1)
                for aside in range(-length - 2 * FAR, 2 * FAR + 1)
            }
            self._around[place] = sorted((apart(spot, length, own), spot) for spot in spots)
        return self._around[place]

    def _spot_near(self, place: Place, banks: Banks, limit: int) -> Spot | None:
        """The nearest spot, so far at most, where a name needs no line, and seems no other's if one could lead away."""
        length, own = len(place.name), self._cells_of(place)
        for far, spot in self._spots_around(place):
            if far > limit:
                break
            cost = self._cost_of_name(spot, length, own)
            if (
                cost is not None
                and (cost < RIVAL or not self.leads)
                and not self._needs_line(place, spot)
                and not banks.are_crossed(self._owners_of(spot, length))
            ):
                return spot
        return None

    def _free_spot(self, place: Place, banks: Banks) -> Spot | None:
        """The nearest spot where the name of an objective or a city covers no unit, no town and no other name."""
        length, own = len(place.name), self._cells_of(place)
        near = [spot for _, spot in self._spots_around(place)]
        beside = [spot for spot in near if not banks.are_crossed(self._owners_of(spot, length))]
        tries = (spot for touch, some in ((False, beside), (True, beside), (True, near)) for spot in some
                 if self._cost_of_name(spot, length, own, touch=touch) is not None)  # fmt: skip
        return next(tries, None)

    def _cost_of_name(self, spot: Spot, length: int, own: Collection[Spot], *, touch: bool = False) -> int | None:
        """What a name would cover and whose it might seem, or None where it may not stand.

        `own`: its place's cells. `touch`: it may stand right beside a unit.
        """
        x, y = spot
        if x < 0 or x + length > self.width or not 0 <= y < self.height:
            return None
        roles = [self._cells.get((i, y), ("", ""))[1] for i in range(x - 1, x + length + 1)]
        taken = (role for role in (roles[1:-1] if touch else roles) if role.removesuffix("_done") in BLOCKED)
        if not NAMES.isdisjoint(roles) or next(taken, None) is not None:
            return None
        if "bridge" in roles[1:-1] or any((i, y) in self._towns.get(y, ()) for i in (x - 1, x + length)):
            return None
        cost = sum(COSTS.get(role, 0) for role in roles[1:-1])
        cost += sum(RIVAL if role in CROSSINGS else BESIDE_ROAD * (role == "road") for role in (roles[0], roles[-1]))
        if any(self._cells.get((i, y), BLANK)[1] == "name" for i in (x - 2, x + length + 1)):
            cost += ONE_BLANK
        if all(row == y and x <= i < x + length for i, row in own):
            cost += RIVAL
        near = (town for line in (y - 1, y, y + 1) for town in self._towns.get(line, ()) if town not in own)
        return cost + strangeness(spot, length, own, [town for town in near if self._shows_town(town)], LINE)

    def _shows_town(self, spot: Spot) -> bool:
        """True if a town's sign is seen, no unit's and no name's letter: then it may seem the one that is named."""
        return spot not in self._under_units and self._cells.get(spot, BLANK)[1] not in NAMES

    def _write_name(self, name: str, x: int, y: int) -> None:
        """A name, with a blank on either side but for waters and crossings."""
        for spot in ((x - 1, y), (x + len(name), y)):
            if self._cells.get(spot, ("", ""))[1] in (*CLEARED, "road", "line", "stream"):
                self._cells[spot] = " ", ""
        self._cells |= {(x + i, y): (char, "name") for i, char in enumerate(name)}

    def _hard_won(self, place: Place, banks: Banks, costs: Costs) -> tuple[Spot | None, Sequence[Spot]]:
        """Where a name that must stand may cover a road; or a line to it that leads over roads, or even waters."""
        spot = self._best_spot(place, banks, RIVAL) or self._spot_near(place, banks, FURTHEST)
        if spot is not None or not self.leads:
            return spot, ()
        tries = product((RIVAL, UNKNOWN), (LAND, GROUND), (False, True))
        lines = (self._line_to_name(place, banks, costs, over, limit, touch=touch) for limit, over, touch in tries)
        line = next((line for line in lines if line), ())
        if not line or self._distance_of_name(place, line[-1]) > FURTHER:
            spot = self._spot_near(place, banks, FURTHER)
        return spot, () if spot is not None else line

    def _short_line(self, place: Place, banks: Banks, costs: Costs) -> Sequence[Spot]:
        """A short one over bare land to where a name leaves the roads in sight, and best seems nobody else's."""
        limit = COSTS["road"] + BESIDE_ROAD
        lines = (
            self._line_to_name(place, banks, costs, BARE, limit, strange=strange, most=SHORT)
            for strange in (False, True)
        )
        return next((line for line in lines if line), ())

    def _line_to_name(
        self,
        place: Place,
        banks: Banks,
        costs: Costs,
        over: Collection[str],
        limit: int,
        *,
        strange: bool = False,
        touch: bool = False,
        most: int = LED,
    ) -> Sequence[Spot]:
        """The shortest line from a place to where its name may begin, between the units; nothing where there is none.

        `costs` keeps what its name costs for the next search. `over`: the roles of cells that the line may take.
        `limit`: its name costs less, if `strange` but for whose it seems.
        `touch`: the line may touch another. `most`: cells that it may have.
        """
        length, own = len(place.name), self._cells_of(place)
        within = [(x + i, y) for x, y in map(self.at, place.hexes) for i in range(self.across)]
        ways: dict[Spot, list[Spot]] = {spot: [] for spot in within}
        edge = list(within)
        for _ in range(most):
            for (x, y), way in ((spot, ways[spot]) for spot in edge):
                spots = [(x + 1, y), (x - length, y), *((x - i, y + j) for i in range(length) for j in (1, -1))]
                for spot in spots if way else ():
                    if spot not in costs:
                        crossed = banks.are_crossed(self._owners_of(spot, length))
                        costs[spot] = None if crossed else self._cost_of_name(spot, length, own)
                    led, cost = len(way) >= NEXT_TO, costs[spot]
                    if cost is None or (cost % RIVAL if strange and led else cost) >= limit:
                        continue
                    on_line = any(j == spot[1] and 0 <= i - spot[0] < length for i, j in way)
                    if not on_line and (led or (cost < RIVAL and not self._needs_line(place, spot))):
                        return [*way, spot]
            around = [(spot, (spot[0] + i, spot[1] + j)) for spot in edge for j, i in product((0, 1, -1), (0, 1, -1))]
            fresh = {
                there: [*ways[here], there]
                for here, there in reversed(around)
                if self._leads_on(there, ways, over, touch=touch)
            }
            ways |= fresh
            edge = sorted(fresh)
        return ()

    def _leads_on(self, spot: Spot, ways: Collection[Spot], over: Collection[str], *, touch: bool) -> bool:
        """True if a line may lead on to a cell.

        `touch`: also where it touches another line, which it would seem a branch of, or an end of another name.
        """
        x, y = spot
        if not (0 <= x < self.width and 0 <= y < self.height) or spot in ways:
            return False
        if self._cells.get(spot, BLANK)[1] not in over:
            return False
        around = {(i, j): self._cells.get((i, j), BLANK)[1] for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1)}
        return touch or ("leader" not in around.values() and "name" not in (around[x - 1, y], around[x + 1, y]))

    def _draw_line(self, spots: Sequence[Spot]) -> None:
        """A line from a place to its name, which begins in the last of the spots."""
        self._cells |= dict.fromkeys(spots[:-1], (LEADER, "leader") if len(spots) > NEXT_TO else BLANK)
        self._lines.append(spots)

    def _draw_water_names(self) -> None:
        """The names of rivers and canals on their bands, and of streams where there is room, far from one another."""
        bands = [(self.board.rivers, "river"), (self.board.canals, "canal")]
        bands += [(self.board.streams, "stream")] if self.across > NARROW else []
        waters = [(place.name, "river", place.hexes) for place in self.board.places if place.kind == "water"]
        waters += [
            (band.name, role, tuple(a for a, _ in band.pairs)) for group, role in bands for band in group if band.name
        ]
        named: dict[str, list[Spot]] = {}
        for name, role, hexes in waters:
            others = named.setdefault(name, [])
            spots = {(self.at(h)[0] + (self.across - len(name)) // 2 + i, self.at(h)[1]) for h in hexes for i in (0, 1)}
            costs = [(cost, spot) for spot in spots if (cost := self._cost_on_water(spot, len(name))) is not None]
            for _, (x, y) in sorted(costs):
                apart = all(abs(x - i) >= APART[0] or abs(y - j) >= APART[1] for i, j in others)
                if apart and self._cost_on_water((x, y), len(name)) is not None:
                    others.append((x, y))
                    letters = {(x + i, y): char for i, char in enumerate(name)}
                    on_band = all(self._cells.get(spot, BLANK)[1] == role for spot in letters)
                    ink = f"{role}_name" if on_band or role == "stream" else "water_name"  # a thin name for a thin line
                    self._cells |= {spot: (char, ink) for spot, char in letters.items()}

    def _cost_on_water(self, spot: Spot, length: int) -> int | None:
        """What the name of a water would cover of the land, or None where it may not stand."""
        x, y = spot
        if x < 0 or x + length > self.width or not 0 <= y < self.height:
            return None
        cells = [self._cells.get((i, y), ("", "")) for i in range(x - 1, x + length + 1)]
        roles = [role for _, role in cells]
        taken = (*NAMED, *CROSSINGS, "town", "town_road")
        if any(role in taken or role.removesuffix("_done") in BLOCKED for role in roles):
            return None
        cost = sum(0 if role in WATERS else 2 + COSTS.get(role, 0) for role in roles[1:-1])
        return cost if cost <= WATER_LIMIT else None
