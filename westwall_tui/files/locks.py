"""Locks on folders: only the holder may check and replace files in one.

On Unix the folder itself is locked, which leaves nothing behind; on Windows a file in it. The system releases a lock
when its holder ends, however it ends. Disks without locks (some over the network) go without.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 3.0
"""Seconds to wait for another program; a save takes some hundredths of one."""
_STEP = 0.01
_FILE = ".westwall.lock"
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder while the block runs; it is made if missing. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = _open_lock(folder)
    try:
        _wait_for(handle)
        yield
    finally:
        os.close(handle)  # and with it the lock


if sys.platform == "win32":
    import msvcrt

    def _open_lock(folder: Path) -> int:
        return os.open(folder / _FILE, os.O_RDWR | os.O_CREAT)

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _open_lock(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY)

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _wait_for(handle: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return _try_lock(handle)
        except OSError as error:
            if error.errno not in _TAKEN:
                return None  # this disk has no locks
            if time.monotonic() > end:
                raise OSError(errno.EAGAIN, "another program is writing there and does not come to an end") from None
        time.sleep(_STEP)
