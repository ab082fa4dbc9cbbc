"""Styles by role: what stands round the map here, what stands on it in `palettes.py`.

Colours are the terminal's own sixteen on its own background, so that light and dark terminals both read well. Bare
yellow, cyan and white are never used as text on that background: they vanish on light ones; nor is bright black, which
is the background itself in some schemes, so what should stand back is dim. Without colour
(`NO_COLOR`) bold, underline and reverse do what they can; nothing depends on style alone.
"""

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
