"""Sentences about a finished game, in the past tense: who attacked whom, and the consequences."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import events as ev
from westwall_tui.engine import queries
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import capital, count, in_words, listed, named, people, signed, units_listed
from westwall_tui.history.entries import Fight, because

if TYPE_CHECKING:
    from westwall_tui.history.record import PlayerTurn

FEW = 3
"""Maximum number of names in a sentence; others are counted."""
PAST: Mapping[str, str] = {
    "retreats to": "retreated to",
    "is lost": "was lost",
    "are lost": "were lost",
    "is eliminated": "was eliminated",
    "are eliminated": "were eliminated",
    "gets no further": "got no further",
    "is displaced": "was displaced",
    "advances to": "advanced to",
    " holds ": " held ",
}
PAST_VERBS: Mapping[str, str] = {
    "are": "were",
    "is": "was",
    "have": "had",
    "has": "had",
    "holds": "held",
    "leads": "led",
}
MONTHS: Mapping[str, str] = {
    "Jan": "January",
    "Mar": "March",
    "Sep": "September",
    "Oct": "October",
    "Nov": "November",
    "Dec": "December",
}
TIMES: Mapping[str, str] = {"a.m.": "morning", "p.m.": "afternoon", "night": "night"}
"""Times of day right after a month. An hour keeps its `a.m.`."""
MINUS = "−"
"""The minus sign of print."""
TOWNS = ("town", "village")
"""Kinds of places that a hex is named after."""


def times(n: int) -> str:
    """Return how many times something counts: `twice`, `three times`."""
    return "twice" if n == 2 else f"{in_words(n)} times"


def in_past(why: str) -> str:
    """Return a reason from the present position in the past tense: `both sides were present`."""
    return re.sub(rf"\b({'|'.join(PAST_VERBS)})\b", lambda found: PAST_VERBS[found[0]], why)


def opening(n: int, one: str, many: str = "") -> str:
    """Return a number of things for the start of a sentence: `Two units`, or `A total of 12 units`."""
    units = count(n, one, many)
    return f"A total of {units}" if units[0].isdigit() else capital(units)


class Words:
    """The sides, units, hexes and dates of a scenario, for sentences."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.sides = [side.name for side in scenario.sides]
        """The sides by the names that events have. Sentences use `adjectives` and `people` instead."""
        self.adjectives = [side.adjective for side in scenario.sides]
        self.people = [side.people for side in scenario.sides]
        self.places = {h: place.name for place in scenario.board.places if place.kind in TOWNS for h in place.hexes}

    def unit(self, unit: int) -> str:
        """Return a unit's name; a bare number becomes `unit 2`."""
        return self.scenario.units[unit].name

    def units(self, units: Iterable[int], most: int = FEW) -> str:
        """Return units as a list. If there are many, the last ones are only counted."""
        return listed(map(self.unit, units), most)

    def near(self, h: int, far: int) -> str:
        """Return the town of a hex, or the nearest town within `far` hexes; empty if there is none."""
        if h in self.places:
            return self.places[h]
        distance = self.scenario.board.grid.distance
        found = min(((distance(h, at), name) for at, name in self.places.items()), default=(far + 1, ""))
        return found[1] if found[0] <= far else ""

    def at(self, h: int) -> str:
        """Return where a hex is: `at 1317 Bastogne`, or `at 1416, near Bastogne`."""
        number, near = self.scenario.board.number(h), self.near(h, 1)
        if h in self.places or not near:
            return f"at {number} {near}".rstrip()
        return f"at {number}, near {near}"

    def around(self, hexes: Iterable[int], far: int = 3, most: int = 2) -> str:
        """Return the towns nearest to most of some hexes, as a list; empty if there is none."""
        names = [self.near(h, far) for h in hexes]
        often = sorted(dict.fromkeys(filter(None, names)), key=lambda name: -names.count(name))
        return listed(often[:most])

    def date(self, turn: int) -> str:
        """Return the date of a Game-Turn with the month in full; empty if the Game-Turn has no date."""
        date = re.sub(r"\b[A-Z][a-z]{2}\b", lambda found: MONTHS.get(found[0], found[0]), self.scenario.date(turn))
        for short, time in TIMES.items():
            date = re.sub(rf"(?<=[a-z]) {re.escape(short)}", f", {time}", date)
        return date

    def when(self, turn: "PlayerTurn") -> str:
        """Return the time of a Player-Turn: `Turn 3, 19 December, morning`."""
        return ", ".join(filter(None, (f"Turn {turn.turn}", self.date(turn.turn))))

    def points(self, points: tuple[int, int]) -> str:
        """Return the points of both sides: `German 16 : U.S. 15`."""
        return " : ".join(f"{name} {n}" for name, n in zip(self.adjectives, points, strict=True))

    def gains(self, turn: "PlayerTurn", sign: str = "−") -> str:
        """Return the points that a Player-Turn brought each side: `German +3, U.S. +1`; empty for none.

        `sign` is the minus sign.
        """
        changes = [now - before for now, before in zip(turn.points, turn.points_before, strict=True)]
        return ", ".join(f"{name} {signed(n, sign)}" for name, n in zip(self.adjectives, changes, strict=True) if n)

    # -- combats

    def attackers(self, fight: Fight, most: int = FEW) -> str:
        """Return the attacking units and Ground Support."""
        units = self.units((*fight.combat.attackers, *fight.combat.barrage), most)
        support = count(fight.combat.support, "Ground Support Point", most=0) if fight.combat.support else ""
        return " with ".join(filter(None, (units, support)))

    def declared(self, fight: Fight, most: int = FEW) -> str:
        """Return a combat's first sentence, without its full stop: who attacked whom, and where."""
        verb = "attacked" if fight.combat.attackers else "shelled"
        defenders = self.units(fight.combat.defenders, most)
        return f"{capital(self.attackers(fight, most))} {verb} {defenders} {self.at(fight.place)}"

    def numbers(self, fight: Fight) -> str:
        """Return the strengths, the differential and the terrain line: `8 - 3 = +5 on the Woods line`."""
        return f"{fight.attack} − {fight.defense} = {signed(fight.differential, MINUS)} on the {self.line(fight)} line"

    def line(self, fight: Fight) -> str:
        """Return the terrain that decided a combat's line: that of a defender's hex, or the water crossed."""
        terrain, of_a_hex, _ = fight.reason.partition(" at ")
        if of_a_hex:
            return terrain
        terrains = fight.line.split(", ")
        return next((terrain for terrain in terrains if terrain in ("Stream", "Bridge")), terrains[0])

    def combat(self, fight: Fight) -> str:
        """Return a combat in a few sentences."""
        odds = f"at {self.numbers(fight)}, and rolled {fight.die}: {fight.result}"
        return f"{self.declared(fight)}, {odds}. {self.outcome(fight)}"

    def outcome(self, fight: Fight) -> str:
        """Return the consequences of a combat in sentences, each loss with its cause."""
        said = queries.happened([event for event in fight.events if not isinstance(event, ev.Rolled)])
        for now, then in PAST.items():
            said = said.replace(now, then)
        for loss in fight.losses:
            if ": " in loss.why:
                name, why = self.unit(loss.unit), _literal(because(loss.why))
                said = re.sub(rf"(?<!\S)({re.escape(name)}\b[^;]*?was lost)", rf"\1{why}", said, count=1)
        return " ".join(f"{capital(part)}." for part in said.split("; ")) if said else "No effect."

    def happenings(self, turn: "PlayerTurn") -> Sequence[str]:
        """Return sentences about everything in a Player-Turn except its combats: entries, moves and exits."""
        found = []
        board = self.scenario.board
        entered = turn.all(ev.Entered)
        if entered:
            units = listed([named(event.unit) for event in entered], FEW)
            found.append(f"{capital(units)} entered at {listed(dict.fromkeys(e.path[0] for e in entered), FEW)}.")
        landed = turn.all(ev.Landed)
        if landed:
            near = self.around([board.hex(event.hex) for event in landed], 4)
            found.append(f"{opening(len(landed), 'unit')} landed{' near ' + near if near else ''}.")
        by_edge: dict[str, list[str]] = {}
        for event in turn.all(ev.Exited):
            by_edge.setdefault(event.edge, []).append(named(event.unit))
        found += [
            f"{capital(listed(units, FEW))} exited the map at the {edge} edge." for edge, units in by_edge.items()
        ]
        moved = turn.all(ev.Moved)
        if moved:
            near = self.around([board.hex(event.path[-1]) for event in moved])
            n = len({event.unit for event in moved})
            where = f"{', most of them' if n > 1 else ''} near {near}" if near else ""
            found.append(f"{opening(n, 'unit')} moved{where}.")
        for kind in (ev.WeatherChanged, ev.BridgeTried, ev.BridgeBuilt, ev.BridgeDestroyed, ev.DropZonePlaced):
            found += [f"{capital(str(event))}." for event in turn.all(kind)]
        found += [self.scored(event) for event in turn.all(ev.Scored)]
        return found or ["No units moved."]

    def scored(self, event: ev.Scored) -> str:
        """Return the points of a Player-Turn as a sentence. If there are many units, the last ones are only counted."""
        cause, _, units = event.cause.partition(": ")
        names = f" ({units_listed(units.split(', '), FEW)})" if units else ""
        return f"{capital(people(event.side))} scored {count(event.points, 'point', most=0)}: {cause}{names}."


def _literal(text: str) -> str:
    """Return a text escaped, so that a regular expression inserts it unchanged."""
    return text.replace("\\", r"\\")
