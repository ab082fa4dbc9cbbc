"""The lease of a game that a visitor of a server hosts: one game for each visitor, while the server runs.

`westwall web` gives it to the screens of its visitors in the environment, and they hand it on to the hosts they start.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import refuse

LEASE = "WESTWALL_LEASE"
LINGER = 60
"""Seconds after which a leased game ends once all have left it; nobody can ask for more."""


class Lease(NamedTuple):
    """A visitor's lock file, and a pipe that only the server can write to."""

    lock: Path
    lifeline: int
    """The read end of the pipe, which reports the end of file when the server ends for any reason."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variable that passes the lease to a process, which also inherits the lifeline."""
        return {LEASE: f"{self.lifeline}:{self.lock}"}

    def take(self) -> int:
        """Take the visitor's only place for a hosted game until this process ends. Return the locked handle.

        Raises `FileError` if the visitor hosts another game.
        """
        try:
            handle = os.open(self.lock, os.O_RDWR | os.O_CREAT, 0o600)
            _lock(handle)
        except BlockingIOError:
            refuse("westwall host", f"you already host a game. It ends {LINGER} seconds after everybody has left it")
        except OSError as error:
            refuse("westwall host", f"cannot note that you host a game: {sentence(error)}")
        return handle


def lease_of(environment: Mapping[str, str]) -> Lease | None:
    """Return the lease that the environment names; None if no server started this program."""
    lifeline, _, lock = environment.get(LEASE, "").partition(":")
    return Lease(Path(lock), int(lifeline)) if lock and lifeline.isdecimal() else None


def is_taken(lock: Path) -> bool:
    """True if a process hosts a game with this lock file."""
    try:
        handle = os.open(lock, os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(handle)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _lock(handle: int) -> None:
    import fcntl  # Windows, which cannot host, has no such module

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
