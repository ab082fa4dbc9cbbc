"""The door of a host: strangers who have not said who they are, guesses at secrets, and who must wait outside.

People are told apart by where they come from: a user of this machine, or an address. So whoever crowds the door or
guesses is in the way of nobody but himself and those who come from there too.
"""

import contextlib
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from westwall_tui.files.faults import printable
from westwall_tui.net.chairs import Unwelcome, same
from westwall_tui.net.doors import user_at

MOST_CALLERS = 256
"""So many who have not said who they are may stand at the door; with more, one of where most come from has to go.

Several times `BACKLOG`, so that who says at once who he is has been heard before a flood pushes him out.
"""
BACKLOG = 64
"""So many may wait to be received at all."""
FREE_GUESSES = 5
"""So often anybody may be wrong before he must wait."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 120.0
"""Seconds to wait after the next wrong guess, twice as long after each further one, and so long at most."""
FORGOTTEN = 1_800.0
"""Seconds without a wrong guess after which the earlier ones are forgotten."""
TOKEN = "token"
"""What everybody must say to come in, if the host wants it."""
MOST_PEERS = 1_000
"""So many places from where somebody has guessed are remembered; then the longest quiet one is forgotten."""
OUT_SECONDS = 30.0
"""How long somebody who talked too fast stays outside."""


@dataclass(eq=False)
class Caller:
    """Somebody who has not said yet who he is."""

    peer: str
    """Where he comes from (`peer_of`)."""
    turn_away: Callable[[str], None]
    """Tells him why he has to go, and ends his line."""


@dataclass
class _Guesses:
    """How often somebody was wrong, when last, and until when he must wait."""

    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


class Porter:
    """Who may come in to a host, and who has to wait."""

    def __init__(self, token: str, warn: Callable[[str, bool], None], clock: Callable[[], float]) -> None:
        """`token`: what everybody must say; empty if nobody must. `clock`: seconds.

        `warn` gets a line about each wrong guess, and whether there were so many that it looks like an attack.
        """
        self._token = printable(token).strip()  # as it arrives over a line
        self._warn, self._clock = warn, clock
        self._callers: list[Caller] = []
        self._guesses: dict[tuple[str, str], _Guesses] = {}
        self._out: dict[tuple[str, int], float] = {}

    @property
    def has_token(self) -> bool:
        """Whether people must say a token."""
        return bool(self._token)

    # -- strangers

    def receive(self, caller: Caller) -> None:
        """Somebody has come. If the door is crowded, the first from where most have come is turned away."""
        self._callers.append(caller)
        if len(self._callers) > MOST_CALLERS:
            ((peer, _),) = Counter(each.peer for each in self._callers).most_common(1)
            first = next(each for each in self._callers if each.peer == peer)
            self.release(first)
            first.turn_away("too many stand at the door; try again")

    def release(self, caller: Caller) -> None:
        """Somebody has said who he is, or has gone."""
        with contextlib.suppress(ValueError):
            self._callers.remove(caller)

    # -- guesses

    def check_token(self, peer: str, said: str, *, known: bool) -> None:
        """Raise `Unwelcome` unless somebody said the token, or while he may not guess again.

        `known`: he has shown a key that nobody can guess, so others' guesses do not keep him waiting.
        """
        if not self._token:
            return
        if not known:
            self.check_patience(peer, TOKEN)
        if not same(said, self._token):
            if not said:
                raise Unwelcome("this game wants a token; ask whoever hosts it", wants=TOKEN)
            self.count_wrong(peer, TOKEN)
            raise Unwelcome("the token is wrong; ask whoever hosts the game for it", wants=TOKEN)

    def check_patience(self, peer: str, what: str) -> None:
        """Raise `Unwelcome` while somebody has to wait before he may guess again; then nothing that he says counts.

        `what` he guesses: the token, or the word for a seat.
        """
        guesses = self._guesses.get((peer, what))
        wait = guesses.until - self._clock() if guesses else 0.0
        if wait > 0:
            raise Unwelcome(f"too many wrong guesses from where you are; wait {wait:.0f} seconds")

    def count_wrong(self, peer: str, what: str) -> None:
        """Somebody has guessed wrong: after some guesses he waits before the next one, longer each time."""
        now = self._clock()
        guesses = self._guesses.pop((peer, what), _Guesses())
        if now - guesses.last > FORGOTTEN:
            guesses = _Guesses()
        guesses.wrong, guesses.last = guesses.wrong + 1, now
        if guesses.wrong > FREE_GUESSES:
            doublings = min(guesses.wrong - FREE_GUESSES - 1, 30)
            guesses.until = now + min(FIRST_WAIT * 2**doublings, LONGEST_WAIT)
        self._guesses[peer, what] = guesses  # the latest last
        if len(self._guesses) > MOST_PEERS:
            del self._guesses[next(iter(self._guesses))]
        self._warn(f"a wrong {what} from {peer}, {guesses.wrong} so far", guesses.wrong > FREE_GUESSES)

    # -- who has to wait outside

    def send_out(self, peer: str, side: int) -> None:
        """Somebody talked too fast: who comes from there to that side, or to watch (-1), waits for a while."""
        now = self._clock()
        self._out = {who: until for who, until in self._out.items() if until > now}
        self._out[peer, side] = now + OUT_SECONDS

    def check_out(self, peer: str, side: int) -> None:
        """Raise `Unwelcome` while somebody who talked too fast has to wait."""
        wait = self._out.get((peer, side), 0.0) - self._clock()
        if wait > 0:
            raise Unwelcome(f"you talked too fast; come back in {wait:.0f} seconds")


def peer_of(line: socket.socket | None) -> str:
    """Where somebody comes from, in words: a user of this machine, or an address (of IPv6 the network)."""
    if line is None or line.family == getattr(socket, "AF_UNIX", None):
        user = None if line is None else user_at(line)
        return "this machine" if user is None else f"user {user}"
    try:
        address = ip_address(line.getpeername()[0].partition("%")[0])
    except (OSError, ValueError):
        return "somewhere"
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return str(address) if address.version == 4 else str(ip_network((address, 64), strict=False))
