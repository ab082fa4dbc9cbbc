"""Writes a file whole, or not at all."""

import contextlib
import os
import shutil
from pathlib import Path

BACKUP = ".bak"


def backup_of(path: Path) -> Path:
    """Where the previous file is kept."""
    return path.with_name(path.name + BACKUP)


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file so that at any moment the old or the new file is there, whole; keep the old as backup.

    Raises `OSError`; then the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            _keep(path, new.with_suffix(".old"))
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def _keep(path: Path, between: Path) -> None:
    """Make the backup: a second name for the old file if the disk can do that, otherwise a copy."""
    between.unlink(missing_ok=True)
    try:
        os.link(path, between)
    except OSError:
        shutil.copyfile(path, between)
    try:
        between.replace(backup_of(path))
    finally:
        between.unlink(missing_ok=True)  # it stays when backup and file are one already


def _flush_folder(folder: Path) -> None:
    """Get the new name onto disk too, if the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
