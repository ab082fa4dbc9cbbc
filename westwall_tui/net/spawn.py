"""A starter of background hosts, each for its own player."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from westwall_tui.files.disk.folders import environment_of_program
from westwall_tui.files.faults import refuse
from westwall_tui.net.command import sit_down
from westwall_tui.net.lease import lease_of
from westwall_tui.net.session import HostedSession

HOST = "westwall host"
START_SECONDS = 30
"""Timeout for the start of a host, in seconds."""


def host_and_join(
    arguments: Sequence[str],
    folder: Path,
    side: str,
    name: str = "",
    wanted: Callable[[], bool] = lambda: True,
    password: str = "",
) -> HostedSession:
    """Host a game in another process (`arguments` as for `westwall host`) and join it as `name`.

    `password` becomes the seat's password. It is sent over the connection, so that no list of processes shows it. If
    the game is no longer `wanted` once the host has started, the host is stopped, and a new game leaves no save. Raises
    `FileError` or `Lost`.
    """
    command = [sys.executable, "-m", "westwall_tui", "host", *arguments]
    command += ["--folder", str(folder)]
    lease = lease_of(os.environ)
    try:
        program = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env=environment_of_program(),
            pass_fds=(lease.lifeline,) if lease is not None else (),
        )
    except OSError as error:  # the system may limit the number of processes
        refuse(HOST, f"cannot start: {error.strerror or error}")
    assert program.stdout is not None
    patience = threading.Timer(START_SECONDS, program.kill)
    patience.start()
    first = program.stdout.readline().strip()
    patience.cancel()
    program.stdout.close()
    _, found, rest = first.partition("westwall join ")
    if not found or not wanted():
        program.kill()
        program.wait()
        why = first.removeprefix(f"{HOST}: ") or "did not start"
        refuse(HOST, "was canceled" if found else why)
    return sit_down(rest.split()[0], folder, side, name, password=password)
