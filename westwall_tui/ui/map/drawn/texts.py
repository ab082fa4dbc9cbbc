"""The characters in a hex of the drawn map: counters, marks, notes, the letters of crossings.

Their cells are as in ASCII.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.units import Kind
from westwall_tui.ui.map.drawn.glyphs import Blocks, symbol
from westwall_tui.ui.map.geometry import LARGE, SMALL, S, Spot
from westwall_tui.ui.map.hexes.counters import Token
from westwall_tui.ui.map.hexes.marks import ZONE, Contents
from westwall_tui.ui.map.hexes.numbers import (
    HALF,
    ZONES,
    Covers,
    NumberSpot,
    ReachMark,
    makes_way,
    shorter_marks,
    spots_in_hex,
    stands,
    zone_spot,
)
from westwall_tui.ui.map.sheet.canvas import Canvas
from westwall_tui.ui.map.sheet.printed import BRIDGE, WATER, water_of
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, NAMED, OBLIGED, OFFERED, OPEN, SIGNS

UNIT, NAME, LINE, PRINT, OTHER = "unit", "name", "line", "print", "other"
"""Kinds of text: of a counter, of a name, of the line to a name's place, of a printed number, any other."""
PATH = SIGNS["path"].role
STATE_INKS = {OBLIGED: "obliged", OFFERED: "target", JOINED: "joined", HELD: "selected", OPEN: "legal"}
"""Ink of a counter's state other than ready or done."""
LAID_INKS = {
    "n": "obliged",
    "L": "obliged",
    "V": "objective",
    "p": "path",
    "c": "thread",
    "m": "noted",
    "a": "noted",
    "T": "objective",
    "k": "obliged",
    **dict.fromkeys("123456789", "zone"),
}
"""Ink of an overlay's sign that is shown in a counter."""
GATES = {name: SIGNS[name].ascii for name in ("wired", "blown", "laid", "ferry")}
"""The letters of crossings that are not as printed."""


class HexText(NamedTuple):
    """A character in a cell, with its ink and the kind of text that it belongs to."""

    char: str
    role: str
    bold: bool
    kind: str


Placed = tuple[int, int, HexText]
"""A text with its cell: x and y."""
Said = tuple[Spot, str, str, bool]
"""A mark: where it begins if that is free, its text and ink, and whether it is bold."""


class HexSigns(NamedTuple):
    """The marks and overlay signs of a hex, in the cells that names leave free."""

    texts: Sequence[Placed]
    lacking: Collection[Spot]
    """The cells from which names must be removed, because the signs found no free cells."""


class HexTexts:
    """The texts of hexes, each made from the contents of its hex."""

    def __init__(self, canvas: Canvas, blocks: Blocks, covers: Covers) -> None:
        """Take the canvas. `covers` has the costs of covering cells with numbers."""
        self.canvas, self.size, self._blocks = canvas, canvas.size, blocks
        self._covers = covers
        self.gates: Mapping[tuple[int, int], str] = {}
        """Crossings that are not as printed, by their two hexes."""
        self.kinds: Mapping[int, Kind] = {}
        """By hex, the kind of its unit."""

    def firm(self, h: int, shown: Contents) -> list[Placed]:
        """Return the texts of a hex that place names must avoid: its counter, and its note."""
        note = shown.note or self.canvas.entries.get(h)
        if shown.token is not None:
            over = _laid_over(shown)
            mark, star = _without_name(shown.mark)
            named = self._put(h, self.size.beside[note is not None], star, STATE_INKS[OPEN])
            return [*self._counter_texts(h, shown.token, mark, over), *self._note_beside(h, note), *named]
        if note is None:
            return []
        return self._put(h, self._note_spot(h, len(note[0])), note[0], _ink(note[1]))

    def signs(self, h: int, shown: Contents, taken: Collection[Spot]) -> HexSigns:
        """Return the texts that avoid names: marks, and overlay signs. `taken` has the cells of names."""
        over, lacking = _laid_over(shown), set[Spot]()
        if shown.token is not None:
            owner = self._note_beside(h, (over, _owner_ink(over))) if over[:1] == "$" else []
            note = {(x, y) for x, y, _ in self._note_beside(h, shown.note or self.canvas.entries.get(h))}
            return HexSigns(owner, {(x, y) for x, y, _ in owner if (x, y) in taken and (x, y) not in note})
        found: list[Placed] = []
        note = {(x, y) for x, y, _ in self.firm(h, shown)}
        if shown.mark is not None:
            found, lacking = self._mark_texts(h, shown.mark, taken, note)
        others = {*taken, *((x, y) for x, y, _ in found)}
        if over[:1] == "$":
            first = self._note_spot(h, len(over))
            spots = spots_in_hex(self.size, first, len(over))
            if shown.note is not None:  # the sign takes the note's place
                spots = [spot for spot in spots if note <= set(self._cells(h, spot, len(over)))]
            placed, more = self._put_free(h, spots, over, _owner_ink(over), others)
        elif over[:1] in LAID_INKS and over[:1] not in ("", "c"):  # a line of communication is drawn from hex to hex
            spots = spots_in_hex(self.size, self._note_spot(h, 1), 1)
            placed, more = self._put_free(h, spots, over[:1], LAID_INKS[over[:1]], {*others, *note})
        else:
            placed, more = [], set()
        return HexSigns([*found, *placed], {*lacking, *more})

    def crossings(self) -> Iterator[Placed]:
        """Yield the letters of crossings that are wired, blown, laid or ferries."""
        grid = self.canvas.board.grid
        for (a, b), name in self.gates.items():
            if name in GATES:
                spots = self.size.gates[grid.direction(a, b)]
                for spot in spots:
                    yield from self._put(a, spot, GATES[name], name)

    # -- the parts

    def _put(self, h: int, spot: Spot, text: str, role: str, *, bold: bool = True, kind: str = OTHER) -> list[Placed]:
        x, y = self.canvas.origin(h)
        x, y = x + spot[0], y + spot[1]
        if not 0 <= y < self.canvas.height:
            return []
        return [
            (x + i, y, HexText(char, role, bold, kind)) for i, char in enumerate(text) if 0 <= x + i < self.canvas.width
        ]

    def _cells(self, h: int, spot: Spot, length: int) -> list[Spot]:
        """Return the cells of a text in a hex."""
        x, y = self.canvas.origin(h)
        return [(x + spot[0] + i, y + spot[1]) for i in range(length)]

    def _put_free(
        self, h: int, spots: Sequence[Spot], text: str, role: str, taken: Collection[Spot]
    ) -> tuple[list[Placed], set[Spot]]:
        """Place a text in the first free position.

        If no position is free, place the text in the first one, and return the cells from which names must be removed.
        """
        for spot in spots:
            if not any(cell in taken for cell in self._cells(h, spot, len(text))):
                return self._put(h, spot, text, role), set()
        return self._put(h, spots[0], text, role), set(self._cells(h, spots[0], len(text)))

    def _mark_texts(
        self, h: int, mark: tuple[str, str], taken: Collection[Spot], note: Collection[Spot]
    ) -> tuple[list[Placed], set[Spot]]:
        """Return a mark where there is room, shortened if necessary.

        If there is none, also return the cells to clear of names.
        """
        base, star = _without_name(mark)
        shorter = [self._mark_text(*each) for each in (shorter_marks(*base) if base is not None else [])]
        said = [each for each in shorter if each is not None]
        if star and not said:
            said, star = [(self._middle, star, STATE_INKS[OPEN], True)], ""
        if not said:
            return [], set()
        places = stands(self.canvas, h, said[0][0], [len(each[1]) for each in said], self._covers, note)
        lacking, chosen = set[Spot](), next((each for each in places if self._is_free(h, each, said, taken)), None)
        if makes_way(chosen, places[0]):
            chosen = places[0]
            lacking = set(self._cells(h, chosen.spot, len(said[chosen.which][1])))
        assert chosen is not None
        _, text, role, bold = said[chosen.which]
        found = self._put(h, chosen.spot, text, role, bold=bold)
        found = [(x, y, each._replace(role=ZONE) if each.char in ZONES else each) for x, y, each in found]
        zone = ReachMark.of(mark).zone
        if zone and not any(each.role == ZONE for _, _, each in found):
            apart = zone_spot(self.canvas, h, {*taken, *note, *((x, y) for x, y, _ in found)}, self._covers)
            found += self._put(h, apart, zone, ZONE) if apart is not None else []
        if star:
            others = {*note, *((x, y) for x, y, _ in found)}
            apart = zone_spot(self.canvas, h, {*taken, *others}, self._covers)
            if apart is None:  # names are hidden for this sign
                apart = zone_spot(self.canvas, h, others, self._covers) or self._middle
                lacking |= set(self._cells(h, apart, 1))
            found += self._put(h, apart, star, STATE_INKS[OPEN])
        return found, lacking

    @property
    def _middle(self) -> Spot:
        return self.size.middle, self.size.mark[1]

    def _is_free(self, h: int, stand: NumberSpot, said: Sequence[Said], taken: Collection[Spot]) -> bool:
        return not any(cell in taken for cell in self._cells(h, stand.spot, len(said[stand.which][1])))

    def _mark_text(self, text: str, role: str) -> Said | None:
        """Return the text of a mark; None if it has none."""
        size, sign, middle = self.size, text.strip(), self._middle
        if sign == OPEN:
            return middle, sign, "legal", True
        if sign in (SIGNS["through"].ascii, SIGNS["closed"].ascii):
            return middle, "." if sign == SIGNS["through"].ascii else sign, "faint", False
        if sign[:1] == SIGNS["pinned"].ascii:
            return middle, sign[:1], "path", True
        if sign[:1] in (OFFERED, HELD, OBLIGED, JOINED) and sign[:1] and role != "path":
            return middle, sign[:1], STATE_INKS[sign[0]], True
        if not sign[:1].isdigit():
            return None
        said = ReachMark.of((text, role)).within(size.room)
        number = said.number.rstrip(HALF) if size is SMALL else said.number
        return size.mark, (number + said.zone)[: size.room], "reach", True

    def _counter_texts(self, h: int, token: Token, mark: tuple[str, str] | None, over: str) -> list[Placed]:
        state = _counter_state(token, mark)
        role = STATE_INKS.get(state, "")
        if mark is not None and mark[1] == "target":
            role = "target"
        if over[:1] in LAID_INKS and over[:1]:
            state, role = over[0], LAID_INKS[over[0]]
        done = "_done" if state == DONE else ""
        upper, lower = token.nation + done, f"{token.nation}_low{done}"
        if state == HELD:
            lower = "selected"
        first, second = (str(n)[-1] if n < 10 else "+" for n in token.numbers)
        count = str(token.units) if token.units > 1 else ""
        corner = state if role else count
        if self.size is SMALL:
            return [
                *self._put(h, (1, 0), token.letter, upper, kind=UNIT),
                *self._put(h, (2, 0), corner or " ", role or upper, kind=UNIT),
                *self._put(h, (1, 1), first + second, lower, kind=UNIT),
            ]
        if self.size is LARGE:
            return self._large_counter(h, token, (upper, lower), (corner, role))
        return [
            *self._put(h, (1, 0), token.word[:2], upper, bold=False, kind=UNIT),
            *self._put(h, (3, 0), corner or token.word[2], role or upper, bold=bool(role), kind=UNIT),
            *self._put(h, (1, 1), first, lower, kind=UNIT),
            *self._put(h, (2, 1), "-", self._over_water(h, lower), kind=UNIT),
            *self._put(h, (3, 1), second, lower, kind=UNIT),
        ]

    def _large_counter(self, h: int, token: Token, inks: tuple[str, str], state: tuple[str, str]) -> list[Placed]:
        """Return the designation, symbol, state and all strengths of a unit."""
        (upper, lower), (sign, role) = inks, state
        kind = self.kinds.get(h)
        drawn = symbol(kind, self._blocks) if kind is not None else token.word.ljust(4)
        name, full = token.rows
        return [
            *self._put(h, (1 if len(name) > 5 else 2, 0), name, upper, bold=False, kind=UNIT),
            *self._put(h, (2, 1), drawn[:4], upper, bold=False, kind=UNIT),
            *self._put(h, (6, 1), sign or " ", role or upper, kind=UNIT),
            *self._put(h, (1 if len(full) > 5 else 2, 2), full, lower, kind=UNIT),
        ]

    def _over_water(self, h: int, role: str) -> str:
        """Return the ink of the hyphen between a counter's numbers: that of the crossing or water under it, if any."""
        side, n = self.canvas.hexsides[h][S], self.canvas.board.grid.neighbors[h][S]
        gate = self.gates.get((min(h, n), max(h, n)), "")
        if gate in GATES:
            return gate
        if side & BRIDGE or gate == "bridge":
            return "bridge"
        return f"over_{water_of(side)}" if side & WATER else role

    def _note_beside(self, h: int, note: tuple[str, str] | None) -> list[Placed]:
        """Return the note that a counter would hide: an objective and its owner, an entry area, a drop zone.

        Only the first letter of a drop zone is shown: two letters, one above the other, would look like two notes.
        """
        if note is None:
            return []
        text, role = note[0] if note[0][0] == "$" else note[0][0], note[1]
        upper, lower = self.size.beside
        return [
            *self._put(h, upper, text[0], _ink(role)),
            *(self._put(h, lower, text[1], _ink(role)) if text[1:] else []),
        ]

    def _note_spot(self, h: int, length: int) -> Spot:
        """Return the spot where a note covers least."""
        last = self.size.counter[0].stop - length

        def cost(spot: Spot) -> int:
            roles = [self.canvas.role(h, (spot[0] + i, spot[1])) for i in range(length)]
            return sum(_COVERED.get(role, 0) for role in roles)

        spots: Sequence[Spot] = [(min(x, last), y) for x, y in self.size.notes]
        return min(spots, key=cost)


_COVERED = {
    "bridge": 4,
    "river": 3,
    "canal": 3,
    "stream": 3,
    "town": 3,
    "town_road": 3,
    "road": 2,
    "trail": 1,
    "rail": 1,
}
"""Cost of covering a cell with a note, by its role."""


def _counter_state(token: Token, mark: tuple[str, str] | None) -> str:
    """Return the sign of a counter's state."""
    if mark is None or (mark[1] == "path" and mark[0] == "@"):
        return token.state
    first = mark[0][0]
    if first.isdigit():
        return OPEN
    if first == SIGNS["pinned"].ascii:
        return HELD
    return first if first in (OBLIGED, OFFERED, JOINED, HELD, OPEN, DONE) else token.state


def _without_name(mark: tuple[str, str] | None) -> tuple[tuple[str, str] | None, str]:
    """Return a mark without the sign for a named hex (None if nothing is left), and that sign."""
    text, role = mark or ("", "")
    if text == NAMED and role == PATH:
        return None, text
    star = ReachMark.of((text, role)).named if text else ""
    return ((text.removesuffix(star), role) if mark is not None else None), star


def _ink(role: str) -> str:
    return {"entry": "entry", "objective": "objective", "obliged": "obliged"}.get(role, role or "entry")


def _laid_over(shown: Contents) -> str:
    return shown.over[0].strip() if shown.over is not None else ""


def _owner_ink(over: str) -> str:
    """Return the ink of an objective's owner. If no side owns the place, the ink is that of a warning."""
    return "obliged" if "?" in over else "objective"
