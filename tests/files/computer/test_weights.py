"""The computer player's weights as files."""

import pytest

from tests import RECIPE
from tests.every import every
from westwall_tui.files.computer.weights import build, build_weights, known_of, weights_of
from westwall_tui.files.disk.folders import battles
from westwall_tui.files.faults import FileError
from westwall_tui.files.library import new_game
from westwall_tui.files.scenarios.catalog import shipped
from westwall_tui.files.tables import SourceFile

HEAD = 'format = 1\nkind = "computer"\n'


@every("battle", battles())
def test_every_battle_has_weights(battle):
    assert weights_of(battle).get("use", 0) > 0, f"{battle} has no computer.toml: {RECIPE}"


def test_a_battle_without_a_file_has_none():
    assert weights_of("standard") == {}


def test_they_are_not_scenarios():
    assert not [entry.key for entry in shipped() if entry.key.endswith("/computer")]


def test_numbers_by_name():
    assert build_weights(SourceFile("x", HEAD + '[weights]\nuse = 1\n"to town" = 0.5\n')) == {
        "use": 1.0,
        "to town": 0.5,
    }


@every("line", ['use = "much"', "use = true", "use = 1e9", "use = nan"])
def test_a_value_that_is_not_a_number_is_a_fault(line):
    with pytest.raises(FileError) as caught:
        build_weights(SourceFile("x", f"{HEAD}[weights]\n{line}\n"))
    assert "must be a number" in str(caught.value)


def test_unknown_keys_are_faults():
    with pytest.raises(FileError):
        build_weights(SourceFile("x", HEAD + "speed = 3\n"))


OPENING = '[[opening]]\nscenario = "a/b"\nside = "US"\norders = ["deploy 1/9 0101", "zone 82 2323"]\n'


def test_set_ups_are_orders_by_scenario_and_side():
    (opening,) = build(SourceFile("x", HEAD + OPENING)).openings["a/b", "US"]
    assert [str(order) for order in opening] == ["deploy 1/9 0101", "zone 82 2323"]


def test_a_side_may_have_several_set_ups():
    openings = build(SourceFile("x", HEAD + OPENING + OPENING.replace("0101", "0102"))).openings
    assert [str(orders[0]) for orders in openings["a/b", "US"]] == ["deploy 1/9 0101", "deploy 1/9 0102"]


@pytest.mark.parametrize(("order", "fault"), [("done", "is not for the set-up"), ("jump 1/9", "jump")])
def test_only_orders_for_the_set_up_are_kept(order, fault):
    with pytest.raises(FileError) as caught:
        build(SourceFile("x", HEAD + OPENING.replace("deploy 1/9 0101", order)))
    assert fault in str(caught.value)


@every("battle", battles())
def test_shipped_set_ups_have_existing_scenarios_and_sides(battle):
    for key, side in known_of(battle).openings:
        assert side in [each.name for each in new_game(key, seed=1).scenario.sides]
