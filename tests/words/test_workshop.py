"""The words of the workshop: every key of a form has a meaning."""

import pytest

from westwall_tui.files.workshop.draft import HEADS, TABLES
from westwall_tui.files.workshop.opening import open_battle
from westwall_tui.words.workshop import KINDS_OF_POINTS, TITLES, meaning_of

NAMES = (*HEADS, *(name for names in TABLES for name in names))


def test_every_table_has_a_name():
    assert TITLES.keys() == {*NAMES}


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(
    "key", ["quick/champs", "arnhem/historical", "bastogne/spearhead", "hurtgen/free", "remagen/optimum"]
)
def test_every_key_of_a_form_has_a_meaning(key):
    draft = open_battle(key).draft
    forms = [(table, draft.form(table, number + 1)) for table in NAMES for number in range(min(draft.count(table), 9))]
    forms += [("points", draft.form("points", 0, {"kind": kind})) for kind in KINDS_OF_POINTS]
    assert {
        (table, field.key) for table, form in forms for field in form.fields if not meaning_of(table, field.key)
    } == set()
