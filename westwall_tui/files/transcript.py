"""The record of a game's shared dice, their seals and shares (docs/protocol.md). `shares.py` proves it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NamedTuple

from westwall_tui.files.tables import LONGEST_NAME, TomlTable

HOST = "host"
WHO = (HOST, "first", "second")
"""Those who give shares: the host, and the players of the first and second side."""
MOST_DICE = 1_000
"""The most shared dice in a game, since their record must fit in a save. Our longest games have 270."""
MOST_SEALS = 100
"""The most times that a player may begin his shares again, for the same reason."""

_HEX = "[0-9a-f]{64}"
_GAME = re.compile(r"[0-9a-f]{32}")
_WORD = re.compile(_HEX)
_DIE = re.compile(rf"([0-9]{{1,4}}) ({_HEX}) ({_HEX}|-) ({_HEX}|-)")
_LONGEST_DIE = 4 + len(WHO) * 65
_DROPPED = re.compile(rf"([0-9]{{1,4}}) ({'|'.join(WHO)})")


class Seal(NamedTuple):
    """A player's first seal; from then on each share is the seal of the next one."""

    number: int
    """The die that it seals."""
    who: str
    seal: str
    name: str = ""
    """The player's name."""


class Die(NamedTuple):
    """A die that has fallen, with the shares that made it."""

    number: int
    shares: Mapping[str, str]


@dataclass
class Begun:
    """A die whose shares are being opened: it can no longer be exchanged for another."""

    number: int
    seals: dict[str, str]
    shares: dict[str, str] = field(default_factory=dict)
    """The opened shares."""


@dataclass
class Transcript:
    """The shared dice of a game. They are numbered from 1, together with rolls without shares, which have no entry
    here."""

    game: str
    """The game's own number, so that no seal or share of another game counts."""
    seals: list[Seal] = field(default_factory=list)
    fallen: list[Die] = field(default_factory=list)
    dropped: dict[int, str] = field(default_factory=dict)
    """Dropped dice by number, with who could not open his sealed share."""
    begun: Begun | None = None

    def number(self, rolls: int) -> int:
        """The next die's number after this many rolls."""
        return next(islice(self.numbers(), rolls, None))

    def numbers(self) -> Iterator[int]:
        """The numbers of a game's rolls, in order."""
        return (number for number in count(1) if number not in self.dropped)

    def die(self, number: int) -> Die | None:
        """The die of this number, once it has fallen."""
        return next((die for die in reversed(self.fallen) if die.number == number), None)

    def shares_before(self, number: int) -> Mapping[str, str]:
        """The shares of the die before: this one's seals, unless a player began again."""
        before = self.die(number - 1)
        return before.shares if before is not None else {}

    def seals_of(self, die: Die) -> dict[str, str]:
        """The seals under which a die's shares were opened."""
        new = {seal.who: seal.seal for seal in self.seals if seal.number == die.number}
        known = {**self.shares_before(die.number), **new}
        return {who: known[who] for who in die.shares if who in known}

    def begin(self, number: int, seals: Mapping[str, str], names: Mapping[str, str]) -> Begun:
        """Note the seals of a die, before anybody opens a share of it."""
        before = self.shares_before(number)
        self.seals = [seal for seal in self.seals if seal.number < number]
        self.seals += [
            Seal(number, who, seal, names.get(who, "")) for who, seal in seals.items() if before.get(who) != seal
        ]
        self.begun = Begun(number, dict(seals))
        return self.begun

    def fall(self, die: Die) -> None:
        """Note a die that has fallen."""
        self.fallen.append(die)
        self.begun = None

    def drop(self, number: int, who: str) -> None:
        """Note that a die will never fall, because somebody cannot open his share of it."""
        self.dropped[number] = who
        self.begun = None
        self.seals = [seal for seal in self.seals if seal.number < number]

    # -- as data

    def data(self, *, secret: bool = True) -> dict[str, Any]:
        """The record as a table of a save. Unless `secret`, it leaves out shares of a die that has not fallen."""
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
        """Read the record from a table; errors of form become faults of the table."""
        found = cls(table.text("game"))
        if not _GAME.fullmatch(found.game):
            table.fault("game", "must be 32 hexadecimal digits")
        for row in table.tables("seals", "who"):
            row.label = row.label.replace("[[", "[[dice.")
            seal = Seal(
                row.number("number", low=1, high=MOST_DICE),
                row.choice("who", WHO),
                row.text("seal", longest=64),
                row.text("name", "", longest=LONGEST_NAME),
            )
            if not _WORD.fullmatch(seal.seal):
                row.fault("seal", "must be 64 hexadecimal digits")
            row.finish()
            found.seals.append(seal)
        for line in table.texts("fallen", required=False, longest=_LONGEST_DIE):
            match = _DIE.fullmatch(line)
            if match is None or not 0 < int(match[1]) <= MOST_DICE:
                table.fault("fallen", "must be lines of a number and three shares, of the host and the two sides")
                continue
            shares = zip(WHO, match.groups()[1:], strict=True)
            found.fallen.append(Die(int(match[1]), {who: share for who, share in shares if share != "-"}))
        for line in table.texts("dropped", required=False):
            match = _DROPPED.fullmatch(line)
            if match is None or not 0 < int(match[1]) <= MOST_DICE:
                table.fault("dropped", 'must be lines like "12 first"')
                continue
            found.dropped[int(match[1])] = match[2]
        begun = table.table("begun")
        if begun is not None:
            begun.label = "[dice.begun]"
            found.begun = Begun(
                begun.number("number", low=1, high=MOST_DICE), _words(begun, "seals"), _words(begun, "shares")
            )
            begun.finish()
        for key, many in (("seals", len(found.seals)), ("fallen", len(found.fallen)), ("dropped", len(found.dropped))):
            if many > MOST_DICE:
                table.fault(key, f"holds more than {MOST_DICE}")
        table.finish()
        return found


def _words(table: TomlTable, key: str) -> dict[str, str]:
    """Seals or shares by giver."""
    found = {}
    for who, word in table.mapping(key).items():
        if who not in WHO or not isinstance(word, str) or not _WORD.fullmatch(word):
            table.fault(key, f"must name {', '.join(WHO)}, each with 64 hexadecimal digits")
            return {}
        found[who] = word
    return found
