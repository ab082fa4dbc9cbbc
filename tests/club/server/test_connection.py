"""Limits of the club's server on a client's data, connections and processes, without a player's process."""

import asyncio
import contextlib
import os
from dataclasses import replace
from typing import Any, cast

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from westwall_tui.club import settings
from westwall_tui.club.command_line import MAX_SCREEN
from westwall_tui.club.database.people import People
from westwall_tui.club.server import connection, ssh_server
from westwall_tui.club.server.connection import BEFORE_SESSION, BURST, MAX_VARIABLES, Connection
from westwall_tui.club.server.limits import RateLimit
from westwall_tui.club.server.relay import PipeRelay, TerminalRelay
from westwall_tui.club.server.ssh_server import MAX_PROCESSES, MAX_UNPROVEN, MAX_UNREGISTERED, Client, ClubServer
from westwall_tui.club.server.subscriptions import Subscriptions

UNUSED: Any = None
IGNORE, DEBUG, GLOBAL, OPEN, DATA, REQUEST, UNKNOWN = 2, 4, 80, 90, 94, 98, 192


class IdleRelay:
    """A relay that does nothing until its client has gone."""

    def __init__(self, process):
        self._process = process

    async def serve(self):
        await self._process.wait_closed()
        return 0


class OpenServer:
    """A club's server in this process, and its clients."""

    def __init__(self, club, monkeypatch):
        self.server = ClubServer(club)
        self.server.store.prepare()
        self.people = People(self.server.store)
        self.server.subscriptions = Subscriptions(0)
        self.server.prefork = UNUSED
        self.asked: list[dict[str, object]] = []

        async def sit(_, process, asked):
            self.asked.append(asked)
            return IdleRelay(process)

        for line in (TerminalRelay, PipeRelay):
            monkeypatch.setattr(line, "open", sit)

    async def open(self):
        self.port = await self.server.listen()

    async def close(self):
        assert self.server._server is not None
        self.server._server.close()
        for client in [*self.server.clients]:
            client._connection.abort()
        await asyncio.sleep(0)
        await asyncio.gather(*self.server.sessions, return_exceptions=True)
        self.server.store.close()

    async def come(self, name="", user="x"):
        """Connect a player by name, or an unknown client."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        if name:
            self.people.register(name, key.get_fingerprint("sha256"))
        return await asyncssh.connect(
            "127.0.0.1", self.port, username=user, client_keys=[key], known_hosts=None, config=None, agent_path=None
        )

    def connection(self) -> Connection:
        """Return the only connection, as the server has it."""
        (client,) = self.server.clients
        assert isinstance(client._connection, Connection)
        return client._connection


@pytest.fixture
def club(tmp_path):
    """Return the settings of a club."""
    made = settings.create(tmp_path / "club", name="club.example", entry="open", port=0)
    return replace(made, listen=("127.0.0.1", 0))


@pytest.fixture
async def opened(club, monkeypatch):
    """Return a club's server that listens."""
    found = OpenServer(club, monkeypatch)
    await found.open()
    yield found
    await found.close()


async def channel(client):
    """Open a channel for a session, and request nothing yet."""
    found = asyncssh.SSHClientChannel(client, asyncio.get_running_loop(), "strict", None, "strict", 65_536, 32_768)
    await found._open(b"session")
    found._recv_state = found._send_state = "open"
    found._send_chan = 0
    return found


MESSAGES = {
    "ignored": lambda c: c.send_packet(IGNORE, String(b"x" * 9_000)),
    "debug": lambda c: c.send_packet(DEBUG, Boolean(False), String(b"x" * 9_000), String(b"")),
    "global request": lambda c: c.send_packet(GLOBAL, String(b"x" * 9_000), Boolean(False)),
    "channel": lambda c: c.send_packet(OPEN, String(b"x" * 900), UInt32(7), UInt32(1 << 31), UInt32(1 << 15)),
    "unknown message": lambda c: c.send_packet(UNKNOWN, b"x" * 9_000),
    "variable": lambda c: _request(c, b"env", String(b"LC_X" + os.urandom(8).hex().encode()), String(b"y" * 90)),
    "terminal": lambda c: _request(c, b"pty-req", String(b"x" * 9_000), *[UInt32(1 << 31)] * 4, String(b"")),
    "modes": lambda c: _request(c, b"pty-req", String(b"x"), *[UInt32(9)] * 4, String(b"\1\0\0\0\1" * 2_000 + b"\0")),
    "size": lambda c: _request(c, b"window-change", *[UInt32(1 << 31)] * 4),
    "signal": lambda c: _request(c, b"signal", String(b"x" * 9_000)),
    "break": lambda c: _request(c, b"break", UInt32(9)),
    "subsystem": lambda c: _request(c, b"subsystem", String(b"x" * 9_000)),
    "unknown request": lambda c: _request(c, b"x" * 9_000),
    "data": lambda c: c.send_packet(DATA, UInt32(0), String(b"x" * 9_000)),
}


def _request(client, name, *values):
    client.send_packet(REQUEST, UInt32(0), String(name), Boolean(False), *values)


@pytest.mark.parametrize("kind", MESSAGES)
async def test_everything_before_a_session_counts_against_one_budget(opened, kind, monkeypatch):
    """The library asyncssh keeps variables, sizes and data until a shell is requested; 300 MB of them took 300 MB."""
    monkeypatch.setattr(connection, "BEFORE_SESSION", budget := 20_000)
    client = await opened.come(user="new")
    await channel(client)
    server = opened.connection()
    for _ in range(budget // 20):
        MESSAGES[kind](client)
        await asyncio.sleep(0)
        if client.is_closed():
            break
    await asyncio.wait_for(client.wait_closed(), 5)
    assert server._received <= budget + 262_144
    assert not opened.server.clients


async def test_the_longest_command_of_openssh_fits_into_the_budget(opened):
    client = await opened.come("Anna")
    told = await client.run("x" * 250_000)
    assert told.exit_status == 64
    assert "at most 300 characters" in told.stderr
    client.abort()
    assert BEFORE_SESSION > 250_000


async def test_a_client_that_sends_too_fast_is_read_more_slowly(opened, monkeypatch):
    client = await opened.come("Anna")
    session = await client.create_process("games", encoding=None)
    server, taken = opened.connection(), []
    data_received = Connection.data_received

    def noted(self, data, datatype=None):
        taken.append(len(data))
        data_received(self, data, datatype)

    monkeypatch.setattr(Connection, "data_received", noted)
    for _ in range(400):
        client.send_packet(IGNORE, String(b"x" * 10_000))
    for _ in range(50):
        await asyncio.sleep(0)
    assert not server._tcp.is_reading()
    assert BURST < sum(taken) <= BURST + 262_144
    session.close()
    client.abort()


async def test_a_client_that_reads_nothing_is_not_read(opened):
    client = await opened.come("Anna")
    server = opened.connection()
    assert server._tcp.get_write_buffer_limits()[1] == connection.UNREAD
    server.pause_writing()
    assert not server._tcp.is_reading()
    assert not server.writable.is_set()
    server.resume_writing()
    assert server._tcp.is_reading()
    assert server.writable.is_set()
    client.abort()


async def test_answers_to_a_lost_client_do_not_fill_the_log(opened, caplog):
    """A client that sent requests and hung up could fill the log by a megabyte."""
    await opened.come("Anna")
    server = opened.connection()
    server._tcp.abort()
    for _ in range(20):
        server.send_debug("an answer")
    assert not caplog.records


async def test_signals_and_sizes_are_not_queued(opened):
    client = await opened.come("Anna")
    session = await client.create_process(None, term_type="xterm", term_size=(80, 24), encoding=None)
    for _ in range(100):
        session.change_terminal_size(100, 30)
        session.channel.send_signal("INT")
    await asyncio.sleep(0.05)
    (connected,) = opened.server.clients
    (process,) = connected._channels
    assert not any(process._recv_buf.values())
    assert process.term_size[:2] == (100, 30)
    client.abort()


@pytest.mark.parametrize(
    ("sent", "closed"),
    [
        ({f"A{n}": "x" for n in range(MAX_VARIABLES - 1)}, False),
        ({f"A{n}": "x" for n in range(MAX_VARIABLES)}, True),
        ({"LANG": "x" * 101}, True),
        ({"A" * 101: "x"}, True),
        ({f"LC_{n}": "x" for n in range(40)}, False),  # as OpenSSH sends them by default
    ],
)
async def test_environment_variables_are_limited(opened, sent, closed):
    client = await opened.come("Anna")
    with pytest.raises(asyncssh.Error) if closed else contextlib.nullcontext():
        await client.create_process("games", env={**sent, "COLORTERM": "truecolor"}, encoding=None)
        await asyncio.sleep(0)
        assert opened.asked[-1]["environment"] == {"COLORTERM": "truecolor"}
    await asyncio.sleep(0.01)
    assert client.is_closed() == closed
    client.abort()


async def test_failures_in_a_connection_are_logged(opened, monkeypatch, capfd):
    def wrong(_):
        raise RuntimeError("a planted fault")

    monkeypatch.setattr(opened.server.people, "by_key", wrong)
    with pytest.raises((asyncssh.Error, OSError)):
        await opened.come("Anna")
    assert "RuntimeError: a planted fault" in capfd.readouterr().err


async def test_a_channel_without_a_shell_counts_as_idle(opened, monkeypatch):
    monkeypatch.setattr(ssh_server, "IDLE_CONNECTION", 0)
    client, busy = await opened.come("Anna"), await opened.come("Bert")
    for _ in range(3):
        await channel(client)
    await busy.create_process("games", encoding=None)
    opened.server.close_disallowed()
    await asyncio.wait_for(client.wait_closed(), 5)
    assert len(opened.server.clients) == 1
    busy.abort()


async def test_a_new_player_has_a_minute_to_give_a_name(opened, monkeypatch, capfd):
    silent = await opened.come(user="new")
    await silent.create_process(None, term_type="xterm", encoding=None)
    opened.server.close_disallowed()
    assert len(opened.server.clients) == 1
    (client,) = opened.server.clients
    monkeypatch.setattr(ssh_server, "IDLE_CONNECTION", 0)
    opened.server.close_disallowed()
    await asyncio.wait_for(silent.wait_closed(), 5)
    named = await opened.come(user="new")
    await named.create_process(None, term_type="xterm", encoding=None)
    (client,) = opened.server.clients
    assert client.is_unregistered
    opened.people.register("Dora", client.fingerprint)
    opened.server.close_disallowed()
    assert "registered: Dora" in capfd.readouterr().err
    assert [client] == [*opened.server.clients]
    assert not client.is_unregistered
    named.abort()


# -- limits


class Line:
    """A connection from an address, which notes that it was closed."""

    def __init__(self, address):
        self._address = address
        self.why = ""

    def get_extra_info(self, _):
        return (self._address, 1)

    def set_extra_info(self, **_):
        pass

    def abort(self):
        self.why = "aborted"

    def disconnect(self, _, why):
        self.why = why


@pytest.fixture
def crowd(club):
    """Return a server, and a function that connects a known or unknown client from an address."""
    found = ClubServer(club)
    found.store.prepare()
    found.club = replace(club, most_processes=100)

    def come(address, *, known=False, processes=0):
        client = Client(found)
        client.connection_made(cast(Any, Line(address)))
        if known and client in found.clients:
            client.fingerprint = client.who = f"{address} {len(found.clients)}"
            client.auth_completed()
        client.processes = processes
        found.active += [client] * processes
        return client

    yield found, come
    found.store.close()


def test_a_full_server_admits_players_and_keeps_those_it_has(crowd):
    """Sixty silent connections from twelve addresses of one network kept all players out."""
    found, come = crowd
    known = [come(f"10.9.{n}.1", known=True) for n in range(100)]
    for n in range(3 * MAX_UNPROVEN):
        come(f"10.1.1.{n % 12}")
        friend = come(f"10.2.{n}.1")
        assert friend in found.clients
        friend.connection_lost(None)
    assert sum(not client.is_proven for client in found.clients) <= MAX_UNPROVEN
    for n in range(400):
        come(f"10.{n // 100 + 20}.{n % 100}.1")
    assert all(client in found.clients for client in known)
    assert len(found.clients) <= found.club.most


def test_a_server_full_of_players_refuses_unknown_clients(crowd):
    found, come = crowd
    known = [come(f"10.9.{n}.1", known=True) for n in range(found.club.most)]
    newcomer = come("10.2.0.1")
    assert newcomer._connection.why
    assert {*known} == found.clients


def test_one_address_has_few_connections_and_few_silent_ones(crowd):
    found, come = crowd
    for _ in range(15):
        come("10.1.1.1")
    assert len(found.clients) == ssh_server.MAX_UNPROVEN_EACH
    found.clients.clear()
    found.connection_limit = RateLimit(1_000, 1_000)
    players = [come("10.1.1.1", known=True) for _ in range(found.club.most_each)]
    assert come("10.1.1.1")._connection.why
    assert {*players} == found.clients


def test_processes_are_limited_by_player_network_and_in_all(crowd):
    found, come = crowd
    anna = come("10.1.1.1", known=True, processes=MAX_PROCESSES)
    assert "too many sessions" in found._why_full(anna)
    each = found.club.most_each * ssh_server.MAX_SESSIONS
    for n in range(2, 2 + each // 3):
        come(f"10.1.1.{n}", known=True, processes=3)
    assert "from your network" in found._why_full(come("10.1.1.99", known=True))
    elsewhere = come("10.1.2.1", known=True)
    assert not found._why_full(elsewhere)
    for n in range(3, 40):
        come(f"10.1.{n}.1", known=True, processes=2)
    assert len(found.active) >= found.club.most_processes
    assert found._why_full(elsewhere) == ssh_server.FULL


def test_an_unregistered_client_makes_room_for_a_player(crowd):
    found, come = crowd
    unregistered = [come(f"10.1.{n}.1") for n in range(MAX_UNREGISTERED)]
    other = come("10.3.0.1")
    for n, newcomer in enumerate((*unregistered, other)):
        newcomer.is_proven = newcomer.is_new = True
        newcomer.who, newcomer.processes = f"key {n}", int(newcomer is not other)
    found.active += unregistered
    assert not found._why_full(other)
    assert sum(bool(newcomer._connection.why) for newcomer in unregistered) == 1
    for n in range(41):
        come(f"10.2.{n}.1", known=True, processes=2)
    anna = come("10.4.0.1", known=True)
    assert not found._why_full(anna)
    assert sum(newcomer._connection.why == ssh_server.FULL for newcomer in unregistered) == 2
    assert "Choose your name" in found._why_full(next(v for v in unregistered if v in found.clients))


def test_a_process_counts_until_it_has_ended(crowd):
    """A client that reconnected could have twice as many."""
    found, come = crowd
    gone = come("10.1.1.1", known=True, processes=MAX_PROCESSES)
    gone.connection_lost(None)
    again = come("10.1.1.1", known=True)
    again.who = gone.who
    assert "too many sessions" in found._why_full(again)
    found.active.clear()
    assert not found._why_full(again)


def test_an_ipv6_home_is_one_network(crowd):
    _, come = crowd
    assert come("2001:db8:0:aa01::1").neighbors == come("2001:db8:0:aaff::1").neighbors
    assert come("2001:db8:0:aa01::1").neighbors != come("2001:db8:0:bb01::1").neighbors
    assert come("10.1.1.1").neighbors == come("::ffff:10.1.1.200").neighbors


@pytest.mark.parametrize("wanted", [False, True])
def test_the_log_names_addresses_only_if_set(crowd, capfd, wanted):
    found, come = crowd
    found.club = replace(found.club, logs_addresses=wanted)
    come("10.1.1.77", known=True).disconnect("tired")
    come("10.1.1.78").disconnect("too many unknown keys")
    said = capfd.readouterr().err
    assert "disconnected: new (tired)" in said
    assert ("from 10.1.1.77" in said) == wanted
    assert ("turned away: too many unknown keys from 10.1.1.78" in said) == wanted


async def test_no_screen_is_larger_than_the_largest():
    near, far = os.openpty()
    line = TerminalRelay(UNUSED, UNUSED, UNUSED)
    line._near = near
    line.resize(60_000, 60_000)
    assert os.get_terminal_size(far) == MAX_SCREEN == (300, 100)
    line.close()
    os.close(far)
