"""The players' settings as TOML (docs/settings.md). A change keeps everything else in the file."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import tomli_w

from westwall_tui.files.disk.folders import settings_file
from westwall_tui.files.disk.reach import exists
from westwall_tui.files.disk.writing import write_whole
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.seats import LEVELS, MAX_NAME_LENGTH
from westwall_tui.files.tables import SourceFile, TomlTable, parse, read, toml

THEMES = ("", "16", "night", "paper", "colour-blind", "mono", "plain")
"""The names of the themes.

An empty name stands for the theme that suits the terminal; `plain` is an old name of `mono`.
"""
GLYPHS = ("ascii", "unicode", "drawn")
BLOCKS = ("auto", "sextants", "quadrants")
SIZES = ("small", "middle", "large")
MAX_TERMINALS, MAX_TERMINALS_LENGTH = 30, 2_000
"""The maximum number of other terminals whose choice is kept, and the maximum length of `Settings.terminals`."""
REACHES = ("auto", "dark", "numbers")
MICE = ("off", "local", "always")
KEYSETS = ("usual", "arrows", "vi", "numpad", "left")
"""The sets of keys that come with the game (`words/keymap.py`)."""
_NEW = 'format = 1\nkind = "settings"\n'
HANDOVERS = ("always", "turn", "never")
SOMEONE_HERE = "here"
OPPONENTS = (SOMEONE_HERE, *map(str, LEVELS))
"""Opponents in a game at this keyboard: another person, or a level of the computer."""
SPEEDS: Mapping[str, str] = {
    "step": "a key press for each order",
    "slow": "slowly",
    "fast": "fast",
    "once": "all at once, then a summary",
}
"""The ways to show the computer's orders, by name."""


CHOICES: Mapping[str, Collection[str]] = {
    "theme": THEMES,
    "glyphs": GLYPHS,
    "blocks": BLOCKS,
    "reach": REACHES,
    "size": SIZES,
    "mouse": MICE,
    "computer_speed": SPEEDS,
    "handover": HANDOVERS,
    "keyset": KEYSETS,
    "opponent": OPPONENTS,
}
"""The possible values of each setting."""
NAMES = ("player", "partner")
FLAGS = ("results", "quick", "warnings", "coach", "second")


class Settings(NamedTuple):
    """A player's settings. The defaults are those of a player who changed nothing."""

    theme: str = ""
    """One of `THEMES`."""
    glyphs: str = "ascii"
    """The characters of the map: `ascii`, `unicode`, or `drawn` with lines finer than a character."""
    size: str = "middle"
    """The size of hexes, one of `SIZES`."""
    handover: str = "turn"
    """The times at which a notice announces that the other player at this keyboard decides.

    `always` means before each decision, and `turn` when the Player-Turn passes; the third choice is `never`. If a side
    has a secret, there is always a notice.
    """
    keys: Mapping[str, str] = MappingProxyType({})
    """For each action, the keys that replace its keys in the key set: `"up,k"`."""
    keyset: str = "usual"
    """The key set on which `keys` builds, one of `KEYSETS`."""
    quick: bool = False
    """True if the phasing player decides retreats, displacements and advances for both sides."""
    mouse: str = "off"
    """The places where the mouse works: `off`, `local` (not over SSH) or `always`."""
    computer_speed: str = "fast"
    """The way to show the computer's orders: `step` (each waits for a key), `slow`, `fast`, or all at `once`."""
    blocks: str = "auto"
    """The drawn map's characters: `sextants`, `quadrants`, or `auto`."""
    reach: str = "auto"
    """The drawn map's way to show reach: `dark` dims the hexes out of reach, `numbers` dims none, or `auto`."""
    warnings: bool = True
    """True if the panel warns of what a move would put at risk."""
    coach: bool = False
    """True if the coach comments on games against the computer."""
    results: bool = True
    """True to show the result of your attacks in a box."""
    player: str = ""
    """Your name for your opponents and in reports; empty if you have not typed one."""
    partner: str = ""
    """The name of the person who played at this keyboard with you last."""
    opponent: str = "2"
    """The opponent in your last game at this keyboard, one of `OPPONENTS`."""
    second: bool = False
    """True if you were the Second Player in your last game against the computer."""
    terminals: str = ""
    """The characters chosen at each terminal (`chosen_at`): `kitty=sextants xterm-256color=ascii`."""


def load_settings() -> tuple[Settings, tuple[Fault, ...]]:
    """Read the settings, and their file's faults. If one setting has a fault, the others still work."""
    try:
        path = settings_file()
        if not exists(path):
            return Settings(), ()
        return build_settings(read(path))
    except FileError as error:
        return Settings(), error.faults


def build_settings(source: SourceFile) -> tuple[Settings, tuple[Fault, ...]]:
    """Build the settings of a text, and list its faults. Raises `FileError` if the text is not TOML."""
    top = parse(source, "settings")
    default = Settings()
    if isinstance(old := top.data.get("handover"), bool):  # versions before 2026-12 wrote it
        top.data = {**top.data, "handover": default.handover if old else "never"}
    given: dict[str, Any] = {"terminals": top.text("terminals", "", longest=MAX_TERMINALS_LENGTH)}
    given |= {name: top.text(name, "", longest=MAX_NAME_LENGTH) for name in NAMES}
    given |= {name: top.choice(name, known, getattr(default, name)) for name, known in CHOICES.items()}
    given |= {name: top.flag(name, getattr(default, name)) for name in FLAGS}
    top.flag("short_colors", True)  # older versions write it
    wrong = {fault.key for fault in top.faults.found}
    settings = Settings(**{name: given[name] for name in given if name not in wrong}, keys=_read_keys(top))
    top.finish()
    return settings, tuple(top.faults.all())


def chosen_at(settings: Settings, terminal: str) -> Settings | None:
    """Return the settings with the map's characters chosen at a terminal, or None if there was no choice."""
    choices = dict(word.split("=", 1) for word in settings.terminals.split() if "=" in word)
    choice = choices.get(terminal, "")
    if choice in BLOCKS:
        return settings._replace(glyphs="drawn", blocks=choice)
    return settings._replace(glyphs=choice) if choice in GLYPHS else None


def choose_at(settings: Settings, terminal: str) -> Settings:
    """Return the settings with their present map characters recorded as the choice at a terminal."""
    choice = settings.blocks if settings.glyphs == "drawn" else settings.glyphs
    others = [word for word in settings.terminals.split() if not word.startswith(f"{terminal}=")]
    return (
        settings._replace(terminals=" ".join([*others[-MAX_TERMINALS:], f"{terminal}={choice}"]))
        if terminal
        else settings
    )


def _changed_settings(before: Settings, after: Settings) -> dict[str, object]:
    """Return the changed settings by key."""
    names = Settings._fields
    return {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}


def _read_keys(top: TomlTable) -> dict[str, str]:
    table = top.table("keys")
    found = {}
    for action in table.data if table else ():
        assert table is not None
        before = len(table.faults.found)
        keys = table.text(action)
        if len(table.faults.found) == before:
            found[action] = keys
    return found


def settings_text(settings: Settings) -> str:
    """Return the settings as the text of a file."""
    return with_values(_NEW, _changed_settings(Settings(), settings))


def save_settings(settings: Settings, since: Settings | None = None, path: Path | None = None) -> str:
    """Write the settings that changed `since`, or that differ from the file. Return the error, or an empty string.

    Everything else in the file stays: changes by other programs, comments, unknown keys, and line ends. A file that
    isn't TOML is never overwritten.
    """
    try:
        path = path or settings_file()
        text = read(path).text if exists(path) else _NEW
        held = build_settings(SourceFile(str(path), text))[0]
        header = {} if "format" in toml.loads(text) else toml.loads(_NEW)
        edited = with_values(text, {**header, **_changed_settings(since or held, settings)})
        returns = exists(path) and b"\r\n" in path.read_bytes()
        write_whole(path, edited.replace("\n", "\r\n") if returns else edited)
    except FileError as error:
        return f"settings not saved; fix this first: {error.faults[0]}"
    except OSError as error:
        return f"settings not saved: {path}: {error.strerror or error}"
    return ""


# -- values in the text of a file


_VALUE = r"""(\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}[^\\]*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'\[{#]+)"""
_KEY = r"(?m)^[ \t]*[\w-]+[ \t]*=.*$"
_HEADER = r"(?m)^[ \t]*\["


def with_values(text: str, values: Mapping[str, object]) -> str:
    """Set some top-level keys of a text, and keep comments and unknown keys.

    Raises `ValueError` if the text isn't TOML.

    Each change takes one line: the key's present line, or a new line after the last top-level key, or at the very top.
    If that fails, for instance because a setting was a table, the whole text is rewritten without its comments.
    """
    wanted = {**toml.loads(text), **values}
    for last in (True, False):
        edited = text
        for key, value in values.items():
            edited = _set_value(edited, key, value, last=last)
        if _reads_as(edited, wanted):
            return edited
    return tomli_w.dumps(wanted)


def _reads_as(text: str, wanted: Mapping[str, object]) -> bool:
    """Return True if a text, once parsed, equals `wanted`.

    Compare their written forms, because `nan` never equals itself.
    """
    try:
        found = toml.loads(text)
    except toml.TOMLDecodeError:
        return False
    return found.keys() == wanted.keys() and all(repr(found[key]) == repr(value) for key, value in wanted.items())


def _set_value(text: str, key: str, value: object, *, last: bool) -> str:
    """Set one key: replace its value, or add a line after the `last` top key or at the top."""
    header = re.search(_HEADER, text)
    at = header.start() if header else len(text)
    head, tables = text[:at], text[at:]
    line = tomli_w.dumps({key: value})
    line_of_key = re.compile(
        rf"^([ \t]*([\"']?){re.escape(key)}\2[ \t]*=[ \t]*){_VALUE}(?=[ \t]*(?:#.*)?$)", re.MULTILINE
    )
    if line_of_key.search(head):
        written = line.partition("=")[2].strip()
        return line_of_key.sub(lambda found: found[1] + written, head, count=1) + tables
    ends = [found.end() for found in re.finditer(_KEY, head)]
    before, after = (head[: ends[-1]] + "\n", head[ends[-1] :].removeprefix("\n")) if ends and last else ("", head)
    return before + line + after + tables
