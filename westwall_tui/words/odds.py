"""Phrases about a combat before, during and after it."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from westwall_tui.engine import planning, queries
from westwall_tui.engine.events import Attacked, BridgeTried, Eliminated, Event, Rolled, WeatherChanged
from westwall_tui.engine.game import Game
from westwall_tui.engine.planning import FURTHEST, Fate, Outstanding
from westwall_tui.engine.state import State
from westwall_tui.engine.units import Kind
from westwall_tui.engine.words import NUMBERS, capital, in_words, listed, named, signed

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

FEW_WAYS = 3
"""Maximum number of hexes that a retreat's text names; more are counted."""
LONGEST = 22
"""Maximum length of joined names; a longer list becomes a number."""


def hexes(count: int) -> str:
    """Return `one hex`, `two hexes`."""
    return f"{in_words(count)} hex{'es' if count != 1 else ''}"


def die_in_words(state: State) -> str:
    """Return `Die 3: D2. `, the beginning of a prompt, once the die of the present combat is rolled."""
    combat = state.combat
    return f"Die {combat.die}: {combat.result}. " if combat is not None and combat.die else ""


def outcome_in_words(game: Game, events: Sequence[Event], *, asks: bool = True) -> str:
    """Return what players want to know about an order's events.

    An example is `Die 3: D2, no way out: unit 52 is lost.`

    With `asks`, the end says which unit must retreat or may advance. Without, the prompt tells the player who decides.
    """
    last = max((at for at, event in enumerate(events) if isinstance(event, Attacked)), default=0)
    before, events = events[:last], events[last:]  # the end of one combat, and the next combat
    ended = queries.happened(before)
    dice = [event for event in events if isinstance(event, Rolled)]
    news = [str(event) for event in events if isinstance(event, BridgeTried | WeatherChanged)]
    happened = queries.what_happened(game, events, asks=asks)
    if dice:
        happened = f"Die {dice[-1].die}: {happened}" if happened else f"Die {dice[-1].die}."
    return " ".join([*(f"{capital(text)}." for text in (ended, *news) if text), happened]).rstrip()


def result_in_words(result: str, *, alone: bool, adjacent: bool) -> str:
    """Return a result and its effect on both sides: `D2: the defender retreats two hexes`.

    With `alone`, only artillery and Ground Support attack (8.15). With `adjacent`, an attacker is adjacent and may
    suffer (8.14, 8.33).
    """
    effect = queries.tables.effect(result, alone=alone)
    attackers, defenders = effect.attackers if adjacent else 0, effect.defenders
    asked = {"attacker": attackers, "defender": defenders}
    if attackers and attackers == defenders:
        asked = {"both": attackers}
    parts = []
    for who, far in asked.items():
        name, verb = ("both sides", "retreat") if who == "both" else (f"the {who}", "retreats")
        if far:
            lost = f"{name} {'are' if who == 'both' else 'is'} eliminated outright"
            parts.append(lost if far == queries.tables.LOST else f"{name} {verb} {hexes(far)}")
    return f"{result}: {', '.join(parts) or 'no effect'}"


def combat_in_words(events: Iterable[Event], before: str = "") -> str:
    """Return the last combat and its losses as a line: `A1, A2 on X: +6, die 3, D2`.

    `before` is the line so far, if the combat's die was rolled before these events or is still to be rolled.
    """
    line = before
    for event in events:
        if isinstance(event, Attacked):
            attackers = ", ".join(map(named, (*event.attackers, *event.barrage)))
            line = f"{attackers} on {', '.join(map(named, event.defenders))}"
        elif isinstance(event, Rolled):
            line += f": {signed(event.differential)}, die {event.die}, {event.result}"
        elif isinstance(event, Eliminated) and is_rolled(line):
            line += f", {named(event.unit)} lost"
    return line


def is_rolled(combat: str) -> bool:
    """Return True if the line of a combat says that its die has been rolled."""
    return ", die " in combat


def dice(numbers: Iterable[int]) -> str:
    """Return rolls as a list: `1`, `1, 2`, `4-6`."""
    parts = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [n for _, n in run]
        parts += [f"{found[0]}-{found[-1]}"] if len(found) > 2 else [str(n) for n in found]
    return ", ".join(parts)


def arithmetic(attack: int, defense: int, column: str) -> str:
    """Return `10 - 4 = +6, column +6-8`."""
    return f"{attack} - {defense} = {signed(attack - defense)}, column {column}"


def ways_out(game: Game, fate: Fate, *, brief: bool = False) -> str:
    """Return a defender's room for retreat: `unit 2 has one way out, 1316, and cannot go two hexes`.

    `brief`: `unit 2: 1316, not two hexes`.
    """
    unit = game.state.units[fate.unit].name
    ways = game.state.numbers(fate.ways)
    if brief:
        numbers = ", ".join(ways) if len(ways) <= FEW_WAYS else f"{in_words(len(ways))} ways out"
        no_way = "may hold" if fate.held else "no way out"
        no_farther = f", not {hexes(fate.room + 1)}" if ways and fate.room < FURTHEST else ""
        return f"{unit}: {numbers or no_way}{no_farther}"
    if not ways:
        return f"{unit} has no way out, but may hold its hex" if fate.held else f"{unit} has no way out"
    if len(ways) == 1:
        how = f"has one way out, {ways[0]}"
    else:
        how = f"has {in_words(len(ways))} ways out" + (f", {listed(ways)}" if len(ways) <= FEW_WAYS else "")
    return f"{unit} {how}" + (f", and cannot go {hexes(fate.room + 1)}" if fate.room < FURTHEST else "")


class Face(NamedTuple):
    """The rolls that give one result, and its effect in a combat."""

    dice: tuple[int, ...]
    result: str
    them: bool
    """True if the defender suffers."""
    us: bool
    """True if the attacker suffers."""
    words: tuple[str, ...]
    """The effect, worded ever more briefly: `unit 2 retreats two hexes, by 1218` ... `two hexes`."""


def faces(
    game: Game, defenders: Sequence[Fate], attackers: Sequence[Fate], results: Sequence[str], *, alone: bool
) -> list[Face]:
    """Return the present effect of each result, in the order of the rolls; `results` has the results of the six rolls.

    With `alone`, artillery and Ground Support attack by themselves (8.15).
    """
    found = []
    for result in dict.fromkeys(results):
        rolls = tuple(die for die, other in enumerate(results, 1) if other == result)
        them = _effects_on_side(game, defenders, results, rolls[0], alone=alone)
        us = _effects_on_side(game, attackers, results, rolls[0], alone=alone)
        words = tuple(dict.fromkeys(_effects_in_words(game, them, us, room) for room in range(4)))
        found.append(Face(rolls, result, bool(them), bool(us), words))
    return found


class EffectOnUnits(NamedTuple):
    """The effect of a result on some units of one side: `lost`, retreats (`go`), or a choice to `hold`."""

    does: str
    hexes: int
    units: tuple[Fate, ...]


def _effects_on_side(
    game: Game, fates: Sequence[Fate], results: Sequence[str], die: int, *, alone: bool
) -> list[EffectOnUnits]:
    """Return the effect of a roll on one side."""
    lost = tuple(fate for fate in fates if die in planning.fatal_dice(game, fate, results, alone=alone))
    left = [fate for fate in fates if fate not in lost]
    far = planning.asked_of(game, fates[0].unit, results[die - 1], alone=alone) if fates else 0
    goes = tuple(fate for fate in left if fate.held < far)
    holds = tuple(fate for fate in left if far and fate.held >= far)
    groups = (("lost", lost), ("go", goes), ("hold", holds))
    return [EffectOnUnits(does, far, units) for does, units in groups if units]


def _effects_in_words(game: Game, them: Sequence[EffectOnUnits], us: Sequence[EffectOnUnits], brevity: int) -> str:
    """Return effects in words. A `brevity` of 0 gives them in full, 3 as short as possible."""
    if not them and not us:
        return "no effect"
    both = [effects[0] for effects in (them, us) if len(effects) == 1 and effects[0].does == "go"]
    if them and us and len(both) == 2:
        far = hexes(both[0].hexes)
        return (
            f"both retreat {far}",
            f"both retreat {NUMBERS[both[0].hexes]}",
            f"both {far}",
            f"both {NUMBERS[both[0].hexes]}",
        )[brevity]
    if brevity == 3:
        first, *others = them or us
        if others and first.does == "lost":  # only some of the side's units
            return f"{NUMBERS[len(first.units)]} lost"
        return {"lost": "lost", "go": NUMBERS[first.hexes], "hold": "may hold"}[first.does]
    effects = (*them, *us)
    if brevity == 2 and len(effects) > 1:
        return ", ".join(_effect_on_named(game, effect) for effect in effects)
    words = [_effect_in_words(game, effect, brevity) for effect in effects]
    return ", ".join(words) if brevity else listed(words)


def _effect_on_named(game: Game, effect: EffectOnUnits) -> str:
    """Return `unit 52 lost`, `2 units one hex`."""
    does = {"lost": "lost", "go": hexes(effect.hexes), "hold": "may hold"}[effect.does]
    count = len(effect.units)
    return f"{f'{count} units' if count > 1 else game.state.units[effect.units[0].unit].name} {does}"


def _effect_in_words(game: Game, effect: EffectOnUnits, brevity: int) -> str:
    one = len(effect.units) == 1
    if effect.does == "lost":
        return f"{_units_in_words(game, effect.units)} {'is' if one else 'are'} lost"
    if effect.does == "hold":
        return f"{_units_in_words(game, effect.units)} may hold"
    if brevity == 2:
        return hexes(effect.hexes)
    verb = "retreats" if one else "retreat"
    far = NUMBERS[effect.hexes] if brevity else hexes(effect.hexes)
    ways = effect.units[0].ways
    way = f" via {game.state.number(ways[0])}" if one and len(ways) == 1 and not brevity else ""
    return f"{_units_in_words(game, effect.units)} {verb} {far}{way}"


def _units_in_words(game: Game, fates: Sequence[Fate]) -> str:
    """Return the names of units, or their number if the names are long."""
    names = " and ".join(game.state.units[fate.unit].name for fate in fates)
    return names if len(fates) < 3 and len(names) <= LONGEST else f"{len(fates)} units"


def fill_lines(parts: Sequence[str], width: int) -> list[str]:
    """Return lines filled with parts, three spaces apart. No part is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f"   {part}"
        else:
            lines.append(part[:width])
    return lines


def left_by(game: Game, found: planning.Preview | None, width: int) -> str:
    """Return which units must still fight after an attack.

    Empty if the attack is refused, as the refusal names them.
    """
    return still_to_fight(game, found.still, width) if found is not None and found.refusal is None else ""


def still_to_fight(game: Game, left: Outstanding, width: int) -> str:
    """Return `then 1/77 and 20 must still fight`, or the number of units if that is too long."""
    units = game.state.names((*left.attackers, *left.enemies))
    if not units:
        return "then no other unit has to fight"
    texts = (
        f"then {listed(units)} must still fight",
        f"then {len(units)} units must still fight",
        f"{len(units)} still to fight",
    )
    return next((text for text in texts if len(text) <= width), texts[-1])
