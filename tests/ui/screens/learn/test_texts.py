"""The texts of lessons, examples and puzzles: every style has their signs, and their units can be found on the map."""

import re
import tomllib

import pytest

from tests.learn.example import shipped_lesson
from tests.ui.learner import Learner
from tests.ui.screens.learn.test_lesson import NAMES
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.learn.example_list import all_examples
from westwall_tui.learn.examples import load_example
from westwall_tui.learn.lessons.script import SIGN, named_in
from westwall_tui.learn.puzzles.catalog import all_puzzles
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.swatches import swatches
from westwall_tui.ui.map.signs import ASCII, SIGNS, UNICODE

BARE = re.compile(r"(?<![\w{(.'])([^\w\s.,:;'\"()\[\]{}/+<>%-]|[+]|[b-zB-HJ-Z])(?![\w}'/]|\.\w)(?! *\d)")
"""Pattern of a sign or a letter alone in a text, except an article and `I`."""
ENTRY_AREAS = "ABCDEFGH"
"""Places whose letters are on the map in every style."""


def styles():
    """Yield the characters of the signs in each style of the map."""
    for signs in (ASCII, UNICODE):
        yield {*ENTRY_AREAS, *(char for name in SIGNS for char in signs[name])}
    for blocks in (SEXTANTS, QUADRANTS):
        drawn = swatches(Drawing(blocks, Colors("night", exact=False)))
        yield {*ENTRY_AREAS, *(char for cells in drawn.values() for char, _ in cells)}


def texts_of_lesson(lesson):
    """Yield the texts that a lesson shows on the screen."""
    yield from (lesson.story, lesson.end, lesson.lost)
    for step in lesson.steps:
        yield from (step.say, step.hint, step.well, *step.ask)
        yield from (mistake.say for mistake in step.mistakes)


def all_texts():
    """Yield the texts that a learner reads above a map, each with its source."""
    for path in sorted(shipped_root().glob("lessons/*/lesson.toml")):
        lesson = shipped_lesson(path.parent.name)
        yield from ((path.parent.name, text) for text in texts_of_lesson(lesson))
    for listed in all_examples():
        example = load_example(listed.folder)
        yield from ((listed.folder.name, step.say) for step in example.steps)
    for puzzle in all_puzzles():
        top = tomllib.loads(puzzle.path.read_text(encoding="utf-8"))
        yield from ((puzzle.path.stem, top[key]) for key in ("about", "task", "why"))


@pytest.mark.slow
def test_every_style_of_the_map_has_the_signs_in_texts():
    shown = [*styles()]
    wrong = [
        f"{where}: {sign} in {text!r}"
        for where, text in all_texts()
        for sign in BARE.findall(SIGN.sub("", text))
        if not all(sign in style for style in shown)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_named_by_a_step_can_be_found_on_the_map(name):
    """At 80x24 only the panel has names, so the step marks the unit, gives its hex, or puts the cursor on it."""
    for number, step in enumerate(shipped_lesson(name).steps):
        learner = Learner(name, number)
        if not number:
            learner.read()
        play = learner.play
        marks, state = play.marks(), play.game.state
        for word, unit, _ in named_in(step.say, play.game.scenario):
            h = state.location[unit] if unit >= 0 else -1
            if h >= 0:
                marked = {"*", "@"} & {*marks.get(h, ("",))[0]}
                assert marked or h == play.cursor or state.number(h) in step.say, f"step {number + 1}: {word}"
