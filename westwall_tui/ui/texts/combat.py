"""Words about a combat before, during and after it: text only, no screen."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.planning import Fate, Outstanding
from westwall_tui.engine.state import State
from westwall_tui.engine.units import Kind

KINDS = {
    Kind.INFANTRY: "infantry",
    Kind.AIRBORNE: "airborne",
    Kind.GLIDER: "glider",
    Kind.ENGINEER: "engineer",
    Kind.ARMOR: "armor",
    Kind.MECHANIZED: "mechanized",
    Kind.RECONNAISSANCE: "recon",
    Kind.ARTILLERY: "artillery",
    Kind.SP_ARTILLERY: "SP artillery",
    Kind.AIRBORNE_ARTILLERY: "airborne gun",
}
"""A unit's kind in at most twelve characters."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def hexes(count: int) -> str:
    """`one hex`, `two hexes`."""
    return f"{NUMBERS[count]} hex{'es' if count != 1 else ''}"


def in_words(result: str, *, alone: bool = False) -> str:
    """A result of the table as a sentence (7.62); `alone`: artillery and Ground Support attack by themselves (8.15)."""
    if result == "De":
        return "the defender is eliminated"
    if result == "Ae":
        return "the attacker is eliminated"
    if result == "Br":
        return "only adjacent artillery retreats one hex" if alone else "both retreat one hex, the defender first"
    if result == "D1" and alone:
        return "no effect, as only artillery attacks (8.15)"
    who = "defender" if result[0] == "D" else "attacker"
    return f"the {who} retreats {hexes(int(result[1]))}"


def die_in_words(state: State) -> str:
    """`Die 3: D2. ` for the start of a prompt, once the die of the present combat is rolled."""
    combat = state.combat
    return f"Die {combat.die}: {combat.result}. " if combat is not None and combat.die else ""


def dice_row(results: Sequence[str]) -> str:
    """`die  1 D2   2 D2   3 D2   4 D1   5 Br   6 Br`."""
    return "die  " + "   ".join(f"{die} {result}" for die, result in enumerate(results, 1))


def dice(numbers: Iterable[int]) -> str:
    """Dice as people list them: `1`, `1, 2`, `4-6`."""
    parts = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [n for _, n in run]
        parts += [f"{found[0]}-{found[-1]}"] if len(found) > 2 else [str(n) for n in found]
    return ", ".join(parts)


def arithmetic(attack: int, defense: int, column: str) -> str:
    """`10 - 4 = +6, column +6-8`."""
    return f"{attack} - {defense} = {signed(attack - defense)}, column {column}"


def signed(number: int) -> str:
    """A number with its sign, 0 without."""
    return f"{number:+d}" if number else "0"


def defender_fate(game: Game, fate: Fate, results: Sequence[str], *, alone: bool) -> str:
    """`1/506 has one way out, 1316: lost on 1-3 (cannot go two hexes)`."""
    unit = game.state.units[fate.unit].id
    dead = planning.fatal_dice(game, fate, results, alone=alone)
    ways = game.state.numbers(fate.ways)
    if not ways:
        how = "has no way out"
    elif len(ways) == 1:
        how = f"has one way out, {ways[0]}"
    elif len(ways) <= 3:
        how = f"has {NUMBERS[len(ways)]} ways out, {', '.join(ways)}"
    else:
        how = f"has {len(ways)} ways out"
    if not dead:
        return f"{unit} {how}: safe"
    why = f" (cannot go {hexes(fate.room + 1)})" if ways and fate.room < 4 else ""
    return f"{unit} {how}: lost on {dice(dead)}{why}"


def attackers_fate(game: Game, fates: Sequence[Fate], results: Sequence[str], *, alone: bool) -> str:
    """Which attackers would be lost on which rolls, as things stand; empty if there is nobody to lose."""
    if not fates:
        return ""
    found = []
    for fate in fates:
        dead = planning.fatal_dice(game, fate, results, alone=alone)
        if dead:
            found.append((dead, game.state.units[fate.unit].id))
    if not found:
        return "attackers: safe"
    parts = [f"{', '.join(name for _, name in run)} on {dice(dead)}" for dead, run in _grouped(found)]
    return "attackers lost: " + "; ".join(parts)


def _grouped(found: list[tuple[list[int], str]]) -> Iterable[tuple[list[int], list[tuple[list[int], str]]]]:
    for dead, run in groupby(sorted(found), lambda pair: pair[0]):
        yield dead, list(run)


def still_obliged(game: Game, left: Outstanding) -> str:
    """Who still has to fight, in a line: `2/902, 1/901 must attack; 20 must be attacked`."""
    ids = game.state.ids
    parts = []
    if left.attackers:
        parts.append(f"{', '.join(ids(left.attackers))} must attack")
    if left.enemies:
        parts.append(f"{', '.join(ids(left.enemies))} must be attacked")
    return "; ".join(parts) or "nobody has to fight"
