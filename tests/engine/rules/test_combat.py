"""Combat (7.0): attacks by several units, the differential, terrain, and the results table."""

import pytest

from tests.drawn import allowed, below, deciding, drawn, legal, only, play, refused, rolled, where
from tests.every import every
from tests.examples import example
from westwall_tui.engine.events import Eliminated, Retreated
from westwall_tui.engine.orders import Attack
from westwall_tui.engine.rules.results_table import column, column_name, results
from westwall_tui.engine.terrain import Line


def line(game, attack: str) -> str:
    """Return the line of the results table for an attack."""
    return rolled(game, attack, "roll 6").line


# -- 7.0 procedure


def test_7_0_printed_example_thirteen_against_four_in_a_town():
    """+9 on the Town line is read at +9-11, and a die of five gives D1."""
    game = drawn(". o . .", blue=["A 13-4-7 0103"], red=["X 4-4-7 0102"], phase="combat")
    roll = rolled(game, "attack A > X", "roll 5")
    assert (roll.differential, roll.line, roll.column, roll.result) == (9, Line.BROKEN, "+9-11", "D1")


def test_7_0_all_strengths_are_added():
    """5 + 4 of ground units, 3 of Barrage and 2 of Ground Support against 2 + 3 of Defense and 2 of FPF."""
    game = drawn(
        blue=["A 5-1-7 0503", "B 4-1-7 0604", "G 3-9-18/9-1 0908"],
        red=["X 9-2-7 0504", "Y 9-3-7 0603", "H 9-2-18/9-1 0101"],
        supports=([(1, 9, 4)], []),
        phase="combat",
    )
    roll = rolled(game, "attack A B > X Y + G gs 2", "fpf H", "roll 6")
    assert roll.differential == (5 + 4 + 3 + 2) - (2 + 3 + 2)


def test_7_0_only_the_phasing_player_attacks():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")
    refusal = refused(game, "attack X > A")
    assert (refusal.case, refusal.units) == ("7.0", ("X",))
    assert refusal.reason == "X is not one of your units, so it cannot attack"
    refusal = refused(game, "attack A > A")
    assert (refusal.case, refusal.units) == ("7.0", ("A",))
    assert refusal.reason == "A is one of your own units; attack an enemy unit"
    assert refused(game, "attack > X").case == "7.0"


def test_7_0_results_apply_at_once_and_in_any_order():
    """Either combat may come first; the retreat that the first forces is made before the second is chosen."""
    units = {"blue": ["A 13-1-7 0505", "B 13-1-7 0805"], "red": ["X 1-1-7 0504", "Y 1-1-7 0804"]}
    for first, second in (("A > X", "B > Y"), ("B > Y", "A > X")):
        game = drawn(**units, phase="combat")
        play(game, f"attack {first}", "roll 1", "stand", f"attack {second}", "roll 1")
        assert where(game, "X") == where(game, "Y") == "eliminated"


# -- 7.1 units that attack (obligations are in test_obligations)


def test_7_13_six_attackers_with_artillery_and_ground_support():
    ring = ["0504", "0604", "0605", "0506", "0405", "0404"]
    names = "ABCDEF"
    game = drawn(
        blue=[*(f"{name} 1-1-7 {at}" for name, at in zip(names, ring, strict=True)), "G 2-1-18/1-7 0109"],
        red=["X 1-1-7 0505"],
        supports=([(1, 1, 5)], []),
        phase="combat",
    )
    assert rolled(game, f"attack {' '.join(names)} > X + G gs 5", "roll 1").differential == 6 + 2 + 5 - 1


def test_7_14_no_unit_attacks_twice():
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0604", "G 1-1-9/1-1 0508"], red=["X 4-4-7 0504", "Y 4-4-7 0605"], phase="combat"
    )
    play(game, "attack A > X + G", "roll 6", "stand")  # A1: A goes to 0405
    assert refused(game, "attack A B > Y").case == "7.14"
    assert refused(game, "attack B G > Y").case == "7.14"
    refusal = refused(game, "attack B > Y + G")
    assert (refusal.case, refusal.units) == ("7.14", ("G",))


def test_7_14_no_unit_is_attacked_twice():
    """A fails against X with A1; B, which also touches X, cannot attack it again, and neither can artillery."""
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0604", "G 1-1-9/1-1 0508"], red=["X 3-3-7 0504", "Y 4-4-7 0603"], phase="combat"
    )
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand")
    refusal = refused(game, "attack B > X")
    assert (refusal.case, refusal.units) == ("7.14", ("X",))
    assert refused(game, "attack > X + G").case == "7.14"
    assert allowed(game, "attack B > Y + G")


def test_7_0_after_the_last_combat_the_prompt_is_to_end_the_phase():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0805"], red=["X 4-4-7 0504", "Y 4-4-7 0804"], phase="combat")
    play(game, "attack A > X", "roll 6", "retreat A 0506", "stand")
    assert game.prompt.text.startswith("The Blue forces must attack; ")
    play(game, "attack B > Y", "roll 6", "retreat B 0806", "stand")
    assert legal(game) == ["done"]
    assert game.prompt.text == "The Blue forces may end the phase"


def test_7_14_a_unit_is_named_once():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")
    assert refused(game, "attack A A > X").case == "7.14"
    assert refused(game, "attack A > X X").case == "7.14"


def test_7_0_only_units_on_the_map_fight():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7"], red=["X 4-4-7 0504", "Y 4-4-7"], phase="combat")
    refusal = refused(game, "attack A B > X")
    assert (refusal.case, refusal.units) == ("7.0", ("B",))
    refusal = refused(game, "attack A > X Y")
    assert (refusal.case, refusal.units) == ("7.0", ("Y",))


def test_7_0_an_attack_names_an_enemy():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")
    refusal = game.explain(Attack(("A",), ()))
    assert refusal is not None
    assert (refusal.case, refusal.units) == ("7.0", ("A",))


def test_7_15_non_artillery_attacks_only_its_neighbors():
    game = drawn(blue=["A 4-4-7 0505", "B 4-4-7 0507"], red=["X 4-4-7 0504"], phase="combat")
    refusal = refused(game, "attack A B > X")
    assert (refusal.case, refusal.units) == ("7.15", ("B", "X"))


# -- 7.2 several units


def test_7_22_units_in_several_hexes_attack_one():
    game = drawn(blue=["A 2-4-7 0505", "B 3-4-7 0604", "C 4-4-7 0404"], red=["X 1-4-7 0504"], phase="combat")
    assert rolled(game, "attack A B C > X", "roll 6").differential == 2 + 3 + 4 - 4


def test_7_23_all_attackers_touch_all_defenders():
    game = drawn(
        blue=["A 4-4-7 0505", "B 4-4-7 0604", "C 4-4-7 0405"],
        red=["X 1-1-7 0504", "Y 1-1-7 0605", "Z 1-1-7 0404"],
        phase="combat",
    )
    assert allowed(game, "attack A B > X Y")
    refusal = refused(game, "attack A B > X Z")
    assert (refusal.case, refusal.units) == ("7.23", ("B", "Z"))


def test_7_23_barraging_artillery_does_not_touch_all_defenders():
    game = drawn(blue=["A 4-4-7 0505", "G 3-1-9/1-1 0809"], red=["X 1-1-7 0504", "Z 1-1-7 0404"], phase="combat")
    assert rolled(game, "attack A > X Z + G", "roll 6").differential == 7 - 2


def test_7_23_adjacent_artillery_touches_all_defenders():
    game = drawn(blue=["A 4-4-7 0505", "G 3-1-5/1-1 0604"], red=["X 1-1-7 0504", "Z 1-1-7 0404"], phase="combat")
    refusal = refused(game, "attack A > X Z + G")
    assert (refusal.case, refusal.units) == ("8.32", ("G", "Z"))


def test_7_3_7_31_a_strength_is_never_divided():
    """A touches both enemies and fights one combat with its whole Strength."""
    game = drawn(blue=["A 6-4-7 0505", "B 1-1-7 0604"], red=["X 2-5-7 0504", "Y 2-2-7 0605"], phase="combat")
    assert rolled(game, "attack A > X", "roll 6").differential == 6 - 5
    play(game, "stand")
    assert refused(game, "attack A B > Y").case == "7.14"
    assert rolled(game, "attack B > Y", "roll 6").differential == 1 - 2


# -- 7.4 terrain


@every(
    ("terrain", "expected"),
    [
        (".", Line.CLEAR),
        (",", Line.CLEAR),
        ("g", Line.GROVE),
        ("f", Line.BROKEN),
        ("^", Line.BROKEN),
        ("o", Line.BROKEN),
        ("#", Line.BROKEN),
        ("%", Line.ROUGH),
    ],
)
def test_7_41_7_43_the_defenders_hex_gives_the_line(terrain, expected):
    game = drawn(f". {terrain} . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat")
    assert line(game, "attack A > X") == expected


@every("terrain", "gf^%o#")
def test_7_41_the_attackers_hex_has_no_effect(terrain):
    game = drawn(f". . {terrain} .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat")
    assert line(game, "attack A > X") == Line.CLEAR


@pytest.mark.parametrize("water", ["streams", "canals"])
def test_7_41_a_stream_on_the_perimeter_helps(water):
    game = drawn(". . . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat", **{water: ["0102/0103"]})
    assert line(game, "attack A > X") == Line.BROKEN


def test_7_42_a_stream_helps_only_if_all_attack_across_it():
    """The stream runs south of X: A crosses it, B (on its northern bank) does not."""
    units = {"blue": ["A 4-4-7 0505", "B 4-4-7 0404"], "red": ["X 4-4-7 0504"]}
    assert line(drawn(**units, phase="combat", streams=["0504/0505"]), "attack A B > X") == Line.CLEAR
    both = ["0504/0505 0504/0404"]
    assert line(drawn(**units, phase="combat", streams=both), "attack A B > X") == Line.BROKEN


@pytest.mark.parametrize("water", ["streams", "canals", "rivers"])
@pytest.mark.parametrize("way", ["roads", "trails"])
def test_7_42_a_bridge_has_its_own_line(water, way):
    ways = {water: ["0102/0103"], way: ["0102 0103"]}
    game = drawn(". . . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat", **ways)
    assert line(game, "attack A > X") == Line.GROVE


def test_7_42_a_rail_bridge_has_the_bridge_line():
    ways = {"rivers": ["0102/0103"], "bridges": ["rail 0102/0103"]}
    game = drawn(". . . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat", **ways)
    assert line(game, "attack A > X") == Line.GROVE


def test_7_44_the_printed_example_rough_behind_a_stream():
    game = drawn(". % . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat", streams=["0102/0103"])
    assert line(game, "attack A > X") == Line.ROUGH


def test_7_44_the_hexside_counts_if_it_is_better():
    game = drawn(". g . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat", streams=["0102/0103"])
    assert line(game, "attack A > X") == Line.BROKEN
    ways = {"streams": ["0102/0103"], "roads": ["0102 0103"]}
    game = drawn(". f . .", blue=["A 4-4-7 0103"], red=["X 4-4-7 0102"], phase="combat", **ways)
    assert line(game, "attack A > X") == Line.BROKEN


@every(("other", "expected"), [("%", Line.ROUGH), ("g", Line.GROVE), (".", Line.CLEAR)])
def test_7_45_the_best_terrain_of_any_defender_counts_for_all(other, expected):
    """X is in clear terrain at 0201, Y at 0101; A, at 0102, is next to both."""
    game = drawn(f"{other}. .. ..", blue=["A 4-4-7 0102"], red=["X 2-2-7 0201", "Y 2-2-7 0101"], phase="combat")
    assert line(game, "attack A > X Y") == expected


def test_7_45_a_stream_before_one_defender_counts_for_all():
    game = drawn(
        ".. .. ..", blue=["A 4-4-7 0102"], red=["X 2-2-7 0201", "Y 2-2-7 0101"], phase="combat", streams=["0102/0101"]
    )
    assert line(game, "attack A > X Y") == Line.BROKEN


# -- 7.6 resolution

TABLE = """
Rough  -2   -1   0    +1   +2,3 +4,5 +6-8 +9-11 +12
Broken -3   -2   -1   0    +1   +2,3 +4,5 +6-8  +9-11 +12
Grove  -5   -4,3 -2   -1   0    +1   +2,3 +4,5  +6-8  +9-11 +12
Clear  -7   -6,5 -4,3 -2   -1   0    +1   +2,3  +4,5  +6-8  +9-11 +12
1      A1   A1   A1   Br   D1   D2   D2   D2    D2    D3    D4    De
2      A1   A1   A1   A1   Br   D1   D2   D2    D2    D2    D3    D4
3      A1   A1   A1   A1   A1   Br   D1   D2    D2    D2    D2    D3
4      A2   A1   A1   A1   A1   Br   Br   D1    D2    D2    D2    D2
5      A2   A2   A1   A1   A1   A1   Br   Br    D1    D2    D2    D2
6      Ae   Ae   A2   A1   A1   A1   A1   Br    Br    Br    D2    D2
"""
"""The table as it is printed."""

SPAN = {"+2,3": (2, 3), "+4,5": (4, 5), "+6-8": (6, 8), "+9-11": (9, 11), "-4,3": (-4, -3), "-6,5": (-6, -5)}
LINES = dict(zip(("Rough", "Broken", "Grove", "Clear"), Line, strict=True))
SYMBOLS = {"Rough": "%", "Broken": "^", "Grove": "g", "Clear": "."}


def printed(name: str) -> list[tuple[int, str, list[str]]]:
    """Return each differential from -9 to +15 of a line, with its heading and the results of the dice 1 to 6."""
    rows = [text.split() for text in TABLE.strip().splitlines()]
    headings = next(row[1:] for row in rows if row[0] == name)
    dice = [row[1:] for row in rows if row[0].isdigit()]
    found = []
    for differential in range(-9, 16):
        for i, heading in enumerate(headings):
            low, high = SPAN.get(heading) or (int(heading), int(heading))
            if i == 0:
                low = -99  # "attacks at less than the lowest differential are resolved at the lowest"
            if i == len(headings) - 1:
                high = 99  # "attacks at greater than +12 are resolved as +12 attacks"
            if low <= differential <= high:
                found.append((differential, heading, [row[i] for row in dice]))
    return found


@every("name", LINES)
def test_7_61_the_table_as_printed(name):
    table = printed(name)
    assert [differential for differential, _, _ in table] == list(range(-9, 16))
    for differential, heading, expected in table:
        terrain = LINES[name]
        assert list(results(terrain, differential)) == expected
        assert column_name(terrain, column(terrain, differential)) == heading


@every("name", LINES)
def test_7_61_the_table_in_play(name):
    for differential, heading, expected in printed(name):
        attack, defense = max(differential, 0), max(-differential, 0)
        game = drawn(
            f". . {SYMBOLS[name]} . .",
            blue=[f"A {attack}-1-7 0104"],
            red=[f"X 1-{defense}-7 0103"],
            phase="combat",
        )
        play(game, "attack A > X")
        for die, result in enumerate(expected, 1):
            roll = rolled(game.copy(), f"roll {die}")
            assert (roll.differential, roll.column, roll.result) == (differential, heading, result)


def test_7_6_the_die_shows_one_to_six():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504"], phase="combat")
    assert refused(game, "roll 3").case == "4.1"
    play(game, "attack A > X")
    assert refused(game, "roll 0").case == refused(game, "roll 7").case == "7.6"
    assert deciding(game) == "Blue roll"


# The strengths and the die that give each result in clear terrain.
GIVES = {
    "D1": ("4", "3", 3),
    "D2": ("13", "1", 4),
    "D3": ("13", "1", 3),
    "D4": ("13", "1", 2),
    "De": ("13", "1", 1),
    "Br": ("4", "3", 4),
    "A1": ("4", "3", 6),
    "A2": ("1", "8", 4),
    "Ae": ("1", "8", 6),
}


def fought(result: str, **more):
    """Return a game in which A at 0905 has attacked X at 0904, on a board of 17 by 9 hexes, with this result."""
    attack, defense, die = GIVES[result]
    field = "\n".join(["." * 17] * 9)
    game = drawn(field, blue=[f"A {attack}-1-7 0905"], red=[f"X 1-{defense}-7 0904"], phase="combat", **more)
    assert rolled(game, "attack A > X", f"roll {die}").result == result
    return game


@every("hexes", [1, 2, 3])
def test_7_62_d_the_defender_retreats(hexes):
    game = fought(f"D{hexes}")
    assert deciding(game) == "Red retreat"
    goals = {order.hexes[-1] for order in game.legal()}
    grid = game.scenario.board.grid
    assert goals
    assert {grid.distance(grid.parse("0904"), grid.parse(goal)) for goal in goals} == {hexes}
    assert where(game, "A") == "0905"


def test_7_62_d4():
    field = "\n".join(["." * 9] * 9)
    game = drawn(field, blue=["A 13-1-7 0508"], red=["X 1-1-7 0507"], phase="combat")
    play(game, "attack A > X", "roll 2", "retreat X 0506 0505 0504 0503")
    assert where(game, "X") == "0503"


@pytest.mark.parametrize(("result", "hexes"), [("A1", 1), ("A2", 2)])
def test_7_62_a_the_attacker_retreats(result, hexes):
    game = fought(result)
    assert deciding(game) == "Blue retreat"
    grid = game.scenario.board.grid
    goals = {order.hexes[-1] for order in game.legal()}
    assert {grid.distance(grid.parse("0905"), grid.parse(goal)) for goal in goals} == {hexes}
    assert where(game, "X") == "0904"


def test_7_62_br_both_retreat_the_defender_first():
    game = fought("Br")
    assert deciding(game) == "Red retreat"
    play(game, "retreat X 0903")
    assert deciding(game) == "Blue retreat"
    play(game, "retreat A 0906")
    assert (where(game, "X"), where(game, "A")) == ("0903", "0906")


def test_7_62_br_the_defender_surrounded_is_lost_before_the_attacker_goes():
    """X, in a corridor between A and B, has nowhere to go; then A and B retreat."""
    game = drawn(". . . . .", blue=["A 4-1-7 0102", "B 0-1-7 0104"], red=["X 1-3-7 0103"], phase="combat")
    events = play(game, "attack A B > X", "roll 4")
    assert [event.unit for event in only(events, Eliminated)] == ["X"]
    assert deciding(game) == "Blue retreat"
    play(game, "retreat A 0101", "retreat B 0105")
    assert (where(game, "A"), where(game, "B")) == ("0101", "0105")


def test_7_62_br_no_unit_advances():
    game = fought("Br")
    play(game, "retreat X 0903", "retreat A 0906")
    assert deciding(game) == "Blue combat"


def test_7_62_ae_eliminates_the_attackers_and_the_defender_may_advance():
    game = fought("Ae")
    assert where(game, "A") == "eliminated"
    assert deciding(game) == "Red advance"
    play(game, "advance X 0905")
    assert where(game, "X") == "0905"


def test_7_62_ae_eliminates_all_attackers():
    game = drawn(blue=["A 1-1-7 0505", "B 1-1-7 0604"], red=["X 1-9-7 0504"], phase="combat")
    play(game, "attack A B > X", "roll 6", "stand")
    assert where(game, "A") == where(game, "B") == "eliminated"


def test_7_62_de_eliminates_the_defenders_and_the_attacker_may_advance():
    game = drawn(blue=["A 14-1-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 1")
    assert where(game, "X") == where(game, "Y") == "eliminated"
    assert deciding(game) == "Blue advance"
    play(game, "advance A 0604")
    assert where(game, "A") == "0604"


def test_7_62_each_player_retreats_his_own_units_in_his_order():
    game = drawn(blue=["A 14-1-7 0505"], red=["X 1-1-7 0504", "Y 1-1-7 0604"], phase="combat")
    play(game, "attack A > X Y", "roll 4")
    assert deciding(game) == "Red retreat"
    assert refused(game, "retreat A 0507").case == "7.7"
    events = play(game, "retreat Y 0602", "retreat X 0403 0402")
    assert [event.unit for event in only(events, Retreated)] == ["Y", "X"]


# -- the order within a combat (4.1, 7.52)


def test_7_0_the_attack_may_be_withdrawn_until_the_defender_has_answered():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 4-4-7 0504", "H 1-1-9/1-1 0501"], phase="combat", rivers=[below(9)])
    before = game.digest()
    play(game, "attack A > X")
    assert deciding(game) == "Red fpf"
    game.undo()
    assert game.digest() == before
    play(game, "attack A > X", "fpf H")
    game.undo()  # the defender undoes the answer ...
    assert deciding(game) == "Red fpf"
    assert not game.can_undo  # ... but the attack is made


# -- the examples of play


def test_7_42_7_45_of_the_example_an_attacker_changes_the_line():
    def fought(attack):
        return line(example("standard/7.4-terrain"), attack)

    assert fought("attack 37 > 1/39") == "Broken, Town, Woods, Stream"
    assert fought("attack 1/318 > 2/39") == "Broken, Town, Woods, Stream"
    game = example("standard/7.4-terrain")
    refusal = refused(game, "attack 37 1/318 > 1/39")
    assert refusal.case == "7.11", "then nobody attacks 2/39"


@every(("die", "result"), [(1, "D2"), (2, "D2"), (3, "D2"), (4, "D2"), (5, "D1"), (6, "Br")])
def test_7_61_of_the_example_thirteen_against_four_in_a_town(die, result):
    roll = rolled(example("standard/7.6-results"), "attack 1/3 1/104 1/39 > 1/506", f"roll {die}")
    assert (roll.differential, roll.column, roll.result) == (9, "+9-11", result)


def test_4_1_of_the_example_both_player_turns_come_round():
    for step in (0, 5):
        assert deciding(example("standard/4.0-sequence", step)) == "German movement"
