"""Reads the lines that a player types: dictated words, places instead of hexes, and completions."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from westwall_tui.engine import planning, queries
from westwall_tui.engine.game import TURN, Game
from westwall_tui.engine.orders import WORDS, OrderSyntaxError
from westwall_tui.engine.units import lower
from westwall_tui.plain.places import find_hexes, hexes_with_prefix
from westwall_tui.plain.speech import listed

WITHOUT_HEXES = ("attack", "fpf", "roll", "demolish", "done", "stand", "concede")
"""Words of orders that name no hex."""
EDGES = ("north", "east", "south", "west", "auto")
"""Words of orders that are never places."""
HEX_QUESTIONS = ("look", "map", "near", "reach")
"""Words of questions that name hexes."""
TEXTS = ("rules", "help", "players", "note")
"""Words of questions and commands that name neither units nor hexes."""
MOST_PARTS = 4
"""The maximum number of words into which dictation divides a unit's id."""
MOST = 2000
"""The maximum number of orders to examine for completions."""


def with_hexes(game: Game, line: str) -> str:
    """Return an order with hex numbers in place of the names of places: `move 2R foy` becomes `move 2R 1512`.

    Raises `OrderSyntaxError` for a place of several hexes.
    """
    word, *rest = line.split()
    if lower(word) in WITHOUT_HEXES or lower(word) not in WORDS:
        return line
    found = [word]
    for name in rest:
        if name.isdigit() or lower(name) in game.scenario.by_id or lower(name) in EDGES or not name[0].isalpha():
            found.append(name)
            continue
        try:
            hexes = find_hexes(game.scenario.board, name)
        except ValueError:
            found.append(name)
            continue
        numbers = [game.state.number(h) for h in hexes]
        if len(numbers) > 1:
            raise OrderSyntaxError(f"{name} has the hexes {listed(numbers)}; name one of them")
        found += numbers
    return " ".join(found)


def normalized(game: Game, line: str) -> str:
    """Return the typed form of a line that was dictated, or that was copied from the output for a voice (`voice`).

    A full stop at the end is dropped. Spaces of any kind separate words. A hex may be two pairs of digits, and the
    letters after a unit's digits may be separate words: `move 1/9 S 25 20` becomes `move 1/9S 2520`.
    """
    words = line.strip().rstrip(".").split()
    first = 1 + (bool(words) and lower(words[0]) == "why")
    verb = lower(words[first - 1]).removeprefix("?") if len(words) >= first else ""
    if verb == "standing":  # a message to the other player stays as it is
        return line.strip()
    if verb in TEXTS:
        return " ".join(words)
    words = [*words[:first], *_units_joined(game, words[first:])]
    if verb in HEX_QUESTIONS or (verb in WORDS and verb not in WITHOUT_HEXES):
        known = [word for word in words[first : first + 1] if lower(word) in game.scenario.by_id]
        first += len(known)
        words = [*words[:first], *_hexes_joined(game, words[first:])]
    return " ".join(words)


def _units_joined(game: Game, words: Sequence[str]) -> Iterator[str]:
    """Yield words, with the parts of a unit's id joined."""
    at = 0
    while at < len(words):
        end = at + 1
        if words[at][-1:].isdigit():
            for more in range(min(MOST_PARTS, len(words) - at), 1, -1):
                parts = words[at : at + more]
                if all(part[0].isalpha() for part in parts[1:]) and lower("".join(parts)) in game.scenario.by_id:
                    end = at + more
                    break
        yield "".join(words[at:end])
        at = end


def _hexes_joined(game: Game, words: Sequence[str]) -> Iterator[str]:
    """Yield words, with the two halves of a hex number joined."""
    board = game.scenario.board
    numbers = {board.number(h) for h in range(len(board.terrain))}
    at = 0
    while at < len(words):
        pair = "".join(words[at : at + 2])
        joins = len(words[at]) == 2 and pair in numbers
        yield pair if joins else words[at]
        at += 1 + joins


def completions(game: Game, line: str, commands: Iterable[str]) -> list[str]:
    """Return the words that can complete the last word of a line, or that can follow a line that ends in a space.

    The beginning of a place's name is completed to its hexes.
    """
    words = line.split()
    prefix = words.pop() if words and not line.endswith(" ") else ""
    found = [*_next_words(game, words, commands)]
    fits = [*dict.fromkeys(word for word in found if lower(word).startswith(lower(prefix)))]
    if not fits and words and prefix[:1].isalpha() and lower(words[0]) != "rules":
        named = [game.state.number(h) for h in hexes_with_prefix(game.scenario.board, prefix)]
        fits = [number for number in named if number in found] if lower(words[0]) in WORDS else named
    return sorted(fits, key=lambda word: (len(word), word)) if len(words) else sorted(fits)


def _next_words(game: Game, words: Sequence[str], commands: Iterable[str]) -> Iterator[str]:
    """Yield the words that may come next in a line."""
    if not words:
        yield from commands
        kind = queries.decisions().get(game.prompt.kind)
        for form in kind.forms if kind else ():
            yield form.split()[0]
        yield "concede"
        return
    word = lower(words[0])
    if word == "rules":
        return
    if word in ("unit", "reach", "hint", "legal", "odds", "near", "threat", "undo") and len(words) == 1:
        if word == "undo":
            yield TURN
        yield from (unit.id for unit in game.state.units)
        return
    if word in ("why", "same"):
        yield from _next_words(game, words[1:], ())
        return
    if word == planning.COLUMN and ">" not in words and game.prompt.kind == "movement":
        yield from (name for name in game.state.ids(queries.movers(game)) if name not in words)
        yield ">"
        return
    if word == "no" and len(words) == 1:
        yield "advances"
        return
    if word in ("move", "attack", "fpf"):
        ways = {"move": _complete_move, "attack": _complete_attack, "fpf": _complete_fire}
        yield from ways[word](game, words[1:])
        return
    if word in WORDS:
        for order in islice(game.legal(), MOST):
            given = str(order).split()
            if len(given) > len(words) and [*map(lower, given[: len(words)])] == [*map(lower, words)]:
                yield given[len(words)]


def _complete_move(game: Game, words: Sequence[str]) -> Iterator[str]:
    """Yield the units that may move, or the hexes to which the named unit can go."""
    if game.prompt.kind != "movement":
        return
    if not words:
        movers = queries.movers(game)
        yield from game.state.ids([unit for unit in movers if game.state.location[unit] >= 0])
        return
    unit = game.scenario.by_id.get(lower(words[0]), -1)
    if unit < 0 or game.state.location[unit] < 0:
        return
    try:
        pins = [game.scenario.board.hex(number) for number in words[1:]]
    except ValueError:
        return
    yield from game.state.numbers(sorted(queries.reach(game, unit, pins).left))


def _complete_attack(game: Game, words: Sequence[str]) -> Iterator[str]:
    """Yield attackers and `>`; after `>`, enemies, `+`, artillery and `gs`."""
    if game.prompt.kind != "combat":
        return
    ids = game.state.ids
    at = (*words, ">").index(">")
    attackers, rest = [game.scenario.by_id.get(lower(word), -1) for word in words[:at]], words[at + 1 :]
    if -1 in attackers:
        return
    targets = [
        each for each in planning.targets(game) if all(each in planning.targets(game, unit) for unit in attackers)
    ]
    if ">" not in words:
        near = [unit for target in targets for unit in planning.candidates(game, (target,)).attackers]
        yield from ids([unit for unit in dict.fromkeys(near) if unit not in attackers])
        yield ">"
        return
    if "+" not in rest and "gs" not in rest:
        yield from (name for name in ids(targets) if lower(name) not in map(lower, rest))
    if rest and "gs" not in rest:
        enemies = [game.scenario.by_id.get(lower(word), -1) for word in rest[: (*rest, "+").index("+")]]
        found = planning.candidates(game, [enemy for enemy in enemies if enemy >= 0])
        if "+" in rest:
            yield from (name for name in ids(found.guns) if lower(name) not in map(lower, rest))
        elif found.guns:
            yield "+"
        if found.support:
            yield "gs"


def _complete_fire(game: Game, words: Sequence[str]) -> Iterator[str]:
    if game.prompt.kind != "fpf":
        return
    guns, support = planning.protection(game)
    if not words:
        yield "none"
    yield from (name for name in game.state.ids(guns) if lower(name) not in map(lower, words))
    if support:
        yield "gs"
