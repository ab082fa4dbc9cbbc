"""A learner at the keyboard, without a screen, who does what a line of a lesson's script says with keys."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from rich.console import Console

from tests.learn.example import shipped_lesson
from westwall_tui.engine.orders import parse
from westwall_tui.files.players.settings import Settings
from westwall_tui.learn.lessons.judge import LessonJudge
from westwall_tui.learn.session import LessonSession
from westwall_tui.ui.preferences import Preferences
from westwall_tui.ui.screens.learn.lesson_game import LessonInPlay, LessonKeys
from westwall_tui.words.keymap import Keymap

LOOKS = ("zones", "lines", "counters", "enemy_reach")


class AtKeys:
    """A player with the keys of a screen that is not drawn."""

    play: Any
    keys: Any

    @property
    def prompt(self) -> str:
        """The prompt."""
        return "".join(span.text for span in self.play.prompt())

    @property
    def footer(self) -> str:
        """The keys at the foot of the screen."""
        return "  ".join(f"{self.play.key(name)} {word}".strip() for name, word in self.keys.keys())  # noqa: SIM118

    def act(self, *actions: str) -> Self:
        """Press keys."""
        for action in actions:
            self.keys.act(action)
        return self


class Learner(AtKeys):
    """A lesson in play, and keys for it by the names of their actions."""

    def __init__(self, name: str, step: int = 0) -> None:
        self.judge = LessonJudge(shipped_lesson(name), step)
        self.followed: list[bool] = []
        self.left: list[bool] = []
        preferences, session = Preferences(Settings(), Console()), LessonSession(self.judge)
        self.play = LessonInPlay(
            session, preferences, Keymap(), lambda: self.followed.append(True), lambda: self.left.append(True)
        )
        nothing: Callable[[], None] = lambda: None  # noqa: E731
        screen = dict.fromkeys((*LOOKS, "goto", "legend"), nothing) | {"leave": lambda: self.left.append(True)}
        self.keys = LessonKeys(self.play, screen)
        self.play.begin()

    @property
    def words(self) -> str:
        """The text under the phase bar."""
        return str(self.play.words)

    @property
    def box(self) -> str:
        """The text in the open box."""
        return " ".join(span.text for line in self.play.dialog.rows(49) for span in line)

    def place(self, unit: str) -> str:
        """Return the hex of a unit."""
        return str(self.play.game.state.number(self._at(unit)))

    def _at(self, unit: str) -> int:
        game = self.play.game
        return int(game.state.location[game.scenario.unit(unit)])

    def cursor(self, number: str) -> "Learner":
        """Go to a hex, with a step of the cursor at the end."""
        play = self.play
        board = play.game.scenario.board
        play.move_cursor(board.hex(number))
        return self.act("north", "south") if play.cursor == board.hex(number) else self

    def on(self, h: int) -> "Learner":
        """Put the cursor on a hex as Tab or a search does."""
        self.play.move_cursor(h)
        return self

    def on_unit(self, unit: str) -> "Learner":
        """Put the cursor on a unit."""
        return self.on(self._at(unit))

    def read(self) -> "Learner":
        """Read on: the story, and the text at the end of a step."""
        return self.act("put" if self.play.dialog is not None else "skip")

    # -- orders, by their keys

    def do(self, line: str) -> None:
        """Do what a line of a script says."""
        word, _, rest = line.partition(" ")
        if word == "maybe":
            if self.play.game.explain(rest) is None:
                self.do(rest)
        elif word == "cursor":
            board = self.play.game.scenario.board
            h = board.hex(rest)
            for direction, at in enumerate(board.grid.neighbors[h]):
                if at >= 0 and direction == 0:
                    self.on(at).act("south")
        elif word == "press":
            self.act(rest)
        elif word == "answer":
            self.play.dialog.at = int(rest) - 1
            self.act("confirm")
        elif word == "undo":
            self.act("undo")
        else:
            getattr(self, f"_{word}")(parse(line))

    def _hexes(self, numbers: Sequence[str]) -> list[int]:
        return [self.play.game.scenario.board.hex(number) for number in numbers]

    def _move(self, order: Any) -> None:
        self.on_unit(order.unit).act("confirm")
        if self.judge.done or self.play.wrong:
            return  # the unit cannot be selected
        *pins, last = self._hexes(order.hexes)
        for pin in pins:
            self.on(pin).act("waypoint")
        self.on(last).act("confirm")

    def _enter(self, order: Any) -> None:
        if self.play.mode.selected_unit() < 0:
            self.act("reinforcements")
            dialog = self.play.dialog
            dialog.at = next(i for i, line in enumerate(dialog.lines) if line.startswith(order.unit))
            self.act("confirm")
        first, *more = self._hexes(order.hexes)
        self.on(more[-1] if more else first).act("confirm")
        if self.play.mode.selected_unit() >= 0 and not self.judge.done:
            self.act("confirm")  # the first Enter only warned that the unit blocks others

    def _exit(self, order: Any) -> None:
        self.on_unit(order.unit).act("confirm", "exit")
        dialog = self.play.dialog
        if dialog is not None:
            dialog.at = next(i for i, exit_ in enumerate(dialog.orders) if exit_.edge == order.edge)
            self.act("yes")

    def _done(self, order: Any) -> None:
        self.act("end")
        if self.play.dialog is not None:
            self.act("yes")

    def _attack(self, order: Any) -> None:
        self.on_unit(order.defenders[0]).act("confirm")
        dialog = self.play.dialog
        wanted = {*order.attackers, *order.barrage, *order.defenders[1:]}
        self._choose(dialog, wanted, order.support)
        self.act("declare")

    def _fpf(self, order: Any) -> None:
        self._choose(self.play.dialog, set(order.units), order.support)
        self.act("fire" if order.units or order.support else "no")

    def _choose(self, dialog: Any, wanted: set[str], support: int) -> None:
        """Drop and add units in a box until it has the wanted ones."""
        units = self.play.game.state.units
        for _ in range(12):
            items = dialog.items()
            off = [
                i
                for i, item in enumerate(items)
                if item.unit >= 0 and (units[item.unit].id in wanted) != (item.unit in dialog.chosen)
            ]
            if not off:
                break
            dialog.at = off[0]
            self.act("put")
        assert {units[unit].id for unit in dialog.chosen} == wanted
        for _ in range(support):
            self.act("more")

    def _stand(self, order: Any) -> None:
        self.act("stand")

    def _advance(self, order: Any) -> None:
        self._take(order.unit)
        self.on(self._hexes([order.hex])[0]).act("confirm")

    def _take(self, unit: str) -> None:
        """Select a unit with Tab."""
        for _ in range(4):
            if self.play.mode.unit != self.play.game.scenario.unit(unit):
                self.act("next")

    def _retreat(self, order: Any) -> None:
        self._take(order.unit)
        path = self._hexes(order.hexes)
        self.on(path[-1]).act("confirm")
        for _ in range(6):
            ways = getattr(self.play.mode, "ways", None)
            if not ways or self.play.judge.done:
                break
            self.act("confirm" if list(ways[self.play.mode.way][1:]) == path else "next")

    def _displace(self, order: Any) -> None:
        self.on(self._hexes([order.hex])[0]).act("confirm")

    def _bridge(self, order: Any) -> None:
        self.act("bridge")
        self.on(self._hexes([order.hex])[0]).act("confirm")
        if self.play.dialog is not None:
            dialog = self.play.dialog
            dialog.at = next(i for i, site in enumerate(dialog.sites) if site == order)
            self.act("confirm")
