"""The check of lessons and examples of play by `westwall check`.

It checks a lesson's files and texts, then plays its right ways, its mistakes and every other legal order. It also plays
an example of play, and asks the engine for every number in the example's texts.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine.orders import IllegalOrder, OrderSyntaxError
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.words import NUMBERS
from westwall_tui.files.checks import Report
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.learn.example_list import EXAMPLE
from westwall_tui.learn.examples import Example, ExampleStage, ExampleWalk, Unplayable, load_example
from westwall_tui.learn.lessons.facts import OrderSubject
from westwall_tui.learn.lessons.judge import DONE, ON, WRONG, LessonJudge, Verdict, with_subject
from westwall_tui.learn.lessons.script import KEY, LESSON, SIGN, Lesson, ScriptStep, filled_in, load_lesson, named_in

TEXT_WORDS, TEXT_LINES, TEXT_WIDTH = 35, 3, 76
"""Maximum words, lines and columns of a text: there is room for three lines under the phase bar at 80x24."""
STORY_WORDS, AIM = 60, 72
"""Maximum words of a story, and maximum characters of an aim, which is one line after `Aim: ` at 80x24."""
COLUMNS, ROWS = 10, 8
"""The size of the largest board that fits on the screen with the text at 80x24."""
CASE = re.compile(r"\((\d{1,2}\.\d{1,2}(?:\.\d)?)\)")
PLAIN = re.compile(r"[\x20-\x7e\xc0-\xff]*")
"""Pattern of a text with only those characters that every terminal has."""
LONGEST = OrderSubject("1/901", "0000")
"""The longest names that may replace the placeholders."""
LONGEST_COLOR = "pale blue"
"""The longest name of a color that may replace a sign."""
MAX_TRIED = 2000
"""Maximum number of orders tried at a step."""


class Vocabulary(NamedTuple):
    """The keys, cases and signs that texts may name. Only the screen defines these."""

    keys: Mapping[str, str]
    """The usual key of every action."""
    knows_case: Callable[[str, str], bool]
    """A function that returns True if a book of rules has a case."""
    signs: Collection[str]
    """The names of the signs in the legend."""


class Tally(NamedTuple):
    """The numbers of steps, mistakes and orders that the check played."""

    steps: int = 0
    mistakes: int = 0
    orders: int = 0
    """The number of other legal orders that were tried."""
    ways: int = 0
    """The number of these other orders that ended a step."""


def check_lesson(folder: Path, vocabulary: Vocabulary) -> Report:
    """Return the report on the lesson in a folder. The report's kind says what was played."""
    try:
        lesson = load_lesson(folder)
    except FileError as error:
        return Report("lesson", error.faults)
    faults = Faults(str(folder / LESSON))
    _check_words(lesson, vocabulary, faults)
    kind = "lesson: a game"
    if not faults.found and lesson.steps:
        played = play(lesson, faults)
        kind = f"lesson: {played.steps} steps, {played.mistakes} mistakes, {played.orders} other orders tried"
    return Report(kind, tuple(faults.all()))


# -- checks without playing


def _check_words(lesson: Lesson, vocabulary: Vocabulary, faults: Faults) -> None:
    if lesson.steps:
        check_board(lesson.scenario, faults)
    if len(lesson.story.split()) > STORY_WORDS:
        faults.add("", "story", f"has more than {STORY_WORDS} words")
    texts = [("", key, text) for key, text in (("story", lesson.story), ("end", lesson.end), ("lost", lesson.lost))]
    texts.append(("", "aim", lesson.aim))
    if len(lesson.aim) > AIM:
        faults.add("", "aim", f"is longer than {AIM} characters")
    for where, step in _numbered_steps(lesson):
        texts += [(where, "say", step.say), (where, "hint", step.hint), (where, "well", step.well)]
        for number, mistake in enumerate(step.mistakes, 1):
            wrong = f"{where} [[mistakes]] {number}"
            texts.append((wrong, "say", with_subject(mistake.say, LONGEST)))
            if not CASE.search(mistake.say):
                faults.add(wrong, "say", "needs a case in parentheses, such as (7.12)")
        if KEY.search(step.plain) or not PLAIN.fullmatch(step.plain):
            faults.add(where, "plain", "names a key, or has characters that plain terminals lack")
        _check_actions(where, step, vocabulary, faults)
    for case in lesson.teaches:
        if not vocabulary.knows_case(lesson.scenario.rules, case):
            faults.add("", "teaches", f"there is no case {case} in these rules")
    for where, key, text in texts:
        _check_text(where, key, text, lesson, vocabulary, faults)


def check_board(scenario: Scenario, faults: Faults) -> None:
    """Check that the board fits on the screen with the text."""
    grid = scenario.board.grid
    if grid.columns > COLUMNS or max(grid.odd_rows, grid.even_rows) > ROWS:
        faults.add("", "scenario", f"has a board of more than {COLUMNS} columns or {ROWS} rows")


def _numbered_steps(lesson: Lesson) -> Iterator[tuple[str, ScriptStep]]:
    """Return the steps, each with the name of its table."""
    return ((f"[[steps]] {number}", step) for number, step in enumerate(lesson.steps, 1))


def _check_text(where: str, key: str, text: str, lesson: Lesson, vocabulary: Vocabulary, faults: Faults) -> None:
    for action in KEY.findall(text):
        if action not in vocabulary.keys:
            faults.add(where, key, f"unknown action {action!r} in {{{action}}}")
    for sign in SIGN.findall(text):
        if sign not in vocabulary.signs:
            faults.add(where, key, f"unknown sign {sign!r}; the signs are {', '.join(vocabulary.signs)}")
    shown = filled_in(text, lambda action: vocabulary.keys.get(action, "?"), lambda _: LONGEST_COLOR)
    if key != "story":
        check_length(where, key, shown, faults)
    check_signs(where, key, text, lesson.scenario.rules, vocabulary, faults)


def check_length(where: str, key: str, text: str, faults: Faults) -> None:
    """Check that a text fits into the lines under the phase bar."""
    if len(text.split()) > TEXT_WORDS or len(wrap(text, TEXT_WIDTH)) > TEXT_LINES:
        most = f"{TEXT_WORDS} words or {TEXT_LINES} lines of {TEXT_WIDTH} characters"
        faults.add(where, key, f"is longer than {most}: {text}")


def check_signs(where: str, key: str, text: str, rules: str, vocabulary: Vocabulary, faults: Faults) -> None:
    """Check that a text has only characters that every terminal has, and names only existing cases."""
    if not PLAIN.fullmatch(text):
        faults.add(where, key, "has characters that plain terminals lack")
    for case in CASE.findall(text):
        if not vocabulary.knows_case(rules, case):
            faults.add(where, key, f"there is no case {case} in these rules")


def _check_actions(where: str, step: ScriptStep, vocabulary: Vocabulary, faults: Faults) -> None:
    """Check that the actions and signs that a step names exist."""
    lines = [*step.right, *(line for way in step.also for line in way), *(x for m in step.mistakes for x in m.by)]
    named = [line.removeprefix("press ") for line in lines if line.startswith("press ")]
    conditions = [*step.done, *(mistake.on for mistake in step.mistakes)]
    named += [name for line in conditions for name in re.findall(r"\bpressed (\S+)", line.text)]
    for action in (*named, *step.keys):
        if action not in vocabulary.keys:
            faults.add(where, "show" if action in step.keys else "right", f"unknown action {action!r}")
    for sign in step.signs:
        if sign not in vocabulary.signs:
            faults.add(where, "show", f"unknown sign {sign!r}; the signs are {', '.join(vocabulary.signs)}")


# -- playing it


def play(lesson: Lesson, faults: Faults) -> Tally:
    """Play every step of a lesson in all its ways, up to the first fault. Return what was played."""
    found = _Play(lesson, faults)
    found.all_steps()
    return found.tally


class _Play:
    """The check that plays every step of a lesson in all its ways."""

    def __init__(self, lesson: Lesson, faults: Faults) -> None:
        self.lesson, self.faults = lesson, faults
        self.tally = Tally()

    def all_steps(self) -> None:
        """Play all right ways first, then everything else.

        Stop at the first fault, because later steps depend on it.
        """
        for check in (self._check_right, self._check_step):
            for number, (where, step) in enumerate(_numbered_steps(self.lesson)):
                try:
                    check(number, where, step)
                except (IllegalOrder, OrderSyntaxError, ValueError) as error:
                    self.faults.add(where, "", f"cannot be played: {error}")
                if self.faults.found:
                    return

    def _check_right(self, number: int, where: str, step: ScriptStep) -> None:
        """Check that the right way ends a step."""
        verdict = self._follow_way(LessonJudge(self.lesson, number), step.right)
        if verdict.kind != DONE:
            self.faults.add(
                where,
                "right",
                f"leads to the verdict {verdict.kind!r}: {verdict.says or 'no text'} {verdict.case}".rstrip(),
            )

    def _count_more(self, **more: int) -> None:
        self.tally = self.tally._replace(**{name: getattr(self.tally, name) + n for name, n in more.items()})

    def _check_step(self, number: int, where: str, step: ScriptStep) -> None:
        judge = LessonJudge(self.lesson, number)
        if judge.game.outcome is not None or judge.game.side != self.lesson.learner:
            self.faults.add(where, "first", "the step begins where the learner has nothing to decide")
            return
        for fact in step.true:
            if not fact.holds(judge.now):
                self.faults.add(where, "true", f"does not hold: {fact}")
        if all(condition.holds(judge.now) for condition in step.done):
            self.faults.add(where, "done", "holds before anything is done")
        for at, mistake in enumerate(step.mistakes, 1):
            if mistake.on.holds(judge.now):
                self.faults.add(f"{where} [[mistakes]] {at}", "on", "holds before anything is done")
            self._check_mistake(judge, f"{where} [[mistakes]] {at}", at - 1, mistake.by)
            judge.again()
        for way in (step.right, *step.also):
            self._check_way(number, where, way)
        if not self.faults.found:
            self._try_the_rest(number, where)
        self._count_more(steps=1)

    def _follow_way(self, judge: LessonJudge, way: tuple[str, ...]) -> Verdict:
        """Return the last verdict of a way, or the first verdict that ends the way."""
        verdict = Verdict(ON)
        for line in way:
            judge.do(line)
            verdict = judge.verdict()
            if verdict.kind != ON:
                break
        return verdict

    def _check_mistake(self, judge: LessonJudge, where: str, at: int, by: tuple[str, ...]) -> None:
        """Check that a mistake gets its own text, and that the text names the case if the order is refused."""
        mistake = judge.step.mistakes[at]
        verdict = self._follow_way(judge, by)
        self._count_more(mistakes=1)
        if (verdict.kind, verdict.mistake) != (WRONG, at):
            self.faults.add(
                where,
                "by",
                f"leads to the verdict {verdict.kind!r}: {verdict.says or 'no text'} {verdict.case}".rstrip(),
            )
        elif mistake.on.is_refusal and verdict.case not in CASE.findall(mistake.say):
            self.faults.add(where, "say", f"does not name the case that refuses it, {verdict.case}")

    def _check_way(self, number: int, where: str, way: tuple[str, ...]) -> None:
        """Check that a right way ends the step, and that the rest of the lesson can then be played."""
        judge = LessonJudge(self.lesson, number)
        verdict = self._follow_way(judge, way)
        if verdict.kind != DONE:
            self.faults.add(
                where, "also", f"{'; '.join(way)} leads to the verdict {verdict.kind!r}: {verdict.says} {verdict.case}"
            )
        elif stuck := _stuck_after(judge):
            self.faults.add(where, "right", f"after {'; '.join(way)}: {stuck}")

    def _try_the_rest(self, number: int, where: str) -> None:
        """Check that the learner can still finish the step and the lesson after every other legal order."""
        judge = LessonJudge(self.lesson, number)
        for order in islice(list(judge.game.legal()), MAX_TRIED):
            judge.give(order)
            kind = judge.verdict().kind
            self._count_more(orders=1, ways=int(kind == DONE))
            if kind == DONE:
                stuck = _stuck_after(judge)
            elif kind == ON:
                stuck = _stuck_in(judge)
            else:
                continue  # the position is restored
            if stuck:
                self.faults.add(where, "", f"after {order}: {stuck}")
                return
            judge = LessonJudge(self.lesson, number)


def _stuck_in(judge: LessonJudge) -> str:
    """Return the line at which the way shown by the program fails to end the step; empty if the way ends it."""
    line = ""
    for _ in range(2 * len(judge.step.right) + 1):
        line = judge.next_right()
        judge.do(line)
        if judge.verdict().kind == DONE:
            return ""
    return f"step {judge.number + 1} cannot be done, not even by {line}"


def _stuck_after(judge: LessonJudge) -> str:
    """Return the line at which the rest of the lesson after a step fails; empty if it can be played."""
    while not judge.over:
        judge.go_on()
        if stuck := _stuck_in(judge):
            return stuck
    return ""


IN_WORDS = {word: str(number) for number, word in enumerate(NUMBERS) if number > 1} | {"half": "0.5"}
"""Figures by number word; `one` is left out because it is often a pronoun."""
STRENGTH = re.compile(r"\d+-\d+-\d+(/\d+-\d+)?")
"""Pattern of a unit's Strengths. A fact about them proves each of the numbers."""
ORDINAL = re.compile(r"\d+(st|nd|rd|th)")
"""Pattern of the number of a formation."""


def check_example(folder: Path, vocabulary: Vocabulary) -> Report:
    """Return the report on the example in a folder. The report's kind says what was played."""
    try:
        example = load_example(folder)
    except FileError as error:
        return Report("example", error.faults)
    faults = Faults(str(folder / EXAMPLE))
    check_board(example.scenario, faults)
    if not example.sections:
        faults.add("", "", "the folder's name must begin with its sections, such as 7.2+7.3-together")
    facts = sum(len(step.true) + len(step.done) for step in example.steps)
    for section in example.sections:
        _check_section(example, section, vocabulary, faults)
    walk = ExampleWalk(example)
    for number in range(1, len(walk) + 1):
        try:
            _check_stage(walk.stage(number), vocabulary, faults)
        except Unplayable as error:
            faults.add(_step_name(error.number), error.key, error.reason)
            break
    return Report(f"example: {len(walk)} steps, {facts} facts", tuple(faults.all()))


def _step_name(number: int) -> str:
    return f"[[steps]] {number}"


def _check_section(example: Example, section: str, vocabulary: Vocabulary, faults: Faults) -> None:
    """Check that the section exists and that the texts name a case of it."""
    if not vocabulary.knows_case(example.scenario.rules, section):
        faults.add("", "", f"there is no section {section} in these rules")
    begins = section.removesuffix("0")
    if not any(case.startswith(begins) for step in example.steps for case in CASE.findall(step.say)):
        faults.add("", "steps", f"name no case of section {section}")


def _check_stage(stage: ExampleStage, vocabulary: Vocabulary, faults: Faults) -> None:
    where, text = _step_name(stage.number), stage.step.say
    check_length(where, "say", text, faults)
    check_signs(where, "say", text, stage.game.scenario.rules, vocabulary, faults)
    cases = CASE.findall(text)
    if not cases:
        faults.add(where, "say", "needs a case in parentheses, such as (7.12)")
    if stage.refusal is not None and stage.refusal.case not in cases:
        faults.add(where, "say", f"does not name the case that refuses it, {stage.refusal.case}")
    for key, facts, then in (("true", stage.step.true, stage.began), ("done", stage.step.done, stage.now)):
        for fact in facts:
            if not fact.holds(then):
                faults.add(where, key, f"does not hold: {fact}")
    ids = {unit.id for unit in stage.game.scenario.units}
    for number in unproven(stage):
        problem = f"is also a unit: write 'unit {number}'" if number in ids else "is not proven by `true` or `done`"
        faults.add(where, "say", f"{number!r} {problem}")


def unproven(stage: ExampleStage) -> Iterator[str]:
    """Yield the numbers in the text of a step that its facts, dice and refusal do not contain."""
    scenario = stage.game.scenario
    dice = [order for order in stage.step.orders if order.startswith("roll ")]
    reasons = [stage.refusal.reason] if stage.refusal is not None else []
    lines = map(str, (*stage.step.true, *stage.step.done, *dice, *reasons))
    words = (word.rstrip(",;:") for line in lines for word in line.split())
    proofs = {IN_WORDS.get(word.lower(), word) for word in words}  # a refusal may say "at most four"
    proofs |= {part for word in proofs if STRENGTH.fullmatch(word) for part in re.split("[-/]", word)}
    proofs -= {unit.id for unit in scenario.units}
    for word, unit, h in named_in(CASE.sub("", stage.step.say), scenario):
        number = IN_WORDS.get(word.lower(), word)
        if (
            unit < 0
            and h < 0
            and not ORDINAL.fullmatch(word)
            and any(char.isdigit() for char in number)
            and number not in proofs
        ):
            yield word
