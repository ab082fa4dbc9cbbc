"""The dice of a game by mail: the dice of each letter come from a share of each player.

Each player has a chain of secret numbers, one per letter, and each number is the hash of the next
(`files/saves/shares.py`). With letter 5, its writer opens the writer's share of letter 6. That share seals all the
writer's later shares, proves the share for letter 5, and gives the other player the missing share of the next dice.
"""

import hmac
from hashlib import sha256
from pathlib import Path

import tomli_w

from westwall_tui.files.disk.folders import own_folder
from westwall_tui.files.disk.reach import is_visible_file
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.saves.mailed import Mailed
from westwall_tui.files.saves.shares import WHO, is_share, new_secret, seal_of, share_of
from westwall_tui.files.tables import parse, read

FIRST_WITH_DICE = 3
"""The first letter in which a die can be rolled: the first two letters seal the shares of both players."""
SIDES = WHO[1:]


class Secret:
    """The secret from which one player's shares come. It never leaves the player's computer."""

    def __init__(self, game: str, side: int, secret: str) -> None:
        self.game, self.side, self._secret = game, side, secret

    def share(self, letter: int) -> str:
        """Return the player's share of a letter."""
        return share_of(self.game, SIDES[self.side], letter, self._secret)

    def seal(self, text: str) -> str:
        """Return the seal of a text, which only this computer can make."""
        return hmac.new(bytes.fromhex(self._secret), f"westwall own file {text}".encode(), sha256).hexdigest()

    @classmethod
    def new(cls, game: str, side: int) -> "Secret":
        """Make a new secret, and save it. Raises `OSError` or `FileError`."""
        made = new_secret()
        path = secret_file(game, side)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        data = {"format": 1, "kind": "mail", "side": SIDES[side], "secret": made}
        write_out(path, tomli_w.dumps(data), mode=0o600)
        return cls(game, side, made)

    @classmethod
    def kept(cls, game: str, side: int) -> "Secret | None":
        """Return the saved secret, or None if there is none. Raises `FileError`."""
        path = secret_file(game, side)
        if not is_visible_file(path):
            return None
        top = parse(read(path), "mail")
        top.choice("side", (SIDES[side],))
        secret = top.text("secret", longest=64)
        if not is_share(secret):
            top.fault("secret", "must be 64 hexadecimal digits")
        top.check()
        return cls(game, side, secret)


def secret_file(game: str, side: int) -> Path:
    """Return the file of a player's secret. Raises `FileError`."""
    return secrets_folder() / f"{game}-{SIDES[side]}.toml"


def secrets_folder() -> Path:
    """Return the folder of the user's secrets in games by mail. Raises `FileError`."""
    return own_folder("state", "XDG_STATE_HOME") / "mail"


def share_before(game: str, side: int, letter: int, share: str) -> str:
    """Return a side's share of the letter before, calculated from its share of this letter."""
    return seal_of(game, SIDES[side], letter, share)


class LetterDice:
    """The dice of one letter."""

    def __init__(self, game: str, letter: int, shares: tuple[str, str]) -> None:
        """Take both sides' `shares` of this letter."""
        self._seed = f"westwall {game} {letter} {shares[0]} {shares[1]}"

    def die(self, number: int) -> int:
        """Return a die by its number in the letter, from 1."""
        return int(sha256(f"{self._seed} {number}".encode()).hexdigest(), 16) % 6 + 1


def dice_of(mailed: Mailed, letter: int, own_share: str = "") -> LetterDice | None:
    """Return the dice of a letter, or None if it has none.

    A letter that isn't written yet needs the writer's `own_share`.
    """
    if letter < FIRST_WITH_DICE:
        return None
    author = mailed.author(letter)
    own = own_share or share_before(mailed.game, author, letter + 1, mailed.shares[letter - 1])
    other = mailed.shares[letter - 2]
    return LetterDice(mailed.game, letter, (own, other) if author == 0 else (other, own))


def fault_of_share(mailed: Mailed, letter: int) -> str:
    """Return the fault of the share that a letter opened; empty if it is the share that was sealed."""
    if letter <= 2:
        return ""
    side, share = mailed.author(letter), mailed.shares[letter - 1]
    before = share_before(mailed.game, side, letter, share_before(mailed.game, side, letter + 1, share))
    return "" if before == mailed.shares[letter - 3] else "its dice are not those that were sealed before"
