"""A guest's connection to a host. Its own thread reads messages and queues them for the screen.

After a lost connection, the thread reconnects to the same seat.
"""

import contextlib
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from io import BufferedReader

from westwall_tui.files.disk.reach import sentence
from westwall_tui.net.addresses import Address, WrongUser, host_at, keep_alive, user_called
from westwall_tui.net.protocol import (
    LONGEST_NEWS,
    VERSION,
    Message,
    ProtocolError,
    decode,
    encode,
    number,
    text,
    words,
)

HELLO_SECONDS = 10.0
ANSWER_SECONDS = 10.0
"""Timeout for the host's answer to a line, in seconds."""
CROWD_SECONDS = 0.01
"""Seconds between attempts to reach a busy host."""
AGAIN_SECONDS = 1.0
"""Seconds between attempts to reconnect."""


class Lost(Exception):
    """The host cannot be reached, has closed the game, or does not answer. The reason is one plain sentence."""

    def __init__(self, reason: str, *, for_good: bool = False, wants: str = "") -> None:
        """Make the error.

        Retrying is useless if `for_good` is true. `wants` names the missing secret, such as `token`.
        """
        super().__init__(reason)
        self.for_good, self.wants = for_good, wants


def connect(address: Address, host: int | None = None) -> tuple[socket.socket, int | None]:
    """Connect to a host, and return the connection and the hosting user of a socket.

    Raises `Lost`, also if the hosting user is not `host`.
    """
    over_network = address.path is None
    line = None
    try:
        if over_network:
            line = socket.create_connection((address.host, address.port), HELLO_SECONDS)
            keep_alive(line)
        else:
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(HELLO_SECONDS)
            _connect_line(line, str(address.path))
    except (OSError, ValueError) as error:
        if line is not None:
            line.close()
        if isinstance(error, PermissionError):
            raise Lost(f"{address}: access refused; ask the host") from None
        reason = "it isn't a host name" if isinstance(error, UnicodeError) else sentence(error)
        raise Lost(f"{address}: no game is hosted there ({reason})") from None
    if address.path is None:
        return line, None
    try:
        user = host_at(address.path, line)
        if host not in (None, user):
            raise WrongUser(f"{user_called(user)} hosts a game there now, but it was {user_called(host)}'s game")
    except WrongUser as stranger:
        line.close()
        raise Lost(f"{address}: {stranger}") from None
    return line, user


def _connect_line(line: socket.socket, path: str) -> None:
    """Connect to a socket of this machine, and retry while it is busy. Raises `OSError`."""
    end = time.monotonic() + HELLO_SECONDS
    while True:
        try:
            return line.connect(path)
        except BlockingIOError:
            if time.monotonic() > end:
                raise
        time.sleep(CROWD_SECONDS)


def _silence_in_words(address: Address, error: Exception) -> Lost:
    """Return the error for a program that does not answer, or that is not a host."""
    does = "does not answer" if isinstance(error, TimeoutError) else "does not host a game"
    return Lost(f"{address}: the program there {does}")


def _seat_of_welcome(welcome: Message) -> Message:
    """Return the key and time of our seat in a welcome, which reconnecting needs. Raises `ProtocolError`."""
    if "key" not in welcome:
        return {}
    return {"key": text(welcome, "key", 200), "since": number(welcome, "since")}


def ask_about(address: Address, token: str = "") -> tuple[Message, int | None]:
    """Ask a host about its game without joining, and return the answer and the hosting user of a socket.

    With the host's token the answer names the players. Raises `Lost`.
    """
    line, user = connect(address)
    with contextlib.closing(line), line.makefile("rb") as reader:
        try:
            line.sendall(encode({"look": True, **({"token": token} if token else {})}))
            message = decode(reader.readline(LONGEST_NEWS))
        except (OSError, ProtocolError) as error:
            raise _silence_in_words(address, error) from None
    if message.get("news") == "closed":
        raise Lost(words(message, "text"), wants=words(message, "wants"))
    return message, user


class Client:
    """A guest's connection to a host."""

    def __init__(self, address: Address, hello: Message, *, patient: bool = True, host: int | None = None) -> None:
        """Connect and take a seat; `welcome` is the host's reply. Raises `Lost`.

        A `patient` client reconnects after a lost connection. `host` is the user who must host at a socket; by default
        it is the user of the first connection.
        """
        self.address = address
        self._host = host
        self._hello = {"version": VERSION, **hello}
        self._patient = patient
        self._lock = threading.Condition()
        self._answers: dict[int, tuple[int, Message]] = {}
        self._unheeded: set[int] = set()
        self._said = 0
        self._news: deque[tuple[int, Message]] = deque()
        self._arrived = 0
        """The number of messages so far. Messages that came before an answer must be handled before the answer."""
        self._notify: Callable[[], object] = lambda: None
        self._closed = False
        self._losses = 0
        """The number of lost connections. Answers that were due when a connection was lost never come."""
        self.away = ""
        """The reason why there is no connection now; empty if there is one."""
        self._line, self._reader, self.welcome = self._come_in()
        self._thread = threading.Thread(target=self._read_host, daemon=True, name="connection to the host")
        self._thread.start()

    def _come_in(self) -> tuple[socket.socket, BufferedReader, Message]:
        line, self._host = connect(self.address, self._host)
        reader = line.makefile("rb")
        try:
            line.sendall(encode(self._hello))
            message = decode(reader.readline(LONGEST_NEWS))
            if message.get("news") != "welcome":
                reason = words(message, "text") or f"{self.address}: the program there does not host a game"
                raise Lost(reason, for_good=bool(message.get("for_good")), wants=words(message, "wants"))
            mine = _seat_of_welcome(message)
        except (OSError, ProtocolError, Lost) as error:
            reader.close()
            line.close()
            if isinstance(error, Lost):
                raise
            raise _silence_in_words(self.address, error) from None
        line.settimeout(None)
        with self._lock:
            self._said = 0
            self._answers.clear()
            self._unheeded.clear()
        self._hello |= mine  # the key proves that the seat is ours
        return line, reader, message

    # -- speaking

    def ask(self, line: str) -> tuple[Message, list[Message]]:
        """Send a line, and return its answer with the news before it. Raises `Lost`."""
        with self._lock:
            mine, losses = self.say(line), self._losses

            def over() -> bool:
                return mine in self._answers or self._losses != losses or self._closed

            if not self._lock.wait_for(over, ANSWER_SECONDS):
                self._unheeded.add(mine)
                raise Lost("the host does not answer; your order may or may not have arrived")
            if self._losses != losses or mine not in self._answers:
                raise Lost("the game is closed" if self._closed else self.away or "the connection to the host was lost")
            at, answer = self._answers.pop(mine)
            return answer, self._take_news(at)

    def tell(self, line: str) -> None:
        """Send a line without waiting for its answer. Raises `Lost`."""
        with self._lock:
            self._unheeded.add(self.say(line))

    def say(self, line: str) -> int:
        """Send a line, and return the number that its answer will have. Raises `Lost`."""
        with self._lock:
            if self.away or self._closed:
                raise Lost(self.away or "the game is closed")
            self._said += 1
            try:
                self._line.sendall(encode({"line": line}))
            except OSError:
                raise Lost("the connection to the host is lost") from None
            return self._said

    def close(self) -> None:
        """Leave the game."""
        self._stop_retrying()
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)  # ends the reading thread

    # -- listening

    def call(self, notify: Callable[[], object]) -> None:
        """Call `notify` from the reading thread whenever there is news."""
        self._notify = notify
        if self._news:
            notify()

    def nudge(self) -> None:
        """Wake the listener, even though there is no new message."""
        self._notify()

    def news(self) -> list[Message]:
        """Return the messages since the last call, oldest first."""
        with self._lock:
            return self._take_news(self._arrived)

    def _take_news(self, until: int) -> list[Message]:
        found = []
        while self._news and self._news[0][0] <= until:
            found.append(self._news.popleft()[1])
        return found

    def _read_host(self) -> None:
        going = True
        while going:
            try:
                line = self._reader.readline(LONGEST_NEWS)
                message = decode(line) if line.endswith(b"\n") else {}
            except (OSError, ValueError):
                message = {}
            if message:
                self._sort_message(message)
            else:
                self._reader.close()
                self._line.close()
                going = not self._is_closed() and self._reconnect()

    def _sort_message(self, message: Message) -> None:
        try:
            if "to" in message:
                self._queue_answer(number(message, "to"), message)
                return
        except ProtocolError as error:
            message = {"news": "trouble", "text": str(error)}
        if message.get("news") == "closed":
            self._stop_retrying()
        if message.get("side") == -1:  # we gave up the seat, so we reconnect as a spectator
            self._hello["side"] = ""
        self._queue_news(message)

    def _stop_retrying(self) -> None:
        """Stop trying to reconnect."""
        with self._lock:
            self._closed = True
            self._lock.notify_all()

    def _queue_answer(self, which: int, message: Message) -> None:
        with self._lock:
            if which in self._unheeded:
                self._unheeded.discard(which)
            else:
                self._arrived += 1
                self._answers[which] = self._arrived, message
                self._lock.notify_all()

    def _is_closed(self) -> bool:
        return self._closed

    def _queue_news(self, message: Message) -> None:
        with self._lock:
            self._arrived += 1
            self._news.append((self._arrived, message))
            self._lock.notify_all()
        self._notify()

    def _reconnect(self) -> bool:
        """Try to reconnect. Return False if further attempts are useless."""
        with self._lock:
            self.away = "the connection to the host is lost"
            self._losses += 1
            self._lock.notify_all()
        self._queue_news({"news": "away", "text": f"{self.away}; reconnecting"})
        while self._patient and not self._is_closed():
            try:
                self._line, self._reader, message = self._come_in()
            except Lost as lost:
                if lost.for_good:
                    self._stop_retrying()
                    self._queue_news({"news": "closed", "text": str(lost)})
                    return False
                if not self.away.endswith(str(lost)):
                    self.away = f"the connection to the host is lost: {lost}"
                time.sleep(AGAIN_SECONDS)
                continue
            with self._lock:
                self.away = ""
            self._queue_news({**message, "news": "back"})
            return True
        return False
