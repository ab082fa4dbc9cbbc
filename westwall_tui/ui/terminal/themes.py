"""Styles by role: what stands round the map here, what stands on it in `palettes.py`; and which palette is right.

Colours are the terminal's own sixteen on its own background, so that light and dark terminals both read well. Bare
yellow, cyan and white are never used as text on that background: they vanish on light ones; nor is bright black, which
is the background itself in some schemes, so what should stand back is dim. Without colour
(`NO_COLOR`) bold, underline and reverse do what they can; nothing depends on style alone.
"""

from collections.abc import Mapping
from functools import cache

from rich.style import Style

from westwall_tui.ui.terminal.palettes import PALETTES

ROLES: dict[str, tuple[str, str]] = {
    # role: (with colours, without)
    "": ("", ""),
    "bold": ("bold", "bold"),
    "reverse": ("reverse", "reverse"),
    "side0": ("black on white", "reverse"),
    "side1": ("bold white on blue", "bold reverse"),
    # in the panel and in boxes, as on the map in sixteen colours
    "obliged": ("bold red", "bold"),
    "zone0": ("bold", "bold"),
    "zone1": ("bold blue", "bold"),
    # round the map
    "bar": ("reverse", "reverse"),
    "bar_now": ("reverse bold", "reverse bold"),
    "prompt": ("bold", "bold"),
    "refusal": ("bold red", "bold"),
    "key": ("bold", "bold"),
    "rule": ("dim", ""),
    "title": ("bold", "bold"),
    "box": ("", ""),
}


@cache
def style(role: str, palette: str = "16") -> Style:
    """The style of a role in a palette; a name that is no role is read as Rich writes styles.

    `grid@woods` is the role on the ground of a terrain, where the palette tints the hexes; `far_road@` is the road of
    the overview, where the palette paints that in another way. `us_low+river@clear` is painted as the river, since a
    counter lies over it; without colours as the counter. `=231b/25` names the colours themselves.
    """
    if role.startswith("="):
        return _read(role[1:])
    own = PALETTES[palette]
    name, at, ground = role.partition("@")
    name, _, beneath = name.partition("+")
    if beneath and palette != "mono":
        name = beneath
    if at:
        spec = own.get(role, own.get(name, own.get(name.removeprefix("far_"), "")))
        tint = own.get(f"@{ground}", "")
        return _read(f"{spec}/{tint}" if tint and "/" not in spec else spec)
    colour = palette != "mono"
    if name in ROLES:
        return Style.parse(ROLES[name][0 if colour else 1])
    if name in own:
        return _read(own[name])
    parsed = Style.parse(name)
    return parsed if colour else parsed.without_color


def _read(spec: str) -> Style:
    """`231b/25`: bold in colour 231 of the terminal's 256 on colour 25; else words as Rich reads them.

    Six hexadecimal digits are a colour of 24 bits, and a `b` behind them is bold: `ffd65ab/0a0a0c`.
    """
    front, _, back = spec.partition("/")
    bold = front.endswith("b") and len(front) != EXACT
    number = front[:-1] if bold else front
    if not (number.isdigit() or back):
        return Style.parse(spec)
    return Style(color=_colour(number), bgcolor=_colour(back), bold=True if bold else None)


EXACT = 6
"""Digits of a colour of 24 bits; one of the 256 has three at most."""


def _colour(spec: str) -> str | None:
    if not spec:
        return None
    return f"#{spec}" if len(spec) == EXACT else f"color({spec})"


COLOURS: Mapping[str, int] = {"standard": 16, "windows": 16, "256": 256, "eight_bit": 256, "truecolor": 256}
"""How many colours a terminal has, by what Rich calls its kind; those of 24 bits are never used."""
COLOURLESS = ("dumb", "unknown", "vt100", "vt102", "vt220", "vt320", "vt52")
"""What terminals without colours are called, a suffix apart."""
WITHOUT_COLOURS = ("-m", "-mono")
"""Suffixes of terminals that are set to show none."""


def palette_for(setting: str, environment: Mapping[str, str], colours: int) -> str:
    """The palette that suits the terminal, or the one that the setting names if the terminal can show it.

    `colours`: how many the terminal has, by what Textual found out. NO_COLOR wins over everything.
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
    """Whether the terminal says that its ground is light, as rxvt, Konsole and others do: `COLORFGBG=0;15`."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return ground in ("7", "15")


NO_UNICODE = "The locale has no UTF-8, so that the map stays with ASCII."


def shows_unicode(environment: Mapping[str, str]) -> bool:
    """Whether the locale has UTF-8; without a word about it, it has not."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(name))), "")
    return locale.upper().replace("-", "").partition(".")[2].startswith("UTF8")
