"""Small boards for tests: draw a board, place a few units, and play.

    game = drawn(blue=["A 4-4-7 0505"], red=["X 3-3-7 0504"], phase="combat")
    play(game, "attack A > X", "roll 3")
    assert where(game, "X") == ...

Units are written `ID STRENGTH [KIND] [HEX]`. Without a kind they are infantry, or artillery if the Strength is an
artillery unit's; `airborne:101st` is a kind with a formation. Without a hex they are not on the map yet. Blue is the
First Player. The test gives the rolls unless it asks for a seed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import pytest

from westwall_tui.engine.board import Board, Bridge, Hexsides, Path
from westwall_tui.engine.events import Entered, Event, Exited, Rolled, Scored
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import HexGrid
from westwall_tui.engine.orders import Attack, IllegalOrder, parse
from westwall_tui.engine.scenario import Phase, Reinforcements, Scenario, SetupGroup, SideInfo, Start
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, Outcome
from westwall_tui.engine.terrain import Terrain
from westwall_tui.engine.units import Kind, Strength, Unit

T = TypeVar("T")

FIELD = "\n".join(["........."] * 9)
"""Nine by nine clear hexes. 0505 is in the middle, with 0504, 0604, 0605, 0506, 0405 and 0404 around it."""


def board(terrain: str = FIELD, *, areas: Mapping[str, str] | None = None, **ways: Iterable[str]) -> Board:
    """Return a board from a drawing as in board files.

    `ways` has roads, trails and railways as `0101 0102 edge`; waters and ferries as `0101/0102 0101/0201`; bridges as
    `rail 0101/0102`. `areas` has hexes by name. The same drawing returns the same board, so that its data are derived
    once for all tests.
    """
    return _board(terrain, tuple((areas or {}).items()), tuple((kind, tuple(texts)) for kind, texts in ways.items()))


@lru_cache(maxsize=500)
def _board(terrain: str, areas: tuple[tuple[str, str], ...], ways: tuple[tuple[str, tuple[str, ...]], ...]) -> Board:
    rows = [line.strip() for line in terrain.split()]
    columns = len(rows[0])
    grid = HexGrid(columns, len(rows), len(rows))

    def path(text: str) -> Path:
        words = text.split()
        ends = (words[0] == "edge", words[-1] == "edge")
        return Path(text, tuple(grid.parse(word) for word in words if word != "edge"), ends)

    def pair(text: str) -> tuple[int, int]:
        a, b = text.split("/")
        return grid.parse(a), grid.parse(b)

    def sides(text: str) -> Hexsides:
        return Hexsides(text, tuple(pair(word) for word in text.split()))

    def bridge(text: str) -> Bridge:
        kind, at = text.split()
        return Bridge(kind, pair(at))

    read: dict[str, Callable[[str], Path | Hexsides | Bridge]] = {
        **dict.fromkeys(("roads", "trails", "railways"), path),
        **dict.fromkeys(("streams", "canals", "rivers", "ferries"), sides),
        "bridges": bridge,
    }
    drawn: dict[str, Any] = {kind: tuple(map(read[kind], texts)) for kind, texts in ways}
    return Board(
        name="drawn",
        grid=grid,
        terrain=tuple(Terrain(rows[row - 1][column - 1]) for column, row in grid.positions),
        areas={name: tuple(grid.parse(word) for word in hexes.split()) for name, hexes in areas},
        **drawn,
    )


def below(row: int, columns: int = 9, rows: int = 9) -> str:
    """Return the hexsides of a water that runs from the west edge to the east edge just below a row."""
    grid = HexGrid(columns, rows, rows)
    pairs = [
        (a, b)
        for a, (_, r) in enumerate(grid.positions)
        for b in grid.neighbors[a]
        if r <= row and b >= 0 and grid.positions[b][1] > row
    ]
    return " ".join(f"{grid.numbers[a]}/{grid.numbers[b]}" for a, b in pairs)


def unit(text: str, side: int) -> tuple[Unit, str | None]:
    """Return a unit and its hex, from `ID STRENGTH [KIND[:FORMATION]] [HEX]`."""
    name, numbers, *rest = text.split()
    at = rest.pop() if rest and rest[-1].isdigit() else None
    word, _, formation = rest[0].partition(":") if rest else ("artillery" if "/" in numbers else "infantry", "", "")
    return Unit(name, name, side, Kind(word), "II", formation, Strength.parse(numbers)), at


def scenario(
    terrain: str | Board = FIELD,
    *,
    blue: Sequence[str] = (),
    red: Sequence[str] = (),
    phase: str = "movement",
    side: int = 0,
    turn: int = 1,
    last_turn: int = 9,
    names: tuple[str, str] = ("Blue", "Red"),
    supports: tuple[Sequence[tuple[int, int, int]], Sequence[tuple[int, int, int]]] = ((), ()),
    setup: Sequence[tuple[str, str]] = (),
    arrivals: Sequence[tuple[int, str, str]] = (),
    landings: Sequence[tuple[int, str, str]] = (),
    rules: str = "standard",
    victory: Mapping[str, object] | None = None,
    **ways: Any,
) -> Scenario:
    """Return a scenario.

    `setup` has (units, hexes), `arrivals` and `landings` have (turn, units, hexes), `ways` are the board's.
    """
    ground = board(terrain, **ways) if isinstance(terrain, str) else terrain
    counters = [unit(text, 0) for text in blue] + [unit(text, 1) for text in red]
    units = tuple(counter for counter, _ in counters)
    index = {counter.id: i for i, counter in enumerate(units)}

    def group(ids: str) -> tuple[int, tuple[int, ...]]:
        members = tuple(index[word] for word in ids.split())
        return units[members[0]].side, members

    def hexes(numbers: str) -> tuple[int, ...]:
        return tuple(sorted(ground.hex(number) for number in numbers.split()))

    return Scenario(
        name="drawn",
        rules=rules,
        board=ground,
        units=units,
        sides=(
            SideInfo(names[0], names[0][0], tuple(supports[0])),
            SideInfo(names[1], names[1][0], tuple(supports[1])),
        ),
        first_turn=turn,
        last_turn=last_turn,
        start=Start(turn, side, Phase(phase)),
        placed=tuple((i, ground.hex(at)) for i, (_, at) in enumerate(counters) if at),
        setup=tuple(SetupGroup(*group(ids), frozenset(hexes(numbers))) for ids, numbers in setup),
        reinforcements=tuple(
            Reinforcements(group(ids)[0], when, group(ids)[1], hexes(numbers), lands)
            for lands, groups in ((False, arrivals), (True, landings))
            for when, ids, numbers in groups
        ),
        victory=victory or {},
    )


def drawn(terrain: str | Board = FIELD, /, **what: Any) -> Game:
    """Return a game of a scenario (see `scenario`); `seed`, `strict` and `options` are the game's."""
    options = {name: what.pop(name) for name in ("seed", "strict", "options") if name in what}
    return Game(scenario(terrain, **what), **{"seed": None, **options})


# -- orders and questions


def play(game: Game, *lines: str) -> list[Event]:
    """Give orders and return the events."""
    events: list[Event] = []
    for line in lines:
        events += game.apply(parse(line))
    return events


def refused(game: Game, line: str) -> IllegalOrder:
    """Return the refusal of an order. It must equal that of `explain`, have a text, and change nothing."""
    before, log = game.digest(), list(game.log)
    explained = game.explain(parse(line))
    assert explained is not None, f"{line} would be carried out"
    with pytest.raises(IllegalOrder) as caught:
        game.apply(parse(line))
    refusal = caught.value
    assert (refusal.case, refusal.reason) == (explained.case, explained.reason)
    assert refusal.reason
    assert (game.digest(), game.log) == (before, log)
    return refusal


def allowed(game: Game, line: str) -> bool:
    """Return True if an order would be carried out."""
    return game.explain(parse(line)) is None


def legal(game: Game) -> list[str]:
    """Return the legal orders as text."""
    return [str(order) for order in game.legal()]


def where(game: Game, name: str) -> str:
    """Return the hex of a unit, or `reserve`, `eliminated`, or the edge by which it has exited."""
    place = game.state.location[game.scenario.by_id[name.lower()]]
    others = {RESERVE: "reserve", ELIMINATED: "eliminated"} | dict(
        zip(EXITED, ("north", "east", "south", "west"), strict=True)
    )
    return others[place] if place < 0 else game.scenario.board.number(place)


def deciding(game: Game) -> str:
    """Return the deciding side and the kind of decision, as `Blue movement`."""
    prompt = game.prompt
    return f"{game.scenario.sides[prompt.side].name} {prompt.kind}" if prompt.side >= 0 else prompt.kind


def only(events: Iterable[Event], kind: type[T]) -> list[T]:
    """Return the events of a type."""
    return [event for event in events if isinstance(event, kind)]


def until(game: Game, decision: str, turn: int = 0) -> list[Scored]:
    """End phases until a kind of decision is due, in that Game-Turn or any; return the points scored."""
    scored: list[Scored] = []
    while deciding(game) != decision or (turn and game.state.turn != turn):
        scored += only(play(game, "done"), Scored)
    return scored


def lane(*hexes: str) -> str:
    """Return a board of nine by nine that has only these hexes."""
    return "\n".join("".join("." if f"{c:02}{r:02}" in hexes else "-" for c in range(1, 10)) for r in range(1, 10))


def attack_of(line: str) -> Attack:
    """Return the attack that a line declares."""
    order = parse(line)
    assert isinstance(order, Attack)
    return order


def until_over(game: Game) -> None:
    """End phases until the game is over."""
    while game.outcome is None:
        play(game, "done")


def outcome(game: Game) -> Outcome:
    """Return how the game ended."""
    assert game.outcome is not None
    return game.outcome


def rolled(game: Game, *lines: str) -> Rolled:
    """Give orders with one roll; return that roll."""
    (roll,) = only(play(game, *lines), Rolled)
    return roll


def cost(game: Game, line: str) -> float:
    """Give an entry or an exit; return its cost in Movement Points."""
    (event,) = play(game, line)
    assert isinstance(event, Entered | Exited)
    return event.cost / 2
