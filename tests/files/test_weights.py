"""The computer player's weights as files."""

import pytest

from westwall_tui.files.faults import FileError
from westwall_tui.files.folders import battles
from westwall_tui.files.scenarios import shipped
from westwall_tui.files.tables import Source
from westwall_tui.files.weights import build_weights, weights_of

HEAD = 'format = 1\nkind = "computer"\n'


@pytest.mark.parametrize("battle", battles())
def test_every_battle_has_weights(battle):
    assert weights_of(battle)["use"] > 0


def test_a_battle_without_a_file_has_none():
    assert weights_of("standard") == {}


def test_they_are_no_scenario():
    assert not [entry.key for entry in shipped() if entry.key.endswith("/computer")]


def test_numbers_by_name():
    assert build_weights(Source("x", HEAD + '[weights]\nuse = 1\n"to town" = 0.5\n')) == {"use": 1.0, "to town": 0.5}


@pytest.mark.parametrize("line", ['use = "much"', "use = true", "use = 1e9", "use = nan"])
def test_what_is_not_a_number_is_a_fault(line):
    with pytest.raises(FileError) as caught:
        build_weights(Source("x", f"{HEAD}[weights]\n{line}\n"))
    assert "must be a number" in str(caught.value)


def test_unknown_keys_are_faults():
    with pytest.raises(FileError):
        build_weights(Source("x", HEAD + "speed = 3\n"))
