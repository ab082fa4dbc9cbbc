"""Names at a table: nobody is called like somebody else, or like the host."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.every import every
from westwall_tui.files.players.seats import LONGEST_NAME
from westwall_tui.net.guests import NAMELESS, fit_name, free_name, is_reserved, skeleton


@every(
    "alike",
    [
        "anna",
        "ANNA",
        "Аnnа",
        "Ann\u0301a",
        "An na",
        "Anna.",
        "Ａｎｎａ",
        "Αnna",
        "𝐀nna",
        "A\u200dnna",
        "Anna\ufe0f",
        "An\u3164na",
    ],
)
def test_who_would_look_like_a_player_gets_a_number(alike):
    assert skeleton(free_name(alike, ["Anna", "Bob"])) not in (skeleton("Anna"), skeleton("Bob"))
    assert free_name(alike, ["Anna"]).endswith(" 2")
    assert free_name(alike, ["Anna", "Anna 2"]).endswith(" 3")


@every("name", ["Bob", "Anneke", "Jan", "Łukasz", "Βασίλης", "王", "Anna-Maria"])
def test_other_names_stay_as_they_are(name):
    assert free_name(name, ["Anna"]) == fit_name(name) == name


@every("name", ["host", "Host", "The Host", "h0st", "hоst", "h o s t", "HOST 2", "computer", "Сomputer 7"])
def test_nobody_is_called_host(name):
    assert is_reserved(name)


@every("name", ["Anna", "Hosta", "Ghost", "the", "7", "Theo"])
def test_other_names_are_not_reserved(name):
    assert not is_reserved(name)


def test_a_name_does_not_say_more_than_a_name():
    assert fit_name("Anna (German): I concede") == "Anna German I concede"


@every("name", ["", "  ", "\u3164", "\u0301\u0301", "(:)"])
def test_who_would_not_be_seen_is_somebody(name):
    assert fit_name(name) == NAMELESS


@pytest.mark.slow
@given(st.text(max_size=LONGEST_NAME), st.lists(st.text(max_size=LONGEST_NAME), max_size=5))
def test_a_free_name_is_unlike_all_others_and_no_longer_than_names_are(wanted, taken):
    name = free_name(fit_name(wanted), taken)
    assert skeleton(name) not in {skeleton(other) for other in taken}
    assert 0 < len(name) <= LONGEST_NAME
    assert fit_name(name) == name
