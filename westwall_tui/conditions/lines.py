"""The lines of a table of conditions, and their reader."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.engine.board import Board
from westwall_tui.engine.scenario import Scenario
from westwall_tui.engine.terrain import TERRAIN_KEY, Hexside, Terrain
from westwall_tui.engine.units import lower
from westwall_tui.engine.words import listed
from westwall_tui.files.faults import brief, likely

OFF = "off"
"""The first line of a table that decides nothing for the time being."""
FORMS = ("fire", "retreat", "advance", "demolish")
"""The first words of lines."""
FAR = 99
"""A differential, above or below 0, that no combat reaches."""


class ConditionFault(ValueError):
    """Raised for a line that isn't a condition. The text says what is wrong and what to do."""

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.at = at
        """The position in the line, from 0, where the fault is."""


# -- the lines of a table


class Place(NamedTuple):
    """Hexes that a line names."""

    kind: str
    """One of `hex`, `place` (a name on the map) and `terrain`."""
    word: str
    """The hex's number, the place's name, or the terrain's name in lower case."""
    hexes: frozenset[int]
    reach: int = 0
    """The distance from the hex or the place up to which hexes belong to it."""


class Who(NamedTuple):
    """The friendly units that a line is about: all of them, or those named, and those in some places."""

    all: bool = True
    units: tuple[int, ...] = ()
    formations: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    members: frozenset[int] = frozenset()
    """The units of the formations."""

    def holds(self, unit: int, h: int) -> bool:
        """Return True if the line is about a unit in a hex."""
        by_name = self.all or unit in self.units or unit in self.members
        return by_name or any(h in place.hexes for place in self.places)


class Fire(NamedTuple):
    """Final Protective Fire and Ground Support against some attacks (8.4, 9.0)."""

    guns: tuple[int, ...] | None
    """Artillery units in the order in which they are used; None for all, the strongest first."""
    who: Who = Who()
    low: int = -FAR
    """The lowest differential before the fire."""
    high: int = FAR
    """The highest differential before the fire."""
    to: int | None = None
    """The differential that the fire has to reach, or else a later line decides; None for the best column."""
    support: int = 0
    """Maximum number of Ground Support Points."""


class Wish(NamedTuple):
    """A wish for a retreat: `toward` or `prefer` some places, `cover`, `away` or `stay`."""

    word: str
    places: tuple[Place, ...] = ()


class Retreating(NamedTuple):
    """Wishes for retreats and displacements, the most important first (7.7, 7.8)."""

    who: Who
    wishes: tuple[Wish, ...]
    never: tuple[Place, ...] = ()
    """Places that the units enter only if there is no other way."""


class Advancing(NamedTuple):
    """Advances after a combat (7.9)."""

    who: Who
    none: bool = False
    """True if the units stay where they are."""
    into: tuple[Place, ...] = ()
    """The only places to which the units advance, the best first; any hex if it is empty."""


class Blowing(NamedTuple):
    """The answer for wired bridges."""

    attempt: bool
    bridges: tuple[tuple[int, int], ...] = ()
    """The bridges, by the hexes at their ends, the lower number first; all bridges if it is empty."""


Condition = Fire | Retreating | Advancing | Blowing


def is_on(lines: Sequence[str]) -> bool:
    """Return True if a table has lines and is not switched off."""
    return bool(lines) and lines[0].strip() != OFF


def without_switch(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a table, whose numbers begin with 1, whether it is on or off."""
    return tuple(lines[1:] if lines and not is_on(lines) else lines)


def switched(lines: Sequence[str], *, on: bool) -> tuple[str, ...]:
    """Return a table that is on or off."""
    return without_switch(lines) if on else (OFF, *without_switch(lines))


def with_lines(table: Sequence[str], lines: Sequence[str]) -> tuple[str, ...]:
    """Return a table with other lines, which stays on or off. A table that had no lines is on."""
    return switched(lines, on=is_on(table) or not without_switch(table))


# -- reading a line


class _Word(NamedTuple):
    text: str
    at: int


def _quoted(word: _Word) -> str:
    return repr(brief(word.text, 40))


@lru_cache(maxsize=200)  # the page of conditions reads all lines at every key
def parse(line: str, scenario: Scenario, side: int) -> Condition:
    """Read a side's line, in upper or lower case. Raises `ConditionFault`."""
    return _Reader(line, scenario, side).condition()


class _Reader:
    """The words of a line, and the scenario in which they have a meaning."""

    def __init__(self, line: str, scenario: Scenario, side: int) -> None:
        self.line, self.scenario, self.side = line, scenario, side
        self.board = scenario.board
        self.words = [_Word(found.group(), found.start()) for found in re.finditer(r"[^\s,]+", line)]

    def condition(self) -> Condition:
        """Read the line."""
        if not self.words:
            raise ConditionFault(f"write a line that begins with {listed(FORMS, joined='or')}", 0)
        first, *rest = self.words
        match lower(first.text):
            case "fire":
                return self._fire(rest)
            case "retreat":
                return self._retreat(rest)
            case "advance":
                return self._advance(rest)
            case "demolish":
                return self._demolish(rest)
            case other:
                near = likely(other, FORMS)
                reason = f"{_quoted(first)} isn't the beginning of a condition{near}; begin with "
                raise ConditionFault(reason + listed(FORMS, joined="or"), first.at)

    def _clauses(self, words: Iterable[_Word], keys: Collection[str]) -> list[tuple[_Word, list[_Word]]]:
        """Divide words into the part before the first key, and each key with the words after it."""
        found: list[tuple[_Word, list[_Word]]] = [(_Word("", len(self.line)), [])]
        for word in words:
            if lower(word.text) in keys:
                found.append((_Word(lower(word.text), word.at), []))
            else:
                found[-1][1].append(word)
        return found

    def _once(self, words: Iterable[_Word], keys: Collection[str]) -> dict[str, list[_Word]]:
        """Divide words as `_clauses` does. Raises `ConditionFault` for a key that is repeated or stands at the end."""
        found: dict[str, list[_Word]] = {}
        for key, rest in self._clauses(words, keys):
            if key.text in found:
                raise ConditionFault(f"'{key.text}' comes twice; keep one of them", key.at)
            if key.text and not rest:
                raise ConditionFault(f"nothing comes after '{key.text}'; {AFTER[key.text]}", key.at)
            found[key.text] = rest
        return found

    # -- the four forms

    def _fire(self, words: Sequence[_Word]) -> Fire:
        clauses = self._once(words, ("for", "at", "to", "support"))
        guns, support = clauses[""], self._number(clauses.get("support"), 0, 99)
        if not guns and not support:
            at = words[0].at if words else len(self.line)
            raise ConditionFault("say which artillery fires: all, none, or units such as 2/7 8/7", at)
        low, high = self._range(clauses.get("at", []))
        to = self._number(clauses.get("to"), -FAR, FAR) if "to" in clauses else None
        who = self._who(clauses["for"]) if "for" in clauses else Who()
        return Fire(self._guns(guns), who, low, high, to, support)

    def _guns(self, words: Sequence[_Word]) -> tuple[int, ...] | None:
        if _is(words, "all"):
            return None
        if _is(words, "none"):
            return ()
        return tuple(dict.fromkeys(map(self._gun, words)))

    def _gun(self, word: _Word) -> int:
        units = self.scenario.units
        unit = self.scenario.by_id.get(lower(word.text), -1)
        if unit >= 0 and units[unit].side == self.side and units[unit].is_artillery:
            return unit
        guns = [gun.id for gun in units if gun.side == self.side and gun.is_artillery]
        if unit < 0:
            raise ConditionFault(f"you have no artillery unit {_quoted(word)}{likely(word.text, guns)}", word.at)
        if units[unit].side != self.side:
            raise ConditionFault(f"{units[unit].name} is your opponent's; name your own artillery", word.at)
        raise ConditionFault(f"{units[unit].name} isn't artillery, so it cannot fire; name artillery", word.at)

    def _retreat(self, words: Sequence[_Word]) -> Retreating:
        clauses = self._clauses(words, ("toward", "never", "prefer", "away", "stay"))
        who = self._who(clauses[0][1])
        never, wishes = list[Place](), list[Wish]()
        for key, rest in clauses[1:]:
            if key.text in ("away", "stay"):
                self._nothing(rest, key)
                wishes.append(Wish(key.text))
                continue
            if not rest:
                raise ConditionFault(f"nothing comes after '{key.text}'; {AFTER[key.text]}", key.at)
            if key.text == "never":
                never += self._places(rest)
            elif key.text == "toward":
                wishes.append(Wish("toward", self._places(rest)))
            else:
                wishes += self._preferences(rest)
        if not never and not wishes:
            reason = "say how they retreat: never HEX toward HEX prefer town cover away stay"
            raise ConditionFault(reason, len(self.line))
        return Retreating(who, tuple(wishes), tuple(never))

    def _preferences(self, words: Sequence[_Word]) -> Iterator[Wish]:
        """Read what comes after `prefer`: `cover` and places, each of which is a wish."""
        for key, rest in self._clauses(words, ("cover",)):
            if key.text:
                yield Wish("cover")
            yield from (Wish("prefer", (place,)) for place in (self._places(rest) if rest else ()))

    def _advance(self, words: Sequence[_Word]) -> Advancing:
        clauses = self._once(words, ("into", "for"))
        if _is(clauses[""], "none"):
            if "into" in clauses:
                raise ConditionFault("'none' goes nowhere; leave out either 'none' or 'into'", clauses["into"][0].at)
            return Advancing(self._who(clauses["for"]) if "for" in clauses else Who(), none=True)
        if "for" in clauses:
            raise ConditionFault("'for' comes only after 'advance none'; leave it out", clauses["for"][0].at)
        into = self._places(clauses["into"]) if "into" in clauses else ()
        return Advancing(self._who(clauses[""]), into=into)

    def _demolish(self, words: Sequence[_Word]) -> Blowing:
        if not words or lower(words[-1].text) not in ("yes", "no"):
            raise ConditionFault("end the line with yes or no, as in demolish all yes", len(self.line))
        *bridges, answer = words
        if not bridges:
            raise ConditionFault("say which bridge: all, or the hexes at its ends, such as 1007/1008", answer.at)
        attempt = lower(answer.text) == "yes"
        if _is(bridges, "all"):
            return Blowing(attempt, ())
        known = _bridges(self.board)
        return Blowing(attempt, tuple(self._bridge(word, known) for word in bridges))

    def _bridge(self, word: _Word, known: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
        found = known.get(word.text) or known.get("/".join(reversed(word.text.split("/"))))
        if found is None:
            near = likely(word.text, known)
            raise ConditionFault(f"there is no bridge {_quoted(word)}{near}; name the hexes at its ends", word.at)
        return found

    # -- units, places and numbers

    def _who(self, words: Sequence[_Word]) -> Who:
        if not words:
            raise ConditionFault("say for whom: all, units such as 52, hexes or places", len(self.line))
        if _is(words, "all"):
            return Who()
        own = [unit for unit in self.scenario.units if unit.side == self.side]
        units, formations, places, left = list[int](), list[str](), list[Place](), list(words)
        while left:
            unit, formation = self.scenario.by_id.get(lower(left[0].text), -1), self._formation(left[0])
            if unit >= 0 and self.scenario.units[unit].side == self.side:
                units.append(unit)
            elif unit >= 0 and left[0].text not in self.board.by_number:
                theirs = self.scenario.units[unit].name
                raise ConditionFault(f"{theirs} is your opponent's; name your own units", left[0].at)
            elif formation:
                formations.append(formation)
            else:
                places.append(self._next_place(left, [each.id for each in own]))
                continue
            del left[0]
        members = frozenset(self.scenario.unit(each.id) for each in own if each.formation in formations)
        return Who(False, tuple(dict.fromkeys(units)), tuple(formations), tuple(places), members)

    def _formation(self, word: _Word) -> str:
        """Return the formation that a word names, by its whole name or its first word; empty if there is none."""
        own = {unit.formation for unit in self.scenario.units if unit.side == self.side and unit.formation}
        return _only(own, _key(word.text), "-")

    def _places(self, words: Sequence[_Word]) -> tuple[Place, ...]:
        found, left = list[Place](), list(words)
        while left:
            found.append(self._next_place(left))
        return tuple(found)

    def _next_place(self, left: list[_Word], others: Sequence[str] = ()) -> Place:
        """Take a place off the beginning of some words.

        `others` are words that would also be right there, for the message about a wrong one.
        """
        word = left.pop(0)
        if not _is([word], "near"):
            return self._place(word, others)
        if len(left) < 2:
            raise ConditionFault("write a hex and a distance after 'near', such as near 2614 2", word.at)
        center, far = self._place(left.pop(0)), self._number([left.pop(0)], 1, 20)
        around = edge = center.hexes
        for _ in range(far):
            edge = frozenset(n for h in edge for n in self.board.grid.neighbors[h] if n >= 0) - around
            around |= edge
        return center._replace(hexes=around.intersection(self.board.playable), reach=far)

    def _place(self, word: _Word, others: Sequence[str] = ()) -> Place:
        text, board = lower(word.text), self.board
        if word.text in board.by_number and board.terrain[board.by_number[word.text]] is not Terrain.NONE:
            return Place("hex", word.text, frozenset((board.by_number[word.text],)))
        if text in TERRAINS:
            hexes = frozenset(h for h in board.playable if board.terrain[h] in TERRAINS[text])
            if not hexes:
                raise ConditionFault(f"this map has no {text}; name other terrain, a hex or a place", word.at)
            return Place("terrain", text, hexes)
        by_name = {place.name: place.hexes for place in board.places}
        if name := _only(by_name, _key(text)):
            return Place("place", name, frozenset(by_name[name]))
        known = [*others, *TERRAINS, *(_key(place.name) for place in board.places), *board.by_number]
        kind = "unit, hex or place" if others else "hex or place"
        raise ConditionFault(f"there is no {kind} {_quoted(word)}{likely(text, known)}", word.at)

    def _number(self, words: Sequence[_Word] | None, least: int, most: int) -> int:
        """Read the only one of some words as a number; None is 0."""
        if words is None:
            return 0
        self._nothing(words[1:], words[0])
        with suppress(ValueError):
            if words[0].text.isascii() and least <= (found := int(words[0].text)) <= most:
                return found
        raise ConditionFault(f"write a number from {least} to {most}, not {_quoted(words[0])}", words[0].at)

    def _range(self, words: Sequence[_Word]) -> tuple[int, int]:
        """Read differentials: `+2..+6`, `+2..`, `..+2` or `+2`."""
        if not words:
            return -FAR, FAR
        self._nothing(words[1:], words[0])
        at = words[0].at
        low, dots, high = words[0].text.partition("..")
        if not (low or high):
            raise ConditionFault("write differentials such as +2..+6, +2.. or ..+2", at)
        least = self._number([_Word(low, at)], -FAR, FAR) if low else -FAR
        most = self._number([_Word(high, at)], -FAR, FAR) if high else FAR if dots else least
        if least > most:
            raise ConditionFault(f"{low} is more than {high}; write the lower differential first", at)
        return least, most

    @staticmethod
    def _nothing(words: Sequence[_Word], after: _Word) -> None:
        """Raise `ConditionFault` if any words are left."""
        if words:
            reason = f"{_quoted(words[0])} cannot come after {_quoted(after)}; leave it out"
            raise ConditionFault(reason, words[0].at)


AFTER: Mapping[str, str] = {
    "for": "name all, units or hexes",
    "at": "write differentials such as +2..+6",
    "to": "write a differential such as +1",
    "support": "write a number of Ground Support Points",
    "toward": "name a hex or a place",
    "never": "name hexes or places",
    "prefer": "name cover, terrain such as town, or hexes",
    "into": "name hexes, places, or terrain such as town",
}
"""By word that needs something after it, the advice on that."""
TERRAINS: Mapping[str, frozenset[Terrain]] = {
    **{entry.name.lower(): frozenset((terrain,)) for terrain, entry in TERRAIN_KEY.items()},
    "town": frozenset((Terrain.TOWN, Terrain.CITY)),
}
"""Terrain by its word; a town is also a city."""


def _key(name: str) -> str:
    return name.casefold().replace(" ", "-").replace("_", "-")


def _only(names: Collection[str], key: str, end: str = "") -> str:
    """Return the name with this key, or the only one that begins with the key and `end`; empty if there is none."""
    meant = [name for name in names if _key(name) == key]
    meant = meant or [name for name in names if _key(name).startswith(key + end)]
    return meant[0] if len(meant) == 1 else ""


def _is(words: Sequence[_Word], text: str) -> bool:
    """Return True for this word alone. Raises `ConditionFault` if it comes with others."""
    found = next((word for word in words if lower(word.text) == text), None)
    if found is not None and len(words) > 1:
        raise ConditionFault(f"{text!r} stands alone; leave it out, or leave out the words beside it", found.at)
    return found is not None


def _bridges(board: Board) -> dict[str, tuple[int, int]]:
    """Return the hexsides with a bridge, the lower hex first, by the numbers of their hexes: `1007/1008`."""
    pairs = [(a, b) for a in board.playable for b in board.grid.neighbors[a] if a < b]
    found = [pair for pair in pairs if board.hexside(*pair) & Hexside.BRIDGE]
    return {f"{board.number(a)}/{board.number(b)}": (a, b) for a, b in found}
