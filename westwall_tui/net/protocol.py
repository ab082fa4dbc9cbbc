"""What host and guests say to each other: JSON objects, one a line, and the limits that keep strangers from harm.

A guest says `{"line": ...}`: an order or a question of the referee, or one of the words of the table. The host answers
each with the referee's own object, under `to` the number of the line, counted from one. What else happens comes as an
object with `news`.
"""

import json
from collections.abc import Mapping
from typing import Any

from westwall_tui.files.faults import brief, printable

VERSION = 2
"""Counted up when an older guest or host could no longer follow."""
LONGEST_LINE = 4_096
"""Bytes that a guest may say at once."""
LONGEST_NEWS = 2 << 20
"""Bytes of the longest line of a host: a whole game, with its scenario's files, and what was said lately."""
LONGEST_CHAT = 300
"""Characters of what somebody says to the others."""
LONGEST_NAME = 24
"""Characters of somebody's name."""
LONGEST_SIDE = 40
"""Characters of the name of a side."""
LONGEST_TOKEN = 200
"""Characters of a token or a key."""
LONGEST_WORDS = 2_000
"""Characters of what a host says that are shown; of more than that the middle is left out."""

Message = dict[str, Any]


class ProtocolError(ValueError):
    """What the other end said makes no sense; the reason is one plain sentence."""


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

    What is made safe grows, so that is what may not be longer: a name that is kept can be read again.
    """
    value = _safe(message, key)
    if len(value) > longest:
        raise ProtocolError(f'"{key}" is longer than {longest} characters')
    return value


def words(message: Message, key: str) -> str:
    """A text of a message to show, made safe for a terminal and cut where it is long. Raises `ProtocolError`."""
    return brief(_safe(message, key), LONGEST_WORDS)


def _safe(message: Message, key: str) -> str:
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
