"""A shorter order for the strokes of an update: one that goes from stroke to nearest stroke is taken, and mended.

A few strokes that stand side by side are moved behind another from which they are cheap to reach, as long as that saves
bytes. What a stroke costs depends on the look in which the one before it leaves the terminal, and that on those before
it: so the costs behind a change are looked at as far as the looks differ.
"""

from bisect import bisect
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.ui.terminal.delta import Look, change
from westwall_tui.ui.terminal.strokes import (
    SMALL_GAP,
    Leap,
    Pen,
    Stroke,
    StrokeKind,
)
from westwall_tui.ui.terminal.ways import Ways

TOGETHER = 5
"""So many strokes are moved at once, at most."""
NEAREST = 8
"""Behind so many others it is tried to put them."""
ABOVE, BELOW = 4, 2
"""Lines in which others are near."""
SAME = 4
"""So many of the same look, before and behind, are near."""
KEYS = 1 << 10
"""More than there are strokes, and looks."""
TRIES = 60
"""So many times as there are strokes it is tried to move some."""


class Reach(NamedTuple):
    """What it takes to write a stroke after another: the look in which it leaves the terminal, and bytes."""

    look: int
    bytes: int


class Gap(NamedTuple):
    """A small gap between two strokes: so many cells, and the strokes that must be written there anyway."""

    wide: int
    between: Collection[int]


class Order:
    """An order of strokes, by their numbers, with what each takes there."""

    def __init__(
        self, strokes: Sequence[Stroke], order: Sequence[int], ways: Ways, pen: Pen, leaps: Mapping[int, Leap]
    ) -> None:
        """`ways`: on the screen. `pen`: where the terminal writes, and how. `leaps`: see `strokes.py`."""
        self.numbers = [*order]
        self._strokes, self._ways, self._pen = strokes, ways, pen
        self._blocks = any(stroke.kind is StrokeKind.BLOCKS for stroke in strokes)
        self._looks: list[Look] = []
        self._numbers_of_looks: dict[Look, int] = {}
        self._found: dict[int, int] = {}
        self._reaches: dict[int, tuple[int, int]] = {}
        self._turns: dict[tuple[StrokeKind, Look, bool], dict[int, Reach]] = {}
        self._turns_to = [self._turns.setdefault(_sort_of(stroke), {}) for stroke in strokes]
        self._leaps = {number: Reach(self._number_of(leap.look), leap.cost) for number, leap in leaps.items()}
        self._gaps = _small_gaps(strokes, pen)
        self._at = [0] * len(strokes)
        """By stroke, its place in the order."""
        for at, number in enumerate(order):
            self._at[number] = at
        self._look_after, self._bytes = [-1] * len(strokes), [0] * len(strokes)
        """By place: the look afterwards, and the bytes that it takes to get there."""
        self._count(0, len(strokes))

    @property
    def bytes(self) -> int:
        """What all take, without their texts."""
        return sum(self._bytes)

    # -- what a stroke takes

    def _number_of(self, look: Look) -> int:
        found = self._numbers_of_looks.get(look)
        if found is None:
            found = self._numbers_of_looks[look] = len(self._looks)
            self._looks.append(look)
        return found

    def _turn(self, look: int, number: int) -> Reach:
        """What the codes of its look take after another look."""
        turns = self._turns_to[number]
        found = turns.get(look)
        if found is None:
            old = self._looks[look]
            new, _ = self._strokes[number].after(old, blocks=self._blocks)
            found = turns[look] = Reach(self._number_of(new), len(change(old, new)))
        return found

    def _way(self, before: int, number: int) -> int:
        """The bytes of the way from the end of a stroke to the beginning of another; -1 is the pen."""
        gap = self._gaps.get((before, number))
        if gap is not None and (before < 0 or all(self._at[each] > self._at[before] for each in gap.between)):
            return gap.wide
        key = (before + 1) * KEYS + number
        found = self._found.get(key)
        if found is None:
            to = self._strokes[number]
            y, x = (self._strokes[before].y, self._strokes[before].end) if before >= 0 else self._pen[:2]
            found = self._found[key] = self._ways.bytes(y, x, to.y, to.x)
        return found

    def _reach(self, before: int, look: int, number: int) -> tuple[int, int]:
        """The look afterwards, and the bytes, of a stroke after another that leaves the terminal in a look."""
        key = (look * KEYS + before + 1) * KEYS + number
        found = self._reaches.get(key)
        if found is None:
            new, cost = self._turn(look, number)
            cost += self._way(before, number)
            leap = self._leaps.get(number)
            found = (new, cost) if leap is None or leap.bytes >= cost else leap
            if (before, number) not in self._gaps:
                self._reaches[key] = found
        return found

    def _before(self, place: int) -> tuple[int, int]:
        """The stroke before a place, and the look in which it leaves the terminal."""
        if place:
            return self.numbers[place - 1], self._look_after[place - 1]
        return -1, self._number_of(self._pen.look)

    def _count(self, first: int, end: int) -> None:
        """Count again from a place to another, and as far behind that as the looks differ."""
        before, look = self._before(first)
        for place in range(first, len(self.numbers)):
            number = self.numbers[place]
            new, self._bytes[place] = self._reach(before, look, number)
            if place >= end and new == self._look_after[place]:
                break
            before, look = number, new
            self._look_after[place] = new

    # -- mending

    def mend(self) -> None:
        """Move strokes as long as that saves bytes."""
        near = [*_near(self._strokes, self._static)]
        waiting, left = deque(self.numbers), TRIES * len(self.numbers)
        waits = [True] * len(self.numbers)
        while waiting and left:
            left -= 1
            number = waiting.popleft()
            waits[number] = False
            for touched in self._move_if_shorter(number, near[number]):
                if not waits[touched]:
                    waits[touched] = True
                    waiting.append(touched)

    def _static(self, before: int, number: int) -> int:
        """About what a stroke takes after another."""
        return self._way(before, number) + self._turn(self._number_of(self._strokes[before].look), number).bytes

    def _move_if_shorter(self, number: int, near: Iterable[int]) -> Sequence[int]:
        """Move a stroke, with some that follow it, behind one of those near; the strokes beside the places changed."""
        first = self._at[number]
        for end in range(first + 1, min(first + TOGETHER, len(self.numbers)) + 1):
            saved, synced = self._saved_without(first, end)
            best, target = 0, -1
            for behind in near if saved > 0 else ():
                place = self._at[behind]
                if first - 1 <= place < end or end <= place <= synced:
                    continue
                gain = saved - self._more_with(first, end, place, saved)
                if gain > best:
                    best, target = gain, place
            if target >= 0:
                return self._move(first, end, target)
        return ()

    def _saved_without(self, first: int, end: int) -> tuple[int, int]:
        """The bytes saved where strokes are taken out, and the place up to which the looks differ then."""
        saved, (before, look) = sum(self._bytes[first:end]), self._before(first)
        place = end
        while place < len(self.numbers):
            number = self.numbers[place]
            look, cost = self._reach(before, look, number)
            saved += self._bytes[place] - cost
            if look == self._look_after[place]:
                break
            before = number
            place += 1
        return saved, place

    def _more_with(self, first: int, end: int, behind: int, most: int) -> int:
        """The bytes that it takes more where strokes are put behind a place; `most`: more are not of interest."""
        before, look, more = self.numbers[behind], self._look_after[behind], 0
        for number in self.numbers[first:end]:
            look, cost = self._reach(before, look, number)
            more += cost
            before = number
        place = behind + 1
        while more < most and place < len(self.numbers):
            if place == first:
                return most
            number = self.numbers[place]
            look, cost = self._reach(before, look, number)
            more += cost - self._bytes[place]
            if look == self._look_after[place]:
                break
            before = number
            place += 1
        return more

    def _move(self, first: int, end: int, behind: int) -> Sequence[int]:
        numbers, moved = self.numbers, self.numbers[first:end]
        low, high = (first, behind + 1) if behind > first else (behind + 1, end)
        others = [number for number in numbers[low:high] if number not in moved]
        numbers[low:high] = [*others, *moved] if behind > first else [*moved, *others]
        for place in range(low, high):
            self._at[numbers[place]] = place
        self._count(low, high)
        edges = {low - 1, low, low + len(moved), high - len(moved), high - 1, high}
        return [numbers[place] for place in sorted(edges) if 0 <= place < len(numbers)]


def _small_gaps(strokes: Sequence[Stroke], pen: Pen) -> Mapping[tuple[int, int], Gap]:
    """The small gaps that can be filled with blanks, by the strokes before and behind them; -1 is the pen."""
    starts = {(stroke.y, stroke.x): number for number, stroke in enumerate(strokes)}
    owner = {(stroke.y, x): number for number, stroke in enumerate(strokes) for x in range(stroke.x, stroke.end)}
    ends = [(pen.y, pen.x), *((stroke.y, stroke.end) for stroke in strokes)]
    found = {}
    for before, (y, x) in enumerate(ends, -1):
        for wide in range(1, SMALL_GAP + 1):
            between = {owner.get((y, i), -1) for i in range(x, x + wide)}
            if -1 in between:
                break
            if (number := starts.get((y, x + wide))) is not None:
                found[before, number] = Gap(wide, between)
    return found


def _sort_of(stroke: Stroke) -> tuple[StrokeKind, Look, bool]:
    """What the codes of its look depend on."""
    return stroke.kind, stroke.look, stroke.kind is StrokeKind.BLANK and len(stroke.text) <= SMALL_GAP


def _near(strokes: Sequence[Stroke], cost: Callable[[int, int], int]) -> Iterator[Sequence[int]]:
    """By stroke those from which it is cheap to reach."""
    lines: dict[int, tuple[list[int], list[int]]] = {}
    looks: dict[Look, list[int]] = {}
    for number, stroke in enumerate(strokes):
        ends, numbers = lines.setdefault(stroke.y, ([], []))
        ends.append(stroke.end)
        numbers.append(number)
        looks.setdefault(stroke.look, []).append(number)
    for number, stroke in enumerate(strokes):
        same = looks[stroke.look]
        at = bisect(same, number)
        found = {*same[max(0, at - 1 - SAME) : at + SAME]}
        for y in range(stroke.y - ABOVE, stroke.y + BELOW + 1):
            if (line := lines.get(y)) is not None:
                at = bisect(line[0], stroke.x)
                found.update(line[1][max(0, at - 2) : at + 2])
        found.discard(number)
        yield sorted(found, key=lambda before: (cost(before, number), before))[:NEAREST]
