"""The trial of a random battle: the computer plays the battle while the player reads its briefing."""

from collections.abc import Callable
from threading import Thread

from westwall_tui.ai.proof import Proof, in_progress, prove
from westwall_tui.engine.game import Game
from westwall_tui.files.scenarios.briefings import briefings_of
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.random_battles import RandomBattle
from westwall_tui.ui.pages.briefing import BriefingScreen
from westwall_tui.words.rows import Keys


class TrialScreen(BriefingScreen):
    """The briefing of the sector on trial, with the trial's progress. Enter begins the battle once the trial is over.

    Going back or quitting ends the trial before its next game. Nothing is saved until then.
    """

    def __init__(self, seed: int, begin: Callable[[RandomBattle], None], back: Callable[[], object]) -> None:
        """Take callbacks: `begin` begins the battle that was found, `back` goes back."""
        self.battle = RandomBattle(seed, 1)
        """The sector on trial, then the battle."""
        super().__init__(_game(self.battle), 0)
        self._verdict = ""
        """The verdict of the trial; empty until it is over."""
        self._begin, self._back = begin, back
        self._games, self._is_over = 0, False

    def on_mount(self) -> None:
        """Begin the trial in a daemon thread, so that quitting does not wait for it."""
        super().on_mount()
        Thread(target=self._try, daemon=True, name="trial of a random battle").start()

    def on_unmount(self) -> None:
        """End the trial."""
        self._is_over = True

    def _try(self) -> None:
        """Look for the fair battle."""

        def progress(sector: RandomBattle, games: int) -> bool:
            if not self._is_over:
                self.app.call_later(self._show, sector, games)
            return not self._is_over

        found = prove(self.battle.seed, progress)
        if found is not None and not self._is_over:
            self.app.call_later(self._finish, found)

    def _show(self, sector: RandomBattle, games: int) -> None:
        self._games = games
        self._take(sector)

    def _finish(self, found: Proof) -> None:
        self._verdict = found.verdict
        self._take(found.battle)

    def _take(self, battle: RandomBattle) -> None:
        if battle != self.battle:
            self.battle, self._game = battle, _game(battle)
            self._briefings = briefings_of(self._game.scenario)
        if self.is_attached and self.size.width:
            self.paint()

    def asks(self) -> str:
        if self._verdict:
            return f"{self._verdict}. To play it again: westwall play {self.battle}"
        return f"{in_progress(self.battle, self._games)} ..."

    def footer(self, *, long: bool) -> Keys:
        return tuple(key for key in super().footer(long=long) if key[0] != "confirm" or self._verdict)

    def act(self, action: str) -> None:
        if action in ("back", "leave"):
            self._is_over = True
            self._back()
        elif action != "confirm":
            super().act(action)
        elif self._verdict:
            self._begin(self.battle)


def _game(battle: RandomBattle) -> Game:
    return Game(load_scenario(str(battle)), seed=1)
