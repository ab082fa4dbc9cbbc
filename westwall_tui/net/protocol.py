"""The protocol of host and guests: one JSON object a line, with limits against harm by strangers (docs/protocol.md).

A guest sends `{"line": ...}`: an order, a question of the referee, or a word of the table. The host answers each with
the referee's object, whose `to` is the line's number, from 1. Everything else comes as an object with `news`.
"""

import json
from collections.abc import Mapping
from typing import Any

from westwall_tui.files.faults import brief, printable

VERSION = 2
"""Raised when an older guest or host could no longer follow."""
LONGEST_LINE = 4_096
"""The most bytes in a guest's line."""
LONGEST_NEWS = 2 << 20
"""The most bytes in a host's line: a whole game with its scenario's files and the recent chat."""
LONGEST_CHAT = 300
"""The most characters in a line of chat."""
LONGEST_SIDE = 40
"""The most characters in a side's name."""
LONGEST_GAME = 40
"""The most characters in a game's id."""
LONGEST_TOKEN = 200
"""The most characters in a token or key."""
LONGEST_WORDS = 2_000
"""The most characters shown of a host's text; longer text loses its middle."""

Message = dict[str, Any]


class ProtocolError(ValueError):
    """The other end's message makes no sense; the reason is one plain sentence."""


def encode(message: Mapping[str, object]) -> bytes:
    """A message as its line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The message of a line. Raises `ProtocolError`."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise ProtocolError("that is not a line of JSON") from None
    if not isinstance(message, dict):
        raise ProtocolError("that is not a JSON object")
    return message


def text(message: Message, key: str, longest: int) -> str:
    """A text of a message, made safe for a terminal; empty if there is none. Raises `ProtocolError`.

    Safe text may be longer, and the limit holds for it, so that a saved name can be read again.
    """
    value = _safe_text(message, key)
    if len(value) > longest:
        raise ProtocolError(f'"{key}" is longer than {longest} characters')
    return value


def words(message: Message, key: str) -> str:
    """A text of a message for the screen, made safe for a terminal and cut to size. Raises `ProtocolError`."""
    return brief(_safe_text(message, key), LONGEST_WORDS)


def _safe_text(message: Message, key: str) -> str:
    value = message.get(key, "")
    if not isinstance(value, str):
        raise ProtocolError(f'"{key}" is not a text')
    return printable(value).strip()


def number(message: Message, key: str) -> int:
    """A whole number of a message. Raises `ProtocolError`."""
    value = message.get(key)
    if type(value) is not int:
        raise ProtocolError(f'"{key}" is not a whole number')
    return value


def records(message: Message, key: str) -> list[Message]:
    """A list of objects of a message. Raises `ProtocolError`."""
    value = message.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ProtocolError(f'"{key}" is not a list of objects')
    return value


def texts(message: Message, key: str) -> list[str]:
    """A list of texts of a message. Raises `ProtocolError`."""
    value = message.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ProtocolError(f'"{key}" is not a list of texts')
    return [printable(item) for item in value]


def named_texts(message: Message, key: str) -> dict[str, str]:
    """Texts by name of a message. Raises `ProtocolError`."""
    value = message.get(key)
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise ProtocolError(f'"{key}" is not an object of texts')
    return value
