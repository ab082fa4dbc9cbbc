"""Positions as plain data. Somebody may have edited the file, so every number is checked."""

import re
from collections.abc import Sequence
from typing import Any

from westwall_tui.engine.board import Board
from westwall_tui.engine.decisions.base import STEPS, Unchecked, adjacent, check_frames, several, want, whole
from westwall_tui.engine.decisions.combat import Aftermath
from westwall_tui.engine.decisions.exclusive_roll import ExclusiveRoll
from westwall_tui.engine.game import MANUAL, Game
from westwall_tui.engine.state import ELIMINATED, EXITED, RESERVE, State
from westwall_tui.engine.terrain import TERRAIN_KEY, Hexside, Terrain
from westwall_tui.files.faults import printable

_BY_UNIT = ("location", "moved", "attacked", "defended", "advanced", "displaced", "suffered", "fired", "gone")
_BY_SIDE = ("support", "support_phase")
_NUMBER = re.compile(r"-?[0-9]{1,12}")
_DIE = re.compile(r"-1|[0-9]{1,20}")
_ANY_SIDE = sum(Hexside)


def encode_position(state: State) -> dict[str, Any]:
    """Return a position as plain data for TOML. Each list by unit or by side becomes one line of numbers."""
    data = state.encode()
    for name in (*_BY_UNIT, *_BY_SIDE):
        data[name] = " ".join(str(number) for number in getattr(state, name))
    return data


def _numbers(line: object) -> list[int]:
    if not isinstance(line, str) or not all(_NUMBER.fullmatch(word) for word in line.split(" ") if word):
        raise TypeError("a line of numbers was expected")
    return [int(word) for word in line.split()]


def decode_position(game: Game, data: dict[str, Any]) -> tuple[State | None, str]:
    """Return the position that plain data describes, or None and the reason why it cannot be decoded."""
    try:
        lists = {name: _numbers(data.get(name)) for name in (*_BY_UNIT, *_BY_SIDE)}
        want(bool(_DIE.fullmatch(str(data.get("die")))), "die")
        state = State.decode(game.rules, {**data, **lists}, STEPS)
        _check_state(state)
        _try_out(game, state)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        return None, f"is not a position of this scenario ({type(error).__name__}: {printable(str(error))})"
    if (state.die == MANUAL) != (game.seed is None):
        return None, "is not a position of this scenario (its die is not the one in [options])"
    return state, ""


def _try_out(begun: Game, state: State) -> None:
    """Ask the engine a few questions, to find faults that only a battle's rules can see."""
    game = begun.copy()
    game.state = state.copy()
    want(bool(game.prompt.text), "prompt")
    _ask_battle(state.copy())
    if game.outcome is None:
        want(next(game.legal(), None) is not None, "frames")


def _ask_battle(state: State) -> None:
    """Have a battle's rules check their own facts."""
    rules = state.rules
    hexes = len(state.scenario.board.grid)
    want(all(map(rules.remembers, state.facts)), "facts")
    rules.account(state)
    rules.objectives(state)
    rules.circumstances(state)
    rules.crossings(state)
    rules.supplies(state)
    for side in (0, 1):
        want(all(0 <= marker.hex < hexes for marker in rules.markers(state, side)), "facts")
        rules.notes.hidden(state)
    for frame in state.frames:
        if isinstance(frame, ExclusiveRoll):
            rules.die_table(state, frame.purpose, frame.about)
            rules.die_rolled(state.copy(), frame.purpose, frame.about, 1, [])


def _check_state(state: Any) -> None:
    """Raise `ValueError` or `TypeError` if a number in a position is one that the engine never writes."""
    scenario = state.scenario
    count = len(scenario.units)
    want(isinstance(state.side, int) and state.side in (0, 1), "side")
    for name in ("turn", "serial", "previous_combat"):
        whole(getattr(state, name), -1, 1 << 40, name)
    whole(state.turn, scenario.first_turn, scenario.last_turn, "turn")
    want(state.die == MANUAL or 0 <= state.die < 1 << 64, "die")
    for name in _BY_UNIT:
        _whole_row(getattr(state, name), count, name)
    for name in _BY_SIDE:
        _whole_row(getattr(state, name), 2, name)
    _check_works(state.works, scenario.board)
    stand = _where_units_stand(state)
    off_map = {RESERVE, ELIMINATED, *EXITED}
    want(all(h in stand or h in off_map for h in state.location), "location")
    want(isinstance(state.facts, dict) and all(isinstance(k, str) for k in state.facts), "facts")
    for value in state.facts.values():
        whole(value, -1 << 40, 1 << 40, "facts")
    of_side = [[unit for unit in range(count) if state.units[unit].side == side] for side in (0, 1)]
    if state.combat is not None:
        _check_combat(state, of_side, stand)
    # There is a combat exactly while its aftermath is pending, unless a side has conceded in the meantime.
    under_way = any(isinstance(frame, Aftermath) for frame in state.frames)
    want(under_way == (state.combat is not None) or state.outcome is not None, "frames")
    check_frames(Unchecked(state, stand, of_side))
    if state.outcome is not None:
        _check_outcome(state.outcome)
    want(bool(state.frames) == (state.outcome is None), "frames")


def _where_units_stand(state: Any) -> set[int]:
    """Return the hexes where a unit can be: land, and river hexes with a bridge."""
    board, ground = state.scenario.board, state.ground
    terrain = board.terrain
    bridged = {h for h, t in enumerate(terrain) if t is Terrain.RIVER and ground.zone[h]}
    return bridged | {h for h, t in enumerate(terrain) if t in TERRAIN_KEY}


def _check_works(works: Any, board: Board) -> None:
    """Check that hexsides that differ from the printed ones are listed once, in order, with the lower hex first."""
    want(isinstance(works, tuple), "works")
    for change in works:
        want(isinstance(change, tuple) and len(change) == 3, "works")
        want(all(type(n) is int for n in change), "works")
        a, b, side = change
        want(0 <= a < b and adjacent(board, (a, b)), "works")
        whole(side, 0, _ANY_SIDE, "works")
    pairs = [change[:2] for change in works]
    want(pairs == sorted(set(pairs)), "works")


def _check_combat(state: Any, of_side: Sequence[Sequence[int]], stand: set[int]) -> None:
    """Check that a combat has units of both sides, and that its Paths of Retreat use only hexes where units can be."""
    combat = state.combat
    want(type(combat.side) is int and combat.side in (0, 1), "combat")
    for side, groups in (
        (combat.side, (combat.attackers, combat.barrage)),
        (1 - combat.side, (combat.defenders, combat.fire)),
    ):
        for group in groups:
            several(group, of_side[side], "combat")
            want(len(set(group)) == len(group), "combat")
    want(len(combat.defenders) > 0, "combat")
    for number in (combat.support, combat.fire_support, combat.die):
        whole(number, 0, 999, "combat")
    want(isinstance(combat.result, str) and len(combat.result) < 10, "combat")
    want(isinstance(combat.paths, tuple), "combat")
    for entry in combat.paths:
        want(isinstance(entry, tuple) and len(entry) == 2, "combat")
        several((entry[0],), (*of_side[0], *of_side[1]), "combat")
        several(entry[1], stand, "combat")
        want(len(entry[1]) > 0, "combat")
    want(combat.side == state.side, "combat")


def _check_outcome(outcome: Any) -> None:
    whole(outcome.winner, -1, 1, "outcome")
    want(isinstance(outcome.reason, str) and outcome.reason.isprintable(), "outcome")


def _whole_row(value: object, count: int, name: str) -> None:
    want(isinstance(value, tuple) and len(value) == count, name)
    assert isinstance(value, tuple)
    for item in value:
        whole(item, -10, 1 << 40, name)
