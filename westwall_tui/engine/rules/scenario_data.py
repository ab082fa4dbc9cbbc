"""The reader of a battle's numbers in a scenario: the `[victory]` table, required sides and areas."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.units import Kind, lower
from westwall_tui.engine.words import listed

MOST_POINTS = 999
"""Maximum number of Victory Points for anything."""


class ScenarioDataError(ValueError):
    """A fault that makes a scenario unusable for its rules.

    `key` is a key of `[victory]`, or of the top of the file; `keys` are all keys concerned.
    """

    def __init__(self, key: str, reason: str, keys: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.key = key
        self.keys = keys or (key,)


class Doubt(NamedTuple):
    """An implausible value: the game can be played with it, but no author can have meant it."""

    key: str
    """The key of `[victory]`, or of the top of the file, that has the value."""
    reason: str
    needs: str = ""
    """Another key of `[victory]` that this key needs and that is missing; otherwise empty."""


class ScenarioData:
    """A scenario as a battle's rules read it. Every reader raises `ScenarioDataError` for an unusable value.

    Implausible values are `doubts`: a file with one is refused, but a game that has begun with it continues.
    """

    name = "the Standard Rules"
    victory_keys: tuple[str, ...] = ()
    """The keys that `[victory]` may hold."""
    has_landings = False
    """True if units may arrive by `[[landings]]`."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.doubts: list[Doubt] = []
        unknown = [key for key in scenario.victory if key not in self.victory_keys]
        if unknown:
            known = ", ".join(self.victory_keys) or "none"
            others = f", and neither is {listed(unknown[1:], joined='or')}" if unknown[1:] else ""
            reason = f"isn't a key of {self.name}{others}; the known keys are: {known}"
            raise ScenarioDataError(unknown[0], reason, unknown)
        if not self.has_landings and any(group.lands for group in scenario.reinforcements):
            reason = f"{self.name} have no landings; let units enter at the mapedge, by [[reinforcements]]"
            self._doubt("landings", reason)

    def _doubt(self, key: str, reason: str, needs: str = "") -> None:
        """Note an implausible value."""
        self.doubts.append(Doubt(key, reason, needs))

    def _check_needs(self, key: str, needed: str, why: str) -> None:
        """Note a doubt if a key of `[victory]` lacks another key that it needs."""
        if self.scenario.victory.get(key) and not self.scenario.victory.get(needed):
            self._doubt(key, f"needs {needed}, {why}", needed)

    def _check_list(self, key: str, words: Sequence[str], count: int | None = None) -> None:
        """Note a doubt if a list is empty, has an item twice, or does not have exactly `count` items."""
        if key not in self.scenario.victory:
            return
        if not words:
            self._doubt(key, "is empty; leave it out")
        elif count is not None and len(words) != count:
            self._doubt(key, f"must name exactly {count}, not {len(words)}")
        self._check_twice(key, words)

    def _check_twice(self, key: str, words: Sequence[str]) -> None:
        """Note a doubt for each word that is twice in a list."""
        for word, times in Counter(words).items():
            if times > 1:
                self._doubt(key, f"names {word} twice")

    def _hexes(
        self, key: str, *, on: Collection[int] | None = None, where: str = "", count: int | None = None
    ) -> tuple[int, ...]:
        """Return the hexes of a list of printed numbers; none if the key is missing.

        Note a doubt for a hex that no unit can enter, or that isn't one of `on`, which `where` describes.
        """
        found = tuple(self._read_each(key, self.scenario.board.hex))
        number = self.scenario.board.number
        self._check_list(key, [number(h) for h in found], count)
        for h in found:
            self._check_hex(key, h)
            if on is not None and h not in on:
                self._doubt(key, f"{number(h)} is not {where}")
        return found

    def _check_hex(self, key: str, h: int) -> None:
        """Note a doubt for a hex where no unit can be."""
        if h not in self.scenario.board.playable:
            self._doubt(key, f"no unit can be in {self.scenario.board.number(h)}")

    def _hex(self, key: str, number: str) -> int:
        """Return the hex with a printed number."""
        try:
            return self.scenario.board.hex(number)
        except ValueError as error:
            raise ScenarioDataError(key, str(error)) from None

    def _words(self, key: str) -> list[str]:
        """Return a list of strings; an empty one if the key is missing."""
        words = self.scenario.victory.get(key, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ScenarioDataError(key, "must be a list of strings")
        return words

    def _choice(self, key: str, words: Sequence[str]) -> str:
        """Return one of the allowed words; the first one if the key is missing."""
        word = self.scenario.victory.get(key, words[0])
        if not isinstance(word, str) or word not in words:
            raise ScenarioDataError(key, f"must be one of {', '.join(words)}")
        return word

    def _units(self, key: str, side: int, *, kind: Kind | None = None, count: int | None = None) -> tuple[int, ...]:
        """Return a side's units by their ids, ignoring case; none if the key is missing.

        All must be of `kind`, if given.
        """

        def find(unit_id: str) -> int:
            if lower(unit_id) not in self.scenario.by_id:
                raise ValueError(f"there is no unit {unit_id!r} in this scenario")
            return self.scenario.by_id[lower(unit_id)]

        found = tuple(self._read_each(key, find))
        counters = [self.scenario.units[unit] for unit in found]
        self._check_list(key, [counter.id for counter in counters], count)
        for counter in counters:
            if counter.side != side:
                sides = self.scenario.sides
                self._doubt(key, sides[side].refusal(counter.id, sides[counter.side]))
            elif kind not in (None, counter.kind):
                self._doubt(key, f"{counter.id} is {counter.kind}, not {kind}")
        return found

    def _read_each(self, key: str, read: Callable[[str], int]) -> Iterator[int]:
        for word in self._words(key):
            try:
                yield read(word)
            except ValueError as error:
                raise ScenarioDataError(key, str(error)) from None

    def _number(self, key: str, default: int, *, low: int = 0, high: int = MOST_POINTS) -> int:
        """Return a whole number, 0 or more; note a doubt outside plausible limits."""
        value = self.scenario.victory.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ScenarioDataError(key, "must be a whole number, 0 or more")
        if key in self.scenario.victory and not low <= value <= high:
            self._doubt(key, f"must be from {low} to {high}")
        return value

    def _places(self, key: str) -> tuple[tuple[str, tuple[int, ...], int], ...]:
        """Return a table of the board's places with their points, as name, hexes, points."""
        table = self.scenario.victory.get(key, {})
        if not isinstance(table, Mapping):
            raise ScenarioDataError(key, f"must be a table of places and points: [victory.{key}]")
        known = {place.name: place.hexes for place in self.scenario.board.places}
        many = Counter(place.name for place in self.scenario.board.places)
        found = []
        for name, points in table.items():
            if name not in known:
                raise ScenarioDataError(key, f"the board has no place called {name!r}")
            if not isinstance(points, int) or isinstance(points, bool) or points < 0:
                raise ScenarioDataError(key, f"{name}: points must be a whole number, 0 or more")
            if points > MOST_POINTS:
                self._doubt(key, f"{name}: points must be from 0 to {MOST_POINTS}")
            if many[name] > 1:
                self._doubt(key, f"the board has {many[name]} places called {name!r}")
            for h in known[name]:
                self._check_hex(key, h)
            found.append((name, known[name], points))
        if key in self.scenario.victory and not table:
            self._doubt(key, "is empty; leave it out")
        return tuple(found)

    def _turns(self, key: str, *, first: int, repeats: bool = False) -> tuple[int, ...]:
        """Return a list of Game-Turns from `first` to the last one; none if the key is missing."""
        turns = self.scenario.victory.get(key, [])
        if not isinstance(turns, list) or not all(type(turn) is int and turn > 0 for turn in turns):
            raise ScenarioDataError(key, "must be a list of Game-Turns, whole numbers from 1 on")
        self._check_list(key, [str(turn) for turn in ({*turns} if repeats else turns)])
        last = self.scenario.last_turn
        for turn in turns:
            if not first <= turn <= last:
                self._doubt(key, f"{turn} is not a Game-Turn from {first} to {last}")
        return tuple(turns)

    def _area(self, name: str) -> frozenset[int]:
        """Return the hexes of an area that the board must have."""
        found = self.scenario.board.areas.get(name)
        if not found:
            raise ScenarioDataError("board", f"{self.name} need an area called {name!r} on the board")
        return frozenset(found)

    def _side(self, name: str) -> int:
        """Return the side of that name, 0 or 1."""
        names = [side.name for side in self.scenario.sides]
        if name not in names:
            raise ScenarioDataError("sides", f"{self.name} need a side called {name!r}")
        return names.index(name)
