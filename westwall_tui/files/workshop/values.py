"""Values as people type them in a form or on a line: `west edge, 0203` for a list, `US 5, German 3` for points.

Sentences have commas, so a list of sentences is typed with `|` between them.
"""

import re
from collections.abc import Mapping
from typing import Any

from westwall_tui.files.tables import Asked, toml
from westwall_tui.files.workshop.pieces import written

SENTENCES = "sentences"
"""The kind of thing that a list of sentences names (`Asked`)."""
_QUOTED = ('"', "'")
_PAIR = re.compile(r"\s*([A-Za-z][\w. ]*?)\s*[= ]\s*([0-9]+)\s*")
_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")


def typed_value(text: str, asked: Asked) -> object:
    """Return the value that a text means for a key. Values in TOML are always understood.

    A text that means nothing of the kind is returned as it is, and the check of the file refuses it in its own words.
    """
    text = text.strip()
    whole = asked.words.split(" ")[-1]
    if text in asked.options:
        return text
    if asked.words == "a string":
        return _toml(text, text) if text.startswith((*_QUOTED, "[")) else text
    if whole == "strings":
        if text.startswith("["):
            return _toml(text, [text])
        parts = re.split({"units": r"[,\s]+", SENTENCES: r"\|"}.get(asked.what, ","), text)
        return [part.strip() for part in parts if part.strip()]
    if asked.words == "true or false":
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    if asked.words.startswith("a list"):
        return _toml(text if text.startswith("[") else f"[{text}]", text)
    if asked.words == "a whole number" or text.startswith("{"):
        return _toml(text, text)
    pairs = [_PAIR.fullmatch(part) for part in text.split(",")]
    if text and all(pairs):
        return {pair[1]: int(pair[2]) for pair in pairs if pair}
    return _toml(f"{{ {text} }}", text)


def shown_value(value: object, what: str = "") -> str:
    """Return a value as a person would type it. `what` is what it names (`Asked`)."""
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return written(value) if value.startswith((*_QUOTED, "[")) or "\n" in value else value
        case list() if value and what == SENTENCES and all(isinstance(item, str) and "|" not in item for item in value):
            return " | ".join(value)
        case list() if value and all(isinstance(item, str) and _is_plain(item) for item in value):
            return ", ".join(value)
        case Mapping() if value and all(isinstance(item, int) for item in value.values()):
            return ", ".join(f"{key} {item}" for key, item in value.items())
        case None:
            return ""
    return " ".join(written(value).split())


def _is_plain(text: str) -> bool:
    """Return True if a text is read back as one item of a list."""
    return bool(text) and text == text.strip() and "," not in text and not text.startswith((*_QUOTED, "["))


def _toml(text: str, otherwise: object) -> Any:
    """Return the value of a text in TOML, or `otherwise`."""
    try:
        found = toml.loads(f"value = {text}\n")
    except toml.TOMLDecodeError:
        return otherwise
    return found["value"] if len(found) == 1 else otherwise
