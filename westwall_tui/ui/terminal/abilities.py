"""The size, colors and characters that screens need, and those that a terminal has."""

from collections.abc import Mapping
from shutil import get_terminal_size

from textual.geometry import Size

from westwall_tui.ui.terminal.palettes import PALETTES

NEEDS = Size(72, 22)
"""Minimum columns and rows, in which every screen fits."""
LIKES = Size(80, 24)
"""The terminal size that the screens are designed for."""
MOST = Size(1000, 500)
"""Columns and rows of the largest screen. Textual would take minutes to lay out a much larger one."""


def fits(size: Size) -> bool:
    """Return True if a terminal is large enough."""
    return size.width >= NEEDS.width and size.height >= NEEDS.height


def laid_out_for(size: Size, most: Size = MOST) -> Size:
    """Return the size for which screens are laid out, given the size that a terminal reports, which is untrusted."""
    return Size(min(max(size.width, NEEDS.width), most.width), min(max(size.height, NEEDS.height), most.height))


def unfit(environment: Mapping[str, str]) -> str:
    """Return why the screen cannot start on this terminal; an empty text if it can, or if the terminal may yet grow."""
    if environment.get("TEXTUAL_DRIVER"):
        return ""  # not a terminal
    needed = (("COLUMNS", "columns", NEEDS.width, MOST.width), ("LINES", "lines", NEEDS.height, MOST.height))
    for has, (variable, what, least, most) in zip(get_terminal_size(), needed, strict=True):
        if environment.get(variable) == str(has) and not least <= has <= most:
            takes = f"the screen supports {least} to {most} {what}"
            return f"{variable}={has} in the environment: {takes}. Unset it, and the terminal reports its own size"
        if has > most:
            return f"the terminal has {has} {what}, but the screen supports at most {most}"
    return ""


COLOURS: Mapping[str, int] = {"standard": 16, "windows": 16, "256": 256, "eight_bit": 256, "truecolor": 256}
"""Number of colors by Rich's name of a color system. Colors of 24 bits are never sent."""
COLOURLESS = ("dumb", "unknown", "vt100", "vt102", "vt220", "vt320", "vt52")
"""Names of terminals without colors, before any suffix."""
WITHOUT_COLOURS = ("-m", "-mono")
"""Suffixes of the names of terminals that are set to show no colors."""


def palette_for(setting: str, environment: Mapping[str, str], colours: int) -> str:
    """Return the palette of the setting if the terminal can show it, and otherwise one that suits the terminal.

    `colours` is the number of colors that Textual has found. NO_COLOR overrides everything.
    """
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or setting in ("plain", "mono"):
        return "mono"
    if term in COLOURLESS or term.startswith(tuple(f"{name}-" for name in COLOURLESS)) or colours < 8:
        return "mono"
    if term.endswith(WITHOUT_COLOURS):
        return "mono"
    if setting == "16" or colours < 256 or term.startswith("linux"):
        return "16"
    if setting in PALETTES:
        return setting
    return "paper" if setting == "ansi-light" or _is_light(environment) else "night"


def _is_light(environment: Mapping[str, str]) -> bool:
    """Return True if the terminal reports a light background, as rxvt, Konsole and others do: `COLORFGBG=0;15`."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return ground in ("7", "15")


NO_UNICODE = "The locale has no UTF-8, so the map stays in ASCII."


def shows_unicode(environment: Mapping[str, str]) -> bool:
    """Return True if the locale uses UTF-8."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(name))), "")
    return locale.upper().replace("-", "").partition(".")[2].startswith("UTF8")


PLAIN_KINDS = "linux", "vt", "dumb", "unknown", "ansi", "cons25"
"""Prefixes of the names of terminals with few characters, such as consoles."""
COERCED = "C.UTF-8", "C.utf8", "UTF-8"
"""Values to which Python itself sets LC_CTYPE if no locale is set (PEP 538)."""


def may_be_fine(environment: Mapping[str, str]) -> bool:
    """Return True if the map may use more than ASCII on a terminal for which the player has chosen nothing."""
    if environment.get("TERM", "").lower().startswith(PLAIN_KINDS):
        return False
    unsaid = environment.get("LANG", "") in ("", "C", "POSIX") and environment.get("LC_CTYPE") in COERCED
    return bool(environment.get("LC_ALL")) or not unsaid


WITH_CLIPBOARD = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour")
"""Prefixes of the names of terminals whose clipboard programs may set (OSC 52), unless the user forbids it."""


def takes_copies(environment: Mapping[str, str], *, reported: bool) -> bool:
    """Return True if a program may put text on the terminal's clipboard. `reported`: the terminal says so itself.

    tmux and GNU screen answer for the terminal, and often keep the text to themselves.
    """
    term = environment.get("TERM", "").lower()
    if environment.get("TMUX") or environment.get("STY") or term.startswith(("tmux", "screen")):
        return False
    return reported or term.startswith(WITH_CLIPBOARD)


TINTED = ("night", "paper", "colour-blind")
"""Palettes in which a board can be drawn, because they tint hexes. They need 256 colors."""


def can_draw(palette: str, environment: Mapping[str, str]) -> bool:
    """Return True if the terminal can show the drawn map: 256 colors, and a locale with UTF-8."""
    return palette in TINTED and shows_unicode(environment)


def terminal_name(environment: Mapping[str, str]) -> str:
    """Return the name under which a choice for this terminal is kept: its program or its kind; empty if unknown."""
    names = (
        environment.get("TERM_PROGRAM", ""),
        "vte" if environment.get("VTE_VERSION") else "",
        environment.get("TERM", ""),
    )
    name = next(filter(None, names), "")
    return name if name.isascii() and all(char.isalnum() or char in "-+._" for char in name) else ""
