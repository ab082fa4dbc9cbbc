"""The figures of a puzzle, proven: for its file, and again for `westwall check`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError, parse
from westwall_tui.files.checks import Report
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.learn.goals import Goal, as_fraction
from westwall_tui.learn.prover import Prover, TooLong
from westwall_tui.learn.puzzles import Proof, Puzzle, Solution, load_puzzle

MOST_ANSWERS = 4
"""More first orders that keep the best value than these do not make a puzzle, unless they come to the same."""
LEAST_CHANCE, LEAST_POINTS = Fraction(1, 10), Fraction(1, 4)
"""By how much the best must be better than the second and than the obvious."""
SECONDS = 120.0
"""How long the proof of a file may take."""


class Hasty(NamedTuple):
    """What others do in a position."""

    obvious: Sequence[str]
    levels: Mapping[int, Sequence[str]]


def prove(game: Game, goal: Goal, hasty: Hasty, prover: Prover | None = None) -> Proof:
    """The figures of a position. Raises `TooLong` if the prover has a limit."""
    prover = prover or Prover(game, goal)
    second = prover.second(game.state)

    def answer(lines: Sequence[str]) -> Solution:
        return Solution(tuple(lines), as_fraction(prover.value_after(game.state, map(parse, lines))))

    return Proof(
        as_fraction(prover.value(game.state)),
        tuple(sorted(map(str, prover.answers(game.state)))),
        None if second is None else Solution((str(second[1]),), as_fraction(second[0])),
        answer(hasty.obvious),
        {level: answer(lines) for level, lines in hasty.levels.items()},
    )


def is_clear(proof: Proof, goal: Goal) -> bool:
    """True if one answer is clearly the best, and it is not the obvious one."""
    least = LEAST_POINTS if goal.counts_points else LEAST_CHANCE
    return (
        proof.second is not None
        and proof.best - proof.second.value >= least
        and proof.best - proof.obvious.value >= least
        and len(proof.answers) <= MOST_ANSWERS
    )


# -- `westwall check`


def check_puzzle(path: Path) -> Report:
    """Everything wrong with a puzzle's file; what it says is proven again."""
    try:
        puzzle = load_puzzle(path)
    except FileError as error:
        return Report("puzzle", error.faults)
    faults = Faults(str(path))
    compare(puzzle, faults)
    return Report("puzzle", tuple(faults.all()))


def compare(puzzle: Puzzle, faults: Faults, *, seconds: float = SECONDS) -> None:
    """Prove a puzzle again, and note where its file says something else."""
    said, game = puzzle.proof, puzzle.game()
    hasty = Hasty(said.obvious.orders, {level: answer.orders for level, answer in said.levels.items()})
    try:
        found = prove(game, puzzle.goal, hasty, Prover(game, puzzle.goal, seconds=seconds))
    except TooLong:
        faults.add("[proof]", "", f"cannot be proven in {seconds:g} seconds")
        return
    except (IllegalOrder, OrderSyntaxError) as error:
        faults.add("[proof]", "", f"has an order that cannot be given: {error}")
        return
    if found.best != said.best:
        faults.add("[proof]", "best", f"is {said.best}, and proven is {found.best}")
    if sorted(said.answers) != sorted(found.answers):
        faults.add("[proof]", "answers", f"must be {', '.join(found.answers)}")
    values = ((key, getattr(said, key), getattr(found, key)) for key in ("second", "obvious"))
    levels = ((f"levels.{level}", answer, found.levels[level]) for level, answer in said.levels.items())
    for key, written, proven in (*values, *levels):
        if (written and written.value) != (proven and proven.value):
            faults.add("[proof]", key, f"has another value than is proven, {proven.value if proven else 'none'}")
    if not faults.found and not is_clear(found, puzzle.goal):
        least = LEAST_POINTS if puzzle.goal.counts_points else LEAST_CHANCE
        reason = (
            f"is not clear: the best must beat the second and the obvious by {least}, in {MOST_ANSWERS} ways at most"
        )
        faults.add("[proof]", "", reason)
