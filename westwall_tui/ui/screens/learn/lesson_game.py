"""A lesson in play: a game with a script. What is said, what is put back, hints and the way; and its keys."""

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
"""Keys that are shown together when a step speaks of one."""
SHORT = {"zones": "zones", "lines": "lines", "end": "end phase", "reinforcements": "arrivals", "stand": "stay"}
"""The footer's words for a step's key, where they are shorter than the list of keys has them."""
ON_MAP = {key.name: SHORT.get(key.name, key.about) for key in KEYS if key.on_map}
PASSING = ("stand", "exit", "bridge", "undo")
"""Keys that a step speaks of, but that count only at times."""
GROUPS, DOING = {key.name: key.group for key in KEYS}, ("units", "boxes")
"""Groups of actions; once something is done, the words about the last mistake make way for the task."""


class StepHelp:
    """What is said and shown in a step beside its words."""

    def __init__(self) -> None:
        self.told = ""
        """What was said to a mistake, until something else is ordered."""
        self.hints = False
        """True if the hint was asked for."""
        self.way = ""
        """The order of the right way that is shown."""


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
        """Take callbacks: `following` goes on to what comes after the lesson, `leave` back to the list of lessons."""
        super().__init__(session, preferences, keymap, lambda _: None, lambda _, __: None)
        self.judge: LessonJudge = session.judge
        self._following, self._leave = following, leave
        self._help = StepHelp()
        self.ended = False
        """True if the lesson's last words are on the screen."""
        self.judged = False
        """True if the last key brought about a verdict."""

    @property
    def warns(self) -> bool:
        """No warnings: the lesson says afterwards what was wrong."""
        return False

    @property
    def coached(self) -> bool:
        """No coach speaks either."""
        return False

    def _watch_entries(self, entries: "Sequence[Entry]") -> None:
        """No traces of what the other side does: the lesson says it."""

    def _shows_result(self, side: int) -> bool:
        """No box says what came of a combat: the lesson does."""
        return False

    # -- what is said

    @property
    def reads(self) -> bool:
        """True while the learner reads, and nothing is to be done."""
        return isinstance(self.mode, ReadMode)

    @property
    def wrong(self) -> bool:
        """True while the words are about a mistake."""
        return bool(self._help.told)

    @property
    def hinted(self) -> bool:
        """True once the hint is on the screen: the next one is the way."""
        return self._help.hints or self.judge.hints

    @property
    def helps(self) -> bool:
        """True where a hint can be said: not in place of a question, nor over a text."""
        dialog = self.dialog
        return dialog is None or not (dialog.tells or isinstance(dialog, Confirm | StoryDialog))

    @property
    def next_help(self) -> str:
        """What the next press of the hint's key brings."""
        return "do it" if self._help.way else "show it" if self.hinted else "hint"

    @property
    def words(self) -> str:
        """What stands under the phase bar; nothing while the story is read."""
        if isinstance(self.dialog, StoryDialog):
            return ""
        step, done = self.judge.step, self.judge.done
        said = self.judge.lesson.end if self.ended else step.well if done else step.say
        return self.filled_in(self._help.told or said)

    def filled_in(self, text: str) -> str:
        """Fill in the player's keys, and the signs as the map shows them."""
        return filled_in(text, self.key, self.sign)

    def prompt(self) -> Row:
        """The message or prompt of the game; once wanted, the hint or the right way in place of the prompt."""
        if self.message or self.reads or not self.helps:
            return super().prompt()
        if self._help.way:
            return row(f"Solution: {self._way_in_words()}", "bold")
        if self.hinted:
            return row(f"Hint: {self.filled_in(self.judge.step.hint)}", "bold")
        return super().prompt()

    def hint(self) -> str:
        """Say the hint; asked again, show the right way on the map; once more, do it.

        Returns the action whose key does it, if that is all there is to do.
        """
        if self.reads:
            self.say(f"{self.key('skip')}: go on")
            return ""
        if self._help.way:
            way, self._help.way = self._help.way, ""
            return self._do_shown_way(way)
        if self.hinted:
            before = self.judge.game
            self._help.way = self.judge.next_right()
            if self.judge.game is not before:
                self.start_over()
        self._help.hints = True
        self._help.told = ""
        self.update()
        return ""

    def _do_shown_way(self, way: str) -> str:
        """Do what the way that is shown says; the action of the key that does it, if there is one."""
        word, _, rest = way.partition(" ")
        if word == "press" or word == "undo":
            return rest or word
        self.close()
        if word == "answer":
            self._answer_question(int(rest))
        elif word == "cursor":
            self.move_cursor(self.game.scenario.board.hex(rest))
            self.looked("cursor")
        else:
            self.apply(parse(way))
        return ""

    def dismiss(self) -> bool:
        """Put the words about a mistake away, so that the task stands there again; False if there are none."""
        told, self._help.told = self._help.told, ""
        if told:
            self.update()
        return bool(told)

    def _way_in_words(self) -> str:
        """The order that is shown, as a sentence would have it."""
        word, _, rest = self._help.way.partition(" ")
        if word == "press":
            return f"press {self.key(rest)}"
        if word == "answer":
            return f"the answer is {self.judge.step.ask[int(rest) - 1]}"
        if word == "cursor":
            return f"put the cursor on {rest}"
        if word == "undo":
            return f"press {self.key('undo')}"
        return in_words(parse(self._help.way))

    # -- marks

    def marks(self) -> Mapping[int, Mark]:
        """The decision's marks, with those of the step's subject and of the way shown."""
        found = {h: Mark(*mark) for h, mark in super().marks().items()}
        if self.reads or self.judge.done or isinstance(self.dialog, StoryDialog):
            return found
        way = self._way_hexes()
        found |= {h: PATH for h in way if h not in found}
        if LEGAL in found.values():  # where a unit may go is marked with the same sign, and counted by the prompt
            return found
        return found | {h: named(found.get(h)) for h in self.judge.hexes}

    @property
    def signs(self) -> Sequence[str]:
        """The names of the signs that the panel explains; none while a box lies over it."""
        covered = self.dialog is not None and (self.dialog.wide or isinstance(self.dialog, StoryDialog))
        return () if covered else self.judge.signs

    def _way_hexes(self) -> Sequence[int]:
        """The hexes of the order that is shown: the path of a move, and those that it names."""
        board, game = self.game.scenario.board, self.game
        try:
            order = parse(self._help.way)
        except OrderSyntaxError:
            return ()
        if isinstance(order, Move | Enter) and game.prompt.kind == "movement" and len(order.hexes) == 1:
            reach, h = queries.reach(game, game.scenario.unit(order.unit)), board.hex(order.hexes[0])
            if h in reach:
                return reach.path(h)[1:]
        return [board.hex(word) for word in self._help.way.split() if word.isdigit() and len(word) == 4]

    # -- orders

    def apply(self, order: Order) -> list[Event] | None:
        """Give an order, and hear what is said to it."""
        events = super().apply(order)
        if events is not None:
            self._hear_judge()
        return events

    def refuse(self, refusal: IllegalOrder, do: str = "") -> None:
        """A refusal is what the lesson has to say to it, or the reason of the rules."""
        super().refuse(refusal, do)
        if not self.reads:
            self.judge.refuse(refusal)
            self._hear_judge()

    def undo(self) -> None:
        """Take the last order back, and hear what is said to it; nothing is said where there is none."""
        if not self.can_undo:
            self.say("Nothing to undo in this step")
            return
        before = len(self.game.log)
        super().undo()
        if len(self.game.log) < before:
            self._hear_judge()

    def redo(self) -> None:
        """Repeat what was taken back, and hear what is said to it; nothing is said where there is none."""
        if not self.game.can_redo or self.reads:
            self.say("Nothing to redo in this step")
            return
        before = len(self.game.log)
        super().redo()
        if len(self.game.log) > before:
            self._hear_judge()

    @property
    def can_undo(self) -> bool:
        """True if an order of this step may be taken back; once it is done you can only go on."""
        return self.judge.can_undo and not self.reads and not self.judge.done

    def apply_all(self, orders: Iterable[Order]) -> bool:
        given = super().apply_all(orders)
        if given:
            self._hear_judge()
        return given

    def looked(self, action: str) -> None:
        """A key was pressed that ordered nothing: that may be what is to be done."""
        if self.judge.done or self.judged:
            return
        self.judge.press(action)
        self.judge.look(self.game.state.number(self.cursor))
        self._hear_judge()

    def _answer_question(self, number: int) -> None:
        self.judge.answer(number)
        self._hear_judge()

    def _hear_judge(self) -> None:
        """What is said to what was done last; after a mistake everything is back where the step began."""
        before, verdict = self.judge.game, self.judge.verdict()
        self.judged = self.judged or verdict.kind != ON
        if verdict.kind == DONE:
            self._finish_step()
        elif verdict.kind != ON:
            self._help.told, self._help.way, self.message = verdict.says, "", ()
            if self.judge.game is not before:
                self.close()
                self.start_over()
                self._take_up()
                self._point_at_subject()
                self._ask_question()
                self.changes.page = ""
            self.update()

    # -- from step to step

    def begin(self) -> None:
        """Begin with the story, or where the learner left it."""
        super().begin()
        if self.judge.number:
            self._begin_step()
        else:
            self.open(StoryDialog(self, self.judge.lesson, self._begin_step, self._leave))

    def _begin_step(self) -> None:
        self._help, self.look.overlay = StepHelp(), ""
        self.message = ()
        self.start_over()
        self._take_up()
        self._point_at_subject()
        self._ask_question()
        if said := begins_elsewhere(self.judge.moved):
            self.say(said)
        self.changes.unseen = True
        self.update_game()

    def _take_up(self) -> None:
        """Where several units may retreat or advance, take the one that the step speaks of."""
        prompt, spoken = self.game.prompt, [place.unit for place in self.judge.step.places if place.unit >= 0]
        unit = spoken[0] if spoken else -1
        if prompt.kind in ("retreat", "advance") and unit in prompt.units and unit != self.mode.unit_in_hand():
            self.mode.confirm(self.game.state.location[unit])

    def _point_at_subject(self) -> None:
        """Put the cursor on the first thing the step speaks of, unless moving it there is the task."""
        hexes = self.judge.hexes
        if hexes and not self.judge.step.moves_cursor:
            self.move_cursor(hexes[0])

    def _ask_question(self) -> None:
        """If the step is a question: its answers."""
        step = self.judge.step
        if step.ask and not self.judge.done:
            mode = AskAgainMode(self, "lesson", "Look around, then answer", "answer", self._ask_question)
            self.decision = ModeInPlace(mode, "question", self.judge.lesson.learner)
            self.open(QuestionDialog(self, step.ask, self.judge.hexes, self._answer_question))

    def _finish_step(self) -> None:
        """A step is done: its last words, if it has any, then the next one."""
        judge = self.judge
        if self.preferences.at_home:
            keep_step(judge.lesson.name, judge.number + 1)
        self._help.told = self._help.way = ""
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
        self.look.stay_here()  # the step may be done by looking around, and its keys would stand in front
        self.decision = ModeInPlace(ReadMode(self, done, does, then), "read", self.judge.lesson.learner)
        self.message = self.message if not self.ended else ()
        self.changes.unseen = True
        self.update_game()


class LessonKeys(GuidedKeys):
    """The keys of a lesson: `I` shows the way."""

    called = "lesson"

    def __init__(self, play: LessonInPlay, screen: Mapping[str, Callable[[], None]]) -> None:
        super().__init__(play, screen)
        self._lesson = play

    def act(self, action: str) -> None:
        """Do what a key does, and hear what is said to it."""
        lesson = self._lesson
        lesson.judged = False
        if said := self.why_not(action):
            lesson.say(said)
        elif action == "hint":
            lesson.message = ()
            if does := lesson.hint():
                self.act(does)
        elif lesson.dialog is None and action in ("skip", "back") and lesson.dismiss():
            lesson.message = ()
        else:
            told = lesson.wrong
            super().act(action)
            lesson.looked(action)
            if told and not lesson.judged and GROUPS.get(action) in DOING:
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
        """The keys of the footer, those that the step speaks of first."""
        lesson = self._lesson
        found = [*super().keys()]
        if lesson.dialog is not None:
            return inserted(found, [("hint", lesson.next_help)] if lesson.helps else [], BEFORE_HINT)
        if lesson.reads:
            return [found[0], ("back", "back"), *found[1:]]
        if lesson.wrong:
            found = [("skip", "the task"), *found]
        live = dict(found)
        spoken = [name for name in lesson.judge.step.keys if name in live or (name in ON_MAP and name not in PASSING)]
        words = ON_MAP | live
        first = [pair for name in spoken for pair in SHOWN.get(name, ((name, words[name]),))]
        found = [(name, word) for name, word in found if name not in spoken]
        hint = ("hint", lesson.next_help)
        at = min(BEFORE_HINT, next((i for i, (name, _) in enumerate(found) if name in ("lines", "help")), len(found)))
        return [*first, *found[:at], hint, *found[at:]]
