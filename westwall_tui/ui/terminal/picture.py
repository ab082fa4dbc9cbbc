"""Cells of a screen as an SVG picture.

A picture is written cell by cell to keep it small: one path for all cells of a background color, one text for each run.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from westwall_tui.ui.terminal.blocks import SEXTANTS

DARK = TerminalTheme(
    (0, 0, 0),
    (229, 229, 229),
    [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)],
    [
        (127, 127, 127),
        (255, 0, 0),
        (0, 255, 0),
        (255, 255, 0),
        (92, 92, 255),
        (255, 0, 255),
        (0, 255, 255),
        (255, 255, 255),
    ],
)
ACROSS, DOWN, BASE = 9, 19, 14
"""Width and height of a cell in units of the picture, and the baseline of its letters."""
SHADE = "░"
"""The sign of filled areas, which is painted as a tint, because fonts leave gaps between the lines."""
TINT = 0.3
"""The opacity of that tint."""

Cell = tuple[str, str, str, bool, bool]
"""Character, foreground, background, bold, underlined."""


def cells(segments: Iterable[tuple[str, Style | None, object]]) -> Iterable[Cell]:
    """Yield the cells of a line, given its runs of characters in one style."""
    for text, style, _ in segments:
        ink = style or Style()
        front, back = _rgb(ink.color, DARK.foreground_color), _rgb(ink.bgcolor, DARK.background_color)
        if ink.dim:
            front = tuple((a + b) // 2 for a, b in zip(front, back, strict=True))
        if ink.reverse:
            front, back = back, front
        yield from ((c, _hex(front), _hex(back), bool(ink.bold), bool(ink.underline)) for c in text)


def _rgb(color: Color | None, default: Sequence[int]) -> tuple[int, ...]:
    return tuple(default if color is None or color.is_default else color.get_truecolor(DARK))


def _hex(rgb: Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in rgb)


BITS = {char: bits for bits, char in enumerate(SEXTANTS) if bits}


def _blocks(char: str, x: int, y: int) -> Iterable[str]:
    """Return the blocks of a character of the drawn map as paths, because fonts leave seams between them."""
    tops, middle = (0, DOWN // 3, 2 * DOWN // 3, DOWN), ACROSS // 2
    for row in range(3):
        left, right = (BITS.get(char, 0) >> (2 * row) & 1), (BITS.get(char, 0) >> (2 * row + 1) & 1)
        if left or right:
            start, end = (0 if left else middle), (ACROSS if right else middle)
            yield f"M{x + start} {y + tops[row]}h{end - start}v{tops[row + 1] - tops[row]}h{start - end}z"


GROUND = _hex(_rgb(None, DARK.background_color))


def svg(lines: Sequence[Sequence[Cell]]) -> str:
    """Return the screen as a picture."""
    return framed(lines, layers(dict(enumerate(lines))))


def layers(lines: Mapping[int, Sequence[Cell]], *, under: bool = False) -> str:
    """Return some lines of the screen by number: backgrounds, blocks, letters. `under` covers the old ones."""
    backs: dict[str, list[str]] = {}
    fronts: dict[str, list[str]] = {}
    tints: dict[str, list[str]] = {}
    texts: list[str] = []
    for y, line in lines.items():
        x = 0
        for back, run in groupby(line, key=lambda cell: cell[2]):
            length = len(list(run))
            if under or back != GROUND:
                backs.setdefault(back, []).append(_box(x, y, length))
            x += length
        x = 0
        for place, (char, front, *_) in enumerate(line):
            for path in _blocks(char, ACROSS * place, DOWN * y):
                fronts.setdefault(front, []).append(path)
        for (shaded, front), run in groupby(line, key=lambda cell: (cell[0] == SHADE, cell[1])):
            length = len(list(run))
            if shaded:
                tints.setdefault(front, []).append(_box(x, y, length))
            x += length
        x = 0
        for (_, front, _, bold, underlined), run in groupby(line, key=lambda cell: ("", cell[1], "", cell[3], cell[4])):
            text = "".join(" " if cell[0] in BITS or cell[0] == SHADE else cell[0] for cell in run)
            start = x + len(text) - len(text.lstrip())
            x += len(text)
            if shown := text.strip():
                style = ' class="b"' * bold + ' text-decoration="underline"' * underlined
                texts.append(
                    f'<text x="{ACROSS * start}" y="{DOWN * y + BASE}" fill="{front}" '
                    f'textLength="{ACROSS * len(shown)}"{style}>{escape(shown)}</text>'
                )
    painted = [(f'fill="{color}"', parts) for color, parts in (*backs.items(), *fronts.items())]
    painted += [(f'fill="{color}" fill-opacity="{TINT}"', parts) for color, parts in tints.items()]
    paths = "".join(f'<path {fill} shape-rendering="crispEdges" d="{"".join(parts)}"/>\n' for fill, parts in painted)
    return paths + "\n".join(texts)


def _box(x: int, y: int, length: int) -> str:
    return f"M{ACROSS * x} {DOWN * y}h{ACROSS * length}v{DOWN}h-{ACROSS * length}z"


def framed(lines: Sequence[Sequence[Cell]], inside: str, rules: str = "") -> str:
    """Return a picture as large as some lines. `inside` is its contents, `rules` is added to its style sheet."""
    width, height = ACROSS * max(map(len, lines)), DOWN * len(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n'
        "<style>text{font:15px 'DejaVu Sans Mono',Menlo,monospace;white-space:pre}.b{font-weight:bold}"
        f'{rules}</style>\n<rect width="{width}" height="{height}" fill="{GROUND}"/>\n{inside}\n</svg>\n'
    )
