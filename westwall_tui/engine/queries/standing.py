"""How the game would end if it ended now, and the units that it counts."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.queries.points import account, outcome_now
from westwall_tui.engine.rules.answers import Counted, Score


class StandingNow(NamedTuple):
    """How the game would end if it ended now; when it is over, how it has ended."""

    points: tuple[int, int]
    """The Victory Points of both sides, those counted that are scored only at the end."""
    winner: int
    """A side, or -1 for a draw."""
    verdict: str
    """Who would win, and at which level: `US Marginal Victory`."""
    sentence: str
    """All that for people, in one sentence."""
    lines: Sequence[Score]
    """The account that the points are the sum of; `Score.at_end` are the lines that may still be lost."""
    due: Sequence[Score]
    """What the end of this Game-Turn adds to it if nothing changes; not in `points`. A front is left out."""


def standing_now(game: Game) -> StandingNow:
    """How the game would end if it ended now. It does not look for a front."""
    lines = account(game)
    over = game.outcome
    outcome = over or outcome_now(game)
    sums = [sum(line.points for line in lines if line.side == side) for side in (0, 1)]
    sentence = outcome.reason if over else f"If the game ended now: {outcome.reason}"
    due = [] if over else game.rules.due(game.state)
    return StandingNow((sums[0], sums[1]), outcome.winner, outcome.reason.partition(":")[0], sentence, lines, due)


def counted(game: Game) -> Sequence[Counted]:
    """The units that the battle counts for Victory Points by where they are, and how each stands; some battles none.

    A unit that counts for two things is there twice.
    """
    return game.rules.counted(game.state)
