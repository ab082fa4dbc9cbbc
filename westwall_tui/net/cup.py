"""A table's dice cup: its players' messages about shared dice (docs/protocol.md)."""

import re
from collections.abc import Callable, Mapping
from typing import Protocol

from westwall_tui.engine.orders import IllegalOrder, Roll
from westwall_tui.files.dice import draw
from westwall_tui.files.session import LocalSession
from westwall_tui.files.shares import die_of, names_of
from westwall_tui.net.chairs import NOBODY
from westwall_tui.net.dice import SharedDice, who_gives

CASE = "table"
Send = Callable[[Mapping[str, object]], None]


class Room(Protocol):
    """What the cup needs from its table."""

    session: LocalSession

    def players(self) -> list[int]:
        """The sides of people, present or away."""

    def is_here(self, side: int) -> bool:
        """True if a guest sits there now."""

    def tell(self, news: Mapping[str, object]) -> None:
        """Tell all."""

    def send_to(self, side: int, news: Mapping[str, object]) -> None:
        """Tell a side's player, if he is here."""

    def spread(self) -> None:
        """Tell all the orders since the last time."""


class DiceCup:
    """Shared dice at a table."""

    def __init__(self, dice: SharedDice, room: Room) -> None:
        self.dice = dice
        self._room = room

    def roll(self) -> None:
        """Roll due dice that have fallen; begin the next once all who give a share are here."""
        dice, session = self.dice, self._room.session
        while session.game.prompt.kind == "roll":
            die = dice.due()
            if die is not None:
                session.apply(Roll(die_of(die.shares.values())))
                seals = dice.record.seals_of(die)
                self._room.tell({"news": "rolled", "number": die.number, "seals": seals, "shares": die.shares})
            elif dice.used_up:
                session.apply(Roll(draw()))
                self._room.tell({"news": "host", "text": "The shares of this game are used up; the host draws the die"})
            elif not self._begin():
                return
            self._room.spread()

    def _begin(self) -> bool:
        """Begin a die and ask for its shares. True if it fell at once, because only the host gives one."""
        players = self._room.players()
        if self.dice.record.begun is not None or not all(map(self._room.is_here, players)):
            return False
        if self.dice.begin([who_gives(side) for side in players]):
            self._room.session.save()  # saved before anybody opens, so that no other shares can make it
            if call := self._open_message():
                self._room.tell(call)
        return self.dice.due() is not None

    def _open_message(self) -> Mapping[str, object]:
        """The `open` message of the current die; empty if there is none."""
        begun = self.dice.record.begun
        return {"news": "open", "number": begun.number, "seals": begun.seals} if begun is not None else {}

    def sit(self, side: int, send: Send) -> None:
        """A guest sat down or came to watch: send what he missed."""
        if side != NOBODY:
            self.dice.leave(who_gives(side))  # of the guest before him
        if call := self._open_message():
            send(call)
        self._ask_to_drop(side)

    def vacate(self, side: int, *, to_computer: bool) -> None:
        """A player handed on his seat. If the computer has it, his share stays shut."""
        self.dice.leave(who_gives(side))
        if to_computer:
            self.dice.lose(who_gives(side))
        self._ask_to_drop(1 - side)

    def hear(self, side: int, name: str, word: str, rest: str) -> None:
        """A player says `seal`, `open` or `drop`, with the number of a die. Raises `IllegalOrder`."""
        digits, _, shown = rest.partition(" ")
        if not re.fullmatch("[0-9]{1,6}", digits):
            raise IllegalOrder(CASE, "name a die by its number")
        number, who, dice = int(digits), who_gives(side), self.dice
        if word == "seal":
            lost = dice.lost
            fault = dice.take_seal(who, number, shown, name)
            if fault:
                if number == dice.number and not dice.used_up:  # else he repeats it after the die before
                    self._room.send_to(
                        side, {"news": "host", "text": f"Your seal of die {number} does not count: {fault}"}
                    )
                raise IllegalOrder(CASE, fault)
            if dice.lost != lost:
                self._ask_to_drop(1 - side)
        elif word == "open":
            if not dice.take_share(who, number, shown):
                raise IllegalOrder(CASE, "that share does not fit its seal, or nobody asks for it")
            if dice.record.begun is not None or self._room.session.game.prompt.kind != "roll":
                self._room.session.save()
        elif dice.lost in ("", who) or dice.record.begun is None or dice.record.begun.number != number:
            raise IllegalOrder(CASE, "nobody has lost his share of that die")
        else:
            dice.agreed.add(who)
            self._ask_to_drop()

    def _ask_to_drop(self, asked: int = NOBODY) -> None:
        """If a share cannot be opened, ask a player to drop the die; it is dropped once all others agree."""
        dice = self.dice
        if not dice.lost or dice.record.begun is None:
            return
        number, names = (
            dice.record.begun.number,
            names_of([side.name for side in self._room.session.game.scenario.sides]),
        )
        to_agree = [side for side in self._room.players() if who_gives(side) not in {dice.lost, *dice.agreed}]
        if asked in to_agree:
            self._room.send_to(asked, {"news": "asks", "drop": number, "by": names[dice.lost]})
        if not to_agree:
            who = dice.drop()
            self._room.session.save()
            text = f"Die {number} is dropped: {names[who]} could not open the share that was sealed"
            self._room.tell({"news": "dropped", "number": number, "who": who, "text": text})
