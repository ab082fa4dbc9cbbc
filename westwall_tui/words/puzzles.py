"""Sentences about a puzzle: values, judgments and the result."""

from collections.abc import Sequence
from fractions import Fraction

from westwall_tui.engine.orders import parse
from westwall_tui.engine.words import capital
from westwall_tui.learn.puzzles.trial import BestStep, Judgment, Trial
from westwall_tui.words.orders import in_words


def value_in_words(value: Fraction, *, points: bool) -> str:
    """Return `87 in 100`, or `+1.3 points`. Only a certainty is given as 0 or 100."""
    if points:
        return f"{float(value):+.1f} points" if value else "0 points"
    hundredths = round(100 * value)
    if 0 < value < 1:
        hundredths = min(max(hundredths, 1), 99)
    return f"{hundredths} in 100"


def orders_in_words(lines: Sequence[str]) -> str:
    """Return some orders in words."""
    return "; ".join("end the phase" if line == "done" else in_words(parse(line)) for line in lines)


def judgment_in_words(judgment: Judgment, *, points: bool) -> str:
    """Return what an order is worth: `Attack unit 2 with 1/8: this is worth 17 in 100, and the best order ... 87`."""
    order = capital(orders_in_words(judgment.orders))
    best = value_in_words(judgment.best, points=points)
    if judgment.drop == 0:
        return f"{order}: this is worth {best}. No other order is better."
    yours = value_in_words(judgment.yours, points=points)
    return f"{order}: this is worth {yours}, and the best order is worth {best.removesuffix(' in 100')}."


def outcome_in_words(trial: Trial) -> list[str]:
    """Return a few sentences on the first decision, the worst decision, and the idea of the puzzle."""
    points, judgments = trial.puzzle.goal.counts_points, trial.judgments
    sentences = [judgment_in_words(judgments[0], points=points)] if judgments else []
    worst = trial.worst
    if worst is not None and worst is not judgments[0]:
        sentences.append(f"Your costliest mistake came later. {judgment_in_words(worst, points=points)}")
    reached = trial.prover.goal.value(trial.game.state) > 0
    if not points and sentences:
        sentences[-1] += f" You {'reached' if reached else 'missed'} the goal, but luck does not count."
    return [*sentences, f"The idea: {trial.puzzle.why}"]


def step_in_words(step: BestStep, sides: Sequence[str], *, points: bool) -> str:
    """Return a step of the best line: `German: end the phase (87 in 100)`, `The roll: A1, 5 of 6 (100 in 100)`."""
    value = value_in_words(step.value, points=points)
    if step.order.startswith("roll "):
        return f"The roll: {step.result or step.order.removeprefix('roll ')} ({value})"
    return f"{sides[step.side]}: {orders_in_words([step.order])} ({value})"


def progress_in_words(tries: int) -> str:
    """Return how often a puzzle was tried and whether it is solved; empty if it was never tried."""
    if tries > 0:
        return "solved" if tries == 1 else f"solved on try {tries}"
    return f"tried {times(-tries)}" if tries else ""


def times(n: int) -> str:
    """Return `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
