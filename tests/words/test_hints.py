"""The reasons for a hint, with the risk of which a warning would speak."""

from tests.drawn import drawn
from westwall_tui.ai.thinker import Thought
from westwall_tui.engine.orders import parse
from westwall_tui.words.hints import hint_reasons

REASONS = "It holds the hill. (+0.2)", "Risk: two enemies could surround it there; then any roll eliminates it. (-0.7)"


def ringed(number):
    """Return a game in which X and R, which is due, can surround A1 at 0505, with A1 in a hex."""
    red = ["X 5-4-7 0504", "R 5-4-7"]
    return drawn(blue=[f"A1 2-3-7 {number}"], red=red, arrivals=[(1, "R", "0509")])


def test_a_unit_that_should_stay_or_move_has_the_risk_of_its_hex():
    risk = "A1 can be surrounded at 0505 by R (due) and X"
    for game, thought in (
        (ringed("0505"), Thought(None, REASONS, stays="A1")),
        (ringed("0507"), Thought(parse("move A1 0505"), REASONS)),
    ):
        gain, found = hint_reasons(game, thought)
        assert gain == REASONS[0]
        assert found.startswith(f"Risk, not counting your attacks: {risk}"), found


def test_without_warnings_or_a_risk_the_reasons_stay_as_they_are():
    assert hint_reasons(ringed("0505"), Thought(None, REASONS, stays="A1"), warns=False) == [*REASONS]
    assert hint_reasons(ringed("0507"), Thought(parse("move A1 0908"), REASONS)) == [*REASONS]
