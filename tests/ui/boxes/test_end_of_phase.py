"""The question before a phase ends, and the costs of ending it."""

from dataclasses import replace
from itertools import pairwise

from tests.drawn import drawn, play
from tests.engine.battles.scored import scored
from tests.engine.queries.battles import arnhem
from tests.ui.desk import BareDesk, text_of
from westwall_tui.engine.board import Place
from westwall_tui.ui.boxes.end_of_phase import CoachDialog, even_lines, price_rows
from westwall_tui.words.places import listed_hexes


def contact(**what):
    """Return a desk where A1 is next to X, and A2 could come to help."""
    return drawn(**{"blue": ["A1 4-4-7 0505", "A2 5-4-7 0808"], "red": ["X 3-3-7 0504"], **what})


def test_7_11_the_question_shows_the_fights_to_come_with_odds_and_hexes():
    desk = BareDesk(contact()).act("end")
    assert "You will have to fight:" in desk.box
    assert "A1 must attack X: +1 (0505, 0504)" in desk.box
    assert "One unit could still move:\n  A2" in desk.box
    desk.act("back")
    assert desk.game.prompt.kind == "movement"
    desk.act("end", "confirm")
    assert desk.game.prompt.kind == "movement", "Enter was meant for the map"
    assert "y: end the phase" in desk.said
    desk.act("end")
    assert desk.game.prompt.kind == "combat"


def test_a_phase_without_costs_ends_without_a_question():
    game = drawn(blue=["A1 4-4-7 0505"], red=["X 3-3-7 0101"])
    play(game, "move A1 0506")
    desk = BareDesk(game).act("end")
    assert not desk.open_now
    assert game.prompt.side == 1


def test_7_7_units_that_the_enemy_could_surround_are_named_before_a_phase_without_costs_ends():
    game = drawn(blue=["A 3-3-7 0509"], red=["X 5-4-7 0504", "Y 5-4-7 0107"])
    play(game, "move A 0505")
    desk = BareDesk(game).act("end")
    assert "Risks:\n  A can be surrounded at 0505 by" in desk.box


def test_the_second_player_sees_the_points_of_both_sides_as_the_game_turn_ends():
    table = '[[points]]\nkind = "hold"\nby = "unit"\nwhen = "turns"\npoints = { Blue = 3, Red = 2 }\n'
    tables = f'{table}name = "The bridge"\nhexes = ["0506"]\n{table}name = "The mill"\nhexes = ["0502"]\n'
    game = scored(tables, blue=["A1 4-4-7 0506", "A2 4-4-7 0606"], red=["X 3-3-7 0502"])
    desk = BareDesk(game).act("end")
    assert "When the Game-Turn ends:" not in desk.box
    play(game, "done")
    desk = BareDesk(game).act("end")
    assert "The Blue forces score three points for The bridge when the Game-Turn ends" in " ".join(desk.box.split())
    assert desk.box.endswith("When the Game-Turn ends:\n  The Red forces score two points for The mill")


def test_hexes_have_their_names_or_that_of_a_nearby_town():
    """Each name appears once; a hex and its name are in one line."""
    game = drawn(blue=["A1 4-4-7 0505"], red=["X 3-3-7 0504"])
    plain = game.scenario.board
    hexes = [plain.hex(number) for number in ("0505", "0504", "0503")]
    foy, away = (Place("Foy", "village", tuple(map(plain.hex, numbers))) for numbers in (("0505", "0504"), ("0508",)))
    assert listed_hexes(plain, hexes) == "0505, 0504, 0503"
    assert listed_hexes(replace(plain, places=(foy, away)), hexes) == "0505 Foy, 0504, 0503"
    assert listed_hexes(replace(plain, places=(away,)), hexes[:1]) == "0505, near Foy"
    assert listed_hexes(replace(plain, places=(away,)), hexes) == "0505, 0504, 0503", "one is farther away"
    assert listed_hexes(replace(plain, places=(foy,)), hexes[1:] * 2, 2) == "0504 Foy, 0503 ..."
    told = "A must attack B and C: +10 at best (0101, 0102 Foy, 0103, 0104 Bizory, 0505 Neffe, 0504)"
    *_, last = even_lines(told, 76)
    assert last == "    0102 Foy, 0103, 0104 Bizory, 0505 Neffe, 0504)"
    told = "  unit 52 and unit 2 must attack 2/902: +6 at best, -1 without barrage (2311, 2310 Bourcy, 2210)"
    assert even_lines(told, 76)[0].endswith(": +6 at best,")
    told = "  unit 52, unit 2 and unit 3 must attack 2/902 and 3/902: at best +6 against 2/902, -2 against 3/902"
    assert not any(line.endswith((" at", " best")) for width in range(40, 80) for line in even_lines(told, width))


def test_4_1_units_that_could_still_enter_are_named():
    desk = BareDesk(contact(blue=["A1 4-4-7 0508", "B 1-1-7"], arrivals=[(1, "B", "0901")])).act("end")
    assert "B could still enter (0901)" in desk.box


def test_17_3_lines_that_are_cut_are_named_with_their_points():
    game = arnhem(blue=["A 2-2-7 0505"], red=["X 2-2-7 0909"])
    rows = text_of(price_rows(game, 70))
    assert "A has no Line of Communication" in rows
    assert "3 points (0505)" in rows


def test_17_3_units_with_the_same_reason_share_a_line_and_many_reasons_are_left_to_the_list():
    roads = ["0505 0506", "0909 0908"]
    two = arnhem(blue=["A 2-2-7 0505", "B 2-2-7 0506", "C 2-2-7 0908"], red=["X 2-2-7 0101"], roads=roads)
    rows = text_of(price_rows(two, 70))
    assert "A, B and C have no Line of Communication: " in rows
    assert "9 points (0505, 0506, 0908)" in " ".join(rows.split())


def test_a_long_list_scrolls_and_the_box_keeps_its_height():
    blue = [
        f"U{i}-with-a-long-name 1-1-7 {column:02}0{row}"
        for i, (column, row) in enumerate((c, r) for r in (9, 6, 3) for c in range(1, 10))
    ]
    red = [
        f"X{i} 1-1-7 {column:02}0{row}"
        for i, (column, row) in enumerate((c, r) for r in (8, 5) for c in range(1, 10, 3))
    ]
    desk = BareDesk(drawn(blue=blue, red=[*red, "Far 1-1-7 0101"], roads=["0101 0102"])).act("end")
    before = desk.box
    assert " v " in before.splitlines()[-1]
    assert before.splitlines()[-1].endswith(" more")
    desk.act("page_down")
    assert desk.box != before
    assert len(desk.box.splitlines()) == len(before.splitlines())
    desk.act("page_up")
    assert desk.box == before


def crowd():
    """Return a desk with a long line on both sides, each unit next to several enemies."""
    blue = [f"U{i} 1-1-7 {column:02}05" for i, column in enumerate(range(1, 10))]
    red = [f"X{i} 1-1-7 {column:02}04" for i, column in enumerate(range(1, 10))]
    return drawn(blue=blue, red=red)


def test_large_fights_name_the_first_units_and_all_on_request():
    desk = BareDesk(crowd()).act("end")
    assert "U0, U1, U2 and 6 more must attack X0, X1, X2 and 6 more: " in " ".join(desk.box.split())
    assert "(0105, 0205, 0305 ...)" in " ".join(desk.box.split())
    assert "+ all units" in desk.footer
    desk.act("more")
    assert all(f"U{i}" in desk.box and f"X{i}" in desk.box for i in range(9))
    assert "0904" in desk.box
    assert "- shorter" in desk.footer
    desk.act("less")
    assert "6 more" in desk.box


def test_a_long_sentence_has_even_lines_and_keeps_its_hexes_together():
    odds = "+6 at best (+4 after all FPF), +2 without barrage"
    text = f"  A must attack unit 2, unit 3 and unit 90 together: {odds} (1316, 1317, 1215, 1216)"
    lines = even_lines(text, 50)
    assert " ".join(" ".join(lines).split()) == text.strip()
    assert all(len(line) <= 50 for line in lines)
    assert "(1316, 1317, 1215, 1216)" in lines[-1]
    assert max(map(len, lines)) - min(map(len, lines)) < 20
    assert even_lines("  short (0101)", 50) == ["  short (0101)"]


def test_names_fill_the_lines_of_a_narrow_box():
    many = [f"{i}/50{i} 1-1-7 0{i}0{1 + i % 3}" for i in range(1, 9)]
    desk = BareDesk(drawn(blue=many, red=["X 3-3-7 0909"])).act("end")
    assert desk.dialog is not None
    head, *lines = text_of(desk.dialog.rows(34)).splitlines()
    assert head == "Eight units could still move:"
    assert len(lines) > 1
    for line, following in pairwise(lines):
        assert len(line) <= 34 < len(line) + 1 + len(following.split()[0])


class Coached(BareDesk):
    """A desk whose player has a coach that has already thought."""

    coached = True


def test_4_1_the_coach_counts_units_that_could_still_move_or_enter():
    desk = Coached(contact(blue=["A1 4-4-7 0508", "A2 5-4-7 0808", "B 1-1-7"], arrivals=[(1, "B", "0901")]))
    desk.act("end")
    assert isinstance(desk.dialog, CoachDialog)
    assert "Two units could still move and one unit could still enter." in desk.box
