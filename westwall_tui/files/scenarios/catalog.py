"""Scenarios: shipped ones by key, and the player's own by path."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.units import lower
from westwall_tui.engine.words import listed
from westwall_tui.files.disk.folders import battles, find_part, shipped_root
from westwall_tui.files.disk.reach import is_file
from westwall_tui.files.faults import FileError, likely, refuse
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.files.tables import TomlTable, header, parse, read

if TYPE_CHECKING:
    from westwall_tui.engine.board import Board
    from westwall_tui.engine.scenario import Scenario
    from westwall_tui.files.scenarios.overview import Overview
    from westwall_tui.files.scenarios.random_battles import RandomBattle

FAMOUS = "hurtgen/historical"
"""The scenario that the title shows if there is no game to continue. All its units begin on the map."""
QUICK = "quick"
"""The folder of the quick battles, which take less than an hour and use parts of the battles' boards."""
LENGTHS = ("Under an hour", "An evening", "A campaign")
"""The lengths by which scenarios are grouped: quick battles, scenarios of up to `EVENING` minutes, and longer ones."""
EVENING = 4 * 60
NOT_SCENARIOS = ("board", "units", "computer", "par")
"""The stems of the files in a battle's folder that are not scenarios."""


def is_quick(key: str) -> bool:
    """Return True if a scenario's key is that of a quick battle."""
    return key.startswith(f"{QUICK}/")


class Shipped(NamedTuple):
    """An entry in a list of shipped scenarios."""

    battle: str
    key: str
    name: str
    about: tuple[str, ...]

    @property
    def is_quick(self) -> bool:
        """True if the scenario is a quick battle."""
        return is_quick(self.key)

    @property
    def title(self) -> str:
        """The battle and the name, as saves have them."""
        return f"{self.battle}: {self.name}" if self.battle else self.name

    @property
    def word(self) -> str:
        """The name to type: for a quick battle the last word of its key, and for any other scenario the whole key."""
        return self.key.rpartition("/")[2] if self.is_quick else self.key


def shipped() -> list[Shipped]:
    """Return the shipped scenarios by battle. Short ones come first, then those without a set-up."""
    return [entry for entry, _ in _read_shipped()]


def _read_shipped() -> list[tuple[Shipped, TomlTable]]:
    """Return the shipped scenarios in the order of `shipped`, with their files' tables."""
    from westwall_tui.files.scenarios.reader import ABOUT_LENGTH

    found = []
    for key, path in _shipped_files().items():
        try:
            top = parse(read(path))
        except FileError:
            continue
        length = top.number("last_turn") - top.number("first_turn")
        entry = Shipped(top.text("battle", ""), key, top.text("name"), tuple(top.texts("about", longest=ABOUT_LENGTH)))
        found.append(((path.parent.name, length, bool(top.data.get("setup")), entry), top))
    return [(entry, top) for (*_, entry), top in sorted(found, key=itemgetter(0))]


class ListedScenario(NamedTuple):
    """A shipped scenario with the details that the new-game page shows."""

    shipped: Shipped
    turns: int
    last_turn: int
    sides: tuple[str, str]
    units: tuple[int, int]
    """The number of each side's units in the whole game."""
    overview: "Overview | None"

    @property
    def is_quick(self) -> bool:
        """True if the scenario is a quick battle."""
        return self.shipped.is_quick

    @property
    def length(self) -> str:
        """The length of the scenario, one of `LENGTHS`."""
        quick, evening, campaign = LENGTHS
        if self.is_quick:
            return quick
        return evening if self.overview is None or self.overview.minutes <= EVENING else campaign


@lru_cache(maxsize=1)
def all_scenarios() -> Sequence[ListedScenario]:
    """Return the shipped scenarios by length, short ones first.

    Scenarios of one length are grouped by battle. The battle with a good first scenario comes first, and the others
    follow by level. The scenarios of a battle are in the same order.
    """
    from westwall_tui.files.scenarios.overview import HIGHEST_LEVEL, read_overview

    found = []
    for entry, top in _read_shipped():
        first, second = (table.text("name") for table in top.tables("sides"))
        sides = first, second
        last = top.number("last_turn")
        turns = last - top.number("first_turn") + 1
        count = Counter(_sides_of_units(top))
        units = count[first], count[second]
        found.append(ListedScenario(entry, turns, last, sides, units, read_overview(top, sides)))

    def rank(each: ListedScenario) -> tuple[bool, int]:
        """Return the sort key of a scenario: good first scenarios, then the easiest."""
        return (not each.overview.first, each.overview.level) if each.overview is not None else (True, HIGHEST_LEVEL)

    def place(each: ListedScenario) -> tuple[object, ...]:
        same = [one for one in found if (one.length, one.shipped.battle) == (each.length, each.shipped.battle)]
        return LENGTHS.index(each.length), min(map(rank, same)), each.shipped.battle, rank(each)

    return sorted(found, key=place)


def fair_terms(scenario: "Scenario") -> str:
    """Return a sentence about the points that make a scenario even; empty if nobody has measured them."""
    for entry in all_scenarios():
        if entry.shipped.key == scenario.key and entry.overview is not None:
            return entry.overview.fair
    return ""


def first_battle() -> Shipped:
    """Return the quick battle that is best for a first game."""
    return all_scenarios()[0].shipped


def _sides_of_units(top: TomlTable) -> Iterator[str]:
    """Yield the side of each unit of a scenario."""
    for kind in ("setup", "reinforcements", "landings"):
        for table in top.tables(kind, "side"):
            yield from [table.text("side")] * len(table.texts("units"))
    placed = {table.text("unit") for table in top.tables("place", "unit")}
    if placed:
        units = parse(read(find_part(top.text("units"), "units", None)))
        for table in units.tables("units", "designation"):
            if table.text("id", table.text("designation")) in placed:
                yield table.text("side")


def _shipped_files() -> Mapping[str, Path]:
    """Return the shipped scenario files by key: those in battles' folders, which have a board, without puzzles."""
    return _files_in(shipped_root())


@lru_cache(maxsize=2)
def _files_in(root: Path) -> Mapping[str, Path]:
    """Return the scenario files of a folder; read once, because they do not change while the program runs."""
    folders = [root / battle for battle in (*battles(), QUICK)]
    paths = (path for folder in folders for path in sorted(folder.glob("*.toml")) if path.stem not in NOT_SCENARIOS)
    return {f"{path.parent.name}/{path.stem}": path for path in paths}


@lru_cache(maxsize=16)
def shared_scenario(key_or_path: str) -> LoadedScenario:
    """Load a scenario as `load_scenario` does, but once per process, for programs that play many games.

    The games share the board and everything computed from it, which is most of their memory. Raises `FileError`.
    """
    return load_scenario(key_or_path)


def load_scenario(key_or_path: str | Path) -> LoadedScenario:
    """Load a scenario by its key (`bastogne/spearhead`) or by the path of its file. Raises `FileError`.

    A random battle has a key such as `random/7-2-d3`, or `random/7` if it is one of the shipped list.
    """
    if (battle := _random_battle(key_or_path)) is not None:
        from westwall_tui.files.scenarios.random_battles import random_texts

        return scenario_of(random_texts(battle), str(battle))
    path, key = _find_scenario(key_or_path)
    scenario = read(path, f"{key}.toml" if key else str(key_or_path))
    parts = []
    # If someone names a board by mistake, report that instead of faults in its drawing.
    top = parse(scenario)
    if top.has("kind"):
        header(top, "scenario")
        top.faults.found.clear()  # build_scenario finds them again
    for what in ("board", "units"):
        name = top.text(what)
        try:
            part = find_part(name, what, path.parent) if name else None
            parts.append(read(part, _name_in_faults(part, path, key_or_path)) if part else None)
        except ValueError as error:
            top.fault(what, str(error))
        except FileError as error:
            top.faults.found += [
                fault._replace(reason=f"{fault.reason} (named by {what} in {scenario.file})") for fault in error.faults
            ]
    top.faults.check()
    board, units = parts
    assert board is not None
    assert units is not None
    return scenario_of(Texts(scenario, board, units), key or path.stem, shipped=bool(key))


def find_ground(name: str) -> tuple["Board", Sequence[LoadedScenario]]:
    """Return a board and the scenarios on it. The name is that of a battle, a board file, or a scenario.

    For a scenario, the board is the part of the sheet that the scenario plays on. Raises `FileError`.
    """
    from westwall_tui.files.scenarios.boards import find_board

    if lower(name) not in battles() and (shipped_key(name) or _is_scenario_file(name)):
        scenario = load_scenario(name)
        return scenario.board, [scenario]
    battle = [load_scenario(entry.key) for entry in shipped() if entry.key.partition("/")[0] == lower(name)]
    return find_board(name), battle


def _is_scenario_file(name: str) -> bool:
    """Return True if a name is the path of a file whose kind is scenario."""
    path = Path(name)
    return is_file(path) and parse(read(path, name)).data.get("kind") == "scenario"


def _random_battle(key_or_path: str | Path) -> "RandomBattle | None":
    """Return the random battle of a key; None for another key. Raise `FileError` for a seed without its sector."""
    if not isinstance(key_or_path, str) or not lower(key_or_path).startswith("random"):
        return None
    from westwall_tui.files.scenarios.random_battles import battle_named, seed_named

    battle, seed = battle_named(key_or_path), seed_named(key_or_path)
    if battle is None and seed is not None:
        refuse(key_or_path, f"isn't in the shipped list; westwall play random --seed {seed} finds its full name")
    return battle


def scenario_of(texts: Texts, key: str, *, shipped: bool = False, begun: bool = False) -> LoadedScenario:
    """Build the scenario of three texts; see `build_scenario` for `begun`. Raises `FileError`."""
    from westwall_tui.files.scenarios.reader import build_scenario  # lists do without the reader

    return build_scenario(texts, key, shipped=shipped, begun=begun)


def shipped_key(word: str) -> str:
    """Return the key of the one shipped scenario with this key or key ending; empty if there is none or several."""
    keys = [key for key in _shipped_files() if lower(word) in (key, key.rpartition("/")[2])]
    return keys[0] if len(keys) == 1 else ""


def shipped_file(word: str) -> Path | None:
    """Return the file of the one shipped scenario with this key or key ending; None if there is none or several."""
    return _shipped_files().get(shipped_key(word))


def _name_in_faults(part: Path, scenario: Path, given: str | Path) -> str:
    """Return the name of a board or units file for fault messages, in the same form as the path of its scenario."""
    return str(Path(given).parent / part.name) if part.parent == scenario.parent else f"{part.parent.name}/{part.name}"


def _ambiguous_words(entry: Shipped) -> Sequence[str]:
    """Return words that fit several scenarios, this one among them: its folder, its battle, and the end of its key."""
    return (*entry.key.split("/"), lower(entry.battle.partition(" ")[0]))


def _find_scenario(key_or_path: str | Path) -> tuple[Path, str]:
    """Return a scenario's file, and its key if it is shipped. Raises `TypeError` for other types."""
    if not isinstance(key_or_path, str | PathLike):
        raise TypeError(
            f"name a scenario by its key, such as 'bastogne/spearhead', or by its file, not {key_or_path!r}"
        )
    words = str(key_or_path)
    if isinstance(key_or_path, str) and not words.endswith(".toml"):
        if key := shipped_key(words):
            return _shipped_files()[key], key
        if not is_file(Path(words)):
            found = [each.shipped for each in all_scenarios()]
            if several := [entry.word for entry in found if lower(words) in _ambiguous_words(entry)]:
                refuse(words, f"is short for several scenarios; name one: {listed(several, joined='or')}")
            meant = likely(words, [word for entry in found for word in (entry.word, entry.key.rpartition("/")[2])])
            names = ", ".join(entry.word for entry in found)
            refuse(words, f"is neither a file nor a scenario that comes with the game{meant}: {names}")
    return Path(key_or_path), ""
