"""The requirements of a battle's rules on `[victory]`, the sides and the board, and the reasons of faults."""

from collections.abc import Callable

import pytest

from tests.drawn import drawn
from tests.engine.battles.drawn_arnhem import market
from tests.engine.battles.drawn_bastogne import siege
from tests.engine.battles.drawn_hurtgen import TOWN, forest
from tests.engine.battles.rhine import RHINE, rhine
from tests.every import every
from westwall_tui.engine.game import Game
from westwall_tui.engine.rules.scenario_data import ScenarioDataError


def fault(battle: Callable[..., Game], *drawing: str, **what: object) -> tuple[str, str]:
    """Return the key and reason of the fault that a battle's rules find."""
    with pytest.raises(ScenarioDataError) as caught:
        battle(*drawing, **what)
    return caught.value.key, str(caught.value)


@every(
    ("battle", "victory", "reason"),
    [
        (market, {"weather": "perhaps"}, "must be one of no, option, always"),
        (market, {"weather": 1}, "must be one of no, option, always"),
        (market, {"line_to": "0505"}, "must be a list of strings"),
        (market, {"line_to": [505]}, "must be a list of strings"),
        (market, {"line_to": ["0505", "9999"]}, "there is no hex '9999' on this map"),
        (market, {"drop_zones": ["101 9999"]}, "there is no hex '9999' on this map"),
        (siege, {"specified": ["Z"]}, "there is no unit 'Z' in this scenario"),
        (siege, {"us_holds_bastogne": -1}, "must be a whole number, 0 or more"),
        (siege, {"us_holds_bastogne": True}, "must be a whole number, 0 or more"),
        (siege, {"us_holds_bastogne": "12"}, "must be a whole number, 0 or more"),
        (siege, {"exited": 1.5}, "must be a whole number, 0 or more"),
        (forest, {"towns": ["Town"]}, "must be a table of places and points: [victory.towns]"),
        (forest, {"towns": {"Nowhere": 5}}, "the board has no place called 'Nowhere'"),
        (forest, {"towns": {"Town": -1}}, "Town: points must be a whole number, 0 or more"),
        (rhine, {"night": [0]}, "must be a list of Game-Turns, whole numbers from 1 on"),
        (rhine, {"night": 1}, "must be a list of Game-Turns, whole numbers from 1 on"),
    ],
)
def test_faults_of_the_victory_table_have_reasons(battle, victory, reason):
    towns = {"towns": TOWN} if battle is forest else {}
    assert fault(battle, victory=victory, **towns) == (next(iter(victory)), reason)


def test_unknown_keys_are_named_with_the_known_ones():
    reason = "isn't a key of Hurtgen Forest's Exclusive Rules; the known keys are: towns, withdrawing"
    assert fault(forest, victory={"bastogne": []}) == ("bastogne", reason)
    assert fault(drawn, victory={"towns": {}}) == (
        "towns",
        "isn't a key of the Standard Rules; the known keys are: none",
    )


def test_zero_and_empty_values_are_accepted():
    assert siege(victory={"us_holds_bastogne": 0, "specified": []}).outcome is None


def test_sides_and_areas_have_the_names_that_the_rules_mention():
    assert fault(drawn, rules="arnhem") == ("sides", "Arnhem's Exclusive Rules need a side called 'Allied'")
    sides = {"names": ("US", "German"), "rules": "remagen"}
    reason = "Remagen's Exclusive Rules need an area called 'West bank' on the board"
    assert fault(drawn, RHINE, **sides) == ("board", reason)


def test_an_east_bank_in_two_pieces_is_a_fault():
    key, reason = fault(rhine, "\n".join(["...~..~.."] * 9))
    assert key == "board"
    assert "'East bank' must be one piece of land" in reason
