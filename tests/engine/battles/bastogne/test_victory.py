"""Bastogne, 15.17 and 15.37: control of Bastogne and Victory Points."""

import pytest

from tests.drawn import drawn, play, until, until_over, where
from tests.engine.battles.drawn_bastogne import TOWN, points, siege
from tests.every import every
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.answers import Counted
from westwall_tui.engine.state import ELIMINATED

POINTS = {"specified": ["P"]}
OFF = ["P 1-1-7 0901"]
"""Points are counted where there are specified units."""


def holder(game: Game) -> str:
    """Return the side that holds Bastogne by the account of points, or `neither side`."""
    (line,) = [line for line in game.rules.account(game.state) if "Bastogne held" in line.cause]
    return "neither side" if line.cause.endswith("neither side") else game.scenario.sides[line.side].adjective


def just(columns: int, rows: int, numbers: str) -> str:
    """Return a drawing in which only those hexes can be played on."""
    there = numbers.split()
    return "\n".join(
        "".join("." if f"{c:02}{r:02}" in there else "-" for c in range(1, columns + 1)) for r in range(1, rows + 1)
    )


def test_15_17_neither_side_holds_bastogne_before_a_unit_was_there():
    game = siege(german=OFF, us=["X 4-4-7 0109"], victory=POINTS)
    assert holder(game) == "neither side"


def test_15_17_a_scenario_may_give_other_points():
    worth = {"german_holds_bastogne": 21, "us_holds_bastogne": 22, "neither_holds_bastogne": 23}
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0109", "A 4-4-12 0502", "B 4-4-12 0803"],
        us=["X 4-4-12 0708"],
        victory={"specified": ["P", "Q"], "exited": 4, "not_exited": 5, **worth},
    )
    assert points(game) == (0, 2 * 5 + 23)
    play(game, "exit P west")
    assert points(game) == (4, 5 + 23)
    until(game, "US movement")
    play(game, "move X 0605 0604 0505 0506 0507")
    assert points(game) == (4, 5 + 22)
    until(game, "German movement")
    play(game, "move A 0503 0504 0604", "move B 0505")
    assert points(game) == (4 + 21, 5)


@pytest.mark.parametrize("at", TOWN)
def test_15_17_both_hexes_are_needed(at):
    game = siege(german=[*OFF, "A 4-4-9 0501"], victory=POINTS, us=["X 4-4-7 0109"])
    play(game, f"move A {at}" if at == "0604" else "move A 0502 0503 0504 0505")
    assert holder(game) == "neither side"


def test_15_17_passing_through_is_enough():
    game = siege(german=[*OFF, "A 4-4-12 0502"], us=["X 4-4-7 0109"], victory=POINTS)
    play(game, "move A 0503 0504 0505 0604 0704")
    assert holder(game) == "German"


def test_15_17_the_last_side_through_both_hexes_holds_bastogne():
    """Enemy Zones of Control have no effect on it."""
    game = siege(german=[*OFF, "A 4-4-12 0502"], us=["X 4-4-12 0704"], victory=POINTS, side=1)
    play(game, "move X 0604 0505 0405", "done")
    assert holder(game) == "U.S."
    until(game, "German movement")
    play(game, "move A 0504")  # beside both hexes and beside X
    assert holder(game) == "U.S."


def test_15_17_with_one_hex_each_neither_side_holds_bastogne():
    """Ruling: while neither side was last through both, neither controls it, even if one did before."""
    game = siege(german=[*OFF, "A 4-4-12 0507"], us=["X 4-4-12 0704"], victory=POINTS, side=1)
    play(game, "move X 0604 0505 0405 0305", "done")
    assert holder(game) == "U.S."
    until(game, "German movement")
    play(game, "move A 0506 0505 0506")
    assert holder(game) == "neither side"


def test_15_17_two_units_may_do_it_together():
    game = siege(german=[*OFF, "A 4-4-12 0507", "B 4-4-12 0702"], us=["X 4-4-7 0109"], victory=POINTS)
    play(game, "move A 0505", "move B 0604")
    assert holder(game) == "German"


def test_15_17_setting_up_counts():
    game = siege(german=OFF, us=["X 4-4-7", "Y 4-4-7"], setup=[("X Y", "0505 0604 0705")], victory=POINTS)
    play(game, "deploy X 0505", "deploy Y 0604", "done")
    assert holder(game) == "U.S."


def test_15_17_hexes_left_during_the_set_up_do_not_count():
    game = siege(german=OFF, us=["X 4-4-7", "Y 4-4-7"], setup=[("X Y", "0505 0604 0705")], victory=POINTS)
    play(game, "deploy X 0505", "deploy Y 0604", "deploy X 0705", "done")
    assert holder(game) == "neither side"


def test_15_17_units_placed_there_from_the_start_count():
    game = siege(german=OFF, us=["X 4-4-7 0505", "Y 4-4-7 0604"], victory=POINTS)
    assert holder(game) == "U.S."


def test_15_17_a_retreat_counts():
    """X is beaten back through both hexes."""
    game = siege(german=[*OFF, "A 13-4-7 0507"], us=["X 1-1-7 0506"], victory=POINTS, phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0505 0604", "stand")
    assert where(game, "X") == "0604"
    assert holder(game) == "U.S."


def test_15_17_an_advance_counts():
    game = siege(german=[*OFF, "A 13-4-7 0506"], us=["X 1-1-7 0505"], victory=POINTS, phase="combat")
    play(game, "attack A > X", "roll 3", "retreat X 0604 0603 0602", "advance A 0604")
    assert holder(game) == "German"


def test_15_17_a_displacement_counts():
    """F, pushed from 0505 into 0604, was the last through both."""
    ground = just(9, 9, "0507 0506 0505 0604 0901")
    game = drawn(
        ground,
        blue=["A 4-4-7 0507", *OFF],
        red=["X 3-3-7 0506", "F 1-1-7 0505"],
        names=("German", "US"),
        rules="bastogne",
        victory={"bastogne": TOWN, **POINTS},
        phase="combat",
    )
    play(game, "attack A > X", "roll 3")
    assert (where(game, "X"), where(game, "F")) == ("0505", "0604")
    assert holder(game) == "U.S."


@every(("who", "german", "us"), [("German", 10, 3), ("U.S.", 0, 12 + 3), ("neither side", 0, 6 + 3)])
def test_15_17_points_for_bastogne(who, german, us):
    """P, the one specified unit, has not left: three points for the U.S."""
    stand = {"German": (["A 1-1-7 0505", "B 1-1-7 0604"], []), "U.S.": ([], ["X 1-1-7 0505", "Y 1-1-7 0604"])}
    blue, red = stand.get(who, ([], []))
    game = siege(german=[*OFF, *blue], us=[*red, "Z 1-1-7 0109"], victory=POINTS)
    assert holder(game) == who
    assert points(game) == (german, us)


def test_15_17_points_for_exits_off_the_western_edge_only():
    specified = ["P", "Q", "R", "S"]
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0103", "R 1-1-7 0901", "S 1-1-7 0501", "T 1-1-7 0105"],
        us=["X 4-4-7 0109"],
        victory={"specified": specified},
    )
    assert points(game) == (0, 4 * 3 + 6)
    play(game, "exit P west", "exit Q west")
    assert points(game) == (2, 2 * 3 + 6)
    play(game, "exit R east", "exit S north", "exit T west")
    assert points(game) == (2, 2 * 3 + 6)


def test_15_17_each_line_of_the_account():
    """Here an exit is worth two points; two of three specified units have left."""
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0103", "R 1-1-7 0901"], us=["X 4-4-7 0109"],
        victory={"specified": ["P", "Q", "R"], "exited": 2},
    )  # fmt: skip
    play(game, "exit P west", "exit Q west")
    lines = [(line.side, line.points, line.place, line.at_end) for line in game.rules.account(game.state)]
    assert lines == [(0, 4, "", False), (1, 3, "", True), (1, 6, "Bastogne", True)]


@pytest.mark.parametrize("at", [("0505", "0604"), ("0604", "0505")])
def test_15_17_control_lasts_to_the_end_of_the_game(at):
    for side in (0, 1):
        units = [f"A 1-1-7 {at[0]}", f"B 1-1-7 {at[1]}"]
        game = siege(german=[*OFF, *(units if side == 0 else [])], us=["Z 1-1-7 0109", *(units * side)], victory=POINTS)
        (line,) = [line for line in game.rules.account(game.state) if "held" in line.cause]
        assert (line.side, line.place, line.at_end) == (side, "Bastogne", True)


def test_15_17_lost_units_fail_to_exit():
    game = siege(german=["P 1-1-7 0501"], us=["X 13-4-7 0502"], victory=POINTS, side=1, phase="combat")
    play(game, "attack X > P", "roll 1")
    assert where(game, "P") == "eliminated"
    assert points(game) == (0, 3 + 6)


def test_15_17_exited_units_need_no_line_and_most_points_win():
    """P leaves; no side holds Bastogne: one point against six."""
    game = siege(german=["P 1-1-7 0101"], us=["X 4-4-7 0109"], victory=POINTS, last_turn=1)
    play(game, "exit P west", "done")
    until_over(game)
    assert game.outcome is not None
    assert game.outcome.winner == 1


@every(("exits", "winner"), [(5, 1), (6, -1), (7, 0)])
def test_15_17_the_winner_by_points(exits, winner):
    """Seven specified units, each out a point and each in three to the other; neither holds Bastogne."""
    game = siege(
        german=[f"P{i} 1-1-7 010{i}" for i in range(1, 8)],
        us=["X 4-4-7 0909"],
        victory={"specified": [f"P{i}" for i in range(1, 8)], "neither_holds_bastogne": 3},
        last_turn=1,
    )
    play(game, *(f"exit P{i} west" for i in range(1, exits + 1)), "done")
    until_over(game)
    assert game.outcome is not None
    assert points(game) == (exits, (7 - exits) * 3 + 3)
    assert game.outcome.winner == winner


def test_15_37_exits_count_until_game_turn_eight_only():
    """Here until Game-Turn 1: P leaves in time, Q a turn too late."""
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0103"],
        us=["X 4-4-7 0909"],
        victory={"specified": ["P", "Q"], "exit_by": 1},
        last_turn=2,
    )
    play(game, "exit P west", "done")
    until(game, "German movement")
    play(game, "exit Q west")
    assert points(game) == (1, 3 + 6)


def test_15_17_what_bastogne_gives_as_it_stands():
    neither = siege(german=["P 1-1-7 0101"], us=["X 4-4-7 0109"], victory=POINTS)
    (town,) = queries.objectives(neither)
    assert (town.name, neither.state.numbers(town.hexes), town.points) == ("Bastogne", ("0505", "0604"), (10, 12))
    assert (town.side, town.why, town.scored) == (-1, "neither side has both hexes", (0, 6))
    held = siege(german=["P 1-1-7 0505", "Q 1-1-7 0604"], us=["X 4-4-7 0109"], victory=POINTS)
    (town,) = queries.objectives(held)
    assert (town.side, town.why, town.scored) == (0, "they were the last through both hexes", (10, 0))
    assert queries.objectives(siege(german=["P 1-1-7 0505"], us=["X 4-4-7 0109"])) == []  # no points are counted


def test_15_17_each_specified_unit_gives_points_to_one_side_or_the_other():
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0901", "R 1-1-7", "S 1-1-7 0105"], us=["X 4-4-7 0109"],
        victory={"specified": ["P", "Q", "R", "S"], "exit_by": 3}, arrivals=[(2, "R", "0101")],
    )  # fmt: skip
    play(game, "exit P west", "exit Q east")
    game.state.place(3, ELIMINATED)
    what = "to exit by the western edge by Game-Turn 3"
    assert queries.counted(game) == [
        Counted(0, what, "exited by the west edge on Game-Turn 1", 0, 1, ("west",), 3),
        Counted(1, what, "exited by the east edge on Game-Turn 1, which does not count", 1, 3, ("west",), 3),
        Counted(2, what, "due on Game-Turn 2", 1, 3, ("west",), 3, (1, -3)),
        Counted(3, what, f"lost on Game-Turn {game.state.gone[3]}", 1, 3, ("west",), 3),
    ]
    until(game, "German movement", turn=4)
    assert {counted.exits for counted in queries.counted(game)} == {()}  # too late


def test_15_17_the_last_game_turn_in_which_they_can_leave():
    game = siege(
        german=["P 1-1-7 0101", "Q 1-1-7 0901", "S 1-1-7 0105"], us=["X 4-4-7 0109"],
        victory={"specified": ["P", "Q"], "exit_by": 2},
    )  # fmt: skip
    (concern,) = game.rules.concerns(game.state)
    assert concern.text == "Q would be too late to exit by the western edge"
    assert (concern.units, concern.points) == ((1,), 4)
    play(game, "move Q 0802")
    assert game.rules.concerns(game.state) == [], "it has moved"
    until(game, "US movement", 1)
    assert game.rules.concerns(game.state) == []
    until(game, "German movement", 2)
    (concern,) = game.rules.concerns(game.state)
    assert concern.text == "P and Q would miss the last chance to exit by the western edge"
    assert (concern.units, game.state.numbers(concern.hexes), concern.points) == ((0, 1), ("0101", "0802"), 8)
    play(game, "exit P west", "exit Q east")
    assert game.rules.concerns(game.state) == []
