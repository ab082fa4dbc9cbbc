"""Reads a battle's numbers from a scenario: its `[victory]` table, required sides and areas."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import lower


class ScenarioDataError(ValueError):
    """A scenario's `[victory]` table is not what its rules need; `key` says where."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


class ScenarioData:
    """A scenario for rules to read. Every reader raises `ScenarioDataError` for an unusable value."""

    name = "Standard Rules"
    victory_keys: tuple[str, ...] = ()
    """The keys that `[victory]` may hold."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        for key in scenario.victory:
            if key not in self.victory_keys:
                known = ", ".join(self.victory_keys) or "none"
                raise ScenarioDataError(key, f"{self.name} have no such key; they know: {known}")

    def _hexes(self, key: str) -> tuple[int, ...]:
        """A list of hexes by their printed numbers; none if left out."""
        return tuple(self._read_each(key, self.scenario.board.hex))

    def _hex(self, key: str, number: str) -> int:
        """A hex by its printed number."""
        try:
            return self.scenario.board.hex(number)
        except ValueError as error:
            raise ScenarioDataError(key, str(error)) from None

    def _words(self, key: str) -> list[str]:
        """A list of strings; none if left out."""
        words = self.scenario.victory.get(key, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ScenarioDataError(key, "must be a list of strings")
        return words

    def _choice(self, key: str, words: Sequence[str]) -> str:
        """One of the words; the first if left out."""
        word = self.scenario.victory.get(key, words[0])
        if not isinstance(word, str) or word not in words:
            raise ScenarioDataError(key, f"must be one of {', '.join(words)}")
        return word

    def _units(self, key: str) -> tuple[int, ...]:
        """A list of units by their ids, in either case; none if left out."""

        def find(unit_id: str) -> int:
            if lower(unit_id) not in self.scenario.by_id:
                raise ValueError(f"there is no unit {unit_id!r} in this scenario")
            return self.scenario.by_id[lower(unit_id)]

        return tuple(self._read_each(key, find))

    def _read_each(self, key: str, read: Callable[[str], int]) -> Iterator[int]:
        for word in self._words(key):
            try:
                yield read(word)
            except ValueError as error:
                raise ScenarioDataError(key, str(error)) from None

    def _number(self, key: str, default: int) -> int:
        """A whole number, 0 or more."""
        value = self.scenario.victory.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ScenarioDataError(key, "must be a whole number, 0 or more")
        return value

    def _places(self, key: str) -> tuple[tuple[str, tuple[int, ...], int], ...]:
        """A table of the board's places with their points, as name, hexes, points."""
        table = self.scenario.victory.get(key, {})
        if not isinstance(table, Mapping):
            raise ScenarioDataError(key, f"must be a table of places and points: [victory.{key}]")
        known = {place.name: place.hexes for place in self.scenario.board.places}
        found = []
        for name, points in table.items():
            if name not in known:
                raise ScenarioDataError(key, f"the board has no place called {name!r}")
            if not isinstance(points, int) or isinstance(points, bool) or points < 0:
                raise ScenarioDataError(key, f"{name}: points must be a whole number, 0 or more")
            found.append((name, known[name], points))
        return tuple(found)

    def _turns(self, key: str) -> tuple[int, ...]:
        """A list of Game-Turns; none if left out."""
        turns = self.scenario.victory.get(key, [])
        if not isinstance(turns, list) or not all(type(turn) is int and turn > 0 for turn in turns):
            raise ScenarioDataError(key, "must be a list of Game-Turns, whole numbers from 1 on")
        return tuple(turns)

    def _area(self, name: str) -> frozenset[int]:
        """The hexes of an area that the board must name."""
        found = self.scenario.board.areas.get(name)
        if found is None:
            raise ScenarioDataError("board", f"{self.name} need an area called {name!r} on the board")
        return frozenset(found)

    def _side(self, name: str) -> int:
        """The side of that name, 0 or 1."""
        names = [side.name for side in self.scenario.sides]
        if name not in names:
            raise ScenarioDataError("sides", f"{self.name} need a side called {name!r}")
        return names.index(name)
