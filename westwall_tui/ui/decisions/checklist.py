"""Who takes part in a combat: a list of units to add and drop, and what to do when that is refused."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.planning import Limit
from westwall_tui.ui.gamescreen import Dialog, GameScreen
from westwall_tui.ui.terminal.rows import Row, Span, row
from westwall_tui.ui.words import odds as text

LEFT, RIGHT = 42, 25
"""Width of the list of units that may take part, and of the other side beside it."""
SHOWN = 5
"""Lines of the list on show, so that the fight stays in sight beside the box; it scrolls."""
LOOK_UP = (("back", "back"), ("help", "help"), ("tables", "tables"))
"""Keys that the footer shows after a combat dialog's own, if there is room."""


def text_of_dice(
    game: Game,
    defenders: Sequence[planning.Fate],
    attackers: Sequence[planning.Fate],
    results: Sequence[str],
    width: int,
    *,
    alone: bool,
) -> list[Row]:
    """Rows with what each roll would do here, and the ways out that the defenders have."""
    found = text.fill_lines(text.by_die(game, defenders, attackers, results, alone=alone), width)
    ways = wrap("; ".join(text.ways_out(game, fate) for fate in defenders), width)
    if len(ways) > 2:
        ways = [ways[0], f"{ways[1][: width - 4]} ..."]
    return [*(row(line, "bold") for line in found), *(row(line) for line in ways)]


class Participant(NamedTuple):
    """A line of a dialog's list: a unit that may take part, or with `unit` -1 the Ground Support."""

    unit: int
    kind: str
    """`unit`, `gun`, `also` (a further defender), `support`."""


class ChecklistDialog(Dialog):
    """A list of units to add and drop, with a cursor."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.chosen: set[int] = set()
        self.support = 0
        self.at = 0
        self._tallest = 0
        self._above = 0
        """Rows above the list."""

    def items(self) -> Sequence[Participant]:
        """The lines of the list."""
        raise NotImplementedError

    def does(self) -> Sequence[tuple[str, str]]:
        """The keys that decide, and what each does in a word or two. Enter is none of them: it adds or drops."""
        raise NotImplementedError

    def points_left(self) -> int:
        """Ground Support Points that may be used."""
        raise NotImplementedError

    def act(self, action: str) -> bool:
        if action in ("up", "down"):
            count = len(self.items())
            self.at = (self.at + (1 if action == "down" else -1)) % count if count else 0
        elif action in ("put", "confirm"):
            self._toggle()
        elif action in ("more", "less"):
            self.support = min(max(self.support + (1 if action == "more" else -1), 0), self.points_left())
        else:
            return False
        self.screen.refresh_dialog()
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        support = (("more", ""), ("less", "support")) if self.points_left() else ()
        return (("up", ""), ("down", "line"), ("confirm", "add/drop"), *support, *self.does(), *LOOK_UP)

    def _toggle(self) -> None:
        items = self.items()
        if not items:
            return
        item = items[self.at]
        if item.kind == "support":
            self.support = 0 if self.support else self.points_left()
        else:
            self.chosen ^= {item.unit}

    @property
    def _first_on_show(self) -> int:
        """The first line on show."""
        return max(0, min(self.at - SHOWN // 2, len(self.items()) - SHOWN))

    def pick(self, row: int) -> int:
        line = self._first_on_show + row - self._above
        if not (0 <= row - self._above < SHOWN and line < len(self.items())):
            return -1
        self.at = line
        self.screen.refresh_dialog()
        return line

    def _list_rows(self, right: Sequence[str]) -> list[Row]:
        """The list, scrolled to its cursor, with the other side on its right."""
        items = self.items()
        first = self._first_on_show
        lines = []
        for i in range(max(min(len(items), SHOWN), len(right))):
            at = first + i
            here = at < len(items) and i < SHOWN
            line = self._line_of(items[at]) if here else ""
            style = "text@here" if here and at == self.at else ""
            pointer = ">" if style else " "
            beside = f" | {right[i][:RIGHT]}" if i < len(right) else ""
            lines.append((*row(f"{pointer}{line}".ljust(LEFT), style), Span(beside)))
        return lines

    def _row_below_list(self, width: int) -> Row:
        """The line below the list: how many more lines it has than are on show, and the support if that is one."""
        items = self.items()
        hidden = [*items[: self._first_on_show], *items[self._first_on_show + SHOWN :]]
        more = f"-- {len(hidden)} more " if hidden else ""
        more += "".join(f"-- {self._line_of(item)} " for item in hidden if item.kind == "support")
        return row(more[:width].ljust(width, "-"))

    def _line_of(self, item: Participant) -> str:
        state, key = self.screen.game.state, self.screen.key
        if item.kind == "support":
            return f"[{self.support}] of {self.points_left()} Ground Support ({key('more')} {key('less')})"
        counter = state.units[item.unit]
        box = "[x]" if item.unit in self.chosen else "[ ]"
        number = state.number(state.location[item.unit])
        return f"{box} {counter.id:<7} {counter.strength!s:<11} {number} {self._contribution(item)}"

    def _contribution(self, item: Participant) -> str:
        raise NotImplementedError

    def _pad(self, rows: list[Row], keys: Row) -> list[Row]:
        """The rows with the keys at the bottom, and never fewer than before."""
        self._tallest = max(self._tallest, len(rows))
        return [*rows, *[row()] * (self._tallest - len(rows)), keys]


# -- what to do when an attack or fire is refused


REMEDIES: Mapping[str, str] = {
    "7.11": "Attack it too, or leave a unit to do so.",
    "7.12": "Add it.",
    "8.31": "Add it.",
    "8.13": "Add a ground unit, or attack just one enemy.",
    "7.0": "Add a unit.",
    "7.23": "Drop it, or attack just one enemy.",
    "8.12": "Drop it.",
    "8.32": "Drop it.",
}
"""What to do when an attack is refused, by case of the Standard Rules."""


BY_LIMIT: Mapping[Limit, str] = {
    Limit.ASSAULT: "Attack just one enemy, or drop the unit that attacks over the river.",
    Limit.ATTACKER: "Drop it.",
    Limit.SUPPORT: "Drop the Ground Support.",
    Limit.GUNS: "Drop some artillery.",
    Limit.SHARE: "Drop artillery or support.",
}
"""The same for the cases that each battle numbers its own way, by what they limit."""


def remedy(game: Game, refusal: IllegalOrder) -> str:
    """What to do instead, in a sentence; empty if there is nothing to say."""
    if refusal.case in REMEDIES:
        return REMEDIES[refusal.case]
    limit = planning.limit_of(game, refusal.case)
    return BY_LIMIT[limit] if limit else ""


def support_note(game: Game, side: int, defenders: Sequence[int]) -> str:
    """Why a side may use none of its Ground Support in a combat; empty if it may use some."""
    case = planning.withheld_support_case(game, side, defenders)
    return f"no Ground Support here ({case})" if case else ""
