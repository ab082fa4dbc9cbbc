"""Arnhem, 12.0: a canal or rail bridge may be blown once, when the first Allied unit moves next to it."""

from typing import Any

from tests.drawn import FIELD, allowed, board, deciding, drawn, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import combat, field, market, resolve
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.battles import demolition
from westwall_tui.engine.decisions.demolition import Demolition
from westwall_tui.engine.decisions.halted import Halted
from westwall_tui.engine.events import Advanced, BridgeSpared, BridgeTried, Entered, Moved, Retreated
from westwall_tui.engine.terrain import Hexside

CANAL: dict[str, Any] = {"canals": ["0505/0506"], "roads": ["0502 0503 0504 0505 0506 0507"]}
"""A canal for one hexside, below 0505, and a road over it: a canal bridge."""
RAIL: dict[str, Any] = {"rivers": ["0505/0506"], "bridges": ["rail 0505/0506"]}
WIDE: dict[str, Any] = {"canals": ["0505/0506 0605/0506 0405/0506"], "roads": ["0503 0504 0505 0506 0507"]}
"""The canal runs along three sides of 0506."""


def side(game, a="0505", b="0506"):
    """Return the present hexside between two hexes."""
    hex_of = game.scenario.board.hex
    return game.state.ground.hexside(hex_of(a), hex_of(b))


def test_12_11_the_first_allied_unit_next_to_a_bridge_stops_the_game_for_the_attempt():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0507")
    assert deciding(game) == "German demolition"
    assert where(game, "A") == "0505"  # as soon as it moves there
    assert legal(game) == ["demolish yes", "demolish no"]


def test_12_11_next_to_either_hex_of_the_bridge():
    game = market(allied=["A 2-2-7 0508"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0507")
    assert deciding(game) == "Allied movement"
    game = market(allied=["A 2-2-7 0508"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0507 0506")
    assert deciding(game) == "German demolition"


def test_12_11_german_units_do_not_trigger_the_attempt():
    game = market(allied=["A 2-2-7 0101"], german=["X 2-2-7 0503"], side=1, **CANAL)
    play(game, "move X 0507")
    assert where(game, "X") == "0507"
    assert deciding(game) == "German movement"


def test_12_11_a_unit_that_begins_next_to_a_bridge_secures_it():
    game = market(allied=["A 2-2-7 0505"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0506")
    assert where(game, "A") == "0506"


def test_12_12_a_roll_of_one_or_two_demolishes_the_bridge():
    for die in range(1, 7):
        game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **CANAL)
        play(game, "move A 0505", "demolish yes")
        (event,) = only(play(game, f"roll {die}"), BridgeTried)
        assert event == BridgeTried("0505/0506", die, die <= 2)
        assert bool(side(game) & Hexside.BRIDGE) is (die > 2)
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0505")
    assert only(play(game, "demolish no"), BridgeSpared)
    assert side(game) & Hexside.BRIDGE


def test_12_12_the_die_is_not_offered_to_a_game_that_rolls_itself():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], seed=1, **CANAL)
    play(game, "move A 0505", "demolish yes")
    assert game.log[-1].startswith("roll ")
    assert not game.can_undo


def test_12_13_the_road_is_cut_with_the_bridge_and_the_canal_remains():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0505", "demolish yes", "roll 1")
    assert side(game) == Hexside.CANAL
    a, b = (game.scenario.board.hex(n) for n in ("0505", "0506"))
    assert b not in dict(game.state.ground.steps[1][a])
    assert dict(game.state.ground.steps[0][a])[b] == 8  # clear, and what a stream costs
    assert b in game.state.ground.zone[a]


def test_12_13_a_rail_bridge_leaves_its_river():
    game = market(allied=["A 2-2-7 0504"], german=["X 2-2-7 0101"], **RAIL)
    play(game, "move A 0505", "demolish yes", "roll 2")
    assert side(game) == Hexside.RIVER
    a, b = (game.scenario.board.hex(n) for n in ("0505", "0506"))
    assert b not in dict(game.state.ground.steps[0][a])
    assert b not in game.state.ground.zone[a]


def test_12_13_a_halted_unit_may_spend_its_remaining_points_on_another_path():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **WIDE)
    play(game, "move A 0507", "demolish yes")
    (event,) = only(play(game, "roll 1"), Moved)
    assert (event.path, event.cost) == (("0503", "0504", "0505"), 2)
    assert deciding(game) == "Allied halted"
    assert game.state.frames[-1] == Halted(0, 0, 12)
    assert refused(game, "move A 0507 0508 0509 0609 0709").case == "5.25"
    assert refused(game, "done").case == "4.1"
    (event,) = only(play(game, "move A 0605 0606 0507"), Moved)
    assert event.cost == 6
    assert deciding(game) == "Allied movement"
    assert refused(game, "move A 0508").case == "5.15"


def test_12_13_a_halted_unit_has_each_hex_within_reach():
    """It has 2 MP left: the hexes at that distance are among them, but not the hex of B, nor its own."""
    game = market(allied=["A 2-2-3 0503", "B 2-2-7 0604"], german=["X 2-2-7 0101"], **WIDE)
    play(game, "move A 0507", "demolish yes", "roll 1")
    assert deciding(game) == "Allied halted"
    ends = {line.split()[-1] for line in legal(game)}
    board = game.scenario.board
    assert ends == {"stand", *(n for n in map(board.number, board.playable) if allowed(game, f"move A {n}"))}
    assert {"0405", "0504", "0603"} <= ends
    assert not {"0505", "0604"} & ends


def test_12_13_a_halted_unit_reaches_an_adjacent_hex_by_the_cheapest_path():
    ways = {**CANAL, "roads": [*CANAL["roads"], "0504 0404"]}
    for line, cost, logged in (("move A 0404", 2, "move A 0504 0404"), ("move A 0404 0404", 4, "move A 0404 0404")):
        game = market(field("0404f"), allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **ways)
        play(game, "move A 0507", "demolish yes", "roll 1")
        (event,) = only(play(game, line), Moved)
        assert (event.cost, game.log[-1]) == (cost, logged)


def test_12_13_a_step_over_the_blown_bridge_is_not_replaced_by_a_detour():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **RAIL)
    play(game, "move A 0507", "demolish yes", "roll 1")
    refusal = refused(game, "move A 0506 0506")
    assert refusal.case == "5.21"
    assert "no bridge across the river between 0505 and 0506" in refusal.reason
    play(game, "move A 0506")
    assert game.log[-1] == "move A 0605 0506"


def test_12_13_a_halted_unit_may_stop():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **WIDE)
    play(game, "move A 0507", "demolish yes", "roll 1", "stand")
    assert (where(game, "A"), deciding(game)) == ("0505", "Allied movement")


def test_12_13_another_unit_cannot_move_in_between():
    game = market(allied=["A 2-2-7 0503", "B 2-2-7 0303"], german=["X 2-2-7 0101"], **WIDE)
    play(game, "move A 0507", "demolish yes", "roll 1")
    assert refused(game, "move B 0304").case == "5.15"


def test_12_13_a_halted_unit_without_a_path_has_no_decision():
    game = market(allied=["A 2-2-1 0503"], german=["X 2-2-7 0101"], **WIDE)
    play(game, "move A 0505", "demolish yes", "roll 1")
    assert deciding(game) == "Allied movement"


def test_12_13_a_bridge_farther_along_the_path_halts_a_unit():
    """It moves next to the bridge at 0505, then to 0506, and would cross the bridge next."""
    game = market(allied=["A 2-2-12 0504"], german=["X 2-2-7 0101"], canals=["0505/0506"], roads=["0505 0506"])
    play(game, "move A 0505 0605 0506 0505 0405", "demolish yes", "roll 1")
    assert deciding(game) == "Allied halted"
    assert where(game, "A") == "0505"


def test_12_13_a_unit_that_does_not_need_the_bridge_moves_on():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **WIDE)
    play(game, "move A 0504 0505 0605", "demolish yes", "roll 1")
    assert (where(game, "A"), deciding(game)) == ("0605", "Allied movement")


def test_12_13_an_entry_is_interrupted_too():
    ways: dict[str, Any] = {"canals": ["0101/0102 0201/0102"], "roads": ["edge 0101 0102 0103"]}
    game = market(allied=["A 2-2-7"], german=["X 2-2-7 0909"], arrivals=[(1, "A", "0101")], **ways)
    play(game, "enter A 0101 0102 0103", "demolish yes")
    (event,) = only(play(game, "roll 1"), Entered)
    assert (event.path, event.cost) == (("0101",), 1)
    assert game.state.frames[-1] == Halted(0, 0, 13)
    play(game, "move A 0201")
    assert where(game, "A") == "0201"


def test_12_11_a_landing_next_to_a_bridge_triggers_the_attempt():
    game = market(allied=["A 2-2-7 airborne:101st"], german=["X 2-2-7 0101"], landings=[(1, "A", "0505")], **CANAL)
    play(game, "land A 0505")
    assert deciding(game) == "German demolition"
    play(game, "demolish yes", "roll 1")
    assert (where(game, "A"), deciding(game)) == ("0505", "Allied movement")
    assert allowed(game, "move A 0405")
    assert refused(game, "move A 0506 0506").case == "5.25"  # 4 MP over the canal now, and it has 3


def retreating(**ways):
    """Begin a game in which A must retreat two hexes from 0504: south, toward the canal at 0505."""
    return market(allied=["A 1-2-7 0504"], german=["X 4-4-7 0503"], side=1, phase="combat", **ways)


def test_12_11_a_retreat_next_to_a_bridge_triggers_the_attempt_and_takes_another_path():
    game = retreating(rivers=["0505/0506"], bridges=["rail 0505/0506"])
    resolve(game, "attack X > A", "D2")
    play(game, "retreat A 0505 0506")
    assert (deciding(game), where(game, "A")) == ("German demolition", "0505")
    play(game, "demolish yes", "roll 1")
    assert deciding(game) == "Allied retreat"
    ends = {line.split()[-1] for line in legal(game)}
    assert ends == {"0405", "0605"}  # two hexes from 0504, and no longer 0506
    (event,) = only(play(game, "retreat A 0605"), Retreated)
    assert event.path == ("0504", "0505", "0605")
    assert dict(combat(game).paths)[0] == tuple(map(game.scenario.board.hex, event.path))
    assert allowed(game, "advance X 0505")


def test_12_13_a_retreat_that_cannot_be_completed_is_lost_where_it_is():
    walls = ["Y 2-2-7 0704", "Z 2-2-7 0304"]
    river = "0505/0506 0505/0605 0505/0405 0505/0604 0505/0404"
    game = market(
        allied=["A 1-2-7 0504"],
        german=["X 4-4-7 0503", *walls],
        side=1,
        phase="combat",
        rivers=[river],
        bridges=["rail 0505/0506"],
    )
    resolve(game, "attack X > A", "D2")
    assert deciding(game) == "German demolition"
    play(game, "demolish yes", "roll 1")
    assert where(game, "A") == "eliminated"
    assert dict(combat(game).paths)[0][-1] == game.scenario.board.hex("0505")


def test_12_11_a_partial_retreat_triggers_attempts_too():
    """A must go three hexes and can go two: over the bridge, or, when it is down, one."""
    river = "0505/0506 0505/0605 0505/0405 0505/0604 0505/0404"
    beyond = "0506/0507 0506/0606 0506/0605 0506/0406 0506/0405"
    game = market(
        allied=["A 1-1-7 0504"],
        german=["X 9-4-7 0503", "Y 2-2-7 0704", "Z 2-2-7 0304"],
        side=1,
        phase="combat",
        rivers=[river, beyond],
        bridges=["rail 0505/0506"],
    )
    resolve(game, "attack X > A", "D3")
    assert deciding(game) == "German demolition"
    play(game, "demolish yes", "roll 1")
    assert where(game, "A") == "eliminated"
    assert [game.scenario.board.number(h) for h in dict(combat(game).paths)[0]] == ["0504", "0505"]


def test_11_1_a_relief_beyond_a_blown_bridge_is_lost():
    """A meant to stop in the City beyond the bridge; now it owes both hexes that it has left."""
    game = market(
        field("0506#"),
        allied=["A 1-1-7 0504"],
        german=["X 9-4-7 0503"],
        side=1,
        phase="combat",
        rivers=["0505/0506"],
        bridges=["rail 0505/0506"],
    )
    resolve(game, "attack X > A", "D3")
    play(game, "retreat A 0505 0506", "demolish yes", "roll 1")
    assert game.prompt.text.endswith("two hexes")
    assert "0605" not in {line.split()[-1] for line in legal(game)}


def test_12_11_an_advance_next_to_a_bridge_triggers_the_attempt_and_ends_there():
    game = market(allied=["A 8-2-7 0503"], german=["X 1-1-7 0504"], phase="combat", **CANAL)
    resolve(game, "attack A > X", "D3")
    play(game, "retreat X 0505 0506 0507", "advance A 0506")
    assert (deciding(game), where(game, "A")) == ("German demolition", "0505")
    (event,) = only(play(game, "demolish yes", "roll 1"), Advanced)
    assert event.path == ("0503", "0504", "0505")
    assert where(game, "A") == "0505"


def test_12_14_a_failed_attempt_is_the_only_one():
    game = market(allied=["A 2-2-7 0503", "B 2-2-7 0303"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0507", "demolish yes", "roll 3")
    assert (where(game, "A"), deciding(game)) == ("0507", "Allied movement")
    play(game, "move B 0405 0505 0506")
    assert (where(game, "B"), deciding(game)) == ("0506", "Allied movement")


def test_12_14_a_declined_attempt_is_the_only_one():
    game = market(allied=["A 2-2-7 0503", "B 2-2-7 0303"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0505", "demolish no", "move B 0405 0506")
    assert deciding(game) == "Allied movement"


def test_12_1_several_bridges_are_decided_clockwise():
    """A ruling: from the hexside that faces the top of the sheet."""
    game = market(
        allied=["A 2-2-7 0502"],
        german=["X 2-2-7 0101"],
        canals=["0504/0505 0505/0605 0505/0405"],
        roads=["0503 0504 0505 0605", "0505 0405"],
    )
    play(game, "move A 0504 0505")
    asked = []
    while deciding(game) == "German demolition":
        frame = game.state.frames[-1]
        assert isinstance(frame, Demolition)
        asked.append(game.state.numbers((frame.a, frame.b)))
        play(game, "demolish no")
    assert asked == [("0504", "0505"), ("0505", "0605"), ("0405", "0505")]
    assert where(game, "A") == "0505"


def test_12_15_highway_bridges_over_rivers_are_safe():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], rivers=["0505/0506"], roads=["0504 0505 0506"])
    play(game, "move A 0506")
    assert where(game, "A") == "0506"


@every(
    ("ways", "kind"),
    [
        ({"canals": ["0101/0102"], "roads": ["0101 0102"]}, "canal"),
        ({"canals": ["0101/0102"], "trails": ["0101 0102"]}, "canal"),
        ({"rivers": ["0101/0102"], "trails": ["0101 0102"]}, "highway"),
        ({"rivers": ["0101/0102"], "bridges": ["rail 0101/0102"]}, "rail"),
        ({"canals": ["0101/0102"], "bridges": ["rail 0101/0102"]}, "rail"),
        ({"streams": ["0101/0102"], "roads": ["0101 0102"]}, None),
    ],
)
def test_12_15_what_kind_a_bridge_is(ways, kind):
    """Rulings: over a canal or a river; bridges over streams are none of these."""
    assert demolition.bridges(board("..\n..", **ways)).get((0, 1)) == kind


def test_12_16_12_17_a_blown_bridge_stays_blown():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **CANAL)
    assert queries.circumstances(game) == []
    play(game, "move A 0505", "demolish yes", "roll 1")
    assert queries.circumstances(game) == ["blown 1"]
    for _ in range(8):
        play(game, "done")
        assert side(game) == Hexside.CANAL
    assert game.state.encode()["works"]


def test_5_15_a_move_cannot_be_undone_past_the_die():
    game = market(allied=["A 2-2-7 0503"], german=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0505", "demolish yes", "roll 4")
    assert not game.can_undo


def test_12_0_no_other_battle_has_wired_bridges():
    game = drawn(FIELD, blue=["A 2-2-7 0503"], red=["X 2-2-7 0101"], **CANAL)
    play(game, "move A 0505")
    assert deciding(game) == "Blue movement"


# -- the examples of play


@every("die", range(1, 7))
def test_12_12_of_the_example_one_or_two_blows_it(die):
    game = example("arnhem/12.0-bridges", 1)
    assert legal(game) == ["demolish yes", "demolish no"]
    play(game, "demolish yes", f"roll {die}")
    assert where(game, "2I/5") == ("0304" if die <= 2 else "0402")


def test_12_13_of_the_example_the_tanks_stay_on_their_bank():
    game = example("arnhem/12.0-bridges", 4)
    ends = {line.split()[-1] for line in legal(game) if line.startswith("move 2I/5 ")}
    assert ends
    assert not ends & {"0403", "0402", "0303", "0503", "0302"}
