"""SSH connections with limits on what a client may request and how much it may send.

asyncssh keeps in memory everything that a client sends before its session begins, and everything that the client does
not read. Here every message counts against one budget of bytes. If a connection exceeds the budget before its first
session, it is closed. Later, the server only reads it more slowly.
"""

import asyncio
import sys
import traceback
from collections.abc import Callable
from typing import Any

import asyncssh
from asyncssh.packet import SSHPacket

from westwall_tui.club.server.log import log_failure
from westwall_tui.club.server.prefork import TERMINAL_VARIABLES

BEFORE_SESSION = 300_000
"""Bytes that a client may send before its first session begins: enough for OpenSSH's longest command."""
BURST, PER_SECOND = 262_144, 65_536
"""Bytes that a client may send during sessions: in a burst, and then per second."""
UNREAD = 1 << 19
"""The maximum number of bytes that wait for a client.

Beyond it, the server neither reads from the client nor writes to it.
"""
WINDOW = 65_536
"""Bytes that a client may send on a channel before the server has read them."""
MAX_PACKET_SIZE = 32_768
MAX_VARIABLES, MAX_VARIABLE_LENGTH = 8, 100
"""The maximum number of environment variables that a client may send, and the maximum bytes of a name or value."""
OPTIONS: dict[str, Any] = {
    "encoding": None,
    "line_editor": False,
    "public_key_auth": True,
    "password_auth": False,
    "kbdint_auth": False,
    "host_based_auth": False,
    "gss_host": None,
    "agent_forwarding": False,
    "x11_forwarding": False,
    "allow_scp": False,
    "sftp_factory": None,
    "allow_pty": True,
    "window": WINDOW,
    "login_timeout": 10,
    "keepalive_interval": 30,
    "keepalive_count_max": 3,
    "compression_algs": ["none"],  # a packet of zeros would cost the server a thousand times more than the client
    "config": None,
    "server_version": "westwall",
    "kex_algs": ["curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256"],
    "encryption_algs": [
        "chacha20-poly1305@openssh.com",
        "aes256-gcm@openssh.com",
        "aes128-gcm@openssh.com",
        "aes256-ctr",
    ],
    "mac_algs": ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256"],
    "signature_algs": [
        "ssh-ed25519",
        "sk-ssh-ed25519@openssh.com",
        "ecdsa-sha2-nistp256",
        "rsa-sha2-512",
        "rsa-sha2-256",
    ],
}
"""Options of asyncssh, which offer clients login by key and terminals, and nothing else."""


class Connection(asyncssh.SSHServerConnection):
    """A connection with a budget of bytes."""

    def __init__(self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions) -> None:
        super().__init__(loop, options)
        self._tcp: asyncio.Transport
        self._is_in_session = False
        self._received = 0.0
        """Bytes that the client sent before its session. During sessions, the bytes beyond its share per second."""
        self._received_at = loop.time()
        self._held: set[str] = set()
        """The reasons why reading is paused."""
        self._waits: asyncio.TimerHandle | None = None
        self.writable = asyncio.Event()
        """An event that is set while the client reads the server's output."""
        self.writable.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._tcp = transport
        transport.set_write_buffer_limits(UNREAD)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None = None) -> None:
        if self._waits is not None:
            self._waits.cancel()
        self.writable.set()
        super().connection_lost(exc)

    def session_begins(self) -> None:
        """Note that the client has a session. From now on it may send a number of bytes per second."""
        if not self._is_in_session:
            self._is_in_session, self._received = True, 0.0

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Accept the bytes that a client sends, within its budget."""
        self._received += len(data)
        if not self._is_in_session:
            if self._received > BEFORE_SESSION:
                self.disconnect(asyncssh.DISC_BY_APPLICATION, "Too much data before the first session")
                return
        else:
            now = self._loop.time()
            self._received = max(len(data), self._received - (now - self._received_at) * PER_SECOND)
            self._received_at = now
            if self._received > BURST and self._waits is None:
                self._hold("too fast")
                self._waits = self._loop.call_later((self._received - BURST) / PER_SECOND, self._read_on)
        super().data_received(data, datatype)

    def _send(self, data: bytes) -> None:
        """Write to the client if it is still there. Otherwise asyncio would log a line for each answer."""
        if not self._tcp.is_closing():
            super()._send(data)

    def _read_on(self) -> None:
        self._waits = None
        self._release("too fast")

    def pause_writing(self) -> None:
        """Stop reading from a client that does not read. Answers to more messages would only fill the memory."""
        self.writable.clear()
        self._hold("unread")

    def resume_writing(self) -> None:
        self.writable.set()
        self._release("unread")

    def _hold(self, why: str) -> None:
        self._held.add(why)
        self._tcp.pause_reading()

    def _release(self, why: str) -> None:
        self._held.discard(why)
        if not self._held and not self._tcp.is_closing():
            self._tcp.resume_reading()

    def channel(self) -> "Channel":
        """Return the channel for a session that the client requests."""
        return Channel(self, self._loop, True, False, False, 0, 0, None, "strict", WINDOW, MAX_PACKET_SIZE)

    def internal_error(self, exc_info: Any = None, error_logger: Any = None) -> None:
        """Close the connection, and log the error if our code raised it."""
        error = (exc_info or sys.exc_info())[1]
        if error is not None and any(
            "westwall" in frame.filename for frame in traceback.extract_tb(error.__traceback__)
        ):
            log_failure("a connection failed", error)
        super().internal_error(exc_info, error_logger)


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel of a session. Of a client's environment, it keeps only the variables that describe the terminal."""

    _variables = 0

    def _process_env_request(self, packet: SSHPacket) -> bool:
        """Handle an environment variable.

        OpenSSH sends many `LC_...` by default, so those not used here are not counted.
        """
        name, value = packet.get_string(), packet.get_string()
        is_known = name.decode("ascii", "replace") in TERMINAL_VARIABLES
        self._variables += is_known or not name.startswith(b"LC_")
        if max(len(name), len(value)) > MAX_VARIABLE_LENGTH or self._variables > MAX_VARIABLES:
            raise asyncssh.DisconnectError(asyncssh.DISC_BY_APPLICATION, "The environment is too large")
        if is_known:
            self._env[name] = value
        return is_known


class ClubProcess(asyncssh.SSHServerProcess[bytes]):
    """A session for asyncssh. Besides typed bytes, it accepts only the size of the window, and it queues nothing."""

    def __init__(self, begin: Callable[["ClubProcess"], None], closed: Callable[["ClubProcess"], None]) -> None:
        """Take callbacks.

        `begin` is called when the client has requested a command or terminal, and `closed` after the channel.
        """
        super().__init__(lambda _: begin(self), None, 3, False)
        self._closed = closed
        self.resize: Callable[[int, int], object] = lambda *_: None
        """A function that is called with each new size of the window."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._closed(self)

    def subsystem_requested(self, subsystem: str) -> bool:  # noqa: ARG002 - the club has no subsystems
        return False

    async def is_read(self) -> None:
        """Wait until the client has read most of the bytes that were written to its connection."""
        connection = self.get_extra_info("connection")
        assert isinstance(connection, Connection)
        await connection.writable.wait()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        self.resize(width, height)

    def signal_received(self, signal: str) -> None:
        """Ignore the signal: Ctrl+C comes as a key."""

    def break_received(self, msec: int) -> bool:  # noqa: ARG002 - as `signal_received`
        return False
