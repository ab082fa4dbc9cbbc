"""Print the font of the web page's sextants as base64 of WOFF2: pip install fonttools brotli; python docs/sextants.py.

The page (`westwall_tui/web/page.html`) contains the output. The measures are those of Roboto Mono.
"""

import sys
from base64 import b64encode
from io import BytesIO

from fontTools.fontBuilder import FontBuilder  # type: ignore[import-not-found]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-not-found]

from westwall_tui.ui.terminal.blocks import SEXTANTS

EM, WIDTH, ASCENT, DESCENT = 2048, 1229, 2146, -555
OVER = 25, 70
"""Units by which a block goes beyond the edge of its cell, across and down, so that no seam shows."""
FIRST = "\U0001fb00"
"""The first sextant; the others of `SEXTANTS` are older characters, which Roboto Mono has."""


def font() -> bytes:
    """Return the font."""
    across = -OVER[0], WIDTH // 2, WIDTH + OVER[0]
    third = (ASCENT - DESCENT) // 3
    down = ASCENT + OVER[1], ASCENT - third, DESCENT + third, DESCENT - OVER[1]
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    chars = {ord(char): f"s{bits}" for bits, char in enumerate(SEXTANTS) if char >= FIRST}
    for bits, char in enumerate(SEXTANTS):
        pen = TTGlyphPen(None)
        for row, column in (divmod(bit, 2) for bit in range(6) if bits >> bit & 1):
            left, right, top, bottom = *across[column : column + 2], *down[row : row + 2]
            pen.moveTo((left, bottom))
            for point in ((left, top), (right, top), (right, bottom)):
                pen.lineTo(point)
            pen.closePath()
        if char >= FIRST:
            glyphs[f"s{bits}"] = pen.glyph()
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap(chars)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (WIDTH, 0)))
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupNameTable({"familyName": "westwall sextants", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT, usWinAscent=ASCENT, usWinDescent=-DESCENT)
    builder.setupPost(keepGlyphNames=False)
    builder.font.flavor, file = "woff2", BytesIO()
    builder.save(file)
    return file.getvalue()


if __name__ == "__main__":
    sys.stdout.write(b64encode(font()).decode() + "\n")
