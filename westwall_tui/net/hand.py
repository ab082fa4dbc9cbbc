"""A guest's part in shared dice: gives his shares when a die is due, and checks every die."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

from westwall_tui.files.shares import die_of, is_share
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.protocol import Message, ProtocolError, named_texts, number, text
from westwall_tui.net.shares import ASK, Foul, Rolls, Shares

TAKEN_BACK = f"Orders were taken back after you had opened your share of die {{}}; it counts for the next roll. {ASK}"
TOO_EARLY = f"The host asks for your share of die {{}}, though no die is due. {ASK}"


class DiceHand:
    """A guest's side of shared dice; idle in games without them."""

    def __init__(self, client: Client, folder: Path | None = None) -> None:
        """Shares are saved in `folder`; None: only in memory."""
        self._client = client
        self._shares = Shares(folder)
        self._rolls: Rolls | None = None
        self._called: Message | None = None
        """The host's `open` message, kept until the die is due."""
        self._told = 0
        """The last die whose share was asked for, or opened, too early, as the player knows."""

    def meet(self, welcome: Message) -> str:
        """Sit down or return: seal the next die. Returns faults of the host's record in words."""
        self._called = None
        try:
            told = self._shares.meet(welcome)
            if "dice" in welcome:
                self._rolls = Rolls(welcome)
        except ProtocolError as error:
            told = [str(error)]
        self._seal_next()
        return ". ".join(told)

    def sit(self, side: int) -> None:
        """Change his seat; -1: he watches."""
        self._shares.sit(side)

    def hear(self, message: Message) -> str:
        """Take the host's news of a die: opened, fallen or dropped. Returns its faults in words.

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
        except Foul as foul:
            fault = str(foul)
        if self._rolls is not None and kind == "dropped":
            self._rolls.drop(which)
        elif self._rolls is not None:
            self._rolls.fall(which, die_of(filter(is_share, shares.values())))
        self._seal_next()
        return fault

    def check(self, orders: Iterable[str], *, due: bool) -> str:
        """Open his share of a `due` die. Returns faults of the dice among the orders, in words.

        No share is opened earlier, or a host could still choose what the die is for.
        """
        if self._rolls is None:
            return ""
        said = [self._rolls.fault(orders)]
        if said[0]:
            self._shares.go_on(self._rolls.next)
            self._seal_next()
        if not due:
            said.append(self._find_early())
        elif self._called is not None:
            called, self._called = self._called, None
            try:
                self._open_share(number(called, "number"), called)
            except (Foul, ProtocolError) as foul:
                said.append(str(foul))
        return ". ".join(filter(None, said))

    def _find_early(self) -> str:
        """True if a share is asked for, or was opened, while no die is due."""
        called = self._called
        which, words = self._shares.opened, TAKEN_BACK
        if not which and called is not None and self._shares.gives:
            which, words = number(called, "number"), TOO_EARLY
        if which in (0, self._told):
            return ""
        self._told = which
        return words.format(which)

    def _open_share(self, which: int, called: Message) -> None:
        share = self._shares.open(which, named_texts(called, "seals"))
        self._try_to_tell(f"open {which} {share}" if share else "")

    def agree(self, which: int) -> None:
        """The player agrees to drop a die."""
        self._shares.agree(which)

    def _seal_next(self) -> None:
        self._try_to_tell(self._shares.seal())

    def _try_to_tell(self, line: str) -> None:
        """Send a line about dice. If the connection is lost, the host asks again."""
        if line:
            with contextlib.suppress(Lost):
                self._client.tell(line)
