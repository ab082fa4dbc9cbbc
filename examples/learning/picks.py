"""Orders pick by pick: first the unit, then its hex; an attack enemy by enemy and unit by unit.

A learning program chooses from a fixed list. Therefore an order is a few picks, each a unit, a hex or a word. After
each pick, the picks that can follow are known, and all of them lead to an order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.hexgrid import EDGES
from westwall_tui.engine.orders import (
    Advance,
    Attack,
    Concede,
    Demolish,
    Deploy,
    Destroy,
    Displace,
    Done,
    Enter,
    Exit,
    Fpf,
    Land,
    LayBridge,
    Move,
    NameFront,
    Note,
    Order,
    Retreat,
    Stand,
)

MAX_SUPPORT = 20
"""Maximum of Ground Support Points in an order: no battle has more in a Game-Turn."""
GO, BACK = "go", "back"
"""Words that declare the attack or fire picked so far, or drop the attack."""
WHOLE: Mapping[str, Order] = {
    "done": Done(),
    "stand": Stand(),
    "none": Fpf(),
    "yes": Demolish(True),
    "no": Demolish(False),
    "concede": Concede(),
}
"""Orders of one pick."""
PLAIN = (*WHOLE, GO, BACK, *EDGES)

Pick = tuple[str, str]
"""A pick: its kind (`unit`, `hex` or `word`) and its name."""


class Picks:
    """The order of a game's pending decision, pick by pick. Picks are numbers: see `name`."""

    def __init__(self, game: Game) -> None:
        scenario = game.scenario
        self.game = game
        self.units = tuple(unit.id for unit in scenario.units)
        self.hexes = tuple(scenario.board.grid.numbers)
        divisions = tuple(dict.fromkeys(name for side in (0, 1) for name in queries.notes(game, side)))
        self.words = (*PLAIN, *(f"{points} gs" for points in range(1, MAX_SUPPORT + 1)), *divisions)
        names: list[Pick] = [*(("unit", each) for each in self.units), *(("hex", each) for each in self.hexes)]
        self._names = [*names, *(("word", each) for each in self.words)]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self.picked: list[int] = []
        """The picks of the order so far."""
        self._found: tuple[tuple[object, ...], list[int]] = ((), [])
        """The last position asked about, and its possible picks."""

    def __len__(self) -> int:
        """Return the number of all picks, whatever the decision."""
        return len(self._names)

    def name(self, pick: int) -> tuple[str, str]:
        """Return the kind of a pick (`unit`, `hex` or `word`) and its id, printed number or word."""
        return self._names[pick]

    # -- picking

    def possible(self) -> list[int]:
        """Return the picks that can follow, in rising order; none once the game is over."""
        if self.game.outcome is not None:
            return []
        at = (len(self.game.log), *self.game.log[-1:], *self.picked)
        if at != self._found[0]:
            self._found = at, self._next_numbers()
        return self._found[1]

    def _next_numbers(self) -> list[int]:
        found = {self._numbers[pick] for pick in self._picks_after([self._names[each] for each in self.picked])}
        return sorted(found) or [self._numbers["word", "concede"]]

    def pick(self, pick: int) -> Order | None:
        """Pick one of the `possible`; return the order once it is complete, otherwise None.

        Raises `ValueError` for another pick.
        """
        if pick not in self.possible():
            raise ValueError(f"{' '.join(self._names[pick])} cannot follow here")
        if self._names[pick] == ("word", BACK):
            self.picked.clear()
            return None
        self.picked.append(pick)
        order = self._order_picked([self._names[each] for each in self.picked])
        if order is not None:
            self.picked.clear()
        return order

    def _picks_after(self, picked: Sequence[Pick]) -> Iterable[Pick]:
        match self.game.prompt.kind:
            case "set-up":
                return self._set_up(picked)
            case "movement":
                return self._picks_of_movement(picked)
            case "combat":
                return self._picks_of_attack(picked)
            case "fpf":
                return self._picks_of_fire(picked)
        ways = [way for way in map(picks_of, self.game.legal()) if way[: len(picked)] == tuple(picked)]
        return (way[len(picked)] if len(way) > len(picked) else ("word", GO) for way in ways)

    def _order_picked(self, picked: Sequence[Pick]) -> Order | None:
        """Return the order that these picks complete; None if more must follow."""
        whole = WHOLE.get(picked[0][1]) if picked[0][0] == "word" else None
        if whole is not None:
            return whole
        going = picked[-1] == ("word", GO)  # a retreat or a front that could go on ends here
        match self.game.prompt.kind:
            case "combat":
                return self._attack_picked(picked[:-1]) if going else None
            case "fpf":
                return self._fire_picked(picked[:-1]) if going else None
            case "set-up" | "movement" if picked[0][0] == "unit":
                found = self._of_unit(picked[0][1])
            case "movement":
                found = iter(queries.extra_orders(self.game))
            case _:
                found = self.game.legal()
        way = tuple(picked[:-1] if going else picked)
        ways = [order for order in found if picks_of(order)[: len(way)] == way]
        last = [order for order in ways if picks_of(order) == way]
        return last[0] if last and (going or len(ways) == 1) else None

    # -- decisions with too many orders to list

    def _of_unit(self, unit: str) -> Iterator[Order]:
        if self.game.prompt.kind == "movement":
            return self.game.legal(unit)
        hexes = sorted(queries.setup_hexes(self.game, self.game.scenario.unit(unit)))
        return (Deploy(unit, number) for number in self.game.state.numbers(hexes))

    def _set_up(self, picked: Sequence[Pick]) -> Iterator[Pick]:
        game = self.game
        if picked:
            yield from (picks_of(order)[1] for order in self._of_unit(picked[0][1]))
            return
        left = [unit for unit in queries.to_set_up(game) if queries.setup_hexes(game, unit)]
        yield from (("unit", name) for name in game.state.ids(left))
        if game.explain(Done()) is None:
            yield "word", "done"

    def _picks_of_movement(self, picked: Sequence[Pick]) -> Iterator[Pick]:
        game = self.game
        sites = [picks_of(order) for order in queries.extra_orders(game)]
        if picked and picked[0][0] == "unit":
            yield from (picks_of(order)[1] for order in game.legal(picked[0][1]))
            return
        yield from (way[len(picked)] for way in sites if way[: len(picked)] == tuple(picked))
        if not picked:
            movers = game.state.ids(queries.movers(game))
            yield from (("unit", name) for name in movers if next(game.legal(name), None) is not None)
            if game.explain(Done()) is None:
                yield "word", "done"

    def _picks_of_attack(self, picked: Sequence[Pick]) -> Iterator[Pick]:
        game, ids = self.game, self.game.state.ids
        if not picked:
            yield from (("unit", name) for name in ids(planning.targets(game)))
            if game.explain(Done()) is None:
                yield "word", "done"
            return
        yield "word", BACK
        attack = self._attack_picked(picked)
        found = planning.candidates(game, [game.scenario.unit(name) for name in attack.defenders])
        joined = {*attack.attackers, *attack.barrage, *attack.defenders}
        yield from (
            ("unit", name) for name in ids((*found.attackers, *found.guns, *found.others)) if name not in joined
        )
        if not attack.support:
            yield from (("word", f"{points} gs") for points in range(1, found.support + 1))
        if game.explain(attack) is None:
            yield "word", GO

    def _attack_picked(self, picked: Sequence[Pick]) -> Attack:
        """Return the attack picked so far."""
        game = self.game
        units = [name for kind, name in picked if kind == "unit"]
        enemies = tuple(name for name in units if game.state.units[game.scenario.unit(name)].side != game.side)
        guns = planning.candidates(game, [game.scenario.unit(name) for name in enemies]).guns
        barrage = tuple(name for name in game.state.ids(guns) if name in units)
        attackers = tuple(name for name in units if name not in enemies and name not in barrage)
        return Attack(attackers, enemies, barrage, _points_picked(picked))

    def _picks_of_fire(self, picked: Sequence[Pick]) -> Iterator[Pick]:
        game, given = self.game, self._fire_picked(picked)
        guns, support = planning.protection(game)
        more = [(("unit", name), Fpf((*given.units, name), given.support)) for name in game.state.ids(guns)]
        if not given.support:
            more += [(("word", f"{n} gs"), Fpf(given.units, n)) for n in range(1, support + 1)]
        if not picked:
            yield "word", "none"
        elif game.explain(given) is None:
            yield "word", GO
        for pick, order in more:  # if it does not fit now, more will not fit either
            if pick not in picked and game.explain(order) is None:
                yield pick

    def _fire_picked(self, picked: Sequence[Pick]) -> Fpf:
        """Return the Final Protective Fire picked so far."""
        return Fpf(tuple(name for kind, name in picked if kind == "unit"), _points_picked(picked))


def picks_of(order: Order) -> tuple[Pick, ...]:
    """Return the picks that make an order, for the kinds of orders that are listed in full, or of one unit."""
    match order:
        case Deploy(unit, h) | Land(unit, h) | Displace(unit, h) | Advance(unit, h):
            return ("unit", unit), ("hex", h)
        case Move(unit, hexes) | Enter(unit, hexes):
            return ("unit", unit), ("hex", hexes[-1])
        case Exit(unit, _, edge):
            return ("unit", unit), ("word", edge)
        case Retreat(unit, hexes):
            return ("unit", unit), *(("hex", h) for h in hexes)
        case Note(division, h, _):
            return ("word", division), ("hex", h)
        case LayBridge(over, west, east):
            return ("hex", over), ("hex", west), ("hex", east)
        case NameFront(hexes):
            return tuple(("hex", h) for h in hexes)
        case Destroy(over):
            return (("hex", over),)
    for word, known in WHOLE.items():
        if order == known:
            return (("word", word),)
    raise ValueError(f"{order} has no picks")


def _points_picked(picked: Sequence[Pick]) -> int:
    return sum(int(name.partition(" ")[0]) for kind, name in picked if kind == "word" and name.endswith(" gs"))
