"""Advance after combat (7.9)."""

import pytest

from tests.drawn import allowed, below, deciding, drawn, legal, only, play, refused, where
from tests.examples import example
from westwall_tui.engine.events import Advanced
from westwall_tui.engine.state import changed

STRONG = "13-1-7"


def won(*board: str, die: int = 4, way: str = "0503 0502", blue=(), red=(), attack: str = "A > X", **what):
    """Return a game in which A at 0505 has beaten X at 0504, which has retreated `way`; Blue may advance."""
    game = drawn(*board, blue=[f"A {STRONG} 0505", *blue], red=["X 1-1-7 0504", *red], phase="combat", **what)
    play(game, f"attack {attack}", f"roll {die}")
    if deciding(game) == "Red retreat":
        play(game, f"retreat X {way}")
    return game


def offers(game, name: str = "A") -> set[str]:
    """Return the hexes to which a unit may advance."""
    return {line.split()[2] for line in legal(game) if line.startswith(f"advance {name} ")}


def test_7_91_the_path_of_retreat_is_open_to_the_victor():
    game = won()
    assert deciding(game) == "Blue advance"
    assert offers(game) == {"0504", "0503"}  # 0502 holds X


def test_7_91_an_eliminated_unit_leaves_its_hex():
    game = won(die=1)
    assert offers(game) == {"0504"}


def test_7_91_a_unit_lost_on_its_retreat_leaves_a_path():
    """7.74: D4, and the mapedge after three hexes."""
    game = drawn(". . . . .", blue=[f"A {STRONG} 0105"], red=["X 1-1-7 0104"], phase="combat")
    play(game, "attack A > X", "roll 2")
    assert where(game, "X") == "eliminated"
    assert offers(game) == {"0104", "0103", "0102", "0101"}


def test_7_91_any_of_the_victors_may_advance():
    game = won(blue=["B 1-1-7 0604"], attack="A B > X")
    assert offers(game) == {"0504", "0503"}
    assert offers(game, "B") == {"0504", "0503"}
    play(game, "advance B 0503")
    assert offers(game) == {"0504"}
    play(game, "advance A 0504")
    assert (where(game, "A"), where(game, "B")) == ("0504", "0503")
    assert deciding(game) == "Blue combat"


def test_7_91_an_advance_passes_a_friendly_unit_but_does_not_stop_there():
    """5.31: B is on the path; A passes it."""
    game = won(die=3, way="0503 0502 0501", blue=["B 1-1-7 0604"], attack="A B > X")
    play(game, "advance B 0503")
    assert offers(game) == {"0504", "0502"}
    refusal = refused(game, "advance A 0503")
    assert (refusal.case, refusal.hexes) == ("5.31", ("0503",))
    assert refusal.reason == "A cannot advance to 0503: B is in 0503; choose 0504 or 0502"
    play(game, "advance A 0502")


def test_7_91_the_defenders_advance_after_a_failed_attack():
    game = drawn(blue=["A 1-1-7 0505"], red=["X 8-8-7 0504", "Y 8-8-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 4")  # A2
    play(game, legal(game)[0])
    assert deciding(game) == "Red advance"
    assert "0505" in offers(game, "X") & offers(game, "Y")
    play(game, "advance Y 0505")


def test_7_91_protecting_artillery_does_not_advance():
    """The defender's artillery took part without being attacked."""
    game = drawn(blue=["A 1-1-7 0505"], red=["X 4-4-7 0504", "H 1-1-9/1-1 0503"], phase="combat")
    play(game, "attack A > X", "fpf H", "roll 6")
    play(game, legal(game)[0])
    assert deciding(game) == "Red advance"
    assert offers(game, "X")
    assert not offers(game, "H")


def test_7_91_a_unit_outside_the_combat_does_not_advance():
    """B touches X, and has a fight of its own with Y."""
    game = won(blue=["B 4-4-7 0404"], red=["Y 4-4-7 0304"], way="0503 0602")
    assert refused(game, "advance B 0504").case == "7.94"
    assert offers(game, "B") == set()


def test_7_92_an_advance_may_stop_anywhere_on_the_path():
    for at in ("0504", "0503", "0502"):
        game = won(die=3, way="0503 0502 0501")
        play(game, f"advance A {at}")
        assert where(game, "A") == at


def test_7_93_an_advance_ignores_zones():
    """Y controls every hex of the path."""
    game = won(die=3, way="0503 0402 0401", red=["Y 1-1-7 0602"])
    assert {"0503"} <= offers(game)
    (event,) = only(play(game, "advance A 0402"), Advanced)
    assert event.path == ("0505", "0504", "0503", "0402")


def test_7_94_barraging_artillery_does_not_advance():
    game = won(blue=["G 1-1-9/1-1 0507"], attack="A > X + G")
    assert offers(game, "G") == set()
    assert refused(game, "advance G 0504").case == "7.94"


def test_7_94_adjacent_artillery_advances():
    game = won(blue=["G 1-1-9/1-1 0604"], attack="A G > X")
    assert offers(game, "G") == {"0504", "0503"}


def test_7_95_an_advance_stays_on_the_path():
    game = won()
    for at in ("0603", "0403", "0501", "0506"):
        assert refused(game, f"advance A {at}").case == "7.95"


def test_7_95_no_advance_to_a_hex_with_the_loser_or_a_friendly_unit():
    game = won(blue=["B 1-1-7 0604"], attack="A B > X")
    assert refused(game, "advance A 0502").case == "5.12"  # X itself
    play(game, "advance B 0503")
    assert refused(game, "advance A 0503").case == "5.31"


def test_7_95_no_advance_past_an_enemy_on_the_path():
    """Z, placed by hand, is in the hex where X was lost; beyond it the path is vacant."""
    game = drawn(". . . . .", blue=[f"A {STRONG} 0105"], red=["X 1-1-7 0104", "Z 1-1-7"], phase="combat")
    play(game, "attack A > X", "roll 2")
    game.state.place(game.scenario.by_id["z"], game.scenario.board.hex("0102"))
    assert offers(game) == {"0104", "0103"}
    assert refused(game, "advance A 0102").case == "5.12"
    refusal = refused(game, "advance A 0101")
    assert refusal.case == "7.95"
    assert "blocked" in refusal.reason


def test_7_95_the_path_is_that_of_the_loser_on_either_side():
    game = drawn(blue=["A 1-1-7 0505"], red=["X 13-1-7 0504"], side=1, phase="combat")
    play(game, "attack X > A", "roll 4", "retreat A 0506 0507")
    assert offers(game, "X") == {"0505", "0506"}
    assert refused(game, "advance X 0507").case == "5.12"
    assert refused(game, "advance X 0406").case == "7.95"


def test_7_95_each_loser_leaves_its_own_path():
    game = drawn(blue=["A 14-4-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 4", "retreat X 0403 0402", "retreat Y 0704 0803")
    assert offers(game) == {"0504", "0403", "0604", "0704"}


def test_7_96_an_advance_cannot_wait():
    game = won(blue=["B 4-4-7 0901"], red=["Y 4-4-7 0902"])
    assert refused(game, "attack B > Y").case == "4.1"
    play(game, "stand")
    assert refused(game, "advance A 0504").case == "7.96"


def test_7_96_a_unit_advances_once():
    game = won(die=3, way="0503 0502 0501", blue=["B 1-1-7 0604"], attack="A B > X")
    play(game, "advance A 0504")
    assert refused(game, "advance A 0503").case == "7.96"
    play(game, "advance B 0502")


def test_7_96_no_unit_is_forced_to_advance():
    game = won()
    play(game, "stand")
    assert where(game, "A") == "0505"


def test_7_96_an_advanced_unit_neither_attacks_nor_obliges_enemies():
    """A advances next to Y, which has not been attacked; A cannot attack it and does not have to."""
    game = won(red=["Y 4-4-7 0602"])
    play(game, "advance A 0503")
    assert game.scenario.board.grid.distance(*(game.scenario.board.hex(n) for n in ("0503", "0602"))) == 1
    refusal = refused(game, "attack A > Y")
    assert refusal.case in {"7.14", "7.96"}
    play(game, "done")


def test_7_96_an_advance_releases_no_other_unit():
    """B, which was next to Y before, must still attack Y after the advance."""
    game = won(blue=["B 4-4-7 0702"], red=["Y 4-4-7 0602"])
    play(game, "advance A 0503")
    assert refused(game, "done").units == ("B", "Y")


def test_7_96_an_advanced_defender_is_neither_attacked_nor_obliges_units():
    """X has driven A back and is now next to B and C."""
    game = drawn(blue=["A 3-4-7 0505", "B 4-4-7 0606", "G 1-1-9/1-1 0909"], red=["X 4-4-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 6", "retreat A 0405")
    play(game, "advance X 0505")
    refusal = refused(game, "attack > X + G")
    assert refusal.case in {"7.14", "7.96"}
    play(game, "done")


def test_7_96_artillery_next_to_an_advanced_enemy_may_barrage_elsewhere():
    """Ruling: enemies that have advanced do not count as contacts."""
    game = drawn(blue=["A 3-4-7 0505", "G 1-1-9/1-1 0506"], red=["X 4-4-7 0504", "Z 1-1-7 0909"], phase="combat")
    play(game, "attack A > X", "roll 6", "retreat A 0405")
    play(game, "advance X 0505")
    assert allowed(game, "attack > Z + G")
    play(game, "done")


def test_7_96_an_advanced_unit_obliges_no_artillery():
    """The gun could attack Y, next to which A has advanced, but does not have to."""
    game = won(blue=["G 1-1-18/1-1 0909"], red=["Y 4-4-7 0602"])
    play(game, "advance A 0503")
    assert allowed(game, "attack > Y + G")
    play(game, "done")


def test_7_96_artillery_next_to_an_advanced_enemy_may_release_other_units():
    """X has advanced next to G, but C may still leave Y to the gun."""
    game = drawn(
        blue=["A 3-4-7 0505", "G 1-1-9/1-1 0506", "C 4-4-7 0805"],
        red=["X 4-4-7 0504", "Y 4-4-7 0806", "Z 4-4-7 0804"],
        phase="combat",
    )
    play(game, "attack A > X", "roll 6", "retreat A 0405", "advance X 0505")
    play(game, "attack C > Z", "roll 2", "retreat Z 0803", "stand")
    assert refused(game, "done").units == ("Y",)
    play(game, "attack > Y + G", "roll 6", "done")


def test_7_96_an_advance_cuts_off_the_retreat_of_others():
    """A follows X to 0503 and controls 0603 and 0602; Y, beaten next, has less room."""
    game = drawn(blue=[f"A {STRONG} 0505", f"B {STRONG} 0705"], red=["X 1-1-7 0504", "Y 1-1-7 0704"], phase="combat")
    play(game, "attack A > X", "roll 4", "retreat X 0403 0402", "advance A 0504", "attack B > Y", "roll 4")
    assert not any(line.startswith("retreat Y 0603") for line in legal(game))


def test_7_97_up_to_three_victors_follow_three_hexes():
    """Three units may follow a unit that retreats three hexes."""
    game = won(
        die=3,
        way="0503 0502 0501",
        blue=["B 1-1-7 0604", "C 1-1-7 0404"],
        red=[],
        attack="A B C > X",
    )
    assert where(game, "X") in {"0501", "eliminated"}
    play(game, "advance A 0502", "advance B 0503", "advance C 0504")
    assert [where(game, name) for name in "ABC"] == ["0502", "0503", "0504"]


# -- terrain


@pytest.mark.parametrize(("kind", "expected"), [("armor", {"0103"}), ("infantry", {"0103", "0102", "0101"})])
def test_5_24_7_91_a_vehicle_advances_only_into_ground_that_it_may_enter(kind, expected):
    game = drawn(". f . .", blue=[f"A {STRONG} {kind} 0104"], red=["X 1-1-7 0103"], phase="combat")
    play(game, "attack A > X", "roll 3")
    assert offers(game) == expected


def test_5_24_7_91_a_vehicle_advances_by_road():
    game = drawn(
        ". f . .",
        blue=[f"A {STRONG} armor 0104"],
        red=["X 1-1-7 0103"],
        phase="combat",
        roads=["0101 0102 0103"],
        streams=["0102/0103"],
    )
    play(game, "attack A > X", "roll 3")
    assert offers(game) == {"0103", "0102", "0101"}


def test_5_24_7_91_a_vehicle_does_not_advance_over_a_stream():
    """A attacked across the stream and stays on its bank; B, next to it, is already across."""
    game = drawn(
        blue=[f"A {STRONG} armor 0505", "B 1-1-7 0604"], red=["X 1-1-7 0504"], phase="combat", streams=["0504/0505"]
    )
    play(game, "attack A B > X", "roll 1")
    assert offers(game) == set()
    assert offers(game, "B") == {"0504"}
    assert refused(game, "advance A 0504").case == "5.24"


def test_7_91_the_victor_advances_over_bridges():
    """The ruling: never over an unbridged river; here roads lead over both."""
    game = won(rivers=[below(3), below(4)], roads=["0503 0504 0505"], die=3, way="0503 0502")
    assert offers(game) == {"0504", "0503"}


def test_7_96_an_advanced_unit_neither_attacks_nor_is_attacked_even_if_it_has_not_fought():
    """Only a position from a file can have this, because every unit that advances has fought (7.14)."""
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")
    state = game.state
    state.advanced = changed(state.advanced, state.serial, 0)
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units) == ("7.96", ("A",))
    assert refusal.reason == "A has advanced and cannot attack this phase"
    state.advanced = changed(state.advanced, 0, 0)
    state.advanced = changed(state.advanced, state.serial, 1)
    refusal = refused(game, "attack A > X")
    assert (refusal.case, refusal.units) == ("7.96", ("X",))
    assert refusal.reason == "X has advanced and cannot be attacked this phase"


# -- the examples of play


def test_7_92_7_93_of_the_example_each_victor_has_each_hex_of_the_path():
    game = example("standard/7.9-advance", 1)
    for name in ("37", "10", "53"):
        assert offers(game, name) == {"0405", "0404", "0403"}
    assert offers(game, "755") == set()
    play(game, "advance 37 0404", "advance 10 0403")
    assert offers(game, "53") == {"0405"}
    play(game, "stand")
    assert legal(game) == ["done"], "who has advanced next to 2/39 need not fight it"
