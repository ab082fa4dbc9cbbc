"""Hosts and players as separate programs."""

import subprocess
import sys
from pathlib import Path

import pytest

from westwall_tui.net.command import sit_down
from westwall_tui.net.session import HostedSession


class Hosting:
    """A runner of `westwall host` that seats guests in its games, and stops all of them at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.saves = folder / "games", folder / "saves"
        self._running: list[subprocess.Popen[str]] = []
        self._seated: list[HostedSession] = []
        self.first = ""
        """The first line of the last host."""

    def __call__(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "westwall_tui", "host", *arguments]
        command += ["--folder", str(self.folder), "--pace", "0"]
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self._running.append(program)
        assert program.stdout is not None
        self.first = program.stdout.readline()
        return program

    def sit(self, side: str = "", name: str = "Wim") -> HostedSession:
        """Join `game`, and return the guest's session."""
        guest = sit_down("game", self.folder, side, name)
        self._seated.append(guest)
        return guest

    def stop(self) -> None:
        """Stop all guests and hosts."""
        while self._seated:
            self._seated.pop().leave()
        while self._running:
            program = self._running.pop()
            program.kill()
            program.communicate()


@pytest.fixture
def hosting(folders):
    """Return a runner of `westwall host` by its arguments."""
    hosts = Hosting(folders)
    yield hosts
    hosts.stop()
