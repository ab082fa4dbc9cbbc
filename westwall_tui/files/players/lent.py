"""Remembers which colors a terminal had before it lent its numbers, in case that the program is killed meanwhile."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from westwall_tui.files.disk.folders import own_folder
from westwall_tui.files.disk.reach import there
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import parse, read

_COLOR = r"rgb:[0-9a-fA-F]{1,4}/[0-9a-fA-F]{1,4}/[0-9a-fA-F]{1,4}"
MOST = 16


def is_color(text: str) -> bool:
    """True for a color as terminals answer it, and take it."""
    return re.fullmatch(_COLOR, text) is not None


class LendingNote:
    """The note for a terminal: by number its color, empty for that of the terminal's settings.

    It holds for the session in which it was written: a terminal of the same name may be another one tomorrow.
    Without a folder for it there is none.
    """

    def __init__(self, terminal: str, session: int) -> None:
        """`terminal`: its device, as `/dev/pts/3`. `session`: the number of the session on it."""
        self._session = session
        self._name = f"{re.sub('[^A-Za-z0-9]+', '-', terminal).strip('-')[:60]}.toml"

    @property
    def path(self) -> Path:
        """Its file. Raises `FileError` for a user without a home."""
        return own_folder("state", "XDG_STATE_HOME") / "terminals" / self._name

    def keep(self, colors: Mapping[int, str]) -> None:
        """Write it, before the colors change; they change also if it cannot be written."""
        import tomli_w  # most starts write nothing

        from westwall_tui.files.disk.writing import write_out

        table = {str(number): color for number, color in colors.items()}
        data = {"format": 1, "kind": "terminal", "session": self._session, "colors": table}
        with suppress(OSError, FileError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_out(self.path, tomli_w.dumps(data))

    def left(self) -> Mapping[int, str]:
        """The colors that a killed program of this session did not put back, by number. The note is then deleted."""
        try:
            if not there(self.path):
                return {}
            top = parse(read(self.path), "terminal")
            is_here, table = top.number("session", high=1 << 31) == self._session, top.table("colors")
            found = {name: table.text(name, "") for name in list(table.data)[:MOST]} if table else {}
            top.faults.check()
        except FileError:
            found, is_here = {}, False
        self.forget()
        colors = {int(name): color for name, color in found.items() if name.isdecimal() and int(name) < MOST}
        return {number: color for number, color in colors.items() if is_here and (not color or is_color(color))}

    def forget(self) -> None:
        """All is put back."""
        with suppress(OSError, FileError):
            self.path.unlink(missing_ok=True)


def note_of(terminal: int) -> LendingNote | None:
    """The note for the terminal of an open file; None if it is none."""
    try:
        return LendingNote(os.ttyname(terminal), os.getsid(0))
    except (OSError, AttributeError):
        return None
