"""The computer player's weights for a battle, as TOML: `[weights]` with numbers by name (docs/computer-player.md)."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from westwall_tui.files.faults import Faults
from westwall_tui.files.folders import shipped_root
from westwall_tui.files.tables import Source, header, parse, read

KIND = "computer"
MOST = 1000.0
"""No weight is larger."""


def build_weights(source: Source) -> Mapping[str, float]:
    """The weights of a text, by name. Raises `FileError`."""
    faults = Faults(source.file)
    top = parse(source, faults)
    header(top, KIND)
    table = top.mapping("weights")
    found = {}
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
            faults.add("weights", name, f"must be a number from -{MOST:g} to {MOST:g}")
        else:
            found[name] = float(value)
    top.finish()
    faults.check()
    return found


def read_weights(path: Path) -> Mapping[str, float]:
    """The weights in a file. Raises `FileError`."""
    return build_weights(read(path))


@lru_cache(maxsize=8)
def weights_of(battle: str) -> Mapping[str, float]:
    """The weights that come with a battle, by the name of its rules; empty where it has no file.

    Raises `FileError` for a file that is damaged.
    """
    path = shipped_root() / battle / f"{KIND}.toml"
    return read_weights(path) if path.is_file() else {}
