"""Who takes part in a combat: a list of units to add and drop, and what to do when that is refused."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.planning import Limit
from westwall_tui.ui.decisions.fight import (
    BESIDE,
    NARROW,
    STRENGTHS,
    TIGHT,
    ColumnShift,
    bar,
    bar_role,
    counter_spans,
    scale_rows,
)
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words import odds as text
from westwall_tui.words.rows import RULE, Row, Span, cut, row, rule

FEWEST = 4
"""Lines of the list on show at least, where the box must leave the fight in sight; it scrolls."""
ITEM = 28
"""Columns for the unit of a line, after its tick box."""
LOOK_UP = (("back", "back"), ("tables", "tables"))
"""Keys that the footer shows after a combat dialog's own, if there is room."""


class Participant(NamedTuple):
    """A line of a dialog's list: a unit that may take part, or with `unit` -1 the Ground Support."""

    unit: int
    kind: str
    """`unit`, `gun`, `also` (a further defender), `support`."""


class Opposite(NamedTuple):
    """A unit of the other side, beside the list: its name or what it is, and its points."""

    spans: Row
    points: int


class ChecklistDialog(Dialog):
    """A list of units to add and drop, with a cursor, and the other side beside it."""

    wide = True
    final = True
    clicked = "put"

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.chosen: set[int] = set()
        self.support = 0
        self.at = 0
        self._tallest = 0
        """The most rows so far, in a box of `_width` columns."""
        self._width = 0
        self._above = 0
        """Rows above the list."""
        self._shown = FEWEST
        """Lines of the list on show."""

    def items(self) -> Sequence[Participant]:
        """The lines of the list."""
        raise NotImplementedError

    def does(self) -> Sequence[tuple[str, str]]:
        """Return the keys that decide, each with what it does in a word or two. Enter is not among them.

        Enter opened the box. Pressed twice it must neither drop a unit nor declare an attack that cannot be taken back.
        """
        raise NotImplementedError

    def points_left(self) -> int:
        """Ground Support Points that may be used."""
        raise NotImplementedError

    def act(self, action: str) -> bool:
        if action in ("up", "down"):
            count = len(self.items())
            self.at = (self.at + (1 if action == "down" else -1)) % count if count else 0
        elif action == "put":
            self._toggle_chosen()
        elif action == "confirm":
            self.screen.say(self.before_enter())
            return True
        elif action in ("more", "less"):
            self.support = min(max(self.support + (1 if action == "more" else -1), 0), self.points_left())
        else:
            return False
        return True

    def before_enter(self) -> str:
        """Return what to press instead of Enter."""
        key = self.screen.key
        decides = [f"{key(name)}: {word}" for name, word in self.does()[:1]]
        return ", ".join([f"{key('put')}: add or drop the unit", *decides])

    def keys(self) -> Sequence[tuple[str, str]]:
        support = (("more", ""), ("less", "support")) if self.points_left() else ()
        first, *others = self.does() or (("back", "back"),)
        adds = (("put", "add/drop"), ("put_all", "all"))
        lines = (("up", ""), ("down", "line"))
        return tuple(dict.fromkeys((first, *adds, *support, *others, *LOOK_UP[:1], *lines, *LOOK_UP)))

    def add_guns(self) -> None:
        """Add artillery, the strongest first, as far as the limits allow."""
        guns = [item for item in self.items() if item.kind == "gun" and item.unit not in self.chosen]
        for item in sorted(guns, key=lambda item: (-self._points_added_by(item), item.unit)):
            self.chosen.add(item.unit)
            if self.beyond_limits():
                self.chosen.discard(item.unit)

    def beyond_limits(self) -> bool:
        """True if a limit of artillery forbids what is chosen."""
        raise NotImplementedError

    def _toggle_chosen(self) -> None:
        items = self.items()
        if not items:
            return
        item = items[self.at]
        if item.kind == "support":
            self.support = 0 if self.support else self.points_left()
        else:
            self.chosen ^= {item.unit}

    @property
    def _first_on_show(self) -> int:
        """The first line on show."""
        return max(0, min(self.at - self._shown // 2, len(self.items()) - self._shown))

    def pick(self, row: int) -> int:
        line = self._first_on_show + row - self._above
        if not (0 <= row - self._above < self._shown and line < len(self.items())):
            return -1
        self.at = line
        return line

    def _last_rows(self, width: int) -> list[Row]:
        """Rows about the phase's last combat, shown above everything else; empty before the first combat."""
        last = self.screen.last_combat
        tight = self.room < TIGHT
        return [*cut(f"Last: {last}", width, 1 if tight else 2, "dim"), *([] if tight else [RULE])] if last else []

    def _make_room(self, besides: int, width: int, opposite: int) -> None:
        """Choose how many lines of both sides to show: all that fit besides so many other rows, but at least a few."""
        narrow = width < NARROW
        lines = len(self.items()) if narrow else max(len(self.items()), opposite)
        self._shown = max(FEWEST, min(lines, self.room - besides - (opposite + 1 if narrow else 0)))

    def _rows_of_forces(self, width: int, sides: tuple[int, int], right: Sequence[Opposite]) -> list[Row]:
        """The list, scrolled to its cursor, and the other side at its right, with bars that grow from one axis.

        `sides`: whose list it is, and the other. In a narrow box the other side stands below. The line below all says
        where the list goes on.
        """
        items, first = self.items(), self._first_on_show
        right = self._opposites_that_fit(right, len(right) if width < NARROW else self._shown)
        shown = range(first, min(first + self._shown, len(items)))
        points = [self._points_added_by(item) for item in items]
        most = max([1, *points, *(other.points for other in right)])
        narrow = width < NARROW
        ours = width - 38 if narrow else (width - BESIDE) * 4 // 7
        bars = [self._strength_bar(items[i], sides[0], points[i], most, ours) for i in shown]
        rows = [self._item_row(items[i], points[i], own, i == self.at) for i, own in zip(shown, bars, strict=True)]
        below = len(items) - shown.stop if items else 0
        if narrow:
            others = [self._opposite_row(other, sides[1], most, ours) for other in right]
            return [*rows, self._row_below_list(first, below), *others, RULE]
        theirs = width - BESIDE - ours
        lines = []
        for i in range(max(len(rows), len(right))):
            left = rows[i] if i < len(rows) else (Span(" " * (38 + ours)),)
            other: Row = ()
            if i < len(right):
                told = f" {right[i].points:>2}  " if right[i].points else "     "
                drawn = bar(right[i].points, most, theirs)
                other = (Span(drawn, bar_role(self.game, sides[1])), Span(" " * (theirs - len(drawn)) + told))
                other += right[i].spans
            lines.append((*left, Span("|", "frame"), *other))
        return [*lines, self._row_below_list(first, below)]

    def _strength_bar(self, item: Participant, side: int, points: int, most: int, room: int) -> Row:
        """A bar that ends at the axis at its right; of dots for a unit that does not take part."""
        length = len(bar(points, most, room))
        taken = item.unit in self.chosen
        shown = Span("#" * length, bar_role(self.game, side)) if taken else Span("." * length, "dim")
        return Span(" " * (1 + room - length)), shown

    def _opposites_that_fit(self, right: Sequence[Opposite], room: int) -> Sequence[Opposite]:
        """The other side in so many lines; if it has more, the last line counts the rest."""
        if len(right) <= room:
            return right
        rest = right[room - 1 :]
        told = Span(f"and {len(rest)} more", "dim")
        return [*right[: room - 1], Opposite((told,), sum(other.points for other in rest))]

    def _row_below_list(self, above: int, below: int) -> Row:
        """The line below the list: how it goes on, and the Ground Support if that is out of sight."""
        items = self.items()
        hidden = (*items[:above], *items[above + self._shown :])
        told = [self._support_words() for item in hidden if item.kind == "support"]
        told += [f"^ {above} more"] * bool(above) + [f"v {below} more"] * bool(below)
        return rule("  ".join(told))

    def _item_row(self, item: Participant, points: int, drawn: Row, here: bool) -> Row:
        state = self.game.state
        if item.kind == "support":
            told: Row = (Span(self._support_words().ljust(len("[x] ") + ITEM + 4)),)
        else:
            box = "[x]" if item.unit in self.chosen else "[ ]"
            number = state.number(state.location[item.unit]) if state.location[item.unit] >= 0 else "    "
            what = self._role_in_words(item) or f"{'+' if item.kind == 'gun' else ''}{points}".rjust(4)
            told = (Span(f"{box} ", "good" if item.unit in self.chosen else ""), *self._item_spans(item, number))
            told += (Span(what[:4].rjust(4)),) if not self._role_in_words(item) else ()
        pointer = Span(">" if here else " ", "key")
        found = (pointer, *told, *drawn)
        if contribution := (self._role_in_words(item) if item.kind != "support" else ""):
            left = sum(len(span.text) for span in (pointer, *told))
            room = 37 + sum(len(span.text) for span in drawn) - left
            words = contribution if len(contribution) < room else contribution.split()[0]
            found = (pointer, *told, Span(f" {words}"[:room].ljust(room)))
        return tuple(on_here(span) for span in found) if here else found

    def _item_spans(self, item: Participant, number: str) -> Row:
        """A unit of the list, in `ITEM` columns: who it is, and where."""
        strengths = 7 if item.kind == "also" else STRENGTHS
        return (*counter_spans(self.game, item.unit, strengths=strengths), Span(f" {number}"))

    def _opposite_row(self, other: Opposite, side: int, most: int, room: int) -> Row:
        told = sum(len(span.text) for span in other.spans)
        points = f"{other.points:>4}" if other.points else "    "
        drawn = bar(other.points, most, room)
        return (
            Span("     "),
            *other.spans,
            Span(" " * max(0, 28 - told) + points + " "),
            Span(drawn, bar_role(self.game, side)),
        )

    def _support_words(self) -> str:
        return f"[{self.support}] of {self.points_left()} Ground Support"

    def _points_added_by(self, item: Participant) -> int:
        """The points that a line of the list would add."""
        raise NotImplementedError

    def _role_in_words(self, item: Participant) -> str:
        """What a line does if it adds no points, in a word or two."""
        return ""

    def _defenders_beside(self, units: Sequence[int], found: planning.Preview | None) -> list[Opposite]:
        """The defenders as they are shown beside the list, with the fire that may yet help them."""
        game = self.game
        fire = found.fire if found is not None else 0
        return [
            *(Opposite(counter_spans(game, u, strengths=7), game.state.units[u].strength.defense) for u in units),
            *([Opposite((Span("FPF up to", "dim"),), fire)] if fire else []),
        ]

    def _keep_height(self, rows: list[Row], width: int) -> list[Row]:
        """The rows, filled up so that a box of this width never gets lower, as far as it has room."""
        if self._width not in (0, width):
            self._tallest = 0
        self._width, self._tallest = width, max(self._tallest, len(rows))
        return [*rows, *[row()] * (min(self._tallest, self.room) - len(rows))]


def on_here(span: Span) -> Span:
    """A span in the color of the chosen line; chips and bars keep their own."""
    return span if span.style.startswith(("chip_", "bar_")) else Span(span.text, f"{span.style or 'text'}@here")


# -- what to do when an attack or fire is refused


REMEDIES: Mapping[str, str] = {
    "7.11": "Attack it too, or leave a unit to do so.",
    "7.12": "Add it.",
    "8.31": "Add it.",
    "8.13": "Add a ground unit, or attack just one enemy.",
    "7.0": "Add a unit.",
    "7.23": "Drop it, or attack just one enemy.",
    "8.12": "Drop it.",
    "8.32": "Drop it.",
}
"""What to do when an attack is refused, by case of the Standard Rules."""


BY_LIMIT: Mapping[Limit, str] = {
    Limit.ASSAULT: "Attack just one enemy, or drop the unit that attacks across the river.",
    Limit.ATTACKER: "Drop it.",
    Limit.SUPPORT: "Drop the Ground Support.",
    Limit.GUNS: "Drop some artillery.",
    Limit.SHARE: "Drop artillery or support.",
}
"""The same for the cases that each battle numbers its own way, by what they limit."""


def remedy(game: Game, refusal: IllegalOrder) -> str:
    """What to do instead, in a sentence; empty if there is nothing to say."""
    if refusal.case in REMEDIES:
        return REMEDIES[refusal.case]
    limit = planning.limit_of(game, refusal.case)
    return BY_LIMIT[limit] if limit else ""


def odds_rows(
    game: Game, odds: planning.Odds, reason: str, shift: ColumnShift | None, refusal: IllegalOrder | None, width: int
) -> list[Row]:
    """The column that counts, on its scale; of a combat that is not allowed the sums, and why not."""
    if refusal is None:
        return scale_rows(odds, f"{reason} (7.44)", width, shift)
    sums = row(text.arithmetic(odds.attack, odds.defense, odds.column), "bold")
    return [sums, *refusal_rows(game, "", refusal, width)]


def refusal_rows(game: Game, head: str, refusal: IllegalOrder, width: int) -> list[Row]:
    """Why a combat is not allowed and what to do about it, in two rows; `head` comes before it."""
    why = f"{head}{refusal.case}: {refusal.reason}. {remedy(game, refusal)}".rstrip()
    return cut(f"! {why}", width, 2, "danger")


def support_note(game: Game, side: int, defenders: Sequence[int]) -> str:
    """Why a side may use none of its Ground Support in a combat; empty if it may use some."""
    case = planning.withheld_support_case(game, side, defenders)
    return f"no Ground Support here ({case})" if case else ""
