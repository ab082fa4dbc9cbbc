"""The scenario of examples/mills: its files, and the game that docs/referee.md shows."""

import re
from pathlib import Path

from westwall_tui.files.faults import FileError
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.texts import LoadedScenario

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/referee.md").read_text()
TEXTS = {
    name: (ROOT / "examples/mills" / name).read_text()
    for name in ("mills-board.toml", "mills-units.toml", "mills.toml")
}
BOARD, UNITS, SCENARIO = TEXTS.values()
BRIEFED = (
    SCENARIO
    + """
[briefing]
line = "Two battalions and a bridge"
about = "The Germans hold the mills until the evening."
hours = 1
hard = 1
first = true
balance = ["German", 3, 5]
history = "Nobody fought here."

[briefing.points]
German = [["{turns words}", "nothing, in truth", "4.1"]]
US = [["", "nothing", ""], ["{support.US.4}", "Ground Support", "9.1"]]

[[briefing.achievement]]
name = "Nobody at the mill"
line = "The miller slept."
side = "US"
when = "nobody entered"
hexes = ["0605"]

[[briefing.achievement]]
name = "Quick"
line = "Before breakfast."
side = "German"
when = "won"
by = 4
lost = 1

[[briefing.side]]
side = "German"
situation = "You hold {units.German words} units before the bridge."
wins = ["nothing but the road"]
clock = [["{last_turn}", "{units.US.4 words} units enter"]]
tips = ["K has {mp.K} Movement Points; the road over the brook costs {mp.K.0403.0605}."]
special = "It is a made-up battle."
enemy = "He waits for the evening."

[[briefing.side]]
side = "US"
situation = "You hold the bridge."
wins = ["holding on"]
clock = []
tips = []
special = "It is a made-up battle."
enemy = "He wants the road."
"""
)
"""The example with a briefing, which tests every reader of a part of a scenario."""
SESSION = re.search(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL).group(1).splitlines()  # type: ignore[union-attr]


def write_example(folder: Path, **changed: str) -> Path:
    """Write the three files, whose texts `scenario`, `board` and `units` replace. Return the scenario's path."""
    (folder / "mills-board.toml").write_text(changed.get("board", BOARD))
    (folder / "mills-units.toml").write_text(changed.get("units", UNITS))
    path = folder / "mills.toml"
    path.write_text(changed.get("scenario", SCENARIO))
    return path


def load_example(folder: Path, **changed: str) -> LoadedScenario:
    """Return the scenario of the example."""
    return load_scenario(write_example(folder, **changed))


def swap(text: str, old: str, new: str) -> str:
    """Return a text with the first occurrence of an existing part replaced."""
    assert old in text, old
    return text.replace(old, new, 1)


def faults_of(folder: Path, **changed: str) -> list[str]:
    """Return the faults of a changed example, without the folder."""
    try:
        load_example(folder, **changed)
    except FileError as error:
        return [str(fault).replace(f"{folder}/", "") for fault in error.faults]
    return []
