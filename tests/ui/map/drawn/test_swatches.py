"""The legend of the drawn map shows each sign as it is drawn."""

import pytest

from tests.ui.map.drawn.test_drawn import DRAWINGS
from westwall_tui.ui.boxes.help import legend_rows
from westwall_tui.ui.map.drawn.swatches import WIDTH, swatches
from westwall_tui.ui.map.signs import ASCII, SIGNS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: f"{drawing.blocks.name}-{drawing.colors.palette}")
def test_every_sign_has_a_swatch_that_looks_like_no_other(drawing):
    found = swatches(drawing)
    assert set(found) == set(SIGNS)
    assert {len(cells) for cells in found.values()} == {WIDTH}
    looks = [str(cells) for cells in found.values()]
    assert len(set(looks)) == len(looks), [name for name in found if looks.count(str(found[name])) > 1]


def test_the_legend_of_the_drawn_map_shows_its_signs_in_as_many_rows():
    drawing = DRAWINGS[0]
    rows = legend_rows(ASCII, 74, drawing)
    assert all(sum(len(span.text) for span in row) <= 74 for row in rows)
    styles = {span.style for row in rows for span in row}
    for cells in swatches(drawing).values():
        assert {role for _, role in cells} <= styles
    plain = legend_rows(ASCII, 74)
    assert len(plain) == len(rows)
    assert not any(span.style.startswith("=") for row in plain for span in row)
    meanings = {sign.meaning for sign in SIGNS.values()}
    texts = {span.text.strip() for row in rows for span in row}
    assert meanings <= texts
