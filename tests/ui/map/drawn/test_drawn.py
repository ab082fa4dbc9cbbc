"""The drawn map shows everything that the map in characters shows, and repaints only the lines that change."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from rich.color import Color

from tests.drawn import board
from tests.every import every
from tests.long import paired, sample
from westwall_tui.engine.board import Board, Place
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.ui.map.drawn.colors import Colors
from westwall_tui.ui.map.drawn.glyphs import QUADRANTS, SEXTANTS, Drawing, blocks_for, drawing_for, has_exact_colors
from westwall_tui.ui.map.drawn.labels import LABEL, NAMES, SHADE, STEP, is_ground, plain, texture, two_of
from westwall_tui.ui.map.drawn.layers import THIN, Traces
from westwall_tui.ui.map.drawn.sheet import DrawnSheet
from westwall_tui.ui.map.drawn.window import DrawnWindow, Scene
from westwall_tui.ui.map.geometry import LARGE, MIDDLE, SIZES, SMALL
from westwall_tui.ui.map.hexes.counters import Token
from westwall_tui.ui.map.hexes.marks import Contents
from westwall_tui.ui.map.names import Sight
from westwall_tui.ui.map.sheet.picture import Picture
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.ui.terminal.abilities import can_draw

FIELD = "\n".join(["..........."] * 9)
HERE = "0505"
DRAWINGS = [
    Drawing(blocks, Colors(palette, exact=exact))
    for blocks, palette, exact in (
        (SEXTANTS, "night", True),
        (QUADRANTS, "night", False),
        (SEXTANTS, "paper", False),
        (QUADRANTS, "colour-blind", True),
    )
]
UNIT = Token("inf", (4, 3), "1/39", "4-3-7", "german")
NOTHING = Scene({}, {}, (), {}, Traces())


picture_of = cache(Picture)
"""The printed board and its drawing are made once."""


def shown(board: Board, scene: Scene = NOTHING, size=MIDDLE, drawing=DRAWINGS[0], cursor: str = "0101") -> list[Any]:
    """Return all lines of a small board as they are written."""
    picture = picture_of(board, size)
    window = DrawnWindow(picture, drawing)
    window.show(scene, board.hex(cursor))
    return [window.line(y) for y in range(picture.height)]


def hexes(board: Board, **what) -> Scene:
    """Return a scene with the given contents in 0505."""
    return NOTHING._replace(shown={board.hex(HERE): Contents(**what)})


def with_ways(name: str, where: list[str]) -> dict[str, Any]:
    """Return the drawing for a palette."""
    return {name: where}


def gate(b: Board) -> tuple[int, int]:
    """Return the two hexes of the bridge at 0505."""
    first, second = sorted((b.hex("0505"), b.hex("0506")))
    return first, second


MARKED = {
    "reach": ("7'", "reach"),
    "path": ("7@", "path"),
    "pinned": ("P", "path"),
    "legal": ("*", "reach"),
    "through": (",", "faint"),
    "closed": ("X", "faint"),
}
LAID = {
    "zone_small": ("z", "zone"),
    "zone_capital": ("Z", "zone"),
    "enemy_reach": ("e", "zone"),
    "line_cut": ("n", "obliged"),
    "front": ("F", "zone"),
    "gap": ("__", "target"),
    "lost": ("L", "obliged"),
    "counts": ("V", "objective"),
    "owner": ("$A", "zone"),
    "plan": ("p", "path"),
    "moved_in": ("m", "zone"),
    "fought": ("a", "offered"),
    "taken": ("T", "objective"),
    "loss": ("k", "obliged"),
}
STATES = {"ready": "", "done": ".", "obliged": "!", "offered": "?", "joined": "&", "held": "@", "open": "*"}


def scenes(b: Board, show: Callable[..., list[Any]]) -> dict[str, list[object]]:
    """By name of a sign, a board that shows it."""
    h = b.hex(HERE)
    found = {name: show(b, hexes(b, mark=mark)) for name, mark in MARKED.items() if name != "path"}
    way = NOTHING._replace(shown={h: Contents(mark=MARKED["path"])}, traces=Traces(way=(b.hex("0504"), h)))
    found["path"] = show(b, way)
    found |= {name: show(b, hexes(b, over=over)) for name, over in LAID.items()}
    found["line_open"] = show(b, NOTHING._replace(traces=Traces(lines=((h, b.hex("0504")),))))
    found |= {name: show(b, hexes(b, token=UNIT._replace(state=state))) for name, state in STATES.items()}
    found["several"] = show(b, hexes(b, token=UNIT._replace(units=2)))
    found["objective"] = show(b, hexes(b, note=("$", "objective")))
    found["drop"] = show(b, hexes(b, note=("DZ", "entry")))
    found["entry"] = show(replace(b, entries={"B": (h,)}))
    found["line"] = show(b, NOTHING._replace(borders=((h, b.hex("0504")),)))
    found["cursor"] = show(b, cursor=HERE)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: f"{drawing.blocks.name}-{drawing.colors.palette}")
def test_every_sign_of_the_legend_is_drawn_and_looks_like_no_other(drawing):
    """Every sign of the ASCII map has its drawing."""
    plain_board, show = board(FIELD), partial(shown, drawing=drawing)
    found = scenes(plain_board, show)
    for terrain in Terrain:
        if terrain.name.lower() in SIGNS and terrain is not Terrain.CLEAR:
            changed = FIELD.splitlines()
            changed[4] = changed[4][:4] + terrain.value + changed[4][5:]
            found[terrain.name.lower()] = show(board("\n".join(changed)))
    for name in ("roads", "trails", "railways"):
        found[name.removesuffix("s")] = show(board(FIELD, **with_ways(name, ["0504 0505 0506"])))
    for name in ("rivers", "canals", "streams", "ferries"):
        sides = with_ways(name, ["0505/0506"]) | (with_ways("rivers", ["0505/0506"]) if name == "ferries" else {})
        found[{"ferries": "ferry"}.get(name, name.removesuffix("s"))] = show(board(FIELD, **sides))
    crossed = board(FIELD, rivers=["0505/0506"], roads=["0504 0505 0506"])
    found["bridge"] = show(crossed)
    for state in ("laid", "wired", "blown"):
        found[state] = show(crossed, NOTHING._replace(gates={gate(crossed): state}))
    over = board(FIELD, rivers=["0505/0506"])
    found["wet"] = show(over, hexes(over, token=UNIT))
    woods = board(FIELD.replace(".", "f"))
    found["beside"] = show(woods, hexes(woods, token=UNIT, over=("z", "zone")))
    found["clear"] = show(plain_board)
    assert set(found) >= set(SIGNS), set(SIGNS) - set(found)
    looks = [str(look) for look in found.values()]
    assert len(set(looks)) == len(looks), [name for name, look in found.items() if looks.count(str(look)) > 1]


@pytest.mark.slow
@every("drawing", DRAWINGS)
@every("terrain", [terrain for terrain in Terrain if f"ground:{terrain.name.lower()}" in LABEL][:: sample(1, 2)])
def test_a_railway_is_seen_on_every_ground(terrain, drawing):
    """It differs from a trail and a road (dots, dashes, lines); on bare ground its contrast is at least 1.5."""
    field = FIELD.replace(".", terrain.value)
    looks = [
        str(shown(board(field, **(with_ways(name, ["0504 0505 0506"]) if name else {})), drawing=drawing))
        for name in ("", "railways", "trails", "roads")
    ]
    assert len(set(looks)) == len(looks)
    for shade, least in ((0, 1.5), *((SHADE[name], 1.1) for name in ("held", "gap", "legal"))):  # stripes leave gaps
        rail, ground = (LABEL[name] + STEP * shade for name in ("rail", f"ground:{terrain.name.lower()}"))
        front, back = (luminance(drawing.colors.of(code)) for code in (rail, ground))
        assert (max(front, back) + 0.05) / (min(front, back) + 0.05) >= least, shade


def luminance(color: str) -> float:
    """Return the luminance of a color by WCAG; a number is one of the terminal's 256."""
    rgb = tuple(Color.from_ansi(int(color)).get_truecolor()) if len(color) < 6 else tuple(bytes.fromhex(color))
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in rgb)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.slow
@pytest.mark.parametrize(("drawing", "size"), paired(DRAWINGS, SIZES))
def test_units_marks_and_crossings_show_at_all_sizes_and_in_all_colors(size, drawing):
    b = board(FIELD, rivers=["0505/0506"], roads=["0504 0505 0506"])
    each = [
        NOTHING,
        hexes(b, token=UNIT),
        hexes(b, token=UNIT._replace(state=".")),
        hexes(b, token=UNIT._replace(state="!")),
        hexes(b, mark=("5", "reach")),
        hexes(b, mark=("*", "reach")),
        hexes(b, over=("z", "zone")),
        hexes(b, over=("Z", "zone")),
        NOTHING._replace(gates={gate(b): "blown"}),
        NOTHING._replace(gates={gate(b): "wired"}),
        NOTHING._replace(traces=Traces(way=(b.hex("0504"), b.hex("0505")))),
    ]
    looks = [str(shown(b, scene, size, drawing)) for scene in each]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("mark", [("5", "reach"), ("*", "reach")])
def test_every_hex_beyond_the_reach_is_dark_or_unchanged(mark):
    """Over a slow connection only the hexes that a unit can reach change, and in them only the cells that show it."""
    b = board(FIELD)
    dark, bright = (DRAWINGS[0]._replace(darkens=darkens) for darkens in (True, False))
    plain = shown(b)
    x, y, width, height = Picture(b, MIDDLE).box(b.hex(HERE))
    inside = {(i, j) for i in range(x, x + width) for j in range(y - 1, y + height)}
    for drawing, few in ((dark, False), (bright, True)):
        lines = shown(b, hexes(b, mark=mark), drawing=drawing)
        changed = {
            (i, j)
            for j, (old, new) in enumerate(zip(plain, lines, strict=True))
            for i, cells in enumerate(zip(old, new, strict=True))
            if cells[0] != cells[1]
        }
        assert changed & inside
        assert (changed <= inside) == few


@pytest.mark.parametrize("water", ["streams", "canals", "rivers"])
def test_a_water_at_the_rim_of_a_reach_has_one_color_on_both_banks(water):
    """Both banks around a lit hex; and everything is as before once the reach is gone."""
    around = [f"{HERE}/{n}" for n in ("0504", "0604", "0605", "0506", "0405", "0404")]
    plain = board(FIELD, **with_ways(water, [" ".join(around)]))
    name, colors = water.removesuffix("s"), DRAWINGS[1].colors
    lit, dark = colors.of(LABEL[name]), colors.of(LABEL[name] + STEP * SHADE["dim"])
    assert lit != dark
    picture = Picture(plain, MIDDLE)
    window = DrawnWindow(picture, DRAWINGS[1])

    def look(scene: Scene) -> list[Any]:
        window.show(scene, plain.hex("0101"))
        return [window.line(y) for y in range(picture.height)]

    before = look(NOTHING)
    seen = str(look(hexes(plain, mark=("7'", "reach"))))
    assert f"{lit}/" in seen or f"/{lit}" in seen
    assert f"={dark}/" not in seen
    assert f"/{dark}'" not in seen
    assert look(NOTHING) == before


@pytest.mark.parametrize(
    ("reach", "environment", "darkens"),
    [
        ("auto", {}, True),
        ("auto", {"SSH_CONNECTION": "10.0.0.1 22"}, False),
        ("dark", {"SSH_TTY": "/dev/pts/1"}, True),
        ("numbers", {}, False),
    ],
)
def test_over_a_line_numbers_show_a_reach_unless_the_player_says_otherwise(reach, environment, darkens):
    assert drawing_for("night", "auto", environment, reach).darkens == darkens


def test_a_large_counter_has_the_symbol_of_its_kind():
    b = board(FIELD)
    h = b.hex(HERE)
    looks = {
        kind: str(shown(b, hexes(b, token=UNIT)._replace(kinds={h: kind}), LARGE))
        for kind in (Kind.ARMOR, Kind.INFANTRY)
    }
    assert looks[Kind.ARMOR] != looks[Kind.INFANTRY]


def test_a_window_may_be_larger_than_a_small_board():
    b = board(FIELD)
    picture = Picture(b, MIDDLE)
    window = DrawnWindow(picture, DRAWINGS[0])
    window.show(NOTHING, b.hex("0101"), Sight(0, 0, picture.width + 9, picture.height + 9))
    lines = [window.line(y) for y in range(picture.height + 9)]
    assert {len(line) for line in lines} == {picture.width + 9}
    assert {char for char, _ in lines[-1]} == {" "}


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=lambda size: size.name)
def test_after_any_change_a_window_shows_what_a_new_one_would(size):
    b = load_scenario("arnhem/historical").board
    picture, draw = Picture(b, size), Random(7)
    window = DrawnWindow(picture, DRAWINGS[0])
    near = [h for h in picture.shown if 50 <= picture.origin(h)[0] < 100 and 10 <= picture.origin(h)[1] < 30]
    cursor, scene, kept = near[0], NOTHING, {}
    marks = [*MARKED.values()]
    sight = Sight(50, 10, 103, 29)
    window.show(scene, cursor, sight)
    for step in range(sample(40, 20)):
        if step % 3:
            cursor = draw.choice(near)
            window.move_cursor(cursor)
        else:
            kept[draw.choice(near)] = Contents(
                token=UNIT if draw.random() < 0.4 else None,
                mark=draw.choice([None, *marks]),
                over=draw.choice([None, *LAID.values()]),
            )
            scene = scene._replace(shown=dict(kept), traces=Traces(way=tuple(near[:3]) if draw.random() < 0.5 else ()))
            window.show(scene, cursor)
        fresh = DrawnWindow(picture, DRAWINGS[0])
        fresh.show(scene, cursor, sight)
        assert [window.line(y) for y in range(10, 29)] == [fresh.line(y) for y in range(10, 29)]


def test_a_name_that_stands_far_from_its_town_has_a_line_to_it():
    """Counters cover all hexes around it, and the town is an objective; near it there is no line."""
    b = board(f"{FIELD}\n....o......\n{FIELD}")
    h = b.hex("0510")
    b = replace(b, places=(Place("Foy", "town", (h,)),))
    around = {n for n in b.playable if b.grid.distance(h, n) <= 3}
    crowd = {n: Contents(token=UNIT) for n in sorted(around)}
    for shown_hexes, has_line in ((crowd, True), ({h: crowd[h]}, False)):
        scene = NOTHING._replace(shown=shown_hexes, objectives=frozenset({h}))
        for drawing in DRAWINGS:
            cells = [cell for line in shown(b, scene, drawing=drawing) for cell in line]
            assert "F" in {char for char, _ in cells}
            inks = {role.strip("=").partition("/")[0] for char, role in cells if char == THIN}
            assert inks == ({drawing.colors.ink("name")[0]} if has_line else set()), "in the ink of the name"


# -- the two labels of a cell


def test_a_bridge_is_kept_and_a_tree_is_lost():
    woods, river, bridge = LABEL["ground:woods"], LABEL["river"], LABEL["bridge"]
    first, second, _ = two_of((woods, texture(woods), river, river, bridge, bridge))
    assert {first, second} == {river, bridge}
    first, second, bits = two_of((woods, woods, texture(woods), woods, river, river))
    assert (first, second, bits) == (woods, river, 0b110000)


@pytest.mark.parametrize("water", ["river", "canal", "stream"])
def test_a_road_keeps_its_width_beside_a_water(water):
    """A cell with a road, water and ground shows the ground as water, because roads would look like slabs."""
    road, wet, ground = LABEL["road"], LABEL[water], LABEL["ground:clear"]
    first, second, bits = two_of((road, road, ground, ground, wet, wet))
    assert {first, second} == {road, wet}
    assert [(first, second)[bits >> block & 1] for block in range(6)] == [road, road, *[wet] * 4]


def test_labels_and_their_grounds():
    assert len(NAMES) < STEP
    for name in ("clear", "woods", "city"):
        ground = LABEL[f"ground:{name}"]
        assert {plain(LABEL[f"{kind}:{name}"]) for kind in ("ground", "texture", "lattice")} == {ground}
        assert is_ground(LABEL[f"lattice:{name}"])
    assert not is_ground(LABEL["rail"])


@pytest.mark.parametrize("blocks", [SEXTANTS, QUADRANTS], ids=lambda blocks: blocks.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_each_hex_has_the_same_blocks_and_all_of_them(size, blocks):
    sheet = DrawnSheet(Picture(board(FIELD), size), blocks)
    counts = dict.fromkeys(sheet.picture.shown, 0)
    for row in sheet.owner:
        for h in row:
            if h >= 0:
                counts[h] += 1
    inner = [counts[sheet.board.hex(number)] for number in ("0404", "0505", "0606", "0705")]
    assert len(set(inner)) == 1
    assert inner[0] == size.across * 2 * size.down * blocks.high


# -- where the drawn map is offered

UTF8 = {"LANG": "en_US.UTF-8"}


@pytest.mark.parametrize(
    ("palette", "environment", "offered"),
    [
        ("night", UTF8, True),
        ("16", UTF8, False),
        ("mono", UTF8, False),
        ("paper", {"LANG": "C"}, False),
        ("night", {}, False),
    ],
)
def test_it_is_offered_where_it_can_be_shown(palette, environment, offered):
    assert can_draw(palette, environment) is offered


@pytest.mark.parametrize(
    ("environment", "blocks"),
    [
        ({"TERM": "xterm-kitty"}, SEXTANTS),
        ({"TERM": "foot"}, SEXTANTS),
        ({"TERM": "xterm-256color"}, QUADRANTS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7200"}, SEXTANTS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "5202"}, QUADRANTS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "٧٢٠٠"}, QUADRANTS),
        ({"TERM": "tmux-256color", "VTE_VERSION": "7200"}, QUADRANTS),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, SEXTANTS),
    ],
)
def test_sextants_only_where_the_terminal_draws_them_itself(environment, blocks):
    assert blocks_for(environment) is blocks


def test_exact_colors_only_at_the_machine_itself():
    assert has_exact_colors({"COLORTERM": "truecolor"})
    assert not has_exact_colors({"COLORTERM": "truecolor", "SSH_CONNECTION": "10.0.0.1 22"})
    assert not has_exact_colors({})
