"""Remagen, 14.0: the continuous front, at the end of each U.S. Player-Turn."""

import pytest

from tests.drawn import only, play, until, where
from tests.engine.battles.rhine import account, rhine
from westwall_tui.engine import queries
from westwall_tui.engine.events import Eliminated, FrontFound, Scored
from westwall_tui.engine.state import ELIMINATED


def test_14_11_from_the_end_of_the_first_us_player_turn_with_three_units_in_the_east():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0506"], german=["X 2-4-7 0909"])
    assert queries.front(game) is None
    assert not only(play(game, "done"), FrontFound)
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0506", "C 3-6-7 0405"], german=["X 2-4-7 0909"])
    assert queries.front(game) is None  # a unit on a bridge is on neither bank
    play(game, "move C 0505")
    assert queries.front(game) is not None
    until_then = "The U.S. must hold a front once 3 units are east of the Rhine (14.11); now 3."
    assert until_then in queries.situation(game)
    assert only(play(game, "done"), FrontFound)
    until(game, "US movement", 2)
    play(game, "done")
    assert "The U.S. has had to hold a front since Game-Turn 1 (14.11)." in queries.situation(game)


def test_14_11_and_at_every_one_after_that_with_fewer_too():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    play(game, "done")
    for unit in (1, 2):
        game.state.place(unit, ELIMINATED)
    assert queries.front(game) is not None


def test_14_12_an_unbroken_front_from_the_rhine_to_the_rhine():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    front = queries.front(game)
    assert front is not None
    assert (front.gaps, front.lost, front.cost) == ((), (), 0)
    ends = game.state.numbers((front.hexes[0], front.hexes[-1]))
    assert all(number.startswith("05") for number in ends)


def test_14_12_germans_on_it_and_their_zones_do_not_break_it():
    alone = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    beset = rhine(us=["A 3-6-7 0502", "B 3-6-7 0604", "C 3-6-7 0506"], german=["X 2-4-7 0603", "Y 2-4-7 0605"])
    assert queries.front(alone) == queries.front(beset)


def test_14_13_units_beyond_the_front_are_eliminated_and_counted():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0504", "C 3-6-7 0506", "D 3-6-7 0808"], german=["X 2-4-7 0901"])
    front = queries.front(game)
    assert front is not None
    assert (game.state.numbers(front.lost), front.cost) == (("0808",), 3)
    events = play(game, "done")
    assert [event.unit for event in only(events, Eliminated)] == ["D"]
    assert where(game, "D") == "eliminated"
    assert account(game)["units beyond the front"] == 3
    assert only(events, Scored) == [Scored("German", 3, "D beyond the front")]


def test_14_13_each_unit_beyond_the_front_counts():
    game = rhine(
        us=["A 3-6-7 0502", "B 3-6-7 0504", "C 3-6-7 0506", "D 1-6-7 0808", "E 2-6-7 0902"], german=["X 2-4-7 0109"]
    )
    front = queries.front(game)
    assert front is not None
    assert set(game.state.numbers(front.lost)) == {"0808", "0902"}
    scored = only(play(game, "done"), Scored)
    assert {(s.side, s.points, s.cause) for s in scored} == {
        ("German", 1, "D beyond the front"),
        ("German", 2, "E beyond the front"),
    }
    assert account(game)["units beyond the front"] == 3


def test_14_13_but_not_next_to_a_unit_on_it():
    game = rhine(us=["A 3-6-7 0503", "B 3-6-7 0504", "C 3-6-7 0505", "D 3-6-7 0604"], german=["X 2-4-7 0909"])
    front = queries.front(game)
    assert front is not None
    assert front.lost == ()


def test_14_14_five_points_for_each_hex_of_a_gap_whatever_the_ground():
    terrain = "\n".join(["...~%%%%%"] * 9)
    game = rhine(terrain, us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"])
    front = queries.front(game)
    assert front is not None
    assert game.state.numbers(front.gaps) == ("0503", "0507")
    events = play(game, "done")
    assert [event.gaps for event in only(events, FrontFound)] == [("0503", "0507")]
    assert only(events, Scored) == [Scored("German", 10, "gaps in the front")]
    assert account(game)["gaps in the front: 2 hexes"] == 10
    until(game, "US movement", 2)
    play(game, "done")
    assert account(game)["gaps in the front: 4 hexes"] == 20


def test_14_14_only_at_the_end_of_the_us_player_turn():
    game = rhine(us=["A 9-6-7 0501", "B 9-6-7 0505", "C 9-6-7 0509"], german=["X 2-4-7 0909"])
    play(game, "done")
    assert not until(game, "US movement", 2)


def test_14_11_with_nobody_left_in_the_east_there_is_no_front_to_look_at():
    game = rhine(us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506"], german=["X 2-4-7 0909"])
    play(game, "done")
    for unit in range(3):
        game.state.place(unit, ELIMINATED)
    assert queries.front(game) is None


def broken():
    """The Germans would score five points for the cheapest front, and three for D."""
    return rhine(
        us=["A 3-6-7 0502", "B 3-6-7 0505", "C 3-6-7 0506", "D 3-6-7 0808"], german=["X 2-4-7 0109"], bridge=""
    )


def test_14_1_points_that_a_front_costs_at_least():
    game = broken()
    front = queries.front(game)
    assert front is not None
    assert queries.front_floor(game) == 3 <= front.cost
    game.state.place(1, ELIMINATED)
    game.state.place(2, ELIMINATED)
    assert queries.front_floor(game) == 0  # none is due (14.11)


def test_14_0_a_front_is_kept_with_the_log_by_its_hexes():
    game = broken()
    front = queries.front(game)
    assert front is not None
    play(game, "done")
    assert list(game.judged.values()) == [" ".join(game.state.numbers(front.hexes))]


OTHER = "0501 0502 0503 0504 0505 0506 0507 0508"
"""A front that costs more than the one in force, but is one."""


def test_14_0_a_replay_takes_the_front_that_was_judged(searches):
    game = broken()
    (found,) = only(game.replay(["done"], {0: OTHER}), FrontFound)
    assert " ".join(found.hexes) == OTHER
    assert not searches


@pytest.mark.parametrize("judged", ["", "0501 9901", "0501 0506", OTHER.replace("0503 ", "")])
def test_14_0_but_looks_for_itself_where_that_is_none(judged):
    game, again = broken(), broken()
    assert game.replay(["done"], {0: judged}) == play(again, "done")


def test_14_0_a_quick_front_can_be_judged_and_may_be_another():
    game, again = broken(), broken()
    verdict = queries.quick_verdict(game)
    front = queries.front(game)
    assert front is not None
    (found,) = only(game.replay(["done"], {0: verdict}), FrontFound)
    assert " ".join(found.hexes) == verdict
    assert found.hexes != game.state.numbers(front.hexes)
    assert queries.quick_verdict(game) == ""  # it is the German's turn
    again.state.place(1, ELIMINATED)
    again.state.place(2, ELIMINATED)
    assert queries.quick_verdict(again) == ""  # none is due (14.11)
    for unit in (0, 1, 2, 3):
        game.state.place(unit, ELIMINATED)
    until(game, "US movement", 2)
    assert queries.quick_verdict(game) == ""  # nobody is there
