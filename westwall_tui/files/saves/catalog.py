"""Which file a game is saved in, which saved game is meant by a name, and what a list says of it."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import LARGEST_SAVE, files_in, is_file
from westwall_tui.files.disk.writing import backup_of
from westwall_tui.files.faults import FileError, likely, refuse
from westwall_tui.files.saves.file import LONGEST_MOVE, migrate
from westwall_tui.files.tables import EARLIEST, LATEST, parse, read


def free_path(folder: Path, name: str) -> Path:
    """A file name that is not taken, safe on every system."""
    stem = file_stem(name)
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not os.path.lexists(path) and not os.path.lexists(backup_of(path)):
            return path
        number += 1


def file_stem(name: str) -> str:
    """A name as the beginning of a file's, safe on every system."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "game"


FROM_ORDER = "-from-order-"
"""In the file name of a game that continues another one from some order: the part before the order's number."""


class SaveInfo(NamedTuple):
    """A saved game, for lists."""

    path: Path
    title: str
    turn: int
    date: str
    prompt: str
    when: datetime
    trouble: str
    """Why it cannot be read, or nothing."""
    host: str = ""
    """The host's name when it was saved; empty for a game at one keyboard."""
    mail: str = ""
    """Whose move it is in a game by mail: `your move`, `Bert's move` or `over`, or of a letter to whom it is; else
    empty."""

    @property
    def about(self) -> str:
        """The game's title, how far it has come, and its host, or by mail whose move it is."""
        if self.mail:
            return f"{self.title} by mail, turn {self.turn}: {self.mail}"
        hosted = ", hosted" if self.host else ""
        forked = re.search(rf"{FROM_ORDER}(\d+)", self.path.stem)
        begun = f" from order {forked[1]}" if forked else ""
        return f"{self.title}{begun}{hosted}, turn {self.turn}" + (f", {self.date}" if self.date else "")

    def plain(self) -> dict[str, object]:
        """The same as strings and numbers, for JSON."""
        return self._asdict() | {"path": str(self.path), "when": self.when.isoformat()}

    @property
    def local_time(self) -> str:
        """When it was saved, in local time, or UTC if the time zone is invalid (`TZ=XXX-24:59`)."""
        try:
            when = self.when.astimezone()
        except (ValueError, OverflowError):
            when = self.when.astimezone(UTC)
        return when.strftime("%Y-%m-%d %H:%M")


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """The saved games of a folder, newest first; those that cannot be read say why.

    Raises `FileError` for a folder that cannot be reached.
    """
    paths = files_in(folder or saves_folder(), ".toml")

    def age(info: SaveInfo) -> datetime:
        return info.when

    return sorted((read_info(path) for path in paths), key=age, reverse=True)


def find_save(name: str = "", folder: Path | None = None) -> Path:
    """The save that a player means: a path, a name in the saves folder, or the newest one. Raises `FileError`."""
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
    """A save's row in a list; reads only the head of the file."""
    when = _time_written(path)
    try:
        source = read(path, path.name, LARGEST_SAVE)
        head = source.text.partition("\n[")[0] + "\n"
        top = parse(source._replace(text=head))
        migrate(top)
        title, turn = top.text("title", path.stem, longest=200), top.number("turn", 0)
        date, prompt = top.text("date", "", longest=60), top.text("prompt", "", longest=10_000)
        host, mail = top.text("host", ""), top.text("by_mail", "", longest=LONGEST_MOVE)
        when = top.moment("saved") or when
        top.faults.check()
    except FileError as error:
        return SaveInfo(path, path.stem, 0, "", "", when, str(error.faults[0]))
    return SaveInfo(path, title, turn, date, prompt, when, "", host, mail)


def _time_written(path: Path) -> datetime:
    """When a file was written; long ago if its time is missing or absurd."""
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return EARLIEST
    return when if EARLIEST <= when <= LATEST else EARLIEST
