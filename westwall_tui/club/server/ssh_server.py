"""The club's SSH server: it identifies players by their keys, and gives each session a process.

The server itself runs no engine. Clients may request a terminal or one of the club's commands. The server refuses
everything else that SSH offers: shells, forwarding, files, agents, passwords.
"""

import asyncio
import contextlib
import os
import secrets
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import asyncssh

from westwall_tui.club.command_line import COMMANDS, FAILED, MISUSED, NEW, TERMINAL_COMMANDS
from westwall_tui.club.database.clocks import Clocks
from westwall_tui.club.database.lists import Latest, Lists
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.store import CHANNEL, Store, Unavailable
from westwall_tui.club.server.connection import OPTIONS, Channel, ClubProcess, Connection
from westwall_tui.club.server.forks import PreforkParent, wake_sockets
from westwall_tui.club.server.limits import RateLimit, network
from westwall_tui.club.server.log import log, log_all_failures, log_failure
from westwall_tui.club.server.prefork import SORRY, TERMINAL_VARIABLES
from westwall_tui.club.server.relay import PipeRelay, Services, TerminalRelay
from westwall_tui.club.server.subscriptions import Subscriptions
from westwall_tui.club.settings import Club
from westwall_tui.files.faults import refuse

MAX_SESSIONS = 3
"""The maximum number of sessions that one connection may have at a time."""
MAX_UNKNOWN = 6
"""The number of unknown keys after which the server closes a connection."""
MAX_PROCESSES = 6
"""The maximum number of processes that one player may have at a time, over all connections."""
MAX_UNREGISTERED = 20
"""The maximum number of processes that all unregistered players together may have at a time."""
STARTS_BURST, STARTS_PER_SECOND = 20, 1
"""Processes that one player may start in a burst, and after that per second. Further ones wait."""
MAX_UNPROVEN, MAX_UNPROVEN_EACH = 60, 6
"""The maximum number of connections that have not proven a key yet, in all and from one address."""
NEIGHBORS = 24, 56
"""Prefix lengths of the IPv4 and IPv6 networks whose processes count together."""
IDLE_CONNECTION = 60
"""Seconds that a connection may last without a session, and that an unregistered player has to choose a name."""
FULL = "The club is full; try again in a few minutes"
CHECK_INTERVAL = 5
"""Seconds between two checks for connections to close, and for changes by the administrator."""
MAX_COMMAND_LENGTH = 300
MAX_VALUE_LENGTH = 40
"""The maximum length of an environment variable, or of a key's comment, that the server keeps."""


class ClubServer:
    """The server of one club."""

    def __init__(self, club: Club) -> None:
        """Open a club's database. Raises `FileError` if the database or the host key cannot be read."""
        self.club = club
        self._host_key = _read_host_key(club.host_key)
        self.store = Store(
            club.database, restart=0, create=False
        )  # no waiting, because waiting for a lost database would block all players
        self.people = People(self.store)
        self.lists = Lists(self.store)
        self.clocks = Clocks(self.store)
        self.subscriptions: Subscriptions
        self.prefork: PreforkParent
        self.connection_limit = RateLimit(2 * club.most_each, club.most_each / 2)
        """The limit on new connections by address. Each new connection costs the server a key exchange."""
        self.start_limit = RateLimit(STARTS_BURST, STARTS_PER_SECOND)
        """The limit on new processes by player."""
        self.log_limit = RateLimit(3, 1 / 20)
        """The limit on log lines about refused connections by address."""
        self.clients: set[Client] = set()
        """All connections except those that are being closed."""
        self.active: list[Client] = []
        """The connection of each running process. A connection with two processes is listed twice."""
        self.sessions: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._helpers: list[asyncio.Task[None]] = []

    async def open(self) -> int:
        """Start the club's processes and listen. Return the port."""
        self.store.prepare()
        self.clocks.resume(time.time())
        latest = self.lists.latest()
        self.subscriptions = Subscriptions(latest.game)
        self.prefork = PreforkParent()
        await self.prefork.start()
        port = await self.listen()
        self._help("the supervisor of the thinker", self._keep_thinking)
        self._help("the periodic check", partial(self._check_periodically, latest))
        if self.store.is_postgres:
            self._help("the listener to other servers", self._follow_other_servers)
        return port

    def _help(self, name: str, do: Callable[[], Awaitable[None]]) -> None:
        """Run a task for as long as the club is open. If the task fails, restart it."""

        async def keep_on() -> None:
            while True:
                try:
                    await do()
                except Exception as error:  # noqa: BLE001 - the club goes on
                    log_failure(f"{name} failed", error)
                    await asyncio.sleep(1)

        self._helpers.append(asyncio.create_task(keep_on()))

    async def listen(self) -> int:
        """Listen for connections. Return the port."""
        host, port = self.club.listen
        options = asyncssh.SSHServerConnectionOptions(
            server_factory=lambda: Client(self), server_host_keys=[self._host_key], **OPTIONS
        )
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(loop, options), host or None, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Close all sessions and stop the club's processes."""
        if self._server is not None:
            self._server.close()
        for helper in self._helpers:
            helper.cancel()
        for session in [*self.sessions]:
            session.cancel()
        await asyncio.gather(*self._helpers, *self.sessions, return_exceptions=True)
        await self.prefork.close()
        self.store.close()

    async def _keep_thinking(self) -> None:
        """Keep one thinker running."""
        while True:
            ours, wake = wake_sockets()
            request = {"words": ["think"], "terminal": False, "environment": {}, **self.club.for_processes()}
            nothing = os.open(os.devnull, os.O_RDWR)
            try:
                process = await self.prefork.fork(request, [nothing, nothing, os.dup(2), wake.fileno()])
            except ConnectionError:
                await asyncio.sleep(1)
                continue
            finally:
                os.close(nothing)
                wake.close()
            try:
                await self.subscriptions.follow(ours)
                log("the thinker ended; starting another")
                await asyncio.sleep(1)
            finally:
                self.subscriptions.forget(ours)
                ours.close()
                await self.prefork.end(process)

    async def _check_periodically(self, latest: Latest) -> None:
        """Close connections that are no longer allowed, and show changes that the administrator has made.

        The administrator's commands are separate programs, and SQLite does not send notifications.
        """
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                self.close_disallowed()
                before, latest = latest, self.lists.latest()
                for game in self.lists.ended_after(before.ended):
                    self.subscriptions.changed(game)
                if latest.game > before.game:
                    self.subscriptions.changed(latest.game)
                if latest.news > before.news:
                    self.subscriptions.lists_changed()
                self.clocks.beat(time.time())  # last, so that a full disk only stops this step
            except Unavailable:
                pass  # the log has it

    def close_disallowed(self) -> None:
        """Close connections of barred players, with dropped keys, without a name in time, or without a request."""
        now = time.monotonic()
        proven = [client for client in self.clients if client.is_proven]
        allowed = self.people.allowed_keys({client.fingerprint for client in proven})
        for client in proven:
            known = client.fingerprint in allowed
            if known:
                self._note_name(client)
            is_late = now - client.since > IDLE_CONNECTION
            if client.is_new and is_late:
                client.disconnect("You did not choose a name within a minute; please connect again")
            elif not known and not client.is_new:
                client.disconnect("You are no longer allowed here")
            elif is_late and not client.processes:
                client.disconnect("The connection was idle")

    def _note_name(self, client: "Client") -> None:
        """Check whether a new key has been registered in the meantime, and note its player."""
        player = self.people.by_key(client.fingerprint) if client.is_new else None
        if player is not None:
            client.is_new, client.player = False, player
            client.log("registered:", player.name)

    # -- limits

    def admit(self, client: "Client") -> None:
        """Count a new connection.

        If there are too many, close one without a registered player, possibly the new one.
        """
        limits = self.club
        if not self.connection_limit.allow(client.address):
            client.disconnect("too many connections")
            return
        self.clients.add(client)
        each = max(MAX_UNPROVEN_EACH, limits.most_each // 2)
        for most, address, is_proven in (
            (each, client.address, False),
            (limits.most_each, client.address, True),
            (max(MAX_UNPROVEN, each), "", False),
            (limits.most, "", True),
        ):
            counted = [
                other for other in self.clients if address in ("", other.address) and (is_proven or not other.is_proven)
            ]
            _make_room(counted, most + 1)

    def _why_full(self, client: "Client") -> str:
        """Make room for one more process of a client. Return the reason if that is impossible, or an empty string."""
        if client.is_new and client.processes:
            return "Choose your name in your other session first"
        busy = [other for other in self.active if not other.is_away]
        if sum(other.who == client.who for other in busy) >= MAX_PROCESSES:
            return "You have too many sessions; close one first"
        neighbors = [other for other in busy if other.neighbors == client.neighbors]
        if not _make_room(neighbors, self.club.most_each * MAX_SESSIONS):
            return "Too many players are connected from your network; try again in a few minutes"
        if client.is_new and not _make_room([other for other in busy if other.is_unregistered], MAX_UNREGISTERED):
            return FULL
        return "" if _make_room(busy, self.club.most_processes) else FULL

    async def _follow_other_servers(self) -> None:
        """Wake players' processes when a game changes on another server of the club."""
        import psycopg

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self.club.database, autocommit=True)
                async with connection:
                    await connection.execute(f"listen {CHANNEL}")
                    self.subscriptions.all_changed()
                    async for note in connection.notifies():
                        self.subscriptions.changed(int(note.payload))
            except psycopg.Error as error:
                log("PostgreSQL:", str(error).partition("\n")[0])
                await asyncio.sleep(2)

    # -- one session

    def begin(self, process: ClubProcess) -> None:
        """Serve a client that has requested a terminal or a command."""
        process.get_extra_info("connection").session_begins()
        task = asyncio.create_task(self._serve_process(process))
        self.sessions.add(task)
        task.add_done_callback(self.sessions.discard)

    async def _serve_process(self, process: ClubProcess) -> None:
        try:
            status = await self._run_process(process)
        except Unavailable as error:
            status = _tell(process, error.reason, 69)
        except (OSError, asyncssh.Error) as error:
            log("a session ended:", error)
            status = _tell(process, "The club cannot serve you now; try again", 69)
        except Exception as error:  # noqa: BLE001 - one failed session must not affect others
            log_failure("a session failed", error)
            status = _tell(process, SORRY, FAILED)
        with contextlib.suppress(OSError):
            process.exit(status)

    async def _run_process(self, process: ClubProcess) -> int:
        """Serve a request with its own process, or refuse the request. Return the exit status."""
        client: Client = process.get_extra_info("client")
        words = (process.command or "").split()
        player = self.people.by_key(client.fingerprint)
        client.is_new = player is None
        wrong = self._why_refused(words, client, player, has_terminal=bool(process.term_type))
        if wrong:
            return _tell(process, wrong, MISUSED)
        if player is not None and not client.login_noted:
            client.login_noted = True
            with contextlib.suppress(Unavailable):  # a full disk must not refuse a session
                self.people.note_login(client.fingerprint)
        client.who = str(player.id) if player is not None else client.fingerprint
        if full := self._why_full(client):
            client.log("no room:", full)
            return _tell(process, full, MISUSED)
        request = {
            "words": words or ([NEW] if player is None else ["lobby"]),
            "player": player.id if player else 0,
            "fingerprint": client.fingerprint,
            "comment": client.comment,
            "terminal": bool(process.term_type),
            "environment": _environment(process),
            **self.club.for_processes(),
        }
        client.processes += 1
        self.active.append(client)
        try:
            await asyncio.sleep(self.start_limit.delay(client.address if player is None else client.who))
            services = Services(self.prefork, self.subscriptions, self.club.idle)
            relay = await (TerminalRelay if process.term_type else PipeRelay).open(services, process, request)
            return await relay.serve()
        finally:
            client.processes -= 1
            self.active.remove(client)
            with contextlib.suppress(Unavailable):
                self._note_name(client)
            if not client.is_new:
                client.since = time.monotonic()

    def _why_refused(self, words: list[str], client: "Client", player: ClubPlayer | None, *, has_terminal: bool) -> str:
        """Return the reason if a request is refused, or an empty string."""
        if player is not None and player.is_barred:
            return "You are barred from this club"
        if len(" ".join(words)) > MAX_COMMAND_LENGTH:
            return f"A command may have at most {MAX_COMMAND_LENGTH} characters"
        word = words[0] if words else ""
        if client.is_new and word not in ("", NEW):
            return f"This key is not registered here yet. Register with: {self.club.address_for(NEW)}"
        if word and word not in COMMANDS:
            return f"Unknown command; the commands are {', '.join(COMMANDS)}"
        if not has_terminal and (not word or word in TERMINAL_COMMANDS):
            return "This needs a terminal; use ssh -t"
        return ""


def _read_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the host key, by which clients recognize the club. Raises `FileError`."""
    try:
        return asyncssh.read_private_key(path)
    except (OSError, ValueError) as error:  # asyncssh raises several kinds of ValueError
        why = error.strerror if isinstance(error, OSError) else error
        refuse(
            str(path),
            f"is not the club's host key ({why}); restore it, because clients recognize the club by it",
        )


def _make_room(clients: "Sequence[Client]", most: int) -> bool:
    """Close one of the connections that has no registered player. Return False if there is none."""
    if len(clients) < most:
        return True
    unregistered = [client for client in clients if client.is_unregistered]
    if unregistered:
        counts = Counter(each.neighbors for each in unregistered)
        most = max(counts.values())
        # The choice is random, so that each client from that network gets in at times. A fixed choice could keep a
        # client out forever.
        secrets.choice([each for each in unregistered if counts[each.neighbors] == most]).disconnect(FULL)
    return bool(unregistered)


def _tell(process: ClubProcess, sentence: str, status: int) -> int:
    """Tell a client the reason why the server refuses it, in one sentence. Return the exit status."""
    with contextlib.suppress(OSError):
        process.stderr.write(f"{sentence}\r\n".encode())
    return status


class Client(asyncssh.SSHServer):
    """A client's connection: its key, its player, and its sessions."""

    def __init__(self, server: ClubServer) -> None:
        self._server = server
        self.fingerprint = ""
        self.comment = ""
        self.is_new = False
        """True while the client's key belongs to no player."""
        self.is_proven = False
        """True once the client has proven a key."""
        self.is_away = False
        """True once the server has closed the connection."""
        self.login_noted = False
        self.processes = 0
        """The number of processes that serve the client now."""
        self.since = time.monotonic()
        """The time when the client proved its key or, for a player, when the player's last process ended."""
        self.who = ""
        """The player's number or, if the key is unknown, the key."""
        self.address = self.neighbors = "?"
        """The client's address, and its network with the prefix lengths `NEIGHBORS`, both as text from `network`."""
        self._place = ""
        self.player: ClubPlayer | None = None
        self._unknown = 0
        self._channels: set[ClubProcess] = set()

    @property
    def is_unregistered(self) -> bool:
        """True until the client has proven the key of a player."""
        return not self.is_proven or self.is_new

    def log(self, *words: object) -> None:
        """Write a line to the log, with the address if the club's settings say so."""
        log(*words, *(("from", self._place) if self._server.club.logs_addresses else ()))

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the new connection, or close a connection if there are too many."""
        self._connection = conn
        conn.set_extra_info(client=self)
        if peer := conn.get_extra_info("peername"):
            self._place = str(peer[0])
            self.address, self.neighbors = network(self._place), network(self._place, *NEIGHBORS)
        self._server.admit(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncssh calls it so
        """Stop counting the connection."""
        self._server.clients.discard(self)

    def begin_auth(self, username: str) -> bool:
        """Require a key from every client. The user name only tells whether the player is new."""
        self.is_new = username == NEW
        return True

    def public_key_auth_supported(self) -> bool:
        """Return True, because clients log in with keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 - the key alone counts
        """Accept a player's key, or any unknown key of a new player. Close the connection after many unknown keys."""
        fingerprint = key.get_fingerprint("sha256")
        try:
            player = self._server.people.by_key(fingerprint)
        except Unavailable:
            self._connection.abort()
            return False
        known = player is not None and not player.is_barred
        if known or (self.is_new and player is None):
            self.fingerprint, self.player = fingerprint, player
            self.comment = (key.get_comment() or "")[:MAX_VALUE_LENGTH]
            self.is_new = player is None
            return True
        if not self._unknown:
            self._connection.send_auth_banner(f"If you are new here, type: {self._server.club.address_for(NEW)}\r\n")
        self._unknown += 1
        if self._unknown >= MAX_UNKNOWN:
            self.disconnect("too many unknown keys")
        return False

    def auth_completed(self) -> None:
        """Note the login. From now on, the connection is closed if it is idle for a while."""
        self.is_proven, self.since = True, time.monotonic()
        self.log("logged in:", self._name)

    @property
    def _name(self) -> str:
        return self.player.name if self.player else NEW

    def session_requested(self) -> tuple[Channel, ClubProcess] | bool:
        """Open a channel for a terminal or a command. Return False if there are too many channels."""
        if len(self._channels) >= MAX_SESSIONS:
            return False
        process = ClubProcess(self._server.begin, self._channels.discard)
        self._channels.add(process)
        assert isinstance(self._connection, Connection)
        return self._connection.channel(), process

    def disconnect(self, why: str) -> None:
        """Close the connection, and stop counting it."""
        self.is_away = True
        self._server.clients.discard(self)
        if self.is_proven:
            self.log("disconnected:", self._name, f"({why})")
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, why)
        else:
            if self._server.club.logs_addresses and self._server.log_limit.allow(self.address):
                self.log("turned away:", why)
            self._connection.abort()


def _environment(process: ClubProcess) -> dict[str, str]:
    """Return the environment variables of a client that describe its terminal, cleaned."""
    sent = {str(name): str(value) for name, value in process.env.items()}
    found = {name: sent[name] for name in TERMINAL_VARIABLES if name in sent}
    if process.term_type:
        found["TERM"] = process.term_type
    return {name: clean for name, value in found.items() if (clean := _without_odd_characters(value))}


def _without_odd_characters(value: str) -> str:
    return "".join(c for c in value if c.isascii() and (c.isalnum() or c in "-+._;@"))[:MAX_VALUE_LENGTH]


def run(club: Club) -> None:
    """Serve a club until a signal ends it. Raises `FileError`."""

    async def main() -> None:
        server = ClubServer(club)
        port = await server.open()
        log(f"{club.name} is open at {club.listen[0] or 'every address'}, port {port}")
        over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        await over.wait()
        log("closing")
        await server.close()

    log_all_failures()
    try:
        asyncio.run(main())
    except OSError as error:
        refuse("westwall club", f"cannot start: {error.strerror or error}")
