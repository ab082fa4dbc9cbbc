"""The place of a finished game among those of the computer against itself."""

import pytest

from tests.drawn import drawn, play, until_over
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.files.computer.par import Par
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.words import par

PERSON, COMPUTER = Seat(), Seat("computer", level=4)


@pytest.fixture
def lead(monkeypatch):
    """Return a function that sets the lead of the First Player at the end; the computer's leads are -3, 0 and 7."""
    monkeypatch.setattr(par, "pars_of", lambda battle: {"": Par(3, (-3.0, 0.0, 7.0))})

    def set_lead(points):
        monkeypatch.setattr(queries, "margin", lambda game: points)

    return set_lead


PLAYED = "games that the level-3 computer played against itself"


@pytest.mark.parametrize(
    ("points", "seats", "said"),
    [
        (1, (PERSON, COMPUTER), f"This is better for the Blue forces than 2 of 3 {PLAYED}."),
        (1, (COMPUTER, PERSON), f"This is better for the Red forces than 1 of 3 {PLAYED}."),
        (-3, (PERSON, COMPUTER), f"None of 3 {PLAYED} ended worse for the Blue forces."),
    ],
)
def test_the_result_of_a_person_is_compared_with_the_games_of_the_computer(lead, points, seats, said):
    lead(points)
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"])
    until_over(game)
    assert par.par_in_words(game, seats) == said


def test_a_game_that_ends_by_agreement_or_was_never_measured_is_not_compared(lead):
    lead(1)
    conceded = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0909"])
    play(conceded, "concede")
    assert par.par_in_words(conceded, (PERSON, COMPUTER)) == ""
    assert par.par_in_words(Game(load_scenario("noville"), seed=1), (PERSON, COMPUTER)) == ""
