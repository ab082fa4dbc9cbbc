"""Retreats that cost a unit which another order would save."""

import pytest

from tests.drawn import drawn, lane, legal, play, where
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import Retreat, parse


def beaten(*open_hexes: str, blue=(), red=("X 1-1-7 0504", "Y 1-1-7 0604"), die: str = "roll 4") -> Game:
    """Return a game in which A has beaten X and Y, which must retreat one hex each; its zone closes other hexes."""
    game = drawn(
        lane("0505", "0504", "0604", *open_hexes), blue=["A 5-4-7 0505", *blue], red=[*red], phase="combat", seed=None
    )
    play(game, "attack A > X Y", die)
    assert game.prompt.text == "The Red forces must retreat X and Y by one hex"
    return game


def lost(game: Game, line: str) -> tuple[str, ...]:
    return game.state.ids(planning.needless_loss(game, parse(line)))


def test_7_7_a_unit_that_takes_the_only_path_of_another():
    """Y can only retreat to 0603, X there or to 0403."""
    game = beaten("0603", "0403")
    before = game.digest()
    assert set(legal(game)) == {"retreat X 0603", "retreat X 0403", "retreat Y 0603"}
    assert lost(game, "retreat X 0603") == ("Y",)
    assert lost(game, "retreat X 0403") == ()
    assert lost(game, "retreat Y 0603") == ()
    assert game.digest() == before
    play(game, "retreat X 0603")
    assert where(game, "Y") == "eliminated"


def test_7_81_no_unit_is_lost_if_it_can_be_displaced_again():
    game = beaten("0603", "0403", "0602")
    assert lost(game, "retreat X 0603") == ()


def test_7_74_a_loss_in_any_order_is_not_counted():
    """There is one path for two units."""
    game = beaten("0603")
    assert [lost(game, line) for line in legal(game)] == [()] * 2


def test_7_74_a_trapped_unit_is_not_counted():
    """Y has no path, with or without X's path."""
    game = beaten("0403")
    assert lost(game, "retreat X 0403") == ()
    assert lost(game, "retreat Y 0604") == ()


def test_too_many_paths_are_not_judged():
    assert not planning.needless_loss(beaten("0603", "0403"), parse("retreat X 0603"), most=0)


def test_other_decisions_are_not_judged():
    game = drawn(blue=["A 5-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    assert lost(game, "attack A > X") == ()


def alike(game: Game, line: str) -> list[str]:
    """Give an order, and the same to all units that are alike; return these orders and the next kind of decision."""
    first, given = parse(line), []
    assert isinstance(first, Retreat)
    for order in planning.alike(game, first):
        game.apply(order)
        given.append(str(order))
    return [*given, game.prompt.kind]


@pytest.mark.parametrize("line", ["retreat X 0503 0502", "retreat X 0502"])
def test_7_7_all_that_are_alike_retreat_in_the_same_directions(line):
    game = drawn(blue=["A 9-4-7 0505"], phase="combat", red=["X 1-1-7 0504", "Y 1-1-7 0604"])
    play(game, "attack A > X Y", "roll 2")
    assert alike(game, line) == [line, "retreat Y 0603 0602", "advance"]


def test_7_7_a_unit_that_cannot_go_in_the_same_directions_is_asked():
    """North-west of Y is a hex in A's zone."""
    game = beaten("0503", "0403", "0603", "0704")
    assert alike(game, "retreat X 0403") == ["retreat X 0403", "retreat"]
    assert game.state.ids(game.prompt.units) == ("Y",)


def test_7_81_a_displaced_unit_goes_in_the_last_direction():
    """X can only go to the hex of Z, which makes way to the north or to the northwest."""
    game = beaten("0503", "0502", "0402", red=("X 1-1-7 0504", "Y 1-1-7 0604", "Z 1-1-7 0503"))
    assert alike(game, "retreat X 0503")[:2] == ["retreat X 0503", "displace Z 0502"]
