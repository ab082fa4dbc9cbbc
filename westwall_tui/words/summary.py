"""A summary of the computer's turn, counted from the events, in a few sentences."""

from collections import Counter
from collections.abc import Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import Unit
from westwall_tui.engine.words import capital, count, listed
from westwall_tui.words.telling import COUNTED

NAMED = 4
"""Maximum number of lost units and bridges that are named; longer lists are counted."""


class Summary:
    """The events so far in one Player-Turn."""

    def __init__(self, scenario: Scenario, side: int) -> None:
        self._scenario, self.side = scenario, side
        self._counts: Counter[type] = Counter()
        self._lost: tuple[list[str], list[str]] = ([], [])
        self._points: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        """By side, the Victory Points scored in the course of play, by their causes."""
        self._bridges: dict[str, list[str]] = {}
        """Bridges by their fate."""

    def add(self, events: Sequence[Event]) -> None:
        """Count the events of an order."""
        for event in events:
            if isinstance(event, ev.Advanced) and self._unit(event.unit).side != self.side:
                continue  # a defender that drives back this side's attackers may also advance
            self._counts[type(event)] += 1
            if isinstance(event, ev.Eliminated):
                unit = self._unit(event.unit)
                self._lost[unit.side].append(unit.name)
            elif isinstance(event, ev.Scored):
                side = next(side for side, who in enumerate(self._scenario.sides) if who.name == event.side)
                self._points[side][_without_names(event.cause)] += event.points
            elif isinstance(event, ev.BridgeTried):
                self._bridges.setdefault("demolished" if event.blown else "left standing", []).append(event.bridge)
            elif isinstance(event, ev.BridgeDestroyed):
                self._bridges.setdefault("destroyed", []).append(event.bridge)

    def _unit(self, name: str) -> Unit:
        return self._scenario.units[self._scenario.unit(name)]

    @property
    def is_empty(self) -> bool:
        """True if the text has nothing to tell."""
        told = self._counts.keys() & COUNTED.keys()
        return not (told or any(self._lost) or any(self._points) or self._bridges)

    def text(self) -> str:
        """Return `The Germans moved 12 units and made two attacks. The U.S. lost 52`, without its last full stop."""
        people = [capital(side.people) for side in self._scenario.sides]
        counts = [(n, counted) for kind, counted in COUNTED.items() if (n := self._counts[kind])]
        done = [counted.sentence.format(count(n, counted.thing)) for n, counted in counts]
        sentences = [f"{people[self.side]} {listed(done) or 'moved no units'}"]
        sentences += [
            f"{people[side]} lost {listed(lost) if len(lost) <= NAMED else count(len(lost), 'unit')}"
            for side in (1 - self.side, self.side)
            if (lost := self._lost[side])
        ]
        for side in (self.side, 1 - self.side):
            if scored := self._points[side]:
                causes = ", ".join(filter(None, scored))
                points = count(scored.total(), "Victory Point", most=0)
                sentences.append(f"{people[side]} scored {points}{causes and f': {causes}'}")
        return ". ".join([*sentences, *(_bridges_in_words(names, fate) for fate, names in self._bridges.items())])


def _without_names(cause: str) -> str:
    """Return a cause of points without its units, which could fill a screen and are in the log."""
    what = cause.partition(": ")[0]
    return "" if "," in what else what


def _bridges_in_words(names: Sequence[str], fate: str) -> str:
    """Return `Bridge 0105/0104 was demolished`, or `Six bridges were left standing`."""
    if len(names) > NAMED:
        return f"{capital(count(len(names), 'bridge'))} were {fate}"
    return f"Bridge{'s' if len(names) > 1 else ''} {listed(names)} {'were' if len(names) > 1 else 'was'} {fate}"
