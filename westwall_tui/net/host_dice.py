"""The host's part in shared dice: it collects seals and shares, then rolls the die (docs/protocol.md).

When a die begins, its givers of shares are fixed. After that, the die is either rolled or dropped. It can only be
dropped if a player cannot open the sealed share and all other players agree. A rolled die counts for the next roll,
even if orders are undone.
"""

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from westwall_tui.engine.orders import IllegalOrder, Roll
from westwall_tui.files.saves.shares import (
    HOST,
    MAX_DICE,
    MAX_SEALS,
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
from westwall_tui.files.tables import MAX_NAME_LENGTH
from westwall_tui.net.guests import NOBODY


def who_gives(side: int) -> str:
    """Return a side's name among the givers of shares."""
    return WHO[1 + side]


class SharedDice:
    """The shared dice of a hosted game."""

    def __init__(self, session: LocalSession, folder: Path | None = None) -> None:
        """Save the host's secret in `folder`, or keep it only in memory if it is None."""
        self._session, self._folder = session, folder
        self.record: Transcript = session.share_dice()
        self._own: OwnShares = own_shares(folder, self.record.game, HOST)
        self._own.keep()
        self._names: dict[str, str] = {}
        self._shown: dict[str, tuple[int, str]] = {}
        """The seals of the players who are present, each with the number of its die."""
        self.lost = ""
        """The player who cannot open their share of the current die; empty if there is none."""
        self.agreed: set[str] = set()
        """The players who agree to drop the current die."""
        begun = self.record.begun
        if begun is not None and begun.number != self.number:  # the roll of the die was typed meanwhile
            self.record.begun = None
        elif begun is not None and begun.seals.get(HOST) != self._own.seal(begun.number):
            self.lost = HOST

    def for_game(self, session: LocalSession) -> "SharedDice":
        """Return the shared dice of another game at the same table."""
        return SharedDice(session, self._folder)

    @property
    def number(self) -> int:
        """The number of the next die."""
        return self.record.number(len(rolls_of((*self._session.history, *self._session.game.log))))

    def due(self) -> Die | None:
        """Return the next die if it has already been rolled, or None."""
        return self.record.die(self.number)

    @property
    def used_up(self) -> bool:
        """True if this game has no more shared dice left."""
        return self.number > MAX_DICE

    def message(self) -> Mapping[str, object]:
        """Return the public record for a new guest, including the number of the next die."""
        return {**self.record.data(secret=False), "next": self.number}

    # -- before a die

    def leave(self, who: str) -> None:
        """Forget the seal of a player who has left or lost the seat."""
        self._shown.pop(who, None)

    def take_seal(self, who: str, number: int, seal: str, name: str) -> str:
        """Accept a player's seal. Return the reason if it is refused, or an empty string."""
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
                return "another player has already shown that seal"
            if sum(known.who == who and known.number < number for known in self.record.seals) >= MAX_SEALS:
                return f"the shares of this side were restarted {MAX_SEALS} times; give the seat to the computer"
        self._shown[who] = number, seal
        self._names[who] = name[:MAX_NAME_LENGTH]
        return ""

    def _find_lost(self, who: str, seal: str) -> None:
        """Check by a player's seal whether that player still has the share of the current die."""
        assert self.record.begun is not None
        if seal == self.record.begun.seals[who]:
            self.lost = "" if self.lost == who else self.lost
        elif not self.lost:
            self.lose(who)

    def lose(self, who: str) -> None:
        """Record that a player can no longer open their share of the current die, if the die has such a share."""
        begun = self.record.begun
        if begun is not None and who in begun.seals and who not in begun.shares:
            self.lost = who
            self.agreed.clear()

    def begin(self, players: Collection[str]) -> bool:
        """Begin the next die if all players have shown their seals. Return True if the die has begun."""
        number = self.number
        seals = {HOST: self._own.seal(number)}
        seals |= {who: self._shown[who][1] for who in players if self._shown.get(who, (0, ""))[0] == number}
        if not set(players) <= seals.keys():
            return False
        self._fall_if_all_open(self.record.begin(number, seals, self._names))
        return True

    # -- the die

    def take_share(self, who: str, number: int, share: str) -> bool:
        """Accept a player's opened share.

        After the last share, roll the die. Return True if the share matches its seal.
        """
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
        """If all other shares are open, open the host's share too, and roll the die."""
        if self.lost != HOST and begun.seals.keys() - begun.shares.keys() == {HOST}:
            begun.shares[HOST] = self._own.share(begun.number)
            self.record.fall(Die(begun.number, {who: begun.shares[who] for who in WHO if who in begun.shares}))

    def drop(self) -> str:
        """Drop the current die. Return the player who could not open their share."""
        assert self.record.begun is not None
        lost = self.lost
        self.record.drop(self.record.begun.number, lost)
        self._shown.clear()
        self.agreed.clear()
        self.lost = ""
        return lost


# -- the players' lines about shared dice


CASE = "table"
Send = Callable[[Mapping[str, object]], None]


class ExchangeTable(Protocol):
    """The methods of a table that an exchange of shares needs."""

    session: LocalSession

    def players(self) -> list[int]:
        """Return the sides that people play, present or away."""

    def is_here(self, side: int) -> bool:
        """Return True if a side's player is here."""

    def tell(self, news: Mapping[str, object]) -> None:
        """Send news to all guests."""

    def send_to(self, side: int, news: Mapping[str, object]) -> None:
        """Send news to a side's player, if that player is here."""

    def broadcast(self) -> None:
        """Send the latest orders to all guests."""


class DiceExchange:
    """The exchange of seals and shares at a table."""

    def __init__(self, dice: SharedDice, table: ExchangeTable) -> None:
        self.dice = dice
        self._table = table

    def roll(self) -> None:
        """Apply dice that are due and have all their shares, and begin the next die if all players are here."""
        dice, session = self.dice, self._table.session
        while session.game.prompt.kind == "roll":
            die = dice.due()
            if die is not None:
                session.apply(Roll(die_of(die.shares.values())))
                seals = dice.record.seals_of(die)
                self._table.tell({"news": "rolled", "number": die.number, "seals": seals, "shares": die.shares})
            elif dice.used_up:
                session.apply(Roll(draw()))
                self._table.tell({"news": "host", "text": "All shares of the game are used up; the host rolls the die"})
            elif not self._begin_round():
                return
            self._table.broadcast()

    def _begin_round(self) -> bool:
        """Begin a die and ask for its shares.

        Return True if the die was rolled at once, because only the host gives a share.
        """
        players = self._table.players()
        if self.dice.record.begun is not None or not all(map(self._table.is_here, players)):
            return False
        if self.dice.begin([who_gives(side) for side in players]):
            self._table.session.save()  # saved before anybody opens a share, so that no other shares can make the die
            if call := self._open_message():
                self._table.tell(call)
        return self.dice.due() is not None

    def _open_message(self) -> Mapping[str, object]:
        """Return the `open` message of the current die; empty if there is none."""
        begun = self.dice.record.begun
        return {"news": "open", "number": begun.number, "seals": begun.seals} if begun is not None else {}

    def sit(self, side: int, send: Send) -> None:
        """Send a new guest the messages about the current die, and forget the seal of the seat's previous guest."""
        if side != NOBODY:
            self.dice.leave(who_gives(side))  # the previous guest in this seat
        if call := self._open_message():
            send(call)
        self._ask_to_drop(side)

    def vacate(self, side: int, *, to_computer: bool) -> None:
        """Free a player's seat. If the computer takes the seat, nobody can open the player's share."""
        self.dice.leave(who_gives(side))
        if to_computer:
            self.dice.lose(who_gives(side))
        self._ask_to_drop(1 - side)

    def hear(self, side: int, name: str, word: str, rest: str) -> None:
        """Carry out a player's line: `seal`, `open` or `drop`, with the number of a die. Raises `IllegalOrder`."""
        digits, _, shown = rest.partition(" ")
        if not re.fullmatch("[0-9]{1,6}", digits):
            raise IllegalOrder(CASE, "name a die by its number")
        number, who, dice = int(digits), who_gives(side), self.dice
        if word == "seal":
            lost = dice.lost
            fault = dice.take_seal(who, number, shown, name)
            if fault:
                if number == dice.number and not dice.used_up:  # otherwise the player sends the seal again later
                    self._table.send_to(
                        side, {"news": "host", "text": f"Your seal of die {number} is not accepted: {fault}"}
                    )
                raise IllegalOrder(CASE, fault)
            if dice.lost != lost:
                self._ask_to_drop(1 - side)
        elif word == "open":
            if not dice.take_share(who, number, shown):
                raise IllegalOrder(CASE, "that share does not match its seal, or the host does not need it")
            if dice.record.begun is not None or self._table.session.game.prompt.kind != "roll":
                self._table.session.save()
        elif dice.lost in ("", who) or dice.record.begun is None or dice.record.begun.number != number:
            raise IllegalOrder(CASE, "that die has no missing share")
        else:
            dice.agreed.add(who)
            self._ask_to_drop()

    def _ask_to_drop(self, asked: int = NOBODY) -> None:
        """If a share cannot be opened, ask a player to agree to drop the die, and drop it once all others agree."""
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
            text = f"Die {number} was dropped because {names[who]} could not open the sealed share"
            self._table.tell({"news": "dropped", "number": number, "who": who, "text": text})
