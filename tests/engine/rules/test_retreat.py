"""Retreat (7.7) and displacement (7.8)."""

import pytest

from tests.drawn import below, deciding, drawn, lane, legal, only, play, refused, until, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Displaced, Eliminated, Retreated
from westwall_tui.engine.rules import retreat
from westwall_tui.engine.rules.displacement import Search
from westwall_tui.engine.state import ELIMINATED

STRONG = "13-1-7"
"""Against a Defense Strength of 1 in the clear the dice 4, 3, 2 and 1 give D2, D3, D4 and De."""


def beaten(*board: str, die: int = 4, red, blue=(), attack: str = "A > X", **what):
    """Return a Combat Phase after that attack with that die; by default X must retreat two hexes."""
    game = drawn(*board, blue=[f"A {STRONG} 0505", *blue], red=red, phase="combat", **what)
    play(game, f"attack {attack}", f"roll {die}")
    return game


def paths(game) -> set[str]:
    return {" ".join(str(order).split()[2:]) for order in game.legal()}


# -- 7.7, 7.74 length and direction


def test_7_7_every_retreat_path_is_offered():
    """X at 0504 retreats two hexes, each step farther away; A's zone closes the ring next to it."""
    game = beaten(red=["X 1-1-7 0504"])
    assert deciding(game) == "Red retreat"
    assert paths(game) == {
        "0503 0502",
        "0503 0402",
        "0503 0602",
        "0403 0402",
        "0403 0303",
        "0403 0304",
        "0603 0602",
        "0603 0703",
        "0603 0704",
    }


def test_7_7_the_owner_may_name_only_the_last_hex():
    game = beaten(red=["X 1-1-7 0504"])
    assert refused(game, "retreat X 0602").case == "7.7"  # by 0503 or by 0603?
    play(game, "retreat X 0703")
    assert game.log[-1] == "retreat X 0603 0703"


def test_7_74_the_retreat_ends_the_full_number_of_hexes_away():
    """It does not go one hex and back again, or around in a curve."""
    game = beaten(red=["X 1-1-7 0504"])
    for way in ("0503 0603", "0403 0503", "0503"):
        assert refused(game, f"retreat X {way}").case == "7.74"


@every(("die", "hexes"), [(4, 2), (3, 3), (2, 4)])
def test_7_74_each_path_is_as_long_as_the_result_requires(die, hexes):
    field = "\n".join(["." * 15] * 15)
    game = drawn(field, blue=[f"A {STRONG} 0709"], red=["X 1-1-7 0708"], phase="combat")
    play(game, "attack A > X", f"roll {die}")
    grid = game.scenario.board.grid
    for way in paths(game):
        numbers = way.split()
        assert len(numbers) == hexes
        assert grid.distance(grid.parse("0708"), grid.parse(numbers[-1])) == hexes


def test_7_74_a_unit_that_cannot_retreat_in_full_is_lost_at_the_end():
    """In a lane of three hexes, D3: X reaches the mapedge after two and is lost there."""
    game = drawn(". . . .", blue=[f"A {STRONG} 0104"], red=["X 1-1-7 0103"], phase="combat")
    (event,) = only(play(game, "attack A > X", "roll 3"), Eliminated)
    assert event.path == ("0103", "0102", "0101")
    assert where(game, "X") == "eliminated"
    play(game, "stand")
    until(game, "Red movement")
    assert refused(game, "move X 0101").reason == "X was eliminated on Game-Turn 1"
    assert refused(game, "enter X 0101").reason == "X was eliminated on Game-Turn 1"


def test_7_74_the_path_of_a_lost_unit_is_open_to_the_advance():
    game = drawn(". . . .", blue=[f"A {STRONG} 0104"], red=["X 1-1-7 0103"], phase="combat")
    play(game, "attack A > X", "roll 3")
    assert set(legal(game)) == {"advance A 0103", "advance A 0102", "advance A 0101", "stand"}


def test_7_74_a_displacement_before_a_retreat_counts_as_the_retreat():
    """Br: A retreats to 0605 and displaces B to 0606; B does not have to retreat again."""
    board = lane("0604", "0603", "0602", "0505", "0605", "0606", "0607", "0706")
    game = drawn(board, blue=["A 2-1-7 0505", "B 2-1-7 0605"], red=["X 1-3-7 0604"], phase="combat")
    events = play(game, "attack A B > X", "roll 4", "retreat A 0605", "displace B 0606")
    assert (where(game, "A"), where(game, "B")) == ("0605", "0606")
    assert only(events, Retreated)[1:] == [
        Retreated("B", ("0605", "0606")),
        Retreated("A", ("0505", "0605")),
    ]
    unit = game.scenario.by_id["b"]
    assert game.state.suffered[unit] == game.state.serial


def test_7_74_a_displacement_counts_as_a_longer_retreat_too():
    """D2: A is removed by hand, because in play only a Br, of one hex, leads to such a displacement."""
    board = lane("0505", "0604", "0504", "0603", "0602", "0703")
    game = drawn(board, blue=["A 15-1-7 0505"], red=["X 1-1-7 0604", "Y 1-1-7 0504"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert game.prompt.text == "The Red forces must retreat X and Y by two hexes"
    game.state.place(game.scenario.by_id["a"], ELIMINATED)
    game.state.place(game.scenario.by_id["y"], game.scenario.board.hex("0603"))
    events = play(game, "retreat X 0602", "displace Y 0703")
    assert only(events, Retreated) == [Retreated("Y", ("0603", "0703")), Retreated("X", ("0604", "0603", "0602"))]
    assert game.prompt.kind != "retreat"


def test_7_74_the_owner_chooses_among_the_longest_partial_paths():
    """The result requires four hexes, two are possible; X is lost at the end of the path that its owner chooses."""
    game = drawn("... ... -.-", blue=[f"A {STRONG} 0203"], red=["X 1-1-7 0202"], phase="combat")
    play(game, "attack A > X", "roll 2")
    assert paths(game) == {"0102 0101", "0201 0101", "0201 0301", "0302 0301"}
    assert refused(game, "retreat X 0201").case == "7.74"
    (event,) = only(play(game, "retreat X 0201 0301"), Eliminated)
    assert event.path == ("0202", "0201", "0301")


def test_7_74_no_shorter_partial_path_is_offered():
    """X can retreat two hexes up the lane, but only one into the pocket at 0202."""
    game = drawn(
        ".-- .-- ..- ...", blue=[f"A {STRONG} 0104"], red=["X 1-1-7 0103"], phase="combat", rivers=["0203/0304"]
    )
    (event,) = only(play(game, "attack A > X", "roll 3"), Eliminated)
    assert event.path == ("0103", "0102", "0101")


def test_7_74_a_unit_without_any_path_is_lost_where_it_fought():
    game = drawn(". .", blue=[f"A {STRONG} 0102"], red=["X 1-1-7 0101"], phase="combat")
    (event,) = only(play(game, "attack A > X", "roll 4"), Eliminated)
    assert event.path == ("0101",)
    assert set(legal(game)) == {"advance A 0101", "stand"}


# -- 7.71 zones


def test_7_71_a_retreat_leaves_an_enemy_zone_but_enters_none():
    """B's zone closes 0503 and 0603; X, in the zones of A and B, can retreat by 0403."""
    game = beaten(red=["X 1-1-7 0504"], blue=["B 13-1-7 0604"], attack="A B > X")
    assert {way.split()[0] for way in paths(game)} == {"0503", "0403"}
    assert refused(game, "retreat X 0603 0602").case == "7.71"


def test_7_71_a_retreat_does_not_pass_through_an_enemy_zone():
    """B, beyond, controls 0402 and 0403 and 0503."""
    game = beaten(red=["X 1-1-7 0504"], blue=["B 1-1-7 0402"])
    assert {way.split()[0] for way in paths(game)} == {"0603"}


@pytest.mark.parametrize("guard", [True, False])
def test_7_71_a_friendly_unit_does_not_open_an_enemy_controlled_hex(guard):
    """F at 0303 could be displaced to 0202, but if B controls 0303, X may not go there."""
    game = drawn(
        "----- -.-.- --.-- --.-- --.--",
        blue=["A 4-1-7 0305", *(["B 1-1-7 0402"] if guard else [])],
        red=["X 3-3-7 0304", "F 9-9-7 0303"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 3")
    if not guard:
        play(game, "displace F 0202")
    assert [where(game, name) for name in "XF"] == (["eliminated", "0303"] if guard else ["0303", "0202"])


def test_7_71_a_unit_surrounded_by_zones_is_lost():
    """7.62, Br: a defender surrounded by units or Zones of Control is eliminated."""
    game = beaten(red=["X 1-1-7 0504"], blue=["B 1-1-7 0402", "C 1-1-7 0602"])
    assert where(game, "X") == "eliminated"


@every(("others", "open_to_it"), [([], True), (["Y 1-1-7 0403"], False)])
def test_7_62_after_br_an_attacker_may_retreat_into_the_hex_of_an_eliminated_defender(others, open_to_it):
    """X is surrounded. Its hex is as far from where A fought as any other hex next to A."""
    game = drawn(blue=["A 4-4-7 0505", "B 1-1-7 0402", "C 1-1-7 0602"], red=["X 2-2-7 0504", *others], phase="combat")
    play(game, "attack A > X", "roll 5")
    assert where(game, "X") == "eliminated"
    assert ("0504" in paths(game)) == open_to_it


# -- 7.72 prohibited hexsides, 5.24


def test_7_72_no_retreat_over_a_river():
    """The river closes the hexes behind X."""
    game = beaten(red=["X 1-1-7 0504"], rivers=[below(3)])
    assert where(game, "X") == "eliminated"


def test_7_72_no_retreat_over_a_ferry():
    game = beaten(red=["X 1-1-7 0504"], rivers=[below(3)], ferries=["0503/0504"])
    assert where(game, "X") == "eliminated"


def test_7_72_a_retreat_over_a_bridge():
    game = beaten(red=["X 1-1-7 0504"], rivers=[below(3)], roads=["0503 0504"])
    assert {way.split()[0] for way in paths(game)} == {"0503"}


def test_7_72_a_retreat_over_a_stream():
    assert paths(beaten(red=["X 1-1-7 0504"], streams=[below(3)])) == paths(beaten(red=["X 1-1-7 0504"]))


def test_7_72_no_retreat_off_the_map():
    game = drawn(". .", blue=[f"A {STRONG} 0102"], red=["X 1-1-7 0101"], phase="combat", roads=["edge 0101 0102"])
    play(game, "attack A > X", "roll 4")
    assert where(game, "X") == "eliminated"


@every("terrain", "f^%")
def test_5_24_7_72_a_vehicle_forced_into_bad_ground_is_lost(terrain):
    game = drawn(f". {terrain} . .", blue=[f"A {STRONG} 0104"], red=["X 1-1-7 armor 0103"], phase="combat")
    (event,) = only(play(game, "attack A > X", "roll 4"), Eliminated)
    assert event.path == ("0103",)
    game = drawn(f". {terrain} . .", blue=[f"A {STRONG} 0104"], red=["X 1-1-7 0103"], phase="combat")
    play(game, "attack A > X", "roll 4")
    assert where(game, "X") == "0101"


def test_5_24_7_72_a_vehicle_forced_over_a_stream_is_lost():
    lane = {"blue": [f"A {STRONG} 0104"], "red": ["X 1-1-7 armor 0103"], "phase": "combat"}
    game = drawn(". . . .", **lane, streams=["0101/0102"])
    (event,) = only(play(game, "attack A > X", "roll 4"), Eliminated)
    assert event.path == ("0103", "0102")


def test_5_24_7_72_a_vehicle_retreats_by_the_road():
    lane = {"blue": [f"A {STRONG} 0104"], "red": ["X 1-1-7 armor 0103"], "phase": "combat"}
    game = drawn(". f . .", **lane, streams=["0101/0102"], roads=["0101 0102 0103"])
    play(game, "attack A > X", "roll 4")
    assert where(game, "X") == "0101"


# -- 7.73 vacant hexes first


def test_7_73_vacant_hexes_first():
    """F is at 0503; the other paths are open, and X must take one of them."""
    game = beaten(red=["X 1-1-7 0504", "F 1-1-7 0503"])
    assert paths(game) == {"0403 0402", "0403 0303", "0403 0304", "0603 0602", "0603 0703", "0603 0704"}
    assert refused(game, "retreat X 0503 0502").case == "7.73"


def test_7_73_friendly_units_are_displaced_if_there_is_no_other_path():
    game = beaten(red=["X 1-1-7 0504", "F 1-1-7 0503", "G 1-1-7 0403", "H 1-1-7 0603"])
    assert "0503 0502" in paths(game)
    play(game, "retreat X 0503 0502")
    assert deciding(game) == "Red displace"
    assert game.prompt.units == (game.scenario.by_id["f"],)


def test_7_73_even_a_unit_at_the_end_of_the_path_is_displaced():
    lane = {"blue": [f"A {STRONG} 0106"], "red": ["X 1-1-7 0105", "F 1-1-7 0103"], "phase": "combat"}
    game = drawn(". . . . . .", **lane)
    events = play(game, "attack A > X", "roll 4")
    assert (where(game, "X"), where(game, "F")) == ("0103", "0102")
    assert [type(event) for event in events if isinstance(event, Displaced | Retreated)] == [Displaced, Retreated]


# -- 7.81, 7.82 displacement


def test_7_81_the_displaced_unit_moves_one_hex_at_its_owners_choice():
    game = beaten(die=4, red=["X 1-1-7 0504", "F 1-1-7 0503", "G 1-1-7 0403", "H 1-1-7 0603"])
    play(game, "retreat X 0503 0502")
    goals = {str(order) for order in game.legal()}
    assert goals == {"displace F 0502", "displace F 0402", "displace F 0602"}
    assert refused(game, "displace F 0501").case == "7.81"
    refusal = refused(game, "displace F 0504")
    assert (refusal.case, refusal.hexes) == ("7.71", ("0504",))
    assert refusal.reason.endswith("choose 0502, 0602 or 0402")
    assert refused(game, "displace G 0402").case == "7.81"
    play(game, "displace F 0402")
    assert (where(game, "F"), where(game, "X")) == ("0402", "0502")


def test_7_81_a_unit_displaced_along_the_path_is_displaced_again():
    """7.82: more than once if that is the only alternative. In a lane X displaces F twice."""
    lane = {"blue": [f"A {STRONG} 0106"], "red": ["X 1-1-7 0105", "F 1-1-7 0104"], "phase": "combat"}
    game = drawn(". . . . . .", **lane)
    events = play(game, "attack A > X", "roll 4")
    assert [event.path for event in only(events, Displaced)] == [("0104", "0103"), ("0103", "0102")]
    assert (where(game, "X"), where(game, "F")) == ("0103", "0102")


def test_7_81_as_many_units_as_necessary_are_displaced():
    lane = {"blue": [f"A {STRONG} 0108"], "red": ["X 1-1-7 0107", "F 1-1-7 0106", "G 1-1-7 0104"], "phase": "combat"}
    game = drawn(". . . . . . . .", **lane)
    play(game, "attack A > X", "roll 3")
    assert where(game, "X") == "0104"
    assert (where(game, "F"), where(game, "G")) == ("0103", "0102")


def test_7_82_a_chain_of_displacement():
    """In a lane X pushes F, F pushes G."""
    lane = {"blue": [f"A {STRONG} 0106"], "red": ["X 3-3-7 0105", "F 1-1-7 0104", "G 1-1-7 0103"], "phase": "combat"}
    lane["blue"] = ["A 4-1-7 0106"]
    game = drawn(". . . . . .", **lane)
    events = play(game, "attack A > X", "roll 3")
    assert [(event.unit, event.path) for event in only(events, Displaced)] == [
        ("G", ("0103", "0102")),
        ("F", ("0104", "0103")),
    ]
    assert [where(game, name) for name in "XFG"] == ["0104", "0103", "0102"]


def test_7_82_no_displacement_that_would_eliminate_a_unit():
    """The lane ends behind F: X is lost instead, where the vacant hexes end, and F stays."""
    lane = {"blue": [f"A {STRONG} 0104"], "red": ["X 1-1-7 0103", "F 1-1-7 0102"], "phase": "combat"}
    game = drawn(". . . .", **lane)
    (event,) = only(play(game, "attack A > X", "roll 4"), Eliminated)
    assert (event.unit, event.path) == ("X", ("0103",))
    assert where(game, "F") == "0102"


def test_7_82_no_chain_that_would_eliminate_its_last_unit():
    lane = {"blue": ["A 4-1-7 0104"], "red": ["X 3-3-7 0103", "F 1-1-7 0102", "G 1-1-7 0101"], "phase": "combat"}
    game = drawn(". . . .", **lane)
    play(game, "attack A > X", "roll 3")
    assert [where(game, name) for name in "XFG"] == ["eliminated", "0102", "0101"]


def test_7_82_a_displaced_vehicle_needs_ground_that_it_may_enter():
    """Behind F there are woods: a vehicle cannot be displaced there, a unit on foot can."""
    for kind, fate in (("armor", "eliminated"), ("infantry", "0102")):
        game = drawn("f . . .", blue=["A 4-1-7 0104"], red=["X 3-3-7 0103", f"F 1-1-7 {kind} 0102"], phase="combat")
        play(game, "attack A > X", "roll 3")
        assert where(game, "X") == fate


def test_7_82_no_chain_whose_last_unit_may_not_enter_the_ground():
    """X pushes F, and F pushes G, which has only woods behind it."""
    for kinds, ends in (
        (("infantry", "armor"), ("eliminated", "0103", "0102")),
        (("armor", "infantry"), ("0103", "0102", "0101")),
    ):
        friends = [f"{name} 1-1-7 {kind} {at}" for name, kind, at in zip("FG", kinds, ("0103", "0102"), strict=True)]
        game = drawn("f . . . .", blue=["A 4-1-7 0105"], red=["X 3-3-7 0104", *friends], phase="combat")
        play(game, "attack A > X", "roll 3")
        assert tuple(where(game, name) for name in "XFG") == ends


def test_7_82_a_vehicle_between_woods_and_an_enemy_zone_cannot_be_displaced():
    """Behind F are the woods of 0101, which a vehicle may not enter, and 0201, which B controls."""
    for kind, fate in (("armor", "eliminated"), ("infantry", "0102")):
        game = drawn(
            "f.. .-- .-- .--",
            blue=["A 4-1-7 0104", "B 1-1-7 0301"],
            red=["X 3-3-7 0103", f"F 1-1-7 {kind} 0102"],
            phase="combat",
        )
        play(game, "attack A > X", "roll 3")
        assert where(game, "X") == fate


def test_7_82_a_displaced_unit_does_not_go_where_it_would_block_the_retreat():
    """X retreats to 0202, where the ground ends. F may be displaced to either side, not ahead of X."""
    game = drawn("--- -.- -.- ... -.-", blue=[f"A {STRONG} 0205"], red=["X 1-1-7 0204", "F 1-1-7 0203"], phase="combat")
    play(game, "attack A > X", "roll 4")
    assert legal(game) == ["displace F 0304", "displace F 0104"]
    refusal = refused(game, "displace F 0202")
    assert refusal.case == "7.82"
    assert "if it went to 0202, the retreat could not be completed" in refusal.reason
    play(game, "displace F 0104")
    assert (where(game, "X"), where(game, "F")) == ("0202", "0104")


def test_7_82_a_displaced_unit_may_not_enter_an_enemy_zone():
    """F, in the lane, could only go to 0102, which B may control."""
    for more, fate in ((["B 1-1-7 0201"], "eliminated"), ([], "0103")):
        game = drawn(
            "... .-. .-. .-. .-.",
            blue=["A 4-1-7 0105", *more],
            red=["X 3-3-7 0104", "F 1-1-7 0103"],
            phase="combat",
        )
        play(game, "attack A > X", "roll 3")
        assert where(game, "X") == fate


def test_7_82_a_displaced_unit_goes_to_a_vacant_hex_before_it_displaces():
    """F may go to 0101; it may not push G out of 0201."""
    game = drawn(
        "..- .-- .-- .--",
        blue=["A 4-1-7 0104"],
        red=["X 3-3-7 0103", "F 1-1-7 0102", "G 1-1-7 0201"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 3")
    assert [where(game, name) for name in "XFG"] == ["0102", "0101", "0201"]


CROWD = [
    f"{name} 3-3-7 {at}"
    for name, at in {"X": "0504", "F": "0503", "G": "0403", "H": "0603", "P": "0402", "Q": "0502", "R": "0602"}.items()
]
"""X is in front of A at 0505, F behind it, and friendly units are all around F."""


def test_7_82_the_owner_chooses_the_units_of_a_chain():
    """F at 0503 has friendly units all around it and may displace any that has room."""
    game = drawn(blue=["A 4-1-7 0505"], red=CROWD, phase="combat")
    play(game, "attack A > X", "roll 3", "retreat X 0503")
    assert deciding(game) == "Red displace"
    assert {str(order) for order in game.legal()} == {
        f"displace F {at}" for at in ("0403", "0603", "0402", "0502", "0602")
    }
    play(game, "displace F 0502")
    assert game.prompt.units == (game.scenario.by_id["q"],)
    play(game, "displace Q 0501")
    assert [where(game, name) for name in "XFQ"] == ["0503", "0502", "0501"]


@every("way", ["0203 0202", "0203 0303", "0304 0303"])
def test_7_82_a_displaced_unit_may_enter_the_hex_that_the_retreating_unit_left(way):
    """K's barrage drives X back, so no enemy controls 0204. Three friendly units fill all hexes behind X but 0203."""
    friends = ["F 1-1-7 0202", "G 1-1-7 0303", "H 1-1-7 0304"]
    ground = lane("0204", "0203", "0202", "0303", "0304", "0508")
    game = drawn(ground, blue=["K 13-1-18/1-7 0508"], red=["X 1-1-7 0204", *friends], phase="combat")
    play(game, "attack > X + K", "roll 4")
    assert paths(game) == {"0203 0202", "0203 0303", "0304 0303"}
    assert retreat.room(game.state, game.scenario.by_id["x"], 3) == 2
    play(game, f"retreat X {way}")
    while deciding(game) == "Red displace":
        play(game, legal(game)[0])
    assert where(game, "X") == way.split()[-1]
    assert "0204" in [where(game, name) for name in "FGH"]


def test_7_82_no_unit_is_displaced_while_a_hex_is_vacant():
    game = drawn(blue=["A 4-1-7 0505"], red=CROWD[:-2], phase="combat")
    play(game, "attack A > X", "roll 3", "retreat X 0503")
    assert legal(game) == ["displace F 0502", "displace F 0602"]
    refusal = refused(game, "displace F 0402")
    assert refusal.case == "7.82"
    assert "P is in 0402" in refusal.reason


def test_7_82_a_displaced_unit_does_not_displace_the_units_that_wait_for_it():
    """F may not go to 0504, which X still has to leave, and which is also in A's zone."""
    game = drawn(blue=["A 4-1-7 0505"], red=CROWD, phase="combat")
    play(game, "attack A > X", "roll 3", "retreat X 0503")
    assert "displace F 0504" not in legal(game)
    assert refused(game, "displace F 0504").case == "7.71"


def test_7_82_a_unit_may_be_displaced_more_than_once_in_a_phase():
    """In one combat X pushes F down the lane, in the next Y pushes it on, and F pushes K."""
    game = drawn(
        ".--- .--- .--- .... .... ....",
        blue=["A 4-1-7 0101", "B 4-1-7 0305"],
        red=["X 3-3-7 0102", "F 1-1-7 0103", "Y 3-3-7 0204", "K 1-1-7 0105"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 3", "stand")
    assert [where(game, name) for name in "XFK"] == ["0103", "0104", "0105"]
    events = play(game, "attack B > Y", "roll 3", "retreat Y 0104")
    assert [event.unit for event in only(events, Displaced)] == ["K", "F"]
    assert [where(game, name) for name in "XFKY"] == ["0103", "0105", "0106", "0104"]


def test_7_82_a_unit_displaced_is_attacked_in_its_new_hex():
    """The second 7.82: F was displaced from 0103; it may be barraged at 0102."""
    game = drawn(
        ". . . . . .",
        blue=["A 4-1-7 0105", "G 1-1-9/1-1 0106"],
        red=["X 3-3-7 0104", "F 1-1-7 0103"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 3", "stand")
    assert where(game, "F") == "0102"
    play(game, "attack > F + G", "roll 6")


def test_7_82_a_retreated_unit_is_not_barraged_again():
    """It has been attacked already (7.14), even if it is in another hex now."""
    game = drawn(
        ". . . . . .",
        blue=["A 4-1-7 0105", "G 1-1-9/1-1 0106"],
        red=["X 3-3-7 0104"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 3", "stand")
    assert refused(game, "attack > X + G").case == "7.14"


def test_7_82_a_displaced_unit_that_has_not_fought_still_attacks():
    """Only artillery is silenced: C's retreat displaces B, which attacks Y after all if it still touches it."""
    game = drawn(blue=["C 4-4-7 0109", "B 4-4-7 0209"], red=["W 3-3-7 0108"], phase="combat")
    play(game, "attack C > W", "roll 6", "stand")
    assert where(game, "B") == "0309"


# -- the attacker's retreat


def test_7_7_an_attacker_retreats_by_the_same_rules():
    """A1: A may not enter the defender's zone."""
    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 6")
    assert paths(game) == {"0506", "0605", "0405"}


def test_7_7_several_units_retreat_one_by_one_in_their_owners_order():
    """The second unit uses hexes that the first has left vacant."""
    game = drawn(blue=["A 14-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert {line.split()[1] for line in legal(game)} == {"X", "Y"}
    assert "retreat Y 0603 0602" in legal(game)
    play(game, "retreat X 0603 0602")
    assert {line.split()[1] for line in legal(game)} == {"Y"}
    assert "retreat Y 0603 0602" not in legal(game)


def test_7_7_a_retreat_of_another_unit_is_refused():
    game = drawn(blue=["A 14-4-7 0505"], red=["X 1-1-7 0504", "Z 1-1-7 0901"], phase="combat")
    play(game, "attack A > X", "roll 4")
    assert refused(game, "retreat Z 0902").case == "7.7"


def test_7_7_7_74_a_trapped_unit_is_lost_when_its_turn_comes():
    """X is trapped, Y is not: their owner chooses the order, and names X's own hex for X."""
    game = drawn("-.- ... ... ... ...", blue=[f"A {STRONG} 0202"], red=["X 0-0-7 0201", "Y 1-1-7 0203"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert "retreat X 0201" in legal(game)
    (event,) = only(play(game, "retreat X 0201"), Eliminated)
    assert event.path == ("0201",)
    assert deciding(game) == "Red retreat"
    assert game.prompt.units == (game.scenario.by_id["y"],)


# -- refusals name the case that closes the path, and the open hexes


def closed(game, way: str) -> tuple[str, str]:
    """Return the case and reason of a refused retreat of X."""
    refusal = refused(game, f"retreat X {way}")
    return refusal.case, refusal.reason


def test_7_7_a_refusal_names_the_obstacle_and_the_open_hexes():
    """X, a vehicle, has rough terrain at 0304 and a river before 0403; A's zone closes the ring next to A."""
    game = drawn(
        "....... ....... ....... ..%.... ....... ....... .......",
        blue=[f"A {STRONG} 0405"],
        red=["X 1-1-7 armor 0404"],
        phase="combat",
        rivers=["0403/0404"],
    )
    play(game, "attack A > X", "roll 4")
    assert paths(game) == {"0504 0503", "0504 0603", "0504 0604"}
    assert closed(game, "0405")[0] == "5.12"
    assert closed(game, "0505 0605")[0] == "7.71"
    assert closed(game, "0304 0203")[0] == "5.24"
    case, reason = closed(game, "0403 0402")
    assert (case, "prohibited terrain keeps all units from going from 0404 to 0403" in reason) == ("7.72", True)
    assert closed(game, "0504") == (
        "7.74",
        "X cannot go that way: the retreat must end two hexes away from 0404, but 0504 is one hex away; "
        "it can end its retreat in 0503, 0603 or 0604",
    )


def test_7_73_7_82_refusals_about_friendly_units_in_the_way():
    game = beaten(red=["X 1-1-7 0504", "F 1-1-7 0503"])
    case, reason = closed(game, "0503 0502")
    assert case == "7.73"
    assert "F is in 0503" in reason


def test_7_73_7_82_refusals_say_if_a_friendly_unit_can_be_displaced():
    """X retreats through F, which can go to 0303; G could leave 0603, but only for 0602, in X's way again."""
    ground = lane("0505", "0504", "0403", "0402", "0303", "0603", "0602")
    game = beaten(ground, red=["X 1-1-7 0504", "F 1-1-7 0403", "G 1-1-7 0603"])
    assert "0403 0402" in paths(game)
    case, reason = closed(game, "0603 0602")
    assert case == "7.82"
    assert "G cannot be displaced" in reason


def test_7_74_refusals_about_the_length_of_a_retreat():
    game = beaten(red=["X 1-1-7 0504"])
    case, reason = closed(game, "0603 0502")  # a leap
    assert case == "7.74"
    assert "a full retreat is not possible that way" in reason
    game = beaten(red=["X 1-9-7 0504"], die=5)
    assert "the retreat must end one hex away from 0504, but 0502 is two hexes away" in closed(game, "0503 0502")[1]
    game = beaten(lane("0505", "0504", "0503", "0403"), red=["X 1-1-7 0504"])
    assert "it cannot retreat the full distance and is eliminated where it stops" in closed(game, "0503 0403")[1]


def test_7_74_the_refusal_for_a_trapped_unit_has_the_hex_where_it_is_lost():
    """X is trapped; the refusal asks for X's own hex."""
    game = drawn("-.- ... ... ... ...", blue=[f"A {STRONG} 0202"], red=["X 0-0-7 0201", "Y 1-1-7 0203"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert closed(game, "0202")[0] == "5.12"
    case, reason = closed(game, "0205")
    assert case == "7.74"
    assert reason.endswith("it will be eliminated at 0201")


@pytest.fixture
def asked(monkeypatch) -> list[object]:
    """Return a list that records the steps for which all chains are tried."""
    steps: list[object] = []
    entering = Search.entering

    def counted(self, *step):
        steps.append(step)
        return entering(self, *step)

    monkeypatch.setattr(Search, "entering", counted)
    return steps


def test_7_74_no_chain_is_tried_where_the_ground_ends_too_early(asked):
    """A, in a corner, can retreat two hexes at most, and chains are tried only for these two."""
    friends, red = ["F1 2-2-7 0102", "F2 2-2-7 0201", "F3 2-2-7 0202"], ["X 2-2-7 0105", "Y 2-2-7 0304", "Z 2-2-7 0402"]
    game = drawn(blue=["A 2-2-7 0101", *friends], red=red, names=("Allied", "German"), rules="arnhem")
    assert retreat.room(game.state, 0, 4) == 2
    assert len(asked) <= 4


def test_7_82_no_chain_is_tried_for_a_unit_in_a_dead_end(asked):
    """A retreats to 0504 and 0503, whose units go to 0603 and 0704. H in 0502 could only get out over A."""
    friends = ["F 2-2-7 0504", "G 2-2-7 0503", "H 2-2-7 0502"]
    ground = lane("0505", "0504", "0503", "0502", "0603", "0704")
    assert room(drawn(ground, blue=["A 2-2-7 0505", *friends], red=[]), "A", 4) == 2
    assert asked == []


@pytest.mark.parametrize(("vacant", "most"), [(["0502"], 1), (["0502", "0402"], 2)])
def test_7_82_the_last_vacant_hex_of_a_pocket_is_used_once(asked, vacant, most):
    """A comes from a hex that X controls, so each of its steps needs a vacant hex, and its first one takes one."""
    kinds = {"0504": "", "0503": "armor ", "0604": "", "0404": "armor ", "0403": "", "0603": "armor "}
    friends = [f"F{h} 2-2-7 {kind}{h}" for h, kind in kinds.items()]
    ground = lane("0506", "0505", *kinds, *vacant)
    game = drawn(ground, blue=["A 2-2-7 0505", *friends], red=["X 1-1-7 0506"])
    assert room(game, "A", 2) == most
    assert asked == []


def room(game, unit: str, most: int) -> int:
    return retreat.room(game.state, game.scenario.by_id[unit.lower()], most)


def test_7_74_the_search_goes_no_farther_than_the_result_requires():
    """A is among friendly units that can be displaced on all sides."""
    around = [f"F{h} 2-2-7 {h}" for h in ("0504", "0604", "0605", "0506", "0405", "0404")]
    game = drawn(blue=["A 2-2-7 0505", *around], red=[])
    assert [room(game, "A", most) for most in range(1, 5)] == [1, 2, 3, 4]


@pytest.mark.parametrize("patience", [1, 2000])
def test_7_82_out_of_patience_every_path_is_tried_by_itself(monkeypatch, patience):
    """The friendly unit in 0504 has no room. The one in 0506 has 0507, if that hex exists."""
    monkeypatch.setattr(retreat, "PATIENCE", patience)
    units = ["A 2-2-7 0505", "F 2-2-7 0504", "G 2-2-7 0506"]
    assert room(drawn(lane("0504", "0505", "0506", "0507"), blue=units, red=[]), "A", 1) == 1
    assert room(drawn(lane("0504", "0505", "0506"), blue=units, red=[]), "A", 1) == 0


def test_13_25_a_unit_that_cannot_retreat_has_no_room():
    stacked = ["Eng 1-1-10 engineer 0505", "A 2-2-7 airborne:101st 0505"]
    game = drawn(blue=stacked, red=[], names=("Allied", "German"), rules="arnhem", victory={"engineer": ["Eng"]})
    assert room(game, "A", 2) == 0


# -- the examples of play


def test_7_7_of_the_example_three_paths_are_left():
    game = example("standard/7.7-retreat", 1)
    assert paths(game) == {"0403 0402", "0304 0204", "0304 0203"}
    play(game, "retreat 1/506 0304 0203")
    assert where(game, "1/506") == "0203"


def test_7_81_of_the_example_the_displaced_unit_has_the_hexes_without_a_zone():
    game = example("standard/7.8-displacement", 1)
    assert legal(game) == ["displace 755 0402", "displace 755 0503", "displace 755 0303"]
    (event,) = only(play(game, "displace 755 0303"), Displaced)
    assert event.unit == "755"
    assert (where(game, "1/506"), where(game, "755")) == ("0403", "0303")
