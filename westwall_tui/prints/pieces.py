"""Pieces of an SVG picture: text (made safe) and its width, paths and boxes."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

Point = tuple[float, float]

WIDTHS = {"fijlrtI.,'|!:;()[]- /": 0.39, "mwMW": 0.95, "ABCDEFGHJKLNOPQRSTUVXYZ+#@%&": 0.76}
"""Widths of letters in parts of the type size; all others have `LETTER`."""
NO_BREAK = "\u00a0"
"""A blank at which no line breaks."""
LETTER = 0.64
BOLD = 1.1


def clean(words: str) -> str:
    """Make text from a file safe for XML: no control characters, no markup."""
    return escape("".join(c if c.isprintable() or c == NO_BREAK else "?" for c in words), {'"': "&quot;"})


def text(style: str, x: float, y: float, words: str, more: str = "") -> str:
    """A line of text; `more`: further attributes."""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}"{more}>{clean(words)}</text>\n'


def haloed(style: str, x: float, y: float, words: str, more: str = "") -> str:
    """A line of text over a pale copy of itself with a broad outline, which keeps it legible on any ground."""
    return text(f"{style} halo", x, y, words, more) + text(style, x, y, words, more)


def path(style: str, drawn: str, name: str = "") -> str:
    """A path; its name appears under the mouse pointer."""
    if not name:
        return f'<path class="{style}" d="{drawn}"/>\n'
    return f'<path class="{style}" d="{drawn}"><title>{clean(name)}</title></path>\n'


def box(style: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
    """A rectangle."""
    return f'<rect class="{style}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{more}/>\n'


def moved(x: float, y: float, drawn: str) -> str:
    """Something drawn at 0,0, moved."""
    return f'<g transform="translate({x:.1f},{y:.1f})">{drawn}</g>\n'


def written(points: Iterable[Point]) -> str:
    """Points in SVG path notation."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def line(points: Iterable[Point]) -> str:
    """A path through points."""
    return f"M{written(points)}"


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """The approximate width of a line of text."""
    units = sum(next((w for letters, w in WIDTHS.items() if c in letters), LETTER) for c in words)
    return units * size * (BOLD if bold else 1.0)
