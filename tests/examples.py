"""The boards of the examples of play as boards of tests: `example("standard/7.7-retreat", 1)` is the game at its first
step, which a test plays on from there. The facts that an example states are tested with it; here is what it does not
say."""

from functools import cache

from westwall_tui.engine.game import Game
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.learn.examples import ExampleStage, ExampleWalk, load_example


@cache
def walk(name: str) -> ExampleWalk:
    """An example by book and folder."""
    return ExampleWalk(load_example(shipped_root() / "examples" / name))


def stage(name: str, step: int) -> ExampleStage:
    """An example at one of its steps."""
    return walk(name).stage(step)


def example(name: str, step: int = 0) -> Game:
    """A game that stands as an example does after so many of its steps; 0: at its beginning."""
    return stage(name, step).game.copy() if step else Game(walk(name).example.scenario, seed=None)
