"""The list beside the overview: the units by place."""

from dataclasses import replace

from tests.drawn import board, drawn
from tests.engine.battles.scored import scored
from westwall_tui.engine.board import Place
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.pages.whole_board import by_place, units_by_place

FIELD = "\n".join(["." * 30] * 3)


def at_foy():
    plain = board(FIELD)
    towns = (Place("Foy", "village", (plain.hex("0502"),)), Place("Noville", "town", (plain.hex("1002"),)))
    return drawn(
        replace(plain, places=towns),
        blue=["A1 4-3-7 infantry 0402", "A2 4-3-7 infantry 0901"],
        red=["B1 4-3-7 infantry 1102", "B2 4-3-7 infantry 2502"],
    )


def text(rows):
    return ["".join(span.text for span in line) for line in rows]


def test_each_unit_is_listed_at_the_nearest_place():
    found = {place.name: tuple(map(len, place.units)) for place in units_by_place(at_foy())}
    assert found == {"Noville": (1, 1), "Foy": (1, 0), "elsewhere": (0, 1)}


def test_a_town_is_listed_under_the_name_of_its_objective():
    """Check that each hex of a town with points appears once, also if two tables of points are about it."""
    plain = board(FIELD)
    town = Place("Hurtgen", "town", (plain.hex("1002"), plain.hex("1003")))
    each = '[[points]]\nkind = "hold"\nname = "the village"\nhexes = ["1002", "1003"]\neach = true\n'
    game = scored(
        f'{each}points = {{ Blue = 5 }}\n{each}when = "turns"\npoints = {{ Red = 1 }}\n',
        replace(plain, places=(town,)),
        blue=["A 4-3-7 1002"],
        red=["B 4-3-7 2502"],
    )
    found = [(place.scored_by, place.name, tuple(map(len, place.units))) for place in units_by_place(game)]
    assert found == [
        ("$B", "the village at 1002", (1, 0)),
        ("$?", "the village at 1003", (0, 0)),
        ("", "elsewhere", (0, 1)),
    ]


def test_units_are_named_if_there_is_room_else_counted():
    game = at_foy()
    assert text(by_place(game, 40, 20)) == [
        *("Units by place", "Noville", "  Blue: A2", "  Red: B1", "Foy", "  Blue: A1", "elsewhere", "  Red: B2"),
    ]
    counted = ["Units        B  R", "Noville      1  1", "Foy          1  -", "elsewhere    -  1"]
    assert [" ".join(line.split()) for line in text(by_place(game, 19, 20))] == [" ".join(c.split()) for c in counted]
    assert text(by_place(game, 40, 4)) == text(by_place(game, 19, 4))


def test_a_line_below_the_objectives_explains_their_signs(tmp_path):
    game = LocalSession.new(load_scenario("hurtgen/historical"), seed=1, folder=tmp_path).game
    for width in (21, 45):
        rows = text(by_place(game, width, 60))
        signs = {name for row in rows for name in ("$A", "$G", "$?") if row.startswith(name) and "," not in row}
        told = " ".join(rows)
        words = {"$A": "$A = U.S.", "$G": "$G = German", "$?": "$? = neither side"}
        assert signs
        assert {sign for sign, said in words.items() if said in told} == signs


def test_a_cut_list_says_how_many_more_there_are_and_no_row_is_too_long(tmp_path):
    game = LocalSession.new(load_scenario("hurtgen/historical"), seed=1, folder=tmp_path).game
    for width in (18, 22, 45, 80):
        rows = text(by_place(game, width, 9))
        assert len(rows) == 9
        assert rows[-1].startswith("... and ")
        assert max(map(len, rows)) <= width
