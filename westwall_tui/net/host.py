"""The host of a game: a process that has the game and its save, and serves guests over sockets."""

import asyncio
import contextlib
import os
import queue
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from westwall_tui.ai.thinker import Thinker
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.files.disk.writing import add_report
from westwall_tui.files.faults import printable
from westwall_tui.net.addresses import Address, keep_alive, save_seat_keys
from westwall_tui.net.admission import BACKLOG, Admission, Connection, PasswordCheck, peer_of
from westwall_tui.net.guests import Guest, Unwelcome
from westwall_tui.net.protocol import (
    LONGEST_LINE,
    LONGEST_TOKEN,
    Message,
    ProtocolError,
    decode,
    encode,
    text,
)
from westwall_tui.net.table import Table

HELLO_SECONDS = 10.0
"""Timeout for the introduction of a new connection, in seconds."""
FAREWELL_SECONDS = 2.0
"""Seconds that a rejected connection has to read the reason."""
MOST_LINES, SECONDS = 600, 10.0
"""Rate limit: at most this many lines from a guest in this many seconds. Setting up 100 units takes 100 lines."""
LONG_LINE, LONGEST_WAIT = 0.05, 2.0
"""If a guest's line takes longer than `LONG_LINE` seconds, the guest waits as long, up to `LONGEST_WAIT`."""
MOST_UNREAD = 4 << 20
"""The maximum number of unread bytes of a slow guest. Beyond it, the guest is disconnected."""
PACE = 0.25
"""Seconds between the computer's orders."""


class Host:
    """A server that listens for guests and has the computer play its seats."""

    def __init__(
        self, table: Table, say: Callable[[str], None] = lambda _: None, *, token: str = "", pace: float = PACE
    ) -> None:
        """Prepare to host a game. `say` gets a line about each connection; `pace` is in seconds.

        Guests must give the `token`, unless it is empty.
        """
        self.table = table
        self._admission = Admission(token, self._report_guess, time.monotonic)
        self._passwords = PasswordCheck(self._admission)
        self._say = say
        self._pace = pace
        self._servers: list[asyncio.Server] = []
        self._writers: set[asyncio.StreamWriter] = set()
        self._thinker = Thinker(seed=0)
        self._thinking: asyncio.Task[None] | None = None
        self._last_seen = 0.0
        self._keys = table.session.path, table.keys
        self.port = 0
        """The port on which the host listens; None if it listens on a socket."""

    async def listen(self, address: Address, *, shared: bool = False) -> None:
        """Listen on a port, or on a socket in a folder, which may be `shared` with a group. Raises `OSError`."""
        if address.path is None:
            server = await asyncio.start_server(
                self._come_in, address.host, address.port, limit=LONGEST_LINE, backlog=BACKLOG
            )
            self.port = server.sockets[0].getsockname()[1]
        else:
            before = os.umask(0o117 if shared else 0o177)
            try:
                server = await asyncio.start_unix_server(
                    self._come_in, str(address.path), limit=LONGEST_LINE, backlog=BACKLOG
                )
            finally:
                os.umask(before)
        self._servers.append(server)

    def empty_for(self) -> float:
        """Return the seconds since the last guest left."""
        now = asyncio.get_running_loop().time()
        if self.table.guests:
            self._last_seen = now
        return now - self._last_seen

    async def begin(self) -> None:
        """Start the game.

        From now on, an error in one connection is reported, and does not affect other connections.
        """
        asyncio.get_running_loop().set_exception_handler(self._report_error)
        self._last_seen = asyncio.get_running_loop().time()
        self.table.roll()
        self._let_computer()

    def _report_error(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        error = context.get("exception")
        add_report("".join(traceback.format_exception(error)) if error else context["message"])
        self._say(f"an error: {type(error).__name__}: {error}" if error else f"an error: {context['message']}")

    async def close(self) -> None:
        """Tell all guests that the game is closed, and stop listening."""
        saved = self.table.session.is_saved or self.table.session.save()
        why = f"the host has closed the game; it is {'saved' if saved else self.table.session.trouble}"
        for server in self._servers:
            server.close()
        self.table.tell({"news": "closed", "text": why})
        self._thinker.forget()
        if self._thinking is not None:
            self._thinking.cancel()
        for writer in tuple(self._writers):
            writer.close()
        for server in self._servers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), 2)

    # -- guests

    async def _come_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = Guest(_sender_to(writer), hang_up=lambda: _hang_up(writer))
        connection = Connection(peer_of(writer.get_extra_info("socket")), guest.dismiss)
        self._writers.add(writer)
        if (line := writer.get_extra_info("socket")) is not None:
            keep_alive(line)
        self._admission.receive(connection)
        try:
            await self._serve_guest(guest, connection, reader)
        except Unwelcome as error:
            guest.send({"news": "closed", "text": str(error), "for_good": error.for_good, "wants": error.wants})
        except ProtocolError as error:
            guest.send({"news": "closed", "text": str(error), "for_good": True})
        except TimeoutError:
            guest.send({"news": "closed", "text": "your program did not introduce itself in time"})
        except (OSError, ValueError, asyncio.IncompleteReadError):  # a line without an end raises ValueError
            guest.send({"news": "closed", "text": f"a line may have at most {LONGEST_LINE} bytes"})
        finally:
            self._admission.release(connection)
            self._writers.discard(writer)
            if guest in self.table.guests:
                self._say(f"{guest.name} has left")
            self.table.gone(guest)
            _hang_up(writer)

    async def _serve_guest(self, guest: Guest, connection: Connection, reader: asyncio.StreamReader) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            line = await reader.readline()
        self._admission.release(connection)
        if not line:
            return
        hello = decode(line)
        if hello.get("look"):
            self._describe_game(guest, connection.peer, hello)
            return
        await self._seat_guest(guest, connection.peer, hello)
        times: deque[float] = deque(maxlen=MOST_LINES)
        clock = asyncio.get_running_loop().time
        while line := await reader.readline():
            now = clock()
            if len(times) == MOST_LINES and now - times[0] < SECONDS:
                self._admission.ban(connection.peer, guest.side)
                raise Unwelcome("too many lines; try again later")
            times.append(now)
            self.table.hear(guest, decode(line))
            self._keep_keys()
            self._let_computer()
            spent = clock() - now
            await asyncio.sleep(min(spent, LONGEST_WAIT) if spent > LONG_LINE else 0)  # let other guests go first

    def _describe_game(self, guest: Guest, peer: str, hello: Message) -> None:
        """Describe the game. If there is a token, only guests who have it see the players' names."""
        if "token" in hello:
            self._admission.check_token(peer, text(hello, "token", LONGEST_TOKEN), known=False)
        names = "token" in hello or not self._admission.has_token
        guest.send({"news": "about", **self.table.about(names=names)})

    async def _seat_guest(self, guest: Guest, peer: str, hello: Message) -> None:
        """Seat a guest, or let a spectator in. Raises `Unwelcome` or `ProtocolError`."""
        self._admission.check_token(peer, text(hello, "token", LONGEST_TOKEN), known=self.table.is_known(hello))
        self._admission.check_ban(peer, self.table.side_meant(hello))
        if seat := self.table.seat_for_password(hello):
            said = text(hello, "word", LONGEST_TOKEN)
            await self._passwords.sit(peer, *seat, said, lambda password: self.table.sit(guest, hello, password))
        else:
            self.table.sit(guest, hello)
        self._keep_keys()
        self._say(f"{guest.name} has joined" if guest.side >= 0 else f"{guest.name} is watching")
        self._let_computer()

    def _report_guess(self, line: str, is_attack: bool) -> None:
        """Report a wrong guess on the host's terminal, and an attack also to the host's player."""
        self._say(line)
        if is_attack:
            self.table.tell_owner(f"Warning: {line}")

    def _keep_keys(self) -> None:
        """Save the keys, so that players keep their seats when the game is hosted again."""
        now = self.table.session.path, self.table.keys  # the save may have been given another name
        if now != self._keys:
            self._keys = now
            save_seat_keys(*now)

    # -- the computer's seats

    def _let_computer(self) -> None:
        """Let the computer think in a thread if the decision is the computer's."""
        if self._computer_decides() and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._think_for_computer())

    def _computer_decides(self) -> bool:
        game = self.table.game
        return game.side >= 0 and not self.table.session.seats[game.side].is_person and game.prompt.kind != "roll"

    async def _think_for_computer(self) -> None:
        while self._computer_decides():
            game = self.table.game
            seat, before = self.table.session.seats[game.side], game.log[:]
            offers = self.table.session.seats[1 - game.side].is_person
            side, question = game.side, self._thinker.question(game, seat.level, seat.temperament, offers=offers)
            thought = await asyncio.to_thread(question)
            order = thought.order
            if thought.faults:
                add_report("\n".join(thought.faults))
            if game.log != before or self.table.session.seats[game.side] != seat:
                continue  # an order was undone, or another player has the seat
            try:
                if order is None:
                    raise IllegalOrder("", "it found no order")
                self.table.session.apply(order)
            except IllegalOrder as refusal:
                self._say(f"the computer cannot continue: {order}: {refusal}")
                text = "The computer cannot continue; take over its seat"
                self.table.tell({"news": "said", "by": "host", "text": text})
                return
            self.table.broadcast()
            self.table.roll()
            self.table.tell_of_saving()
            self._keep_keys()
            if side in (game.state.side, game.side):  # no pause for a short decision in the enemy Player-Turn
                await asyncio.sleep(self._pace)


def _hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection after its last messages were sent, or after `FAREWELL_SECONDS`."""
    with contextlib.suppress(OSError):
        writer.close()
    asyncio.get_running_loop().call_later(FAREWELL_SECONDS, writer.transport.abort)


def _sender_to(writer: asyncio.StreamWriter) -> Callable[[Mapping[str, object]], None]:
    """Return a function that sends a guest a message without waiting. It disconnects a guest who does not read."""

    def send(message: Mapping[str, object]) -> None:
        if writer.is_closing():
            return
        writer.write(encode(message))
        if writer.transport.get_write_buffer_size() > MOST_UNREAD:
            writer.transport.abort()

    return send


# -- the host's output, which never waits for a reader
#
# A full pipe (64 kilobytes) blocks its writer forever, so a thread writes. The thread writes to the stream's
# descriptor, because Python's buffer would stay locked during the wait, even at exit.


MOST_NOTICES = 1_000
"""The maximum number of unread lines. Further lines are dropped and counted."""
_TICK = 0.01


class Notices:
    """A queue of lines that a thread writes to a stream."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._lines: queue.Queue[str] = queue.Queue(MOST_NOTICES)
        self._left_out = 0
        self._has_written = False
        self._trouble: OSError | None = None
        threading.Thread(target=self._write_notices, daemon=True, name="notices").start()

    def say(self, line: str) -> None:
        """Queue a line without waiting. The line is made safe for a terminal."""
        try:
            self._lines.put_nowait(printable(line))
        except queue.Full:
            self._left_out += 1

    def flush(self, seconds: float) -> None:
        """Wait up to `seconds` until all lines are written. Raises `OSError` if writing failed.

        After the first line, a closed pipe is not an error, because the program that starts a background host closes
        the pipe.
        """
        end = time.monotonic() + seconds
        while self._lines.unfinished_tasks and time.monotonic() < end:
            time.sleep(_TICK)
        if self._trouble is not None:
            raise self._trouble

    def _write_notices(self) -> None:
        while True:
            line = self._lines.get()
            left_out, self._left_out = self._left_out, 0
            if left_out:
                line = f"({left_out} lines were left out because they were not read)\n{line}"
            try:
                self._write_all(f"{line}\n".encode(errors="backslashreplace"))
                self._has_written = True
            except OSError as error:  # further lines are lost
                if not (self._has_written and isinstance(error, BrokenPipeError)):
                    self._trouble = error
            self._lines.task_done()

    def _write_all(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._handle, text) :]
