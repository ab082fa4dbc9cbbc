"""Colors of the drawn map: of labels and texts, by palette, in 24 bits or from the 256 of the terminal's cube.

A color is written as `palettes.style` reads it: six hexadecimal digits, or a number up to 255. The tables have both
forms.

The tables also have a number for hexes beyond a unit's reach, because a computed color would be gray: the cube has no
dark greens and blues. The lattice has its printed color in the tables, but under a shade its color is computed, because
the nearest color of the cube would be that of its ground.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from westwall_tui.ui.map.drawn.labels import GROUNDS, LABEL, NAMES, SHADES, STEP

Rgb = tuple[int, int, int]
Color = str

NIGHT: Mapping[str, str] = {
    **dict(zip((f"ground:{name}" for name in GROUNDS), (
        "5c543e/59/236", "2b3d30/237/234", "365632/58/234", "0c3f20/22/233",
        "6c5824/94/235", "845b45/95/238", "625d68/60/241", "6e6876/102/242",
    ), strict=True)),
    **dict(zip((f"lattice:{name}" for name in GROUNDS), (
        "443e2c/237", "1e2c22/235", "253c23/235", "082a15/235",
        "4a401e/235", "644433/235", "47424c/235", "524c58/235",
    ), strict=True)),
    **dict(zip((f"texture:{name}" for name in GROUNDS), (
        "5c543e/59/236", "56694c/65/234", "6c9a56/71/22", "3a8048/28/22",
        "96843e/136/94", "c09272/138/95", "b0a2a8/248/246", "c6b8be/251/248",
    ), strict=True)),
    "river": "347ee2/32/24", "canal": "38b2be/37/23", "stream": "76bcf0/75/67", "road": "e8bc62/179/94",
    "trail": "c29a66/137/58", "rail": "d0a6d6/182/242", "bridge": "ffffff/15/250", "laid": "96ffaa/120",
    "ferry": "c8e6ff/195", "wired": "ffffff/15",
    "border": "ff5f96/204", "goal": "ffd440/220", "cursor": "fff03c/11", "thread": "5affd6/86", "path": "dc6eff/13",
    "leader": "f0f0e6/255",
    "zone:small": "a08cff/105", "zone:capital": "a0d228/148",
    "off": "0a0a0c/232", "enemy": "ff6e50/203", "held": "b4ecff/159", "gap": "ff3c3c/203", "legal": "78ff82/120",
}  # fmt: skip
PAPER: Mapping[str, str] = {
    **dict(zip((f"ground:{name}" for name in GROUNDS), (
        "ffffd7/230/230", "dee8bc/194/194", "d2e4b0/150/193", "a4ce8a/107/151",
        "eed6a4/222/229", "d4a67c/137/223", "ded4ce/252/254", "cec2be/250/252",
    ), strict=True)),
    **dict(zip((f"lattice:{name}" for name in GROUNDS), (
        "e0d9c0/223", "c4caa0/151", "b8cc92/108", "88b670/65",
        "d6ba86/180", "ba8c62/95", "c4b8b2/249", "b2a4a0/247",
    ), strict=True)),
    **dict(zip((f"texture:{name}" for name in GROUNDS), (
        "ffffd7/230/230", "ccd4a8/151/151", "96ba6e/107/151", "68a056/65/108",
        "caa462/179/222", "a26e44/94/180", "86645c/95/249", "6e4c46/95/247",
    ), strict=True)),
    "river": "2468b8/25/110", "canal": "1e96aa/37/116", "stream": "5498dc/74/153", "road": "be5c2c/130/180",
    "trail": "9e7042/137/181", "rail": "5a5078/60/247", "bridge": "0a0a0a/16/243", "laid": "006e28/22",
    "ferry": "0a3278/18", "wired": "ffffff/15",
    "border": "d2005a/161", "goal": "be7800/136", "cursor": "ffe600/11", "thread": "00826e/29", "path": "8c00d2/92",
    "leader": "28241e/235",
    "zone:small": "7846c8/98", "zone:capital": "00a01e/34",
    "off": "d7d7af/187", "enemy": "d23c1e/166", "held": "000a78/18", "gap": "dc0000/160", "legal": "007814/28",
}  # fmt: skip
BLIND: Mapping[str, str] = {
    **NIGHT,
    "ground:woods": "103a42/23/233", "texture:woods": "32707a/30/23", "lattice:woods": "09272c/234",
    "ground:grove": "365450/239/234", "texture:grove": "648c86/66/23", "lattice:grove": "263a38/234",
    "ground:broken": "806a26/94/235", "texture:broken": "b49c58/101/94", "lattice:broken": "5a4a1c/234",
    "ground:rough": "9e8264/101/240", "texture:rough": "d6ba94/180/245", "lattice:rough": "76604a/240",
    "river": "3e7cff/27/18", "canal": "2a8cb4/31/24", "stream": "5c84aa/67/60", "road": "f0dcb4/223/94",
    "gap": "ffff00/226",
    "cursor": "ffffff/15", "enemy": "ffaa3c/214", "legal": "ffffff/15", "thread": "ffffff/15",
    "zone:small": "afafff/105", "zone:capital": "ffff5f/227",
}  # fmt: skip
"""The palette for deutan and protan sight: blue, yellow, white and black carry the meaning, never red and green."""

_TABLES = {"night": NIGHT, "paper": PAPER, "colour-blind": BLIND}

_SHADES: Mapping[str, tuple[tuple[str, float], tuple[str, float]]] = {
    "dim": (("06060a", 0.38), ("ffffd7", 0.42)),
    "enemy": (("dc3c14", 0.30), ("f05a28", 0.28)),
    "held": (("3c96dc", 0.34), ("3c96e6", 0.30)),
    "gap": (("e6141e", 0.46), ("f0141e", 0.40)),
    "legal": (("3cc850", 0.30), ("50d25a", 0.34)),
}
"""Color and strength of each shade over a hex, at night and on paper."""
EDGE = 0.18
"""Share of white (at night) or black (on paper) in the lattice's color under a shade."""
_BLIND_SHADES = {"gap": "000000"}
_LAID: Mapping[str, Mapping[str, str]] = {
    "night": {"z": "violet", "Z": "green", "F": "pale blue", "__": "red", "e": "orange", "c": "green"},
    "paper": {"z": "violet", "Z": "green", "F": "dark blue", "__": "red", "e": "orange", "c": "green"},
    "colour-blind": {"z": "blue", "Z": "yellow", "F": "pale blue", "__": "yellow", "e": "orange", "c": "white"},
}
_STEADY = (
    *("cursor", "leader", "thread", "path", "border", "off", "held", "gap", "legal", "enemy"),
    *("zone:small", "zone:capital"),
)
"""Labels that no shade tints."""
_LESS = {"river": 0.5, "road": 0.4, "canal": 0.5, "stream": 0.5, "trail": 0.5, "rail": 0.5}
"""Factors for the strength of a shade on lines, which keep more of their own color."""


class Ink(NamedTuple):
    """The colors of a text; without a ground of its own it is painted on the map's."""

    front: str
    ground: str = ""


_SPENT = {
    "german": ("c4c6cc", "2a2c34"), "ss": ("a6a6b2", "08080c"), "us": ("a0d8a0", "0a3c12"),
    "british": ("f0c8a0", "4a2000"),
}  # fmt: skip
"""Ground and ink of a counter that is done, by nation, on paper. Paler colors would all be the same gray."""


def _counters(names: Mapping[str, tuple[str, str, str]], *, night: bool) -> dict[str, Ink]:
    """Return the inks of the upper and lower lines of counters, by nation. A counter that is done looks hollow."""
    found = {}
    for nation, (upper, lower, ink) in names.items():
        found[nation], found[f"{nation}_low"] = Ink(ink, upper), Ink(ink, lower)
        ground, front = (
            ("1e1e24", "a6a6b2") if nation == "ss" else (mix(upper, "000000", 0.74), mix(upper, "ffffff", 0.25))
        )
        if not night:
            ground, front = _SPENT[nation]
        found[f"{nation}_done"] = Ink(front, ground)
        found[f"{nation}_low_done"] = Ink(front, mix(ground, "ffffff" if night else "000000", 0.08))
    return found


def rgb(color: str) -> Rgb:
    """Return six hexadecimal digits as three numbers."""
    return int(color[:2], 16), int(color[2:4], 16), int(color[4:], 16)


@cache
def mix(color: str, other: str, share: float) -> str:
    """Return a color with a share of another."""
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(color), rgb(other), strict=True))
    return "".join(f"{part:02x}" for part in parts)


_INKS: Mapping[str, Mapping[str, Ink]] = {
    "night": {
        **_counters({
            "german": ("b2b2ba", "dedee4", "0a0a0e"), "ss": ("000000", "24242c", "ffffff"),
            "us": ("6aba4e", "a0e084", "041402"), "british": ("ec8054", "fcb892", "240800"),
        }, night=True),
        "name": Ink("ffffff"), "village": Ink("d8d8ce"), "water": Ink("96d4ff"),
        "reach": Ink("fffff0"), "on_road": Ink("000000"), "faint": Ink("aaaaa0"), "print": Ink(""),
        "selected": Ink("000000", "fff000"), "obliged": Ink("ffffff", "d61e24"),
        "target": Ink("000000", "fff000"), "joined": Ink("ffffff", "8c32d2"), "offered": Ink("000000", "fff000"),
        "legal": Ink("001e00", "82ff8c"), "objective": Ink("141000", "ffd440"), "entry": Ink("000000", "ff82aa"),
        "path": Ink("000000", "d882ff"), "zone": Ink("ffffff", "46429a"),
        "thread": Ink("001e14", "5affd6"), "noted": Ink("d7d7ff", "1c1c60"), "wired": Ink("000000", "ffffff"),
        "blown": Ink("ffffff", "d61e24"), "laid": Ink("002800", "96ffaa"), "ferry": Ink("00143c", "bee0ff"),
        "bridge": Ink("000000", "ffffff"), "over_river": Ink("ffffff", "1e5cb4"),
        "over_canal": Ink("000000", "38b2be"), "over_stream": Ink("000000", "76bcf0"),
    },
    "paper": {
        **_counters({
            "german": ("464850", "6e707c", "ffffff"), "ss": ("0e0e12", "2c2c34", "ffffff"),
            "us": ("1e6428", "2e863a", "ffffff"), "british": ("8a3c00", "6e2e00", "ffffff"),
        }, night=False),
        "name": Ink("000000"), "village": Ink("28241e"), "water": Ink("0a4ca0"),
        "reach": Ink("000000"), "on_road": Ink("ffffff"), "faint": Ink("6e6860"), "print": Ink(""),
        "selected": Ink("000000", "fff000"), "obliged": Ink("ffffff", "ce0014"),
        "target": Ink("000000", "fff000"), "joined": Ink("ffffff", "7800be"), "offered": Ink("000000", "fff000"),
        "legal": Ink("ffffff", "007814"), "objective": Ink("141000", "ffce32"), "entry": Ink("ffffff", "be0050"),
        "path": Ink("ffffff", "8c00d2"), "zone": Ink("000028", "c8c8f0"),
        "thread": Ink("00281e", "64d8c4"), "noted": Ink("000000", "d8d4c8"), "wired": Ink("000000", "ffffff"),
        "blown": Ink("ffffff", "ce0014"), "laid": Ink("ffffff", "006e28"), "ferry": Ink("ffffff", "0a3278"),
        "bridge": Ink("ffffff", "0a0a0a"), "over_river": Ink("ffffff", "2468b8"),
        "over_canal": Ink("000000", "46b4c6"), "over_stream": Ink("000000", "82b4e6"),
    },
}  # fmt: skip
_BLIND_INKS = {
    **_INKS["night"],
    "us": Ink("000000", "78c8ff"), "us_low": Ink("000000", "aadeff"), "us_done": Ink("96d2ff", "1a3246"),
    "us_low_done": Ink("96d2ff", "284054"), "british": Ink("000000", "ff9614"), "british_low": Ink("000000", "ffba5a"),
    "british_done": Ink("ffbe6e", "462a08"), "british_low_done": Ink("ffbe6e", "563816"), "ss": Ink("ffffff", "0a0a0a"),
    "ss_low": Ink("ffffff", "323236"), "obliged": Ink("000000", "ffff00"), "blown": Ink("ffffff", "000000"),
    "over_canal": Ink("000000", "2a8cb4"), "over_stream": Ink("000000", "5c84aa"), "water": Ink("afc4d7"),
    "selected": Ink("000000", "ffffff"), "target": Ink("ffffff", "5f0087"), "offered": Ink("ffffff", "5f0087"),
    "thread": Ink("000000", "ffffff"),
}  # fmt: skip


class Colors:
    """The colors of a palette, in 24 bits or from the cube."""

    def __init__(self, palette: str, *, exact: bool) -> None:
        self.palette, self.exact = palette, exact
        self.light = palette == "paper"
        self.laid = _LAID[palette]
        """By ASCII sign, the color name of an overlay that is drawn without its sign."""
        self._table = _TABLES[palette]
        self._inks = _BLIND_INKS if palette == "colour-blind" else _INKS[palette]
        self._codes: dict[int, Color] = {}

    def of(self, code: int) -> Color:
        """Return the color of a block, by its code."""
        found = self._codes.get(code)
        if found is None:
            found = self._codes[code] = self._color(NAMES[code % STEP], SHADES[code // STEP])
        return found

    def _color(self, name: str, shade: str) -> Color:
        if shade and name.startswith("lattice:"):
            ground = exact_of(self._color(name.replace("lattice:", "ground:"), shade))
            return self.on_terminal(mix(ground, "000000" if self.light else "ffffff", EDGE))
        exact, number, *dim = self._table[name].split("/")
        if not shade or name in _STEADY:
            return exact if self.exact else number
        if not self.exact and shade == "dim" and dim:
            return dim[0]
        return self.on_terminal(self._tinted(name, exact, shade))

    def _tinted(self, name: str, color: str, shade: str) -> str:
        """Return the color of a label under a shade."""
        other, share = _SHADES[shade][self.light]
        if self.palette == "colour-blind":
            other = _BLIND_SHADES.get(shade, other)
        if shade != "dim":
            share *= _LESS.get(name, 1.0)
        elif name in ("bridge", "goal"):
            share *= 0.6
        return mix(color, other, share)

    def on_terminal(self, color: str) -> Color:
        """Return a 24-bit color as the terminal shows it."""
        return color if self.exact else nearest(color)

    def ink(self, role: str) -> tuple[Color, Color]:
        """Return foreground and ground of a text; an empty ground means the map's."""
        front, ground = self._inks[role]
        return self.on_terminal(front) if front else "", self.on_terminal(ground) if ground else ""

    def under_name(self, code: int) -> Color:
        """Return the ground of a name: the ground of its cell, made darker at night and lighter on paper."""
        return self.on_terminal(
            mix(self._exact(code), "ffffff" if self.light else "000000", 0.6 if self.light else 0.42)
        )

    def print_ink(self, code: int) -> Color:
        """Return the ink of a printed number: a tone of its ground."""
        return self.on_terminal(mix(self._exact(code), "000000" if self.light else "ffffff", 0.38))

    def _exact(self, code: int) -> str:
        return Colors(self.palette, exact=True).of(code) if not self.exact else self.of(code)

    @property
    def cursor(self) -> tuple[Color, Color]:
        """Foreground and ground of the cursor: yellow on black, even on paper, where just yellow would be invisible."""
        return self.of(LABEL["cursor"]), self.on_terminal("000000")


def exact_of(number: str) -> str:
    """Return the 24 bits of a color of the cube, of its grays or of the first 16; 24 bits stay unchanged."""
    if len(number) == len(SIXTEEN["0"]):
        return number
    if number in SIXTEEN:
        return SIXTEEN[number]
    color = int(number) - 16
    parts = (color // 36, color // 6 % 6, color % 6)
    rgb = [STEPS[part] for part in parts] if color < 216 else [8 + 10 * (color - 216)] * 3
    return "".join(f"{part:02x}" for part in rgb)


STEPS = (0, 95, 135, 175, 215, 255)
"""Levels of red, green and blue in the cube."""


SIXTEEN: Mapping[str, str] = {"0": "000000", "11": "ffff00", "13": "ff00ff", "15": "ffffff"}
"""The colors in use among the first 16, whose codes are half as long as those of the cube."""
_NUMBER_OF = {color: number for number, color in SIXTEEN.items()}


@cache
def nearest(color: str) -> str:
    """Return the number of the cube's color, or gray, that is nearest to a 24-bit color."""
    red, green, blue = rgb(color)

    def far(number: int) -> int:
        r, g, b = rgb(exact_of(str(number)))
        return 3 * (r - red) ** 2 + 4 * (g - green) ** 2 + 2 * (b - blue) ** 2

    found = str(min(range(16, 256), key=far))
    return _NUMBER_OF.get(exact_of(found), found)
