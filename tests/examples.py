"""The boards of the examples of play as boards of tests.

`example("standard/7.7-retreat", 1)` is the game at its first step, from which a test plays on. Another test checks the
facts that an example states; these tests check the rest.
"""

from functools import cache

from westwall_tui.engine.game import Game
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.learn.examples import ExampleStage, ExampleWalk, load_example


@cache
def walk(name: str) -> ExampleWalk:
    """Return an example by book and folder."""
    return ExampleWalk(load_example(shipped_root() / "examples" / name))


def stage(name: str, step: int) -> ExampleStage:
    """Return an example at one of its steps."""
    return walk(name).stage(step)


def example(name: str, step: int = 0) -> Game:
    """Return the game of an example after this many of its steps; 0: at its beginning."""
    return stage(name, step).game.copy() if step else Game(walk(name).example.scenario, seed=None)
