"""The mode while the computer decides: look around, stop it, hurry it, or take over its side."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.ui.decisions.mode import Mode
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.opponent.coach import Coach
from westwall_tui.ui.opponent.computer import Computer

THINKS = {
    "notes": "chooses its drop zones",
    "set-up": "sets up",
    "movement": "plans its moves",
    "combat": "chooses its attacks",
    "fpf": "considers FPF",
    "retreat": "chooses a retreat",
    "displace": "moves a displaced unit",
    "advance": "considers an advance",
    "demolition": "considers a demolition",
    "offer": "considers an offer",
}
"""Phrases for the computer's activity, by kind of decision."""


class ComputerMode(Mode):
    """A mode in which Space continues, Esc stops the computer, and Enter then takes over."""

    about = "computer"

    def __init__(
        self,
        screen: GameScreen,
        computer: Computer,
        coach: Coach,
        resume: Callable[[], None],
        relieve: Callable[[], None],
    ) -> None:
        """Take the `coach`, which may have a line to show.

        `resume` lets the computer continue; `relieve` gives its side to the player.
        """
        super().__init__(screen)
        self._computer, self._coach, self._resume, self._relieve = computer, coach, resume, relieve

    def prompt(self) -> str:
        computer = self._computer
        if computer.trouble:
            return f"{computer.name} {computer.trouble}"
        if computer.stopped:
            return f"{computer.name} waits"
        if computer.wants_key:
            return f"{computer.name} waits before its next order"
        if self._coach.says:
            return self._coach.says
        return f"{computer.name} {THINKS.get(self.game.prompt.kind, 'decides')} ..."

    def _ways_on(self) -> str:
        """Return the keys that let the computer continue or stop it, as text for the prompt."""
        computer, key = self._computer, self.screen.key
        if computer.trouble:
            return f"{key('confirm')}: you play it, {key('skip')}: it tries again"
        if computer.stopped:
            return f"{key('skip')}: it plays on, {key('confirm')}: you take over"
        if computer.wants_key:
            return f"{key('skip')}: next order, {key('back')}: stop"
        return f"{key('back')}: stop, {key('skip')}: hurry"

    def confirm(self, h: int) -> None:
        """Take over the computer's side if the computer is stopped; otherwise Enter may have been meant for the map."""
        if self._computer.stopped:
            self._relieve()
        else:
            key = self.screen.key
            self.screen.say(f"The computer decides now. {key('back')}: stop it, then {key('confirm')} takes over")

    def back(self) -> bool:
        """Stop the computer; once it is stopped, the prompt says how to continue."""
        if not self._computer.stopped:
            self._computer.stop()
        return True

    def next(self, step: int) -> None:
        self.screen.say(f"The computer decides now. {self._ways_on()}")

    def skip(self) -> None:
        self._resume()

    def end(self) -> None:
        self.next(1)

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """Return an answer to the key for plans, because planning has to wait."""
        return {"plan": lambda: self.next(1)}

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._computer.trouble:
            return (("skip", "it tries again"), ("confirm", "take over"), ("players", "who plays"))
        if self._computer.stopped:
            return (("skip", "it plays on"), ("confirm", "take over"), ("players", "who plays"))
        onward = "next order" if self._computer.wants_key else "hurry"
        return (("skip", onward), ("back", "stop"), ("players", "who plays"))
