"""The host's side of shared dice: it collects seals and shares, then the die falls (docs/protocol.md).

Who gives a share of a die is settled when it begins. From then on it can only fall or be dropped; it is dropped only if
somebody cannot open the share that he has sealed, and the other players agree. A die that has fallen counts for
the next roll, whatever is taken back before.
"""

from collections.abc import Collection, Mapping
from pathlib import Path

from westwall_tui.files.ownshares import OwnShares, own_shares
from westwall_tui.files.session import LocalSession
from westwall_tui.files.shares import rolls_of, seal_of
from westwall_tui.files.tables import LONGEST_NAME
from westwall_tui.files.transcript import HOST, MOST_DICE, MOST_SEALS, WHO, Begun, Die, Transcript


def who_gives(side: int) -> str:
    """What the player of a side is called where it is about shares."""
    return WHO[1 + side]


class SharedDice:
    """The shared dice of a hosted game."""

    def __init__(self, session: LocalSession, folder: Path | None = None) -> None:
        """`folder`: where the host's own secret is kept; None: only in memory."""
        self._session = session
        self.record: Transcript = session.share_dice()
        self._own: OwnShares = own_shares(folder, self.record.game, HOST)
        self._own.keep()
        self._names: dict[str, str] = {}
        self._shown: dict[str, tuple[int, str]] = {}
        """The seals of the players who sit here now, each with the die that it is for."""
        self.lost = ""
        """Who cannot open his share of the die that is begun."""
        self.agreed: set[str] = set()
        """Who agrees that the die is dropped."""
        begun = self.record.begun
        if begun is not None and begun.number != self.number:  # the roll that it was for was typed in
            self.record.begun = None
        elif begun is not None and begun.seals.get(HOST) != self._own.seal(begun.number):
            self.lost = HOST

    @property
    def number(self) -> int:
        """The number of the next die."""
        return self.record.number(len(rolls_of((*self._session.history, *self._session.game.log))))

    def due(self) -> Die | None:
        """The next die, if it has fallen already."""
        return self.record.die(self.number)

    @property
    def used_up(self) -> bool:
        """Whether no more dice of this game can be shared."""
        return self.number > MOST_DICE

    def message(self) -> Mapping[str, object]:
        """The record for somebody who comes, without what only the host may know, and the number of the next die."""
        return {**self.record.data(secret=False), "next": self.number}

    # -- before a die

    def leave(self, who: str) -> None:
        """Somebody has got up, or another has sat down in his place."""
        self._shown.pop(who, None)

    def take_seal(self, who: str, number: int, seal: str, name: str) -> str:
        """The player who sits there now shows his seal of a die; why it does not count, or nothing."""
        begun = self.record.begun
        if number != self.number or self.used_up:
            return "that is not the next die"
        if len(seal) != 64 or not set(seal) <= set("0123456789abcdef"):
            return "a seal has 64 hexadecimal digits"
        if begun is not None:
            if who in begun.seals and who not in begun.shares:
                self._find_lost(who, seal)
            return ""
        if self.record.shares_before(number).get(who) != seal:
            others = (known for other, (_, known) in self._shown.items() if other != who)
            if seal in (self._own.seal(number), *others):
                return "somebody else has shown that seal"
            if sum(known.who == who and known.number < number for known in self.record.seals) >= MOST_SEALS:
                return f"shares were begun again {MOST_SEALS} times for this side; the computer can take the seat"
        self._shown[who] = number, seal
        self._names[who] = name[:LONGEST_NAME]
        return ""

    def _find_lost(self, who: str, seal: str) -> None:
        """See whether somebody still has his share of the die that is begun."""
        assert self.record.begun is not None
        if seal == self.record.begun.seals[who]:
            self.lost = "" if self.lost == who else self.lost
        elif not self.lost:
            self.lose(who)

    def lose(self, who: str) -> None:
        """Somebody will not open his share of the die that is begun any more, if it needs one of him."""
        begun = self.record.begun
        if begun is not None and who in begun.seals and who not in begun.shares:
            self.lost = who
            self.agreed.clear()

    def begin(self, players: Collection[str]) -> bool:
        """Begin the next die, if all players have shown their seals; whether it is."""
        number = self.number
        seals = {HOST: self._own.seal(number)}
        seals |= {who: self._shown[who][1] for who in players if self._shown.get(who, (0, ""))[0] == number}
        if not set(players) <= seals.keys():
            return False
        self._fall_if_all_open(self.record.begin(number, seals, self._names))
        return True

    # -- the die

    def take_share(self, who: str, number: int, share: str) -> bool:
        """Somebody opens his share; whether it fits his seal. When all are there, the die falls."""
        begun = self.record.begun
        if begun is None or number != begun.number or who not in begun.seals:
            return False
        if seal_of(self.record.game, who, number, share) != begun.seals[who]:
            return False
        begun.shares[who] = share
        if who == self.lost:
            self.lost = ""
        self._fall_if_all_open(begun)
        return True

    def _fall_if_all_open(self, begun: Begun) -> None:
        """The host opens last, and has shown its seal with the others."""
        if self.lost != HOST and begun.seals.keys() - begun.shares.keys() == {HOST}:
            begun.shares[HOST] = self._own.share(begun.number)
            self.record.fall(Die(begun.number, {who: begun.shares[who] for who in WHO if who in begun.shares}))

    def drop(self) -> str:
        """Drop the die that is begun; who could not open his share."""
        assert self.record.begun is not None
        lost = self.lost
        self.record.drop(self.record.begun.number, lost)
        self._shown.clear()
        self.agreed.clear()
        self.lost = ""
        return lost
