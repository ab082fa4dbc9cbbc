"""Guests without sockets for tests, which record their messages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.saves.shares import Begun, Transcript
from westwall_tui.files.sessions.local import LocalSession
from westwall_tui.net.guest_dice import HostFault, Shares
from westwall_tui.net.guests import Guest
from westwall_tui.net.host_dice import DiceExchange, SharedDice
from westwall_tui.net.protocol import VERSION, encode
from westwall_tui.net.table import Table


class RecordingGuest:
    """A guest who records all messages."""

    def __init__(self, table: Table, name: str, side: str = "", **hello: object) -> None:
        self.messages: list[dict[str, Any]] = []
        self.bytes = b""
        self.table = table
        self.guest = Guest(self._hear)
        table.sit(self.guest, {"version": VERSION, "name": name, "side": side, **hello})

    def _hear(self, message: Mapping[str, object]) -> None:
        self.messages.append(dict(message))
        self.bytes += encode(message)

    def say(self, line: str) -> dict[str, Any]:
        """Send a line, and return its answer."""
        self.table.hear(self.guest, {"line": line})
        return next(message for message in reversed(self.messages) if message.get("to") == self.guest.lines)

    def news(self, kind: str) -> list[dict[str, Any]]:
        """Return the news of one kind."""
        return [message for message in self.messages if message.get("news") == kind]

    def leave(self) -> None:
        """Leave, or lose the connection."""
        self.table.gone(self.guest)


def exchange_of(table: Table) -> DiceExchange:
    """Return a table's exchange of shares."""
    assert table.exchange is not None
    return table.exchange


def record_of(table: Table) -> Transcript:
    """Return a table's record of shared dice."""
    return exchange_of(table).dice.record


def begun_at(table: Table) -> Begun:
    """Return a table's current die."""
    begun = record_of(table).begun
    assert begun is not None
    return begun


class Roller(RecordingGuest):
    """A guest who gives shares of dice like a guest's program, but only in `answer`."""

    def __init__(self, table: Table, name: str, side: str = "", folder: Path | None = None, **hello: object) -> None:
        self.shares = Shares(folder)
        super().__init__(table, name, side, **hello)
        self.faults = self.shares.check_welcome(self.messages[0])
        self._heard = 0
        self._seals = bool(side)

    def answer(self) -> bool:
        """Carry out the host's requests since the last call, and return True if there were any."""
        news, self._heard = self.messages[self._heard :], len(self.messages)
        for message in news:
            try:
                self._take(message)
            except HostFault as foul:
                self.faults.append(str(foul))
        seals, self._seals = self._seals, False
        if seals:
            self.say(self.shares.seal())
        return seals or any(message.get("news") in ("open", "rolled", "dropped") for message in news)

    def _take(self, message: Mapping[str, Any]) -> None:
        kind, number = message.get("news"), message.get("number", 0)
        if kind == "open":
            share = self.shares.open(number, message["seals"])
            if share:
                self.say(f"open {number} {share}")
        elif kind in ("rolled", "dropped"):
            self._seals = self.guest.side >= 0
            if kind == "rolled":
                self.shares.rolled(number, message["seals"], message["shares"])
            else:
                self.shares.drop(number, message["who"])


def answer_all(*rollers: Roller) -> None:
    """Have all guests answer until there are no more requests."""
    while any(roller.answer() for roller in rollers):
        pass


def table_of(scenario: Scenario, folder: Path, *, dice: bool = False) -> Table:
    """Return a table for a new game of a scenario; its owner's key is "owner's key"."""
    session = LocalSession.new(scenario, folder=folder, manual=dice, seed=None if dice else 3)
    return Table(session, owner_key="owner's key", dice=SharedDice(session) if dice else None)
