"""Small scenarios, drawn from a number: few hexes, many units close together, and all rules of a battle.

The oracle can try every continuation of a phase on these maps, and events that are rare on a full board (a
displacement, an artillery limit, a bridge blown behind a unit) happen in every second game.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import tomli_w

from westwall_tui.engine.dice import Draw
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import NOWHERE, HexGrid
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.files.tables import SourceFile

FOLDER = "skirmish/"
RULES = ("standard", "arnhem", "bastogne", "hurtgen", "remagen")
KEYS = tuple(FOLDER + rules for rules in RULES)
"""The names of the skirmishes, one for each battle's rules."""
MAX_DRAWN = 200
"""Number of attempts to draw a scenario that can be played."""

Hexsides = list[tuple[int, int]]
GROUND = ("." * 12 + ",,,gfff^%oo", "." * 30 + ",gfo", "..,gf^%of^%")
FOOT = ("infantry", "infantry", "infantry", "airborne", "glider")
WHEELS = ("armor", "mechanized", "reconnaissance")


@lru_cache(maxsize=64)
def skirmish(key: str, number: int) -> LoadedScenario:
    """Return the scenario of a key and a number, always the same. Raises `FileError` for an unknown key."""
    if key not in KEYS:
        refuse(key, f"is none of the skirmishes: {', '.join(KEYS)}")
    for attempt in range(MAX_DRAWN):
        drawing = _Drawing(key.removeprefix(FOLDER), Draw((number << 8) + attempt))
        try:
            scenario = build_scenario(drawing.texts(), key, begun=True)  # to test implausible values, too
        except FileError:
            continue  # a vehicle in woods, a unit surrounded by a river ...
        if next(Game(scenario).legal(), None) is not None:  # otherwise there is no hex for a drop zone
            return scenario
    refuse(key, f"cannot be drawn with {number}")


class _Drawing:
    """A scenario that is being drawn."""

    def __init__(self, rules: str, draw: Draw) -> None:
        self.rules, self.draw = rules, draw
        self.grid = HexGrid(6 + draw.below(4), rows := 5 + draw.below(4), rows)
        self.river = 2 + draw.below(2) if rules == "remagen" else 0
        """The column of a river of whole hexes; 0 if there is none."""
        self.strongest = draw.pick((5, 5, 14))
        """Highest Attack Strength of a unit; high values use all columns of the table."""
        self.pairs = [(a, b) for a, row in enumerate(self.grid.neighbors) for b in row if b != NOWHERE and a < b]
        self.sides = ["Allied" if rules == "arnhem" else "US", "German"]
        if rules != "arnhem" and draw.below(2):
            self.sides.reverse()
        ground = draw.pick(GROUND) + ("####" if rules == "arnhem" else "")
        self.terrain = ["~" if c == self.river else draw.pick(ground) for c, _ in self.grid.positions]
        self.part = (1, 1)
        """The first column and row of the part of the board that is played on."""
        if rules == "standard" and self.chance(60):
            self.part = (1 + draw.below(3), 1 + draw.below(3))

    def chance(self, percent: int) -> bool:
        """Return True in this many of 100 cases."""
        return self.draw.below(100) < percent

    def number(self, h: int) -> str:
        """Return the printed number of a hex."""
        return self.grid.numbers[h]

    def texts(self) -> Texts:
        """Return the three files."""
        units = [self._unit(side, n) for side in self.sides for n in range(5 + self.draw.below(8))]
        data = (self._scenario(units), self._board(), {"format": 1, "kind": "units", "units": units})
        names = ("skirmish.toml", "skirmish-board.toml", "skirmish-units.toml")
        sources = (
            SourceFile(name, tomli_w.dumps(each, multiline_strings=True))
            for name, each in zip(names, data, strict=True)
        )
        return Texts(*sources)

    # -- the board

    def _board(self) -> dict[str, Any]:
        grid = self.grid
        lines = [
            "".join(self.terrain[grid.at(c, r)] for c in range(1, grid.columns + 1))
            for r in range(1, grid.odd_rows + 1)
        ]
        ways = [self._way() for _ in range(self.draw.below(5))]
        waters = {what: self._water(percent) for what, percent in self._percents().items()}
        board: dict[str, Any] = {
            "format": 1,
            "kind": "board",
            "name": "Skirmish",
            "columns": grid.columns,
            "rows": [grid.odd_rows, grid.even_rows],
            "terrain": "\n".join(lines) + "\n",
            "roads": [{"name": f"road {n}", "path": path} for n, path in enumerate(ways) if path and n % 3],
            "trails": [{"name": f"trail {n}", "path": path} for n, path in enumerate(ways) if path and not n % 3],
        }
        for what, pairs in waters.items():
            board[what] = [{"name": what, "sides": " ".join(self._names(pairs))}] if pairs else []
        crossed = [(pair, what) for what, pairs in waters.items() for pair in pairs]
        kinds = {"streams": "highway", "canals": "canal", "rivers": "rail"}
        board["bridges"] = [
            {"kind": kinds[what], "side": side}
            for (pair, what) in crossed
            if self.chance(25)
            for side in self._names([pair])
        ]
        board["ferries"] = [
            {"name": "ferry", "side": side}
            for pair, what in crossed
            if what == "rivers" and self.chance(5)
            for side in self._names([pair])
        ]
        towns = [h for h, kind in enumerate(self.terrain) if kind in "o#"][:3] or [self._land()[0]]
        board["places"] = [{"name": f"Town {n}", "kind": "town", "hexes": self.number(h)} for n, h in enumerate(towns)]
        board |= self._areas()
        return board

    def _percents(self) -> dict[str, int]:
        """Return the share of hexsides for each kind of water."""
        some = self.draw.pick((0, 0, 6, 12))
        return {"streams": self.draw.pick((0, 8, 16)), "canals": some * (self.rules == "arnhem"), "rivers": some}

    def _names(self, pairs: Hexsides) -> list[str]:
        return [f"{self.number(a)}/{self.number(b)}" for a, b in pairs]

    def _water(self, percent: int) -> Hexsides:
        return [pair for pair in self.pairs if self.chance(percent) and "~" not in {self.terrain[h] for h in pair}]

    def _way(self) -> str:
        """Return the path of a road or trail that wanders over the land; it crosses the river on a bridge."""
        h = self.draw.below(len(self.grid))
        path = [h]
        for _ in range(1 + self.draw.below(7)):
            around = [n for n in self.grid.neighbors[path[-1]] if n != NOWHERE and n not in path]
            if not around:
                break
            path.append(self.draw.pick(around))
        if any(self.terrain[a] == self.terrain[b] == "~" for a, b in pairwise(path)) or len(path) < 2:
            return ""
        words = [self.number(h) for h in path]
        at_edge = NOWHERE in self.grid.neighbors[path[-1]] and self.terrain[path[-1]] != "~"
        return " ".join([*words, "edge"] if at_edge and self.chance(60) else words)

    def _land(self) -> list[int]:
        """Return the hexes without a river, in the part of the board that is played on."""
        left, top = self.part
        return [h for h, (c, r) in enumerate(self.grid.positions) if self.terrain[h] != "~" and c >= left and r >= top]

    def _mapedge(self) -> list[int]:
        """Return the hexes of the mapedge: of the board, or of the part of it."""
        left, top = self.part
        at_cut = {h for h, (c, r) in enumerate(self.grid.positions) if c == left or r == top}
        return [h for h in self._land() if NOWHERE in self.grid.neighbors[h] or h in at_cut]

    def _areas(self) -> dict[str, Any]:
        """Return the areas and entries that the battle's rules require."""
        if self.rules != "remagen":
            return {}
        last, columns = self.grid.columns, range(1, self.grid.columns + 1)
        areas = {
            "West bank": [f"column {c}" for c in columns if c < self.river],
            "East bank": [f"column {c}" for c in columns if c > self.river],
            "On or east of the Autobahn": [f"column {last - 1}", f"column {last}"],
            "Beyond the Limit of Advance": [f"column {last}"],
        }
        corners = {"A": "0101", "B": f"01{self.grid.odd_rows:02}", "C": f"{last:02}01", "D": f"{last:02}02"}
        return {
            "areas": [{"name": name, "hexes": hexes} for name, hexes in areas.items()],
            "entries": [{"name": name, "hexes": [h]} for name, h in corners.items()],
        }

    # -- the counters

    def _unit(self, side: str, number: int) -> dict[str, Any]:
        draw = self.draw
        if self.chance(45 if self.rules == "bastogne" else 30):  # its artillery limit is the hardest to interpret
            kind = draw.pick(("artillery", "artillery", "sp-artillery", "airborne-artillery"))
            body = f"{1 + draw.below(2)}-{draw.pick((4, 7, 12))}"
            strength = f"{1 + draw.below(4)}-{draw.below(4)}-{1 + draw.below(4)}/{body}"
        else:
            kind = draw.pick(FOOT if self.chance(70) else WHEELS)
            strength = f"{1 + draw.below(self.strongest)}-{1 + draw.below(5)}-{draw.pick((3, 6, 10))}"
        if side == "Allied" and not number:
            kind, strength = "engineer", "1-2-8"
        formation = draw.pick(("1st Airborne", "Polish Brigade")) if kind in ("airborne", "glider") else ""
        return {
            "id": f"{side[0]}{number}",
            "side": side,
            "kind": kind,
            "size": "II",
            "formation": formation or "1st Airborne" * (kind == "airborne-artillery"),
            "strength": strength,
        }

    # -- the scenario

    def _scenario(self, units: Sequence[dict[str, Any]]) -> dict[str, Any]:
        draw = self.draw
        last = 2 + draw.below(3)
        free = self._land()
        places, arrivals = [], []
        for unit in units:
            if self.chance(80) and free:
                places.append({"unit": unit["id"], "hex": self.number(free.pop(draw.below(len(free))))})
            else:
                arrivals.append(unit)
        data: dict[str, Any] = {
            "format": 1,
            "kind": "scenario",
            "name": "Skirmish",
            "rules": self.rules,
            "board": "skirmish-board.toml",
            "units": "skirmish-units.toml",
            "first_turn": 1,
            "last_turn": last,
            "sides": [{"name": side, "letter": side[0], "supports": [[1, last, draw.below(7)]]} for side in self.sides],
            "start": {"turn": 1, "side": self.sides[0], "phase": draw.pick(("movement", "combat"))},
            "place": places,
            "reinforcements": [],
            "landings": [],
        }
        if self._notes_zones():
            data["start"]["phase"] = "movement"
        for unit in arrivals:
            lands = self.rules == "arnhem" and unit["side"] == "Allied" and unit["formation"] != ""
            group = {
                "side": unit["side"],
                "turn": 1 + draw.below(last),
                "units": [unit["id"]],
                "hexes": self._entry_hexes(),
            }
            data["landings" if lands else "reinforcements"].append(group)
        data["victory"] = self._victory(units, last)
        if self.rules == "standard":
            data |= self._of_its_own(last)
        return data

    def _of_its_own(self, last: int) -> dict[str, Any]:
        """Return the part, the points and the special rules of a scenario with the Standard Rules."""
        draw, (left, top), grid = self.draw, self.part, self.grid
        data: dict[str, Any] = {"special": {}}
        if self.part != (1, 1):
            data["part"] = [f"{left:02}{top:02}", f"{grid.columns:02}{grid.odd_rows:02}"]
        town, far = ([self.number(draw.pick(self._land()))] for _ in range(2))
        first, second = draw.pick((self.sides, self.sides[::-1]))
        worth = {first: 1 + draw.below(5), second: draw.below(5)}
        every = [
            {"kind": "hold", "hexes": town, "by": draw.pick(("last", "unit", "zones")), "points": worth},
            {"kind": "hold", "name": "by turns", "hexes": far, "points": worth, "when": draw.pick(("turns", "begins"))},
            {"kind": "lose", "side": first, "by": draw.pick(("unit", "attack", "all")), "points": {second: 1}},
            {"kind": "exit", "side": second, "edge": draw.pick(("north", "west")), "points": {second: 2}},
            {"kind": "line", "side": first, "hexes": town, "to": far, "over": "ground", "points": worth},
            {"kind": "inside", "side": first, "hexes": ["all"], "without": True, "to": far, "points": {second: 1}},
        ]
        data["points"] = [table for table in every if self.chance(50)]
        if self.chance(30):
            data["special"]["guns_per_point"] = 1 + draw.below(2)
        if self.chance(30):
            data["special"]["night"] = [1 + draw.below(last)]
        if self.chance(30):
            data["special"]["columns"] = True
        if self.chance(30):
            data["closed"] = [{"side": second, "hexes": far, "name": "that hex"}]
        return data

    def _entry_hexes(self) -> list[str]:
        """Return the hexes where a reinforcement enters."""
        if self.rules == "remagen":
            return [f"entry {self.draw.pick('ABCD')}"]
        edge = self._mapedge()
        return sorted({self.number(self.draw.pick(edge)) for _ in range(1 + self.draw.below(3))})

    def _notes_zones(self) -> bool:
        """Return True if the Allied player notes the drop zone; it depends on the columns, so that both files agree."""
        return self.rules == "arnhem" and self.grid.columns % 2 == 0

    def _victory(self, units: Sequence[dict[str, Any]], last: int) -> dict[str, Any]:
        draw, german = self.draw, [unit["id"] for unit in units if unit["side"] == "German"]
        if self.rules == "arnhem":
            west, east = (f"{c:02}{r:02}" for c, r in ((1, 1), (self.grid.columns, 1)))
            low = f"{self.grid.odd_rows:02}"
            zone = "1" if self._notes_zones() else f"1 {self.number(draw.pick(self._land()))}"
            return {
                "engineer": ["A0"],
                "line_to": ["0101"],
                "drop_zones": [zone],
                "weather": "always" if self._notes_zones() else draw.pick(("no", "option")),
                "exit_west": [west, f"01{low}"],
                "exit_east": [east, f"{self.grid.columns:02}{low}"],
            }
        if self.rules == "bastogne":
            town = self.number(draw.pick(self._land()))
            return {"bastogne": [town], "specified": german[:2], "barred": draw.pick((0, 0, 1))}
        if self.rules == "hurtgen":
            return {"withdrawing": german[:2], "towns": {"Town 0": 5}}
        if self.rules == "remagen":
            return {"night": [2] * draw.below(2), "float_bridges": [1, 1 + draw.below(last)], "us_towns": {"Town 0": 5}}
        return {}
