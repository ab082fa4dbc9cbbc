"""A lesson in play: a game with a script that answers mistakes and gives hints; and its keys."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.orders import Enter, IllegalOrder, Move, Order, OrderSyntaxError, parse
from westwall_tui.learn.lessons.judge import DONE, ON, LessonJudge, begins_elsewhere
from westwall_tui.learn.lessons.script import filled_in
from westwall_tui.learn.progress import keep_step
from westwall_tui.learn.session import LessonSession
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.idle import AskAgainMode
from westwall_tui.ui.decisions.lesson import QuestionDialog, ReadMode, StoryDialog
from westwall_tui.ui.decisions.mode import LEGAL, PATH, Mark, named
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.guided import GuidedKeys
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import BEFORE_HINT
from westwall_tui.ui.screens.play.turn import ModeInPlace
from westwall_tui.words.keymap import KEYS, Keymap
from westwall_tui.words.orders import in_words
from westwall_tui.words.rows import Row, inserted, row

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry

SHOWN = {"north": (("north", ""), ("south", ""), ("west", ""), ("east", "cursor"))}
"""Keys that are shown together when a step mentions one of them."""
SHORT = {"zones": "zones", "lines": "lines", "end": "end phase", "reinforcements": "arrivals", "stand": "stay"}
"""Labels for the footer that are shorter than those of the list of keys."""
ON_MAP = {key.name: SHORT.get(key.name, key.about) for key in KEYS if key.on_map}
PASSING = ("stand", "exit", "bridge", "undo")
"""Actions that a step may mention although their keys don't always work."""
GROUPS, DOING = {key.name: key.group for key in KEYS}, ("units", "boxes")
"""The group of each action; and the groups whose actions replace the answer to a mistake with the task."""


class StepHelp:
    """The help given so far in a step, besides the step's own text."""

    def __init__(self) -> None:
        self.answer = ""
        """The answer to a mistake, until the next order."""
        self.hints = False
        """True if the learner has asked for the hint."""
        self.solution = ""
        """The order of the solution that is shown; empty if none is shown."""


class LessonInPlay(GameInPlay):
    """A lesson at the keyboard."""

    def __init__(
        self,
        session: LessonSession,
        preferences: Preferences,
        keymap: Keymap,
        following: Callable[[], object],
        leave: Callable[[], object],
    ) -> None:
        """Take callbacks: `following` goes to the next lesson, `leave` back to the list of lessons."""
        super().__init__(session, preferences, keymap, lambda _: None, lambda _, __: None)
        self.judge: LessonJudge = session.judge
        self._following, self._leave = following, leave
        self._help = StepHelp()
        self.ended = False
        """True if the lesson's last words are shown."""
        self.judged = False
        """True if the last key led to a verdict."""

    @property
    def warns(self) -> bool:
        """False: the lesson says afterward what was wrong."""
        return False

    @property
    def coached(self) -> bool:
        """False: the lesson replaces the coach."""
        return False

    def _watch_entries(self, entries: "Sequence[Entry]") -> None:
        """Show no traces of the other side's orders, because the lesson describes them."""

    def _shows_result(self, side: int) -> bool:
        """Show no box with the result of a combat, because the lesson describes it."""
        return False

    # -- the words

    @property
    def reads(self) -> bool:
        """True while the learner only reads."""
        return isinstance(self.mode, ReadMode)

    @property
    def wrong(self) -> bool:
        """True while the words are about a mistake."""
        return bool(self._help.answer)

    @property
    def hinted(self) -> bool:
        """True once the hint is shown; the next press shows the solution."""
        return self._help.hints or self.judge.hints

    @property
    def helps(self) -> bool:
        """True if a hint can be shown: the open box, if there is one, isn't a question or a text."""
        dialog = self.dialog
        return dialog is None or not (dialog.informs or isinstance(dialog, Confirm | StoryDialog))

    @property
    def next_help(self) -> str:
        """The effect of the next press of the hint's key."""
        return "do it" if self._help.solution else "show it" if self.hinted else "hint"

    @property
    def words(self) -> str:
        """The words under the phase bar; empty while the story is shown."""
        if isinstance(self.dialog, StoryDialog):
            return ""
        step, done = self.judge.step, self.judge.done
        text = self.judge.lesson.end if self.ended else step.well if done else step.say
        return self.filled_in(self._help.answer or text)

    def filled_in(self, text: str) -> str:
        """Return a text with the player's keys, and with the signs as the map shows them, filled in."""
        return filled_in(text, self.key, self.sign)

    def prompt(self) -> Row:
        """Return the message or the prompt of the game, or the hint or solution that the learner has asked for."""
        if self.message or self.reads or not self.helps:
            return super().prompt()
        if self._help.solution:
            return row(f"Solution: {self._solution_in_words()}", "bold")
        if self.hinted:
            return row(f"Hint: {self.filled_in(self.judge.step.hint)}", "bold")
        return super().prompt()

    def hint(self) -> str:
        """Show the hint; at the second press, show the solution on the map; at the third press, carry it out.

        If the solution is just a key, return its action for the caller to carry out; else return an empty text.
        """
        if self.reads:
            self.say(f"{self.key('skip')}: go on")
            return ""
        if self._help.solution:
            solution, self._help.solution = self._help.solution, ""
            return self._carry_out_solution(solution)
        if self.hinted:
            before = self.judge.game
            self._help.solution = self.judge.next_right()
            if self.judge.game is not before:
                self.start_over()
        self._help.hints = True
        self._help.answer = ""
        self.update()
        return ""

    def _carry_out_solution(self, solution: str) -> str:
        """Carry out the solution that is shown. If it is just a key, only return the action of that key."""
        word, _, rest = solution.partition(" ")
        if word == "press" or word == "undo":
            return rest or word
        self.close()
        if word == "answer":
            self._answer_question(int(rest))
        elif word == "cursor":
            self.move_cursor(self.game.scenario.board.hex(rest))
            self.looked("cursor")
        else:
            self.apply(parse(solution))
        return ""

    def dismiss(self) -> bool:
        """Replace the answer to a mistake with the task. Return False if no such answer is shown."""
        was_answered, self._help.answer = self.wrong, ""
        if was_answered:
            self.update()
        return was_answered

    def _solution_in_words(self) -> str:
        """Return the solution that is shown, as part of a sentence."""
        word, _, rest = self._help.solution.partition(" ")
        if word == "press":
            return f"press {self.key(rest)}"
        if word == "answer":
            return f"the answer is {self.judge.step.ask[int(rest) - 1]}"
        if word == "cursor":
            return f"put the cursor on {rest}"
        if word == "undo":
            return f"press {self.key('undo')}"
        return in_words(parse(self._help.solution))

    # -- marks

    def marks(self) -> Mapping[int, Mark]:
        """Return the decision's marks, with those for the step's subject and the solution."""
        found = {h: Mark(*mark) for h, mark in super().marks().items()}
        if self.reads or self.judge.done or isinstance(self.dialog, StoryDialog):
            return found
        solution = self._solution_hexes()
        found |= {h: PATH for h in solution if h not in found}
        if LEGAL in found.values():  # hexes where a unit may go have the same sign, and the prompt counts them
            return found
        return found | {h: named(found.get(h)) for h in self.judge.hexes}

    @property
    def signs(self) -> Sequence[str]:
        """The names of the signs that the panel explains; none while a box covers it."""
        covered = self.dialog is not None and (self.dialog.wide or isinstance(self.dialog, StoryDialog))
        return () if covered else self.judge.signs

    def _solution_hexes(self) -> Sequence[int]:
        """Return the hexes of the solution: the path of a move, and the hexes that it names."""
        board, game = self.game.scenario.board, self.game
        try:
            order = parse(self._help.solution)
        except OrderSyntaxError:
            return ()
        if isinstance(order, Move | Enter) and game.prompt.kind == "movement" and len(order.hexes) == 1:
            reach, h = queries.reach(game, game.scenario.unit(order.unit)), board.hex(order.hexes[0])
            if h in reach:
                return reach.path(h)[1:]
        return [board.hex(word) for word in self._help.solution.split() if word.isdigit() and len(word) == 4]

    # -- orders

    def apply(self, order: Order) -> list[Event] | None:
        """Carry out an order, and show the judge's verdict."""
        events = super().apply(order)
        if events is not None:
            self._show_verdict()
        return events

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """Show the lesson's answer to a refusal, or the reason that the rules give."""
        super().refuse(refusal, do)
        if not self.reads:
            self.judge.refuse(refusal)
            self._show_verdict()

    def undo(self, what: str = "") -> None:
        """Undo the last order, and show the judge's verdict."""
        if not self.can_undo:
            self.say("Nothing to undo in this step")
            return
        before = len(self.game.log)
        super().undo(what)
        if len(self.game.log) < before:
            self._show_verdict()

    def redo(self) -> None:
        """Repeat the order that was undone, and show the judge's verdict."""
        if not self.game.can_redo or self.reads:
            self.say("Nothing to redo in this step")
            return
        before = len(self.game.log)
        super().redo()
        if len(self.game.log) > before:
            self._show_verdict()

    @property
    def can_undo(self) -> bool:
        """True if an order of this step may be undone. Once the step is done, the learner can only continue."""
        return self.judge.can_undo and not self.reads and not self.judge.done

    def apply_all(self, orders: Iterable[Order]) -> bool:
        given = super().apply_all(orders)
        if given:
            self._show_verdict()
        return given

    def looked(self, action: str) -> None:
        """Let the judge know of a key that gave no order, because looking may be the task."""
        if self.judge.done or self.judged:
            return
        self.judge.press(action)
        self.judge.look(self.game.state.number(self.cursor))
        self._show_verdict()

    def _answer_question(self, number: int) -> None:
        self.judge.answer(number)
        self._show_verdict()

    def _show_verdict(self) -> None:
        """Show the judge's verdict on the last action; after a mistake, return to the start of the step."""
        before, verdict = self.judge.game, self.judge.verdict()
        self.judged = self.judged or verdict.kind != ON
        if verdict.kind == DONE:
            self._finish_step()
        elif verdict.kind != ON:
            self._help.answer, self._help.solution, self.message = verdict.says, "", ()
            if self.judge.game is not before:
                self.close()
                self.start_over()
                self._select_subject()
                self._show_subject()
                self._ask_question()
                self.changes.page = ""
            self.update()

    # -- from step to step

    def begin(self) -> None:
        """Begin with the story, or at the step where the learner stopped."""
        super().begin()
        if self.judge.number:
            self._begin_step()
        else:
            self.open(StoryDialog(self, self.judge.lesson, self._begin_step, self._leave))

    def _begin_step(self) -> None:
        self._help, self.look.overlay = StepHelp(), ""
        self.message = ()
        self.start_over()
        self._select_subject()
        self._show_subject()
        self._ask_question()
        if text := begins_elsewhere(self.judge.moved):
            self.say(text)
        self.changes.unseen = True
        self.update_game()

    def _select_subject(self) -> None:
        """Select the unit that the step is about, if several may retreat or advance."""
        prompt, mentioned = self.game.prompt, [place.unit for place in self.judge.step.places if place.unit >= 0]
        unit = mentioned[0] if mentioned else -1
        if prompt.kind in ("retreat", "advance") and unit in prompt.units and unit != self.mode.selected_unit():
            self.mode.confirm(self.game.state.location[unit])

    def _show_subject(self) -> None:
        """Put the cursor on the first thing that the step is about, unless moving it there is the task."""
        hexes = self.judge.hexes
        if hexes and not self.judge.step.moves_cursor:
            self.move_cursor(hexes[0])

    def _ask_question(self) -> None:
        """Ask the step's question, if it has one."""
        step = self.judge.step
        if step.ask and not self.judge.done:
            mode = AskAgainMode(self, "lesson", "Look around, then answer", "answer", self._ask_question)
            self.decision = ModeInPlace(mode, "question", self.judge.lesson.learner)
            self.open(QuestionDialog(self, step.ask, self.judge.hexes, self._answer_question))

    def _finish_step(self) -> None:
        """End a step with its last words, if it has any, and begin the next one."""
        judge = self.judge
        if self.preferences.at_home:
            keep_step(judge.lesson.name, judge.number + 1)
        self._help.answer = self._help.solution = ""
        self.close()
        self.message = self.message[:1] if judge.now.order and not judge.now.refusal else ()
        if not judge.step.well:
            self._after_step()
            return
        count = f"Step {judge.number + 1} of {len(judge.lesson.steps)} is done"
        self._show_text(count, "go on", self._after_step)

    def _after_step(self) -> None:
        if not self.judge.over:
            self.judge.go_on()
            self._begin_step()
            return
        self.ended = True
        self._show_text("The lesson is done", "next lesson", self._following)

    def _show_text(self, done: str, does: str, then: Callable[[], object]) -> None:
        self.look.stay_here()  # otherwise the keys for looking around would come first in the footer
        self.decision = ModeInPlace(ReadMode(self, done, does, then), "read", self.judge.lesson.learner)
        self.message = self.message if not self.ended else ()
        self.changes.unseen = True
        self.update_game()


class LessonKeys(GuidedKeys):
    """The keys of a lesson; `I` gives hints."""

    called = "lesson"

    def __init__(self, play: LessonInPlay, screen: Mapping[str, Callable[[], None]]) -> None:
        super().__init__(play, screen)
        self._lesson = play

    def act(self, action: str) -> None:
        """Carry out an action, and let the judge know."""
        lesson = self._lesson
        lesson.judged = False
        if answer := self.why_not(action):
            lesson.say(answer)
        elif action == "hint":
            lesson.message = ()
            if does := lesson.hint():
                self.act(does)
        elif lesson.dialog is None and action in ("skip", "back") and lesson.dismiss():
            lesson.message = ()
        else:
            was_wrong = lesson.wrong
            super().act(action)
            lesson.looked(action)
            if was_wrong and not lesson.judged and GROUPS.get(action) in DOING:
                lesson.dismiss()
        lesson.update()

    def why_not(self, action: str) -> str:
        lesson = self._lesson
        if action == "plan" and lesson.dialog is None:
            return f"Press {lesson.key('skip')} to go on first" if lesson.reads else self.before_declaring()
        if action == "skip" and lesson.dialog is None and not (lesson.reads or lesson.wrong):
            return f"Do the task above first; then {lesson.key('skip')} goes on"
        if action == "hint" and not lesson.helps:
            return f"Answer this box first. {self._where_to_look()}"
        return super().why_not(action)

    def _where_to_look(self) -> str:
        key = self._lesson.key
        if isinstance(self._lesson.dialog, QuestionDialog):
            return f"Choose an answer with {key('up')} and {key('down')}, then press {key('confirm')}"
        return super()._where_to_look()

    def _leave_game(self) -> None:
        lesson, judge = self._lesson, self._lesson.judge
        if lesson.ended or isinstance(lesson.dialog, StoryDialog):
            self._screen["leave"]()
            return
        follows = "the next lesson" if judge.over else f"step {judge.number + 1 + judge.done}"
        kept = "Your progress is saved: Learn continues" if judge.number or judge.done else "Next time Learn begins"
        self._ask_to_leave(kept, f"with {follows}.")

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the footer, first those that the step mentions."""
        lesson = self._lesson
        found = [*super().keys()]
        if lesson.dialog is not None:
            return inserted(found, [("hint", lesson.next_help)] if lesson.helps else [], BEFORE_HINT)
        if lesson.reads:
            return [found[0], ("back", "back"), *found[1:]]
        if lesson.wrong:
            found = [("skip", "the task"), *found]
        live = dict(found)
        mentioned = [
            name for name in lesson.judge.step.keys if name in live or (name in ON_MAP and name not in PASSING)
        ]
        words = ON_MAP | live
        first = [pair for name in mentioned for pair in SHOWN.get(name, ((name, words[name]),))]
        found = [(name, word) for name, word in found if name not in mentioned]
        hint = ("hint", lesson.next_help)
        early = max(0, BEFORE_HINT - sum(bool(word) for _, word in first))
        at = min(early, next((i for i, (name, _) in enumerate(found) if name in ("lines", "help")), len(found)))
        return [*first, *found[:at], hint, *found[at:]]
