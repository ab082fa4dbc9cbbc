"""Being told that it is your move: by mail, or by a program of the keeper's. Once a turn, and never through a shell."""

import subprocess
import sys
from email.message import EmailMessage
from smtplib import SMTP, SMTPException
from typing import Any

from westwall_tui.club.games import Games
from westwall_tui.club.lists import Due, Lists
from westwall_tui.club.people import People
from westwall_tui.ui.terminal.rows import clean

QUIET = 600.0
"""Seconds after a game came to somebody before he is told: who is there needs no letter."""
PATIENCE = 10
"""Seconds that a server or program has."""


class Notifier:
    """Tells players that a game waits for them."""

    def __init__(self, mail: dict[str, Any] | None, program: str = "", quiet: float = QUIET) -> None:
        self._mail, self._program, self._quiet = mail, program, quiet

    def tell(self, games: Games, people: People, now: float) -> None:
        """Tell whoever has not been told since the game came to him."""
        if self._mail is None and not self._program:
            return
        for due in Lists(games.store).to_tell(now - self._quiet):
            if not games.told(due.game, due.since):
                continue  # another machine's thinker tells him
            player = people.by_number(due.player)
            if player is None or player.is_barred:
                continue
            if self._program:
                self._run(player.name, due)
            if self._mail is not None and player.mail:
                self._send(player.name, player.mail, due)

    def _run(self, name: str, due: Due) -> None:
        try:
            subprocess.run([self._program, name, str(due.game), due.asks], timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"the program that tells people: {error}", file=sys.stderr)

    def _send(self, name: str, address: str, due: Due) -> None:
        assert self._mail is not None
        try:
            with SMTP(self._mail["server"], self._mail["port"], timeout=PATIENCE) as server:
                server.send_message(letter(name, address, due, self._mail))
        except (OSError, SMTPException) as error:
            print(f"mail: {type(error).__name__}: {error}", file=sys.stderr)


def letter(name: str, address: str, due: Due, mail: dict[str, Any]) -> EmailMessage:
    """The letter that says that it is somebody's move."""
    message = EmailMessage()
    message["From"] = mail["sender"]
    message["To"] = address
    message["Subject"] = clean(f"Your move: {due.title} against {due.opponent}")
    lines = (
        f"{name}, it is your move in game {due.game}.",
        "",
        f"{due.title}, turn {due.turn}, against {due.opponent}.",
        clean(due.asks),
        "",
        f"  {mail['address'].replace('ssh ', 'ssh -t ', 1)} play {due.game}",
        f"  {mail['address']}",
        "",
        "m in the lobby changes or stops these letters.",
    )
    message.set_content("\n".join(lines))
    return message
