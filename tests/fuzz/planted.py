"""Plant faults in the program, one at a time, and measure how long the fuzzer takes to find each.

    python -m tests.fuzz.planted                      # all of them, on two processors, at most 150 seconds each
    python -m tests.fuzz.planted 8.46 "stale zones"   # the ones whose names begin like this
    python -m tests.fuzz.planted --jobs 1 --seconds 60 --seed 5000

A fault replaces a piece of a function with code that a programmer might write by mistake. The program prints a
table: the fault, the broken promise, and the processor seconds, games and steps that it took.
"""

import argparse
import inspect
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import count
from multiprocessing import Pool
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from tests.fuzz.trial import attack, drawn, scenarios

JOBS, SECONDS, SEED = 2, 150, 1
MAX_STEPS = 2_000
"""Steps per game."""


class Fault(NamedTuple):
    """A fault: its function, the code to replace, and the wrong code."""

    name: str
    where: str
    """A module below `westwall_tui`, and a function or method in it: `engine.state:State.copy`."""
    old: str
    new: str


RULES, BATTLES = "engine.rules", "engine.battles"
EIGHT = (
    Fault(
        "fired flag lost in `encode`",
        "engine.state:State.encode",
        "data[each.name] = _as_list(value)",
        "data[each.name] = [0] * len(value) if each.name == 'fired' else _as_list(value)",
    ),
    Fault(
        "open drop zones",
        f"{BATTLES}.arnhem.drop_zones:DropZones.hidden",
        "return any(not self.is_placed(state, d) for d in settled)",
        "return not settled",
    ),
    Fault("8.46 dropped", f"{RULES}.artillery:_silenced_by", "state.fired[gun] == state.serial", "state.serial < 0"),
    Fault(
        "a partial retreat one hex short",
        f"{RULES}.retreat:choices",
        "for length in range(hexes - 1, 0, -1):",
        "for length in range(hexes - 2, 0, -1):",
    ),
    Fault(
        "a rare crash in displacing retreats",
        f"{RULES}.displacement:Search.outcomes",
        "changed = swapped if other is None or ways[other] == way else swapped | {n}",
        "changed = swapped if other is None or ways[other] == way else swapped | n",
    ),
    Fault(
        "undo past a die",
        "engine.game:Game._carry_out",
        "if before is None or not (self.is_trial or self._stays_undoable(before, ends_turn=ends_turn)):",
        "if before is None:\n    pass\nelif not (self.is_trial or self._stays_undoable(before, ends_turn=ends_turn)):",
    ),
    Fault("facts shared by copies", "engine.state:State.copy", "self.facts.copy(),", "self.facts,"),
    Fault(
        "stale zones",
        "engine.state:State.alter",
        'self.zones = tables(self.scenario, self.ground, self.location)["zones"]',
        "pass",
    ),
)
"""Faults of an outside check. The fuzzer without an oracle found three of them."""

OWN = (
    # -- files, copies, undo
    Fault(
        "stamps of this phase lost in saves",
        "files.saves.positions:encode_position",
        "str(number) for number in getattr(state, name)",
        "str(number - (name == 'suffered' and number == state.serial)) for number in getattr(state, name)",
    ),
    Fault(
        "a displaced unit has no flag",
        "engine.decisions.displace:Shifting.settle",
        "state.displaced = changed(state.displaced, state.serial, unit)",
        "pass",
    ),
    Fault("undo keeps the log", "engine.game:Game.undo", "del self.log[earlier.orders :]", "pass"),
    # -- movement
    Fault(
        "a lost unit keeps its zones",
        "engine.state:State.place",
        "for n in reach[here]:",
        "for n in reach[here] if h >= 0 else ():",
    ),
    Fault(
        "through a friend in an enemy zone (5.31)",
        f"{RULES}.movement:field",
        "blocked[location[unit]] = 1",
        "blocked[location[unit]] = 0",
    ),
    Fault(
        "a move of half a point too many (5.25)",
        f"{RULES}.movement:spread",
        "total <= limit",
        "total <= limit + 1",
    ),
    Fault(
        "the column forgets who is ahead (15.13)",
        f"{RULES}.columns:InColumns.toll",
        "waiting(state, h)",
        "min(waiting(state, h), 1)",
    ),
    # -- combat
    Fault(
        "Ground Support in both phases (15.26.4)",
        f"{BATTLES}.bastogne:Bastogne.ground_support",
        "if used in (0, state.serial)",
        "if used <= state.serial",
    ),
    Fault(
        "one German gun too many in defense (11.32)",
        f"{BATTLES}.hurtgen:Hurtgen.artillery_limit",
        "attacking=attacking",
        "attacking=attacking or state.turn > 1",
    ),
    Fault(
        "an enemy left without an attacker (7.11)",
        f"{RULES}.obligations:Duties._find_breach",
        "if len(after) > len(self._lapsed):",
        "if len(after) > len(self._lapsed) + 1:",
    ),
    Fault(
        "a unit left without an enemy (7.12)",
        f"{RULES}.obligations:Duties._find_breach",
        "if not self._crowded_out(attackers, unit):",
        "if not self._crowded_out(attackers, unit) and len(attackers) < 3:",
    ),
    # -- retreats and advances
    Fault(
        "a retreat into an enemy zone (7.71)",
        f"{RULES}.displacement:open_ground",
        "closed = shut(state, 1 - side)",
        "closed = state.held[1 - side]",
    ),
    Fault(
        "a displacement may eliminate a unit (7.82)",
        f"{RULES}.displacement:displacements",
        "return vacant or [",
        "return steps or [",
    ),
    Fault(
        "two units stop in one hex after an advance (5.31)",
        f"{RULES}.advance:_follow",
        "if state.at[h] == VACANT:",
        "if not enemies[h]:",
    ),
    # -- secrets
    Fault(
        "markers show a secret note",
        f"{BATTLES}.arnhem.drop_zones:DropZones.markers",
        "viewer == self.allied",
        "True",
    ),
    Fault(
        "the table reveals the noted zone",
        "net.table:_is_secret",
        "return isinstance(parse(line), Note)",
        "return isinstance(parse(line), Note) and line.endswith('0')",
    ),
    # -- at a table
    Fault(
        "a watcher undoes orders",
        "net.table:Table._undo",
        "if guest.side == NOBODY:",
        "if guest.side == NOBODY and self.game.can_undo:\n    self.session.undo()\n    return Reply(True)\n"
        "if guest.side == NOBODY:",
    ),
    Fault(
        "talk is not escaped",
        "net.protocol:_safe_text",
        "return printable(value).strip()",
        "return value.strip()",
    ),
    Fault(
        "a guest compares no digests",
        "net.session:HostedSession._follow_message",
        'if self.game.digest(self.side) != text(message, "digest", 100):',
        'if self.side < 0 and self.game.digest(self.side) != text(message, "digest", 100):',
    ),
    Fault("a guest accepts any die", "net.guest_dice:Rolls.fault", "rolls = rolls_of(lines)", "rolls = rolls_of(())"),
    Fault(
        "a seat without a key",
        "net.guests:Slot.knows",
        "return same(key, self.key)",
        "return key == '' or same(key, self.key)",
    ),
)
"""One more fault of each kind: the record, each part of the rules, secrets, a table."""
FAULTS = (*EIGHT, *OWN)


# -- planting


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """Run the body with a fault planted. Raises `ValueError` if the words to replace are no longer there."""
    function = _function(fault.where)
    code = function.__code__
    function.__code__ = _code(function, fault)
    try:
        yield
    finally:
        function.__code__ = code


def _function(where: str) -> FunctionType:
    """Return the function at a place. Replacing its code affects all modules that import it."""
    module, _, path = where.partition(":")
    found: Any = import_module(f"westwall_tui.{module}")
    for name in path.split("."):
        found = inspect.getattr_static(found, name)
    found = getattr(found, "__func__", found)
    assert isinstance(found, FunctionType), where
    return found


def _code(function: FunctionType, fault: Fault) -> CodeType:
    source = textwrap.dedent(inspect.getsource(function))
    if source.count(fault.old) != 1:
        raise ValueError(f"{fault.name}: {fault.where} has {fault.old!r} {source.count(fault.old)} times, not once")
    line = next(line for line in source.splitlines() if fault.old.splitlines()[0] in line)
    margin = line[: len(line) - len(line.lstrip())]
    changed = source.replace(fault.old, fault.new.replace("\n", "\n" + margin))
    # Compile it inside a function that provides its free variables, such as `__class__` for `super()`.
    names = "".join(f"    {name} = None\n" for name in function.__code__.co_freevars)
    whole = f"from __future__ import annotations\ndef around():\n{names}{textwrap.indent(changed, '    ')}"
    (around,) = _codes(compile(whole, fault.where, "exec"), "around")
    (code,) = _codes(around, function.__name__)
    return code


def _codes(code: CodeType, name: str) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name]


# -- measuring


class Found(NamedTuple):
    """The broken promise that showed a fault, and the cost of finding it."""

    promise: str
    seconds: float
    """Processor seconds."""
    games: int
    steps: int


def search(seed: int, seconds: float, fault: Fault) -> Found | None:
    """Play games from a seed on until one shows the fault or the time is up. Needs its own process."""
    keys, steps, start = scenarios(""), 0, time.process_time()
    with planted(fault):
        for number in count(seed):
            report = attack(drawn(keys, number), MAX_STEPS, shorten=False)
            steps, spent = steps + report.steps, time.process_time() - start
            if report.fault is not None:
                return Found(report.fault.name, round(spent, 1), number - seed + 1, steps)
            if spent > seconds:
                break
    return None


def main(words: Sequence[str]) -> int:
    """Measure the faults with the given names; return 1 if one was not found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=JOBS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(words)
    wanted = [fault for fault in FAULTS if not options.names or fault.name.startswith(tuple(options.names))]
    missed = 0
    print("| fault | found by | seconds | games | steps |\n| --- | --- | --- | --- | --- |")
    with Pool(options.jobs, maxtasksperchild=1) as pool:
        for fault, found in zip(wanted, pool.imap(partial(search, options.seed, options.seconds), wanted), strict=True):
            missed += found is None
            print(f"| {fault.name} | {' | '.join(map(str, found)) if found else 'not found | | |'} |", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
