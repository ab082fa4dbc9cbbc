"""Characters that divide a cell into blocks. Each can be written in two ways: with its colors, or with them swapped."""


def _sextant_of(bits: int) -> str:
    """Return the sextant for a set of bits. Unicode has 60 of the 64 from U+1FB00 on, the others in older blocks."""
    known = {0: " ", 21: "▌", 42: "▐", 63: "█"}
    return known.get(bits) or chr(0x1FB00 + bits - 1 - (bits > 21) - (bits > 42))


FULL = "█"
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by the bits of the quarters of a cell that are filled, row by row from the top left."""
SEXTANTS = "".join(map(_sextant_of, range(64)))
"""Characters by the bits of the sixths of a cell that are filled, in the same order."""
INVERSES = {char: other for chars in (QUADRANTS, SEXTANTS) for char, other in zip(chars, reversed(chars), strict=True)}
"""For each character, the one that looks the same once foreground and background are swapped."""
