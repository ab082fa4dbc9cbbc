"""The line with the player's aim, which is shown on the first Game-Turn."""

import re
from collections.abc import Sequence
from textwrap import shorten

from westwall_tui.engine.game import Game

_CLAUSE = re.compile(r"[.;:] |, (?!or )")
"""The end of a clause that can stand alone; one before "or" would hide an alternative."""


class Aims:
    """The aims of both sides; empty until they are read, or if the scenario names none."""

    def __init__(self) -> None:
        self._aims: Sequence[str] = ()

    def read(self, game: Game) -> None:
        """Read the aim of each side from the scenario's briefings."""
        from westwall_tui.files.scenarios.briefings import briefings_of

        self._aims = [next(iter(briefing.wins), "") for briefing in briefings_of(game.scenario)]

    def line(self, game: Game, side: int, key: str, width: int) -> str:
        """Return the line with a side's aim and the key of the briefing; empty after the first Game-Turn."""
        if game.state.turn > game.scenario.first_turn or not 0 <= side < len(self._aims) or not self._aims[side]:
            return ""
        more = f" {key}: briefing"
        return f"Aim: {_to_clause(self._aims[side], width - len(more) - len('Aim: '))}{more}"


def _to_clause(text: str, width: int) -> str:
    """Return a text, or if it is too wide its first clauses as a sentence, or its first words."""
    if len(text) <= width:
        return text
    ends = [found.start() for found in _CLAUSE.finditer(text) if found.start() < width]
    return f"{text[: ends[-1]]}." if ends else shorten(text, width, placeholder=" ...")
