"""The texts of a scenario's files, the scenario with its texts, and its briefings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.tables import SourceFile

BRIEFING = "\n[briefing]\n"
"""The text with which a scenario's briefing, the last part of the file, begins."""


class Texts(NamedTuple):
    """The three files that make a scenario."""

    scenario: SourceFile
    board: SourceFile
    units: SourceFile

    def data(self) -> dict[str, str]:
        """Return the texts as the table `[files]` of a file that contains them."""
        return {what: source.text for what, source in zip(self._fields, self, strict=True)}

    def digest(self) -> str:
        """Return a fingerprint of the texts. The briefing is left out, because it does not change any game."""
        scenario, briefed, _ = self.scenario.text.partition(
            f"\n{BRIEFING}"
        )  # must not change, because old saves identify their files by the fingerprint
        return fingerprint(scenario + "\n" * bool(briefed), self.board.text, self.units.text)


@dataclass(frozen=True, eq=False, repr=False)
class LoadedScenario(Scenario):
    """A scenario with the texts of its files, which a save may need."""

    texts: Texts | None = None
    shipped: bool = False


class PointsSource(NamedTuple):
    """One way in which a side gains points."""

    points: str
    """The points that a side gains; empty in a battle without points."""
    what: str
    case: str


class Briefing(NamedTuple):
    """The briefing of a side."""

    side: int
    situation: str
    own: Sequence[PointsSource]
    other: Sequence[PointsSource]
    wins: Sequence[str]
    clock: Sequence[tuple[str, str]]
    """The timetable: each time, as Game-Turns or a word, with the events due then."""
    tips: Sequence[str]
    special: str
    """The special features of the battle."""
    enemy: str
    """The enemy's aims."""
