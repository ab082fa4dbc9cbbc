"""Sentences about sandboxes."""

import pytest

from tests.drawn import drawn
from westwall_tui.engine import queries
from westwall_tui.files.saves.file import Save
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.sessions.sandbox import Sandboxes
from westwall_tui.words.sandboxes import (
    about_sandbox,
    named_orders,
    orders_in_short,
    place_in_short,
    question_in_words,
    result_in_short,
)

LINE = ("move A 0505", "done", "attack A > X", "roll 6")


@pytest.fixture
def session(tmp_path):
    """Return a game in which Blue can surround X."""
    blue = ["A 9-4-7 0507", "B 4-4-7 0503", "C 4-4-7 0603", "D 4-4-7 0109", "E 4-4-7 0309", "F 4-4-7 0909"]
    game = drawn(blue=blue, red=["X 1-1-7 0504"])
    return LocalSession.of_save(Save(game), tmp_path)


def told(session):
    boxes = Sandboxes(session, 0)
    return boxes.find(boxes.all[0].name)


def test_a_sandbox_is_described_by_its_beginning_its_course_and_its_result(session):
    sandbox = Sandboxes(session, 0).new()
    sandbox.apply(LINE[0])
    assert about_sandbox(told(session)) == [
        "It begins on Game-Turn 1 in the Blue Movement Phase and has one order.",
        "The game is still where it begins.",
        "The Blue forces may move units or end the phase.",
    ]
    assert (place_in_short(told(session).beginning), orders_in_short(told(session))) == ("turn 1 Blue move", "1 order")
    sandbox.apply_all(["done", "attack A B C > X", "roll 1"])
    assert about_sandbox(told(session))[2:] == ["The Red forces lose X.", "The Blue forces may advance A, B or C."]
    assert result_in_short(told(session)) == "lost 0 : 1"


def test_a_sandbox_of_a_scenario_with_points_says_them(tmp_path):
    game = LocalSession.new(load_scenario("noville"), seed=1, folder=tmp_path)
    side = game.game.side
    sandbox = Sandboxes(game, side).new()
    sandbox.apply_all([*queries.suggested_setup(sandbox.game), "done"])
    assert about_sandbox(Sandboxes(game, side).find("1")) == [
        "It begins in the set-up and has four orders.",
        "The game is still where it begins.",
        "After it, the points are German 0, U.S. 4.",
        "The Germans may move units or end the phase.",
    ]
    assert result_in_short(Sandboxes(game, side).find("1")) == "0 : 4, lost 0 : 0"
    assert place_in_short(game.game) == "set-up"


def test_the_courses_of_the_game_are_told_apart(session):
    session.apply("move D 0108")
    Sandboxes(session, 0).new().apply_all(["move A 0506", "move E 0308"])
    for line, course in (
        ("move A 0506", "The game has played its first order so far."),
        ("move E 0308", "The game has played all its orders."),
        ("move F 0908", "The game has played all its orders, and then more."),
    ):
        session.apply(line)
        assert about_sandbox(told(session))[1] == course
    session.undo("F")
    session.undo("E")
    session.apply("move E 0209")
    assert about_sandbox(told(session))[1] == "The game has played its first order, and then others."
    session.undo("E")
    session.undo("A")
    session.apply("move A 0407")
    assert about_sandbox(told(session))[1] == "The game has taken another course since."
    session.undo("turn")
    session.apply("move D 0208")
    assert about_sandbox(told(session))[1] == "The orders before it have been undone in the game."
    session.undo("turn")
    assert about_sandbox(told(session)) == [
        "The orders before it have been undone in the game.",
        "It cannot be opened: the game no longer has the position where it begins.",
    ]
    assert place_in_short(told(session).beginning) == "undone"
    assert result_in_short(told(session)) == "cannot be opened"


def test_a_question_names_the_orders():
    assert question_in_words(["done"]) == "Give this order in earnest?"
    assert question_in_words(LINE[:3]) == "Give these three orders in earnest?"
    assert named_orders(LINE[:3]) == "move A to 0505; end the phase; attack X with A"
    assert named_orders(["done"] * 22).endswith("end the phase; and two more orders")
