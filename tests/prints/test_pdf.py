"""Sheets on paper: true sizes in millimeters, tiles, cut marks, and the message without CairoSVG."""

import re
import sys
import zlib
from contextlib import suppress
from xml.etree import ElementTree as ET

import pytest

from tests.drawn import board
from tests.every import every
from westwall_tui.files.command_line import how_to_install
from westwall_tui.prints.drawing import HEIGHT, Layout
from westwall_tui.prints.sheet import (
    BLEED,
    MARGIN,
    MARK,
    PAPERS,
    NoPdf,
    Sheet,
    cut_marks,
    millimeters,
    pdf,
    tiles,
    units,
)
from westwall_tui.prints.svg import board_sheet

POINT = 25.4 / 72


def pages(content):
    """Return the sizes of a PDF's pages, in millimeters."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)
    return [(round(float(width) * POINT, 1), round(float(height) * POINT, 1)) for width, height in boxes]


def sheet(width, height, hex_mm=16.0):
    return Sheet("Test", "", units(width, hex_mm), units(height, hex_mm))


@every("hex_mm", [12.0, 16.0, 19.05])
def test_a_drawing_has_its_true_size(hex_mm):
    found = board_sheet(board())
    root = ET.fromstring(found.svg(hex_mm)).attrib
    *_, width, height = map(float, root["viewBox"].split())
    assert float(root["width"].removesuffix("mm")) == pytest.approx(width * hex_mm / HEIGHT, abs=0.01)
    assert float(root["height"].removesuffix("mm")) == pytest.approx(height * hex_mm / HEIGHT, abs=0.01)


def test_neighbors_are_a_hex_apart():
    layout = Layout(board(), 0, 0)
    (x1, y1), (x2, y2) = (layout.centre(layout.board.hex(number)) for number in ("0303", "0403"))
    assert millimeters(((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5, 16) == pytest.approx(16)


def test_without_a_size_a_drawing_fills_its_window():
    assert ET.fromstring(board_sheet(board()).svg()).get("width") is None


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize(("width", "height"), [(100, 100), (190, 277), (191, 277), (600, 400), (400, 600), (277, 190)])
def test_tiles_cover_the_sheet_once_and_fit_their_paper(paper, width, height):
    found = tiles(0, width, height, paper)
    assert sum(tile.width * tile.height for tile in found) == pytest.approx(width * height)
    assert max(tile.left + tile.width for tile in found) == pytest.approx(width)
    assert max(tile.top + tile.height for tile in found) == pytest.approx(height)
    assert len({(tile.left, tile.top) for tile in found}) == len(found)
    for tile in found:
        assert sorted(tile.paper) == sorted(paper)
        assert tile.width <= tile.paper[0] - 2 * MARGIN + 0.01
        assert tile.height <= tile.paper[1] - 2 * MARGIN + 0.01


def test_paper_is_turned_to_need_fewer_pages():
    assert len(tiles(0, 190, 277, PAPERS["a4"])) == len(tiles(0, 277, 190, PAPERS["a4"])) == 1
    assert len(tiles(0, 191, 277, PAPERS["a4"])) == 2


def test_cut_marks_are_on_the_cuts_outside_the_tile_and_on_the_paper():
    for tile in tiles(0, 400, 600, PAPERS["a4"]):
        left, top = (tile.paper[0] - tile.width) / 2, (tile.paper[1] - tile.height) / 2
        right, bottom = left + tile.width, top + tile.height
        marks = list(cut_marks(tile))
        assert len(marks) == 8
        for (x1, y1), (x2, y2) in marks:
            assert (x1 == x2 and x1 in (left, right)) or (y1 == y2 and y1 in (top, bottom))
            assert abs(x1 - x2) + abs(y1 - y2) == pytest.approx(MARK)
            for x, y in ((x1, y1), (x2, y2)):
                assert not (left - BLEED < x < right + BLEED and top - BLEED < y < bottom + BLEED)
                assert 0 < x < tile.paper[0]
                assert 0 < y < tile.paper[1]


@pytest.mark.slow
def test_a_pdf_has_a_page_for_each_tile_of_each_sheet():
    pytest.importorskip("cairosvg")
    content = pdf([sheet(300, 100), sheet(50, 50)], 16, PAPERS["letter"])
    assert pages(content) == [(215.9, 279.4)] * 3
    assert pages(pdf([sheet(250, 100)], 16, PAPERS["letter"])) == [(279.4, 215.9)]
    assert pages(pdf([sheet(300, 100)], 16, None)) == [(320, 120)]


def lines(content):
    """Return the straight lines of a PDF, in millimeters from the upper left of their page."""
    number = rb"(-?[\d.]+)"
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        with suppress(zlib.error):
            for ends in re.findall(rb"%b %b m %b %b l" % ((number,) * 4), zlib.decompress(stream)):
                yield tuple(round(float(end) * POINT, 1) for end in ends)


@pytest.mark.slow
def test_drawings_are_on_their_tiles_to_a_tenth_of_a_millimeter():
    pytest.importorskip("cairosvg")
    mark = f'<path d="M{units(210, 16)},{units(20, 16)}h{units(10, 16)}" stroke="#000"/>'
    found = sheet(300, 100)._replace(drawn=mark)
    _, second = tiles(0, 300, 100, PAPERS["a4"])
    assert (second.left, second.paper) == (150, (210, 297))
    assert (90.0, 118.5, 100.0, 118.5) in set(lines(pdf([found], 16, PAPERS["a4"])))
    assert (220.0, 30.0, 230.0, 30.0) in set(lines(pdf([found], 16, None)))


@pytest.mark.slow
def test_without_cairosvg_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg.parser", None)
    with pytest.raises(NoPdf, match=re.escape(how_to_install("pdf"))):
        pdf([sheet(50, 50)], 16, PAPERS["a4"])


def test_without_the_library_cairo_the_message_says_so(monkeypatch, tmp_path):
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called cairo')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "cairocffi", raising=False)
    with pytest.raises(NoPdf, match="libcairo2"):
        pdf([sheet(50, 50)], 16, PAPERS["a4"])
