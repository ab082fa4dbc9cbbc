"""The page of results and records: each line is about a game, which is shown beside the lines and can be opened."""

from collections.abc import Callable, Sequence
from pathlib import Path

from textual.events import Key
from textual.geometry import Size
from textual.message import Message

from westwall_tui.ui.pages.your_games import Line, Played, fill_list, your_games_lines
from westwall_tui.ui.screens import GameApp
from westwall_tui.ui.screens.menus import LEAST_POSITION, Subject, beside_each_other
from westwall_tui.ui.screens.title.preview import notes_of, picture_of
from westwall_tui.ui.terminal.page import WIDEST, PaperScreen, Picture, TellingScreen, is_for
from westwall_tui.words.rows import Row, Span, chosen_row, page_bar, row, with_more

LEAST_NOTES = 8
"""Minimum lines of the course of a game below the list."""


class ResultsScreen(TellingScreen, PaperScreen):
    """The page of the player's games, shown at once and filled in a thread: first the saves, then their orders."""

    keeps_map = False

    class Read(Message):
        """A message with the games read so far, and a text about progress or an error, empty at the end."""

        def __init__(self, found: Sequence[Played], progress: str) -> None:
            super().__init__()
            self.found, self.progress = found, progress

    def __init__(self, open_save: Callable[[Path], None] | None = None) -> None:
        """Take a function that opens a saved game, once this page is gone; None if no other game can be opened."""
        super().__init__()
        self._open = open_save
        self._found: Sequence[Played] = ()
        self._progress = "Reading your saved games ..."
        self._at = 0
        """The number of the chosen line among those that are about a game."""
        self._picture, self._notes = Picture(self, self._draw_picture), Picture(self, self._draw_notes)

    def on_mount(self) -> None:
        """Read the saves in a thread, after the first paint."""
        super().on_mount()
        self.begin_work(self._read_saves)

    def _read_saves(self) -> None:
        found: list[Played] = []
        for progress in fill_list(found):
            if not self.is_attached:
                return
            self.post_message(self.Read(tuple(found), progress))  # has no effect if the screen has been closed

    def on_results_screen_read(self, event: Read) -> None:
        """Show what has been read so far."""
        event.stop()
        self._found, self._progress = event.found, event.progress
        self.paint()

    def _draw_picture(self, path: str, extent: Size) -> Sequence[Row]:
        app = self.app
        assert isinstance(app, GameApp)
        return picture_of(Subject("save", path), extent, app.preferences)

    def _draw_notes(self, path: str, extent: Size) -> Sequence[Row]:
        app = self.app
        assert isinstance(app, GameApp)
        return notes_of(Subject("save", path), extent, app.preferences)

    def paint(self) -> None:
        """Paint the lines, and the game of the chosen one beside and below them."""
        width, height = self.page_width, self.size.height
        inner = min(WIDEST, width - 2)
        lines = your_games_lines(self._found, inner - 2) if self._found or not self._progress else []
        games = [number for number, line in enumerate(lines) if line.path is not None]
        self._at = max(0, min(self._at, len(games) - 1))
        chosen = games[self._at] if games else -1
        path = lines[chosen].path if games else None
        room = height - 2
        shown = self._list(lines, chosen, Size(inner, room))
        pane = width - inner - 5
        if path is not None and pane >= LEAST_POSITION:
            if (below := room - len(shown) - 1) >= LEAST_NOTES:
                notes = self._notes.rows(str(path), Size(inner - 2, below))
                shown += [row(), *((Span("  "), *line) for line in notes)]
            picture = self._picture.rows(str(path), Size(pane, room))
            shown = [*beside_each_other(shown, picture, Size(inner, room), fine=self._paper.fine)]
        else:
            shown = [(Span(" "), *line) for line in shown]
            if path is not None and (below := room - len(shown) - 1) >= LEAST_NOTES:
                picture = self._picture.rows(str(path), Size(width - 2, below))
                shown += [row(), *((Span(" "), *line) for line in picture)]
        shown += [row()] * (room - len(shown))
        keys = [("up", ""), ("down", "choose")] if games else []
        keys += [("confirm", "open")] if games and self._open is not None else []
        title = " Results and records  "
        progress = f"{self._progress[: width - len(title)]:<{width - len(title)}}"
        head = Span(title, "heading@bar"), Span(progress, "dim@bar")
        bar = page_bar([*keys, ("back", "back")], self.keymap, width)
        self._paper.show([head, *shown[:room], bar])

    def _list(self, lines: Sequence[Line], chosen: int, extent: Size) -> list[Row]:
        """Return the lines, or as many as fit around the chosen one."""
        first = max(0, min(chosen - extent.height // 2, len(lines) - extent.height))
        shown: list[Row] = []
        for number, line in enumerate(lines[first : first + extent.height], first):
            text = "".join(span.text for span in line.row)
            shown.append(chosen_row(text, extent.width) if number == chosen else (Span("  "), *line.row))
        return with_more(shown, extent.width, first, len(lines) - first - len(shown))

    def on_key(self, event: Key) -> None:
        if not is_for(self, event):
            return
        action = self.keymap.action((event.key, *event.aliases), box=True)
        steps = {"up": -1, "down": 1, "page_up": -10, "page_down": 10, "first": -(1 << 20), "last": 1 << 20}
        if action in ("back", "leave"):
            self.dismiss()
        elif action in steps:
            self._at += steps[action]
            self.paint()
        elif action == "confirm" and self._open is not None:
            games = [line.path for line in your_games_lines(self._found, WIDEST) if line.path is not None]
            if games and (path := games[self._at]) is not None:
                self.dismiss()
                self._open(path)
