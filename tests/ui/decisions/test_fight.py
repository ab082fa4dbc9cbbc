"""A combat as a picture: the column on its scale, the six faces and the side that each hurts, bars."""

import pytest

from tests.drawn import drawn, scenario
from tests.pilot import running, showing
from tests.ui.desk import text_of
from tests.ui.looks import box_of
from westwall_tui.engine import planning
from westwall_tui.engine.events import Attacked, Rolled
from westwall_tui.engine.orders import Attack
from westwall_tui.ui.decisions.attack import AttackDialog
from westwall_tui.ui.decisions.fight import (
    NARROW,
    TALL,
    ColumnShift,
    bar,
    face_rows,
    prospect_rows,
    scale_rows,
    tally_rows,
)
from westwall_tui.words import odds as text
from westwall_tui.words.rows import width_of

WIDTHS = (76, 68, 50)


def preview(order=("A1", "A2"), **more):
    game = drawn(
        blue=["A1 4-4-7 0505", "A2 5-4-7 0404"], red=["X 3-3-7 0504", "Gun 3-2-9/1-7 0901"], phase="combat", **more
    )
    found = planning.preview(game, Attack(order, ("X",)))
    assert found is not None
    return game, found


@pytest.mark.parametrize("width", WIDTHS)
def test_the_scale_shows_the_column_and_the_one_with_all_defensive_fire(width):
    _, found = preview()
    rows = scale_rows(found.odds, "Clear at 0504 (7.44)", width, ColumnShift(found.fire_odds, "with their fire: +4"))
    shown = text_of(rows)
    assert "9 - 3 = +6" in shown
    assert "[+6-8]" in shown
    assert all(width_of(row) <= width for row in rows)
    scale = next(row for row in rows if any(span.text == "[+6-8]" for span in row))
    assert [span.text for span in scale if span.style == "warning"] == ["+4,5"]
    arrow = text_of(rows).splitlines()[rows.index(scale) + 1]
    line = text_of([scale])
    assert line.index("+4,5") <= arrow.index("^") < line.index("+4,5") + 4, "the arrow's head is below that column"
    assert "with their fire: +4" in arrow


@pytest.mark.parametrize("width", WIDTHS)
def test_every_face_has_the_color_of_the_side_it_hurts(width):
    game, found = preview()
    faces = text.faces(game, found.fates, found.attacker_fates, found.odds.results, alone=False)
    assert [(face.result, face.dice, face.them, face.us) for face in faces] == [
        ("D3", (1,), True, False),
        ("D2", (2, 3, 4, 5), True, False),
        ("Br", (6,), True, True),
    ]
    rows = face_rows(game, faces, (0, 1), width)
    assert all(width_of(row) <= width for row in rows)
    styles = {span.style for row in rows for span in row}
    assert {f"chip_{game.scenario.colors(1)}", "chip_both"} <= styles
    assert [span.text for row in rows for span in row if span.style == "chip_cursor"] == []
    marked = [
        span for row in face_rows(game, faces, (0, 1), width, die=6) for span in row if span.style == "chip_cursor"
    ]
    assert [span.text for span in marked] == ["[6]"]
    if width < NARROW:
        told = [line.split(maxsplit=3)[-1] for line in text_of(rows).splitlines()]
        assert len(told) == 6
        assert len({*told[1:5]}) == 1, "each row of the same result says all of it"
        assert all(len(words) > 4 for words in told)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_tally_of_rolls_is_never_cut(width):
    game, _ = preview()
    kinds = ((True, False), (True, True), (False, True), (False, False))
    faces = [text.Face((roll,), "X", them, us, ("",)) for roll, (them, us) in enumerate(kinds, 1)]
    rows = tally_rows(game, faces, (0, 1), width)
    assert all(width_of(row) <= width for row in rows)
    told = " ".join(text_of(rows).split())
    assert told == "1 of 6 rolls hurts only the Red forces, 1 both sides, 1 only the Blue forces, 1 neither side"
    low, tall = (prospect_rows(game, faces, (), (0, 1), width, room) for room in (TALL - 1, TALL))
    assert tall == [*low, *rows]


def test_the_ways_out_of_two_defenders_fit_on_a_line():
    game = drawn(blue=["A 4-4-7 0504", "B 4-4-7 0604"], red=["X 3-3-7 0505", "Y1/99 3-3-7 0605"], phase="combat")
    fates = [planning.fate(game, game.scenario.by_id[unit]) for unit in ("x", "y1/99")]
    wide, narrow = (text_of(prospect_rows(game, (), fates, (0, 1), width, TALL - 1)) for width in (98, 32))
    assert "has three ways out" in wide
    assert "..." not in narrow
    assert "X: " in narrow


def test_narrow_faces_have_fewer_words():
    game, found = preview()
    two = text.faces(game, found.fates, found.attacker_fates, found.odds.results, alone=False)[1]
    assert two.words == ("X retreats two hexes", "X retreats two", "two hexes", "two")


def test_where_one_side_is_lost_and_the_other_falls_back_few_words_name_both():
    """7.74: X is surrounded, and Br drives A back too."""
    game, found = preview()
    lost = [found.fates[0].replace(room=0)]
    for attackers, told in (
        (found.attacker_fates[:1], "X lost, A1 one hex"),
        (found.attacker_fates, "X lost, 2 units one hex"),
    ):
        (face,) = text.faces(game, lost, attackers, ["Br"] * 6, alone=False)
        assert face.words[2] == told


def test_where_only_one_of_two_defenders_is_lost_the_fewest_words_say_how_many():
    """7.74: X is surrounded, and Y has a way out."""
    game = drawn(blue=["A1 9-4-7 0505"], red=["X 3-3-7 0504", "Y 3-3-7 0604"], phase="combat")
    found = planning.preview(game, Attack(("A1",), ("X", "Y")))
    assert found is not None
    fates = [found.fates[0].replace(room=0), found.fates[1]]
    (face,) = text.faces(game, fates, found.attacker_fates, ["D1"] * 6, alone=False)
    assert face.words[0].startswith("X is lost and Y retreats one hex")
    assert face.words[-1] == "one lost"


def test_a_result_without_effect_has_no_sides_color():
    """8.15: artillery alone does not retreat."""
    game = drawn(blue=["Gun 1-2-9/1-7 0509"], red=["X 3-3-7 0504"], phase="combat")
    found = planning.preview(game, Attack((), ("X",), ("Gun",)))
    assert found is not None
    faces = text.faces(game, found.fates, found.attacker_fates, found.odds.results, alone=True)
    nothing = next(face for face in faces if face.result == "A1")
    assert (nothing.them, nothing.us, nothing.words[0]) == (False, False, "no effect")


def test_bars_have_one_mark_per_point_or_are_to_scale():
    assert bar(3, 5, 8) == "###"
    assert bar(20, 20, 8) == "########"
    assert bar(10, 20, 8) == "####"
    assert bar(1, 20, 8) == "#"
    assert bar(0, 5, 8) == ""


def test_a_combat_becomes_one_line_as_its_events_come():
    declared = text.combat_in_words([Attacked(("A1", "A2"), ("X",), ("Gun",), 0)])
    assert declared == "A1, A2, Gun on X"
    rolled = text.combat_in_words([Rolled(3, 6, "Clear", "+6-8", "D2")], declared)
    assert rolled == "A1, A2, Gun on X: +6, die 3, D2"
    assert text.combat_in_words([], rolled) == rolled


@pytest.mark.slow
async def test_the_next_box_starts_with_the_last_combat():
    start = scenario(blue=["A 9-4-7 0505", "B 3-3-7 0102"], red=["X 3-3-7 0504", "Y 2-2-7 0101"], phase="combat")
    async with running(showing(start, handover="never")) as pilot:
        screen = pilot.screen
        play_screen = screen.play
        play_screen.apply(Attack(("A",), ("X",)))
        while play_screen.game.prompt.kind != "combat":
            play_screen.apply(next(iter(play_screen.game.legal())))
        play_screen.open(AttackDialog(play_screen, (play_screen.game.scenario.by_id["y"],)))
        screen.draw()
        await pilot.pause()
        assert box_of(pilot.app).splitlines()[1].startswith("| Last: A on X: +6, die ")
