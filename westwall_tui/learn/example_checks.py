"""`westwall check` on an example of play: it is played, and each number that its words state is asked of the engine."""

import re
from collections.abc import Iterator
from pathlib import Path

from westwall_tui.files.briefings import ONES
from westwall_tui.files.checks import Report
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.learn.checks import CASE, Vocabulary, check_board, check_length, check_signs
from westwall_tui.learn.example_list import EXAMPLE
from westwall_tui.learn.examples import Example, ExampleWalk, Stage, Unplayable, load_example, named_in

IN_WORDS = {word: str(number) for number, word in enumerate(ONES) if number > 1} | {"half": "0.5"}
"""Numbers as words; `one` is none, it stands for so much else."""
STRENGTH = re.compile(r"\d+-\d+-\d+(/\d+-\d+)?")
"""A unit's Strengths, each of which a fact about them proves."""
ORDINAL = re.compile(r"\d+(st|nd|rd|th)")
"""What a formation is called by."""


def check_example(folder: Path, vocabulary: Vocabulary) -> Report:
    """Everything wrong with the example in a folder; as its kind, what was played to find it."""
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
    """The words name a case of the section, and there is one."""
    if not vocabulary.knows_case(example.scenario.rules, section):
        faults.add("", "", f"there is no section {section} in these rules")
    begins = section.removesuffix("0")
    if not any(case.startswith(begins) for step in example.steps for case in CASE.findall(step.say)):
        faults.add("", "steps", f"name no case of section {section}")


def _check_stage(stage: Stage, vocabulary: Vocabulary, faults: Faults) -> None:
    where, said = _step_name(stage.number), stage.step.say
    check_length(where, "say", said, faults)
    check_signs(where, "say", said, stage.game.scenario.rules, vocabulary, faults)
    cases = CASE.findall(said)
    if not cases:
        faults.add(where, "say", "names no case in brackets, such as (7.12)")
    if stage.refusal is not None and stage.refusal.case not in cases:
        faults.add(where, "say", f"does not name the case that refuses it, {stage.refusal.case}")
    for key, facts, then in (("true", stage.step.true, stage.began), ("done", stage.step.done, stage.now)):
        for fact in facts:
            if not fact.holds(then):
                faults.add(where, key, f"does not hold: {fact}")
    ids = {unit.id for unit in stage.game.scenario.units}
    for number in unproven(stage):
        told = (
            f"is a unit's too: write 'unit {number}'" if number in ids else "is proven by nothing in `true` or `done`"
        )
        faults.add(where, "say", f"{number!r} {told}")


def unproven(stage: Stage) -> Iterator[str]:
    """The numbers in the words of a step that stand in none of its facts and dice, nor in what refused its order."""
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
