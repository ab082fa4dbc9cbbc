"""Characters that divide a cell into blocks; each can be written in two ways, with front and ground exchanged."""


def _sextant_of(bits: int) -> str:
    """Sextants are in the block from U+1FB00 on, without those that older blocks have."""
    known = {0: " ", 21: "▌", 42: "▐", 63: "█"}
    return known.get(bits) or chr(0x1FB00 + bits - 1 - (bits > 21) - (bits > 42))


FULL = "█"
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the bits of the quarters of a cell that are set, row by row from the top left."""
SEXTANTS = "".join(map(_sextant_of, range(64)))
"""The same by its sixths."""
INVERSES = {char: other for chars in (QUADRANTS, SEXTANTS) for char, other in zip(chars, reversed(chars), strict=True)}
"""By character the one with front and ground exchanged."""
