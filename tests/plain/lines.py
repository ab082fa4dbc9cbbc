"""Games in plain lines, played by what is written into them."""

import io
import re

from westwall_tui.files.players.seats import Seat
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.table import PlainGame

COMPUTER = Seat("computer", level=1)
FOR_EYES = re.compile(
    r"\d+-\d+-\d+|\bMPs?\b|\bVPs?\b|\bFPF\b|(?<!\w)[+-]\d|[^\x20-\x7e\xc0-\xff]| {2}|^ |\.\.$|,\.$|\(\)"
)
"""What a voice reads badly: strengths in a row, abbreviations, signs, what is no character of a typewriter."""


class Table:
    """A game in plain lines."""

    def __init__(self, session: LocalSession, settings: Settings | None = None) -> None:
        self.session = session
        self._settings = settings or Settings()

    def type(self, *lines: str) -> list[str]:
        """What is said to some lines, after which the input ends."""
        out = io.StringIO()
        given = io.StringIO("".join(f"{line}\n" for line in lines))
        PlainGame(self.session, Console(given, out), self._settings).play()
        return out.getvalue().splitlines()


def table(
    name: str = "bastogne/spearhead", *seats: Seat, settings: Settings | None = None, seed: int = 3, **more: bool
) -> Table:
    """A new game; people play it unless seats are given."""
    return Table(LocalSession.new(load_scenario(name), seed=seed, seats=seats, **more), settings)  # type: ignore[arg-type]
