"""The front that a side names at the end of its Player-Turn."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from westwall_tui.engine import queries
from westwall_tui.engine.orders import NameFront
from westwall_tui.ui.boxes.kinds import Confirm
from westwall_tui.ui.decisions.mode import PANEL, WAYPOINT, Mark, Mode, undo_hint
from westwall_tui.ui.gamescreen import GameScreen
from westwall_tui.ui.map.overlays.lines import FrontView
from westwall_tui.words.rows import Row, row


class FrontMode(Mode, kind="front"):
    """The mode for naming a front. Enter names the front on the map; `w` pins the front to a hex, or unpins it."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.pins: tuple[int, ...] = ()
        self.view = FrontView(self.game, queries.front(self.game))
        self._proposed = self._cost_of_front

    def begin(self) -> None:
        costly = self._hexes_that_cost()
        if costly and self.screen.cursor not in costly:
            self.screen.move_cursor(costly[0])

    @property
    def _cost_of_front(self) -> int:
        return self.view.front.cost if self.view.front else 0

    def _hexes_that_cost(self) -> Sequence[int]:
        """Return the gaps in the front and the units beyond it."""
        return (*self.view.front.gaps, *self.view.front.lost) if self.view.front else ()

    def prompt(self) -> str:
        more = f" (proposed: {self._proposed})" if self._cost_of_front != self._proposed else ""
        return f"{self.who}: which front do you name? {self.view.summary()}{more}"

    def marks(self) -> Mapping[int, Mark]:
        found = {h: Mark(*mark) for h, mark in self.view.marks().items()}
        return found | dict.fromkeys(self.pins, WAYPOINT)

    def front_line(self) -> Sequence[int]:
        return self.view.front.hexes if self.view.front else ()

    def panel(self, h: int) -> Sequence[Row]:
        pinned = (row("the front must pass here"),) if h in self.pins else ()
        return (*self.view.panel(h), *pinned, row(), *self.view.prices(PANEL))

    def confirm(self, h: int) -> None:
        assert self.view.front is not None
        order = NameFront(self.game.state.numbers(self.view.front.hexes))
        name = partial(self.screen.apply, order)
        if not self._cost_of_front:
            name()
            return
        ends = "This ends your Player-Turn" + (" and cannot be undone." if self.screen.is_final(order) else ".")
        rows = [row(f"It costs {self.view.summary()}."), row(ends)]
        self.screen.open(Confirm(self.screen, "Name this front?", rows, name, does="name it", stays="keep looking"))

    def pin(self) -> None:
        """Pin the front to the cursor's hex, or unpin it."""
        h = self.screen.cursor
        self._take_front_by(tuple(pin for pin in self.pins if pin != h) if h in self.pins else (*self.pins, h))

    def back(self) -> bool:
        if not self.pins:
            return False
        self._take_front_by(self.pins[:-1])
        return True

    def _take_front_by(self, pins: tuple[int, ...]) -> None:
        """Show the front that passes these hexes, if there is one."""
        front = queries.front(self.game, pins=pins)
        if front is None:
            here = self.game.state.number(self.screen.cursor)
            others = " and the hexes already pinned" if self.pins else ""
            self.screen.say(f"No front goes through {here}{others}")
            return
        self.pins, self.view = pins, FrontView(self.game, front)

    def next(self, step: int) -> None:
        self.cursor_to_next(self._hexes_that_cost() or self.game.prompt.hexes, step)

    def end(self) -> None:
        key = self.screen.key
        undo = undo_hint(self.screen, "back to your phase")
        self.screen.say(", ".join(filter(None, (f"{key('confirm')}: name this front and end your turn", undo))))

    def actions(self) -> Mapping[str, Callable[[], object]]:
        return {"waypoint": self.pin}

    def keys(self) -> Sequence[tuple[str, str]]:
        return (
            ("confirm", "name it"),
            ("waypoint", "unpin" if self.screen.cursor in self.pins else "pin"),
            ("next", "next gap"),
            ("back", "unpin"),
            ("undo", "undo"),
        )
