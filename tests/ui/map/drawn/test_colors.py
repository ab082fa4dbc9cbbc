"""Colors of the drawn map: things to tell apart look different, in 24 bits and in the cube's colors."""

from itertools import combinations, product
from math import dist

import pytest
from rich.color import Color

from tests.every import every
from tests.ui.terminal.test_inks import TEXT, contrast
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import cell_of
from westwall_tui.ui.map.drawn.labels import GROUNDS, LABEL, SHADE, STEP
from westwall_tui.ui.terminal.palettes import style

EVERY_PALETTE = pytest.mark.parametrize(
    ("palette", "exact"), [*product(("night", "paper", "colour-blind"), (True, False))]
)
NATIONS = ("german", "ss", "us", "british")
ZONES = ("zone:small", "zone:capital")
WATERS, WAYS = ("river", "canal", "stream"), ("road", "trail", "rail")
APART = [
    *((nation, (f"{nation}_low",), 10) for nation in NATIONS),  # one counter above another
    *((part, ("road",), 15) for nation in NATIONS for part in (nation, f"{nation}_low")),
    ("rail", ("bridge",), 35),
    ("rail", ("texture:town", "texture:city", "ground:town", "ground:city"), 20),
    ("held", (*WATERS, *WAYS, "bridge", "leader", "legal", "gap", "goal"), 20),
    ("zone:small", ("zone:capital",), 90),
    *((zone, ("road",), 35) for zone in ZONES),
    *((zone, (*WATERS, *WAYS, "bridge", "goal", "border", "legal", "cursor"), 20) for zone in ZONES),
]
"""Labels or inks, others that must look different, and how much at least."""


def lightness(color: str) -> tuple[float, float, float]:
    """Return a color in CIELAB, where distances are as large as they look."""
    triplet = parsed(color).get_truecolor()
    red, green, blue = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in triplet)
    x, y, z = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def parsed(color: str) -> Color:
    """Return a color of the map as six digits or as a number."""
    return Color.parse(f"#{color}") if len(color) == 6 else Color.from_ansi(int(color))


def apart(one: str, other: str) -> float:
    """Return how different two colors look; people see differences from about 2.3 on."""
    return dist(lightness(one), lightness(other))


@EVERY_PALETTE
def test_grounds_and_lines_look_different_within_a_reach_and_beyond_it(palette, exact):
    """Everything beyond it is fainter and still legible: water, ways and houses stand out from clear ground."""
    colors = Colors(palette, exact=exact)
    dim = STEP * SHADE["dim"]
    for shade, least in ((0, 9.5), (dim, 7.0)):
        clear, mixed, woods = (colors.of(LABEL[f"ground:{name}"] + shade) for name in ("clear", "mixed", "woods"))
        trees = colors.of(LABEL["texture:woods"] + shade)
        assert apart(clear, mixed) >= (least if not shade else 3.0)
        assert max(apart(woods, mixed), apart(trees, mixed)) >= least
        assert max(apart(woods, clear), apart(trees, clear)) >= least
        for line in (*WATERS, *WAYS, "bridge", "texture:town"):
            assert apart(colors.of(LABEL[line] + shade), clear) >= 13, f"{line}, {shade}"
    for label in ("river", "road", "bridge", "texture:woods"):
        ground = colors.of(LABEL["ground:clear"])
        lit, faint = (apart(colors.of(LABEL[label] + shade), ground) for shade in (0, dim))
        assert colors.of(LABEL[label]) != colors.of(LABEL[label] + dim)
        assert faint < lit or label == "texture:woods"


@EVERY_PALETTE
@pytest.mark.parametrize("shade", ["", "dim"])
def test_grounds_can_be_told_apart_within_a_reach_and_beyond_it(shade, palette, exact):
    """Clear, mixed, woods, rough and broken, by their grounds or by their textures."""
    colors = Colors(palette, exact=exact)

    def look(kind: str, name: str) -> str:
        return colors.of(LABEL[f"{kind}:{name}"] + STEP * SHADE[shade])

    least = {"": 13, "dim": 8}[shade]
    for one, other in combinations(("clear", "mixed", "woods", "rough", "broken"), 2):
        grounds = apart(look("ground", one), look("ground", other))
        grown = apart(look("texture", one), look("texture", other))
        close = {one, other} == {"clear", "mixed"}  # they differ only in the line of a combat
        assert grounds >= (5.5 if close else least) or (grounds >= 2 and grown >= 25), (
            f"{one} and {other}: {grounds:.0f}, {grown:.0f}"
        )
    assert apart(look("ground", "clear"), look("ground", "woods")) >= least
    for name in ("woods", "rough"):
        assert apart(look("ground", name), look("texture", name)) >= 9, "what grows there is seen"


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("palette", ["night", "colour-blind"])
def test_at_night_the_lattice_is_darker_than_its_ground_and_trails_grow_dark_with_it(palette, exact):
    colors = Colors(palette, exact=exact)
    light = {name: lightness(colors.of(LABEL[name]))[0] for name in ("ground:clear", "lattice:clear", "trail")}
    assert light["lattice:clear"] < light["ground:clear"] < light["trail"]
    assert lightness(colors.of(LABEL["trail"] + STEP * SHADE["dim"]))[0] < light["trail"] - 10
    assert apart(colors.of(LABEL["lattice:clear"]), colors.of(LABEL["trail"])) >= 25


@EVERY_PALETTE
def test_the_lattice_is_seen_on_every_ground_under_every_shade(palette, exact):
    """A player who counts hexes must see them inside a reach, outside it, and inside the enemy's reach."""
    colors = Colors(palette, exact=exact)
    for name, (shade, number) in product(GROUNDS, SHADE.items()):
        ground, lattice = (colors.of(LABEL[f"{kind}:{name}"] + STEP * number) for kind in ("ground", "lattice"))
        seen = contrast(parsed(ground), parsed(lattice))
        assert seen >= 1.2, f"{name} {shade}: {seen:.2f}"


@every("exact", [True, False])
@every("palette", ["night", "paper", "colour-blind"])
@every("ground", GROUNDS)
def test_the_line_of_a_zone_is_seen_on_every_ground(ground, palette, exact):
    """It holds beyond a reach, too."""
    colors = Colors(palette, exact=exact)
    for line in (colors.of(LABEL[zone]) for zone in ZONES):
        for shade in (0, STEP * SHADE["dim"]):
            for kind in ("ground", "texture", "lattice"):
                assert apart(line, colors.of(LABEL[f"{kind}:{ground}"] + shade)) >= 30, f"{kind}, {shade}"


@EVERY_PALETTE
def test_lines_counters_and_houses_look_different(palette, exact):
    colors = Colors(palette, exact=exact)

    def color(name: str) -> str:
        return colors.of(LABEL[name]) if name in LABEL else colors.ink(name)[1]

    pairs = [(one, other, least) for one, others, least in APART for other in others]
    assert [pair for pair in pairs if apart(color(pair[0]), color(pair[1])) < pair[2]] == []


@EVERY_PALETTE
def test_the_line_of_a_front_differs_from_the_lines_in_its_tinted_hexes(palette, exact):
    colors = Colors(palette, exact=exact)
    for line in (*WATERS, *WAYS, "leader", "legal", "gap", "goal"):
        assert apart(colors.of(LABEL["held"]), colors.of(LABEL[line] + STEP * SHADE["held"])) >= 20, line


ROLES = (
    *(f"{army}{how}" for army in ("german", "ss", "us", "british") for how in ("", "_low", "_done", "_low_done")),
    *("selected", "obliged", "target", "joined", "offered", "legal", "objective", "entry", "path", "zone", "wired"),
    *("blown", "laid", "ferry", "over_river", "over_canal", "over_stream"),
)


@EVERY_PALETTE
def test_counters_and_marks_can_be_read_in_every_state(palette, exact):
    colors = Colors(palette, exact=exact)
    for role in ROLES:
        front, ground = (
            Color.parse(f"#{color}") if len(color) == 6 else Color.from_ansi(int(color)) for color in colors.ink(role)
        )
        assert contrast(front, ground) >= TEXT, role


@EVERY_PALETTE
def test_numbers_and_names_can_be_read_on_their_grounds(palette, exact):
    """A number on every ground and on a road, a name on its plate, within a reach and beyond it."""

    colors = Colors(palette, exact=exact)
    assert contrast(parsed(colors.ink("on_road")[0]), parsed(colors.of(LABEL["road"]))) >= 4.4
    for ground in GROUNDS:
        assert contrast(parsed(colors.ink("reach")[0]), parsed(colors.of(LABEL[f"ground:{ground}"]))) >= 3.5, ground
        for shade in (0, STEP * SHADE["dim"]):
            plate = parsed(colors.under_name(LABEL[f"ground:{ground}"] + shade))
            for role in ("name", "village", "water"):
                assert contrast(parsed(colors.ink(role)[0]), plate) >= TEXT, f"{role} on {ground}"


def test_black_is_never_bold_since_many_terminals_show_it_as_grey_then():
    bold = {front: style(cell_of("W", front, "15", bold=True)[1], "night").bold for front in ("0", "1", "16")}
    assert bold == {"0": None, "1": True, "16": True}
