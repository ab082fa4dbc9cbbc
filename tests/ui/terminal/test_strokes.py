"""What is written for the cells that changed: every one where it belongs, by the shortest way."""

import re
from itertools import permutations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.every import every
from tests.long import sample
from tests.ui.terminal.emulator import Emulator
from tests.ui.terminal.test_updates import looks_like
from westwall_tui.engine.dice import Draw
from westwall_tui.ui.terminal import brush
from westwall_tui.ui.terminal.blocks import QUADRANTS, SEXTANTS
from westwall_tui.ui.terminal.delta import PLAIN
from westwall_tui.ui.terminal.order import Costs, Trip, shortest_order
from westwall_tui.ui.terminal.strokes import LIFTED, Pen, draw_strokes
from westwall_tui.ui.terminal.ways import CursorWays

WIDTH, HEIGHT = 20, 8
STYLES = [Style.parse(text) for text in ("", "bold", "red on blue", "white on blue", "underline", "reverse")]
CODES = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])|(.)", re.DOTALL)


def terminal_codes(pieces, system, width=WIDTH):
    """What is written on a terminal that must be left plain."""
    return brush.terminal_codes(pieces, system, CursorWays(width)).lifted().codes


def terminal(text):
    """The cells that a terminal shows: character and codes that paint it. Unsure where it is after the last column."""
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    look, y, x = "", -1, -1
    for number, what, char in CODES.findall(text.replace("\x1bM", "\x1b[A")):
        count = int(number) if number.isdigit() else 1
        assert what in ("H", "m", "K", "") or 0 <= x < WIDTH, "a step from an unknown place"
        assert y >= 0 or what in ("H", "m"), "written at an unknown place"
        if what == "H":
            y, x = (int(part) - 1 for part in number.split(";"))
        elif what == "m":
            look = number
        elif what == "K":
            cells |= {(y, i): (" ", "") for i in range(x, WIDTH)}
        elif what in ("A", "B"):
            y += count if what == "B" else -count
        elif what in ("C", "D"):
            x += count if what == "C" else -count
        elif char == "\b":
            x -= 1
        elif char == "\r":
            x = 0
        elif char == "\v":
            y += 1
        else:
            cells[y, x] = char, look
            x += 1
    return cells


def drawn(seed):
    """Pieces of lines at random, none over another, in the order of the lines."""
    draw = Draw(seed)
    pieces = []
    for y in range(HEIGHT):
        x = draw.below(4)
        while x < WIDTH:
            segments = [
                Segment(
                    "".join("ab  "[draw.below(4)] for _ in range(1 + draw.below(3))), STYLES[draw.below(len(STYLES))]
                )
                for _ in range(1 + draw.below(3))
            ]
            strip = Strip(segments).crop(0, WIDTH - x)
            pieces.append((y, x, strip))
            x += strip.cell_length + draw.below(9)
    return pieces


@pytest.mark.slow
@every("seed", range(sample(40, 15)))
def test_every_cell_is_written_where_it_belongs(seed):
    """Few pieces, in any order and with steps between them."""
    pieces = drawn(seed)
    shown = terminal(terminal_codes(pieces, ColorSystem.STANDARD, WIDTH))
    meant = {(y, x + i): char for y, x, strip in pieces for i, char in enumerate(strip.text)}
    assert {at: char for at, (char, _) in shown.items()} == meant


def test_cells_of_one_style_are_written_together_if_that_is_shorter():
    """A mark before a blank on a ground of its own, in many hexes: three styles, not three in each hex."""
    mark, ground = Style.parse("bold color(231) on color(54)"), Style.parse("color(250) on color(234)")
    pieces = [(y, 4, Strip([Segment("7", mark), Segment(" ", ground)])) for y in range(6)]
    text = terminal_codes(pieces, ColorSystem.EIGHT_BIT, WIDTH)
    assert text.count("48;5;54") == text.count("48;5;234") == 1
    assert terminal(text).keys() == {(y, x) for y in range(6) for x in (4, 5)}


def test_the_next_line_is_a_step_away():
    pieces = [(y, 3, Strip([Segment("<")])) for y in range(2)]
    assert terminal_codes(pieces, ColorSystem.STANDARD, WIDTH) == "\x1b[1;4H<\v\b<"
    at_the_end = [(y, WIDTH - 1, Strip([Segment("<")])) for y in range(2)]
    assert terminal_codes(at_the_end, ColorSystem.STANDARD, WIDTH) == f"\x1b[1;{WIDTH}H<\x1b[2;{WIDTH}H<"


def test_what_is_near_comes_next():
    """Two far columns are terminal_codes one after the other, and not line by line."""
    pieces = [(y, x, Strip([Segment("@")])) for y in range(3) for x in (2, 12)]
    text = terminal_codes(pieces, ColorSystem.STANDARD, WIDTH)
    assert text == "\x1b[1;3H@\v\b@\v\b@\x1b[9C@\x1bM\b@\x1bM\b@"


def test_a_few_cells_are_written_from_the_end_where_that_is_shorter():
    """A step of the cursor is tried from several first strokes."""
    pieces = [(0, x, Strip([Segment("@", Style.parse(color))])) for x, color in ((2, "red"), (9, "blue"), (10, "red"))]
    assert terminal_codes(pieces, ColorSystem.STANDARD, WIDTH) == "\x1b[1;10H\x1b[34m@\x1b[31m@\x1b[9D@\x1b[m"


def text_in(*parts):
    """A line that begins in the first column."""
    return [(0, 0, Strip([Segment(text, Style.parse(style)) for text, style in parts]))]


def test_blanks_belong_to_what_stands_beside_them_on_their_ground():
    """A number before a blank, both on the ground of the reach: one stroke in each hex, not two."""
    mark, ground = "bold color(231) on color(54)", "color(250) on color(54)"
    pieces = [(y, 4, strip) for y in range(6) for _, _, strip in text_in(("7", mark), (" ", ground))]
    assert terminal_codes(pieces, ColorSystem.EIGHT_BIT, WIDTH).count("7 ") == 6


def test_a_small_gap_is_filled_if_it_must_be_written_anyway():
    pieces = text_in(("aa", "red"), ("=", "blue"), ("aa", "red"), ("=", "blue"))
    text = terminal_codes(pieces, ColorSystem.STANDARD, WIDTH)
    assert text == "\x1b[1;1H\x1b[31maa aa\x1b[34m=\x1b[4D=\x1b[m"
    apart = [(0, x, Strip([Segment("a")])) for x in (0, 3)]
    assert terminal_codes(apart, ColorSystem.STANDARD, WIDTH) == "\x1b[1;4Ha\ra", "between stands something else"


def test_front_and_ground_change_places_where_that_saves_codes():
    text = terminal_codes(
        text_in((QUADRANTS[3], "color(22) on color(58)"), (QUADRANTS[3], "color(58) on color(22)")),
        ColorSystem.EIGHT_BIT,
        WIDTH,
    )
    assert text.count("m") == 2
    assert QUADRANTS[3] in text
    assert QUADRANTS[12] in text


@pytest.mark.parametrize(("system", "looks"), [(ColorSystem.EIGHT_BIT, 1), (ColorSystem.STANDARD, 2)])
def test_they_do_for_the_first_sixteen_colors_too_if_there_are_more(system, looks):
    """A terminal of sixteen may not have all of them as grounds."""
    parts = ((QUADRANTS[3], "bright_yellow on black"), (QUADRANTS[3], "black on bright_yellow"))
    text = terminal_codes(text_in(*parts), system, WIDTH).removesuffix("\x1b[m")
    assert text.count("m") == looks


@pytest.mark.slow
@every("blocks", [QUADRANTS, SEXTANTS])
@every("seed", range(sample(30, 6)))
def test_a_terminal_shows_blocks_whichever_way_round(seed, blocks):
    """Blocks, blanks and letters in few colors, so that many can share a look."""
    draw = Draw(seed)
    styles = [f"color({a}) on color({b})" for a in (22, 58, 97) for b in (22, 58, 97) if a != b]
    styles += ["", "on color(58)", "bold color(22) on color(58)", "underline"]
    chars = [*(draw.pick(blocks) for _ in range(6)), " ", " ", "█", "A"]
    strips = [
        Strip([Segment(draw.pick(chars), Style.parse(draw.pick(styles))) for _ in range(WIDTH)]) for _ in range(HEIGHT)
    ]
    codes = terminal_codes([(y, 0, strip) for y, strip in enumerate(strips)], ColorSystem.EIGHT_BIT, WIDTH)
    assert looks_like(Emulator(WIDTH, HEIGHT).read(codes), strips)


@every("seed", range(20))
def test_an_update_goes_on_where_and_how_the_last_one_ended(seed):
    draw, pen, emulator = Draw(seed), LIFTED, Emulator(WIDTH, HEIGHT)
    lines = [Strip([Segment("?" * WIDTH)])] * HEIGHT
    emulator.cells = [[("?", PLAIN)] * WIDTH for _ in range(HEIGHT)]
    for _ in range(6):
        y, x, style = draw.below(HEIGHT), draw.below(WIDTH - 4), Style.parse(draw.pick(("", "red on blue", "bold")))
        strip = Strip([Segment("ab d", style)])
        codes, pen = brush.terminal_codes([(y, x, strip)], ColorSystem.EIGHT_BIT, CursorWays(WIDTH), pen)
        lines[y] = Strip.join([lines[y].crop(0, x), strip, lines[y].crop(x + 4, WIDTH)])
        assert looks_like(emulator.read(codes), lines)


def test_what_begins_in_the_look_of_the_last_update_needs_no_code():
    piece = text_in(("ab", "red on blue"))
    _, pen = brush.terminal_codes(piece, ColorSystem.EIGHT_BIT, CursorWays(WIDTH))
    assert brush.terminal_codes([(1, 0, piece[0][2])], ColorSystem.EIGHT_BIT, CursorWays(WIDTH), pen).codes == "\r\vab"


@pytest.mark.parametrize("kept", [None, Pen(2, 9, PLAIN)])
@pytest.mark.parametrize("seed", range(20))
def test_what_strokes_take_is_counted_as_it_is_written(seed, kept):
    """Whatever changed places; but for small gaps, which are filled where that is shorter."""
    pieces = drawn(seed)
    strokes, ways = [*draw_strokes(pieces, ColorSystem.STANDARD)], CursorWays(WIDTH, tabs=bool(seed % 2))
    leaps = brush.find_leaps(strokes, ways, kept) if kept else {}
    trip = Trip(Costs(strokes, ways, LIFTED, leaps))
    before = trip.bytes
    trip.shorten()
    assert sorted(trip.order) == [*range(len(strokes))]
    assert trip.bytes < before
    again, written = Trip(Costs(strokes, ways, LIFTED, leaps), trip.order), brush.Brush(strokes, ways, LIFTED, leaps)
    assert again.bytes == trip.bytes
    for number in trip.order:
        written.write(number)
    erased = [stroke.erased_in(WIDTH) for stroke in strokes]
    text = sum(len(stroke.text) for stroke in strokes) - sum(erased) + len("\x1b[K") * sum(map(bool, erased))
    assert text < len(written) <= trip.bytes + text


def test_the_order_is_the_same_each_time():
    strokes = [*draw_strokes(drawn(1), ColorSystem.STANDARD)]
    assert shortest_order(strokes, CursorWays(WIDTH), LIFTED, {}) == shortest_order(
        strokes, CursorWays(WIDTH), LIFTED, {}
    )


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_strokes_have_an_order_too(count):
    strokes = [*draw_strokes(drawn(1), ColorSystem.STANDARD)][:count]
    assert sorted(shortest_order(strokes, CursorWays(WIDTH), LIFTED, {})) == [*range(count)]


def test_an_order_is_shortened_where_the_nearest_is_not_the_best():
    """Two marks of a color on either side of many of another: both are written first, or both last."""
    pieces = [(0, x, Strip([Segment("@", Style.parse("red" if x in (2, 14) else "blue"))])) for x in range(2, 15, 2)]
    strokes = [*draw_strokes(pieces, ColorSystem.STANDARD)]
    trip = Trip(Costs(strokes, CursorWays(WIDTH), LIFTED, {}), range(len(strokes)))
    before = trip.bytes
    trip.shorten()
    assert trip.bytes < before
    assert abs(trip.order.index(0) - trip.order.index(len(strokes) - 1)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_of_few_strokes_hardly_any_order_is_shorter(seed):
    """Compared with all orders."""
    strokes = [*draw_strokes(drawn(seed), ColorSystem.STANDARD)][10:16]
    costs = Costs(strokes, CursorWays(WIDTH), LIFTED, {})
    least = min(Trip(costs, order).bytes for order in permutations(range(len(strokes))))
    trip = Trip(costs)
    trip.shorten()
    assert least <= trip.bytes <= least + 1
