"""A TOML file in pieces, so that one piece can be changed and the others keep their text.

A piece is the shortest run of lines that is TOML by itself: the header of a table, or a key with its value. The
comments and empty lines above it belong to it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from westwall_tui.files.faults import refuse
from westwall_tui.files.tables import toml

MOST_LINES = 300
"""The maximum number of lines of a value, because every line that may end it is tried; the largest board has 99."""
WIDTH = 100
"""The maximum number of characters of a list on one line."""
_HEADER = re.compile(r"\s*(\[\[?)\s*([^]\s]+)\s*\]\]?\s*(?:#.*)?\n?")
_MAY_END = re.compile(r"""(?!\s*#[^"'\])}]*\Z).*[^\s,\[{(=]\s*(?:#.*)?\n?\Z""")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass
class Block:
    """A table of a file: its header with what is above it, and its keys."""

    name: str
    """The name of the table; empty for the keys at the top of the file."""
    listed: bool = True
    """True for one table of a list: `[[setup]]`, not `[start]`."""
    head: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    """The text of each key with its value."""

    @property
    def text(self) -> str:
        """The text of the table."""
        return self.head + "".join(self.keys.values())

    def put(self, key: str, value: object) -> None:
        """Give a key a value. Comments above the key, and behind a value on one line, stay."""
        old = self.keys.get(key, "")
        above, line = _split_comments(old)
        comment = _comment_behind(line)
        self.keys[key] = f"{above}{written_key(key)} = {written(value)}{comment and f'  {comment}'}\n"

    def drop(self, key: str) -> None:
        """Remove a key. Comments above it go, too."""
        self.keys.pop(key, None)


class Pieces:
    """A file in pieces."""

    def __init__(self, text: str) -> None:
        """Split the text of a file that has no faults. Raises `FileError` for a value of too many lines."""
        self.blocks = [Block("", listed=False)]
        pending: list[str] = []
        tried = 0
        for line in text.splitlines(keepends=True):
            pending.append(line)
            if not _MAY_END.match(line):
                continue
            tried += 1
            if self._take("".join(pending)):
                pending.clear()
                tried = 0
            elif tried > MOST_LINES:
                refuse("a value", f"has more than {MOST_LINES} lines; change it in a text editor")
        self.end = "".join(pending)
        """The comments and empty lines at the end of the file."""

    def _take(self, piece: str) -> bool:
        """Add a piece to the last block, or begin a new block; False if the piece isn't complete."""
        try:
            data = toml.loads(piece)
        except toml.TOMLDecodeError:
            return False
        if not data:
            return False
        _, line = _split_comments(piece)
        if header := _HEADER.fullmatch(line):
            self.blocks.append(Block(header[2], header[1] == "[[", piece))
        else:
            self.blocks[-1].keys[next(iter(data))] = piece
        return True

    @property
    def text(self) -> str:
        """The text of the file."""
        return "".join(block.text for block in self.blocks) + self.end

    def find(self, name: str) -> list[Block]:
        """Return the tables with a name, in order; the top of the file has the name ""."""
        return [block for block in self.blocks if block.name == name]

    def add(self, name: str, values: Mapping[str, object], order: Sequence[str], *, listed: bool = True) -> Block:
        """Add a table behind the last one of its name, or else where `order`, a list of names, has it."""
        block = Block(name, listed, f"\n[[{name}]]\n" if listed else f"\n[{name}]\n")
        for key, value in values.items():
            block.put(key, value)
        own = order.index(name) if name in order else len(order)
        at = max(
            i + 1
            for i, other in enumerate(self.blocks)
            if other.name in ("", name) or _place_in(order, other.name) < own
        )
        same = [i for i, other in enumerate(self.blocks) if other.name == name]
        self.blocks.insert(same[-1] + 1 if same else at, block)
        return block

    def remove(self, block: Block) -> None:
        """Remove a table with its keys."""
        self.blocks = [other for other in self.blocks if other is not block]


def _place_in(order: Sequence[str], name: str) -> int:
    """Return the place of a table in an order. A table inside another one has the place of that one."""
    for known in (name, name.partition(".")[0]):
        if known in order:
            return order.index(known)
    return len(order)


def written_key(key: str) -> str:
    """Return a key as a file writes it."""
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def written(value: object) -> str:
    """Return a value as a file writes it. Long lists get several lines, and so do texts with several lines."""
    line = _on_one_line(value)
    if isinstance(value, str) and "\n" in value:
        return f'"""\n{_escaped(value)}"""'
    if isinstance(value, list | tuple) and len(line) > WIDTH:
        if all(isinstance(item, str) and len(item) < WIDTH // 4 for item in value):
            rows = _filled([f"{_on_one_line(item)}," for item in value])
        else:
            rows = [f"{_on_one_line(item)}," for item in value]
        return "[\n" + "".join(f"    {row}\n" for row in rows) + "]"
    return line


def _filled(words: Sequence[str]) -> list[str]:
    """Return rows of words, each as full as the width allows."""
    rows = [""]
    for word in words:
        if rows[-1] and len(rows[-1]) + len(word) >= WIDTH:
            rows.append("")
        rows[-1] += f"{' ' * bool(rows[-1])}{word}"
    return rows


def _on_one_line(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{_escaped(value)}"' if "\n" not in value else json.dumps(value, ensure_ascii=False)
        case Mapping():
            inner = ", ".join(f"{written_key(key)} = {_on_one_line(item)}" for key, item in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(_on_one_line, value))}]"
    return str(value)


def _escaped(text: str) -> str:
    """Return a text with everything escaped that TOML does not take in quotes, but its line ends."""
    lines = (json.dumps(line, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007F") for line in text.split("\n"))
    return "\n".join(lines)


def _split_comments(piece: str) -> tuple[str, str]:
    """Return the comments and empty lines above a piece, and the piece."""
    lines = piece.splitlines(keepends=True)
    above = 0
    for blank, run in groupby(lines, lambda line: not line.strip() or line.lstrip().startswith("#")):
        if blank:
            above = len(list(run))
        break
    return "".join(lines[:above]), "".join(lines[above:])


def _comment_behind(piece: str) -> str:
    """Return the comment behind a value on one line, or an empty string."""
    line = piece.rstrip("\n")
    if "\n" in line or "#" not in line:
        return ""
    value = toml.loads(line)
    for i, ch in enumerate(line):
        if ch == "#":
            try:
                if toml.loads(line[:i]) == value:
                    return line[i:]
            except toml.TOMLDecodeError:
                continue
    return ""
