"""Counters: a word above two numbers, at every size; the state in the word's last cell; marks and notes beside them."""

from dataclasses import replace

import pytest

from tests.drawn import board, unit
from tests.every import every
from tests.ui.looks import as_text
from westwall_tui.engine.units import Kind
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS
from westwall_tui.ui.map.drawn.texts import HexTexts
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZES, SMALL
from westwall_tui.ui.map.hexes.counters import token_of
from westwall_tui.ui.map.hexes.marks import Contents, hex_cells
from westwall_tui.ui.map.hexes.numbers import covers_of
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.signs import kind_word, zone_sign
from westwall_tui.ui.terminal.palettes import PALETTES, style

PLAIN = board("... ... ...")
HERE = PLAIN.hex("0202")


def shown(size, **what):
    """Return the lines of the middle hex."""
    picture = Picture(PLAIN, size)
    x, y = picture.origin(HERE)
    lines = as_text(picture, hex_cells(picture, HERE, Contents(**what)))
    return [line.ljust(x + size.across + 1)[x + size.owned[i].start : x + size.owned[i].stop]
            for i, line in enumerate(lines[y : y + size.down])]  # fmt: skip


def token(text, nation="us", **what):
    return token_of(unit(text, 0)[0], nation)._replace(**what)


TANK, GUN = "A1 6-4-12 armor", "Gun 3-2-18/1-7"


def test_a_counter_is_a_word_over_two_numbers():
    assert shown(MIDDLE, token=token(TANK)) == ["/TNK", "\\6-4"]
    assert shown(MIDDLE, token=token(TANK, "german")) == ["/tnk", "\\6-4"]
    assert shown(SMALL, token=token(TANK)) == ["/T ", "\\64"]
    assert shown(LARGE, token=token(TANK)) == ["/  A1 ", "/  TNK  ", "\\6-4-12 ", "\\     "]


@pytest.mark.parametrize(("name", "row"), [("1/3", "/ 1/3 "), ("3/1055", "3/1055"), ("Engineer", "Engin.")])
def test_a_large_counter_names_its_unit(name, row):
    """`3/105` would be another unit."""
    assert shown(LARGE, token=token(f"{name} 4-3-7"))[0] == row


@pytest.mark.parametrize(("army", "word"), [("german", "tnk"), ("ss", "tnk"), ("us", "TNK"), ("british", "Tnk")])
def test_the_letters_of_a_word_tell_the_army(army, word):
    """On the map, in the panel and in the boxes: `kind_word` writes them all."""
    assert kind_word(Kind.ARMOR, army) == word
    assert shown(MIDDLE, token=token(TANK, army)) == [f"/{word}", "\\6-4"]
    assert shown(MIDDLE, token=token(TANK, army, units=2)) == [f"/{word[:2]}2", "\\6-4"]
    assert token(TANK, army).german == (army in ("german", "ss"))


def test_artillery_shows_barrage_and_final_protective_fire():
    assert shown(MIDDLE, token=token(GUN)) == ["/GUN", "\\3-2"]
    assert shown(LARGE, token=token(GUN))[2] == "\\3-2-18 "


@pytest.mark.parametrize(
    ("mark", "state"),
    [(".", "."), ("!", "!"), ("?", "?"), ("&", "&"), ("@", "@"), ("*", "*"), ("7'", "*"), ("P", "@"), (",", "")],
)
def test_the_state_is_in_the_corner_of_a_counter_and_its_numbers_stay(mark, state):
    """A letter between two numbers would be read as another strength."""
    tank = token(TANK, units=2)
    assert shown(MIDDLE, token=tank, mark=(mark, "reach")) == [f"/TN{state or 2}", "\\6-4"]
    assert shown(SMALL, token=tank, mark=(mark, "reach")) == [f"/T{state or 2}", "\\64"]
    assert shown(LARGE, token=tank, mark=(mark, "reach"))[1:3] == [f"/  TNK{state or 2} ", "\\6-4-12 "]


def test_overlays_also_mark_units():
    for sign in ("c", "n", "F", "__", "L"):
        assert shown(MIDDLE, token=token(TANK), over=(sign, "zone")) == [f"/TN{sign[0]}", "\\6-4"]


@pytest.mark.parametrize(
    ("size", "bare", "with_sign"),
    [(SMALL, "\\64", "z64"), (MIDDLE, "\\6-4", "z6-4"), (LARGE, "/  TNK  ", "/  TNK z")],
)
def test_zones_and_reach_stand_beside_the_counter(size, bare, with_sign):
    """Only the enemy's: a unit's own side holds most of the hexes around it."""

    def line(of, text, nation="us"):
        return shown(of, token=token(TANK, nation), over=(text, "zone"))[1]

    for text in ("z ", "zZ"):
        assert line(size, text) == with_sign
    assert line(size, " Z") == bare
    assert line(size, " Z", "german") == with_sign.replace("z", "Z").replace("TNK", "tnk")
    assert line(size, "z ", "ss") == bare.replace("TNK", "tnk")
    assert line(size, "e") == with_sign.replace("z", "e")


def test_the_sign_of_a_way_is_one_cell_that_a_number_has_anyway():
    """Another path then costs few bytes, and no name is hidden for it."""
    picture = Picture(board("... .f. ..."))
    for number in ("7", "7'", "12", "12'"):
        before, after = (
            {(cell.x, cell.y): (cell.char, cell.role) for cell in hex_cells(picture, HERE, Contents(mark=mark))}
            for mark in ((number, "reach"), (f"{number}@", "path"))
        )
        changed = {spot for spot in before | after if before.get(spot) != after.get(spot)}
        assert [before[spot][1] for spot in changed] == ["reach"]


@pytest.mark.parametrize(("mark", "state"), [("@", "F"), (".@", "."), ("7'@", "*"), ("P", "F")])
def test_a_way_through_a_counter_stands_beside_it_and_leaves_its_state(mark, state):
    assert shown(MIDDLE, token=token("A 4-4-7"), mark=(mark, "path")) == [f"/IN{state}", f"{mark[-1]}4-4"]


def test_notes_and_the_owner_of_an_objective_stand_beside_the_counter():
    tank = token(TANK)
    assert shown(MIDDLE, token=tank, note=("$", "objective")) == ["$TNK", "\\6-4"]
    assert shown(MIDDLE, token=tank, note=("$", "objective"), over=("$A", "zone")) == ["$TNK", "A6-4"]
    assert shown(MIDDLE, token=tank, note=("$", "objective"), over=("zZ", "zone")) == ["$TNK", "z6-4"]
    assert shown(MIDDLE, token=tank, note=("DZ", "entry")) == ["/TNK", "D6-4"]
    assert shown(MIDDLE, token=tank, note=("DZ", "entry"), over=("e", "zone")) == ["eTNK", "D6-4"]
    assert shown(LARGE, token=tank, note=("$", "objective"))[:2] == ["/  A1 ", "/$ TNK  "]


def test_the_letter_of_an_entry_area_stands_beside_the_counters_numbers():
    """Beside its word it would look like part of it."""
    h = PLAIN.hex("0102")
    picture = Picture(replace(PLAIN, entries={"B": (h,)}))
    cells = hex_cells(picture, h, Contents(token(TANK)))
    x, y = picture.origin(h)
    assert [(cell.char, cell.role) for cell in cells if cell.x == x] == [("B", "entry")]
    assert [line[:4] for line in as_text(picture, cells)[y : y + 2]] == ["/TNK", "B6-4"]


def test_a_sign_beside_a_counter_keeps_off_the_water():
    """A single one; with two, both cells are taken."""
    plain = board("... ... ...", rivers=["0202/0102"])
    picture = Picture(plain)
    origin = picture.origin(HERE)
    assert picture.role(HERE, (0, 0)) == "river"
    single = hex_cells(picture, HERE, Contents(token(TANK), note=("$", "objective")))
    assert [(cell.x, cell.y) for cell in single if cell.char == "$"] == [(origin[0], origin[1] + 1)]
    both = hex_cells(picture, HERE, Contents(token(TANK), note=("$", "objective"), over=("z", "zone")))
    assert [cell.char for cell in both if cell.x == origin[0]] == ["$", "z"]


@pytest.mark.parametrize(
    ("terrain", "sign"),
    [("f", "%"), ("^", "^"), ("%", "#"), ("g", ";"), ("o", "o"), ("#", "O"), (",", "/"), (".", "/")],
)
def test_the_ground_is_shown_beside_the_counter(terrain, sign):
    picture = Picture(board(f"... .{terrain}. ..."))
    assert beside(picture, Contents(token(TANK))) == sign + "\\"
    noted = beside(picture, Contents(token(TANK), note=("$", "objective")))
    assert noted == "$" + (sign if sign != "/" else "\\")
    assert beside(picture, Contents(token(TANK), over=("z", "zone"))) == sign + "z"
    assert beside(picture, Contents(token(TANK), over=("z", "zone"), note=("$", "objective"))) == "$z"


def test_the_ground_beside_a_counter_keeps_off_water_and_roads():
    wet = Picture(board("... .f. ...", rivers=["0202/0102"]))
    assert beside(wet, Contents(token(TANK))) == "{%"
    road = Picture(board("... .f. ...", roads=["0102 0202"], rivers=["0202/0103"]))
    assert "%" not in beside(road, Contents(token(TANK)))


def beside(picture, what):
    """Return the two cells at the left of the middle hex."""
    x, y = picture.origin(HERE)
    lines = as_text(picture, hex_cells(picture, HERE, what))
    return lines[y][x] + lines[y + 1][x]


def test_several_units_are_counted_in_the_third_letter():
    assert shown(MIDDLE, token=token(TANK, units=2)) == ["/TN2", "\\6-4"]
    assert shown(SMALL, token=token(TANK, units=2)) == ["/T2", "\\64"]


def test_small_counters_show_their_state_above():
    assert shown(SMALL, token=token(TANK), mark=("!", "obliged")) == ["/T!", "\\64"]


def test_units_that_must_fight_and_units_that_are_done_look_different():
    picture = Picture(PLAIN)
    for mark, how in (("!", "us_alarm"), ("?", "us_choice"), ("&", "us_chosen"), ("*", "us")):
        cells = hex_cells(picture, HERE, Contents(token(TANK), (mark, "reach")))
        assert [cell.role for cell in cells] == ["us", "us", how, "us_low", "us_low", "us_low"]
    done = hex_cells(picture, HERE, Contents(token(TANK), (".", "reach")))
    assert {cell.role for cell in done} == {"us_done", "us_low_done"}


@every("palette", PALETTES)
@every("nation", ["german", "ss", "us", "british"])
def test_the_sign_of_a_state_has_other_colors_than_its_counter(nation, palette):
    """Otherwise `gu` and the sign `n` would be a gun that is ready."""
    upper, lower = style(nation, palette), style(f"{nation}_low", palette)
    for how in ("alarm", "choice", "chosen", "noted"):
        look = style(f"{nation}_{how}", palette)
        if palette == "mono":
            assert bool(look.reverse) is not bool(upper.reverse)
        else:
            assert (look.color, look.bgcolor, look.reverse) not in (
                (each.color, each.bgcolor, each.reverse) for each in (upper, lower)
            )
            assert look.bgcolor is not None or palette == "16"


@pytest.mark.parametrize("palette", ["16", "night", "paper", "colour-blind"])
def test_the_spent_counters_of_two_sides_look_different(palette):
    """In all colors, drawn and in characters, in 256 colors and in 24 bits."""
    for line in ("", "_low"):
        looks = [style(f"{nation}{line}_done", palette) for nation in ("german", "us", "british")]
        assert len(set(looks)) == 3
        assert len({(look.bgcolor, look.color if palette == "16" else None) for look in looks}) == 3
        for exact in (False, True) if palette != "16" else ():
            inks = [Colors(palette, exact=exact).ink(f"{nation}{line}_done") for nation in ("german", "us", "british")]
            assert len(set(inks)) == 3
            if palette == "paper":
                assert len({ground for _, ground in inks}) == 3


def test_marks_of_a_free_hex():
    assert shown(MIDDLE, mark=("7'", "reach")) == ["/7' ", "\\   "]
    assert shown(MIDDLE, mark=("7@", "path")) == ["/7@ ", "\\   "]
    assert shown(MIDDLE, mark=("7'@", "path")) == ["/7'@", "\\   "]
    assert shown(MIDDLE, mark=("12'@", "path")) == ["/12@", "\\   "]
    assert shown(MIDDLE, mark=("@", "path")) == ["/@  ", "\\   "]
    assert shown(SMALL, mark=("7'@", "path")) == ["/7@", "\\  "]
    assert shown(SMALL, mark=("12@", "path")) == ["/12", "\\ @"]
    assert shown(MIDDLE, mark=("*", "reach"), over=(" Z", "zone"))[1] == "\\ Z "
    assert shown(MIDDLE, over=("zZ", "zone")) == ["/   ", "\\zZ "]
    assert shown(MIDDLE, note=("DZ", "entry")) == ["/   ", "\\DZ "]
    assert shown(MIDDLE, note=("DZ", "entry"), over=("c", "zone")) == ["/   ", "\\DZc"]
    assert shown(MIDDLE, note=("DZ", "entry"), over=("zZ", "zone")) == ["/zZ ", "\\DZ "]
    assert shown(MIDDLE, note=("$", "objective"), over=("$A", "zone")) == ["/   ", "\\$A "]


def test_a_hex_in_an_enemy_zone_keeps_its_number():
    """5.25 and 6.1: the number of points left, and the zone that stops the unit."""
    assert shown(MIDDLE, mark=("7z", "reach")) == ["/7z ", "\\   "]
    assert shown(MIDDLE, mark=("7'z", "reach")) == ["/7'z", "\\   "]
    assert shown(MIDDLE, mark=("10'Z", "reach")) == ["/10Z", "\\   "]
    assert shown(MIDDLE, mark=("7'z@", "path")) == ["/7z@", "\\   "]
    assert shown(MIDDLE, mark=("10'z@", "path")) == ["/10z", "\\  @"]
    assert shown(SMALL, mark=("7'z", "reach")) == ["/7z", "\\  "]
    assert shown(SMALL, mark=("10z@", "path")) == ["/10", "\\@z"]
    assert shown(LARGE, mark=("10'z@", "path"))[1] == "/ 10z@  "
    roles = [cell.role for cell in hex_cells(Picture(PLAIN), HERE, Contents(mark=("7'z", "reach")))]
    assert roles == ["reach"] * 3, "one look for all, which saves bytes"


@every("terrain", ["o", "#", "f"])
@every("size", [SMALL, MIDDLE, LARGE])
@every("text", ["2", "2'", "12", "12'", "2z", "2'z"])
def test_a_number_stands_apart_from_its_towns_sign_and_leaves_that_in_sight(size, terrain, text):
    """`2o` would be read as 20; without the sign the town would be invisible."""
    picture = Picture(board(f"... .{terrain}. ..."), size)
    x, y = picture.origin(HERE)
    lines = [line.ljust(x + 9) for line in as_text(picture, hex_cells(picture, HERE, Contents(mark=(text, "reach"))))]
    inside = [lines[y + i][x + row.start : x + row.stop] for i, row in enumerate(size.counter)]
    word = text.replace("'", "") if size is SMALL else text
    assert sum(line.startswith(word) or f" {word}" in line for line in inside) == 1
    sign = {"o": "o", "#": "O"}.get(terrain)
    left, top = size.town[0]
    assert sign is None or lines[y + top][x + left] == sign, "it stays where it is: names stand beside it"
    assert not any(f"{digit}{letter}" in line for line in inside for digit in "012" for letter in "oO")


@every("size", SIZES)
@every("text", ["6", "6'", "12", "12'", "6z", "6'z"])
@every("roads", ["", "0201 0202 0203", "0102 0202 0303"])
def test_a_number_stands_apart_from_an_objective(size, text, roads):
    """`$6` would be read as one value, on the drawn map, too."""
    ground = board("... ... ...", roads=[roads] if roads else [])
    picture = Picture(ground, size)
    shown = Contents(mark=(text, "reach"), note=("$", "objective"))
    drawn = HexTexts(picture, QUADRANTS, covers_of(picture))
    note = [(x, y) for x, y, _ in drawn.firm(HERE, shown)]
    texts = {(x, y): each.char for x, y, each in drawn.signs(HERE, shown, ()).texts}
    for cells in ({(c.x, c.y): c.char for c in hex_cells(picture, HERE, shown)}, {**texts, note[0]: "$"}):
        (x, y), *others = [spot for spot, char in cells.items() if char == "$"]
        assert not others
        assert [char for char in cells.values() if char.isdigit()] == [char for char in text if char.isdigit()]
        assert not any(cells.get((x + aside, y), " ").isdigit() for aside in (-1, 1))


def test_a_note_keeps_off_ways_and_water():
    plain = board("... ... ...", rivers=["0202/0203"])
    picture = Picture(plain)
    note = hex_cells(picture, HERE, Contents(note=("$", "objective")))
    assert [picture.role(HERE, (cell.x - 4, cell.y - 3)) for cell in note] == [""]


@pytest.mark.parametrize("text", ["z ", " Z", "zZ", "$A", "c"])
def test_an_overlays_sign_leaves_the_bridge_of_a_hex_in_sight(text):
    plain = board("... ... ...", rivers=["0202/0203"], roads=["0202 0203"])
    picture = Picture(plain)
    x, y = picture.origin(HERE)
    cells = hex_cells(picture, HERE, Contents(over=(text, "zone")))
    assert "".join(cell.char for cell in cells) == text.strip()
    line = as_text(picture, cells)[y + 1].ljust(x + 4)[x : x + 4]
    assert line[2] == "H"
    assert [char for char in (line[1], line[3]) if char != "~"] == [char for char in text if char != " "]


def test_nations_have_their_letters_and_colours_in_every_battle():
    """Regardless of the First Player."""
    for name, german in (("bastogne/spearhead", 0), ("arnhem/free", 1), ("hurtgen/free", 1), ("remagen/optimum", 1)):
        scenario = load_scenario(name)
        assert [scenario.is_german(side) for side in (0, 1)] == [side == german for side in (0, 1)]
        assert zone_sign(scenario, german) == "z"
        assert zone_sign(scenario, 1 - german) == "Z"
        assert all(unit.nation for unit in scenario.units)
        for u, counter in enumerate(scenario.units):
            assert (scenario.army(u) in ("german", "ss")) == (counter.side == german)
    arnhem = load_scenario("arnhem/free")
    nations = {unit.id: arnhem.army(u) for u, unit in enumerate(arnhem.units)}
    assert (nations["1/501"], nations["1/1"], nations["3/Pol"], nations["2/9S"]) == ("us", "british", "british", "ss")
