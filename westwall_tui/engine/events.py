"""The events of a game, for the log, the screen and other programs, with units by id and hexes by printed number.

An event's fields are data for programs, and name sides as files do. `str(event)` is the event's line in the log.
"""

from westwall_tui.engine.records import Record
from westwall_tui.engine.words import (
    adjective,
    count,
    division_named,
    listed,
    named,
    outcome_sentence,
    people,
    units_listed,
)


class Event(Record):
    """An event of any kind, the base class of all events."""


class TurnBegan(Event):
    """A Game-Turn began."""

    turn: int
    date: str

    def __str__(self) -> str:
        return f"Game-Turn {self.turn}" + (f", {self.date}" if self.date else "")


class PhaseBegan(Event):
    """A set-up, Movement Phase or Combat Phase of a side began."""

    side: str
    phase: str

    def __str__(self) -> str:
        return f"{adjective(self.side)} {'drop zones' if self.phase == 'notes' else self.phase}"


class PhaseSkipped(Event):
    """A Combat Phase in which no attack is possible was skipped."""

    side: str

    def __str__(self) -> str:
        return f"{adjective(self.side)} Combat Phase: no attack is possible"


class Deployed(Event):
    """A unit was set up."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} was set up at {self.hex}"


class Moved(Event):
    """A unit moved; `cost` in half Movement Points."""

    unit: str
    path: tuple[str, ...]
    cost: int

    def __str__(self) -> str:
        return f"{named(self.unit)} moved from {self.path[0]} to {self.path[-1]} for {points(self.cost)} MP"


class Entered(Event):
    """A reinforcement came onto the map; `cost` in half Movement Points."""

    unit: str
    path: tuple[str, ...]
    cost: int

    def __str__(self) -> str:
        on = f" and moved to {self.path[-1]}" if len(self.path) > 1 else ""
        return f"{named(self.unit)} entered at {self.path[0]}{on} for {points(self.cost)} MP"


class Landed(Event):
    """A unit came down from the air."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} landed at {self.hex}"


class BridgeSpared(Event):
    """The only chance to blow a bridge was not taken."""

    bridge: str

    def __str__(self) -> str:
        return f"bridge {self.bridge} was left standing"


class BridgeTried(Event):
    """A die was rolled for a demolition."""

    bridge: str
    die: int
    blown: bool

    def __str__(self) -> str:
        return f"bridge {self.bridge}: a roll of {self.die} " + (
            "demolishes it" if self.blown else "leaves it standing"
        )


class BridgeBuilt(Event):
    """A bridge was repaired or laid."""

    bridge: str
    how: str

    def __str__(self) -> str:
        return f"bridge {self.bridge} was {self.how}"


class BridgeDestroyed(Event):
    """A unit destroyed the bridge under it and went to a bank hex."""

    bridge: str
    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} destroyed the bridge at {self.bridge} and went to {self.hex}"


class FrontHeld(Event):
    """A side named its front at the end of its Player-Turn; `gaps` are some of its `hexes`."""

    hexes: tuple[str, ...]
    gaps: tuple[str, ...]

    def __str__(self) -> str:
        gap = "gaps" if len(self.gaps) > 1 else "a gap"
        gaps = f"with {gap} at {listed(self.gaps)}" if self.gaps else "unbroken"
        return f"the front runs from {self.hexes[0]} to {self.hexes[-1]}, {gaps}"


class WeatherChanged(Event):
    """The weather of a Game-Turn was decided; `die` is 0 if there was no roll."""

    weather: str
    die: int

    def __str__(self) -> str:
        return f"weather: {self.weather}" + (f" (roll {self.die})" if self.die else "")


class DropZoneNoted(Event):
    """A side noted a drop zone, whose hex only that side knows."""

    side: str
    division: str

    def __str__(self) -> str:
        return f"{people(self.side)} noted the drop zone of {division_named(self.division)}"


class DropZonePlaced(Event):
    """A drop zone was placed on the map."""

    division: str
    hex: str

    def __str__(self) -> str:
        return f"the drop zone of {division_named(self.division)} is at {self.hex}"


class Held(Event):
    """A unit held its hex instead of retreating."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} holds {self.hex}"


class Scored(Event):
    """Victory Points were scored in the course of play."""

    side: str
    points: int
    cause: str

    def __str__(self) -> str:
        return f"{people(self.side)} score {count(self.points, 'Victory Point', most=0)} ({self.cause})"


class Exited(Event):
    """A unit left the map."""

    unit: str
    path: tuple[str, ...]
    edge: str
    cost: int

    def __str__(self) -> str:
        return f"{named(self.unit)} exited from {self.path[-1]} by the {self.edge} edge"


class Attacked(Event):
    """A combat was declared."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    barrage: tuple[str, ...]
    support: int

    def __str__(self) -> str:
        parts = [named(unit) for unit in (*self.attackers, *self.barrage)]
        if self.support:
            parts.append(f"{self.support} Ground Support")
        verb = "attacked" if self.attackers else "barraged"
        return f"{listed(parts)} {verb} {units_listed(self.defenders)}"


class Fired(Event):
    """The defender gave Final Protective Fire."""

    units: tuple[str, ...]
    support: int

    def __str__(self) -> str:
        parts = [named(unit) for unit in self.units]
        if self.support:
            parts.append(f"{self.support} Ground Support")
        return "Final Protective Fire: " + (listed(parts) or "none")


class Rolled(Event):
    """The die of a combat was rolled."""

    die: int
    differential: int
    line: str
    column: str
    result: str

    def __str__(self) -> str:
        line = self.line.replace(", ", "/")
        return f"{self.differential:+d} on the {line} line, column {self.column}, roll {self.die}: {self.result}"


class Retreated(Event):
    """A unit retreated; the path begins in the hex where it fought."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        through = f" through {listed(self.path[1:-1])}" if len(self.path) > 2 else ""
        return f"{named(self.unit)} retreated to {self.path[-1]}{through}"


class Displaced(Event):
    """A unit was displaced by a retreating friendly unit."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{named(self.unit)} was displaced to {self.path[-1]}"


class Eliminated(Event):
    """A unit was eliminated; the path begins where it fought and ends where it was lost."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{named(self.unit)} was eliminated at {self.path[-1]}"


class Advanced(Event):
    """A unit advanced after combat."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{named(self.unit)} advanced to {self.path[-1]}"


class Conceded(Event):
    """A side conceded the game."""

    side: str

    def __str__(self) -> str:
        return f"{people(self.side)} concede"


class Proposed(Event):
    """A side offered the other side a draw or a concession."""

    side: str
    what: str

    def __str__(self) -> str:
        return f"{people(self.side)} offer {OFFERS[self.what]}"


OFFERS = {"draw": "a draw", "concession": "to concede"}
"""The kinds of offers, after the verb of a sentence."""


class Declined(Event):
    """A side refused the other side's offer."""

    side: str

    def __str__(self) -> str:
        return f"{people(self.side)} play on"


class GameEnded(Event):
    """The game ended; `winner` is a side's name, or empty for a draw."""

    winner: str
    reason: str

    def __str__(self) -> str:
        return outcome_sentence(self.reason)


def points(half: int) -> str:
    """Return half Movement Points as Movement Points: `2.5` for 5, `2` for 4."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)
