"""Battles whose scenario, board and units are in one file: packs, saves and puzzles (docs/scenario-files.md)."""

import re
from pathlib import Path

from westwall_tui.files.disk.folders import find_part
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, MAX_SIZE
from westwall_tui.files.faults import FileError, refuse
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.tables import SourceFile, TomlTable, header, parse, read

PACK = "battle"
"""The kind of a pack."""
PARTS = ("board", "units")
"""The files besides the scenario, and the keys by which the scenario names them."""

_NOT_LITERAL = re.compile(r"'''|[\x00-\x08\x0b-\x1f\x7f]")
"""The texts that a literal string of TOML cannot contain."""


def read_texts(path: Path, shown: str) -> Texts:
    """Read the three texts of a pack, or of a scenario file and the files that it names. Raises `FileError`.

    Faults name the file as `shown`, and the files next to it in the same way.
    """
    source = read(path, shown, MAX_SAVE_SIZE)
    top = parse(source)
    if top.data.get("kind") == PACK:
        return unpacked(source)
    source = read(path, shown)  # only packs may exceed the usual size limit
    # If someone names a board by mistake, report that instead of faults in its drawing.
    if top.has("kind"):
        header(top, "scenario")
        top.faults.found.clear()  # build_scenario finds them again
    parts = []
    for what in PARTS:
        name = top.text(what)
        try:
            part = find_part(name, what, path.parent) if name else None
            parts.append(read(part, _name_in_faults(part, path, shown)) if part else None)
        except ValueError as error:
            top.fault(what, str(error))
        except FileError as error:
            top.faults.found += [
                fault._replace(reason=f"{fault.reason} (named by {what} in {source.file})") for fault in error.faults
            ]
    top.faults.check()
    board, units = parts
    assert board is not None
    assert units is not None
    return Texts(source, board, units)


def _name_in_faults(part: Path, scenario: Path, shown: str) -> str:
    """Return the name of a board or units file for fault messages, in the same form as that of its scenario."""
    return str(Path(shown).parent / part.name) if part.parent == scenario.parent else f"{part.parent.name}/{part.name}"


def unpacked(source: SourceFile) -> Texts:
    """Return the three texts of a pack. Raises `FileError`."""
    top = parse(source, PACK)
    files = top.table("files")
    texts = texts_in(files) if files is not None else None
    if not top.has("files"):
        top.fault("files", "is missing; it must be a table: [files]")
    top.check()
    assert texts is not None
    return texts


def texts_in(files: TomlTable) -> Texts:
    """Return the three texts in a table of a file, and note its faults.

    If the board or the units are missing, they are those of the battle that the scenario names. The scenario can name
    no other files. Raises `FileError` if it names no battle.
    """
    found = {
        what: SourceFile(f"{files.faults.file}: {files.label} {what}", files.text(what, longest=MAX_SIZE))
        for what in Texts._fields
        if what == "scenario" or files.has(what)
    }
    files.finish()
    top = parse(found["scenario"]) if len(found) < len(Texts._fields) else None
    for what in Texts._fields:
        if top is not None and what not in found:
            name, found[what] = top.text(what), SourceFile("", "")
            try:
                found[what] = read(find_part(name, what, None), f"{name}/{what}.toml")
            except ValueError as error:
                top.fault(what, f"{error}, and this file does not contain it")
    if top is not None:
        top.faults.check()
    return Texts(**found)


def packed(texts: Texts, name: str) -> str:
    """Return the pack of a battle called `name`. Raises `FileError` if it would be too large to read."""
    files = "\n".join(_with_text(what, text) for what, text in texts.data().items())
    pack = f'format = 1\nkind = "{PACK}"\n\n[files]\n{files}'
    if len(pack.encode()) > MAX_SAVE_SIZE:
        refuse(name, f"is too large for a pack, which may have at most {MAX_SAVE_SIZE} bytes")
    return pack


def _with_text(key: str, text: str) -> str:
    """Return a key with the text of a file as its value: as it is, unless TOML does not allow that."""
    if _NOT_LITERAL.search(f"{text}'"):
        import tomli_w  # most texts do without it

        return tomli_w.dumps({key: text}, multiline_strings=True)
    return f"{key} = '''\n{text}'''\n"
