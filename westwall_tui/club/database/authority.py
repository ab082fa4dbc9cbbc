"""The players who may write to a game. Ask inside the transaction that writes, which holds the game's row."""

from westwall_tui.club.database.store import Refused, Store


def side_of(store: Store, game: int, player: int) -> int:
    """Return the side that a player holds in a game in progress, or -1."""
    found = store.one(
        "select s.side from seat s join game g on g.id = s.game join player p on p.id = s.player and p.barred = 0 "
        "where g.id = ? and s.player = ? and s.level = 0 and g.started is not null and g.ended is null",
        *(game, player),
    )
    return -1 if found is None else int(found[0])


def check_player(store: Store, game: int, player: int, what: str) -> None:
    """Raise `Refused` if a player has no seat in a game that has begun. The game may be over.

    `what`: what only players can do.
    """
    if not store.one(
        "select 1 from seat s join game g on g.id = s.game join player p on p.id = s.player and p.barred = 0 "
        "where g.id = ? and s.player = ? and g.started is not null",
        *(game, player),
    ):
        raise Refused(f"only the players of a game can {what} there, once it has begun")
