"""A scenario from texts that are kept in another file: its own, and where it names a battle's board or units, those."""

from collections.abc import Mapping

from westwall_tui.files.compiled import LoadedScenario, Texts
from westwall_tui.files.faults import Faults, FileError
from westwall_tui.files.folders import find_part
from westwall_tui.files.scenariofile import build_scenario
from westwall_tui.files.tables import Source, parse, read

KEY = "puzzle"


def scenario_of(texts: Mapping[str, str], file: str) -> LoadedScenario:
    """The scenario of a position; faults are told of `file`. Raises `FileError`."""
    source = Source(f"{file} [files] scenario", texts["scenario"])
    faults = Faults(source.file)
    top = parse(source, faults)
    parts = {}
    for what in ("board", "units"):
        if what in texts:
            parts[what] = Source(f"{file} [files] {what}", texts[what])
            continue
        name = top.text(what)
        faults.check()
        try:
            parts[what] = read(find_part(name, what, None))
        except OSError:
            faults.add("", what, f"names no battle: {name}")
            raise FileError(faults.all()) from None
    return build_scenario(Texts(source, parts["board"], parts["units"]), KEY)
