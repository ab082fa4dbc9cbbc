"""A finished drawing and its true size on paper, and sheets as a PDF file. Large sheets are cut into tiles."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.files.command_line import how_to_install
from westwall_tui.prints.counters import STYLES as COUNTER_STYLES
from westwall_tui.prints.drawing import HEIGHT, clean
from westwall_tui.prints.styles import STYLES, SYMBOLS

if TYPE_CHECKING:
    import cairocffi


class Sheet(NamedTuple):
    """A finished drawing in drawing units, from 0,0."""

    name: str
    drawn: str
    width: float
    height: float
    ground: str = "#fffdf6"
    """The color of the paper."""

    def svg(self, hex_mm: float | None = None) -> str:
        """Return the drawing as an SVG file in true size.

        `hex_mm` is the width of a hex from side to side, in millimeters.
        """
        size = ""
        if hex_mm is not None:
            size = f' width="{millimeters(self.width, hex_mm):.2f}mm" height="{millimeters(self.height, hex_mm):.2f}mm"'
        return "".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {self.width:.2f} {self.height:.2f}">\n',
                f"<title>{clean(self.name)}</title>\n<style>{STYLES}{COUNTER_STYLES}</style>\n<defs>{SYMBOLS}</defs>\n",
                f'<rect width="100%" height="100%" fill="{self.ground}"/>\n',
                self.drawn,
                "</svg>\n",
            )
        )


def millimeters(units: float, hex_mm: float) -> float:
    """Return drawing units in millimeters, for hexes that are `hex_mm` from side to side."""
    return units * hex_mm / HEIGHT


def units(mm: float, hex_mm: float) -> float:
    """Return millimeters in drawing units, for hexes that are `hex_mm` from side to side."""
    return mm * HEIGHT / hex_mm


# -- PDF
#
# CairoSVG draws them (the extra `pdf`). It is imported when the first sheet is written, and nothing else needs it.


PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimeters of paper that is upright."""
BLEED = 3.0
"""Millimeters by which a tile's drawing extends beyond its cuts, so that a careless cut leaves no white."""
MARK, MARGIN = 5.0, 10.0
"""The length of a cut mark, and the width of the margin around a tile's cuts, in millimeters."""
POINTS, PIXELS = 72 / 25.4, 96 / 25.4
"""The number of points, and of CSS pixels, in a millimeter."""
CAPTION = 2.8
"""The type size in the margin, in millimeters."""


NO_CAIRO = "{} files need the library Cairo (libcairo2, or cairo in Homebrew); --svg works without it"


class NoPdf(Exception):
    """Raised if PDF or PNG files cannot be written; the message says what to install."""


class Tile(NamedTuple):
    """A page: the part of the sheet between its cuts, and the paper, in millimeters."""

    sheet: int
    left: float
    top: float
    width: float
    height: float
    paper: tuple[float, float]
    row: int
    column: int


def tiles(number: int, width: float, height: float, paper: tuple[float, float] | None) -> list[Tile]:
    """Cut a sheet of `width` by `height` millimeters into the fewest equal tiles. Without paper it becomes one page.

    The paper is upright or on its side, whichever needs fewer pages.
    """
    if paper is None:
        return [Tile(number, 0, 0, width, height, (width + 2 * MARGIN, height + 2 * MARGIN), 1, 1)]
    turned = (paper, paper[::-1])
    counts = [(_tiles_for(width, wide), _tiles_for(height, high)) for wide, high in turned]
    (across, down), features = min(zip(counts, turned, strict=True), key=lambda each: each[0][0] * each[0][1])
    wide, high = width / across, height / down
    return [
        Tile(number, wide * column, high * row, wide, high, features, row + 1, column + 1)
        for row in range(down)
        for column in range(across)
    ]


def _tiles_for(size: float, paper: float) -> int:
    """Return the number of tiles for a length, with a tolerance of a thousandth of a millimeter."""
    return ceil(size / (paper - 2 * MARGIN) - 0.001 / paper)


def pdf(sheets: Sequence[Sheet], hex_mm: float, paper: tuple[float, float] | None) -> bytes:
    """Return sheets as a PDF file, each on its own pages. Raises `NoPdf` if CairoSVG or Cairo is missing."""
    try:
        import cairocffi
        from cairosvg.parser import Tree
        from cairosvg.surface import Surface
    except ImportError:
        raise NoPdf(f"PDF files need CairoSVG (--svg works without it); {how_to_install('pdf')}") from None
    except OSError:
        raise NoPdf(NO_CAIRO.format("PDF")) from None

    found = BytesIO()
    target = cairocffi.PDFSurface(found, 1, 1)

    class Page(Surface):  # type: ignore[misc]
        """A surface that draws a tile of a sheet on the current page."""

        tile = Tile(0, 0, 0, 0, 0, (0, 0), 0, 0)

        def _create_surface(self, width: float, height: float) -> tuple[object, float, float]:
            return target, width, height

        def set_context_size(self, *sizes: object) -> None:
            """Begin a drawing for CairoSVG. Everything drawn later is clipped to the tile."""
            self.context.scale(PIXELS, PIXELS)
            x, y = corner_of(self.tile)
            self.context.rectangle(x - BLEED, y - BLEED, self.tile.width + 2 * BLEED, self.tile.height + 2 * BLEED)
            self.context.clip()
            self.context.translate(x - self.tile.left, y - self.tile.top)
            self.context.scale(1 / PIXELS, 1 / PIXELS)
            super().set_context_size(*sizes)

    for number, sheet in enumerate(sheets):
        drawn = sheet.svg(hex_mm).encode()
        pages = tiles(number, millimeters(sheet.width, hex_mm), millimeters(sheet.height, hex_mm), paper)
        for page, tile in enumerate(pages, 1):
            target.set_size(tile.paper[0] * POINTS, tile.paper[1] * POINTS)
            Page.tile = tile
            Page(Tree(bytestring=drawn), None, 96)
            context = cairocffi.Context(target)
            context.scale(POINTS, POINTS)
            if len(pages) > 1 or paper is None:
                _draw_marks(context, tile)
            if len(pages) > 1:
                where = f"page {page} of {len(pages)}: row {tile.row}, column {tile.column}"
                _write_caption(context, tile, f"{sheet.name}, hexes of {hex_mm:g} mm, {where}")
            target.show_page()
    target.finish()
    return found.getvalue()


SCALE = 2
"""The number of pixels for each unit of a picture, so that it stays sharp on large screens."""


def png(picture: str) -> bytes:
    """Return an SVG picture as pixels. Raises `NoPdf` if CairoSVG or Cairo is missing."""
    try:
        from cairosvg import svg2png
    except ImportError:
        raise NoPdf(f"PNG files need CairoSVG (--svg works without it); {how_to_install('pdf')}") from None
    except OSError:
        raise NoPdf(NO_CAIRO.format("PNG")) from None
    found: bytes = svg2png(bytestring=picture.encode(), scale=SCALE)
    return found


def _draw_marks(context: "cairocffi.Context", tile: Tile) -> None:
    """Draw a mark at each end of a tile's cuts."""
    context.set_line_width(0.2)
    for (x1, y1), (x2, y2) in cut_marks(tile):
        context.move_to(x1, y1)
        context.line_to(x2, y2)
    context.stroke()


def _write_caption(context: "cairocffi.Context", tile: Tile, words: str) -> None:
    """Draw a caption between the lower cut marks."""
    x, y = corner_of(tile)
    context.select_font_face("DejaVu Sans")
    context.set_font_size(CAPTION)
    context.move_to(x + MARK, y + tile.height + BLEED + CAPTION)
    context.show_text(words)


def corner_of(tile: Tile) -> tuple[float, float]:
    """Return the upper left corner of a tile on its page, in millimeters."""
    return (tile.paper[0] - tile.width) / 2, (tile.paper[1] - tile.height) / 2


def cut_marks(tile: Tile) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Return lines in the margin that extend the cuts, in millimeters on the page."""
    x, y = corner_of(tile)
    for across, out in ((x, -1), (x + tile.width, 1)):
        for down, away in ((y, -1), (y + tile.height, 1)):
            yield (across + out * BLEED, down), (across + out * (BLEED + MARK), down)
            yield (across, down + away * BLEED), (across, down + away * (BLEED + MARK))
