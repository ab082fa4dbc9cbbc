"""A combat in words: what it is, who takes part, and what the dice do."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from westwall_tui.ai.combats.odds import effects, exceeds
from westwall_tui.ai.combats.worth import PlannedCombat
from westwall_tui.ai.value.view import View
from westwall_tui.ai.words.reason import WORTH_TELLING, Reason, is_or_are, names_of, names_or_number
from westwall_tui.engine import planning
from westwall_tui.engine.game import Game
from westwall_tui.engine.state import Combat
from westwall_tui.engine.words import signed

RISKY = 3
"""From so many dice in six it is told that the attacker is thrown back; a loss is always told."""


class Chances(NamedTuple):
    """What the six dice of a combat do to a unit."""

    lost: int
    """It is eliminated."""
    moved: int
    """It is driven off, or eliminated."""


def rolls_in_words(quiet: Chances, fired: Chances) -> str:
    """On how many rolls a unit is lost or driven back: without Final Protective Fire, and with all that can be given.

    `lost on 2 of 6 rolls, and driven back on 3 more`; where the fire matters, `driven back on 6 of 6 rolls, 2 after all
    FPF`. No range such as `5 or 6` is told: it reads as what the die must show.
    """
    if quiet == fired:
        return _chances_in_words(quiet)
    if not quiet.moved:
        return f"{_chances_in_words(fired)} after all FPF"
    first = _chances_in_words(quiet)
    all_lost = quiet.lost == quiet.moved and fired.lost == fired.moved
    if all_lost or not (quiet.lost or fired.lost):
        return f"{first}, {fired.moved or 'none'} after all FPF"
    return f"{first}; {_chances_in_words(fired)} after all FPF"


def _chances_in_words(chances: Chances) -> str:
    """`driven back on 4 of 6 rolls`, `lost on 2 of 6 rolls, and driven back on 3 more`; or that nothing can happen."""
    lost, moved = chances
    if not moved:
        return "safe"
    if not lost:
        return f"driven back on {moved} of 6 rolls"
    return f"lost on {lost} of 6 rolls" + (f", and driven back on {moved - lost} more" if moved > lost else "")


class CombatInWords:
    """A combat of the position that a view holds, in words: what it is, who takes part, and what the dice do."""

    def __init__(self, view: View, fight: PlannedCombat) -> None:
        self.view, self.fight = view, fight
        position = view.position
        strength = sum(position.attack[each] for each in (*fight.attackers, *fight.barrage)) + fight.support
        self.differential = strength - sum(position.defense[each] for each in fight.defenders)
        """Before Final Protective Fire."""
        combats = view.combats
        line, expected, self.alone = combats.terms(fight.attackers, fight.defenders, combats.extra(fight))
        self.fired = self.differential - self._all_fire()
        """After all the fire in defense that can be given (8.4)."""
        self._expected, self._quiet, self._fired = (
            effects(line, each, alone=self.alone) for each in (expected, self.differential, self.fired)
        )

    def _all_fire(self) -> int:
        """What the defender can add at most by Final Protective Fire and Ground Support, by the rules."""
        view, state = self.view, self.view.game.state
        where = view.position.where
        moved = {unit: where[unit] for unit in view.own if where[unit] != state.location[unit]}
        fight = self.fight
        combat = Combat(view.side, fight.attackers, fight.barrage, fight.defenders, fight.support)
        return planning.most_fire(planning.imagined(view.game, moved), combat)

    def __str__(self) -> str:
        """Where and at what differential it is fought, and what the rolls do to each defender."""
        view = self.view
        rooms = {foe: view.room(foe) for foe in self.fight.defenders}
        hexes = sorted({view.game.state.number(view.position.where[foe]) for foe in self.fight.defenders})
        return f"the odds at {' and '.join(hexes)} are {self._words_for_odds()}: {self._words_for_dice(rooms, rooms)}"

    def reasons(self) -> list[Reason]:
        """The reasons for it; what it may cost comes before what it may win."""
        view, fight = self.view, self.fight
        found = [Reason(fight.value, str(self))]
        hopeless = not any(
            quiet.moved for quiet, _ in self._chances_of_defenders(dict.fromkeys(fight.defenders, 0)).values()
        )
        if (hopeless or fight.value < WORTH_TELLING) and fight.attackers:
            them = fight.attackers
            foes = names_of(view, fight.defenders, where=True)
            must = f"{names_of(view, them)} {is_or_are(them)} next to {foes} and must attack (7.12)"
            found = [Reason(0.0, must), Reason(0.0, found[0].text)]
        zones, where = view.position.zones[view.side], view.position.where
        if not fight.attackers and any(zones[where[foe]] for foe in fight.defenders):
            whom = names_of(view, fight.defenders)
            free = f"{whom} must be attacked (7.11); a gun does it without risk and frees the others"
            found = [Reason(0.0, free), Reason(0.0, found[0].text)]
        return [*found, *self._cost_to_attackers(), *self._hex_to_win()]

    def joined_by(self, unit: int, rooms: Mapping[int, int], now: Game) -> str:
        """Why a unit joins it: whom it attacks, with whom, and what the dice do.

        `rooms` is the enemies' room for retreat, since the view may hold another position by now.
        """
        whom = names_of(self.view, self.fight.defenders, blocked=rooms, where=True)
        company, odds = self._words_for_company(unit, now), self._words_for_odds()
        return f"it attacks {whom}{company} at {odds}: {self._words_for_dice(rooms, {})}"

    def _words_for_company(self, unit: int, now: Game) -> str:
        view = self.view
        units = [each for each in self.fight.attackers if each != unit]
        guns = [each for each in self.fight.barrage if each != unit]
        who = [names_or_number(view, units, "others")] if units else []
        who += [f"the fire of {names_or_number(view, guns, 'guns')}"] if guns else []
        if not who:
            return ""
        others = [*units, *guns]
        late = [each for each in others if now.state.location[each] != view.position.where[each]]
        whom = "" if late == others else f"{names_or_number(view, late, 'of them')} "
        return f" with {' and '.join(who)}" + (f" ({whom}yet to move)" if late else "")

    def _words_for_odds(self) -> str:
        """The differential and, with guns in range, what all Final Protective Fire would leave of it."""
        fired = f" ({signed(self.fired)} after all FPF)" if self.fired != self.differential else ""
        return f"{signed(self.differential)}{fired}"

    def _words_for_dice(self, rooms: Mapping[int, int], blocked: Mapping[int, int]) -> str:
        """What the dice do to the defenders, a phrase for all with the same chances."""
        view, found, chances = self.view, [], self._chances_of_defenders(rooms)
        for same in dict.fromkeys(chances.values()):
            units = [foe for foe in chances if chances[foe] == same]
            if same[0].moved:
                found.append(f"{names_of(view, units, blocked=blocked)} {is_or_are(units)} {rolls_in_words(*same)}")
            else:
                where = "out of the city" if any(self._relief_of(foe) for foe in units) else "back"
                found.append(f"no roll drives {names_of(view, units)} {where}")
        return "; ".join(found)

    def _chances_of_defenders(self, rooms: Mapping[int, int]) -> dict[int, tuple[Chances, Chances]]:
        """By defender: what the dice do to it without fire and after all of it, with so much room for retreat."""
        dice = [[push for _, push, _ in faces] for faces in (self._quiet, self._fired)]
        return {foe: self._chances_of(foe, dice, rooms[foe]) for foe in self.fight.defenders}

    def _chances_of(self, unit: int, dice: Sequence[Sequence[int]], room: int) -> tuple[Chances, Chances]:
        """What six dice do to a unit, without fire and after all of it: `dice` has the hexes that each drives it off,
        `room` the hexes it can retreat."""
        relief = self._relief_of(unit)
        quiet, fired = (
            Chances(sum(exceeds(far, room) for far in faces), sum(exceeds(far, relief) for far in faces))
            for faces in dice
        )
        return quiet, fired

    def _relief_of(self, unit: int) -> int:
        return self.view.position.relief(unit, self.view.position.where[unit])

    def _cost_to_attackers(self) -> list[Reason]:
        view, hits = self.view, [[hit for hit, _, _ in faces] for faces in (self._quiet, self._fired)]
        where, first = view.position.where, self.fight.defenders[0]
        chances = {u: self._chances_of(u, hits, view.own_room(u, where[u])) for u in self.fight.attackers}
        for unit in view.combats.bound.intersection(chances):  # it takes the hex, or is lost
            fails = [6 - self._winning_dice(first, faces) for faces in (self._quiet, self._fired)]
            chances[unit] = Chances(fails[0], fails[0]), Chances(fails[1], fails[1])
        lost = max((fired.lost for _, fired in chances.values()), default=0)
        back = max((fired.moved for _, fired in chances.values()), default=0)
        units = [unit for unit, (_, fired) in chances.items() if fired.lost == lost]
        if not units or not (lost or back >= RISKY):
            return []
        return [Reason(0.0, f"but {names_of(view, units)} {is_or_are(units)} {rolls_in_words(*chances[units[0]])}")]

    def _hex_to_win(self) -> list[Reason]:
        """The most valuable hex to be taken, if its worth times its chance is worth telling."""
        view, where, gain = self.view, self.view.position.where, self.view.goals.gain
        foe = max(self.fight.defenders, key=lambda foe: (gain[where[foe]], -foe))
        points = gain[where[foe]] * self._winning_dice(foe, self._expected) / 6
        if points < WORTH_TELLING:
            return []
        number, prize = view.game.state.number(where[foe]), view.goals.prize(where[foe])
        return [Reason(points, f"the winner may advance to {number}{f', {prize}' if prize else ''}")]

    def _winning_dice(self, foe: int, faces: Sequence[tuple[int, int, bool]]) -> int:
        """On how many of six dice a defender leaves his hex and an attacker may advance; artillery alone does not."""
        relief = self._relief_of(foe)
        return 0 if self.alone else sum(won and exceeds(push, relief) for _, push, won in faces)
