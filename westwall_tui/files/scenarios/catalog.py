"""Scenarios: shipped ones and the player's own by key, and any other by path."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from westwall_tui.engine.units import lower
from westwall_tui.engine.words import listed
from westwall_tui.files.disk.folders import battles, find_part, shipped_root
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE, is_file, is_visible_file
from westwall_tui.files.faults import FileError, likely, refuse
from westwall_tui.files.scenarios.own import NAME_RULES, OWN, SCENARIO, is_battle_name, own_file, own_files
from westwall_tui.files.scenarios.packs import PACK, read_texts
from westwall_tui.files.scenarios.texts import LoadedScenario, Texts
from westwall_tui.files.tables import SourceFile, TomlTable, parse, read

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
YOURS = "Your battles"
"""The group of the player's own battles, in lists where it follows the lengths."""
EVENING = 4 * 60
NOT_SCENARIOS = ("board", "units", "computer", "par")
"""The stems of the files in a battle's folder that are not scenarios."""


def is_quick(key: str) -> bool:
    """Return True if a scenario's key is that of a quick battle."""
    return key.startswith(f"{QUICK}/")


class ScenarioEntry(NamedTuple):
    """An entry in a list of scenarios."""

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


def shipped() -> list[ScenarioEntry]:
    """Return the shipped scenarios by battle. Short ones come first, then those without a set-up."""
    return [_entry_of(key, top) for key, top in _read_shipped()]


def _read_shipped() -> list[tuple[str, TomlTable]]:
    """Return the keys of the shipped scenarios in the order of `shipped`, with their files' tables."""
    found = []
    for key, path in _shipped_files().items():
        try:
            top = parse(read(path))
        except FileError:
            continue
        length = top.number("last_turn") - top.number("first_turn")
        found.append(((path.parent.name, length, bool(top.data.get("setup")), _entry_of(key, top)), top))
    return [(entry.key, top) for (*_, entry), top in sorted(found, key=itemgetter(0))]


def _entry_of(key: str, top: TomlTable) -> ScenarioEntry:
    """Return the entry of a scenario file in a list, and note the file's faults."""
    from westwall_tui.files.scenarios.reader import ABOUT_LENGTH

    about = tuple(top.texts("about", required=False, longest=ABOUT_LENGTH))
    return ScenarioEntry(top.text("battle", ""), key, top.text("name"), about)


class ListedScenario(NamedTuple):
    """A scenario with the details that the new-game page shows."""

    entry: ScenarioEntry
    turns: int
    last_turn: int
    sides: tuple[str, str]
    units: tuple[int, int]
    """The number of each side's units in the whole game."""
    overview: "Overview | None"
    path: Path | None = None
    """The scenario file or pack of a battle of the player; None for a shipped scenario."""
    trouble: str = ""
    """The reason why the file cannot be used, as far as a list has read it, and how to see more; empty if it can be."""

    @property
    def is_quick(self) -> bool:
        """True if the scenario is a quick battle."""
        return self.entry.is_quick

    @property
    def may_be_short(self) -> bool:
        """True if the scenario is in a list that shows minutes: that of quick battles, or of the player's own."""
        return self.is_quick or self.path is not None

    @property
    def length(self) -> str:
        """The length of the scenario, one of `LENGTHS`; for a battle of the player, `YOURS`."""
        quick, evening, campaign = LENGTHS
        if self.path is not None:
            return YOURS
        if self.is_quick:
            return quick
        return evening if self.overview is None or self.overview.minutes <= EVENING else campaign


@lru_cache(maxsize=1)
def all_scenarios() -> Sequence[ListedScenario]:
    """Return the shipped scenarios by length, short ones first.

    Scenarios of one length are grouped by battle. The battle with a good first scenario comes first, and the others
    follow by level. The scenarios of a battle are in the same order.
    """
    from westwall_tui.files.scenarios.overview import HIGHEST_LEVEL

    found = [_listed_scenario(key, top, _shipped_units) for key, top in _read_shipped()]

    def rank(each: ListedScenario) -> tuple[bool, int]:
        """Return the sort key of a scenario: good first scenarios, then the easiest."""
        return (not each.overview.first, each.overview.level) if each.overview is not None else (True, HIGHEST_LEVEL)

    def place(each: ListedScenario) -> tuple[object, ...]:
        same = [one for one in found if (one.length, one.entry.battle) == (each.length, each.entry.battle)]
        return LENGTHS.index(each.length), min(map(rank, same)), each.entry.battle, rank(each)

    return sorted(found, key=place)


def own_battles() -> Sequence[ListedScenario]:
    """Return the battles in the player's folder of scenarios by name, and the faulty ones with their `trouble`.

    Each call reads the files, because the player may change them while the program runs. Raises `FileError` if the
    folder cannot be reached.
    """
    found = (_own_battle(name, path) for name, path in own_files().items())
    return [each for each in found if each is not None]


def _own_battle(name: str, path: Path) -> ListedScenario | None:
    """Return a battle of the player for a list; None for a file of another kind, such as a board."""
    key, shown = f"{OWN}/{name}", f"{name}/{path.name}" if path.name == SCENARIO else path.name
    trouble = ""
    try:
        if not is_battle_name(name):
            refuse(name, f"cannot be used: {NAME_RULES}")
        if path.name != SCENARIO and parse(read(path, shown, MAX_SAVE_SIZE)).data.get("kind") not in ("scenario", PACK):
            return None
        return listed_texts(key, read_texts(path, shown))._replace(path=path)
    except FileError as error:
        trouble = str(error.faults[0])
        if is_battle_name(name):
            trouble += f" (all faults: westwall check {key})"
    return ListedScenario(ScenarioEntry("", key, name, ()), 0, 0, ("", ""), (0, 0), None, path, trouble)


def listed_texts(key: str, texts: Texts) -> ListedScenario:
    """Return a scenario for a list, from its texts. Raises `FileError` for faults that a list notices."""
    top = parse(texts.scenario)
    found = _listed_scenario(key, top, lambda _: texts.units)
    top.faults.check()
    return found


def provided_scenario(key: str) -> ListedScenario:
    """Return a scenario that was provided, for a list. Raises `FileError` as `listed_texts` does."""
    return listed_texts(key, _provided[key])


def listed_scenarios() -> Sequence[ListedScenario]:
    """Return the shipped scenarios by length, and then the player's own battles, if their folder can be reached."""
    own: Sequence[ListedScenario] = ()
    with suppress(FileError):
        own = own_battles()
    return [*all_scenarios(), *own]


def fair_terms(scenario: "Scenario") -> str:
    """Return a sentence about the points that make a scenario even; empty if nobody has measured them."""
    overview = overview_of_scenario(scenario)
    return overview.fair if overview is not None else ""


def overview_of_scenario(scenario: "Scenario") -> "Overview | None":
    """Return the description of a scenario in lists; None if its file has none."""
    from westwall_tui.files.scenarios.overview import read_overview

    texts = scenario.texts if isinstance(scenario, LoadedScenario) else None
    return read_overview(parse(texts.scenario), [side.name for side in scenario.sides]) if texts is not None else None


def first_battle() -> ScenarioEntry:
    """Return the quick battle that is best for a first game."""
    return all_scenarios()[0].entry


def _listed_scenario(key: str, top: TomlTable, units: Callable[[TomlTable], SourceFile]) -> ListedScenario:
    """Return a scenario for a list, and note faults in its file. `units` reads its units, if they are needed."""
    from westwall_tui.files.scenarios.overview import read_overview

    first, second, *_ = *(table.text("name") for table in top.tables("sides")), "", ""
    sides = first, second
    last = top.number("last_turn")
    turns = last - top.number("first_turn") + 1
    count = Counter(_sides_of_units(top, units))
    return ListedScenario(
        _entry_of(key, top), turns, last, sides, (count[first], count[second]), read_overview(top, sides)
    )


def _shipped_units(top: TomlTable) -> SourceFile:
    """Return the units of the game's battle that a scenario names."""
    return read(find_part(top.text("units"), "units", None))


def _sides_of_units(top: TomlTable, units: Callable[[TomlTable], SourceFile]) -> Iterator[str]:
    """Yield the side of each unit of a scenario."""
    for kind in ("setup", "reinforcements", "landings"):
        for table in top.tables(kind, "side"):
            yield from [table.text("side")] * len(table.texts("units"))
    placed = {lower(table.text("unit")) for table in top.tables("place", "unit")}
    if placed:
        for table in parse(units(top)).tables("units", "designation"):
            if lower(table.text("id", table.text("designation", ""))) in placed:
                yield table.text("side")


def _shipped_files() -> Mapping[str, Path]:
    """Return the shipped scenario files by key: those in battles' folders, which have a board, without puzzles."""
    return _files_in(shipped_root())


@lru_cache(maxsize=2)
def _files_in(root: Path) -> Mapping[str, Path]:
    """Return the shipped scenario files; read once, because they do not change while the program runs."""
    folders = [root / battle for battle in (*battles(), QUICK)]
    paths = (path for folder in folders for path in sorted(folder.glob("*.toml")) if path.stem not in NOT_SCENARIOS)
    return {f"{path.parent.name}/{path.stem}": path for path in paths}


def shared_scenario(key_or_path: str) -> LoadedScenario:
    """Load a scenario as `load_scenario` does, but once per process, for programs that play many games.

    The games share the board and everything computed from it, which is most of their memory. Raises `FileError`.
    """
    return _load_once(key_or_path, last_change(key_or_path))


@lru_cache(maxsize=16)
def _load_once(key_or_path: str, _: int) -> LoadedScenario:
    return load_scenario(key_or_path)


def last_change(key_or_path: str) -> int:
    """Return a number that changes with the files of a scenario; 0 for one that comes with the game."""
    if is_provided(key_or_path) or shipped_key(key_or_path) or lower(key_or_path).startswith("random"):
        return 0
    path = own_file(key_or_path) or Path(key_or_path)
    with suppress(OSError, ValueError):
        beside = path.parent.glob("*.toml") if path.name == SCENARIO else (path,)
        return max(each.stat().st_mtime_ns for each in beside)
    return 0


_provided: dict[str, Texts] = {}
"""Texts of scenarios that this process has from elsewhere than files, by key."""


def provide(key: str, texts: Texts) -> None:
    """Let `load_scenario` find a scenario in these texts, for the rest of this process."""
    _provided[key] = texts


def is_provided(key: str) -> bool:
    """Return True if `provide` was called for a key."""
    return key in _provided


def load_scenario(key_or_path: str | Path) -> LoadedScenario:
    """Load a scenario by its key (`bastogne/spearhead`, `own/mills`) or by the path of its file. Raises `FileError`.

    The file may be a pack. A random battle has a key such as `random/7-2-d3`, or `random/7` if it is one of the shipped
    list.
    """
    if (battle := _random_battle(key_or_path)) is not None:
        from westwall_tui.files.scenarios.random_battles import random_texts

        return scenario_of(random_texts(battle), str(battle))
    if isinstance(key_or_path, str) and key_or_path in _provided:
        return scenario_of(_provided[key_or_path], key_or_path)
    path, key = _find_scenario(key_or_path)
    is_shipped = key in _shipped_files()
    texts = read_texts(path, f"{key}.toml" if is_shipped else str(path))
    return scenario_of(texts, key or path.stem, shipped=is_shipped)


def find_ground(name: str) -> tuple["Board", Sequence[LoadedScenario]]:
    """Return a board and the scenarios on it. The name is that of a battle, a board file, or a scenario.

    For a scenario, the board is the part of the sheet that the scenario plays on. Raises `FileError`.
    """
    from westwall_tui.files.scenarios.boards import find_board

    if lower(name) not in battles() and (shipped_key(name) or own_file(name) or _is_scenario_file(name)):
        scenario = load_scenario(name)
        return scenario.board, [scenario]
    battle = [load_scenario(entry.key) for entry in shipped() if entry.key.partition("/")[0] == lower(name)]
    return find_board(name), battle


def _is_scenario_file(name: str) -> bool:
    """Return True if a name is the path of a scenario file or a pack, or of a folder with a scenario file."""
    path = _in_folder(Path(name))
    return is_file(path) and parse(read(path, name, MAX_SAVE_SIZE)).data.get("kind") in ("scenario", PACK)


def _in_folder(path: Path) -> Path:
    """Return the scenario file of a folder that has one; any other path as it is."""
    return path / SCENARIO if is_visible_file(path / SCENARIO) else path


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


def scenario_file(word: str) -> Path | None:
    """Return the file of the one scenario with this key or key ending, or of the player's battle of that name.

    Return None if there is none or several.
    """
    return _shipped_files().get(shipped_key(word)) or own_file(word)


def _ambiguous_words(entry: ScenarioEntry) -> Sequence[str]:
    """Return words that fit several scenarios, this one among them: its folder, its battle, and the end of its key."""
    return (*entry.key.split("/"), lower(entry.battle.partition(" ")[0]))


def _find_scenario(key_or_path: str | Path) -> tuple[Path, str]:
    """Return a scenario's file, and its key if it has one. Raises `TypeError` for other types."""
    if not isinstance(key_or_path, str | PathLike):
        raise TypeError(
            f"name a scenario by its key, such as 'bastogne/spearhead', or by its file, not {key_or_path!r}"
        )
    words = str(key_or_path)
    if isinstance(key_or_path, str) and not words.endswith(".toml"):
        if key := shipped_key(words):
            return _shipped_files()[key], key
        if (own := own_file(words)) is not None:
            return own, f"{OWN}/{own.parent.name if own.name == SCENARIO else own.stem}"
        if not is_file(_in_folder(Path(words))):
            found = [each.entry for each in listed_scenarios() if not each.trouble]
            if several := [entry.word for entry in found if lower(words) in _ambiguous_words(entry)]:
                refuse(words, f"is short for several scenarios; name one: {listed(several, joined='or')}")
            meant = likely(words, [word for entry in found for word in (entry.word, entry.key.rpartition("/")[2])])
            names = ", ".join(entry.word for entry in found)
            refuse(words, f"is neither a file nor the name of a scenario{meant}: {names}")
    return _in_folder(Path(key_or_path)), ""
