"""A lesson at the keyboard: the boxes for its story and its questions, the mode between its steps, and the vocabulary.

The vocabulary is what a script may name: actions with their usual keys, signs, cases of the rules.
"""

from collections.abc import Callable, Sequence

from westwall_tui.learn.checks import Vocabulary
from westwall_tui.learn.lessons.script import Lesson
from westwall_tui.ui.boxes.kinds import ChoiceDialog, NoticeDialog
from westwall_tui.ui.decisions.mode import ForwardMode
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.signs import SIGNS
from westwall_tui.words.keymap import KEYS, Keymap
from westwall_tui.words.rows import Row, text_rows
from westwall_tui.words.rulebook import find


class StoryDialog(NoticeDialog):
    """The box with the story of a lesson: Space begins the lesson, Esc goes back to the list."""

    about = "lesson"

    def __init__(
        self,
        screen: GameScreen,
        lesson: Lesson,
        then: Callable[[], object],
        leave: Callable[[], object],
    ) -> None:
        """Take the callbacks: `then` begins the lesson, `leave` goes back to the list of lessons."""
        super().__init__(screen, then)
        self.title = lesson.title
        self._story, self._minutes, self._leave = lesson.story, lesson.minutes, leave

    def rows(self, width: int) -> Sequence[Row]:
        return text_rows(self._story, width)

    def stake(self, width: int) -> str:
        return f"{self._minutes} minutes"[:width]

    def prompt(self) -> str:
        return "Ready?"

    def act(self, action: str) -> bool:
        if action == "back":
            self._leave()
        elif action == "hint":
            self.screen.say(f"Press {self.screen.key('put')} to begin")
        else:
            return super().act(action)
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("put", "begin"), ("back", "back"))


class QuestionDialog(ChoiceDialog):
    """The box with the answers to a question; after a look at the map it opens again."""

    title = "Your answer"
    about = "lesson"
    does = "answer"

    def __init__(
        self, screen: GameScreen, answers: Sequence[str], hexes: Sequence[int], then: Callable[[int], object]
    ) -> None:
        """Take the `hexes` that the question is about; `then` gets the number of the answer, from 1."""
        super().__init__(screen, answers)
        self._hexes, self._then = hexes, then

    def prompt(self) -> str:
        return "Which one is it?"

    def chosen(self, at: int) -> None:
        self._then(at + 1)

    def hexes(self) -> Sequence[int]:
        return self._hexes

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "choose"), ("confirm", self.does), ("back", "back"))


class ReadMode(ForwardMode):
    """The mode after a step or a lesson: Enter or Space goes on."""

    about = "lesson"

    def __init__(self, screen: GameScreen, done: str, does: str, then: Callable[[], object]) -> None:
        """Take a sentence about what is `done`, and one or two words (`does`) about what comes next."""
        super().__init__(screen)
        self._done, self._does, self._then = done, does, then

    def prompt(self) -> str:
        return self._done

    def go_on(self) -> None:
        self._then()

    def end(self) -> None:
        self.screen.say(f"Press {self.screen.key('skip')} to {self._does} first")

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("skip", self._does),)


def vocabulary() -> Vocabulary:
    """Return the names that a lesson may use."""
    keymap = Keymap()
    keys = {key.name: keymap.first(key.name) for key in KEYS}
    return Vocabulary(keys, lambda rules, case: bool(find(rules, case)), tuple(SIGNS))
