"""Demonstrations of two computer players, and the game after the user takes over a side."""

import pytest

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.session import Demonstration

pytestmark = pytest.mark.usefixtures("folders")


def test_a_demonstration_writes_nothing():
    session = Demonstration(load_scenario("bastogne/spearhead"), seed=3)
    assert [seat.is_computer for seat in session.seats] == [True, True]
    session.apply("deploy 52 2614")
    assert session.game.log == ["deploy 52 2614"]
    assert not list(saves_folder().glob("*"))
    for change in (session.undo, session.redo):
        with pytest.raises(IllegalOrder):
            change()


@pytest.mark.parametrize("side", [0, 1])
def test_taking_over_a_side_gives_an_ordinary_game(side):
    session = Demonstration(load_scenario("bastogne/spearhead"), seed=3)
    session.apply("deploy 52 2614")
    taken = session.taken_over(side)
    assert taken.seats[side].is_person
    assert taken.seats[1 - side].is_computer
    again = LocalSession.resume(taken.path)
    assert again.game.log == ["deploy 52 2614"]
    assert again.seats == taken.seats
    taken.apply("deploy 2 2611")
    assert len(session.game.log) == 1
