"""`[victory]`, sides, areas and landings of a player's own scenarios: implausible values are faults."""

import pytest

from tests.every import every
from tests.files.example import BOARD, SCENARIO, UNITS, faults_of, load_example, swap, write_example
from westwall_tui.engine.game import Game
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.file import Save, build_save, write_save
from westwall_tui.files.scenarios.catalog import load_scenario, scenario_of
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.tables import SourceFile

AREAS = """
[[areas]]
name = "North of the Waal"
hexes = ["row 01"]

[[areas]]
name = "North of the Neder Rijn"
hexes = ["none"]
"""
SIDES = SCENARIO[SCENARIO.index("[[sides]]") : SCENARIO.index("[start]")]
ALLIED_FIRST = '[[sides]]\nname = "Allied"\nletter = "A"\n\n[[sides]]\nname = "German"\nletter = "G"\n\n'
ENGINEER = '[[units]]\nid = "Eng"\nside = "Allied"\nkind = "engineer"\nsize = "II"\nstrength = "3-3-10"\n'
PARAS = '[[units]]\nid = "506"\nside = "Allied"\nkind = "airborne"\nsize = "II"\nformation = "101st Airborne"\n'
PARAS += 'strength = "2-2-7"\n'
WITH_ENGINEER = '[[place]]\nunit = "Eng"\nhex = "0701"\n'
LANDINGS = '[[landings]]\nside = "Allied"\nturn = 4\nunits = ["506"]\nhexes = ["within 1 of 0602"]\n'


def by_rules(rules: str, *lines: str, more: str = "") -> str:
    """Return the example's scenario under a battle's rules, with lines of `[victory]` and tables before it."""
    text = swap(SCENARIO, 'rules = "standard"', f'rules = "{rules}"')
    return "\n".join([text, more, "[victory]", *lines, ""])


def arnhem(*lines: str, more: str = f"{WITH_ENGINEER}{LANDINGS}") -> dict[str, str]:
    """Return the three texts under Arnhem's rules: the U.S.

    units are Allied, with an Engineer and an airborne battalion.
    """
    scenario = swap(by_rules("arnhem", *lines, more=more), SIDES, ALLIED_FIRST).replace('"US"', '"Allied"')
    return {"scenario": scenario, "units": UNITS.replace('"US"', '"Allied"') + ENGINEER + PARAS, "board": BOARD + AREAS}


def faults(folder, texts: dict[str, str]) -> list[str]:
    """Return the faults of some texts, without the file's name."""
    return [fault.removeprefix("mills.toml: ") for fault in faults_of(folder, **texts)]


BANKS = '"0831",\n]\n\n[[areas]]\nname = "East bank"\nhexes = ["all", "not area West bank"]'
TOWN = 'bastogne = ["0303", "0403"]'
GOOD_ARNHEM: tuple[str, ...] = (
    'engineer = ["Eng"]',
    'line_to = ["0705"]',
    'drop_zones = ["101 0602"]',
    'weather = "option"',
)
GOOD_ARNHEM += ('exit_west = ["0101", "0104"]', 'exit_east = ["0704", "0701"]')


def test_plausible_values_are_accepted(tmp_path):
    assert faults(tmp_path, arnhem(*GOOD_ARNHEM)) == []
    assert faults(tmp_path, arnhem(more="")) == []
    bastogne = by_rules("bastogne", TOWN, 'specified = ["1/9", "k"]', "exit_by = 4", "exited = 0")
    assert faults(tmp_path, {"scenario": bastogne}) == []
    relief = by_rules("bastogne", 'line_from = ["0103"]', 'line_to = ["0705"]', 'bastogne = ["0605"]', "barred = 1")
    assert faults(tmp_path, {"scenario": relief}) == []
    hurtgen = by_rules("hurtgen", 'withdrawing = ["K"]', "[victory.towns]", '"Upper Mill" = 5')
    assert faults(tmp_path, {"scenario": hurtgen}) == []


def test_the_east_exit_is_the_same_in_either_order(tmp_path):
    write_example(tmp_path, **arnhem(*GOOD_ARNHEM))
    game = Game(load_scenario(tmp_path / "mills.toml"))
    assert game.state.numbers(game.rules.exit_hexes(game.state, 0, "east")) == ("0701", "0702", "0703", "0704")


@every(
    ("lines", "fault"),
    [
        (['engineer = ["1/9"]'], "engineer: 1/9 is a German unit, not an Allied one"),
        (['engineer = ["1/8"]'], "engineer: 1/8 is infantry, not engineer"),
        (["engineer = []"], "engineer: is empty; leave it out"),
        (['engineer = ["Eng", "506"]'], "engineer: must name exactly 1, not 2"),
        (['engineer = ["Eng"]'], "engineer: needs line_to, where a lost Engineer comes back (13.3)"),
        (["line_to = []"], "line_to: is empty; leave it out"),
        (['line_to = ["0705", "0705"]'], "line_to: names 0705 twice"),
        (['line_to = ["0504"]'], "line_to: 0504 is not where a road or trail leaves the map"),
        (['line_to = ["0701"]'], "line_to: 0701 is not where a road or trail leaves the map"),
        (['drop_zones = ["101 0602", "101 0201"]'], "drop_zones: names 101 twice"),
        (['drop_zones = ["82 0602"]'], "drop_zones: no Allied airborne unit belongs to a division '82'"),
        (['drop_zones = ["Poles"]'], "drop_zones: no Allied airborne unit belongs to a division 'Poles'"),
        (['drop_zones = ["101 0605"]'], "drop_zones: no unit can be in 0605"),
        (["drop_zones = []"], "drop_zones: is empty; leave it out"),
        (['exit_west = ["0101"]'], "exit_west: must name exactly 2, not 1"),
        (['exit_west = ["0101", "0103", "0104"]'], "exit_west: must name exactly 2, not 3"),
        (['exit_west = ["0101", "0303"]'], "exit_west: 0303 is not on the west edge of the map"),
        (['exit_east = ["0101", "0104"]'], "exit_east: 0101 is not on the east edge of the map"),
        (['exit_east = ["0701", "0701"]'], "exit_east: names 0701 twice"),
    ],
)
def test_arnhem(tmp_path, lines, fault):
    texts = arnhem(*lines)
    if "0605" in lines[0]:
        texts["board"] = swap(texts["board"], ",....o.", ",....~.").replace(' 0605 0705 edge"', '"')
        texts["scenario"] = swap(texts["scenario"], 'hex = "0605"', 'hex = "0603"')
        texts["board"] = swap(texts["board"], 'hexes = "0605"', 'hexes = "0606"').replace(" 0604", " 0604 0705 edge")
    assert f"[victory]: {fault}" in faults(tmp_path, texts)


@every(
    ("old", "new", "fault"),
    [
        ('units = ["506"]', 'units = ["Eng"]', "landings: Eng isn't an Allied airborne or glider unit, so it"),
        ('"101st Airborne"', '"Red Devils"', "units: 506 lands by air, so its formation must begin with a"),
    ],
)
def test_15_3_units_land_from_the_air_and_by_divisions(tmp_path, old, new, fault):
    texts = arnhem(more=LANDINGS)
    found = faults(tmp_path, {key: text.replace(old, new) for key, text in texts.items()})
    assert any(each.startswith(fault) for each in found), found


def test_15_39_a_division_that_lands_by_weather_needs_a_drop_zone(tmp_path):
    for weather, found in (("no", False), ("option", True), ("always", True)):
        told = faults(tmp_path, arnhem(f'weather = "{weather}"'))
        assert any("[victory]: drop_zones: names no zone of the 101st" in fault for fault in told) == found


@every("area", ["North of the Waal", "North of the Neder Rijn"])
def test_17_11_arnhem_needs_the_area_beyond_the_rivers_even_if_empty(tmp_path, area):
    texts = arnhem(*GOOD_ARNHEM)
    texts["board"] = swap(texts["board"], area, area.lower())
    assert f"board: Arnhem's Exclusive Rules need an area called '{area}' on the board" in faults(tmp_path, texts)


def test_17_35_arnhem_needs_the_allied_side_first(tmp_path):
    """Lines are judged at the end of the German Player-Turn, which is then the end of the Game-Turn."""
    texts = arnhem()
    first, second = ALLIED_FIRST.rstrip("\n").split("\n\n")
    texts["scenario"] = swap(texts["scenario"], ALLIED_FIRST, f"{second}\n\n{first}\n\n")
    assert "sides: Arnhem's Exclusive Rules need the Allied side first, then the German" in faults(tmp_path, texts)


@every(
    ("lines", "fault"),
    [
        ([TOWN, 'specified = ["1/8"]'], "specified: 1/8 is a U.S. unit, not a German one"),
        ([TOWN, 'specified = ["K", "k"]'], "specified: names K twice"),
        ([TOWN, "specified = []"], "specified: is empty; leave it out"),
        ([TOWN, 'specified = ["K"]', "exit_by = 99"], "exit_by: must be from 3 to 4"),
        ([TOWN, 'specified = ["K"]', "exit_by = 2"], "exit_by: must be from 3 to 4"),
        (["exit_by = 4"], "exit_by: needs specified, without which no points are counted (15.17)"),
        (["exited = 1"], "exited: needs specified, without which no points are counted (15.17)"),
        (['bastogne = ["0303"]', 'specified = ["K"]'], "bastogne: must name exactly 2, not 1"),
        (['bastogne = ["0303", "0303"]'], "bastogne: names 0303 twice"),
        (["bastogne = []"], "bastogne: is empty; leave it out"),
        (['specified = ["K"]', "us_holds_bastogne = 3"], "us_holds_bastogne: needs bastogne, the town for which these"),
        ([TOWN, "us_holds_bastogne = 3"], "us_holds_bastogne: needs specified, without which no points are counted"),
        ([TOWN, 'specified = ["K"]', "exited = 1000"], "exited: must be from 0 to 999"),
        (['line_from = ["0103"]'], "line_from: needs line_to, the other ends of the line (15.27)"),
        (['line_to = ["0103"]'], "line_to: needs line_from, the other ends of the line (15.27)"),
        (['line_from = ["0103"]', 'line_to = ["0103", "0705"]'], "line_from: 0103 is in line_to, too"),
        (['line_from = ["0701"]', 'line_to = ["0705"]'], "line_from: no road leads from 0701 to line_to"),
        (['line_from = ["0406"]', 'line_to = ["0705"]'], "line_from: no road leads from 0406 to line_to"),
        (
            ['line_from = ["0103"]', 'line_to = ["0705"]', TOWN, 'specified = ["K"]'],
            "specified: has no effect together with line_from: the line alone decides (15.27)",
        ),
        (["barred = 2"], "barred: needs bastogne, from which the distance is measured (15.26.3)"),
        ([TOWN, "barred = 1000000"], "barred: must be from 0 to 9"),
    ],
)
def test_bastogne(tmp_path, lines, fault):
    found = faults(tmp_path, {"scenario": by_rules("bastogne", *lines)})
    assert any(each.startswith(f"[victory]: {fault}") for each in found), found


def test_15_17_without_a_town_only_the_exits_count(tmp_path):
    scenario = load_example(tmp_path, scenario=by_rules("bastogne", 'specified = ["K", "1/9"]'))
    game = Game(scenario)
    assert [(score.cause, score.points) for score in game.rules.account(game.state)] == [
        ("specified units that have exited west: 0", 0),
        ("specified units that have not exited west: 2", 6),
    ]


@every(
    ("lines", "fault"),
    [
        (['withdrawing = ["1/8"]'], "withdrawing: 1/8 is a U.S. unit, not a German one"),
        (['withdrawing = ["K", "k"]'], "withdrawing: names K twice"),
        (["[victory.towns]"], "towns: is empty; leave it out"),
        (["[victory.towns]", '"Upper Mill" = 1000'], "towns: Upper Mill: points must be from 0 to 999"),
        (["[victory.towns]", '"Lower Mill" = 5'], "towns: the board has 2 places called 'Lower Mill'"),
        (["[victory.towns]", '"Mill Pond" = 5'], "towns: no unit can be in 0106"),
    ],
)
def test_hurtgen(tmp_path, lines, fault):
    place = '\n[[places]]\nname = "Lower Mill"\nkind = "wood"\nhexes = "0601"\n'
    pond = '\n[[places]]\nname = "Mill Pond"\nkind = "feature"\nhexes = "0106"\n'
    board = swap(BOARD, ",,.....\n", "~,.....\n") + place + pond
    found = faults(tmp_path, {"scenario": by_rules("hurtgen", *lines), "board": board})
    assert f"[victory]: {fault}" in found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("night = [2,", "night = [2, 2,", "[victory]: night: names 2 twice"),
        ("26, 29]", "26, 31]", "[victory]: night: 31 is not a Game-Turn from 1 to 30"),
        ("[13, 14]", "[13, 31]", "[victory]: float_bridges: 31 is not a Game-Turn from 1 to 30"),
        ("[13, 14]", "[]", "[victory]: float_bridges: is empty; leave it out"),
        ("[13, 14]", "[13, 13]", ""),
        (BANKS, BANKS.replace("\n]", ' "2901"\n]').replace('k"]', 'k", "2901"]'), "board: 2901 is on the West bank"),
    ],
)
def test_remagen(old, new, fault):
    texts = load_scenario("remagen/historical").texts
    assert texts is not None
    changed = Texts(*(SourceFile("own.toml", source.text.replace(old, new, 1)) for source in texts))
    assert changed.digest() != texts.digest()
    if not fault:
        scenario_of(changed, "own")
        return
    with pytest.raises(FileError) as caught:
        scenario_of(changed, "own")
    assert str(caught.value).startswith(f"own.toml: {fault}")


@every("rules", ["bastogne", "hurtgen"])
def test_units_land_only_where_the_rules_have_landings(tmp_path, rules):
    """11.11 of Bastogne: reinforcements enter at the mapedge, and a landing would let them enter inland."""
    landings = LANDINGS.replace("Allied", "US").replace("506", "70")
    text = swap(by_rules(rules, more=landings), '["70", "2/8"]', '["2/8"]')
    (fault,) = faults(tmp_path, {"scenario": text})
    assert fault.startswith("landings: ")
    assert fault.endswith("have no landings; let units enter at the mapedge, by [[reinforcements]]")


def test_one_fault_of_a_key_causes_no_other(tmp_path):
    """Keys of other rules are one fault, and an unreadable key isn't also called missing."""
    wrong = by_rules("hurtgen", 'line_from = ["0103"]', 'line_to = ["0705"]', "barred = 3")
    assert faults(tmp_path, {"scenario": wrong}) == [
        "[victory]: line_from: isn't a key of Hurtgen Forest's Exclusive Rules, and neither is line_to or barred; the "
        "known keys are: towns, withdrawing"
    ]
    unread = by_rules("bastogne", 'line_from = ["0103"]', 'line_to = ["9999"]')
    assert faults(tmp_path, {"scenario": unread}) == ["[victory]: line_to: there is no hex '9999' on this map"]


def test_a_begun_game_continues_with_doubtful_values(tmp_path):
    """A new version never makes a saved game unusable; the scenario is refused only for new games."""
    good, bad = 'specified = ["K"]', 'specified = ["K", "k"]'
    scenario = load_example(tmp_path, scenario=by_rules("bastogne", TOWN, good))
    text = swap(write_save(Save(Game(scenario, seed=1))), *(word.replace('"', r"\"") for word in (good, bad)))
    for _ in range(2):
        with pytest.raises(FileError):
            load_example(tmp_path, scenario=by_rules("bastogne", TOWN, bad))
        save = build_save(SourceFile("save.toml", text))
        assert save.game.scenario.victory["specified"] == ["K", "k"]
