"""Events in words: for each kind, the sentence to be spoken, how summaries count it, and where else it is told.

The line of the log is `str(event)`, which the referee and the library promise, but a roll names only its own terrain.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import adjective, count, division_named, listed, named, people, units_listed
from westwall_tui.history.words import Words
from westwall_tui.words.odds import result_in_words
from westwall_tui.words.places import short_hex

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry


class Names:
    """The names of a scenario's units, hexes and dates as they are spoken."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.words = Words(scenario)

    def unit(self, unit: str) -> str:
        """Return a unit with its side: `German unit 52`."""
        return f"{self.side([unit])} {named(unit)}"

    def side(self, units: Sequence[str]) -> str:
        """Return the side of some units; empty if there are no units."""
        return self.words.adjectives[self.scenario.units[self.scenario.unit(units[0])].side] if units else ""

    def hex(self, number: str) -> str:
        """Return a hex with its name, or with its direction from a town."""
        board = self.scenario.board
        return short_hex(board, board.by_number[number]) if number in board.by_number else number

    def bridge(self, bridge: str) -> str:
        """Return a bridge, named by the hexes at its ends."""
        ends = [self.hex(end) for end in bridge.split("/")]
        return f"the bridge {'between' if len(ends) > 1 else 'at'} {' and '.join(ends)}"


class Count(NamedTuple):
    """The words by which summaries count events of one kind."""

    sentence: str
    """The words after the side: `moved {}`."""
    thing: str = "unit"
    """The noun for what is counted."""
    in_letters: bool = True
    """True if a letter also counts such events."""


class Telling(NamedTuple):
    """The words for one kind of event, in addition to its line in the log."""

    spoken: Callable[[Names, Any], str]
    """Return the sentence to be spoken, without its full stop."""
    counted: Count | None = None
    """None if no summary counts such events."""
    in_combat: bool = False
    """True if the panel leaves the event to the lines of the combat."""
    kinds: Sequence[str] = ()
    """The words by which a filter finds the event's line in the log."""


def as_logged(_: Names, event: Event) -> str:
    """Return the line of the log, for events that are spoken as they are written."""
    return str(event)


def spoken(names: Names, event: Event, entry: "Entry | None" = None) -> str:
    """Return an event as a sentence, with names of hexes; if the `entry` of a combat is known, with its numbers."""
    if isinstance(event, ev.Rolled) and entry is not None and entry.rolls and entry.fight is not None:
        fight = entry.fight
        sums = f"Attack {fight.attack} minus defense {fight.defense}"
        result = result_in_words(event.result, alone=fight.alone, adjacent=bool(fight.combat.attackers))
        return _roll(sums, event, names.words.line(fight), result)
    telling = TELLINGS.get(type(event))
    said = telling.spoken(names, event) if telling is not None else str(event)
    if isinstance(event, ev.Attacked) and entry is not None and entry.at >= 0:
        return f"{said} at {short_hex(names.scenario.board, entry.at)}"
    return said


def in_combat(event: Event) -> bool:
    """Return True if the lines of a combat in the panel already tell an event."""
    telling = TELLINGS.get(type(event))
    return telling is not None and telling.in_combat


def movement_points(half: int) -> str:
    """Return half Movement Points in words: `2 Movement Points`, `half a Movement Point`."""
    if half == 1:
        return "half a Movement Point"
    return f"{ev.points(half)} Movement Point{'' if half == 2 else 's'}"


def _began(names: Names, event: ev.TurnBegan) -> str:
    date = names.words.date(event.turn)
    return f"Game-Turn {event.turn}" + (f", {date}" if date else "")


def _moved(names: Names, event: ev.Moved) -> str:
    start, end = names.hex(event.path[0]), names.hex(event.path[-1])
    return f"{names.unit(event.unit)} moves from {start} to {end} for {movement_points(event.cost)}"


def _entered(names: Names, event: ev.Entered) -> str:
    on = f" and moves to {names.hex(event.path[-1])}" if len(event.path) > 1 else ""
    return f"{names.unit(event.unit)} enters at {names.hex(event.path[0])}{on} for {movement_points(event.cost)}"


def _tried(names: Names, event: ev.BridgeTried) -> str:
    return f"{names.bridge(event.bridge)}: the die shows {event.die}, and it {'is blown' if event.blown else 'stands'}"


def _destroyed(names: Names, event: ev.BridgeDestroyed) -> str:
    return f"{names.unit(event.unit)} destroys {names.bridge(event.bridge)} and goes to {names.hex(event.hex)}"


def _attacked(names: Names, event: ev.Attacked) -> str:
    attackers = (*event.attackers, *event.barrage)
    who = " with ".join(filter(None, (units_listed(attackers), _ground_support(event.support))))
    verb = ("attack" if event.attackers else "barrage") + ("s" if len(attackers) == 1 else "")
    foes = f"{names.side(event.defenders)} {units_listed(event.defenders)}"
    return f"{names.side(attackers)} {who} {verb} {foes}".lstrip()


def _fired(_: Names, event: ev.Fired) -> str:
    given = filter(None, (units_listed(event.units), _ground_support(event.support)))
    return f"Final Protective Fire: {listed(given) or 'none'}"


def _ground_support(points: int) -> str:
    return count(points, "Ground Support Point", most=0) if points else ""


def _rolled(_: Names, event: ev.Rolled) -> str:
    """Return the sentence of a roll if nothing else is known about its combat."""
    result = result_in_words(event.result, alone=False, adjacent=True)
    return _roll("The differential", event, event.line, result)


def _roll(sums: str, event: ev.Rolled, line: str, result: str) -> str:
    differential = f"{event.differential:+d}" if event.differential else "0"
    return f"{sums} is {differential}, on the {line} line, column {event.column}. The die shows {event.die}. {result}"


TELLINGS: Mapping[type[Event], Telling] = {
    ev.TurnBegan: Telling(_began),
    ev.PhaseBegan: Telling(lambda _, e: f"{adjective(e.side)} {e.phase}"),
    ev.PhaseSkipped: Telling(lambda _, e: f"{adjective(e.side)} Combat Phase: no attack is possible"),
    ev.WeatherChanged: Telling(
        lambda _, e: f"weather: {e.weather}" + (f"; the die shows {e.die}" if e.die else ""), kinds=("dice",)
    ),
    ev.DropZoneNoted: Telling(as_logged, Count("noted {}", "drop zone")),
    ev.DropZonePlaced: Telling(
        lambda names, e: f"the drop zone of {division_named(e.division)} is at {names.hex(e.hex)}"
    ),
    ev.Deployed: Telling(
        lambda names, e: f"{names.unit(e.unit)} is set up at {names.hex(e.hex)}", Count("set up {}"), kinds=("set-up",)
    ),
    ev.Moved: Telling(_moved, Count("moved {}"), kinds=("movement",)),
    ev.Entered: Telling(_entered, Count("brought in {}"), kinds=("movement", "arrivals")),
    ev.Landed: Telling(
        lambda names, e: f"{names.unit(e.unit)} lands at {names.hex(e.hex)}",
        Count("landed {}"),
        kinds=("movement", "arrivals"),
    ),
    ev.Exited: Telling(
        lambda names, e: f"{names.unit(e.unit)} exits the map at {names.hex(e.path[-1])}, by the {e.edge} edge",
        Count("took {} off the map"),
        kinds=("movement", "exits"),
    ),
    ev.Attacked: Telling(_attacked, Count("made {}", "attack", in_letters=False), in_combat=True, kinds=("attacks",)),
    ev.Fired: Telling(_fired, in_combat=True, kinds=("fire",)),
    ev.Rolled: Telling(_rolled, in_combat=True, kinds=("attacks", "dice")),
    ev.Held: Telling(lambda names, e: f"{names.unit(e.unit)} holds {names.hex(e.hex)}", kinds=("retreats",)),
    ev.Retreated: Telling(
        lambda names, e: f"{names.unit(e.unit)} retreats from {names.hex(e.path[0])} to {names.hex(e.path[-1])}",
        kinds=("retreats",),
    ),
    ev.Displaced: Telling(
        lambda names, e: f"{names.unit(e.unit)} is displaced from {names.hex(e.path[0])} to {names.hex(e.path[-1])}",
        kinds=("retreats",),
    ),
    ev.Eliminated: Telling(
        lambda names, e: f"{names.unit(e.unit)} is eliminated at {names.hex(e.path[-1])}",
        in_combat=True,
        kinds=("losses",),
    ),
    ev.Advanced: Telling(
        lambda names, e: f"{names.unit(e.unit)} advances to {names.hex(e.path[-1])}",
        Count("advanced {}", in_letters=False),
        kinds=("advances",),
    ),
    ev.BridgeSpared: Telling(lambda names, e: f"{names.bridge(e.bridge)} is left standing", kinds=("bridges",)),
    ev.BridgeTried: Telling(_tried, kinds=("bridges", "dice")),
    ev.BridgeBuilt: Telling(as_logged, Count("built {}", "bridge", in_letters=False), kinds=("bridges",)),
    ev.BridgeDestroyed: Telling(_destroyed, kinds=("bridges",)),
    ev.FrontHeld: Telling(as_logged),
    ev.Scored: Telling(
        lambda _, e: f"{people(e.side)} score {count(e.points, 'Victory Point', most=0)}: {e.cause}", kinds=("points",)
    ),
    ev.Conceded: Telling(as_logged),
    ev.Proposed: Telling(as_logged),
    ev.Declined: Telling(as_logged),
    ev.GameEnded: Telling(as_logged),
}
"""The words by kind of event, in the order in which summaries count events."""
COUNTED: Mapping[type[Event], Count] = {kind: telling.counted for kind, telling in TELLINGS.items() if telling.counted}
