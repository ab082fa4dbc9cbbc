"""Two overlays, as texts and marks: Lines of Communication, and the front that a side may name."""

from collections.abc import Mapping, Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.ui.map.hexes.marks import GAP
from westwall_tui.words.rows import Row, row, text_rows

WIDTH = 24
"""The width of the side panel."""
HAS, LACKS = ("c", "zone"), ("n", "obliged")
"""The signs of a unit or hex that has a Line of Communication, and of one that has none."""


class Communication:
    """The Lines of Communication in a position, of units and of places that score points."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.units = {supply.unit: supply for supply in queries.supplies(game)}
        self.places = queries.objectives(game) if queries.needs_lines(game) else []

    def __bool__(self) -> bool:
        return queries.needs_lines(self.game)

    # -- on the map

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return marks by hex: the Lines of Communication of units and places, and marks on those without one.

        The cursor changes no marks: drawing the line of each unit that it passes would double the bytes of a step.
        """
        location = self.game.state.location
        lines = [*(supply.line for supply in self.units.values()), *(place.line for place in self.places)]
        found = {at: HAS for line in lines for at in line}
        found |= {at: HAS if place.line else LACKS for place in self.places for at in place.hexes}
        found |= {location[u]: HAS if supply.line else LACKS for u, supply in self.units.items()}
        return found

    # -- in the side panel

    def panel(self, h: int) -> list[Row]:
        """Return lines about a hex.

        On a place they only say whether it has a Line of Communication, because the list says why.
        """
        rows: list[Row] = []
        for unit in queries.units_at(self.game, h):
            if unit in self.units:
                rows += _supply_rows(self.game, self.units[unit])
        for place in self.places:
            if h in place.hexes:
                has = "has LOC" if place.line else "no LOC"
                rows.append(row(f"{place.name}: {has}", "" if place.line else "obliged"))
        return rows

    def panel_after(self, unit: int, h: int) -> list[Row]:
        """Return rows about the changes to Lines of Communication if a unit moved to a hex."""
        change = queries.line_changes(self.game, unit, h)
        own = self.game.state.units[unit]
        rows = [row(f"with {own.name} here:", "bold")]
        if change.own is not None:
            rows += _supply_rows(self.game, change.own)
        for word, names, role in (("gain LOC", change.gained, ""), ("lose LOC", change.lost, "obliged")):
            others = [name for name in names if name != own.id]
            if others:
                rows += text_rows(f"{word}: {', '.join(others)}", WIDTH, role)[:4]
        if len(rows) == 1 or (change.own is not None and not set(change.gained + change.lost) - {own.id}):
            rows.append(row("others: no change"))
        return rows


def _supply_rows(game: Game, supply: queries.Supply) -> list[Row]:
    line = supply.line
    if line:
        steps = len(line) - 1
        return [row(f"LOC to {game.state.number(line[-1])}, {steps} hex{'es' if steps != 1 else ''}")]
    return text_rows(f"no LOC: {supply.why}", WIDTH, "obliged")


# -- the front that a side may name at the end of its Player-Turn, with its cost


HELD = "F", "zone"
LOST = "L", "obliged"
"""The mark of a unit beyond the front, which would be lost."""


class FrontView:
    """A front on the map and in words. The front is None if the side cannot hold one."""

    def __init__(self, game: Game, front: queries.Front | None) -> None:
        self.front = front
        self._state = game.state
        self._points = {} if front is None else dict(zip((*front.gaps, *front.lost), front.points, strict=True))

    def marks(self) -> Mapping[int, tuple[str, str]]:
        """Return marks on the front's hexes, on its gaps, and on the units that would be lost."""
        if self.front is None:
            return {}
        found = dict.fromkeys(self.front.hexes, HELD) | dict.fromkeys(self.front.gaps, GAP)
        return found | dict.fromkeys(self.front.lost, LOST)

    def panel(self, h: int) -> Sequence[Row]:
        """Return rows about the front in a hex."""
        sign, points = self.marks().get(h), self._points.get(h, 0)
        words = {HELD: "front: held", GAP: f"front: a gap, {points} points", LOST: f"beyond the front: {points} lost"}
        return () if sign is None else (row(words[sign], "bold"),)

    def summary(self) -> str:
        """Return the cost of the front in one line: `2 gaps, 13 units lost, 49 points`."""
        front = self.front
        if front is None:
            return "There is no front to hold yet"
        if not front.cost:
            return "The front is unbroken"
        gaps = _count_in_words(len(front.gaps), "gap") if front.gaps else ""
        lost = f"{_count_in_words(len(front.lost), 'unit')} lost" if front.lost else ""
        return ", ".join(part for part in (gaps, lost, _count_in_words(front.cost, "point")) if part)

    def prices(self, width: int) -> Sequence[Row]:
        """Return the cost of each gap and each lost unit, as rows of at most `width` characters."""
        front, state = self.front, self._state
        if front is None:
            return ()
        gaps = ", ".join(f"{state.number(h)} {self._points[h]}" for h in front.gaps)
        lost = ", ".join(f"{state.units[state.at[h]].name} {self._points[h]}" for h in front.lost)
        rows: list[Row] = []
        for head, listed in (("Gaps:", gaps), ("Units lost:", lost)):
            if listed:
                rows += [row(head, "bold"), *text_rows(listed, width, indent=" ")]
        return rows


def _count_in_words(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
