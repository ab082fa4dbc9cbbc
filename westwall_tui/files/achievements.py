"""Achievements: what makes a player smile after a game, as a scenario's `[briefing]` has them (docs/formats.md).

Here are the texts, and each condition's name with what it needs to know; `history.achievements` judges them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import Faults
from westwall_tui.files.scenario_cache import LoadedScenario
from westwall_tui.files.tables import TomlTable, parse

LINE, MOST = 100, 20
"""The most characters of a line, and the most achievements."""
TEXTS, WORDS, NUMBERS = ("hexes", "units"), ("place",), ("by", "first", "last", "lost", "laid", "times")
"""What conditions need to know: lists, words and numbers, by key."""
CONDITIONS: Mapping[str, Collection[str]] = {
    "nobody entered": ("hexes",),
    "won": ("by", "lost", "laid"),
    "left the map": ("units", "by"),
    "scored at the end": ("place",),
    "never cut": (),
    "stayed": ("hexes", "first", "last"),
    "bridges stood": ("times",),
}
"""By condition the keys that it may have; all but those of `won` it must have."""


class Achievement(NamedTuple):
    """Something to have done in a game."""

    name: str
    line: str
    """What is said of it."""
    side: str
    """The name of the side that can have it; empty for either."""
    when: str
    """Its condition, one of `CONDITIONS`."""
    lists: Mapping[str, Sequence[str]]
    """Hexes by number and units by id, under `TEXTS`."""
    place: str
    numbers: Mapping[str, int]
    """Numbers, under `NUMBERS`; one that the file does not have is left out."""


def read_achievements(table: TomlTable, sides: Sequence[str]) -> Sequence[Achievement]:
    """Those of a table `[briefing]`; faults are noted."""
    found = [_read(each, sides) for each in table.tables("achievement")]
    if len(found) > MOST:
        table.fault("achievement", f"has more than {MOST} items")
    names = [each.name for each in found]
    if len({*names}) < len(names):
        table.fault("achievement", "has a name twice")
    return found


def _read(table: TomlTable, sides: Sequence[str]) -> Achievement:
    name, line, side = table.text("name", longest=40), table.text("line", longest=LINE), table.choice("side", sides)
    when = table.choice("when", tuple(CONDITIONS))
    keys = CONDITIONS.get(when, ())
    lists = {key: table.texts(key) for key in TEXTS if key in keys}
    place = table.text("place") if "place" in keys else ""
    numbers = {
        key: table.number(key, low=0, high=99) for key in NUMBERS if key in keys and (when != "won" or table.has(key))
    }
    table.finish()
    return Achievement(name, line, side, when, lists, place, numbers)


def check_achievements(top: TomlTable, scenario: Scenario) -> None:
    """Note a fault for each hex and unit that the scenario does not have."""
    for each in _of_scenario(top.data, scenario):
        for number in each.lists.get("hexes", ()):
            if number not in scenario.board.grid.numbers:
                top.faults.add("[briefing]", "achievement", f"{each.name!r} names {number}, which is no hex")
        for unit in each.lists.get("units", ()):
            if unit.lower() not in scenario.by_id:
                top.faults.add("[briefing]", "achievement", f"{each.name!r} names {unit}, which is no unit here")


def achievements_of(scenario: Scenario) -> Sequence[Achievement]:
    """The achievements that a scenario's file has; none if it has no briefing."""
    if not isinstance(scenario, LoadedScenario) or scenario.texts is None:
        return ()
    if "\n[[briefing.achievement]]\n" not in scenario.texts.scenario.text:
        return ()
    return _of_scenario(parse(scenario.texts.scenario, Faults(scenario.key)).data, scenario)


def _of_scenario(data: Mapping[str, object], scenario: Scenario) -> Sequence[Achievement]:
    table = TomlTable(dict(data), "", Faults("")).table("briefing")
    return () if table is None else read_achievements(table, [side.name for side in scenario.sides])
