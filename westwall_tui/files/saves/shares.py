"""Shares of dice and their record: making a die, and checking a record (docs/protocol.md).

Each player has a chain of secret numbers, one for each die. Each number is the fingerprint of the next, so opening one
share also seals the next one. After the first seal, no player has any choice.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from westwall_tui.engine.words import adjective
from westwall_tui.files.disk.folders import own_folder
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, is_visible_file
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import MAX_NAME_LENGTH, TomlTable, parse, read

HOST = "host"
WHO = (HOST, "first", "second")
"""The givers of shares: the host, and the players of the first and second side."""
MAX_DICE = 1_000
"""The maximum number of shared dice in a game, because their record must fit in a save. The longest games have 270."""
MAX_SEALS = 100
"""The maximum number of times that a player may start a new chain, because the record must fit in a save."""

_HEX = "[0-9a-f]{64}"
_GAME = re.compile(r"[0-9a-f]{32}")
_DIE = re.compile(rf"([0-9]{{1,4}}) ({_HEX}) ({_HEX}|-) ({_HEX}|-)")
_LONGEST_DIE = 4 + len(WHO) * 65
_DROPPED = re.compile(rf"([0-9]{{1,4}}) ({'|'.join(WHO)})")


class Seal(NamedTuple):
    """The first seal of a player's chain. After that, each share is the seal of the next one."""

    number: int
    """The number of the die that the seal is for."""
    who: str
    seal: str
    name: str = ""
    """The player's name."""


class Die(NamedTuple):
    """A rolled die, with the shares that made it."""

    number: int
    shares: Mapping[str, str]


@dataclass
class Begun:
    """A die whose shares are being opened. From now on it can't change."""

    number: int
    seals: dict[str, str]
    shares: dict[str, str] = field(default_factory=dict)
    """The shares opened so far."""


@dataclass
class Transcript:
    """The shared dice of a game.

    Numbers begin at 1 and include rolls without shares, which have no entry here.
    """

    game: str
    """The game's own id, so that seals and shares of another game are refused."""
    seals: list[Seal] = field(default_factory=list)
    fallen: list[Die] = field(default_factory=list)
    dropped: dict[int, str] = field(default_factory=dict)
    """The dropped dice by number. The value is the giver who could not open the sealed share."""
    begun: Begun | None = None

    def number(self, rolls: int) -> int:
        """Return the number of the next die after `rolls` rolls."""
        return next(islice(self.numbers(), rolls, None))

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of a game's rolls, in order."""
        return (number for number in count(1) if number not in self.dropped)

    def die(self, number: int) -> Die | None:
        """Return the die of a number, or None if it was not rolled."""
        return next((die for die in reversed(self.fallen) if die.number == number), None)

    def shares_before(self, number: int) -> Mapping[str, str]:
        """Return the previous die's shares, which are a die's seals unless a player has started a new chain."""
        before = self.die(number - 1)
        return before.shares if before is not None else {}

    def seals_of(self, die: Die) -> dict[str, str]:
        """Return the seals of a die's shares."""
        new = {seal.who: seal.seal for seal in self.seals if seal.number == die.number}
        known = {**self.shares_before(die.number), **new}
        return {who: known[who] for who in die.shares if who in known}

    def begin(self, number: int, seals: Mapping[str, str], names: Mapping[str, str]) -> Begun:
        """Note the seals of a die, before any share of it is opened."""
        before = self.shares_before(number)
        self.seals = [seal for seal in self.seals if seal.number < number]
        self.seals += [
            Seal(number, who, seal, names.get(who, "")) for who, seal in seals.items() if before.get(who) != seal
        ]
        self.begun = Begun(number, dict(seals))
        return self.begun

    def fall(self, die: Die) -> None:
        """Note a rolled die."""
        self.fallen.append(die)
        self.begun = None

    def drop(self, number: int, who: str) -> None:
        """Note that a die will never be rolled, because a giver cannot open their share."""
        self.dropped[number] = who
        self.begun = None
        self.seals = [seal for seal in self.seals if seal.number < number]

    # -- as data

    def data(self, *, secret: bool = True) -> dict[str, Any]:
        """Return the record as a table of a save.

        Without `secret`, leave out shares of a die that is not rolled yet.
        """
        data: dict[str, Any] = {"game": self.game}
        if self.seals:
            data["seals"] = [
                {"number": seal.number, "who": seal.who, "seal": seal.seal} | ({"name": seal.name} if seal.name else {})
                for seal in self.seals
            ]
        if self.fallen:
            data["fallen"] = [
                " ".join([str(die.number), *(die.shares.get(who, "-") for who in WHO)]) for die in self.fallen
            ]
        if self.dropped:
            data["dropped"] = [f"{number} {who}" for number, who in self.dropped.items()]
        if self.begun is not None:
            shares = {"shares": dict(self.begun.shares)} if secret else {}
            data["begun"] = {"number": self.begun.number, "seals": dict(self.begun.seals), **shares}
        return data

    @classmethod
    def read(cls, table: TomlTable) -> "Transcript":
        """Read the record from a table, and note its faults."""
        found = cls(table.text("game"))
        if not _GAME.fullmatch(found.game):
            table.fault("game", "must be 32 hexadecimal digits")
        for row in table.tables("seals", "who"):
            row.label = row.label.replace("[[", "[[dice.")
            seal = Seal(
                row.number("number", low=1, high=MAX_DICE),
                row.choice("who", WHO),
                row.text("seal", longest=64),
                row.text("name", "", longest=MAX_NAME_LENGTH),
            )
            if not is_share(seal.seal):
                row.fault("seal", "must be 64 hexadecimal digits")
            row.finish()
            found.seals.append(seal)
        for line in table.texts("fallen", required=False, longest=_LONGEST_DIE):
            match = _DIE.fullmatch(line)
            if match is None or not 0 < int(match[1]) <= MAX_DICE:
                table.fault("fallen", "must be lines of a number and three shares, of the host and the two sides")
                continue
            shares = zip(WHO, match.groups()[1:], strict=True)
            found.fallen.append(Die(int(match[1]), {who: share for who, share in shares if share != "-"}))
        for line in table.texts("dropped", required=False):
            match = _DROPPED.fullmatch(line)
            if match is None or not 0 < int(match[1]) <= MAX_DICE:
                table.fault("dropped", 'must be lines like "12 first"')
                continue
            found.dropped[int(match[1])] = match[2]
        begun = table.table("begun")
        if begun is not None:
            begun.label = "[dice.begun]"
            found.begun = Begun(
                begun.number("number", low=1, high=MAX_DICE), _read_words(begun, "seals"), _read_words(begun, "shares")
            )
            begun.finish()
        for key, many in (("seals", len(found.seals)), ("fallen", len(found.fallen)), ("dropped", len(found.dropped))):
            if many > MAX_DICE:
                table.fault(key, f"has more than {MAX_DICE} entries")
        table.finish()
        return found


def _read_words(table: TomlTable, key: str) -> dict[str, str]:
    """Read seals or shares by giver."""
    found = {}
    for who, word in table.mapping(key).items():
        if who not in WHO or not isinstance(word, str) or not is_share(word):
            table.fault(key, f"must name {', '.join(WHO)}, each with 64 hexadecimal digits")
            return {}
        found[who] = word
    return found


_ROLL = re.compile("roll ([1-6])")


def seal_of(game: str, who: str, number: int, share: str) -> str:
    """Return the seal of a share, which is valid only for this game, giver and die."""
    return sha256(f"westwall {game} {who} {number} {share}".encode()).hexdigest()


def share_of(game: str, who: str, number: int, secret: str) -> str:
    """Return the share of a die, computed from a secret. Die 0 stands for the first seal."""
    assert 0 <= number <= MAX_DICE, "there is no such share; a later one would give the secret away"
    share = secret
    for later in range(MAX_DICE + 1, number, -1):
        share = seal_of(game, who, later, share)
    return share


def is_share(word: str) -> bool:
    """Return True if a text has the form of a share or seal."""
    return re.fullmatch(_HEX, word) is not None


def die_of(shares: Iterable[str]) -> int:
    """Return the roll that shares produce, from 1 to 6. It is fair if at least one share is random."""
    return sum(int(share, 16) for share in shares) % 6 + 1


PLAIN: Mapping[str, str] = {HOST: "the host", "first": "the first side", "second": "the second side"}
"""Names of the givers if the sides' names are unknown."""


def names_of(sides: Sequence[str]) -> Mapping[str, str]:
    """Return names for the givers of shares in a game of these sides: `the host`, `the U.S. player`."""
    return dict(zip(WHO, (PLAIN[HOST], *(f"the {adjective(side)} player" for side in sides)), strict=True))


def fault_of_shares(
    game: str,
    number: int,
    seals: Mapping[str, str],
    shares: Mapping[str, str],
    names: Mapping[str, str] = PLAIN,
) -> str:
    """Return the fault of a die's shares, worded to follow the die's name in a sentence, or an empty string."""
    if HOST not in shares:
        return f"has no share of {names[HOST]}"
    if len(set(seals.values())) < len(seals):
        return "has two equal seals"
    for who, share in shares.items():
        if who not in seals:
            return f"has a share of {names[who]} that was never sealed"
        if seal_of(game, who, number, share) != seals[who]:
            return f"has a share of {names[who]} that does not match its seal"
    missing = [names[who] for who in WHO if who in seals and who not in shares]
    return f"has no share of {missing[0]}, though one was sealed" if missing else ""


def rolls_of(lines: Iterable[str]) -> list[int]:
    """Return a log's rolls in order. A log may lack secret orders, but it has all rolls."""
    return [int(roll[1]) for roll in map(_ROLL.fullmatch, lines) if roll]


def first_fault(record: Transcript, names: Mapping[str, str] = PLAIN) -> str:
    """Return the fault of the first die whose shares don't match their seals, or an empty string."""
    new = {(seal.number, seal.who): seal.seal for seal in record.seals}
    for before, die in pairwise([Die(0, {}), *record.fallen]):
        number = die.number
        if number <= before.number:
            return f"die {number} is in the record twice, or out of order"
        if number in record.dropped:
            return f"die {number} was rolled, though it was dropped"
        seals = {who: new[number, who] for who in die.shares if (number, who) in new}
        if number == before.number + 1:
            seals = {**{who: seal for who, seal in before.shares.items() if who in die.shares}, **seals}
        missing = set(range(before.number + 1, number)) - record.dropped.keys()
        if before.number and missing and seals.keys() < die.shares.keys():
            return f"die {min(missing)} is missing from the record"
        fault = fault_of_shares(record.game, number, seals, die.shares, names)
        if fault:
            return f"die {number} {fault}"
    return ""


def first_wrong(record: Transcript, rolls: Sequence[int]) -> str:
    """Return the fault of the first roll that does not match its shares, or an empty string.

    Rolls without shares are wrong only after the first roll with shares.
    """
    fallen = {die.number: die for die in record.fallen}
    for number, roll in zip(record.numbers(), rolls, strict=False):
        die = fallen.get(number)
        if die is not None and die_of(die.shares.values()) != roll:
            return f"die {number} was {roll}, but its shares make {die_of(die.shares.values())}"
        if die is None and record.fallen and record.fallen[0].number < number <= MAX_DICE:
            return f"die {number} was {roll} without any shares"
    return ""


# -- A player's own shares on disk: their secret, and the dice seen. Both must outlive the program: without the secret a
# die could not be rolled, and without the record a host could request a share twice.


def new_secret() -> str:
    """Return an unpredictable number, as hexadecimal digits."""
    return os.urandom(32).hex()


def shares_folder() -> Path:
    """Return the folder of the user's shares of dice. Raises `FileError`."""
    return own_folder("state", "XDG_STATE_HOME") / "dice"


@dataclass
class OwnShares:
    """A player's shares in a game."""

    known: Transcript
    """The dice that this program saw. For a host it has only the game's id, because the host's save has the dice."""
    who: str
    secret: str = field(default_factory=new_secret)
    seen: int = 0
    """The highest number of a die that was rolled, or that was announced to this player."""
    spent: int = 0
    """The highest number of a die whose share was opened, so that others may know it."""
    path: Path | None = None
    """The path of the file with the shares; None if they are only in memory."""
    trouble: str = ""
    """Why the shares cannot be saved, or could not be read; empty if they can."""

    def share(self, number: int) -> str:
        """Return the player's share of a die."""
        return share_of(self.known.game, self.who, number, self.secret)

    def seal(self, number: int) -> str:
        """Return the seal of the player's share of a die."""
        return self.share(number - 1)

    @property
    def opened(self) -> int:
        """The die whose share is open but which isn't rolled yet; 0 if there is none."""
        begun = self.known.begun
        return begun.number if begun is not None and begun.number <= self.spent else 0

    def seals_seen(self, number: int) -> dict[str, str] | None:
        """Return a die's seals as this program saw them, or None if it saw none."""
        begun, die = self.known.begun, self.known.die(number)
        if begun is not None and begun.number == number:
            return begun.seals
        return self.known.seals_of(die) if die is not None else None

    def begin_again(self) -> None:
        """Draw a new secret, because shares of the old one may be known."""
        self.secret, self.spent, self.known.begun = new_secret(), 0, None

    def spend(self, number: int, seals: Mapping[str, str]) -> bool:
        """Note that a die's share is opened for these seals. Return False if it was opened for other seals before.

        The file decides, because another program of the same player may have opened the share.
        """
        kept = self._shares_on_disk()
        if kept is not None and kept.secret == self.secret and kept.spent >= number:
            return kept.seals_seen(number) == seals
        self.spent = max(self.spent, number)
        return True

    def _shares_on_disk(self) -> "OwnShares | None":
        """Return the shares on disk, or None if they cannot be read."""
        if self.path is None or not is_visible_file(self.path):
            return None
        try:
            return _read_shares(self.path, self.known.game, self.who)
        except FileError:
            return None

    def keep(self) -> None:
        """Save the shares; `trouble` says if that fails."""
        if self.path is None:
            return
        data: dict[str, Any] = {"format": 1, "kind": "shares", "who": self.who, "secret": self.secret}
        data |= {"seen": self.seen, "spent": self.spent, "dice": self.known.data()}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_out(self.path, tomli_w.dumps(data), mode=0o600)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"your shares of dice cannot be saved: {error.strerror or error}"


def own_shares(folder: Path | None, game: str, who: str) -> OwnShares:
    """Return the saved shares of a player in a game, or new ones. Without a `folder`, they stay in memory."""
    if folder is None or not _GAME.fullmatch(game):
        return OwnShares(Transcript(game), who)
    path = _path_of_shares(folder, game, who)
    if not is_visible_file(path):
        return OwnShares(Transcript(game), who, path=path)
    try:
        return _read_shares(path, game, who)
    except FileError as error:
        trouble = f"your shares of dice cannot be read, so new ones are drawn: {error.faults[0]}"
        return OwnShares(Transcript(game), who, path=path, trouble=trouble)


def players_shares(folder: Path, game: str) -> list[OwnShares]:
    """Return this user's shares in a game; none if this user was not a player."""
    kept = ((_path_of_shares(folder, game, who), who) for who in WHO if who != HOST)
    return [_read_shares(path, game, who) for path, who in kept if is_visible_file(path)]


def _path_of_shares(folder: Path, game: str, who: str) -> Path:
    return folder / f"{game}-{who}.toml"


def _read_shares(path: Path, game: str, who: str) -> OwnShares:
    """Read the shares in a file. Raises `FileError`."""
    top = parse(read(path, largest=MAX_SAVE_SIZE), "shares")
    if top.choice("who", WHO) != who:
        top.fault("who", f"must be {who}")
    secret, seen, spent = top.text("secret", longest=64), top.number("seen"), top.number("spent")
    if not is_share(secret):
        top.fault("secret", "must be 64 hexadecimal digits")
    dice = top.table("dice")
    known = Transcript.read(dice) if dice is not None else Transcript(game)
    if known.game != game:
        top.fault("dice", "are those of another game")
    top.check()
    return OwnShares(known, who, secret, seen, spent, path)
