"""A club whose parts fail one after the other, with real clients: the log and the terminal report it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.club.conftest import new_game
from tests.club.ssh import PATIENCE, Screen, Server, changed, needs_ssh
from westwall_tui.club.database.games import Games
from westwall_tui.club.database.store import Store

pytestmark = [pytest.mark.slow, needs_ssh, pytest.mark.xdist_group("server")]

BROKEN = """\
import sys
if "westwall_tui.club.server.prefork" in sys.orig_argv:
    import asyncio
    import threading

    from westwall_tui import referee
    from westwall_tui.club.screens import lobby
    from westwall_tui.club.server import child, player_commands, thinker

    def wrong(*_):
        raise ValueError("a planted fault")

    async def wrong_soon():
        wrong()

    def act(self, key, action):
        if key == "A":
            wrong()
        elif key == "B":
            threading.Thread(target=wrong).start()
        elif key == "C":
            self.app.panic("a planted fault")
        elif key == "D":
            self.app.call_later(wrong)
        elif key == "E":
            self.failing = asyncio.ensure_future(wrong_soon())
            del self.failing
        elif key == "F":
            self.run_worker(wrong_soon())
        elif key == "G":
            self.paint = wrong
        elif key == "H":
            from westwall_tui.club import a_planted_fault
        elif key == "I":
            self.app._driver._read_typed = wrong

    step, failed = thinker.Thinker.step, []

    def one_step(self):
        if not failed:
            failed.append(True)
            wrong()
        return step(self)

    answer = referee.Referee.answer
    referee.Referee.answer = lambda self, line: wrong() if "crash" in line else answer(self, line)
    lobby.LobbyScreen.act = act
    player_commands.PlayerCommands.help = wrong
    thinker.Thinker.step = one_step
    child.preload_screens = lambda: None
elif "serve" in sys.orig_argv:
    from westwall_tui.club.server import ssh_server

    def broken(process):
        raise ValueError("a planted fault")

    known = ssh_server._environment
    ssh_server._environment = lambda process: (broken if process.env.get("LANG") == "planted" else known)(process)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return a club with Anna and Bert, and with faults."""
    folder = tmp_path_factory.mktemp("club")
    found = Server(folder, path=changed(folder, BROKEN))
    found.register("Anna", "Bert")
    yield found
    found.stop()


def _logged(server, before):
    """Return what the log has gained since a length, once that contains a planted fault."""
    end = time.monotonic() + PATIENCE
    while "planted" not in (said := server.log()[before:]) and time.monotonic() < end:
        time.sleep(0.05)
    return said


@pytest.mark.parametrize("key", "ABCDEFGHI")
def test_a_failed_screen_is_reported_and_the_log_has_the_reason(server, key):
    found = Screen(server.command("Anna", options=["-tt"]))
    try:
        found.until("YOUR MOVE")
        before = len(server.log())
        found.press(key)
        if key in "GI":  # these faults fail at the next key
            found.read(0.5)
            os.write(found._at, b"j")
        assert "planted" in _logged(server, before)
        assert found.is_over(PATIENCE)
        assert "your session was closed" in found.shown
        for secret in ("planted", "Traceback", str(server.folder), "site-packages", ".py"):
            assert secret not in found.shown
    finally:
        found.close()


def test_a_failed_command_is_reported_and_the_log_has_the_reason(server):
    store = Store(server.club.database)
    game = new_game(Games(store), (1, 0), (2, 0), scenario="hurtgen/historical")
    store.close()
    for words, said in (
        (["help"], ""),
        (["referee", str(game)], "crash\n"),
        (["-tt", "referee", str(game)], "crash\n"),
    ):
        before = len(server.log())
        options = [word for word in words if word == "-tt"]
        told = server.ask("Anna", *words[len(options) :], options=options, said=said)
        shown = told.stdout + told.stderr
        assert told.returncode == 70
        assert "Something went wrong" in shown
        assert "Traceback" not in shown
        assert "planted" not in shown
        assert "planted" in _logged(server, before)


def test_a_killed_process_is_reported_and_the_log_names_the_signal(server):
    found = Screen(server.command("Anna", options=["-tt"]))
    try:
        found.until("YOUR MOVE")
        for child in Path(f"/proc/{server.prefork}/task/{server.prefork}/children").read_text().split():
            if Path(f"/proc/{child}/stat").read_text().split()[6] != "0":  # on a terminal, unlike the thinker
                os.kill(int(child), signal.SIGSEGV)
        assert found.is_over(PATIENCE)
        assert "Something went wrong" in found.text
        assert f"a player's process was killed by signal {signal.SIGSEGV.value}" in server.log()
    finally:
        found.close()


def test_a_failed_server_is_reported_and_the_log_has_the_reason(server):
    before = len(server.log())
    told = server.ask("Anna", "games", options=["-o", "SetEnv=LANG=planted"])
    assert told.returncode == 70
    assert "Something went wrong" in told.stderr
    assert "Traceback" not in told.stderr
    assert "planted" in _logged(server, before)
    assert server.ask("Anna", "games").returncode == 0


def test_a_failed_thinker_is_in_the_log(server):
    end = time.monotonic() + PATIENCE
    while "the thinker: ValueError" not in server.log() and time.monotonic() < end:
        time.sleep(0.05)
    assert "ValueError: a planted fault" in server.log()


def test_a_club_whose_processes_cannot_start_reports_it_and_ends(server, tmp_path):
    changed(tmp_path, BROKEN.replace("child.preload_screens = lambda: None", "child.preload_screens = wrong"))
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-m", "westwall_tui", "club", "serve", str(server.club.folder)],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "ValueError: a planted fault" in done.stderr
    assert "cannot start its processes; see the log" in done.stderr.splitlines()[-1]
