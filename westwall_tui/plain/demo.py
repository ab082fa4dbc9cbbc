"""A demonstration in plain lines: one Game-Turn between two computers."""

from westwall_tui.files.settings import load_settings
from westwall_tui.learn.demonstration import Demonstration
from westwall_tui.plain.console import Console
from westwall_tui.plain.table import PlainGame


class DemoGame(PlainGame):
    """A game that nobody here plays; it is over with its first Game-Turn."""

    @property
    def goes_on(self) -> bool:
        """True in the set-up and the first Game-Turn."""
        return super().goes_on and self.game.state.turn <= self.game.scenario.first_turn

    def begin(self) -> None:
        """Say what is shown."""
        self.say(f"A demonstration: {self.game.scenario.name}, played by two computers for one Game-Turn")
        super().begin()

    def end(self) -> None:
        """Say how to play."""
        key = self.game.scenario.key
        self.say("That was one Game-Turn", f"To play it yourself, at a terminal: westwall play {key}")
        self.say(f"To play it in lines like these: westwall play {key} --plain")


def show(demonstration: Demonstration) -> int:
    """Show it; returns the exit status."""
    DemoGame(demonstration, Console(), load_settings()[0]).play()
    return 0
