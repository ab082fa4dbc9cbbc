"""Options as they are typed."""

import pytest

from westwall_tui.files.faults import FileError
from westwall_tui.files.options import read_options
from westwall_tui.files.scenarios import load_scenario


@pytest.fixture(scope="module")
def arnhem():
    return load_scenario("arnhem/historical")


@pytest.mark.parametrize(
    ("words", "strict", "battle"),
    [
        ([], False, {}),
        (["weather"], False, {"weather": True}),
        (["weather=TRUE", "strict"], True, {"weather": True}),
        (["weather=no", "strict=off"], False, {"weather": False}),
        (["weather", "weather=false"], False, {"weather": False}),
    ],
)
def test_options(arnhem, words, strict, battle):
    assert read_options(arnhem, words) == (strict, battle)


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("rain", "--option: rain: is not an option; the options are strict, weather"),
        ("", "--option: is not an option; the options are strict, weather"),
        ("weather=", "--option: weather: must be true or false, not ''"),
        ("weather=some\x1b", "--option: weather: must be true or false, not 'some\\x1b'"),
    ],
)
def test_fault(arnhem, word, fault):
    with pytest.raises(FileError) as raised:
        read_options(arnhem, [word])
    assert [str(found) for found in raised.value.faults] == [fault]


def test_without_options_of_the_battle():
    with pytest.raises(FileError, match=r"weather: is not an option; the options are strict$"):
        read_options(load_scenario("bastogne/relief"), ["weather"])
