"""The protocol of host and guests: one JSON object per line, with limits against harmful input (docs/protocol.md).

A guest sends `{"line": ...}` with an order, a question for the referee, or a command of the table. The host answers
each line with the referee's object, whose `to` is the line's number, from 1. All other messages have `news`.
"""

import json
from collections.abc import Mapping
from typing import Any

from westwall_tui.files.faults import brief, printable

VERSION = 2
"""The version of the protocol, which rises when older guests or hosts can no longer understand it."""
LONGEST_LINE = 4_096
"""The maximum number of bytes in a guest's line."""
LONGEST_NEWS = 2 << 20
"""The maximum number of bytes in a host's line: a whole game with its scenario's files and the recent chat."""
LONGEST_CHAT = 300
"""The maximum number of characters in a line of chat."""
LONGEST_SIDE = 40
"""The maximum number of characters in a side's name."""
LONGEST_GAME = 40
"""The maximum number of characters in a game's id."""
LONGEST_TOKEN = 200
"""The maximum number of characters in a token, password or key."""
LONGEST_WORDS = 2_000
"""The maximum number of characters of a text from the host on the screen. Longer text is shortened in the middle."""

Message = dict[str, Any]


class ProtocolError(ValueError):
    """The other program sent a message that makes no sense. The reason is one plain sentence."""


def encode(message: Mapping[str, object]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> Message:
    """Parse a line into a message. Raises `ProtocolError`."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise ProtocolError("that isn't a line of JSON") from None
    if not isinstance(message, dict):
        raise ProtocolError("that isn't a JSON object")
    return message


def text(message: Message, key: str, longest: int) -> str:
    """Return a text of a message, made safe for a terminal; empty if the message has none. Raises `ProtocolError`.

    The limit applies to the safe text, which may be longer than the original, so that a save can hold it.
    """
    value = _safe_text(message, key)
    if len(value) > longest:
        raise ProtocolError(f'"{key}" is longer than {longest} characters')
    return value


def words(message: Message, key: str) -> str:
    """Return a text of a message for the screen, made safe and shortened if too long. Raises `ProtocolError`."""
    return brief(_safe_text(message, key), LONGEST_WORDS)


def _safe_text(message: Message, key: str) -> str:
    value = message.get(key, "")
    if not isinstance(value, str):
        raise ProtocolError(f'"{key}" isn\'t a text')
    return printable(value).strip()


def number(message: Message, key: str) -> int:
    """Return a whole number of a message. Raises `ProtocolError`."""
    value = message.get(key)
    if type(value) is not int:
        raise ProtocolError(f'"{key}" isn\'t a whole number')
    return value


def records(message: Message, key: str) -> list[Message]:
    """Return a list of objects of a message. Raises `ProtocolError`."""
    value = message.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ProtocolError(f'"{key}" isn\'t a list of objects')
    return value


def texts(message: Message, key: str) -> list[str]:
    """Return a list of texts of a message. Raises `ProtocolError`."""
    value = message.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ProtocolError(f'"{key}" isn\'t a list of texts')
    return [printable(item) for item in value]


def named_texts(message: Message, key: str) -> dict[str, str]:
    """Return the texts of a message by name. Raises `ProtocolError`."""
    value = message.get(key)
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise ProtocolError(f'"{key}" isn\'t an object of texts')
    return value
