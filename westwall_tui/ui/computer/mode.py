"""The mode while the computer decides: you look around; it can be stopped, hurried and relieved."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from westwall_tui.ui.decisions.mode import Mode
from westwall_tui.ui.terminal.dialog import Desk

THINKS = {
    "notes": "chooses its drop zones",
    "set-up": "sets up",
    "movement": "plans its moves",
    "combat": "chooses its attacks",
    "fpf": "considers fire in defense",
    "retreat": "chooses a way of retreat",
    "displace": "makes way for a retreat",
    "advance": "considers an advance",
    "demolition": "considers a demolition",
}
"""What it is at, by the kind of decision."""


class Opponent(Protocol):
    """The computer, as far as its mode knows it."""

    @property
    def name(self) -> str:
        """`German (computer, level 2)`."""

    @property
    def trouble(self) -> str:
        """Why it cannot go on, or nothing."""

    @property
    def stopped(self) -> bool:
        """Whether it waits until the person lets it go on."""

    @property
    def wants_key(self) -> bool:
        """Whether its next order waits for a key."""

    def stop(self) -> None:
        """Wait, with whatever it is at."""

    def go_on(self) -> None:
        """Show the next order, think no longer, or go on after a stop."""

    def yield_seat(self) -> None:
        """The person at the keyboard plays the side from here."""


class ComputerMode(Mode):
    """Space is onward, Escape stops it, and Enter then takes over."""

    def __init__(self, desk: Desk, player: Opponent) -> None:
        super().__init__(desk)
        self.player = player

    @property
    def about(self) -> str:
        return "computer"

    def prompt(self) -> str:
        player = self.player
        if player.trouble:
            return f"{player.name} {player.trouble}. {self._ways_on()}"
        if player.stopped:
            return f"{player.name} waits. {self._ways_on()}"
        if player.wants_key:
            return f"{player.name}. {self._ways_on()}"
        kind = THINKS.get(self.game.prompt.kind, "decides")
        return f"{player.name} {kind} ... {self._ways_on()}"

    def _ways_on(self) -> str:
        """What to press, so that it goes on or stops."""
        player, key = self.player, self.desk.key
        if player.trouble:
            return f"{key('confirm')}: you play it, {key('skip')}: it tries again"
        if player.stopped:
            return f"{key('skip')}: it plays on, {key('confirm')}: you play it from here"
        if player.wants_key:
            return f"{key('skip')}: next order, {key('back')}: stop"
        return f"{key('back')}: stop, {key('skip')}: hurry"

    def confirm(self, h: int) -> None:
        """Take over, once it is stopped: an Enter that was meant for the map takes nobody's seat."""
        if self.player.stopped:
            self.player.yield_seat()
        else:
            key = self.desk.key
            self.desk.say(f"It is the computer's decision. {key('back')}: stop it, then {key('confirm')} takes over")

    def back(self) -> bool:
        """Stop it; once it is, the prompt says how to go on."""
        if not self.player.stopped:
            self.player.stop()
        return True

    def next(self, step: int) -> None:
        self.desk.say(f"It is the computer's decision. {self._ways_on()}")

    def skip(self) -> None:
        self.player.go_on()

    def end(self) -> None:
        self.next(1)

    def actions(self) -> Mapping[str, Callable[[], None]]:
        """To plan for the side has to wait."""
        return {"plan": lambda: self.next(1)}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.player.stopped:
            return (("skip", "it plays on"), ("confirm", "take over"), ("players", "who plays"))
        onward = "next order" if self.player.wants_key else "hurry"
        return (("skip", onward), ("back", "stop"), ("players", "who plays"))
