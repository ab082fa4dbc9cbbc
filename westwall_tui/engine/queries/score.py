"""The state of the game: points, objectives, losses, Lines of Communication, scoring units."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Counted, Objective, Scale, Score, Supply
from westwall_tui.engine.state import Outcome, State

# -- Victory Points, objectives, losses, and conditions of this Game-Turn.


def account(game: Game) -> list[Score]:
    """The Victory Points as they stand, by cause."""
    return game.rules.account(game.state)


def totals(game: Game) -> tuple[int, int]:
    """The Victory Points of both sides as they stand."""
    return game.rules.totals(game.state)


def outcome_now(game: Game) -> Outcome:
    """The outcome if the game ended now."""
    return game.rules.end_of_turn(game.state) or game.rules.outcome(game.state)


def objectives(game: Game) -> list[Objective]:
    """The places that score, and for whom if the game ended now."""
    return game.rules.objectives(game.state)


def scale(game: Game) -> Scale:
    """How the points of both sides are held against each other to say who would win."""
    return game.rules.scale


def numbers(game: Game) -> Mapping[str, int]:
    """The numbers of the battle's rules that a briefing may name, by name; `game` has just begun."""
    return game.rules.numbers(game.state)


def losses(game: Game, side: int) -> list[int]:
    """The side's eliminated units, in unit order."""
    return game.state.eliminated(side)


def situation(game: Game) -> Sequence[str]:
    """Sentences that a player should read beside the points."""
    return game.rules.situation(game.state)


def conditions(game: Game) -> Sequence[str]:
    """Conditions of this phase in a few words each: weather, night ..."""
    return game.rules.conditions(game.state)


# -- The outcome if the game ended now, and the scoring units.


class StandingNow(NamedTuple):
    """The outcome if the game ended now, or the real one once it is over."""

    points: tuple[int, int]
    """The Victory Points of both sides, including those scored only at the end."""
    winner: int
    """A side, or -1 for a draw."""
    verdict: str
    """The winner and level: `US Marginal Victory`."""
    sentence: str
    """All of it in one sentence."""
    lines: Sequence[Score]
    """The account behind the points; lines marked `Score.at_end` may still be lost."""
    due: Sequence[Score]
    """Scores due at the end of this Game-Turn if nothing changes; not in `points`, and without a front."""


def standing_now(game: Game) -> StandingNow:
    """The outcome if the game ended now, without looking for a front."""
    lines = account(game)
    over = game.outcome
    outcome = over or outcome_now(game)
    sums = [sum(line.points for line in lines if line.side == side) for side in (0, 1)]
    sentence = outcome.reason if over else f"If the game ended now: {outcome.reason}"
    due = [] if over else game.rules.due(game.state)
    return StandingNow((sums[0], sums[1]), outcome.winner, outcome.reason.partition(":")[0], sentence, lines, due)


def counted(game: Game) -> Sequence[Counted]:
    """The units that score by where they are, and how each stands; in some battles none.

    A unit that scores for two reasons is listed twice.
    """
    return game.rules.counted(game.state)


# -- Lines of Communication, and how a move would change them.


def needs_lines(game: Game) -> bool:
    """True if units or scoring places need Lines of Communication in this battle."""
    return game.rules.needs_lines


def supplies(game: Game) -> Sequence[Supply]:
    """For each unit that needs a Line of Communication: the line, or why it has none; in most battles no unit needs
    one."""
    return game.rules.supplies(game.state)


class Change(NamedTuple):
    """The effect of a move on Lines of Communication: names of units and places."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]
    own: Supply | None
    """The moving unit's line from its new hex; None if it needs none."""


def line_changes(game: Game, unit: int, h: int) -> Change:
    """Which units and places would gain or lose a Line of Communication if a unit moved to a hex."""
    state = game.state
    after = state.copy()
    after.place(unit, h)
    supplied = game.rules.supplies(after)
    now, then = _lines(game, state, game.rules.supplies(state)), _lines(game, after, supplied)
    gained = tuple(name for name, has in then.items() if has and not now.get(name))
    lost = tuple(name for name, has in now.items() if has and not then.get(name))
    return Change(gained, lost, next((s for s in supplied if s.unit == unit), None))


def _lines(game: Game, state: State, supplied: Sequence[Supply]) -> dict[str, bool]:
    """By name of each unit or place that needs a line: True if it has one."""
    units = {state.units[s.unit].id: bool(s.line) for s in supplied}
    return units | {o.name: bool(o.line) for o in game.rules.objectives(state)}
