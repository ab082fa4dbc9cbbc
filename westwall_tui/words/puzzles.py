"""What is said about a puzzle: values, judgments, how it went."""

from collections.abc import Sequence
from fractions import Fraction

from westwall_tui.engine.orders import parse
from westwall_tui.engine.words import capital
from westwall_tui.learn.puzzles.trial import BestStep, Judgment, Trial
from westwall_tui.words.orders import in_words

STARS = "****"


def value_in_words(value: Fraction, *, points: bool) -> str:
    """`87 in 100`, or of points `+1.3 points`. A chance that is not certain is neither 0 nor 100."""
    if points:
        return f"{float(value):+.1f} points" if value else "0 points"
    hundredths = round(100 * value)
    if 0 < value < 1:
        hundredths = min(max(hundredths, 1), 99)
    return f"{hundredths} in 100"


def orders_in_words(lines: Sequence[str]) -> str:
    """Some orders, as a player would say them."""
    return "; ".join("end the phase" if line == "done" else in_words(parse(line)) for line in lines)


def judgment_in_words(judgment: Judgment, *, points: bool) -> str:
    """`Attack unit 2 with 1/8: yours 17 in 100, best possible 87.`"""
    said = capital(orders_in_words(judgment.orders))
    best = value_in_words(judgment.best, points=points)
    if judgment.drop == 0:
        return f"{said}: {best}. No other order is better."
    yours = value_in_words(judgment.yours, points=points)
    return f"{said}: yours {yours}, best possible {best.removesuffix(' in 100')}."


def outcome_in_words(trial: Trial) -> list[str]:
    """How it went, in a few sentences: the first decision, the worst, and the idea."""
    points, judgments = trial.puzzle.goal.counts_points, trial.judgments
    said = [judgment_in_words(judgments[0], points=points)] if judgments else []
    worst = trial.worst
    if worst is not None and worst is not judgments[0]:
        said.append(f"What cost most came later. {judgment_in_words(worst, points=points)}")
    reached = trial.prover.goal.value(trial.game.state) > 0
    if not points:
        said[-1:] = (
            [f"{said[-1]} The dice {'gave' if reached else 'did not give'} you the goal, but luck does not count."]
            if said
            else []
        )
    return [*said, f"The idea: {trial.puzzle.why}"]


def step_in_words(step: BestStep, sides: Sequence[str], *, points: bool) -> str:
    """A step of the best line: `German: no FPF (87 in 100)`, `The roll: A1, 5 of 6 (100 in 100)`."""
    value = value_in_words(step.value, points=points)
    if step.order.startswith("roll "):
        return f"The roll: {step.result or step.order.removeprefix('roll ')} ({value})"
    return f"{sides[step.side]}: {orders_in_words([step.order])} ({value})"


def stand_in_words(tries: int) -> str:
    """How a puzzle stands: solved at which try, tried, or nothing."""
    if tries > 0:
        return "solved" if tries == 1 else f"solved at try {tries}"
    return f"tried {-tries}x" if tries else ""
