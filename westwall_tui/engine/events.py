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
    """The beginning of a Game-Turn."""

    turn: int
    date: str

    def __str__(self) -> str:
        return f"Game-Turn {self.turn}" + (f", {self.date}" if self.date else "")


class PhaseBegan(Event):
    """The beginning of a side's set-up, Movement Phase or Combat Phase."""

    side: str
    phase: str

    def __str__(self) -> str:
        return f"{adjective(self.side)} {'drop zones' if self.phase == 'notes' else self.phase}"


class PhaseSkipped(Event):
    """The skipping of a Combat Phase in which no attack is possible."""

    side: str

    def __str__(self) -> str:
        return f"{adjective(self.side)} Combat Phase: no attack is possible"


class Deployed(Event):
    """The set-up of a unit in a hex."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} was set up at {self.hex}"


class Moved(Event):
    """The move of a unit; `cost` is in half Movement Points."""

    unit: str
    path: tuple[str, ...]
    cost: int

    def __str__(self) -> str:
        return f"{named(self.unit)} moved from {self.path[0]} to {self.path[-1]} for {points(self.cost)} MP"


class Entered(Event):
    """The entry of a reinforcement by ground; `cost` is in half Movement Points."""

    unit: str
    path: tuple[str, ...]
    cost: int

    def __str__(self) -> str:
        on = f" and moved to {self.path[-1]}" if len(self.path) > 1 else ""
        return f"{named(self.unit)} entered at {self.path[0]}{on} for {points(self.cost)} MP"


class Landed(Event):
    """The landing of a unit from the air."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} landed at {self.hex}"


class BridgeSpared(Event):
    """The decision not to blow a bridge, at the only chance to try."""

    bridge: str

    def __str__(self) -> str:
        return f"bridge {self.bridge} was left standing"


class BridgeTried(Event):
    """The roll for the demolition of a bridge."""

    bridge: str
    die: int
    blown: bool

    def __str__(self) -> str:
        return f"bridge {self.bridge}: a roll of {self.die} " + (
            "demolishes it" if self.blown else "leaves it standing"
        )


class BridgeBuilt(Event):
    """The repair or laying of a bridge."""

    bridge: str
    how: str

    def __str__(self) -> str:
        return f"bridge {self.bridge} was {self.how}"


class BridgeDestroyed(Event):
    """The destruction of a bridge by the unit on it, which goes to a bank hex."""

    bridge: str
    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} destroyed the bridge at {self.bridge} and went to {self.hex}"


class FrontHeld(Event):
    """The naming of a front at the end of a side's Player-Turn; `gaps` are some of its `hexes`."""

    hexes: tuple[str, ...]
    gaps: tuple[str, ...]

    def __str__(self) -> str:
        gap = "gaps" if len(self.gaps) > 1 else "a gap"
        gaps = f"with {gap} at {listed(self.gaps)}" if self.gaps else "unbroken"
        return f"the front runs from {self.hexes[0]} to {self.hexes[-1]}, {gaps}"


class WeatherChanged(Event):
    """The weather of a Game-Turn; `die` is 0 if there was no roll."""

    weather: str
    die: int

    def __str__(self) -> str:
        return f"weather: {self.weather}" + (f" (roll {self.die})" if self.die else "")


class DropZoneNoted(Event):
    """The secret note of a drop zone, whose hex only the side that notes it knows."""

    side: str
    division: str

    def __str__(self) -> str:
        return f"{people(self.side)} noted the drop zone of {division_named(self.division)}"


class DropZonePlaced(Event):
    """The placing of a drop zone on the map."""

    division: str
    hex: str

    def __str__(self) -> str:
        return f"the drop zone of {division_named(self.division)} is at {self.hex}"


class Held(Event):
    """The stand of a unit that holds its hex instead of retreating."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{named(self.unit)} holds {self.hex}"


class Scored(Event):
    """Victory Points scored during the game."""

    side: str
    points: int
    cause: str

    def __str__(self) -> str:
        return f"{people(self.side)} score {count(self.points, 'Victory Point', most=0)} ({self.cause})"


class Exited(Event):
    """The exit of a unit."""

    unit: str
    path: tuple[str, ...]
    edge: str
    cost: int

    def __str__(self) -> str:
        return f"{named(self.unit)} exited from {self.path[-1]} by the {self.edge} edge"


class Attacked(Event):
    """The declaration of a combat."""

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
    """The defender's Final Protective Fire in a combat."""

    units: tuple[str, ...]
    support: int

    def __str__(self) -> str:
        parts = [named(unit) for unit in self.units]
        if self.support:
            parts.append(f"{self.support} Ground Support")
        return "Final Protective Fire: " + (listed(parts) or "none")


class Rolled(Event):
    """The roll of a combat, with its result."""

    die: int
    differential: int
    line: str
    column: str
    result: str

    def __str__(self) -> str:
        return self.on(self.line.replace(", ", "/"))

    def on(self, line: str) -> str:
        """Return the roll in words, with a name for the line of the table."""
        return f"{self.differential:+d} on the {line} line, column {self.column}, roll {self.die}: {self.result}"


class Retreated(Event):
    """The retreat of a unit; the path begins in the hex where the unit fought."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        through = f" through {listed(self.path[1:-1])}" if len(self.path) > 2 else ""
        return f"{named(self.unit)} retreated to {self.path[-1]}{through}"


class Displaced(Event):
    """The displacement of a unit by a retreating friendly unit."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{named(self.unit)} was displaced to {self.path[-1]}"


class Eliminated(Event):
    """The elimination of a unit; the path begins where the unit fought and ends where it was lost."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{named(self.unit)} was eliminated at {self.path[-1]}"


class Advanced(Event):
    """The advance of a unit after combat."""

    unit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{named(self.unit)} advanced to {self.path[-1]}"


class Conceded(Event):
    """A side's concession of the game."""

    side: str

    def __str__(self) -> str:
        return f"{people(self.side)} concede"


class Proposed(Event):
    """A side's offer of a draw or a concession."""

    side: str
    what: str

    def __str__(self) -> str:
        return f"{people(self.side)} offer {OFFERS[self.what]}"


OFFERS = {"draw": "a draw", "concession": "to concede"}
"""The kinds of offers, after the verb of a sentence."""


class Declined(Event):
    """A side's refusal of the other side's offer."""

    side: str

    def __str__(self) -> str:
        return f"{people(self.side)} play on"


class GameEnded(Event):
    """The end of the game; `winner` is a side's name, or empty for a draw."""

    winner: str
    reason: str

    def __str__(self) -> str:
        return outcome_sentence(self.reason)


def points(half: int) -> str:
    """Return half Movement Points as Movement Points: `2.5` for 5, `2` for 4."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)
