"""The order of an update's strokes in which they take few bytes.

It is a trip from the terminal's pen over all strokes: from each to the one that is cheapest to reach, then shortened.
Two parts of it that follow each other change places as long as that saves bytes (3-opt, without turning a part round:
most ways are not as long back). In the end two short parts change places by chance, between ways that are long rather
than short; the trip is shortened there again, and left so unless it has become longer. That saves more than all before
it. It is the same chance each time.

What a stroke takes depends on the look in which the one before it leaves the terminal, and for blanks, which take any
look of their ground, that on those before it.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add
from typing import NamedTuple

from westwall_tui.ui.terminal.delta import Look, change
from westwall_tui.ui.terminal.strokes import Leap, Pen, Stroke, StrokeKind
from westwall_tui.ui.terminal.ways import CursorWays, bytes_of_lines_down

NEAREST = 16
"""So many of those that are cheapest to reach are tried next to a stroke."""
CHANCES, SHORT = 10, 8
"""So many times as there are strokes two parts change places by chance; strokes of such a part, at most."""
MOST = 400, 200
"""At most so many times; where there are blocks, which can be written both ways round, each takes longer."""
WORSE = 25
"""If that costs more bytes than this at first, it is left."""
NEVER = 1 << 20
"""More bytes than anything takes."""
LOOKS = 1 << 12
"""More than there are looks."""


class Costs:
    """What it takes to write each stroke after each other. The pen, where a trip begins, has the number behind."""

    def __init__(self, strokes: Sequence[Stroke], ways: CursorWays, pen: Pen, leaps: Mapping[int, Leap]) -> None:
        """`ways`: on the screen. `pen`: where the terminal writes, and how. `leaps`: see `strokes.py`."""
        self.count = len(strokes)
        self.is_free = [stroke.kind is not StrokeKind.TEXT for stroke in strokes]
        """By stroke, whether its look depends on the one before it."""
        self._strokes, self._ways, self._pen = strokes, ways, pen
        self.has_blocks = any(stroke.kind is StrokeKind.BLOCKS for stroke in strokes)
        self._looks: list[Look] = []
        self._numbers_of_looks: dict[Look, int] = {}
        self.look_of_pen = self._number_of(pen.look)
        sorts: dict[tuple[StrokeKind, Look, bool], int] = {}
        self._sorts = [sorts.setdefault(stroke.sort, len(sorts)) for stroke in strokes]
        self._of_sort = [*dict(zip(self._sorts, strokes, strict=True)).values()]
        self._columns, self._lines = [stroke.x for stroke in strokes], [stroke.y for stroke in strokes]
        self._leaps = (
            [leaps[number].cost if number in leaps else NEVER for number in range(self.count)] if leaps else []
        )
        self._looks_of_leaps = {number: self._number_of(leap.look) for number, leap in leaps.items()}
        self._turns: dict[int, tuple[list[int], list[int]]] = {}
        self._downs: dict[int, tuple[list[int], list[int]]] = {}
        self._moves: dict[int, list[int]] = {}
        self._rows: dict[int, list[int]] = {}

    def row(self, number: int, look: int) -> list[int]:
        """By stroke, what it takes after another that leaves the terminal in a look; at last the end, which is free."""
        key = number * LOOKS + look
        found = self._rows.get(key)
        if found is None:
            found = [*map(add, self._moves_from(number), self._turns_from(look)[0])]
            if self._leaps:
                found = [*map(min, found, self._leaps)]
            found.append(0)
            self._rows[key] = found
        return found

    def look_after(self, number: int, look: int, to: int) -> int:
        """In which look a stroke leaves the terminal that is written after another in a look."""
        costs, looks = self._turns_from(look)
        if to in self._looks_of_leaps and self._leaps[to] < self._moves_from(number)[to] + costs[to]:
            return self._looks_of_leaps[to]
        return looks[to]

    def _number_of(self, look: Look) -> int:
        found = self._numbers_of_looks.get(look)
        if found is None:
            found = self._numbers_of_looks[look] = len(self._looks)
            self._looks.append(look)
        return found

    def _turns_from(self, look: int) -> tuple[list[int], list[int]]:
        """By stroke, the bytes of the codes of its look after another, and its look then."""
        found = self._turns.get(look)
        if found is None:
            old = self._looks[look]
            looks = [stroke.after(old, blocks=self.has_blocks)[0] for stroke in self._of_sort]
            costs, numbers = [len(change(old, new)) for new in looks], [self._number_of(new) for new in looks]
            found = self._turns[look] = [costs[sort] for sort in self._sorts], [numbers[sort] for sort in self._sorts]
        return found

    def _moves_from(self, number: int) -> list[int]:
        """By stroke, the bytes of the way to it from the end of another, or from the pen."""
        found = self._moves.get(number)
        if found is None:
            y, x = self._pen[:2]
            if number < self.count:
                stroke = self._strokes[number]
                y, x = stroke.y, stroke.end - stroke.erased_in(self._ways.width)
            downs, found = self._downs_from(y)
            if downs and x < self._ways.width:
                across = self._ways.bytes_across(x)
                columns = zip(found, downs, self._columns, strict=True)
                found = [other if other < (steps := down + across[to]) else steps for other, down, to in columns]
            self._moves[number] = found
        return found

    def _downs_from(self, y: int) -> tuple[list[int], list[int]]:
        """By stroke, the bytes down from a line to its line, and those of the way to it from any column."""
        found = self._downs.get(y)
        if found is None:
            homes = [self._ways.bytes_from_anywhere(*place) for place in zip(self._lines, self._columns, strict=True)]
            downs = [bytes_of_lines_down(to - y) for to in self._lines] if y >= 0 else []
            if downs:
                first = self._ways.bytes_across(0)
                each = zip(homes, downs, self._lines, self._columns, strict=True)
                homes = [min(home, 1 + down + first[x]) if to >= y else home for home, down, to, x in each]
            found = self._downs[y] = downs, homes
        return found


class Swap(NamedTuple):
    """Two parts of a trip change places: from behind a place to a second one, and from there to the third."""

    first: int
    middle: int
    last: int
    saved: int
    """Bytes, if no look changes but at their ends."""


class Trip:
    """A way from the pen over all strokes."""

    def __init__(self, costs: Costs, order: Iterable[int] = ()) -> None:
        """In an order, or from each stroke to the one that is cheapest to reach."""
        self._costs = costs
        self._stops = [costs.count]
        """The pen, the strokes in their order, and the pen again."""
        self._looks = [costs.look_of_pen] * (costs.count + 1)
        """By stroke, the look in which it leaves the terminal."""
        self._rows = [costs.row(costs.count, costs.look_of_pen)] * (costs.count + 1)
        """By stroke, what others take after it then."""
        self.bytes = 0
        """What all take, without their texts."""
        for to in order or self._always_nearest():
            at = self._stops[-1]
            self.bytes += self._rows[at][to]
            self._turn(to, costs.look_after(at, self._looks[at], to))
            self._stops.append(to)
        self._places = [0] * (costs.count + 1)
        for place, number in enumerate(self._stops):
            self._places[number] = place
        self._stops.append(costs.count)
        self._near = [self._nearest(number) for number in range(costs.count + 1)]

    @property
    def order(self) -> list[int]:
        """The numbers of the strokes."""
        return self._stops[1:-1]

    def _always_nearest(self) -> Iterator[int]:
        left = [*range(self._costs.count)]
        while left:
            to = min(left, key=self._rows[self._stops[-1]].__getitem__)
            left.remove(to)
            yield to

    def _turn(self, number: int, look: int) -> None:
        self._looks[number], self._rows[number] = look, self._costs.row(number, look)

    def _nearest(self, number: int) -> list[int]:
        """The strokes that are cheapest to reach from one."""
        found = sorted(range(self._costs.count), key=self._rows[number].__getitem__)[: NEAREST + 1]
        return [each for each in found if each != number]

    # -- shortening it

    def shorten(self) -> None:
        """Let parts change places as long as that saves bytes, then by chance."""
        self._shorten_at(self._stops[:-1])
        count, chance = self._costs.count, _Chance()
        for _ in range(min(CHANCES * count, MOST[self._costs.has_blocks]) if count > 2 else 0):
            first = self._long_way(chance, 0, count - 1)
            middle = self._long_way(chance, first + 1, min(SHORT, count - 1 - first))
            last = self._long_way(chance, middle + 1, min(SHORT, count - middle))
            saved = self._saved(first, middle, last)
            if saved < -WORSE:
                continue
            kept = [*self._stops], [*self._places], [*self._looks], [*self._rows], self.bytes
            self._shorten_at(self._swap(Swap(first, middle, last, saved)))
            if self.bytes > kept[-1]:
                self._stops, self._places, self._looks, self._rows, self.bytes = kept

    def _long_way(self, chance: "_Chance", first: int, count: int) -> int:
        """One of so many places: of two that chance names, the one behind which the way is longer."""
        one, other = first + chance.below(count), first + chance.below(count)
        rows, stops = self._rows, self._stops
        return one if rows[stops[one]][stops[one + 1]] >= rows[stops[other]][stops[other + 1]] else other

    def _shorten_at(self, numbers: Iterable[int]) -> None:
        """Shorten the trip behind some strokes, and wherever that changes it."""
        waiting = deque(numbers)
        waits = [False] * (self._costs.count + 1)
        for number in waiting:
            waits[number] = True
        while waiting:
            number = waiting.popleft()
            waits[number] = False
            while (found := self._swap_behind(number)) is not None:
                before = self.bytes
                ends = self._swap(found)
                if self.bytes >= before:  # the looks behind them cost more than it saves
                    self._swap(Swap(found.first, found.first + found.last - found.middle, found.last, 0))
                    self.bytes = before
                    break
                for end in ends:
                    if end != number and not waits[end]:
                        waits[end] = True
                        waiting.append(end)

    def _swap_behind(self, number: int) -> Swap | None:
        """A swap that saves something: the best after which the nearest stroke possible comes behind this one.

        Of the three new ways each is tried only as long as those so far save something: some order of them does.
        """
        stops, places, rows, near, count = self._stops, self._places, self._rows, self._near, self._costs.count
        one, row = places[number], rows[number]
        behind = stops[one + 1]
        best, found = 0, None
        for to in near[number]:
            saved = row[behind] - row[to]
            if saved <= 0:
                break
            two = places[to] - 1
            before = stops[two]
            row_before = rows[before]
            saved += row_before[to]
            for other in (count, *near[before]):
                more = saved - row_before[other]
                if more <= best:
                    break
                three = places[other] - 1 if other != count else count
                if one < two < three or two < three < one or three < one < two:
                    row_last = rows[stops[three]]
                    more += row_last[other] - row_last[behind]
                    if more > best:
                        best, found = more, (one, two, three)
            if found is not None:
                break
        if found is None:
            return None
        first, middle, last = sorted(found)
        return Swap(first, middle, last, best)

    def _saved(self, first: int, middle: int, last: int) -> int:
        """The bytes that a swap saves, if no look changes but at the ends."""
        stops, rows = self._stops, self._rows
        one, two, three = rows[stops[first]], rows[stops[middle]], rows[stops[last]]
        second, third, end = stops[first + 1], stops[middle + 1], stops[last + 1]
        return one[second] + two[third] + three[end] - one[third] - three[second] - two[end]

    def _swap(self, swap: Swap) -> Sequence[int]:
        """Let two parts change places, and count again. The strokes at their ends."""
        first, middle, last, saved = swap
        stops, places = self._stops, self._places
        stops[first + 1 : last + 1] = stops[middle + 1 : last + 1] + stops[first + 1 : middle + 1]
        for place in range(first + 1, last + 1):
            places[stops[place]] = place
        self.bytes -= saved
        second = first + 1 + last - middle
        for place in (first + 1, second, last + 1):
            self._turn_from(place)
        return [*(stops[place] for place in (first, first + 1, second - 1, second, last, last + 1))]

    def _turn_from(self, place: int) -> None:
        """Find the looks again from a place on, as far as they differ."""
        costs, stops = self._costs, self._stops
        while place <= costs.count and costs.is_free[number := stops[place]]:
            before = stops[place - 1]
            look = costs.look_after(before, self._looks[before], number)
            if look == self._looks[number]:
                return
            after = stops[place + 1]
            self.bytes -= self._rows[number][after]
            self._turn(number, look)
            self.bytes += self._rows[number][after]
            place += 1


class _Chance:
    """Numbers as by chance, the same each time."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, limit: int) -> int:
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit


def shortest_order(strokes: Sequence[Stroke], ways: CursorWays, pen: Pen, leaps: Mapping[int, Leap]) -> Sequence[int]:
    """The strokes by number, in an order that takes few bytes."""
    trip = Trip(Costs(strokes, ways, pen, leaps))
    trip.shorten()
    return trip.order
