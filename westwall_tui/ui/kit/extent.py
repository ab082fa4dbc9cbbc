"""How large a terminal must be; by itself, because the app asks before anything is on the screen."""

from textual.geometry import Size

NEEDS = Size(72, 22)
"""Columns and rows that everything fits in."""
LIKES = Size(80, 24)
"""Columns and rows that it is made for."""


def fits(size: Size) -> bool:
    """Whether a terminal is large enough."""
    return size.width >= NEEDS.width and size.height >= NEEDS.height
