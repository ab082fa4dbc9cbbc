"""The pieces of an SVG picture: text and paths, with words that come from files made safe; and how wide words are."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

Point = tuple[float, float]

WIDTHS = {"fijlrtI.,'|!:;()[]- /": 0.39, "mwMW": 0.95, "ABCDEFGHJKLNOPQRSTUVXYZ+#@%&": 0.76}
"""How wide letters are, of the size of the type; all others are `LETTER`."""
LETTER = 0.64
BOLD = 1.1


def clean(words: str) -> str:
    """Words from a file as XML may hold them: no control characters, no markup."""
    return escape("".join(c if c.isprintable() else "?" for c in words), {'"': "&quot;"})


def text(style: str, x: float, y: float, words: str, more: str = "") -> str:
    """A line of text; `more`: further attributes."""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}"{more}>{clean(words)}</text>\n'


def path(style: str, drawn: str, name: str = "") -> str:
    """A path; its name is shown under the mouse pointer."""
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
    """Points as paths of SVG name them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def line(points: Iterable[Point]) -> str:
    """Points as a path from one to the next."""
    return f"M{written(points)}"


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """About how wide a line of text is."""
    units = sum(next((w for letters, w in WIDTHS.items() if c in letters), LETTER) for c in words)
    return units * size * (BOLD if bold else 1.0)
