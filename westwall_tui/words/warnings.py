"""Warnings about the risks of a move: a few words for the panel, and full sentences."""

from collections.abc import Sequence

from westwall_tui.engine.game import Game
from westwall_tui.engine.planning import Peril, Risk
from westwall_tui.engine.words import capital, listed

FEW = 2
"""Maximum number of units that are named; others are counted."""
ALL_FIRE = "after all Final Protective Fire"


def warning(game: Game, risk: Risk) -> str:
    """Return a risk in a few words for the panel: `Can be surrounded`."""
    number = game.state.number
    match risk.peril:
        case Peril.SURROUNDED:
            return f"Can be surrounded{_if_still_there(game, risk)}"
        case Peril.NO_WAY_BACK:
            return f"No way out: {rolls_that_eliminate(risk.dice, 'it')}{_after_fire(risk, 'with FPF')}"
        case Peril.ILL_MATCHED:
            return f"Must attack: {rolls_that_eliminate(risk.dice, 'it')}{_after_fire(risk, 'with FPF')}"
        case Peril.UNDER_FIRE:
            return f"With FPF, {rolls_that_eliminate(risk.at_worst, 'it')}"
        case Peril.WIRED:
            return f"The bridge at {number(risk.hexes[0])} is wired"
        case Peril.CUT_OFF:
            return "No Line of Communication there"
        case Peril.CUTS:
            return f"This cuts the line of {_whose_lines(game, risk)}"
        case Peril.BLOCKED:
            return f"The enemy can cut the line of {_whose_lines(game, risk)}"
        case Peril.GUN:
            return f"Leaves the gun at {number(risk.hexes[0])} alone"
        case Peril.EMPTY:
            return f"Leaves {risk.places[0]} empty"
        case Peril.LATE:
            return "From there it cannot exit in time"


def warning_in_full(game: Game, risk: Risk) -> str:
    """Return a risk as a sentence without its full stop. It names the units and hexes."""
    state = game.state
    name, number = capital(state.units[risk.unit].name), state.number
    match risk.peril:
        case Peril.SURROUNDED:
            by = named_few(game, risk.others, where=True)
            found = f"{name} can be surrounded at {number(risk.hexes[0])} by {by}{_if_still_there(game, risk)}"
            return f"{found}; then {rolls_that_eliminate(risk.dice, 'it')}"
        case Peril.NO_WAY_BACK:
            foe = named_few(game, risk.others, where=True)
            found = f"{name} cannot retreat from {number(risk.hexes[0])}: if it attacks {foe},"
            return f"{found} {rolls_that_eliminate(risk.dice, 'it')} at best{_after_fire(risk)}"
        case Peril.ILL_MATCHED:
            foe, at = named_few(game, risk.others, where=True), number(risk.hexes[0])
            found = f"{name} at {at} must attack {foe}: {rolls_that_eliminate(risk.dice, 'it')} at best"
            return f"{found}{_after_fire(risk)}"
        case Peril.UNDER_FIRE:
            return _lost_under_fire(game, [risk])
        case Peril.WIRED:
            pair = "/".join(state.numbers(risk.hexes))
            return f"The enemy may blow the bridge {pair} when {state.units[risk.unit].name} comes next to it"
        case Peril.CUT_OFF:
            return f"{name} has no Line of Communication at {number(risk.hexes[0])}"
        case Peril.CUTS:
            loses = "loses its Line" if len(risk.places or risk.others) == 1 else "lose their Lines"
            leaves = f"If {state.units[risk.unit].name} leaves {number(risk.hexes[0])}"
            return f"{leaves}, {_whose_lines(game, risk)} {loses} of Communication"
        case Peril.BLOCKED:
            where = listed(state.numbers(risk.hexes), 99, "or")
            cut = f"move to {where} and cut the Line of Communication of {_whose_lines(game, risk)}"
            enemy = placed(game, risk.unit)
            return f"If {enemy} is still there, it can {cut}" if risk.unless else f"{capital(enemy)} can {cut}"
        case Peril.GUN:
            gun, foe = (state.units[unit].name for unit in risk.others[:2])
            return f"{name} leaves {gun} at {number(risk.hexes[0])} alone, and {foe} can move next to it"
        case Peril.EMPTY:
            return f"{name} leaves {risk.places[0]} empty, and the enemy can move in"
        case Peril.LATE:
            return f"{name} can no longer exit in time from {number(risk.hexes[0])}"


def attack_warning(game: Game, risks: Sequence[Risk]) -> str:
    """Return the worst risk of an attack to its attackers: `1/304 cannot retreat: 1 of 6 rolls eliminates it`."""
    stuck = [risk for risk in risks if risk.peril is Peril.NO_WAY_BACK]
    fired = [risk for risk in risks if risk.peril is Peril.UNDER_FIRE]
    if stuck:
        risk, name = stuck[0], capital(game.state.units[stuck[0].unit].name)
        others = f" and {len(stuck) - 1} more" if len(stuck) > 1 else ""
        more = f" (and {len(fired)} more)" if fired else ""
        dice = rolls_that_eliminate(risk.dice, "it" if len(stuck) == 1 else "them")
        return f"{name}{others} cannot retreat: {dice}{_after_fire(risk, 'with all FPF')}{more}"
    if fired:
        return _lost_under_fire(game, fired)
    return ""


def _lost_under_fire(game: Game, risks: Sequence[Risk]) -> str:
    """Return `With all FPF, 1 of 6 rolls eliminates 1/1 and 2/1; without it, none`."""
    risk = risks[0]
    who = named_few(game, [each.unit for each in risks])
    otherwise = f"{risk.dice} of 6" if risk.dice else "none"
    return f"With all FPF, {rolls_that_eliminate(risk.at_worst, who)}; without it, {otherwise}"


def rolls_that_eliminate(dice: int, whom: str) -> str:
    """Return `4 of 6 rolls eliminate it`, `every roll eliminates it`."""
    if dice == 6:
        return f"every roll eliminates {whom}"
    return f"{dice} of 6 rolls eliminate{'s' if dice == 1 else ''} {whom}"


def _after_fire(risk: Risk, when: str = ALL_FIRE) -> str:
    """Return the number of these rolls after all Final Protective Fire, if that is higher."""
    if risk.at_worst <= risk.dice:
        return ""
    return f", or {'every roll' if risk.at_worst == 6 else risk.at_worst} {when}"


def points_in_words(points: float) -> str:
    """Return `4 points`, `1 point`, or an empty string for no points. Half points are rounded up."""
    whole = int(points + 0.5)
    return "" if not whole else f"{whole} point{'' if whole == 1 else 's'}"


def placed(game: Game, unit: int) -> str:
    """Return a unit's name, with its hex if the name is a bare number: `unit 27 at 1016`, `1/304 (due)`."""
    counter, h = game.state.units[unit], game.state.location[unit]
    if h < 0:
        return f"{counter.name} (due)"
    return f"{counter.name} at {game.state.number(h)}" if counter.id.isdigit() else counter.name


def named_few(game: Game, units: Sequence[int], *, where: bool = False) -> str:
    """Return the names of some units, and the number of the rest: `2/506, 3/506 and 2 more`.

    With `where`, see `placed`.
    """
    names = [placed(game, unit) if where else game.state.units[unit].name for unit in units]
    return listed(names, FEW) or "the enemy"


def _if_still_there(game: Game, risk: Risk) -> str:
    """Return the enemies on which a risk depends, if coming attacks may drive them off: ` if X is still there`."""
    if not risk.unless:
        return ""
    return f" if {named_few(game, risk.unless)} {'is' if len(risk.unless) == 1 else 'are'} still there"


def _whose_lines(game: Game, risk: Risk) -> str:
    """Return the name of the place or units whose lines are cut."""
    return risk.places[0] if risk.places else named_few(game, risk.others)
