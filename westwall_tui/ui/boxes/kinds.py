"""Kinds of boxes: a text, a notice, a question, a list to choose from."""

from collections.abc import Callable, Sequence

from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.words.rows import Row, chosen_row, fold_row, row, shortened, text_rows, with_more

CHOICES = 8
"""Minimum number of lines of a list on show."""


class TextDialog(Dialog):
    """A box with text, which scrolls if the screen is too low for it."""

    informs = True

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self._first = 0
        self._room = 0
        """Rows of text on show; 0 if all are."""

    def within(self, rows: Sequence[Row], room: int, width: int) -> Sequence[Row]:
        """Return as many rows as fit, from the place to which the text is scrolled."""
        if len(rows) <= room:
            self._first = self._room = 0
            return rows
        self._room = room
        self._first = max(0, min(self._first, len(rows) - room))
        shown = rows[self._first : self._first + room]
        return with_more(shown, width, self._first, len(rows) - room - self._first)

    def act(self, action: str) -> bool:
        steps = {"up": -1, "down": 1, "page_up": -self._room, "page_down": self._room}
        if action not in steps or not self._room:
            return False
        self._first += steps[action]
        return True


class NoticeDialog(Dialog):
    """A box with information. Enter and Space close the box and continue the game."""

    narrow = True
    onward: Sequence[str] = ("confirm", "put")
    """The actions that close the box and continue the game."""

    def __init__(self, screen: GameScreen, then: Callable[[], object] = lambda: None) -> None:
        """Take the function that continues the game (`then`)."""
        super().__init__(screen)
        self._then = then

    def act(self, action: str) -> bool:
        if action not in self.onward:
            return False
        self.screen.close()
        self._then()
        return True


class Confirm(Dialog):
    """A question about something that cannot simply be undone.

    `y`, or once more the key that opened the box, means yes; Escape or `n` means no. Enter means neither, so that a key
    meant for the map decides nothing.
    """

    narrow = True
    final = True

    def __init__(
        self,
        screen: GameScreen,
        title: str,
        rows: Sequence[Row],
        yes: Callable[[], object],
        *,
        also: str = "",
        does: str = "yes",
        stays: str = "no",
    ) -> None:
        """Take labels for the answers yes (`does`) and no (`stays`), and an action whose key `also` means yes."""
        super().__init__(screen)
        self.title = title
        self._rows = rows
        self._yes = yes
        self._also = also
        self._does = does
        self._stays = stays

    def rows(self, width: int) -> Sequence[Row]:
        return [part for line in self._rows for part in fold_row(line, width)]

    def prompt(self) -> str:
        return self.title or super().prompt()

    @property
    def _keys_for_yes(self) -> str:
        """The actions that mean yes: `y`, and the one that opened the box."""
        return f"yes {self._also}".strip()

    def act(self, action: str) -> bool:
        if action == "no":
            self.screen.close()
        elif action in self._keys_for_yes.split():
            self.screen.close()
            self._yes()
        elif action in ("confirm", "put", "end"):
            key = self.screen.key
            self.screen.say(f"{key('yes')}: {self._does}, {key('back')}: {self._stays}")
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys for yes and no.

        If `q` opened the box, both `y` and `q` are labeled.
        """
        *first, last = self._keys_for_yes.split()
        word = self._does if last == "leave" else ""
        return (*((name, word) for name in first), (last, self._does), ("back", self._stays))


class ChoiceDialog(Dialog):
    """A list with a bar; Enter takes the line under the bar."""

    narrow = True
    does = "select"
    """The label of Enter."""

    def __init__(self, screen: GameScreen, lines: Sequence[str] = ()) -> None:
        super().__init__(screen)
        self.lines = lines
        self.at = 0
        self._above = 0
        """Rows above the list, as last shown."""

    def choices(self) -> Sequence[str]:
        """Return the lines of the list as they are now."""
        return self.lines

    def head(self, width: int) -> Sequence[Row]:
        """Return the rows above the list."""
        return ()

    @property
    def height(self) -> int:
        """The number of lines of the list on show."""
        return max(CHOICES, self.room)

    def _first_shown(self, count: int) -> int:
        """Return the first line on show in a list of `count` lines."""
        return max(0, min(self.at - self.height // 2, count - self.height))

    def rows(self, width: int) -> Sequence[Row]:
        head, lines = self.head(width), self.choices()
        self._above = len(head)
        first = self._first_shown(len(lines))
        shown = list(enumerate(lines))[first : first + self.height]
        rows = [chosen_row(line, width) if i == self.at else shortened(row(f"  {line}"), width) for i, line in shown]
        return [*head, *with_more(rows, width, first, max(0, len(lines) - first - self.height))]

    def act(self, action: str) -> bool:
        count = len(self.choices())
        if action in ("up", "down"):
            self.at = (self.at + (1 if action == "down" else -1)) % max(1, count)
        elif action == "confirm":
            if count:
                self.screen.close()
                self.chosen(self.at)
        else:
            return False
        return True

    def pick(self, row: int) -> int:
        count, row = len(self.choices()), row - self._above
        line = self._first_shown(count) + row
        if not (0 <= row < self.height and line < count):
            return -1
        self.at = line
        return line

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("confirm", self.does), ("back", "back"))

    def chosen(self, at: int) -> None:
        """Act on the chosen line."""
        raise NotImplementedError


class WhatNowDialog(ChoiceDialog):
    """A box at the end of a lesson, fight or puzzle: how it went, and a choice of what to do now."""

    def __init__(
        self,
        screen: GameScreen,
        about: str,
        title: str,
        texts: Sequence[str],
        choices: Sequence[tuple[str, Callable[[], object]]],
    ) -> None:
        """Take the name of a help text (`about`), paragraphs (`texts`), and lines with their actions (`choices`)."""
        super().__init__(screen, [line for line, _ in choices])
        self.about, self.title, self._texts, self._choices = about, title, texts, choices

    def head(self, width: int) -> Sequence[Row]:
        return [line for text in self._texts for line in (*text_rows(text, width), row())]

    def prompt(self) -> str:
        return "What now?"

    def chosen(self, at: int) -> None:
        self._choices[at][1]()
