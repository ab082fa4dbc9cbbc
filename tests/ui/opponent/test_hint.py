"""The box of a hint."""

from tests.drawn import drawn, play
from tests.engine.battles.drawn_arnhem import field, market, resolve
from tests.ui.desk import BareDesk
from westwall_tui.ai.player import Player
from westwall_tui.ai.thinker import Thought
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import parse
from westwall_tui.learn.lessons.catalog import find_lesson
from westwall_tui.learn.lessons.script import load_lesson
from westwall_tui.ui.opponent.hint import HintDialog


def shown(desk, thought, width=70):
    rows = HintDialog(desk, thought, None).rows(width)
    return ["".join(span.text for span in row) for row in rows]


def in_the_city():
    start = market(field("0505#"), allied=["A 4-4-7 0504"], german=["X 2-2-7 0505"], phase="combat")
    resolve(start, "attack A > X", "D2")
    return BareDesk(start)


def test_11_1_staying_in_a_city_is_not_called_a_retreat():
    thought = Thought(parse("retreat X 0505"), ("The city absorbs the result (11.1).",), parse("retreat X 0506 0507"))
    assert shown(in_the_city(), thought)[:3] == [
        "Leave X in the city at 0505",
        "- The city absorbs the result (11.1).",
        "Or: retreat X to 0507 through 0506",
    ]


def test_11_1_nor_as_the_second_best_order():
    thought = Thought(parse("retreat X 0506 0507"), (), parse("retreat X 0505"))
    assert "Or: leave X in the city at 0505" in shown(in_the_city(), thought)


def test_7_74_a_lost_unit_does_not_hold_a_city():
    wet = "\n".join(["~~~~~~~~~"] * 2 + ["~~~...~~~"] * 7)
    start = drawn(wet, blue=["A 9-4-7 0505"], red=["X 1-1-7 0504"], phase="combat")
    play(start, "attack A > X", "roll 3")
    player = Player(3, 1)
    order = player.advise(start)
    found = shown(BareDesk(start), Thought(order, player.reasons, player.second))
    assert found[0] == f"X is eliminated at {str(order).split()[-1]} in any case"
    assert found[1] == "- It cannot retreat in full (7.74)."


def test_7_11_the_box_always_names_the_cost_of_an_attack():
    start = market(
        allied=["A 1-4-7 0505"],
        german=["X 9-9-7 0504"],
        victory={"line_to": ["0101"], "drop_zones": []},
        phase="combat",
    )
    player = Player(3, 1)
    thought = Thought(player.advise(start), player.reasons, player.second)
    assert any(line.startswith("- Risk: 1 of 6 rolls eliminates A") for line in shown(BareDesk(start), thought))


def test_a_hint_with_numbers_explains_them():
    said = "(+1.0) is a Victory Point"
    desk = BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 1-1-7 0909"]))
    dialog = HintDialog(desk, Thought(parse("move A 0504"), ("It gets next to X. (+2.5)",), None), None)
    assert dialog.stake(60) == said
    assert dialog.stake(10) == "", "it needs room"
    without = HintDialog(desk, Thought(parse("move A 0504"), ("It cannot retreat in full (7.74).",), None), None)
    assert without.stake(60) == ""


def test_without_victory_points_a_hint_names_none():
    """The lessons' fight has no Victory Points."""
    fight = Game(load_lesson(find_lesson("first-fight").folder).scenario)
    dialog = HintDialog(BareDesk(fight), Thought(parse("done"), ("It gets next to X. (+2.5)",), None), None)
    assert dialog.stake(60) == "(+) for it, (-) against it"


def test_the_cursor_goes_where_the_hinted_unit_goes():
    """After `y` the map once showed the hex that the unit had left."""
    desk = BareDesk(drawn(blue=["A 4-4-7 0505"], red=["X 1-1-7 0909"]))
    desk.move_cursor(desk.game.scenario.board.hex("0505"))
    assert HintDialog(desk, Thought(parse("move A 0504"), (), None), None).act("yes")
    assert desk.game.scenario.board.number(desk.cursor) == "0504"
