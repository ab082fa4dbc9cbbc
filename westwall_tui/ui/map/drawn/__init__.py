"""The drawn map: the same hexes and cells as in characters, drawn in finer detail.

A cell is divided into six small blocks in three rows (sextants), or into four in two rows (quadrants). Each block has
one of the cell's two colors.

- `labels` defines the contents of a block, and the choice of two contents per cell.
- `sheet` has the blocks of the printed board, and `layers` everything that a game shows over them.
- `window` is the part that the map shows.
- `texts` has the characters in a hex, `glyphs` the characters of blocks, and `colors` the colors.
"""
