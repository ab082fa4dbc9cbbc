"""The drawn map: the same hexes and cells, drawn finer than a character.

A cell is six small blocks, three high (sextants), or four, two high (quadrants), each in one of two colors. `labels`
says what a block can show and which two of them a cell keeps; `sheet` has the blocks of the printed board, `layers`
what lies over them in a game, and the window on it that the map shows, `texts` what stands in a hex as characters,
`colors` how all is painted, `glyphs` the characters.
"""
