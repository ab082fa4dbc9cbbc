"""One sign, one meaning: in the table, and on the map, in the decisions and in the overlays."""

from collections import Counter
from unicodedata import east_asian_width

import pytest

from tests.ui.desk import BareDesk
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import ARMIES
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.boxes.help import ROOM, SIGN, LegendDialog, legend_entries, legend_rows
from westwall_tui.ui.decisions import mode
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.hexes import marks
from westwall_tui.ui.map.overlays import lines
from westwall_tui.ui.map.signs import ASCII, GROUPS, KIND_LETTERS, KIND_WORDS, TABLE, TERRAIN_SIGN, UNICODE
from westwall_tui.ui.terminal.palettes import PALETTES, style


@pytest.mark.parametrize("signs", [ASCII, UNICODE])
def test_no_two_meanings_share_a_sign(signs):
    texts = Counter(signs[sign.name] for sign in TABLE)
    assert texts.most_common(1)[0][1] == 1
    assert len({sign.name for sign in TABLE}) == len({sign.meaning for sign in TABLE}) == len(TABLE)
    assert {sign.group for sign in TABLE} == set(GROUPS)


def test_signs_of_one_cell_are_told_apart_wherever_they_stand():
    """A single character has one meaning, on the ground, along a way or in a mark."""
    single = [sign.ascii for sign in TABLE if len(set(sign.ascii) - {" "}) == 1]
    chars = Counter(char for text in single for char in set(text) - {" "})
    assert {char for char, count in chars.items() if count > 1} == set()
    ways = {char for sign in TABLE if sign.name in ("road", "trail") for char in sign.ascii}
    assert not ways & set(chars)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_wired_bridge_is_not_painted_as_an_alarm(palette):
    """It has a bridge's ink, and neither the sign nor the color of an order that a unit must obey."""
    states = {sign.ascii[1] for sign in TABLE if sign.name in ("obliged", "offered", "joined", "held", "open")}
    assert ASCII["wired"] not in states
    assert style("wired", palette) == style("bridge", palette)
    for exact in (False, True) if palette not in ("16", "mono") else ():
        letter, ground = Colors(palette, exact=exact).ink("wired")
        assert letter in ("0", "000000"), "black, not red"
        assert ground in ("15", "ffffff")


def test_terrain_is_never_a_letter():
    """Letters are units, names, and crossings on hexsides; only towns have a round one."""
    for terrain, name in TERRAIN_SIGN.items():
        assert terrain in (Terrain.TOWN, Terrain.CITY) or not any(char.isalpha() for char in ASCII[name])
    assert set(TERRAIN_SIGN) == set(Terrain) - {Terrain.CLEAR, Terrain.RIVER, Terrain.NONE}


def test_ascii_signs_are_ascii_and_unicode_signs_one_cell_wide_in_every_terminal():
    """None is wide, full or ambiguous in East Asian terminals."""
    assert all(ASCII[sign.name].isascii() for sign in TABLE)
    signs = "".join(UNICODE[sign.name] for sign in TABLE)
    assert {c for c in signs if east_asian_width(c) not in ("N", "Na", "H")} == set()
    assert all(len(UNICODE[sign.name]) == len(ASCII[sign.name]) for sign in TABLE)


def test_every_kind_has_a_word_and_a_letter():
    assert set(KIND_WORDS) == set(Kind)
    assert set(KIND_WORDS.values()) == set(KIND_LETTERS)
    assert len(set(KIND_LETTERS.values())) == len(KIND_LETTERS)
    assert {len(word) for word in KIND_LETTERS} == {3}


def test_marks_of_modes_and_overlays_are_signs_of_the_table():
    known = {sign.ascii for sign in TABLE} | {sign.ascii[2] for sign in TABLE if sign.ascii.startswith("IN")} | {"@"}
    found = [mark for mark in vars(mode).values() if isinstance(mark, mode.Mark)]
    assert len(found) >= 10
    laid = (lines.HAS, lines.LACKS, lines.HELD, marks.GAP, lines.LOST)
    assert {text for text, _ in (*found, *laid)} <= known


def test_marks_of_reach_show_half_points_and_the_path():
    assert mode.reach_mark(14).char == "7"
    assert mode.reach_mark(15).char == "7'"
    assert mode.on_the_way(mode.reach_mark(15)) == ("7'@", "path")
    assert mode.on_the_way(mode.THROUGH) == mode.PATH


@pytest.mark.parametrize("palette", PALETTES)
def test_every_palette_paints_every_role(palette):
    """No two grounds are alike either, so that a tint never hides the contents of a hex."""
    roles = {sign.role for sign in TABLE if sign.role not in ("", "bold")}
    nations = {
        nation + how
        for nation in ARMIES.values()
        for how in ("", "_low", "_alarm", "_choice", "_chosen", "_noted", "_done", "_low_done")
    }
    for role in (*roles, *nations, "grid", "rail", "name", "town_road", "selected", "target", "offered"):
        assert role in PALETTES[palette], role
    for role in sorted(roles):
        style(f"{role}@woods", palette)
    colours = palette != "mono"
    assert (style("river@clear", palette).bgcolor is not None) is colours
    assert (style("road@clear", palette).bgcolor is not None) is colours


def test_black_is_never_bold_in_sixteen_colours():
    """Many terminals show that as gray."""
    for role, spec in PALETTES["16"].items():
        assert not ("bold" in spec.split() and spec.split(" on ")[0].split()[-1] == "black"), role


@pytest.mark.parametrize("signs", [ASCII, UNICODE])
def test_the_legend_knows_every_sign_and_every_kind(signs):
    """In columns with a gap between them, within the rows that a screen of 80x24 has for a box."""
    entries = legend_entries(signs)
    assert [text for text, _, _ in entries[: len(TABLE)]] == [signs[sign.name] or "   " for sign in TABLE]
    assert {text for text, _, _ in entries[len(TABLE) :]} == {
        f"{word} {letter}" for word, letter in KIND_LETTERS.items()
    }
    rows = ["".join(span.text for span in row) for row in legend_rows(signs)]
    assert len(rows) <= 16
    assert all(len(row) <= 74 for row in rows)
    assert all(len(meaning) < ROOM - SIGN - 1 for _, _, meaning in entries)
    shown = "\n".join(rows)
    assert all(f" {sign.meaning} " in f"{shown} ".replace("\n", " \n") for sign in TABLE)


def test_the_legend_paints_a_state_as_the_map_does():
    """Units that have moved or fought fade there, too."""
    spans = {span.text: span.style for row in legend_rows(ASCII) for span in row}
    assert (spans["!"], spans["?"], spans["&"]) == ("us_alarm", "us_choice", "us_chosen")
    assert spans["IN."] == "us_done"
    desk = BareDesk(Game(load_scenario("arnhem/historical"), seed=1))
    for palette, brackets in (("mono", True), ("night", False)):
        text = " ".join("".join(span.text for span in row) for row in LegendDialog(desk, ASCII, None, palette).rows(74))
        assert "Wired bridges can be blown. A state symbol replaces the last letter." in text
        assert ("Allies are bold, in brackets" in text) == brackets


@pytest.mark.parametrize(("name", "said"), [("arnhem/historical", True), ("bastogne/spearhead", False)])
def test_a_map_that_lies_on_its_side_says_where_north_is(name, said):
    desk = BareDesk(Game(load_scenario(name), seed=1))
    text = " ".join("".join(span.text for span in row) for row in LegendDialog(desk, ASCII).rows(74))
    assert ("North is to the right; in the panel, N means up the screen." in text) == said
