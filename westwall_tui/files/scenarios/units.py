"""Units from TOML (docs/scenario-files.md)."""

import re
from collections.abc import Mapping

from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.records import Record
from westwall_tui.engine.units import GUNS, NATIONS, SIZES, Kind, Strength, Unit
from westwall_tui.files.tables import SourceFile, TomlTable, parse

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z/.'_-]*")
_RESERVED = frozenset({"auto", "gs", "none", *EDGES})
_HIGHEST = 99
_KINDS, _SIZES = tuple(Kind), tuple(SIZES)


class UnitEntry(Record):
    """A counter in a units file, where `side` is a name; in a scenario it is a number."""

    id: str
    designation: str
    side: str
    kind: Kind
    size: str
    formation: str
    strength: Strength
    nation: str = ""

    def unit(self, side: int) -> Unit:
        """Return the counter for a scenario."""
        return Unit(self.id, self.designation, side, self.kind, self.size, self.formation, self.strength, self.nation)


def build_units(source: SourceFile, tables: list[TomlTable] | None = None) -> tuple[UnitEntry, ...]:
    """Build the units of a text. Raises `FileError` with every fault. See `parse` for `tables`."""
    top = parse(source, "units", tables)
    seen: set[str] = set()
    found = []
    nations = _read_nations(top)
    for table in top.tables("units", "id"):
        entry = _read_entry(table, nations)
        if entry.id.lower() in seen:
            table.fault("id", f"{entry.id!r} is used twice; upper and lower case are the same")
        seen.add(entry.id.lower())
        found.append(entry)
    formations = {entry.formation for entry in found}
    for name in nations:
        if name not in formations and not top.faults.found:
            top.fault("nations", f"no unit belongs to the formation {name!r}")
    if not found and not top.faults.found:
        top.fault("units", "the file has no units; write [[units]] tables")
    top.check()
    return tuple(found)


def _read_nations(top: TomlTable) -> dict[str, str]:
    """Return the nation of each formation."""
    table = top.table("nations")
    return {name: table.choice(name, NATIONS) for name in table.data} if table else {}


def _read_entry(table: TomlTable, nations: Mapping[str, str]) -> UnitEntry:
    unit_id = table.text("id", longest=12)
    if unit_id and not _ID.fullmatch(unit_id):
        table.fault(
            "id",
            f"{unit_id!r} must consist of letters, digits and / . ' _ -, without spaces, as in orders",
        )
    if unit_id.lower() in _RESERVED:
        table.fault("id", f"{unit_id!r} has another meaning in orders; choose another id")
    formation = table.text("formation", "")
    entry = UnitEntry(
        id=unit_id,
        designation=table.text("designation", unit_id, longest=12),
        side=table.text("side"),
        kind=Kind(table.choice("kind", _KINDS)),
        size=table.choice("size", _SIZES),
        formation=formation,
        strength=_read_strength(table),
        nation=table.choice("nation", NATIONS, nations.get(formation, "")),
    )
    _check_strength(table, entry)
    table.finish()
    return entry


def _read_strength(table: TomlTable) -> Strength:
    text = table.text("strength", longest=20)
    if not text:
        return Strength(0, 0, 0)
    try:
        if not text.isascii() or not re.fullmatch(r"[0-9/-]+", text):
            raise ValueError(f"{text!r} must be like 2-4-7, or 3-2-18/1-7 for artillery")
        strength = Strength.parse(text)
    except ValueError as error:
        table.fault("strength", str(error))
        return Strength(0, 0, 0)
    return strength


def _check_strength(table: TomlTable, entry: UnitEntry) -> None:
    """Note a fault if the Strength is out of range, or does not fit the kind of unit."""
    if table.faults.found:
        return
    strength, text = entry.strength, table.data["strength"]
    numbers = (strength.attack, strength.defense, strength.movement, strength.barrage, strength.fpf, strength.range)
    if not all(0 <= n <= _HIGHEST for n in numbers):
        table.fault("strength", f"{text!r}: each number must be from 0 to {_HIGHEST}")
    gun = entry.kind in GUNS
    if gun and not strength.range:
        table.fault("strength", f"{text!r}: artillery is written barrage-fpf-range/defense-movement, like 3-2-18/1-7")
    if not gun and "/" in text:
        table.fault("strength", f"{text!r}: only artillery has a range; others are written like 2-4-7")
