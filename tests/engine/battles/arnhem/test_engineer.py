"""Arnhem, 13.0: the Allied Engineer repairs canal bridges and helps over rivers."""

from typing import Any

import pytest

from tests.drawn import FIELD, allowed, below, deciding, legal, only, play, refused, where
from tests.engine.battles.drawn_arnhem import combat, field, market, points, resolve, until
from tests.every import every
from tests.examples import example
from westwall_tui.engine import queries
from westwall_tui.engine.events import Advanced, BridgeBuilt, Eliminated, Moved
from westwall_tui.engine.rules.combat import odds
from westwall_tui.engine.state import ELIMINATED
from westwall_tui.engine.terrain import Hexside, Line

RIVER: dict[str, Any] = {"rivers": [below(5)]}
"""A river runs below row 5; 0505 has one hexside on it, 0605 three."""
ENG = "Eng 3-3-10 engineer 0505"
PARA = "A 2-2-7 airborne:101st"


def river(*allied, german=("X 2-2-7 0101",), terrain=FIELD, **what):
    return market(terrain, allied=allied, german=german, **{**RIVER, **what})


@pytest.mark.parametrize(("start", "end"), [("0504", "0506"), ("0506", "0504")])
@pytest.mark.parametrize("kind", ["airborne:101st", "glider:82nd", "airborne:Polish"])
def test_13_22_airborne_and_glider_units_cross_both_ways_at_the_cost_of_the_ground(start, end, kind):
    game = river(ENG, f"A 2-2-7 {kind} {start}")
    (event,) = only(play(game, f"move A {end}"), Moved)
    assert event.path == (start, "0505", end)
    assert event.cost == 4


def test_13_22_the_ground_beyond_is_paid_for_and_the_river_is_not():
    game = river(ENG, f"{PARA} 0504", terrain=field("0506%"))
    (event,) = only(play(game, "move A 0506"), Moved)
    assert event.cost == 2 + 8


def test_13_22_units_cross_only_through_the_engineers_hex():
    game = river(ENG, f"{PARA} 0405")
    (event,) = only(play(game, "move A 0506"), Moved)
    assert event.path == ("0405", "0505", "0506")
    game = river(ENG, f"{PARA} 0304")
    (event,) = only(play(game, "move A 0306"), Moved)  # along the Engineer's whole reach
    assert event.path == ("0304", "0404", "0505", "0506", "0406", "0306")
    game = river(f"{PARA} 0504")
    assert refused(game, "move A 0506").case == "5.21"


def test_13_22_a_ferry_costs_more_than_the_engineer():
    for way in ("0506", "0505 0506"):
        game = river(ENG, f"{PARA} 0504", ferries=["0505/0506"])
        (event,) = only(play(game, f"move A {way}"), Moved)
        assert event.cost == 4


def test_13_22_units_pay_as_usual_on_their_own_bank():
    """By road to the Engineer, and then over the river."""
    game = river(ENG, f"{PARA} 0503", roads=["0503 0504 0505"])
    (event,) = only(play(game, "move A 0506"), Moved)
    assert event.cost == 1 + 1 + 2
    game = river(ENG, f"{PARA} 0504", streams=["0504/0505"])
    (event,) = only(play(game, "move A 0505 0506"), Moved)
    assert event.cost == 2 + 6 + 2


@every("unit", ["A 2-1-4/1-7 airborne-artillery:101st", "A 3-3-7", "A 4-3-10 armor"])
def test_13_23_no_other_unit_crosses(unit):
    game = river(ENG, f"{unit} 0504")
    assert refused(game, "move A 0506").case in ("5.21", "5.24")


def test_13_23_units_cross_by_all_hexsides_of_the_engineers_hex():
    game = river("Eng 3-3-10 engineer 0605", f"{PARA} 0604")
    ends = {line.split()[-1] for line in legal(game) if line.startswith("move A")}
    assert {"0506", "0606", "0706"} <= ends
    play(game, "move A 0606")
    game = river("Eng 3-3-10 engineer 0605", f"{PARA} 0606")
    play(game, "move A 0605 0706")  # from one far hex to another, within its reach
    assert where(game, "A") == "0706"


def test_13_23_units_cross_into_an_enemy_controlled_hex():
    game = river(ENG, f"{PARA} 0504", german=["X 2-2-7 0507"])
    play(game, "move A 0506")
    assert where(game, "A") == "0506"


def test_13_21_the_engineer_moves_no_more_in_that_player_turn():
    game = river(ENG, f"{PARA} 0504")
    play(game, "move A 0506")
    refusal = refused(game, "move Eng 0504")
    assert (refusal.case, refusal.units) == ("13.21", ("Eng",))
    until(game, 2, "Allied")
    assert allowed(game, "move Eng 0504")


def test_13_21_the_engineer_helps_from_the_first_hex_of_the_board():
    """It is number 0 in the engine, where what is below is off the map."""
    game = market(allied=["Eng 3-3-10 engineer 0102", f"{PARA} 0101"], german=["X 2-2-7 0909"], rivers=["0101/0102"])
    play(game, "move A 0102 0103")
    assert refused(game, "move Eng 0103").case == "13.21"


def test_13_21_the_engineer_may_have_moved_before():
    game = river("Eng 3-3-10 engineer 0502", f"{PARA} 0504")
    play(game, "move Eng 0505")
    assert refused(game, "move Eng 0504").case == "5.15"
    play(game, "move A 0506")
    assert where(game, "A") == "0506"
    assert refused(game, "move Eng 0504").case == "13.21"


def test_13_21_a_unit_that_does_not_cross_leaves_the_engineer_free():
    game = river(ENG, f"{PARA} 0504")
    play(game, "move A 0605", "move Eng 0404")
    assert where(game, "Eng") == "0404"


def test_13_21_undo_makes_the_engineer_free_again():
    game = river(ENG, f"{PARA} 0504")
    play(game, "move A 0506")
    game.undo()
    assert allowed(game, "move Eng 0405")


def test_13_21_the_engineer_helps_in_later_movement_phases():
    game = river(ENG, f"{PARA} 0504", "B 2-2-7 airborne:101st 0404")
    play(game, "move A 0506")
    until(game, 2, "Allied")
    play(game, "move A 0504", "move B 0506")
    assert (where(game, "A"), where(game, "B")) == ("0504", "0506")


def test_13_21_no_help_while_the_engineer_is_in_an_enemy_zone():
    game = river(ENG, f"{PARA} 0604", german=["X 2-2-7 0404"])
    assert refused(game, "move A 0506").case in ("6.0", "5.12", "5.21")
    assert all(not line.endswith("0506") for line in legal(game))


def test_13_21_germans_are_not_helped():
    game = river(ENG, german=["X 2-2-7 airborne 0506"], side=1)
    assert all(int(line.split()[-1][2:]) > 5 for line in legal(game) if line.startswith("move"))


# -- the assault, 13.24


def assault(*others, german=("X 2-2-7 0506",), attacker=PARA, eng="0505", start="0504", **what):
    """Begin a Combat Phase with A in the Engineer's hex."""
    game = river(f"Eng 3-3-10 engineer {eng}", f"{attacker} {start}", *others, german=german, **what)
    play(game, f"move A {eng}")
    if game.state.phase == "movement":
        play(game, "done")
    return game


def test_13_24_one_unit_may_stop_with_the_engineer_to_assault():
    game = assault()
    assert where(game, "A") == where(game, "Eng") == "0505"
    assert deciding(game) == "Allied combat"
    assert refused(game, "done").case == "7.12"
    assert game.prompt.units == (1,)


def test_13_24_an_assault_needs_an_enemy_across_the_river():
    game = river(ENG, f"{PARA} 0504")
    assert refused(game, "move A 0505").case == "5.31"
    game = river(ENG, f"{PARA} 0504", german=["X 2-2-7 0507"])
    assert refused(game, "move A 0505").case == "5.31"


def test_13_24_only_one_unit_assaults():
    game = river(ENG, f"{PARA} 0504", "B 2-2-7 airborne:101st 0404", german=["X 2-2-7 0506"])
    play(game, "move A 0505")
    assert refused(game, "move B 0505").case == "5.31"


@every("unit", ["A 2-1-4/1-7 airborne-artillery:101st", "A 3-3-7", "A 4-3-10 armor"])
def test_13_24_only_airborne_and_glider_units_assault(unit):
    game = river(ENG, f"{unit} 0504", german=["X 2-2-7 0506"])
    assert refused(game, "move A 0505").case == "5.31"


def test_13_24_no_assault_while_the_engineer_is_in_an_enemy_zone():
    game = river(ENG, f"{PARA} 0604", german=["X 2-2-7 0506", "Y 2-2-7 0404"])
    assert not allowed(game, "move A 0505")


def test_13_24_an_assault_is_on_the_stream_line():
    game = assault()
    play(game, "attack A > X")
    assert odds(game.state, combat(game)).line is Line.BROKEN
    game = assault(terrain=field("0506%"))
    play(game, "attack A > X")
    assert odds(game.state, combat(game)).line is Line.ROUGH  # 7.44


def test_13_24_7_42_with_another_attacker_on_the_far_bank_there_is_no_stream():
    game = assault("B 2-2-7 0406", phase="movement")
    play(game, "attack A B > X")
    assert odds(game.state, combat(game)).line is Line.CLEAR


def test_13_24_with_another_attacker_on_a_bridge_the_bridge_line_holds():
    game = assault("B 2-2-7 0605", phase="movement", bridges=["highway 0605/0506"])
    play(game, "attack A B > X")
    assert odds(game.state, combat(game)).line is Line.GROVE


def test_13_24_an_assault_is_on_one_enemy():
    game = assault(eng="0605", start="0604", german=["X 2-2-7 0506", "Y 2-2-7 0606"])
    refusal = refused(game, "attack A > X Y")
    assert (refusal.case, refusal.units) == ("13.24", ("A", "X", "Y"))
    assert refusal.reason == "A can assault only one enemy unit"
    assert allowed(game, "attack A > X")
    assert allowed(game, "attack A > Y")


def test_13_24_another_enemy_across_the_river_is_not_obliged():
    game = assault(eng="0605", start="0604", german=["X 1-1-7 0506", "Y 2-2-7 0606"])
    resolve(game, "attack A > X", "Br")
    play(game, "retreat X 0507")
    assert allowed(game, "done")


def test_13_24_the_engineer_does_not_attack_over_the_river():
    game = assault()
    assert refused(game, "attack Eng A > X").case == "6.33"


def test_13_24_an_assaulting_unit_must_advance_if_it_can():
    game = assault(german=["X 0-0-7 0506"])
    resolve(game, "attack A > X", "D2")
    while deciding(game) == "German retreat":
        play(game, legal(game)[0])
    assert deciding(game) == "Allied advance"
    assert refused(game, "stand").case == "13.24"
    (event,) = only(play(game, "advance A 0506"), Advanced)
    assert event.path == ("0505", "0506")
    assert where(game, "A") == "0506"


def test_13_24_an_assaulting_unit_may_follow_the_whole_path():
    game = assault(german=["X 0-0-7 0506"])
    resolve(game, "attack A > X", "D2")
    play(game, "retreat X 0507 0508", "advance A 0507")
    assert where(game, "A") == "0507"


@pytest.mark.parametrize("result", ["A1", "Br"])
def test_13_24_13_25_an_assaulting_unit_that_cannot_advance_is_lost(result):
    game = assault(german=["X 2-2-7 0506"])
    events = only_lost(game, result)
    assert events == ["A"]
    assert where(game, "Eng") == "0505"


def only_lost(game, result):
    resolve(game, "attack A > X", result)
    while deciding(game) == "German retreat":
        play(game, legal(game)[0])
    return [unit.id for unit in game.scenario.units if where(game, unit.id) == "eliminated"]


def test_13_24_an_assault_that_does_not_empty_a_city_is_lost():
    game = assault(german=["X 0-0-7 0506"], terrain=field("0506#"))
    resolve(game, "attack A > X", "D2")
    events = play(game, "retreat X 0506")
    assert [event.unit for event in only(events, Eliminated)] == ["A"]


def test_13_24_a_unit_whose_enemy_has_gone_is_lost():
    game = assault(german=["X 2-2-7 0506", "Y 2-2-7 0101"])
    assert game.rules.concerns(game.state) == []  # it must attack first
    game.state.place(game.scenario.by_id["x"], game.scenario.board.hex("0909"))
    (concern,) = game.rules.concerns(game.state)
    assert concern.text == "A can no longer assault across the river and will be eliminated, 5 points"
    assert (concern.units, game.state.numbers(concern.hexes), concern.points) == ((1,), ("0505",), 5)
    play(game, "done")
    assert where(game, "A") == "eliminated"
    assert points(game)["German"] == [5]


def test_13_24_another_unit_does_not_take_its_last_hex():
    game = assault("B 1-2-7 0406", german=["X 1-1-7 0506"])
    resolve(game, "attack A B > X", "D1")
    assert legal(game) == ["advance A 0506"]
    refusal = refused(game, "advance B 0506")
    assert refusal.case == "13.24"
    assert refusal.reason.endswith("A assaulted across the river and has no other hex to advance into")
    play(game, "advance A 0506")
    assert where(game, "A") == "0506"


def test_13_24_another_unit_may_take_another_hex_first():
    game = assault("B 1-2-7 0406", german=["X 0-0-7 0506"])
    resolve(game, "attack A B > X", "D2")
    play(game, "retreat X 0606 0607")
    assert set(legal(game)) == {"advance A 0506", "advance A 0606", "advance B 0506", "advance B 0606"}
    play(game, "advance B 0606", "advance A 0506")
    assert (where(game, "A"), where(game, "B")) == ("0506", "0606")


def test_13_24_an_assaulting_unit_must_attack():
    game = assault()
    refusal = refused(game, "done")
    assert (refusal.case, refusal.units, refusal.reason) == ("7.12", ("A",), "A must still attack")


def test_13_24_7_11_an_assault_releases_another_unit():
    """B touches X and Y: it may leave X to A, but not Y."""
    game = assault("B 4-2-7 0406", german=["X 2-2-7 0506", "Y 2-2-7 0407"])
    assert allowed(game, "attack B > Y")
    assert refused(game, "attack B > X").units == ("A",)
    assert refused(game, "attack A B > X").units == ("Y",)
    alone = market(allied=["B 4-2-7 0406"], german=["X 2-2-7 0506", "Y 2-2-7 0407"], phase="combat", **RIVER)
    assert refused(alone, "attack B > Y").units == ("X",)


def test_13_24_other_attacks_may_not_strand_an_assault():
    game = assault("B 6-2-7 0406", german=["X 1-1-7 0506"])
    assert refused(game, "attack B > X").case == "7.12"


def test_13_25_no_retreat_over_a_river():
    game = market(allied=["A 1-2-7 0505"], german=["X 4-4-7 0504"], side=1, phase="combat", **RIVER)
    resolve(game, "attack X > A", "D1")
    ends = {line.split()[-1] for line in legal(game)}
    assert ends == {"0605", "0405"}


WAYS_OVER: list[tuple[dict[str, Any], set[str]]] = [
    ({"bridges": ["highway 0505/0506"]}, {"0605", "0405", "0506"}),
    ({"ferries": ["0505/0506"]}, {"0605", "0405"}),
]


@pytest.mark.parametrize(("ways", "ends"), WAYS_OVER)
def test_13_25_units_retreat_over_bridges_but_not_by_ferry(ways, ends):
    game = market(allied=["A 1-2-7 0505"], german=["X 4-4-7 0504"], side=1, phase="combat", **RIVER, **ways)
    resolve(game, "attack X > A", "D1")
    assert {line.split()[-1] for line in legal(game)} == ends


def test_13_25_the_engineer_may_retreat():
    game = river(ENG, german=["X 4-4-7 0504"], side=1, phase="combat")
    resolve(game, "attack X > Eng", "D1")
    assert {line.split()[-1] for line in legal(game)} == {"0605", "0405"}


def test_13_25_germans_do_not_advance_over_a_river():
    game = river("Eng 1-3-10 engineer 0505", german=["X 2-4-7 0504", "G 2-1-4/1-7 0506"], side=1, phase="combat")
    resolve(game, "attack X > Eng + G", "D1")
    play(game, "retreat Eng 0605")
    assert refused(game, "advance G 0505").case == "7.94"
    assert set(legal(game)) == {"advance X 0505", "stand"}


def test_13_25_no_unit_retreats_through_the_shared_hex():
    """The unit stacked with the Engineer cannot be displaced, so both stay, and the hex is closed to friendly units."""
    game = assault("B 1-2-7 0504", german=["X 2-2-7 0506", "Y 8-4-7 0503"], start="0604")
    resolve(game, "attack B > Y", "A1")
    assert all(not line.endswith("0505") for line in legal(game))
    assert refused(game, "retreat B 0505").case in ("7.82", "7.71")


# -- repair, 13.1

BLOWN: dict[str, Any] = {"canals": ["0505/0506"], "roads": ["0504 0505 0506"]}


def blown(**what):
    """Begin a game in which A has moved next to the canal bridge, which is blown; the Engineer is next to it."""
    game = market(allied=["Eng 3-3-10 engineer 0502", "A 2-2-7 0503"], german=["X 2-2-7 0101"], **BLOWN, **what)
    play(game, "move A 0505", "demolish yes", "roll 1")
    return game


def side(game, a, b):
    hex_of = game.scenario.board.hex
    return game.state.ground.hexside(hex_of(a), hex_of(b))


def blow(game, a, b):
    hex_of = game.scenario.board.hex
    game.state.alter(hex_of(a), hex_of(b), Hexside.CANAL)


def bridge(game, a="0505", b="0506"):
    return bool(side(game, a, b) & Hexside.BRIDGE)


def repairing(**what):
    """Begin a German Player-Turn with the Engineer in 0506, beyond the bridge."""
    game = market(allied=["Eng 3-3-10 engineer 0506", "A 2-2-7 0503"], **{"german": ["X 2-2-7 0909"], **BLOWN, **what})
    blow(game, "0505", "0506")
    play(game, "done")
    assert deciding(game) == "German movement"
    return game


def test_13_1_a_whole_german_player_turn_repairs_the_bridge():
    game = repairing()
    assert not bridge(game)
    (event,) = only(play(game, "done"), BridgeBuilt)
    assert event == BridgeBuilt("0505/0506", "repaired")
    assert bridge(game)
    assert game.state.works == ()
    assert side(game, "0505", "0506") & Hexside.ROAD


def test_12_15_a_repaired_bridge_carries_its_road_again():
    game = repairing()
    play(game, "done")
    (event,) = only(play(game, "move Eng 0505"), Moved)
    assert event.cost == 1


def test_13_1_12_16_a_repair_after_moves_in_play():
    game = blown()
    play(game, "done")
    assert not bridge(game)
    until(game, 2, "Allied")
    assert not bridge(game)  # it was not next to it
    play(game, "move A 0605", "move Eng 0505")
    until(game, 3, "Allied")
    assert bridge(game)


def test_13_1_the_engineer_repairs_all_bridges_next_to_it():
    ways = {"canals": ["0505/0506 0506/0605"], "roads": ["0505 0506 0605"]}
    game = repairing(**ways)
    blow(game, "0605", "0506")
    play(game, "done")
    assert bridge(game)
    assert bridge(game, "0506", "0605")


def test_13_1_an_enemy_zone_at_the_beginning_prevents_the_repair():
    for at, repaired in (("0909", True), ("0507", False)):
        game = market(allied=["Eng 3-3-10 engineer 0506"], german=[f"X 2-2-7 {at}"], side=1, **BLOWN)
        blow(game, "0505", "0506")
        play(game, "done")
        if not repaired:
            play(game, "attack X > Eng", "roll 6", "retreat X 0508", "stand")  # it stays in its hex
        resolve_all(game)
        assert where(game, "Eng") == "0506"
        assert bridge(game) is repaired


def resolve_all(game):
    """End the German Player-Turn, with all required attacks."""
    for _ in range(30):
        if (game.state.side, game.state.turn) != (1, 1):
            return
        orders = legal(game)
        play(game, "done" if "done" in orders else orders[0])


def test_13_1_a_passing_enemy_prevents_the_repair():
    game = repairing(german=["X 2-2-12 reconnaissance 0209", "Y 2-2-7 0909"])
    play(game, "move X 0408 0508 0507", "done", "attack X > Eng", "roll 6", "retreat X 0508", "stand")
    resolve_all(game)
    assert where(game, "Eng") == "0506"
    assert not bridge(game)


def test_13_1_an_eliminated_engineer_repairs_nothing():
    """No enemy unit has come near it."""
    game = repairing(german=["G 18-1-18/1-7 0909"])
    play(game, "done", "attack > Eng + G", "roll 1")
    assert where(game, "Eng") == "eliminated"
    resolve_all(game)
    assert not bridge(game)


def test_13_1_an_enemy_over_an_unbridged_river_does_not_prevent_the_repair():
    game = repairing(rivers=["0506/0507"], german=["X 2-2-7 0508"])
    play(game, "move X 0507", "done")
    assert bridge(game)


def test_13_1_12_16_rail_bridges_are_never_repaired():
    game = market(
        allied=["Eng 3-3-10 engineer 0506"],
        german=["X 2-2-7 0909"],
        canals=["0505/0506"],
        bridges=["rail 0505/0506"],
    )
    blow(game, "0505", "0506")
    play(game, "done", "done")
    assert not bridge(game)


# -- replacement, 13.3


def lost(**what):
    """Begin a game after the Engineer was destroyed in the German Player-Turn; a new one may enter at 0101."""
    game = market(
        allied=["Eng 1-1-10 engineer 0505", "A 2-2-7 0905"],
        german=["X 9-4-7 0504", "Y 2-2-7 0606", "Z 2-2-7 0406"],
        phase="combat",
        side=1,
        arrivals=[(1, "Eng", "0101 0201")],
        roads=["edge 0101 0102"],
        **what,
    )
    resolve(game, "attack X > Eng", "D2")
    while deciding(game).endswith("retreat") or deciding(game).endswith("advance"):
        play(game, legal(game)[-1])
    assert where(game, "Eng") == "eliminated"
    return game


def test_13_3_a_new_engineer_enters_in_the_next_allied_movement_phase():
    game = lost()
    assert points(game)["German"][0] == 5
    until(game, 2, "Allied")
    assert where(game, "Eng") == "reserve"
    assert points(game)["German"][0] == 5  # the one lost counts
    play(game, "enter Eng 0101 0102")
    assert where(game, "Eng") == "0102"
    assert points(game)["German"][0] == 5


@every(
    "way",
    [
        {"allied": ["Eng 1-1-10 engineer 0505"]},
        {"arrivals": [(3, "Eng", "0901")]},
        {"landings": [(3, "Eng", "0505")]},
        {"setup": [("Eng", "0505")]},
    ],
)
def test_13_3_the_engineer_always_returns_by_road(way):
    """The Engineer enters where Lines of Communication leave the map, not where or when the first one entered."""
    allied = [*way.get("allied", ["Eng 1-1-10 engineer"]), "A 2-2-7 0905"]
    others = {key: what for key, what in way.items() if key != "allied"}
    game = market(
        allied=allied,
        german=["Z 2-2-7 0109"],
        victory={"line_to": ["0101", "0201"]},
        roads=["edge 0101 0102", "edge 0201 0202"],
        **others,
    )
    if "setup" in way:
        play(game, "deploy Eng 0505", "done")
    game.state.place(game.scenario.by_id["eng"], ELIMINATED)
    until(game, 2, "Allied")
    assert where(game, "Eng") == "reserve"
    assert queries.entering(game, 0) == [game.scenario.by_id["eng"]]
    assert queries.whereabouts(game, 0).place == "reserve"
    assert not allowed(game, "land Eng 0505")
    assert refused(game, "enter Eng 0901").case == "15.24"
    play(game, "enter Eng 0201 0202")
    assert where(game, "Eng") == "0202"


def test_13_3_each_lost_engineer_counts():
    game = lost()
    until(game, 2, "Allied")
    game.state.place(game.scenario.by_id["eng"], ELIMINATED)
    assert points(game)["German"][0] == 10
    until(game, 3, "Allied")
    assert where(game, "Eng") == "reserve"
    assert points(game)["German"][0] == 10


def test_13_0_a_battle_without_an_engineer():
    game = market(allied=["A 2-2-7 airborne:101st 0504"], german=["X 2-2-7 0506"], **RIVER)
    play(game, "move A 0505")
    until(game, 2, "Allied")


# -- the examples of play


def test_13_24_of_the_example_a_unit_in_the_engineers_hex_must_assault():
    game = example("arnhem/13.0-engineer", 4)
    play(game, "done")
    assert legal(game) == ["attack 3/504 > BrDf", "attack 3/504 > BrDf + 153"]
    assert refused(game, "done").case in ("7.12", "13.24")
