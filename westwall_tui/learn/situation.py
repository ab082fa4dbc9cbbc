"""What the conditions of a script are asked of, and how their words are read for a scenario."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn, TypeVar

from westwall_tui.engine import events
from westwall_tui.engine.events import Event
from westwall_tui.engine.game import Game
from westwall_tui.engine.orders import IllegalOrder, Order
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.boards import read_hexes

_Kind = TypeVar("_Kind")


class OrderSubject(NamedTuple):
    """The unit and the hex that an order or a refusal is about; empty if it is about none."""

    unit: str = ""
    hex: str = ""


class Situation:
    """What conditions are asked of: the position, what has happened since a step began, and what was done last."""

    def __init__(self, game: Game, learner: int) -> None:
        self.game = game
        self.learner = learner
        """The learner's side."""
        self.happened: list[Event] = []
        self.pressed: set[str] = set()
        """Actions whose keys were pressed."""
        self.cursor = ""
        """The hex under the cursor, once that was moved."""
        self.answer = 0
        self.order = ""
        """The first word of what was ordered last, if that was the last thing done."""
        self.given: Order | None = None
        """That order."""
        self.refusal: IllegalOrder | None = None
        """Why that was refused."""

    @property
    def subject(self) -> OrderSubject:
        """What the last order is about: what its refusal names first, or what it names itself."""
        unit = getattr(self.given, "unit", "") or next(iter(getattr(self.given, "attackers", ())), "")
        hexes = getattr(self.given, "hexes", ()) or (getattr(self.given, "hex", ""),)
        if self.refusal is None:
            return OrderSubject(unit, hexes[-1])
        return OrderSubject(next(iter(self.refusal.units), unit), next(iter(self.refusal.hexes), hexes[-1]))

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """The events of a kind."""
        return [event for event in self.happened if isinstance(event, kind)]

    def support(self) -> list[int]:
        """The Ground Support Points of each attack and each fire."""
        attacks, fires = self.of(events.Attacked), self.of(events.Fired)
        return [*(event.support for event in attacks), *(event.support for event in fires)]


Holds = Callable[[Situation], bool]


class Names:
    """What the words of a condition name in its scenario; all raise `ValueError`."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def unit(self, word: str) -> int:
        """A unit by its id."""
        return self.scenario.unit(word)

    def unit_id(self, word: str) -> str:
        """A unit's id as events have it."""
        return self.scenario.units[self.scenario.unit(word)].id

    def side(self, words: Sequence[str]) -> int:
        """A side by its name."""
        return self.scenario.side(" ".join(words))

    def hexes(self, words: Sequence[str]) -> frozenset[int]:
        """Hexes: terms of hex sets between commas, and single ones even in a river."""
        board = self.scenario.board
        wrong: list[str] = []
        terms = [term.strip() for term in " ".join(words).split(",")]
        single = [term for term in terms if term.isdigit()]
        found = {board.hex(term) for term in single}
        found |= set(read_hexes(board, [t for t in terms if t not in single], wrong.append, lambda _: None))
        if wrong:
            raise ValueError(wrong[0])
        return frozenset(found)


def misread(form: str) -> NoReturn:
    """Raises `ValueError`: a condition is not as it should be written."""
    raise ValueError(f"is written {form}")


def read_number(word: str) -> int:
    """A number of at most two figures. Raises `ValueError`."""
    found = int(word)  # raises ValueError itself
    if abs(found) > 99:
        raise ValueError(f"{word} is too much")
    return found


Reader = Callable[[Sequence[str], Names], Holds]
"""Reads the words of a condition behind the first one."""
