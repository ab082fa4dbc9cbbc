"""Checked and compiled scenarios, cached on disk between runs.

Loading a cached scenario is eight times as fast as reading, checking and compiling it. A file is named by a fingerprint
of the texts and the program, so a change of either makes another file.

A file is a pickle. It is believed only if folder and file belong to this user, nobody else may write to them, and the
digest is right. It may name only the classes of a scenario's records. Otherwise the texts are read again and the file
is rewritten. If it cannot be written, everything works without it.
"""

import contextlib
import os
import pickle
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, EnumType
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from westwall_tui import __version__
from westwall_tui.engine import board, scenario, terrain, units
from westwall_tui.engine.fingerprint import fingerprint
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.files.disk.folders import cache_folder
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import SourceFile

MOST_KEPT = 24
"""The most files to keep: more than there are shipped scenarios, a quarter of a megabyte each."""
LARGEST = 8_000_000
"""The most bytes in a cached file, twice what the largest possible board needs."""
BRIEFING = "\n\n[briefing]\n"
"""Where a scenario's briefing begins; nothing else comes after it."""
_ENDING = ".scenario"
_PROGRAM = Path(__file__).parents[2]


class Texts(NamedTuple):
    """The three files that make a scenario."""

    scenario: SourceFile
    board: SourceFile
    units: SourceFile

    def digest(self) -> str:
        """A fingerprint of the texts, but for the briefing: no game changes with its words."""
        scenario, briefed, _ = self.scenario.text.partition(BRIEFING)
        return fingerprint(scenario + "\n" * bool(briefed), self.board.text, self.units.text)


@dataclass(frozen=True, eq=False, repr=False)
class LoadedScenario(scenario.Scenario):
    """A scenario with the texts of its files, which a save may have to hold."""

    texts: Texts | None = None
    shipped: bool = False


def recall(texts: Texts, key: str, *, shipped: bool) -> LoadedScenario | None:
    """The cached scenario of these texts, or None."""
    path = _path_of_cache(texts)
    content = path and _read_own(path)
    if not content:
        return None
    digest, _, body = content.partition(b"\n")
    if digest != _digest(body):
        return None
    try:
        found: LoadedScenario = replace(_CompiledReader(BytesIO(body)).load(), texts=texts, key=key, shipped=shipped)
    except (pickle.UnpicklingError, ArithmeticError, AttributeError, EOFError, LookupError, TypeError, ValueError):
        return None
    return found


def keep(found: LoadedScenario) -> None:
    """Cache a scenario that was just read, if there is a folder for it."""
    path = _path_of_cache(found.texts) if found.texts is not None else None
    if path is None or not _make_folder(path.parent):
        return
    body = BytesIO()
    writer = pickle.Pickler(body, pickle.HIGHEST_PROTOCOL)
    writer.dispatch_table = {
        MappingProxyType: lambda names: (read_only, (dict(names),)),
        **{named: _by_value for named in _CompiledReader.NAMES.values() if isinstance(named, EnumType)},
    }
    writer.dump(replace(found, texts=None, key="", shipped=False))
    content = _digest(body.getvalue()) + b"\n" + body.getvalue()
    if len(content) <= LARGEST:
        with contextlib.suppress(OSError):
            _write_own(path, content)
            _remove_old_files(path.parent)


def read_only(names: dict[str, Any]) -> Mapping[str, Any]:
    """Rebuild a read-only mapping, which pickle cannot store."""
    return MappingProxyType(names)


def _by_value(member: Enum) -> tuple[type[Enum], tuple[Any]]:
    """How to rebuild a member. Python 3.11.0 to 3.11.3 would name `getattr` for it, which no file of ours may."""
    return type(member), (member.value,)


class _CompiledReader(pickle.Unpickler):
    """Unpickles what `keep` wrote, and refuses any other class."""

    NAMES: ClassVar[Mapping[tuple[str, str], Callable[..., Any]]] = {
        (named.__module__, named.__qualname__): named
        for named in (
            *(board.Board, board.Bridge, board.Ground, terrain.Hexside, board.Hexsides, board.Path, board.Place),
            *(terrain.Terrain, HexGrid, LoadedScenario, read_only, scenario.Phase, scenario.Reinforcements),
            *(scenario.SetupGroup, scenario.SideInfo, scenario.Start, units.Kind, units.Strength, units.Unit),
        )
    }

    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        """Raises `LookupError`."""
        return self.NAMES[module, name]


def _digest(content: bytes) -> bytes:
    return fingerprint(content).encode()


@cache
def _fingerprint_of_program() -> str:
    """A fingerprint of Python, this version, and its source files.

    Empty if the source files cannot be seen.
    """
    found = [line for package in ("engine", "files") for line in _files_in(_PROGRAM / package)]
    return fingerprint(sys.version, __version__, *found) if found else ""


def _files_in(folder: str | Path) -> Iterator[str]:
    """The files of a folder and those inside it, by size and time; none if it is not there."""
    try:
        with os.scandir(folder) as inside:
            entries = sorted(inside, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            yield from _files_in(entry.path) if entry.name != "__pycache__" else ()
        else:
            seen = entry.stat()
            yield f"{entry.path} {seen.st_size} {seen.st_mtime_ns}"


def _path_of_cache(texts: Texts) -> Path | None:
    """The cache file of these texts; None if there is no cache folder."""
    try:
        program, folder = _fingerprint_of_program(), cache_folder()
    except (FileError, OSError):
        return None
    return folder / (fingerprint(program, *(source.text for source in texts)) + _ENDING) if program else None


def _is_ours(seen: os.stat_result) -> bool:
    """True if a file or folder is this user's and nobody else may write to it."""
    return _is_owned(seen) and not (hasattr(os, "geteuid") and seen.st_mode & 0o022)


def _is_owned(seen: os.stat_result) -> bool:
    """True if a file or folder is this user's."""
    return not hasattr(os, "geteuid") or seen.st_uid == os.geteuid()


def _make_folder(folder: Path) -> bool:
    """Make the cache folder inside a folder of ours. True if it is there, and ours."""
    try:
        if not folder.exists():
            above = next(parent for parent in folder.parents if parent.exists())
            if not _is_owned(above.stat()):
                return False  # for root in a user's home: the user could then cache nothing there
            folder.mkdir(0o700, parents=True, exist_ok=True)
        return _is_ours(folder.stat())
    except (OSError, ValueError):
        return False


def _read_own(path: Path) -> bytes:
    """A cached file's content; empty if it cannot be read or may be somebody else's."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if not _is_ours(path.parent.stat()):
            return b""
        with os.fdopen(os.open(path, flags), "rb") as file:
            seen = os.fstat(file.fileno())
            good = stat.S_ISREG(seen.st_mode) and seen.st_size <= LARGEST and _is_ours(seen)
            return file.read() if good else b""
    except (OSError, ValueError):
        return b""


def _write_own(path: Path, content: bytes) -> None:
    """Replace the file in one step. Raises `OSError`."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(new, flags, 0o600), "wb") as file:
        try:
            file.write(content)
            file.close()
            new.replace(path)
        except OSError:
            new.unlink()
            raise


def _remove_old_files(folder: Path) -> None:
    """Remove the oldest files beyond the limit, and leftovers of killed programs. Raises `OSError`."""
    kept = [path for path in folder.iterdir() if _ENDING in path.suffixes]
    for path in sorted(kept, key=lambda path: path.lstat().st_mtime_ns)[:-MOST_KEPT]:
        path.unlink()
