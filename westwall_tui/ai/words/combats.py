"""Combats in sentences: which units take part, and the effects of the roll."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.odds import effects, exceeds
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.value.view import View
from westwall_tui.ai.words.reason import WORTH_TELLING, Reason, is_or_are, names_of, names_or_number
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import Combat
from westwall_tui.engine.words import capital, signed

RISKY = 3
"""Rolls that throw the attacker back are mentioned if there are at least this many; eliminations always are."""
ALL_FIRE = "if the enemy uses all its Final Protective Fire"


class Chances(NamedTuple):
    """The number of rolls, out of six, that hurt a unit."""

    lost: int
    """Number of rolls that eliminate the unit."""
    moved: int
    """Number of rolls that eliminate the unit or drive it off."""


def rolls(n: int) -> str:
    """Return `4 of 6 rolls`, `every roll` or `no roll`."""
    return {0: "no roll", 6: "every roll"}.get(n, f"{n} of 6 rolls")


def rolls_in_words(quiet: Chances, fired: Chances, whom: str, them: str = "it", off: str = "back") -> str:
    """Return the effects of the roll on units: without Final Protective Fire and, if that differs, after all of it.

    `every roll eliminates unit 52; if the enemy uses all its Final Protective Fire, 4 of 6`.

    The text gives the number of rolls, never a range such as `5 or 6`, which reads like what the die must show. `them`
    is the pronoun for `whom`; `off` is where the units are driven.
    """
    if quiet == fired:
        return _one_chance(quiet, whom, them, off)
    if not quiet.moved:
        return f"{ALL_FIRE}, {_one_chance(fired, whom, them, off)}"
    first = _one_chance(quiet, whom, them, off)
    all_lost = quiet.lost == quiet.moved and fired.lost == fired.moved
    if all_lost or not (quiet.lost or fired.lost):
        return (
            f"{first}; {ALL_FIRE}, {rolls(fired.moved).replace(' rolls', '')}{'' if 0 < fired.moved < 6 else ' does'}"
        )
    return f"{first}; {ALL_FIRE}, {_one_chance(fired, them, them, off)}"


def _one_chance(chances: Chances, whom: str, them: str, off: str) -> str:
    """Return `4 of 6 rolls drive X back`, or `2 of 6 rolls eliminate X, and 3 more drive it back`."""
    lost, moved = chances
    driven = moved - lost
    if not lost:
        return f"{rolls(moved)} {'drive' if 1 < moved < 6 else 'drives'} {whom} {off}"
    found = f"{rolls(lost)} {'eliminate' if 1 < lost < 6 else 'eliminates'} {whom}"
    if not driven:
        return found
    more = f"the other{f' {driven}' if driven > 1 else ''}" if moved == 6 else f"{driven} more"
    return f"{found}, and {more} {'drives' if driven == 1 else 'drive'} {them} {off}"


class CombatInWords:
    """A combat, in sentences, in the position that a view holds."""

    def __init__(self, view: View, fight: PlannedCombat) -> None:
        self.view, self.fight = view, fight
        position = view.position
        strength = sum(position.attack[each] for each in (*fight.attackers, *fight.barrage)) + fight.support
        self.differential = strength - sum(position.defense[each] for each in fight.defenders)
        """The differential before Final Protective Fire."""
        combats = view.combats
        line, expected, self.alone = combats.terms(fight.attackers, fight.defenders, combats.extra(fight))
        self.fired = self.differential - self._all_fire()
        """The differential after all possible Final Protective Fire (8.4)."""
        self._expected, self._quiet, self._fired = (
            effects(line, each, alone=self.alone) for each in (expected, self.differential, self.fired)
        )

    def _all_fire(self) -> int:
        """Return the maximum that the defender may add by Final Protective Fire and Ground Support."""
        view, state = self.view, self.view.game.state
        where = view.position.where
        moved = {unit: where[unit] for unit in view.own if where[unit] != state.location[unit]}
        fight = self.fight
        combat = Combat(view.side, fight.attackers, fight.barrage, fight.defenders, fight.support)
        return planning.most_fire(planning.imagined(view.game, moved), combat)

    def __str__(self) -> str:
        """Return the differential and the effects of the roll on each defender, as a clause or several sentences."""
        return self.dice_in_words({foe: self.view.room(foe) for foe in self.fight.defenders})

    def reasons(self) -> list[Reason]:
        """Return the reasons for the combat. The risk to the attackers comes before their prospects."""
        view, fight = self.view, self.fight
        found = [Reason(fight.value, f"{capital(str(self))}.")]
        if (self.is_hopeless or fight.value < WORTH_TELLING) and fight.attackers:
            them = fight.attackers
            foes = names_of(view, fight.defenders, where=True)
            must = f"{names_of(view, them)} {is_or_are(them)} next to {foes} and must attack (7.12)"
            found = [Reason.of(0.0, must), Reason(0.0, found[0].text)]
        zones, where = view.position.zones[view.side], view.position.where
        if not fight.attackers and any(zones[where[foe]] for foe in fight.defenders):
            whom = names_of(view, fight.defenders)
            free = f"{whom} must be attacked (7.11). Artillery can do that without risk, and that frees other units"
            found = [Reason.of(0.0, free), Reason(0.0, found[0].text)]
        return [*found, *self._risk_to_attackers(), *self._hex_to_win()]

    @property
    def is_hopeless(self) -> bool:
        """True if no roll hurts a defender, even without Final Protective Fire."""
        chances = self._chances_of_defenders(dict.fromkeys(self.fight.defenders, 0))
        return not any(quiet.moved for quiet, _ in chances.values())

    def joined_by(self, unit: int, rooms: Mapping[int, int], now: Game, *, better: bool = True) -> str:
        """Return why a unit joins the combat: the enemies it can attack, its partners, and the effects of the roll.

        `rooms` has the enemies' room for retreat, since the view may hold another position by now. If the hex is not
        `better` for the combats, the text says that the unit must attack there, not that it wants to.
        """
        fight = self.fight
        whom, helpers = names_of(self.view, fight.defenders, where=True), self._helpers_in_words(unit, now)
        dice = capital(self.dice_in_words(rooms))
        if unit in fight.barrage and fight.attackers:
            them = names_or_number(self.view, fight.attackers, "units")
            return f"from here its fire can support the attack of {them} on {whom}. {dice}"
        does = "can fire on" if unit in fight.barrage else "can attack" if better else "would have to attack"
        return f"from here it {does} {whom}{helpers}. {dice}"

    def _helpers_in_words(self, unit: int, now: Game) -> str:
        """Return ` together with 2/304 and the fire of 5B, which have yet to move`, or an empty string.

        With artillery alone: ` with support from 5B`.
        """
        view = self.view
        units = [each for each in self.fight.attackers if each != unit]
        guns = [each for each in self.fight.barrage if each != unit]
        if not (units or guns):
            return ""
        helpers = [names_or_number(view, units, "other units")] if units else []
        fire = names_or_number(view, guns, "artillery units")
        helpers += [f"the fire of {fire}" if units else f"support from {fire}"] if guns else []
        others = [*units, *guns]
        late = [each for each in others if now.state.location[each] != view.position.where[each]]
        have = "has" if len(late) == 1 else "have"
        if late == others:
            wait = f", which {have} yet to move"
        else:
            wait = f", once {names_or_number(view, late, 'of them')} {have} moved" if late else ""
        joined = (", and " if " and " in helpers[0] else " and ").join(helpers)
        return f" {'together ' if units else ''}with {joined}{wait}"

    def dice_in_words(self, rooms: Mapping[int, int]) -> str:
        """Return the differential and the effects of the roll; defenders with the same chances share a sentence."""
        view, chances = self.view, self._chances_of_defenders(rooms)
        found: list[str] = []
        at = f"at {signed(self.differential)}"
        groups: dict[tuple[object, ...], list[int]] = {}
        for foe, same in chances.items():
            groups.setdefault((*same, rooms[foe] == 0 and same[0].lost > 0, self._relief_of(foe) > 0), []).append(foe)
        for units in groups.values():
            quiet, fired = chances[units[0]]
            whom, them = names_of(view, units), "it" if len(units) == 1 else "them"
            off = "out of the city" if self._relief_of(units[0]) else "back"
            lead = "" if found else at
            if rooms[units[0]] == 0 and quiet.lost:
                dice = rolls_in_words(quiet, fired, them, them, off)
                found.append(f"{whom} cannot retreat: {lead and lead + ', ' * dice[0].isdigit()}".rstrip() + f" {dice}")
            else:
                found.append((lead and f"{lead}, ") + rolls_in_words(quiet, fired, whom, them, off))
        return ". ".join([found[0], *map(capital, found[1:])])

    def _chances_of_defenders(self, rooms: Mapping[int, int]) -> dict[int, tuple[Chances, Chances]]:
        """Return each defender's chances without fire and after all of it, given the room for retreat of each."""
        dice = [[push for _, push, _ in faces] for faces in (self._quiet, self._fired)]
        return {foe: self._chances_of(foe, dice, rooms[foe]) for foe in self.fight.defenders}

    def _chances_of(self, unit: int, dice: Sequence[Sequence[int]], room: int) -> tuple[Chances, Chances]:
        """Return the effects of the six rolls on a unit, without fire and after all of it.

        `dice` has the number of hexes by which each roll drives the unit off, `room` the number of hexes that it can
        retreat.
        """
        relief = self._relief_of(unit)
        quiet, fired = (
            Chances(sum(exceeds(far, room) for far in faces), sum(exceeds(far, relief) for far in faces))
            for faces in dice
        )
        return quiet, fired

    def _relief_of(self, unit: int) -> int:
        return self.view.position.relief(unit, self.view.position.where[unit])

    def _risk_to_attackers(self) -> list[Reason]:
        view, hits = self.view, [[hit for hit, _, _ in faces] for faces in (self._quiet, self._fired)]
        where, first = view.position.where, self.fight.defenders[0]
        chances = {u: self._chances_of(u, hits, view.own_room(u, where[u])) for u in self.fight.attackers}
        for unit in view.combats.bound.intersection(chances):  # an assaulting unit takes the hex, or is lost
            fails = [6 - self._winning_dice(first, faces) for faces in (self._quiet, self._fired)]
            chances[unit] = Chances(fails[0], fails[0]), Chances(fails[1], fails[1])
        worst = max((fired for _, fired in chances.values()), default=Chances(0, 0))
        units = [unit for unit, (_, fired) in chances.items() if fired == worst]
        if not (worst.lost or worst.moved >= RISKY):
            return []
        them = "it" if len(units) == 1 else "them"
        return [Reason(0.0, f"Risk: {rolls_in_words(*chances[units[0]], names_of(view, units), them)}.")]

    def _hex_to_win(self) -> list[Reason]:
        """Return the most valuable hex to be taken, if its worth times the chance of taking it matters."""
        view, where, gain = self.view, self.view.position.where, self.view.goals.gain
        foe = max(self.fight.defenders, key=lambda foe: (gain[where[foe]], -foe))
        points = gain[where[foe]] * self._winning_dice(foe, self._expected) / 6
        if points < WORTH_TELLING:
            return []
        number, prize = view.game.state.number(where[foe]), view.goals.prize(where[foe])
        return [Reason.of(points, f"the winner may advance to {number}{f', {prize}' if prize else ''}")]

    def _winning_dice(self, foe: int, faces: Sequence[tuple[int, int, bool]]) -> int:
        """Return the number of rolls that make a defender leave its hex to an attacker; 0 for artillery alone."""
        relief = self._relief_of(foe)
        return 0 if self.alone else sum(won and exceeds(push, relief) for _, push, won in faces)
