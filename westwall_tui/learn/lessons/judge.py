"""The judge of a lesson, which carries out the learner's orders, answers for the other side, and gives feedback.

The script has the dice and the orders of the other side, which otherwise does as little as it can. A step keeps the
position after each order that leads toward its end. A mistake leads back to the last of these positions.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from typing import NamedTuple

from westwall_tui.engine import queries
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import Attack, IllegalOrder, Order, OrderSyntaxError, Roll, as_order, parse
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import capital, named, units_listed
from westwall_tui.learn.lessons.facts import OrderSubject, Situation
from westwall_tui.learn.lessons.script import Lesson, ScriptStep, hexes_of, is_of_screen, places_named

SUBJECT = re.compile(r"(^|[.!?] )?\{(unit|hex)\}")
"""The placeholders of a text other than keys: the unit and the hex of the order or refusal."""
ELSEWHERE = "You may do that in a game, but it leads away from this lesson. I put everything back."


def with_subject(text: str, subject: OrderSubject) -> str:
    """Return a text with `{unit}` and `{hex}` filled in. A placeholder stays if the subject has no value for it."""

    def word(found: re.Match[str]) -> str:
        name = subject.hex if found[2] == "hex" else named(subject.unit)
        if not name:
            return found[0]
        return f"{found[1] or ''}{name if found[1] is None else capital(name)}"

    return SUBJECT.sub(word, text)


def leads_away(lesson: Lesson, number: int, order: Order | None) -> str:
    """Return the feedback for a legal order that is not part of this step."""
    unit = getattr(order, "unit", "")
    if isinstance(order, Attack):
        return (
            f"That attack is allowed, but this step asks for {_attack_wanted(lesson, number, order)}. I took it back."
        )
    if order is not None and order.word == "done":
        return "You have something else to do before you end the phase. I took that back."
    if not unit:
        return ELSEWHERE
    here = _units_moved(lesson, number)
    if unit in here:
        return with_subject(
            "{unit} may do that, but this step asks for something else. I put it back.", OrderSubject(unit)
        )
    later = any(unit in _units_moved(lesson, step) for step in range(number + 1, len(lesson.steps)))
    turn = "{unit} gets its turn later in this lesson." if later else "{unit} must stay where it is in this step."
    now = f" This step is about {units_listed(here)}." if here else ""
    return with_subject(f"{turn}{now} I put it back.", OrderSubject(unit))


def _attack_wanted(lesson: Lesson, number: int, instead: Attack) -> str:
    """Name the attack that a step asks for if another attack was declared: other defenders, or other attackers."""
    wanted = next((order for order in _orders_of_step(lesson, number) if isinstance(order, Attack)), None)
    if wanted is None:
        return "something else"
    if set(wanted.defenders) == set(instead.defenders):
        return "other attackers"
    return f"one on {units_listed(wanted.defenders)}"


def begins_elsewhere(units: Sequence[str]) -> str:
    """Return a sentence for a step that begins with units in other hexes than the learner left them; else nothing."""
    if not units:
        return ""
    return f"For this step the lesson has moved {units_listed(units)}"


def is_about(lesson: Lesson, number: int, order: Order | None) -> bool:
    """Return True if no order is for a unit other than those that the right ways of a step move."""
    unit = getattr(order, "unit", "")
    return not unit or unit in _units_moved(lesson, number)


def _units_moved(lesson: Lesson, number: int) -> Sequence[str]:
    """Return the units that move, retreat or advance in the right ways of a step."""
    units = (getattr(order, "unit", "") for order in _orders_of_step(lesson, number))
    return tuple(dict.fromkeys(unit for unit in units if unit))


def _orders_of_step(lesson: Lesson, number: int) -> Iterator[Order]:
    """Yield the orders in the right ways of a step, without the lines that are actions at the screen."""
    step = lesson.steps[number]
    for line in (line.removeprefix("maybe ") for way in (step.right, *step.also) for line in way):
        with suppress(OrderSyntaxError):
            yield parse(line)


DONE, WRONG, REFUSED, BACK, ON = "done", "wrong", "refused", "back", "on"
"""Kinds of verdict: the step is done, a mistake of the script, a refused order, an order that leads away, none yet."""
DIE = 3
"""The result of a die once the script has no more rolls."""
BEFORE_HINT = 2
"""Number of mistakes in a step after which the hint appears by itself."""
NOTHING = ("fpf none", "stand", "demolish no", "done")
"""Orders with which the other side does as little as it can."""


class Verdict(NamedTuple):
    """The feedback for the learner's last action."""

    kind: str
    says: str = ""
    case: str = ""
    mistake: int = -1
    """The index of the mistake among those of the step, or -1."""


class Kept(NamedTuple):
    """A position to which a mistake leads back, with the rest of the script and the events of the step."""

    game: Game
    dice: list[int]
    theirs: list[str]
    happened: list[Event]
    orders: list[int]


class LessonJudge:
    """A lesson in play, at one of its steps.

    Call one of `give`, `undo`, `redo`, `refuse`, `press`, `look` and `answer`, then `verdict`. A step that is done
    stays on the board until `go_on` is called.
    """

    def __init__(self, lesson: Lesson, step: int = 0) -> None:
        """Begin with a step, as if the learner had done all earlier steps in the right way."""
        self.lesson = lesson
        self.number = 0
        self.game = Game(lesson.scenario, seed=None)
        if step:
            self.game, self.number = position_after(lesson, step), step
        self._begin_step()

    @property
    def step(self) -> ScriptStep:
        """The current step, done or not."""
        return self.lesson.steps[self.number]

    @property
    def over(self) -> bool:
        """True if the last step is done."""
        return self.done and self.number == len(self.lesson.steps) - 1

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes that the step marks now: those in `show`, and those of the units and hexes named in its text."""
        named = places_named(self.step.say, self.game.scenario)
        return hexes_of((*self.step.places, *named), self.game.state.location)

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs that the lesson has explained so far, in order."""
        return tuple(dict.fromkeys(sign for step in self.lesson.steps[: self.number + 1] for sign in step.signs))

    # -- from step to step

    def _begin_step(self) -> None:
        self.done = False
        self.mistakes = 0
        """The number of mistakes in this step."""
        left = self.game.state.location
        if self.step.fresh:
            self.game = position_after(self.lesson, self.number)
        units, begins = self.game.state.units, self.game.state.location
        self.moved = tuple(counter.id for counter, a, b in zip(units, left, begins, strict=True) if a != b)
        """Units that begin a fresh step in another hex than the learner left them."""
        self._dice, self._theirs = list(self.step.dice), list(self.step.theirs)
        for line in self.step.first:
            maybe, order = line.startswith("maybe "), line.removeprefix("maybe ")
            if not maybe or self.game.explain(order) is None:
                self.game.apply(order)
        self._settle_scripted()
        self.now = Situation(self.game, self.lesson.learner)
        self._orders: list[int] = []
        """The number of events before each order of the step."""
        self._kept = [self._keep_position()]
        """The positions at the beginning of the step and after each of its orders."""

    def _keep_position(self) -> Kept:
        return Kept(self.game.copy(undo=True), self._dice[:], self._theirs[:], self.now.happened[:], self._orders[:])

    def go_on(self) -> None:
        """Begin the next step."""
        self.number += 1
        self._begin_step()

    def again(self) -> None:
        """Return to the position at the beginning of the step."""
        del self._kept[1:]
        self._restore_last()

    def _restore_last(self) -> None:
        """Return to the last kept position, usually the position before the last order."""
        kept = self._kept[-1]
        self.game = kept.game.copy(undo=True)
        self._dice, self._theirs, self._orders = kept.dice[:], kept.theirs[:], kept.orders[:]
        self.now = Situation(self.game, self.lesson.learner)
        self.now.happened = kept.happened[:]

    def _settle_scripted(self) -> list[Event]:
        """Roll the script's dice and let the other side answer, until the learner has to decide."""
        game, found = self.game, []
        while game.outcome is None:
            if game.prompt.kind == "roll":
                found += game.apply(Roll(self._dice.pop(0) if self._dice else DIE))
            elif game.side != self.lesson.learner:
                found += game.apply(self._answer_of_script())
            else:
                break
        return found

    def _answer_of_script(self) -> Order:
        """Return the script's answer if it is legal now; otherwise the least that the rules allow."""
        if self._theirs and self.game.explain(self._theirs[0]) is None:
            return as_order(self._theirs.pop(0))
        for line in NOTHING:
            if self.game.explain(line) is None:
                return as_order(line)
        return queries.default_order(self.game)

    # -- what the learner does

    def give(self, order: Order | str) -> list[Event]:
        """Carry out an order. Raises `IllegalOrder`; the next verdict is then about the refusal."""
        given = as_order(order)
        self._begin_action(given.word, given)
        try:
            found = self.game.apply(given)
        except IllegalOrder as refusal:
            self.now.refusal = refusal
            raise
        return self._after_order(found)

    def redo(self) -> list[Event]:
        """Repeat the order that was undone last. Raises `IllegalOrder` if there is none."""
        self._begin_action("redo")
        before = len(self.game.log)
        found = self.game.redo()
        self.now.given = as_order(self.game.log[before])
        return self._after_order(found)

    def _after_order(self, found: list[Event]) -> list[Event]:
        self._orders.append(len(self.now.happened))
        found = found + self._settle_scripted()
        self.now.happened += found
        return found

    @property
    def can_undo(self) -> bool:
        """True if the last order may be undone.

        Earlier steps' orders may be undone only if the step is about undoing.
        """
        return self.game.can_undo and (bool(self._orders) or self.step.takes_back)

    def undo(self, what: str = "") -> None:
        """Undo the last order, or with `TURN` all that can be undone in this step. Raises `IllegalOrder`.

        With a unit, its order must be the last one: the judge follows the orders one by one.
        """
        self._begin_action("undo")
        if not self.can_undo:
            raise IllegalOrder("5.15", "there is nothing to undo in this step")
        if what not in ("", TURN) and what != lower(getattr(as_order(self.game.log[-1]), "unit", "")):
            raise IllegalOrder("5.15", "in a lesson you can undo only the last order, or the whole turn")
        self._undo_last()
        while what == TURN and self._orders and self.game.can_undo:
            self._undo_last()

    def _undo_last(self) -> None:
        self.game.undo()
        if self._orders:
            del self.now.happened[self._orders.pop() :]
            del self._kept[len(self._orders) + 1 :]
            self._dice, self._theirs = self._kept[-1].dice[:], self._kept[-1].theirs[:]

    def refuse(self, refusal: IllegalOrder) -> None:
        """Note that an order was refused before it was given."""
        self._begin_action("")
        self.now.refusal = refusal

    def press(self, action: str) -> None:
        """Note that the key of an action was pressed."""
        self._begin_action("")
        self.now.pressed.add(action)

    def look(self, number: str) -> None:
        """Note that the cursor was put on a hex."""
        self._begin_action("")
        self.now.cursor = number

    def answer(self, number: int) -> None:
        """Record the number of the learner's answer to a question, from 1."""
        self._begin_action("")
        self.now.answer = number

    def _begin_action(self, word: str, order: Order | None = None) -> None:
        self.now.order, self.now.given, self.now.refusal = word, order, None

    def do(self, line: str) -> None:
        """Do what a line of a way says: give an order, or act at the screen. Leave refusals to the verdict."""
        word, _, rest = line.partition(" ")
        if word == "maybe":
            if self.game.explain(rest) is None:
                self.give(rest)
        elif word == "cursor":
            self.look(rest)
        elif word == "press":
            self.press(rest)
        elif word == "answer":
            self.answer(int(rest))
        elif word == "undo":
            self.undo()
        else:
            try:
                self.give(line)
            except IllegalOrder:
                return

    # -- feedback

    def verdict(self) -> Verdict:
        """Return the feedback for the learner's last action, and undo it if it was a mistake."""
        now, step = self.now, self.step
        if self.done:
            return Verdict(ON)
        if all(condition.holds(now) for condition in step.done):
            self.done = True
            return Verdict(DONE, step.well, now.refusal.case if now.refusal else "")
        case = now.refusal.case if now.refusal else ""
        for number, mistake in enumerate(step.mistakes):
            says = with_subject(mistake.say, now.subject)
            fits = mistake.on.is_refusal == (now.refusal is not None) and not SUBJECT.search(says)
            if fits and mistake.on.holds(now):
                return self._count_mistake(Verdict(WRONG, says, case, number))
        if now.refusal is not None:
            reason = now.refusal.reason
            return self._count_mistake(Verdict(REFUSED, f"{capital(reason)} ({case}).", case))
        if now.given is None:
            return Verdict(ON)
        if self.game.outcome is None and self._leads_on():
            self._kept.append(self._keep_position())
            return Verdict(ON)
        return self._count_mistake(Verdict(BACK, leads_away(self.lesson, self.number, now.given)))

    def _count_mistake(self, verdict: Verdict) -> Verdict:
        self.mistakes += 1
        if self.now.refusal is None:
            self._restore_last()
        else:
            self.now.refusal = None  # nothing has changed
        self.now.answer = 0
        return verdict

    def _leads_on(self) -> bool:
        """Return True if the step has orders left after the last one, and a right way can still end the step."""
        step, given = self.step, len(self._orders)
        if given >= max(1, step.orders) or not is_about(self.lesson, self.number, self.now.given):
            return False
        ways = [[line for line in way if not is_of_screen(line)] for way in (step.right, *step.also)]
        return any(self._ends_with(left) for way in ways for left in (way[given:], way))

    def _ends_with(self, way: list[str]) -> bool:
        """Return True if these lines end the step, as far as the lines are legal."""
        trial = copy(self)
        trial.game = self.game.copy(undo=True)
        trial._dice, trial._theirs, trial._orders = self._dice[:], self._theirs[:], self._orders[:]
        trial.now = copy(self.now)
        trial.now.game, trial.now.happened = trial.game, self.now.happened[:]
        for line in way:
            if line == "undo" or trial.game.explain(line.removeprefix("maybe ")) is None:
                trial.do(line)
            if all(condition.holds(trial.now) for condition in trial.step.done):
                return True
        return False

    @property
    def hints(self) -> bool:
        """True if the hint should appear by itself."""
        return self.mistakes >= BEFORE_HINT

    def next_right(self) -> str:
        """Return the next line of the right way. If the learner has left that way, undo everything first."""
        ways = [line.removeprefix("maybe ") for line in self.step.right if not is_of_screen(line)]
        for line in (*ways[len(self._orders) :], *ways[: len(self._orders)]):
            if line == "undo" or self.game.explain(line) is None:
                return line
        if ways and self._orders:
            self.again()
            return self.next_right()
        return self.step.right[-1] if not ways else ways[0]


def position_after(lesson: Lesson, steps: int) -> Game:
    """Return the position after the right ways of some steps."""
    judge = LessonJudge(lesson)
    while True:
        for line in judge.step.right:
            judge.do(line)
        if judge.number == steps - 1:
            return judge.game
        judge.go_on()
