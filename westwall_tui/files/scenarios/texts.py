"""The texts of a scenario's files, kept with what was built from them."""

from dataclasses import dataclass
from typing import NamedTuple

from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.tables import SourceFile

BRIEFING = "\n[briefing]\n"
"""Where a scenario's briefing begins; nothing else comes after it."""


class Texts(NamedTuple):
    """The three files that make a scenario."""

    scenario: SourceFile
    board: SourceFile
    units: SourceFile

    def digest(self) -> str:
        """Return a fingerprint of the texts without the briefing, whose words change no game."""
        scenario, briefed, _ = self.scenario.text.partition(f"\n{BRIEFING}")  # old saves know their files by this
        return fingerprint(scenario + "\n" * bool(briefed), self.board.text, self.units.text)


@dataclass(frozen=True, eq=False, repr=False)
class LoadedScenario(Scenario):
    """A scenario with the texts of its files, which a save may have to hold."""

    texts: Texts | None = None
    shipped: bool = False
