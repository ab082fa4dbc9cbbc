"""The table `[mail]` in the save of a game by mail (docs/saves.md)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from westwall_tui.engine.game import Game
from westwall_tui.engine.words import possessive
from westwall_tui.files.command_line import COMPUTER, CONDITIONS, DEFENSES, DICE_BY_MAIL, MIRRORED, SEALED
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.saves.matches import AT_ONCE, KINDS, Match, MatchResult, result_of, side_in
from westwall_tui.files.tables import TomlTable

MAX_LETTERS = 900
"""The maximum number of letters in a game.

Each letter opens a share of the dice, and a chain has 1000 (`shares.py`).
"""
OTHERS = ("second", "third")
"""The keys of the other games in a letter of a match."""
MAX_ORDERS_LENGTH = 400
"""The maximum number of characters of standing orders."""
MAX_BOX_LENGTH = 4_000
MAX_WRAPPED_LENGTH = 20_000
"""The maximum number of characters of the conditions in a letter."""
MAX_BID_LENGTH = 70
MAX_NOTE_LENGTH = 150
"""The maximum number of characters of a sealed or opened note."""
_GAME = re.compile(r"[0-9a-f]{32}")
_SHARE = re.compile(r"[0-9a-f]{64}")
_SEAL = re.compile(r"(\d{1,4}) ([0-9a-f]{64})")
_WRAPPED = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_OPENED = re.compile(r"(\d{1,4}) ([0-9a-f]{32}) ([ -~]{1,80})")


class SealedBids(NamedTuple):
    """The bids of both players, each as `SIDE=POINTS`.

    The player who begins seals a bid, the other player answers with one, and then the first bid is opened.
    """

    sealed: str
    """The seal of the first bid."""
    answer: str = ""
    """The other player's bid."""
    salt: str = ""
    """A random number that was sealed with the first bid; empty until that bid is opened."""
    opened: str = ""
    """The first bid, once it is opened."""

    def data(self) -> list[str]:
        """Return the known parts of the bids as a list of a save, in their order."""
        return [value for value in self if value]


class Opened(NamedTuple):
    """A secret note that has been opened to both players."""

    salt: str
    """A random number that was sealed with the note, so that nobody can guess the note from its seal."""
    line: str
    """The order in the note."""


@dataclass
class Mailed:
    """A game by mail: the players' agreements, and the letters so far."""

    game: str
    """The game's own id, so that letters and shares of another game are refused."""
    players: tuple[str, str]
    """The players' names by side."""
    began: int
    """The side whose player wrote the first letter; from then on the players take turns."""
    dice: str = SEALED
    defense: str = COMPUTER
    yours: int = -1
    """The side whose player owns this file; -1 in a letter."""
    ends: list[int] = field(default_factory=list)
    """The number of orders in the log at the end of each letter."""
    shares: list[str] = field(default_factory=list)
    """The share of the dice that the author of each letter opened, for the dice of the next letter."""
    standing: list[str] = field(default_factory=lambda: ["", ""])
    """Each side's standing orders."""
    sent: str = ""
    """In a player's own file, the standing orders in that player's last letter."""
    conditions: list[str] = field(default_factory=list)
    """The conditions that the author of each letter sent with it (`mail/wrapped.py`), if conditions decide."""
    firm: int = 0
    """In a player's own file, the number of orders up to the last one that the other player's conditions decided in the
    incomplete letter. They cannot be undone."""
    sealed: dict[int, str] = field(default_factory=dict)
    """The seals of secret notes, by the number of the order in the log, from 0. Until a note is opened, the log has an
    empty note in its place."""
    opened: dict[int, Opened] = field(default_factory=dict)
    """The opened secret notes."""
    box: str = ""
    """The secret notes, encrypted with the player's passphrase."""
    match: int = 0
    """The number of the game in a match, otherwise 0. Games 1 and 2 are played at once, in the same letters."""
    kind: str = MIRRORED
    """The kind of match."""
    others: tuple[str, ...] = ()
    """In a letter of a match, the games after the first one as texts of saves; the letter itself is the first game."""
    bids: "SealedBids | None" = None
    """The players' bids for a side; None if nobody bids. In a match only the first game has them."""

    @property
    def number(self) -> int:
        """The number of letters."""
        return len(self.ends)

    def author(self, number: int) -> int:
        """Return the side that writes the letter with this number."""
        return self.began if number % 2 else 1 - self.began

    @property
    def writes(self) -> int:
        """The side that writes the next letter."""
        return self.author(self.number + 1)

    @property
    def start(self) -> int:
        """The number of orders in the log where the next letter begins."""
        return self.ends[-1] if self.ends else 0

    @property
    def hidden(self) -> list[int]:
        """The numbers of the orders whose secret notes are not opened yet."""
        return [n for n in self.sealed if n not in self.opened]

    @property
    def progress(self) -> tuple[bool, int]:
        """A key of the games in a letter: the letter was written for the greatest one.

        A game of a match that is over gets no more letters, and the third game begins when the first two are over.
        """
        return self.match > AT_ONCE, self.number

    def id_of(self, number: int) -> str:
        """Return the id of a game of the match.

        The ids differ in the last bit, or in a best of three in the last two, so that games cannot be swapped.
        """
        return f"{int(self.game, 16) - self.match + number:032x}"

    @property
    def players_by_number(self) -> tuple[str, str]:
        """The names of the match's players by number, which is their side in game 1."""
        first, second = (self.players[side_in(self.match, player)] for player in (0, 1))
        return first, second

    def result(self, game: Game) -> MatchResult:
        """Return the result of the present game of a match. The game is over."""
        return result_of(game, side_in(self.match, 0))

    def match_with(self, results: Iterable[MatchResult]) -> Match:
        """Return the match with some results."""
        return Match(self.id_of(1), self.kind, results=tuple(results))

    def whose_move(self, *, over: bool) -> str:
        """Return `your move`, `Bert's move` or `over`, or for a letter `a letter to Bert`."""
        if self.yours < 0:
            return f"a letter to {self.players[self.writes]}"
        if over:
            return "over"
        return "your move" if self.writes == self.yours else f"{possessive(self.players[self.writes])} move"

    def data(self, sides: tuple[str, str]) -> dict[str, Any]:
        """Return the table `[mail]`."""
        return {
            "game": self.game,
            "players": list(self.players),
            "began": sides[self.began],
            **({"yours": sides[self.yours]} if self.yours >= 0 else {}),
            "dice": self.dice,
            "defense": self.defense,
            "standing": self.standing,
            **({"sent": self.sent} if self.sent else {}),
            "ends": self.ends,
            "shares": self.shares,
            **({"conditions": self.conditions} if self.conditions else {}),
            **({"firm": self.firm} if self.firm else {}),
            **({"sealed": [f"{n} {seal}" for n, seal in self.sealed.items()]} if self.sealed else {}),
            **({"opened": [f"{n} {each.salt} {each.line}" for n, each in self.opened.items()]} if self.opened else {}),
            **({"box": self.box} if self.box else {}),
            **({"match": self.match} if self.match else {}),
            **({"kind": self.kind} if self.kind != MIRRORED else {}),
            **dict(zip(OTHERS, self.others, strict=False)),
            **({"bids": self.bids.data()} if self.bids is not None else {}),
        }


def read_mailed(table: TomlTable, sides: list[str]) -> Mailed:
    """Read the table `[mail]` of a save, and note its faults."""
    game = table.text("game")
    if not _GAME.fullmatch(game):
        table.fault("game", "must be 32 hexadecimal digits")
    players = table.texts("players")
    if len(players) != 2 or not all(name.strip() for name in players):
        table.fault("players", "must be two names")
        players = ["", ""]
    began, yours = table.choice("began", sides), table.choice("yours", sides, "")
    dice, defense = table.choice("dice", DICE_BY_MAIL), table.choice("defense", DEFENSES)
    standing = table.texts("standing", longest=MAX_ORDERS_LENGTH)
    if len(standing) != 2:
        table.fault("standing", "must be two texts")
        standing = ["", ""]
    ends, shares = _read_ends(table), table.texts("shares", longest=64)
    if len(ends) != len(shares) or not all(map(_SHARE.fullmatch, shares)):
        table.fault("shares", "must be 64 hexadecimal digits for each letter")
    found = Mailed(game, (players[0], players[1]), sides.index(began), dice, defense)
    found.yours = sides.index(yours) if yours else -1
    found.ends, found.shares, found.standing = ends, shares, standing
    found.conditions = _read_conditions(table, found)
    found.firm = table.number("firm", 0, high=100_000)
    found.sent, seal = table.text("sent", "", longest=MAX_ORDERS_LENGTH), table.text("seal", "", longest=64)
    if not yours and (found.sent or seal or found.firm):
        table.fault("yours", "is missing, though this is a player's own file")
    for match in _read_matches(table, "sealed", _SEAL):
        found.sealed[int(match[1])] = match[2]
    for match in _read_matches(table, "opened", _OPENED):
        found.opened[int(match[1])] = Opened(match[2], match[3])
    if not found.opened.keys() <= found.sealed.keys():
        table.fault("opened", "has a note that was never sealed")
    found.box = table.text("box", "", longest=MAX_BOX_LENGTH)
    if table.has("match"):
        found.kind = table.choice("kind", KINDS, MIRRORED)
        most = KINDS.get(found.kind, 1)
        found.match = table.number("match", low=1, high=most)
        if _GAME.fullmatch(game) and int(game[-1], 16) % 2 ** (most - 1) != found.match - 1:
            table.fault("match", "does not fit the id of the game")
    others = [table.text(key, "", longest=MAX_SAVE_SIZE) for key in OTHERS]
    found.others = tuple(text for text in others if text)
    if found.others and found.match != 1:
        table.fault(OTHERS[0], "belongs only to the first game of a match")
    elif found.others and not others[0]:
        table.fault(OTHERS[0], "is missing")
    found.bids = _read_bids(table)
    table.finish()
    return found


def _read_conditions(table: TomlTable, mailed: Mailed) -> list[str]:
    """Read the wrapped conditions, and note their faults."""
    given = table.texts("conditions", required=False, longest=MAX_WRAPPED_LENGTH)
    if mailed.defense != CONDITIONS and given:
        table.fault("conditions", "belong only to a game in which conditions decide")
    elif mailed.defense == CONDITIONS and len(table.items("conditions")) != len(mailed.ends):
        table.fault("conditions", "must be one text for each letter")
    elif not all(map(_WRAPPED.fullmatch, given)):
        table.fault("conditions", "has a text that a letter never contains")
    return given


def _read_bids(table: TomlTable) -> SealedBids | None:
    """Read the bids, and note their faults."""
    given = table.texts("bids", required=False, longest=MAX_BID_LENGTH)
    if not given:
        return None
    parts = len(given) in (1, 2, 4) and (*given, "", "", "")[:4]
    if not parts or not _SHARE.fullmatch(parts[0]) or (parts[2] and not _GAME.fullmatch(parts[2])):
        table.fault("bids", "must be a seal of 64 hexadecimal digits, the answer, a salt of 32 digits, and a bid")
        return None
    return SealedBids(*parts)


def _read_ends(table: TomlTable) -> list[int]:
    given = table.items("ends")
    if len(given) > MAX_LETTERS:
        table.fault("ends", f"has more than {MAX_LETTERS} letters")
        return []
    ends = table.check_numbers("ends", given, len(given), 0, 100_000)
    if ends != sorted(ends):
        table.fault("ends", "must not decrease")
    return ends


def _read_matches(table: TomlTable, key: str, form: re.Pattern[str]) -> list[re.Match[str]]:
    """Return the matches of a pattern with the texts of a list."""
    found = [form.fullmatch(text) for text in table.texts(key, required=False, longest=MAX_NOTE_LENGTH)]
    if not all(found):
        table.fault(key, "has an invalid line")
    return [match for match in found if match is not None]
