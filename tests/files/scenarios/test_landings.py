"""Landings in scenarios: units that arrive by air."""

import pytest

from tests.files.example import SCENARIO, UNITS, faults_of, load_example, swap
from tests.files.scenarios.test_victory import arnhem
from westwall_tui.engine.units import Kind

REINFORCEMENTS = '[[reinforcements]]\nside = "US"\nturn = 4\nunits = ["70", "2/8"]\nhexes = ["east edge"]\n'
LANDINGS = '[[landings]]\nside = "US"\nturn = 4\nunits = ["2/8"]\nhexes = ["within 1 of 0404"]\n'
BOTH = SCENARIO.replace('"70", "2/8"', '"70"') + LANDINGS


def test_units_land_anywhere_on_the_board(tmp_path):
    scenario = load_example(tmp_path, **arnhem())
    by_land, by_air = scenario.reinforcements
    assert (by_land.lands, by_air.lands) == (False, True)
    assert (by_air.side, by_air.turn, by_air.units) == (0, 4, (scenario.by_id["506"],))
    numbers = [scenario.board.number(h) for h in by_air.hexes]
    assert numbers == ["0502", "0503", "0601", "0602", "0603", "0702", "0703"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('["70"]', '["70", "2/8"]', '[[landings]] 1 "US": units: 2/8 is already in [[reinforcements]] 1 "US"'),
        ('["2/8"]', "[]", '[[landings]] 1 "US": units: names no unit'),
        ('["within 1 of 0404"]', "[]", '[[landings]] 1 "US": hexes: has no hex'),
        (
            '["within 1 of 0404"]',
            '["0909"]',
            "[[landings]] 1 \"US\": hexes: '0909': there is no hex '0909' on this map",
        ),
        (LANDINGS, LANDINGS.replace("turn = 4", "turn = 2"), '[[landings]] 1 "US": turn: must be from first_turn'),
        (
            LANDINGS,
            LANDINGS.replace('"US"', '"German"'),
            '[[landings]] 1 "German": units: 2/8 is a U.S. unit, not a German one',
        ),
        (LANDINGS, LANDINGS + "edge = 1\n", '[[landings]] 1 "US": edge: unknown key'),
        (
            BOTH,
            SCENARIO.replace('"70", "2/8"', '"2/8"')
            + LANDINGS.replace('"2/8"', '"70"').replace("within 1 of 0404", "0703"),
            '[[landings]] 1 "US": hexes: 70 is a vehicle and cannot be in any of these hexes',
        ),
    ],
)
def test_fault(tmp_path, old, new, fault):
    found = faults_of(tmp_path, scenario=swap(BOTH, old, new))
    assert any(line.startswith(f"mills.toml: {fault}") for line in found), found


def test_airborne_artillery_fights_by_section_8_and_is_not_a_vehicle(tmp_path):
    units = swap(UNITS, 'kind = "artillery"', 'kind = "airborne-artillery"')
    gun = load_example(tmp_path, units=units).units[2]
    assert (gun.kind, gun.is_artillery, gun.is_vehicle) == (Kind.AIRBORNE_ARTILLERY, True, False)


def test_airborne_artillery_has_a_range(tmp_path):
    found = faults_of(tmp_path, units=swap(UNITS, 'kind = "armor"', 'kind = "airborne-artillery"'))
    assert any("artillery is written barrage-fpf-range" in fault for fault in found)
