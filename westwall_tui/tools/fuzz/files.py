"""The file of a fault: a game and the steps that show it, as TOML that people can read and edit."""

from pathlib import Path

import tomli_w

from westwall_tui.files.faults import Faults
from westwall_tui.files.tables import header, parse, read
from westwall_tui.tools.fuzz import company
from westwall_tui.tools.fuzz.company import GUEST, HOST
from westwall_tui.tools.fuzz.steps import STEPS, is_step
from westwall_tui.tools.fuzz.trial import Case, Fault

KIND = "fuzz"
LARGEST = 4_000_000
_LARGEST_SEED = (1 << 63) - 1


def write(path: Path, case: Case, fault: Fault) -> None:
    """Write a case, and what it shows, to a file. Raises `OSError`."""
    data = {
        "format": 1,
        "kind": KIND,
        "fault": fault.text.encode("ascii", "backslashreplace").decode().replace("\n", " ")[:1000],
        "scenario": case.scenario,
        "seed": case.seed,
        "manual": case.manual,
        "options": case.options,
        "bad": case.bad,
        "steps": case.steps,
    }
    path.write_text(tomli_w.dumps(data), encoding="utf-8", newline="\n")


def load(path: Path) -> Case:
    """The case of a file. Raises `FileError`."""
    source = read(path, largest=LARGEST)
    faults = Faults(source.file)
    top = parse(source, faults)
    header(top, KIND)
    top.text("fault", "", longest=1000)
    case = Case(
        top.text("scenario", longest=1000),
        top.number("seed", high=_LARGEST_SEED),
        top.flag("manual", False),
        tuple(top.texts("options", required=False)),
        tuple(top.texts("steps", longest=10_000)),
        top.choice("bad", ("", GUEST, HOST), ""),
    )
    known, words = (company.is_step, company.STEPS) if case.bad else (is_step, STEPS)
    for number, step in enumerate(case.steps, 1):
        if not known(step):
            top.fault("steps", f"step {number}, {step!r}, is none: {', '.join(words)}, and what each is about")
    top.finish()
    faults.check()
    return case
