"""What the computer did: in its turn, counted from what happened, in one line."""

from collections import Counter
from collections.abc import Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import Unit
from westwall_tui.words.telling import COUNTED

NAMED = 4
"""Units that are lost and bridges that are told by name; more are only counted."""


class Summary:
    """What has happened so far in one Player-Turn."""

    def __init__(self, scenario: Scenario, side: int) -> None:
        self._scenario, self.side = scenario, side
        self._counts: Counter[type] = Counter()
        self._lost: tuple[list[str], list[str]] = ([], [])
        self._points: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        """By side: the Victory Points scored in the course of play, by what they are for."""
        self._bridges: dict[str, list[str]] = {}
        """Bridges by what became of them."""

    def add(self, events: Sequence[Event]) -> None:
        """Count what an order did."""
        for event in events:
            if isinstance(event, ev.Advanced) and self._unit(event.unit).side != self.side:
                continue  # whoever has driven this side's attackers back may advance, too
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

    def text(self) -> str:
        """`German: 12 moved, 2 attacks. US lost 52. German lost 1/902`."""
        sides = self._scenario.sides
        counts = [(n, counted) for kind, counted in COUNTED.items() if (n := self._counts[kind])]
        done = [f"{n} {counted.one if n == 1 else counted.many or counted.one}" for n, counted in counts]
        parts = [f"{sides[self.side].name}: {', '.join(done) or 'no moves'}"]
        for side in (1 - self.side, self.side):
            lost = self._lost[side]
            if lost:
                names = ", ".join(lost) if len(lost) <= NAMED else f"{len(lost)} units"
                parts.append(f"{sides[side].name} lost {names}")
        for side in (self.side, 1 - self.side):
            if scored := self._points[side]:
                causes = ", ".join(filter(None, scored))
                parts.append(f"{sides[side].name} scores {scored.total()} Victory Points{causes and f': {causes}'}")
        return ". ".join([*parts, *(_bridges_in_words(names, fate) for fate, names in self._bridges.items())])


def _without_names(cause: str) -> str:
    """What points are for, without the units that they are for: those are in the log, as long as a screen."""
    what = cause.partition(": ")[0]
    return "" if "," in what else what


def _bridges_in_words(names: Sequence[str], fate: str) -> str:
    """`Bridge 0105/0104 demolished`, `6 bridges left standing`."""
    if len(names) > NAMED:
        return f"{len(names)} bridges {fate}"
    return f"Bridge{'s' if len(names) > 1 else ''} {', '.join(names)} {fate}"
