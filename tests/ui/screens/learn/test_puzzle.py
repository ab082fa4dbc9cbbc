"""Puzzles on the screen: tasks, judgments, undo, the end, and the best line on the board."""

from typing import Any

import pytest
from rich.console import Console

from tests.pilot import running
from tests.ui.learner import AtKeys
from tests.ui.looks import shown_by
from westwall_tui.engine.orders import parse
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.players.settings import Settings
from westwall_tui.learn.progress import keep_try, read_progress
from westwall_tui.learn.puzzles.catalog import all_puzzles, find_puzzle, load_puzzle, of_the_day
from westwall_tui.learn.puzzles.trial import PuzzleSession, Trial
from westwall_tui.ui.app import WestwallApp
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.puzzle import PuzzlePanes, PuzzleScreen, puzzles_menu, today
from westwall_tui.ui.screens.learn.puzzle_game import PuzzleInPlay, PuzzleKeys
from westwall_tui.ui.screens.title.screen import TitleScreen
from westwall_tui.ui.starts import PuzzleStart
from westwall_tui.words.keymap import Keymap

LOOKS = ("zones", "lines", "counters", "enemy_reach")


class Solver(AtKeys):
    """A puzzle in play without a screen, which does the work of threads at once."""

    def __init__(self, name: str, seed: int = 1) -> None:
        puzzle = load_puzzle(shipped_root() / "puzzles" / f"{name}.toml")
        self.left: list[str] = []
        self.thoughts: list[Any] = []
        session = PuzzleSession(Trial(puzzle, seed))
        threads: Any = (lambda job, then: then(job()), self.thoughts.append, lambda seconds, then: then())
        leads = (lambda: self.left.append("next"), lambda: self.left.append("back"))
        preferences = Preferences(Settings(), Console())
        self.play = PuzzleInPlay(session, preferences, Keymap(), threads, leads)
        self.play.seed = lambda: seed + 1
        screen: Any = dict.fromkeys((*LOOKS, "goto", "legend"), lambda: None) | {"leave": leads[1]}
        self.keys = PuzzleKeys(self.play, screen)
        self.play.begin()

    def order(self, line: str) -> "Solver":
        """Give an order, and let the other side answer."""
        assert self.play.apply(parse(line)) is not None
        while self.thoughts:
            self.play.computer.answered(self.thoughts.pop(0)())
            self.play.nudge()
        return self

    def solve(self) -> "Solver":
        """Continue with best play to the end."""
        for _ in range(20):
            if self.play.trial.ended:
                break
            self.order(str(self.play.trial.answer(self.play.game.state)))
        return self

    @property
    def box(self) -> str:
        """The text of the open box."""
        if self.play.dialog is None:
            return ""
        return "\n".join("".join(span.text for span in line) for line in self.play.dialog.rows(49))

    def choose(self, line: str) -> "Solver":
        """Choose a line of the box at the end."""
        dialog = self.play.dialog
        dialog.at = dialog.lines.index(line)
        return self.act("confirm")


@pytest.mark.slow
def test_it_begins_with_the_task():
    solver = Solver("small-keep-the-points")
    assert "Three German battalions are next to two" in solver.box
    assert "Luck does not count:" in solver.box
    solver.act("put")
    assert solver.play.dialog is None
    assert solver.play.words.startswith("Three German battalions are next to")


@pytest.mark.slow
def test_the_best_order_is_called_the_best():
    solver = Solver("small-keep-the-points").act("put").order("attack 2/9 3/9 > 1/8")
    assert solver.play.words == "Attack 1/8 with 2/9 and 3/9: this is worth 42 in 100. No other order is better."
    assert not solver.play.went_wrong


def test_a_worse_order_is_compared_with_the_best():
    solver = Solver("small-keep-the-points").act("put").order("attack 1/9 > 2/8 gs 2")
    assert "this is worth 0 in 100, and the best order is worth 42." in solver.box.replace("\n", " ")
    assert solver.play.went_wrong
    assert "The goal is out of reach" in solver.act("back").prompt
    assert read_progress().puzzles == {"small-keep-the-points": -1}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
def test_luck_never_counts(seed):
    solver = Solver("small-keep-the-points", seed).act("put").solve()
    assert solver.play.dialog.title == "Solved"
    assert "does not count" in solver.box.replace("\n", " ")
    assert "The idea: Make the attack that opens the path" in solver.box.replace("\n", " ")
    assert read_progress().puzzles == {"small-keep-the-points": 1}


@pytest.mark.slow
def test_moves_can_be_undone_until_they_are_judged():
    solver = Solver("small-round-the-back").act("put").order("move 3/8 0304")
    assert solver.play.can_undo
    solver.act("undo")
    solver.order("move 3/8 0404 0504 0503").order("done")
    assert solver.play.can_undo
    solver.order("attack 2/8 29 > 1/9")
    assert not solver.play.can_undo
    assert solver.play.words.endswith("83 in 100. No other order is better.")
    solver.act("undo")
    assert "judged" in solver.prompt or "No undo" in solver.prompt or "past" in solver.prompt


@pytest.mark.slow
def test_the_best_line_is_shown_step_by_step():
    solver = Solver("small-keep-the-points").act("put").order("attack 1/9 > 2/8 gs 2")
    solver.choose("Show the best line")
    assert solver.prompt == "Next: German: attack 1/8 with 2/9 and 3/9 (42 in 100)"
    assert solver.footer.startswith("Space next step")
    marks = {solver.play.game.state.number(h): char for h, (char, _) in solver.play.marks().items()}
    assert marks == {"0503": "@", "0602": "@"}
    solver.act("skip")
    assert solver.play.words == "Best play, step 1 of 7. German: attack 1/8 with 2/9 and 3/9 (42 in 100)"
    assert solver.prompt == "Next: The roll: D2, 3 of 6 (83 in 100)"
    solver.act("skip", "skip", "skip", "skip", "skip", "skip")
    assert solver.prompt == "This is the end of the best line"
    solver.act("skip")
    assert solver.play.dialog.title == "Not solved yet"


@pytest.mark.slow
def test_a_new_try_starts_over_with_other_dice():
    solver = Solver("small-keep-the-points").act("put").order("attack 1/9 > 2/8 gs 2").choose("Try again")
    assert solver.play.game.log == []
    assert solver.play.trial.judgments == []
    solver.solve()
    assert solver.play.dialog.title == "Solved"
    assert read_progress().puzzles == {"small-keep-the-points": 2}
    solver.choose("Next puzzle")
    assert solver.left == ["next"]


def test_actions_that_lead_out_of_a_puzzle_or_solve_it_are_barred():
    solver = Solver("small-keep-the-points").act("put")
    for action in ("players", "concede", "saves", "hint", "account"):
        solver.act(action)
        assert solver.prompt == "That is only available in a game, not in a puzzle"
    assert not solver.play.changes.page
    solver.act("plan")
    assert solver.prompt == "Put the cursor on an enemy and press Enter to open the attack"
    solver.act("back")
    assert solver.left == ["back"]


@pytest.mark.slow
def test_leaving_a_puzzle_asks_after_the_first_order():
    solver = Solver("small-keep-the-points").act("put").order("attack 2/9 3/9 > 1/8").act("leave")
    assert not solver.left
    assert solver.play.dialog.title == "Quit the puzzle?"
    solver.act("yes")
    assert solver.left == ["back"]


@pytest.mark.slow
def test_a_refusal_gives_the_rule():
    solver = Solver("small-keep-the-points").act("put")
    assert solver.play.apply(parse("done")) is None
    assert "7.11" in solver.prompt


@pytest.mark.slow
async def test_through_the_app_from_the_title_and_back():
    app = WestwallApp()
    async with running(app) as pilot:
        await pilot.press("down", "down", "enter")
        assert isinstance(app.screen, TitleScreen)
        shown = app.screen.shown_text
        assert f"Today    {of_the_day(all_puzzles(), today()).name}" in shown
        await pilot.press("enter")
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        assert "level 1 of 4" in shown_by(app)
        await pilot.press("space", "escape")
        assert isinstance(app.screen, TitleScreen)
        assert "Puzzles: every best answer is proven" in app.screen.shown_text


@pytest.mark.slow
async def test_the_task_leaves_its_units_visible():
    """A board with too few lines is left out."""
    for name in ("bastogne-sibret", "bastogne-both", "hurtgen-both-guns"):
        app = WestwallApp(PuzzleStart(find_puzzle(name)))
        async with running(app):
            screen = app.screen
            assert isinstance(screen, PuzzleScreen)
            drawn, box = screen.map, screen.map.box
            assert box is not None
            acting = [screen.play.game.state.location[unit] for unit in screen.play.game.prompt.units]
            lines = [drawn.picture.box(h)[1] - drawn.top + drawn.region.y for h in acting]
            assert acting
            assert all(drawn.region.y <= line < box.region.y for line in lines), name


@pytest.mark.slow
async def test_a_judgment_is_shown_in_full_below_the_task(monkeypatch):
    async with running(WestwallApp(PuzzleStart(find_puzzle("bastogne-both")))) as pilot:
        await pilot.press("space")
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert isinstance(screen.panes, PuzzlePanes)
        judged = f"{'Attack unit 106 with unit 52: yours +0.8 points. ' * 2}Best possible: +1.8 points."
        monkeypatch.setattr(PuzzleInPlay, "words", judged)
        monkeypatch.setattr(PuzzleInPlay, "went_wrong", True)
        lines = ["".join(span.text for span in line) for line in screen.panes.words_rows(80)]
        assert " ".join(" ".join(lines[1:]).split()) == f"! {judged}"
        assert lines[0] == " Eliminate 1/304 and LehrR in this Combat Phase."


def test_the_task_names_the_levels_that_solve_it():
    solver = Solver("small-opposite")
    assert "solves it at levels 3 and 4." in " ".join(solver.box.split())


@pytest.mark.slow
async def test_the_prover_judges_in_a_thread():
    app = WestwallApp(PuzzleStart(find_puzzle("small-keep-the-points")))
    async with running(app) as pilot:
        await pilot.press("space")
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        screen.play.apply(parse("attack 1/9 > 2/8"))
        screen.draw()
        await app.workers.wait_for_complete()
        for _ in range(5):
            await pilot.pause()
            await app.workers.wait_for_complete()
        assert "Not solved yet" in shown_by(app)
        assert "is worth 42" in shown_by(app)


def test_the_state_of_a_puzzle_is_saved():
    keep_try("a", solved=False)
    keep_try("a", solved=False)
    assert read_progress().puzzles == {"a": -2}
    keep_try("a", solved=True)
    keep_try("a", solved=False)
    assert read_progress().puzzles == {"a": 3}


def test_the_list_says_the_theme_and_the_level_of_a_puzzle():
    menu = puzzles_menu(lambda puzzle, left: None)
    easy = next(" ".join(item.info()) for item in menu.items() if "Both of them" in item.label)
    told = "Eliminate 1/304 and LehrR in this Combat Phase. Artillery, level 1 of 4."
    assert easy == f"{told} You have solved 0 of {len(all_puzzles())} puzzles."
