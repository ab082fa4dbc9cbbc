"""Par: the results of games that the computer played against itself, as TOML, to compare the result of a game with.

The file is stored beside the battle's weights. `python -m benchmarks.shipped.par` makes it.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from westwall_tui.files.computer.weights import is_weight
from westwall_tui.files.disk.folders import shipped_root
from westwall_tui.files.players.seats import LEVELS
from westwall_tui.files.tables import SourceFile, parse, read

KIND = "par"


class Par(NamedTuple):
    """The results of a scenario between two computers of one level."""

    level: int
    leads: tuple[float, ...]
    """The First Player's lead at the end of each game (`queries.margin`), the smallest first."""

    def beaten(self, lead: float, side: int) -> int:
        """Return how many of the games ended worse for a side than a game with this lead of the First Player."""
        return sum(each < lead if side == 0 else each > lead for each in self.leads)


def build(source: SourceFile) -> Mapping[str, Par]:
    """Build the results of a text, by scenario key. Raises `FileError`."""
    top = parse(source, KIND)
    found = {}
    for table in top.tables("par", "scenario"):
        leads = table.items("leads")
        if not leads or not all(map(is_weight, leads)):
            table.fault("leads", "must be numbers, at least one")
        numbers = [float(lead) for lead in leads if is_weight(lead)]
        found[table.text("scenario")] = Par(table.number("level", low=1, high=max(LEVELS)), tuple(sorted(numbers)))
        table.finish()
    top.check()
    return found


@lru_cache(maxsize=8)
def pars_of(battle: str) -> Mapping[str, Par]:
    """Return the results of a battle by the name of its rules; empty if it has no file. Raises `FileError`."""
    path = shipped_root() / battle / f"{KIND}.toml"
    return build(read(path)) if path.is_file() else {}
