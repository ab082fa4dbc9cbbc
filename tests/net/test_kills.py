"""Host and players killed at random moments: no order that a guest has seen is lost, and the game continues."""

import os
import random
import subprocess
import sys
import time
from functools import partial

import pytest

from tests.net.conftest import Hosting
from westwall_tui.files.checks import check_file
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.saves.shares import rolls_of

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("WESTWALL_KILLS", "3"))
"""The number of programs to kill in each battle."""
HOSTED = [("arnhem/historical", "seeded"), ("hurtgen/historical", "shared")]
"""Battles for the long tests only, because kills do not depend on the battle."""
if KILLS > 3:
    HOSTED += [(key, "seeded") for key in ("bastogne/campaign", "hurtgen/historical", "remagen/historical")]
PATIENCE = 60
PLAYER = """
import pathlib, sys, time
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.net.client import Lost
from westwall_tui.net.command import sit_down
folder, side, seed = sys.argv[1:]
while True:
    try:
        guest = sit_down("game", pathlib.Path(folder), side, side)
        break
    except Exception as error:
        time.sleep(0.1)
draw = Draw(int(seed))
while guest.game.outcome is None:
    for heard in guest.hear():
        if "Ask the host why" in heard.text or heard.asks:
            print(side, heard.text, heard.asks, file=sys.stderr, flush=True)
    if guest.game.side == guest.side and guest.game.prompt.kind != "roll":
        try:
            guest.apply(guest.game.random_order(draw))
        except (IllegalOrder, Lost):
            time.sleep(0.05)
    else:
        time.sleep(0.01)
"""


def wait_until(what, why):
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.02)


def prove(path, seen):
    """Check that every die has its shares, and that no die was dropped."""
    record = read_save(path).transcript
    assert record is not None
    assert not record.dropped
    assert len(record.fallen) >= len(rolls_of(seen)) > 0
    assert not check_file(path).faults


@pytest.mark.parametrize(("scenario", "dice"), HOSTED)
def test_kills_at_random_moments_lose_no_order(hosting: Hosting, scenario, dice, tmp_path):
    chance = random.Random(scenario)
    host = hosting(scenario, "--name", "game", "--dice", dice)
    watcher = hosting.sit()
    sides = [side.name for side in watcher.game.scenario.sides]
    players = {}
    complaints = tmp_path / "complaints"

    def start(side):
        command = [sys.executable, "-c", PLAYER, str(hosting.folder), side, str(chance.randrange(999))]
        with complaints.open("a") as told:
            players[side] = subprocess.Popen(command, stderr=told)

    def log():
        watcher.hear()
        return watcher.game.log

    def goes_on(length):
        return len(log()) > length or watcher.game.outcome is not None

    def is_back(length):
        return not watcher.client.away and len(log()) >= length

    for side in sides:
        start(side)
    try:
        if dice == "shared":
            wait_until(lambda: rolls_of(log()), "no die falls")
        seen: list[str] = []
        for kill in range(KILLS):
            more = len(seen) + 3
            wait_until(partial(goes_on, more), "nobody plays on")
            time.sleep(chance.random() / 5)
            seen = log()[:]
            if kill % 3 == 0:
                host.kill()
                host.wait()
                host = hosting(next(hosting.saves.glob("*.toml")).stem, "--name", "game")
                wait_until(partial(is_back, len(seen)), "the host is not back")
            else:
                side = chance.choice(sides)
                players[side].kill()
                players[side].wait()
                start(side)
            assert log()[: len(seen)] == seen, "orders that were seen are gone"
            if watcher.game.outcome:
                break
        path = next(hosting.saves.glob("*.toml"))
        assert read_save(path).game.log[: len(seen)] == seen
        assert "Ask the host why" not in complaints.read_text(), complaints.read_text()
        if dice == "shared":
            prove(path, seen)
    finally:
        for program in players.values():
            program.kill()
            program.wait()
