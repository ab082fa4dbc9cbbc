"""How large a terminal must be; by itself, because the app asks before anything is on the screen."""

from collections.abc import Mapping
from shutil import get_terminal_size

from textual.geometry import Size

NEEDS = Size(72, 22)
"""Columns and rows that everything fits in."""
LIKES = Size(80, 24)
"""Columns and rows that it is made for."""
MOST = Size(1000, 500)
"""Columns and rows of the largest screen; Textual would take minutes to lay out much larger ones."""


def fits(size: Size) -> bool:
    """Whether a terminal is large enough."""
    return size.width >= NEEDS.width and size.height >= NEEDS.height


def unfit(environment: Mapping[str, str]) -> str:
    """Why the screen cannot start on this terminal, in words; nothing if it can, or if the terminal may yet grow."""
    if environment.get("TEXTUAL_DRIVER"):
        return ""  # it is no terminal
    needed = (("COLUMNS", "columns", NEEDS.width, MOST.width), ("LINES", "lines", NEEDS.height, MOST.height))
    for has, (variable, what, least, most) in zip(get_terminal_size(), needed, strict=True):
        if environment.get(variable) == str(has) and not least <= has <= most:
            takes = f"the screen takes {least} to {most} {what}"
            return (
                f"{variable}={has} in the environment: {takes}. Unset it, and the terminal says itself how large it is"
            )
        if has > most:
            return f"the terminal has {has} {what}, and the screen takes {most} at most"
    return ""
