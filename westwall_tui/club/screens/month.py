"""The page of a month: the games that ended in it, its ladder, the best attack and the luckiest die."""

import time
from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from westwall_tui.club.context import Context
from westwall_tui.club.month import Found, month_of, neighbor, read_month
from westwall_tui.club.screens.page import Chapter, ClubPage, Item, Keyed, in_columns
from westwall_tui.club.screens.pages import GamePage
from westwall_tui.words.rows import Row, row

WIDTH = 74
"""Columns of the texts of the two best moments."""


class MonthPage(ClubPage):
    """The page of a month."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._month = self._last = month_of(time.time())
        self._first = self._month

    def read(self) -> None:
        lists = self.context.lists
        self._last = month_of(time.time())
        self._first = min(self._last, month_of(lists.first_end() or time.time()))
        self._report = read_month(self.context.games.store, self._month)

    def caption(self) -> str:
        return self._report.name

    def chapters(self) -> Sequence[Chapter]:
        """Return the two best moments, the ladder and the games, each if there are any."""
        report, lists = self._report, list[tuple[str, Sequence[Item], str]]()
        lists += [(head.upper(), self._items_of_moment(found, text), "") for head, found, text in report.highlights]
        ladder = [Item(text, "", lambda: None) for text in report.ladder_lines]
        lists.append(("LADDER", ladder, "ratings of today"))
        cells = [(f"{game.id:<4} {game.title}", " - ".join(game.players), game.score) for game in report.games]
        games = [
            Item(text.rstrip(), game.outcome, partial(self.show_page, GamePage(self.context, game.id)))
            for text, game in zip(in_columns(cells) if cells else (), report.games, strict=True)
        ]
        lists.append(("FINISHED GAMES", games, ""))
        return [Chapter(head, items, columns) for head, items, columns in lists if items]

    def _items_of_moment(self, found: Found, text: str) -> Sequence[Item]:
        """Return a moment as items: the game and its player, and a text of several lines."""
        text = text if self.preferences.fine else text.replace("\u2212", "-")
        texts = [found.where, *wrap(text, WIDTH)]
        return [Item(line, "Press Enter to see the combat.", partial(self._replay, found)) for line in texts]

    def _replay(self, found: Found) -> None:
        self.context.play(found.game.id, again=found.moment.order)

    def before(self, width: int) -> Sequence[Row]:
        """Return the number of games that ended."""
        return [row(), row(f"  {self._report.summary}")]

    def keys(self) -> Sequence[Keyed]:
        return (("Enter", "open"), ("Left Right", "month"), ("Tab", "next list"))

    def act(self, key: str, action: str) -> None:
        """Show another month, or go back."""
        step = {"next_hex": 1, "previous_hex": -1}.get(action) or {"]": 1, "[": -1}.get(key, 0)
        if action in ("back", "leave"):
            self.app.pop_screen()
        elif step and self._first <= (month := neighbor(self._month, step)) <= self._last:
            self._month, self.at = month, 0
            self.reload()
        elif step:
            self.message = "This is the current month" if step > 0 else "No public game ended before this month"
