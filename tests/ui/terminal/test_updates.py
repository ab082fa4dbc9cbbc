"""The terminal's own scrolling: after any update, scrolled or not, it shows what was meant."""

import subprocess
import sys
from functools import cache

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from tests.long import sample
from tests.ui.terminal.emulator import Emulator, cells_of, seen
from westwall_tui.engine.dice import Draw
from westwall_tui.ui.terminal.blocks import QUADRANTS, SEXTANTS
from westwall_tui.ui.terminal.delta import PLAIN, look_of
from westwall_tui.ui.terminal.numbers import Numbers
from westwall_tui.ui.terminal.updates import Can, Shift, Shown, TrimmedUpdate, Window, scroll_codes

WIDTH, HEIGHT = 30, 12
PICTURE = Size(60, 40)
STYLES = [Style.parse(text) for text in ("", "bold", "red on blue", "white on blue", "on blue", "underline", "reverse")]
STYLES += [Style.parse("color(30) on color(50)"), Style.parse("color(50) on color(30)")]
STYLES += [
    Style.parse("color(11) on color(0)"),
    Style.parse("color(0) on color(11)"),
    Style.parse("color(15) on color(30)"),
    Style.parse("bold color(30) on color(50)"),
    Style.parse("bold color(50) on color(30)"),
]
TERMINALS = {
    "none": (Can(), False),
    "lines and characters": (Can("xterm-256color"), False),
    "the same, kept": (Can("xterm-256color", kept=True), False),
    "margins": (Can("xterm-256color", margins=True, kept=True), True),
    "columns": (Can("xterm-256color", margins=True, columns=True, kept=True), True),
    "tabs": (Can("xterm-256color", tabs=True, kept=True), False),
    "lent numbers": (Can("xterm-256color", kept=True, numbers=Numbers({5: 30, 14: 50})), False),
}


class Screen:
    """A screen with a window on a picture, and other text round it; both change at random."""

    def __init__(self, draw):
        self.draw = draw
        self.picture = [[self.cell() for _ in range(PICTURE.width)] for _ in range(PICTURE.height)]
        self.around = [[self.cell() for _ in range(WIDTH)] for _ in range(HEIGHT)]
        x, y = draw.below(3), draw.below(3)
        width = WIDTH - x - draw.pick((0, 7, 9))
        self.region = Region(x, y, width, HEIGHT - y - draw.below(3))
        self.left = self.top = 12

    def cell(self):
        char = self.draw.pick("ab      ▘▟▌▐█\U0001fb00\U0001fb3b")
        return char, self.draw.pick(STYLES)

    def change(self):
        """Move the window, and change a few cells."""
        draw = self.draw
        self.left = max(0, min(PICTURE.width - self.region.width, self.left + draw.pick((0, 0, 1, -1, 4, -6, 20, -25))))
        self.top = max(0, min(PICTURE.height - self.region.height, self.top + draw.pick((0, 0, 1, -1, 2, -5, 12, -11))))
        for rows, size in ((self.picture, PICTURE), (self.around, Size(WIDTH, HEIGHT))):
            for _ in range(draw.below(20)):
                rows[draw.below(size.height)][draw.below(size.width)] = self.cell()

    def update(self):
        """Everything, as Textual hands it over."""
        return LayoutUpdate([[strip] for strip in self.strips()], Region(0, 0, WIDTH, HEIGHT))

    def strips(self):
        rows = [[*row] for row in self.around]
        here = self.region
        for y in range(here.height):
            rows[here.y + y][here.x : here.right] = self.picture[self.top + y][self.left : self.left + here.width]
        return [Strip([Segment(char, style) for char, style in row]) for row in rows]

    @property
    def window(self):
        return Window(self.region, self.left, self.top)


def looks_like(terminal, strips, system=ColorSystem.EIGHT_BIT):
    """Whether a terminal shows a picture."""
    pairs = zip(terminal.cells, cells_of(strips, system), strict=True)
    return all(drawn(*seen(*a)) == drawn(*b) for row, meant in pairs for a, b in zip(row, meant, strict=True))


def _as_front(back):
    """The code of a ground as that of a front."""
    return back.replace("10", "9", 1) if back.startswith("10") else back.replace("4", "3", 1)


@cache
def drawn(char, look):
    """A cell of blocks as its twelve points, in their colors; others as they are."""
    blocks = QUADRANTS if char in QUADRANTS else SEXTANTS
    if look.front and look.front == _as_front(look.back) and not look.lines:
        char, look = " ", look._replace(weight="")  # a sign in the color of its ground is not seen
    if char not in blocks or look.lines or (look.weight and char != " "):
        return char, look
    bits, high = blocks.index(char), len(blocks).bit_length() // 2
    front, ground = look.front or "front", _as_front(look.back) or "ground"
    return [front if bits >> (y * high // 6 * 2 + x) & 1 else ground for y in range(6) for x in range(2)]


@pytest.mark.slow
@pytest.mark.parametrize("name", TERMINALS)
@pytest.mark.parametrize("seed", range(sample(10, 1)))
def test_a_terminal_shows_what_was_meant(seed, name):
    """Random pictures, windows that move over them, and what stands round them."""
    can, margins = TERMINALS[name]
    screen, shown = Screen(Draw(seed)), Shown(Size(WIDTH, HEIGHT))
    terminal = Emulator(WIDTH, HEIGHT, margins=margins, numbers=can.numbers)
    console = Console(color_system="256", force_terminal=True)
    for _ in range(sample(12, 6)):
        terminal.read(TrimmedUpdate(screen.update(), shown, screen.window, can).codes(console))
        assert terminal.is_at_rest
        assert can.kept or terminal.look == PLAIN
        assert looks_like(terminal, screen.strips())
        screen.change()


def moved(can, *, down=0, right=0):
    """What is written when a window in half of a full screen moves over its picture."""
    text = "abcdefghijklmnopqrstuvwxyz0123456789"
    shown, console = Shown(Size(WIDTH, HEIGHT)), Console(color_system="256", force_terminal=True)
    codes = ""
    for left, top in ((6, 6), (6 + right, 6 + down)):
        rows = [text[y % 7 :][left : left + 20] + "|" + " " * 9 for y in range(top, top + HEIGHT - 1)]
        strips = [[Strip([Segment(row)])] for row in (*rows, "below".ljust(WIDTH))]
        window = Window(Region(0, 0, 20, HEIGHT - 1), left, top)
        update = LayoutUpdate([*strips], Region(0, 0, WIDTH, HEIGHT))
        codes = TrimmedUpdate(update, shown, window, can).codes(console)
    return codes


def test_lines_move_in_a_region_of_the_screen():
    assert moved(TERMINALS["lines and characters"][0], down=2).startswith("\x1b[1;11r\x1b[1;1H\x1b[2M\x1b[r")
    assert moved(TERMINALS["lines and characters"][0], down=-1).startswith("\x1b[1;11r\x1b[1;1H\x1b[L\x1b[r")


def test_characters_move_without_what_is_beside_them():
    text = moved(TERMINALS["lines and characters"][0], right=2)
    assert text.startswith("\x1b[1;1H\x1b[2P\v\x1b[2P")
    assert "\x1b[2P\x1b[1;19H\x1b[2@\v\x1b[2@" in text, "one end in all lines, then the other"


@pytest.mark.parametrize(("char", "kept"), [("7", "bold"), (" ", "red")])
def test_the_pen_is_kept_beside_the_window_in_the_look_of_what_stands_there(char, kept):
    """Where nothing does, in that of most that stands beside the window."""
    window, terminal = Window(Region(0, 0, 20, HEIGHT), 0, 0), Emulator(WIDTH, HEIGHT)
    shown, console = Shown(Size(WIDTH, HEIGHT)), Console(color_system="256", force_terminal=True)
    here = HEIGHT // 4
    for step in "ab":
        beside = [Strip([Segment(step * 8, Style.parse("red"))])] * HEIGHT
        beside[here] = Strip([Segment(char + step * 7, Style.parse("bold"))])
        strips = [[Strip([Segment("m" * 20 + "  ")]), strip] for strip in beside]
        update = LayoutUpdate([*strips], Region(0, 0, WIDTH, HEIGHT))
        terminal.read(TrimmedUpdate(update, shown, window, TERMINALS["the same, kept"][0]).codes(console))
    assert terminal.kept[:3] == (here, 22, look_of(Style.parse(kept), ColorSystem.EIGHT_BIT))


def test_with_margins_nothing_beside_the_window_moves():
    shift = Shift(Region(0, 1, 20, 3), 0, -1)
    assert scroll_codes(shift, WIDTH, margins=True) == "\x1b[?69h\x1b[1;20s\x1b[2;4r\x1b[2;1H\x1b[M\x1b[r\x1b[?69l"
    assert scroll_codes(shift, 20, margins=True) == "\x1b[2;4r\x1b[2;1H\x1b[M\x1b[r", "nothing is beside it"


@pytest.mark.parametrize(
    ("right", "down", "codes"), [(-3, 0, "\x1b[3'~"), (1, 0, "\x1b['}"), (2, -1, "\x1b[2'}\x1b[M"), (0, 1, "\x1b[L")]
)
def test_columns_between_margins_move_by_one_code(right, down, codes):
    shift = Shift(Region(0, 1, 20, 3), right, down)
    text = scroll_codes(shift, WIDTH, margins=True, columns=True)
    assert text == f"\x1b[?69h\x1b[1;20s\x1b[2;4r\x1b[2;1H{codes}\x1b[r\x1b[?69l"
    assert "'" not in scroll_codes(shift, WIDTH, margins=False, columns=True)


def test_columns_of_the_whole_screen_do_too():
    """xterm moves them only where it has margins."""
    text = scroll_codes(Shift(Region(0, 1, WIDTH, 3), 2, 0), WIDTH, margins=True, columns=True)
    assert text == f"\x1b[?69h\x1b[1;{WIDTH}s\x1b[2;4r\x1b[2;1H\x1b[2'}}\x1b[r\x1b[?69l"


def test_what_does_not_move_far_enough_to_pay_is_written():
    assert "P" not in moved(Can("xterm-256color"), right=25)
    assert Window(Region(0, 0, 20, 9), 0, 0).shift_to(Window(Region(0, 0, 20, 9), 20, 0)) is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminfo")
@pytest.mark.parametrize(
    ("term", "scrolls"),
    [
        *[("xterm-256color", True), ("vt100", False)],
        *sample([("tmux-256color", True), ("linux", True), ("nobody-knows", False)], []),
    ],
)
def test_only_terminals_that_are_known_to_scroll_are_told_to(term, scrolls):
    code = f"from westwall_tui.ui.terminal.updates import Can; print(bool(Can({term!r}).scrolling))"  # curses asks once
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == [str(scrolls)]
