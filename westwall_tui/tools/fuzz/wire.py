"""A guest's line to a table in the same program: everything goes over it as over a socket, and arrives at once."""

from collections.abc import Callable, Mapping
from io import BufferedReader
from socket import socket
from typing import Any, cast

from westwall_tui.net.chairs import Guest, Unwelcome
from westwall_tui.net.client import Client, Lost
from westwall_tui.net.protocol import LONGEST_NEWS, Message, ProtocolError, decode, encode
from westwall_tui.net.rooms import Address
from westwall_tui.net.table import Table
from westwall_tui.tools.fuzz.promises import must

Spoil = Callable[[Message], list[Message]]
"""What a hostile host makes of a message: others in its place, or none."""


def heard(data: bytes) -> Message:
    """A message as the other end reads it."""
    must(len(data) <= LONGEST_NEWS, "table", f"a host says {len(data)} bytes at once")
    return decode(data)


class Wire(Client):
    """A guest's end, without a socket and without a thread."""

    def __init__(self, room: Table, hello: Message, spoil: Spoil | None = None) -> None:
        """`spoil`: what becomes of the host's messages. Raises `Lost`."""
        self.room = room
        self.spoil = spoil
        self._waiting: list[Message] = []
        self._is_up = False
        super().__init__(Address(host="here"), hello, patient=False)
        self._is_up = True
        for message in self._waiting:
            self._sort_message(message)

    def _come_in(self) -> tuple[socket, BufferedReader, Message]:
        self.guest = Guest(self._arrive, hang_up=self._stop_retrying)
        try:
            self.room.sit(self.guest, decode(encode(self._hello)))
            welcome = self._waiting.pop(0) if self._waiting else {}
        except (Unwelcome, ProtocolError) as error:
            raise Lost(str(error)) from None
        if welcome.get("news") != "welcome":
            raise Lost("no game is hosted there")
        self._hello |= {name: welcome[name] for name in ("key", "since") if name in welcome}
        return cast(Any, self), cast(Any, None), welcome

    def _read(self) -> None:
        """Nothing: what is said arrives by itself."""

    def _arrive(self, message: Mapping[str, object]) -> None:
        """The host says something."""
        found = [heard(encode(message))]
        if self.spoil is not None:
            found = [heard(encode(each)) for spoiled in found for each in self.spoil(spoiled)]
        for each in found:
            if self._is_up:
                self._sort_message(each)
            else:
                self._waiting.append(each)

    @property
    def has_news(self) -> bool:
        """Whether something has come that nobody has fetched yet."""
        return bool(self._news)

    def sendall(self, data: bytes) -> None:
        """The guest says something, as to a socket."""
        try:
            self.room.hear(self.guest, decode(data))
        except ProtocolError:  # the door is shown to him
            self.shutdown(0)

    def shutdown(self, _: int) -> None:
        """He leaves, as by closing his socket."""
        self._stop_retrying()
        self.room.gone(self.guest)

    def ask(self, line: str) -> tuple[Message, list[Message]]:
        """Say a line; its answer, and the news from before it. Raises `Lost`."""
        mine = self.say(line)
        if mine not in self._answers:
            raise Lost("the host does not answer")
        at, answer = self._answers.pop(mine)
        return answer, self._take_news(at)

    def tell(self, line: str) -> None:
        """Say a line whose answer nobody waits for. Raises `Lost`."""
        self._unheeded.add(self._said + 1)
        self.say(line)
