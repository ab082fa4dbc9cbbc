"""Colors of all text: bars, panel, boxes, pages. `palettes.py` has those of the map.

Nations are backgrounds and meanings are inks: a side is dark text on the side's color, a meaning is a colored word.
Yellow belongs to the player: keys, cursor, the chosen line. Ordinary text uses the ground `page`, the panel and boxes
`box`, the first and the last line of the screen `bar`, and the chosen line `here`. Every ink has a contrast of at least
4.5 (WCAG 2.1) on every ground; `frame` needs 3.

A color is `24 BITS/NUMBER`. Terminals are sent the number, one of their 256, even if they know 24 bits, because 24-bit
codes take half as many bytes again. The 24 bits serve pictures and pages.
"""

from collections.abc import Mapping
from typing import NamedTuple

GROUNDS = ("page", "box", "bar", "here")
INKS = ("text", "dim", "heading", "key", "case", "term", "danger", "warning", "good", "frame")
CHIPS = ("german", "ss", "us", "british", "both", "nobody", "alarm", "cursor")
NATIONS = ("german", "us", "british")
PICTURE = ("film", "film_woods", "film_high", "film_town", "film_road", "film_river", "film_goal")
"""Grounds and inks of small maps, which carry no text: open ground, woods, broken or rough ground and so on."""


class Inks(NamedTuple):
    """Colors of the grounds, the inks, the chips and pictures, in the order of the tuples above."""

    grounds: str
    inks: str
    chips: str
    """Ink and ground of each chip in 24 bits, then both by number."""
    fills: str
    """The numbers of the colors that fill charts, in the order of `NATIONS`."""
    pictures: str
    """The numbers of the colors of small maps."""

    def exact(self) -> dict[str, str]:
        """Return the colors in 24 bits: a ground as `@page`, an ink as `key`, a chip's ink and ground as `chip_us`."""
        found = {f"@{name}": both.split("/")[0] for name, both in zip(GROUNDS, self.grounds.split(), strict=True)}
        found |= {name: both.split("/")[0] for name, both in zip(INKS, self.inks.split(), strict=True)}
        chips = zip(CHIPS, self.chips.split(), strict=True)
        return found | {f"chip_{name}": "/".join(spec.split("/")[:2]) for name, spec in chips}

    def numbered(self) -> dict[str, str]:
        """Return the same colors by number, as `palettes.style` reads them."""
        found = {f"@{name}": both.split("/")[1] for name, both in zip(GROUNDS, self.grounds.split(), strict=True)}
        found |= {name: both.split("/")[1] for name, both in zip(INKS, self.inks.split(), strict=True)}
        chips = zip(CHIPS, self.chips.split(), strict=True)
        found |= {f"chip_{name}": "/".join(spec.split("/")[2:]) for name, spec in chips}
        found |= {f"bar_{name}": "/".join([found[f"chip_{name}"].split("/")[1]] * 2) for name in CHIPS[:4]}
        found |= {f"side_{name}": found[f"chip_{name}"].split("/")[1] for name in NATIONS}
        found |= {f"fill_{name}": number for name, number in zip(NATIONS, self.fills.split(), strict=True)}
        found |= dict(zip(PICTURE, self.pictures.split(), strict=True))
        found |= {f"@{name}": number for name, number in found.items() if name.startswith(("side_", "film"))}
        return found | {"danger": f"{found['danger']}b", "bold": f"{found['text']}b"}


NIGHT = Inks(
    "15181c/233 1c2126/234 2b3138/236 343c45/237",
    "d7dae0/7 a7b0ba/248 ffd787/222 ffd75f/221 8fbcbc/109 87d7d7/116 ff9494/210 ffaf5f/215 87d7af/115 808a95/245",
    "1c1c1c/bcbcbc/234/250 ffffff/4e4e4e/231/239 1c1c1c/87d75f/234/113 1c1c1c/ff875f/234/209 1c1c1c/afafd7/234/146"
    " d7dae0/343c45/253/237 ffffff/af0000/231b/124 000000/ffff00/16b/226",
    "238 22 52",
    "236 234 235 239 241 24 221",
)
PAPER = Inks(
    "f7f2e4/230 f7f2e4/230 e4dac0/187 d6e0ee/189",
    "23272c/235 53585f/239 6b2f00/52 870000/88 1f5f5f/23 005f87/24 af0000/124 6b4700/58 005f5f/23 80765f/243",
    "ffffff/3a3a3a/231b/237 ffffff/000000/231b/16 ffffff/005f00/231b/22 ffffff/af5f00/231b/130 23272c/afafd7/235/146"
    " 23272c/d6e0ee/235/189 ffffff/af0000/231b/124 000000/ffff00/16b/226",
    "248 108 180",
    "187 193 223 188 144 110 94",
)
COLOUR_BLIND = Inks(
    NIGHT.grounds,
    NIGHT.inks.replace("ffaf5f/215", "ffd787/222").replace("ff9494/210", "ffaf5f/215"),
    NIGHT.chips.replace("87d75f/234/113", "87d7ff/234/117").replace("ff875f/234/209", "ffaf5f/234/215"),
    "238 24 94",
    NIGHT.pictures.replace("24 221", "17 229"),
)
"""The palette for deutan and protan sight, in which the nations are blue and orange."""

WITH_NUMBERS: Mapping[str, Inks] = {"night": NIGHT, "paper": PAPER, "colour-blind": COLOUR_BLIND}

SIXTEEN: Mapping[str, str] = {
    "@bar": "reverse", "@here": "reverse",
    "text": "", "bold": "bold", "dim": "", "heading": "bold", "key": "bold", "case": "cyan", "term": "underline",
    "danger": "bold red", "warning": "yellow", "good": "green", "frame": "",
    "case@bar": "reverse", "warning@bar": "bold reverse", "good@bar": "reverse", "danger@bar": "bold white on red",
    "case@here": "reverse", "warning@here": "bold reverse", "good@here": "reverse", "danger@here": "bold white on red",
    "chip_german": "reverse", "chip_ss": "reverse", "chip_us": "black on green", "chip_british": "bold white on red",
    "bar_german": "reverse", "bar_ss": "reverse", "bar_us": "black on green", "bar_british": "bold white on red",
    "chip_both": "black on cyan", "chip_nobody": "", "chip_alarm": "bold white on red", "chip_cursor": "bold reverse",
    "side_german": "bold", "side_us": "green", "side_british": "red",
    "fill_german": "dim", "fill_us": "dim green", "fill_british": "dim red",
    "film_road": "dim", "film_river": "blue", "film_goal": "bold yellow on black",
}  # fmt: skip
"""The terminal's own 16 colors on its own ground, light or dark. On a reversed ground, only colors legible there."""

MONO: Mapping[str, str] = {
    "@bar": "reverse", "@here": "bold",
    "text": "", "bold": "bold", "dim": "", "heading": "bold", "key": "bold", "case": "", "term": "underline",
    "danger": "bold", "warning": "bold", "good": "", "frame": "",
    "chip_german": "reverse", "chip_ss": "reverse", "chip_us": "bold", "chip_british": "bold underline",
    "bar_german": "reverse", "bar_ss": "reverse", "bar_us": "bold", "bar_british": "bold underline",
    "chip_both": "", "chip_nobody": "", "chip_alarm": "bold reverse", "chip_cursor": "bold reverse",
    "side_german": "", "side_us": "bold", "side_british": "bold",
    **dict.fromkeys(("fill_german", "fill_us", "fill_british", "film_road", "film_river"), "dim"), "film_goal": "bold",
}  # fmt: skip
