"""What the computer did in its turn, counted from what happened, in one line."""

from collections import Counter
from collections.abc import Callable, Sequence

from westwall_tui.engine import events as ev
from westwall_tui.engine.events import Event
from westwall_tui.engine.scenario import Phase, Scenario

COUNTED: Sequence[tuple[type, str]] = (
    (ev.DropZoneNoted, "drop zones noted"),
    (ev.Deployed, "set up"),
    (ev.Moved, "moved"),
    (ev.Entered, "entered"),
    (ev.Landed, "landed"),
    (ev.Exited, "left the map"),
    (ev.Attacked, "attacks"),
    (ev.Advanced, "advanced"),
    (ev.BridgeBuilt, "bridges built"),
)
ONE = {"drop zones noted": "drop zone noted", "attacks": "attack", "bridges built": "bridge built"}
"""Of words that tell one from many."""
NAMED = 4
"""Units that are lost by name; more are only counted."""


class Summary:
    """What has happened so far in one Player-Turn."""

    def __init__(self, scenario: Scenario, side: int) -> None:
        self._scenario, self.side = scenario, side
        self._counts: Counter[type] = Counter()
        self._lost: tuple[list[str], list[str]] = ([], [])
        self._bridges: dict[str, list[str]] = {"demolished": [], "destroyed": [], "still standing": []}
        """What became of them."""
        self._scored: list[str] = []

    def add(self, events: Sequence[Event]) -> None:
        """Count what an order did."""
        for event in events:
            self._counts[type(event)] += 1
            if isinstance(event, ev.Eliminated):
                unit = self._scenario.units[self._scenario.by_id[event.unit.lower()]]
                self._lost[unit.side].append(event.unit)
            elif isinstance(event, ev.BridgeTried):
                self._bridges["demolished" if event.blown else "still standing"].append(event.bridge)
            elif isinstance(event, ev.BridgeDestroyed):
                self._bridges["destroyed"].append(event.bridge)
            elif isinstance(event, ev.Scored):
                why = event.cause.partition(":")[0]  # after the colon come the names of all units
                self._scored.append(f"{event.side} scores {event.points}: {why}")

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
        for fate, bridges in self._bridges.items():
            if bridges:
                parts.append(f"{'bridges' if len(bridges) > 1 else 'bridge'} {', '.join(bridges)} {fate}")
        return ". ".join([*parts, *self._scored])


class Turns:
    """Player-Turns and set-ups, one after the other, as their events tell: a game is followed, or read again."""

    def __init__(self, scenario: Scenario, side: int, plays: Callable[[int], bool]) -> None:
        """`side` has its turn at first; `plays` says whether the computer plays a side."""
        self._scenario, self._side, self._plays = scenario, side, plays
        self._summary: Summary | None = None

    def note(self, events: Sequence[Event]) -> str:
        """Count what an order did; if a turn of the computer ended with it, what it did in that turn, else nothing."""
        if self._summary is None and self._plays(self._side):
            self._summary = Summary(self._scenario, self._side)
        summary = self._summary
        if summary is not None:
            summary.add(events)
        names = [side.name for side in self._scenario.sides]
        begun = [names.index(event.side) for event in events if isinstance(event, ev.PhaseBegan) and _opens(event)]
        if not begun:
            return ""
        self._side, self._summary = begun[-1], None
        return summary.text() if summary is not None else ""


def _opens(event: ev.PhaseBegan) -> bool:
    """Whether another side has its turn from here on: every phase but combat begins one."""
    return not event.phase.lower().startswith(Phase.COMBAT.value)
