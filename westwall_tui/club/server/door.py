"""The door: who has a key comes in by SSH, and sits at a process of his own. The door itself runs no engine.

What an SSH client could ask for beside a terminal or one of the club's words is refused: shells, forwarding, files,
agents, passwords. Who somebody is comes from his key alone.
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

from westwall_tui.club.database.clocks import Clocks
from westwall_tui.club.database.lists import Latest, Lists
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.store import CHANNEL, Store, Unavailable
from westwall_tui.club.keep import Club
from westwall_tui.club.server.calls import Calls
from westwall_tui.club.server.connection import OPTIONS, Channel, ClubProcess, Connection
from westwall_tui.club.server.forks import Zygote, wake_sockets
from westwall_tui.club.server.lines import Exchange, Often, PipeLine, TerminalLine, network
from westwall_tui.club.server.log import log, log_all_failures, log_failure
from westwall_tui.club.server.zygote import SORRY, TERMINAL
from westwall_tui.club.words import FAILED, MISUSED, NEW, TERMINAL_WORDS, WORDS
from westwall_tui.files.faults import refuse

MOST_SESSIONS = 3
"""At once over one connection."""
MOST_UNKNOWN = 6
"""Keys that a client may offer before it is sent away."""
MOST_PROCESSES = 6
"""Processes that one player may have at once, over all connections."""
MOST_STRANGERS = 20
"""Processes that unregistered players may have at once, all together."""
STARTS_AT_ONCE, STARTS_EACH_SECOND = 20, 1
"""Processes that one player may start; after that each start waits. A fork and a query take a while."""
MOST_UNPROVEN, MOST_UNPROVEN_EACH = 60, 6
"""Connections that have not shown a key yet, in all and from one address."""
NEIGHBORS = 24, 56
"""Prefix lengths of the IPv4 and IPv6 networks whose processes count together."""
IDLE_CONNECTION = 60
"""Seconds that a connection may last without a session, and that an unregistered player has to give a name."""
FULL = "The club is full; try again in a few minutes"
LOOK_ROUND = 5
"""Seconds between two looks at who is here and may be no longer, and at what the keeper has changed."""
LONGEST_COMMAND = 300
LONGEST = 40
"""Characters of a value that a client sends of its environment."""


class Door:
    """A club that is open."""

    def __init__(self, club: Club) -> None:
        """Take a club. Raises `FileError` if its database or host key cannot be read."""
        self.club = club
        self._host_key = _read_host_key(club.host_key)
        self.store = Store(club.database, restart=0, makes=False)  # waiting for a lost database would block everybody
        self.people = People(self.store)
        self.lists = Lists(self.store)
        self.clocks = Clocks(self.store)
        self.calls: Calls
        self.zygote: Zygote
        self.comes = Often(2 * club.most_each, club.most_each / 2)
        """Limit of new connections, by address: each costs the server an exchange of keys."""
        self.starts = Often(STARTS_AT_ONCE, STARTS_EACH_SECOND)
        """Limit of new processes, by player."""
        self.tells = Often(3, 1 / 20)
        """Limit of log lines about refused connections, by address."""
        self.visitors: set[Visitor] = set()
        """All connections except those that are being closed."""
        self.seated: list[Visitor] = []
        """The connection of each running process; one with two processes is here twice."""
        self.sessions: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._helpers: list[asyncio.Task[None]] = []

    async def open(self) -> int:
        """Let people in; the port."""
        self.store.prepare()
        self.clocks.resume(time.time())
        latest = self.lists.latest()
        self.calls = Calls(latest.game)
        self.zygote = Zygote()
        await self.zygote.start()
        port = await self.listen()
        self._help("the supervisor of the thinker", self._keep_thinking)
        self._help("the periodic check", partial(self._look_round, latest))
        if self.store.is_postgres:
            self._help("the listener to other servers", self._hear_other_doors)
        return port

    def _help(self, name: str, do: Callable[[], Awaitable[None]]) -> None:
        """Run a task for as long as the club is open; restart it if it fails."""

        async def keep_on() -> None:
            while True:
                try:
                    await do()
                except Exception as error:  # noqa: BLE001 - the club goes on
                    log_failure(f"{name} failed", error)
                    await asyncio.sleep(1)

        self._helpers.append(asyncio.create_task(keep_on()))

    async def listen(self) -> int:
        """Listen for connections; return the port."""
        host, port = self.club.listen
        options = asyncssh.SSHServerConnectionOptions(
            server_factory=lambda: Visitor(self), server_host_keys=[self._host_key], **OPTIONS
        )
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(loop, options), host or None, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Send everybody away; games are where they were."""
        if self._server is not None:
            self._server.close()
        for helper in self._helpers:
            helper.cancel()
        for session in [*self.sessions]:
            session.cancel()
        await asyncio.gather(*self._helpers, *self.sessions, return_exceptions=True)
        await self.zygote.close()
        self.store.close()

    async def _keep_thinking(self) -> None:
        """Have one process think for the computer's seats and for who is away; another if it dies."""
        while True:
            door, wake = wake_sockets()
            asked = {"words": ["think"], "terminal": False, "environment": {}, **self.club.for_processes()}
            nothing = os.open(os.devnull, os.O_RDWR)
            try:
                process = await self.zygote.fork(asked, [nothing, nothing, os.dup(2), wake.fileno()])
            except ConnectionError:
                await asyncio.sleep(1)
                continue
            finally:
                os.close(nothing)
                wake.close()
            try:
                await self.calls.hear_from(door)
                log("the thinker ended; another is started")
                await asyncio.sleep(1)
            finally:
                self.calls.forget(door)
                door.close()
                await self.zygote.end(process)

    async def _look_round(self, latest: Latest) -> None:
        """Close connections that are no longer allowed, and show what the administrator has changed.

        The keeper's commands are programs of their own, and SQLite wakes nobody.
        """
        while True:
            await asyncio.sleep(LOOK_ROUND)
            try:
                self.send_away()
                before, latest = latest, self.lists.latest()
                for game in self.lists.ended_after(before.ended):
                    self.calls.changed(game)
                if latest.game > before.game:
                    self.calls.changed(latest.game)
                if latest.news > before.news:
                    self.calls.lists_changed()
                self.clocks.beat(time.time())  # at the end, because a full disk stops only this
            except Unavailable:
                pass  # the log has it

    def send_away(self) -> None:
        """Close connections of barred players, with dropped keys, without a name in time, or without a request."""
        now = time.monotonic()
        proven = [visitor for visitor in self.visitors if visitor.is_proven]
        welcome = self.people.welcome({visitor.fingerprint for visitor in proven})
        for visitor in proven:
            known = visitor.fingerprint in welcome
            if known:
                self._note_name(visitor)
            is_late = now - visitor.since > IDLE_CONNECTION
            if visitor.is_new and is_late:
                visitor.send_away("You did not choose a name within a minute; please connect again")
            elif not known and not visitor.is_new:
                visitor.send_away("You are no longer allowed here")
            elif is_late and not visitor.processes:
                visitor.send_away("The connection was idle")

    def _note_name(self, visitor: "Visitor") -> None:
        """Check whether a new key belongs to a player by now, and note the player."""
        player = self.people.by_key(visitor.fingerprint) if visitor.is_new else None
        if player is not None:
            visitor.is_new, visitor.player = False, player
            visitor.log("registered:", player.name)

    # -- who has room

    def admit(self, visitor: "Visitor") -> None:
        """Count a new connection. If there are too many, close one without a known player, perhaps this one."""
        limits = self.club
        if not self.comes.may(visitor.address):
            visitor.send_away("too many connections")
            return
        self.visitors.add(visitor)
        each = max(MOST_UNPROVEN_EACH, limits.most_each // 2)
        for most, address, is_proven in (
            (each, visitor.address, False),
            (limits.most_each, visitor.address, True),
            (max(MOST_UNPROVEN, each), "", False),
            (limits.most, "", True),
        ):
            counted = [
                other
                for other in self.visitors
                if address in ("", other.address) and (is_proven or not other.is_proven)
            ]
            _make_room(counted, most + 1)

    def _why_full(self, visitor: "Visitor") -> str:
        """Make room for one more process of a visitor. Return why that is impossible, or an empty string."""
        if visitor.is_new and visitor.processes:
            return "Choose your name in your other session first"
        busy = [other for other in self.seated if not other.is_away]
        if sum(other.who == visitor.who for other in busy) >= MOST_PROCESSES:
            return "You have too many sessions; close one first"
        neighbors = [other for other in busy if other.neighbors == visitor.neighbors]
        if not _make_room(neighbors, self.club.most_each * MOST_SESSIONS):
            return "Too many players are connected from your network; try again in a few minutes"
        if visitor.is_new and not _make_room([other for other in busy if other.is_stranger], MOST_STRANGERS):
            return FULL
        return "" if _make_room(busy, self.club.most_processes) else FULL

    async def _hear_other_doors(self) -> None:
        """Wake our players when a game changes at another machine's door."""
        import psycopg

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self.club.database, autocommit=True)
                async with connection:
                    await connection.execute(f"listen {CHANNEL}")
                    self.calls.all_changed()
                    async for note in connection.notifies():
                        self.calls.changed(int(note.payload))
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
            status = await self._seat_visitor(process)
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

    async def _seat_visitor(self, process: ClubProcess) -> int:
        """Have a process of its own serve somebody; the exit status."""
        visitor: Visitor = process.get_extra_info("visitor")
        words = (process.command or "").split()
        player = self.people.by_key(visitor.fingerprint)
        visitor.is_new = player is None
        wrong = self._why_refused(words, visitor, player, has_terminal=bool(process.term_type))
        if wrong:
            return _tell(process, wrong, MISUSED)
        if player is not None and not visitor.came:
            visitor.came = True
            with contextlib.suppress(Unavailable):  # a full disk is no reason to refuse a session
                self.people.came(visitor.fingerprint)
        visitor.who = str(player.id) if player is not None else visitor.fingerprint
        if full := self._why_full(visitor):
            visitor.log("no room:", full)
            return _tell(process, full, MISUSED)
        asked = {
            "words": words or ([NEW] if player is None else ["lobby"]),
            "player": player.id if player else 0,
            "fingerprint": visitor.fingerprint,
            "comment": visitor.comment,
            "terminal": bool(process.term_type),
            "environment": _environment(process),
            **self.club.for_processes(),
        }
        visitor.processes += 1
        self.seated.append(visitor)
        try:
            await asyncio.sleep(self.starts.wait(visitor.address if player is None else visitor.who))
            exchange = Exchange(self.zygote, self.calls, self.club.idle)
            table = await (TerminalLine if process.term_type else PipeLine).open(exchange, process, asked)
            return await table.serve()
        finally:
            visitor.processes -= 1
            self.seated.remove(visitor)
            with contextlib.suppress(Unavailable):
                self._note_name(visitor)
            if not visitor.is_new:
                visitor.since = time.monotonic()

    def _why_refused(
        self, words: list[str], visitor: "Visitor", player: ClubPlayer | None, *, has_terminal: bool
    ) -> str:
        """Return in a line why a request is refused, or an empty string."""
        if player is not None and player.is_barred:
            return "You are barred from this club"
        if len(" ".join(words)) > LONGEST_COMMAND:
            return f"A command may have at most {LONGEST_COMMAND} characters"
        word = words[0] if words else ""
        if visitor.is_new and word not in ("", NEW):
            return f"This key is not registered here yet. Register with: {self.club.address_for(NEW)}"
        if word and word not in WORDS:
            return f"Unknown command; the commands are {', '.join(WORDS)}"
        if not has_terminal and (not word or word in TERMINAL_WORDS):
            return "This needs a terminal; use ssh -t"
        return ""


def _read_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key by which clients recognize the club. Raises `FileError`."""
    try:
        return asyncssh.read_private_key(path)
    except (OSError, ValueError) as error:  # a ValueError: asyncssh's, of several kinds
        why = error.strerror if isinstance(error, OSError) else error
        refuse(
            str(path),
            f"is not the club's host key ({why}); restore it, because clients recognize the club by it",
        )


def _make_room(visitors: "Sequence[Visitor]", most: int) -> bool:
    """Make room among some connections by closing one without a known player. Return False if there is none."""
    if len(visitors) < most:
        return True
    strangers = [visitor for visitor in visitors if visitor.is_stranger]
    if strangers:
        counts = Counter(each.neighbors for each in strangers)
        most = max(counts.values())
        # By chance, so that another stranger from that network gets in at times: with a fixed choice none would.
        secrets.choice([each for each in strangers if counts[each.neighbors] == most]).send_away(FULL)
    return bool(strangers)


def _tell(process: ClubProcess, sentence: str, status: int) -> int:
    """Tell a client in a sentence why the server refuses it; return the exit status."""
    with contextlib.suppress(OSError):
        process.stderr.write(f"{sentence}\r\n".encode())
    return status


class Visitor(asyncssh.SSHServer):
    """A connection: whose key it is, and what it may open."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.fingerprint = ""
        self.comment = ""
        self.is_new = False
        """True while its key belongs to no player."""
        self.is_proven = False
        """True once the client has proven a key."""
        self.is_away = False
        """True once the server has closed it."""
        self.came = False
        self.processes = 0
        """The number of processes that serve it now."""
        self.since = time.monotonic()
        """The time when it proved its key; later, when the last process of a player ended."""
        self.who = ""
        """The player's number, or an unknown key."""
        self.address = self.neighbors = "?"
        """The client's address and its network of `NEIGHBORS`, as `network` names them."""
        self._place = ""
        self.player: ClubPlayer | None = None
        self._unknown = 0
        self._channels: set[ClubProcess] = set()

    @property
    def is_stranger(self) -> bool:
        """True until it has proven the key of a player."""
        return not self.is_proven or self.is_new

    def log(self, *words: object) -> None:
        """Write a line to the log, with the address if the club's settings say so."""
        log(*words, *(("from", self._place) if self._door.club.logs_addresses else ()))

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection."""
        self._connection = conn
        conn.set_extra_info(visitor=self)
        if peer := conn.get_extra_info("peername"):
            self._place = str(peer[0])
            self.address, self.neighbors = network(self._place), network(self._place, *NEIGHBORS)
        self._door.admit(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncssh calls it so
        """It is gone."""
        self._door.visitors.discard(self)

    def begin_auth(self, username: str) -> bool:
        """Everybody must show a key; the name that he logs in with says only whether he is new."""
        self.is_new = username == NEW
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys, and nothing else."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 - the key alone counts
        """A player's key; any key of who is new. A client that tries many keys is sent away."""
        fingerprint = key.get_fingerprint("sha256")
        try:
            player = self._door.people.by_key(fingerprint)
        except Unavailable:
            self._connection.abort()
            return False
        known = player is not None and not player.is_barred
        if known or (self.is_new and player is None):
            self.fingerprint, self.player = fingerprint, player
            self.comment = (key.get_comment() or "")[:LONGEST]
            self.is_new = player is None
            return True
        if not self._unknown:
            self._connection.send_auth_banner(f"If you are new here, type: {self._door.club.address_for(NEW)}\r\n")
        self._unknown += 1
        if self._unknown >= MOST_UNKNOWN:
            self.send_away("too many unknown keys")
        return False

    def auth_completed(self) -> None:
        """He is in; a connection that asks for nothing is closed after a while."""
        self.is_proven, self.since = True, time.monotonic()
        self.log("logged in:", self._name)

    @property
    def _name(self) -> str:
        return self.player.name if self.player else NEW

    def session_requested(self) -> tuple[Channel, ClubProcess] | bool:
        """Open a channel for a terminal or a command; False if there are too many."""
        if len(self._channels) >= MOST_SESSIONS:
            return False
        process = ClubProcess(self._door.begin, self._channels.discard)
        self._channels.add(process)
        assert isinstance(self._connection, Connection)
        return self._connection.channel(), process

    def send_away(self, why: str) -> None:
        """Close the connection, and stop counting it."""
        self.is_away = True
        self._door.visitors.discard(self)
        if self.is_proven:
            self.log("disconnected:", self._name, f"({why})")
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, why)
        else:
            if self._door.club.logs_addresses and self._door.tells.may(self.address):
                self.log("turned away:", why)
            self._connection.abort()


def _environment(process: ClubProcess) -> dict[str, str]:
    """What of the client's environment its process may know: what its terminal is, and nothing else."""
    sent = {str(name): str(value) for name, value in process.env.items()}
    found = {name: sent[name] for name in TERMINAL if name in sent}
    if process.term_type:
        found["TERM"] = process.term_type
    return {name: clean for name, value in found.items() if (clean := _without_odd_characters(value))}


def _without_odd_characters(value: str) -> str:
    return "".join(c for c in value if c.isascii() and (c.isalnum() or c in "-+._;@"))[:LONGEST]


def run(club: Club) -> None:
    """Serve a club until a signal says that it is to close. Raises `FileError`."""

    async def main() -> None:
        door = Door(club)
        port = await door.open()
        log(f"{club.name} is open at {club.listen[0] or 'every address'}, port {port}")
        over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        await over.wait()
        log("closing")
        await door.close()

    log_all_failures()
    try:
        asyncio.run(main())
    except OSError as error:
        refuse("westwall club", f"cannot start: {error.strerror or error}")
