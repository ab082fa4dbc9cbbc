"""Names of guests: none resembles another guest's or the host's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.every import every
from westwall_tui.files.players.seats import MAX_NAME_LENGTH
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
def test_a_confusable_name_gets_a_number(alike):
    assert skeleton(free_name(alike, ["Anna", "Bob"])) not in (skeleton("Anna"), skeleton("Bob"))
    assert free_name(alike, ["Anna"]).endswith(" 2")
    assert free_name(alike, ["Anna", "Anna 2"]).endswith(" 3")


@every("name", ["Bob", "Anneke", "Jan", "Łukasz", "Βασίλης", "王", "Anna-Maria"])
def test_other_names_do_not_change(name):
    assert free_name(name, ["Anna"]) == fit_name(name) == name


@every("name", ["host", "Host", "The Host", "h0st", "hоst", "h o s t", "HOST 2", "computer", "Сomputer 7"])
def test_the_hosts_names_are_reserved(name):
    assert is_reserved(name)


@every("name", ["Anna", "Hosta", "Ghost", "the", "7", "Theo"])
def test_other_names_are_not_reserved(name):
    assert not is_reserved(name)


def test_a_name_cannot_imitate_the_form_of_chat():
    assert fit_name("Anna (German): I concede") == "Anna German I concede"


@every("name", ["", "  ", "\u3164", "\u0301\u0301", "(:)"])
def test_an_invisible_name_is_replaced(name):
    assert fit_name(name) == NAMELESS


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(max_size=MAX_NAME_LENGTH), st.lists(st.text(max_size=MAX_NAME_LENGTH), max_size=5))
def test_a_free_name_is_unique_and_short_enough(wanted, taken):
    name = free_name(fit_name(wanted), taken)
    assert skeleton(name) not in {skeleton(other) for other in taken}
    assert 0 < len(name) <= MAX_NAME_LENGTH
    assert fit_name(name) == name
