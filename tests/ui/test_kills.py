"""SIGKILL while the computer plays both sides on a pseudo-terminal, even while it thinks: no saved order is lost.

`WESTWALL_KILLS=500` kills more often.
"""

import os
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from benchmarks.terminal import Terminal
from westwall_tui.engine.dice import Draw
from westwall_tui.files.saves.catalog import SaveInfo, list_saves
from westwall_tui.files.saves.file import read_save

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("WESTWALL_KILLS", "4"))
LIFE = 1500 if KILLS > 4 else 600
"""Maximum lifetime of a program in milliseconds, once a game is saved."""
BATTLES = {
    "bastogne/spearhead": ("German", "US", 1),
    "remagen/historical": ("US", "German", 1),
    "arnhem/historical": ("Allied", "German", 2 if KILLS > 4 else 1),
    "hurtgen/historical": ("US", "German", 3 if KILLS > 4 else 2),
}
"""Sides and the levels of their players; higher levels think longer, and are killed while they do."""


@pytest.mark.parametrize("key", BATTLES if KILLS > 4 else [*BATTLES][::2])
def test_a_game_killed_on_the_screen_resumes_where_it_was(tmp_path, monkeypatch, key):
    monkeypatch.setenv("WESTWALL_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    (tmp_path / "settings.toml").write_text(
        'format = 1\nkind = "settings"\nhandover = false\ncomputer_speed = "once"\n'
    )
    program = [sys.executable, "-m", "westwall_tui"]
    *sides, level = BATTLES[key]
    seats = [word for side in sides for word in ("--computer", f"{side}={level}")]
    draw, log, saves, found, kill = Draw(3), list[str](), list[SaveInfo](), 0, 0
    while kill < KILLS // len(BATTLES) or not found:
        kill += 1
        assert kill < KILLS + 10, "nothing was ever saved before a kill"
        command = [*program, "resume"] if saves else [*program, "play", key, "--seed", str(kill), *seats]
        begun = time.monotonic()
        with Terminal(command) as terminal:
            while b"\x1b[?1049h" not in terminal.output and time.monotonic() < begun + 30:
                terminal.idle(0.05)  # wait for the screen
            if not saves:
                terminal.settle(0.5)
                terminal.type("\r")  # the computer waits until the briefing is read
            while not list_saves(tmp_path / "saves") and time.monotonic() < begun + 60:
                terminal.idle(0.05)  # wait for the first saved order
            end = time.monotonic() + draw.below(LIFE) / 1000
            while time.monotonic() < end:
                terminal.idle(0.05)
        saves = list_saves(tmp_path / "saves")
        if not saves and not log:
            continue
        assert [info.trouble for info in saves] == [""]
        save = read_save(saves[0].path)
        assert save.notes == ()
        assert save.game.log[: len(log)] == log
        log = save.game.log
        found += 1
        if save.game.outcome is not None:  # another game
            saves.pop().path.unlink()
            log = []
    assert found
