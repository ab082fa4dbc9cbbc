"""The marks of hexes and units that a lesson names: they show in every style beside everything else in the hex."""

from itertools import product

import pytest

from tests.long import sample
from tests.ui.learner import Learner
from tests.ui.screens.learn.test_lesson import NAMES
from westwall_tui.engine.hexgrid import NOWHERE
from westwall_tui.ui.decisions.mode import LEGAL, SELECTED
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing
from westwall_tui.ui.map.drawn.layers import Traces
from westwall_tui.ui.map.drawn.window import DrawnWindow, Scene
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SMALL
from westwall_tui.ui.map.hexes.counters import Counters
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.pane.view import MapView
from westwall_tui.ui.map.sheet.picture import Picture

NIGHT = Colors("night", exact=False)
DRAWN = Drawing(QUADRANTS, NIGHT)
STYLES: dict[str, Drawing | None] = {"ascii": None, "sextants": Drawing(SEXTANTS, NIGHT), "quadrants": DRAWN}


def lines_of(learner, size, drawing):
    """Return the map of a lesson as lines of characters, names included."""
    game, marks = learner.play.game, learner.play.marks()
    board, tokens = game.scenario.board, Counters().of(game)
    if drawing is None:
        view = MapView(board, size)
        view.has_cursor = False
        view.show_units(tokens)
        view.show_marks(marks)
        return view.picture, ["".join(char for char, _ in view.row(y)) for y in range(view.picture.height)]
    picture = Picture(board, size)
    shown = {h: Contents(tokens.get(h), marks.get(h)) for h in {*tokens, *marks}}
    window = DrawnWindow(picture, drawing)
    window.show(Scene(shown, {}, (), {}, Traces()), NOWHERE)
    return picture, ["".join(char for char, _ in window.line(y)) for y in range(picture.height)]


def chars_in(picture, lines, h):
    """Return the characters in the cells of a hex."""
    x, y = picture.origin(h)
    rows = enumerate(picture.size.owned)
    return "".join(lines[y + i][x + row.start : x + row.stop] for i, row in rows if y + i < len(lines))


def begun(name):
    """Return the steps of a lesson with marks: at their start, and with the moving unit selected."""
    number = 0
    while True:
        learner = Learner(name, number)
        if not number:
            learner.read()
        yield learner
        unit = learner.judge.step.right[0].split()[1:2]
        if learner.play.game.prompt.kind == "movement" and learner.judge.step.right[0].startswith("move "):
            yield learner.on_unit(unit[0]).act("confirm")
        number += 1
        if number == len(learner.judge.lesson.steps):
            return


@pytest.mark.slow
@pytest.mark.parametrize(("name", "style"), [*product(sample(NAMES, NAMES[:9:2]), STYLES)])
def test_the_subject_of_a_step_keeps_its_mark(name, style):
    """The mark shows beside the numbers of a reach, the state of a counter, and the name of a place."""
    asked = 0
    for learner in begun(name):
        marks = learner.play.marks()
        if learner.judge.done or LEGAL in marks.values():
            continue  # there a star marks a hex that may be chosen
        for size in (SMALL, MIDDLE, LARGE):
            picture, lines = lines_of(learner, size, STYLES[style])
            for h in (h for h in learner.judge.hexes if marks[h] != SELECTED):
                asked += 1
                where = f"step {learner.judge.number + 1}, {picture.board.number(h)}, {size.name}: {marks[h]}"
                assert "*" in chars_in(picture, lines, h), "\n".join([where, *lines])
    assert asked


def test_marking_a_hex_leaves_the_map_bright():
    """Only a reach darkens what is outside it."""
    learner = Learner("05-ways-out").read()
    picture, marks = Picture(learner.play.game.scenario.board, MIDDLE), learner.play.marks()
    windows = [DrawnWindow(picture, DRAWN) for _ in range(2)]
    for window, shown in zip(windows, (marks, {}), strict=True):
        contents = {h: Contents(mark=mark) for h, mark in shown.items()}
        window.show(Scene(contents, {}, (), {}, Traces()), NOWHERE)
    assert marks
    differ = {(x, y) for y in range(picture.height) for x, (a, b) in enumerate(both(windows, y)) if a != b}
    assert 0 < len(differ) <= 2 * len(marks), "no more than the marks themselves"


def both(windows, y):
    """Return the cells of a line in two windows, side by side."""
    return zip(*(window.line(y) for window in windows), strict=True)
