"""Every kind of file, cut off anywhere or with bits flipped: it is judged, and every fault names the file."""

from pathlib import Path

import pytest

from tests.files.example import TEXTS, load_example, write_example
from tests.long import sample
from westwall_tui.engine.dice import Draw
from westwall_tui.engine.orders import parse
from westwall_tui.files.checks import check_file
from westwall_tui.files.scenarios.packs import packed
from westwall_tui.files.sessions.local import LocalSession

pytestmark = pytest.mark.slow

SETTINGS = (
    b'# mine\nformat = 1\nkind = "settings"\ntheme = "night"\nhandover = false\n[keys]\nundo = "less_than_sign"\n'
)
WEIGHTS = b'format = 1\nkind = "computer"\n[weights]\n'
NAMES = [*TEXTS, "pack.toml", "save.toml", "settings.toml", "computer.toml"]


@pytest.fixture
def original(tmp_path, request) -> Path:
    """Write the file with a name, and the files that it needs beside it."""
    write_example(tmp_path)
    path: Path = tmp_path / request.param
    if request.param == "pack.toml":
        texts = load_example(tmp_path).texts
        assert texts is not None
        path.write_text(packed(texts, "mills"))
    elif request.param == "save.toml":
        begun = LocalSession.new(load_example(tmp_path), seed=3, folder=tmp_path / "saves")
        begun.apply(parse("attack K 1/9 > 1/8 + 9A"))
        begun.path.rename(path)
    elif request.param == "settings.toml":
        path.write_bytes(SETTINGS)
    elif request.param == "computer.toml":
        path.write_bytes(WEIGHTS)
    assert check_file(path).faults == ()
    return path


def judge(path: Path, content: bytes) -> bool:
    """Return True if a file with this content is good; every fault must be a printable line that names it."""
    path.write_bytes(content)
    faults = check_file(path).faults
    assert all(str(path.parent) in fault.file and fault.reason for fault in faults)
    assert all(str(fault).isprintable() for fault in faults)
    assert path.read_bytes() == content
    return not faults


@pytest.mark.parametrize("original", NAMES, indirect=True)
def test_cut_off_anywhere(original):
    whole = original.read_bytes()
    step = max(len(whole) // 150, 1)
    good = [judge(original, whole[:length]) for length in range(0, len(whole), step)]
    assert not all(good)
    assert not good[0]


@pytest.mark.parametrize("original", NAMES, indirect=True)
def test_bits_flipped_anywhere(original):
    whole, draw = original.read_bytes(), Draw(7)
    found = []
    for _ in range(sample(150, 50)):
        bits = bytearray(whole)
        bits[draw.below(len(bits))] ^= 1 << draw.below(8)
        found.append(judge(original, bytes(bits)))
    assert not all(found)


@pytest.mark.parametrize("original", NAMES, indirect=True)
@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\u202e", "\u2066", "\ufeff", "\ud7ff", "\U000e0001"])
def test_characters_that_are_not_shown(original, character):
    """Control and bidirectional characters are faults in strings and outside, directly and as escapes.

    A byte order mark before the text is allowed in any kind of file, because Notepad writes one.
    """
    text = original.read_text()
    where = text.index('kind = "') + len('kind = "')
    for put in (character, f"\\U{ord(character):08X}"):
        assert not judge(original, (text[:where] + put + text[where:]).encode())
    assert judge(original, (character + text).encode()) == (character == "\ufeff")
