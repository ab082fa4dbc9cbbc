"""What the computer did in its turn, counted from what happened, in one line."""

from collections import Counter
from collections.abc import Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.scenario import Scenario

COUNTED: Sequence[tuple[type, str]] = (
    (ev.Deployed, "set up"),
    (ev.Moved, "moved"),
    (ev.Entered, "entered"),
    (ev.Landed, "landed"),
    (ev.Exited, "left the map"),
    (ev.Attacked, "attacks"),
    (ev.Advanced, "advanced"),
    (ev.BridgeBuilt, "bridges built"),
)
ONE = {"attacks": "attack", "bridges built": "bridge built"}
"""Of words that tell one from many."""
NAMED = 4
"""Units that are lost by name; more are only counted."""


class Summary:
    """What has happened so far in one Player-Turn."""

    def __init__(self, scenario: Scenario, side: int) -> None:
        self._scenario, self.side = scenario, side
        self._counts: Counter[type] = Counter()
        self._lost: tuple[list[str], list[str]] = ([], [])
        self._news: list[str] = []

    def add(self, events: Sequence[Event]) -> None:
        """Count what an order did."""
        for event in events:
            self._counts[type(event)] += 1
            if isinstance(event, ev.Eliminated):
                unit = self._scenario.units[self._scenario.by_id[event.unit.lower()]]
                self._lost[unit.side].append(event.unit)
            elif isinstance(event, ev.BridgeTried | ev.Scored | ev.BridgeDestroyed):
                self._news.append(str(event))

    def text(self) -> str:
        """`German: 12 moved, 2 attacks. US lost 52. German lost 1/902`."""
        sides = self._scenario.sides
        counts = [(self._counts[kind], words) for kind, words in COUNTED if self._counts[kind]]
        done = [f"{count} {words if count > 1 else ONE.get(words, words)}" for count, words in counts]
        parts = [f"{sides[self.side].name}: {', '.join(done) or 'nobody moved'}"]
        for side in (1 - self.side, self.side):
            lost = self._lost[side]
            if lost:
                names = ", ".join(lost) if len(lost) <= NAMED else f"{len(lost)} units"
                parts.append(f"{sides[side].name} lost {names}")
        return ". ".join([*parts, *self._news[:2]])
