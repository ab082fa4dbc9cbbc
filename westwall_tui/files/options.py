"""Options as you type them: `strict`, and the battle's own."""

from collections.abc import Sequence
from typing import NamedTuple

from westwall_tui.engine.game import options_of
from westwall_tui.engine.scenario import Scenario
from westwall_tui.files.faults import Fault, FileError

STRICT = "strict"
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class Options(NamedTuple):
    """The options chosen."""

    strict: bool
    battle: dict[str, bool]
    """The battle's own, by name."""


def read_options(scenario: Scenario, words: Sequence[str]) -> Options:
    """Read `NAME` or `NAME=VALUE` options of a scenario; if one comes twice, the last counts. Raises `FileError`."""
    known = (STRICT, *(option.name for option in options_of(scenario)))
    found = {}
    for word in words:
        name, sign, value = word.partition("=")
        if name not in known:
            raise FileError([Fault("--option", name, "", f"is not an option; the options are {', '.join(known)}")])
        if sign and value.lower() not in (*_YES, *_NO):
            raise FileError([Fault("--option", name, "", f"must be true or false, not {value!r}")])
        found[name] = not sign or value.lower() in _YES
    strict = found.pop(STRICT, False)
    return Options(strict, found)
