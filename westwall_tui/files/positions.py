"""Positions from plain data that anybody may have written: decoded, and every number in them checked."""

from collections.abc import Callable, Sequence
from typing import Any

from westwall_tui.engine.board import TERRAIN_KEY
from westwall_tui.engine.game import MANUAL, Game
from westwall_tui.engine.scenario import Phase
from westwall_tui.engine.state import (
    ELIMINATED,
    EXITED,
    RESERVE,
    Advances,
    Aftermath,
    CombatPhase,
    Die,
    Displacing,
    Frame,
    Movement,
    Protect,
    Retreating,
    Retreats,
    Setup,
    Shifting,
    State,
)
from westwall_tui.files.faults import printable

_BY_UNIT = ("location", "moved", "attacked", "defended", "advanced", "displaced", "suffered", "fired", "gone")
_BY_SIDE = ("support", "support_phase")
_LONGEST_NUMBER = 13


def encode_position(state: State) -> dict[str, Any]:
    """A position as plain data for TOML; what there is for every unit or side is one line of numbers."""
    data = state.encode()
    for name in (*_BY_UNIT, *_BY_SIDE):
        data[name] = " ".join(str(number) for number in getattr(state, name))
    return data


def _numbers(line: object) -> list[int]:
    if not isinstance(line, str) or any(len(word) > _LONGEST_NUMBER for word in line.split()):
        raise TypeError("a line of numbers was expected")
    return [int(word) for word in line.split()]


def decode_position(game: Game, data: dict[str, Any]) -> tuple[State | None, str]:
    """A position of a game's scenario and options from plain data, or why it is none."""
    try:
        lists = {name: _numbers(data.get(name)) for name in (*_BY_UNIT, *_BY_SIDE)}
        state = State.decode(game.scenario, {**data, **lists})
        _check_state(state)
        _try_out(game, state)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        return None, f"is no position of this scenario ({type(error).__name__}: {printable(str(error))})"
    if (state.die == MANUAL) != (game.seed is None):
        return None, "is no position of this scenario (its die is not the one of [options])"
    return state, ""


def _try_out(begun: Game, state: State) -> None:
    """Ask the engine what it would ask first, so that what only a battle's rules can tell is found out here."""
    game = begun.copy()
    game.state = state.copy()
    _want(bool(game.prompt.text), "prompt")
    game.rules.account(game.state)
    if game.outcome is None:
        _want(next(game.legal(), None) is not None, "frames")


def _check_state(state: Any) -> None:
    """Raise `ValueError` or `TypeError` unless every number of a position is one that the engine could put there."""
    scenario = state.scenario
    count = len(scenario.units)
    playable = {h for h, t in enumerate(scenario.board.terrain) if t in TERRAIN_KEY}
    _want(isinstance(state.side, int) and state.side in (0, 1), "side")
    for name in ("turn", "serial", "previous_combat"):
        _whole(getattr(state, name), -1, 1 << 40, name)
    _whole(state.turn, scenario.first_turn, scenario.last_turn, "turn")
    _want(state.die == MANUAL or 0 <= state.die < 1 << 64, "die")
    for name in _BY_UNIT:
        _whole_list(getattr(state, name), count, name)
    for name in _BY_SIDE:
        _whole_list(getattr(state, name), 2, name)
    off_map = {RESERVE, ELIMINATED, *EXITED}
    _want(all(h in playable or h in off_map for h in state.location), "location")
    _want(isinstance(state.facts, dict) and all(isinstance(k, str) for k in state.facts), "facts")
    for value in state.facts.values():
        _whole(value, -1 << 40, 1 << 40, "facts")
    _check_frames(state, playable)
    if state.outcome is not None:
        _check_outcome(state.outcome)
    _want(bool(state.frames) == (state.outcome is None), "frames")


def _check_frames(state: Any, playable: set[int]) -> None:
    units = range(len(state.scenario.units))
    of_side = [[unit for unit in units if state.units[unit].side == side] for side in (0, 1)]

    def several(value: object, allowed: Any, name: str) -> None:
        _want(isinstance(value, tuple) and all(type(x) is int and x in allowed for x in value), name)

    for frame in state.frames:
        _want(type(frame.side) is int and frame.side in (0, 1), "frames")
        on_map = [unit for unit in of_side[frame.side] if state.location[unit] in playable]
        match frame:
            case Retreats(units=group, hexes=hexes):
                several(group, on_map, "frames")
                _whole(hexes, 1, 9, "frames")
            case Retreating(unit=unit, path=path, step=step):
                several((unit,), on_map, "frames")
                several(path, playable, "frames")
                _whole(step, 1, len(path), "frames")
            case Displacing(unit=unit, chain=chain):
                several((unit,), on_map, "frames")
                several(chain, on_map, "frames")
                _want(len(chain) > 0, "frames")
            case Shifting(unit=unit, hex=h):
                several((unit,), on_map, "frames")
                several((h,), playable, "frames")
            case _:
                several(getattr(frame, "units", ()), on_map, "frames")
    _want(_is_stack(state), "frames")
    if state.combat is not None:
        _check_combat(state.combat, state.frames, several, of_side, playable)


_AFTER_DIE = (Advances, Retreats, Retreating, Displacing, Shifting)
_DECIDED = (Advances, Retreats, Displacing)


def _is_stack(state: Any) -> bool:
    """Whether the pending decisions lie on each other as the sequence of play puts them."""
    kinds = [type(frame) for frame in state.frames]
    if not kinds:
        return state.combat is None
    fighting = kinds[0] is CombatPhase and len(kinds) > 1
    if fighting != (state.combat is not None):
        return False
    if kinds[0] is Setup:
        return state.phase is Phase.SETUP and all(kind is Setup for kind in kinds)
    if state.frames[0].side != state.side:
        return False
    if kinds[0] is Movement:
        return state.phase is Phase.MOVEMENT and len(kinds) == 1
    if kinds[0] is not CombatPhase or state.phase is not Phase.COMBAT:
        return False
    if not fighting:
        return True
    if kinds[1] is not Aftermath or state.combat.side != state.side:
        return False
    if kinds[2:] in ([Die, Protect], [Die]):
        return kinds[-1] is Protect or state.die == MANUAL
    return len(kinds) > 2 and all(kind in _AFTER_DIE for kind in kinds[2:]) and kinds[-1] in _DECIDED


def _check_combat(
    combat: Any,
    frames: Sequence[Frame],
    several: Callable[[object, Any, str], None],
    of_side: Sequence[Sequence[int]],
    playable: set[int],
) -> None:
    """A combat has units of both sides, and only those who fought in it retreat and advance."""
    _want(type(combat.side) is int and combat.side in (0, 1), "combat")
    for side, groups in (
        (combat.side, (combat.attackers, combat.barrage)),
        (1 - combat.side, (combat.defenders, combat.fire)),
    ):
        for group in groups:
            several(group, of_side[side], "combat")
            _want(len(set(group)) == len(group), "combat")
    _want(len(combat.defenders) > 0, "combat")
    for number in (combat.support, combat.fire_support, combat.die):
        _whole(number, 0, 999, "combat")
    _want(isinstance(combat.result, str) and len(combat.result) < 10, "combat")
    _want(isinstance(combat.paths, tuple), "combat")
    for entry in combat.paths:
        _want(isinstance(entry, tuple) and len(entry) == 2, "combat")
        several((entry[0],), (*of_side[0], *of_side[1]), "combat")
        several(entry[1], playable, "combat")
    for frame in frames:
        if isinstance(frame, Advances | Retreats):
            several(frame.units, combat.attackers if frame.side == combat.side else combat.defenders, "frames")


def _check_outcome(outcome: Any) -> None:
    _whole(outcome.winner, -1, 1, "outcome")
    _want(isinstance(outcome.reason, str) and outcome.reason.isprintable(), "outcome")


def _want(good: bool, name: str) -> None:
    if not good:
        raise ValueError(name)


def _whole(value: object, low: int, high: int, name: str) -> None:
    _want(type(value) is int and low <= value <= high, name)


def _whole_list(value: object, count: int, name: str) -> None:
    _want(isinstance(value, list) and len(value) == count, name)
    assert isinstance(value, list)
    for item in value:
        _whole(item, -10, 1 << 40, name)
