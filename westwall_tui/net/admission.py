"""Admission to a host: limits on new connections, wrong guesses and flooding.

Limits are counted by origin, which is a user of this machine or a network address. A flood or a series of guesses
therefore only affects connections from the same origin.
"""

import asyncio
import contextlib
import hashlib
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from westwall_tui.files.faults import printable
from westwall_tui.net.addresses import user_at
from westwall_tui.net.guests import Unwelcome, same

MOST_CONNECTIONS = 256
"""The maximum number of connections that have not introduced themselves.

Beyond that number, one from the busiest origin is rejected. The limit is several times `BACKLOG`, so that the host can
read a prompt introduction before a flood displaces the connection.
"""
BACKLOG = 64
"""The maximum number of connections that the host has not accepted yet."""
FREE_GUESSES = 5
"""The number of wrong guesses before the first wait."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 120.0
"""Seconds to wait after the next wrong guess. Each further one doubles the wait, up to the limit."""
FORGOTTEN = 1_800.0
"""Seconds without a wrong guess after which earlier wrong guesses are forgotten."""
TOKEN = "token"
"""The `wants` of a refusal for a wrong or missing token, in the protocol."""
MOST_PEERS = 1_000
"""The maximum number of origins whose guesses are remembered.

Beyond it, the origin with the oldest guess is forgotten.
"""
BAN_SECONDS = 30.0
"""Seconds of a ban for a guest who sent too much."""


@dataclass(eq=False)
class Connection:
    """A connection that has not introduced itself yet."""

    peer: str
    """The origin of the connection (`peer_of`)."""
    reject: Callable[[str], None]
    """A function that closes the connection with a reason."""


@dataclass
class _Guesses:
    """An origin's wrong guesses: their number, the time of the last one, and the end of the wait."""

    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


class Admission:
    """Admission control of a host."""

    def __init__(self, token: str, warn: Callable[[str, bool], None], clock: Callable[[], float]) -> None:
        """Require the `token` from guests, unless it is empty. `clock` returns seconds.

        `warn` is called for each wrong guess, with a line and True if the guesses look like an attack.
        """
        self._token = printable(token).strip()  # in the form that `protocol.text` returns
        self._warn, self._clock = warn, clock
        self._connections: list[Connection] = []
        self._guesses: dict[tuple[str, str], _Guesses] = {}
        self._bans: dict[tuple[str, int], float] = {}

    @property
    def has_token(self) -> bool:
        """True if guests must give a token."""
        return bool(self._token)

    # -- new connections

    def receive(self, connection: Connection) -> None:
        """Receive a connection. If there are too many, reject the first one from the busiest origin."""
        self._connections.append(connection)
        if len(self._connections) > MOST_CONNECTIONS:
            ((peer, _),) = Counter(each.peer for each in self._connections).most_common(1)
            first = next(each for each in self._connections if each.peer == peer)
            self.release(first)
            first.reject("there are too many connections; try again")

    def release(self, connection: Connection) -> None:
        """Forget a connection that has introduced itself or was closed."""
        with contextlib.suppress(ValueError):
            self._connections.remove(connection)

    # -- guesses

    def check_token(self, peer: str, said: str, *, known: bool) -> None:
        """Raise `Unwelcome` for a wrong token, or while the origin must wait before guessing again.

        A `known` guest has shown a key that nobody can guess, and therefore does not wait for other people's wrong
        guesses.
        """
        if not self._token:
            return
        if not known:
            self.check_wait(peer, TOKEN)
        if not same(said, self._token):
            if not said:
                raise Unwelcome("this game needs a token; ask the host", for_good=True, wants=TOKEN)
            self.count_wrong(peer, TOKEN)
            raise Unwelcome("wrong token; ask the host for it", for_good=True, wants=TOKEN)

    def check_wait(self, peer: str, what: str) -> None:
        """Raise `Unwelcome` while an origin must wait before guessing again, even if the guess is right.

        `what` names the secret: the token, or a seat's password.
        """
        guesses = self._guesses.get((peer, what))
        wait = guesses.until - self._clock() if guesses else 0.0
        if wait > 0:
            raise Unwelcome(f"too many wrong guesses from your address; wait {wait:.0f} seconds")

    def count_wrong(self, peer: str, what: str) -> None:
        """Count a wrong guess. After a few, the origin must wait, longer each time."""
        now = self._clock()
        guesses = self._guesses.pop((peer, what), _Guesses())
        if now - guesses.last > FORGOTTEN:
            guesses = _Guesses()
        guesses.wrong, guesses.last = guesses.wrong + 1, now
        if guesses.wrong > FREE_GUESSES:
            doublings = min(guesses.wrong - FREE_GUESSES - 1, 30)
            guesses.until = now + min(FIRST_WAIT * 2**doublings, LONGEST_WAIT)
        self._guesses[peer, what] = guesses  # keep the latest last
        if len(self._guesses) > MOST_PEERS:
            del self._guesses[next(iter(self._guesses))]
        self._warn(f"wrong {what} from {peer} ({guesses.wrong} so far)", guesses.wrong > FREE_GUESSES)

    # -- bans

    def ban(self, peer: str, side: int) -> None:
        """Ban an origin from a side, or from watching (-1), for a while, because its guest sent too much."""
        now = self._clock()
        self._bans = {who: until for who, until in self._bans.items() if until > now}
        self._bans[peer, side] = now + BAN_SECONDS

    def check_ban(self, peer: str, side: int) -> None:
        """Raise `Unwelcome` if an origin is banned from a side now."""
        wait = self._bans.get((peer, side), 0.0) - self._clock()
        if wait > 0:
            raise Unwelcome(f"your program sent too many lines; try again in {wait:.0f} seconds")


def peer_of(line: socket.socket | None) -> str:
    """Return the origin of a connection: a user of this machine, or an address (for IPv6, its network)."""
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


# -- the password of a seat
#
# A key is in a file, so anyone who uses the same login has it. A password is in the player's head. The host stores a
# slow hash, salted with the seat's key. A stolen state folder does not reveal the password, and the password is only
# valid for one seat of one game until the seat is freed.


PASSWORD = "word"
"""The `wants` of a refusal for a wrong or missing password, in the protocol."""
COST, BLOCK = 1 << 14, 8
"""Parameters of scrypt. Each guess costs 16 MB and some 50 ms, even for a thief who has the host's files."""


class SaidPassword(NamedTuple):
    """A password given for a seat, as a hash salted with the seat's key."""

    key: str
    digest: str


NO_PASSWORD = SaidPassword("", "")


def hash_password(said: str, key: str) -> SaidPassword:
    """Hash a password for the seat with this key. The hash is slow, so never call it in an event loop."""
    digest = hashlib.scrypt(said.encode(), salt=key.encode(), n=COST, r=BLOCK, p=1, dklen=32)
    return SaidPassword(key, digest.hex())


class PasswordCheck:
    """A check of passwords that hashes one at a time, outside the event loop, and makes guessers wait."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._alone = asyncio.Lock()

    async def sit(self, peer: str, side: str, key: str, said: str, sit: Callable[[SaidPassword], None]) -> None:
        """Hash the password given for the seat with this key, and seat the guest with `sit`. Count a wrong password.

        Raises `Unwelcome` for a wrong password, or while the guest must wait before guessing again.
        """
        what = f"password for the {side} seat"
        async with self._alone:  # so that many connections can try no more passwords than one connection
            self._admission.check_wait(peer, what)
            password = await asyncio.to_thread(hash_password, said, key)
            try:
                sit(password)
            except Unwelcome as refused:
                if refused.wants == PASSWORD:
                    self._admission.count_wrong(peer, what)
                raise
