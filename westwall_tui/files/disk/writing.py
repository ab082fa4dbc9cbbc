"""Writing of files, whole or not at all, in locked folders.

On Unix the folder itself is locked, so no lock file remains. On Windows a file in the folder is locked. The system
releases the lock when the program ends, even if the program is killed. Some network disks do not support locks; there,
files are written without a lock.
"""

import contextlib
import errno
import glob
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from westwall_tui import __version__
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.faults import FileError

PATIENCE = 3.0
"""Seconds to wait for another program's lock; a save takes some hundredths of a second."""
_STEP = 0.01
_FILE = ".westwall.lock"
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder, which is made if missing, while the block runs. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = _open_lock(folder)
    try:
        _wait_for(handle)
        yield
    finally:
        os.close(handle)  # which releases the lock


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
    """Return the path of a file's backup."""
    return path.with_name(path.name + BACKUP)


def write_whole(path: Path, text: str) -> None:
    """Replace a file under its folder's lock. At every moment, the old or the new file is complete.

    The old file becomes the backup. If `OSError` is raised, the old file is unchanged.
    """
    with file_lock(path):
        replace_whole(path, text)


@contextlib.contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Lock a file's folder and, if the file is a link, the folder of its target. Raises `OSError`.

    Links in different folders may lead to one file. All programs take the locks in the same order, which prevents a
    deadlock.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folders = {Path(os.path.realpath(path.parent)), Path(os.path.realpath(path)).parent}
    with contextlib.ExitStack() as held:
        for folder in sorted(folders):
            held.enter_context(locked(folder))
        yield


def replace_whole(path: Path, text: str) -> None:
    """Replace a file as `write_whole` does, for a caller that already holds the file's locks (`file_lock`).

    If the file is a link, it stays a link and its target is replaced. The file keeps its mode. Raises `OSError`.
    """
    _remove_leftovers(path)
    replace_together({path: text})


def replace_together(files: Mapping[Path, str], *, backed_up: Collection[Path] = ()) -> None:
    """Replace files in their order, once all of them are written in full, for a caller that holds their locks.

    The old file becomes the backup, unless it is one of `backed_up`. If there is no room for all, none is replaced.
    Raises `OSError`.
    """
    with contextlib.ExitStack() as written:
        news = []
        for path, text in files.items():
            target = Path(os.path.realpath(path))
            _remove_leftovers(target)
            news.append((path, target, written.enter_context(_temporary_file(target, text))))
        for path, target, new in news:
            if target.exists() and path not in backed_up:
                _make_backup(target, backup_of(path), path.with_name(f".{path.name}.{os.getpid()}.old"))
            new.replace(target)
    for folder in {path.parent for path in files}:
        _flush_folder(folder)


def write_out(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Write a file whole or not at all, without a backup. Raises `OSError`.

    Terminals and pipes are written to directly. `mode` is the mode of a new file before the umask is applied.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return
    target = Path(os.path.realpath(path))
    with _temporary_file(target, content, mode) as new:
        new.replace(target)


@contextlib.contextmanager
def _temporary_file(target: Path, content: str | bytes, mode: int = 0o666) -> Iterator[Path]:
    """Make a temporary file with the content beside the target, flushed to disk. Remove it if anything fails."""
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
    """Remove temporary files of programs that were killed while writing this file. The caller holds the file's lock."""
    name = glob.escape(path.name)
    for ending in ("new", "old"):
        for left in path.parent.glob(f".{name}.*.{ending}"):
            with contextlib.suppress(OSError):
                left.unlink()


def _create_new(path: Path, mode: int = 0o666) -> BinaryIO:
    """Create a new file. Raises `FileExistsError` if a file or link already has that name."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, mode), "wb")


def _take_mode(file: BinaryIO, old: Path) -> None:
    """Give a new file the mode of the old file and, if allowed, its owner."""
    if hasattr(os, "fchmod"):
        with contextlib.suppress(FileNotFoundError):
            found = old.stat()
            with contextlib.suppress(PermissionError):
                os.fchown(file.fileno(), found.st_uid, found.st_gid)
            os.fchmod(file.fileno(), found.st_mode & 0o7777)


def _make_backup(path: Path, backup: Path, between: Path) -> None:
    """Make a backup: a hard link to the old file if possible, else a copy."""
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
        between.unlink(missing_ok=True)  # still there if the backup already was a link to the same file


def _flush_folder(folder: Path) -> None:
    """Flush a folder's new names to disk, if the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# -- the error report


REPORT = "error-report.txt"
MAX_REPORT = 200_000
"""The maximum number of characters in the report before it starts over."""


def add_report(text: str) -> Path | None:
    """Add a text to the error report. Return its path, or None if it cannot be written.

    A process of a club writes no files, but has a log of messages, which gets the text instead.
    """
    head = f"-- westwall {__version__}, {datetime.now(UTC).isoformat(timespec='seconds')}\n"
    try:
        path = saves_folder() / REPORT
        path.parent.mkdir(parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > MAX_REPORT
        with path.open("w" if full else "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{head}{text.rstrip()}\n")
    except (OSError, FileError):
        import logging  # seldom needed

        if logging.root.handlers:  # otherwise Python would print the text over the screen
            logging.getLogger(__name__).warning("%s", text.rstrip())
        return None
    return path


report_once = lru_cache(maxsize=32)(add_report)
"""Add a text to the error report, but only once, because a failure while painting repeats."""


class Advice:
    """A guard around a block that only informs the player. If the block raises, the game continues without it.

    The exception goes to the error report, and `failed` tells the player that something is missing. Each call for
    advice is in such a block: the coach, hints, warnings, pages and reports of events.
    """

    def __init__(self, failed: Callable[[], object], passes: tuple[type[Exception], ...] = ()) -> None:
        """Make a guard that calls `failed` after a failure, except for exceptions of the types in `passes`.

        `passes` has exceptions that are not bugs, such as a refused order.
        """
        self._failed, self._passes = failed, passes

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if not isinstance(error, Exception) or isinstance(error, self._passes):
            return False
        report_once("".join(traceback.format_exception(error)))
        self._failed()
        return True
