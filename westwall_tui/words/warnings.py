"""What a move puts at risk, in a sentence: short for the panel, in full on a key."""

from collections.abc import Sequence

from westwall_tui.engine import queries
from westwall_tui.engine.game import Game
from westwall_tui.engine.planning import Peril, Risk, reinforcements_due
from westwall_tui.engine.words import listed

BY_ENEMY = (Peril.SURROUNDED, Peril.GUN, Peril.EMPTY, Peril.BLOCKED)
"""Risks that come from the enemy's next moves."""
FEW = 2
"""Units that are named; more are counted."""


def warning(game: Game, risk: Risk) -> str:
    """One risk in a few words: `Can be surrounded`."""
    number = game.state.number
    match risk.peril:
        case Peril.SURROUNDED:
            return f"Can be surrounded{_if_still_there(game, risk)}"
        case Peril.NO_WAY_BACK:
            return f"No way out: lost on {risk.dice} of 6 rolls{_after_fire(risk)}"
        case Peril.ILL_MATCHED:
            return f"Must attack: lost on {risk.dice} of 6 rolls{_after_fire(risk)}"
        case Peril.UNDER_FIRE:
            return f"Lost on {risk.at_worst} of 6 rolls after all FPF"
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
            return "From there it cannot leave in time"


def warning_in_full(game: Game, risk: Risk) -> str:
    """One risk with the units and hexes that it is about."""
    state = game.state
    name, number = state.units[risk.unit].name, state.number
    rolls = f"on {risk.dice} of 6 rolls"
    match risk.peril:
        case Peril.SURROUNDED:
            by = named_few(game, risk.others, where=True)
            still = _if_still_there(game, risk)
            return f"{name} can be surrounded at {number(risk.hexes[0])} by {by}{still}, and lost {rolls}"
        case Peril.NO_WAY_BACK:
            foe = named_few(game, risk.others, where=True)
            return (
                f"{name} has no way out at {number(risk.hexes[0])}: {foe} beats it {rolls} at best{_after_fire(risk)}"
            )
        case Peril.ILL_MATCHED:
            foe, at = named_few(game, risk.others, where=True), number(risk.hexes[0])
            return f"{name} at {at} must attack {foe}, and is lost {rolls} at best{_after_fire(risk)}"
        case Peril.UNDER_FIRE:
            return _lost_under_fire(game, [risk])
        case Peril.WIRED:
            pair = "/".join(state.numbers(risk.hexes))
            return f"The enemy may blow the bridge {pair} when {name} comes next to it"
        case Peril.CUT_OFF:
            return f"{name} has no Line of Communication at {number(risk.hexes[0])}"
        case Peril.CUTS:
            whose = _whose_lines(game, risk)
            return f"When {name} leaves {number(risk.hexes[0])}, {whose} loses the Line of Communication"
        case Peril.BLOCKED:
            there = f"{placed(game, risk.unit)} can come to {number(risk.hexes[0])}"
            still = ", if it is still there," if risk.unless else ""
            return f"{there}{still} and cut the Line of Communication of {_whose_lines(game, risk)}"
        case Peril.GUN:
            gun, foe = (state.units[unit].name for unit in risk.others[:2])
            return f"{name} leaves {gun} at {number(risk.hexes[0])} alone, and {foe} can come next to it"
        case Peril.EMPTY:
            return f"{name} leaves {risk.places[0]} empty, and the enemy can come there"
        case Peril.LATE:
            return f"From {number(risk.hexes[0])} {name} can no longer exit in time"


def not_counted(game: Game, side: int, *, lines: bool = True) -> str:
    """Return what the warnings to a side omit: `4 German reinforcements due are not counted`; empty for nothing.

    With `lines`, name also the points that units and places no longer score once their lines are cut.
    """
    due, name = len(reinforcements_due(game, 1 - side)), game.scenario.sides[1 - side].name
    cut = lines and queries.needs_lines(game) and queries.no_line_points(game)
    if not due:
        return "The points that cut lines stop from scoring are not counted" if cut else ""
    told = f"{due} {name} reinforcement{'s' * (due > 1)} due {'are' if due > 1 else 'is'} not counted"
    return f"{told}, nor are points that cut lines stop from scoring" if cut else told


def attack_warning(game: Game, risks: Sequence[Risk]) -> str:
    """Return the worst risk of an attack to its attackers: `No way out for 1/304: lost on 1 of 6 rolls`."""
    stuck = [risk for risk in risks if risk.peril is Peril.NO_WAY_BACK]
    fired = [risk for risk in risks if risk.peril is Peril.UNDER_FIRE]
    if stuck:
        risk, name = stuck[0], game.state.units[stuck[0].unit].name
        others = f" and {len(stuck) - 1} more" if len(stuck) > 1 else ""
        more = f" (and {len(fired)} more)" if fired else ""
        return f"No way out for {name}{others}: lost on {risk.dice} of 6 rolls{_after_fire(risk)}{more}"
    if fired:
        return _lost_under_fire(game, fired)
    return ""


def _lost_under_fire(game: Game, risks: Sequence[Risk]) -> str:
    """Return `After all FPF: 1/1 and 2/1 are lost on 1 of 6 rolls, without it on none`."""
    risk, many = risks[0], len(risks) > 1
    without = str(risk.dice) if risk.dice else "none"
    who = f"{named_few(game, [each.unit for each in risks])} {'are' if many else 'is'}"
    return f"After all FPF: {who} lost on {risk.at_worst} of 6 rolls, without it on {without}"


def _after_fire(risk: Risk) -> str:
    """On how many rolls it comes about once all Final Protective Fire is given, if that is more."""
    return f", {risk.at_worst} after all FPF" if risk.at_worst > risk.dice else ""


def points_in_words(points: float) -> str:
    """`4 points`, `1 point`, or nothing if there are none; half points are rounded up."""
    whole = int(points + 0.5)
    return "" if not whole else f"{whole} point{'' if whole == 1 else 's'}"


def placed(game: Game, unit: int) -> str:
    """A unit by name; one whose name is a bare number also by its hex: `unit 27 at 1016`."""
    counter, h = game.state.units[unit], game.state.location[unit]
    return f"{counter.name} at {game.state.number(h)}" if counter.id.isdigit() and h >= 0 else counter.name


def named_few(game: Game, units: Sequence[int], *, where: bool = False) -> str:
    """Units by name, and how many more there are: `2/506, 3/506 and 2 more`. `where`: bare numbers with their hexes."""
    names = [placed(game, unit) if where else game.state.units[unit].name for unit in units]
    return listed(names, FEW) or "the enemy"


def _if_still_there(game: Game, risk: Risk) -> str:
    """The enemies without whom it cannot happen, if attacks to come may drive them off."""
    if not risk.unless:
        return ""
    return f", if {named_few(game, risk.unless)} {'is' if len(risk.unless) == 1 else 'are'} still there"


def _whose_lines(game: Game, risk: Risk) -> str:
    """Whose lines are cut: places, else units."""
    return risk.places[0] if risk.places else named_few(game, risk.others)
