"""A lesson between its orders: a question is open, or a step is done and read about."""

from collections.abc import Callable, Sequence

from westwall_tui.ui.decisions.mode import Mode
from westwall_tui.ui.gamescreen import GameScreen


class QuestionMode(Mode):
    """The learner looks at the map before he answers: Enter opens the answers again."""

    def __init__(self, screen: GameScreen, ask: Callable[[], object]) -> None:
        super().__init__(screen)
        self._ask = ask

    @property
    def about(self) -> str:
        return "lesson"

    def prompt(self) -> str:
        return "Look around, then answer"

    def confirm(self, h: int) -> None:
        self._ask()

    def next(self, step: int) -> None:
        self._ask()

    def end(self) -> None:
        self._ask()

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("confirm", "answer"),)


class ReadMode(Mode):
    """A step is done, or the lesson: Enter or Space goes on."""

    def __init__(self, screen: GameScreen, done: str, does: str, then: Callable[[], object]) -> None:
        """`done`: what is done; `does`: what comes then, in a word or two."""
        super().__init__(screen)
        self._done, self._does, self._then = done, does, then

    @property
    def about(self) -> str:
        return "lesson"

    def prompt(self) -> str:
        return self._done

    def confirm(self, h: int) -> None:
        self._then()

    def next(self, step: int) -> None:
        self._then()

    def end(self) -> None:
        self.screen.say(f"First {self.screen.key('skip')}: {self._does}")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("skip", self._does),)
