"""The files of saved games: free names, finding a game by name, and lists."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, files_in, is_file
from westwall_tui.files.disk.writing import backup_of
from westwall_tui.files.faults import FileError, likely, refuse
from westwall_tui.files.saves.file import MAX_MOVE_LENGTH, migrate
from westwall_tui.files.tables import EARLIEST, LATEST, parse, read


def free_path(folder: Path, name: str) -> Path:
    """Return the path of a new file, with a name that is safe on every system."""
    stem = file_stem(name)
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not os.path.lexists(path) and not os.path.lexists(backup_of(path)):
            return path
        number += 1


def file_stem(name: str) -> str:
    """Return a name as the stem of a file name that is safe on every system."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "game"


FROM_ORDER = "-from-order-"
"""The text before the order's number in the file name of a game that continues another game from that order."""


OUTCOME = "\noutcome = "
"""The text that only the save of a finished game has, in its snapshot."""


class SaveInfo(NamedTuple):
    """An entry in a list of saved games."""

    path: Path
    title: str
    turn: int
    date: str
    prompt: str
    when: datetime
    trouble: str
    """Why the save cannot be read; empty if it can."""
    host: str = ""
    """The host's name; empty for a game at one keyboard."""
    mail: str = ""
    """In a game by mail, whose move it is: `your move`, `Bert's move`, `over`, or `a letter to Bert`.

    Otherwise empty.
    """
    over: bool = False
    """True if the game is finished."""

    @property
    def about(self) -> str:
        """The game's title, its Game-Turn unless it is finished, and its host.

        For a game by mail, it tells whose move it is instead of the host.
        """
        if self.mail:
            return f"{self.title} by mail, turn {self.turn}: {self.mail}"
        hosted = ", hosted" if self.host else ""
        forked = re.search(rf"{FROM_ORDER}(\d+)", self.path.stem)
        begun = f" from order {forked[1]}" if forked else ""
        turn = ", ".join(filter(None, (f"turn {self.turn}", self.date)))
        return f"{self.title}{begun}{hosted}, {'finished' if self.over else turn}"

    def plain(self) -> dict[str, object]:
        """Return the entry as strings and numbers, for JSON."""
        return self._asdict() | {"path": str(self.path), "when": self.when.isoformat()}

    @property
    def local_time(self) -> str:
        """The time of the save, in local time, or in UTC if the time zone is invalid (`TZ=XXX-24:59`)."""
        try:
            when = self.when.astimezone()
        except (ValueError, OverflowError):
            when = self.when.astimezone(UTC)
        return when.strftime("%Y-%m-%d %H:%M")


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """Return the saved games of a folder, newest first, including unreadable ones.

    Raises `FileError` if the folder cannot be reached.
    """
    paths = files_in(folder or saves_folder(), ".toml")

    def age(info: SaveInfo) -> datetime:
        return info.when

    return sorted((read_info(path) for path in paths), key=age, reverse=True)


def find_save(name: str = "", folder: Path | None = None) -> Path:
    """Find a save by its path or its name in the saves folder; without a name, the newest one. Raises `FileError`."""
    folder = folder or saves_folder()
    if not name:
        good = [info.path for info in list_saves(folder) if not info.trouble]
        if not good:
            refuse(str(folder), "has no saved game; start one with: westwall play SCENARIO")
        return good[0]
    for path in (Path(name), folder / Path(name).name, folder / f"{Path(name).name}.toml"):
        if is_file(path):
            return path
    try:
        known = [path.stem for path in files_in(folder, ".toml")]
    except FileError:
        known = []
    meant = likely(Path(name).stem, known)
    refuse(name, f"is neither a file nor a saved game in {folder}{meant}; see westwall list")


def read_info(path: Path) -> SaveInfo:
    """Read the first part of a save, as much as a list needs."""
    when = _time_written(path)
    try:
        source = read(path, path.name, MAX_SAVE_SIZE)
        head = source.text.partition("\n[")[0] + "\n"
        top = parse(source._replace(text=head))
        migrate(top)
        title, turn = top.text("title", path.stem, longest=200), top.number("turn", 0)
        date, prompt = top.text("date", "", longest=60), top.text("prompt", "", longest=10_000)
        host, mail = top.text("host", ""), top.text("by_mail", "", longest=MAX_MOVE_LENGTH)
        when = top.moment("saved") or when
        top.faults.check()
    except FileError as error:
        return SaveInfo(path, path.stem, 0, "", "", when, str(error.faults[0]))
    return SaveInfo(path, title, turn, date, prompt, when, "", host, mail, OUTCOME in source.text)


def _time_written(path: Path) -> datetime:
    """Return the time when a file was written, or a very early time if there is none or it makes no sense."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return EARLIEST
    return when if EARLIEST <= when <= LATEST else EARLIEST
