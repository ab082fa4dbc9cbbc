"""The menus of saved games, in which players resume them, host them, or replace a damaged one with its backup."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from westwall_tui.files.disk.reach import is_visible_file
from westwall_tui.files.faults import Fault, FileError
from westwall_tui.files.players.seats import Seat
from westwall_tui.ui.screens.menus import Menu, MenuItem, Subject, lines
from westwall_tui.ui.screens.title.hosted_games import HostedGames
from westwall_tui.ui.screens.title.lobby import SeatRequest
from westwall_tui.ui.screens.title.menu_screen import MenuScreen

if TYPE_CHECKING:
    from westwall_tui.files.players.last_table import Joined
    from westwall_tui.files.saves.catalog import SaveInfo


RESULTS = "Results and records"
"""The last item of the menu, below the saved games."""


class SavedGames:
    """The title's menus for saved games."""

    def __init__(self, title: MenuScreen) -> None:
        self._title = title
        self._listed: Sequence[SaveInfo] = ()
        """The saves as they were listed last."""
        self._bad: dict[Path, str] = {}
        """The error of each save that proved to be damaged."""

    def go_on(self) -> None:
        """Continue the game that was played last: a saved one, or one at another user's host."""
        from westwall_tui.files.players.last_table import Joined
        from westwall_tui.files.saves.catalog import find_save
        from westwall_tui.ui.screens.title.lastgame import last_played

        last = last_played()
        if isinstance(last, Joined):
            self._title.sit(partial(self._join_again, last))
        elif last is not None:
            try:
                self._resume(last)
            except FileError as error:
                self._bad[last.path] = str(error.faults[0])
                self._title.open_menu(self.menu())
                self._show_save(last.path)
        else:
            find_save()  # raises the error that there is no saved game

    def _join_again(self, joined: "Joined", request: SeatRequest) -> None:
        """Take the seat at another user's host again."""
        from westwall_tui.engine.words import people  # not loaded at the start

        def done(fault: FileError | None) -> None:
            which = f"{joined.title} (you play {people(joined.side)})"
            request.done(fault and FileError([Fault(which, "", "", fault.faults[0].reason)]))

        self._title.lobby.join(joined.game, joined.side, request._replace(done=done))

    def _resume(self, save: "SaveInfo") -> None:
        """Resume a saved game; if it was hosted, open the menu for hosting. Raises `FileError`."""
        if save.host:
            self.open_hosting_menu(save, partial(self._title.resume, str(save.path)))
        else:
            self._title.resume(str(save.path))

    def open_hosting_menu(self, save: "SaveInfo", resume: Callable[[], None] | None = None) -> None:
        """Open the menu of a saved game for several terminals. Raises `FileError` if the save cannot be read."""
        title, seats = self._title, seats_of(save.path)
        try:
            title.open_menu(HostedGames(title).save_menu(save, seats, resume))
        except FileError as error:  # with the folder of hosted games
            title.complain(error)

    def menu(self) -> Menu:
        """Return the menu of all saved games, newest first, and of the player's results."""
        from westwall_tui.files.saves.catalog import list_saves

        items: list[MenuItem] = []
        self._listed = list_saves()
        for found in self._listed:
            save = found._replace(trouble=self._bad.get(found.path, found.trouble))
            if save.trouble:
                items.append(self._damaged_item(save))
                continue
            hosted = (f"Hosted by {save.host}",) if save.host else ()
            items.append(
                MenuItem(
                    f"{save.local_time}  {save.about}",
                    partial(self._resume_or_list, save),
                    info=lines(save.prompt, f"File {save.path.name}", *hosted),
                    subject=Subject("save", str(save.path)),
                )
            )
        results = partial(self._title.lobby.show_your_games, self._open)
        info = lines("Wins and losses by scenario, and your best games.")
        items.append(MenuItem(RESULTS, results, info=info, subject=items[0].subject if items else None))
        return Menu("Your games", lambda: items)

    def _resume_or_list(self, save: "SaveInfo") -> None:
        """Resume a save; if it proves to be damaged, list it with its error and its backup."""
        try:
            self._resume(save)
        except FileError as error:
            self._bad[save.path] = str(error.faults[0])
            self._title.menus[-1] = self.menu()
            self._show_save(save.path)

    def _open(self, path: Path) -> None:
        """Resume the save of a file, or show its end if it is finished."""
        found = next((save for save in self._listed if save.path == path), None)
        if found is not None:
            self._resume_or_list(found)

    def _show_save(self, path: Path) -> None:
        """Put the bar on a save in the list."""
        self._title.menus[-1].at = next((i for i, save in enumerate(self._listed) if save.path == path), 0)

    def _damaged_item(self, save: "SaveInfo") -> MenuItem:
        """Return the item of a damaged save, which resumes the backup if there is one."""
        from westwall_tui.files.disk.writing import backup_of

        backup = backup_of(save.path)
        label = f"{save.local_time}  {save.path.name}: cannot be read"
        if not is_visible_file(backup):
            return MenuItem(label, None, info=lines(save.trouble), subject=Subject("save", str(save.path)))
        enter = partial(self._title.resume, str(backup))
        how = f"{self._title.keymap.first('confirm')}: resume its backup."
        return MenuItem(label, enter, info=lines(save.trouble, how), subject=Subject("save", str(backup)))


def seats_of(save: Path) -> Sequence[tuple[str, Seat]]:
    """Return the sides of a saved game and their players. Raises `FileError`."""
    from westwall_tui.files.saves.file import open_save

    found = open_save(save)
    return [(side.name, seat) for side, seat in zip(found.game.scenario.sides, found.seats, strict=True)]
