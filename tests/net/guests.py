"""Guests without sockets for tests: what a table tells them is kept in a list."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.session import Session
from westwall_tui.net.chairs import Guest
from westwall_tui.net.protocol import VERSION, encode
from westwall_tui.net.table import Table


class Ear:
    """Somebody at a table who remembers what he was told."""

    def __init__(self, table: Table, name: str, side: str = "", **hello: object) -> None:
        self.told: list[dict[str, Any]] = []
        self.bytes = b""
        self.table = table
        self.guest = Guest(self._hear)
        table.sit(self.guest, {"version": VERSION, "name": name, "side": side, **hello})

    def _hear(self, message: Mapping[str, object]) -> None:
        self.told.append(dict(message))
        self.bytes += encode(message)

    def say(self, line: str) -> dict[str, Any]:
        """Say a line; the answer to it."""
        self.table.hear(self.guest, {"line": line})
        return next(message for message in reversed(self.told) if message.get("to") == self.guest.lines)

    def news(self, kind: str) -> list[dict[str, Any]]:
        """What was told of one kind."""
        return [message for message in self.told if message.get("news") == kind]

    def leave(self) -> None:
        """Go, or lose the line."""
        self.table.gone(self.guest)


def table_of(scenario: Scenario, folder: Path, *, dice: bool = False, token: str = "") -> Table:
    """A table for a new game of a scenario; its host's key is "owner's key"."""
    session = Session.new(scenario, folder=folder, manual=dice, seed=None if dice else 3)
    return Table(session, token=token, owner_key="owner's key", dice=dice)
