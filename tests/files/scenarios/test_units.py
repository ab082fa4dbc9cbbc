"""Units: the contents of their files, and every fault that these can have."""

import pytest

from tests.files.example import UNITS, faults_of, load_example, swap
from westwall_tui.engine.units import Kind
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.scenarios.units import build_units
from westwall_tui.files.tables import read


def test_example(tmp_path):
    scenario = load_example(tmp_path)
    gun = scenario.units[scenario.by_id["9a"]]
    assert (gun.id, gun.designation, gun.kind, gun.side) == ("9A", "9", Kind.ARTILLERY, 0)
    assert (gun.strength.barrage, gun.strength.fpf, gun.strength.range) == (3, 2, 8)


def test_bastogne():
    units = build_units(read(shipped_root() / "bastogne" / "units.toml"))
    assert len({unit.id.lower() for unit in units}) == len(units)
    assert {unit.side for unit in units} == {"German", "US"}


FAULTS = [
    ('id = "K"', 'id = "1/9"', "[[units]] 2 \"1/9\": id: '1/9' is used twice; upper and lower case are the same"),
    ('id = "K"', 'id = "9a"', "[[units]] 3 \"9A\": id: '9A' is used twice; upper and lower case are the same"),
    ('id = "K"', 'id = "K 2"', "[[units]] 2 \"K 2\": id: 'K 2' must consist of letters, digits and / . ' _ -"),
    ('id = "K"', 'id = ">"', "[[units]] 2 \">\": id: '>' must consist of letters"),
    ('id = "K"', 'id = "GS"', "[[units]] 2 \"GS\": id: 'GS' has another meaning in orders; choose another id"),
    ('id = "K"', 'id = "K[b]"', "[[units]] 2 \"K[b]\": id: 'K[b]' must consist of letters"),
    ('id = "K"', 'id = "K234567890123"', '[[units]] 2 "K234567890123": id: is longer than 12 characters'),
    ('kind = "armor"', 'kind = "armors"', "[[units]] 2 \"K\": kind: 'armors' is not one of infantry"),
    ('size = "I"\n', 'size = "XX"\n', "[[units]] 2 \"K\": size: 'XX' is not one of I, II, III, X"),
    ('"5-3-10"', '"5-3"', "[[units]] 2 \"K\": strength: '5-3' must look like 2-4-7 or 3-2-18/1-7"),
    ('"5-3-10"', '"5-3-100"', "[[units]] 2 \"K\": strength: '5-3-100': each number must be from 0 to 99"),
    ('"5-3-10"', '"3-2-8/1-6"', "[[units]] 2 \"K\": strength: '3-2-8/1-6': only artillery has a range"),
    ('"3-2-8/1-6"', '"5-3-10"', "[[units]] 3 \"9A\": strength: '5-3-10': artillery is written barrage-fpf-range"),
    ('"5-3-10"', '"٥-3-10"', "[[units]] 2 \"K\": strength: '٥-3-10' must be like"),
    ('side = "German"\n', "", '[[units]] 1 "1/9": side: is missing; it must be a string'),
    ('size = "I"\n', 'size = "I"\npaint = 1\n', '[[units]] 2 "K": paint: unknown key'),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[fault for *_, fault in FAULTS])
def test_fault(tmp_path, old, new, fault):
    found = faults_of(tmp_path, units=swap(UNITS, old, new))
    assert any(line.startswith(f"mills-units.toml: {fault}") for line in found), found


def test_an_id_that_is_too_long_is_reported_once(tmp_path):
    (fault,) = faults_of(tmp_path, units=swap(UNITS, 'id = "K"', 'id = "abcdefghijklm"'))
    assert fault.endswith("id: is longer than 12 characters")


def test_no_units(tmp_path):
    assert "mills-units.toml: units: the file has no units; write [[units]] tables" in faults_of(
        tmp_path, units='format = 1\nkind = "units"\n'
    )
