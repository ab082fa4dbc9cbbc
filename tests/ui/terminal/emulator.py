"""A small emulator of a terminal like the VT420: margins, and lines and characters that move."""

import re
from functools import cache

from rich.cells import cell_len
from rich.color import ColorSystem

from westwall_tui.ui.terminal.writer import PLAIN, rendition_of

CODES = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z@])|(\x1bM|[^\x1b])", re.DOTALL)

COMMANDS = {
    "H": "go",
    "A": "up",
    "B": "down",
    "C": "forth",
    "D": "back",
    "K": "erase",
    "r": "set_region",
    "s": "set_margins",
    "L": "insert_lines",
    "M": "delete_lines",
    "@": "insert",
    "P": "delete",
}
"""Methods by the last characters of their sequences."""


class Emulator:
    """A terminal of cells, each a character and its rendition.

    After the last column its cursor's position is unknown.
    """

    def __init__(self, width, height, *, margins=False):
        self.width, self.height, self.can_have_margins = width, height, margins
        self.cells = [[("?", PLAIN)] * width for _ in range(height)]
        self.look = PLAIN
        self.y = self.x = -1
        self.unsure = False
        """True if the cursor may be elsewhere, because terminals disagree about wide and combining characters."""
        self.top, self.bottom = 0, height
        self.left, self.right, self.margins = 0, width, False

    def read(self, text):
        end = 0
        for found in CODES.finditer(text):
            assert found.start() == end, f"not understood: {text[end : found.start()]!r}"
            end = found.end()
            private, number, what, char = found.groups()
            if char:
                self._char(char)
            elif what == "m":
                self._turn(number)
            elif private:
                assert number in ("69", "2026")
                assert number != "69" or self.can_have_margins, "margins are not known here"
                self.margins = what == "h" if number == "69" else self.margins
                if not self.margins:
                    self.left, self.right = 0, self.width
            else:
                getattr(self, COMMANDS[what])(*(int(n) for n in number.split(";") if n))
        assert end == len(text), f"not understood: {text[end:]!r}"
        return self

    @property
    def is_at_rest(self):
        """Check that no margins are set, as after every update."""
        whole = (self.top, self.bottom, self.left, self.right) == (0, self.height, 0, self.width)
        return whole and not self.margins

    def _char(self, char):
        if char == "\r":
            self.x = 0
            return
        if char == "\x1bM":
            self._known()
            assert self.y not in (0, self.top), "the region would scroll"
            self.y -= 1
            return
        assert self.x in range(self.width), f"{char!r} at an unknown place"
        assert self.y in range(self.height), f"{char!r} at an unknown place"
        if char == "\b":
            self._known()
            self.x -= 1
        elif char == "\v":
            self._known()
            assert self.y + 1 < self.height
            assert self.y + 1 != self.bottom, "the region would scroll"
            self.y += 1
        else:
            width = cell_len(char)
            self.cells[self.y][self.x : self.x + width] = [(char, self.look)] * width
            self.x += width
            self.unsure |= width != 1

    def _turn(self, number):
        words = number.split(";") if number else ["0"]
        while words:
            word = words.pop(0)
            if word == "0":
                self.look = PLAIN
            elif word in ("38", "48"):
                kind = words.pop(0)
                color = ";".join((word, kind, *(words.pop(0) for _ in range(1 if kind == "5" else 3))))
                self.look = self.look._replace(**{"front" if word == "38" else "back": color})
            elif word in ("39", "49"):
                self.look = self.look._replace(**{"front" if word == "39" else "back": ""})
            elif word == "22":
                self.look = self.look._replace(weight="")
            elif word in ("1", "2"):
                self.look = self.look._replace(weight=";".join(filter(None, (self.look.weight, word))))
            elif 30 <= int(word) <= 37 or 90 <= int(word) <= 97:
                self.look = self.look._replace(front=word)
            elif 40 <= int(word) <= 47 or 100 <= int(word) <= 107:
                self.look = self.look._replace(back=word)
            else:
                self.look = self.look._replace(lines=";".join(filter(None, (self.look.lines, word))))

    @property
    def _blank(self):
        """Return the cell that fills a place from which cells have moved: some terminals use the current background."""
        return " ", PLAIN._replace(back=self.look.back)

    def go(self, y=1, x=1):
        self.y, self.x, self.unsure = y - 1, x - 1, False

    def up(self, count=1):
        self._known()
        self.y -= count

    def down(self, count=1):
        self._known()
        self.y += count

    def forth(self, count=1):
        self._known()
        self.x += count

    def back(self, count=1):
        self._known()
        self.x -= count

    def _known(self):
        assert 0 <= self.x < self.width, "a step from an unknown place"
        assert not self.unsure, "a step from an unknown place"

    def erase(self):
        self.cells[self.y][self.x :] = [self._blank] * (self.width - self.x)

    def set_region(self, top=1, bottom=None):
        self.top, self.bottom = top - 1, bottom or self.height
        self.y = self.x = 0

    def set_margins(self, left, right):
        assert self.margins, "it would keep the place of the cursor"
        self.left, self.right = left - 1, right
        self.y = self.x = 0

    def insert_lines(self, count=1):
        self._move_lines(count)

    def delete_lines(self, count=1):
        self._move_lines(-count)

    def _move_lines(self, down):
        assert self.top <= self.y < self.bottom
        assert self.left <= self.x < self.right
        old = [row[self.left : self.right] for row in self.cells]
        for y in range(self.y, self.bottom):
            blank = [self._blank] * (self.right - self.left)
            self.cells[y][self.left : self.right] = old[y - down] if self.y <= y - down < self.bottom else blank
        self.x = self.left

    def insert(self, count=1):
        x, right, row = self.x, self.right, self.cells[self.y]
        assert self.left <= x < right
        row[x:right] = ([self._blank] * count + row[x:right])[: right - x]

    def delete(self, count=1):
        x, right, row = self.x, self.right, self.cells[self.y]
        assert self.left <= x < right
        row[x:right] = (row[x + count : right] + [self._blank] * count)[: right - x]


def cells_of(strips, system=ColorSystem.EIGHT_BIT):
    """Return the lines of a picture as a terminal shows them; of blanks only their background."""
    return [
        [seen(char, rendition_of(segment.style, system)) for segment in strip for char in segment.text]
        for strip in strips
    ]


@cache
def seen(char, look):
    """Return a cell as a person sees it: a character in the color of its background is invisible."""
    if look.back.startswith("48;") and look.front == f"3{look.back[1:]}" and not look.lines:
        return " ", PLAIN._replace(back=look.back)
    return (char, look if char != " " or look.lines else PLAIN._replace(back=look.back))
