"""Access to files and folders: the only place that asks the system, and turns its errors into one sentence."""

import contextlib
import os
import stat
import sys
from pathlib import Path

from westwall_tui.files.faults import FileError, refuse

BYTE_ORDER_MARK = "\ufeff"
"""The mark that Notepad and PowerShell write before a text."""
LARGEST = 150_000
"""The most bytes in a file; the largest board has a fifth of that."""
LARGEST_SAVE = 4 * LARGEST
"""The most bytes in a save, which may hold its scenario's three files. The longest games have a tenth of that."""


def sentence(error: Exception) -> str:
    """The system's error in few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def discard_output() -> None:
    """Discard the rest of the output, so that Python does not complain when closing it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def has_keyboard() -> bool:
    """True if the program can ask the user: standard input is a terminal, neither a pipe nor closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_file(path: Path) -> bool:
    """True if there is such a file. Raises `FileError` if the system won't say."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        refuse(str(path), f"cannot be reached: {sentence(error)}")


def is_seen(path: Path) -> bool:
    """True if there is such a file; False if the system won't say."""
    try:
        return is_file(path)
    except FileError:
        return False


def there(path: Path) -> bool:
    """True if anything has that name. Raises `FileError` if the system won't say."""
    return is_file(path) or path.exists()


def read_text(path: Path, shown: str, largest: int = LARGEST) -> str:
    """Return a file's text with LF line ends, without a byte order mark.

    Raises `FileError`, which calls the file `shown`.
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
    """A folder's files with this ending, by name, without hidden ones; none if there is no folder. Raises
    `FileError`."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        refuse(str(folder), f"cannot be reached: {sentence(error)}")
    return [folder / name for name in names if name.endswith(ending) and not name.startswith(".")]


def home_path(name: str, meant_by: str) -> Path:
    """A path typed by a player, with `~` expanded. Raises `FileError`, which says what named it."""
    try:
        return Path(name).expanduser()
    except (RuntimeError, ValueError):
        refuse(meant_by, f"{name!r} cannot be used: there is no such home folder")
