"""Notes on what warnings and the enemy's reach leave out."""

from tests.drawn import scenario
from tests.plain.lines import Table
from tests.ui.desk import text_of
from tests.ui.opponent.test_resumed import LEVEL_1, PERSON, in_play
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.ui.around.warnings import warning_rows
from westwall_tui.ui.boxes.end_of_phase import CoachDialog, EndDialog, Remaining
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.words.warnings import not_counted

TOLD = "This does not count the Red reinforcements R and S, which are due"


def start():
    """At 0505 A1 can be surrounded; R and S enter in Red's first turn, T in its second."""
    red = ["X 5-4-7 0504", "Y 5-4-7 0107", "R 1-1-7", "S 1-1-7", "T 1-1-7"]
    arrivals = [(1, "R S", "0101"), (2, "T", "0101")]
    return scenario(blue=["A1 3-3-7 0509"], red=red, arrivals=arrivals)


def test_4_1_reinforcements_are_due_in_the_sides_next_movement_phase():
    game = Game(start(), seed=1)
    units = game.scenario.by_id

    def due():
        return planning.reinforcements_due(game, 1)

    assert due() == [units["r"], units["s"]]
    assert planning.reinforcements_due(game, 0) == []
    while game.state.side == 0:
        game.apply("done")
    assert due() == [units["r"], units["s"]], "now"
    game.apply("enter R 0101")
    assert due() == [units["s"]]
    game.apply("done")
    assert due() == [units["s"], units["t"]], "and those of the next Game-Turn"


def test_the_reach_the_panel_and_the_coach_say_what_is_left_out():
    play = in_play(LocalSession.new(start(), seed=1, seats=(PERSON, LEVEL_1)), Settings(coach=True))
    assert not_counted(play.game, 0) == TOLD
    play.look.actions()["enemy_reach"]()
    assert TOLD in text_of([play.message])
    risks = planning.Outlook(play.game).of_move(0, play.game.scenario.board.hex("0505"))
    panel = " ".join(text_of(warning_rows(play.game, risks, 25, "!")).split())
    assert "Can be surrounded" in panel
    assert "not counting 2 due" in panel
    assert TOLD not in boxes(play), "neither box says anything about the enemy's next moves"
    play.session.apply("move A1 0505")
    assert TOLD in boxes(play)


def boxes(play: GameInPlay) -> str:
    """Return the lines of both boxes before the end of the phase, the coach's last."""
    whole = EndDialog(play, "End?", Remaining("", ()), lambda: None, "stay")
    return text_of([*whole.rows(76), *CoachDialog(play, whole, "", lambda: None, "stay").rows(76)])


def test_4_1_reinforcements_that_come_after_the_combats_are_not_mentioned_with_their_odds():
    red = ["X 1-1-7 0504", "R 1-1-7"]
    play = in_play(LocalSession.new(scenario(blue=["A1 9-9-7 0505"], red=red, arrivals=[(1, "R", "0101")])))
    assert planning.reinforcements_due(play.game, 1)
    told = boxes(play)
    assert "A1 must attack X: +8" in told
    assert "does not count" not in told


def test_plain_warnings_say_what_is_left_out():
    table = Table(LocalSession.new(start(), seed=1, seats=(PERSON, PERSON)))
    said = table.type("reach A1 0505", "move A1 0505", "done")
    assert said.count(f"{TOLD}.") == 3
    assert sum("can be surrounded at 0505" in line for line in said) >= 3


def test_nothing_is_left_out_without_reinforcements():
    game = Game(scenario(blue=["A1 3-3-7 0509"], red=["X 5-4-7 0504"]), seed=1)
    assert not_counted(game, 0) == ""


def test_17_12_the_points_lost_with_cut_lines_are_named():
    game = Game(load_scenario("arnhem/historical"), seed=1)
    assert not_counted(game, 0).endswith(" or points lost when lines are cut")
    assert "lines" not in not_counted(game, 0, lines=False)
