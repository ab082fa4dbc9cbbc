"""The page of a player's conditions: their lines as sentences, what waits for the player, and a trial."""

from collections.abc import Callable, Sequence

from textual.events import Key, Paste

from westwall_tui import conditions
from westwall_tui.conditions import ConditionFault
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.words import capital, count, sentence
from westwall_tui.files.faults import brief
from westwall_tui.files.saves.private import MAX_CONDITION_LENGTH
from westwall_tui.files.sessions.base import Session
from westwall_tui.ui.terminal.page import PageScreen, is_for
from westwall_tui.ui.terminal.typed import TypedLine
from westwall_tui.words.conditions import (
    coverage,
    how_to_write,
    line_in_words,
    never_decides,
    table_heading,
    tried_in_words,
)
from westwall_tui.words.keymap import BOX, CONDITIONS
from westwall_tui.words.rows import Keys, Row, chosen_row, row, text_rows

Table = tuple[str, ...]
NEW = "New line"
ABOUT = (
    "Your conditions decide for you in the enemy's turn. The program shows your opponent the decisions, but never "
    "these lines. The first line that applies decides; all lines about a retreat add their wishes."
)


class ConditionsScreen(PageScreen):
    """The page of a side's conditions, on which lines can be typed, moved, deleted and tried."""

    columns = 1

    def __init__(self, session: Session, side: int) -> None:
        """Raise `IllegalOrder` if the side isn't that of a player at this keyboard."""
        super().__init__("", self._rows)
        self._session, self._side = session, side
        self._table: Table = session.private(side).conditions
        self.at = 0
        """The index of the chosen line; the number of lines stands for a new one."""
        self._typed: TypedLine | None = None
        """The text of the chosen line while it is typed."""
        self._trouble = ""
        """The refusal of the last key; empty if it did something."""
        self._asks = False
        """True while the page asks whether to delete the chosen line."""

    @property
    def _lines(self) -> Table:
        return conditions.without_switch(self._table)

    # -- painting

    def paint(self) -> None:
        """Show the page, with the chosen line in sight."""
        side = self._session.game.scenario.sides[self._side]
        self.heading = table_heading(side.adjective, self._table)
        width = self._inner_width
        before, chosen = len(self._rows_before(width)), len(self._line_rows(self.at, width))
        self.first = max(min(self.first, before), before + chosen - self._room)
        super().paint()

    def _rows_before(self, width: int) -> list[Row]:
        """Return the rows above the chosen line."""
        return [line for number in range(self.at) for line in self._line_rows(number, width)]

    def _rows(self, width: int) -> Sequence[Row]:
        lines = self._lines
        rows = [line for number in range(len(lines) + 1) for line in self._line_rows(number, width)]
        covered = coverage(self._session, self._side, lines) if lines else ()
        rows += [row(), *(line for said in covered for line in text_rows(said, width))] if covered else []
        about = f"{ABOUT} {self._session.where_conditions_decide}".rstrip()
        rows += [row(), *text_rows(about, width, "dim"), row(), row("How to write a line", "heading")]
        how = how_to_write(self._session.game, self._side)
        return [*rows, *(line for form in how for line in text_rows(form, width, hang="    "))]

    def _line_rows(self, number: int, width: int) -> list[Row]:
        """Return a line and its sentence, or the new line."""
        lines = self._lines
        text = lines[number] if number < len(lines) else NEW
        head = f"{number + 1}  {text}" if number < len(lines) else NEW
        if number == self.at and self._typed is not None:
            text = self._typed.text
            room = width - 8
            head = f"{number + 1}  {text[-room:]}_"
        rows = [chosen_row(head, width) if number == self.at else row(f"  {head}"[:width])]
        if text == NEW:
            return rows
        said, fault = line_in_words(self._session.game.scenario, self._side, text)
        unfinished = self._typed is not None and number == self.at and fault is not None and fault.at >= len(text)
        style = "" if fault is None or unfinished else "danger"
        if fault is not None and not unfinished and number == self.at and len(text) < width - 8:
            rows.append(row(" " * (len(f"> {number + 1}  ") + fault.at) + "^", "danger"))
        rows += text_rows(said, width, style, indent="     ")
        never = "" if self._typed is not None else never_decides(self._session.game.scenario, self._side, lines, number)
        return [*rows, *text_rows(never, width, "danger", indent="     ")] if never else rows

    def footer(self, *, long: bool) -> Keys:
        if self._typed is not None:
            return (("confirm", "store"), ("back", "cancel"))
        if self._asks:
            return (("yes", "delete"), ("back", "back"))
        own = [("switch", "off" if conditions.is_on(self._table) else "on")] if self._lines else []
        change = [("delete", "delete"), ("line_up", ""), ("line_down", "move")] if self.at < len(self._lines) else []
        tries = [("try_lines", "try")] if self._lines else []
        return (
            ("up", ""), ("down", "line"), ("confirm", "change" if change else "add"), *change, *tries, *own,
            ("suggest", "suggest"), ("back", "back"),
        )  # fmt: skip

    def asks(self) -> str:
        if self._asks:
            return f"Delete line {self.at + 1}, {brief(self._lines[self.at], 50)}?"
        return self._trouble or ("Ctrl+U clears the line" if self._typed is not None and self._typed.text else "")

    # -- keys

    def on_key(self, event: Key) -> None:
        event.prevent_default()  # the keys of other pages
        if not is_for(self, event):
            return
        self._trouble = ""
        if self._typed is not None:
            self._type(event, self._typed)
            self.paint()
            return
        action = self.keymap.action_in(BOX | CONDITIONS, (event.key, *event.aliases))
        if self._asks:
            self._asks = False
            if action == "yes":
                self._store([*self._lines[: self.at], *self._lines[self.at + 1 :]])
            self.paint()
        else:
            self.act(action)

    def act(self, action: str) -> None:
        lines = self._lines
        if action in ("up", "down"):
            self.at = (self.at + (1 if action == "down" else -1)) % (len(lines) + 1)
        elif action == "confirm":
            self._typed = TypedLine(MAX_CONDITION_LENGTH, lines[self.at] if self.at < len(lines) else "")
        elif action == "switch" and lines:
            on = not conditions.is_on(self._table)
            self._change(lambda table: conditions.switched(table, on=on))
        elif action == "suggest":
            self._suggest()
        elif action == "try_lines" and lines:
            self.app.push_screen(TrialScreen(self._session, self._side))
        elif action == "delete" and self.at < len(lines):
            self._asks = True
        elif action in ("line_up", "line_down") and self.at < len(lines):
            self._move(1 if action == "line_down" else -1)
        else:
            super().act(action)
            return
        self.paint()

    def _move(self, step: int) -> None:
        lines = [*self._lines]
        line = lines.pop(self.at)
        self.at = max(0, min(self.at + step, len(lines)))
        lines.insert(self.at, line)
        self._store(lines)

    def _suggest(self) -> None:
        """Add the suggested lines that are not in the table yet."""
        more = conditions.suggested(self._session.game, self._side, self._lines)
        self._store((*self._lines, *more))
        added = f"{capital(count(len(more), 'line'))} added. You can change or delete each of them"
        self._trouble = self._trouble or (added if more else "Your table has all suggested lines already")

    def _type(self, event: Key, line: TypedLine) -> None:
        end = line.take(event)
        if end == "escape":
            self._typed = None
        elif end == "enter":
            self._store_text(line.text)

    def on_paste(self, event: Paste) -> None:
        """Add pasted text to the line that is typed."""
        event.stop()
        event.prevent_default()
        if self._typed is not None:
            self._typed.paste(event.text)
            self.paint()

    def _store_text(self, text: str) -> None:
        """Store the line that is typed, unless it has a fault."""
        text = " ".join(text.split())
        try:
            conditions.parse(text, self._session.game.scenario, self._side)
        except ConditionFault as fault:
            self._trouble = f"{capital(str(fault))}."
            return
        lines, is_new = [*self._lines], self.at == len(self._lines)
        lines[self.at : self.at + 1] = [text]
        self._store(lines)
        if not self._trouble:
            self._typed = None
            self.at += is_new  # the next one can be typed at once

    def _store(self, lines: Sequence[str]) -> None:
        """Store lines. If the table has changed at another terminal, show it instead."""
        before, new = self._table, conditions.with_lines(self._table, lines)
        self._change(lambda table: new if table == before else table)
        if not self._trouble and self._table != new:
            self.at = min(self.at, max(0, len(self._lines) - 1))
            self._trouble = "You have changed your conditions at another terminal. Look at them, and try again."

    def _change(self, change: Callable[[Table], Table]) -> None:
        """Change the table, or say why that isn't possible."""
        try:
            new = self._session.change_private(self._side, lambda own: own._replace(conditions=change(own.conditions)))
            self._table = new.conditions
        except IllegalOrder as refusal:
            self._trouble = f"{sentence(refusal.reason)}."


class TrialScreen(PageScreen):
    """The page that tries conditions against the last enemy Player-Turn."""

    columns = 1

    def __init__(self, session: Session, side: int) -> None:
        super().__init__("Your conditions, tried against the last enemy turn", self._rows_of_trial)
        self._session, self._side = session, side
        self._told: Sequence[str] = ()

    def on_mount(self) -> None:
        """Replay the orders in a thread, after the first paint."""
        super().on_mount()
        self.begin_work(self._replay)

    def _replay(self) -> None:
        self._session.verify()
        game: Game = self._session.game.copy()
        table = self._session.private(self._side).conditions
        trials = conditions.tried(game, self._side, table)
        self.app.call_from_thread(self._show, tried_in_words(trials))

    def _show(self, told: Sequence[str]) -> None:
        self._told = told
        self.paint()

    def _rows_of_trial(self, width: int) -> Sequence[Row]:
        if not self._told:
            return [row(), row("Replaying the orders ...", "dim")]
        return [line for text in self._told for line in (*text_rows(text, width), row())]
