"""Games in plain lines for tests, which type the lines."""

import io
import re
from typing import Any

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
"""Text that a voice reads badly: strengths in a row, abbreviations, symbols, characters beyond Latin-1."""


class Table:
    """A game in plain lines, and its session."""

    def __init__(self, session: LocalSession, settings: Settings | None = None) -> None:
        self.session = session
        self._settings = settings or Settings()

    def type(self, *lines: str) -> list[str]:
        """Type some lines, end the input, and return the output."""
        out = io.StringIO()
        given = io.StringIO("".join(f"{line}\n" for line in lines))
        PlainGame(self.session, Console(given, out), self._settings).play()
        return out.getvalue().splitlines()


def table(
    name: str = "bastogne/spearhead", *seats: Seat, settings: Settings | None = None, seed: int = 3, **more: Any
) -> Table:
    """Return a new game between two people, or with the given seats."""
    return Table(LocalSession.new(load_scenario(name), seed=seed, seats=seats, **more), settings)
