"""The checks of `westwall check`: faults in a file, remarks on boards, and the proof of a save's shared dice."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from westwall_tui.engine.words import listed
from westwall_tui.files.computer.par import build as build_pars
from westwall_tui.files.computer.weights import build_weights
from westwall_tui.files.disk.reach import MAX_SAVE_SIZE
from westwall_tui.files.faults import MAX_FAULTS, Fault, FileError, brief
from westwall_tui.files.players.settings import build_settings
from westwall_tui.files.saves.file import Save, build_save
from westwall_tui.files.saves.shares import (
    WHO,
    OwnShares,
    Transcript,
    first_fault,
    first_wrong,
    names_of,
    players_shares,
    rolls_of,
    shares_folder,
)
from westwall_tui.files.scenarios.boards import build_board
from westwall_tui.files.scenarios.catalog import load_scenario
from westwall_tui.files.scenarios.packs import PACK
from westwall_tui.files.scenarios.remarks import remarks_on_board, remarks_on_part
from westwall_tui.files.scenarios.units import build_units
from westwall_tui.files.tables import parse, read

KINDS = ("board", "units", "scenario", PACK, "save", "settings", "computer", "par")


class Report(NamedTuple):
    """The result of a check."""

    kind: str
    faults: tuple[Fault, ...] = ()
    remarks: tuple[str, ...] = ()


def check_file(path: Path) -> Report:
    """Find everything wrong with a file, and with the files that it names."""
    kind = ""
    remarks: list[str] = []
    try:
        source = read(path, largest=MAX_SAVE_SIZE)
        top = parse(source)
        kind = top.choice("kind", KINDS)
        if (top.faults.found and not isinstance(top.data.get("kind"), str)) or top.data.get("kind") not in KINDS:
            top.faults.check()
        if kind not in ("save", PACK):
            source = read(path)  # only files with other files in them may exceed the usual size limit
        if kind == "board":
            board = build_board(source)
            remarks += [str(remark) for remark in remarks_on_board(board, source.file)]
        elif kind == "units":
            build_units(source)
        elif kind in ("scenario", PACK):
            scenario = load_scenario(path)
            sheet = build_board(scenario.texts.board) if scenario.texts is not None else scenario.board
            if kind == PACK:
                remarks += [str(fault) for fault in remarks_on_board(sheet, source.file)]
            remarks += [f"{source.file}: {remark}" for remark in remarks_on_part(sheet, scenario.board)]
        elif kind == "computer":
            build_weights(source)
        elif kind == "par":
            build_pars(source)
        elif kind == "save":
            save = build_save(source)
            remarks += save.notes
            if fault := fault_of_dice(save):
                top.faults.add("[dice]", "", fault)
            else:
                remarks += [f"{source.file}: {remark}" for remark in remarks_on_dice(save)]
        else:
            found = build_settings(source)[1]
            return Report(kind, found)
    except FileError as error:
        return Report(kind, error.faults)
    others = len(remarks) - MAX_FAULTS
    if others > 0:
        remarks[MAX_FAULTS:] = [f"{source.file}: {others} more remarks"]
    return Report(kind, tuple(top.faults.found), tuple(brief(remark) for remark in remarks))


def kind_of(path: Path) -> str:
    """Return the kind that a file declares, or an empty string."""
    try:
        source = read(path, largest=MAX_SAVE_SIZE)
        return str(parse(source).data.get("kind", ""))
    except FileError:
        return ""


# -- the shared dice of a save


def fault_of_dice(save: Save) -> str:
    """Return the fault of the first die that does not fit its record, or an empty string."""
    if save.transcript is None:
        return ""
    names = names_of([side.name for side in save.game.scenario.sides])
    rolls = rolls_of((*save.history, *save.game.log))
    return (
        first_fault(save.transcript, names)
        or first_wrong(save.transcript, rolls)
        or _fault_unlike_seen(save.transcript)
    )


def remarks_on_dice(save: Save) -> list[str]:
    """Return sentences on what a save proves about its shared dice."""
    record, rolls = save.transcript, rolls_of((*save.history, *save.game.log))
    if save.game.seed is not None or save.drawn:
        return []
    if record is None:
        return [f"{_dice_have(range(1, len(rolls) + 1))} no shares, so the rolls cannot be proven"] if rolls else []
    names = names_of([side.name for side in save.game.scenario.sides])
    sentences = []
    first = record.fallen[0].number if record.fallen else record.number(len(rolls))
    unshared = [number for number in range(1, first) if number not in record.dropped]
    if unshared:
        sentences.append(f"{_dice_have(unshared)} no shares, so the rolls cannot be proven")
    for givers, dice in groupby(record.fallen, lambda die: tuple(who for who in WHO if who in die.shares)):
        of = listed([names[who] for who in givers])
        sentences.append(f"{_dice_have([die.number for die in dice])} the shares of {of}, which match their seals")
    sentences += [
        f"die {number} was dropped: {names[who]} could not open the sealed share"
        for number, who in record.dropped.items()
    ]
    following = record.number(len(rolls))
    sentences += [
        f"die {die.number} has already been rolled and counts for the next roll"
        for die in record.fallen
        if die.number >= following
    ]
    if record.begun is not None:
        missing = [names[who] for who in record.begun.seals if who not in record.begun.shares]
        sentences.append(f"die {record.begun.number} is not complete: the share of {listed(missing)} is missing")
    return [*sentences, *_dice_as_seen(record)]


def _fault_unlike_seen(record: Transcript) -> str:
    """Return the fault of the first die that this user's program saw differently, or an empty string."""
    for own in _own_shares(record):
        for die in own.known.fallen:
            now = record.die(die.number)
            if now is not None and now.shares != die.shares:
                return f"die {die.number} differs from the one that your program saw"
        now = record.die(own.opened)
        begun = own.known.begun
        if now is not None and begun is not None and record.seals_of(now) != begun.seals:
            return f"die {now.number} was made from shares other than the ones your program saw when it opened yours"
    return ""


def _dice_as_seen(record: Transcript) -> list[str]:
    """Return sentences on the dice that agree with what this user's program saw."""
    sentences = []
    for own in _own_shares(record):
        fallen = {die.number for die in record.fallen}
        seen = [die.number for die in own.known.fallen if die.number in fallen]
        if seen:
            sentences.append(f"your program saw {_range_in_words(seen)}, and this file agrees")
    return sentences or ["the file alone cannot prove whose shares these are; each player's own program can"]


def _own_shares(record: Transcript) -> list[OwnShares]:
    """Return this user's shares in the game; none if this user was not a player."""
    try:
        return players_shares(shares_folder(), record.game)
    except FileError:
        return []


def _dice_have(numbers: Sequence[int]) -> str:
    """Return `die 3 has`, or `dice 1 to 7 have`."""
    return f"{_range_in_words(numbers)} {'has' if len(numbers) == 1 else 'have'}"


def _range_in_words(numbers: Sequence[int]) -> str:
    return f"die {numbers[0]}" if len(numbers) == 1 else f"dice {numbers[0]} to {numbers[-1]}"
