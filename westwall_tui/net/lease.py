"""The lease for a game that a visitor of a server may host: one game per visitor, while the server runs.

`westwall web` passes the lease in the environment to its visitors' screens. The screens pass it on to the hosts that
they start.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.reach import sentence
from westwall_tui.files.faults import refuse

LEASE = "WESTWALL_LEASE"
LINGER = 60
"""The maximum number of seconds that a leased game stays open after everyone has left it."""


class Lease(NamedTuple):
    """A visitor's lock file, and a pipe that only the server can write to."""

    lock: Path
    lifeline: int
    """The read end of the pipe. It reports the end of file once the server ends for any reason."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variable that passes the lease to a process. The process also inherits the lifeline."""
        return {LEASE: f"{self.lifeline}:{self.lock}"}

    def take(self) -> int:
        """Take the visitor's only place for a hosted game until this process ends.

        Return the handle of the locked file.

        Raises `FileError` if the visitor hosts another game.
        """
        try:
            handle = os.open(self.lock, os.O_RDWR | os.O_CREAT, 0o600)
            _lock(handle)
        except BlockingIOError:
            refuse("westwall host", f"you already host a game. It ends {LINGER} seconds after everyone has left it")
        except OSError as error:
            refuse("westwall host", f"cannot lock your place for a hosted game: {sentence(error)}")
        return handle


def lease_of(environment: Mapping[str, str]) -> Lease | None:
    """Return the lease that the environment names; None if no server started this program."""
    lifeline, _, lock = environment.get(LEASE, "").partition(":")
    return Lease(Path(lock), int(lifeline)) if lock and lifeline.isdecimal() else None


def is_taken(lock: Path) -> bool:
    """Return True if a process hosts a game and has locked this file."""
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
