"""Boxes for finding something: a hex, unit or place to go to, a command, a message and its hex, or a saved game."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import (
    WORDS,
    Concede,
    Demolish,
    Deploy,
    Displace,
    Done,
    Enter,
    Exit,
    IllegalOrder,
    Land,
    Move,
    Order,
    OrderSyntaxError,
    Retreat,
    parse,
)
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import lower
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.catalog import SaveInfo, list_saves
from westwall_tui.ui.boxes.kinds import CHOICES, ChoiceDialog, TextDialog
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.events import LogLine, hex_in
from westwall_tui.words.keymap import ALSO, BOX, COPY, FRONT, KEYS, LINES, LOG, POSITION, REPORT, Key, Keymap
from westwall_tui.words.orders import column_in_words, in_words
from westwall_tui.words.rows import Row, Span, cut, row, text_rows, with_more
from westwall_tui.words.warnings import warning_in_full

LONGEST = 1000
"""Maximum number of characters; more are ignored."""
FILTERED, EXAMPLES = "filter", "a unit, a hex, a place, losses, attacks, points ..."
"""The label of the filter of the messages, and the text shown until something is typed."""


class SearchDialog(ChoiceDialog):
    """A box that lists what matches the typed text; Enter takes the line under the bar."""

    narrow = False

    typing = True
    unseen = False  # the player opened the box, and may go on typing at once
    asks = ""
    example = ""
    """The text shown until something is typed."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.text = ""

    @property
    def height(self) -> int:
        return CHOICES

    def prompt(self) -> str:
        return f"Which {self.asks}?"

    def matches(self) -> Sequence[tuple[str, Callable[[], object]]]:
        """Return the lines that match the text, each with its action."""
        raise NotImplementedError

    def choices(self) -> Sequence[str]:
        return [line for line, _ in self.matches()]

    def head(self, width: int) -> Sequence[Row]:
        return [(Span(f"{self.asks}: "), Span(self.text[-(width - 20) :], "bold"), Span(" ", "chip_cursor"))]

    def without_match(self) -> str:
        """Return the message for a text that nothing matches."""
        return "no match"

    def rows(self, width: int) -> Sequence[Row]:
        self.at = min(self.at, max(0, len(self.matches()) - 1))
        head, *rows = super().rows(width)
        if not rows:
            rows = cut(f"  {self.without_match() if self.text.strip() else self.example}", width, CHOICES)
        return [head, *rows, *([row()] * (self.height - len(rows)))]

    def typed(self, character: str) -> None:
        self.text = (self.text + character)[:LONGEST] if character else self.text[:-1]
        self.at = 0

    def pasted(self, text: str) -> None:
        self.typed(text)

    def chosen(self, at: int) -> None:
        self.matches()[at][1]()


# -- go to a hex, a unit or a place


class GotoDialog(SearchDialog):
    """The box for going to a hex by its number, a unit by its id, or a place by its name."""

    title = "Go to"
    asks = "hex, unit or place"
    example = "type the first letters: 1317, 1/506, Bast ..."

    def matches(self) -> Sequence[tuple[str, Callable[[], object]]]:
        text = self.text.strip().lower()
        if not text:
            return []
        game = self.game
        board, state = game.scenario.board, game.state
        lines: list[tuple[str, int]] = []
        if len(text) == 4 and text.isdigit():
            hexes = [h for h, terrain in enumerate(board.terrain) if terrain is not Terrain.NONE]
            lines += [(f"hex {board.describe(h)}", h) for h in hexes if board.number(h) == text]
        on_map = ((counter, h) for counter, h in zip(state.units, state.location, strict=True) if h >= 0)
        fitting = [(counter, h) for counter, h in on_map if counter.id.lower().startswith(text)]
        for counter, h in sorted(fitting, key=lambda matches: matches[0].id.lower() != text):
            lines.append((f"{counter.name}  {counter.strength}  at {board.describe(h)}", h))
        for marker in queries.markers(game, self.screen.viewer):
            if any(word.startswith(text) for word in (marker.name.lower(), *marker.name.lower().split())):
                lines.append((f"{marker.name}  {board.number(marker.hex)}", marker.hex))
        for place in board.places:
            if any(word.startswith(text) for word in (place.name.lower(), *place.name.lower().split())):
                lines.append((f"{place.name}  {board.number(place.hexes[0])}", place.hexes[0]))
        return [(line, partial(self._go_to, h)) for line, h in lines]

    def without_match(self) -> str:
        text = self.text.strip()
        return f"hex {text} is not on this map" if len(text) == 4 and text.isdigit() else super().without_match()

    def _go_to(self, h: int) -> None:
        self.screen.jumped_to = h
        self.screen.move_cursor(h)


# -- every command by name, and orders as text


def _match_rank(name: str, text: str) -> int:
    """Return the rank of a match, best first: the action's own name matches, another word for it, or neither."""
    if name.startswith(text):
        return -1
    others = ((i, words.split()) for i, (action, words) in enumerate(ALSO.items()) if action == name)
    return next((i for i, words in others if any(word.startswith(text) for word in words)), len(ALSO))


LISTED = ("lists", "game", "map", "units")
"""The groups of keys in the list of commands, in its order."""
NAMED_FROM = 66
"""Minimum columns of a box for showing the names to type in the list of commands."""
ASKED_FIRST = (Done, Concede)
"""Orders that can be given only by their commands, which warn or ask first."""
NOT_YOURS = IllegalOrder("", "this decision is not yours")
TOGETHER = (Deploy, Enter, Exit, Land, Move)
"""Orders without dice, several of which can be on one line."""
TOO_MANY = IllegalOrder("", "only orders to set up, move, enter, land or exit can share a line")
STAYS = IllegalOrder("", "none of these units can go farther toward that hex by road")
COLUMN, SAME, UNDO = planning.COLUMN, "same", "undo"
"""The first words of lines that are neither a single order nor the name of a command."""


class _Typed(NamedTuple):
    """The description and the effect of a typed line, or the reason why it does nothing."""

    line: str = ""
    does: Callable[[], object] | None = None
    refusal: IllegalOrder | None = None
    orders: Sequence[Order] = ()
    """The orders that it gives."""


def _absent_places(game: Game) -> frozenset[str]:
    """Return the places of the keymap that a battle does not have, such as a front."""
    absent = frozenset(order.word for order in queries.absent_orders(game))
    front = FRONT if queries.front_side(game) < 0 else frozenset()
    return absent | front | (frozenset() if queries.needs_lines(game) else LINES)


def _fits(line: str, width: int) -> bool:
    """Return True if a list of that many columns can show a line in one row."""
    return len(line) + 2 <= width


class CommandsDialog(SearchDialog):
    """The box for typing a command by name, or an order as saves write it (`docs/referee.md`)."""

    title = "Commands"
    asks = "command or order"
    wide = True

    def __init__(self, screen: GameScreen, do: Callable[[str], None], keymap: Keymap) -> None:
        super().__init__(screen)
        self._do = do
        self._keymap = keymap
        self._width = NAMED_FROM
        """Columns of the box's rows, as last shown."""
        self._warned = ("", "")
        """A typed text, and the warning about the moves that it orders."""

    @property
    def height(self) -> int:
        # The list has all commands, so it takes all the room but the line for typing.
        return max(CHOICES, self.room - 1)

    def head(self, width: int) -> Sequence[Row]:
        """Return the row for typing, and below it what the typed line does if the list has no room for that."""
        typed = self._read()
        below = [] if _fits(typed.line, width) else wrap(typed.line, width - 2, break_on_hyphens=False)
        warned = wrap(self._warning_about(typed.orders), width - 2, break_on_hyphens=False)
        return [
            *super().head(width),
            *(row(f"  {part}") for part in below),
            *(row(f"  {w}", "warning") for w in warned),
        ]

    def _warning_about(self, orders: Sequence[Order]) -> str:
        """Return the worst risk of typed moves as a sentence; empty if there is none, or the player wants none."""
        if not orders or not self.screen.warns:
            return ""
        if self._warned[0] != self.text:
            self._warned = self.text, ""
            with self.screen.advice("the warning"):
                risks = planning.risks_of_moves(self.game, orders)
                more = f" (+{len(risks) - 1})" if len(risks) > 1 else ""
                self._warned = self.text, warning_in_full(self.game, risks[0]) + more if risks else ""
        return self._warned[1]

    def rows(self, width: int) -> Sequence[Row]:
        self._width = width
        return super().rows(width)

    def matches(self) -> Sequence[tuple[str, Callable[[], object]]]:
        text = self.text.strip().lower()
        typed = self._read()
        if typed.refusal is not None:
            return []
        line = typed.line if _fits(typed.line, self._width) else typed.line.partition(":")[0]
        given = [(line, typed.does)] if typed.does is not None else []
        listed = sorted((key for key in KEYS if key.group in LISTED), key=self._order_of)
        absent = _absent_places(self.game)
        offered = [key for key in listed if not key.live & absent or not key.live <= absent | BOX]
        found = [key for key in offered if text in self._keymap.about(key).lower() or text in key.name]
        if text:
            found += [key for key in offered if key not in found and _match_rank(key.name, text) < len(ALSO)]
            found.sort(key=lambda key: _match_rank(key.name, text))
        return [*given, *((self._line_of(key), partial(self._do, key.name)) for key in found)]

    def _order_of(self, key: Key) -> tuple[bool, int]:
        """Return a key to sort by: commands without keys come first, because they can be given only here."""
        return bool(self._keymap.of(key.name)), LISTED.index(key.group)

    def _line_of(self, key: Key) -> str:
        """Return a line with the key of a command, its effect, and its name if that fits."""
        line = f"{''.join(self._keymap.of(key.name)[:1]):<6}{self._keymap.about(key)}"
        return f"{line:<48} {key.name}" if self._width >= NAMED_FROM else line

    def _read(self) -> _Typed:
        """Return what the typed text does, if it is complete and legal; else the reason why not.

        A single word is a command, unless it is a legal order. Semicolons separate orders without dice.
        """
        words, parts = self.text.split(), [part for part in self.text.split(";") if part.strip()]
        first = lower(words[0]) if words else ""
        if len(words) > 1 and first in (COLUMN, SAME, UNDO) and not self.screen.decides_here:
            return _Typed(refusal=NOT_YOURS)
        if first == UNDO and len(words) == 2:
            return self._read_undo(lower(words[1]))
        if first == COPY and len(words) > 1:
            return self._read_copy(lower(words[1]), " ".join(words[2:]))
        try:
            if first == SAME and len(words) > 2:
                return self._read_same(" ".join(words[1:]))
            return self._read_orders(parts) if parts else _Typed()
        except IllegalOrder as refusal:
            return _Typed(refusal=refusal)
        except OrderSyntaxError as error:
            return _Typed(refusal=IllegalOrder("", str(error)) if len(words) > 1 and first == COLUMN else None)

    def _read_undo(self, what: str) -> _Typed:
        """Return the command that undoes the last order of a unit, or all orders of the turn."""
        unit = self.game.scenario.by_id.get(what, -1)
        if what == TURN:
            return _Typed("take back the whole turn", partial(self.screen.undo, TURN))
        if unit < 0:
            return _Typed()
        name = self.game.state.units[unit].name
        return _Typed(f"take back the last order of {name}", partial(self.screen.undo, what))

    def _read_copy(self, what: str, rest: str) -> _Typed:
        """Return the command that copies a text; the log may have the words of a filter."""
        about = {POSITION: "the position", LOG: "the log", REPORT: "the path of the report"}.get(what)
        if about is None or (rest and what != LOG):
            return _Typed(refusal=IllegalOrder("", f"{COPY} {POSITION}, {COPY} {LOG} or {COPY} {REPORT}"))
        filtered = f"{about}, filtered by {rest}" if rest else about
        return _Typed(f"copy {filtered}", partial(self.screen.copy, f"{what} {rest}".rstrip()))

    def _read_same(self, line: str) -> _Typed:
        """Return the command that gives an order to retreat, and the same to all units that are alike."""
        order = parse(line)
        if not isinstance(order, Retreat | Displace):
            return _Typed(refusal=IllegalOrder("", "only units that retreat or are displaced can do the same"))
        if (refusal := self.game.explain(order)) is not None:
            return _Typed(refusal=refusal)
        does = partial(self.screen.apply_all, planning.alike(self.game, order))
        return _Typed(f"{in_words(order)}, and the same for all that are alike", does)

    def _read_orders(self, parts: Sequence[str]) -> _Typed:
        """Return the orders in the parts of the text. Raises `OrderSyntaxError`."""
        game, orders, told = self.game, list[Order](), list[str]()
        several = len(parts) > 1
        if several:
            game = game.copy()
        for part in parts:
            if orders and game.prompt.kind == "demolition":
                game.apply(Demolish(False))  # if the bridge falls, the game stops the line
            read = planning.read_column(game, part)
            if read is not None:
                legs = planning.column(game, *read)
                given: list[Order] = [leg.order for leg in legs if leg.order is not None]
                told.append(column_in_words(game, legs))
                if not given:
                    return _Typed(refusal=STAYS)
            else:
                given = [parse(part)]
                told += map(in_words, given)
            if isinstance(given[0], ASKED_FIRST) and not orders:
                return _Typed()
            if not self.screen.decides_here:
                return _Typed(refusal=NOT_YOURS if len(self.text.split()) > 1 else None)
            for order in given if read is None or several else ():
                if several and not isinstance(order, TOGETHER):
                    return _Typed(refusal=TOO_MANY)
                refusal = game.explain(order)
                if refusal is not None:
                    return _Typed(refusal=refusal if len(self.text.split()) > 1 else None)
                if several:
                    game.apply(order)
            orders += given
        line = "; ".join(told)
        if len(orders) == 1:
            return _Typed(f"order: {line}", partial(self.screen.apply, orders[0]), None, orders)
        return _Typed(f"{len(orders)} orders: {line}", partial(self.screen.apply_all, orders), None, orders)

    def without_match(self) -> str:
        """Return the reason why the text cannot be given as an order now."""
        refusal = self._read().refusal
        if refusal is not None:
            return f"{refusal.case}: {refusal.reason}" if refusal.case[:1].isdigit() else refusal.reason
        kind = WORDS.get(lower(self.text.split()[0]))
        return f"write it like this: {kind.usage()}" if kind is not None else "unknown command or order"


class MessagesDialog(Dialog):
    """The log, with the newest message at the bottom, or the messages that a filter lets through.

    Enter goes to the hex of a message.
    """

    narrow = True
    title = "Messages"
    wide = True
    informs = True

    def __init__(self, screen: GameScreen, log: Sequence[LogLine], height: int) -> None:
        super().__init__(screen)
        self._all = log
        self.log = log
        self.filter = ""
        """The words that every message on show has; see `words.log_filter`."""
        self._count = len(log)
        """The number of messages when the filter was last applied."""
        self.room = max(3, height - 2)
        self.at = len(log) - 1
        self._width = 76

    @property
    def _is_filtered(self) -> bool:
        """True if the first row is for the filter."""
        return self.typing or bool(self.filter)

    @property
    def _lines(self) -> int:
        """Rows for messages."""
        return self.room - self._is_filtered

    def rows(self, width: int) -> Sequence[Row]:
        if len(self._all) != self._count:
            self._set_filter(self.filter)
        lines = self._lines_on_show(width)
        heads = {at for at, _ in lines if self.log[at].heading}
        rows = [
            row(text.ljust(width), "text@here") if at == self.at else row(text, "heading" if at in heads else "")
            for at, text in lines
        ]
        below = len(self.log) - 1 - lines[-1][0] if lines else 0
        rows = [*with_more(rows, width, lines[0][0] if lines else 0, below), *([row()] * (self._lines - len(rows)))]
        return [*self._filter_row(width), *rows] if self._is_filtered else rows

    def _filter_row(self, width: int) -> Sequence[Row]:
        """Return the row with the words of the filter or, before any is typed, examples."""
        about = f"{FILTERED}: "
        end = Span(" ", "chip_cursor") if self.typing else Span("")
        if not self.filter:
            return [(Span(about), end, *row(f" {EXAMPLES}"[: width - len(about) - 1], "dim"))]
        found = "" if self.log else "  no match"
        return [(Span(about), Span(self.filter[-(width - 20) :], "bold"), end, Span(found, "dim"))]

    def typed(self, character: str) -> None:
        self._set_filter((self.filter + character)[:LONGEST] if character else self.filter[:-1])

    def _set_filter(self, text: str) -> None:
        """Show only the messages that some words apply to. The bar stays at its message, or goes to the last one."""
        from westwall_tui.words.log_filter import filtered  # seldom needed

        self.filter, self._count = text, len(self._all)
        before = self.log[self.at] if self.log else None
        self.log = filtered(self._all, self.game, text) if text.strip() else self._all
        self.at = next((i for i, line in enumerate(self.log) if line is before), len(self.log) - 1)

    def _lines_on_show(self, width: int) -> list[tuple[int, str]]:
        """Return the lines on show, each with the number of its message."""
        lines: list[tuple[int, str]] = []
        i = self.at
        ahead = range(self.at + 1, min(self.at + 1 + self._lines, len(self.log)))
        while i >= 0 and len(lines) < self._lines:
            mark = "> " if i == self.at else "  "
            part = wrap(self.log[i].text, width - 2) or [""]
            lines = [(i, (mark if n == 0 else "  ") + text) for n, text in enumerate(part)] + lines
            i -= 1
        for at in ahead:
            if len(lines) >= self._lines:
                break
            lines += [(at, f"  {part}") for part in wrap(self.log[at].text, width - 2)]
        self._width = width
        return lines[-self._lines :] if i >= 0 else lines[: self._lines]

    def pick(self, row: int) -> int:
        row -= self._is_filtered
        lines = self._lines_on_show(self._width)
        if not 0 <= row < len(lines):
            return -1
        self.at = lines[row][0]
        return self.at

    def act(self, action: str) -> bool:
        steps = {"up": -1, "down": 1, "page_up": -self._lines, "page_down": self._lines}
        steps |= {"first": -len(self.log), "last": len(self.log)}
        if action in steps:
            self.at = min(max(0, self.at + steps[action]), max(0, len(self.log) - 1))
        elif action == "filter":
            self.typing = True
        elif action == "back" and self._is_filtered:
            self.typing = False
            self._set_filter("")
        elif action == "confirm" and self.typing:
            self.typing = False
        elif action == "confirm":
            self.screen.close()
            h = hex_in(self.game, self.log[self.at]) if self.log else None
            if h is not None:
                self.screen.move_cursor(h)
        elif action == "messages":
            self.screen.close()
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        line, every = (("up", ""), ("down", "line")), ("back", "all messages")
        if self.typing:
            return (*line, ("confirm", "done"), every)
        return (*line, ("confirm", "go there"), ("filter", "filter"), every if self.filter else ("back", "back"))


class SavesDialog(TextDialog):
    """The saved games, the newest first, with an asterisk at the game that is being played."""

    narrow = True
    title = "Saved games"
    wide = True

    def __init__(self, screen: GameScreen, current: Path) -> None:
        """Take the file of the game that is being played (`current`)."""
        super().__init__(screen)
        self._current = current
        self._saves: Sequence[SaveInfo] = ()
        self._trouble = ""
        try:
            self._saves = list_saves(current.parent)
        except FileError as error:
            self._trouble = str(error)

    def rows(self, width: int) -> Sequence[Row]:
        about = "Every order is saved at once. You can resume any of these games from the title screen."
        rows = [*text_rows(about, width), *text_rows(self._trouble, width, "danger")]
        for save in self._saves:
            mark = "*" if save.path == self._current else " "
            text = f"{mark} {save.local_time}  {save.trouble or save.about}"
            rows += [row(), *text_rows(text, width, hang="  "), *text_rows(save.path.name, width, "dim", indent="  ")]
        return rows

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "scroll"), ("back", "back")) if self._room else (("back", "back"),)
