"""The club's own battles: packs that the administrator has added.

Games refer to a battle by its key, `club/mills`. A battle is never changed or deleted, because its games need it.
"""

import time
from collections.abc import Sequence

from westwall_tui.club.database.store import Store
from westwall_tui.engine.units import lower
from westwall_tui.files.faults import refuse
from westwall_tui.files.scenarios.catalog import is_provided, provide
from westwall_tui.files.scenarios.own import NAME_RULES, is_battle_name
from westwall_tui.files.scenarios.packs import packed, unpacked
from westwall_tui.files.scenarios.texts import Texts
from westwall_tui.files.tables import SourceFile

CLUB = "club"
"""The first part of the key of such a battle."""
MAX_BATTLES = 50
"""The maximum number of battles that the club offers at the same time."""


class Battles:
    """The battles of a club."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, name: str, texts: Texts) -> str:
        """Offer a battle under a name, and return its key. The scenario of these texts has been built.

        Raises `FileError` for a bad name, for another battle of that name, or if there are too many.
        """
        if not is_battle_name(name):
            refuse("club", f"{name!r} cannot be used: {NAME_RULES}; choose one with --name")
        pack = packed(texts, name)
        with self._store.writing():
            found = self._store.one("select pack from battle where name = ?", name)
            if found is not None and found[0] != pack:
                refuse("club", f"has another battle called {name}, perhaps removed; choose a new name with --name")
            if len(self.offered()) >= MAX_BATTLES:
                refuse("club", f"offers {MAX_BATTLES} battles, the maximum; remove one first")
            if found is None:
                self._store.run("insert into battle(name, pack, at) values(?, ?, ?)", name, pack, time.time())
            self._store.run("update battle set offered = 1 where name = ?", name)
        return f"{CLUB}/{name}"

    def remove(self, name: str) -> bool:
        """Offer a battle no more, but keep it for its games. Return False if the club does not offer it."""
        changed = self._store.run("update battle set offered = 0 where name = ? and offered = 1", name)
        return changed.rowcount == 1

    def offered(self) -> Sequence[str]:
        """Return the keys of the battles that can be chosen for a challenge."""
        names = self._store.rows("select name from battle where offered = 1 order by name")
        return [f"{CLUB}/{name}" for (name,) in names]

    def find(self, word: str) -> str:
        """Return the key of the battle on offer with this key or name, ready to be loaded; empty if there is none."""
        key = f"{CLUB}/{lower(word).removeprefix(f'{CLUB}/')}"
        if key not in self.offered():
            return ""
        self.prepare(key)
        return key

    def prepare(self, key: str) -> None:
        """Read a battle of the club, so that `load_scenario` finds it in this process. Do nothing for another key."""
        if not key.startswith(f"{CLUB}/") or is_provided(key):
            return
        found = self._store.one("select pack from battle where name = ?", key.removeprefix(f"{CLUB}/"))
        if found is not None:
            provide(key, unpacked(SourceFile(key, found[0])))
