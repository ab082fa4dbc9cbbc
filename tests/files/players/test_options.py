"""Options as they are typed."""

import pytest

from westwall_tui.files.faults import FileError
from westwall_tui.files.players.options import read_options, read_seats
from westwall_tui.files.players.seats import SEATS, Seat
from westwall_tui.files.scenarios.catalog import load_scenario


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
        ("rain", "--option: rain: is not an option; the options are strict, weather, start-allied, start-german"),
        ("", "--option needs the name of an option; the options are strict, weather, start-allied, start-german"),
        ("weather=", "--option: weather: must be true or false, not ''"),
        ("weather=some\x1b", "--option: weather: must be true or false, not 'some\\x1b'"),
        ("start-german", "--option: start-german: must be a whole number from 0 to 999, not ''"),
        ("start-german=-1", "--option: start-german: must be a whole number from 0 to 999, not '-1'"),
        ("start-german=1000", "--option: start-german: must be a whole number from 0 to 999, not '1000'"),
        ("start-german=\u0663", "--option: start-german: must be a whole number from 0 to 999, not '\u0663'"),
    ],
)
def test_fault(arnhem, word, fault):
    with pytest.raises(FileError) as raised:
        read_options(arnhem, [word])
    assert [str(found) for found in raised.value.faults] == [fault]


def test_points_at_the_start(arnhem):
    assert read_options(arnhem, ["start-german=6", "weather"]).battle == {"start-german": 6, "weather": 1}
    assert read_options(arnhem, ["start-german=0"]).battle == {"start-german": 0}


def test_without_options_of_the_battle():
    with pytest.raises(FileError, match=r"weather: is not an option; the options are strict$"):
        read_options(load_scenario("bastogne/relief"), ["weather"])


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ([], (0, 0)),
        (["allied=2"], (2, 0)),
        (["German=4"], (0, 4)),
        (["german=1", "Allied=3"], (3, 1)),
        (["German=1", "GERMAN=3"], (0, 3)),
    ],
)
def test_seats(arnhem, words, seats):
    assert read_seats(arnhem, words) == (SEATS[seats[0]], SEATS[seats[1]])


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("British=1", "--computer: British: is not a side; the sides are Allied and German"),
        ("German", "--computer: German: must have a level from 1 to 5, not ''"),
        ("German=6", "--computer: German: must have a level from 1 to 5, not '6'"),
        ("German=\u00b2", "--computer: German: must have a level from 1 to 5, not '\u00b2'"),
    ],
)
def test_fault_of_a_seat(arnhem, word, fault):
    with pytest.raises(FileError) as raised:
        read_seats(arnhem, [word])
    assert [str(found) for found in raised.value.faults] == [fault]


def test_people_have_names(arnhem):
    assert read_seats(arnhem, ["German=2"], ["allied=Anna Bell"]) == (Seat(name="Anna Bell"), SEATS[2])


@pytest.mark.parametrize("name", ["", " Anna", "\x1b[31m", "x" * 25, "a\nb"])
def test_a_name_is_short_and_printable(arnhem, name):
    with pytest.raises(FileError, match="--name: German: must be 1 to 24 printable characters"):
        read_seats(arnhem, [], [f"German={name}"])


def test_a_name_needs_a_side(arnhem):
    with pytest.raises(FileError, match="--name: British: is not a side; the sides are Allied and German"):
        read_seats(arnhem, [], ["British=Anna"])
