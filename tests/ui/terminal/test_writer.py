"""Updates of the terminal: after each, the terminal shows the intended picture, at the cost of few bytes."""

import subprocess
import sys
from functools import cache

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip

from tests.long import sample
from tests.ui.terminal.emulator import Emulator, cells_of, seen
from westwall_tui.engine.dice import Draw
from westwall_tui.ui.terminal import writer
from westwall_tui.ui.terminal.blocks import QUADRANTS, SEXTANTS
from westwall_tui.ui.terminal.internals import ChopsUpdate, LayoutUpdate
from westwall_tui.ui.terminal.writer import (
    NO_ABILITIES,
    Abilities,
    Shift,
    Shown,
    TrimmedUpdate,
    Window,
    colored,
    rendition_of,
    scroll_codes,
)

WIDTH, HEIGHT = 30, 12
PICTURE = Size(60, 40)
STYLES = [
    Style.parse(text)
    for text in (
        *("", "bold", "dim", "red on blue", "white on blue", "on blue", "underline", "reverse", "underline reverse"),
        *("color(30) on color(50)", "color(50) on color(30)", "bold color(30) on color(50)", "color(30) on color(30)"),
        *("color(11) on color(0)", "color(0) on color(11)", "#102030 on #405060", "#405060 on #102030"),
    )
]
SYSTEMS = (None, ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR)
TERMINALS = {
    "no scrolling": Abilities(),
    "scrolling": Abilities("xterm-256color"),
    "margins": Abilities("xterm-256color", margins=True),
}


class Screen:
    """A screen with a window on a picture and other text around it; both change at random."""

    def __init__(self, draw):
        self.draw = draw
        self.picture = [[self.cell() for _ in range(PICTURE.width)] for _ in range(PICTURE.height)]
        self.around = [[self.cell() for _ in range(WIDTH)] for _ in range(HEIGHT)]
        x, y = draw.below(3), draw.below(3)
        self.region = Region(x, y, WIDTH - x - draw.pick((0, 7, 9)), HEIGHT - y - draw.below(3))
        self.left = self.top = 12

    def cell(self):
        return self.draw.pick("ab      ▘▟▌▐█\U0001fb00\U0001fb3b"), self.draw.pick(STYLES)

    def change(self):
        """Move the window, and change a few cells."""
        draw = self.draw
        self.left = max(0, min(PICTURE.width - self.region.width, self.left + draw.pick((0, 0, 1, -1, 4, -6, 20, -25))))
        self.top = max(0, min(PICTURE.height - self.region.height, self.top + draw.pick((0, 0, 1, -1, 2, -5, 12, -11))))
        for rows, size in ((self.picture, PICTURE), (self.around, Size(WIDTH, HEIGHT))):
            for _ in range(draw.below(20)):
                rows[draw.below(size.height)][draw.below(size.width)] = self.cell()

    def strips(self):
        rows, here = [[*row] for row in self.around], self.region
        for y in range(here.height):
            rows[here.y + y][here.x : here.right] = self.picture[self.top + y][self.left : self.left + here.width]
        return [Strip([Segment(char, style) for char, style in row]) for row in rows]

    @property
    def window(self):
        return Window(self.region, self.left, self.top)


def whole(strips):
    """Return the pieces of an update of the whole screen."""
    return [(y, 0, strip) for y, strip in enumerate(strips)]


def looks_like(terminal, strips, system=ColorSystem.EIGHT_BIT):
    """Return True if a terminal shows a picture."""
    pairs = zip(terminal.cells, cells_of(strips, system), strict=True)
    return all(drawn(*seen(*a)) == drawn(*b) for row, meant in pairs for a, b in zip(row, meant, strict=True))


def _as_front(back):
    """Return the code of a background as that of a foreground."""
    return back.replace("10", "9", 1) if back.startswith("10") else back.replace("4", "3", 1)


@cache
def drawn(char, look):
    """Return a cell of blocks as its twelve points in their colors, and any other cell as it is."""
    blocks = QUADRANTS if char in QUADRANTS else SEXTANTS
    if look.front and look.front == _as_front(look.back) and not look.lines:
        char, look = " ", look._replace(weight="")  # a sign in the color of its background is invisible
    if char not in blocks or look.lines or (look.weight and char != " "):
        return char, look
    bits, high = blocks.index(char), len(blocks).bit_length() // 2
    front, ground = look.front or "front", _as_front(look.back) or "ground"
    return [front if bits >> (y * high // 6 * 2 + x) & 1 else ground for y in range(6) for x in range(2)]


@pytest.mark.parametrize("name", TERMINALS)
@pytest.mark.parametrize("seed", range(sample(10, 2)))
def test_a_terminal_shows_the_intended_picture(seed, name):
    """Random pictures, windows that move over them, and the text around them, with any number of colors."""
    can, system = TERMINALS[name], SYSTEMS[-1 - seed % len(SYSTEMS)]
    screen, shown = Screen(Draw(seed)), Shown(Size(WIDTH, HEIGHT))
    terminal = Emulator(WIDTH, HEIGHT, margins=can.margins)
    for _ in range(sample(12, 4)):
        terminal.read(shown.update(whole(screen.strips()), screen.window, can, system))
        assert terminal.is_at_rest
        assert looks_like(terminal, screen.strips(), system)
        screen.change()


def test_parts_of_lines_are_written_in_their_place():
    """A hundred pieces at random, some beyond the edges of a terminal that has just become smaller."""
    draw, terminal, shown = Draw(1), Emulator(WIDTH, HEIGHT), Shown(Size(WIDTH, HEIGHT))
    lines = [Strip([Segment("?" * WIDTH)])] * HEIGHT
    terminal.read(shown.update(whole(lines), None, NO_ABILITIES, ColorSystem.EIGHT_BIT))
    for _ in range(100):
        y, x, style = draw.below(HEIGHT + 2), draw.below(WIDTH + 3), draw.pick(STYLES)
        strip = Strip([Segment("ab d    ", style)])
        terminal.read(shown.update([(y, x, strip)], None, NO_ABILITIES, ColorSystem.EIGHT_BIT))
        if y < HEIGHT:
            line = lines[y]
            lines[y] = Strip.join([line.crop(0, x), strip, line.crop(x + 8, WIDTH)]).crop(0, WIDTH)
        assert looks_like(terminal, lines)


@pytest.mark.parametrize("text", ["日本", "e\u0301t", "be\u0301日"])
def test_wide_and_combining_characters_leave_the_rest_in_its_place(text):
    """Terminals disagree about their widths: they are always written, and the cursor is placed again after them."""
    terminal, shown = Emulator(WIDTH, HEIGHT), Shown(Size(WIDTH, HEIGHT))
    odd, width = Strip([Segment(text)]), Strip([Segment(text)]).cell_length
    for below in "xyz":
        pieces = [(0, 3, odd), (0, 3 + width, Strip([Segment("|")])), (1, 3, Strip([Segment(below)]))]
        codes = shown.update(pieces, None, NO_ABILITIES, None)
        assert text in codes
        terminal.read(codes)
        assert (terminal.cells[0][3 + width][0], terminal.cells[1][3][0]) == ("|", below)
    terminal.read(shown.update([(0, 0, Strip([Segment("=" * WIDTH)]))], None, NO_ABILITIES, None))
    assert {char for char, _ in terminal.cells[0]} == {"="}


def written(*pieces, shown=None, system=ColorSystem.EIGHT_BIT):
    """Return the codes of styled texts, each with its place, on a screen of unknown contents."""
    strips = [(y, x, Strip([Segment(text, Style.parse(style))])) for y, x, text, style in pieces]
    return (shown or Shown(Size(20, 6))).update(strips, None, NO_ABILITIES, system).removeprefix("\x1b[m")


def test_unchanged_cells_are_not_written_again():
    shown = Shown(Size(20, 6))
    assert written((0, 4, "efgh", ""), shown=shown) == "\x1b[1;5Hefgh"
    assert written((0, 4, "efgh", ""), shown=shown) == ""
    assert written((0, 4, "egGh", ""), shown=shown) == "\x08\x08\x08gG"


def test_an_update_of_textual_is_reduced_to_the_changed_cells():
    """Each of its spans is a part of a line, which may be longer."""
    console, shown = Console(color_system="standard"), Shown(Size(9, 2))
    chops = [{0: Strip([Segment("abcdef")]), 6: Strip([Segment("ghi")])}, {0: Strip([Segment("j        ")])}]
    update = ChopsUpdate(chops, [(0, 4, 8), (1, 0, 9)], [[6, 9], [9]])
    assert TrimmedUpdate(update, shown).codes(console) == "\x1b[m\x1b[1;5Hefgh\r\x0bj\x1b[K"
    layout = LayoutUpdate([[Strip([Segment("abc")]), Strip([Segment("defghi")])]], Region(0, 0, 9, 1))
    assert TrimmedUpdate(layout, shown).codes(console) == "\x1bM\x08abcdefghi", "nothing is known of the others"


def test_a_style_is_written_once():
    """The terminal keeps it from run to run and from update to update; a blank takes any style with its background."""
    shown = Shown(Size(20, 6))
    mark, ground = "bold color(231) on color(54)", "color(250) on color(234)"
    written((0, 0, ".", ""), shown=shown)
    cells = ((y, x, "7", mark) if x == 4 else (y, x, " ", ground) for y in range(6) for x in (4, 5))
    text = written(*cells, shown=shown)
    assert text.count("48;5;54") == text.count("48;5;234") == 1
    shown = Shown(Size(20, 6))
    assert written((0, 0, "a", "red on blue"), (0, 1, "  ", "on blue"), (0, 3, "b", "red on blue"), shown=shown) == (
        "\x1b[1;1H\x1b[31;44ma  b"
    )
    assert written((1, 0, "c", "red on blue"), shown=shown) == "\r\x0bc"
    assert written((1, 1, "d", "red"), (1, 2, "e", ""), shown=shown) == "\x1b[49md\x1b[me"
    assert written((2, 0, "a", "bold red"), system=None) == "\x1b[3;1Ha"


def test_blanks_at_the_end_of_a_line_are_erased():
    shown = Shown(Size(20, 6))
    assert written((0, 0, "abc", ""), (0, 3, " " * 17, ""), shown=shown) == "\x1b[1;1Habc\x1b[K"
    written((0, 5, "x    y", ""), shown=shown)
    assert written((0, 5, "      ", ""), shown=shown) == "\x1b[6D\x1b[K"


def test_few_cells_between_changes_are_written_again():
    shown = Shown(Size(20, 6))
    written((0, 0, "abcdefghijkl", ""), shown=shown)
    assert written((0, 0, "Abcd", ""), (0, 4, "Efghijk", ""), (0, 11, "L", ""), shown=shown) == "\rAbcdE\x1b[6CL"


def test_the_colors_of_blocks_are_swapped_where_that_saves_codes():
    upper = QUADRANTS[3]
    text = written((0, 0, upper, "color(22) on color(58)"), (0, 1, upper, "color(58) on color(22)"))
    assert text.count("m") == 1
    assert written((0, 0, upper, "red on blue"), (0, 1, upper, "blue on red")).count("m") == 2


@pytest.mark.parametrize(
    ("style", "codes"), [("reverse underline", "7"), ("underline black on green", "30;42"), ("underline", "4")]
)
def test_on_the_linux_console_no_colored_or_white_text_is_underlined(style, codes, monkeypatch):
    """It shows underlined text in white, so numbers on white counters would be lost."""
    monkeypatch.setattr(writer, "UNDERLINES_IN_WHITE", True)
    rendition_of.cache_clear()
    try:
        assert colored([Segment("5-5", Style.parse(style))], ColorSystem.EIGHT_BIT) == f"\x1b[{codes}m5-5\x1b[m"
    finally:
        rendition_of.cache_clear()


def moved(can, *, down=0, right=0):
    """Return the bytes written when a window in half of a full screen moves over its picture."""
    screen, shown = Screen(Draw(1)), Shown(Size(WIDTH, HEIGHT))
    screen.region = Region(0, 0, 20, HEIGHT - 1)
    shown.update(whole(screen.strips()), screen.window, can, ColorSystem.EIGHT_BIT)
    screen.top, screen.left = screen.top + down, screen.left + right
    return shown.update(whole(screen.strips()), screen.window, can, ColorSystem.EIGHT_BIT)


def test_the_terminal_scrolls_the_part_that_stays_in_the_window():
    assert "\x1b[1;11r\x1b[1;1H\x1b[2M\x1b[r" in moved(TERMINALS["scrolling"], down=2)
    assert "\x1b[1;11r\x1b[1;1H\x1b[L\x1b[r" in moved(TERMINALS["scrolling"], down=-1)
    text = moved(TERMINALS["scrolling"], right=2)
    assert "\x1b[1;1H\x1b[2P\v\x1b[2P" in text
    assert "\x1b[2P\x1b[1;19H\x1b[2@\v\x1b[2@" in text, "one end in all lines, then the other"
    assert "P" not in moved(TERMINALS["scrolling"], right=25), "nothing stays"
    shift = Shift(Region(0, 1, 20, 3), 0, -1)
    assert scroll_codes(shift, margins=True) == "\x1b[?69h\x1b[1;20s\x1b[2;4r\x1b[2;1H\x1b[M\x1b[r\x1b[?69l"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminfo")
@pytest.mark.parametrize(
    ("term", "scrolls"),
    [
        *[("xterm-256color", True), ("vt100", False)],
        *sample([("tmux-256color", True), ("linux", True), ("nobody-knows", False)], []),
    ],
)
def test_only_terminals_that_can_scroll_are_sent_scroll_codes(term, scrolls):
    code = f"from westwall_tui.ui.terminal.writer import can_scroll; print(can_scroll({term!r}))"  # curses asks once
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == [str(scrolls)]
