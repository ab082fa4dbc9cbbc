"""Conditions in plain lines: the command, and the decisions that they make."""

import pytest

from tests.drawn import drawn
from tests.plain.lines import Table
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.saves.file import Save
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.usefixtures("folders")


def table(*conditions: str) -> Table:
    """Return a game between two people in which A can attack X, which Q can support; Red has these conditions."""
    red = ["X 3-2-7 0504", "Q 3-1-18/1-7 0301"]
    session = LocalSession.of_save(Save(drawn(blue=["A 8-4-7 0505"], red=red, phase="combat", seed=4)))
    session.change_private(1, lambda own: own._replace(conditions=conditions))
    return Table(session, Settings(handover="never", warnings=False))


def mine(game: Table) -> tuple[str, ...]:
    return game.session.private(0).conditions


def test_lines_are_added_moved_deleted_and_said():
    game = table()
    said = game.type(
        "conditions add advance none", "conditions add retreat all prefer cover away", "conditions move 2 1"
    )
    assert mine(game) == ("retreat all prefer cover away", "advance none")
    assert "Line 2: After you have beaten off an attack, no unit advances." in said
    assert "Blue conditions: on." in said
    game.type("conditions delete 1", "conditions off", "conditions suggest")
    assert mine(game)[:2] == ("off", "advance none")
    assert "Every decision in the enemy's turn is covered." in game.type("conditions on")
    assert mine(game)[0] == "advance none"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("conditions add", "Write it like this: conditions, conditions add LINE"),
        ("conditions add fire A", "After fire: A isn't artillery, so it cannot fire; name artillery."),
        ("conditions add bogus", "At the beginning: 'bogus' isn't the beginning of a condition"),
        ("conditions delete 1", "You have no lines yet."),
        ("conditions move one two", "Write it like this"),
        ("conditions try", "There has been no enemy Player-Turn yet in which you had to decide something."),
    ],
)
def test_a_wrong_command_says_what_to_type(line, says):
    game = table()
    assert any(says in each for each in game.type(line)), game.type(line)
    assert not mine(game)


def test_a_line_that_no_longer_fits_is_said_as_it_is_written():
    game = table()
    game.session.change_private(0, lambda own: own._replace(conditions=("advance none", "fire bogus")))
    said = game.type("conditions")
    at = said.index("Line 2 isn't right. It says: fire bogus.")
    assert said[at + 1] == "After fire: you have no artillery unit 'bogus'."
    assert "Your conditions decide nothing until you change or delete the line that isn't right." in said


def test_the_other_players_conditions_decide_and_stay_secret():
    game = table("fire Q", "retreat all away", "advance none")
    said = game.type("attack A > X", "conditions")
    assert game.session.game.log[:2] == ["attack A > X", "fpf Q"]
    assert "By the Red conditions, Q fires." in said
    assert "Blue conditions: none yet." in said
    assert not any("line 1" in each.lower() or "fire Q" in each for each in said)


def test_a_decision_by_conditions_elsewhere_is_told_once_before_its_effects():
    game = table()
    game.session.by_conditions = {1: 1}
    said = game.type("attack A > X", "fpf none", "fpf none")
    at = said.index("By the Red conditions, no artillery fires.")
    assert said[at + 1].startswith("Final Protective Fire: none")
    assert sum("conditions" in each for each in said) == 1


def test_a_decision_that_no_condition_makes_is_asked():
    said = table("fire none for Q").type("attack A > X", "fpf none")
    assert any("Final Protective Fire" in each for each in said)
