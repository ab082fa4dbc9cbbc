"""Two terminals and a spectator at one table: `westwall join` on pseudo-terminals, played by keys alone.

A few orders of one scenario, and whole games of all where WESTWALL_WHOLE_GAMES is set.
"""

import os
import sys
from contextlib import ExitStack

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from benchmarks.terminal import Terminal
from tests.net.keyboard_player import BACK, follow_a_hint, keys_for, press
from tests.net.local import wait_for
from westwall_tui.engine.dice import Draw
from westwall_tui.files.saves.file import read_save
from westwall_tui.files.scenarios.catalog import load_scenario, shipped
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.slow

WHOLE = bool(os.environ.get("WESTWALL_WHOLE_GAMES"))
SCENARIOS = [entry.key for entry in shipped()] if WHOLE else ["bastogne/spearhead"]
ORDERS = 100_000 if WHOLE else 8
TRIES = 3
"""The maximum number of useless attempts before a hint."""
HINTS = 20
"""The maximum number of useless hints."""


def decide(terminal, host, draw):
    """Make the pending decision by keys."""
    given = len(host.table.game.log)

    def done():
        return len(host.table.game.log) > given

    for attempt in range(TRIES + HINTS):
        if attempt < TRIES:
            press(terminal, host.see(lambda game: keys_for(game, draw)))
        else:
            follow_a_hint(terminal, done)
        if done():
            return
        press(terminal, BACK)
    raise AssertionError(terminal.text()[-2_000:])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_terminals_play_by_keys_and_a_third_guest_sees_it(tmp_path, monkeypatch, scenario, hosted):
    monkeypatch.setenv("WESTWALL_CONFIG", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    session = LocalSession.new(load_scenario(scenario), folder=tmp_path)
    host = hosted(session)
    draw = Draw(9)
    join = [sys.executable, "-m", "westwall_tui", "join", "game", "--folder", str(tmp_path), "--side"]
    watcher = host.sit("", "Wim")
    with ExitStack() as stack:
        terminals = [stack.enter_context(Terminal([*join, side.name])) for side in session.game.scenario.sides]
        for terminal in terminals:
            terminal.wait_for(session.game.scenario.date(1)[:2] or "turn")
        before = [0, 0]
        for _ in range(ORDERS):
            for terminal in terminals:
                terminal.settle(0.02)
            before = [len(terminal.output) for terminal in terminals]
            decide(terminals[host.see(lambda game: game.side)], host, draw)
            if session.game.outcome is not None:
                break
        assert (session.game.outcome is not None) == WHOLE
        for terminal, start in zip(terminals, before, strict=True) if WHOLE else ():
            terminal.wait_for("Enter: look at the map", start)  # below the final score

    def same():
        watcher.hear()
        return watcher.game.digest(-1) == session.game.digest(-1)

    wait_for(same, "the spectator sees another game")
    assert read_save(session.path).game.log == session.game.log
    print(f"{scenario}: {len(session.game.log)} orders")
