"""The host's side of shared dice: it collects seals and shares, then the die falls (docs/protocol.md).

When a die begins, it is settled who gives a share. Then it can only fall, or be dropped if a player cannot open his
sealed share and the others agree. A fallen die counts for the next roll, whatever was undone before.
"""

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from westwall_tui.engine.orders import IllegalOrder, Roll
from westwall_tui.files.saves.shares import (
    HOST,
    MOST_DICE,
    MOST_SEALS,
    WHO,
    Begun,
    Die,
    OwnShares,
    Transcript,
    die_of,
    names_of,
    own_shares,
    rolls_of,
    seal_of,
)
from westwall_tui.files.sessions.dice import draw
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.files.tables import LONGEST_NAME
from westwall_tui.net.guests import NOBODY


def who_gives(side: int) -> str:
    """A side's name among those who give shares."""
    return WHO[1 + side]


class SharedDice:
    """The shared dice of a hosted game."""

    def __init__(self, session: LocalSession, folder: Path | None = None) -> None:
        """The host's secret is saved in `folder`; None: only in memory."""
        self._session = session
        self.record: Transcript = session.share_dice()
        self._own: OwnShares = own_shares(folder, self.record.game, HOST)
        self._own.keep()
        self._names: dict[str, str] = {}
        self._shown: dict[str, tuple[int, str]] = {}
        """The present players' seals, each with its die."""
        self.lost = ""
        """The player who cannot open his share of the current die."""
        self.agreed: set[str] = set()
        """The players who agree to drop it."""
        begun = self.record.begun
        if begun is not None and begun.number != self.number:  # its roll was typed in
            self.record.begun = None
        elif begun is not None and begun.seals.get(HOST) != self._own.seal(begun.number):
            self.lost = HOST

    @property
    def number(self) -> int:
        """The number of the next die."""
        return self.record.number(len(rolls_of((*self._session.history, *self._session.game.log))))

    def due(self) -> Die | None:
        """The next die, if it has already fallen."""
        return self.record.die(self.number)

    @property
    def used_up(self) -> bool:
        """True if this game can share no more dice."""
        return self.number > MOST_DICE

    def message(self) -> Mapping[str, object]:
        """The public record for a guest who enters, and the next die's number."""
        return {**self.record.data(secret=False), "next": self.number}

    # -- before a die

    def leave(self, who: str) -> None:
        """A player left, or another took his seat."""
        self._shown.pop(who, None)

    def take_seal(self, who: str, number: int, seal: str, name: str) -> str:
        """Take a player's seal. Returns why it does not count, or an empty string."""
        begun = self.record.begun
        if number != self.number or self.used_up:
            return "that is not the next die"
        if len(seal) != 64 or not set(seal) <= set("0123456789abcdef"):
            return "a seal has 64 hexadecimal digits"
        if begun is not None:
            if who in begun.seals and who not in begun.shares:
                self._find_lost(who, seal)
            return ""
        if self.record.shares_before(number).get(who) != seal:
            others = (known for other, (_, known) in self._shown.items() if other != who)
            if seal in (self._own.seal(number), *others):
                return "another player has shown that seal"
            if sum(known.who == who and known.number < number for known in self.record.seals) >= MOST_SEALS:
                return f"the shares of this side were restarted {MOST_SEALS} times; the computer can take the seat"
        self._shown[who] = number, seal
        self._names[who] = name[:LONGEST_NAME]
        return ""

    def _find_lost(self, who: str, seal: str) -> None:
        """Find out whether a player still has his share of the current die."""
        assert self.record.begun is not None
        if seal == self.record.begun.seals[who]:
            self.lost = "" if self.lost == who else self.lost
        elif not self.lost:
            self.lose(who)

    def lose(self, who: str) -> None:
        """A player can no longer open his share of the current die, if it has one."""
        begun = self.record.begun
        if begun is not None and who in begun.seals and who not in begun.shares:
            self.lost = who
            self.agreed.clear()

    def begin(self, players: Collection[str]) -> bool:
        """Begin the next die if all players showed their seals. True if it has begun."""
        number = self.number
        seals = {HOST: self._own.seal(number)}
        seals |= {who: self._shown[who][1] for who in players if self._shown.get(who, (0, ""))[0] == number}
        if not set(players) <= seals.keys():
            return False
        self._fall_if_all_open(self.record.begin(number, seals, self._names))
        return True

    # -- the die

    def take_share(self, who: str, number: int, share: str) -> bool:
        """Take a player's opened share. True if it fits his seal. With the last one the die falls."""
        begun = self.record.begun
        if begun is None or number != begun.number or who not in begun.seals:
            return False
        if seal_of(self.record.game, who, number, share) != begun.seals[who]:
            return False
        begun.shares[who] = share
        if who == self.lost:
            self.lost = ""
        self._fall_if_all_open(begun)
        return True

    def _fall_if_all_open(self, begun: Begun) -> None:
        """Open the host's own share last; its seal was shown with the others."""
        if self.lost != HOST and begun.seals.keys() - begun.shares.keys() == {HOST}:
            begun.shares[HOST] = self._own.share(begun.number)
            self.record.fall(Die(begun.number, {who: begun.shares[who] for who in WHO if who in begun.shares}))

    def drop(self) -> str:
        """Drop the current die. Returns who could not open his share."""
        assert self.record.begun is not None
        lost = self.lost
        self.record.drop(self.record.begun.number, lost)
        self._shown.clear()
        self.agreed.clear()
        self.lost = ""
        return lost


# -- what players say about shared dice at the table


CASE = "table"
Send = Callable[[Mapping[str, object]], None]


class ExchangeTable(Protocol):
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


class DiceExchange:
    """Shared dice at a table."""

    def __init__(self, dice: SharedDice, table: ExchangeTable) -> None:
        self.dice = dice
        self._table = table

    def roll(self) -> None:
        """Roll due dice that have fallen; begin the next once all who give a share are here."""
        dice, session = self.dice, self._table.session
        while session.game.prompt.kind == "roll":
            die = dice.due()
            if die is not None:
                session.apply(Roll(die_of(die.shares.values())))
                seals = dice.record.seals_of(die)
                self._table.tell({"news": "rolled", "number": die.number, "seals": seals, "shares": die.shares})
            elif dice.used_up:
                session.apply(Roll(draw()))
                self._table.tell(
                    {"news": "host", "text": "The shares of this game are used up; the host rolls the die"}
                )
            elif not self._begin_round():
                return
            self._table.spread()

    def _begin_round(self) -> bool:
        """Begin a die and ask for its shares. True if it fell at once, because only the host gives one."""
        players = self._table.players()
        if self.dice.record.begun is not None or not all(map(self._table.is_here, players)):
            return False
        if self.dice.begin([who_gives(side) for side in players]):
            self._table.session.save()  # saved before anybody opens, so that no other shares can make it
            if call := self._open_message():
                self._table.tell(call)
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
                    self._table.send_to(
                        side, {"news": "host", "text": f"Your seal of die {number} does not count: {fault}"}
                    )
                raise IllegalOrder(CASE, fault)
            if dice.lost != lost:
                self._ask_to_drop(1 - side)
        elif word == "open":
            if not dice.take_share(who, number, shown):
                raise IllegalOrder(CASE, "that share does not fit its seal, or was not asked for")
            if dice.record.begun is not None or self._table.session.game.prompt.kind != "roll":
                self._table.session.save()
        elif dice.lost in ("", who) or dice.record.begun is None or dice.record.begun.number != number:
            raise IllegalOrder(CASE, "no share of that die is lost")
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
            names_of([side.name for side in self._table.session.game.scenario.sides]),
        )
        to_agree = [side for side in self._table.players() if who_gives(side) not in {dice.lost, *dice.agreed}]
        if asked in to_agree:
            self._table.send_to(asked, {"news": "asks", "drop": number, "by": names[dice.lost]})
        if not to_agree:
            who = dice.drop()
            self._table.session.save()
            text = f"Die {number} is dropped: {names[who]} could not open the sealed share"
            self._table.tell({"news": "dropped", "number": number, "who": who, "text": text})
