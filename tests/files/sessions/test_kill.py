"""SIGKILL at random moments of a game: every answered order is in the save, and the save is whole.

`WESTWALL_KILLS=500` kills more often than `make test` does.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from westwall_tui.engine.dice import Draw
from westwall_tui.files.saves.file import read_save

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
KILLS = int(os.environ.get("WESTWALL_KILLS", "8"))
BATTLES = ("bastogne/spearhead", "arnhem/free", "hurtgen/historical", "remagen/historical")
PLAYER = """
import sys
from pathlib import Path
from westwall_tui.engine.dice import Draw
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.sessions.local import LocalSession
key, folder, seed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
saves = list(folder.glob("*.toml"))
draw = Draw(seed)
if saves:
    game = LocalSession.resume(saves[0])
else:
    game = LocalSession.new(load_scenario(key), drawn=seed % 2 == 1, folder=folder)
print("READY", flush=True)
while game.game.outcome is None:
    game.apply(game.game.random_order(draw))
    assert not game.trouble, game.trouble
    print(len(game.game.log), game.game.digest(), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is Unix's")
@pytest.mark.parametrize("key", BATTLES if KILLS > 8 else BATTLES[::2])
def test_every_answered_order_is_there_after_a_kill(tmp_path, key):
    draw = Draw(11)
    answered, found, folder = "", 0, tmp_path
    for kill in range(KILLS // len(BATTLES)):
        command = [sys.executable, "-c", PLAYER, key, str(folder), str(kill or draw.below(2))]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            assert player.stdout.readline() == "READY\n"
            if not answered:
                answered = player.stdout.readline()  # or no order could be lost
            time.sleep(draw.below(400) / 1000)
            player.kill()
            *_, answered = [answered, *(line for line in player.stdout if line.endswith("\n"))]
        saves = list(folder.glob("*.toml"))
        assert len(saves) == 1, "a game was saved under another name"
        save = read_save(saves[0])
        assert save.notes == ()
        count, digest = answered.split()
        twin = save.game.root()
        twin.replay(save.game.log[: int(count)])  # the order after the last answered one may also be there
        assert (len(twin.log), twin.digest()) == (int(count), digest)
        found += 1
        if save.game.outcome is not None:
            answered, folder = "", tmp_path / str(kill)  # another game
    assert found
