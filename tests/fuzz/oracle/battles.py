"""The Exclusive Rules of each battle, as far as the oracle needs them."""

from collections.abc import Iterable, Sequence

from tests.fuzz.oracle.position import MOVEMENT, RESERVE, OraclePosition
from tests.fuzz.oracle.sheet import COMPASS, COST, WAY, Counter, Hex, distance
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.scoring import Exit

NONE: frozenset[Hex] = frozenset()
MANY = 99
"""More artillery than any side has."""


class Battle:
    """The Standard Rules, with the data of the scenario."""

    shortens_retreats = False
    """True if `reduction` can be more than 0."""
    by_points = False
    """True if the Strength of the ground units limits artillery (14.0 of Bastogne)."""
    enters_zones = True
    """True if reinforcements may enter in an enemy Zone of Control."""
    counts_columns = False
    """True if units that enter at one hex form a column."""

    def __init__(self, scenario: Scenario, options: Iterable[str]) -> None:
        self.scenario = scenario
        self.options = frozenset(options)
        self.names = [side.name for side in scenario.sides]
        board, units = scenario.board, scenario.units
        self.arrivals = {
            units[unit].id: (group.turn, frozenset(board.grid.numbers[h] for h in group.hexes), group.lands)
            for group in scenario.reinforcements
            for unit in group.units
        }
        """The Game-Turn, the hexes and whether the unit lands, for each reinforcement."""

    def side(self, name: str) -> int:
        """Return the number of a side by its name."""
        return self.names.index(name)

    def words_of(self, key: str) -> list[str]:
        """Return the words that `[victory]` lists under a key."""
        found = self.scenario.victory.get(key, [])
        assert isinstance(found, list)
        return [str(word) for word in found]

    # -- movement

    def allowance(self, position: OraclePosition, unit: str) -> int:
        """Return the half Movement Points of a unit in this phase (5.13)."""
        return position.counters[unit].allowance * 2

    def crossings(self, position: OraclePosition, unit: str) -> dict[tuple[Hex, Hex], int]:
        """Return the steps that only this battle allows, with their cost."""
        return {}

    def closed(self, position: OraclePosition, side: int) -> frozenset[Hex]:
        """Return the hexes that are closed to a side."""
        return NONE

    def is_night(self, position: OraclePosition) -> bool:
        """Return True if units may leave zones and not fight (13.0 of Remagen)."""
        return False

    def may_share(self, position: OraclePosition, unit: str, h: Hex) -> bool:
        """Return True if a unit may stop in a hex with a friend (5.31)."""
        return False

    def due(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit off the map may enter now."""
        turn, _, _ = self.arrivals.get(unit, (MANY, NONE, False))
        return position.at[unit] == RESERVE and turn <= position.turn

    def lands(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit arrives by air."""
        return False

    def landings(self, position: OraclePosition, unit: str) -> set[Hex]:
        """Return the hexes where a unit may land now."""
        return set()

    def entries(self, position: OraclePosition, unit: str) -> frozenset[Hex] | None:
        """Return the hexes where a unit may enter now; None if the booklet is ambiguous."""
        return self.arrivals[unit][1]

    def entry_cost(self, position: OraclePosition, unit: str, h: Hex) -> int | None:
        """Return the half Movement Points to enter at a hex; None if it is prohibited."""
        cost = position.off_map_cost(unit, h)
        if cost is None or not self.counts_columns:
            return cost
        road = "road" in position.sheet.leaving.get(h, frozenset())
        return cost + position.columns.get(h, 0) * (1 if road else COST["clear"])

    def exit_hexes(self, position: OraclePosition, unit: str, edge: str) -> frozenset[Hex]:
        """Return the hexes where a unit may exit by an edge."""
        return NONE

    def withholds(self, position: OraclePosition, unit: str) -> bool:
        """Return True if the owner may withhold a unit that can enter."""
        return True

    # -- combat

    def may_attack(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit can attack at all, and obliges its neighbors."""
        return True

    def assaulting(self, position: OraclePosition) -> str:
        """Return the unit that assaults across a river (13.24 of Arnhem); empty if there is none."""
        return ""

    def attacks(self, position: OraclePosition, unit: str) -> list[str]:
        """Return the adjacent enemies that a unit may attack (7.15, 6.33)."""
        return position.touching(unit)

    def most_guns(self, side: int, *, attacking: bool) -> int:
        """Return the number of artillery units that a side may use in a combat."""
        return MANY

    def fits(
        self, position: OraclePosition, guns: Sequence[str], ground: int, support: int, side: int, role: str
    ) -> bool:
        """Return True if this artillery and Ground Support may join ground units of that Strength.

        `role` is `barrage` or `fpf`, and decides which Strength of the artillery counts.
        """
        return len(guns) <= self.most_guns(side, attacking=role == "barrage")

    def support(self, position: OraclePosition, side: int, defenders: Iterable[str]) -> int:
        """Return the Ground Support Points that a side may use in a combat against, or for, these units."""
        return position.support[side]

    def reduction(self, position: OraclePosition, unit: str, h: Hex) -> int:
        """Return the hexes by which a unit may shorten the rest of its retreat in a hex."""
        return 0

    def is_rooted(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit can neither retreat nor be displaced."""
        return False


class OracleStandard(Battle):
    """The Standard Rules with the special rules of a scenario, `[special]` and `[[closed]]`."""

    def __init__(self, scenario: Scenario, options: Iterable[str]) -> None:
        super().__init__(scenario, options)
        self.special = scenario.scoring.special
        self.by_points = self.special.guns_per_point > 0
        self.counts_columns = self.special.columns
        self.shortens_retreats = self.special.cities
        self.exits = {
            scenario.units[unit].id: table
            for table in scenario.scoring.points
            if isinstance(table, Exit)
            for unit in table.units
        }

    def numbers(self, hexes: Iterable[int]) -> frozenset[Hex]:
        """Return hexes by their numbers."""
        return frozenset(self.scenario.board.grid.numbers[h] for h in hexes)

    def allowance(self, position: OraclePosition, unit: str) -> int:
        """Return the half Movement Points, fewer after a landing."""
        return 6 if unit in position.landed else super().allowance(position, unit)

    def closed(self, position: OraclePosition, side: int) -> frozenset[Hex]:
        """Return the hexes that are closed to a side now."""
        now = [each for each in self.special.closed if each.side == side and each.until >= position.turn]
        return self.numbers(h for each in now for h in each.hexes)

    def is_night(self, position: OraclePosition) -> bool:
        """Return True on a night turn."""
        return position.turn in self.special.night

    def lands(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit arrives by air."""
        return position.at[unit] == RESERVE and self.arrivals.get(unit, (0, NONE, False))[2]

    def landings(self, position: OraclePosition, unit: str) -> set[Hex]:
        """Return the vacant hexes of a landing."""
        held = position.held(0).keys() | position.held(1).keys()
        return {h for h in self.arrivals[unit][1] if h not in held}

    def withholds(self, position: OraclePosition, unit: str) -> bool:
        """Return False for a landing."""
        return not self.lands(position, unit)

    def entries(self, position: OraclePosition, unit: str) -> frozenset[Hex] | None:
        """Return the hexes where a unit may enter, in columns perhaps at another hex."""
        hexes = self.arrivals[unit][1]
        return unless_blocked(position, unit, hexes) if self.special.columns else hexes

    def exit_hexes(self, position: OraclePosition, unit: str, edge: str) -> frozenset[Hex]:
        """Return the hexes where a unit may exit while it scores."""
        table = self.exits.get(unit)
        if table is None or edge not in table.edges or position.turn > table.until:
            return NONE
        along = frozenset(position.sheet.edges[edge])
        return along & self.numbers(table.hexes) if table.hexes else along

    def most_guns(self, side: int, *, attacking: bool) -> int:
        """Return the number of artillery units."""
        return MANY if self.special.guns is None else self.special.guns[side][0 if attacking else 1]

    def fits(
        self, position: OraclePosition, guns: Sequence[str], ground: int, support: int, side: int, role: str
    ) -> bool:
        """Return True if neither the number of guns nor their points are too many."""
        counters = [position.counters[gun] for gun in guns]
        fire = sum(counter.barrage if role == "barrage" else counter.fpf for counter in counters)
        enough = not self.by_points or fire + support <= ground * self.special.guns_per_point
        return enough and super().fits(position, guns, ground, support, side, role)

    def support(self, position: OraclePosition, side: int, defenders: Iterable[str]) -> int:
        """Return the Ground Support Points."""
        special = self.special
        if special.support_attacks_only and side != position.side:
            return 0
        if special.support_one_phase and position.supported[side] not in (0, position.phases):
            return 0
        return min(position.support[side], special.support_in_a_combat or position.support[side])

    def reduction(self, position: OraclePosition, unit: str, h: Hex) -> int:
        """Return the hexes by which a city shortens a retreat."""
        counter = position.counters[unit]
        if not self.special.cities or position.sheet.terrain[h] != "city" or counter.kind == "airborne-artillery":
            return 0
        taken = position.zones(1 - counter.side) | position.held(1 - counter.side).keys()
        steadfast = counter.kind in ("airborne", "glider")
        return 2 if steadfast or any(n not in taken for n in position.sheet.around[h]) else 0


class OracleBastogne(Battle):
    """The rules of Bastogne."""

    by_points = True

    def closed(self, position: OraclePosition, side: int) -> frozenset[Hex]:
        """Return the hexes near Bastogne that German units may not enter (15.26.3)."""
        barred = self.scenario.victory.get("barred", 0)
        if side != self.side("German") or not isinstance(barred, int) or not barred:
            return NONE
        return position.sheet.within(self.words_of("bastogne"), barred)

    def exit_hexes(self, position: OraclePosition, unit: str, edge: str) -> frozenset[Hex]:
        """Return the hexes where a German unit may exit (12.0, 12.12)."""
        leaves = position.counters[unit].side == self.side("German")
        return frozenset(position.sheet.edges[edge]) if leaves else NONE

    def fits(
        self, position: OraclePosition, guns: Sequence[str], ground: int, support: int, side: int, role: str
    ) -> bool:
        """Return True if the artillery does not exceed the ground units' Strength (14.0)."""
        counters = [position.counters[gun] for gun in guns]
        fire = sum(counter.barrage if role == "barrage" else counter.fpf for counter in counters)
        return fire + support <= ground

    def support(self, position: OraclePosition, side: int, defenders: Iterable[str]) -> int:
        """Return all points, for one Combat Phase per Game-Turn (15.26.4)."""
        return position.support[side] if position.supported[side] in (0, position.phases) else 0


class OracleHurtgen(Battle):
    """The rules of Hurtgen Forest."""

    counts_columns = True

    def exit_hexes(self, position: OraclePosition, unit: str, edge: str) -> frozenset[Hex]:
        """Return the hexes where the 116th Panzer Division may exit, by the east or south edge (12.0, 14.0)."""
        leaves = unit in self.words_of("withdrawing") and edge in ("east", "south")
        return frozenset(position.sheet.edges[edge]) if leaves else NONE

    def entries(self, position: OraclePosition, unit: str) -> frozenset[Hex] | None:
        """Return the hexes where a unit may enter (13.22, 13.24)."""
        return unless_blocked(position, unit, self.arrivals[unit][1])

    def most_guns(self, side: int, *, attacking: bool) -> int:
        """Return the number of artillery units (11.2, 11.3)."""
        if side == self.side("US"):
            return 4 if attacking else 3
        return 2 if attacking else 1

    def support(self, position: OraclePosition, side: int, defenders: Iterable[str]) -> int:
        """Return the Ground Support Points (11.42, 11.43)."""
        return min(position.support[side], 5) if side == position.side else 0


REPLACED = "engineer replaced"
"""The fact that a lost Engineer is replaced (13.3)."""


class OracleArnhem(Battle):
    """The rules of Arnhem."""

    shortens_retreats = counts_columns = True

    def __init__(self, scenario: Scenario, options: Iterable[str]) -> None:
        super().__init__(scenario, options)
        weather = scenario.victory.get("weather", "no")
        self.has_weather = weather == "always" or (weather == "option" and "weather" in self.options)
        self.allied, self.german = self.side("Allied"), self.side("German")
        self.engineer = next(iter(self.words_of("engineer")), "")
        self.divisions = [word.partition(" ")[0] for word in self.words_of("drop_zones")]

    def is_airborne(self, counter: Counter) -> bool:
        """Return True if a counter is an Allied airborne unit (17.32; a ruling includes gliders and Poles)."""
        return counter.side == self.allied and counter.kind in ("airborne", "glider", "airborne-artillery")

    # -- the Engineer: 13.0

    def engineer_at(self, position: OraclePosition) -> Hex | None:
        """Return the Engineer's hex if it may help: on the map and in no enemy zone (13.21)."""
        here = position.where(self.engineer) if self.engineer else None
        return None if here is None or here in position.zones(self.german) else here

    def far_banks(self, position: OraclePosition, here: Hex) -> list[Hex]:
        """Return the hexes across rivers from a hex."""
        sheet = position.sheet
        return [n for n in sheet.near[here] if sheet.terrain[n] != "river" and self._is_river(position, here, n)]

    def _is_river(self, position: OraclePosition, a: Hex, b: Hex) -> bool:
        side = position.between(a, b)
        return "river" in side and "bridge" not in side

    def crosses(self, position: OraclePosition, unit: str) -> bool:
        """Return True for airborne and glider units, but not their artillery (13.23).

        German airborne units are infantry.
        """
        return position.counters[unit].kind in ("airborne", "glider")

    def crossings(self, position: OraclePosition, unit: str) -> dict[tuple[Hex, Hex], int]:
        """Return the steps across a river from the Engineer's hex, at the cost of the terrain (13.22)."""
        here = self.engineer_at(position) if self.crosses(position, unit) else None
        if here is None:
            return {}
        terrain, found = position.sheet.terrain, {}
        for n in self.far_banks(position, here):
            found[here, n], found[n, here] = COST[terrain[n]], COST[terrain[here]]
        return found

    def guests(self, position: OraclePosition) -> list[str]:
        """Return the units in the Engineer's hex."""
        here = position.where(self.engineer) if self.engineer else None
        return [unit for unit, h in position.at.items() if here is not None and h == here and unit != self.engineer]

    def may_share(self, position: OraclePosition, unit: str, h: Hex) -> bool:
        """Return True for one unit, if there is an enemy across the river (13.24)."""
        here = self.engineer_at(position)
        if here is None or here != h or not self.crosses(position, unit) or self.guests(position):
            return False
        enemies = position.held(self.german)
        return any(n in enemies for n in self.far_banks(position, here))

    def assaulting(self, position: OraclePosition) -> str:
        """Return the unit that assaults across the river (13.24)."""
        return next(iter(self.guests(position)), "")

    def attacks(self, position: OraclePosition, unit: str) -> list[str]:
        """Return only enemies across the river for the unit with the Engineer (13.24)."""
        if unit and unit == self.assaulting(position):
            enemies = position.held(self.german)
            return [enemies[n] for n in self.far_banks(position, position.at[unit]) if n in enemies]
        return position.touching(unit)

    def is_rooted(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit can neither retreat nor be displaced (13.25, a ruling)."""
        return unit in self.guests(position)

    # -- cities: 11.0

    def reduction(self, position: OraclePosition, unit: str, h: Hex) -> int:
        """Return the hexes by which a City shortens a retreat (11.1, 11.2)."""
        counter = position.counters[unit]
        if position.sheet.terrain[h] != "city" or counter.kind == "airborne-artillery":
            return 0
        steadfast = counter.side == self.allied and counter.kind in ("airborne", "glider")
        taken = position.zones(1 - counter.side) | position.held(1 - counter.side).keys()
        return 2 if steadfast or any(n not in taken for n in position.sheet.around[h]) else 0

    # -- artillery: 14.0

    def most_guns(self, side: int, *, attacking: bool) -> int:
        """Return the number of artillery units (14.12)."""
        return 2

    def support(self, position: OraclePosition, side: int, defenders: Iterable[str]) -> int:
        """Return the Ground Support Points (14.11)."""
        counters = position.counters
        eyes = [position.at[unit] for unit in position.on_map(self.allied) if not self.is_airborne(counters[unit])]
        near = any(distance(position.at[unit], eye) <= 3 for unit in defenders for eye in eyes)
        return position.support[side] if near else 0

    # -- arrivals and exits: 15.0, 16.0

    def allowance(self, position: OraclePosition, unit: str) -> int:
        """Return the half Movement Points, fewer after a landing (15.32)."""
        return 6 if unit in position.landed else super().allowance(position, unit)

    def is_replaced(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit is the Engineer that replaces a lost one (13.3)."""
        return unit == self.engineer and REPLACED in position.facts

    def lands(self, position: OraclePosition, unit: str) -> bool:
        """Return True if a unit arrives by air (15.31)."""
        if self.is_replaced(position, unit):
            return False
        return position.at[unit] == RESERVE and self.arrivals.get(unit, (0, NONE, False))[2]

    def due(self, position: OraclePosition, unit: str) -> bool:
        """Return True if an exited unit may return (15.42), or if the weather lets a unit land (16.12)."""
        if position.at[unit] in COMPASS:
            return position.left[unit] < position.turn
        if self.is_replaced(position, unit):
            return position.at[unit] == RESERVE
        if self.has_weather and self.lands(position, unit):
            most = {"Good": 25, "Fair": 5, "Poor": 0}[position.facts.get("weather", "Good")]
            return len(position.landed) < most and bool(self._zones_of(position, unit))
        return super().due(position, unit)

    def _zones_of(self, position: OraclePosition, unit: str) -> list[Hex]:
        """Return the drop zones near which a unit lands."""
        formation = position.counters[unit].formation
        zones = {division: position.facts.get(f"zone {division}", "") for division in self.divisions}
        if formation.startswith("Polish"):
            return [h for h in zones.values() if h]
        number = "".join(c for c in formation.partition(" ")[0] if c.isdigit())
        return [h for division, h in zones.items() if h and division == number]

    def landings(self, position: OraclePosition, unit: str) -> set[Hex]:
        """Return the hexes near the drop zones where a unit may land (15.31, 15.33, 16.11)."""
        sheet = position.sheet
        if not self.has_weather:
            hexes = set(self.arrivals[unit][1])
        else:
            cities = {h for h, kind in sheet.terrain.items() if kind == "city"}
            cities |= {n for h in cities for n in sheet.near[h]}
            hexes = set(sheet.within(self._zones_of(position, unit), 7)) - cities
        held = position.held(0).keys() | position.held(1).keys()
        return {h for h in hexes if h not in held and sheet.terrain[h] != "river"}

    def withholds(self, position: OraclePosition, unit: str) -> bool:
        """Return False for a landing without weather (15.34)."""
        return self.has_weather or not self.lands(position, unit)

    def entries(self, position: OraclePosition, unit: str) -> frozenset[Hex] | None:
        """Return the hexes where a unit may enter (15.22, 15.24, 15.42)."""
        edge = position.at[unit]
        if self.is_replaced(position, unit):
            return unless_blocked(position, unit, frozenset(self.words_of("line_to")))
        hexes = self.exit_hexes(position, unit, edge) if edge in COMPASS else self.arrivals[unit][1]
        return unless_blocked(position, unit, hexes)

    def exit_hexes(self, position: OraclePosition, unit: str, edge: str) -> frozenset[Hex]:
        """Return the hexes where a German unit may exit (15.4, 15.41)."""
        ends = self.words_of(f"exit_{edge}")
        if position.counters[unit].side != self.german or not ends:
            return NONE
        along = position.sheet.edges[edge]
        low, high = sorted((along.index(ends[0]), along.index(ends[-1])))
        return frozenset(along[low : high + 1])

    # -- drop zones: 15.36 to 15.39

    def zone_hexes(self, position: OraclePosition, others: Iterable[Hex]) -> set[Hex]:
        """Return the hexes where a drop zone may be noted, given the other zones of its side (15.37)."""
        sheet = position.sheet
        towns = {h for h, kind in sheet.terrain.items() if kind == "city"}
        towns |= {a for (a, _), side in sheet.sides.items() if "bridge" in side}
        hexes = set(sheet.terrain) - sheet.within(towns, 2)
        found = list(others)
        return {h for h in hexes if sheet.terrain[h] != "river" and all(distance(h, other) >= 14 for other in found)}


class OracleRemagen(Battle):
    """The rules of Remagen."""

    enters_zones = False

    def withholds(self, position: OraclePosition, unit: str) -> bool:
        """Return False: reinforcements may not be kept back (12.23)."""
        return False

    def is_night(self, position: OraclePosition) -> bool:
        """Return True on a night turn (17.15)."""
        return str(position.turn) in self.words_of("night")

    def closed(self, position: OraclePosition, side: int) -> frozenset[Hex]:
        """Return the hexes beyond the Limit of Advance, for the U.S. side (15.0)."""
        if side != self.side("US") or "no-limit" in self.options:
            return NONE
        return frozenset(position.sheet.areas["Beyond the Limit of Advance"])

    def may_attack(self, position: OraclePosition, unit: str) -> bool:
        """Return True unless the unit is on a bridge (11.12)."""
        return position.sheet.terrain[position.at[unit]] != "river"

    def entries(self, position: OraclePosition, unit: str) -> frozenset[Hex] | None:
        """Return the hexes where a unit may enter (12.21, 12.22)."""
        enemy = 1 - position.counters[unit].side
        taken = position.zones(enemy) | position.held(enemy).keys()
        listed, areas = self.arrivals[unit][1], position.sheet.entries
        letters = sorted(areas)
        own = [letter for letter in letters if listed.issuperset(areas[letter])]
        after = letters.index(own[-1]) + 1 if own else len(letters)
        tries = [listed, *(areas[letter] for letter in (letters[after:] + letters[:after] if own else []))]
        return next((free for hexes in tries if (free := frozenset(hexes) - taken)), NONE)

    # -- bridges: 11.0

    def ends(self, position: OraclePosition, h: Hex) -> tuple[Hex, Hex] | None:
        """Return the west and the east end of the bridge at a river hex."""
        near = [n for n in position.sheet.near[h] if position.between(h, n) & WAY]
        banks = [[n for n in near if n in position.sheet.areas[name]] for name in ("West bank", "East bank")]
        return (banks[0][0], banks[1][0]) if all(banks) else None

    def floats(self, position: OraclePosition) -> list[str]:
        """Return the float bridges that may be laid now, as `1` and `2`."""
        first = [int(turn) for turn in self.words_of("float_bridges")]
        found = []
        for number, turn in enumerate(first, 1):
            gone = position.facts.get(f"destroyed {number}")
            due = turn if gone is None else int(gone) + 3  # 11.22
            if not position.facts.get(f"float {number}") and due <= position.turn:
                found.append(str(number))
        return found

    def may_lay(self, position: OraclePosition, h: Hex, west: Hex, east: Hex) -> bool:
        """Return True if a float bridge may be laid there (11.11 and its ruling)."""
        sheet, us = position.sheet, self.side("US")
        if position.side != us or position.phase != MOVEMENT or not self.floats(position):
            return False
        if sheet.terrain.get(h) != "river" or self.ends(position, h):
            return False
        around = sheet.around[h]
        if not ({west, east} <= set(around) and around.index(west) % 3 == around.index(east) % 3 and west != east):
            return False
        if west not in sheet.areas["West bank"] or east not in sheet.areas["East bank"]:
            return False
        taken = position.zones(1 - us) | position.held(1 - us).keys()
        return taken.isdisjoint(sheet.near[h])

    def may_destroy(self, position: OraclePosition, h: Hex) -> bool:
        """Return True if a bridge may be destroyed (11.21 and its ruling)."""
        ends, german = self.ends(position, h), self.side("German")
        unit = position.held(german).get(h)
        if ends is None or unit is None or unit in position.engaged:
            return False
        if position.counters[unit].kind not in ("infantry", "mechanized", "armor"):
            return False
        west, east = ends
        enemies = position.held(1 - german)
        watched = {west, *position.sheet.near[west]}
        return watched.isdisjoint(enemies) and east not in enemies and east not in position.held(german)


def unless_blocked(position: OraclePosition, unit: str, hexes: frozenset[Hex]) -> frozenset[Hex] | None:
    """Return the hexes of a schedule; None if all are blocked, because "nearest friend" is ambiguous."""
    side = position.counters[unit].side
    enemies, zones, friends = position.held(1 - side), position.zones(1 - side), position.held(side)
    blocked = [h for h in hexes if h in enemies or (h in friends and h in zones)]
    return None if len(blocked) == len(hexes) else hexes


class UnknownBattle(Exception):
    """Error: the oracle has no reading of a battle's rules yet."""


BATTLES = {
    "standard": OracleStandard,
    "arnhem": OracleArnhem,
    "bastogne": OracleBastogne,
    "hurtgen": OracleHurtgen,
    "remagen": OracleRemagen,
}
"""Classes by the name of the rules in scenarios."""


def battle_of(scenario: Scenario, options: Iterable[str] = ()) -> Battle:
    """Return the reading of a scenario's rules, with the options in play. Raises `UnknownBattle`."""
    if scenario.rules not in BATTLES:
        raise UnknownBattle(
            f"The oracle has no rules for the battle {scenario.rules!r}, so it cannot check its games. "
            "Add a class that reads its rules to BATTLES in tests/fuzz/oracle/battles.py"
        )
    return BATTLES[scenario.rules](scenario, options)
