"""The error report: a file beside the saves with the program's tracebacks, for whoever fixes them."""

from datetime import UTC, datetime
from pathlib import Path

from westwall_tui import __version__
from westwall_tui.files.faults import FileError
from westwall_tui.files.folders import saves_folder

NAME = "error-report.txt"
LONGEST = 200_000
"""The most characters in the report, before it starts over."""


def add_report(text: str) -> Path | None:
    """Add to the report. Returns its file, or None if it cannot be written."""
    head = f"-- westwall {__version__}, {datetime.now(UTC).isoformat(timespec='seconds')}\n"
    try:
        path = saves_folder() / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > LONGEST
        with path.open("w" if full else "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{head}{text.rstrip()}\n")
    except (OSError, FileError):
        return None
    return path
