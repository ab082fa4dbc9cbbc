"""Play a whole game with a greedy player on both sides, and print the account of Victory Points.

    python examples/greedy_player.py remagen/historical --seed 7

The player plans only one order at a time: it sets up as the scenario suggests, sends every unit to the nearest
objective that it does not own, or to the nearest enemy, and makes the attack that promises most. It asks `queries` and
`planning` for the information that a player would see on the map.
"""

import argparse
from collections.abc import Iterator
from itertools import islice

import westwall_tui as westwall
from westwall_tui import orders, planning, queries

WORTH = {"A1": -1, "A2": -2, "Ae": -4, "Br": 0, "D1": 1, "D2": 2, "D3": 3, "D4": 4, "De": 5}
"""Value of a result for the attacker."""
FIRST = 20
"""Number of legal orders to consider if there are very many."""


def choose(game: westwall.Game) -> orders.Order:
    """Return the player's order. A side without a legal order concedes."""
    match game.prompt.kind:
        case "set-up":
            return next(iter(queries.suggested_setup(game)), orders.Done())
        case "movement":
            return next(marches(game), None) or ending(game)
        case "combat":
            return best_attack(game)
        case "fpf":
            return min(first_legal(game), key=lambda order: promise_after(game, order))
    return next(iter(first_legal(game)), orders.Concede())


def first_legal(game: westwall.Game) -> list[orders.Order]:
    """Return the first legal orders."""
    return list(islice(game.legal(), FIRST))


def ending(game: westwall.Game) -> orders.Order:
    """Return the end of the phase, or an order that must come before it."""
    return orders.Done() if game.explain(orders.Done()) is None else first_legal(game)[0]


# -- movement


def goals(game: westwall.Game) -> set[int]:
    """Return the hexes to go for: objectives that we do not own, or else the enemy's hexes."""
    side = game.side
    places = {h for place in queries.objectives(game) if place.side != side and place.points[side] for h in place.hexes}
    return places or {game.state.location[enemy] for enemy in game.state.on_map(1 - side)}


def marches(game: westwall.Game) -> Iterator[orders.Order]:
    """Return, for each unit that can come nearer to a goal, the move that brings it nearest."""
    aims, distance = goals(game), game.scenario.board.grid.distance

    def far(h: int) -> int:
        return min((distance(h, aim) for aim in aims), default=0)

    for unit in queries.movers(game):
        name, here = game.scenario.units[unit].id, game.state.location[unit]
        way = queries.reach(game, unit)
        if way.left:
            best = min(way.left, key=far)
            path = game.state.numbers(way.path(best))
            if here < 0:
                yield orders.Enter(name, path)
            elif far(best) < far(here):
                yield orders.Move(name, path[1:])
        elif here < 0:
            sites = sorted(queries.entry_hexes(game, unit), key=far)
            landings = (orders.Land(name, number) for number in game.state.numbers(tuple(sites)))
            yield from (landing for landing in landings if game.explain(landing) is None)


# -- combat


def promise(results: tuple[str, ...]) -> float:
    """Return the average value for the attacker of a combat with these results for die 1 to 6."""
    return sum(WORTH[result] for result in results) / len(results)


def attacks(game: westwall.Game) -> Iterator[orders.Order]:
    """Return the attacks to consider: on each enemy in full strength, if legal, and the first of the list."""
    ids = game.state.ids
    for enemy in planning.targets(game):
        found = planning.candidates(game, (enemy,))
        whole = orders.Attack(ids(found.attackers), ids((enemy,)), ids(found.guns), found.support)
        if game.explain(whole) is None:
            yield whole
    yield ending(game)
    yield from first_legal(game)


def best_attack(game: westwall.Game) -> orders.Order:
    """Return the attack that promises most, or the end of the phase if none promises anything."""

    def value(order: orders.Order) -> float:
        preview = planning.preview(game, order) if isinstance(order, orders.Attack) else None
        return promise(preview.odds.results) if preview else 0  # the end of the phase

    return max(attacks(game), key=value)


def promise_after(game: westwall.Game, order: orders.Order) -> float:
    """Return the average value for the attacker after this Final Protective Fire."""
    answer = planning.answer(game, order) if isinstance(order, orders.Fpf) else None
    return promise(answer.odds.results) if answer else 0


# -- the command


def main(words: list[str] | None = None) -> None:
    """Read the command line, play, and print the account."""
    parser = argparse.ArgumentParser(description="Play a whole game with a greedy player on both sides.")
    parser.add_argument("scenario", nargs="?", default="bastogne/spearhead", help="a name from `westwall list`")
    parser.add_argument("--seed", type=int, default=1, help="seed of the dice (default: 1)")
    parser.add_argument("--log", action="store_true", help="print every event")
    options = parser.parse_args(words)

    game = westwall.new_game(options.scenario, seed=options.seed)
    while game.outcome is None:
        for event in game.apply(choose(game)):
            if options.log:
                print(event)
    for score in queries.account(game):
        print(f"{game.scenario.sides[score.side].name:8} {score.points:4}  {score.cause}")
    print(game.outcome.sentence)


if __name__ == "__main__":
    main()
