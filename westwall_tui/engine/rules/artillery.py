"""Artillery and Ground Support (8.0, 9.0): range, limits on fire, and points from off the map."""

from collections.abc import Iterable, Sequence

from westwall_tui.engine.orders import IllegalOrder
from westwall_tui.engine.rules.answers import Share
from westwall_tui.engine.rules.zones import touching
from westwall_tui.engine.state import State, changed
from westwall_tui.engine.words import count, listed


def contact(state: State, unit: int) -> list[int]:
    """Return the enemies in contact with an artillery unit, which may then attack no other units (8.31, 8.32).

    Enemies across an unbridged river (8.34) and enemies that have advanced in this phase (7.96) do not count.
    """
    return [enemy for enemy in touching(state, unit) if state.advanced[enemy] != state.serial]


def in_range(state: State, gun: int, target: int) -> bool:
    """Return True if the target's hex is within the artillery unit's range (8.12, 8.42)."""
    location, scenario = state.location, state.scenario
    return scenario.board.grid.distance(location[gun], location[target]) <= scenario.ranges[gun]


def reaches(state: State, gun: int, targets: Iterable[int]) -> bool:
    """Return True if at least one of the targets is in the artillery unit's range, which is enough (8.22, 8.42)."""
    location, most = state.location, state.scenario.ranges[gun]
    away = state.scenario.board.grid.distances(location[gun])
    return min([away[location[target]] for target in targets], default=most + 1) <= most


def those_in_range(state: State, guns: Iterable[int], target: int) -> list[int]:
    """Return the artillery units in range of the target's hex."""
    location, ranges = state.location, state.scenario.ranges
    away = state.scenario.board.grid.distances(location[target])
    return [gun for gun in guns if away[location[gun]] <= ranges[gun]]


def check_can_fire(state: State, gun: int) -> None:
    """Raise `IllegalOrder` if the artillery was displaced in this phase and therefore may not fire (7.82)."""
    if state.displaced[gun] == state.serial:
        reason = f"{state.units[gun].name} was displaced and cannot fire this phase"
        raise IllegalOrder("7.82", reason, state.ids((gun,)))


def check_final_protective_fire(state: State, gun: int, defenders: tuple[int, ...]) -> None:
    """Raise `IllegalOrder` unless the artillery unit may give FPF to one of the defenders (8.41 to 8.46)."""
    silent = _why_silent(state, gun, defenders) or _why_out_of_range(state, gun, defenders)
    if silent is not None:
        case, reason = silent
        enemies = touching(state, gun) if silent == _ADJACENT else ()
        reason = f"{state.units[gun].name} {reason} {listed(state.names(enemies))}".rstrip()
        raise IllegalOrder(case, reason, state.ids((gun, *enemies)))


_CANNOT = "cannot give Final Protective Fire, because it"
_ADJACENT = ("8.41", f"{_CANNOT} is next to")


def _why_silent(state: State, gun: int, defenders: tuple[int, ...]) -> tuple[str, str] | None:
    """Return the case and reason why a unit may not give FPF to defenders in its range; None if it may."""
    if not state.scenario.artillery[gun]:
        return "8.4", "is not artillery, so it has no Final Protective Fire"
    if gun in defenders:
        return "8.5", "is attacked itself and uses its Defense Strength instead"
    return _silenced_by(state, gun) or (_ADJACENT if touching(state, gun) else None)


def _silenced_by(state: State, gun: int) -> tuple[str, str] | None:
    """Return the case and reason why artillery may not give FPF because of an earlier action or result, or None."""
    recent = (state.serial, state.previous_combat)
    if state.fired[gun] == state.serial:
        return "8.46", "has already given Final Protective Fire this Game-Turn"
    if state.suffered[gun] in recent:
        return (
            "8.41",
            "cannot give Final Protective Fire, because it suffered a Combat Result in this or the last Combat Phase",
        )
    if state.displaced[gun] in recent:
        return "8.41", f"{_CANNOT} was displaced in this or the last Combat Phase"
    return None


def silenced(state: State, side: int) -> frozenset[int]:
    """Return the artillery that may not give FPF because of an earlier action or result.

    The answer is for this Combat Phase, or during a Movement Phase for the next Combat Phase.
    """
    guns = [unit for unit in state.on_map(side) if state.scenario.artillery[unit]]
    return frozenset([gun for gun in guns if _silenced_by(state, gun) is not None])


def _why_out_of_range(state: State, gun: int, defenders: tuple[int, ...]) -> tuple[str, str] | None:
    if reaches(state, gun, defenders):
        return None
    return "8.42", f"has a range of {count(state.scenario.ranges[gun], 'hex', 'hexes')}, and no defender is that close"


def protectors(state: State, defenders: tuple[int, ...]) -> list[int]:
    """Return the artillery units that may give FPF to the defenders, in unit order."""
    artillery, side = state.scenario.artillery, state.units[defenders[0]].side
    guns = [unit for unit in state.on_map(side) if artillery[unit]]
    near = sorted({gun for defender in defenders for gun in those_in_range(state, guns, defender)})
    return [gun for gun in near if _why_silent(state, gun, defenders) is None]


# -- Ground Support, 9.0


def allot(state: State) -> None:
    """Give both sides their points for the Game-Turn; points left over from the last one are lost (9.14)."""
    state.support = tuple(info.support(state.turn) for info in state.scenario.sides)
    state.support_phase = (0, 0)


def check_support(state: State, side: int, points: int, defenders: Sequence[int]) -> None:
    """Raise `IllegalOrder` unless a side may use this many points in a combat with these defenders (9.12)."""
    if points < 0:
        raise IllegalOrder("9.12", "Ground Support Points cannot be negative")
    left, unused = support_left(state, side, defenders), state.support[side]
    if points > left:
        who = state.scenario.sides[side].people
        if left < unused:
            most = f"can use at most {left}" if left else "cannot use any"
            reason = f"{who} {most} of their {count(unused, 'Ground Support Point', most=0)} in this combat"
            reason = f"{who} cannot use their Ground Support Point in this combat" if unused == 1 else reason
            raise IllegalOrder(state.rules.ground_support(state, side).case, reason)
        have = f"only {count(left, 'Ground Support Point', most=0)}" if left else "no Ground Support Points"
        raise IllegalOrder("9.12", f"{who} have {have} left this Game-Turn")


def spend(state: State, side: int, points: int) -> None:
    """Take points from a side's pool of the Game-Turn (9.12)."""
    if points:
        state.support = changed(state.support, state.support[side] - points, side)
        state.support_phase = changed(state.support_phase, state.support_phase[side] or state.serial, side)


def artillery_fits(state: State, share: Share) -> bool:
    """Return True if the battle's limit allows this much artillery and Ground Support in a combat.

    If a share does not fit, a larger one does not fit either.
    """
    limit = state.rules.artillery_limit(state, share.side, attacking=share.attacking)
    if limit.per_point is None:
        return len(share.guns) <= limit.guns
    strengths = [state.units[gun].strength for gun in share.guns]
    points = sum([s.barrage if share.attacking else s.fpf for s in strengths]) + share.support
    return limit.fits(share.ground, len(share.guns), points)


def support_left(state: State, side: int, defenders: Sequence[int] = ()) -> int:
    """Return the Ground Support Points that a side may use in a combat now, with these defenders if there are any."""
    support = state.rules.ground_support(state, side)
    if support.left and defenders and support.spotters is not None:
        location = state.location
        eyes = [location[unit] for unit in support.spotters if location[unit] >= 0]
        ranges = [state.scenario.board.grid.distances(location[unit]) for unit in defenders]
        if not any(away[h] <= support.reach for away in ranges for h in eyes):
            return 0
    return min(support.left, support.in_a_combat)
