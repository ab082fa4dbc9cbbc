"""Secret notes in a game by mail: sealed in the letter that makes them, and opened in the first one after they count.

A letter has another note in place of each that is not opened, so that it is a game which anybody can replay.
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
"""So often notes are drawn until all of them fit."""
BOX = 2_800
"""Bytes of a box, filled up, so that its length tells nothing of the notes."""
WORK = 2**16
"""What Scrypt is given to do for a key: a quarter of a second and 64 megabytes, for each passphrase that is tried."""
MISSING = f"this scenario has secret notes, and sealing them needs cryptography; {how_to_install('mail')}"


def decline(why: str) -> NoReturn:
    """Raise `FileError` for a letter, or for what somebody wants of `westwall mail`."""
    refuse("westwall mail", why)


def seal_of_note(game: str, number: int, note: Opened) -> str:
    """The seal of a note."""
    return sha256(f"westwall note {game} {number} {note.salt} {note.line}".encode()).hexdigest()


def division_of(line: str) -> str:
    """What an order of the log notes; empty if it is no note."""
    if not line.lower().startswith(f"{Note.word} "):
        return ""
    order = parse(line)
    return order.division if isinstance(order, Note) else ""


def placed_by(events: Sequence[Event]) -> set[str]:
    """The notes that became known in these events."""
    return {event.division for event in events if isinstance(event, ev.DropZonePlaced)}


class Box:
    """Seals the notes of a game with a passphrase: Scrypt makes the key, AES-GCM seals. Neither is kept anywhere."""

    def __init__(self, game: str, passphrase: str) -> None:
        """Raises `FileError` if the library is missing."""
        if not can_seal():
            decline(MISSING)
        self._game, self._passphrase = game.encode(), passphrase.encode()
        self.holds: dict[int, Opened] = {}
        """What the box holds that was sealed or opened last."""

    def _cipher(self, salt: bytes):  # type: ignore[no-untyped-def]
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        return AESGCM(Scrypt(salt=salt, length=32, n=WORK, r=8, p=1).derive(self._passphrase))

    def seal(self, notes: Mapping[int, Opened]) -> str:
        """The notes, sealed."""
        text = "\n".join(f"{n} {note.salt} {note.line}" for n, note in notes.items())
        salt, nonce = os.urandom(16), os.urandom(12)
        sealed = self._cipher(salt).encrypt(nonce, text.encode().ljust(BOX, b"\n"), self._game)
        self.holds = dict(notes)
        return base64.b64encode(salt + nonce + sealed).decode()

    def open(self, box: str) -> dict[int, Opened]:
        """The notes of a sealed box. Raises `FileError` for another passphrase, or if it was changed."""
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
    """True if the library that seals is installed."""
    from importlib.util import find_spec

    return find_spec("cryptography") is not None


# -- the game as the other player may know it


def masked(log: Sequence[str], mailed: Mailed, truth: Mapping[int, Opened]) -> list[str]:
    """A log with the notes as somebody knows them."""
    known = {**mailed.opened, **truth}
    return [known[n].line if n in known else line for n, line in enumerate(log)]


def public_game(game: Game, mailed: Mailed) -> Game:
    """The game with other notes in place of those that are sealed. They depend on nothing that is secret.

    Those that are opened come first, and each other one is drawn from what they leave, for the last Game-Turn, so
    that it does not appear before the true one. Raises `FileError` if no such notes can be found.
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
    decline("nothing can be put in place of the secret notes")


def _with_drawn_notes(game: Game, mailed: Mailed, divisions: Mapping[int, str], draw: Draw) -> Game | None:
    """One try to draw the notes of the public game."""
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
