"""Palettes: the style of each role on each kind of terminal. `inks.py` has the colors of text.

`16` uses the terminal's own 16 colors on its own ground: every ground has its own foreground, so that it is legible on
black and on white, and black text is never bold, which many terminals show as gray. `night`, `paper` and `colour-blind`
tint the hexes with the 256 colors of the terminal's cube, by number, because codes of 24 bits are half as long again;
there lattice, terrain signs and railways share one ink, which saves bytes. `mono` has no colors.

A style is `FOREGROUND[b]/GROUND` in the 256 colors, or a style as Rich reads it.
"""

from collections.abc import Mapping
from functools import cache

from rich.style import Style

from westwall_tui.ui.terminal import inks

Palette = Mapping[str, str]

INKS = ("grid", "mixed", "grove", "woods", "broken", "rough", "rail", "faint")
"""Roles that the tinted palettes paint with one ink."""
GROUNDS = ("clear", "mixed", "grove", "woods", "broken", "rough", "town", "city", "river", "none")
"""Roles that tint a hex. Roles without a background are painted on that tint."""


WATERS = ("river", "canal", "stream")
"""Roles of waters. Their names are painted like the water; without colors the letters are underlined."""


def _tinted_palette(ink: str, other_ink: str, tints: str, **roles: str) -> Palette:
    """Return a palette with a ground under every hex: `tints` in the order of clear ... city.

    The lattice and the signs of terrain are quiet: their `ink` is near the tints, and `other_ink` replaces it on the
    grounds listed in `other`, where it has too little contrast, as `road_other` replaces the ink of roads. Names are
    painted on the ground's tint, and in `name_light` on the grounds listed in `light`.
    """
    clear = tints.split(maxsplit=1)[0]
    found = dict.fromkeys(INKS, ink) | roles
    found["zone_german"] = roles["zone"]
    found |= {f"@{name}": tint for name, tint in zip(GROUNDS, tints.split(), strict=False)}
    found["@none"] = clear  # off the map the terminal's own ground may be white at night
    for ground in roles["other"].split():
        found |= {f"{name}@{ground}": other_ink for name in INKS} | {f"road@{ground}": roles["road_other"]}
    if "trail_rough" in roles:
        found["trail@rough"] = roles["trail_rough"]
    found |= {f"name@{name}": roles["name_light"] for name in roles["light"].split()}
    found |= {f"name@{name}": f"{roles['name']}/{clear}" for name in ("river", "none")}
    return found | {f"{water}_name": roles[water] for water in WATERS}


def _with_overview(near: Palette, ink: str, clear: str, **bands: str) -> Palette:
    """Return a tinted palette with the roles of the overview (`far_`), where colors change in every other cell.

    These changes make up most of the overview's bytes. Therefore only names are bold there, the ground has one ink, and
    the most frequent colors are among the 16 whose codes are half as long.
    """
    plain = ((name, spec.replace("b", "")) for name, spec in near.items() if "@" not in name)
    far = {name: f"0/{spec[3:]}" if spec.startswith("16/") else spec for name, spec in plain}
    far |= {"ss": far["german"], "ss_done": far["german_done"]}  # a single dark letter is hard to see on a dark board
    far["here"] = far["here_german"] = far["cursor"]
    far |= dict.fromkeys(INKS, ink) | {name: f"{ink}/{ground}" for name, ground in bands.items()}
    far |= {"stream": near["water_name"], "stream_name": near["water_name"]}  # a thin line
    return {**near, **{f"far_{name}": spec for name, spec in far.items()}, "@far": clear}


def _colors_of_counters(**nations: str) -> dict[str, str]:
    """Return a nation's styles: upper and lower half, alarm, choice, chosen, noted, done, lower half done."""
    kinds = ("", "_low", "_alarm", "_choice", "_chosen", "_noted", "_done", "_low_done")
    return {
        name + kind: spec.strip()
        for name, specs in nations.items()
        for kind, spec in zip(kinds, specs.split(","), strict=True)
    }


SIXTEEN: Palette = {
    "grid": "dim", "mixed": "dim", "grove": "green", "woods": "green", "broken": "red", "rough": "bold red",
    "rail": "dim", "far_town": "", "trail": "", "road": "black on yellow", "town_road": "black on yellow",
    "river": "bold white on blue", "canal": "black on cyan", "stream": "black on cyan",
    "water_name": "bold blue", "river_name": "bold white on blue", "canal_name": "black on cyan",
    "stream_name": "black on cyan",
    "town": "bold", "name": "bold", "bridge": "black on white", "bridge_road": "black on yellow",
    "laid": "black on white", "wired": "black on white",
    "blown": "bold yellow on blue", "line": "bold", "objective": "bold yellow on black",
    "entry": "bold white on magenta", "leader": "bold yellow on black", "tie": "bold",
    **_colors_of_counters(
        german="reverse, reverse underline, bold white on red, black on yellow, bold white on magenta, bold,"
               "dim reverse, dim reverse underline",
        ss="reverse, reverse underline, bold white on red, black on yellow, bold white on magenta, bold,"
           "dim reverse, dim reverse underline",
        us="black on green, underline black on green, bold white on red, black on yellow,"
           "bold white on magenta, bold, green, underline green",
        british="bold white on red, bold underline white on red, red on white, black on yellow,"
                "bold white on magenta, bold, red, underline red",
    ),
    "cursor": "bold white on magenta", "far_cursor": "bold white on magenta", "far_here": "bold white on magenta",
    "far_here_german": "bold white on magenta",
    "far_leader": "magenta", "far_blown": "bold white on red",
    # In the overview the ground is quiet, so that units, roads, rivers and names stand out.
    "far_woods": "dim green", "far_broken": "dim red", "far_rough": "red", "far_stream": "cyan",
    "far_stream_name": "cyan",
    "reach": "bold magenta", "reach_road": "underline black on yellow", "path": "bold white on magenta", "faint": "dim",
    "zone": "bold", "zone_german": "reverse", "selected": "bold white on magenta", "obliged": "bold red",
    "target": "bold white on red",
    "offered": "bold magenta",
}  # fmt: skip

NIGHT = _with_overview(
    _tinted_palette(
        "244", "236", "0 236 238 22 58 137 240 243", other="rough city", road_other="16b",
        trail="223", road="179", town_road="15b", river="15/25", canal="0/73", stream="0/73", water_name="117",
        town="15b", leader="16b/213", tie="15b", name="15b", name_light="16b", light="rough",
        bridge="16b/252", bridge_road="0/179", laid="16b/252", wired="16b/252", blown="15b/160",
        line="204b", objective="221b", entry="16b/204",
        cursor="0/11", reach="15b/54", reach_road="179b/54", path="0/13",
        zone="15b/60", selected="16b/226", obliged="15b/160",
        target="15b/160", offered="15b/54",
        **_colors_of_counters(
            german="0/250, 0/253, 15b/160, 16b/226, 15b/92, 189/17, 0/244, 0/246",
            ss="15b/16, 15b/235, 15b/160, 16b/226, 15b/92, 189/17, 248/16, 248/235",
            us="0/113, 0/150, 15b/160, 16b/226, 15b/92, 189/17, 0/65, 0/71",
            british="0/209, 0/216, 15b/160, 16b/226, 15b/92, 189/17, 0/131, 0/173",
        ),
    ),
    "244", "0", river="25", canal="30",
)  # fmt: skip

PAPER = _with_overview(
    _tinted_palette(
        "59", "180", "230 187 151 108 180 94 248 245", other="rough city", road_other="230b",
        trail="94", trail_rough="15", road="88", town_road="16b", river="15b/26",
        canal="238/117", stream="238/117", water_name="25",
        town="16b", leader="15b/90", tie="16b", name="16b", name_light="15b", light="rough",
        bridge="16b/231", bridge_road="0/221", laid="16b/231", wired="16b/231", blown="15b/160",
        line="161b", objective="16b/214", entry="15b/161",
        cursor="0/226", reach="55b/225", reach_road="88b/225", path="15/5",
        zone="16b/153", selected="16b/226", obliged="15b/160",
        target="15b/160", offered="55b/225",
        **_colors_of_counters(
            german="15b/237, 15b/240, 15b/160, 16b/226, 15b/92, 16b/253, 0/250, 0/252",
            ss="15b/16, 15b/235, 15b/160, 16b/226, 15b/92, 16b/253, 250/16, 250/235",
            us="15b/22, 15b/28, 15b/160, 16b/226, 15b/92, 16b/253, 22/114, 22/151",
            british="15b/130, 15b/94, 15b/160, 16b/226, 15b/92, 16b/253, 52/216, 52/223",
        ),
    ),
    "59", "230", river="26", canal="117",
)  # fmt: skip

COLOUR_BLIND = _with_overview(
    _tinted_palette(
        "244", "238", "0 236 238 23 101 144 240 246", other="broken rough city", road_other="16b",
        trail="229", road="221", town_road="15b", river="15b/20", canal="0/74", stream="0/66", water_name="110",
        town="15b", leader="16b/225", tie="15b", name="15b", name_light="16b", light="broken rough city",
        bridge="16b/255", bridge_road="0/221", laid="16b/255", wired="16b/255", blown="15b/16",
        line="225b", objective="229b", entry="16b/225",
        cursor="0/231", reach="15b/54", reach_road="221b/54", path="0/13",
        zone="15b/60", selected="16b/231", obliged="16b/226",
        target="16b/226", offered="15b/54",
        **_colors_of_counters(
            german="0/251, 0/255, 16b/226, 15b/54, 15b/54, 189/17, 0/244, 0/247",
            ss="15b/16, 15b/236, 16b/226, 15b/54, 15b/54, 189/17, 250/16, 250/236",
            us="0/117, 0/153, 16b/226, 15b/54, 15b/54, 189/17, 0/67, 0/68",
            british="0/208, 0/215, 16b/226, 15b/54, 15b/54, 189/17, 0/136, 0/137",
        ),
    ),
    "244", "0", river="20", canal="30",
)  # fmt: skip

MONO: Palette = {
    **{f"{water}_name": "underline" for water in (*WATERS, "water")},
    **dict.fromkeys(INKS, "dim"),
    **dict.fromkeys(
        ("town", "town_road", "name", "tie", "line", "objective", "zone", "reach"),
        "bold",
    ),
    **dict.fromkeys(WATERS, "underline"),
    **dict.fromkeys(("bridge", "laid", "wired", "obliged", "offered", "leader"), "bold underline"),
    **dict.fromkeys(("blown", "entry"), "bold reverse underline"),
    **dict.fromkeys(("road", "trail"), ""),
    "path": "reverse", "zone_german": "reverse", "bridge_road": "bold",
    "selected": "bold underline", "target": "bold reverse", "cursor": "reverse", "far_cursor": "bold reverse",
    # In the overview Germans are reversed and Allies underlined; the unit under the cursor looks like the other side's.
    "far_here": "bold reverse", "far_here_german": "bold underline", "far_blown": "bold reverse", "far_town": "",
    "far_town_road": "", "far_stream": "dim", "far_stream_name": "dim underline",
    **dict.fromkeys(("far_us", "far_us_done", "far_british", "far_british_done"), "bold underline"),
    **_colors_of_counters(
        german="reverse, reverse underline, bold, bold underline, bold underline, bold, reverse, reverse underline",
        ss="reverse, reverse underline, bold, bold underline, bold underline, bold, reverse, reverse underline",
        us="bold, bold underline, bold reverse, bold reverse underline, bold reverse underline, bold reverse, ,"
           "underline",
        british="bold underline, bold underline, bold reverse, bold reverse underline, bold reverse underline,"
                "bold reverse, underline, underline",
    ),
}  # fmt: skip

PALETTES: Mapping[str, Palette] = {
    "16": {**inks.SIXTEEN, **SIXTEEN},
    "night": {**inks.NIGHT.numbered(), **NIGHT},
    "paper": {**inks.PAPER.numbered(), **PAPER},
    "colour-blind": {**inks.COLOUR_BLIND.numbered(), **COLOUR_BLIND},
    "mono": {**inks.MONO, **MONO},
}
"""Palettes by the values of the setting `theme`: the roles of the map, and those of text (`inks.py`)."""


@cache
def style(role: str, palette: str = "16") -> Style:
    """Return the style of a role in a palette. A name that isn't a role is parsed as one of Rich's styles.

    - `key@bar`: the ink on that ground
    - `grid@woods`: the role on the ground of a terrain, where the palette tints hexes; a role with a ground of its own
      keeps it
    - `far_road@`: the road of the overview, where the palette paints it in another way
    - `us_low+river@clear`: like the river, because a counter covers it; with 16 colors or none, like the counter
    - `=231b/25`: these very colors

    If the palette has an entry for a pair, such as `reach_road`, that entry is used.
    """
    if role.startswith("="):
        return _parse_style(role[1:])
    own = PALETTES[palette]
    name, at, ground = role.partition("@")
    name, _, beneath = name.partition("+")
    if f"{name}_{beneath}" in own:
        name = f"{name}_{beneath}"
    elif beneath and palette not in ("16", "mono"):
        name = beneath
    if at:
        spec = own.get(role, own.get(name, own.get(name.removeprefix("far_"))))
        front = _parse_style(spec) if spec is not None else style(name, palette)
        tint = own.get(f"@{ground}", "")
        if not tint or name.startswith("chip_") or front.bgcolor is not None:
            return front
        return front + (Style(bgcolor=_color_in(tint)) if tint.isdigit() else Style.parse(tint))
    if name in own:
        return _parse_style(own[name])
    parsed = Style.parse(name)
    return parsed if palette != "mono" else parsed.without_color


def _parse_style(spec: str) -> Style:
    """Return a style from `231b/25` (bold, in color 231 on color 25 of the 256) or from Rich's notation.

    Six hexadecimal digits are a color of 24 bits, and a `b` after them is bold: `ffd65ab/0a0a0c`.
    """
    front, _, back = spec.partition("/")
    bold = front.endswith("b") and len(front) != EXACT
    number = front[:-1] if bold else front
    if not (number.isdigit() or back):
        return Style.parse(spec)
    return Style(color=_color_in(number), bgcolor=_color_in(back), bold=True if bold else None)


EXACT = 6
"""Number of digits of a 24-bit color; the number of one of the 256 colors has at most three."""


def _color_in(spec: str) -> str | None:
    if not spec:
        return None
    return f"#{spec}" if len(spec) == EXACT else f"color({spec})"
