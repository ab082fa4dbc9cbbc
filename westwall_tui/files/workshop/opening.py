"""Battles to work on: where each one comes from, and the folder in which every change is kept at once."""

import contextlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from westwall_tui.engine.units import lower
from westwall_tui.files.disk.folders import battles, find_part, is_plain_name, scenarios_folder
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, exists, is_file, read_text, sentence
from westwall_tui.files.disk.writing import backup_of, locked, replace_together, write_out
from westwall_tui.files.faults import Fault, FileError, refuse
from westwall_tui.files.saves.catalog import find_save
from westwall_tui.files.saves.file import open_save
from westwall_tui.files.scenarios.catalog import load_scenario, shipped, shipped_key
from westwall_tui.files.scenarios.own import SCENARIO, free_name, is_battle_name, new_folder, own_file
from westwall_tui.files.scenarios.packs import PARTS
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.tables import SourceFile, parse, read
from westwall_tui.files.workshop.draft import OWN_FILES, Draft
from westwall_tui.files.workshop.pieces import Pieces
from westwall_tui.files.workshop.positions import texts_of_position

SAVE = "save"
"""The kind of a saved game's file."""


class OpenBattle:
    """A battle in the workshop. Its draft keeps each change in the battle's folder."""

    def __init__(self, texts: Texts, title: str, *, is_stored: bool = False, notes: Sequence[str] = ()) -> None:
        """Begin to work on a battle: on one that `is_stored` under its title, or on a new one with a free name.

        A new one is stored with its first change. Raises `FileError` if the texts have faults.
        """
        self._title = title
        self.name = title if is_stored else _free_name(title)
        """The battle's name among the player's own battles."""
        self.notes = notes
        """Sentences on what could not be kept of a saved game."""
        self.draft = Draft(texts if is_stored else _with_own_names(texts), self.name, self._keep)
        self._on_disk: dict[str, str] = dict(self.draft.own_files) if is_stored else {}
        """The files that belong to the battle, as this program has read or written them last."""
        self._backed_up: set[Path] = set()

    @property
    def is_stored(self) -> bool:
        """True if the battle has a folder: looking at a battle makes none."""
        return bool(self._on_disk)

    @property
    def folder(self) -> Path:
        """The folder that the battle has, or gets with its first change. Raises `FileError` without a home folder."""
        return scenarios_folder() / self.name

    def store(self) -> None:
        """Store the battle as it is, if it is not stored yet. Raises `FileError`."""
        if not self.is_stored:
            self._keep(self.draft.own_files)

    def copy(self, name: str = "") -> None:
        """Continue with a copy, which is stored under another name, or a free one. Raises `FileError`."""
        new = new_folder(name).name if name else _free_name(self._title)
        old = self.name, self._on_disk
        self.name, self._on_disk = new, {}
        try:
            self.store()
        except FileError:
            self.name, self._on_disk = old
            raise
        self.draft.name = self.name

    def rename(self, name: str) -> None:
        """Give the battle another name, which is also that of its folder. Raises `FileError`."""
        new = new_folder(name)
        if self.is_stored:
            self._check_others()
            try:
                self.folder.rename(new)
            except OSError as error:
                refuse(self.name, f"cannot be renamed: {sentence(error)}")
        self.name = self.draft.name = name

    def delete(self) -> None:
        """Delete the battle's files with their backups, and its folder unless it has others. Raises `FileError`."""
        if not self.is_stored:
            return
        self._check_others()
        try:
            for name in reversed(self._on_disk):  # the scenario first, so that no list has a battle without a board
                for path in (self.folder / name, backup_of(self.folder / name)):
                    path.unlink(missing_ok=True)
            self._on_disk = {}
            with contextlib.suppress(OSError):
                self.folder.unlink() if self.folder.is_symlink() else self.folder.rmdir()
        except OSError as error:
            refuse(self.name, f"cannot be deleted: {sentence(error)}")

    # -- the files

    def _keep(self, files: Mapping[str, str]) -> None:
        """Store the battle's files. Raises `FileError`, and changes no file."""
        try:
            if self.is_stored:
                with locked(self.folder) if self.folder.is_dir() else contextlib.nullcontext():
                    self._check_others()
                    self._replace(files)
            else:
                self._make_folder(files)
        except OSError as error:
            refuse(self.name, f"cannot be stored, so nothing has changed: {sentence(error)} ({self.folder})")

    def _check_others(self) -> None:
        """Raise `FileError` if another program has changed or removed a file since this one read or wrote it."""
        for name, text in self._on_disk.items():
            path = self.folder / name
            found = read_text(path, f"{self.name}/{name}") if exists(path) else None
            if found != text:
                what = "changed" if found is not None else "removed"
                refuse(
                    f"{self.name}/{name}",
                    f"was {what} by another program, so nothing has changed here. Open the battle again to continue "
                    "with that program's files, or copy it to continue with yours under another name",
                )

    def _replace(self, files: Mapping[str, str]) -> None:
        """Write the files that differ from those on the disk, and remove those that the battle no longer needs."""
        new = {self.folder / name: text for name, text in files.items() if self._on_disk.get(name) != text}
        for path, text in new.items():
            if path.name not in self._on_disk and exists(path) and read_text(path, path.name) != text:
                refuse(
                    f"{self.name}/{path.name}",
                    "is in the folder, but this battle doesn't use it; rename that file first",
                )
        replace_together({path: _with_line_ends(path, text) for path, text in new.items()}, backed_up=self._backed_up)
        unneeded = [name for name in self._on_disk if name not in files]
        self._backed_up.update(new)
        self._on_disk = dict(files)
        for name in unneeded:
            with contextlib.suppress(OSError):
                (self.folder / name).replace(backup_of(self.folder / name))

    def _make_folder(self, files: Mapping[str, str]) -> None:
        """Store a new battle: a folder that is complete when it gets its name. Raises `OSError` or `FileError`."""
        root = scenarios_folder()
        making = root / f".{self.name}.{os.getpid()}.new"
        root.mkdir(parents=True, exist_ok=True)
        try:
            with locked(root):
                for left in root.glob(".*.new"):  # of this program, or of one that was killed
                    shutil.rmtree(left, ignore_errors=True)
                making.mkdir()
                for name, text in files.items():
                    write_out(making / name, text)
                if exists(self.folder):  # made by another program since this battle was opened
                    self.name = self.draft.name = _free_name(self._title)
                making.rename(self.folder)
        finally:
            shutil.rmtree(making, ignore_errors=True)
        self._on_disk = dict(files)
        self._backed_up = {self.folder / name for name in files}


def _with_line_ends(path: Path, text: str) -> str:
    """Return a text with the line ends that its file has, so that other lines stay as they are. Raises `OSError`."""
    return text.replace("\n", "\r\n") if exists(path) and b"\r\n" in path.read_bytes() else text


# -- opening


def open_battle(word: str) -> OpenBattle:
    """Open a scenario by its name or file, or the position of a saved game, to work on it. Raises `FileError`.

    A battle in the player's folder is changed in place. Anything else is copied when it is changed first.
    """
    path = _file_of(word)
    if path is not None and _is_save(path):
        save = open_save(path)
        texts, notes = texts_of_position(save.game)
        return OpenBattle(texts, f"{path.stem}-turn-{save.game.state.turn}", notes=notes)
    name = _own_name(path)
    try:
        scenario = load_scenario(path if path is not None and not shipped_key(word) else word)
        assert scenario.texts is not None
        if name:
            return OpenBattle(scenario.texts, name, is_stored=True)
        title = scenario.key if path is None else path.parent.name if path.name == SCENARIO else path.stem
        return OpenBattle(scenario.texts, title.removeprefix(f"{title.partition('/')[0]}/" * scenario.shipped))
    except FileError as error:
        if not name or path is None:
            raise
        mend = f"must be mended in a text editor before you can open it ({path})"
        raise FileError([*error.faults, Fault(f"{name}/{SCENARIO}", "", "", mend)]) from None


def _file_of(word: str) -> Path | None:
    """Return the file that a word means: a battle of the player, any file, or a saved game. None for other words."""
    if not word.endswith(".toml"):
        if shipped_key(word) or lower(word).startswith("random"):
            return None
        if (own := own_file(word)) is not None:
            return own
    path = Path(word)
    for each in (path, path / SCENARIO):
        if is_file(each):
            return each
    try:
        return find_save(word)
    except FileError:
        return None


def _with_own_names(texts: Texts) -> Texts:
    """Return a stranger's texts with the names under which a copy stores the board and the units.

    A pack or a save contains these files, so the names in its scenario may be anything. If they are those of another
    folder or file, or of a shipped battle with another board or other units, they are changed.
    """
    head = parse(texts.scenario).data
    named = [str(head.get(what, "")) for what in PARTS]
    shipped_texts = [_text_of_battle(name, what) for name, what in zip(named, PARTS, strict=True)]
    own = [name for name, text, now in zip(named, shipped_texts, texts[1:], strict=True) if text != now.text]
    if all(map(is_plain_name, own)) and len({*map(lower, own), SCENARIO}) == len(own) + 1:
        return texts
    pieces = Pieces(texts.scenario.text)
    for what, file, text, now in zip(PARTS, OWN_FILES[1:], shipped_texts, texts[1:], strict=True):
        if text != now.text:
            pieces.blocks[0].put(what, file)
    return texts._replace(scenario=texts.scenario._replace(text=pieces.text))


def _text_of_battle(name: str, what: str) -> str:
    """Return the board or units of one of the game's battles; empty for any other name."""
    try:
        return read(find_part(name, what, None)).text
    except ValueError:
        return ""


def _is_save(path: Path) -> bool:
    return parse(read(path, str(path), MAX_SAVE_SIZE)).data.get("kind") == SAVE


def _own_name(path: Path | None) -> str:
    """Return the name of a battle in the player's folder of scenarios, given its file; empty for any other file."""
    if path is None or path.name != SCENARIO or not is_battle_name(path.absolute().parent.name):
        return ""
    try:
        same = path.absolute().parent.parent.samefile(scenarios_folder())
    except (OSError, FileError):
        return ""
    return path.absolute().parent.name if same else ""


def _free_name(title: str) -> str:
    """Return a free name that doesn't mean a shipped scenario."""
    return free_name(title, avoid=shipped_key)


def new_battle(columns: int, rows: int, units: str = "bastogne", sides: Sequence[str] = ()) -> OpenBattle:
    """Open an empty board of clear hexes, with the counters of a battle, or with two sides that get own counters.

    Raises `FileError`.
    """
    board = f'format = 1\nkind = "board"\nname = "New battle"\ncolumns = {columns}\nrows = [{rows}, {rows}]\n'
    clear = "".join("." * columns + "\n" for _ in range(rows))
    counters = Pieces('format = 1\nkind = "units"\n')
    if sides:
        if len(sides) != 2:
            refuse("sides", f"must be two, such as Red,Blue, not {len(sides)}")
        of_sides: Sequence[Mapping[str, object]] = [
            {"name": name, "letter": letter} for name, letter in zip(sides, _letters(sides), strict=True)
        ]
        for side in sides:
            values = {"id": f"{side[:8]}-1", "side": side, "kind": "infantry", "size": "II", "strength": "3-4-7"}
            counters.add("units", values, ())
        units = OWN_FILES[2]
    else:
        example = _example(units)
        units, of_sides = lower(units), _sides_of(example)
        counters = Pieces(example.units.text)
    scenario = _empty_scenario(OWN_FILES[1], units, of_sides)
    texts = (scenario, f'{board}terrain = """\n{clear}"""\n', counters.text)
    sources = (SourceFile(file, text) for file, text in zip(OWN_FILES, texts, strict=True))
    return OpenBattle(Texts(*sources), "new battle")


def new_on_board(battle: str) -> OpenBattle:
    """Open an empty scenario on the board of a battle that comes with the game, with its counters. Raises `FileError`.

    It has the Standard Rules, and the player chooses the part of the board that it uses.
    """
    example, battle = _example(battle), lower(battle)
    scenario = SourceFile(SCENARIO, _empty_scenario(battle, battle, _sides_of(example)))
    return OpenBattle(example._replace(scenario=scenario), f"{battle} battle")


def _example(battle: str) -> Texts:
    """Return the texts of a scenario of a battle that comes with the game. Raises `FileError` for any other battle."""
    if lower(battle) not in battles():
        refuse(battle, f"is not a battle that comes with the game: {', '.join(battles())}")
    texts = load_scenario(next(entry.key for entry in shipped() if entry.key.startswith(f"{lower(battle)}/"))).texts
    assert texts is not None
    return texts


def _sides_of(example: Texts) -> Sequence[Mapping[str, object]]:
    """Return the names and letters of the sides of a scenario."""
    return [{"name": side["name"], "letter": side["letter"]} for side in parse(example.scenario).data["sides"]]


def _empty_scenario(board: str, units: str, sides: Iterable[Mapping[str, object]]) -> str:
    """Return the text of a scenario without units."""
    scenario = Pieces('format = 1\nkind = "scenario"\n')
    head = {"name": "New battle", "rules": "standard", "board": board, "units": units}
    for key, value in {**head, "first_turn": 1, "last_turn": 6}.items():
        scenario.blocks[0].put(key, value)
    for each in sides:
        scenario.add("sides", each, ("sides",))
    return scenario.text


def _letters(sides: Sequence[str]) -> tuple[str, str]:
    """Return the first letters of two names, or A and B if they are the same or no letters."""
    first, second = (side[:1].upper() for side in sides)
    return (first, second) if first != second and f"{first}{second}".isalpha() else ("A", "B")
