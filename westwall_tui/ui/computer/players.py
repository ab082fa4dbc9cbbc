"""Who plays the sides, people or the computer, and how its orders are shown: changed at any time in the game."""

from collections.abc import Callable, Sequence

from westwall_tui.files.seats import SEATS, Seat
from westwall_tui.files.settings import SPEEDS
from westwall_tui.ui.kit.dialog import Desk, Dialog
from westwall_tui.ui.kit.rows import Row, row
from westwall_tui.ui.texts.speeds import SPEEDS_TOLD


class PlayersDialog(Dialog):
    """A line for each side and one for the speed; nothing changes until the box is left with Enter."""

    title = "Who plays"
    width = 64

    def __init__(
        self, desk: Desk, seats: Sequence[Seat], speed: str, chosen: Callable[[Sequence[Seat], str], None]
    ) -> None:
        super().__init__(desk)
        self._seats, self._speed, self._chosen = list(seats), speed, chosen
        self._at = 0

    def _lines(self) -> list[str]:
        sides = [side.name for side in self.desk.game.scenario.sides]
        lines = [f"{name + ':':<18}{seat}" for name, seat in zip(sides, self._seats, strict=True)]
        return [*lines, f"{'Computer plays:':<18}{SPEEDS_TOLD[self._speed]}"]

    def rows(self, width: int) -> Sequence[Row]:
        lines = [
            row(f"{'>' if i == self._at else ' '} {line}"[:width], "bold" if i == self._at else "")
            for i, line in enumerate(self._lines())
        ]
        keys = (("up down", "line"), ("previous_hex next_hex", "change"), ("confirm", "done"), ("back", "as it was"))
        return [*lines, row(), self.hint(width, *keys)]

    def act(self, action: str) -> bool:
        steps = {"next_hex": 1, "put": 1, "previous_hex": -1}
        if action in ("up", "down"):
            self._at = (self._at + (1 if action == "down" else -1)) % 3
        elif action in steps:
            self._turn(steps[action])
        elif action == "confirm":
            self.desk.close()
            self._chosen(self._seats, self._speed)
            return True
        else:
            return False
        self.desk.refresh_dialog()
        return True

    def _turn(self, step: int) -> None:
        if self._at == 2:
            self._speed = SPEEDS[(SPEEDS.index(self._speed) + step) % len(SPEEDS)]
        else:
            now = self._seats[self._at]
            if now.kind == "away":
                self.desk.say("Only whoever sits there can give that seat away")
                return
            at = SEATS.index(Seat(now.kind, level=now.level))
            self._seats[self._at] = SEATS[(at + step) % len(SEATS)]

    def pick(self, row: int) -> int:
        if not 0 <= row < 3:
            return -1
        self._at = row
        self.desk.refresh_dialog()
        return row

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "line"), ("next_hex", "change"), ("confirm", "done"), ("back", "back"))
