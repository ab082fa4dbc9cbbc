"""A demonstration: the computer plays both sides and explains each order; any key offers to take over a side."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from westwall_tui.engine.events import PhaseBegan, PhaseSkipped, TurnBegan
from westwall_tui.engine.words import capital, with_stop
from westwall_tui.files.sessions.base import Session
from westwall_tui.learn.session import Demonstration
from westwall_tui.ui.around.bars import WORDS
from westwall_tui.ui.boxes.kinds import WhatNowDialog
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.guided import WordedPanes
from westwall_tui.ui.screens.play.game import GameInPlay
from westwall_tui.ui.screens.play.keys import Keys
from westwall_tui.ui.screens.play.panes import Panes
from westwall_tui.ui.screens.play.screen import PlayScreen
from westwall_tui.words.rows import Row, text_rows
from westwall_tui.words.telling import Names, spoken

if TYPE_CHECKING:
    from westwall_tui.history.entries import Entry

SPEED = "slow"
"""The speed of the computer's orders. It ignores the settings, so that each sentence can be read."""
LOOKS = ("help", "leave")
"""Keys that don't offer to take over a side."""
BEGIN = "The computer plays both sides. Press any key to take over a side."
END = "The game is over. Press any key."


class DemoInPlay(GameInPlay):
    """A game in which the computer plays both sides."""

    text = BEGIN
    """The sentences about the last order."""

    @property
    def speed(self) -> str:
        return SPEED

    def _watch_entries(self, entries: "Sequence[Entry]") -> None:
        """Show the sentences about an order."""
        super()._watch_entries(entries)
        names = Names(self.game.scenario)
        sentences = [sentence for entry in entries for sentence in entry_in_words(entry, names)]
        self.text = " ".join(sentences) or self.text


def entry_in_words(entry: "Entry", names: Names) -> Iterator[str]:
    """Yield sentences about an order: a combat with its numbers and result, or a move from hex to hex."""
    if entry.rolls and entry.fight is not None:
        yield names.words.combat(entry.fight)
        return
    for event in entry.events:
        if not isinstance(event, TurnBegan | PhaseBegan | PhaseSkipped):
            yield with_stop(capital(spoken(names, event)))


class DemoKeys(Keys):
    """The keys of a demonstration. Any key except `LOOKS` offers to take over a side."""

    def __init__(self, play: GameInPlay, screen: "DemoScreen") -> None:
        super().__init__(play, screen.actions)
        self._demo = screen

    def act(self, action: str) -> None:
        """Offer to take over a side, unless a box is open or the key is one of `LOOKS`."""
        if self._play.dialog is None and action not in LOOKS:
            self._demo.ask()
            self._play.update()
        else:
            super().act(action)

    def unknown(self, key: str) -> None:
        """Offer to take over a side even if the key does nothing in a game."""
        if self._play.dialog is None:
            self._demo.ask()
            self._play.update()
        else:
            super().unknown(key)

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._play.dialog is not None:
            return super().keys()
        return (("confirm", "or any key: take a side"), ("help", "help"), ("leave", "quit"))


class DemoPanes(WordedPanes):
    """The panes of a demonstration, with its sentences under the phase bar."""

    def __init__(self, play: DemoInPlay, keys: Keys, screen: "DemoScreen") -> None:
        super().__init__(play, keys, screen.map)
        self._demo = play

    def words_rows(self, width: int) -> Sequence[Row]:
        text = END if self._demo.game.outcome is not None else self._demo.text
        return text_rows(text, min(width, 100) - 1, "bold", indent=" ")[:WORDS]


class DemoScreen(PlayScreen):
    """A game of the computer against itself. If a spectator takes over a side, it becomes an ordinary game."""

    head = 1 + WORDS

    def __init__(self, session: Demonstration, preferences: Preferences, leave: Callable[[], None]) -> None:
        self._demonstration = session
        super().__init__(session, preferences, leave)

    def new_play(self, session: Session) -> GameInPlay:
        return DemoInPlay(session, self.preferences, self.keymap, self.think, self._do_later)

    def new_keys(self) -> Keys:
        return DemoKeys(self.play, self)

    def new_panes(self) -> Panes:
        assert isinstance(self.play, DemoInPlay)
        return DemoPanes(self.play, self.keys, self)

    @property
    def actions(self) -> dict[str, Callable[[], None]]:
        """The screen's own actions, by name."""
        return dict(self.screen_actions())

    def ask(self) -> None:
        """Ask which side the spectator wants to take over."""
        play = self.play
        choices: list[tuple[str, Callable[[], object]]] = [("Keep watching", play.update)]
        if play.game.outcome is None:
            sides = play.game.scenario.sides
            choices[:0] = [(f"Play {info.people}", partial(self._take_over, side)) for side, info in enumerate(sides)]
        choices.append(("Quit", self.leave))
        text = "The game continues from here with you on one side, and is saved like any other game."
        play.open(WhatNowDialog(play, "lesson", "A demonstration", [text], choices))

    def _take_over(self, side: int) -> None:
        self.play.computer.rest()
        self.post_message(self.Another(self._demonstration.taken_over(side)))
