"""Writes files whole or not at all, in locked folders: only a lock's holder may check and replace files there.

On Unix the folder itself is locked, which leaves nothing behind; on Windows a file in it. The system releases a lock
when its holder ends, however it ends. Disks without locks (some over the network) go without.
"""

import contextlib
import errno
import glob
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from westwall_tui import __version__
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.faults import FileError

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
                raise OSError(errno.EAGAIN, "another program keeps writing there") from None
        time.sleep(_STEP)


BACKUP = ".bak"


def backup_of(path: Path) -> Path:
    """The path of a file's backup."""
    return path.with_name(path.name + BACKUP)


def write_whole(path: Path, text: str) -> None:
    """Replace a file so that at any moment the old or the new one is there, whole; the old one becomes the backup.

    It holds the folder's lock. Raises `OSError`; then the old file is as it was.
    """
    with alone_at(path):
        replace_whole(path, text)


@contextlib.contextmanager
def alone_at(path: Path) -> Iterator[None]:
    """Hold the locks of a file's folder and, where it is a link, of the folder that it leads to. Raises `OSError`.

    Links of different folders may lead to one file. All take their locks in the same order, so nobody waits for ever.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folders = {Path(os.path.realpath(path.parent)), Path(os.path.realpath(path)).parent}
    with contextlib.ExitStack() as held:
        for folder in sorted(folders):
            held.enter_context(locked(folder))
        yield


def replace_whole(path: Path, text: str) -> None:
    """As `write_whole`, for a caller that is already `alone_at` the file.

    A link stays a link, and its target is replaced. The mode stays. Raises `OSError`.
    """
    target = Path(os.path.realpath(path))
    _remove_leftovers(target)
    _remove_leftovers(path)
    with _temporary_file(target, text) as new:
        if target.exists():
            _make_backup(target, backup_of(path), path.with_name(f".{path.name}.{os.getpid()}.old"))
        new.replace(target)
    _flush_folder(target.parent)


def write_out(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Write a file whole or not at all, without a backup. Raises `OSError`.

    A terminal or pipe is just written to. `mode` is a new file's, less the umask.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return
    target = Path(os.path.realpath(path))
    with _temporary_file(target, content, mode) as new:
        new.replace(target)


@contextlib.contextmanager
def _temporary_file(target: Path, content: str | bytes, mode: int = 0o666) -> Iterator[Path]:
    """A temporary file beside the target with the content, flushed to disk; removed if anything goes wrong."""
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with _create_new(new, mode) as file:
            file.write(content.encode() if isinstance(content, str) else content)
            _take_mode(file, target)
            file.flush()
            os.fsync(file.fileno())
        yield new
    except BaseException as error:
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(target)  # so that the message for a full disk names the file
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _remove_leftovers(path: Path) -> None:
    """Remove leftovers of programs that were killed while writing this file; nobody else writes it now."""
    name = glob.escape(path.name)
    for ending in ("new", "old"):
        for left in path.parent.glob(f".{name}.*.{ending}"):
            with contextlib.suppress(OSError):
                left.unlink()


def _create_new(path: Path, mode: int = 0o666) -> BinaryIO:
    """Create a file that is certainly new: no planted file, and no link's target."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, mode), "wb")


def _take_mode(file: BinaryIO, old: Path) -> None:
    """Give the new file the old one's owner, as far as we may, and its mode."""
    if hasattr(os, "fchmod"):
        with contextlib.suppress(FileNotFoundError):
            found = old.stat()
            with contextlib.suppress(PermissionError):
                os.fchown(file.fileno(), found.st_uid, found.st_gid)
            os.fchmod(file.fileno(), found.st_mode & 0o7777)


def _make_backup(path: Path, backup: Path, between: Path) -> None:
    """Make the backup: a hard link to the old file if possible, else a copy."""
    if backup.is_dir() and not backup.is_symlink():
        raise IsADirectoryError(errno.EISDIR, f"{backup.name} is a folder, but the backup needs that name")
    try:
        os.link(path, between)
    except OSError:
        with path.open("rb") as old, _create_new(between) as copy:
            _take_mode(copy, path)
            shutil.copyfileobj(old, copy)
    try:
        between.replace(backup)
    finally:
        between.unlink(missing_ok=True)  # left over if backup and file are already the same


def _flush_folder(folder: Path) -> None:
    """Get the new name onto disk too, if the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# -- the error report


REPORT = "error-report.txt"
LONGEST_REPORT = 200_000
"""The most characters in the report, before it starts over."""


def add_report(text: str) -> Path | None:
    """Add to the report. Returns its file, or None if it cannot be written."""
    head = f"-- westwall {__version__}, {datetime.now(UTC).isoformat(timespec='seconds')}\n"
    try:
        path = saves_folder() / REPORT
        path.parent.mkdir(parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > LONGEST_REPORT
        with path.open("w" if full else "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{head}{text.rstrip()}\n")
    except (OSError, FileError):
        return None
    return path


report_once = lru_cache(maxsize=32)(add_report)
"""Call `add_report` once for each text: something that is repainted all the time would fail all the time."""


class Advice:
    """A guard around a block that only advises or tells: if the block raises, the game goes on without it.

    The exception goes to the error report, and `failed` tells the player that something is missing. Every call of the
    coach, a hint, a warning, a page or a report of events is in such a block.
    """

    def __init__(self, failed: Callable[[], object], passes: tuple[type[Exception], ...] = ()) -> None:
        """Take the callback for a failure. `passes`: exceptions that are answers, such as a refusal, and not bugs."""
        self._failed, self._passes = failed, passes

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if not isinstance(error, Exception) or isinstance(error, self._passes):
            return False
        report_once("".join(traceback.format_exception(error)))
        self._failed()
        return True
