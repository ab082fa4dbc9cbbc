"""A puzzle in play: the prover, which plays the other side and judges each decision, the best line, and the keys."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from westwall_tui.ai.thinker import Question, Thinker, Thought
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.files.players.seats import Seat
from westwall_tui.files.sessions.dice import new_seed
from westwall_tui.learn.progress import keep_try
from westwall_tui.learn.puzzles.prover import TooLong
from westwall_tui.learn.puzzles.trial import BestStep, Judgment, PuzzleSession, Trial
from westwall_tui.ui.boxes.kinds import WhatNowDialog
from westwall_tui.ui.decisions.idle import AskAgainMode
from westwall_tui.ui.decisions.puzzle import BestLineMode, TaskDialog
from westwall_tui.ui.opponent.computer import Computer
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.guided import GuidedKeys
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.log import GameLog
from westwall_tui.ui.screens.play.turn import ModeInPlace
from westwall_tui.words.keymap import Keymap
from westwall_tui.words.puzzles import judgment_in_words, outcome_in_words, step_in_words

Ask = Callable[[Callable[[], Any], Callable[[Any], object]], object]
"""A function that runs its first argument in a thread and passes the result to the second, unless stopped meanwhile."""


class BestPlay(Thinker):
    """The prover's play for the other side of a puzzle."""

    def __init__(self, trial: Callable[[], Trial]) -> None:
        super().__init__(0)
        self._trial = trial

    def question(self, game: Game, level: int, temperament: str = "", *, offers: bool = False) -> Question:
        self._number += 1
        number, trial, state = self._number, self._trial(), game.state.copy()

        def think() -> Thought:
            try:
                return Thought(trial.answer(state), number=number)
            except TooLong:  # the proof was stopped
                return Thought(number=-1)

        return think


class Opponent(Computer):
    """The other side of a puzzle, as a player at the table."""

    @property
    def name(self) -> str:
        """The name of the side and its player: `German (best play)`."""
        return f"{self._game.scenario.sides[self._game.side].adjective} (best play)"


class Attempt:
    """The state of one try at the puzzle."""

    def __init__(self) -> None:
        self.waiting = 0
        """The number of judgments that are still being worked out."""
        self.announced = False
        """True if the end has been announced."""


class BestLine:
    """The best line, shown step by step."""

    def __init__(self, steps: Sequence[BestStep]) -> None:
        self.steps, self.at = steps, 0

    @property
    def next(self) -> BestStep | None:
        """The next step; None after the last one."""
        return self.steps[self.at] if self.at < len(self.steps) else None


class PuzzleInPlay(GameInPlay):
    """A puzzle at the keyboard."""

    def __init__(
        self,
        session: PuzzleSession,
        preferences: Preferences,
        keymap: Keymap,
        threads: tuple[Ask, Callable[[Question], object], Callable[[float, Callable[[], None]], object]],
        leads: tuple[Callable[[], object], Callable[[], object]],
    ) -> None:
        """Take functions: `threads` ask the prover, let the other side think, and do something later.

        `leads` go to the next puzzle, and back.
        """
        self._ask, think, later = threads
        super().__init__(session, preferences, keymap, think, later)
        self.puzzle_session = session
        self._following, self._leave = leads
        best = BestPlay(lambda: session.trial)
        self.computer = Opponent(session, lambda: preferences.settings.computer_speed, think, later, best)
        self.log = GameLog(session, self.computer)
        self.seed: Callable[[], int] = new_seed
        self._try = Attempt()
        self._line: BestLine | None = None
        """The best line, while it is shown."""

    @property
    def trial(self) -> Trial:
        """The try that is under way."""
        return self.puzzle_session.trial

    @property
    def counts_points(self) -> bool:
        """True if the goal is a balance of losses."""
        return self.trial.puzzle.goal.counts_points

    @property
    def coached(self) -> bool:
        """False: a coach would solve the puzzle."""
        return False

    def _shows_result(self, side: int) -> bool:
        """Show no box with the result of a combat, because the words and the log say it."""
        return False

    # -- the words

    @property
    def words(self) -> str:
        """The words under the task: the last judgment, or the position in the best line."""
        if (line := self._line) is not None:
            text = self._step_in_words(line.steps[line.at - 1]) if line.at else "This is the starting position."
            return f"Best play, step {line.at} of {len(line.steps)}. {text}"
        if self._try.waiting:
            return "Comparing your order with the best ..."
        if self.trial.judgments:
            return judgment_in_words(self.trial.judgments[-1], points=self.counts_points)
        return self.trial.puzzle.about

    @property
    def went_wrong(self) -> bool:
        """True if the words are about a decision that wasn't the best."""
        judgments = self.trial.judgments
        return self._line is None and not self._try.waiting and bool(judgments) and judgments[-1].drop > 0

    def _step_in_words(self, step: BestStep) -> str:
        return step_in_words(step, [side.adjective for side in self.game.scenario.sides], points=self.counts_points)

    # -- playing

    def begin(self) -> None:
        """Begin with the task; meanwhile the prover begins its work."""
        super().begin()
        puzzle = self.trial.puzzle
        self.open(TaskDialog(self, puzzle.name, puzzle.about, puzzle.task, puzzle.proof.solved_by))
        self._ask(self.trial.prepare, lambda _: None)

    @property
    def can_undo(self) -> bool:
        """True if the last order hasn't been judged and may be undone."""
        return self.puzzle_session.shown is None and self.trial.can_undo

    def after_order(self, events: Sequence[Event]) -> None:
        """Have an order judged once it can no longer be undone."""
        super().after_order(events)
        due = self.trial.due()
        if due is not None:
            self._try.waiting += 1
            self._ask(partial(self.trial.judge, due), partial(self._take_judgment, self._try))
        trial = self.trial
        if not trial.ended and not trial.can_undo and self.game.side == trial.puzzle.side:
            orders = len(self.game.log)
            self._ask(
                partial(self.trial.is_out_of_reach, self.game.state.copy()), partial(self._give_up_if, trial, orders)
            )
        self._announce_end()

    def _give_up_if(self, trial: Trial, orders: int, out_of_reach: bool) -> None:
        """End the try if the goal is out of reach and no order has been given meanwhile."""
        if out_of_reach and trial is self.trial and not trial.ended and orders == len(trial.game.log):
            trial.end()
            self.close()
            self._next_decision()
            self._announce_end()

    def _take_judgment(self, attempt: Attempt, judgment: Judgment) -> None:
        attempt.waiting -= 1
        if attempt is not self._try:  # another try has begun meanwhile
            return
        self._announce_end()
        self.update()

    def _next_decision(self, *, fresh: bool = False) -> None:
        if not self.trial.ended:
            super()._next_decision(fresh=fresh)
            return
        self.computer.rest()
        reached = self.trial.prover.goal.value(self.game.state) > 0
        over = (
            "The puzzle is over"
            if self.counts_points
            else "The goal is reached"
            if reached
            else "The goal is out of reach"
        )
        self._set_mode(AskAgainMode(self, "puzzle", over, "go on", self._open_end))

    def _set_mode(self, mode: "AskAgainMode | BestLineMode") -> None:
        self.decision = ModeInPlace(mode, "puzzle", self.trial.puzzle.side)
        self.changes.unseen = True
        self.update_game()

    def _announce_end(self) -> None:
        """Say how the try went, once it has ended and all decisions are judged."""
        if not self.trial.ended or self._try.waiting or self._try.announced:
            return
        self._try.announced = True
        keep_try(self.trial.puzzle.key, solved=self.trial.solved)
        self._open_end()

    def _open_end(self) -> None:
        if self._try.waiting or self.puzzle_session.shown is not None:
            return
        best, again = ("Show the best line", self.show_best), ("Try again", self.again)
        onward = [("Next puzzle", self._following), ("Back", self._leave)]
        solved = self.trial.solved
        choices = [*onward[:1], best, again, onward[1]] if solved else [best, again, *onward]
        title = "Solved" if solved else "Not solved yet"
        self.message = ()
        self.open(WhatNowDialog(self, "puzzle", title, outcome_in_words(self.trial), choices))

    def again(self) -> None:
        """Start over with other dice."""
        session = self.puzzle_session
        session.trial, session.shown = Trial(self.trial.puzzle, self.seed(), self.trial.prover), None
        self._line, self._try = None, Attempt()
        self.message = ()
        self.start_over()
        self.update_game()

    # -- the best line

    def show_best(self) -> None:
        """Show the best line on the board, step by step."""
        self.say("Working out the best line ...")
        self._ask(self.trial.best_line, self._show_line)

    def _show_line(self, line: Sequence[BestStep]) -> None:
        session = self.puzzle_session
        session.shown = self.trial.puzzle.game()
        self._line = BestLine(line)
        self.message = ()
        self.elsewhere.forget()
        self.look.stay_here()
        self.look.forget_position()
        self.log.read()
        self._set_mode(BestLineMode(self, self._next_order, self._prompt_of_line, self._next_step))

    def _next_order(self) -> str:
        step = self._line.next if self._line is not None else None
        return step.order if step is not None else ""

    def _prompt_of_line(self) -> str:
        step = self._line.next if self._line is not None else None
        return f"Next: {self._step_in_words(step)}" if step is not None else "This is the end of the best line"

    def _next_step(self) -> None:
        """Carry out the next step; after the last one, ask what to do now."""
        session, line = self.puzzle_session, self._line
        if line is None or (step := line.next) is None:
            session.shown, self._line = None, None
            self.log.read()
            self._next_decision()
            self._open_end()
            return
        line.at += 1
        self.message = ()
        if step.order != "done" or line.next is not None:
            self.log.write(session.apply(step.order))
        self.update_game()

    def take_seat(self, side: int, seat: Seat) -> None:
        """Refuse to change the players of a puzzle."""
        self.say(f"The prover plays {self.game.scenario.sides[side].people}; you cannot change that")


class PuzzleKeys(GuidedKeys):
    """The keys of a puzzle."""

    called = "puzzle"
    barred = GuidedKeys.barred | {"plan", "account", "hint", "coach"}

    def __init__(self, play: PuzzleInPlay, screen: Mapping[str, Callable[[], None]]) -> None:
        super().__init__(play, screen)
        self._puzzle = play

    def why_not(self, action: str) -> str:
        puzzle = self._puzzle
        opens = action == "plan" and puzzle.dialog is None and puzzle.game.prompt.kind in ("movement", "combat")
        return self.before_declaring() if opens else super().why_not(action)

    def _leave_game(self) -> None:
        trial = self._puzzle.trial
        if trial.ended or not (trial.judgments or trial.can_undo):
            self._screen["leave"]()
        else:
            self._ask_to_leave("This try will not be saved.")
