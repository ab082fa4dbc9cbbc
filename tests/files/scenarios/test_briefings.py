"""Briefings: their names of numbers, their faults, and a check that the rules have every number in them."""

import re
from pathlib import Path

import pytest

from tests import RECIPE
from tests.every import every
from tests.files.example import BRIEFED
from tests.files.example import faults_of as example_faults
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import NUMBERS
from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.briefings import PLACEHOLDER, BriefingNumbers, briefings_of, has_briefing
from westwall_tui.files.scenarios.catalog import all_scenarios, load_scenario, shipped
from westwall_tui.files.scenarios.overview import read_overview
from westwall_tui.files.scenarios.reader import build_scenario
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.tables import SourceFile, parse
from westwall_tui.words.rulebook import find

SCENARIOS = [entry.key for entry in shipped()]
WORDS = NUMBERS[2:]
RAW = re.compile(rf"\b(?!two faces)(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})\b", re.IGNORECASE)
HILL = re.compile(r"\bHill \d+\b")
"""A hill named by its height."""


def texts_of(key: str) -> Texts:
    texts = load_scenario(key).texts
    assert texts is not None
    return texts


def toml_of(key: str):
    return parse(texts_of(key).scenario)


def raw_texts(key: str, *kinds: str):
    """Return the texts of a scenario's briefing as its file has them, with placeholders."""
    briefing = toml_of(key).data["briefing"]
    for side in briefing["side"]:
        for kind in kinds:
            found = side[kind]
            for item in [found] if isinstance(found, str) else found:
                yield from item if isinstance(item, list) else [item]


def points_of(key: str):
    for sources in toml_of(key).data["briefing"]["points"].values():
        yield from sources


def is_known(token: str, scenario: Scenario) -> bool:
    """Return True if a number in a text is a hex, a unit, a strength, a day, a formation, or a Game-Turn."""
    board = scenario.board
    if re.fullmatch(r"\d{4}", token):
        return token in {board.number(h) for h in board.playable} | {"2621", "0716"}
    if token in scenario.by_id or token.lower() in scenario.by_id:
        return True
    if re.fullmatch(r"\d+-\d+-\d+", token):
        return any(str(unit.strength).partition("/")[0] == token for unit in scenario.units)
    if re.fullmatch(r"\d{1,3}(st|nd|rd|th)", token):
        return True
    return token.isdigit() and (int(token) <= scenario.last_turn or int(token) <= 31)


@every("key", SCENARIOS)
def test_every_shipped_scenario_briefs_both_sides(key):
    scenario = load_scenario(key)
    assert has_briefing(scenario), RECIPE
    briefings = briefings_of(scenario)
    assert [briefing.side for briefing in briefings] == [0, 1]
    assert briefings[0].own == briefings[1].other
    assert briefings[1].own == briefings[0].other
    for briefing in briefings:
        said = repr(briefing)
        assert "{" not in said
        assert "?" not in said
        assert briefing.own
        assert briefing.clock
        assert len(briefing.tips) >= 3


@every("key", SCENARIOS)
def test_points_and_conditions_are_those_of_the_rules(key):
    """Every figure must come from the rules; other numbers are hexes or units."""
    scenario = load_scenario(key)
    texts = [points for points, _, _ in points_of(key)]
    assert not [text for text in texts if re.search(r"\d", PLACEHOLDER.sub("", text))]
    said = [what for _, what, _ in points_of(key)] + list(raw_texts(key, "wins"))
    for text in [*said, *raw_texts(key, "clock")]:
        assert not RAW.search(PLACEHOLDER.sub("", text)), text
    for text in said:
        bare = HILL.sub("", PLACEHOLDER.sub("", text))
        for token in re.findall(r"\d[\w/-]*", re.sub(r"\b\d+(?:th|st|nd|rd)\b", "", bare)):
            hexes = {scenario.board.number(h) for h in scenario.board.playable}
            assert token in hexes or token.lower() in scenario.by_id, (text, token)


@every("key", SCENARIOS)
def test_every_number_in_a_briefing_is_one_of_the_rules(key):
    scenario = load_scenario(key)
    for text in raw_texts(key, "situation", "clock", "tips", "special", "enemy"):
        bare = re.sub(r"\b\d+\.\d+\b", "", HILL.sub("", PLACEHOLDER.sub("", text)))  # cases
        for token in re.findall(r"\d[\w/-]*", bare):
            assert is_known(token, scenario), (text, token)
    for text in raw_texts(key, "clock"):
        assert not re.search(r"\d+ (?:units|points)", PLACEHOLDER.sub("", text))


@pytest.mark.slow
def test_cases_of_points_are_cases_of_the_rules():
    for key in SCENARIOS:
        for _, _, case in points_of(key):
            assert not case or find(load_scenario(key).rules, case), (key, case)


def test_15_17_of_bastogne_number_of_exits_that_win():
    numbers = BriefingNumbers(load_scenario("bastogne/spearhead"))
    for exits in range(numbers["specified"] + 1):
        german, us = exits * numbers["exited"], (numbers["specified"] - exits) * numbers["not_exited"]
        assert (german + numbers["german_holds"] > us) == (exits >= numbers["with_town"])
        assert (german > us + numbers["neither_holds"]) == (exits >= numbers["nobodys"])
    assert (numbers["with_town"], numbers["nobodys"]) == (6, 10)
    assert (numbers["stop_with_town"], numbers["stop_nobodys"]) == (6, 2)


def test_16_2_of_remagen_towns_and_levels():
    numbers = BriefingNumbers(load_scenario("remagen/historical"))
    assert (numbers["linz_us"], numbers["linz_german"], numbers["honef_us"]) == (5, 20, 10)
    assert (numbers["draw"], numbers["draw_most"], numbers["marginal"], numbers["decisive"]) == (20, 29, 30, 50)


def test_movement_points_are_the_cost_of_a_path_on_an_empty_map():
    numbers = BriefingNumbers(load_scenario("bastogne/spearhead"))
    assert numbers.text("mp.1/3", "") == "12"
    assert numbers.text("mp.1/3.1416.west", "") == "7"
    assert numbers.text("mp.1/3.+2913.1416", "") == "8"
    assert BriefingNumbers(load_scenario("bastogne/campaign")).text("mp.60.+1231.1317", "") == "8.5"


@every("name", ["", "guns", "units", "units.French", "units.US.5", "units.US.x", "mp.1/3.9999.1416",
                                  "mp.nobody", "support.US.1", "mp.1/3.1416.up", "units.US.1.2"])  # fmt: skip
def test_an_unknown_name_has_no_number(name):
    numbers = BriefingNumbers(load_scenario("bastogne/spearhead"))
    with pytest.raises(LookupError):
        numbers[name]
    assert numbers.text(name, "") == "?"


def test_numbers_above_nine_are_never_spelled_out():
    numbers = BriefingNumbers(load_scenario("bastogne/spearhead"))
    assert numbers.text("neither_holds", " words") == "six"
    assert numbers.text("neither_holds", " Words") == "Six"
    assert numbers.text("german_holds", " words") == "10"


# -- faults in files

SPEARHEAD = Path(__file__).parents[3] / "scenarios" / "bastogne" / "spearhead.toml"


def faults_of(old: str, new: str) -> list[str]:
    """Return the faults of Spearhead's file with one text replaced."""
    texts = texts_of("bastogne/spearhead")
    assert old in texts.scenario.text
    changed = SourceFile("own.toml", texts.scenario.text.replace(old, new, 1))
    try:
        build_scenario(Texts(changed, texts.board, texts.units), "own")
    except FileError as error:
        return [str(fault) for fault in error.faults]
    return []


@every(
    ("old", "new", "told"),
    [
        ("{exited}", "{exitde}", "[briefing.points]: German: names {exitde}, which isn't a number"),
        (
            "{units.German.1 words}",
            "{units.German.5 words}",
            '[[briefing.side]] "German": clock: names {units.German.5',
        ),
        ("hours = 2", "hours = 0", "must be from 1 to 48"),
        ("hard = 1", "hard = 4", "must be from 1 to 3"),
        ('balance = ["German", 16, 20]', 'balance = ["French", 16, 20]', "must begin with one of the sides"),
        ('balance = ["German", 16, 20]', 'balance = ["German", 21, 20]', "no side can win more games than were played"),
        ('balance = ["German", 16, 20]', "balance = []", "must begin with one of the sides"),
        ("even = { US = 1 }", "even = { French = 1 }", "even]: French: unknown key"),
        ("even = { US = 1 }", "even = { US = -1 }", "even]: US: must be from 0 to 999"),
        ("even = { US = 1 }", "even = { US = 1, German = 2 }", "must give points to one side, or to none"),
        ('line = "Race', 'line = "{turns} Race', "line: must not contain braces"),
        ("first = true", 'first = "yes"', "must be true or false"),
        ('line = "Race', 'lines = "Race', "is missing"),
        ('line = "Race', f'line = "{"x" * 101}', "longer than 100"),
        ('"If you hold Bastogne, the Germans cannot win."', "7", "must be a list of strings"),
        ('["3", "the Americans get guns"]', '["3"]', "must be a list of lists of 2 strings"),
        ('["3", "the Americans get guns"]', '["3", 3]', "must be a list of lists of 2 strings"),
        ('["3", "the Americans get guns"]', f'["3", "{"x" * 261}"]', "a string longer than 260"),
        ('["3", "the Americans get guns"],', '["3", "the Americans get guns"],' * 20, "has more than 14 items"),
        ('"the Americans get guns"', r'"US \u001b[31mguns"', "U+001B"),
        ('[[briefing.side]]\nside = "US"', '[[briefing.side]]\nside = "German"', "has a briefing already"),
        ("[briefing.points]\nGerman =", "[briefing.points]\nFrench =", "unknown key"),
        ("\n\n[briefing]\n", "\n\n[briefing]\ncolor = 3\n", "unknown key"),
        ("\n\n[briefing]\n", "\n\n[briefing] # of the battle\n", "must begin with a line that has only [briefing]"),
        ('when = "nobody entered"', 'when = "nobody left"', "[[briefing.achievement]] 1"),
        ('when = "nobody entered"', 'when = "nobody left"', "is not one of nobody entered, won"),
        ('when = "nobody entered"', 'when = "won"', "hexes: unknown key"),
        ('"nobody entered"\nhexes = ["1317"', '"nobody entered"\nhexes = ["9999"', "names 9999, which isn't a hex"),
        (
            'units = ["1/3", "2/3", "1/901"',
            'units = ["1/3", "2/3", "1/999"',
            "names 1/999, which isn't a unit of the scenario",
        ),
        ('name = "On to the Meuse"', 'name = "Nuts!"', "uses a name twice"),
        ('line = "Somebody else', f'line = "{"x" * 101}', "longer than 100"),
    ],
)
def test_faults_of_a_briefing(old, new, told):
    assert any(told in fault for fault in faults_of(old, new)), faults_of(old, new)


@every("names", ["", "A", "ABC"])
def test_a_briefing_waits_for_two_sides(tmp_path, names):
    """Readers of a briefing need two sides; without them that is the only fault, and nothing crashes."""
    head, _, rest = BRIEFED.partition("[[sides]]")
    _, start, rest = rest.partition("[start]")
    sides = "".join(f'[[sides]]\nname = "{name}"\nletter = "{name}"\n\n' for name in names)
    found = example_faults(tmp_path, scenario=head + sides + start + rest)
    assert found == [f"mills.toml: sides: there must be exactly two [[sides]], not {len(names)}; the first moves first"]


def test_a_briefing_needs_no_empty_line_before_it():
    assert faults_of("\n\n[briefing]\n", "\n# of the battle\n[briefing]\n") == []


def test_nothing_comes_after_a_briefing():
    last = '[[briefing.side]]\nside = "US"'
    assert any("must come last" in fault for fault in faults_of(last, f"[start]\nturn = 1\n\n{last}"))


def test_a_scenario_needs_no_briefing():
    texts = texts_of("bastogne/spearhead")
    bare = SourceFile("own.toml", texts.scenario.text.partition("\n\n[briefing]\n")[0] + "\n")
    scenario = build_scenario(Texts(bare, texts.board, texts.units), "own")
    assert not has_briefing(scenario)
    assert briefings_of(scenario) == ()
    assert scenario.digest == load_scenario("bastogne/spearhead").digest, "no save is another game's for its words"
    Game(scenario, seed=1)


def test_a_changed_rule_changes_the_briefing():
    texts = texts_of("bastogne/spearhead")
    more = texts.scenario.text.replace("not_exited = 3", "not_exited = 1")
    scenario = build_scenario(Texts(SourceFile("own.toml", more), texts.board, texts.units), "own")
    assert briefings_of(scenario)[1].own[-1].points == "1"
    assert "exit 1 of the 11: you win, 11 to 10" in briefings_of(scenario)[0].wins[0]
    assert scenario.digest != load_scenario("bastogne/spearhead").digest


def test_what_is_fair_is_a_sentence():
    overview = read_overview(toml_of("bastogne/spearhead"), ["German", "US"])
    assert overview is not None
    assert overview.fair == "Equal players have an even chance if the U.S. get one point at the start."
    assert overview.texts[1].endswith(overview.fair)
    more = overview._replace(even=("German", 12))
    assert more.fair == "Equal players have an even chance if the Germans get 12 points at the start."
    assert overview._replace(even=("German", 0)).fair == "Equal players have an even chance."
    assert overview._replace(even=None).fair == ""


def test_the_overview_is_read_for_lists():
    top = toml_of("remagen/optimum")
    overview = read_overview(top, ["US", "German"])
    assert overview is not None
    assert (overview.minutes, overview.level, overview.first, overview.balance) == (600, 2, False, ("German", 12, 20))
    relief = read_overview(toml_of("bastogne/relief"), ["US", "German"])
    assert relief is not None
    assert relief.first


def test_the_list_counts_units_and_begins_with_the_easiest_battles():
    for entry in all_scenarios():
        scenario = load_scenario(entry.entry.key)
        assert entry.units == tuple(len(units) for units in scenario.of_side), entry.entry.key
        assert entry.turns == scenario.last_turn - scenario.first_turn + 1
        assert entry.sides == tuple(side.name for side in scenario.sides)
        assert entry.overview is not None, RECIPE
    longer = [entry for entry in all_scenarios() if not entry.is_quick]
    assert [*all_scenarios()][-len(longer) :] == longer
    assert longer[0].entry.key == "bastogne/spearhead"
    assert [entry.entry.key for entry in longer if entry.overview and entry.overview.first] == [
        "bastogne/spearhead",
        "bastogne/relief",
    ]
