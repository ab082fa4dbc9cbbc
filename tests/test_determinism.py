"""The same seed and orders lead to the same position after every order, whatever the hash seed of the process.

With `WESTWALL_PYTHONS="python3.12 python3.13"` other Pythons play the same games.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long import scenario_keys

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SCENARIOS = scenario_keys()
ORDERS = 120
PROGRAM = f"""
import sys
from tests.long import scenario_keys
from westwall_tui.engine.game import Game
from westwall_tui.engine.dice import Draw
from westwall_tui.files.scenarios.catalog import load_scenario
for key in {SCENARIOS}:
    game, draw = Game(load_scenario(key), seed=5), Draw(6)
    for _ in range({ORDERS}):
        if game.outcome is not None:
            break
        order = game.random_order(draw)
        game.apply(order)
        print(key, order, game.digest())
"""


def played(python: str, hashing: str) -> list[str]:
    """Return the orders and digests of a game of each scenario, played in a process of its own."""
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    environment = {**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": os.pathsep.join([str(ROOT), packages])}
    run = subprocess.run(
        [python, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    return run.stdout.splitlines()


def test_equal_digests_after_every_order():
    first = played(sys.executable, "0")
    assert len({line.split()[0] for line in first}) == len(SCENARIOS)
    others = [(sys.executable, "77"), *((python, "5") for python in os.environ.get("WESTWALL_PYTHONS", "").split())]
    for python, hashing in others:
        assert played(python, hashing) == first, python
