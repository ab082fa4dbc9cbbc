"""The menus for games at several terminals: host one, join one, watch one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from westwall_tui.ui.title.menus import Item, Menu, lines
from westwall_tui.ui.title.newgame import NewGame

if TYPE_CHECKING:
    from westwall_tui.files.faults import FileError
    from westwall_tui.files.saves import SaveInfo
    from westwall_tui.net.command import Waiting

JOIN = "Games that somebody hosts on this machine. Elsewhere: westwall join HOST:PORT."
HOST = "Play with somebody at another terminal; others may watch. westwall host does the same."
ASKING = "Looking for games ..."
SITTING = "Waiting for the host ..."
NONE = "Nobody hosts a game here at the moment. Pick Host a game, or ask your friend to."


CALLED = "What the others call you. Type it; Backspace deletes. Two people of one login need a name each."
LONGEST_NAME = 24
"""Characters, as in `net/protocol.py`."""


class Sitting(NamedTuple):
    """Somebody sits down at a table, which may take a while."""

    wanted: Callable[[], bool]
    """Whether he has not given up."""
    done: Callable[["FileError | None"], None]
    """He sits there, or could not sit down, and why; to be called only while he wants to."""


Sit = Callable[[Callable[[Sitting], None]], None]
"""Have somebody sit down, by what begins that."""


class Hosting(Protocol):
    """What these menus ask of the app."""

    called: str
    """What the others call whoever plays here; nothing for his login."""

    def look(self, found: "Callable[[Sequence[Waiting]], None]") -> None:
        """Have `found` called with the games that somebody hosts, once they have been asked."""

    def join(self, game: str, side: str, sitting: Sitting) -> None:
        """Begin to sit down at a hosted game; without a side, to watch it."""

    def host(self, chosen: NewGame, sitting: Sitting) -> None:
        """Begin to host a new game and to play it."""

    def host_save(self, name: str, side: str, sitting: Sitting) -> None:
        """Begin to host a saved game and to play a side of it."""


def sitting_menu(title: str, back: str) -> Menu:
    """What is shown until the host has answered; `back` is the key to give up."""
    return Menu(title, lambda: [Item(f"{SITTING} {back}: give up")])


def join_menu(hosting: Hosting, open_menu: Callable[[Menu], None], sit: Sit, paint: Callable[[], None]) -> Menu:
    """The games that wait, once they are known; picked, their seats."""
    items = [Item(ASKING)]

    def found(games: "Sequence[Waiting]") -> None:
        items[:] = [
            Item(
                f"{game.title}, turn {game.turn} {game.date}".rstrip(),
                partial(_open_seats, hosting, game, open_menu, sit),
                info=lines(
                    ", ".join(game.seats),
                    *([f"Hosted by {game.host}"] if game.host else []),
                    f"westwall join {game.name}",
                ),
            )
            for game in games
        ] or [Item("No game waits", info=lines(NONE))]
        paint()

    hosting.look(found)
    return Menu("Join a game", lambda: items)


def _open_seats(hosting: Hosting, game: "Waiting", open_menu: Callable[[Menu], None], sit: Sit) -> None:
    def come(side: str) -> Callable[[], None]:
        return partial(sit, partial(hosting.join, game.name, side))

    items = [Item(f"Play {seat}", come(seat.partition(":")[0]), info=lines(JOIN)) for seat in game.seats]
    items.append(Item("Watch", come(""), info=lines("You see what everybody may see.")))
    open_menu(Menu(game.title, lambda: [*items, name_item(hosting)], at=_best_seat(game.seats)))


def _best_seat(seats: Sequence[str]) -> int:
    """Which seat one most likely wants: a free one, else one whose player is away; past the last if nobody's is."""
    for ending in (": free", ", away"):
        for i, seat in enumerate(seats):
            if seat.endswith(ending):
                return i
    return len(seats)


def name_item(hosting: Hosting) -> Item:
    """The line where you type what the others call you."""

    def typed(character: str) -> None:
        hosting.called = (hosting.called + character)[:LONGEST_NAME] if character else hosting.called[:-1]

    label = f"{'Your name:':<12} {hosting.called or 'as your login'}"
    return Item(label, info=lines(CALLED), typed=typed, erase=bool(hosting.called), letters=True)


def save_items(
    hosting: Hosting,
    saves: "Sequence[SaveInfo]",
    sides: Callable[[str], Sequence[str]],
    open_menu: Callable[[Menu], None],
    sit: Sit,
) -> list[Item]:
    """Saved games to host; picked, the side that you play."""

    def open_sides(save: "SaveInfo") -> None:
        items = [
            Item(f"Play {side}", partial(sit, partial(hosting.host_save, str(save.path), side)), info=lines(HOST))
            for side in sides(str(save.path))
        ]
        open_menu(Menu(save.title, lambda: [*items, name_item(hosting)]))

    return [
        Item(f"Go on with {save.title}, turn {save.turn} {save.date}".rstrip(), partial(open_sides, save),
             info=lines(save.prompt, f"File {save.path.name}"))
        for save in saves
        if not save.trouble
    ]  # fmt: skip
