"""Hosts and players as programs of their own."""

import subprocess
import sys
from pathlib import Path

import pytest

from westwall_tui.net.command import sit_down
from westwall_tui.net.session import HostedSession


class Hosting:
    """Runs `westwall host`, and seats guests at its games; all are gone at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.saves = folder / "games", folder / "saves"
        self._running: list[subprocess.Popen[str]] = []
        self._seated: list[HostedSession] = []
        self.first = ""
        """What the last host said first."""

    def __call__(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "westwall_tui", "host", *arguments]
        command += ["--folder", str(self.folder), "--pace", "0"]
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self._running.append(program)
        assert program.stdout is not None
        self.first = program.stdout.readline()
        return program

    def sit(self, side: str = "", name: str = "Wim") -> HostedSession:
        """Somebody at the table of `game`."""
        guest = sit_down("game", self.folder, side, name)
        self._seated.append(guest)
        return guest

    def stop(self) -> None:
        """Everybody goes."""
        while self._seated:
            self._seated.pop().leave()
        while self._running:
            program = self._running.pop()
            program.kill()
            program.communicate()


@pytest.fixture
def hosting(folders):
    """Hosts, by arguments of `westwall host`; stopped at the end."""
    hosts = Hosting(folders)
    yield hosts
    hosts.stop()
