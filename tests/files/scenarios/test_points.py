"""`[[points]]`, `[victory]`, `[special]` and `[[closed]]` of a scenario with the Standard Rules: values and faults."""

from pathlib import Path

import pytest

from tests.files.example import BOARD, SCENARIO, faults_of, load_example, swap
from westwall_tui.engine.scoring import Exit, Hold, Inside, Line, Lose
from westwall_tui.files.scenarios.catalog import load_scenario

HOLD = '[[points]]\nkind = "hold"\nplace = "Lower Mill"\npoints = { German = 5, US = 3 }\n'
EXIT = '[[points]]\nkind = "exit"\nside = "German"\nunits = ["K"]\nedge = "east"\npoints = { German = 2 }\n'
LOSE = '[[points]]\nkind = "lose"\nside = "US"\npoints = { German = 1 }\n'
LINE = '[[points]]\nkind = "line"\nside = "US"\nhexes = ["0103"]\nto = ["0705"]\npoints = { US = 1 }\n'
INSIDE = '[[points]]\nkind = "inside"\nside = "German"\nhexes = ["area East bank"]\npoints = { German = 1 }\n'
WINS = swap(HOLD, "points = { German = 5, US = 3 }", 'wins = "German"')
LEVELS = 'levels = { ratio = [["German Decisive", 4], ["German Marginal", 2], ["Draw", 1.5], ["US Decisive"]] }\n'


def faults(folder: Path, text: str) -> list[str]:
    """Return the faults of the example with more tables, without the file's name."""
    return [f.removeprefix("mills.toml: ") for f in faults_of(folder, scenario=f"{SCENARIO}\n{text}")]


def test_every_kind_is_read(tmp_path):
    scenario = load_example(tmp_path, scenario=f"{SCENARIO}\n{HOLD}{EXIT}{LOSE}{LINE}{INSIDE}")
    hold, leave, lose, line, inside = scenario.scoring.points
    assert isinstance(hold, Hold)
    assert (hold.name, hold.points, hold.by, hold.turns) == ("Lower Mill", (5, 3), "last", frozenset())
    assert isinstance(leave, Exit)
    assert (leave.name, leave.edges, leave.until) == ("German units that exit east", ("east",), 4)
    assert isinstance(lose, Lose)
    assert (lose.name, len(lose.units)) == ("U.S. units lost", len(scenario.of_side[1]))
    assert isinstance(line, Line)
    assert (line.name, line.route.by_road) == ("the road from 0103 to 0705", True)
    assert isinstance(inside, Inside)
    assert (inside.name, len(inside.units)) == ("East bank", 3)


@pytest.mark.parametrize(
    ("when", "turns", "begins"),
    [
        ('when = "end"', set(), False),
        ('when = "turns"', {3, 4}, False),
        ('when = "begins"\nfrom = 4', {4}, True),
        ("when = [4]", {4}, False),
    ],
)
def test_when_a_table_is_counted(tmp_path, when, turns, begins):
    table = load_example(tmp_path, scenario=f"{SCENARIO}\n{HOLD}{when}\n").scoring.points[0]
    assert (table.turns, table.begins) == (turns, begins)


def test_a_name_does_not_repeat_each_turn(tmp_path):
    named = swap(HOLD, "place", 'name = "The mill each turn"\nplace') + 'when = "turns"\n'
    table = load_example(tmp_path, scenario=f"{SCENARIO}\n{named}").scoring.points[0]
    assert (table.name, table.title) == ("The mill", "The mill each turn")


def test_special_rules_and_victory(tmp_path):
    text = (
        f"{SCENARIO}\n{HOLD}\n[victory]\nstart = {{ US = 2 }}\n{LEVELS}\n"
        '[special]\nnight = [4]\nguns = { US = [2, 1] }\nwired = "US"\n'
        '[[closed]]\nside = "US"\nhexes = ["column 1"]\nname = "the west"\n'
    )
    scoring = load_example(tmp_path, scenario=text).scoring
    assert scoring.victory.start == (0, 2)
    assert scoring.victory.levels is not None
    assert scoring.victory.levels.names == ("German Decisive", "German Marginal", "Draw", "US Decisive")
    special = scoring.special
    assert (special.night, special.wired, special.closed[0].until) == (frozenset({4}), 1, 4)
    assert special.guns == ((999, 999), (2, 1))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (swap(HOLD, '"hold"', '"take"'), "kind: 'take' is not one of hold, exit, lose, line, inside, bridge"),
        (swap(HOLD, "Lower Mill", "Mill"), "place: the board has no place called 'Mill'"),
        (swap(HOLD, "US = 3", "British = 3"), "points: 'British' is not one of the sides: German, US"),
        (swap(HOLD, "US = 3", "US = -1"), "points: US must be a whole number from 0 to 999"),
        (swap(HOLD, "points = { German = 5, US = 3 }", ""), "points: must give points to a side"),
        (HOLD + 'wins = "US"\n', "points: cannot be combined with wins"),
        (WINS + "when = [4]\n", "when: cannot be combined with wins"),
        (HOLD + "from = 4\n", 'from: needs when = "turns"'),
        (HOLD + "when = [5]\n", "when: must be Game-Turns from 3 to 4, each once"),
        (HOLD + "when = [4, 4]\n", "when: must be Game-Turns from 3 to 4, each once"),
        (HOLD + 'by = "zones"\nheld = "US"\n', 'held: is only for by = "last"'),
        (HOLD + 'by = "line"\nside = "US"\n', "to: is missing"),
        (HOLD + "hexs = []\n", "hexs: unknown key"),
        (HOLD + HOLD, "name: 'Lower Mill' is also the name of [[points]] 1"),
        (swap(EXIT, '"K"', '"1/8"'), "units: 1/8 is a U.S. unit, not a German one"),
        (swap(EXIT, '"K"', '"X"'), "units: there is no unit 'X' in this scenario"),
        (swap(EXIT, '"east"', '"up"'), "edge: 'up' is not one of north, east, south, west"),
        (EXIT + "when = [4]\n", "when: must be left out, because this kind counts only at the end"),
        (INSIDE + 'kinds = ["cavalry"]\n', "kinds: 'cavalry' is not a kind of unit"),
        (INSIDE + "line = true\nwithout = true\n", "without: cannot be combined with line"),
        (LINE + "rough = 2\n", 'rough: needs over = "ground"'),
        ('[[points]]\nkind = "bridge"\nhexside = "0101/0102"\npoints = { US = 1 }\n', "no bridge crosses 0101/0102"),
        (HOLD + '[victory]\notherwise = "US"\n', "otherwise: needs a [[points]] table with wins"),
        (HOLD + WINS.replace("kind", 'name = "won"\nkind') + '[victory]\notherwise = "US"\n', "otherwise: decides"),
        ("[victory]\n" + swap(LEVELS, '"Draw"', '"Nothing"'), "levels: 'Nothing' must be Draw, or begin with"),
        ("[victory]\n" + swap(LEVELS, "1.5", "3"), "levels: must decrease from level to level"),
        ("[victory]\n" + swap(LEVELS, '["US Decisive"]', '["US Decisive", 1]'), "levels: level 4 must be a name"),
        ("[victory]\nweigh = { US = 0 }\n", "weigh: must have a whole number from 1 to 99"),
        ("[victory]\npoints = 3\n", "points: unknown key"),
        ("[special]\nguns = { US = 2 }\n", "guns: must be 2 whole numbers from 0 to 99"),
        ('[special]\nwired = "Reds"\n', "wired: 'Reds' is not one of the sides"),
        ("[special]\nnight = [7]\n", "night: must be Game-Turns from 3 to 4"),
        ('[[closed]]\nside = "US"\nhexes = ["row 01"]\n', "name: is missing"),
    ],
)
def test_faults_name_table_and_key(tmp_path, text, fault):
    found = faults(tmp_path, text)
    assert any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (swap(LOSE, '"lose"', '"loses"') * 2, "kind: 'loses' is not one of"),
        (swap(HOLD, '"Lower Mill"', '"Lower Mill"\nhexes = "0605"'), "hexes: cannot be combined with place"),
        (swap(HOLD, 'place = "Lower Mill"', ""), "hexes: is missing; give place or hexes"),
        (HOLD + 'by = "lines"\nside = "US"\nto = ["0705"]\n', "by: 'lines' is not one of last, unit, zones, line (did"),
        (HOLD + 'when = "turn"\nfrom = 4\n', "when: 'turn' is not one of"),
        (LINE + 'over = "grund"\nrough = 2\n', "over: 'grund' is not one of road, ground (did you mean \"ground\"?)"),
        (swap(LOSE, "{ German = 1 }", "[5, 3]"), "points: must be points by side: { German = 5 }, not a list"),
        (
            swap(LOSE, "German", "germans"),
            "points: 'germans' is not one of the sides: German, US (did you mean \"German\"?)",
        ),
        (
            swap(EXIT, '"east"', '"East"'),
            "edge: 'East' is not one of north, east, south, west (did you mean \"east\"?)",
        ),
        (
            swap(HOLD, "Lower Mill", "Lower Mil"),
            "place: the board has no place called 'Lower Mil' (did you mean \"Lower Mill\"?)",
        ),
        (HOLD + "[victory]\nstart = 4\n", "start: must be points by side: { German = 5 }, not a whole number"),
        (swap(WINS, '"hold"', '"holds"') + '[victory]\notherwise = "US"\n', "kind: 'holds' is not one of"),
    ],
)
def test_a_mistake_has_no_further_faults(tmp_path, text, fault):
    found = faults(tmp_path, text)
    assert all(fault in each for each in found), found
    assert len(found) == max(text.count("loses"), 1)


def test_faults_call_a_table_by_its_number_and_name(tmp_path):
    text = swap(HOLD, "place", 'name = "The mill"\nplace') + "each = 3\n"
    assert faults(tmp_path, LOSE + text) == ['[[points]] 2 "The mill": each: must be true or false, not a whole number']


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            EXIT.replace("German", "US").replace('"K"', '"2/8"') + "until = 3\n",
            "[[points]] 1: units: 2/8 cannot exit east by Game-Turn 3",
        ),
        (swap(LINE, '"0705"', '"0601"'), "[[points]] 1: to: no road leads from the hexes to this place"),
        (
            '[[points]]\nkind = "bridge"\nname = "the bridge"\nhexside = "0403/0504"\npoints = { US = 1 }\n',
            '[[points]] 1 "the bridge": kind: no bridge is ever blown in this scenario, because [special] has no wired',
        ),
        (
            swap(WINS, 'wins = "German"', 'wins = "US"\nheld = "US"'),
            "[[points]] 1: wins: The U.S. would win at once, because this is so at the start",
        ),
    ],
)
def test_tables_that_make_no_sense_are_faults(tmp_path, text, fault):
    assert faults(tmp_path, text) == [fault]


def test_a_place_that_no_unit_reaches(tmp_path):
    # West of the new river the map has no bridge, and no unit starts there.
    river = (
        '[[rivers]]\nname = "Wide"\nsides = "'
        + " ".join(f"01{row:02}/02{row + more:02}" for row in range(1, 7) for more in (-1, 0) if row + more)
        + '"\n'
    )
    board = swap(BOARD, "edge 0103 0203 0303", "0203 0303") + river
    hold = swap(HOLD, 'place = "Lower Mill"', 'hexes = ["0105"]')
    assert faults_of(tmp_path, scenario=f"{SCENARIO}\n{hold}", board=board) == [
        "mills.toml: [[points]] 1: hexes: no unit can ever get to 0105"
    ]


def test_only_the_standard_rules_have_points(tmp_path):
    text = swap(SCENARIO, 'rules = "standard"', 'rules = "hurtgen"') + "\n" + HOLD
    assert 'mills.toml: points: needs rules = "standard"' in faults_of(tmp_path, scenario=text)


def test_the_shipped_scenarios_have_none():
    scoring = load_scenario("bastogne/spearhead").scoring
    assert scoring.points == ()
