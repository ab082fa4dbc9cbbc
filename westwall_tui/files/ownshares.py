"""A player's shares of dice on his disk: their secret, and the dice he has seen.

Both must outlive the program: without the secret a die could not fall, without the record a host could ask for a share
twice.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from westwall_tui.files.faults import Faults, FileError
from westwall_tui.files.folders import own_folder
from westwall_tui.files.reach import LARGEST_SAVE, is_seen
from westwall_tui.files.shares import share_of
from westwall_tui.files.tables import parse, read
from westwall_tui.files.transcript import HOST, WHO, Transcript
from westwall_tui.files.writing import write_out

_GAME = re.compile(r"[0-9a-f]{32}")
_SECRET = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    """A number that nobody can guess, as hexadecimal digits."""
    return os.urandom(32).hex()


def shares_folder() -> Path:
    """Where a user keeps his shares of dice. Raises `FileError`."""
    return own_folder("state", "XDG_STATE_HOME") / "dice"


@dataclass
class OwnShares:
    """One player's shares in one game."""

    known: Transcript
    """The dice that this program saw; for a host, whose save has them, only the game."""
    who: str
    secret: str = field(default_factory=new_secret)
    seen: int = 0
    """The highest die that fell or was announced to this player."""
    spent: int = 0
    """The highest die whose share was opened, and may be known."""
    path: Path | None = None
    """Their file; None: only in memory."""
    trouble: str = ""
    """Why they cannot be saved or were found damaged, or an empty string."""

    def share(self, number: int) -> str:
        """His share of a die."""
        return share_of(self.known.game, self.who, number, self.secret)

    def seal(self, number: int) -> str:
        """The seal of that share, which he shows first."""
        return self.share(number - 1)

    @property
    def opened(self) -> int:
        """The die whose share is open but which has not fallen; 0 if there is none."""
        begun = self.known.begun
        return begun.number if begun is not None and begun.number <= self.spent else 0

    def seals_seen(self, number: int) -> dict[str, str] | None:
        """A die's seals as this program saw them; None if it knows of none."""
        begun, die = self.known.begun, self.known.die(number)
        if begun is not None and begun.number == number:
            return begun.seals
        return self.known.seals_of(die) if die is not None else None

    def begin_again(self) -> None:
        """Draw another secret, because shares of this one may be known."""
        self.secret, self.spent, self.known.begun = new_secret(), 0, None

    def spend(self, number: int, seals: Mapping[str, str]) -> bool:
        """True if a die's share may be opened for these seals; it never is for two different sets.

        The disk decides, since another program of the same player may have opened it.
        """
        kept = self._shares_on_disk()
        if kept is not None and kept.secret == self.secret and kept.spent >= number:
            return kept.seals_seen(number) == seals
        self.spent = max(self.spent, number)
        return True

    def _shares_on_disk(self) -> "OwnShares | None":
        """The shares on disk, if they can be read."""
        if self.path is None or not is_seen(self.path):
            return None
        try:
            return _read(self.path, self.known.game, self.who)
        except FileError:
            return None

    def keep(self) -> None:
        """Save them; `trouble` says if that fails."""
        if self.path is None:
            return
        data: dict[str, Any] = {"format": 1, "kind": "shares", "who": self.who, "secret": self.secret}
        data |= {"seen": self.seen, "spent": self.spent, "dice": self.known.data()}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_out(self.path, tomli_w.dumps(data), mode=0o600)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"your shares of dice cannot be kept: {error.strerror or error}"


def own_shares(folder: Path | None, game: str, who: str) -> OwnShares:
    """The saved shares of a player in a game, or new ones. Without a `folder` they stay in memory."""
    if folder is None or not _GAME.fullmatch(game):
        return OwnShares(Transcript(game), who)
    path = _path(folder, game, who)
    if not is_seen(path):
        return OwnShares(Transcript(game), who, path=path)
    try:
        return _read(path, game, who)
    except FileError as error:
        trouble = f"your shares of dice cannot be read, so new ones are drawn: {error.faults[0]}"
        return OwnShares(Transcript(game), who, path=path, trouble=trouble)


def players_shares(folder: Path, game: str) -> list[OwnShares]:
    """This user's shares as a player of a game, if he was one."""
    kept = ((_path(folder, game, who), who) for who in WHO if who != HOST)
    return [_read(path, game, who) for path, who in kept if is_seen(path)]


def _path(folder: Path, game: str, who: str) -> Path:
    return folder / f"{game}-{who}.toml"


def _read(path: Path, game: str, who: str) -> OwnShares:
    """The shares of a file. Raises `FileError`."""
    faults = Faults(str(path))
    top = parse(read(path, largest=LARGEST_SAVE), faults)
    top.number("format", low=1, high=1)
    top.choice("kind", ("shares",))
    if top.choice("who", WHO) != who:
        top.fault("who", f"must be {who}")
    secret, seen, spent = top.text("secret", longest=64), top.number("seen"), top.number("spent")
    if not _SECRET.fullmatch(secret):
        top.fault("secret", "must be 64 hexadecimal digits")
    dice = top.table("dice")
    known = Transcript.read(dice) if dice is not None else Transcript(game)
    if known.game != game:
        top.fault("dice", "are those of another game")
    top.finish()
    faults.check()
    return OwnShares(known, who, secret, seen, spent, path)
