"""What stands in a hex as characters: counters, marks, notes, the letters of crossings. The same cells as in ASCII."""

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
from westwall_tui.ui.map.signs import DONE, HELD, JOINED, NAMED, OBLIGED, OFFERED, OPEN, READY, SIGNS

UNIT, NAME, LINE, PRINT, OTHER = "unit", "name", "line", "print", "other"
"""Kinds of text: a counter's, a name's, of the line to a name's place, a printed number's, any other."""
PATH = SIGNS["path"].role
STATE_INKS = {OBLIGED: "obliged", OFFERED: "target", JOINED: "joined", HELD: "selected", OPEN: "legal"}
"""How a counter's state is painted where it is more than ready or done."""
LAID_INKS = {
    "n": "obliged",
    "L": "obliged",
    "V": "objective",
    "p": "path",
    "c": "zone",
    "m": "zone",
    "a": "target",
    "T": "objective",
    "k": "obliged",
}
"""How what is laid over the map is painted in a counter, by its sign."""
GATES = {name: SIGNS[name].ascii for name in ("wired", "blown", "laid", "ferry")}
"""The letters of crossings that are not as printed."""


class HexText(NamedTuple):
    """A character in a cell: how it is painted, and what it belongs to."""

    char: str
    role: str
    bold: bool
    kind: str


Placed = tuple[int, int, HexText]
"""A text with its cell: x and y."""
Said = tuple[Spot, str, str, bool]
"""A mark: where it begins if that is free, its text and ink, and whether it is bold."""


class HexSigns(NamedTuple):
    """What is marked in a hex and laid over it, where no name stands."""

    texts: Sequence[Placed]
    lacking: Collection[Spot]
    """The cells that it would have to have where it found no room."""


class HexTexts:
    """Makes the texts of a hex."""

    def __init__(self, canvas: Canvas, blocks: Blocks, covers: Covers) -> None:
        """`covers`: what a number should not cover."""
        self.canvas, self.size, self._blocks = canvas, canvas.size, blocks
        self._covers = covers
        self.gates: Mapping[tuple[int, int], str] = {}
        """Crossings that are not as printed, by their two hexes."""
        self.kinds: Mapping[int, Kind] = {}
        """By hex the kind of its unit."""

    def firm(self, h: int, shown: Contents) -> list[Placed]:
        """The texts of a hex that names make way for: its counter, and its note."""
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
        """The texts that make way for names: marks, and what is laid over the hex. `taken`: cells of names."""
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
            if shown.note is not None:  # it takes its place
                spots = [spot for spot in spots if note <= set(self._cells(h, spot, len(over)))]
            placed, more = self._put_free(h, spots, over, _owner_ink(over), others)
        elif over[:1] in LAID_INKS and over[:1] not in ("", "c"):  # a line of communication is drawn from hex to hex
            spots = spots_in_hex(self.size, self._note_spot(h, 1), 1)
            placed, more = self._put_free(h, spots, over[:1], LAID_INKS[over[:1]], {*others, *note})
        else:
            placed, more = [], set()
        return HexSigns([*found, *placed], {*lacking, *more})

    def crossings(self) -> Iterator[Placed]:
        """The letters of crossings that are wired, blown, laid or ferries."""
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
        """The cells of a text in a hex."""
        x, y = self.canvas.origin(h)
        return [(x + spot[0] + i, y + spot[1]) for i in range(length)]

    def _put_free(
        self, h: int, spots: Sequence[Spot], text: str, role: str, taken: Collection[Spot]
    ) -> tuple[list[Placed], set[Spot]]:
        """A text in the first of some positions that is free; where none is, in the first, and the cells it lacks."""
        for spot in spots:
            if not any(cell in taken for cell in self._cells(h, spot, len(text))):
                return self._put(h, spot, text, role), set()
        return self._put(h, spots[0], text, role), set(self._cells(h, spots[0], len(text)))

    def _mark_texts(
        self, h: int, mark: tuple[str, str], taken: Collection[Spot], note: Collection[Spot]
    ) -> tuple[list[Placed], set[Spot]]:
        """A mark where it finds room, as much of it as does, and the cells that it lacks if none does."""
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
            if apart is None:  # names give way to it
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
        """What is said of a mark; None if it has no text."""
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
        plain = state in (READY, DONE)
        if self.size is SMALL:
            beside = count or (" " if plain else state)
            return [
                *self._put(h, (1, 0), token.letter, upper, kind=UNIT),
                *self._put(h, (2, 0), beside, role or upper, kind=UNIT),
                *self._put(h, (1, 1), first + second, lower, kind=UNIT),
            ]
        if self.size is LARGE:
            return self._large_counter(h, token, (upper, lower), (count or ("" if plain else state), role))
        middle, middle_role = (READY if plain else state), role or lower
        if plain:
            middle, middle_role = self._over_water(h, middle, lower)
        return [
            *self._put(h, (1, 0), token.word[: 3 - len(count)] + count, upper, bold=False, kind=UNIT),
            *self._put(h, (1, 1), first, lower, kind=UNIT),
            *self._put(h, (2, 1), middle, middle_role, kind=UNIT),
            *self._put(h, (3, 1), second, lower, kind=UNIT),
        ]

    def _large_counter(self, h: int, token: Token, inks: tuple[str, str], state: tuple[str, str]) -> list[Placed]:
        """Designation, symbol and state, all strengths."""
        (upper, lower), (sign, role) = inks, state
        kind = self.kinds.get(h)
        drawn = symbol(kind, self._blocks) if kind is not None else token.word.ljust(4)
        full = token.full if len(token.full) > 5 else token.full.center(5)
        return [
            *self._put(h, (2, 0), token.title[:5].center(5), upper, bold=False, kind=UNIT),
            *self._put(h, (2, 1), drawn[:4], upper, bold=False, kind=UNIT),
            *self._put(h, (6, 1), sign or " ", role or upper, kind=UNIT),
            *self._put(h, (1 if len(full) > 5 else 2, 2), full[:7], lower, kind=UNIT),
        ]

    def _over_water(self, h: int, sign: str, role: str) -> tuple[str, str]:
        """Between a counter's numbers, on the ground of what lies under its lower line: a crossing, or water.

        The character is the counter's own: a letter there would be read as its state.
        """
        side, n = self.canvas.hexsides[h][S], self.canvas.board.grid.neighbors[h][S]
        gate = self.gates.get((min(h, n), max(h, n)), "")
        if gate in GATES:
            return sign, gate
        if side & BRIDGE or gate == "bridge":
            return sign, "bridge"
        return sign, f"over_{water_of(side)}" if side & WATER else role

    def _note_beside(self, h: int, note: tuple[str, str] | None) -> list[Placed]:
        """What a counter would hide: an objective and its owner, an entry area; of a drop zone its first letter.

        Its two, one above the other, would seem two notes.
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
        """Where a note covers least."""
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
"""How much it matters that a note covers a cell, by what is printed there."""


def _counter_state(token: Token, mark: tuple[str, str] | None) -> str:
    """What stands between a counter's numbers."""
    if mark is None or (mark[1] == "path" and mark[0] == "@"):
        return token.state
    first = mark[0][0]
    if first.isdigit():
        return OPEN
    if first == SIGNS["pinned"].ascii:
        return HELD
    return first if first in (OBLIGED, OFFERED, JOINED, HELD, OPEN, DONE) else token.state


def _without_name(mark: tuple[str, str] | None) -> tuple[tuple[str, str] | None, str]:
    """Split a mark into the rest, or None, and the sign of a hex that a text names."""
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
    """How the owner of an objective is painted: nobody as what must be minded."""
    return "obliged" if "?" in over else "objective"
