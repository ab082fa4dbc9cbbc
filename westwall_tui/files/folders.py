"""Where the files are that come with the game, and which files a scenario may name."""

import re
from pathlib import Path

_HERE = Path(__file__).parents[1]
_SHIPPED = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_BESIDE = re.compile(r"[0-9A-Za-z_][0-9A-Za-z _.-]{0,60}\.toml")


def shipped_root() -> Path:
    """The folder of the shipped scenarios: inside the package when installed, beside it in a checkout."""
    inside = _HERE / "_scenarios"
    return inside if inside.is_dir() else _HERE.parent / "scenarios"


def find_part(name: str, what: str, beside: Path | None) -> Path:
    """The file that a scenario means by `board = NAME` or `units = NAME`.

    A bare name is a battle that comes with the game, `NAME.toml` a file in the scenario's own folder; nothing else can
    be named. Raises `ValueError`.
    """
    if _SHIPPED.fullmatch(name):
        path = shipped_root() / name / f"{what}.toml"
        if not path.is_file():
            known = ", ".join(battles())
            raise ValueError(f'no {what} called "{name}" comes with the game; known: {known}. A file ends in .toml')
        return path
    if not _BESIDE.fullmatch(name) or beside is None:
        raise ValueError(
            f"{name!r} is neither a battle that comes with the game nor the plain name of a .toml file beside this one"
        )
    path = beside / name
    if path.exists() and path.resolve().parent != beside.resolve():
        raise ValueError(f"{name!r} leads out of the scenario's folder")
    return path


def battles() -> list[str]:
    """The battles that come with the game, by their folders."""
    return sorted(path.parent.name for path in shipped_root().glob("*/board.toml"))
