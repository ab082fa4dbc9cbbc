"""The notes, sandboxes and conditions that a player of a game keeps for nobody else."""

from westwall_tui.club.database.authority import check_player
from westwall_tui.club.database.store import Refused, Store
from westwall_tui.engine.words import count
from westwall_tui.files.faults import FileError
from westwall_tui.files.saves.private import NOTHING, Change, Private, private_of_text
from westwall_tui.files.tables import SourceFile

MAX_GAMES = 500
"""The maximum number of games with which a player keeps something, so that nobody fills the disk."""


def read_private(store: Store, game: int, player: int) -> Private:
    """Return a player's notes, sandboxes and conditions in a game. Raises `Refused` if they cannot be read."""
    found = store.one("select text from private where game = ? and player = ?", game, player)
    try:
        return NOTHING if found is None else private_of_text(SourceFile(f"your notes in game {game}", found[0]))
    except FileError as error:
        raise Refused(str(error.faults[0])) from None


def change_private(store: Store, game: int, player: int, change: Change) -> Private:
    """Change a player's notes, sandboxes and conditions in a game, which may be over, and return them.

    Raises `Refused` if the player has no seat there, or keeps something with too many games, and `IllegalOrder` if they
    cannot be stored.
    """
    with store.writing(game):
        check_player(store, game, player, "keep notes")
        new = read_private(store, game, player).changed(change)
        if new == NOTHING:
            store.run("delete from private where game = ? and player = ?", game, player)
            return new
        (others,) = store.row("select count(*) from private where player = ? and game <> ?", player, game)
        if others >= MAX_GAMES:
            kept = count(others, "game", most=0)
            raise Refused(f"you keep notes, sandboxes or conditions with {kept}; delete those of one of them first")
        store.run(
            "insert into private(game, player, text) values(?, ?, ?) "
            "on conflict (game, player) do update set text = excluded.text",
            *(game, player, new.text()),
        )
    return new
