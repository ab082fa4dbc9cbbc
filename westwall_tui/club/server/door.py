"""The door: who has a key comes in by SSH, and sits at a process of his own. The door itself runs no engine.

What an SSH client could ask for beside a terminal or one of the club's words is refused: shells, forwarding, files,
agents, passwords. Who somebody is comes from his key alone.
"""

import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from typing import Any

import asyncssh

from westwall_tui.club.database.clocks import Clocks
from westwall_tui.club.database.lists import Latest, Lists
from westwall_tui.club.database.people import ClubPlayer, People
from westwall_tui.club.database.store import CHANNEL, Store, Unavailable
from westwall_tui.club.keep import Club
from westwall_tui.club.server.calls import Calls
from westwall_tui.club.server.forks import Zygote, log, wake_sockets
from westwall_tui.club.server.lines import Exchange, Often, PipeLine, TerminalLine, network
from westwall_tui.club.server.zygote import TERMINAL
from westwall_tui.club.words import MISUSED, NEW, TERMINAL_WORDS, WORDS
from westwall_tui.files.faults import FileError

LOGIN = 10
KEEPALIVE = 30
MOST_SESSIONS = 3
"""At once over one connection."""
MOST_UNKNOWN = 6
"""Keys that a client may offer before it is sent away."""
MOST_PROCESSES = 6
"""That one key may have at once, over all its connections."""
STARTS_AT_ONCE, STARTS_EACH_SECOND = 20, 1
"""Processes that one key may start; after that it waits for each. A fork and a look at the database take a while."""
MOST_UNPROVEN, MOST_UNPROVEN_EACH = 60, 6
"""Connections that have not shown a key yet, in all and from one network."""
IDLE_CONNECTION = 60
"""Seconds that a connection may last without a session."""
LOOK_ROUND = 5
"""Seconds between two looks at who is here and may be no longer, and at what the keeper has changed."""
LONGEST_COMMAND = 300
LONGEST = 40
"""Characters of a value that a client sends of its environment."""


class Door:
    """A club that is open."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.store = Store(club.database, restart=0, makes=False)  # nobody else waits for a database that has gone
        self.people = People(self.store)
        self.lists = Lists(self.store)
        self.clocks = Clocks(self.store)
        self.calls: Calls
        self.zygote: Zygote
        self.connections: Counter[str] = Counter()
        """By network."""
        self.unproven: Counter[str] = Counter()
        """Those of them that have not shown a key yet."""
        self.processes: Counter[str] = Counter()
        """By the key whose they are."""
        self.comes = Often(2 * club.most_each, club.most_each / 2)
        """New connections, by network: each costs the door an exchange of keys."""
        self.starts = Often(STARTS_AT_ONCE, STARTS_EACH_SECOND)
        """Processes, by key."""
        self.visitors: set[Visitor] = set()
        """Who has shown a key."""
        self.sessions: set[asyncio.Task[None]] = set()
        self._server: asyncssh.SSHAcceptor | None = None
        self._helpers: list[asyncio.Task[None]] = []

    async def open(self) -> int:
        """Let people in; the port."""
        self.store.prepare()
        self.clocks.resume(time.time())
        latest = self.lists.latest()
        self.calls = Calls(latest.game)
        self.zygote = Zygote()
        await self.zygote.start()
        host, port = self.club.listen
        self._server = await asyncssh.create_server(
            lambda: Visitor(self), host, port, **OPTIONS, server_host_keys=[str(self.club.host_key)]
        )
        self._helpers += [asyncio.create_task(self._keep_thinking()), asyncio.create_task(self._look_round(latest))]
        if self.store.is_postgres:
            self._helpers.append(asyncio.create_task(self._hear_other_doors()))
        return self._server.get_port()

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
        """Send away who was barred since he came in, or whose key was dropped, and show what the keeper has changed.

        The keeper's commands are programs of their own, and SQLite wakes nobody.
        """
        while True:
            await asyncio.sleep(LOOK_ROUND)
            try:
                self.clocks.beat(time.time())
                self._send_away()
                before, latest = latest, self.lists.latest()
                for game in self.lists.ended_after(before.ended):
                    self.calls.changed(game)
                if latest.game > before.game:
                    self.calls.changed(latest.game)
                if latest.news > before.news:
                    self.calls.lists_changed()
            except Unavailable as error:
                log(error)

    def _send_away(self) -> None:
        known = [visitor for visitor in self.visitors if not visitor.is_new]
        welcome = self.people.welcome({visitor.fingerprint for visitor in known})
        for visitor in known:
            if visitor.fingerprint not in welcome:
                visitor.send_away()

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
                log("PostgreSQL:", str(error).splitlines()[0])
                await asyncio.sleep(2)

    # -- one session

    def begin(self, process: "asyncssh.SSHServerProcess[bytes]") -> None:
        """Somebody has asked for a terminal or a word."""
        task = asyncio.create_task(self._serve_process(process))
        self.sessions.add(task)
        task.add_done_callback(self.sessions.discard)

    async def _serve_process(self, process: "asyncssh.SSHServerProcess[bytes]") -> None:
        visitor: Visitor = process.get_extra_info("visitor")
        try:
            status = await self._seat_visitor(process)
        except (OSError, asyncssh.Error, FileError) as error:
            status = 69
            with contextlib.suppress(OSError):
                process.stderr.write(f"{error}\r\n".encode())
        visitor.session_ended()
        with contextlib.suppress(OSError):
            process.exit(status)

    async def _seat_visitor(self, process: "asyncssh.SSHServerProcess[bytes]") -> int:
        """Have a process of its own serve somebody; the exit status."""
        visitor: Visitor = process.get_extra_info("visitor")
        words = (process.command or "").split()
        wrong = self._why_refused(words, visitor, has_terminal=bool(process.term_type))
        if wrong:
            process.stderr.write(f"{wrong}\r\n".encode())
            return MISUSED
        player = self.people.by_key(visitor.fingerprint)
        visitor.is_new = visitor.is_new and player is None
        if player is not None and not visitor.came:
            visitor.came = True
            self.people.came(visitor.fingerprint)
        asked = {
            "words": words or ([NEW] if player is None else ["lobby"]),
            "player": player.id if player else 0,
            "fingerprint": visitor.fingerprint,
            "comment": visitor.comment,
            "terminal": bool(process.term_type),
            "environment": _environment(process),
            **self.club.for_processes(),
        }
        if self.processes[visitor.fingerprint] >= MOST_PROCESSES:
            process.stderr.write(b"You are here too often already; leave somewhere first\r\n")
            return MISUSED
        self.processes[visitor.fingerprint] += 1
        try:
            await asyncio.sleep(self.starts.wait(visitor.fingerprint))
            exchange = Exchange(self.zygote, self.calls, self.club.idle)
            table = await (TerminalLine if process.term_type else PipeLine).open(exchange, process, asked)
            return await table.serve()
        finally:
            self.processes[visitor.fingerprint] -= 1
            if not self.processes[visitor.fingerprint]:
                del self.processes[visitor.fingerprint]

    def _why_refused(self, words: list[str], visitor: "Visitor", *, has_terminal: bool) -> str:
        """Why somebody cannot have what he asks for, in a line; nothing if he can."""
        if visitor.is_barred:
            return "You are barred here"
        if len(" ".join(words)) > LONGEST_COMMAND:
            return f"A command has at most {LONGEST_COMMAND} characters"
        word = words[0] if words else ""
        if visitor.is_new and word not in ("", NEW):
            return f"You are not known here yet: {self.club.address_for(NEW)}"
        if word and word not in WORDS:
            return f"The club knows these words: {', '.join(WORDS)}"
        if not has_terminal and (not word or word in TERMINAL_WORDS):
            return "This needs a terminal: ssh -t"
        return ""


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
    "login_timeout": LOGIN,
    "keepalive_interval": KEEPALIVE,
    "keepalive_count_max": 3,
    "compression_algs": ["none"],  # a packet of zeros would cost the door thousands of times what it costs its sender
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


class Visitor(asyncssh.SSHServer):
    """A connection: whose key it is, and what it may open."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.fingerprint = ""
        self.comment = ""
        self.is_new = False
        self.came = False
        self._player: ClubPlayer | None = None
        self._unknown = 0
        self._sessions = 0
        self._is_proven = False
        self._address = ""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count it; too many are sent away before they cost anything."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = network(str(peer[0])) if peer else "?"
        counts, unproven = self._door.connections, self._door.unproven
        counts[self._address] += 1
        unproven[self._address] += 1
        limits = self._door.club
        each = max(MOST_UNPROVEN_EACH, limits.most_each // 2)
        if (
            counts.total() > limits.most
            or counts[self._address] > limits.most_each
            or unproven.total() > max(MOST_UNPROVEN, each)
            or unproven[self._address] > each
            or not self._door.comes.may(self._address)
        ):
            conn.abort()
        conn.set_extra_info(visitor=self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncssh calls it so
        """It is gone."""
        self._note_proven_key()
        self._door.visitors.discard(self)
        counts = self._door.connections
        counts[self._address] -= 1
        if counts[self._address] <= 0:
            del counts[self._address]

    def _note_proven_key(self) -> None:
        """A key was shown, or the connection is gone: it is none of the unproven any more."""
        if not self._is_proven:
            self._is_proven = True
            unproven = self._door.unproven
            unproven[self._address] -= 1
            if unproven[self._address] <= 0:
                del unproven[self._address]

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
        except Unavailable as error:
            log(error)
            self._connection.abort()
            return False
        known = player is not None and not player.is_barred
        if known or (self.is_new and player is None):
            self.fingerprint, self._player = fingerprint, player
            self.comment = (key.get_comment() or "")[:LONGEST]
            self.is_new = player is None
            return True
        if not self._unknown:
            self._connection.send_auth_banner(f"If you are new here: {self._door.club.address_for(NEW)}\r\n")
        self._unknown += 1
        if self._unknown >= MOST_UNKNOWN:
            self._connection.abort()
        return False

    def auth_completed(self) -> None:
        """He is in; a connection that asks for nothing is closed after a while."""
        self._note_proven_key()
        self._door.visitors.add(self)
        asyncio.get_running_loop().call_later(IDLE_CONNECTION, self._close_idle)
        log("in:", self._player.name if self._player else NEW)

    def session_requested(self) -> "Any":
        """A terminal or a word; few at once."""
        if self._sessions >= MOST_SESSIONS:
            return False
        self._sessions += 1
        return asyncssh.SSHServerProcess(self._door.begin, None, 3, False)

    def session_ended(self) -> None:
        """One of its sessions is over."""
        self._sessions -= 1
        asyncio.get_running_loop().call_later(IDLE_CONNECTION, self._close_idle)

    def send_away(self) -> None:
        """He may be here no longer."""
        log("sent away:", self._player.name if self._player else NEW)
        self._connection.abort()

    def _close_idle(self) -> None:
        if not self._sessions:
            self._connection.close()

    @property
    def is_barred(self) -> bool:
        """True if its player was barred since he came in."""
        player = self._door.people.by_key(self.fingerprint)
        return player is not None and player.is_barred


def _environment(process: "asyncssh.SSHServerProcess[bytes]") -> dict[str, str]:
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

    asyncio.run(main())
