"""Scenarios: their contents, the files that they may name, and every fault that they can have."""

from itertools import groupby

import pytest

from tests import RECIPE
from tests.drawn import refused, where
from tests.files.example import BOARD, SCENARIO, UNITS, faults_of, load_example, swap, write_example
from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.disk.folders import battles, shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.positions import decode_position, encode_position
from westwall_tui.files.scenarios.catalog import EVENING, LENGTHS, all_scenarios, load_scenario, shipped, shipped_key
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.tables import SourceFile


def test_example(tmp_path):
    scenario = load_example(tmp_path)
    assert (scenario.name, scenario.key, scenario.rules, scenario.shipped) == (
        "The bridge at Upper Mill",
        "mills",
        "standard",
        False,
    )
    assert [side.name for side in scenario.sides] == ["German", "US"]
    assert (scenario.start.turn, scenario.start.side, scenario.start.phase) == (3, 0, Phase.COMBAT)
    assert [unit.id for unit in scenario.units] == ["1/9", "K", "9A", "1/8", "2/8", "29", "70"]
    assert scenario.date(4) == "p.m."
    assert scenario.sides[1].support(4) == 1


def test_unused_units_are_left_out(tmp_path):
    scenario = load_example(tmp_path, scenario=swap(SCENARIO, 'units = ["70", "2/8"]', 'units = ["70"]'))
    assert "2/8" not in [unit.id for unit in scenario.units]


def test_shipped():
    found = shipped()
    longer = [entry.key for entry in found if not entry.key.startswith("quick/")]
    assert [key for key in longer if key.startswith("bastogne/")] == [
        "bastogne/spearhead",
        "bastogne/relief",
        "bastogne/campaign",
    ]
    assert [key for key in longer if key.startswith("arnhem/")] == ["arnhem/historical", "arnhem/free"]
    for entry in found:
        scenario = load_scenario(entry.key)
        assert (scenario.key, scenario.name, scenario.about) == (entry.key, entry.name, entry.about)
        assert scenario.shipped
        assert len(entry.about) == (2 if entry.key.startswith("quick/") else 3), RECIPE


def test_the_last_part_of_a_key_is_enough():
    assert load_scenario("Spearhead").key == "bastogne/spearhead"


def test_scenarios_are_listed_by_length_then_by_battle():
    found = all_scenarios()
    assert [*dict.fromkeys(each.length for each in found)] == [*LENGTHS]
    groups = [group for group, _ in groupby((each.length, each.entry.battle) for each in found)]
    assert len(groups) == len(set(groups)), "the scenarios of a battle are together"
    minutes = {each.entry.key: each.overview.minutes for each in found if each.overview is not None}
    assert len(minutes) == len(found) == len(shipped())
    for each in found:
        quick, evening, campaign = (each.length == length for length in LENGTHS)
        assert quick == each.is_quick == (minutes[each.entry.key] < 60)
        assert evening == (60 <= minutes[each.entry.key] <= EVENING)
        assert campaign == (minutes[each.entry.key] > EVENING)


def test_the_first_scenario_of_a_list_is_a_good_first_one():
    for length in LENGTHS[:2]:
        first = next(each.overview for each in all_scenarios() if each.length == length)
        assert first is not None
        assert (first.first, first.level) == (True, 1)


def test_the_word_to_type_names_only_its_scenario():
    for entry in shipped():
        assert shipped_key(entry.word) == entry.key
        assert entry.word not in battles()
        assert ("/" in entry.word) != entry.is_quick


def test_digest_changes_with_any_of_the_files(tmp_path):
    plain = load_example(tmp_path).digest
    assert load_example(tmp_path).digest == plain
    others = {load_example(tmp_path, **{what: text + "\n# more\n"}).digest for what, text in
              (("scenario", SCENARIO), ("board", BOARD), ("units", UNITS))}  # fmt: skip
    assert len(others | {plain}) == 4


def test_line_ends_make_no_difference(tmp_path):
    plain = load_example(tmp_path).digest
    path = tmp_path / "mills.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_scenario(path).digest == plain


@pytest.mark.parametrize(
    "name",
    [
        "../mills-board.toml",
        "/etc/passwd",
        "..",
        "sub/board.toml",
        "sub\\\\board.toml",
        ".hidden.toml",
        "a\\nb.toml",
        "~x.toml",
    ],
)
def test_only_plain_names_lead_to_files(tmp_path, name):
    found = faults_of(tmp_path, scenario=swap(SCENARIO, '"mills-board.toml"', f'"{name}"'))
    assert found == [line for line in found if line.startswith("mills.toml: board:")]
    assert found


def test_no_link_leads_out_of_the_folder(tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    path = write_example(inside)
    (inside / "mills-board.toml").rename(outside / "b.toml")
    (inside / "mills-board.toml").symlink_to(outside / "b.toml")
    with pytest.raises(FileError, match=r"board: 'mills-board.toml' leads out of the scenario's folder"):
        load_scenario(path)


def test_link_within_the_folder(tmp_path):
    path = write_example(tmp_path)
    (tmp_path / "mills-board.toml").rename(tmp_path / "b.toml")
    (tmp_path / "mills-board.toml").symlink_to("b.toml")
    assert load_scenario(path).board.name == "The Two Mills"


def test_shipped_board_with_own_units(tmp_path):
    start = SCENARIO.index("[[place]]")
    scenario = swap(SCENARIO[:start], '"mills-board.toml"', '"bastogne"')
    loaded = load_example(tmp_path, scenario=scenario + '[[place]]\nunit = "K"\nhex = "1317"\n')
    assert loaded.board.name == "Bastogne"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "there is no such file"),
        (b"\xff\xfe", "is not UTF-8 text (byte 1)"),
        (b"a = [", "is not TOML: "),
        (b"a = " + b"[" * 100_000, "cannot be used: its lists or tables are nested too deeply"),
        (b"a = " + b"9" * 10_000, "cannot be used: it has a number with thousands of digits"),
        (b"a = 1\na = 2", "is not TOML: "),
        (b"#" * 200_000, "is larger than 150000 bytes"),
        (b"", "format: is missing"),
    ],
    ids=["missing", "not UTF-8", "not TOML", "deep", "huge number", "twice", "large", "empty"],
)
@pytest.mark.parametrize("which", ["mills.toml", "mills-board.toml", "mills-units.toml"])
def test_unreadable(tmp_path, content, reason, which):
    path = write_example(tmp_path)
    if content is None:
        (tmp_path / which).unlink()
    else:
        (tmp_path / which).write_bytes(content)
    with pytest.raises(FileError) as raised:
        load_scenario(path)
    found = [str(fault) for fault in raised.value.faults]
    # An empty scenario names no board; all other faults are about the file itself.
    assert any(reason in line and which in line for line in found) or (not content and which == "mills.toml"), found


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(FileError, match="is not a file"):
        load_scenario(tmp_path / "")


def test_unknown_name():
    with pytest.raises(FileError, match=r"nowhere is neither a file nor the name of a scenario: .*bastogne/"):
        load_scenario("nowhere")


PLACE_29 = '[[place]]\nunit = "29"\nhex = "0605"'
REINFORCEMENTS = '[[reinforcements]]\nside = "US"\nturn = 4\nunits = ["70", "2/8"]\nhexes = ["east edge"]\n'
SETUP = '\n[[setup]]\nside = "US"\nunits = ["70", "2/8"]\nhexes = ["column 7"]\nsuggest = ["0703", "0704"]\n'
FAULTS = [
    ('"standard"', '"standart"', "rules: 'standart' is not one of standard, "),
    ('"mills-board.toml"', '"arnheim"', 'board: "arnheim" is not a battle that comes with the game'),
    ("first_turn = 3", "first_turn = 0", "first_turn: must be from 1 to 99"),
    ("last_turn = 4", "last_turn = 2", "last_turn: is before first_turn, 3"),
    ('["a.m.", "p.m."]', '["a.m.", "p.m.", "night"]', "dates: has 3 dates for 2 Game-Turns"),
    ('letter = "A"', 'letter = "G"', "[[sides]] 2 \"US\": letter: the other side has 'G', too"),
    ('letter = "A"', 'letter = "1"', "[[sides]] 2 \"US\": letter: '1' must be a letter from A to Z"),
    ('letter = "A"', 'letter = "AM"', '[[sides]] 2 "US": letter: is longer than 1 character'),
    ('name = "US"', 'name = "german"', "[[sides]] 2 \"german\": name: the other side has 'german', too"),
    ("[[4, 4, 1]]", "[[4, 4]]", '[[sides]] 2 "US": supports: must be 3 whole numbers from 0 to 99'),
    ("[[4, 4, 1]]", "[[5, 4, 1]]", '[[sides]] 2 "US": supports: each must be [from turn, to turn, points]'),
    ("[[4, 4, 1]]", "[4, 4, 1]", '[[sides]] 2 "US": supports: must be 3 whole numbers from 0 to 99'),
    ("turn = 3\nside", "turn = 5\nside", "[start]: turn: must be from first_turn to last_turn, 3 to 4"),
    ('side = "German"\nphase', 'side = "French"\nphase', "[start]: side: 'French' is not one of the sides: German, US"),
    ('phase = "combat"', 'phase = "set-up"', "[start]: phase: 'set-up' is not one of movement, combat"),
    (PLACE_29, PLACE_29.replace("29", "30"), "[[place]] 5 \"30\": unit: there is no unit '30' in the units file"),
    (PLACE_29, PLACE_29.replace('"29"', '"k"'), '[[place]] 5 "k": unit: K is already in [[place]] 1 "K"'),
    (PLACE_29, PLACE_29.replace("0605", "0609"), "[[place]] 5 \"29\": hex: there is no hex '0609' on this map"),
    (
        PLACE_29,
        PLACE_29.replace("0605", "0504"),
        '[[place]] 5 "29": hex: 0504 already has 1/8; two units cannot be',
    ),
    (
        'unit = "K"\nhex = "0403"',
        'unit = "K"\nhex = "0703"',
        '[[place]] 1 "K": hex: K is a vehicle that cannot be in 0703',
    ),
    (
        REINFORCEMENTS,
        REINFORCEMENTS.replace("turn = 4", "turn = 5"),
        '[[reinforcements]] 1 "US": turn: must be from first_turn',
    ),
    (
        REINFORCEMENTS,
        REINFORCEMENTS.replace('"US"', '"German"'),
        '[[reinforcements]] 1 "German": units: 70 is a U.S. unit, not a German one',
    ),
    (
        REINFORCEMENTS,
        REINFORCEMENTS.replace("east edge", "column 4"),
        '[[reinforcements]] 1 "US": hexes: 0402, 0403, 0404, 0405: reinforcements must enter on the',
    ),
    (
        REINFORCEMENTS,
        REINFORCEMENTS.replace("east edge", "0703"),
        '[[reinforcements]] 1 "US": hexes: 70 is a vehicle and cannot enter at any',
    ),
    (REINFORCEMENTS, REINFORCEMENTS.replace('["70", "2/8"]', "[]"), '[[reinforcements]] 1 "US": units: names no unit'),
    (REINFORCEMENTS, SETUP, '[[setup]] 1 "US": suggest: 70 is a vehicle that cannot be in 0703 (5.24)'),
    (REINFORCEMENTS, SETUP.replace("0703", "0704"), '[[setup]] 1 "US": suggest: 0704 is suggested twice'),
    (REINFORCEMENTS, SETUP.replace("0703", "0604"), '[[setup]] 1 "US": suggest: 0604 is not one of the hexes where'),
    (
        REINFORCEMENTS,
        SETUP.replace('"0703", ', ""),
        '[[setup]] 1 "US": suggest: has 1 hexes for 2 units; it must name one for each',
    ),
    (
        REINFORCEMENTS,
        SETUP.replace("column 7", "0605").split("suggest")[0],
        '[[setup]] 1 "US": hexes: not enough room: no hex is left for 2/8',
    ),
    (
        REINFORCEMENTS,
        SETUP.replace("column 7", "0702-0703").split("suggest")[0],
        '[[setup]] 1 "US": hexes: not enough room: no hex is left for 70',
    ),
    (
        REINFORCEMENTS,
        SETUP.replace('column 7"', '0605-0606"').replace("0703", "0605").replace("0704", "0606"),
        '[[setup]] 1 "US": suggest: 0605 already has 29',
    ),
    (
        REINFORCEMENTS,
        "[victory]\nbastogne = []\n",
        "[victory]: bastogne: unknown key; the keys here are: start, weigh, tie, otherwise, levels",
    ),
    (REINFORCEMENTS, "[setups]\n", 'setups: unknown key (did you mean "setup"?)'),
    ("about = [", "about = [1, ", "about: must be a list of strings, but contains a whole number"),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[fault[:70] for *_, fault in FAULTS])
def test_fault(tmp_path, old, new, fault):
    found = faults_of(tmp_path, scenario=swap(SCENARIO, old, new))
    assert any(line.startswith(f"mills.toml: {fault}") for line in found), found


@pytest.mark.parametrize(
    ("old", "new"), [("last_turn = 4", "last_turn = 2"), ("last_turn = 4", ""), ("first_turn = 3", "first_turn = 300")]
)
def test_a_fault_of_the_turns_is_reported_once(tmp_path, old, new):
    """Dates, start and reinforcements are not checked against Game-Turns that are faulty themselves."""
    assert len(faults_of(tmp_path, scenario=swap(SCENARIO, old, new))) == 1


def test_three_sides(tmp_path):
    third = '[[sides]]\nname = "British"\nletter = "B"\n\n[start]'
    found = faults_of(tmp_path, scenario=swap(SCENARIO, "[start]", third))
    assert found == ["mills.toml: sides: there must be exactly two [[sides]], not 3; the first moves first"]


def test_one_side(tmp_path):
    second = '[[sides]]\nname = "US"\nletter = "A"\nsupports = [[4, 4, 1]]\n'
    found = faults_of(tmp_path, scenario=swap(SCENARIO, second, ""))
    assert "mills.toml: sides: there must be exactly two [[sides]], not 1; the first moves first" in found


def test_faults_of_all_three_files_are_reported_together(tmp_path):
    found = faults_of(
        tmp_path,
        scenario=swap(SCENARIO, "first_turn = 3", "first_turn = 'x"),
        board=swap(BOARD, "columns = 7", "columns = 0"),
        units=swap(UNITS, '"5-3-10"', '"5"'),
    )
    assert {line.replace(" ", ":").partition(":")[0] for line in found} == {"mills.toml"}
    found = faults_of(tmp_path, board=swap(BOARD, "columns = 7", "columns = 0"), units=swap(UNITS, '"5-3-10"', '"5"'))
    assert {line.partition(":")[0] for line in found} == {"mills-board.toml", "mills-units.toml"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('bastogne = ["1317"', 'bastogne = ["4017"', "[victory]: bastogne: there is no hex '4017' on this map"),
        ("exit_by = 7", 'exit_by = "7"', "[victory]: exit_by: must be a whole number, 0 or more"),
        ('specified = ["1/3"', 'specified = ["1/4"', "[victory]: specified: there is no unit '1/4' in this scenario"),
        ("exited = 1 ", "exitd = 1 ", "[victory]: exitd: "),
    ],
)
def test_victory_of_bastogne(tmp_path, old, new, fault):
    text = (shipped_root() / "bastogne" / "spearhead.toml").read_text()
    path = tmp_path / "s.toml"
    path.write_text(swap(text, old, new))
    with pytest.raises(FileError) as raised:
        load_scenario(path)
    assert [str(f).replace(f"{tmp_path}/", "")[: len(fault) + 8] for f in raised.value.faults] == [f"s.toml: {fault}"]


def test_every_fault_of_victory_is_reported(tmp_path):
    text = (shipped_root() / "bastogne" / "spearhead.toml").read_text()
    path = tmp_path / "s.toml"
    path.write_text(text + "x = 1\ny = 2\n")
    with pytest.raises(FileError) as raised:
        load_scenario(path)
    assert [fault.key for fault in raised.value.faults] == ["x", "y"]


POCKET = swap(BOARD, "..f..,.\n", "..f..f.\n")
"""0701 is clear with woods and broken ground around it: a vehicle could never leave it (5.24)."""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'unit = "K"\nhex = "0403"',
            'unit = "K"\nhex = "0701"',
            '[[place]] 1 "K": hex: K could never leave 0701 (5.24)',
        ),
        (
            REINFORCEMENTS,
            REINFORCEMENTS.replace("east edge", "0701"),
            '[[reinforcements]] 1 "US": hexes: 70 could never move on from where it enters (5.24)',
        ),
        (
            REINFORCEMENTS,
            SETUP.replace("column 7", "0701").split("suggest")[0],
            '[[setup]] 1 "US": hexes: not enough room: no hex is left for 70',
        ),
    ],
)
def test_vehicles_that_could_never_move(tmp_path, old, new, fault):
    assert f"mills.toml: {fault}" in faults_of(tmp_path, board=POCKET, scenario=swap(SCENARIO, old, new))


def test_11_12_a_unit_may_be_placed_on_the_bridge_of_the_map_but_not_in_the_rhine(tmp_path):
    text = (shipped_root() / "remagen" / "historical.toml").read_text()
    (tmp_path / "bridge.toml").write_text(swap(text, 'hex = "0517"', 'hex = "0616"'))
    game = Game(load_scenario(tmp_path / "bridge.toml"))
    assert where(game, "27") == "0616"
    state, trouble = decode_position(Game(game.scenario), encode_position(game.state))
    assert (trouble, state) == ("", game.state)
    assert refused(game, "move 27 0517").case == "5.14"  # the guard at 0716 has a zone there
    (tmp_path / "river.toml").write_text(swap(text, 'hex = "0517"', 'hex = "0412"'))
    with pytest.raises(FileError, match="0412 is a river hex, where no unit can be"):
        load_scenario(tmp_path / "river.toml")


def test_the_digests_in_saves_stay_the_same():
    board, units = SourceFile("board.toml", "b"), SourceFile("units.toml", "u")
    for text, counted in (
        ("a = 1\n\n[briefing]\nb = 2\n", "a = 1\n"),
        ("a = 1\n[briefing]\nb = 2\n", "a = 1\n[briefing]\nb = 2\n"),  # no blank line before it
    ):
        assert Texts(SourceFile("mine.toml", text), board, units).digest() == fingerprint(counted, "b", "u")
