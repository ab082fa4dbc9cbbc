"""The choices for a new game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from westwall_tui.files.seats import SEATS, Seat
from westwall_tui.ui.title.menus import Item, lines

if TYPE_CHECKING:
    from westwall_tui.engine.queries import Option

GUEST = Seat("away")
"""Somebody at another terminal."""
SEATS_HOSTED = (Seat(), GUEST, *SEATS[1:])
HOSTED = (
    "You play one side here, and somebody else the other at a terminal of his own, by westwall join or Join a game. "
    "The computer can play for either of you."
)
MANUAL = "you roll and type them in"
SHARED_DICE = "Each die is made of a share of both players, so that nobody can foresee it, not even who hosts the game."
SEATED = (
    "People take turns at this keyboard. The computer plays either side, or both: level 1 is for a first game, level 4 "
    "its best. You can change who plays during the game."
)


@dataclass
class NewGame:
    """What has been chosen for a new game."""

    key: str
    name: str
    sides: Sequence[str] = ("", "")
    seats: list[Seat] = field(default_factory=lambda: [Seat(), Seat()])
    manual: bool = False
    seed: str = ""
    strict: bool = False
    choices: "Sequence[Option]" = ()
    """The options of the battle."""
    options: dict[str, bool] = field(default_factory=dict)
    """What they have chosen, by name."""
    hosted: bool = False
    """Whether others play and watch at terminals of their own."""

    def items(self, start: Callable[[], None]) -> Sequence[Item]:
        """The menu: start, and what you can change first."""
        seats = [self._seat(side, name) for side, name in enumerate(self.sides)]
        dice = Item(
            f"{'Dice:':<12} {self._dice[self.manual]}",
            turn=lambda _: setattr(self, "manual", not self.manual),
            info=lines(
                SHARED_DICE if self.hosted else "If you roll real dice at the table, the game asks what they show."
            ),
        )
        seed = Item(
            f"{'Seed:':<12} {self.seed or 'random'}",
            info=lines("Type a number to get the same dice in several games. Backspace deletes."),
            typed=self._digit,
            erase=bool(self.seed),
        )
        strict = Item(
            f"{'Strict:':<12} {'yes, no taking back' if self.strict else 'no'}",
            turn=lambda _: setattr(self, "strict", not self.strict),
            info=lines("5.15 to the letter: a finished move stands. If not, you can take moves back until a die roll."),
        )
        begin = Item("Start", start, info=lines(f"Play {self.name}."))
        own = [self._option(option) for option in self.choices]
        return [begin, *seats, *own, dice, *(() if self.manual else (seed,)), strict]

    @property
    def _dice(self) -> Sequence[str]:
        """How the dice are rolled: by the game, or by the players."""
        return ("the host rolls", "of a share of both players") if self.hosted else ("the game rolls", MANUAL)

    @property
    def mine(self) -> int:
        """The side that is played here; -1 if none is."""
        return next((side for side, seat in enumerate(self.seats) if seat.is_person), -1)

    def _option(self, option: "Option") -> Item:
        taken = self.options.get(option.name, False)

        def turn(_: int) -> None:
            self.options[option.name] = not taken

        label = f"{option.name.capitalize()}:"
        return Item(f"{label:<12} {'yes' if taken else 'no'}", turn=turn, info=lines(option.text))

    def _seat(self, side: int, name: str) -> Item:
        known = SEATS_HOSTED if self.hosted else SEATS

        def turn(step: int) -> None:
            self.seats[side] = known[(known.index(self.seats[side]) + step) % len(known)]
            if self.hosted and self.seats[side].is_person and self.seats[1 - side].is_person:
                self.seats[1 - side] = GUEST  # you can sit on one chair only

        seat = self.seats[side]
        who = {Seat(): "you, at this keyboard", GUEST: "somebody at another terminal"} if self.hosted else {}
        return Item(f"{name + ':':<12} {who.get(seat, seat)}", turn=turn, info=lines(HOSTED if self.hosted else SEATED))

    def _digit(self, character: str) -> None:
        self.seed = (self.seed + character)[:18] if character else self.seed[:-1]
