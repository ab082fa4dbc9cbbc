"""Styles by role, in a palette: what stands on the map (`palettes.py`), and what is text (`inks.py`)."""

from functools import cache

from rich.style import Style

from westwall_tui.ui.terminal.palettes import PALETTES


@cache
def style(role: str, palette: str = "16") -> Style:
    """The style of a role in a palette; a name that is no role is read as Rich writes styles.

    `key@bar` is the ink on that ground, `grid@woods` the role on the ground of a terrain, where the palette tints the
    hexes; a role that has a ground of its own keeps it. `far_road@` is the road of the overview, where the palette
    paints that in another way. `us_low+river@clear` is painted as the river, since a counter lies over it; with
    16 colors or none as the counter. `=231b/25` names the colors themselves.
    """
    if role.startswith("="):
        return _read(role[1:])
    own = PALETTES[palette]
    name, at, ground = role.partition("@")
    name, _, beneath = name.partition("+")
    if beneath and palette not in ("16", "mono"):
        name = beneath
    if at:
        spec = own.get(role, own.get(name, own.get(name.removeprefix("far_"))))
        front = _read(spec) if spec is not None else style(name, palette)
        tint = own.get(f"@{ground}", "")
        if not tint or name.startswith("chip_") or front.bgcolor is not None:
            return front
        return front + (Style(bgcolor=_colour(tint)) if tint.isdigit() else Style.parse(tint))
    if name in own:
        return _read(own[name])
    parsed = Style.parse(name)
    return parsed if palette != "mono" else parsed.without_color


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
