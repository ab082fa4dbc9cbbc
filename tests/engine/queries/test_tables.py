"""The Combat Results Table (7.61)."""

from westwall_tui.engine.queries import tables
from westwall_tui.engine.terrain import Line


def test_7_61_headings_and_columns_belong_together():
    headings = tables.headings(Line.CLEAR)
    assert len(headings) == len(tables.RESULTS[0])
    assert (headings[0], headings[-1]) == ("-7", "+12")
    assert headings[tables.column(Line.CLEAR, 7)] == "+6-8"
    assert tables.headings(Line.ROUGH)[tables.column(Line.ROUGH, 2)] == "+2,3"


def test_7_61_differentials_beyond_either_end():
    assert tables.column(Line.ROUGH, -20) == 0
    assert tables.column(Line.ROUGH, 40) == len(tables.headings(Line.ROUGH)) - 1
    assert [row[0] for row in tables.RESULTS] == ["A1", "A1", "A1", "A2", "A2", "Ae"]
