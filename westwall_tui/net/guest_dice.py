"""A guest's part in shared dice: sealing and opening shares, and checking the host (docs/protocol.md).

Anything that no honest host would do is a `HostFault`. The game continues, and the players decide what to do about the
fault.
"""

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from westwall_tui.files.faults import Faults, FileError
from westwall_tui.files.saves.shares import (
    HOST,
    MAX_DICE,
    PLAIN,
    WHO,
    Begun,
    Die,
    OwnShares,
    Transcript,
    die_of,
    fault_of_shares,
    first_fault,
    is_share,
    names_of,
    own_shares,
    rolls_of,
)
from westwall_tui.files.tables import TomlTable
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.protocol import Message, ProtocolError, named_texts, number, records, text

ASK = "Ask the host why"
"""The advice if a host cheats or has an error."""


class HostFault(ValueError):
    """The host has done something that no honest host would do. The reason is one plain sentence."""


def read_dice(message: Message) -> tuple[Transcript, int]:
    """Return the record of shared dice in a welcome, and the number of the next die. Raises `ProtocolError`."""
    data = message.get("dice")
    if not isinstance(data, dict):
        raise ProtocolError(f"The host no longer shows how it made the dice. {ASK}")
    faults = Faults("the host's dice")
    try:
        record = Transcript.read(TomlTable({key: value for key, value in data.items() if key != "next"}, "", faults))
        faults.check()
    except FileError as error:
        raise ProtocolError(f"The host's dice make no sense: {error.faults[0]}. {ASK}") from None
    following = number(data, "next")
    if following < 1:
        raise ProtocolError(f"The host's dice make no sense: there is no die {following}. {ASK}")
    return record, following


class Shares:
    """A guest's record of a game's shared dice, and the guest's own shares."""

    def __init__(self, folder: Path | None = None) -> None:
        """Save the shares in `folder`, or keep them only in memory if it is None."""
        self._folder = folder
        self._own: OwnShares | None = None
        self._who = ""
        """The guest's name among the givers of shares; empty for a spectator."""
        self._names: Mapping[str, str] = PLAIN
        self._next = 1
        self._not_ours = 0
        """The number of a die that began before the guest joined, so that it has no share from the guest."""
        self._agreed = 0
        """The number of the die that the guest agrees to drop."""

    @property
    def opened(self) -> int:
        """The number of the die whose share the guest has opened, but which has not been rolled yet; 0 if none."""
        return self._own.opened if self._own is not None else 0

    @property
    def gives(self) -> bool:
        """True if the guest gives shares; False for a spectator."""
        return bool(self._who)

    # -- joining

    def check_welcome(self, message: Message) -> list[str]:
        """Compare the record in a welcome with this program's own.

        Return the faults as sentences. Raises `ProtocolError`.
        """
        if "dice" not in message and self._own is None:
            return []
        theirs, self._next = read_dice(message)
        sides = [text(seat, "side", 60) for seat in records(message, "seats")]
        self._names = names_of(sides) if len(sides) == 2 else PLAIN
        self.sit(number(message, "side"))
        faults = []
        own = self._own
        if own is not None and own.known.game != theirs.game:
            faults.append(f"The host is making dice for a different game. {ASK}")
            own = None
        if own is None or (self._who and own.who != self._who):
            own = self._own = own_shares(self._folder if self._who else None, theirs.game, self._who or HOST)
            faults += [own.trouble] if own.trouble else []
        fault = first_fault(theirs, self._names)
        if fault:
            faults.append(f"The host's dice do not match their shares: {fault}. {ASK}")
        faults += self._differences_from(own, theirs)
        if self._next <= own.spent and own.seals_seen(self._next) is None:
            own.begin_again()  # the shares of later dice are known
        own.keep()
        return faults

    def sit(self, side: int) -> None:
        """Change the guest's seat; -1 stands for a spectator."""
        self._who = WHO[1 + side] if side in (0, 1) else ""

    def _differences_from(self, own: OwnShares, theirs: Transcript) -> list[str]:
        """Return the differences between the host's record and ours, and replace our record with the host's."""
        mine = own.known
        differences = []
        changed = self._first_change(mine, theirs)
        if changed:
            differences.append(f"Die {changed} has changed since you saw it. {ASK}")
        elif self._next <= own.seen:
            differences.append(f"The game has gone back to before die {self._next}, which you have already seen. {ASK}")
        begun = mine.begun
        if begun is not None and own.opened and begun.number < self._next:
            differences += self._fault_of_opened_die(begun, theirs)
        if own.seen and not changed:
            differences += self._untrusted_dice(own, theirs)
        self._not_ours = 0
        if (
            self._who
            and theirs.begun is not None
            and theirs.begun.seals.get(self._who) != own.seal(theirs.begun.number)
        ):
            self._not_ours = theirs.begun.number
        if changed or self._next > own.seen:
            own.known, own.seen = theirs, self._next - 1
            own.known.begun = begun if begun is not None and begun.number >= self._next else None
        return differences

    def _first_change(self, mine: Transcript, theirs: Transcript) -> int:
        """Return the number of the first die that has changed since we saw it, or is to be rolled again; 0 if none."""
        shown = {die.number: die.shares for die in theirs.fallen}
        changed = [
            die.number
            for die in mine.fallen
            if shown.get(die.number) != die.shares and (die.number in shown or die.number < self._next)
        ]
        return min([*changed, *(mine.dropped.keys() - theirs.dropped.keys())], default=0)

    def _fault_of_opened_die(self, begun: Begun, theirs: Transcript) -> list[str]:
        """Return the fault of a die whose share the guest had opened before losing the connection."""
        die = theirs.die(begun.number)
        if begun.number in theirs.dropped:
            return [] if self._agreed == begun.number else [self._drop_unasked(begun.number)]
        if die is not None and theirs.seals_of(die) == begun.seals:
            return []
        return [f"Die {begun.number} was rolled without your share, which you had already opened. {ASK}"]

    def _untrusted_dice(self, own: OwnShares, theirs: Transcript) -> list[str]:
        """Return a sentence about dice that were rolled without the guest's share while the guest was away."""
        shares = {die.number: die.shares for die in theirs.fallen}
        begun = own.known.begun.number if own.known.begun is not None else 0
        last = min(self._next - 1, MAX_DICE)
        numbers = [n for n in range(own.seen + 1, last + 1) if n not in (begun, *theirs.dropped)]
        if not self._who:
            numbers = [n for n in numbers if n not in shares]
            return [f"{_rolled(numbers)} without any shares while you were away. {ASK}"] if numbers else []
        numbers = [n for n in numbers if self._who not in shares.get(n, {}) or shares[n][self._who] != own.share(n)]
        if not numbers:
            return []
        return [f"{_rolled(numbers)} without your share while you were away or had no seat. {ASK}"]

    def _drop_unasked(self, which: int) -> str:
        return f"The host dropped die {which} without asking you, although you had opened your share. {ASK}"

    # -- a die

    def seal(self) -> str:
        """Return the line for the next die, `seal N SEAL`; empty for a spectator."""
        if self._own is None or not self._who or self._next > MAX_DICE:
            return ""
        return f"seal {self._next} {self._own.seal(self._next)}"

    def open(self, number: int, seals: Mapping[str, str]) -> str:
        """Return the guest's share of a die with these seals; empty if no share is needed. Raises `HostFault`."""
        own = self._check_die(number, seals)
        begun = own.known.begun
        seen = own.seals_seen(number)
        if seen is not None and seen != seals:
            raise HostFault(f"The host asks for the shares of die {number} again, but with other seals. {ASK}")
        if begun is not None and begun.number != number and seen is None:
            raise HostFault(f"The host asks for die {number}, but die {begun.number} has not been rolled yet. {ASK}")
        if number < self._next and seen is None:
            raise HostFault(f"The host asks for the share of die {number}, but die {self._next} is next. {ASK}")
        if HOST not in seals or len(set(seals.values())) < len(seals):
            raise HostFault(f"Die {number} has no seal from the host, or two equal ones. {ASK}")
        if self._who and number != self._not_ours and seals.get(self._who) != own.seal(number):
            raise HostFault(f"The host makes die {number} without your share. {ASK}")
        mine = bool(self._who) and number != self._not_ours
        if mine and not own.spend(number, seals):
            raise HostFault(f"Another program of yours has opened die {number} with other seals. {ASK}")
        if seen is None:
            own.known.begin(number, seals, {})
            own.keep()
        return own.share(number) if mine else ""

    def rolled(self, number: int, seals: Mapping[str, str], shares: Mapping[str, str]) -> None:
        """Record a rolled die. Raises `HostFault` if the die does not match its seals and shares."""
        own = self._check_die(number, {**seals, **shares})
        known = own.known
        fault = fault_of_shares(known.game, number, seals, shares, self._names)
        seen = own.seals_seen(number)
        if not fault and seen is not None and seen != seals:
            fault = "was made from shares other than the sealed ones"
        if not fault and seen is None and self._who and number != self._not_ours:
            fault = "was rolled without your share"
        if not fault and seen is None and number < self._next:
            fault = "was rolled a second time"
        if number >= self._next:
            if not fault and known.die(number) is None:
                known.begin(number, seals, {})
                known.fall(Die(number, dict(shares)))
            known.begun = None
            own.seen, self._next = max(own.seen, number), number + 1
        if fault:
            raise HostFault(f"Die {number} {fault}. {ASK}")

    def drop(self, number: int, who: str) -> None:
        """Record a dropped die.

        Raises `HostFault` if the guest had opened a share of the die without agreeing to drop it.
        """
        own = self._check_die(number, {})
        opened = self.opened == number and self._agreed != number
        own.known.drop(number, who if who in WHO else HOST)
        own.seen, self._next = max(own.seen, number), number + 1
        own.keep()
        if opened:
            raise HostFault(self._drop_unasked(number))

    def go_on(self, number: int) -> None:
        """Continue at this number after rolls without shares. The player already knows about those rolls."""
        if self._own is not None and number > self._next:
            self._next, self._own.seen, self._own.known.begun = number, number - 1, None

    def agree(self, number: int) -> None:
        """Record that the guest agrees to drop a die."""
        self._agreed = number

    def _check_die(self, number: int, given: Mapping[str, str]) -> OwnShares:
        if self._own is None or not 0 < number <= MAX_DICE or not given.keys() <= set(WHO):
            raise HostFault(f"The host names a die that does not exist in this game. {ASK}")
        return self._own


class Rolls:
    """The rolls that the shares produce, to detect any other roll by the host."""

    def __init__(self, message: Message) -> None:
        """Read the dice of the host's welcome. Raises `ProtocolError`."""
        self._record, self.next = read_dice(message)
        """`next` is the number of the next die."""
        self._dice = {die.number: die_of(die.shares.values()) for die in self._record.fallen}
        """Each die by number. It is 0 if the roll was wrong and the player already knows."""
        self._reported = self.next - 1
        """The number of the last die without shares that `Shares.check_welcome` can have reported."""

    def fall(self, number: int, die: int) -> None:
        """Expect a die made from all shares. A `die` of 0 stands for a wrong roll that was already reported."""
        self._dice.setdefault(number, die)

    def drop(self, number: int) -> None:
        """Expect no roll for the number of a dropped die."""
        self._record.dropped[number] = HOST

    def fault(self, lines: Iterable[str]) -> str:
        """Return the fault of the first unexpected roll in a log; empty if there is none.

        Return each fault only once.
        """
        rolls = rolls_of(lines)
        self.next = self._record.number(len(rolls))
        for which, roll in zip(self._record.numbers(), rolls, strict=False):
            die = self._dice.get(which)
            if which <= MAX_DICE and (which > self._reported if die is None else die not in (0, roll)):
                self._dice[which] = 0
                made = f"but the shares add up to a {die}" if die else "which was rolled without your share"
                return f"The host reports a {roll} for die {which}, {made}. {ASK}"
        return ""


def _rolled(numbers: list[int]) -> str:
    """Return the beginning of a sentence: `Die 12 was rolled`, or `Dice 12 to 14 were rolled`."""
    return f"Die {numbers[0]} was rolled" if len(numbers) == 1 else f"Dice {numbers[0]} to {numbers[-1]} were rolled"


# -- giving shares when a die is due


TAKEN_BACK = f"Orders were undone after you opened your share of die {{}}, which now counts for the next roll. {ASK}"
TOO_EARLY = f"The host asks for your share of die {{}}, although no die is due. {ASK}"


class GuestDice:
    """A guest's part in shared dice, which is idle in games without them."""

    def __init__(self, client: Client, folder: Path | None = None) -> None:
        """Save the shares in `folder`, or keep them only in memory if it is None."""
        self._client = client
        self._shares = Shares(folder)
        self._rolls: Rolls | None = None
        self._called: Message | None = None
        """The host's `open` message, kept until its die is due."""
        self._reported = 0
        """The last die that was reported because the host asked for its share, or received it, too early."""

    def check_welcome(self, welcome: Message) -> str:
        """Join or rejoin a game. Seal the next die, and return the faults of the host's record in words."""
        self._called = None
        try:
            faults = self._shares.check_welcome(welcome)
            if "dice" in welcome:
                self._rolls = Rolls(welcome)
        except ProtocolError as error:
            faults = [str(error)]
        self._seal_next()
        return ". ".join(faults)

    def sit(self, side: int) -> None:
        """Change the guest's seat; -1 stands for a spectator."""
        self._shares.sit(side)

    def hear(self, message: Message) -> str:
        """Handle the host's news of a die (open, rolled or dropped), and return the faults of the die in words.

        Raises `ProtocolError`.
        """
        kind, which = message["news"], number(message, "number")
        if kind == "open":
            self._called = message
            return ""
        self._called, fault = None, ""
        seals, shares = (
            ({}, {}) if kind == "dropped" else (named_texts(message, "seals"), named_texts(message, "shares"))
        )
        try:
            if kind == "dropped":
                self._shares.drop(which, text(message, "who", 20))
            else:
                self._shares.rolled(which, seals, shares)
        except HostFault as foul:
            fault = str(foul)
        if self._rolls is not None and kind == "dropped":
            self._rolls.drop(which)
        elif self._rolls is not None:
            self._rolls.fall(which, die_of(filter(is_share, shares.values())))
        self._seal_next()
        return fault

    def check(self, orders: Iterable[str], *, due: bool) -> str:
        """Open the guest's share of a `due` die, and return the faults of the dice among the orders in words.

        No share is opened earlier, because a host could then still choose what the die is for.
        """
        if self._rolls is None:
            return ""
        faults = [self._rolls.fault(orders)]
        if faults[0]:
            self._shares.go_on(self._rolls.next)
            self._seal_next()
        if not due:
            faults.append(self._find_early())
        elif self._called is not None:
            called, self._called = self._called, None
            try:
                self._open_share(number(called, "number"), called)
            except (HostFault, ProtocolError) as fault:
                faults.append(str(fault))
        return ". ".join(filter(None, faults))

    def _find_early(self) -> str:
        """Return a sentence if the host asked for a share, or received one, before a die was due."""
        called = self._called
        which, words = self._shares.opened, TAKEN_BACK
        if not which and called is not None and self._shares.gives:
            which, words = number(called, "number"), TOO_EARLY
        if which in (0, self._reported):
            return ""
        self._reported = which
        return words.format(which)

    def _open_share(self, which: int, called: Message) -> None:
        share = self._shares.open(which, named_texts(called, "seals"))
        self._try_to_tell(f"open {which} {share}" if share else "")

    def agree(self, which: int) -> None:
        """Record that the player agrees to drop a die."""
        self._shares.agree(which)

    def _seal_next(self) -> None:
        self._try_to_tell(self._shares.seal())

    def _try_to_tell(self, line: str) -> None:
        """Send a line about dice. If the connection is lost, the host asks again after the reconnection."""
        if line:
            with contextlib.suppress(Lost):
                self._client.tell(line)
