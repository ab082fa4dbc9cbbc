"""`westwall check`: every fault in a file of any kind, and remarks on boards."""

from pathlib import Path
from typing import NamedTuple

from westwall_tui.files.boards import MULTILINE, build_board
from westwall_tui.files.faults import MOST, Fault, Faults, FileError, brief
from westwall_tui.files.mapcheck import look_over
from westwall_tui.files.proof import fault_of_dice, remarks_on_dice
from westwall_tui.files.reach import LARGEST_SAVE
from westwall_tui.files.saves import MULTILINE as SAVE_MULTILINE
from westwall_tui.files.saves import build_save
from westwall_tui.files.scenarios import load_scenario
from westwall_tui.files.settings import build_settings
from westwall_tui.files.tables import parse, read
from westwall_tui.files.units import build_units
from westwall_tui.files.weights import build_weights

KINDS = ("board", "units", "scenario", "save", "settings", "computer")


class Report(NamedTuple):
    """The result of a check."""

    kind: str
    faults: tuple[Fault, ...] = ()
    remarks: tuple[str, ...] = ()


def check_file(path: Path) -> Report:
    """Everything wrong with a file and with the files it names."""
    kind = ""
    remarks: list[str] = []
    try:
        source = read(path, largest=LARGEST_SAVE)
        faults = Faults(source.file)
        top = parse(source, faults, (*MULTILINE, *SAVE_MULTILINE))
        kind = top.choice("kind", KINDS)
        if (faults.found and not isinstance(top.data.get("kind"), str)) or top.data.get("kind") not in KINDS:
            faults.check()
        if kind != "save":
            source = read(path)  # their limit is lower
        if kind == "board":
            board = build_board(source)
            remarks += [str(remark) for remark in look_over(board, source.file)]
        elif kind == "units":
            build_units(source)
        elif kind == "scenario":
            load_scenario(path)
        elif kind == "computer":
            build_weights(source)
        elif kind == "save":
            save = build_save(source)
            remarks += save.notes
            if fault := fault_of_dice(save):
                faults.add("[dice]", "", fault)
            else:
                remarks += [f"{source.file}: {remark}" for remark in remarks_on_dice(save)]
        else:
            found = build_settings(source)[1]
            return Report(kind, found)
    except FileError as error:
        return Report(kind, error.faults)
    others = len(remarks) - MOST
    if others > 0:
        remarks[MOST:] = [f"{source.file}: has {others} more remarks"]
    return Report(kind, tuple(faults.found), tuple(brief(remark) for remark in remarks))


def kind_of(path: Path) -> str:
    """The kind that a file declares, or an empty string."""
    try:
        source = read(path, largest=LARGEST_SAVE)
        return str(parse(source, Faults(source.file), (*MULTILINE, *SAVE_MULTILINE)).data.get("kind", ""))
    except FileError:
        return ""
