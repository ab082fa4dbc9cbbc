"""The phase bar, and the prompt when the text before it is too long."""

from tests.drawn import drawn
from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.around.bars import fit_row, last_lines, phase_bar
from westwall_tui.words.events import LogLine
from westwall_tui.words.rows import Span


def bar(width):
    return "".join(span.text for span in phase_bar(drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0101"]), width))


def test_the_points_are_at_the_right_edge_with_the_names_of_the_sides():
    game = Game(load_scenario("hurtgen/historical"), seed=1)
    spans = phase_bar(game, 80)
    told = "".join(span.text for span in spans)
    first, second = queries.totals(game)
    assert told.endswith(f"U.S. {first} : German {second}x2")
    assert len(told) == 79
    assert [span.text for span in spans if span.style == "chip_us"] == ["U.S.", "U.S."]


def test_a_narrow_bar_loses_its_parts_in_order():
    """The bar loses the battle, the turn track, the other phase, the scenario's name and the date, in this order."""
    game = Game(load_scenario("bastogne/spearhead"), seed=1)
    game.state.phase, game.state.side = Phase.MOVEMENT, 0

    def told(width):
        return "".join(span.text for span in phase_bar(game, width)).split("German 0")[0].strip()

    assert told(120) == "Bastogne: Spearhead [1] 2 3 4 5 6 7  18 Dec am  GERMAN >MOVE< combat"
    assert told(80) == "Spearhead 1/7  18 Dec am  GERMAN >MOVE< combat"
    assert told(62) == "Spearhead 1/7  18 Dec am  GERMAN >MOVE<"
    assert told(50) == "1/7  18 Dec am  GERMAN >MOVE<"
    assert told(45) == "1/7  GERMAN >MOVE<"
    assert "".join(span.text for span in phase_bar(game, 36)).endswith("German 0 : U.S. 39")


def test_in_a_long_game_the_track_shows_the_turns_around_the_current_one():
    game = Game(load_scenario("remagen/historical"), seed=1)
    game.state.turn = 14
    assert ".. 9 10 11 12 13 [14] 15 16 17 18 .. 30" in "".join(span.text for span in phase_bar(game, 160))


def test_the_turn_stays_if_a_battle_has_too_many_conditions(monkeypatch):
    monkeypatch.setattr(queries, "circumstances", lambda game: ["landed 0/25", "rain until turn 4", "blown 1"])
    assert "landed 0/25  rain until turn 4  blown 1" in bar(120)
    narrow = bar(40)
    assert len(narrow) <= 40
    assert "1/" in narrow
    assert "landed 0/25" in narrow
    assert "blown 1" not in narrow


def test_the_number_of_obliged_units_stays_in_a_narrow_bar():
    game = drawn(blue=["A 4-4-7 0505"], red=["X 2-2-7 0504"], phase="combat")
    told = "".join(span.text for span in phase_bar(game, 30))
    assert "fight 2" in told
    assert told.startswith(" 1/9  BLUE >COMBAT<")


MORE = "... (p: the rest)."


def lines(*spans, width=40, height=3):
    """Return the lines as text."""
    found = fit_row(tuple(Span(text) for text in spans), width, height, MORE)
    return ["".join(span.text for span in line) for line in found]


def test_a_text_that_fits_is_not_changed():
    assert lines("Red: 1 moved. ", "Blue moves. Tab: next") == [" Red: 1 moved. Blue moves. Tab: next"]


def test_the_text_before_the_prompt_is_cut_and_the_prompt_stays_whole():
    told = lines(f"Red: 1 moved. {'Red scores a lot. ' * 20}", "Blue moves. Tab: next unit, Enter: the one here")
    assert len(told) == 3
    assert " ".join(" ".join(told).split()).endswith(f"{MORE} Blue moves. Tab: next unit, Enter: the one here")
    assert told[0].startswith(" Red: 1 moved.")


def test_a_prompt_that_needs_all_lines_has_no_text_before_it():
    asks = " ".join(["Blue moves."] * 9)
    assert " ".join(" ".join(lines("Red: 1 moved. ", asks)).split()) == asks
    assert len(lines("Red: 1 moved. ", asks * 3)) == 3


def test_a_single_text_that_is_too_long_shows_that_it_goes_on():
    told = lines("Blue moves. " * 20)
    assert len(told) == 3
    assert told[-1].endswith(" ...")


def test_no_line_begins_with_the_sign_that_marks_hexes():
    assert lines("Red: X retreats one. 2 hexes are marked *", width=41) == [
        " Red: X retreats one. 2 hexes are",
        " marked *",
    ]


def test_a_cut_line_of_the_log_shows_that_it_goes_on():
    """Only its end was shown, as if it were a line of its own."""
    log = [LogLine("Red attacked Blue with all that it had on the long ridge"), LogLine("Die 2: D2")]
    assert ["".join(span.text for span in line) for line in last_lines(log, 30, 2)] == [
        " Red attacked Blue with all ...",
        " Die 2: D2",
    ]
