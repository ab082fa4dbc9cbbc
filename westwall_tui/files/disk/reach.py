"""Access to files and folders, with the system's errors turned into one sentence."""

import contextlib
import os
import stat
import sys
from pathlib import Path

from westwall_tui.files.faults import FileError, refuse

BYTE_ORDER_MARK = "\ufeff"
"""The mark that Notepad and PowerShell write before a text."""
MAX_SIZE = 150_000
"""The maximum size of a file in bytes; the largest board has a fifth of that."""
MAX_SAVE_SIZE = 4 * MAX_SIZE
"""The maximum size of a save, which may contain its scenario's three files; the longest games have a tenth of that."""


def sentence(error: Exception) -> str:
    """Return the system's error in a few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def discard_output() -> None:
    """Discard the rest of the output, so that Python does not complain when closing it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def has_keyboard() -> bool:
    """Return True if the program can ask the user, because standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_file(path: Path) -> bool:
    """Return True if there is such a file. Raises `FileError` if the system refuses to tell."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        refuse(str(path), f"cannot be reached: {sentence(error)}")


def is_visible_file(path: Path) -> bool:
    """Return True if there is such a file; False if the system refuses to tell."""
    try:
        return is_file(path)
    except FileError:
        return False


def exists(path: Path) -> bool:
    """Return True if a file or folder has that name. Raises `FileError` if the system refuses to tell."""
    return is_file(path) or path.exists()


def read_text(path: Path, shown: str, largest: int = MAX_SIZE) -> str:
    """Return a file's text with LF line ends, without a byte order mark.

    Raises `FileError`, which names the file as `shown`.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            refuse(shown, "is not a file")
        with path.open("rb") as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            refuse(shown, f"is larger than {largest} bytes, too large for a file of this game")
        return content.decode("utf-8").removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")
    except FileNotFoundError:
        refuse(shown, "there is no such file")
    except UnicodeDecodeError as error:
        refuse(shown, f"is not UTF-8 text (byte {error.start + 1})")
    except (OSError, ValueError) as error:
        refuse(shown, f"cannot be read: {sentence(error)}")


def files_in(folder: Path, ending: str) -> list[Path]:
    """Return a folder's visible files with an ending, sorted by name; none if there is no folder.

    Raises `FileError`.
    """
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        refuse(str(folder), f"cannot be reached: {sentence(error)}")
    return [folder / name for name in names if name.endswith(ending) and not name.startswith(".")]


def from_home(path: Path) -> str:
    """Return a path for a message: below the user's home folder, it begins with `~`."""
    home = os.environ.get("HOME", "").rstrip("/")
    return f"~{str(path).removeprefix(home)}" if home and str(path).startswith(f"{home}/") else str(path)


def home_path(name: str, meant_by: str) -> Path:
    """Return a typed path with `~` expanded. Raises `FileError`, which names the option or variable `meant_by`."""
    try:
        return Path(name).expanduser()
    except (RuntimeError, ValueError):
        refuse(meant_by, f"{name!r} cannot be used: there is no such home folder")
