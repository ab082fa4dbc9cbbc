"""The units in a combat: a list in which the player adds and drops them, and advice if the choice is refused."""

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
    with_fire,
    without_fire,
)
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words import odds as text
from westwall_tui.words.rows import RULE, Row, Span, cut, row, rule

MIN_LINES = 4
"""Minimum lines of the list, which scrolls, in a box that must not hide the fight."""
ITEM = 28
"""Columns for the unit in a line, after its tick box."""
LOOK_UP = (("back", "back"), ("tables", "tables"))
"""Keys that the key bar shows after the keys of a combat dialog, if there is room."""


class Participant(NamedTuple):
    """A line of a dialog's list: a unit that may take part, or the Ground Support (`unit` -1)."""

    unit: int
    kind: str
    """The kind of line: `unit`, `gun`, `also` (a further defender) or `support`."""


class Opposite(NamedTuple):
    """A line beside the list: a unit of the other side, or its fire, with its points."""

    spans: Row
    points: int


class ChecklistDialog(Dialog):
    """A box with a list of units that the player adds and drops, and the other side beside it."""

    wide = True
    final = True
    clicked = "put"

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.chosen: set[int] = set()
        self.support = 0
        self.at = 0
        self.fired = False
        """True while the box shows the results with all Final Protective Fire."""
        self._tallest = 0
        """The largest number of rows so far at the present width of the box (`_width`)."""
        self._width = 0
        self._above = 0
        """Number of rows above the list."""
        self._shown = MIN_LINES
        """Number of lines of the list on show."""

    def items(self) -> Sequence[Participant]:
        """Return the lines of the list."""
        raise NotImplementedError

    def does(self) -> Sequence[tuple[str, str]]:
        """Return the keys that decide, each with one or two words about its effect. Enter is not among them.

        Enter opened the box. If it is pressed twice, it must not drop a unit or declare an attack for good.
        """
        raise NotImplementedError

    def points_left(self) -> int:
        """Return the Ground Support Points that may be used."""
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
        """Return a message about the keys to press instead of Enter."""
        key = self.screen.key
        decides = [f"{key(name)}: {word}" for name, word in self.does()[:1]]
        return ", ".join([f"{key('put')}: add or drop the unit", *decides])

    def keys(self) -> Sequence[tuple[str, str]]:
        support = (("more", ""), ("less", "support")) if self.points_left() else ()
        first, *others = self.does() or (("back", "back"),)
        adds = (("put", "add/drop"), ("put_all", "all"))
        lines = (("up", ""), ("down", "line"))
        return tuple(dict.fromkeys((first, *adds, *support, *others, *LOOK_UP[:1], *lines, *LOOK_UP)))

    def _fire_key(self, found: planning.Preview | None) -> Sequence[tuple[str, str]]:
        """Return the key that switches to the results with all Final Protective Fire, if the defender may add any."""
        return (("fire", "no FPF" if self.fired else "with FPF"),) if found is not None and found.fire else ()

    def _show_with_fire(self, found: planning.Preview | None) -> None:
        """Switch between the results with and without all the Final Protective Fire that the defender may add."""
        if found is None or not found.fire:
            self.screen.say("The defender cannot add Final Protective Fire here")
            return
        self.fired = not self.fired

    def _odds_on_show(self, found: planning.Preview) -> tuple[planning.Odds, ColumnShift | None]:
        """Return the odds that the box shows, and the shift to those that it does not show."""
        if not found.fire:
            return found.odds, None
        if self.fired:
            return found.fire_odds, without_fire(found.odds)
        return found.odds, with_fire(found.fire_odds)

    def add_guns(self) -> None:
        """Add as much artillery as the limits allow, the strongest first."""
        guns = [item for item in self.items() if item.kind == "gun" and item.unit not in self.chosen]
        for item in sorted(guns, key=lambda item: (-self._points_added_by(item), item.unit)):
            self.chosen.add(item.unit)
            if self.beyond_limits():
                self.chosen.discard(item.unit)

    def beyond_limits(self) -> bool:
        """Return True if a limit on artillery forbids the choice."""
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
        """Return rows about the phase's last combat, for the top of the box; empty before the first combat."""
        last = self.screen.last_combat
        tight = self.room < TIGHT
        return [*cut(f"Last: {last}", width, 1 if tight else 2, "dim"), *([] if tight else [RULE])] if last else []

    def _make_room(self, besides: int, width: int, opposite: int) -> None:
        """Choose the number of lines on show: all that fit `besides` the other rows of the box, but at least a few."""
        narrow = width < NARROW
        lines = len(self.items()) if narrow else max(len(self.items()), opposite)
        self._shown = max(MIN_LINES, min(lines, self.room - besides - (opposite + 1 if narrow else 0)))

    def _rows_of_forces(self, width: int, sides: tuple[int, int], right: Sequence[Opposite]) -> list[Row]:
        """Return the list, scrolled to its cursor, and the other side on its right; both sides' bars begin at one axis.

        `sides` are the side in the list and the other one. In a narrow box the other side is below the list. The last
        line says how the list continues.
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
                number = f" {right[i].points:>2}  " if right[i].points else "     "
                drawn = bar(right[i].points, most, theirs)
                other = (Span(drawn, bar_role(self.game, sides[1])), Span(" " * (theirs - len(drawn)) + number))
                other += right[i].spans
            lines.append((*left, Span("|", "frame"), *other))
        return [*lines, self._row_below_list(first, below)]

    def _strength_bar(self, item: Participant, side: int, points: int, most: int, room: int) -> Row:
        """Return a bar that ends at the axis on its right, made of dots if the unit does not take part."""
        length = len(bar(points, most, room))
        taken = item.unit in self.chosen
        shown = Span("#" * length, bar_role(self.game, side)) if taken else Span("." * length, "dim")
        return Span(" " * (1 + room - length)), shown

    def _opposites_that_fit(self, right: Sequence[Opposite], room: int) -> Sequence[Opposite]:
        """Return the other side in at most `room` lines; the last line counts those that do not fit."""
        if len(right) <= room:
            return right
        rest = right[room - 1 :]
        more = Span(f"and {len(rest)} more", "dim")
        return [*right[: room - 1], Opposite((more,), sum(other.points for other in rest))]

    def _row_below_list(self, above: int, below: int) -> Row:
        """Return the line below the list: how the list continues, and the Ground Support if that is out of sight."""
        items = self.items()
        hidden = (*items[:above], *items[above + self._shown :])
        parts = [self._support_words() for item in hidden if item.kind == "support"]
        parts += [f"^ {above} more"] * bool(above) + [f"v {below} more"] * bool(below)
        return rule("  ".join(parts))

    def _item_row(self, item: Participant, points: int, drawn: Row, here: bool) -> Row:
        state = self.game.state
        if item.kind == "support":
            spans: Row = (Span(self._support_words().ljust(len("[x] ") + ITEM + 4)),)
        else:
            box = "[x]" if item.unit in self.chosen else "[ ]"
            number = state.number(state.location[item.unit]) if state.location[item.unit] >= 0 else "    "
            what = self._role_in_words(item) or f"{'+' if item.kind == 'gun' else ''}{points}".rjust(4)
            spans = (Span(f"{box} ", "good" if item.unit in self.chosen else ""), *self._item_spans(item, number))
            spans += (Span(what[:4].rjust(4)),) if not self._role_in_words(item) else ()
        pointer = Span(">" if here else " ", "key")
        found = (pointer, *spans, *drawn)
        if contribution := (self._role_in_words(item) if item.kind != "support" else ""):
            left = sum(len(span.text) for span in (pointer, *spans))
            room = 37 + sum(len(span.text) for span in drawn) - left
            words = contribution if len(contribution) < room else contribution.split()[0]
            found = (pointer, *spans, Span(f" {words}"[:room].ljust(room)))
        return tuple(on_here(span) for span in found) if here else found

    def _item_spans(self, item: Participant, number: str) -> Row:
        """Return a unit of the list with its hex, in `ITEM` columns."""
        strengths = 7 if item.kind == "also" else STRENGTHS
        return (*counter_spans(self.game, item.unit, strengths=strengths), Span(f" {number}"))

    def _opposite_row(self, other: Opposite, side: int, most: int, room: int) -> Row:
        used = sum(len(span.text) for span in other.spans)
        points = f"{other.points:>4}" if other.points else "    "
        drawn = bar(other.points, most, room)
        return (
            Span("     "),
            *other.spans,
            Span(" " * max(0, 28 - used) + points + " "),
            Span(drawn, bar_role(self.game, side)),
        )

    def _support_words(self) -> str:
        return f"[{self.support}] of {self.points_left()} Ground Support"

    def _points_added_by(self, item: Participant) -> int:
        """Return the points that a line of the list would add."""
        raise NotImplementedError

    def _role_in_words(self, item: Participant) -> str:
        """Return a word or two for a line that adds no points."""
        return ""

    def _defenders_beside(self, units: Sequence[int], found: planning.Preview | None) -> list[Opposite]:
        """Return the lines beside the list: the defenders, and the fire that may still be added for them."""
        game = self.game
        fire = found.fire if found is not None else 0
        return [
            *(Opposite(counter_spans(game, u, strengths=7), game.state.units[u].strength.defense) for u in units),
            *([Opposite((Span("FPF up to", "dim"),), fire)] if fire else []),
        ]

    def _keep_height(self, rows: list[Row], width: int) -> list[Row]:
        """Return the rows, padded so that a box of this width never shrinks while it has room."""
        if self._width not in (0, width):
            self._tallest = 0
        self._width, self._tallest = width, max(self._tallest, len(rows))
        return [*rows, *[row()] * (min(self._tallest, self.room) - len(rows))]


def on_here(span: Span) -> Span:
    """Return a span in the color of the chosen line; chips and bars keep their own color."""
    return span if span.style.startswith(("chip_", "bar_")) else Span(span.text, f"{span.style or 'text'}@here")


# -- advice when an attack or fire is refused


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
"""Advice when an attack is refused, by case of the Standard Rules."""


BY_LIMIT: Mapping[Limit, str] = {
    Limit.ASSAULT: "Attack just one enemy, or drop the unit that attacks across the river.",
    Limit.ATTACKER: "Drop it.",
    Limit.SUPPORT: "Drop the Ground Support.",
    Limit.GUNS: "Drop some artillery.",
    Limit.SHARE: "Drop artillery or support.",
}
"""Advice when an attack is refused, by kind of limit, because each battle has its own case numbers for limits."""


def remedy(game: Game, refusal: IllegalOrder) -> str:
    """Return a sentence about what to do instead; empty if there is none."""
    if refusal.case in REMEDIES:
        return REMEDIES[refusal.case]
    limit = planning.limit_of(game, refusal.case)
    return BY_LIMIT[limit] if limit else ""


def odds_rows(
    game: Game, odds: planning.Odds, reason: str, shift: ColumnShift | None, refusal: IllegalOrder | None, width: int
) -> list[Row]:
    """Return the column on its scale; for a combat that is not allowed, the sums and the reason."""
    if refusal is None:
        return scale_rows(odds, f"{reason} (7.44)", width, shift)
    sums = row(text.arithmetic(odds.attack, odds.defense, odds.column), "bold")
    return [sums, *refusal_rows(game, "", refusal, width)]


def refusal_rows(game: Game, head: str, refusal: IllegalOrder, width: int) -> list[Row]:
    """Return in two rows, after `head`, why a combat is not allowed and what to do about it."""
    why = f"{head}{refusal.case}: {refusal.reason}. {remedy(game, refusal)}".rstrip()
    return cut(f"! {why}", width, 2, "danger")


def support_note(game: Game, side: int, defenders: Sequence[int]) -> str:
    """Return the reason why a side may use no Ground Support in a combat; empty if it may."""
    case = planning.withheld_support_case(game, side, defenders)
    return f"no Ground Support here ({case})" if case else ""
