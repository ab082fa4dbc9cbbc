"""Who plays the sides, people or the computer, and how its orders are shown: changed at any time in the game."""

from collections.abc import Callable, Mapping, Sequence

from westwall_tui.files.seats import Seat
from westwall_tui.files.settings import SPEEDS
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.terminal.rows import Row, chosen_row, row


class PlayersDialog(Dialog):
    """A line for each side, and one for the speed if there is one; nothing changes until Enter leaves the box."""

    title = "Who plays"

    def __init__(
        self,
        screen: GameScreen,
        seats: Sequence[Sequence[Seat]],
        speed: str,
        chosen: Callable[[Mapping[int, Seat], str], None],
    ) -> None:
        """`seats`: who may play each side, first as it is. `chosen` gets the seats that change, and the speed."""
        super().__init__(screen)
        self._seats, self._speed, self._chosen = seats, speed, chosen
        self._turned = [0] * len(seats)
        self._at = 0

    def _lines(self) -> list[str]:
        sides = [side.name for side in self.screen.game.scenario.sides]
        lines = [f"{name + ':':<18}{self._seats[side][self._turned[side]]}" for side, name in enumerate(sides)]
        return [*lines, f"{'Computer plays:':<18}{SPEEDS[self._speed]}"] if self._speed else lines

    def rows(self, width: int) -> Sequence[Row]:
        lines = enumerate(self._lines())
        return [chosen_row(line, width) if i == self._at else row(f"  {line}"[:width]) for i, line in lines]

    def act(self, action: str) -> bool:
        steps = {"next_hex": 1, "put": 1, "previous_hex": -1}
        if action in ("up", "down"):
            self._at = (self._at + (1 if action == "down" else -1)) % len(self._lines())
        elif action in steps:
            self._turn(steps[action])
        elif action == "confirm":
            self.screen.close()
            self._chosen({side: self._seats[side][at] for side, at in enumerate(self._turned) if at}, self._speed)
            return True
        else:
            return False
        self.screen.refresh_dialog()
        return True

    def _turn(self, step: int) -> None:
        if self._at == len(self._seats):
            names = tuple(SPEEDS)
            self._speed = names[(names.index(self._speed) + step) % len(names)]
        elif len(seats := self._seats[self._at]) > 1:
            self._turned[self._at] = (self._turned[self._at] + step) % len(seats)
        else:
            self.screen.say("Only its player, or the host while he is away, can give up that seat")

    def pick(self, row: int) -> int:
        if not 0 <= row < len(self._lines()):
            return -1
        self._at = row
        self.screen.refresh_dialog()
        return row

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("up", ""), ("down", "line"), ("next_hex", "change"), ("confirm", "done"), ("back", "back"))
