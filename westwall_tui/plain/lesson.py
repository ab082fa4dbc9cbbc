"""A lesson in plain lines, with the same steps and judge as on the screen. Questions replace its keys and pages."""

import contextlib
import re
from collections.abc import Mapping

from westwall_tui.engine import queries
from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError, parse
from westwall_tui.engine.units import lower
from westwall_tui.files.players.seats import Seat, steady
from westwall_tui.files.players.settings import Settings
from westwall_tui.files.scenarios.catalog import first_battle, load_scenario
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.learn.lessons.judge import DONE, ON, LessonJudge
from westwall_tui.learn.lessons.script import Lesson, ScriptStep, filled_in, is_of_screen
from westwall_tui.learn.progress import keep_fight, keep_step, read_progress
from westwall_tui.learn.session import LessonSession
from westwall_tui.plain.console import Console
from westwall_tui.plain.input import normalized
from westwall_tui.plain.places import find_hexes
from westwall_tui.plain.speech import listed
from westwall_tui.plain.table import PlainGame, Quit
from westwall_tui.words.places import named_hex

TYPED: Mapping[str, str] = {
    "end": "done",
    "zones": "zones",
    "lines": "lines",
    "line_list": "lines",
    "account": "points",
    "tables": "odds",
    "reinforcements": "legal",
    "next": "legal",
    "goto": "look",
    "declare": "attack",
    "fire": "fpf",
    "more": "gs",
    "less": "gs",
    "confirm": "the order",
    "put": "the order",
    "put_all": "the order",
    "back": "undo",
}
"""By the action of a key, the word to be typed instead, if it is a different word."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters that name the answers to a question, because a number could itself be an answer."""
PRESSED: Mapping[str, str] = {"points": "account"}
"""By question, the action of the key that asks it on the screen, if the two words differ."""
ON_SCREEN = re.compile(r",? ?(?:which is )?under the cursor,?|,? marked [*!@],?| \(bracketed\)")
OF_SCREEN = re.compile(r"\bcursor|\bpanel\b|\bbox\b|\bmarked\b|\bkeyboard|the order before", re.IGNORECASE)
"""Pattern of a sentence about the screen."""
NAMES_SCREEN = re.compile(r"\{|\bcursor|\bbox\b|\bkey\b|keyboard|\bmarked\b|@|\bpanel\b|\bselect", re.IGNORECASE)
"""Pattern of words in a text that makes no sense without a screen."""


def in_lines(text: str) -> str:
    """Return a lesson's text with words to type in place of keys, and without sentences about the screen."""
    text = re.sub(r"\b([Pp])ress (?=\{)", lambda found: "Type " if found[1] == "P" else "type ", text)
    text = ON_SCREEN.sub("", filled_in(text, lambda action: TYPED.get(action, action), str))
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z0-9])", text)
    return " ".join(sentence for sentence in sentences if not OF_SCREEN.search(sentence)) or text


class PlainLesson(PlainGame):
    """A lesson in plain lines."""

    def __init__(self, judge: LessonJudge, title: str, console: Console, settings: Settings) -> None:
        super().__init__(LessonSession(judge), console, settings._replace(warnings=False, handover="never"))
        self.judge, self.title = judge, title
        self._announced = -1
        """The number of the step that was last announced."""
        self._hinted = False
        self.done = False
        """True if the last step is done."""

    @property
    def goes_on(self) -> bool:
        """True until the last step is done."""
        return not self.done

    def begin(self) -> None:
        """Tell the story of the lesson."""
        lesson = self.judge.lesson
        self.say(self.title, in_lines(lesson.story))
        self.say("Type legal to hear what you may do, hint for a hint, and hint again for the order")
        self.say("Type again to hear the task again")

    def end(self) -> None:
        """Say that the lesson is done."""
        self.say(in_lines(self.judge.lesson.end), "The lesson is done")

    def farewell(self, why: str) -> None:
        """Say, as the last line, how to continue the lesson. `why` begins the line."""
        self.say(f"{why}{self.way_back}")

    @property
    def way_back(self) -> str:
        return "To continue the lesson at this step, run: westwall learn --plain"

    # -- a step

    def _let_person(self) -> None:
        if self._announced != self.judge.number:
            self._announced, self._hinted, self._asked_for = self.judge.number, False, ()
            self._say_step()
        if self.judge.step.ask:
            line = self.console.ask(self._prompt)
            if line is None:
                raise Quit
            self._seats.decides = self._seats.asked
            self._obey(line)
        else:
            super()._let_person()

    def _say_step(self) -> None:
        judge, step = self.judge, self.judge.step
        self.say(f"Step {judge.number + 1} of {len(judge.lesson.steps)}: {step.plain or in_lines(step.say)}")
        about = self._places_of(step)
        if about:
            self.say(f"This step is about {about}")
        if step.ask:
            answers = ". ".join(f"{letter}: {answer}" for letter, answer in zip(LETTERS, step.ask, strict=False))
            self.say(f"{answers}. Type the letter of your answer")

    def _places_of(self, step: ScriptStep) -> str:
        """Return the units and hexes that the step marks on the map."""
        game, places = self.game, []
        for place in step.places:
            h = game.state.location[place.unit] if place.unit >= 0 else place.hex
            where = named_hex(game.scenario.board, h) if h >= 0 else ""
            unit = queries.named(game.state.units[place.unit].id) if place.unit >= 0 else ""
            places.append(f"{unit} {f'at {where}' if where else 'off the map'}" if unit else where)
        return listed(places, len(places))

    # -- the learner's lines

    def _obey(self, line: str) -> None:
        """Carry out a line: an answer to the step, a command of lessons, or anything that is possible in a game."""
        line = normalized(self.game, line)
        word, _, rest = line.removeprefix("?").partition(" ")
        word = lower(word)
        if word == "again":
            self._announced = -1
        elif word == "hint":
            self._give_hint()
        elif answer := self._chosen_answer(line.strip().casefold()):
            self.judge.answer(answer)
            self._hear_verdict()
        elif self.judge.step.ask and (word.isdigit() or len(word) == 1):
            self.say(f"Type the letter of your answer, A to {LETTERS[len(self.judge.step.ask) - 1]}")
        elif word in ("do", "players", "save", "concede"):
            self.say("That is only available in a game, not in a lesson")
        else:
            super()._obey(line)
            self._take_question(word, rest)

    def _chosen_answer(self, typed: str) -> int:
        """Return the number of an answer, from 1, by its letter or its words; 0 for anything else."""
        answers = [answer.casefold() for answer in self.judge.step.ask]
        known = [*LETTERS[: len(answers)].casefold(), *answers]
        return known.index(typed) % len(answers) + 1 if typed in known else 0

    def _take_question(self, word: str, rest: str) -> None:
        """Judge a question in place of the key or cursor that it replaces."""
        if self.judge.done or word not in ("look", "map", "near", "zones", "lines", "points"):
            return
        if word in ("look", "map", "near") and rest:
            try:
                hexes = find_hexes(self.game.scenario.board, rest)
            except ValueError:
                return
            self.judge.look(self.game.state.number(hexes[0]))
        else:
            self.judge.press(PRESSED.get(word, word))
        self._hear_verdict()

    def _order(self, line: str) -> None:
        order = parse(line)
        with contextlib.suppress(IllegalOrder):  # the judge explains the refusal
            self._apply_all([order])
        self._hear_verdict()

    def _undo(self, rest: str) -> None:
        super()._undo(rest)
        self._hear_verdict()

    def _redo(self, rest: str) -> None:
        super()._redo(rest)
        self._hear_verdict()

    # -- the judge's answers

    def _hear_verdict(self) -> None:
        """Say the judge's comment on the last line. After a mistake the step starts over."""
        judge, before = self.judge, self.judge.game
        verdict = judge.verdict()
        if verdict.kind == ON:
            return
        if verdict.kind == DONE:
            keep_step(judge.lesson.name, judge.number + 1)
            self.say(in_lines(judge.step.well))
            if judge.over:
                self.done = True
                return
            judge.go_on()
        else:
            self.say(in_lines(verdict.says))
        if judge.game is not before or verdict.kind == DONE:
            self._forget_later()
        if verdict.kind != DONE and judge.hints and not self._hinted:
            self._give_hint()

    def _give_hint(self) -> None:
        """Say a hint; if the learner asks again, say the order."""
        step, before = self.judge.step, self.judge.game
        helps = in_lines(step.hint)
        if not self._hinted and not NAMES_SCREEN.search(step.hint):
            self._hinted = True
            self.say(helps)
            return
        way = self.judge.next_right() if not self._hinted or not step.ask else step.right[-1]
        if self.judge.game is not before:
            self._forget_later()
        first, self._hinted = not self._hinted, True
        self.say(self._way_in_words(way, whole=not first))

    def _way_in_words(self, way: str, *, whole: bool) -> str:
        """Say which line to type: its notation, or the `whole` line."""
        word, _, rest = way.partition(" ")
        if word == "cursor":
            return f"Type look {rest}"
        if word == "press":
            return f"Type {TYPED.get(rest, rest)}"
        if word == "answer":
            at = int(rest) - 1
            return f"The answer is {LETTERS[at]}: {self.judge.step.ask[at]}"
        if is_of_screen(way) or whole or word in ("undo", "done", "stand"):
            return f"Type {way}"
        try:
            return f"Write it like this: {type(parse(way)).usage()}. A second hint gives you the order"
        except OrderSyntaxError:
            return f"Type {way}"


class PlainFight(PlainGame):
    """The fight after the lessons, which is saved like any other game."""

    def __init__(self, lesson: Lesson, console: Console, settings: Settings) -> None:
        self._lesson = lesson
        easier = read_progress().wants_easier and lesson.easier is not None
        seats = [steady(lesson.against), steady(lesson.against)]
        seats[lesson.learner] = Seat()
        scenario = lesson.easier if easier and lesson.easier is not None else lesson.scenario
        super().__init__(LocalSession.new(scenario, seats=seats), console, settings)

    def begin(self) -> None:
        """Tell the story of the fight."""
        self.say(self._lesson.title, in_lines(self._lesson.story))
        super().begin()

    def end(self) -> None:
        """Say how the fight ended, and keep the result."""
        super().end()
        outcome = self.game.outcome
        won = outcome is not None and outcome.winner == self._lesson.learner
        keep_fight(self._lesson.name, won=won)
        self.say(self._lesson.end if won else self._lesson.lost)
        if won:
            battle = load_scenario(first_battle().key)
            enemy = battle.sides[1].name
            self.say(f"To play {battle.name}, run: westwall play {first_battle().word} --plain --computer {enemy}=1")
