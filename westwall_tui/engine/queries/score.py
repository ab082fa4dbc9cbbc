"""How the game stands: points, objectives, losses, lines of communication, and who counts."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Counted, Objective, Score, Supply
from westwall_tui.engine.state import Outcome, State

# -- How the game stands: Victory Points, objectives, losses, and what holds in this Game-Turn.


def account(game: Game) -> list[Score]:
    """The Victory Points as they stand, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """The Victory Points of both sides as they stand."""
    return game.rules.totals(game.state)


def outcome_now(game: Game) -> Outcome:
    """Who would win, and how clearly, if the game ended now."""
    return game.rules.end_of_turn(game.state) or game.rules.outcome(game.state)


def objectives(game: Game) -> list[Objective]:
    """The places that points are given for, and who would score them if the game ended now."""
    return game.rules.objectives(game.state)


def losses(game: Game, side: int) -> list[int]:
    """The side's eliminated units, in unit order."""
    return game.state.eliminated(side)


def situation(game: Game) -> Sequence[str]:
    """What a player should know besides the account of points, in sentences."""
    return game.rules.situation(game.state)


def conditions(game: Game) -> Sequence[str]:
    """What holds in this phase beyond the map, in a few words each: the weather, night ..."""
    return game.rules.conditions(game.state)


# -- How the game would end if it ended now, and the units that it counts.


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


# -- Lines of Communication: who has one, and what a move would change.


def needs_lines(game: Game) -> bool:
    """Whether units, or the places that points are given for, need Lines of Communication in this battle."""
    return game.rules.needs_lines


def supplies(game: Game) -> Sequence[Supply]:
    """For each unit that needs a Line of Communication: its line, or why it has none; in most battles no unit does."""
    return game.rules.supplies(game.state)


class Change(NamedTuple):
    """What a move would change for lines of communication: names of units and places."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    own: Supply | None
    """The line of the unit that moves, from where it would be; None if it needs none."""


def line_changes(game: Game, unit: int, h: int) -> Change:
    """Who would gain and who would lose a line of communication, if a unit stood in another hex."""
    state = game.state
    after = state.copy()
    after.place(unit, h)
    supplied = game.rules.supplies(after)
    now, then = _lines(game, state, game.rules.supplies(state)), _lines(game, after, supplied)
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    return Change(gained, lost, next((s for s in supplied if s.unit == unit), None))


def _lines(game: Game, state: State, supplied: Sequence[Supply]) -> dict[str, bool]:
    """By the name of a unit or place that needs a line, whether it has one."""
    units = {state.units[s.unit].id: bool(s.line) for s in supplied}
    return units | {o.name: bool(o.line) for o in game.rules.objectives(state)}
