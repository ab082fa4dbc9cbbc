"""The drawn map: the same hexes and cells as in characters, drawn in finer detail.

A cell is six small blocks, three high (sextants), or four, two high (quadrants), each in one of two colors. `labels`
defines the contents of a block and the choice of two per cell; `sheet` has the blocks of the printed board, `layers`
everything over them in a game, `window` the part that the map shows, `texts` the characters in a hex, `colors` the
colors, and `glyphs` the characters of blocks.
"""
