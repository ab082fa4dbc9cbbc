"""Explanations for letters that were damaged in the mail and can no longer be read.

Mail programs quote, fold, encode, sign and pack files. Nothing is repaired here, because a letter that was changed in
one place may be changed in others. The reader gets one sentence instead of a TOML error.
"""

import re
from codecs import getincrementaldecoder
from contextlib import suppress
from pathlib import Path

from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, is_visible_file
from westwall_tui.files.tables import toml

ASK = "Ask for the file as an attachment"
SAVE = "Save the attachment as it is, and open that"
PACKED = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
}
"""First bytes of packed files, each with the program that packs such files."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""First bytes of files in UTF-16."""
_LETTER = re.compile(r"""^[> ]*kind =(?:3D)? ["\u201c\u201d\u201e\u00ab\u00bb]save""", re.MULTILINE)
_OWN = re.compile(r"^yours = ", re.MULTILINE)
_TEXT = re.compile(r"^[> ]*westwall mail (\S+\.toml)[> ]*$", re.MULTILINE)
"""The last line of the text that goes with a letter."""
_HEADER = re.compile(
    r"\A(?:[\w-]+: .*\n(?:[ \t].*\n)*)*(?:From |(?:From|Received|Return-Path|MIME-Version|Content-Type): )",
    re.IGNORECASE,
)
_CODED = re.compile(r"[A-Za-z0-9+/\n]{200,}={0,2}\s*")
_PAGE = re.compile(r"\A\s*<(?:!doctype|html|body|div|pre)\b", re.IGNORECASE)
_CHANGES = (
    (re.compile(r"^>", re.MULTILINE), "its lines begin with >, as in an answer"),
    (re.compile(r"=3D|=\n"), "it has = where lines were folded or characters encoded (quoted-printable)"),
    (re.compile("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]"), "its quotation marks were replaced"),
    (re.compile(r"^-- ?$", re.MULTILINE), "a signature was added"),
    (re.compile(r"^_{5,}|^-{5,}", re.MULTILINE), "lines were added"),
    (re.compile("\u00a0"), "its spaces were replaced"),
    (re.compile(r"[^\]\s]\s*\Z"), "its end is missing, or something was added to it"),
    (re.compile(r"^(?!.*\"\"\")[^\"\n]*\"(?:[^\"\n]*\"[^\"\n]*\")*[^\"\n]*$", re.MULTILINE), "its lines were folded"),
)
"""Patterns of changes by mail programs, each with a description."""


def why_no_text(path: Path) -> str:
    """Return why a file that is not UTF-8 isn't a letter, and what to do; empty if the file cannot be read."""
    if not is_visible_file(path):
        return ""
    content = b""
    with suppress(OSError), path.open("rb") as file:
        content = file.read(MAX_SAVE_SIZE)
    for begins, packer in PACKED.items():
        if content.startswith(begins):
            return f"is compressed with {packer}. Unpack it, and open the letter inside"
    if content.startswith(WIDE):
        return f"was saved in UTF-16, and letters are in UTF-8. {SAVE}"
    with suppress(UnicodeDecodeError):
        getincrementaldecoder("utf-8")().decode(content)  # the last character may be cut in two
        return ""
    return f"was changed on its way and is no longer in UTF-8. {ASK}"


def why_no_letter(text: str) -> str:
    """Return why a text cannot be read as a letter, and what to do; empty if it is TOML, or a player's own file."""
    if not text.strip():
        return f"is empty. {ASK}"
    if _is_toml(text) or _OWN.search(text):
        return ""
    if "\0" in text:
        return f"was saved in UTF-16, and letters are in UTF-8. {SAVE}"
    if _PAGE.search(text):
        return f"is a web page. {SAVE}"
    if _HEADER.search(text):
        return f"is a whole mail message. {SAVE}"
    if _CODED.fullmatch(text):
        return f"is still encoded (base64). {SAVE}"
    if why := how_changed(text):
        return why
    if found := _TEXT.search(text):
        return f"is the text that goes with a letter, not the letter. Open {found[1]}, the file that came with it"
    return f"is not a letter of a game by mail. A letter is a file such as bastogne-t3-to-bert.toml. {ASK}"


def how_changed(text: str) -> str:
    """Return how a letter was changed in the mail, and what to do; empty if it isn't a letter, or still valid TOML."""
    if not _LETTER.search(text) or "[mail]" not in text or _is_toml(text):
        return ""
    change = next((f": {how}" for found, how in _CHANGES if found.search(text)), "")
    return f"was changed on its way{change}. {ASK}"


def _is_toml(text: str) -> bool:
    try:
        toml.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
