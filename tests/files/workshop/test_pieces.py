"""Files in pieces: a change affects only its own piece."""

from pathlib import Path

import pytest

from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import toml
from westwall_tui.files.workshop.pieces import Pieces, written

SHIPPED = sorted(path for path in shipped_root().rglob("*.toml"))
WRITTEN = """\
# A battle.
first_turn = 1   # the first
"a b" = [
    "x",  # one
    "]",
]
text = \"\"\"
[not a table]
\"\"\"

# The Germans.
[[setup]]
side = "German"
hexes = ["0101"]

[start]
turn = 1
# The end.
"""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_shipped_files_are_the_same_from_their_pieces(path: Path) -> None:
    text = path.read_text("utf-8")
    pieces = Pieces(text)
    assert pieces.text == text
    data = toml.loads(text)
    for name in {block.name for block in pieces.blocks if block.listed and "." not in block.name}:
        assert len(pieces.find(name)) == len(data[name])


def test_a_changed_value_keeps_its_comments_and_its_neighbors() -> None:
    pieces = Pieces(WRITTEN)
    pieces.find("")[0].put("first_turn", 2)
    pieces.find("setup")[0].put("hexes", ["0102", "within 1 of 0303"])
    pieces.find("setup")[0].put("suggest", ["0102"])
    changed = WRITTEN.replace("first_turn = 1   # the first", "first_turn = 2  # the first")
    changed = changed.replace('hexes = ["0101"]', 'hexes = ["0102", "within 1 of 0303"]\nsuggest = ["0102"]')
    assert pieces.text == changed


def test_a_header_inside_a_text_is_not_a_table() -> None:
    pieces = Pieces(WRITTEN)
    assert [block.name for block in pieces.blocks] == ["", "setup", "start"]
    assert list(pieces.blocks[0].keys) == ["first_turn", "a b", "text"]


def test_a_table_is_added_behind_its_like_or_in_order() -> None:
    pieces = Pieces(WRITTEN)
    pieces.add("setup", {"side": "US"}, ("sides", "setup", "start", "points"))
    pieces.add("points", {"kind": "hold", "points": {"US": 5}}, ("sides", "setup", "start", "points"))
    pieces.add("sides", {"name": "US"}, ("sides", "setup", "start", "points"))
    assert [block.name for block in pieces.blocks] == ["", "sides", "setup", "setup", "start", "points"]
    assert toml.loads(pieces.text)["points"] == [{"kind": "hold", "points": {"US": 5}}]
    pieces.remove(pieces.find("setup")[0])
    assert toml.loads(pieces.text)["setup"] == [{"side": "US"}]


def test_endless_comments_are_read() -> None:
    text = "# It is so.\n" * 50_000 + "a = 1\n"
    assert Pieces(text).text == text


def test_a_value_of_endless_lines_is_refused_soon() -> None:
    with pytest.raises(FileError, match="more than 300 lines"):
        Pieces('text = """\n' + "]\n" * 50_000 + '"""\n')


@pytest.mark.parametrize(
    "value",
    [
        "plain",
        'a "quoted" word \\ and # more',
        "two\nlines\n",
        'three """ quotes\n',
        ["1/3"] * 40,
        [["a", 1], ["b"]] * 20,
        {"US": 1, "New York": [1, 2]},
        True,
        3,
        1.5,
        {},
        [],
        "\x7f\x01",
    ],
)
def test_written_values_are_read_again(value: object) -> None:
    assert toml.loads(f"key = {written(value)}\n") == {"key": value}
