"""Secret notes in a game by mail: sealed in the letter that makes them, opened in the first letter after they apply.

Until a note is opened, letters contain a placeholder in its place, so that anyone can replay the game.
"""

import base64
import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NoReturn

from westwall_tui.engine import events as ev
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Note, parse
from westwall_tui.files.command_line import how_to_install
from westwall_tui.files.faults import refuse
from westwall_tui.files.saves.mailed import Mailed, Opened

TRIES = 1_000
"""The maximum number of attempts to draw placeholders that are legal together."""
BOX = 2_800
"""The number of bytes to which a box is padded, so that its length reveals nothing about the notes."""
WORK = 2**16
"""Scrypt's cost of a key: each passphrase that someone tries takes a quarter of a second and 64 megabytes."""
MISSING = f"this scenario has secret notes; sealing them needs the package cryptography. {how_to_install('mail')}"


def decline(why: str) -> NoReturn:
    """Raise `FileError` about a letter, or about a request to `westwall mail`."""
    refuse("westwall mail", why)


def seal_of_note(game: str, number: int, note: Opened) -> str:
    """Return the seal of a note."""
    return sha256(f"westwall note {game} {number} {note.salt} {note.line}".encode()).hexdigest()


def division_of(line: str) -> str:
    """Return the division of a secret note in the log; empty for any other order."""
    if not line.lower().startswith(f"{Note.word} "):
        return ""
    order = parse(line)
    return order.division if isinstance(order, Note) else ""


def placed_by(events: Sequence[Event]) -> set[str]:
    """Return the divisions whose drop zones became public in these events."""
    return {event.division for event in events if isinstance(event, ev.DropZonePlaced)}


class Box:
    """A box that seals a game's notes with a passphrase: Scrypt derives the key, and AES-GCM encrypts.

    Neither the passphrase nor the key is ever stored.
    """

    def __init__(self, game: str, passphrase: str) -> None:
        """Raise `FileError` if the package cryptography is missing."""
        if not can_seal():
            decline(MISSING)
        self._game, self._passphrase = game.encode(), passphrase.encode()
        self.holds: dict[int, Opened] = {}
        """The notes that were sealed or opened last."""

    def _cipher(self, salt: bytes):  # type: ignore[no-untyped-def]
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        return AESGCM(Scrypt(salt=salt, length=32, n=WORK, r=8, p=1).derive(self._passphrase))

    def seal(self, notes: Mapping[int, Opened]) -> str:
        """Seal the notes, and return the box as text."""
        text = "\n".join(f"{n} {note.salt} {note.line}" for n, note in notes.items())
        salt, nonce = os.urandom(16), os.urandom(12)
        sealed = self._cipher(salt).encrypt(nonce, text.encode().ljust(BOX, b"\n"), self._game)
        self.holds = dict(notes)
        return base64.b64encode(salt + nonce + sealed).decode()

    def open(self, box: str) -> dict[int, Opened]:
        """Return the notes in a box. Raises `FileError` for a wrong passphrase or a changed box."""
        from cryptography.exceptions import InvalidTag

        try:
            raw = base64.b64decode(box, validate=True)
            text = self._cipher(raw[:16]).decrypt(raw[16:28], raw[28:], self._game).decode()
            rows = [line.split(" ", 2) for line in text.splitlines() if line]
            self.holds = {int(n): Opened(salt, line) for n, salt, line in rows}
        except (InvalidTag, ValueError):
            decline("this passphrase does not open your notes")
        return dict(self.holds)


def can_seal() -> bool:
    """Return True if the package cryptography is installed."""
    from importlib.util import find_spec

    return find_spec("cryptography") is not None


# -- the game as the other player may know it


def masked(log: Sequence[str], mailed: Mailed, secret_notes: Mapping[int, Opened]) -> list[str]:
    """Return a log in which opened notes and `secret_notes` replace their placeholders."""
    known = {**mailed.opened, **secret_notes}
    return [known[n].line if n in known else line for n, line in enumerate(log)]


def public_game(game: Game, mailed: Mailed) -> Game:
    """Return the game with placeholders for sealed notes, which depend on no secret.

    Opened notes come first. Each placeholder is drawn from the remaining legal notes for the last Game-Turn, so that it
    never applies before the true note. Raises `FileError` if no such placeholders exist.
    """
    hidden = mailed.hidden
    if not hidden:
        return game
    divisions = {n: division_of(game.log[n]) for n in hidden}
    for attempt in range(TRIES):
        draw = Draw.of(int(mailed.game[:15], 16), len(hidden), attempt)
        found = _with_drawn_notes(game, mailed, divisions, draw)
        if found is not None:
            return found
    decline("no placeholders for the secret notes were found")


def _with_drawn_notes(game: Game, mailed: Mailed, divisions: Mapping[int, str], draw: Draw) -> Game | None:
    """Return the public game with one set of drawn placeholders; None if they are not legal together."""
    trial, last = game.root(), game.scenario.last_turn
    first = min(mailed.sealed)
    notes = {}
    try:
        trial.replay(game.log[:first])
        for note in mailed.opened.values():
            trial.replay([note.line])
        for n, division in divisions.items():
            hexes = [order.hex for order in trial.legal() if isinstance(order, Note) and order.division == division]
            if not hexes:
                return None
            notes[n] = str(Note(division, draw.pick(hexes), last))
            trial.replay([notes[n]])
        public = game.root()
        public.replay([notes.get(n, line) for n, line in enumerate(game.log)])
    except IllegalOrder:
        return None
    return public
